/* What a call costs: the first one in milliseconds of CPU time, the look for Python included, later ones in
   microseconds, the process in kilobytes. */
#include <sys/resource.h>
#include <time.h>
#include "support.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double cpu(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec)
        * 1e3 + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec
                         + children.ru_stime.tv_usec) / 1e3;
}

static long resident(void)
{
    char line[256];
    long kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status))
        sscanf(line, "VmRSS: %ld", &kilobytes);
    fclose(status);
    return kilobytes;
}

int main(void)
{
    double start = cpu(), first, least = 1e9;
    int32_t device;
    CHECK(aclInit(NULL));
    first = cpu() - start;
    CHECK(aclrtSetDevice(0));
    for (int burst = 0; burst < 50; burst++) {
        start = now();
        for (int i = 0; i < 1000; i++)
            aclrtGetDevice(&device);
        if (now() - start < least)
            least = now() - start;
    }
    printf("first_ms %.1f\ncall_us %.3f\nrss_kb %ld\n", first, least, resident());
    return 0;
}
