#include "analysis/query/fieldtable.h"
#include "analysis/query/querytables.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <variant>

namespace stepscope::analysis {
namespace {

using trace::TraceView;
using Type = QueryColumn::Type;

std::vector<QueryField<format::Step>> stepFields()
{
    using Row = const format::Step&;
    return {
        {{"step", Type::Integer, "number"},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(stepNumber(row)); }},
        {{"start_ns", Type::Integer, "monotonic clock of the target"},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(row.start); }},
        {{"end_ns", Type::Integer, ""}, [](Row row, const TraceView&, CellWriter cell) { cell.integer(row.end); }},
        {{"duration_ns", Type::Integer, ""},
         [](Row row, const TraceView&, CellWriter cell) {
             cell.integer(format::wrappingDifference(row.end, row.start));
         }},
        {{"start_s", Type::Real, "since the start of the run"},
         [](Row row, const TraceView& view, CellWriter cell) { cell.real(secondsOfRun(view, row.start)); }},
        {{"samples", Type::Integer, "of the training: batch size"},
         [](Row row, const TraceView&, CellWriter cell) {
             if (row.samples > 0)
                 cell.integer(static_cast<std::int64_t>(row.samples));
         }},
        {{"traced", Type::Integer, "1 = its ops were recorded"},
         [](Row row, const TraceView&, CellWriter cell) {
             cell.integer((row.flags & format::Step::kTraced) != 0 ? 1 : 0);
         }},
        {{"marked", Type::Integer, "1 = marked by the script"},
         [](Row row, const TraceView&, CellWriter cell) {
             cell.integer((row.flags & format::Step::kExplicit) != 0 ? 1 : 0);
         }},
        {{"process", Type::Integer, ""}, [](Row row, const TraceView&, CellWriter cell) { cell.integer(row.process); }},
    };
}

class StepTable : public FieldTable<format::Step>
{
public:
    explicit StepTable(const QueryData& data)
        : FieldTable(
              "steps", "training iterations, marked", data, stepFields(),
              [](const QueryData& all) { return all.view().stepCount(); },
              [](const QueryData& all, std::size_t row) { return all.view().step(row); })
    {}
    [[nodiscard]] std::optional<std::int64_t> sorted(std::size_t row, std::size_t column) const override
    {
        return column == 0 ? std::optional(stepNumber(m_data.view().step(row))) : std::nullopt;
    }
};

const char* eventSeverity(trace::EventRecord::Severity severity)
{
    constexpr std::array kNames = {"info", "warning", "error"};
    return kNames[std::min<std::size_t>(static_cast<std::size_t>(severity), kNames.size() - 1)];
}

std::vector<QueryField<const trace::EventRecord*>> fieldsOfEvents()
{
    using Row = const trace::EventRecord* const&;
    return {
        {{"time_ns", Type::Integer, "monotonic clock of the target"},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(row->time); }},
        {{"time_s", Type::Real, "since the start of the run"},
         [](Row row, const TraceView& view, CellWriter cell) { cell.real(secondsOfRun(view, row->time)); }},
        {{"severity", Type::Text, "info, warning, error"},
         [](Row row, const TraceView&, CellWriter cell) { cell.text(eventSeverity(row->severity)); }},
        {{"kind", Type::Text, ""}, [](Row row, const TraceView&, CellWriter cell) { cell.text(row->kind); }},
        {{"text", Type::Text, ""}, [](Row row, const TraceView&, CellWriter cell) { cell.text(row->text); }},
    };
}

std::vector<QueryField<const trace::Loss*>> lossFields()
{
    using Row = const trace::Loss* const&;
    return {
        {{"what", Type::Text, "samples, spans, log, frames, ..."},
         [](Row row, const TraceView&, CellWriter cell) { cell.text(row->what); }},
        {{"count", Type::Integer, ""},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(static_cast<std::int64_t>(row->count)); }},
        {{"start_ns", Type::Integer, ""},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(row->range.begin); }},
        {{"end_ns", Type::Integer, ""},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(row->range.end); }},
        {{"reason", Type::Text, ""}, [](Row row, const TraceView&, CellWriter cell) { cell.text(row->reason); }},
    };
}

std::vector<QueryField<const format::LogChunk*>> logFields()
{
    using Row = const format::LogChunk* const&;
    return {
        {{"time_ns", Type::Integer, "monotonic clock of the target"},
         [](Row row, const TraceView&, CellWriter cell) { cell.integer(row->time); }},
        {{"time_s", Type::Real, "since the start of the run"},
         [](Row row, const TraceView& view, CellWriter cell) { cell.real(secondsOfRun(view, row->time)); }},
        {{"stream", Type::Text, "output, error"},
         [](Row row, const TraceView&, CellWriter cell) {
             cell.text(row->stream == format::LogChunk::Stream::Error ? "error" : "output");
         }},
        {{"text", Type::Text, "a piece of the output, not always a line"},
         [](Row row, const TraceView&, CellWriter cell) { cell.text(row->text); }},
    };
}

/// Properties of the run as pairs of a key and a value.
class RunTable : public RowTable
{
public:
    explicit RunTable(const QueryData& data)
    {
        const TraceView& view = data.view();
        add("duration_s", view.extent().seconds());
        add("start_ns", view.extent().begin);
        add("spans", static_cast<std::int64_t>(view.spanCount()));
        add("samples", static_cast<std::int64_t>(view.sampleCount()));
        add("steps", static_cast<std::int64_t>(view.stepCount()));
        if (!view.hasHeader())
            return;
        const trace::RunHeader& header = view.header();
        std::string command;
        for (const std::string& word : header.command)
            command += (command.empty() ? "" : " ") + word;
        add("run", header.run);
        add("command", command);
        add("start_realtime_ns", header.startRealtime);
        add("period_ns", header.periodNs);
        add("virtual", std::int64_t{header.isVirtual ? 1 : 0});
        add("hostname", header.device.hostname);
        add("board", header.device.board);
        add("soc", header.device.soc);
        add("gpu", header.device.gpu);
        add("power_mode", header.device.powerMode);
        add("memory_bytes", static_cast<std::int64_t>(header.device.memoryBytes));
        const trace::Facts& facts = view.facts();
        add("framework", facts.framework);
        add("framework_version", facts.frameworkVersion);
        add("batch_size", static_cast<std::int64_t>(facts.batchSize));
        add("parameter_bytes", static_cast<std::int64_t>(facts.parameterBytes));
        if (const auto& ending = view.ending(); ending && ending->hasStatus)
            add("exit_status", std::int64_t{ending->exitStatus});
        add("state", view.ending() ? view.ending()->state : std::string("unfinished"));
    }

    [[nodiscard]] std::string_view name() const override { return "run"; }
    [[nodiscard]] std::string_view meaning() const override { return "properties of the run"; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return kColumns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_rows.size(); }
    void write(std::size_t row, std::size_t column, CellWriter cell) const override
    {
        const auto& [key, value] = m_rows[row];
        if (column == 0)
            cell.text(key);
        else if (const auto* text = std::get_if<std::string>(&value))
            writeKnown(cell, *text);
        else if (const auto* integer = std::get_if<std::int64_t>(&value))
            cell.integer(*integer);
        else
            cell.real(std::get<double>(value));
    }

private:
    using Value = std::variant<std::int64_t, double, std::string>;
    static constexpr std::array kColumns = {QueryColumn{"key", Type::Text, ""}, QueryColumn{"value", Type::Any, ""}};

    void add(std::string_view key, Value value) { m_rows.emplace_back(key, std::move(value)); }

    std::vector<std::pair<std::string_view, Value>> m_rows;
};

} // namespace

std::unique_ptr<QueryTable> makeStepTable(const QueryData& data)
{
    return std::make_unique<StepTable>(data);
}

std::unique_ptr<QueryTable> makeEventTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const trace::EventRecord*>>(
        "events", "what happened during the run", data, fieldsOfEvents(),
        [](const QueryData& all) { return all.view().eventCount(); },
        [](const QueryData& all, std::size_t row) { return &all.view().event(row); });
}

std::unique_ptr<QueryTable> makeLossTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const trace::Loss*>>(
        "losses", "data that could not be stored, or were damaged", data, lossFields(),
        [](const QueryData& all) { return all.view().losses().size(); },
        [](const QueryData& all, std::size_t row) { return &all.view().losses()[row]; });
}

std::unique_ptr<QueryTable> makeLogTable(const QueryData& data)
{
    return std::make_unique<FieldTable<const format::LogChunk*>>(
        "log", "output of the training", data, logFields(), [](const QueryData& all) { return all.view().logSize(); },
        [](const QueryData& all, std::size_t row) { return &all.view().log(row); });
}

std::unique_ptr<QueryTable> makeRunTable(const QueryData& data)
{
    return std::make_unique<RunTable>(data);
}

} // namespace stepscope::analysis
