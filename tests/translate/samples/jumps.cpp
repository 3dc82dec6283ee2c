// Jumps: back to a label, out of switches and do loops; steps inside expressions; functions as values.
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

int Flow()
{
    int tries = 0;
retry:
    tries++;
    if (tries < 3) {
        printf("retry %d\n", tries);
        goto retry;
    }
    int a = 0, b = 0;
    b = 3; a = b + 1;
    printf("%d %d\n", a, b);
    int i = 0;
    do {
        i++;
        if (i == 2) continue;
        printf("i %d\n", i);
    } while (i < 4);
    for (int x = 0, y = 5; x < y; ++x, --y) printf("%d %d\n", x, y);
    int k = 0;
    int m = k++;
    m += ++k;
    int z = (k > 1) ? (a++, a) : b--;
    printf("%d %d %d %d\n", k, m, z, a);
    while ((i = i - 1) > 0) printf("w %d\n", i);
    int arr[5] = {1, 2, 3, 4, 5};
    int idx = 0;
    arr[idx++] = 10;
    arr[idx++] = 20;
    printf("%d %d %d\n", arr[0], arr[1], idx);
    for (int q = 0; q < 3; q++) {
        switch (q) {
            case 0: printf("zero\n");
            case 1: { printf("one\n"); break; }
            case 2:
                for (int t = 0; t < 5; t++) { if (t == 2) break; printf("t%d\n", t); }
                if (a > 100) break;
                printf("two\n");
                continue;
            default: break;
        }
        printf("after %d\n", q);
    }
    for (int o = 0; o < 3; o++) {
        for (int p = 0; p < 3; p++) {
            if (p == 1 && o == 1) goto done;
            printf("%d%d ", o, p);
        }
    }
done:
    printf("\n");
    int n = 10;
    for (; n > 0;) { n -= 4; }
    printf("n %d\n", n);
    unsigned int u = 3;
    while (u-- > 0) printf("u %u\n", u);
    for (int j = 5; j-- > 0;) printf("j%d ", j);
    printf("\n");
    int x1, y1;
    x1 = y1 = 7;
    x1 += y1 -= 2;
    printf("%d %d\n", x1, y1);
    bool ok = true;
    ok &= (a == 4);
    ok |= false;
    printf("%d\n", ok);
    return 0;
}

int Add(int a, int b) { return a + b; }
int Subtract(int a, int b) { return a - b; }
typedef int (*Operation)(int, int);

int Callables()
{
    std::function<int(int)> fibonacci = [&fibonacci](int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); };
    printf("%d\n", fibonacci(10));
    Operation table[2] = {Add, Subtract};
    for (int i = 0; i < 2; i++) {
        printf("%d\n", table[i](9, 4));
    }
    std::vector<std::pair<std::string, std::function<int(int)>>> steps = {
        {"increase", [](int x) { return x + 1; }}, {"double", [](int x) { return 2 * x; }}};
    for (auto &step : steps) {
        printf("%s %d\n", step.first.c_str(), step.second(3));
    }
    int ready = [](int x) { return x * 2; }(4);
    printf("%d\n", ready);
    return 0;
}

int main()
{
    Flow();
    Callables();
    return 0;
}
