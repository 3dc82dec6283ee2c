/* Ctrl-C stays the program's: its handler runs in the thread that the program has. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include "support.h"

static pthread_t main_thread;
static volatile sig_atomic_t where;

static void note(int number)
{
    (void)number;
    where = pthread_equal(pthread_self(), main_thread) ? 1 : 2;
}

int main(void)
{
    main_thread = pthread_self();
    CHECK(aclInit(NULL));
    printf("%s\n", signal(SIGINT, note) == SIG_DFL ? "default" : "taken");
    kill(getpid(), SIGINT);
    printf("%d\n", (int)where);
    CHECK(aclFinalize());
    return 0;
}
