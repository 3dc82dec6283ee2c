// Class templates, each set of arguments of which makes a class of its own; functions of any number of arguments.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

// Holds one value, and says so at its end.
template <typename T>
class Box {
public:
    explicit Box(T value) : value_(value) {}
    ~Box() { printf("end %d\n", (int)value_); }
    T Get() const { return value_; }
    void Set(T value) { value_ = value; }
    std::vector<T> Twice() { return std::vector<T>(2, value_); }

private:
    T value_;
};

template <typename T, int N>
struct Fixed {
    T data[N];
    int Size() const { return N; }
    T Sum() const
    {
        T sum = 0;
        for (int i = 0; i < N; i++) {
            sum += data[i];
        }
        return sum;
    }
};

template <typename T = float, size_t N = 2>
struct Defaults {
    T value = N;
};

template <typename T>
struct Called {
    static const char* Name() { return "other"; }
    static constexpr int kCode = 0;
};

template <>
struct Called<float> {
    static const char* Name() { return "float"; }
    static constexpr int kCode = 1;
};

template <typename T>
struct Pile {
    void Push(const T& item) { items.push_back(item); }
    T Pop()
    {
        T item = items.back();
        items.pop_back();
        return item;
    }
    std::vector<T> items;
};

template <typename T>
class Grid {
public:
    Grid(int rows, int columns);
    T& At(int i, int j) { return data_[i * columns_ + j]; }
    int Rows() const;

private:
    int rows_, columns_;
    std::vector<T> data_;
};

template <typename T>
Grid<T>::Grid(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns)
{
}

template <typename T>
int Grid<T>::Rows() const
{
    return rows_;
}

template <typename... Args>
void Line(Args... args)
{
    (std::cout << ... << args) << std::endl;
}

template <typename... Args>
void Spaced(int level, const Args&... args)
{
    std::cout << level << ": ";
    ((std::cout << args << " "), ...);
    std::cout << std::endl;
}

template <typename... Numbers>
int Sum(Numbers... numbers)
{
    return (numbers + ... + 0);
}

template <typename... Flags>
bool All(Flags... flags)
{
    return (... && flags);
}

int main()
{
    Line(1, " ", 2.5, 'c', true, std::string("text"));
    Line();
    Spaced(3, "a", 2, 1.5f);
    printf("%d %d\n", Sum(1, 2, 3), All(true, 1 > 2));
    Box<int> box(3);
    box.Set(4);
    Box<float> real(1.5f);
    Box<uint8_t> byte(255);
    printf("%d %f %zu %d\n", box.Get(), real.Get(), real.Twice().size(), byte.Get());
    Fixed<int, 3> three{{1, 2, 3}};
    Fixed<float, 2> two{{1.5f, 2}};
    printf("%d %d %d %f\n", three.Size(), three.Sum(), two.Size(), two.Sum());
    Defaults<> plain;
    Defaults<int, 7> seven;
    printf("%f %d\n", plain.value, seven.value);
    printf("%s %s %d %d\n", Called<float>::Name(), Called<int>::Name(), Called<float>::kCode, Called<double>::kCode);
    Pile<int> numbers;
    numbers.Push(1);
    numbers.Push(2);
    Pile<std::string> words;
    words.Push("word");
    printf("%d %s\n", numbers.Pop(), words.Pop().c_str());
    Grid<double> grid(2, 3);
    printf("%f %d\n", grid.At(1, 2), grid.Rows());
    auto owned = std::make_unique<Box<int>>(9);
    printf("%d\n", owned->Get());
    return 0;
}
