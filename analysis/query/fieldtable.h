#pragma once

#include "analysis/query/querydata.h"
#include "analysis/query/rowtable.h"

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// A column and how it is written from a row.
template <typename Row>
struct QueryField
{
    QueryColumn column;
    void (*write)(const Row& row, const trace::TraceView& view, CellWriter cell);
};

/// A table of few rows, described by its fields.
template <typename Row>
class FieldTable : public RowTable
{
public:
    /// `count` and `row` read the rows of the recording. A row may be a copy whose texts are those of the recording.
    FieldTable(std::string_view name, std::string_view meaning, const QueryData& data,
               std::vector<QueryField<Row>> fields, std::size_t (*count)(const QueryData&),
               Row (*row)(const QueryData&, std::size_t))
        : m_data(data)
        , m_name(name)
        , m_meaning(meaning)
        , m_fields(std::move(fields))
        , m_count(count)
        , m_row(row)
    {
        for (const QueryField<Row>& field : m_fields)
            m_columns.push_back(field.column);
    }

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] std::string_view meaning() const override { return m_meaning; }
    [[nodiscard]] std::span<const QueryColumn> columns() const override { return m_columns; }
    [[nodiscard]] std::size_t rowCount() const override { return m_count(m_data); }
    void write(std::size_t row, std::size_t column, CellWriter cell) const override
    {
        m_fields[column].write(m_row(m_data, row), m_data.view(), cell);
    }

protected:
    const QueryData& m_data;

private:
    std::string_view m_name;
    std::string_view m_meaning;
    std::vector<QueryField<Row>> m_fields;
    std::vector<QueryColumn> m_columns;
    std::size_t (*m_count)(const QueryData&);
    Row (*m_row)(const QueryData&, std::size_t);
};

inline void writeKnown(CellWriter cell, std::string_view text)
{
    if (!text.empty())
        cell.text(text);
}

inline void writeKnown(CellWriter cell, const std::optional<std::int64_t>& value)
{
    if (value)
        cell.integer(*value);
}

} // namespace stepscope::analysis
