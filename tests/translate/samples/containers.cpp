// Algorithms, iterators, maps, sets, queues, tuples, optionals.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

void show(const char *n, const std::vector<int> &v) { printf("%s:", n); for (int x : v) printf(" %d", x); printf("\n"); }
int Algos()
{
    std::vector<int> a(6), b;
    std::iota(a.begin(), a.end(), 1);
    std::fill(a.begin(), a.begin() + 2, 9);
    show("fill", a);
    std::fill_n(a.begin() + 3, 2, 5);
    show("fill_n", a);
    std::copy(a.begin(), a.end(), std::back_inserter(b));
    show("copy", b);
    int n = 0;
    std::generate(b.begin(), b.end(), [&n]() { return n++ * 2; });
    show("generate", b);
    std::for_each(b.begin(), b.end(), [](int &x) { x += 1; });
    show("for_each", b);
    std::transform(a.begin(), a.end(), b.begin(), [](int x) { return x * x; });
    show("transform", b);
    std::transform(a.begin(), a.end(), b.begin(), b.begin(), [](int x, int y) { return x + y; });
    show("transform2", b);
    std::vector<float> f = {1.5f, 2.5f, 0.5f};
    printf("%d %f %d\n", std::accumulate(a.begin(), a.end(), 0), std::accumulate(f.begin(), f.end(), 0.0f), std::accumulate(a.begin(), a.end(), 1, [](int x, int y) { return x * y; }));
    printf("%ld\n", std::accumulate(a.begin(), a.end(), static_cast<int64_t>(1), std::multiplies<int64_t>()));
    std::sort(a.begin(), a.end(), [](int x, int y) { return x > y; });
    show("sort", a);
    std::sort(a.begin(), a.end(), std::greater<int>());
    std::sort(f.begin(), f.end());
    printf("%f %f\n", f[0], f[2]);
    std::vector<int> idx(6);
    std::iota(idx.begin(), idx.end(), 0);
    std::stable_sort(idx.begin(), idx.end(), [&a](int x, int y) { return a[x] < a[y]; });
    show("argsort", idx);
    auto m = std::max_element(a.begin(), a.end());
    printf("%d %ld %d\n", *m, std::distance(a.begin(), m), *std::min_element(a.begin(), a.end()));
    printf("%d %d %d\n", std::min(3, 4), std::max({1, 7, 3}), std::min<int64_t>(5, 2) == 2);
    printf("%d %d %d\n", std::any_of(a.begin(), a.end(), [](int x) { return x > 8; }), std::all_of(a.begin(), a.end(), [](int x) { return x > 3; }), std::none_of(a.begin(), a.end(), [](int x) { return x == 4; }));
    std::vector<int> c = a;
    printf("%d\n", std::equal(a.begin(), a.end(), c.begin()));
    std::reverse(c.begin(), c.end());
    show("reverse", c);
    printf("%d %d\n", a == c, a != c);
    std::swap(a, c);
    show("swap", a);
    printf("%ld %ld\n", std::count(a.begin(), a.end(), 5), std::count_if(a.begin(), a.end(), [](int x) { return x % 2 == 1; }));
    auto found = std::find(a.begin(), a.end(), 9);
    if (found != a.end()) printf("found at %ld\n", found - a.begin());
    auto fi = std::find_if(a.begin(), a.end(), [](int x) { return x > 5; });
    printf("%d\n", *fi);
    a.erase(std::unique(a.begin(), a.end()), a.end());
    show("unique", a);
    c.erase(std::remove(c.begin(), c.end(), 5), c.end());
    show("remove", c);
    std::vector<float> x = {1, 2, 3}, y = {4, 5, 6};
    printf("%f\n", std::inner_product(x.begin(), x.end(), y.begin(), 0.0f));
    std::vector<int> ps(4);
    std::vector<int> one = {1, 2, 3, 4};
    std::partial_sum(one.begin(), one.end(), ps.begin());
    show("partial", ps);
    int arr[4] = {4, 2, 3, 1};
    std::sort(arr, arr + 4);
    printf("%d %d\n", arr[0], std::accumulate(arr, arr + 4, 0));
    std::fill(std::begin(arr), std::end(arr), 7);
    std::fill_n(arr, 2, 1);
    std::copy_n(one.begin(), 2, arr + 2);
    printf("%d %d %d %d\n", arr[0], arr[1], arr[2], arr[3]);
    std::vector<float> out(3);
    std::copy(x.begin(), x.end(), out.begin());
    std::transform(x.begin(), x.end(), out.begin(), [](float v) { return v / 3; });
    printf("%f %f\n", out[0], out[1]);
    std::string s = "Hello";
    std::transform(s.begin(), s.end(), s.begin(), ::tolower);
    printf("%s %d\n", s.c_str(), std::clamp(15, 0, 10));
    std::rotate(one.begin(), one.begin() + 1, one.end());
    show("rotate", one);
    std::vector<int> sl(one.begin(), one.end() - 1);
    show("slice", sl);
    return 0;
}

int Total(std::initializer_list<int> l) { int t = 0; for (auto x : l) t += x; return t; }
std::optional<int> Find(const std::map<std::string, int> &m, const std::string &k)
{
    auto it = m.find(k);
    if (it == m.end()) return std::nullopt;
    return it->second;
}
struct Item { int id; std::string name; };
int Iters()
{
    std::vector<int> v = {3, 1, 2};
    for (auto it = v.begin(); it != v.end(); ++it) { *it *= 2; std::cout << *it << " "; }
    for (std::vector<int>::iterator it = v.begin(); it != v.end(); it++) std::cout << *it << " ";
    for (auto it = v.rbegin(); it != v.rend(); ++it) std::cout << *it << " ";
    for (auto it = std::begin(v); it != std::end(v); ++it) std::cout << (it - v.begin()) << " ";
    std::cout << std::endl;
    std::map<std::string, int> m = {{"b", 2}, {"a", 1}};
    m["c"] = 3;
    m.insert({"d", 4});
    m.insert(std::make_pair("e", 5));
    m.emplace("f", 6);
    m["c"] += 10;
    m["new"]++;
    for (auto it = m.begin(); it != m.end(); ++it) std::cout << it->first << "=" << it->second << " ";
    for (const auto &kv : m) std::cout << kv.first << kv.second << " ";
    for (auto &[k, x] : m) { x += 1; std::cout << k << x << " "; }
    std::cout << m.size() << m.count("a") << std::endl;
    auto it = m.find("b");
    if (it != m.end()) { std::cout << it->second << std::endl; m.erase(it); }
    m.erase("a");
    std::cout << m.size() << " " << m.at("c") << std::endl;
    auto o = Find(m, "c");
    if (o.has_value()) std::cout << o.value() << *o << std::endl;
    std::cout << Find(m, "zz").value_or(-1) << std::endl;
    std::unordered_map<int, std::vector<int>> groups;
    for (int i = 0; i < 6; i++) groups[i % 3].push_back(i);
    std::cout << groups[1].size() << groups.at(2)[1] << std::endl;
    std::set<int> s = {3, 1, 2, 3};
    s.insert(5); s.erase(1);
    for (int x : s) std::cout << x << " ";
    std::cout << *s.begin() << s.size() << (s.find(3) != s.end()) << std::endl;
    std::pair<int, std::string> p{1, "one"};
    p.first = 9;
    auto [num, word] = p;
    std::cout << num << word << p.second << std::endl;
    std::tuple<int, float, std::string> t = std::make_tuple(1, 2.5f, "t");
    std::cout << std::get<0>(t) << std::get<1>(t) << std::get<2>(t) << std::endl;
    int a; float b; std::string c;
    std::tie(a, b, c) = t;
    std::cout << a << b << c << std::endl;
    std::array<float, 3> arr{1.5f, 2.5f};
    arr[2] = 3.5f;
    for (auto x : arr) std::cout << x << " ";
    std::cout << arr.size() << arr.back() << std::endl;
    std::deque<int> d = {1, 2};
    d.push_front(0); d.push_back(3); d.pop_front();
    for (auto x : d) std::cout << x << " ";
    std::queue<int> q; q.push(1); q.push(2); std::cout << q.front() << q.size(); q.pop(); std::cout << q.front() << q.empty() << std::endl;
    std::stack<int> st; st.push(1); st.push(2); std::cout << st.top(); st.pop(); std::cout << st.top() << std::endl;
    std::cout << Total({1, 2, 3}) << std::endl;
    std::vector<Item> items = {{1, "x"}, {2, "y"}};
    for (auto &[id, name] : items) std::cout << id << name << " ";
    items.erase(items.begin());
    v.insert(v.begin() + 1, 77);
    v.erase(v.begin());
    v.insert(v.end(), {8, 9});
    for (auto x : v) std::cout << x << " ";
    std::cout << v.front() << v.back() << items.size() << std::endl;
    std::vector<std::vector<float>> g = {{1, 2}, {3}};
    for (const auto &row : g) { for (float x : row) std::cout << x << " "; std::cout << row.size() << std::endl; }
    std::vector<int> part(v.begin() + 1, v.begin() + 3);
    std::cout << part.size() << part[0] << std::endl;
    return 0;
}

int main()
{
    Algos();
    Iters();
    return 0;
}
