#include "analysis/algorithms/compare.h"
#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::analysis {
namespace {

using What = ChannelDifference::What;

struct Words
{
    What what;
    const char* json;
    const char* text;
};
constexpr std::array kWords{
    Words{What::StepDuration, "step_duration", "step"},
    Words{What::StepEnergy, "step_energy", "energy a step"},
    Words{What::RailPower, "rail_power", "power"},
    Words{What::RailEnergy, "rail_energy_per_step", "energy a step"},
    Words{What::CpuUtilization, "cpu_utilization", "CPU"},
    Words{What::GpuUtilization, "gpu_utilization", "GPU"},
    Words{What::PeakMemory, "peak_memory", "memory peak"},
};

const Words& wordsOf(What what)
{
    return *std::find_if(kWords.begin(), kWords.end(), [what](const Words& words) { return words.what == what; });
}

Json jsonOf(const Difference& difference)
{
    Json json = {{"a", orNull(difference.a)},
                 {"b", orNull(difference.b)},
                 {"difference", orNull(difference.absolute())},
                 {"ratio", orNull(difference.ratio())},
                 {"interval", nullptr},
                 {"significant", nullptr}};
    if (difference.interval) {
        json["interval"] = {difference.interval->low, difference.interval->high};
        json["significant"] = difference.isSignificant();
    }
    return json;
}

Json jsonOf(const Comparison::Steps& steps)
{
    return {{"whole", steps.whole}, {"traced", steps.traced}, {"used", steps.used}};
}

/// A value of the unit, with sign where it is a difference.
std::string valueText(double value, const std::string& unit)
{
    if (!std::isfinite(value))
        return "-";
    const std::string sign = value < 0 ? "-" : "";
    const double size = std::abs(value);
    if (unit == "s")
        return sign + durationText(size);
    if (unit == "1")
        return sign + percentText(size);
    if (unit == "B")
        return sign + bytesText(size);
    return sign + fixedText(size, 3) + " " + unit;
}

std::string ratioText(const Difference& difference)
{
    const double ratio = difference.ratio();
    return std::isfinite(ratio) ? fixedText(ratio, 3) : "-";
}

std::string intervalText(const Difference& difference, const std::string& unit)
{
    if (!difference.interval)
        return "too few";
    const std::string range =
        valueText(difference.interval->low, unit) + " .. " + valueText(difference.interval->high, unit);
    return difference.isSignificant() ? range : range + " n.s.";
}

void writeChannels(const Comparison& comparison, TextPage& page)
{
    page.heading("Steps and channels");
    std::vector<std::vector<std::string>> rows;
    for (const ChannelDifference& channel : comparison.channels)
        rows.push_back(
            {channel.name.empty() ? wordsOf(channel.what).text : channel.name + " " + wordsOf(channel.what).text,
             valueText(channel.value.a, channel.unit), valueText(channel.value.b, channel.unit),
             valueText(channel.value.absolute(), channel.unit), ratioText(channel.value),
             intervalText(channel.value, channel.unit)});
    page.table({{"what"}, {"A", true}, {"B", true}, {"B - A", true}, {"B / A", true}, {"95 % of B - A", true}}, rows);
    if (comparison.untracedOnly)
        page.line("", "over untraced steps, since tracing slows steps down");
}

void writeOps(const Comparison& comparison, TextPage& page)
{
    constexpr std::size_t kMost = 20;
    constexpr std::size_t kWidestOp = 24;
    constexpr std::size_t kWidestShapes = 12;
    page.heading("Ops, by what they differ a step");
    if (comparison.ops.empty()) {
        page.line("none", "no op was recorded on either side");
        return;
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(kMost, comparison.ops.size()); ++i) {
        const OpDifference& op = comparison.ops[i];
        rows.push_back({op.name, op.shapes, valueText(op.totalPerStep.a, "s"), valueText(op.totalPerStep.b, "s"),
                        valueText(op.totalPerStep.absolute(), "s"), ratioText(op.mean), intervalText(op.mean, "s")});
    }
    page.table({{"op", false, kWidestOp, true},
                {"shapes", false, kWidestShapes},
                {"A/step", true},
                {"B/step", true},
                {"B - A", true},
                {"mean B/A", true},
                {"95 % of the means' B - A", true}},
               rows);
    if (comparison.ops.size() > kMost)
        page.line("and", countText(comparison.ops.size() - kMost) + " more, all of them in --json");
    page.line("",
              "n.s.: the interval holds 0, so the difference may be chance; of 100 equal ops about 5 seem to differ");
}

} // namespace

std::string toJson(const Comparison& comparison, const std::string& nameA, const std::string& nameB)
{
    Json json = {{"a", {{"name", nameA}, {"steps", jsonOf(comparison.stepsA)}}},
                 {"b", {{"name", nameB}, {"steps", jsonOf(comparison.stepsB)}}},
                 {"untraced_steps_only", comparison.untracedOnly},
                 {"channels", Json::array()},
                 {"ops", Json::array()}};
    for (const ChannelDifference& channel : comparison.channels) {
        Json one = {{"what", wordsOf(channel.what).json}, {"name", orNullIfZero(channel.name)}, {"unit", channel.unit}};
        one.update(jsonOf(channel.value));
        json["channels"].push_back(std::move(one));
    }
    for (const OpDifference& op : comparison.ops) {
        json["ops"].push_back({{"name", op.name},
                               {"shapes", op.shapes},
                               {"count_a", op.countA},
                               {"count_b", op.countB},
                               {"count_per_step", jsonOf(op.countPerStep)},
                               {"seconds_per_step", jsonOf(op.totalPerStep)},
                               {"mean_seconds", jsonOf(op.mean)},
                               {"interval_over", op.overSteps ? "steps" : "instances"}});
    }
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

std::string toText(const Comparison& comparison, const std::string& nameA, const std::string& nameB)
{
    TextPage page;
    page.heading("Comparison");
    page.line("A", nameA + ", " + countText(comparison.stepsA.whole) + " steps");
    page.line("B", nameB + ", " + countText(comparison.stepsB.whole) + " steps");
    writeChannels(comparison, page);
    writeOps(comparison, page);
    return page.text();
}

} // namespace stepscope::analysis
