#include "remote/agent/samplingplan.h"

#include "remote/agent/jsonwriter.h"

#include <algorithm>
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

std::uint32_t groupFor(SamplingPlan& plan, SamplingLane lane, std::int64_t periodNs)
{
    const auto found = std::find_if(plan.groups.begin(), plan.groups.end(), [&](const PlannedGroup& group) {
        return group.lane == lane && group.periodNs == periodNs;
    });
    const auto position = static_cast<std::uint32_t>(found - plan.groups.begin());
    if (found == plan.groups.end()) {
        PlannedGroup& group = plan.groups.emplace_back();
        group.lane = lane;
        group.periodNs = periodNs;
    }
    return position;
}

void optionalInteger(JsonWriter& json, std::optional<std::int64_t> value)
{
    if (value)
        json.integer(*value);
    else
        json.null();
}

void writeChannel(JsonWriter& json, const PlannedSource& source, const Channel& channel, std::uint32_t id,
                  std::int64_t period)
{
    const bool interval = channel.covers == Channel::Covers::Interval;
    json.beginObject();
    json.key("id").integer(id).key("group").integer(source.group).key("name").text(channel.name);
    json.key("quantity").text(channel.quantity).key("unit").text(channel.unit).key("scale").real(channel.scale);
    json.key("covers").text(interval ? "interval" : "instant").key("source").text(source.row->name);
    if (channel.core >= 0)
        json.key("core").integer(channel.core).key("cluster").text(channel.cluster);
    json.key("rail").text(channel.rail).key("parent").text(channel.parent).key("role").text(channel.role);
    json.key("resolution").real(channel.resolution).key("period_ns").integer(period);
    json.key("window_ns");
    optionalInteger(json, interval && !channel.windowNs ? std::optional(period) : channel.windowNs);
    json.key("lag_ns");
    optionalInteger(json, channel.lagNs);
    json.endObject();
}

} // namespace

std::size_t SamplingPlan::channelCount() const
{
    std::size_t count = 0;
    for (const PlannedGroup& group : groups)
        count += group.channels.size();
    return count;
}

SamplingPlan planSampling(const SourceContext& context, std::span<const SourceRow> table)
{
    SamplingPlan plan;
    std::uint32_t nextChannel = 0;
    for (const SourceRow& row : table) {
        PlannedSource planned;
        planned.row = &row;
        planned.source = row.make();
        planned.finding = planned.source->probe(context);
        std::string better;
        if (planned.finding.state == SourceState::Used && isServed(plan, row, better))
            planned.finding = {SourceState::Unneeded, planned.finding.resolution, better + " is better and is used"};
        if (planned.finding.state == SourceState::Used) {
            planned.channels = planned.source->describe(context);
            planned.firstChannel = nextChannel;
            planned.group = groupFor(plan, row.lane, std::max(context.periodNs, row.minimumPeriodNs));
            PlannedGroup& group = plan.groups[planned.group];
            group.sources.push_back(planned.source.get());
            group.counts.push_back(planned.channels.size());
            for (std::size_t i = 0; i < planned.channels.size(); ++i)
                group.channels.push_back(nextChannel++);
        } else {
            planned.source.reset();
        }
        plan.sources.push_back(std::move(planned));
    }
    return plan;
}

void writeSources(JsonWriter& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        json.beginObject().key("name").text(source.row->name).key("title").text(source.row->title);
        json.key("state").text(stateName(source.finding.state)).key("resolution").text(source.finding.resolution);
        json.key("reason").text(source.finding.reason).endObject();
    }
    json.endArray();
}

void writeChannels(JsonWriter& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        for (std::size_t i = 0; i < source.channels.size(); ++i)
            writeChannel(json, source, source.channels[i], source.firstChannel + static_cast<std::uint32_t>(i),
                         plan.groups[source.group].periodNs);
    }
    json.endArray();
}

} // namespace stepscope::agent
