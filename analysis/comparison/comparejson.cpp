#include "analysis/comparison/compare.h"
#include "analysis/text/jsonvalues.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stepscope::analysis {
namespace {

using Kind = ChannelDifference::Kind;

const char* keyOf(Kind kind)
{
    switch (kind) {
    case Kind::StepDuration:
        return "step_duration";
    case Kind::StepEnergy:
        return "step_energy";
    case Kind::RailPower:
        return "rail_power";
    case Kind::RailEnergy:
        return "rail_energy_per_step";
    case Kind::CpuUtilization:
        return "cpu_utilization";
    case Kind::GpuUtilization:
        return "gpu_utilization";
    case Kind::PeakMemory:
        break;
    }
    return "peak_memory";
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

} // namespace

std::string toJson(const Comparison& comparison, const std::string& nameA, const std::string& nameB)
{
    Json json = {{"a", {{"name", nameA}, {"steps", jsonOf(comparison.stepsA)}}},
                 {"b", {{"name", nameB}, {"steps", jsonOf(comparison.stepsB)}}},
                 {"untraced_steps_only", comparison.untracedOnly},
                 {"note", orNullIfEmpty(comparison.note)},
                 {"channels", Json::array()},
                 {"ops", Json::array()}};
    for (const ChannelDifference& channel : comparison.channels) {
        Json entry = {{"what", keyOf(channel.kind)}, {"name", orNullIfZero(channel.name)}, {"unit", channel.unit}};
        entry.update(jsonOf(channel.value));
        entry["coverage_ratio_a"] = channel.coverageA;
        entry["coverage_ratio_b"] = channel.coverageB;
        json["channels"].push_back(std::move(entry));
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

} // namespace stepscope::analysis
