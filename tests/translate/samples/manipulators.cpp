// What std::cout is told lasts: in other functions, through loops and branches, and beyond the end of an object.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <vector>

struct Pair {
    int first;
    double second;
};

std::ostream& operator<<(std::ostream& os, const Pair& pair)
{
    os << pair.first << ":" << pair.second;
    return os;
}

struct Hexadecimal {
    Hexadecimal() { std::cout << std::hex; }
    ~Hexadecimal() { std::cout << std::dec; }
};

void Show(double value)
{
    std::cout << value << " " << 255 << " " << true << std::endl;
}

template <typename T>
void ShowAll(const std::vector<T>& values)
{
    for (auto& value : values) {
        std::cout << value << " ";
    }
    std::cout << "\n";
}

void Fixed()
{
    std::cout << std::fixed << std::setprecision(2);
}

void Deeper(int depth)
{
    if (depth == 0) {
        return;
    }
    std::cout << 1.0 / depth << " ";
    std::cout << std::scientific;
    Deeper(depth - 1);
}

int main()
{
    Show(3.14159);
    Fixed();
    Show(3.14159);
    std::cout << std::hex << std::showbase;
    Show(2.5);
    std::cout << std::dec << std::noshowbase << std::boolalpha;
    std::cout << Pair{7, 2.0} << "\n";
    ShowAll(std::vector<double>{1, 2.5});
    ShowAll(std::vector<int>{10, 20});
    std::cout << std::setw(8) << 42 << "|" << std::left << std::setw(8) << 42 << "|" << std::setfill('*')
              << std::right << std::setw(6) << "ab" << "|" << std::setw(6) << 1.5 << "\n";
    std::cout << std::defaultfloat << std::setprecision(6);
    for (int i = 0; i < 3; i++) {
        std::cout << i * 1.25 << " ";
        if (i == 1) {
            std::cout << std::fixed;
        }
    }
    std::cout.unsetf(std::ios::fixed);
    std::cout << 0.5 << "\n";
    std::cout.precision(3);
    std::cout.width(7);
    std::cout << 5 << " " << 3.14159 << " " << std::showpos << 5 << " " << 1.5 << std::noshowpos << 5 << "\n";
    std::cout << std::uppercase << std::hex << 255 << " " << -1 << " " << std::oct << 8 << std::dec
              << std::nouppercase << "\n";
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << 2.25 << " " << 3;
    std::cout << text.str() << " " << 2.25 << "\n";
    {
        Hexadecimal inside;
        std::cout << 255 << "\n";
    }
    std::cout << 255 << "\n";
    Deeper(3);
    int digits = 5;
    std::cout << std::setprecision(digits) << 3.14159265 << "\n";
    return 0;
}
