#include "analysis/comparison/compare.h"
#include "analysis/text/texttable.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

using Kind = ChannelDifference::Kind;

const char* nameOf(Kind kind)
{
    switch (kind) {
    case Kind::StepDuration:
        return "step time";
    case Kind::StepEnergy:
    case Kind::RailEnergy:
        return "energy per step";
    case Kind::RailPower:
        return "power";
    case Kind::CpuUtilization:
        return "CPU utilization";
    case Kind::GpuUtilization:
        return "GPU utilization";
    case Kind::PeakMemory:
        break;
    }
    return "peak memory";
}

/// A value or a difference in a unit.
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

/// Of utilizations in percentage points: "-4.7 %" would read as a ratio.
std::string differenceText(double difference, const std::string& unit)
{
    if (unit == "1" && std::isfinite(difference))
        return fixedText(std::round(1000 * difference) / 10 + 0.0, 1) + " points";
    return valueText(difference, unit);
}

std::string ratioText(const Difference& difference)
{
    const double ratio = difference.ratio();
    return std::isfinite(ratio) ? fixedText(ratio, 3) : "-";
}

/// The cells "95 % of B - A" and "differs".
void addIntervalCells(const Difference& difference, const std::string& unit, std::vector<std::string>& row)
{
    row.push_back(difference.interval ? differenceText(difference.interval->low, unit) + " .. " +
                                            differenceText(difference.interval->high, unit)
                                      : "too few values");
    row.push_back(difference.interval ? difference.isSignificant() ? "yes" : "no" : "-");
}

void writeChannels(const Comparison& comparison, TextPage& page)
{
    page.heading("Steps and channels");
    std::vector<std::vector<std::string>> rows;
    for (const ChannelDifference& channel : comparison.channels) {
        rows.push_back({(channel.name.empty() ? "" : channel.name + " ") + nameOf(channel.kind),
                        valueText(channel.value.a, channel.unit), valueText(channel.value.b, channel.unit),
                        differenceText(channel.value.absolute(), channel.unit), ratioText(channel.value)});
        addIntervalCells(channel.value, channel.unit, rows.back());
    }
    page.table({{"quantity"},
                {"A", true},
                {"B", true},
                {"B - A", true},
                {"B / A", true},
                {"95 % of B - A", true},
                {"differs", true}},
               rows);
    for (const ChannelDifference& channel : comparison.channels) {
        if (!channel.isCovered())
            page.line("coverage", (channel.name.empty() ? "" : channel.name + " ") + nameOf(channel.kind) + ": of " +
                                      percentText(channel.coverageA) + " of A and " + percentText(channel.coverageB) +
                                      " of B; the rest lacks samples");
    }
    if (comparison.untracedOnly)
        page.line("", "only untraced steps are compared, because tracing slows steps down");
}

void writeOps(const Comparison& comparison, TextPage& page)
{
    constexpr std::size_t kMost = 20;
    constexpr std::size_t kWidestOp = 20;
    constexpr std::size_t kWidestShapes = 12;
    page.heading("Ops, in order of the difference per step");
    if (comparison.ops.empty()) {
        page.line("none", "no op was recorded on either side");
        return;
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < std::min(kMost, comparison.ops.size()); ++i) {
        const OpDifference& op = comparison.ops[i];
        rows.push_back({op.name, op.shapes, valueText(op.totalPerStep.a, "s"), valueText(op.totalPerStep.b, "s"),
                        valueText(op.totalPerStep.absolute(), "s"), ratioText(op.mean)});
        addIntervalCells(op.mean, "s", rows.back());
    }
    page.table({{"op", false, kWidestOp, true},
                {"shapes", false, kWidestShapes},
                {"A/step", true},
                {"B/step", true},
                {"B - A", true},
                {"mean B/A", true},
                {"95 % of mean B - A", true},
                {"differs", true}},
               rows);
    if (comparison.ops.size() > kMost)
        page.line("others", countText(comparison.ops.size() - kMost) + " more in --json");
    page.line("", "differs: no = not significant, because the interval contains 0 and the difference may be chance; of "
                  "100 equal ops, about 5 differ significantly");
}

} // namespace

std::string toText(const Comparison& comparison, const std::string& nameA, const std::string& nameB)
{
    TextPage page;
    page.heading("Comparison");
    page.line("A", nameA + ", " + countText(comparison.stepsA.whole, "step"));
    page.line("B", nameB + ", " + countText(comparison.stepsB.whole, "step"));
    if (!comparison.note.empty())
        page.line("note", comparison.note.english());
    writeChannels(comparison, page);
    writeOps(comparison, page);
    return page.text();
}

} // namespace stepscope::analysis
