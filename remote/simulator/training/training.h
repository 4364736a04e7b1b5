#pragma once

#include "remote/format/records.h"
#include "remote/format/result.h"
#include "remote/hookwire/client.h"
#include "remote/simulator/training/stepplan.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// The traced steps: auto, none, all, or FIRST:END[:EVERY] as set by the agent (STEPSCOPE_OPS).
struct TracedSteps
{
    std::uint64_t first = 4;
    std::uint64_t last = 9; ///< half-open
    std::uint64_t every = 250;

    static format::Result<TracedSteps> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool contains(std::uint64_t step) const;
};

/// The parameters of a training. Equal options give equal trainings in every process.
struct TrainingOptions
{
    std::string model = "squeezenet";
    int batch = 32;
    std::uint64_t steps = 100;
    std::uint64_t seed = 1;
    TracedSteps traced;
    std::int64_t start = 0; ///< CLOCK_MONOTONIC ns
    Clocks clocks;          ///< of the board when the training begins
};

/// Energy of the loads of the board's converters, J.
struct Joules
{
    double gpu = 0;
    double cpu = 0;
    double soc = 0;
    double ddr = 0;
};

/// One executed op.
struct OpInstance
{
    enum Lane : std::uint32_t { Main = 1, Input = 2, Stream = 3 };

    std::uint32_t kind = 0;
    Lane lane = Main;
    std::uint8_t depth = 0;
    std::int64_t start = 0;
    std::int64_t duration = 0;
    /// The energy that the op adds to that of the idle board. The energy of a kernel is part of its op's; that of steps
    /// and layers is not set.
    Joules own;
};

/// An executed step.
struct PlayedStep
{
    std::uint64_t index = 0;
    bool traced = false;
    PiecewiseSignals waveform;
    std::vector<OpInstance> ops;     ///< grouped by lane, ordered by start, parents before children
    std::vector<format::Link> links; ///< from ops of the main thread to their kernels
};

/// Duration of a traced step relative to an untraced one; tracing lengthens the CPU work only.
inline constexpr double kTracingSlowdown = 1.25;

/// A training on a board: the setup, then steps without gaps. Thread-safe.
class Training : public Activity
{
public:
    static format::Result<std::shared_ptr<Training>> make(const TrainingOptions& options, const Machine& machine);

    [[nodiscard]] std::int64_t begin() const override { return m_options.start; }
    Signals integral(std::int64_t time) override;
    Signals rates(std::int64_t time) override;
    double memory(std::int64_t time) override;

    /// Computes all steps up to `index`, which takes time in proportion to their number. Null for steps that ended more
    /// than three seconds before the last computed one.
    std::shared_ptr<const PlayedStep> step(std::uint64_t index);
    [[nodiscard]] std::int64_t firstStepBegin() const;
    [[nodiscard]] const StepPlan& plan() const { return m_plan; }
    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const TrainingOptions& options() const { return m_options; }
    [[nodiscard]] const MemoryParts& memoryParts() const { return m_memory; }
    /// Whether the training needs more memory than the board has left: it fails before its first step.
    [[nodiscard]] bool exceedsMemory() const { return m_memory.sum() > m_peakBytes; }

private:
    struct StoredStep
    {
        Signals before; ///< integral up to the begin of the step
        std::shared_ptr<const PlayedStep> step;
    };
    Training(TrainingOptions options, const Model& model, const Machine& machine);
    /// The ops of the main thread in their order, with their loads.
    struct Sequence
    {
        std::vector<OpInstance> leaves;
        std::vector<OpInstance> kernels;
        std::vector<format::Link> links; ///< from leaves to their kernels
        std::vector<PiecewiseSignals::Load> loads;
        std::int64_t end = 0;
    };
    [[nodiscard]] double hostFactor(std::uint64_t index, bool traced) const;
    /// Two durations per op, ns: before its kernel, and of the kernel.
    [[nodiscard]] std::vector<double> lengths(std::uint64_t index, bool traced) const;
    [[nodiscard]] Sequence sequence(std::int64_t begin, const std::vector<double>& parts) const;
    [[nodiscard]] PlayedStep play(std::uint64_t index, std::int64_t begin) const;
    /// Computes steps until one ends after `time` or the training ends.
    void reach(std::int64_t time);
    void append();
    const StoredStep* storedStepAt(std::int64_t time) const;

    TrainingOptions m_options;
    const Model& m_model;
    Machine m_machine;
    StepPlan m_plan;
    PiecewiseSignals m_setup;
    MemoryParts m_memory;
    double m_peakBytes = 0;

    std::mutex m_mutex;
    std::deque<StoredStep> m_stored; ///< the latest steps
    std::uint64_t m_nextStep = 0;
    std::int64_t m_end = 0; ///< of the last computed step
    Signals m_sum{};        ///< integral up to m_end
};

/// Reports a played training to the agent, as the hook in a real training does. Without an agent, or once the
/// connection is lost, the calls have no effect.
class TrainingReport
{
public:
    /// Connects to the agent's socket; fails if the environment names a socket that does not answer.
    static format::Result<TrainingReport> open();

    /// Has to be the first call.
    void greet(std::string_view program);
    /// Defines the kinds of ops; `OpInstance::kind` is an index into them.
    void defineKinds(std::span<const OpKind> kinds);
    void defineLane(std::uint32_t lane, format::Lane::Kind kind, std::uint64_t thread, std::string name);
    /// Ops of one lane, sorted by start, parents before children.
    void addSpans(std::uint32_t lane, std::span<const OpInstance> ops);
    /// Links the ops of the main thread with their kernels, whose spans have been added.
    void addLinks(std::span<const format::Link> links);
    void addStep(const format::Step& step);
    /// `json` is one JSON object.
    void addFacts(std::string_view json);

private:
    explicit TrainingReport(hookwire::Client client);
    void send(std::string_view messages);

    hookwire::Client m_client;
};

} // namespace stepscope::simulator
