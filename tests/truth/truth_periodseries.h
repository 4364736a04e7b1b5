#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Recordings of simulated trainings whose step durations are known, in virtual time. The generator shares no code and
/// no model with the analyses: a training is a sequence of pieces (ops, waits, pauses) with a level for each channel,
/// and a sensor averages these levels over its own window before it is read, late and rounded.
namespace stepscope::truth {

/// A stretch of the training's work.
struct Piece
{
    double begin = 0; ///< s
    double end = 0;
    std::size_t level = 0;  ///< row of the channels' levels
    double stepsBefore = 0; ///< steps completed at `begin`
    double stepsAfter = 0;  ///< at `end`; the same as before where no step proceeds: pauses, stalls, warm-up
};

/// What is true of a simulated recording.
struct PeriodTruth
{
    unsigned seed = 0;
    std::string kind{};
    bool isPeriodic = false;
    double sampling = 0; ///< median sampling interval, s
    double step = 0;     ///< mean duration of a step over the whole recording, without stalls and pauses, s
    double steps = 0;
    double jitter = 0, drift = 0, noise = 0;
    std::vector<double> otherScales{}; ///< s: periods that the signal really has beside the step
    std::vector<Piece> pieces{};

    /// Mean duration of the steps within [begin, end]; 0 when no step proceeds there.
    [[nodiscard]] double stepIn(double begin, double end) const;
    /// Time in which steps proceed and number of steps within [begin, end].
    struct Work
    {
        double seconds = 0;
        double steps = 0;
    };
    [[nodiscard]] Work workIn(double begin, double end) const;
};

struct PeriodRecording
{
    PeriodTruth truth{};
    std::vector<std::byte> bytes{}; ///< as an agent writes it, without step marks and ops
};

/// A training, by seed: steps of 15 ms to 10 s (log-uniform) sampled every 10 ms (mostly), for 20 to 200 s and at least
/// 15 steps; one to six channels. The figures of the series and their kinds are in the implementation.
PeriodRecording makePeriodicRecording(unsigned seed);

/// A recording without a period, by seed: white noise, random walks, 1/f noise, telegraph signals, renewal processes
/// whose cycles vary by at least 25 %, a constant, a single burst.
PeriodRecording makeAperiodicRecording(unsigned seed);

} // namespace stepscope::truth
