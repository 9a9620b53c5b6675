// Small nets with one output, and the player that asks them at its dilemmas.
#pragma once
#include <stdexcept>

#include "dilemma.hpp"

namespace celestia {

class Net {
  public:
    // Read the layers from an open file: their number, then of each its width, weights and biases.
    bool read(std::FILE *file) {
        int count = 0;
        if (std::fscanf(file, "%d", &count) != 1) return false;
        layers_.resize(count);
        for (Layer &layer : layers_) {
            if (std::fscanf(file, "%d %d", &layer.in, &layer.out) != 2) return false;
            layer.weights.resize(layer.in * layer.out), layer.biases.resize(layer.out);
            for (float &weight : layer.weights)
                if (std::fscanf(file, "%f", &weight) != 1) return false;
            for (float &bias : layer.biases)
                if (std::fscanf(file, "%f", &bias) != 1) return false;
        }
        return true;
    }

    // By how much the first answer raises the chance to win above the second's.
    float gain(const float *inputs) const {
        float one[MOST_INPUTS], two[MOST_INPUTS];
        float *to = one, *other = two;
        const float *from = inputs;
        for (const Layer &layer : layers_) {
            std::copy(layer.biases.begin(), layer.biases.end(), to);
            for (int i = 0; i < layer.in; i++) {
                if (from[i] == 0) continue;
                const float *weights = &layer.weights[i * layer.out];
                for (int o = 0; o < layer.out; o++) to[o] += from[i] * weights[o];
            }
            if (&layer != &layers_.back())
                for (int o = 0; o < layer.out; o++) to[o] = std::max(0.f, to[o]);
            from = to;
            std::swap(to, other);
        }
        return from[0];
    }

  private:
    struct Layer {
        int in = 0, out = 0;
        std::vector<float> weights, biases;  // the weights of one input stand together
    };
    std::vector<Layer> layers_;
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
    const Weights &weights;
    Mask easy = 0;
    const Net *nets = nullptr;  // by their names; null: nobody asks them
    Mask learners = 0;          // the seats that ask the nets

    Move choose(const State &g, int seat, const Moves &legal) const {
        if (nets && in(learners, seat)) {
            const Dilemma asked = dilemma(g, seat, legal);
            if (asked.name >= 0)
                return nets[asked.name].gain(Inputs(g, seat, asked).at) > 0 ? asked.one : asked.other;
        }
        return by_thumb(g, seat, legal, in(easy, seat) ? EASY : NORMAL);
    }
};

}  // namespace celestia
