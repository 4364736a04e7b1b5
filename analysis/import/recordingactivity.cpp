#include "analysis/import/recordingactivity.h"

#include "analysis/trace/tracestore.h"
#include "remote/format/bytes.h"

#include <cmath>
#include <map>
#include <vector>

namespace stepscope::analysis {
namespace {

void addLanes(const trace::TraceView& view, Collection& into)
{
    // Of an op, only its category shows whether the processor works.
    std::vector<std::uint32_t> ops(view.opCount() + 1);
    for (std::uint32_t op = 1; op < ops.size(); ++op)
        ops[op] = into.ops.find({.category = view.opCategory(op)});
    const auto opOf = [&](std::uint32_t op) { return op < ops.size() ? ops[op] : 0; };
    for (const trace::LaneView& lane : view.lanes()) {
        const format::Lane& info = lane.info();
        const auto index =
            into.addLane({.kind = info.kind, .process = info.process, .thread = info.thread, .name = info.name});
        for (std::size_t i = 0; index && i < lane.size(); ++i)
            into.addSpan(*index, lane.start(i), lane.duration(i), opOf(lane.op(i)));
    }
}

/// Loads that were read together become a group, since the mean of the cores is needed.
void addLoads(const trace::TraceView& view, Collection& into)
{
    constexpr double kScale = 1e-6;
    std::map<std::pair<std::uint32_t, std::string>, std::size_t> groups;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (channel.size() == 0 || (info.quantity != "gpu.utilization" && info.quantity != "cpu.utilization"))
            continue;
        const auto [entry, isNew] = groups.try_emplace({info.group, info.quantity}, into.groups.size());
        if (isNew) {
            into.groups.emplace_back();
            for (std::size_t i = 0; i < channel.size(); ++i)
                into.addRow(into.groups.back(), channel.time(i));
        }
        Collection::Group& group = into.groups[entry->second];
        if (group.times.size() != channel.size())
            continue; // the times differ: the others are enough
        group.channels.push_back(info);
        group.channels.back().scale = kScale;
        std::vector<std::int64_t>& column = group.columns.emplace_back(channel.size(), format::kMissing);
        for (std::size_t i = 0; i < channel.size(); ++i) {
            if (const double value = channel.value(i); std::isfinite(value))
                column[i] = std::llround(value / kScale);
        }
    }
}

} // namespace

format::Result<void> readActivity(const std::filesystem::path& recording, Collection& into)
{
    const trace::TraceView view = TRY(trace::loadRecording(recording));
    into.files = {recording.filename().string()};
    into.clock.realOfZero = format::wrappingDifference(view.header().startRealtime, view.header().startMonotonic);
    into.extendTo(view.header().startMonotonic);
    addLanes(view, into);
    addLoads(view, into);
    into.nest();
    into.finish();
    return {};
}

} // namespace stepscope::analysis
