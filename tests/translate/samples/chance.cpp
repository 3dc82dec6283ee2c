// Numbers of chance: engines, distributions, the C library's rand.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

int Rand()
{
    std::mt19937 gen(42);
    unsigned g0 = gen(); printf("%u\n", g0);
    std::uniform_real_distribution<float> dis(-1.0f, 1.0f);
    for (int i = 0; i < 5; i++) printf("%.9g ", dis(gen));
    printf("\n");
    std::uniform_real_distribution<double> dd(0.0, 10.0);
    for (int i = 0; i < 5; i++) printf("%.17g ", dd(gen));
    printf("\n");
    std::uniform_int_distribution<int> di(0, 99);
    for (int i = 0; i < 8; i++) printf("%d ", di(gen));
    std::uniform_int_distribution<> dj(1, 6);
    for (int i = 0; i < 8; i++) printf("%d ", dj(gen));
    std::uniform_int_distribution<int64_t> dl(-5, 1000000000000LL);
    for (int i = 0; i < 4; i++) printf("%ld ", dl(gen));
    printf("\n");
    std::normal_distribution<float> nd(0.0f, 1.0f);
    for (int i = 0; i < 5; i++) printf("%.9g ", nd(gen));
    std::normal_distribution<double> ne(5.0, 2.0);
    for (int i = 0; i < 5; i++) printf("%.17g ", ne(gen));
    printf("\n");
    std::default_random_engine eng(7);
    for (int i = 0; i < 4; i++) printf("%.9g ", dis(eng));
    for (int i = 0; i < 4; i++) printf("%d ", di(eng));
    std::default_random_engine e2;
    printf("%u\n", (unsigned)e2());
    std::mt19937_64 g64(1);
    printf("%lu\n", (unsigned long)g64());
    srand(10);
    for (int i = 0; i < 4; i++) printf("%d ", rand());
    int q = rand() % 100; printf("%d %.6f\n", q, static_cast<float>(rand()) / RAND_MAX);
    std::bernoulli_distribution bd(0.5);
    for (int i = 0; i < 6; i++) printf("%d", bd(gen));
    printf("\n");
    std::vector<int> v = {1, 2, 3, 4, 5, 6};
    std::shuffle(v.begin(), v.end(), gen);
    for (int x : v) printf("%d ", x);
    std::random_device rd;
    std::mt19937 g2(rd());
    float r = dis(g2);
    printf("%d\n", r >= -1 && r < 1);
    std::vector<float> w(4);
    for (auto &x : w) x = dis(gen);
    std::generate(w.begin(), w.end(), [&]() { return dis(gen); });
    for (auto x : w) printf("%.9g ", x);
    printf("\n");
    srand(time(nullptr));
    srand(time(0));
    srand((unsigned)time(NULL));
    printf("%d\n", rand() >= 0);
    return 0;
}

int main()
{
    Rand();
    return 0;
}
