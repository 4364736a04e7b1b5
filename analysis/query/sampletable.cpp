#include "analysis/query/querydata.h"
#include "analysis/query/querytables.h"
#include "analysis/query/timelinetable.h"

#include <array>
#include <optional>
#include <utility>

namespace stepscope::analysis {
namespace {

using Type = QueryColumn::Type;

constexpr std::array kSampleColumns = {
    QueryColumn{"channel", Type::Text, "name of the measured series"},
    QueryColumn{"channel_id", Type::Integer, "see channels"},
    QueryColumn{"quantity", Type::Text, "such as rail.power"},
    QueryColumn{"unit", Type::Text, "1 = a fraction"},
    QueryColumn{"time_ns", Type::Integer, "monotonic clock of the target"},
    QueryColumn{"time_s", Type::Real, "since the start of the run"},
    QueryColumn{"value", Type::Real, "NULL = could not be read"},
};
struct SampleColumn
{
    enum Name : std::size_t { Channel, ChannelId, Quantity, Unit, Time, Seconds, Value };
};

class SampleCursor : public QueryCursor
{
public:
    SampleCursor(const trace::TraceView& view, std::vector<TimelineTable::Part> parts)
        : m_view(view)
        , m_parts(std::move(parts))
    {
        openPart();
    }

    [[nodiscard]] bool atEnd() const override { return m_part == m_parts.size(); }
    void next() override
    {
        if (++m_parts[m_part].first == m_parts[m_part].last) {
            ++m_part;
            openPart();
        }
    }
    [[nodiscard]] std::int64_t number() const override
    {
        return TimelineTable::numberOf(m_parts[m_part].sequence, m_parts[m_part].first);
    }
    void write(std::size_t column, CellWriter cell) const override
    {
        const TimelineTable::Part& part = m_parts[m_part];
        const trace::Channel& channel = m_view.channels()[part.sequence].info();
        switch (static_cast<SampleColumn::Name>(column)) {
        case SampleColumn::Channel:
            return cell.text(channel.name);
        case SampleColumn::ChannelId:
            return cell.integer(channel.id);
        case SampleColumn::Quantity:
            return cell.text(channel.quantity);
        case SampleColumn::Unit:
            return cell.text(channel.unit);
        case SampleColumn::Time:
            return cell.integer(m_reader->time(part.first));
        case SampleColumn::Seconds:
            return cell.real(secondsOfRun(m_view, m_reader->time(part.first)));
        case SampleColumn::Value:
            return cell.real(m_reader->value(part.first));
        }
    }

private:
    void openPart()
    {
        if (m_part < m_parts.size())
            m_reader.emplace(m_view.channels()[m_parts[m_part].sequence]);
    }

    const trace::TraceView& m_view;
    std::vector<TimelineTable::Part> m_parts;
    std::size_t m_part = 0;
    mutable std::optional<trace::SampleReader> m_reader;
};

class SampleTable : public TimelineTable
{
public:
    explicit SampleTable(const QueryData& data)
        : m_view(data.view())
    {}

    [[nodiscard]] std::string_view name() const override { return "samples"; }
    [[nodiscard]] std::string_view meaning() const override { return "values of all channels"; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return kSampleColumns; }

protected:
    [[nodiscard]] Role roleOf(std::size_t column) const override
    {
        constexpr std::array kRoles = {Role::Sequence, Role::SequenceId, Role::Sequence, Role::Sequence,
                                       Role::Time,     Role::Seconds,    Role::Plain};
        return kRoles[column];
    }
    [[nodiscard]] std::size_t sequenceCount() const override { return m_view.channels().size(); }
    [[nodiscard]] std::size_t sizeOf(std::size_t channel) const override { return m_view.channels()[channel].size(); }
    [[nodiscard]] QueryValue sequenceValue(std::size_t sequence, std::size_t column) const override
    {
        const trace::Channel& channel = m_view.channels()[sequence].info();
        if (column == SampleColumn::ChannelId)
            return std::int64_t{channel.id};
        return std::string_view(column == SampleColumn::Channel    ? channel.name
                                : column == SampleColumn::Quantity ? channel.quantity
                                                                   : channel.unit);
    }
    [[nodiscard]] std::size_t lowerBound(std::size_t sequence, std::int64_t time) const override
    {
        return m_view.channels()[sequence].lowerBound(time);
    }
    [[nodiscard]] std::int64_t startOfRun() const override { return m_view.extent().begin; }
    [[nodiscard]] std::unique_ptr<QueryCursor> openParts(const QueryPlan& /*plan*/,
                                                         std::span<const QueryValue> /*values*/,
                                                         std::vector<Part> parts,
                                                         const QueryStop& /*stop*/) const override
    {
        return std::make_unique<SampleCursor>(m_view, std::move(parts));
    }

private:
    const trace::TraceView& m_view;
};

} // namespace

std::unique_ptr<QueryTable> makeSampleTable(const QueryData& data)
{
    return std::make_unique<SampleTable>(data);
}

} // namespace stepscope::analysis
