// A quick stream of numbers (SplitMix64) for what is no part of a game, and work on all processors.
#pragma once
#include <atomic>
#include <cmath>
#include <thread>

#include "chance.hpp"

namespace celestia {

class Lots {
  public:
    explicit Lots(uint64_t seed) : state_(seed) {}
    uint64_t next() {
        uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    int below(int n) { return next() % n; }
    double share() { return (next() >> 11) * 0x1p-53; }
    double normal() { return std::sqrt(-2 * std::log(1 - share())) * std::cos(2 * M_PI * share()); }
    Seed seed() {
        Seed seed;
        for (int n = 0; n < 4; n++) {
            const uint64_t number = next();
            std::memcpy(seed.bytes + 8 * n, &number, 8);
        }
        return seed;
    }
    void shuffle(std::vector<int> &order) {
        for (int n = order.size() - 1; n > 0; n--) std::swap(order[n], order[below(n + 1)]);
    }

  private:
    uint64_t state_;
};

// Call for each number below `count`, on all processors at once.
template <typename Call>
void at_once(int count, Call call) {
    std::atomic<int> next = 0;
    std::vector<std::thread> threads;
    for (unsigned n = 0; n < std::max(1u, std::thread::hardware_concurrency()); n++)
        threads.emplace_back([&] {
            for (int number; (number = next++) < count;) call(number);
        });
    for (std::thread &thread : threads) thread.join();
}

}  // namespace celestia
