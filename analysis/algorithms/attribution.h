#pragma once

#include "analysis/algorithms/occupancy.h"
#include "analysis/algorithms/samplewindows.h"
#include "analysis/algorithms/workpieces.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Which op took how much: two methods side by side.
///
///   timing association (the paper's): each instance gets what the samples say of its time. Wrong where ops are shorter
///     than the sampling period or the sensor lags, and what runs at once is counted for each.
///   occupancy regression: see occupancy.h. The default.
namespace stepscope::analysis {

/// What one op took of one channel: joules of a rail, busy seconds of a core or the GPU.
struct OpTake
{
    std::optional<Estimate> regression; ///< none = it cannot be told apart
    double timing = 0;
};

/// One rail's or core's account. Sums: joules, or busy seconds.
struct ChannelAccount
{
    std::string channel;  ///< name
    std::string rail;     ///< empty for a utilization
    std::string quantity; ///< "rail.power", "cpu.process", "cpu.utilization", "gpu.utilization"
    double windowSeconds = 0;
    double lagSeconds = 0;
    Sensor sensor;         ///< the same, as its samples were read
    bool isFitted = false; ///< nobody says what the sensor does: the lag (and window) that explain the samples best
    std::size_t samples = 0;
    double explained = 0;         ///< share of the samples' variance
    std::vector<OpTake> ops;      ///< of each kind of Attribution::kinds
    std::optional<Estimate> idle; ///< what would have been there without any op; none = the ops' figures contain it
    double opsSum = 0;            ///< best guesses of those that cannot be told apart included
    double idleSum = 0;
    double integral = 0;       ///< of the channel: opsSum + idleSum + what is left unattributed
    double coveredSeconds = 0; ///< of the time in which ops are known: with samples, so that the integral has it
    std::string doubt;  ///< why what is left unattributed is more than 2 % of the integral; empty when it is less
    std::string reason; ///< why nothing can be told; empty when it can
    [[nodiscard]] double unattributed() const { return integral - opsSum - idleSum; }
    [[nodiscard]] bool isRail() const { return quantity == "rail.power"; }
    [[nodiscard]] const std::string& title() const { return isRail() && !rail.empty() ? rail : channel; }
};

struct Attribution
{
    std::vector<WorkKind> kinds;
    std::vector<ChannelAccount> channels; ///< rails in the order of the header, then cores, then the GPU
    double seconds = 0;                   ///< of all stretches in which ops are known
    std::size_t steps = 0;
    bool kernelsAreInOps = false; ///< see Work
    std::string reason;           ///< why nothing can be told; empty when it can
};

/// Accounts of all channels of power and utilization (of the rail `only`, if it is named) for this work in these
/// stretches of so many seconds. What `known` accounts of the same channels found of their sensors is taken over:
/// looking for it takes most of the time.
std::vector<ChannelAccount> accountsOf(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                                       const Work& work, double seconds, std::span<const ChannelAccount> known,
                                       const Cancelled& cancelled = {}, const std::string& only = {});

Attribution attributeToWork(const trace::TraceView& view, trace::TimeRange range, WorkBy by,
                            std::span<const ChannelAccount> known = {}, const Cancelled& cancelled = {},
                            const std::string& only = {});
inline Attribution attributeToOps(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled = {})
{
    return attributeToWork(view, range, WorkBy::Op, {}, cancelled);
}

} // namespace stepscope::analysis
