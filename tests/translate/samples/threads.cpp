// Threads: references, members, locks, conditions, atomic numbers, futures.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

std::mutex g_mutex;
std::atomic<int> g_total{0};
void Work(int id, int &out) { out = id * id; g_total += id; }
class Worker {
public:
    void Start() { thread_ = std::thread(&Worker::Loop, this); }
    void Stop()
    {
        {
            std::unique_lock<std::mutex> lock(mutex_);
            done_ = true;
        }
        cv_.notify_all();
        if (thread_.joinable()) thread_.join();
    }
    void Push(int x)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        queue_.push(x);
        cv_.notify_one();
    }
    int Total() const { return total_; }
private:
    void Loop()
    {
        while (true) {
            std::unique_lock<std::mutex> lock(mutex_);
            cv_.wait(lock, [this] { return done_ || !queue_.empty(); });
            if (queue_.empty()) return;
            total_ += queue_.front();
            queue_.pop();
        }
    }
    std::thread thread_;
    std::mutex mutex_;
    std::condition_variable cv_;
    std::queue<int> queue_;
    bool done_ = false;
    int total_ = 0;
};
int Thread()
{
    std::vector<std::thread> threads;
    std::vector<int> results(4);
    for (int i = 0; i < 4; i++) threads.emplace_back(Work, i, std::ref(results[i]));
    for (auto &t : threads) t.join();
    printf("%d %d %d\n", results[3], g_total.load(), (int)threads.size());
    std::atomic<bool> flag(false);
    std::thread t([&flag]() { flag = true; });
    t.join();
    printf("%d\n", (int)flag.load());
    auto fut = std::async(std::launch::async, [](int a) { return a + 1; }, 4);
    printf("%d\n", fut.get());
    Worker w;
    w.Start();
    for (int i = 0; i < 5; i++) w.Push(i);
    w.Stop();
    printf("%d\n", w.Total());
    g_mutex.lock();
    g_total++;
    g_mutex.unlock();
    g_total.fetch_add(2);
    g_total.store(g_total.load() + 1);
    printf("%d\n", (int)g_total);
    auto start = std::chrono::high_resolution_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    auto end = std::chrono::high_resolution_clock::now();
    std::chrono::duration<double> diff = end - start;
    auto us = std::chrono::duration_cast<std::chrono::microseconds>(end - start).count();
    std::chrono::duration<double, std::milli> ms = end - start;
    printf("%d %d %d\n", diff.count() > 0.001, us > 1000, ms.count() > 1);
    double el = std::chrono::duration<double>(end - start).count();
    printf("%d\n", el > 0.001);
    std::cout.precision(3);
    std::cout << 3.14159 << std::endl;
    std::cout.flush();
    return 0;
}

int main()
{
    Thread();
    return 0;
}
