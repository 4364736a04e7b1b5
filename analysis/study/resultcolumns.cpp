#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/tensormemory.h"
#include "analysis/report/observationfacts.h"
#include "analysis/study/resultrow.h"

#include <array>
#include <cmath>
#include <string>

namespace stepscope::analysis {
namespace {

using Kind = ResultColumn::Kind;

ResultValue orUnknown(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? ResultValue(*value) : ResultValue();
}

ResultValue orUnknown(NamedValues values)
{
    return values.empty() ? ResultValue() : ResultValue(std::move(values));
}

ResultValue orUnknown(std::string text)
{
    return text.empty() ? ResultValue() : ResultValue(std::move(text));
}

std::string coreName(int core)
{
    return "cpu" + std::to_string(core);
}

template <typename Field>
ResultValue ofCores(const CellRecording& cell, Field field)
{
    NamedValues values;
    for (const CoreSummary& core : cell.report.summary.cores) {
        if (core.coveredSeconds > 0)
            values.emplace_back(coreName(core.core), core.*field);
    }
    return orUnknown(std::move(values));
}

template <typename Figure>
ResultValue ofRails(const CellRecording& cell, Figure figure)
{
    NamedValues values;
    for (const RailSummary& rail : cell.report.summary.rails) {
        const std::optional<double> value = rail.coveredSeconds > 0 ? figure(rail) : std::nullopt;
        if (value)
            values.emplace_back(rail.name, *value);
    }
    return orUnknown(std::move(values));
}

/// Seconds of the window for each of its steps, pauses between steps included.
std::optional<double> windowPerStep(const CellRecording& cell)
{
    const RangeSummary& window = cell.report.summary;
    if (window.steps > 0)
        return window.range.seconds() / static_cast<double>(window.steps);
    return detectedStepSeconds(cell.report);
}

std::optional<double> samplesPerSecond(const CellRecording& cell)
{
    const Report& report = cell.report;
    if (report.tracing.tracedSteps > 0 && report.tracing.untracedSamplesPerSecond)
        return report.tracing.untracedSamplesPerSecond;
    if (report.steps.samplesPerSecond)
        return report.steps.samplesPerSecond;
    if (report.steps.stepsPerSecond)
        return *report.steps.stepsPerSecond * cell.batch;
    const auto detected = detectedStepSeconds(report);
    return detected ? std::optional(cell.batch / *detected) : std::nullopt;
}

std::optional<double> stepSeconds(const CellRecording& cell)
{
    const Report& report = cell.report;
    if (report.tracing.tracedSteps > 0 && report.tracing.untracedSteps > 0)
        return report.tracing.untracedMeanSeconds;
    return report.steps.meanSeconds > 0 ? std::optional(report.steps.meanSeconds) : detectedStepSeconds(report);
}

std::optional<double> stepJoules(const CellRecording& cell)
{
    if (cell.report.energy.joulesPerStep)
        return cell.report.energy.joulesPerStep;
    const auto& watts = cell.report.summary.systemWatts;
    const auto seconds = detectedStepSeconds(cell.report);
    return watts && seconds ? std::optional(*watts * *seconds) : std::nullopt;
}

std::optional<double> perSample(const CellRecording& cell, const std::optional<double>& perStep)
{
    return perStep && cell.batch > 0 ? std::optional(*perStep / cell.batch) : std::nullopt;
}

ResultValue memoryParts(const CellRecording& cell)
{
    struct Part
    {
        const char* name;
        double TensorBytes::*tensors;
        std::uint64_t trace::Facts::*fact;
    };
    constexpr std::array kParts{
        Part{"parameters", &TensorBytes::parameters, &trace::Facts::parameterBytes},
        Part{"gradients", &TensorBytes::gradients, &trace::Facts::gradientBytes},
        Part{"optimizer", &TensorBytes::optimizer, &trace::Facts::optimizerBytes},
        Part{"input", &TensorBytes::inputs, &trace::Facts::inputBytes},
        Part{"intermediate", &TensorBytes::intermediate, &trace::Facts::intermediateBytes},
    };
    NamedValues values;
    for (const Part& part : kParts) {
        const double measured = cell.report.summary.tensors.*part.tensors;
        const auto stated = static_cast<double>(cell.report.facts.*part.fact);
        if (std::isfinite(measured) || stated > 0)
            values.emplace_back(part.name, std::isfinite(measured) ? measured : stated);
    }
    return orUnknown(std::move(values));
}

/// Standard deviation of the peak of the device's memory over the counted steps.
std::optional<double> stepPeakDeviation(const CellRecording& cell)
{
    const trace::ChannelView* memory = findChannel(cell.view, "memory.used");
    double count = 0;
    double mean = 0;
    double squares = 0; // of the deviations from the mean so far (Welford 1962)
    for (std::size_t i = 0; memory != nullptr && i < cell.view.stepCount(); ++i) {
        const format::Step step = cell.view.step(i);
        const trace::TimeRange& range = cell.report.summary.range;
        if (step.start < range.begin || step.end > range.end)
            continue;
        const auto bounds = memory->bounds(memory->lowerBound(step.start), memory->lowerBound(step.end));
        if (!bounds.any)
            continue;
        ++count;
        const double apart = bounds.max - mean;
        mean += apart / count;
        squares += apart * (bounds.max - mean);
    }
    return count > 1 ? std::optional(std::sqrt(squares / (count - 1))) : std::nullopt;
}

template <typename Field>
ResultValue ofZones(const CellRecording& cell, Field field)
{
    NamedValues values;
    for (const ZoneTemperature& zone : zoneTemperatures(cell.view, cell.report.extent))
        values.emplace_back(zone.name, zone.*field);
    return orUnknown(std::move(values));
}

ResultValue throttledSeconds(const CellRecording& cell)
{
    NamedValues values;
    for (const Throttling& throttling : cell.report.temperatures.throttlings)
        values.emplace_back(throttling.name, throttling.seconds());
    return orUnknown(std::move(values));
}

std::optional<double> throttleEvents(const CellRecording& cell)
{
    if (cell.report.temperatures.throttlings.empty())
        return std::nullopt;
    double events = 0;
    for (const Throttling& throttling : cell.report.temperatures.throttlings)
        events += static_cast<double>(throttling.times + throttling.spans.size());
    return events;
}

/// Mean of each channel of this quantity in the window.
ResultValue meansOf(const CellRecording& cell, std::string_view quantity)
{
    NamedValues values;
    for (const trace::ChannelView& channel : cell.view.channels()) {
        if (channel.info().quantity != quantity)
            continue;
        const auto integral = channel.integral(cell.report.summary.range);
        if (integral.coveredSeconds > 0)
            values.emplace_back(titleOf(channel.info()), integral.mean());
    }
    return orUnknown(std::move(values));
}

ResultValue accuracy(const CellRecording& cell)
{
    const auto accuracies = accuraciesOf(cell.view);
    return accuracies.empty() ? ResultValue() : ResultValue(accuracies.back().share);
}

std::optional<double> signalOf(const CellRecording& cell)
{
    const auto& ending = cell.view.ending();
    return ending && ending->signal > 0 ? std::optional<double>(ending->signal) : std::nullopt;
}

std::optional<double> statusOf(const CellRecording& cell)
{
    const auto& ending = cell.view.ending();
    return ending && ending->signal == 0 && ending->hasStatus ? std::optional<double>(ending->exitStatus)
                                                              : std::nullopt;
}

using Cell = const CellRecording&;

const auto kColumns = std::to_array<ResultColumn>({
    {column::kOutcome, "", Kind::Text, "How the training ended: see outcomeNames() in analysis/study/resultrow.h",
     false, [](Cell cell) -> ResultValue { return std::string(outcomeOf(cell).name); }},
    {column::kReason, "", Kind::Text, "Why it failed", false,
     [](Cell cell) { return orUnknown(outcomeOf(cell).reason); }},
    {"exit_status", "1", Kind::Number, "Of the training; none if a signal ended it", true,
     [](Cell cell) { return orUnknown(statusOf(cell)); }},
    {"signal", "1", Kind::Number, "That ended the training", true, [](Cell cell) { return orUnknown(signalOf(cell)); }},
    {column::kLastOutput, "", Kind::Text, "The last lines that a training that failed printed", true,
     [](Cell cell) { return outcomeOf(cell).name == "ok" ? ResultValue() : orUnknown(lastOutput(cell.view)); }},
    {"attempts", "1", Kind::Number, "Trainings that were started for this cell", false,
     [](Cell cell) -> ResultValue { return static_cast<double>(cell.end.attempts); }},
    {"started_unix_seconds", "s", Kind::Number, "Start of the recording since 1970, by the target's clock", true,
     [](Cell cell) -> ResultValue { return static_cast<double>(cell.report.header.startRealtime) * 1e-9; }},
    {column::kDuration, "s", Kind::Number, "Of the recording", true,
     [](Cell cell) -> ResultValue { return cell.report.extent.seconds(); }},
    {column::kCooldown, "s", Kind::Number, "Waited before the training for the device to cool", false,
     [](Cell cell) -> ResultValue { return cell.end.cooldownSeconds; }},
    {"cooldown_complete", "1", Kind::Number, "1 = the device was near its first temperature when the training began",
     false, [](Cell cell) -> ResultValue { return cell.end.isCool ? 1.0 : 0.0; }},
    {"steps", "1", Kind::Number, "Steps that the training marked", true,
     [](Cell cell) -> ResultValue { return static_cast<double>(cell.report.steps.marked); }},
    {"skipped_steps", "1", Kind::Number,
     "First steps that no figure includes: as many as the plan says, fewer if there are fewer", true,
     [](Cell cell) -> ResultValue { return static_cast<double>(cell.report.skippedSteps); }},
    {"counted_steps", "1", Kind::Number, "Steps that the figures cover", true,
     [](Cell cell) -> ResultValue { return static_cast<double>(cell.report.summary.steps); }},
    {"counted_seconds", "s", Kind::Number,
     "Time that the figures cover; one shorter than the averaging windows of the sensors gives wrong power and "
     "utilization",
     true, [](Cell cell) -> ResultValue { return cell.report.summary.range.seconds(); }},
    {column::kStepSeconds, "s", Kind::Number,
     "Mean duration of a step; without traced steps if there are others; of detected steps if none is marked", true,
     [](Cell cell) { return orUnknown(stepSeconds(cell)); }},
    {column::kStepCv, "1", Kind::Number, "Standard deviation over mean of the durations of the counted steps", true,
     [](Cell cell) { return cell.report.summary.steps > 1 ? ResultValue(cell.report.steps.cv) : ResultValue(); }},
    {column::kThroughput, "1/s", Kind::Number,
     "Training samples per second over the counted steps, pauses between steps included", true,
     [](Cell cell) { return orUnknown(samplesPerSecond(cell)); }},
    {column::kCpu, "1", Kind::Number, "Equation 2: mean over the cores online", true,
     [](Cell cell) { return orUnknown(cell.report.summary.cpuUtilization); }},
    {column::kGpu, "1", Kind::Number, "Equation 3", true,
     [](Cell cell) { return orUnknown(cell.report.summary.gpuUtilization); }},
    {column::kCores, "1", Kind::Named, "Equation 1, by core", true,
     [](Cell cell) { return ofCores(cell, &CoreSummary::utilization); }},
    {column::kIdle, "1", Kind::Named, "Share of the time at utilization 0, by core", true,
     [](Cell cell) { return ofCores(cell, &CoreSummary::idleRatio); }},
    {column::kStepJoules, "J", Kind::Number, "Equation 4 over the mean step, of the whole system", true,
     [](Cell cell) { return orUnknown(stepJoules(cell)); }},
    {column::kSampleJoules, "J", Kind::Number, "Energy of a step over the batch size, of the whole system", true,
     [](Cell cell) { return orUnknown(perSample(cell, stepJoules(cell))); }},
    {column::kRailStepJoules, "J", Kind::Named, "Mean power by rail times the time of a step, pauses included", true,
     [](Cell cell) {
         const auto seconds = windowPerStep(cell);
         return ofRails(cell, [&](const RailSummary& rail) {
             return seconds ? std::optional(rail.meanWatts * *seconds) : std::nullopt;
         });
     }},
    {"rail_sample_energy_joules", "J", Kind::Named, "Energy of a step over the batch size, by rail", true,
     [](Cell cell) {
         const auto seconds = windowPerStep(cell);
         return ofRails(cell, [&](const RailSummary& rail) {
             return perSample(cell, seconds ? std::optional(rail.meanWatts * *seconds) : std::nullopt);
         });
     }},
    {"rail_power_watts", "W", Kind::Named, "Mean over the counted steps, by rail", true,
     [](Cell cell) { return ofRails(cell, [](const RailSummary& rail) { return std::optional(rail.meanWatts); }); }},
    {"rail_coverage", "1", Kind::Named, "Share of the counted steps' time that samples cover, by rail", true,
     [](Cell cell) { return ofRails(cell, [](const RailSummary& rail) { return std::optional(rail.coverage); }); }},
    {column::kPeakMemory, "B", Kind::Number, "Most memory in use on the device during the counted steps", true,
     [](Cell cell) { return orUnknown(cell.report.summary.peakMemoryBytes); }},
    {column::kStepPeakDeviation, "B", Kind::Number,
     "Standard deviation over the counted steps of the most memory in use on the device during a step", true,
     [](Cell cell) { return orUnknown(stepPeakDeviation(cell)); }},
    {"peak_process_bytes", "B", Kind::Number, "Most resident memory of the training", true,
     [](Cell cell) { return orUnknown(cell.report.summary.peakProcessBytes); }},
    {column::kMemoryParts, "B", Kind::Named, "Parts of the training's memory, as its framework reports them", true,
     memoryParts},
    {column::kAccuracy, "1", Kind::Number, "The last accuracy that the training reported or printed, 0..1", true,
     accuracy},
    {column::kPowerMode, "", Kind::Text, "Name of the nvpmodel mode", true,
     [](Cell cell) { return orUnknown(cell.report.header.device.powerMode); }},
    {column::kClocksLocked, "1", Kind::Number, "1 = clocks were fixed as by jetson_clocks", true,
     [](Cell cell) -> ResultValue {
         const auto locked = cell.report.header.device.clocksLocked;
         return locked ? ResultValue(*locked ? 1.0 : 0.0) : ResultValue();
     }},
    {"cpu_frequency_hertz", "Hz", Kind::Named, "Mean over the counted steps, by clock", true,
     [](Cell cell) { return meansOf(cell, "cpu.frequency"); }},
    {"gpu_frequency_hertz", "Hz", Kind::Named, "Mean over the counted steps, by clock", true,
     [](Cell cell) { return meansOf(cell, "gpu.frequency"); }},
    {"begin_temperature_celsius", "degC", Kind::Named, "First of the recording, by thermal zone", true,
     [](Cell cell) { return ofZones(cell, &ZoneTemperature::first); }},
    {"end_temperature_celsius", "degC", Kind::Named, "Last of the recording, by thermal zone", true,
     [](Cell cell) { return ofZones(cell, &ZoneTemperature::last); }},
    {"max_temperature_celsius", "degC", Kind::Named, "Highest of the recording, by thermal zone", true,
     [](Cell cell) { return ofZones(cell, &ZoneTemperature::max); }},
    {column::kThrottled, "s", Kind::Named, "Time of throttling in the counted steps, by its reason", true,
     throttledSeconds},
    {column::kThrottleEvents, "1", Kind::Number,
     "Times that throttling began in the counted steps; not known if the device does not report it", true,
     [](Cell cell) { return orUnknown(throttleEvents(cell)); }},
});

} // namespace

std::span<const ResultColumn> resultColumns()
{
    return kColumns;
}

} // namespace stepscope::analysis
