// What is a copy and what is the thing itself; what a name means where several things have it.
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

int x = 100;

struct Node {
    int value;
    std::vector<int> data;
    Node* next;
};

struct Counter {
    int count = 1;
    std::vector<int> seen;
    void Set(int value) { count = value; }
};

void Changes(Counter counter, std::vector<Counter> counters, std::map<int, int> numbers)
{
    counter.Set(9);
    counter.seen.push_back(1);
    counters[0].count = 5;
    numbers[1] = 2;
}

int Hidden()
{
    int x = 1;
    {
        int x = 2;
        x++;
        printf("%d ", x);
    }
    for (int x = 5; x < 6; x++) {
        printf("%d ", x);
    }
    return x;
}

int Global()
{
    int sum = x;
    for (int x = 0; x < 2; x++) {
        sum += x;
    }
    return sum + x;
}

void Lambdas()
{
    int value = 1;
    auto kept = [value]() { return value; };
    auto seen = [&value]() { return value; };
    value = 5;
    auto all = [=](int more) { return value + more; };
    value = 6;
    printf("%d %d %d\n", kept(), seen(), all(10));
}

template <typename T>
T FromInteger(int64_t value)
{
    return static_cast<T>(value);
}

template <typename T>
T Twice(T value)
{
    return value * 2;
}

int Overloaded(int value)
{
    return value;
}

int Overloaded(const std::string& text)
{
    return static_cast<int>(text.size());
}

int main()
{
    printf("%d\n", Hidden());
    printf("%d\n", Global());
    Lambdas();

    std::vector<Node> nodes(2);
    nodes[0].value = 3;
    nodes[1] = nodes[0];
    nodes[1].value = 4;
    Node& first = nodes[0];
    first.value = 8;
    Node copy = first;
    copy.value = 1;
    for (auto node : nodes) {
        node.value = 0;
    }
    printf("%d %d\n", nodes[0].value, nodes[1].value);
    for (auto& node : nodes) {
        node.value += 1;
    }
    printf("%d %d\n", nodes[0].value, nodes[1].value);

    int number = 3;
    const int& same = number;
    int* pointer = &number;
    *pointer += 2;
    printf("%d\n", same);
    std::string text = "old";
    std::string& also = text;
    also = "new";
    text += "er";
    printf("%s\n", also.c_str());
    std::vector<std::string> words = {"a", "b"};
    for (auto& word : words) {
        word += "z";
    }
    printf("%s %s\n", words[0].c_str(), words[1].c_str());

    Counter counter;
    std::vector<Counter> counters(1);
    std::map<int, int> counts;
    Changes(counter, counters, counts);
    printf("%d %zu %d %zu\n", counter.count, counter.seen.size(), counters[0].count, counts.size());

    std::string file = "name.bin";
    size_t slash = file.find('/');
    size_t dot = file.find('.');
    printf("%d %d %zu %zu\n", slash < file.size(), dot < file.size(), slash, dot);
    printf("%s %s %s\n", file.substr(0, slash).c_str(), file.substr(0, file.find('.')).c_str(),
           slash == std::string::npos ? "none" : "some");

    std::vector<float> values = {1, 2, 3};
    float* at = values.data() + 1;
    *at = 4;
    float** to = &at;
    printf("%f %ld\n", **to, at - values.data());
    at = values.data();
    printf("%f\n", (*to)[2]);
    printf("%d %d %u\n", FromInteger<int8_t>(300), FromInteger<uint8_t>(-1), FromInteger<uint32_t>(-1));
    printf("%d %d %f\n", Twice<int8_t>(100), Twice(100), Twice(1.5f));
    printf("%d %d %d\n", Overloaded(3), Overloaded("hello"), 0.1f == 0.1);
    return 0;
}
