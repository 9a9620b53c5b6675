// Fitting a net to the gains of answers, in chances to win.
#pragma once
#include "learn.hpp"

namespace celestia {

// The dilemmas of one net: rows of inputs, the gain of the first answer, and what was answered.
struct Examples {
    int width = 0;
    std::vector<float> inputs, gains;
    std::vector<char> first, held_out;

    int count() const { return gains.size(); }
    const float *row(int n) const { return &inputs[size_t(n) * width]; }
    void add(const Tried &tried) {
        width = tried.inputs.size();
        inputs.insert(inputs.end(), tried.inputs.begin(), tried.inputs.end());
        gains.push_back(tried.gain);
        first.push_back(tried.first);
        held_out.push_back(tried.game % HELD_OUT == 0);
    }

    static constexpr int HELD_OUT = 16;  // one of so many games is not fitted to
};

class Fit {
  public:
    explicit Fit(const Examples &examples) : examples_(examples), lots_(examples.count()) {
        double squares = 0;
        for (float gain : examples.gains) squares += gain * gain;
        const float scale = std::sqrt(squares / std::max(1, examples.count()));
        Descent descent(
            examples.width, FIRST, SECOND, examples.count(), [&](int n) { return examples.row(n); }, lots_);
        std::vector<int> order;
        for (int n = 0; n < examples.count(); n++)
            if (!examples.held_out[n]) order.push_back(n);
        Descent::Values values;
        descent.descend(order, EPOCHS, BATCH, lots_, [&](int n, float share) {
            const float error = descent.forward(examples.row(n), values) - examples.gains[n] / scale;
            descent.backward(values, 2 * share * error);
        });
        net = descent.net(scale);
        test();
    }

    Net net;
    // In games that were not fitted to: the share of the variance that is explained, what its
    // answers gain over those that were given, in chances to win, and how often they differ.
    double explained = 0, gained = 0, doubt = 0, differs = 0;

  private:
    static constexpr int FIRST = 64, SECOND = 32, BATCH = 256, EPOCHS = 4;

    void test() {
        double count = 0, sum = 0, squares = 0, errors = 0, gains = 0, gain_squares = 0, other = 0;
        for (int n = 0; n < examples_.count(); n++) {
            if (!examples_.held_out[n]) continue;
            const double found = net.output(examples_.row(n)), real = examples_.gains[n];
            const double gain = (found > 0) == bool(examples_.first[n]) ? 0 : found > 0 ? real : -real;
            count++, sum += real, squares += real * real, errors += (found - real) * (found - real);
            gains += gain, gain_squares += gain * gain, other += (found > 0) != bool(examples_.first[n]);
        }
        const double variance = squares / count - sum / count * sum / count;
        explained = 1 - errors / count / variance, gained = gains / count, differs = other / count;
        doubt = 1.96 * std::sqrt((gain_squares / count - gained * gained) / count);
    }

    const Examples &examples_;
    Lots lots_;
};

}  // namespace celestia
