#include "remote/agent/sampling/samplingplan.h"

#include "remote/agent/sampling/dither.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string_view>

namespace stepscope::agent {
namespace {

const char* stateName(SourceState state)
{
    switch (state) {
    case SourceState::Used:
        return "used";
    case SourceState::Unneeded:
        return "unneeded";
    case SourceState::Denied:
        return "denied";
    case SourceState::Missing:
        break;
    }
    return "missing";
}

bool isServed(const SamplingPlan& plan, const SourceRow& row, std::string& by)
{
    const std::string_view topic = row.topic;
    for (const PlannedSource& other : plan.sources) {
        if (!topic.empty() && other.finding.state == SourceState::Used && topic == other.row->topic) {
            by = other.row->name;
            return true;
        }
    }
    return false;
}

std::uint32_t groupFor(SamplingPlan& plan, Lane lane, std::int64_t periodNs, std::int64_t phaseNs)
{
    const auto group = std::find_if(plan.groups.begin(), plan.groups.end(), [&](const PlannedGroup& g) {
        return g.lane == lane && g.periodNs == periodNs && g.phaseNs == phaseNs;
    });
    const auto position = static_cast<std::uint32_t>(group - plan.groups.begin());
    if (group == plan.groups.end()) {
        PlannedGroup& added = plan.groups.emplace_back();
        added.lane = lane;
        added.periodNs = periodNs;
        added.phaseNs = phaseNs;
    }
    return position;
}

/// The slow lane samples half a period after the others, so that it neither delays them nor is counted as a runnable
/// task when they read the cores' times.
std::int64_t lanePhase(SamplingLane lane, std::int64_t periodNs)
{
    return lane == SamplingLane::Slow ? periodNs / 2 : 0;
}

void planPart(SamplingPlan& plan, PlannedSource& planned, Part part, std::int64_t periodNs, std::uint32_t& nextChannel)
{
    const SourceRow& row = *planned.row;
    const std::int64_t period = std::max({periodNs, row.minimumPeriodNs, part.minimumPeriodNs});
    // On the run's grid, so that groups with equal deadlines share a wake-up.
    const std::int64_t turn = period * part.turn / std::max(part.turns, 1);
    const std::int64_t phase = turn - turn % std::max<std::int64_t>(periodNs, 1) + lanePhase(row.lane, periodNs);
    const std::uint32_t position = groupFor(plan, {row.lane, part.bus}, period, phase);
    PlannedGroup& group = plan.groups[position];
    group.readers.push_back(part.reader);
    group.counts.push_back(part.channels.size());
    for (Channel& channel : part.channels) {
        group.channels.push_back(nextChannel++);
        planned.groups.push_back(position);
        planned.channels.push_back(std::move(channel));
    }
}

/// Removes parents that are not measured on this machine.
void clearAbsentParents(SamplingPlan& plan)
{
    const auto isThere = [&plan](const std::string& rail) {
        return std::any_of(plan.sources.begin(), plan.sources.end(), [&](const PlannedSource& source) {
            return std::any_of(source.channels.begin(), source.channels.end(), [&](const Channel& channel) {
                return channel.quantity == "rail.power" && channel.rail == rail;
            });
        });
    };
    for (PlannedSource& source : plan.sources) {
        for (Channel& channel : source.channels) {
            if (!channel.parent.empty() && !isThere(channel.parent))
                channel.parent.clear();
        }
    }
}

void optionalInteger(json::Writer& json, std::optional<std::int64_t> value)
{
    if (value)
        json.integer(*value);
    else
        json.null();
}

void writeChannel(json::Writer& json, const PlannedSource& source, std::size_t position, std::int64_t period)
{
    const Channel& channel = source.channels[position];
    const bool interval = channel.covers == Channel::Covers::Interval;
    json.beginObject();
    json.key("id").integer(source.firstChannel + static_cast<std::int64_t>(position));
    json.key("group").integer(source.groups[position]).key("name").text(channel.name);
    json.key("quantity").text(channel.quantity).key("unit").text(channel.unit).key("scale").real(channel.scale);
    json.key("covers").text(interval ? "interval" : "instant").key("source").text(source.row->name);
    if (channel.core >= 0)
        json.key("core").integer(channel.core).key("cluster").text(channel.cluster);
    json.key("rail").text(channel.rail).key("parent").text(channel.parent).key("role").text(channel.role);
    json.key("resolution");
    if (channel.resolution > 0)
        json.real(channel.resolution);
    else
        json.null();
    json.key("period_ns").integer(period).key("window_ns");
    optionalInteger(json, channel.windowNs);
    json.key("lag_ns");
    optionalInteger(json, channel.lagNs);
    json.key("update_ns");
    optionalInteger(json, channel.updateNs);
    json.key("read_ns");
    optionalInteger(json, channel.readNs);
    json.key("facts_from").text(channel.factsFrom);
    json.endObject();
}

} // namespace

std::optional<std::uint32_t> SamplingPlan::hookGroup() const
{
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].lane.kind == SamplingLane::Hook && !groups[i].channels.empty())
            return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
}

std::vector<Lane> SamplingPlan::lanes() const
{
    std::vector<Lane> lanes;
    for (const PlannedGroup& group : groups) {
        if (!group.channels.empty() && group.lane.kind != SamplingLane::Hook &&
            std::find(lanes.begin(), lanes.end(), group.lane) == lanes.end())
            lanes.push_back(group.lane);
    }
    return lanes;
}

SamplingPlan planSampling(const SourceContext& baseContext, std::span<const SourceRow> table)
{
    SamplingPlan plan;
    plan.ditherNs = baseContext.periodNs / kDitherPart;
    std::uint32_t nextChannel = 0;
    std::vector<std::string_view> served;
    SourceContext context = baseContext;
    for (const SourceRow& row : table) {
        context.served = served;
        PlannedSource planned;
        planned.row = &row;
        planned.source = row.make();
        planned.finding = planned.source->probe(context);
        std::string better;
        if (planned.finding.state == SourceState::Used && isServed(plan, row, better))
            planned.finding = {SourceState::Unneeded, planned.finding.resolution, better + " is better and is used"};
        if (planned.finding.state == SourceState::Used) {
            planned.firstChannel = nextChannel;
            for (Part& part : planned.source->parts(context))
                planPart(plan, planned, std::move(part), context.periodNs, nextChannel);
            for (const Channel& channel : planned.channels)
                served.push_back(channel.quantity);
        } else {
            planned.source.reset();
        }
        plan.sources.push_back(std::move(planned));
    }
    clearAbsentParents(plan);
    return plan;
}

void writeSources(json::Writer& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        json.beginObject().key("name").text(source.row->name).key("title").text(source.row->title);
        json.key("state").text(stateName(source.finding.state)).key("resolution").text(source.finding.resolution);
        json.key("reason").text(source.finding.reason).endObject();
    }
    json.endArray();
}

void writeChannels(json::Writer& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        for (std::size_t i = 0; i < source.channels.size(); ++i)
            writeChannel(json, source, i, plan.groups[source.groups[i]].periodNs);
    }
    json.endArray();
}

namespace {

/// Longer times are invalid.
constexpr std::int64_t kLongest = 60'000'000'000;

std::string_view takeField(std::string_view& line)
{
    const std::string_view field = line.substr(0, line.find('\t'));
    line.remove_prefix(std::min(field.size() + 1, line.size()));
    return field;
}

std::optional<std::int64_t> time(std::string_view field, std::int64_t shortest = 0)
{
    const auto number = leadingNumber(field);
    return number && *number >= shortest && *number <= kLongest ? number : std::nullopt;
}

void apply(Channel& channel, std::string_view line)
{
    if (channel.factsFrom == "driver" && channel.windowNs)
        return; // a driver that states only the resolution leaves the times to the self-test
    const auto window = time(takeField(line));
    const auto lag = time(takeField(line), -kLongest); // negative if the value is taken after the sample's time
    const auto update = time(takeField(line));
    if (!window || !lag)
        return;
    channel.windowNs = window;
    channel.lagNs = lag;
    if (update)
        channel.updateNs = update;
    channel.factsFrom = "measured";
}

} // namespace

void applyMeasuredSensors(SamplingPlan& plan, const Board& board, std::string_view text)
{
    bool first = true;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view name = takeField(line);
        if (first && (name != "board" || line != board.board))
            return;
        for (PlannedSource& source : plan.sources) {
            for (Channel& channel : source.channels) {
                if (!first && channel.name == name)
                    apply(channel, line);
            }
        }
        first = false;
    }
}

std::string readMeasuredSensors()
{
    const char* home = std::getenv("HOME");
    if (home == nullptr)
        return {};
    // The user's file on this machine, also for a described board.
    return SystemTree().readText(std::string(home) + "/.stepscope/sensors").value_or("");
}

} // namespace stepscope::agent
