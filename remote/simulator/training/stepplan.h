#pragma once

#include "remote/simulator/training/models.h"
#include "remote/simulator/training/signals.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::simulator {

/// The cores that a training uses, and the speed and power of the board relative to a TX2.
struct Machine
{
    int mainCore = 0;
    std::vector<int> workers;     ///< cores of the framework's thread pools
    std::vector<int> fastCores;   ///< cores that are idle for most of a step: the TX2's Denver 2
    double stepTimeFactor = 1;    ///< duration of a step relative to a TX2
    double kernelPowerFactor = 1; ///< power of a kernel relative to a TX2
    double idleBytes = 1e9;       ///< memory used by the rest of the system
    double memoryBytes = 8e9;     ///< memory of the board
    double kernelTimeFactor = 1;  ///< of the kernels, from the clocks
    double hostTimeFactor = 1;    ///< of the CPU work between them, from the clocks
    double gpuPowerFactor = 1;    ///< from the clocks, as the following two
    double corePowerFactor = 1;
    double memoryPowerFactor = 1;
};

/// The clocks of a board relative to its highest ones.
struct Clocks
{
    double gpu = 1;
    double core = 1;
    double memory = 1;
    bool hasFastCores = true;
    bool isLocked = false;

    bool operator==(const Clocks&) const = default;
};
/// The board at these clocks: estimates, which TRUTH.md lists.
Machine atClocks(Machine machine, const Clocks& clocks);

/// The op of a span.
struct OpKind
{
    std::string name;
    std::string shapes;
    std::string module;
    std::string category; ///< step, forward, backward, optimizer, input, kernel

    bool operator==(const OpKind&) const = default;
};

/// An op of the main thread: CPU work, followed by a kernel if kernelNs > 0.
struct PlannedOp
{
    std::uint32_t kind = 0;
    std::uint32_t kernel = 0; ///< kind of its span on the GPU's stream
    double hostNs = 0;
    double kernelNs = 0;
    Signals hostRates{};
    Signals kernelRates{}; ///< of the GPU and of the thread that waits for it
};

/// An op of the input pipeline, with its begin and end as shares of the step.
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
    std::size_t first = 0; ///< index of the first op
    std::size_t last = 0;  ///< index behind the last op
};

/// A training step without jitter.
struct StepPlan
{
    std::vector<OpKind> kinds; ///< 0 is the step itself
    std::vector<PlannedOp> ops;
    std::vector<PlannedLayer> layers;
    std::vector<PlannedInput> inputs;
    double hostNs = 0;   ///< sum over the ops
    double kernelNs = 0; ///< sum over the ops
    double parameters = 0;
};

StepPlan planStep(const Model& model, int batch, const Machine& machine, std::uint64_t seed);

/// Adds a busy core with its power, which does not depend on the kind of work.
void addBusy(Signals& rates, const Machine& machine, int core, double share);

} // namespace stepscope::simulator
