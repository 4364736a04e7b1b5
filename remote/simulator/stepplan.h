#pragma once

#include "remote/simulator/models.h"
#include "remote/simulator/signals.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::simulator {

/// Which cores a training keeps busy, and how fast and hungry the board is beside a TX2.
struct Machine
{
    int mainCore = 0;
    std::vector<int> workers;   ///< of the framework's thread pools
    std::vector<int> fastCores; ///< idle for most of a step: the TX2's Denver 2
    double slowness = 1;        ///< of a step
    double hunger = 1;          ///< of a kernel
    double idleBytes = 1e9;     ///< used by everything else
    double memoryBytes = 8e9;   ///< of the board
};

/// What a span is an instance of.
struct OpKind
{
    std::string name;
    std::string shapes;
    std::string module;
    std::string category; ///< step, forward, backward, optimizer, input, kernel

    bool operator==(const OpKind&) const = default;
};

/// An op of the main thread: what it does on the CPU before its kernel, then the kernel. No kernel: CPU only.
struct PlannedOp
{
    std::uint32_t kind = 0;
    std::uint32_t kernel = 0; ///< kind of its span on the GPU's stream
    double hostNs = 0;
    double kernelNs = 0;
    Signals hostRates{};
    Signals kernelRates{}; ///< of the GPU's side and of the thread that waits for it
};

/// An op of the input pipeline, at its place in the step (shares of its length).
struct PlannedInput
{
    std::uint32_t kind = 0;
    double from = 0;
    double to = 0;
    Signals rates{};
};

struct PlannedLayer
{
    std::uint32_t kind = 0;
    std::size_t first = 0; ///< of the ops
    std::size_t last = 0;  ///< behind the last one
};

/// A training step as it would be without jitter.
struct StepPlan
{
    std::vector<OpKind> kinds; ///< 0 is the step itself
    std::vector<PlannedOp> ops;
    std::vector<PlannedLayer> layers;
    std::vector<PlannedInput> inputs;
    double hostNs = 0;   ///< sum
    double kernelNs = 0; ///< sum
    double parameters = 0;
};

StepPlan planStep(const Model& model, int batch, const Machine& machine, std::uint64_t seed);

/// CPU power that busy cores draw is the same for all that runs on them.
void addBusy(Signals& rates, const Machine& machine, int core, double share);

} // namespace stepscope::simulator
