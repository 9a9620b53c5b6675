// Small nets with one output, and the player that asks them at its dilemmas.
#pragma once
#include <stdexcept>

#include "dilemma.hpp"

namespace celestia {

// Layers of units; all but the last unit are cut off below zero.
class Net {
  public:
    struct Layer {
        int in = 0, out = 0;
        std::vector<float> weights, biases;  // the weights of one input stand together

        void feed(const float *from, float *to) const {
            std::copy(biases.begin(), biases.end(), to);
            for (int i = 0; i < in; i++) {
                if (from[i] == 0) continue;
                const float *row = &weights[i * out];
                for (int o = 0; o < out; o++) to[o] += from[i] * row[o];
            }
        }
    };

    std::vector<Layer> layers;

    // Read the layers from an open file: their number, then of each its width, weights and biases.
    bool read(std::FILE *file) {
        int count = 0;
        if (std::fscanf(file, "%d", &count) != 1) return false;
        layers.resize(count);
        for (Layer &layer : layers) {
            if (std::fscanf(file, "%d %d", &layer.in, &layer.out) != 2) return false;
            layer.weights.resize(layer.in * layer.out), layer.biases.resize(layer.out);
            for (std::vector<float> *part : {&layer.weights, &layer.biases})
                for (float &value : *part)
                    if (std::fscanf(file, "%f", &value) != 1) return false;
        }
        return true;
    }

    void write(std::FILE *file) const {
        std::fprintf(file, "%zu\n", layers.size());
        for (const Layer &layer : layers) {
            std::fprintf(file, "%d %d\n", layer.in, layer.out);
            for (const std::vector<float> *part : {&layer.weights, &layer.biases})
                for (float value : *part) std::fprintf(file, "%.6g ", value);
            std::fprintf(file, "\n");
        }
    }

    float output(const float *inputs) const {
        float one[MOST_INPUTS], two[MOST_INPUTS];
        float *to = one, *other = two;
        const float *from = inputs;
        for (const Layer &layer : layers) {
            layer.feed(from, to);
            if (&layer != &layers.back())
                for (int o = 0; o < layer.out; o++) to[o] = std::max(0.f, to[o]);
            from = to;
            std::swap(to, other);
        }
        return from[0];
    }
};

// Read the nets from a file.
inline std::vector<Net> read_nets(const char *path) {
    std::vector<Net> nets(NAMES);
    std::FILE *file = std::fopen(path, "r");
    bool all = file;
    for (Net &net : nets) all = all && net.read(file);
    if (file) std::fclose(file);
    if (!all) throw std::runtime_error(std::string("no nets in ") + path);
    return nets;
}

// The players of a game: some ask the nets at their dilemmas, and are normal players elsewhere.
struct Players {
    Mask easy = 0;
    const Net *nets = nullptr;  // by their names; null: nobody asks them
    Mask learners = 0;          // the seats that ask the nets

    Move choose(const State &g, int seat, const Moves &legal) const {
        if (nets && in(learners, seat)) {
            const Dilemmas asked(g, seat, legal);
            if (asked.count) return answer(Inputs(g, seat), asked);
        }
        return by_thumb(g, seat, legal, in(easy, seat) ? EASY : NORMAL);
    }

  private:
    // The first answer, unless another is better.
    Move answer(Inputs inputs, const Dilemmas &asked) const {
        Move best = asked[0].one;
        float most = 0;
        for (int n = 0; n < asked.count; n++) {
            const float gain = -nets[asked[n].name].output(inputs.of(asked[n]));
            if (gain >= most) most = gain, best = asked[n].other;
        }
        return best;
    }
};

}  // namespace celestia
