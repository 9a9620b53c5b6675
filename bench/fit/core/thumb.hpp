// Easy and normal players: the rules of `players.thumb`, by quick odds and without a memory.
#pragma once
#include "odds.hpp"

namespace celestia {

// The numbers by which a player judges, in points (`players.thumb.weights`).
struct Judgement {
    double envy;
    bool crashes;    // a normal player lets the craft crash on its own terms
    bool remembers;  // and uses the public bounds of other hands

    static constexpr double DICE_PER_HAND = 9, SPREAD = 10, SPREAD_AHEAD = .4, RESCUED = .07, SPOILT = .5,
                            DARING = 1.07, LASTING = .95, TIE = .03, NEVER = -1000, WAITING = .5;
    static double price(int card) {
        switch (card) {
            case COMPASS: case LIGHTNING_ROD: case FOGHORN: case CANNON: return 1;
            case UPGRADED_COMPASS: case UPGRADED_LIGHTNING_ROD: case UPGRADED_FOGHORN:
            case UPGRADED_CANNON: return 1.5;
            case HELP_FOG: case HELP_LIGHTNING: case HELP_BIRDS: case HELP_PIRATES: return -.5;
            case TURBO: return 1.8;
            case JETPACK: return 3.5;
            case DESPERATE_NEED: return 1.5;
            case SPYGLASS: return 2;
            case BANDIT: case INSTRUCTOR: return .6;
            case NEW_EQUIPMENT: return .5;
            case SPY: return .3;
            case EJECTION: case WIND_GUST: case MOORING_LINE: case GRAPPLING_HOOK: case YELLOW:
            case PURPLE: return .8;
            default: return 1;
        }
    }
};
// Whether a crash of the ship is good for a seat, with so many rivals aboard.
inline bool lets_crash(const State &g, int seat) {
    if (g.leg.craft != SHIP) return false;
    const double share = double(__builtin_popcount(g.in_ship & ~only(seat))) / (g.count() - 1);
    const int city = g.leg.city;
    return (share >= .99 && city <= 9) || (share >= .6 && city <= 4) || (share >= .3 && city <= 1);
}

inline bool none(const int *needs) { return !needs[0] && !needs[1] && !needs[2] && !needs[3]; }

constexpr Judgement EASY{.35, false, false}, NORMAL{.6, true, true};

// The treasures that a seat has not seen, by kind, and their mean by city.
struct UnseenTreasures {
    int left[KINDS];
    double means[STOPS] = {};

    UnseenTreasures(const State &g, int seat) {
        int copies[STOPS] = {}, sums[STOPS] = {}, mine[KINDS] = {};
        for (Byte kind : g.seats[seat].treasures) mine[kind]++;
        for (int kind = 0; kind < KINDS; kind++) {
            const Treasure &t = TREASURES[kind];
            left[kind] = t.spyglass && !g.rules->acts[SPYGLASS] ? 0 : t.copies - mine[kind] - g.removed[kind];
            copies[t.city] += left[kind], sums[t.city] += left[kind] * t.points;
        }
        for (int city = 1; city <= LAST; city++)
            if (copies[city]) means[city] = double(sums[city]) / copies[city];
    }
};

// What one seat thinks of its position; made for one question.
class Outlook {
  public:
    Outlook(const State &g, int me, const Judgement &judgement) : g_(g), me_(me), j_(judgement) {
        for (int n = 0; n < g.count(); n++) {
            points_[n] = g.seats[n].tokens * TOKEN_POINTS;
            for (Byte kind : g.seats[n].treasures)
                points_[n] += n == me ? TREASURES[kind].points : treasures_.means[TREASURES[kind].city];
            if (n != me) best_ = std::max(best_, points_[n]);
        }
        if (g.rules->options.variant == BEGINNER) {
            int most = 0;
            for (int n = 0; n < g.count(); n++) {
                int cities = 0;
                for (Byte kind : g.seats[n].treasures) cities |= 1 << TREASURES[kind].city;
                most = std::max(most, __builtin_popcount(cities));
            }
            cities_ = BEGINNER_CITIES - most;
        }
        calm_ = std::min(1.0, missing(0) / 25);
        level_ = win(0);
        slope_ = std::max(1e-9, (win(8) - win(-8)) / 16);
        for (double &landing : landings_) landing = NAN;
        g.leg.to_face(needs_);
    }

    // The worth of a move; only differences between the moves of one question matter.
    double worth(const Move &move) {
        const Leg &leg = g_.leg;
        switch (g_.top().kind) {
            case START:
                if (move.kind == Move::LEAVE) return leaving(move);
                if (move.kind == Move::STEER) return steering();
                if (move.kind == Move::PREPARE) return rolling(DICE[leg.city]) + j_.WAITING;
                return rolling(0);
            case DECISIONS:
                if (move.kind == Move::LEAVE) return leaving(move);
                return move.kind == Move::PLAY ? boarding(move.card) : staying();
            case DECLARATION:
                return move.kind == Move::DECLARE_CANNOT ? last_hope() : stake() - cost_of(needs_);
            case PAYMENT: {
                Byte cards[CARDS];
                cards_of(g_, move, cards);
                Seat rest = mine();
                for (int card = 0; card < CARDS; card++) rest.hand[card] -= cards[card];
                return hand_value(rest);
            }
            case PICK_DICE: return picking(move);
            case DRAW_TREASURE: case CHOOSE_TREASURE: {
                const Treasure &t = TREASURES[move.on];
                const double kept = t.points + (t.spyglass ? price(SPYGLASS) : 0);
                return g_.top().seat == me_ ? kept : -kept;
            }
            case EXCHANGES: return exchange(move);
            case GIVE_GIFTS: return -points_[move.on];
            default: break;
        }
        if (move.kind != Move::PLAY) return 0;
        const double gain = gain_of(move);
        return gain > j_.TIE ? gain : j_.NEVER;
    }

    // --- this leg, in figures that are computed when asked for -----------------------------------

    double crash() {
        if (std::isnan(crash_)) crash_ = in(g_.aboard(), me_) ? fall(g_.leg.city) : 0;
        return crash_;
    }
    double arrival() {
        if (std::isnan(arrival_)) arrival_ = arrival_of(g_.leg.captain);
        return arrival_;
    }
    double odds() {
        if (std::isnan(odds_))
            odds_ = g_.leg.said == CAN ? 1 : g_.leg.said == CANNOT ? 0 : can_pay(g_.leg.captain);
        return odds_;
    }
    double stake() {
        if (std::isnan(stake_))
            stake_ = (in(g_.aboard(), me_) ? arrival() - crash() : 0) - begrudged(g_.leg.captain);
        return stake_;
    }
    double landing(int city) {
        if (std::isnan(landings_[city])) landings_[city] = worth_of(points(city));
        return landings_[city];
    }

  private:
    const Seat &mine() const { return g_.seats[me_]; }
    bool captain() const { return g_.leg.captain == me_; }

    // --- the race --------------------------------------------------------------------------------

    double missing(double gain) const {
        if (cities_ >= 0) return std::max(0.0, cities_ * 7.0);
        return std::max(0.0, g_.rules->options.goal - std::max(points_[me_] + gain, best_));
    }
    double spread(double gain) const { return j_.SPREAD + j_.SPREAD_AHEAD * missing(gain); }
    static double logistic(double lead) { return 1 / (1 + std::exp(-std::clamp(lead, -20.0, 20.0))); }
    double win(double gain) const {
        return logistic((points_[me_] - HELP_PENALTY * mine().help() + gain - best_) / spread(gain));
    }
    double worth_of(double gain) const { return gain ? (win(gain) - level_) / slope_ : 0; }
    double weight(int rival) const {
        double sum = 0;
        for (int n = 0; n < g_.count(); n++)
            if (n != me_) sum += std::exp((points_[n] - best_) / j_.SPREAD);
        const double behind = points_[me_] - points_[rival] - 8;
        return std::exp((points_[rival] - best_) / j_.SPREAD) / sum *
               std::min(1.0, 2 * logistic(-behind / spread(0)));
    }

    // --- points ----------------------------------------------------------------------------------

    double points(int city) const {
        if (city == BOSCALUMIA) return TOKEN_POINTS;
        return city > LAST || g_.piles[city].empty() ? 0 : treasures_.means[city];
    }
    double price(int card) const { return calm_ * j_.price(card); }
  public:
    // What an Instructor adds to a treasure of this city.
    double lookup(int city) const {
        std::vector<int> unseen;
        for (int kind = 0; kind < KINDS; kind++) {
            const Treasure &t = TREASURES[kind];
            if (t.city != city) continue;
            for (int n = 0; n < treasures_.left[kind]; n++) unseen.push_back(t.points);
        }
        std::sort(unseen.begin(), unseen.end());
        const int size = std::min<int>(g_.piles[city].count, unseen.size());
        double best = 0;
        for (int n = 0; n < int(unseen.size()); n++) best += unseen[n] * comb(n, size - 1);
        return best / comb(unseen.size(), size) - treasures_.means[city] - price(INSTRUCTOR);
    }

  private:
    double leaving(const Move &move) {
        return landing(g_.leg.city) + (move.aid != NO_CARD ? lookup(g_.leg.city) : 0);
    }
    bool holds_spyglass() const {
        for (Byte kind : mine().treasures)
            if (TREASURES[kind].spyglass) return true;
        return false;
    }
    double spyglass_cost() const { return SPYGLASS_POINTS + price(SPYGLASS) / 2; }

    // --- odds ------------------------------------------------------------------------------------

    static constexpr int FULL = 10;

    // The odds of a seat to pay these events, by all that this seat knows.
    double able(int seat, const int *needs) const {
        const int turned = seat == g_.leg.captain ? g_.leg.turned.counts(TURBO) : 0;
        if (seat == me_) return covers_.lacks(needs) <= turned;
        return unseen_.able(needs, g_.seats[seat].cards, turned, bounds(seat));
    }
    double can_pay(int seat) const { return able(seat, needs_); }
    const Bound *bounds(int seat) const {
        return j_.remembers && g_.seats[seat].bounded() ? g_.seats[seat].bounds : nullptr;
    }
    // About the odds of the captain to pay other events than those on the table, after the word about
    // these.
    double able_now(const int *then) {
        const int seat = g_.leg.captain;
        if (captain()) return able(seat, then);
        const double alone = quickly(then);
        if (g_.leg.said == NOTHING) return alone;
        int both[SYMBOLS];
        for (int s = 0; s < SYMBOLS; s++) both[s] = std::max(needs_[s], then[s]);
        if (std::isnan(can_)) can_ = quickly(needs_);
        const double joint = quickly(both);
        if (g_.leg.said == CAN) return can_ ? std::min(1.0, joint / can_) : 0;
        return can_ < 1 ? std::max(0.0, alone - joint) / (1 - can_) : 0;
    }
    double quickly(const int *needs) const {
        const int seat = g_.leg.captain;
        return unseen_.pays(needs, g_.seats[seat].cards, g_.leg.turned.has(TURBO), bounds(seat));
    }
    double flight(int seat, int dice, Mask ignored = 0) const {
        if (seat == me_) return covers_.pays_roll(dice, ignored);
        return unseen_.pays_blindly(dice, std::min<int>(FULL, g_.seats[seat].cards), bounds(seat));
    }
    // The odds of so many cards of a whole deck, roll by roll.
    const Flights &of_deck(int dice, int cards) const {
        Flights &found = g_.rules->flights[dice][cards];
        if (found.empty()) {
            Unseen deck = unseen_;
            deck.size = 0;
            for (int card = 0; card < CARDS; card++) deck.size += g_.rules->copies[card];
            for (int s = 0; s < SYMBOLS; s++)
                deck.singles[s] = g_.rules->copies[SINGLE[s]], deck.doubles[s] = g_.rules->copies[DOUBLE[s]];
            deck.turbos = g_.rules->copies[TURBO];
            deck.each(dice, cards, nullptr, [&](double odds, double likely) { found.push_back({odds, likely}); });
        }
        return found;
    }
    double deck_pays(int dice, int cards) const {
        double sum = 0;
        for (const auto &[odds, likely] : of_deck(dice, std::min(cards, FULL))) sum += odds * likely;
        return sum;
    }

    // --- voyages ---------------------------------------------------------------------------------

    int heir(int captain, Mask aboard) const {
        return g_.clockwise((captain + 1) % g_.count(), aboard).at[0];
    }
    Mask served(int captain, Mask aboard) const {
        const int target = g_.leg.target;
        if (target > LAST || g_.next_stop(target)) return aboard;
        int left = g_.piles[target].count;
        Mask found = 0;
        const List<SEATS> order = g_.clockwise(captain, aboard);
        for (Byte seat : order)
            if (left-- > 0) found |= only(seat);
        return found;
    }
    double toll(int dice) const { return price(COMPASS) * dice * (1 - 2 / 6.0); }
    double fall(int city) {
        if (!mine().hand[JETPACK] || city > LAST) return 0;
        return std::max(0.0, landing(city) - price(JETPACK));
    }
    int stops_from(int city, int *stops) const {
        int count = 0;
        for (; city; city = g_.next_stop(city)) stops[count++] = city;
        return count;
    }
    double ahead(int city, int captain, Mask aboard) {
        int stops[STOPS];
        const int count = stops_from(city, stops);
        const List<SEATS> order = g_.clockwise(captain, aboard);
        double value = landing(stops[count - 1]);
        if (stops[count - 1] <= LAST)
            value *= std::min(1.0, double(g_.piles[stops[count - 1]].count) / order.count);
        for (int leg = count - 2; leg >= 0; leg--) {
            const int turns = leg / order.count, seat = order.at[leg % order.count];
            const int dice = DICE[stops[leg + 1]];
            const double here = stops[leg] <= LAST ? landing(stops[leg]) : 0, crash = fall(stops[leg]);
            const bool known = seat == me_ && !turns;
            int cards = g_.seats[seat].cards;
            if (turns) cards = std::max(0, int(std::lrint(cards - turns * dice * 2 / 3.0)));
            cards = std::min(cards, FULL);
            if (seat != me_) {
                value *= j_.LASTING;
                double sum = 0;
                auto add = [&](double p, double w) {
                    sum += w * std::max(here, p * value + (1 - p) * crash);
                };
                if (leg >= 2 && (turns || !bounds(seat)))
                    for (const auto &[p, w] : of_deck(dice, cards)) add(p, w);
                else
                    unseen_.each(dice, cards, turns ? nullptr : bounds(seat), add);
                value = sum;
                continue;
            }
            const double odds = known ? covers_.pays_roll(dice) : leg >= 2 ? deck_pays(dice, cards) : unseen_.pays_blindly(dice, cards);
            value = odds * (value - toll(dice)) + (1 - odds) * crash;
            if (order.count == 1) value = std::max(here, value);
        }
        return value;
    }
    double arrival_of(int captain, Mask aboard = 0) {
        aboard = (aboard ? aboard : g_.aboard()) | only(me_);
        const int target = g_.leg.target;
        if (g_.leg.craft == BOAT) return rowing(target, g_.boat.card);
        if (!g_.next_stop(target)) return in(served(captain, aboard), me_) ? landing(target) : 0;
        return ahead(target, heir(captain, aboard), aboard);
    }
    double rowing(int city, int card) {
        int stops[STOPS];
        const int count = stops_from(city, stops);
        const Mask ignored = card == NO_CARD ? 0 : only(symbol_of(ROWBOAT, card));
        double value = landing(stops[count - 1]);
        for (int leg = count - 2; leg >= 0; leg--) {
            const int dice = DICE[stops[leg + 1]];
            const double odds = !leg ? covers_.pays_roll(dice, ignored)
                                     : deck_pays(dice, std::max(0, mine().cards - 2 * leg));
            value = std::max(landing(stops[leg]), odds * (value - toll(dice)));
        }
        return value;
    }
    double boarding(int card) {
        const int city = g_.leg.city, next = g_.next_stop(city);
        if (!next) return landing(city);
        const double odds = covers_.pays_roll(DICE[next], only(symbol_of(ROWBOAT, card)));
        return odds * (rowing(next, card) - toll(DICE[next])) - price(card);
    }

    // --- rivals ----------------------------------------------------------------------------------

    double prize() const {
        const int next = g_.next_stop(g_.leg.target);
        return next ? (points(g_.leg.target) + points(next)) / 2 : points(g_.leg.target);
    }
    double envied(Mask seats) const {
        double sum = 0;
        for (int n = 0; n < g_.count(); n++)
            if (n != me_ && in(seats, n)) sum += weight(n);
        return j_.envy * sum;
    }
    double begrudged(int captain) const { return envied(served(captain, g_.aboard())) * prize(); }

    // --- the captain's start, decisions and words ------------------------------------------------

    double rolling(int more) {
        const Leg &leg = g_.leg;
        const int dice = DICE[leg.target] + leg.extra;
        double odds = covers_.pays_roll(dice, leg.ignored);
        if (more) odds += (1 - odds) * unseen_.pays_blindly(dice, more);
        double crash = this->crash();
        if (holds_spyglass()) crash = std::max(crash, arrival() - spyglass_cost());
        else if (mine().hand[ALTERNATIVE_ROUTE]) crash += .4 * std::max(0.0, arrival() - crash);
        if (__builtin_popcount(g_.aboard()) > 1) crash += j_.RESCUED * std::max(0.0, arrival() - crash);
        return odds * (arrival() - toll(dice)) + (1 - odds) * crash;
    }
    double steering() {
        const int next = heir(me_, g_.in_ship);
        double odds = covers_.pays_roll(4);
        odds *= next == me_ ? unseen_.pays_blindly(4, std::max(0, mine().cards - 3)) : flight(next, 4);
        return odds * landing(BOSCALUMIA);
    }
    double staying() {
        double crash = this->crash() + last_hope() * (1 - j_.RESCUED);
        crash += j_.RESCUED * std::max(0.0, arrival() - crash);
        if (mine().hand[GRAPPLING_HOOK]) crash -= j_.WAITING;
        return odds() * arrival() * j_.DARING + (1 - odds()) * crash;
    }
    double last_hope() {
        if (g_.leg.said != NOTHING) return 0;
        double best = 0;
        if (holds_spyglass()) best = std::max(best, stake() - spyglass_cost());
        if (mine().hand[ALTERNATIVE_ROUTE] && !none(needs_))
            best = std::max(best, best_reroll() * stake() - price(ALTERNATIVE_ROUTE));
        return best;
    }
    double captain_now() {
        if (can_pay(me_) && g_.leg.said != CANNOT) return arrival() - cost_of(needs_);
        return crash() + last_hope();
    }
    // The price of about the cards that this seat would pay for these events.
    double cost_of(const int *needs) const {
        double sum = 0;
        for (int s = 0; s < SYMBOLS; s++) {
            const int plain = std::min<int>(needs[s], mine().hand[SINGLE[s]]);
            const int upgraded = std::min<int>((needs[s] - plain + 1) / 2, mine().hand[DOUBLE[s]]);
            sum += plain + 1.5 * upgraded + 1.8 * std::max(0, needs[s] - plain - 2 * upgraded);
        }
        return calm_ * sum;
    }

    // --- dice that are rolled again --------------------------------------------------------------

    // The odds after these dice stay and this many are rolled again; `events`: the events to expect.
    double odds_after(const Byte *kept, int dice, double *events = nullptr) {
        double odds = 0, expected = 0;
        for (const Roll &roll : rolls(dice)) {
            Leg leg = g_.leg;
            leg.dice.clear();
            for (int s = 0; s < SYMBOLS; s++)
                for (int n = 0; n < kept[s] + roll.needs[s]; n++) leg.dice.push(s);
            int needs[SYMBOLS];
            leg.to_face(needs);
            odds += roll.likely * able_now(needs);
            expected += roll.likely * (needs[0] + needs[1] + needs[2] + needs[3]);
        }
        if (events) *events = expected;
        return odds;
    }
    void on_table(Byte *faces) const {
        std::fill(faces, faces + FACES, 0);
        for (Byte face : g_.leg.dice) faces[face]++;
    }
    double best_reroll() {
        if (rerolled_ >= 0) return rerolled_;
        Byte table[FACES], most[FACES];
        on_table(table);
        if (!captain()) {
            int dice = 0;
            for (int s = 0; s < SYMBOLS; s++)
                if (!in(g_.leg.ignored, s)) dice += table[s], table[s] = 0;
            return rerolled_ = odds_after(table, dice);
        }
        rerollable(g_.leg, most);
        rerolled_ = 0;
        auto pick = [&](auto &self, int face, Byte *kept, int dice) -> void {
            if (face == FACES) {
                if (dice) rerolled_ = std::max(rerolled_, odds_after(kept, dice));
                return;
            }
            for (int n = 0; n <= most[face]; n++) {
                kept[face] -= n;
                self(self, face + 1, kept, dice + n);
                kept[face] += n;
            }
        };
        pick(pick, 0, table, 0);
        return rerolled_;
    }
    double picking(const Move &move) {
        Byte kept[FACES];
        on_table(kept);
        int dice = 0;
        for (int face = 0; face < FACES; face++) kept[face] -= move.picked[face], dice += move.picked[face];
        double events;
        const double odds = odds_after(kept, dice, &events);
        return odds * stake() - price(COMPASS) * events;
    }

    // --- hands -----------------------------------------------------------------------------------

    static double beside(int card) {
        const double price = Judgement::price(card);
        if (card == TURBO) return price / 2;
        const bool covers = symbol_of(SINGLE, card) >= 0 || symbol_of(DOUBLE, card) >= 0 || is_help(card);
        return covers ? price / 3 : price;
    }
    double hand_value(const Seat &hand) const {
        const Covers covers(hand);
        double sum = j_.DICE_PER_HAND * (covers.pays_roll(2) + covers.pays_roll(3)) / 2;
        for (int card = 0; card < CARDS; card++) sum += hand.hand[card] * beside(card);
        return sum;
    }
    double prior_value(int count) const {
        const int cards = std::min(count, FULL);
        double sum = 0, number = 0;
        for (int card = 0; card < CARDS; card++) {
            const int left = g_.rules->copies[card] - g_.discard[card] - mine().hand[card];
            number += left, sum += left * beside(card);
        }
        return j_.DICE_PER_HAND * (deck_pays(2, cards) + deck_pays(3, cards)) / 2 +
               (number ? count * sum / number : 0);
    }
    // The cards that are better exchanged than kept, the worst first.
    void find_junk() {
        if (junk_known_) return;
        junk_known_ = true;
        Seat left = mine();
        const int cards = left.cards;
        double best = prior_value(cards + 1) - prior_value(cards) + hand_value(left);
        List<64> order;
        while (order.count < cards) {
            int worst = -1;
            double most = 0;
            for (int card = 0; card < CARDS; card++) {
                if (!left.hand[card]) continue;
                left.hand[card]--;
                const double value = hand_value(left);
                left.hand[card]++;
                if (worst < 0 || value > most) worst = card, most = value;
            }
            left.hand[worst]--;
            order.push(worst);
            const double value = most + prior_value(order.count) * j_.SPOILT;
            if (value > best) best = value, junk_ = order;
        }
    }
    double exchange(const Move &move) {
        switch (move.kind) {
            case Move::DISCARD:
                find_junk();
                for (int n = mine().laid_cards; n < junk_.count; n++)
                    if (junk_.at[n] == move.card) return 1;
                return -1;
            case Move::EXCHANGE: {
                const Treasure &t = TREASURES[move.on];
                return treasures_.means[t.city] - t.points - price(TURBO) - (move.aid != NO_CARD ? price(move.aid) : 0);
            }
            case Move::DRAW: return j_.WAITING;
            default: return 0;
        }
    }

    // --- the gain of each card and power over passing --------------------------------------------

    double rescue(double odds, double price) {
        return odds * stake() - price;
    }
    double ashore_not_aboard(int rival) {
        const double won = in(served(g_.leg.captain, g_.aboard() | only(rival)), rival) ? prize() : 0;
        return envied(only(rival)) * (odds() * won - points(g_.leg.city));
    }
    double with_two_cards() const {
        const int captain = g_.leg.captain;
        Unseen pool = unseen_;
        for (int s = 0; s < SYMBOLS; s++)
            pool.singles[s] += g_.rules->copies[HELP[s]] - g_.discard[HELP[s]] - mine().hand[HELP[s]];
        if (captain == me_) {
            int open[SYMBOLS];
            for (int s = 0; s < SYMBOLS; s++) open[s] = std::max(0, needs_[s] - covers_.symbols[s]);
            return pool.pays(open, 2 + covers_.turbos);
        }
        const double before = pool.pays(needs_, g_.seats[captain].cards);
        const double after = pool.pays(needs_, g_.seats[captain].cards + 2);
        return before < 1 ? (after - before) / (1 - before) : 0;
    }
    bool is_rescue(int card) const {
        return is_help(card) || card == ALTERNATIVE_ROUTE || card == RED || card == SPYGLASS || card == GREEN || card == YELLOW;
    }
  public:
    // The gain of a play over passing.
    double gain_of(const Move &move) {
        const Leg &leg = g_.leg;
        // A captain who could pay, but said otherwise, would rather crash.
        if (is_rescue(move.card) && (leg.said != CANNOT || (captain() && can_pay(me_) > .999))) return j_.NEVER;
        const int card = move.card, dice = DICE[leg.target] + leg.extra;
        if (is_help(card)) {
            int open[SYMBOLS];
            const int symbol = symbol_of(HELP, card);
            if (needs_[symbol] <= mine().laid[card]) return j_.NEVER;
            for (int s = 0; s < SYMBOLS; s++) open[s] = std::max(0, needs_[s] - mine().hand[HELP[s]]);
            return rescue(able_now(open) - .02, 0);
        }
        if (is_rowboat(card)) return boarding(card) - captain_now() - envied(g_.in_ship) * prize() * .3;
        switch (card) {
            case ALTERNATIVE_ROUTE: return rescue(best_reroll(), price(card));
            case RED: {
                Byte kept[FACES], again[FACES];
                on_table(kept), rerollable(leg, again);
                int count = 0;
                for (int face = 0; face < FACES; face++) kept[face] -= again[face], count += again[face];
                const Treasure &t = TREASURES[move.on];
                return rescue(odds_after(kept, count),
                              price(RED) + t.points + (t.spyglass ? j_.price(SPYGLASS) : 0));
            }
            case SPYGLASS: return rescue(1, spyglass_cost());
            case BLUE:
                if (leg.said != CANNOT) return j_.NEVER;
                return can_pay(me_) * (arrival_of(me_) - crash() - begrudged(me_)) - price(BLUE) - cost_of(needs_);
            case GREEN: {
                int open[SYMBOLS] = {needs_[0], needs_[1], needs_[2], 0};
                return rescue(able_now(open), price(GREEN));
            }
            case YELLOW: return rescue(with_two_cards(), price(YELLOW));
            case DESPERATE_NEED: {
                const double flying = can_pay(move.on) * arrival_of(move.on);
                return std::max(landing(leg.city), flying) - captain_now() - price(card);
            }
            case EJECTION: return ashore_not_aboard(move.on) - price(card);
            case PURPLE: return (in(leg.gone, me_) ? 1 : -1) * ashore_not_aboard(move.on) - price(PURPLE);
            case WIND_GUST: {
                if (leg.said != CAN) return j_.NEVER;
                Byte kept[FACES];
                on_table(kept);
                const int blanks = kept[BLANK];
                kept[BLANK] = 0;
                return (odds_after(kept, blanks) - 1) * stake() - price(card);
            }
            case BANDIT:
                if (dice >= 5) return j_.NEVER;
                return -(flying(dice) - flying(dice + 1)) * j_.SPOILT * stake() - price(card);
            case BLACK:
                return (captain() ? 1 : .5) * (flying(dice - 2) - flying(dice)) * stake() - price(BLACK);
            case MOORING_LINE: return -j_.SPOILT * stake() - price(card);
            case NEW_EQUIPMENT: {
                Seat rest = mine();
                rest.hand[NEW_EQUIPMENT]--;
                return calm_ * (prior_value(mine().cards - 1) - hand_value(rest)) - price(card);
            }
            case SPY: {
                if (move.on != leg.captain || leg.craft != SHIP || !in(g_.in_ship, me_)) return j_.NEVER;
                const double here = landing(leg.city);
                double gain = 0;
                unseen_.each(std::clamp(dice, 0, 5), std::min<int>(FULL, g_.seats[leg.captain].cards), bounds(leg.captain),
                             [&](double odds, double likely) {
                                 const double blind = std::max(here, odds * arrival() + (1 - odds) * crash());
                                 const double known = odds * std::max(here, arrival()) +
                                                      (1 - odds) * std::max(here, crash());
                                 gain += likely * (known - blind);
                             });
                return gain - price(SPY);
            }
            case JETPACK:
                return landing(leg.city) - price(JETPACK) + (move.aid != NO_CARD ? lookup(leg.city) : 0);
            case GRAPPLING_HOOK: {
                const double back = arrival_of(leg.captain, g_.in_ship | only(me_));
                return back - worth_of(TREASURES[mine().treasures.last()].points) - price(card);
            }
            case INSTRUCTOR: return g_.top().seat == me_ ? lookup(g_.top().city) : j_.NEVER;
            default: return j_.NEVER;
        }
    }

  private:
    double flying(int dice) const { return flight(g_.leg.captain, std::clamp(dice, 0, 5), g_.leg.ignored); }

    const State &g_;
    const int me_;
    const Judgement &j_;
    const Unseen unseen_{g_, me_, true};
    const Covers covers_{g_.seats[me_]};
    const UnseenTreasures treasures_{g_, me_};
    double points_[SEATS], landings_[STOPS], best_ = 0;
    int cities_ = -1;
    double calm_ = 0, level_ = 0, slope_ = 1;
    int needs_[SYMBOLS];
    double odds_ = NAN, arrival_ = NAN, crash_ = NAN, stake_ = NAN, rerolled_ = -1, can_ = NAN;
    bool junk_known_ = false;
    List<64> junk_;
};

// Choose as an easy or a normal player; of equal moves the first.
inline Move by_thumb(const State &g, int seat, const Moves &legal, const Judgement &judgement) {
    const Kind kind = g.top().kind;
    if (judgement.crashes && kind == DECLARATION) return legal[lets_crash(g, seat) ? 1 : 0];
    if (judgement.crashes && kind == CANNOT_FLY && lets_crash(g, seat)) return legal[0];
    Outlook look(g, seat, judgement);
    double worths[std::size(legal.at)], most = -1e9;
    for (int n = 0; n < legal.count; n++) most = std::max(most, worths[n] = look.worth(legal[n]));
    for (int n = 0; n < legal.count; n++)
        if (worths[n] >= most - judgement.TIE) return legal[n];
    return legal[0];
}

}  // namespace celestia
