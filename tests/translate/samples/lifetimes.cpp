// When the ends of objects come: last made first, at every way out, through bases, fields and smart pointers.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Traced {
    std::string name;
    Traced(std::string given) : name(given) { printf("+%s ", name.c_str()); }
    ~Traced() { printf("-%s ", name.c_str()); }
};

struct Base {
    Base() { printf("+base "); }
    virtual ~Base() { printf("-base "); }
    virtual void Act() { printf("base acts "); }
};

struct Derived : Base {
    Traced inside{"inside"};
    Derived() { printf("+derived "); }
    ~Derived() override { printf("-derived "); }
    void Act() override { printf("derived acts "); }
};

struct Abstract {
    virtual ~Abstract() = default;
    virtual int Give() = 0;
};

struct Concrete : Abstract {
    Traced field{"field"};
    int Give() override { return 3; }
};

struct Owner {
    std::unique_ptr<Traced> held;
    Owner() : held(std::make_unique<Traced>("held")) {}
};

struct Holder {
    Traced first{"first"};
    Traced second{"second"};
};

int Early(int way)
{
    Traced here("here");
    if (way) {
        return 1;
    }
    printf("late ");
    return 0;
}

void Throws()
{
    Traced here("thrown over");
    throw std::runtime_error("bad");
}

std::unique_ptr<Traced> Make()
{
    return std::make_unique<Traced>("made");
}

int main()
{
    {
        Derived derived;
        derived.Act();
    }
    printf("\n");
    {
        Base* pointer = new Derived();
        pointer->Act();
        delete pointer;
    }
    printf("\n");
    {
        auto first = std::make_unique<Derived>();
        std::unique_ptr<Base> second = std::move(first);
        second->Act();
    }
    printf("\n");
    {
        std::unique_ptr<Abstract> abstract = std::make_unique<Concrete>();
        printf("%d ", abstract->Give());
        std::shared_ptr<Traced> shared = std::make_shared<Traced>("shared");
        printf("%s ", shared->name.c_str());
    }
    printf("\n");
    {
        Owner owner;
        Holder holder;
    }
    printf("\n%d ", Early(1));
    printf("%d\n", Early(0));
    try {
        Throws();
    } catch (const std::exception& error) {
        printf("%s\n", error.what());
    }
    {
        auto made = Make();
        printf("got ");
    }
    Make();
    Traced("nobody");
    printf("next\n");
    for (int i = 0; i < 2; i++) {
        Traced turn("turn" + std::to_string(i));
        if (i == 0) {
            continue;
        }
        printf("body ");
    }
    printf("\n");
    return 0;
}
