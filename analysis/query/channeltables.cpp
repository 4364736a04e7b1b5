#include "analysis/metrics/channelrules.h"
#include "analysis/query/fieldtable.h"
#include "analysis/query/querytables.h"

#include <array>

namespace stepscope::analysis {
namespace {

using trace::ChannelView;
using Type = QueryColumn::Type;
using ChannelField = QueryField<const ChannelView*>;

std::vector<ChannelField> channelFields()
{
    using View = trace::TraceView;
    return {
        {{"channel", Type::Text, "name"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.text(row->info().name); }},
        {{"channel_id", Type::Integer, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.integer(row->info().id); }},
        {{"quantity", Type::Text, "such as rail.power, cpu.utilization, memory.used"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.text(row->info().quantity); }},
        {{"unit", Type::Text, "1 = a fraction"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.text(row->info().unit); }},
        {{"covers", Type::Text, "instant, or interval: mean since the previous sample"},
         [](const ChannelView* const& row, const View&, CellWriter cell) {
             cell.text(row->info().covers == trace::Channel::Covers::Interval ? "interval" : "instant");
         }},
        {{"core", Type::Integer, "of the processor"},
         [](const ChannelView* const& row, const View&, CellWriter cell) {
             if (row->info().core >= 0)
                 cell.integer(row->info().core);
         }},
        {{"cluster", Type::Text, "of the core"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().cluster); }},
        {{"rail", Type::Text, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().rail); }},
        {{"source", Type::Text, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().source); }},
        {{"period_ns", Type::Integer, "of sampling"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().periodNs); }},
        {{"window_ns", Type::Integer, "over which the sensor averages"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().windowNs); }},
        {{"samples", Type::Integer, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) {
             cell.integer(static_cast<std::int64_t>(row->size()));
         }},
    };
}

std::vector<ChannelField> railFields()
{
    using View = trace::TraceView;
    return {
        {{"rail", Type::Text, "name, for energy()"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.text(titleOf(row->info())); }},
        {{"channel", Type::Text, "of its power, in W"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.text(row->info().name); }},
        {{"channel_id", Type::Integer, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) { cell.integer(row->info().id); }},
        {{"parent", Type::Text, "rail that includes it"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().parent); }},
        {{"role", Type::Text, "system, cpu, gpu, memory, soc, other"},
         [](const ChannelView* const& row, const View&, CellWriter cell) { writeKnown(cell, row->info().role); }},
        {{"energy_j", Type::Real, "over the recording"},
         [](const ChannelView* const& row, const View& view, CellWriter cell) {
             cell.real(row->integral(view.extent()).value);
         }},
        {{"mean_w", Type::Real, "over the time with samples"},
         [](const ChannelView* const& row, const View& view, CellWriter cell) {
             if (const auto integral = row->integral(view.extent()); integral.coveredSeconds > 0)
                 cell.real(integral.mean());
         }},
        {{"samples", Type::Integer, ""},
         [](const ChannelView* const& row, const View&, CellWriter cell) {
             cell.integer(static_cast<std::int64_t>(row->size()));
         }},
    };
}

/// The channel of the power of the n-th rail; nullptr after the last.
const ChannelView* railAt(const QueryData& data, std::size_t n)
{
    for (const ChannelView& channel : data.view().channels()) {
        if (channel.info().quantity == "rail.power" && n-- == 0)
            return &channel;
    }
    return nullptr;
}

std::size_t railCount(const QueryData& data)
{
    std::size_t count = 0;
    while (railAt(data, count))
        ++count;
    return count;
}

const char* kindOf(format::Lane::Kind kind)
{
    constexpr std::array kNames = {"thread", "gpu stream", "phases"};
    return kNames[std::min<std::size_t>(static_cast<std::size_t>(kind), kNames.size() - 1)];
}

std::vector<QueryField<const trace::LaneView*>> fieldsOfLanes()
{
    using Row = const trace::LaneView* const&;
    using View = trace::TraceView;
    return {
        {{"lane", Type::Text, "name"}, [](Row row, const View&, CellWriter cell) { cell.text(row->info().name); }},
        {{"lane_id", Type::Integer, ""}, [](Row row, const View&, CellWriter cell) { cell.integer(row->info().id); }},
        {{"kind", Type::Text, "thread, gpu stream, phases"},
         [](Row row, const View&, CellWriter cell) { cell.text(kindOf(row->info().kind)); }},
        {{"process", Type::Integer, ""},
         [](Row row, const View&, CellWriter cell) { cell.integer(static_cast<std::int64_t>(row->info().process)); }},
        {{"thread", Type::Integer, "thread, or number of the stream"},
         [](Row row, const View&, CellWriter cell) { cell.integer(static_cast<std::int64_t>(row->info().thread)); }},
        {{"spans", Type::Integer, ""},
         [](Row row, const View&, CellWriter cell) { cell.integer(static_cast<std::int64_t>(row->size())); }},
        {{"max_depth", Type::Integer, "0 = flat"},
         [](Row row, const View&, CellWriter cell) { cell.integer(row->maxDepth()); }},
    };
}

} // namespace

std::unique_ptr<QueryTable> makeChannelTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const ChannelView*>>(
        "channels", "measured series", data, channelFields(),
        [](const QueryData& all) { return all.view().channels().size(); },
        [](const QueryData& all, std::size_t row) { return &all.view().channels()[row]; });
}

std::unique_ptr<QueryTable> makeRailTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const ChannelView*>>("rails", "power supply lines", data, railFields(),
                                                            railCount, railAt);
}

std::unique_ptr<QueryTable> makeLaneTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const trace::LaneView*>>(
        "lanes", "threads and GPU streams", data, fieldsOfLanes(),
        [](const QueryData& all) { return all.view().lanes().size(); },
        [](const QueryData& all, std::size_t row) { return &all.view().lanes()[row]; });
}

} // namespace stepscope::analysis
