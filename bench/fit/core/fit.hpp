// Fitting a net to the gains of answers, by gradient descent (Adam).
#pragma once
#include <tuple>

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
        const int width = examples.width;
        shape_[0] = width;
        measure();
        for (int layer = 0; layer < LAYERS; layer++) {
            Part &part = parts_[layer];
            part.in = shape_[layer], part.out = shape_[layer + 1];
            part.values.assign((part.in + 1) * part.out, 0);
            const double spread = layer == LAYERS - 1 ? .05 : std::sqrt(2.0 / part.in);
            for (int n = 0; n < part.in * part.out; n++) part.values[n] = spread * normal();
            part.slopes = part.means = part.squares = std::vector<float>(part.values.size());
        }
        descend();
        std::tie(explained, gained, doubt, differs) = test();
        unscale();
    }

    // In games that were not fitted to: the share of the variance that is explained, what its
    // answers gain over those that were given, in chances to win, and how often they differ.
    double explained = 0, gained = 0, doubt = 0, differs = 0;

    void write(std::FILE *file) const {
        std::fprintf(file, "%d\n", LAYERS);
        for (const Part &part : parts_) {
            std::fprintf(file, "%d %d\n", part.in, part.out);
            for (float value : part.values) std::fprintf(file, "%.6g ", value);
            std::fprintf(file, "\n");
        }
    }

  private:
    static constexpr int LAYERS = 3, BATCH = 256, EPOCHS = 6;
    static constexpr float PACE = 2e-3, LEAST_PACE = 2e-5, FAR = 8, LEAST_SPREAD = 1e-3;

    struct Part {  // a layer: its weights, those of one input together, then its biases
        int in = 0, out = 0;
        std::vector<float> values, slopes, means, squares;
    };

    double normal() {
        return std::sqrt(-2 * std::log(1 - lots_.share())) * std::cos(2 * M_PI * lots_.share());
    }
    // The mean and the spread of each input, and the spread of the gains.
    void measure() {
        const int width = examples_.width;
        std::vector<double> sum(width), squares(width);
        double gains = 0;
        for (int n = 0; n < examples_.count(); n++) {
            for (int i = 0; i < width; i++) {
                const double value = examples_.row(n)[i];
                sum[i] += value, squares[i] += value * value;
            }
            gains += examples_.gains[n] * examples_.gains[n];
        }
        const double count = std::max(1, examples_.count());
        scale_ = std::sqrt(gains / count);
        for (int i = 0; i < width; i++) {
            const double mean = sum[i] / count, spread = std::sqrt(std::max(0.0, squares[i] / count - mean * mean));
            means_.push_back(mean), spreads_.push_back(spread < LEAST_SPREAD ? 1 : spread);
        }
    }
    // Put the inputs of an example and what each layer makes of them into `values`.
    float forward(int example, float (*values)[MOST_INPUTS]) const {
        const float *row = examples_.row(example);
        for (int i = 0; i < examples_.width; i++)
            values[0][i] = std::clamp((row[i] - means_[i]) / spreads_[i], -FAR, FAR);
        for (int layer = 0; layer < LAYERS; layer++) {
            const Part &part = parts_[layer];
            const float *from = values[layer], *biases = &part.values[part.in * part.out];
            float *to = values[layer + 1];
            std::copy(biases, biases + part.out, to);
            for (int i = 0; i < part.in; i++) {
                if (from[i] == 0) continue;
                const float *weights = &part.values[i * part.out];
                for (int o = 0; o < part.out; o++) to[o] += from[i] * weights[o];
            }
            if (layer < LAYERS - 1)
                for (int o = 0; o < part.out; o++) to[o] = std::max(0.f, to[o]);
        }
        return values[LAYERS][0];
    }
    void backward(const float (*values)[MOST_INPUTS], float slope) {
        float above[MOST_INPUTS] = {slope}, below[MOST_INPUTS];
        for (int layer = LAYERS - 1; layer >= 0; layer--) {
            Part &part = parts_[layer];
            const float *from = values[layer];
            for (int i = 0; i < part.in; i++) {
                if (from[i] == 0) {
                    below[i] = 0;  // a unit that is off; of no use in the first layer
                    continue;
                }
                float *slopes = &part.slopes[i * part.out];
                const float *weights = &part.values[i * part.out];
                float sum = 0;
                for (int o = 0; o < part.out; o++) slopes[o] += from[i] * above[o];
                if (layer)
                    for (int o = 0; o < part.out; o++) sum += weights[o] * above[o];
                below[i] = sum;
            }
            float *biases = &part.slopes[part.in * part.out];
            for (int o = 0; o < part.out; o++) biases[o] += above[o];
            std::copy(below, below + part.in, above);
        }
    }
    void descend() {
        std::vector<int> order;
        for (int n = 0; n < examples_.count(); n++)
            if (!examples_.held_out[n]) order.push_back(n);
        const int steps = EPOCHS * ((order.size() + BATCH - 1) / BATCH);
        int step = 0;
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            for (int n = order.size() - 1; n > 0; n--) std::swap(order[n], order[lots_.below(n + 1)]);
            for (size_t start = 0; start < order.size(); start += BATCH) {
                const int batch = std::min<size_t>(BATCH, order.size() - start);
                for (int n = 0; n < batch; n++) {
                    float values[LAYERS + 1][MOST_INPUTS];
                    const int example = order[start + n];
                    const float error = forward(example, values) - examples_.gains[example] / scale_;
                    backward(values, 2 * error / batch);
                }
                step++;
                adjust(step, PACE * (1 - float(step) / steps) + LEAST_PACE);
            }
        }
    }
    void adjust(int step, float pace) {
        const float mean = 1 - std::pow(.9f, step), square = 1 - std::pow(.999f, step);
        for (Part &part : parts_)
            for (size_t n = 0; n < part.values.size(); n++) {
                const float slope = part.slopes[n];
                part.means[n] += .1f * (slope - part.means[n]);
                part.squares[n] += .001f * (slope * slope - part.squares[n]);
                part.values[n] -= pace * (part.means[n] / mean) / (std::sqrt(part.squares[n] / square) + 1e-8f);
                part.slopes[n] = 0;
            }
    }
    std::tuple<double, double, double, double> test() const {
        double count = 0, sum = 0, squares = 0, errors = 0, gains = 0, gain_squares = 0, other = 0;
        for (int n = 0; n < examples_.count(); n++) {
            if (!examples_.held_out[n]) continue;
            float values[LAYERS + 1][MOST_INPUTS];
            const double found = forward(n, values) * scale_, real = examples_.gains[n];
            const double gain = (found > 0) == bool(examples_.first[n]) ? 0 : found > 0 ? real : -real;
            count++, sum += real, squares += real * real, errors += (found - real) * (found - real);
            gains += gain, gain_squares += gain * gain, other += (found > 0) != bool(examples_.first[n]);
        }
        const double variance = squares / count - sum / count * sum / count, mean = gains / count;
        return {1 - errors / count / variance, mean,
                1.96 * std::sqrt((gain_squares / count - mean * mean) / count), other / count};
    }
    // Make the net one for inputs and gains as they are.
    void unscale() {
        Part &first = parts_[0], &last = parts_[LAYERS - 1];
        float *biases = &first.values[first.in * first.out];
        for (int i = 0; i < first.in; i++)
            for (int o = 0; o < first.out; o++) {
                float &weight = first.values[i * first.out + o];
                weight /= spreads_[i];
                biases[o] -= weight * means_[i];
            }
        for (float &value : last.values) value *= scale_;
    }

    const Examples &examples_;
    Lots lots_;
    int shape_[LAYERS + 1] = {0, 64, 32, 1};
    std::vector<float> means_, spreads_;
    float scale_ = 1;
    Part parts_[LAYERS];
};

}  // namespace celestia
