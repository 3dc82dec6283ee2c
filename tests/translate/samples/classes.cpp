// Classes: constructors, operators, inheritance, types inside, exceptions, what happens at the end of a scope.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "acl/acl.h"

namespace demo {
enum class Kind { A, B = 4, C };
class Outer {
public:
    struct Inner { int a = 1; std::vector<int> list; };
    enum State { IDLE, BUSY };
    static Outer &Instance() { static Outer o; return o; }
    Outer &Set(int v) { value_ = v; return *this; }
    Outer &Add(int v) { value_ += v; return *this; }
    int Get() const { return value_; }
    Inner inner;
    State state = IDLE;
    static const int kMax = 5;
    static int counter;
    void Inc() { ++counter; this->value_++; }
    const std::vector<int> &List() const { return inner.list; }
    std::vector<int> &List() { return inner.list; }
    template <typename T> T As() const { return static_cast<T>(value_); }
private:
    int value_ = 3;
};
int Outer::counter = 2;
const char *ToString(Kind k)
{
    static const std::map<Kind, const char *> names = {{Kind::A, "A"}, {Kind::B, "B"}, {Kind::C, "C"}};
    auto it = names.find(k);
    return it == names.end() ? "?" : it->second;
}
}
using namespace demo;
struct Config {
    std::string name = "n";
    std::vector<int64_t> shape;
    struct { int x; int y; } pos;
    float alpha{0.5f};
    int dims[3] = {1, 2, 3};
    aclDataType type = ACL_FLOAT;
};
struct Node { int v; Node *next; };
class Device {
public:
    static int Count();
    int Run();
    ~Device();
private:
    int n_ = 0;
    friend int Peek(const Device &d);
};
int Device::Count() { return 7; }
int Device::Run() { return ++n_; }
Device::~Device() { printf("device %d\n", n_); }
int Peek(const Device &d) { return d.n_; }
int Classes()
{
    Outer::Instance().Set(4).Add(5);
    printf("%d %d\n", Outer::Instance().Get(), demo::Outer::kMax);
    Outer::Instance().Inc();
    Outer o;
    o.List().push_back(8);
    printf("%d %d %zu %d\n", Outer::counter, Outer::Instance().Get(), o.List().size(), o.inner.a);
    o.state = Outer::BUSY;
    printf("%d %d %g\n", o.state == Outer::State::BUSY, static_cast<int>(Kind::C), o.As<float>());
    printf("%s %s\n", ToString(Kind::B), ToString(demo::Kind::A));
    Config c;
    c.pos.x = 4;
    c.shape = {1, 2};
    c.shape.push_back(3);
    Config d = c;
    d.name += "x";
    d.shape[0] = 9;
    d.dims[1] = 7;
    printf("%s %s %ld %ld %d %g %d\n", c.name.c_str(), d.name.c_str(), c.shape[0], d.shape.back(), d.pos.x, c.alpha, c.dims[1]);
    Node n3{3, nullptr}, n2{2, &n3}, n1{1, &n2};
    for (Node *p = &n1; p != nullptr; p = p->next) printf("%d ", p->v);
    printf("\n");
    std::vector<Config> configs(2);
    configs[1].name = "second";
    for (auto &x : configs) x.alpha = 2;
    printf("%s %s %g\n", configs[0].name.c_str(), configs[1].name.c_str(), configs[1].alpha);
    Device *dev = new Device();
    dev->Run();
    int ran = dev->Run(); printf("%d %d %d\n", ran, Device::Count(), Peek(*dev));
    delete dev;
    auto shared = std::make_shared<Device>();
    shared->Run();
    Config named{.name = "des", .shape = {4}};
    printf("%s %zu\n", named.name.c_str(), named.shape.size());
    Config *ptr = &configs[0];
    ptr->name = "via";
    (*ptr).alpha = 8;
    printf("%s %g\n", configs[0].name.c_str(), configs[0].alpha);
    return 0;
}

class Base {
public:
    explicit Base(const std::string &name) : name_(name) { printf("Base %s\n", name.c_str()); }
    virtual ~Base() { printf("~Base %s\n", name_.c_str()); }
    virtual int Run(int x) = 0;
    virtual std::string Kind() const { return "base"; }
    void Twice(int x) { int a = Run(x); printf("%s: %d %d\n", name_.c_str(), a, Run(x + 1)); }
protected:
    std::string name_;
    int count_ = 0;
};
class Adder : public Base {
public:
    Adder(int amount) : Base("adder"), amount_(amount) {}
    ~Adder() override { printf("~Adder %d\n", amount_); }
    int Run(int x) override { count_++; return x + amount_; }
    std::string Kind() const override { return Base::Kind() + "/adder"; }
private:
    int amount_;
};
class Scaler final : public Base {
public:
    using Base::Base;
    int Run(int x) override { count_ += 2; return 3 * x + count_; }
};
struct Shape { int64_t n = 1; int64_t c = 2; };
struct Shape4 : Shape { int64_t h = 3; int64_t w = 4; int64_t Count() const { return n * c * h * w; } };
int Inherit()
{
    std::vector<std::unique_ptr<Base>> all;
    all.push_back(std::make_unique<Adder>(5));
    all.emplace_back(new Scaler("scaler"));
    for (auto &item : all) {
        item->Twice(2);
        std::cout << item->Kind() << std::endl;
    }
    Adder local(7);
    Base *p = &local;
    Base &r = local;
    int pr = p->Run(1); printf("%d %d\n", pr, r.Run(2));
    Shape4 s;
    s.n = 5;
    printf("%ld\n", s.Count());
    {
        Scaler t("inner");
        t.Twice(1);
    }
    printf("end\n");
    return 0;
}

class Buf {
public:
    Buf() : Buf(0) {}
    Buf(size_t n) : n_(n) { printf("make %zu\n", n); }
    Buf(size_t n, const std::string &name) : n_(n), name_(name) { printf("make %zu %s\n", n, name.c_str()); }
    Buf(const Buf &) = delete;
    Buf &operator=(const Buf &) = delete;
    Buf(Buf &&other) noexcept : n_(other.n_), name_(std::move(other.name_)) { other.n_ = 0; printf("move\n"); }
    Buf &operator=(Buf &&other) noexcept
    {
        if (this != &other) { n_ = other.n_; other.n_ = 0; }
        return *this;
    }
    ~Buf() { printf("free %zu\n", n_); }
    size_t Size() const { return n_; }
private:
    size_t n_ = 9;
    std::string name_ = "none";
};
struct P {
    int a, b;
    P(int x) : a(x), b(x) {}
    P(int x, int y) : a(x), b(y) {}
    P(const P &o) : a(o.a + 100), b(o.b) {}
};
Buf Make(size_t n) { Buf b(n); return b; }
int Ctors()
{
    Buf a;
    Buf b(4);
    Buf c(5, "c");
    {
        Buf d(6);
        printf("in %zu\n", d.Size());
    }
    Buf e = std::move(b);
    printf("%zu %zu\n", b.Size(), e.Size());
    P p(1), q(2, 3);
    P r = q;
    printf("%d %d %d %d\n", p.a, p.b, q.b, r.a);
    Buf f = Make(8);
    printf("f %zu\n", f.Size());
    return 0;
}

struct Vec {
    float x = 0, y = 0;
    Vec() = default;
    Vec(float a, float b) : x(a), y(b) {}
    Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
    Vec operator-(const Vec &o) const { return {x - o.x, y - o.y}; }
    Vec operator*(float k) const { return Vec(x * k, y * k); }
    Vec operator-() const { return Vec(-x, -y); }
    Vec &operator+=(const Vec &o) { x += o.x; y += o.y; return *this; }
    bool operator==(const Vec &o) const { return x == o.x && y == o.y; }
    bool operator!=(const Vec &o) const { return !(*this == o); }
    bool operator<(const Vec &o) const { return x < o.x; }
    explicit operator bool() const { return x != 0 || y != 0; }
};
std::ostream &operator<<(std::ostream &os, const Vec &v)
{
    os << "(" << v.x << ", " << v.y << ")";
    return os;
}
class Array {
public:
    Array(size_t n) : data_(n, 0) {}
    int &operator[](size_t i) { return data_[i]; }
    int operator[](size_t i) const { return data_[i]; }
    size_t size() const { return data_.size(); }
private:
    std::vector<int> data_;
};
class Handle {
public:
    Handle(int v) : v_(v) {}
    int operator*() const { return v_; }
    operator int() const { return v_; }
private:
    int v_;
};
Vec operator*(float k, const Vec &v) { return v * k; }
int Oper()
{
    Vec a(1, 2), b(3, 4), z;
    Vec c = a + b;
    std::cout << c << " " << (a - b) << " " << a * 2.0f << " " << -a << " " << 2.0f * b << std::endl;
    c += a;
    printf("%d %d %d\n", a == b, a != b, a < b);
    if (!z) printf("zero\n");
    if (c) printf("nonzero %.1f\n", c.x);
    Array arr(3);
    arr[1] = 5;
    arr[2] += 7;
    for (size_t i = 0; i < arr.size(); i++) printf("%d ", arr[i]);
    printf("\n");
    Handle h(42);
    int v = h;
    printf("%d %d\n", *h, v);
    return 0;
}

class MyError : public std::runtime_error {
public:
    MyError(const std::string &m, int code) : std::runtime_error(m), code_(code) {}
    int Code() const { return code_; }
private:
    int code_;
};
struct Plain : std::exception {
    const char *what() const noexcept override { return "plain"; }
};
struct Guard { ~Guard() { printf("guard\n"); } };
int F(int x)
{
    Guard g;
    if (x == 1) throw std::invalid_argument("one");
    if (x == 2) throw MyError("two", 22);
    if (x == 3) throw 33;
    if (x == 4) throw std::string("four");
    if (x == 5) throw Plain();
    if (x == 6) throw "chars";
    if (x == 7) throw std::out_of_range("seven");
    return x;
}
int Except()
{
    for (int i = 0; i < 9; i++) {
        try {
            printf("got %d\n", F(i));
        } catch (const MyError &e) {
            printf("mine %s %d\n", e.what(), e.Code());
        } catch (const std::logic_error &e) {
            printf("logic %s\n", e.what());
        } catch (const std::exception &e) {
            std::cout << "std " << e.what() << std::endl;
        } catch (...) {
            printf("other\n");
        }
    }
    try {
        try { F(1); } catch (...) { printf("rethrow\n"); throw; }
    } catch (std::invalid_argument &e) { printf("outer %s\n", e.what()); }
    try { throw std::runtime_error("code " + std::to_string(5)); }
    catch (std::runtime_error &e) { std::cerr << e.what(); std::cout << e.what() << "\n"; return 7; }
    return 0;
}

int main()
{
    Classes();
    Inherit();
    Ctors();
    Oper();
    Except();
    return 0;
}
