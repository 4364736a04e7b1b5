#include "widgets/interaction/rowvalues.h"

#include "analysis/text/csvtext.h"

#include <algorithm>
#include <string>
#include <utility>

namespace stepscope::widgets {

namespace {

using analysis::csvField;
using analysis::csvNumber;

/// First sample in the range, and the first one after it.
std::pair<std::size_t, std::size_t> samplesIn(const trace::ChannelView& channel, trace::TimeRange range)
{
    return {channel.lowerBound(range.begin), channel.lowerBound(range.end)};
}

std::pair<std::size_t, std::size_t> spansIn(const trace::LaneView& lane, trace::TimeRange range)
{
    auto [first, last] = lane.touching(range);
    while (first < last && lane.span(first).start < range.begin)
        ++first;
    return {first, last};
}

} // namespace

std::size_t rowValueCount(const trace::TraceView& view, const Track& track, trace::TimeRange range)
{
    std::size_t count = 0;
    for (const std::size_t channel : track.channels()) {
        const auto [first, last] = samplesIn(view.channels()[channel], range);
        count += last - first;
    }
    if (track.lane() != kNoIndex) {
        const auto [first, last] = spansIn(view.lanes()[track.lane()], range);
        count += last - first;
    }
    return count;
}

QString rowValuesCsv(const trace::TraceView& view, const Track& track, trace::TimeRange range)
{
    std::string text;
    std::size_t left = kMostCopiedValues;
    const auto seconds = [&](std::int64_t time) {
        return csvNumber(static_cast<double>(time - view.extent().begin) * 1e-9);
    };
    if (!track.channels().empty())
        text += "time_s,channel,value,unit\n";
    for (const std::size_t index : track.channels()) {
        const trace::ChannelView& channel = view.channels()[index];
        const std::string name = csvField(channel.info().name);
        const std::string unit = csvField(channel.info().unit);
        const auto [first, last] = samplesIn(channel, range);
        for (std::size_t i = first; i < last && left > 0; ++i, --left)
            text += seconds(channel.time(i)) + ',' + name + ',' + csvNumber(channel.value(i)) + ',' + unit + '\n';
    }
    if (track.lane() == kNoIndex)
        return QString::fromStdString(text);
    text += "start_s,duration_s,depth,op,shapes\n";
    const trace::LaneView& lane = view.lanes()[track.lane()];
    const auto [first, last] = spansIn(lane, range);
    for (std::size_t i = first; i < last && left > 0; ++i, --left) {
        const trace::SpanRecord span = lane.span(i);
        text += seconds(span.start) + ',' + csvNumber(static_cast<double>(span.duration) * 1e-9) + ',' +
                std::to_string(span.depth) + ',' + csvField(view.opName(span.op)) + ',' +
                csvField(view.opShapes(span.op)) + '\n';
    }
    return QString::fromStdString(text);
}

} // namespace stepscope::widgets
