#include "analysis/study/studyadvice.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/quantitytext.h"
#include "analysis/text/texttable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr int kVersion = 1;

/// At most 10^15: values of a damaged study may not fit into a whole number.
std::string wholeText(double value)
{
    constexpr double kMost = 1e15;
    return kReportFormat.count(static_cast<std::uint64_t>(value > 0 ? std::min(value, kMost) : 0));
}

std::string largestText(const LargestBatch& largest)
{
    std::string text = wholeText(largest.batch);
    if (largest.interval)
        text +=
            " (95 % interval " + wholeText(largest.interval->low) + " to " + wholeText(largest.interval->high) + ")";
    else
        text += " (too uncertain for an interval: measure larger batch sizes or more repeats)";
    text += "; " + std::to_string(largest.largestTrained) + " trained";
    if (largest.failed)
        text += ", " + std::to_string(*largest.failed) + " ran out of memory";
    return text;
}

std::string memoryText(const LargestBatch& largest)
{
    return bytesText(largest.baseBytes) + " and " + bytesText(largest.sampleBytes) + " a sample, of " +
           fixedText(100 * kUsableMemory, 0) + " % of " + bytesText(largest.memoryBytes) +
           (largest.isOfSteps ? "; a third batch size would test whether it grows in proportion" : "");
}

std::string kneeText(const ThroughputKnee& knee)
{
    const std::string batch = "batch " + std::to_string(knee.batch) + (knee.power.empty() ? "" : " in " + knee.power);
    if (knee.isLargest)
        return "the last doubling, to " + batch + ", gained " + percentText(knee.gain) + ": measure larger batches";
    return "knee at " + batch + ": the next doubling gains only " + percentText(knee.gain);
}

/// The setting says what was asked for; what the device reported is added where it says something else.
std::string modeText(const std::string& setting, const std::string& mode, const std::optional<bool>& locked)
{
    if (!setting.empty())
        return setting + (mode.empty() || setting.starts_with(mode) ? "" : " (" + mode + ")");
    return (mode.empty() ? "-" : mode) + (locked.value_or(false) ? ", clocks locked" : "");
}

void addPoints(const std::vector<OperatingPoint>& points, const std::optional<double>& wattHours, TextPage& page)
{
    std::vector<TextColumn> columns{
        {"batch", true}, {"power mode"}, {"trainings", true}, {"time/sample", true}, {"energy/sample", true},
        {"power", true}, {"best"}};
    if (wattHours) {
        columns.push_back({nominalText(*wattHours) + " Wh last", true});
        columns.push_back({"steps", true});
    }
    std::vector<std::vector<std::string>> rows;
    for (const OperatingPoint& point : points) {
        std::vector<std::string> row{std::to_string(point.batch),
                                     modeText(point.setting, point.powerMode, point.clocksLocked),
                                     std::to_string(point.trainings),
                                     durationText(point.sampleSeconds),
                                     kReportFormat.quantity(point.sampleJoules, "J"),
                                     kReportFormat.quantity(point.watts, "W"),
                                     point.isBest ? "yes" : ""};
        if (wattHours) {
            constexpr double kSecondsPerHour = 3600;
            const BatteryLife life = batteryLife(point, *wattHours);
            row.push_back(durationText(life.hours * kSecondsPerHour));
            row.push_back(wholeText(life.steps));
        }
        rows.push_back(std::move(row));
    }
    page.table(columns, rows);
    page.line("best", "no other setting is both faster and needs less energy");
}

void addTargets(const std::vector<TargetReached>& targets, const MetricTarget& target, TextPage& page)
{
    const std::string metric = target.metric + " " + nominalText(target.value);
    if (targets.empty()) {
        page.line("target", metric + ": no recording of a training can be read");
        return;
    }
    if (std::none_of(targets.begin(), targets.end(), [](const TargetReached& row) { return row.reporting > 0; })) {
        page.line("target", metric + ": no training reports this metric");
        return;
    }
    page.line("target", metric);
    std::vector<std::vector<std::string>> rows;
    for (const TargetReached& row : targets)
        rows.push_back({std::to_string(row.batch), modeText(row.setting, row.powerMode, {}),
                        std::to_string(row.reached) + " of " + std::to_string(row.trainings),
                        row.reached > 0 ? durationText(row.seconds) : "-",
                        std::isfinite(row.joules) ? kReportFormat.quantity(row.joules, "J") : "-"});
    page.table({{"batch", true}, {"power mode"}, {"reached", true}, {"after", true}, {"with", true}}, rows);
}

Json largestJson(const ModelAdvice& advice)
{
    if (!advice.largest)
        return {{"batch", nullptr}, {"reason", advice.whyNoLargest}};
    const LargestBatch& largest = *advice.largest;
    return {{"batch", std::floor(largest.batch)},
            {"low", largest.interval ? Json(std::floor(largest.interval->low)) : Json(nullptr)},
            {"high", largest.interval ? Json(std::floor(largest.interval->high)) : Json(nullptr)},
            {"interval_of_steps", largest.isOfSteps},
            {"base_bytes", largest.baseBytes},
            {"sample_bytes", largest.sampleBytes},
            {"memory_bytes", largest.memoryBytes},
            {"usable_memory", kUsableMemory},
            {"largest_trained", largest.largestTrained},
            {"smallest_out_of_memory", largest.failed ? Json(*largest.failed) : Json(nullptr)}};
}

Json pointJson(const OperatingPoint& point, const std::optional<double>& wattHours)
{
    Json json{{"batch", point.batch},
              {"power_setting", point.setting.empty() ? Json(nullptr) : Json(point.setting)},
              {"power_mode", point.powerMode.empty() ? Json(nullptr) : Json(point.powerMode)},
              {"clocks_locked", point.clocksLocked ? Json(*point.clocksLocked) : Json(nullptr)},
              {"trainings", point.trainings},
              {"sample_seconds", point.sampleSeconds},
              {"sample_joules", point.sampleJoules},
              {"power_watts", point.watts},
              {"best", point.isBest}};
    if (wattHours) {
        const BatteryLife life = batteryLife(point, *wattHours);
        json["battery"] = {{"hours", life.hours}, {"steps", life.steps}, {"samples", life.samples}};
    }
    return json;
}

} // namespace

std::string adviceText(const std::vector<ModelAdvice>& advice, const AdviceText& options)
{
    TextPage page;
    for (const ModelAdvice& model : advice) {
        page.heading(model.model + " on " + model.target);
        page.line("largest batch", model.largest ? largestText(*model.largest) : "not known: " + model.whyNoLargest);
        page.line("throughput", model.knee ? kneeText(*model.knee) : "two batch sizes are needed to see a knee");
        if (model.largest)
            page.line("memory", memoryText(*model.largest));
        if (!model.points.empty())
            addPoints(model.points, options.wattHours, page);
        else
            page.line("energy", "no training measured the power of the whole system");
        if (options.target)
            addTargets(model.targets, *options.target, page);
    }
    return page.text();
}

std::vector<StudyTable> adviceTables(const std::vector<ModelAdvice>& advice)
{
    StudyTable batches{"advice-batch",
                       "Largest batch size that fits, and knee of the throughput",
                       {"Target", "Model", "Largest batch", "Memory", "Throughput"},
                       {}};
    StudyTable settings{"advice-settings",
                        "Time and energy of each batch size and power mode",
                        {"Target", "Model", "Batch", "Power mode", "Trainings", "Time per sample", "Energy per sample",
                         "Power", "Steps per Wh", "Best"},
                        {}};
    for (const ModelAdvice& model : advice) {
        batches.rows.push_back({model.target, model.model,
                                model.largest ? largestText(*model.largest) : "not known: " + model.whyNoLargest,
                                model.largest ? memoryText(*model.largest) : "",
                                model.knee ? kneeText(*model.knee) : "two batch sizes are needed to see a knee"});
        for (const OperatingPoint& point : model.points)
            settings.rows.push_back({model.target, model.model, std::to_string(point.batch),
                                     modeText(point.setting, point.powerMode, point.clocksLocked),
                                     std::to_string(point.trainings), durationText(point.sampleSeconds),
                                     kReportFormat.quantity(point.sampleJoules, "J"),
                                     kReportFormat.quantity(point.watts, "W"), wholeText(batteryLife(point, 1).steps),
                                     point.isBest ? "yes" : ""});
    }
    return {std::move(batches), std::move(settings)};
}

std::string adviceJson(const std::vector<ModelAdvice>& advice, const AdviceText& options)
{
    Json models = Json::array();
    for (const ModelAdvice& model : advice) {
        Json points = Json::array();
        for (const OperatingPoint& point : model.points)
            points.push_back(pointJson(point, options.wattHours));
        Json targets = Json::array();
        for (const TargetReached& row : model.targets)
            targets.push_back({{"batch", row.batch},
                               {"power_setting", row.setting.empty() ? Json(nullptr) : Json(row.setting)},
                               {"power_mode", row.powerMode.empty() ? Json(nullptr) : Json(row.powerMode)},
                               {"trainings", row.trainings},
                               {"reporting", row.reporting},
                               {"reached", row.reached},
                               {"seconds", orNull(row.seconds)},
                               {"joules", orNull(row.joules)}});
        Json knee = nullptr;
        if (model.knee)
            knee = {{"batch", model.knee->batch},
                    {"power_setting", model.knee->power.empty() ? Json(nullptr) : Json(model.knee->power)},
                    {"is_largest_measured", model.knee->isLargest},
                    {"doubling_gain", model.knee->gain}};
        models.push_back({{"target", model.target},
                          {"model", model.model},
                          {"largest_batch", largestJson(model)},
                          {"throughput_knee", std::move(knee)},
                          {"settings", std::move(points)},
                          {"metric_targets", std::move(targets)}});
    }
    Json json{{"version", kVersion}};
    json["battery_watt_hours"] = orNull(options.wattHours);
    json["metric_target"] =
        options.target ? Json{{"metric", options.target->metric}, {"value", options.target->value}} : Json(nullptr);
    json["models"] = std::move(models);
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

} // namespace stepscope::analysis
