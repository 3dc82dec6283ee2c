// The order in which g++ evaluates: arguments from the right, braces and output from the left, steps where they stand.
#include <cstdio>
#include <iostream>
#include <random>
#include <string>
#include <vector>

int g_count = 0;

int Next()
{
    return ++g_count;
}

int Say(const char* word, int value)
{
    printf("%s ", word);
    return value;
}

int Digits(int a, int b, int c)
{
    return a * 100 + b * 10 + c;
}

int Read(const std::vector<int>& values, size_t& position)
{
    return values[position++];
}

double Half(double x)
{
    return x / 2;
}

struct Counter {
    int count = 0;
    int Next() { return ++count; }
};

struct Point {
    int x;
    int y;
};

struct Noisy {
    int value;
    Noisy(int from) : value(from) { printf("made %d\n", from); }
    ~Noisy() { printf("gone %d\n", value); }
};

Noisy g_noisy(7);
int g_first = Say("global", 3);
int g_second = g_first * 2;

Noisy& Single()
{
    static Noisy made(5);
    return made;
}

int Later()
{
    static int made = Say("later", 4);
    static bool first = true;
    if (first) {
        first = false;
        return made;
    }
    return -made;
}

void Statics()
{
    printf("%d %d\n", g_first, g_second);
    Single().value = 6;
    printf("%d\n", Single().value);
    printf("%d\n", Later());
    printf("%d\n", Later());
    for (int i = 0; i < 2; i++) {
        static int sum = 100;
        sum += i;
        printf("%d\n", sum);
    }
}

int main()
{
    Statics();
    printf("%d %d %d\n", Next(), Next(), Next());
    printf("%d\n", Digits(Say("a", 1), Say("b", 2), Say("c", 3)));
    printf("%d %d %f %f\n", g_count, Next(), Half(1), Half(3));
    std::cout << Next() << " " << Next() << std::endl;

    int from[4] = {1, 2, 3, 4};
    int to[4] = {0};
    int i = 0;
    int j = 0;
    to[i++] = from[j++];
    to[i++] = from[i];
    printf("%d %d %d %d\n", to[0], to[1], i, j);
    i = 0;
    int sum = from[i++] + from[i++] * 10;
    printf("%d %d\n", sum, i);
    i = 0;
    to[i] = i++;
    printf("%d %d %d\n", to[0], to[1], i);

    Counter counter;
    printf("%d %d\n", counter.Next(), counter.Next());
    std::vector<int> values = {5, 6, 7, 8};
    size_t position = 0;
    printf("%d %d\n", Read(values, position), Read(values, position));
    Point point = {Next(), Next()};
    std::vector<int> listed = {Next(), Next()};
    printf("%d %d %d %d\n", point.x, point.y, listed[0], listed[1]);
    std::mt19937 engine(1);
    std::uniform_int_distribution<int> digit(0, 9);
    printf("%d %d %d\n", digit(engine), digit(engine), digit(engine));
    std::string text = std::to_string(Next()) + std::to_string(Next());
    std::cout << text << "\n";

    const char* letters = "hey";
    while (*letters) {
        putchar(*letters++);
    }
    int* pointer = from;
    printf("\n%d ", *pointer++);
    printf("%d\n", *pointer);
    return 0;
}
