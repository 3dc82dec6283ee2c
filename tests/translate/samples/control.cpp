// Loops, branches, jumps.
#include <cstdio>
#include <string>
#include <vector>
#include "acl/acl.h"

#define CHECK(cond, action)            \
    do {                               \
        if (!(cond)) {                 \
            printf("failed: %s\n", #cond); \
            action;                    \
        }                              \
    } while (0)

#define MAX_ROUNDS 3
#define SQUARE(x) ((x) * (x))

enum Level { LOW, MIDDLE = 5, HIGH };
enum class Mode : int { READ = 1, WRITE, BOTH = 7 };

const char *NameOf(Level level)
{
    switch (level) {
        case LOW:
            return "low";
        case MIDDLE:
            return "middle";
        default:
            return "high";
    }
}

int Classify(int value)
{
    int result = 0;
    switch (value) {
        case 0:
        case 1:
            result = 10;
            break;
        case 2:
            result = 20;
        case 3:
            result += 1;
            break;
        default:
            result = -1;
    }
    return result;
}

int Fetch(bool fail)
{
    int ret = 0;
    if (fail) {
        ret = 3;
        goto cleanup;
    }
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            ret = 4;
            goto cleanup;
        }
        printf("step %d\n", i);
    }
    printf("not reached\n");
cleanup:
    printf("clean up with %d\n", ret);
    return ret;
}

int Checked(int value)
{
    CHECK(value > 0, return -1);
    CHECK(value < 100, printf("too large\n"); return -2);
    return value;
}

// What an expression does in some cases alone.
static int g_passed = 0, g_failed = 0;

static int Marked(int n)
{
    printf("marked %d\n", n);
    return n;
}

static void Count(bool ok)
{
    (ok ? g_passed++ : g_failed++);
    ok ? g_passed += 2 : g_failed -= 2;
    ok ? (void)0 : (void)Marked(1);
    !ok ? (void)0 : (void)Marked(2);
    g_passed > 3 ? Marked(3) : g_failed > 0 ? Marked(4) : Marked(5);
    ok && Marked(6);
    ok || Marked(7);
    printf("%d %d\n", g_passed, g_failed);
}

int main()
{
    for (int i = 10; i > 0; i -= 3) {
        printf("%d ", i);
    }
    printf("\n");
    int n = 0;
    while (true) {
        if (++n > 5) {
            break;
        }
        if (n % 2 == 0) {
            continue;
        }
        printf("n %d\n", n);
    }
    do {
        n--;
    } while (n > 2);
    printf("n is %d\n", n);
    do {                                    // one pass that a failing step leaves
        CHECK(n == 1, break);               // leaves the macro alone
        printf("goes on with %d\n", n);
        if (n == 2) {
            printf(n < 0 ? "negative %d\n" : "left with %d\n", n);
            break;
        }
        printf("never here\n");
    } while (0);
    for (int i = 0, j = 10; i < j; i++, j -= 2) {
        if (i == 1) {
            continue;
        }
        printf("i %d j %d\n", i, j);
    }
    for (int i = 0; i < MAX_ROUNDS; ++i) {
        for (int j = 0; j <= i; ++j) {
            if (j == 2) break;
            printf("%d", SQUARE(i + j));
        }
        printf("\n");
    }
    for (int v = 0; v < 5; v++) {
        printf("classify %d: %d\n", v, Classify(v));
    }
    printf("%s %s %s\n", NameOf(LOW), NameOf(MIDDLE), NameOf(HIGH));
    Mode mode = Mode::WRITE;
    printf("%d %d\n", static_cast<int>(mode), static_cast<int>(Mode::BOTH));
    if (mode == Mode::READ) {
        printf("read\n");
    } else if (mode == Mode::WRITE) {
        printf("write\n");
    } else {
        printf("both\n");
    }
    printf("%d\n", Fetch(true));
    printf("%d\n", Fetch(false));
    printf("%d\n", Checked(5));
    printf("%d\n", Checked(0));
    printf("%d\n", Checked(200));
    int ret = 1;
    {
        int ret = 2;
        printf("inner %d\n", ret);
    }
    printf("outer %d\n", ret);
    std::vector<int> stack = {1, 2, 3};
    while (!stack.empty()) {
        printf("pop %d\n", stack.back());
        stack.pop_back();
    }
    Count(true);
    Count(false);
    return ret + 2;
}
