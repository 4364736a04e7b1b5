#pragma once

#include "remote/simulator/stepplan.h"

#include <deque>
#include <memory>
#include <mutex>

namespace stepscope::simulator {

/// Which steps are traced: auto, none, all, FIRST:LAST[:EVERY] as the agent says it (STEPSCOPE_OPS).
struct TracedSteps
{
    std::uint64_t first = 4;
    std::uint64_t last = 9; ///< half-open
    std::uint64_t every = 0;

    static format::Result<TracedSteps> parse(std::string_view text);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool contains(std::uint64_t step) const;
};

/// All that a training is made of. The same words give the same training, in every process.
struct TrainingWords
{
    std::string model = "squeezenet";
    int batch = 32;
    std::uint64_t steps = 100;
    std::uint64_t seed = 1;
    TracedSteps traced;
    std::int64_t start = 0; ///< CLOCK_MONOTONIC ns
};

/// Energy by what the board's converters feed, J.
struct Joules
{
    double gpu = 0;
    double cpu = 0;
    double soc = 0;
    double ddr = 0;
};

/// One op that ran.
struct OpInstance
{
    enum Lane : std::uint32_t { Main = 1, Input = 2, Stream = 3 };

    std::uint32_t kind = 0;
    Lane lane = Main;
    std::uint8_t depth = 0;
    std::int64_t start = 0;
    std::int64_t duration = 0;
    /// What it added to the board's power; of a leaf. A kernel's is part of its op's, a step's or layer's is not told.
    Joules own;
};

/// A step as it happened.
struct PlayedStep
{
    std::uint64_t index = 0;
    bool traced = false;
    Pieces pieces;
    std::vector<OpInstance> ops; ///< a lane after the other, each by start, parents before children
};

/// Tracing makes the CPU's part of a step longer, so that the step takes this many times as long.
inline constexpr double kTracingSlowdown = 1.25;

/// A training on a board: set up, then steps without a break. Thread-safe.
class Training : public Activity
{
public:
    static format::Result<std::shared_ptr<Training>> make(const TrainingWords& words, const Machine& machine);

    [[nodiscard]] std::int64_t begin() const override { return m_words.start; }
    Signals integral(std::int64_t time) override;
    Signals rates(std::int64_t time) override;
    double memory(std::int64_t time) override;

    /// Steps are worked out one after the other: asking for a far one takes its time.
    std::shared_ptr<const PlayedStep> step(std::uint64_t index);
    [[nodiscard]] std::int64_t firstStepBegin() const;
    [[nodiscard]] const StepPlan& plan() const { return m_plan; }
    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const TrainingWords& words() const { return m_words; }

private:
    struct Kept
    {
        Signals before; ///< integral up to its beginning
        std::shared_ptr<const PlayedStep> step;
    };
    Training(TrainingWords words, const Model& model, const Machine& machine);
    /// The ops of the main thread, one after the other, and what they do.
    struct Sequence
    {
        std::vector<OpInstance> leaves;
        std::vector<OpInstance> kernels;
        std::vector<Pieces::Load> loads;
        std::int64_t end = 0;
    };
    [[nodiscard]] double hostFactor(std::uint64_t index, bool traced) const;
    /// Of each op, ns: before its kernel, and the kernel.
    [[nodiscard]] std::vector<double> lengths(std::uint64_t index, bool traced) const;
    [[nodiscard]] Sequence sequence(std::int64_t begin, const std::vector<double>& parts) const;
    [[nodiscard]] PlayedStep play(std::uint64_t index, std::int64_t begin) const;
    /// Makes steps until one ends after `time` or there are no more.
    void reach(std::int64_t time);
    void append();
    const Kept* keptAt(std::int64_t time) const;

    TrainingWords m_words;
    const Model& m_model;
    Machine m_machine;
    StepPlan m_plan;
    Pieces m_setup;
    double m_peakBytes = 0;

    std::mutex m_mutex;
    std::deque<Kept> m_kept; ///< the latest ones
    std::uint64_t m_nextStep = 0;
    std::int64_t m_end = 0; ///< of the last step made
    Signals m_sum{};        ///< up to there
};

} // namespace stepscope::simulator
