// All randomness of a game, byte for byte that of `engine.chance`: BLAKE2b in counter mode.
#pragma once
#include <cstring>

#include "box.hpp"

namespace celestia {

// One block of the stream: BLAKE2b of a counter under a 32-byte key (RFC 7693).
inline void blake2b(const Byte *key, uint64_t number, Byte *out) {
    static constexpr uint64_t IV[8] = {
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
    static constexpr Byte SIGMA[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
        {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
        {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
        {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
        {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
        {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    constexpr int KEY = 32, BLOCK = 128, DIGEST = 64;
    uint64_t h[8];
    std::memcpy(h, IV, sizeof h);
    h[0] ^= 0x01010000 ^ (KEY << 8) ^ DIGEST;
    auto compress = [&](const Byte *block, uint64_t counted, bool last) {
        uint64_t m[16], v[16];
        std::memcpy(m, block, sizeof m);
        for (int i = 0; i < 8; i++) v[i] = h[i], v[i + 8] = IV[i];
        v[12] ^= counted;
        if (last) v[14] = ~v[14];
        auto turn = [](uint64_t x, int n) { return x >> n | x << (64 - n); };
        auto mix = [&](int a, int b, int c, int d, uint64_t x, uint64_t y) {
            v[a] += v[b] + x, v[d] = turn(v[d] ^ v[a], 32);
            v[c] += v[d], v[b] = turn(v[b] ^ v[c], 24);
            v[a] += v[b] + y, v[d] = turn(v[d] ^ v[a], 16);
            v[c] += v[d], v[b] = turn(v[b] ^ v[c], 63);
        };
        for (int round = 0; round < 12; round++) {
            const Byte *s = SIGMA[round % 10];
            for (int i = 0; i < 4; i++) mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
            for (int i = 0; i < 4; i++)
                mix(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, m[s[2 * i + 8]],
                    m[s[2 * i + 9]]);
        }
        for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[i + 8];
    };
    Byte block[BLOCK] = {};
    std::memcpy(block, key, KEY);
    compress(block, BLOCK, false);
    std::memset(block, 0, BLOCK);
    std::memcpy(block, &number, sizeof number);
    compress(block, BLOCK + sizeof number, true);
    std::memcpy(out, h, DIGEST);
}

struct Seed {
    Byte bytes[32];
};

// A stream of unbiased draws from a seed.
class Chance {
  public:
    Chance() = default;
    explicit Chance(const Seed &seed) : seed_(seed) {}

    // A number from 0 to n - 1, for n up to 256.
    int below(int n) {
        const int fair = 256 - 256 % n;
        while (true) {
            const int byte = next();
            if (byte < fair) return byte % n;
        }
    }

    // Put things in a new order.
    void shuffle(Byte *things, int count) {
        for (int last = count - 1; last > 0; last--) std::swap(things[last], things[below(last + 1)]);
    }

    Face die() { return DIE[below(6)]; }

  private:
    int next() {
        const int offset = drawn_ % sizeof block_;
        if (!offset) blake2b(seed_.bytes, drawn_ / sizeof block_, block_);
        drawn_++;
        return block_[offset];
    }

    Seed seed_{};
    uint32_t drawn_ = 0;
    Byte block_[64];
};

}  // namespace celestia
