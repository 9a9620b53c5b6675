// The questions that nets answer, and the position as numbers (`players.hard.dilemma`).
#pragma once
#include "thumb.hpp"

namespace celestia {

enum Name { STAYING, WORD, SETTING_OFF, PLAYING, NAMES };
inline const char *const NET_NAMES[NAMES] = {"stay", "word", "start", "play"};

constexpr int MOST_INPUTS = 160;
constexpr int NEAR = 12;

// Two answers to choose from.
struct Dilemma {
    Name name;
    Move one, other;
};

// The dilemmas of a question: its first answer beside each other one that a net knows.
class Dilemmas {
  public:
    Dilemmas(const State &g, int seat, const Moves &legal) {
        switch (g.top().kind) {
            case DECISIONS: leave(STAYING, g, seat, legal), plays(legal); break;
            case START: {
                // A normal player decides whether to steer for Boscalumia or to fetch cards.
                const Move usual = by_thumb(g, seat, legal, NORMAL);
                if (usual.kind != Move::STEER && usual.kind != Move::PREPARE) leave(SETTING_OFF, g, seat, legal);
                break;
            }
            case DECLARATION: add(WORD, legal[1], legal[0]); break;
            default:
                if (is_window(g.top().kind)) plays(legal);
        }
    }
    int count = 0;
    const Dilemma &operator[](int n) const { return at_[n]; }

  private:
    void add(Name name, const Move &one, const Move &other) {
        if (count < MOST) at_[count++] = {name, one, other};
    }
    void leave(Name name, const State &g, int seat, const Moves &legal) {
        Moves leaves;
        for (const Move &move : legal)
            if (move.kind == Move::LEAVE) leaves.add(move);
        if (!leaves.count) return;
        const bool aided = leaves.count > 1 && Outlook(g, seat, NORMAL).lookup(g.leg.city) > 0;
        add(name, legal[0], leaves[aided]);
    }
    void plays(const Moves &legal) {
        for (const Move &move : legal)
            if (move.kind == Move::PLAY) add(PLAYING, legal[0], move);
    }

    static constexpr int MOST = 40;
    Dilemma at_[MOST];
};

// The numbers that a seat knows at a question; made for one seat and one position.
class Inputs {
  public:
    Inputs(const State &g, int me) : g_(g), me_(me) {
        of_dice();
        of_hands();
        of_race();
        of_table();
        facts_ = count;
    }
    int count = 0;
    float at[MOST_INPUTS];

    // Put in the numbers of a dilemma, behind those of the position.
    const float *of(const Dilemma &asked) {
        count = facts_;
        of_thumb(asked);
        if (asked.name == PLAYING) of_play(asked.other);
        return at;
    }

  private:
    void add(double number) { at[count++] = number; }
    template <typename... Numbers>
    void add(double first, Numbers... rest) {
        add(first);
        (add(rest), ...);
    }

    // The average points for landing at a city.
    double points(int city) {
        if (city == BOSCALUMIA) return TOKEN_POINTS;
        if (city > LAST || g_.piles[city].empty()) return 0;
        return treasures_.means[city];
    }

    void of_dice() {
        const Leg &leg = g_.leg;
        leg.to_face(needs_);
        int sum = 0, kinds = 0, most = 0, fitting = 0;
        for (int s = 0; s < SYMBOLS; s++) {
            sum += needs_[s], kinds += needs_[s] > 0, most = std::max(most, needs_[s]);
            fitting += needs_[s] * unseen_.any(s);
        }
        const int captain = leg.captain, turned = leg.turned.counts(TURBO);
        double odds = leg.said == CAN;
        if (g_.top().kind == START)
            odds = covers_.pays_roll(DICE[leg.target] + leg.extra, leg.ignored);
        else if (leg.said == NOTHING)
            odds = captain == me_ ? covers_.lacks(needs_) <= turned
                                  : unseen_.able(needs_, g_.seats[captain].cards, turned,
                                                 g_.seats[captain].bounded() ? g_.seats[captain].bounds : nullptr);
        heirs_ = g_.clockwise((captain + 1) % g_.count(), g_.aboard());
        heir_ = heirs_.empty() ? captain : heirs_.at[0];
        const int second = heirs_.empty() ? captain : heirs_.at[1 % heirs_.count];
        after_ = g_.next_stop(leg.target);
        last_ = after_ ? g_.next_stop(after_) : 0;
        here_ = points(leg.city), there_ = points(leg.target);
        then_ = after_ ? points(after_) : there_;
        far_ = last_ ? points(last_) : then_;
        again_ = flight(heir_, after_), later_ = flight(second, last_);
        const double size = std::max(1, unseen_.size);
        add(odds, odds * there_ / 10, here_ / 10, (odds * there_ - here_) / 10, odds * again_ * then_ / 10);
        add(leg.city / 9.0, sum / 4.0, kinds / 4.0, most / 4.0, leg.dice.counts(BLANK) / 4.0,
            leg.dice.count / 4.0, leg.extra / 2.0);
        add(leg.said == CAN, leg.said == CANNOT, leg.craft == SHIP);
        add(unseen_.turbos / size * 10, fitting / size);
    }

    double flight(int seat, int city) {
        if (!city) return 1;
        if (seat == me_) return covers_.pays_roll(DICE[city]);
        return unseen_.pays_blindly(DICE[city], g_.seats[seat].cards);
    }

    void of_hands() {
        const Leg &leg = g_.leg;
        const Seat &me = g_.seats[me_];
        const int seats = g_.count(), captain = leg.captain;
        const double rivals = seats - 1;
        const int place = std::find(heirs_.begin(), heirs_.end(), me_) - heirs_.begin();
        add((heirs_.count - 1) / rivals, (leg.undecided.count - leg.undecided.has(me_)) / rivals);
        add((me_ - captain + seats) % seats / rivals, heir_ == me_,
            (place < heirs_.count ? place : 0) / rivals);
        add(again_, later_, !after_, !last_);
        for (int dice : {2, 3, 4}) add(covers_.pays_roll(dice));
        add(covers_.turbos / 3.0);
        for (Card card : {JETPACK, ALTERNATIVE_ROUTE, WIND_GUST, EJECTION, DESPERATE_NEED, INSTRUCTOR,
                          GRAPPLING_HOOK, MOORING_LINE, BANDIT})
            add(me.hand[card]);
        int boats = 0, doubles = 0, others = 0, spyglasses = 0;
        for (int s = 0; s < SYMBOLS; s++) boats += me.hand[ROWBOAT[s]], doubles += me.hand[DOUBLE[s]];
        for (int n = 0; n < seats; n++) others += n == me_ ? 0 : g_.seats[n].cards;
        for (Byte kind : me.treasures) spyglasses += TREASURES[kind].spyglass;
        const int lacking = covers_.lacks(needs_), turned = leg.turned.counts(TURBO);
        add(boats, me.help() / 3.0, doubles / 3.0, me.cards / 10.0);
        add(std::max(0, lacking) / 4.0, lacking <= 0, lacking <= turned);
        add(g_.seats[captain].cards / 10.0, g_.seats[heir_].cards / 10.0, others / rivals / 10, spyglasses);
        for (Card character : CHARACTER) add(me.power && me.character == character);
        for (Card character : CHARACTER) {
            bool aboard = false;
            for (Byte seat : heirs_)
                aboard |= seat != me_ && g_.seats[seat].power && g_.seats[seat].character == character;
            add(aboard);
        }
    }

    void of_race() {
        const Leg &leg = g_.leg;
        const int seats = g_.count();
        const double goal = g_.rules->options.goal, rivals = seats - 1;
        double best = 0, sum = 0, aboard = 0, ashore = 0, close = 0;
        int mine_cities = 0, best_cities = 0;
        for (int n = 0; n < seats; n++) {
            const Seat &s = g_.seats[n];
            int cities = 0;
            points_[n] = s.tokens * TOKEN_POINTS;
            for (Byte kind : s.treasures) {
                cities |= 1 << TREASURES[kind].city;
                points_[n] += n == me_ ? TREASURES[kind].points : treasures_.means[TREASURES[kind].city];
            }
            const int different = __builtin_popcount(cities);
            if (n == me_) {
                mine_cities = different;
                points_[n] -= HELP_PENALTY * s.help();
                continue;
            }
            best_cities = std::max(best_cities, different);
            best = std::max(best, points_[n]), sum += points_[n], close += points_[n] >= goal - NEAR;
            double &where = in(g_.aboard(), n) ? aboard : ashore;
            where = std::max(where, points_[n]);
        }
        best_ = best;
        const double mine = points_[me_], landed = mine + here_;
        add(mine / goal, best / goal, sum / rivals / goal, points_[leg.captain] / goal, aboard / goal,
            ashore / goal, (mine - best) / 25);
        add(landed >= goal, landed >= goal && landed > best, best >= goal, mine >= goal, close / rivals,
            best >= goal && landed > best, aboard + there_ >= goal);
        add(here_ / 25, there_ / 25, then_ / 25, far_ / 25, std::max(0.0, goal - std::max(mine, best)) / 50);
        add(mine_cities / 5.0, best_cities / 5.0);
    }

    void of_table() {
        const Leg &leg = g_.leg;
        const Options &options = g_.rules->options;
        add(DICE[leg.target] / 4.0, g_.piles[leg.target].count / 6.0, g_.piles[leg.city].count / 6.0,
            g_.deck.count / 60.0);
        add(g_.seats[me_].tokens / 2.0, g_.in_boat != 0, g_.lit, g_.gifts.count / 6.0,
            g_.seats[me_].crew / 3.0, g_.seats[leg.captain].crew / 3.0);
        for (int seats = 2; seats <= SEATS; seats++) add(g_.count() == seats);
        for (bool box : options.boxes) add(box);
        add(options.variant == BEGINNER, options.variant == CREW, options.power_cards, lets_crash(g_, me_));
    }

    // What a normal player thinks of it; `players.thumb` finds about the same.
    void of_thumb(const Dilemma &asked) {
        add(asked.name == PLAYING ? std::clamp(-look_.gain_of(asked.other) / 10, -1.0, 1.0)
                                  : (look_.worth(asked.one) - look_.worth(asked.other)) / 10);
        add(look_.arrival() / 10, look_.landing(g_.leg.city) / 10, look_.crash() / 10, look_.stake() / 10);
    }

    // The card or the power that may be played, when, and at whom.
    void of_play(const Move &play) {
        add(is_help(play.card), is_rowboat(play.card));
        for (Byte act : {ALTERNATIVE_ROUTE, BANDIT, DESPERATE_NEED, EJECTION, GRAPPLING_HOOK, INSTRUCTOR, JETPACK,
                         MOORING_LINE, NEW_EQUIPMENT, SPY, WIND_GUST, SPYGLASS, RED, BLUE, GREEN, YELLOW, BLACK,
                         PURPLE})
            add(play.card == act);
        for (Kind kind : {BEFORE_ROLL, SPOKEN, CAN_FLY, CANNOT_FLY, CRASHING, CARDS_DOWN, TAKE_TREASURE, DECISIONS})
            add(g_.top().kind == kind);
        const bool aims = play.card == EJECTION || play.card == PURPLE || play.card == DESPERATE_NEED || play.card == SPY;
        const double theirs = aims ? points_[play.on] : 0;
        add(aims ? (theirs - points_[me_]) / 25 : 0, aims && theirs >= best_, aims && play.on == g_.leg.captain,
            play.aid != NO_CARD);
    }

    const State &g_;
    const int me_;
    const Unseen unseen_{g_, me_, true};
    const Covers covers_{g_.seats[me_]};
    const UnseenTreasures treasures_{g_, me_};
    Outlook look_{g_, me_, NORMAL};
    int facts_ = 0;
    int needs_[SYMBOLS];
    double points_[SEATS], best_ = 0;
    List<SEATS> heirs_;
    int heir_ = 0, after_ = 0, last_ = 0;
    double here_ = 0, there_ = 0, then_ = 0, far_ = 0, again_ = 0, later_ = 0;
};

}  // namespace celestia
