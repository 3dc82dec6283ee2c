/* What a call costs: the first one in milliseconds, later ones in microseconds, the process in kilobytes. */
#include <string.h>
#include <time.h>
#include "support.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
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
    double start = now(), first, least = 1e9;
    int32_t device;
    CHECK(aclInit(NULL));
    first = now() - start;
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
