// The games to which nets are fitted: both answers to a dilemma are played out.
#pragma once
#include <atomic>
#include <thread>

#include "net.hpp"

namespace celestia {

// A quick stream of numbers (SplitMix64) for what is no part of a game.
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
    Seed seed() {
        Seed seed;
        for (int n = 0; n < 4; n++) {
            const uint64_t number = next();
            std::memcpy(seed.bytes + 8 * n, &number, 8);
        }
        return seed;
    }

  private:
    uint64_t state_;
};

constexpr double PLAYS = 0.3;  // the share of the windows that are tried
constexpr double ANY_BOX = 0.5;

// A table: often the base game at four seats, now and then any other.
inline Rules drawn(Lots &lots) {
    Options options;
    int seats = 4;
    const int kind = lots.below(100);
    if (kind < 40) {
    } else if (kind < 65) {
        for (bool &box : options.boxes) box = true;
    } else if (kind < 78) {
        constexpr int COUNTS[] = {2, 2, 3, 5, 6, 6};
        seats = COUNTS[lots.below(6)];
    } else if (kind < 94) {
        constexpr int COUNTS[] = {2, 3, 4, 4, 5, 6}, GOALS[] = {25, 50, 50, 50, 75, 100};
        seats = COUNTS[lots.below(6)], options.goal = GOALS[lots.below(6)];
        const bool all = lots.share() < ANY_BOX;
        for (bool &box : options.boxes) box = all || lots.share() < ANY_BOX;
    } else if (kind < 98) {
        constexpr int COUNTS[] = {2, 3, 4, 4, 5, 6};
        seats = COUNTS[lots.below(6)], options.variant = BEGINNER;
    } else {
        seats = 2, options.variant = CREW;
    }
    return Rules(seats, options);
}

// Seat one learner among easy players, a mix, or learners alone.
inline void seat_players(Lots &lots, int seats, Players &players) {
    const int kind = lots.below(100);
    players.learners = players.easy = 0;
    const int learner = lots.below(seats);
    for (int seat = 0; seat < seats; seat++) {
        const int of = kind < 80 ? (seat == learner ? 2 : 0) : kind < 92 ? lots.below(3) : 2;
        if (of == 2) players.learners |= only(seat);
        if (of == 0) players.easy |= only(seat);
    }
}

// The chance to win of a seat that gives this answer, at the start of the next journey.
inline double chance(const State &position, int seat, const Move &move, const Seed &luck, const Players &players) {
    State g = position;
    g.chance = Chance(luck);
    const int journey = g.journey;
    play(g, seat, move);
    Moves legal;
    for (int other; (other = to_choice(g, journey, legal)) >= 0;) play(g, other, players.choose(g, other, legal));
    double chances[SEATS];
    if (g.waiting.empty()) final_shares(g, chances);
    else shares(g, players.weights, chances);
    return chances[seat];
}

// A dilemma of which both answers were played out.
struct Tried {
    int name, game;
    float gain;  // by how much the first answer has raised the chance to win
    bool first;  // the player gave the first answer
    std::vector<float> inputs;
};

// Play a game, and return its dilemmas.
inline std::vector<Tried> tried(Players players, uint64_t seed, int game) {
    Lots lots(seed + game * 0x51ed270b9f0d3c1dull);
    const Rules rules = drawn(lots);
    seat_players(lots, rules.seats, players);
    const double noise = lots.below(3) * .04;
    // Of several learners each is tried less often.
    const double tried = 1.0 / __builtin_popcount(players.learners | 1);
    State g = set_up(rules, lots.seed());
    std::vector<Tried> found;
    Moves legal;
    while (!g.waiting.empty()) {
        const int seat = to_choice(g, g.journey, legal);
        if (seat < 0) continue;
        Move move = players.choose(g, seat, legal);
        const Dilemma asked = dilemma(g, seat, legal);
        const double often = asked.name == PLAYING ? tried * PLAYS : tried;
        if (asked.name >= 0 && in(players.learners, seat) && lots.share() < often) {
            const Seed luck = lots.seed();
            const double gain =
                chance(g, seat, asked.one, luck, players) - chance(g, seat, asked.other, luck, players);
            const Inputs inputs(g, seat, asked);
            found.push_back({asked.name, game, float(gain), move == asked.one,
                             {inputs.at, inputs.at + inputs.count}});
            if (lots.share() < noise) move = legal[lots.below(legal.count)];
        }
        play(g, seat, move);
    }
    return found;
}

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

// The share of some games that one learner wins against easy or normal players, and its interval.
inline std::pair<double, double> won(const Players &known, uint64_t seed, int games, const Rules &rules,
                                     bool easy) {
    std::vector<double> found(games);
    at_once(games, [&](int game) {
        Players players = known;
        const Rules mine = rules;  // what it remembers is for one thread
        const int learner = game % rules.seats;
        players.learners = only(learner);
        players.easy = easy ? Mask(~only(learner)) : 0;
        State g = set_up(mine, Lots(seed + game / rules.seats).seed());
        Moves legal;
        while (!g.waiting.empty()) {
            const int seat = to_choice(g, g.journey, legal);
            if (seat >= 0) play(g, seat, players.choose(g, seat, legal));
        }
        double chances[SEATS];
        final_shares(g, chances);
        found[game] = chances[learner];
    });
    double sum = 0, squares = 0;
    for (double share : found) sum += share, squares += share * share;
    const double mean = sum / games;
    return {mean, 1.96 * std::sqrt((squares / games - mean * mean) / games)};
}

}  // namespace celestia
