// A net that is fitted by gradient descent (Adam), to inputs of any scale.
#pragma once
#include "lots.hpp"
#include "net.hpp"

namespace celestia {

class Descent {
  public:
    static constexpr int LAYERS = 3;
    // The inputs of an example, and what each layer makes of them.
    using Values = float[LAYERS + 1][MOST_INPUTS];

    // `row(n)`: the inputs of an example.
    template <typename Row>
    Descent(int inputs, int first, int second, int count, Row row, Lots &lots) {
        const int shape[LAYERS + 1] = {inputs, first, second, 1};
        for (int n = 0; n < LAYERS; n++) {
            Net::Layer layer;
            layer.in = shape[n], layer.out = shape[n + 1];
            layer.weights.resize(layer.in * layer.out), layer.biases.resize(layer.out);
            const double spread = n == LAYERS - 1 ? .05 : std::sqrt(2.0 / layer.in);
            for (float &weight : layer.weights) weight = spread * lots.normal();
            net_.layers.push_back(layer);
            parts_.emplace_back(layer.weights.size()), parts_.emplace_back(layer.biases.size());
        }
        std::vector<double> sum(inputs), squares(inputs);
        for (int n = 0; n < count; n++)
            for (int i = 0; i < inputs; i++) {
                const double value = row(n)[i];
                sum[i] += value, squares[i] += value * value;
            }
        for (int i = 0; i < inputs; i++) {
            const double mean = sum[i] / count, spread = std::sqrt(std::max(0.0, squares[i] / count - mean * mean));
            means_.push_back(mean), spreads_.push_back(spread < LEAST_SPREAD ? 1 : spread);
        }
    }

    float forward(const float *row, Values &values) const {
        for (int i = 0; i < net_.layers[0].in; i++)
            values[0][i] = std::clamp((row[i] - means_[i]) / spreads_[i], -FAR, FAR);
        for (int n = 0; n < LAYERS; n++) {
            const Net::Layer &layer = net_.layers[n];
            layer.feed(values[n], values[n + 1]);
            if (n < LAYERS - 1)
                for (int o = 0; o < layer.out; o++) values[n + 1][o] = std::max(0.f, values[n + 1][o]);
        }
        return values[LAYERS][0];
    }

    // Note the slope of the error at the output of an example.
    void backward(const Values &values, float slope) {
        float above[MOST_INPUTS] = {slope}, below[MOST_INPUTS];
        for (int n = LAYERS - 1; n >= 0; n--) {
            const Net::Layer &layer = net_.layers[n];
            std::vector<float> &slopes = parts_[2 * n].slopes;
            for (int i = 0; i < layer.in; i++) {
                const float from = values[n][i];
                below[i] = 0;
                if (from == 0) continue;  // a unit that is off; of no use in the first layer
                float sum = 0;
                for (int o = 0; o < layer.out; o++) slopes[i * layer.out + o] += from * above[o];
                if (n)
                    for (int o = 0; o < layer.out; o++) sum += layer.weights[i * layer.out + o] * above[o];
                below[i] = sum;
            }
            for (int o = 0; o < layer.out; o++) parts_[2 * n + 1].slopes[o] += above[o];
            std::copy(below, below + layer.in, above);
        }
    }

    // Go a step down the slopes that were noted.
    void step(float pace) {
        steps_++;
        const float mean = 1 - std::pow(.9f, steps_), square = 1 - std::pow(.999f, steps_);
        for (int n = 0; n < 2 * LAYERS; n++) {
            Part &part = parts_[n];
            Net::Layer &layer = net_.layers[n / 2];
            std::vector<float> &values = n % 2 ? layer.biases : layer.weights;
            for (size_t i = 0; i < values.size(); i++) {
                const float slope = part.slopes[i];
                part.means[i] += .1f * (slope - part.means[i]);
                part.squares[i] += .001f * (slope * slope - part.squares[i]);
                values[i] -= pace * (part.means[i] / mean) / (std::sqrt(part.squares[i] / square) + 1e-8f);
                part.slopes[i] = 0;
            }
        }
    }

    // Go down in batches of examples; `learn(n, share)` notes the slopes of one, which has this share.
    template <typename Learn>
    void descend(std::vector<int> order, int epochs, int batch, Lots &lots, Learn learn) {
        const int batches = (order.size() + batch - 1) / batch;
        for (int epoch = 0; epoch < epochs; epoch++) {
            lots.shuffle(order);
            for (size_t start = 0; start < order.size(); start += batch) {
                const int count = std::min<size_t>(batch, order.size() - start);
                for (int n = 0; n < count; n++) learn(order[start + n], 1.f / count);
                step(PACE * (1 - float(steps_) / (epochs * batches)) + LEAST_PACE);
            }
        }
    }

    // The net for inputs as they are, with an output of this scale.
    Net net(float scale) const {
        Net net = net_;
        Net::Layer &first = net.layers.front(), &last = net.layers.back();
        for (int i = 0; i < first.in; i++)
            for (int o = 0; o < first.out; o++) {
                float &weight = first.weights[i * first.out + o];
                weight /= spreads_[i];
                first.biases[o] -= weight * means_[i];
            }
        for (std::vector<float> *part : {&last.weights, &last.biases})
            for (float &value : *part) value *= scale;
        return net;
    }

  private:
    static constexpr float PACE = 2e-3, LEAST_PACE = 2e-5, FAR = 8, LEAST_SPREAD = 1e-3;

    struct Part {  // what is known of some weights or biases
        explicit Part(size_t count) : slopes(count), means(count), squares(count) {}
        std::vector<float> slopes, means, squares;
    };

    Net net_;
    std::vector<Part> parts_;
    std::vector<float> means_, spreads_;
    int steps_ = 0;
};

}  // namespace celestia
