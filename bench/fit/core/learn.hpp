// The games to which nets are fitted: both answers to a dilemma are played out.
#pragma once
#include "horizon.hpp"

namespace celestia {

constexpr double PLAYS = 0.3;  // the share of the windows that are tried

// The chance to win of a seat that gives this answer, at the start of the next journey.
inline double chance(const State &position, int seat, const Move &move, const Seed &luck, const Players &players,
                     const Horizon &horizon) {
    State g = position;
    g.chance = Chance(luck);
    const int journey = g.journey;
    play(g, seat, move);
    Moves legal;
    for (int other; (other = to_choice(g, journey, legal)) >= 0;) play(g, other, players.choose(g, other, legal));
    double chances[SEATS] = {};
    if (g.waiting.empty()) final_shares(g, chances);
    else horizon.shares(g, players, chances);
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
inline std::vector<Tried> tried(Players players, const Horizon &horizon, uint64_t seed, int game) {
    Lots lots(seed + game * 0x51ed270b9f0d3c1dull);
    const Rules rules = drawn(lots);
    seat_players(lots, rules.seats, players);
    const double noise = drawn_noise(lots);
    // Of several learners each is tried less often.
    const double tried = 1.0 / std::max(1, __builtin_popcount(players.learners));
    State g = set_up(rules, lots.seed());
    std::vector<Tried> found;
    Moves legal;
    while (!g.waiting.empty()) {
        const int seat = to_choice(g, g.journey, legal);
        if (seat < 0) continue;
        Move move = players.choose(g, seat, legal);
        if (in(players.learners, seat)) {
            const Dilemmas all(g, seat, legal);
            const double often = all.count && all[0].name != PLAYING ? tried : tried * PLAYS;
            if (all.count && lots.share() < often) {
                const Dilemma &asked = all[lots.below(all.count)];
                const Seed luck = lots.seed();
                const double gain = chance(g, seat, asked.one, luck, players, horizon) -
                                    chance(g, seat, asked.other, luck, players, horizon);
                Inputs inputs(g, seat);
                inputs.of(asked);
                found.push_back({asked.name, game, float(gain), !(move == asked.other),
                                 {inputs.at, inputs.at + inputs.count}});
                if (lots.share() < noise) move = legal[lots.below(legal.count)];
            }
        }
        play(g, seat, move);
    }
    return found;
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
        double chances[SEATS] = {};
        final_shares(g, chances);
        found[game] = chances[learner];
    });
    double sum = 0, squares = 0;
    for (double share : found) sum += share, squares += share * share;
    const double mean = sum / games;
    return {mean, 1.96 * std::sqrt((squares / games - mean * mean) / games)};
}

}  // namespace celestia
