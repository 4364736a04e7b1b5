#pragma once

#include "analysis/statistics/bootstrap.h"
#include "analysis/study/studyfigures.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the results of a study suggest for each model: the largest batch size that fits, the batch size beyond which
/// throughput hardly grows, the settings that are best in time and energy, and the cost of a quality.
namespace stepscope::analysis {

/// Share of a device's memory that a training can use. Jetsons share memory between CPU and GPU: the kernel keeps part
/// of it, and allocations fail before the rest is used up.
inline constexpr double kUsableMemory = 0.95;
/// The range of that share, which the intervals contain: it differs between boards and between allocators.
inline constexpr double kUsableMemoryLow = 0.92;
inline constexpr double kUsableMemoryHigh = 0.98;
/// Throughput counts as hardly growing where a doubling of the batch size gains less than this.
inline constexpr double kKneeGain = 0.10;

/// The largest batch size that fits into the memory of the device, by a line through the peaks of memory.
struct LargestBatch
{
    /// Where the line reaches kUsableMemory, but at least `largestTrained` and less than `failed`; so is the interval.
    double batch = 0;
    /// 95 % for the line, over the range of the usable share; none without an upper end.
    std::optional<Interval> interval{};
    bool isOfSteps =
        false; ///< the error of the line rests on the scatter of steps alone: a third batch size would test the line
    double baseBytes = 0;        ///< of the line at batch size 0: the system, the framework and the parameters
    double sampleBytes = 0;      ///< growth by sample, > 0
    double memoryBytes = 0;      ///< of the device
    int largestTrained = 0;      ///< batch size measured
    std::optional<int> failed{}; ///< the smallest batch size that ran out of memory
};

/// The smallest batch size from which on no doubling gains kKneeGain or more, in the first power setting.
struct ThroughputKnee
{
    int batch = 0;
    bool isLargest = false; ///< it is the largest size measured: throughput still grows, or nothing larger was measured
    double gain = 0;        ///< relative gain of a doubling beyond it; before it if isLargest
    std::string power{};    ///< the setting, where the study has several
};

/// One setting: a batch size in a power mode.
struct OperatingPoint
{
    int batch = 0;
    std::string setting{};              ///< of the plan; empty if it has none
    std::string powerMode{};            ///< of nvpmodel; empty = not known
    std::optional<bool> clocksLocked{}; ///< as by jetson_clocks
    std::size_t trainings = 0;          ///< means over as many
    double sampleSeconds = 0;
    double sampleJoules = 0;
    double watts = 0;    ///< mean power of the whole system
    bool isBest = false; ///< no other setting is both faster and cheaper: a point of the Pareto front
};

/// Time and energy until a metric reached a value, from the start of the first step.
struct TargetReached
{
    int batch = 0;
    std::string setting{}; ///< of the plan; empty if it has none
    std::string powerMode{};
    std::size_t trainings = 0;
    std::size_t reporting = 0; ///< trainings that report the metric
    std::size_t reached = 0;
    double seconds = 0, joules = 0; ///< means over the trainings that reached it; joules is NaN if not measured
};

struct ModelAdvice
{
    std::string target, model;
    std::optional<LargestBatch> largest{};
    std::string whyNoLargest{}; ///< one sentence; empty if there is one
    std::optional<ThroughputKnee> knee{};
    std::vector<OperatingPoint> points{}; ///< by batch size, power setting and power mode
    std::vector<TargetReached> targets{};
};

/// A value that a metric shall reach: at most `value` for a loss, at least `value` for all others.
struct MetricTarget
{
    std::string metric;
    double value = 0;
    /// Names that contain "loss", "error" or "perplexity" are to be small; ignores case.
    [[nodiscard]] bool isReachedBy(double measured) const;
};
/// "accuracy=0.7". Error Usage.
format::Result<MetricTarget> parseMetricTarget(std::string_view text);

/// One element for each target and model of the plan that has a result. With a metric target, the recordings of the
/// trainings are read.
std::vector<ModelAdvice> studyAdvice(const Study& study, const std::optional<MetricTarget>& target,
                                     const CellReader& reader);

/// Steps, samples and hours that an energy in watt hours lasts in a setting.
struct BatteryLife
{
    double hours = 0;
    double steps = 0;
    double samples = 0;
};
BatteryLife batteryLife(const OperatingPoint& point, double wattHours);

struct AdviceText
{
    std::optional<double> wattHours{};
    std::optional<MetricTarget> target{};
};
/// For a terminal, at most 100 columns wide.
std::string adviceText(const std::vector<ModelAdvice>& advice, const AdviceText& options);
/// "advice-batch", one row for each target and model, and "advice-settings", one row for each OperatingPoint.
std::vector<StudyTable> adviceTables(const std::vector<ModelAdvice>& advice);
/// resources/schemas/advice.json describes it.
std::string adviceJson(const std::vector<ModelAdvice>& advice, const AdviceText& options);

} // namespace stepscope::analysis
