#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/marks/spanplace.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

/// Finds ops by name and steps through their instances. Pure data; runs on any thread.
namespace stepscope::widgets {

/// A search.
struct OpQuery
{
    QString text;
    bool regular = true; ///< the text is a Perl-compatible regular expression, not plain text
    bool caseSensitive = false;
    std::uint32_t op = 0; ///< not 0: find all ops with the name and shapes of this op; ignores the text

    [[nodiscard]] bool isEmpty() const { return op == 0 && text.isEmpty(); }
    bool operator==(const OpQuery&) const = default;
};

/// The error in a regular expression and its position, for the user; empty if it is valid.
[[nodiscard]] QString patternError(const OpQuery& query);

/// All instances of a set of ops, ordered by time within each lane; 4 bytes each. Valid for the view that it was made
/// from.
class SpanIndex
{
public:
    SpanIndex(trace::TraceView view, std::vector<std::vector<std::uint32_t>> byLane);

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const trace::TraceView& view() const { return m_view; }
    /// Indices of the spans in a lane; empty for lanes that the view did not have.
    [[nodiscard]] const std::vector<std::uint32_t>& inLane(std::size_t lane) const;

    /// The first instance after this time, or after this span, ordered by start, then by lane. Wraps around at the end.
    /// Nothing if the index is empty. O(lanes x log n).
    [[nodiscard]] std::optional<SpanPlace> after(std::int64_t time) const;
    [[nodiscard]] std::optional<SpanPlace> after(SpanPlace place) const;
    [[nodiscard]] std::optional<SpanPlace> before(std::int64_t time) const;
    [[nodiscard]] std::optional<SpanPlace> before(SpanPlace place) const;
    /// The number of instances before it, if it is an instance.
    [[nodiscard]] std::optional<std::size_t> rankOf(SpanPlace place) const;

private:
    struct Key; ///< sort key over all lanes

    [[nodiscard]] std::size_t lowerBound(std::size_t lane, const Key& key) const;
    [[nodiscard]] std::optional<SpanPlace> firstFrom(const Key& key) const;
    [[nodiscard]] std::optional<SpanPlace> lastBelow(const Key& key) const;
    [[nodiscard]] Key keyOf(SpanPlace place) const;

    trace::TraceView m_view;
    std::vector<std::vector<std::uint32_t>> m_byLane;
    std::size_t m_count = 0;
};

/// The matching ops of one name and shapes.
struct OpMatch
{
    std::uint32_t op = 0; ///< any of them
    QString name, shapes; ///< at most 400 characters
    std::uint64_t count = 0;
};

struct OpFinding
{
    OpQuery query;
    QString error;                              ///< patternError() of the query
    std::vector<OpMatch> ops;                   ///< by number of instances, descending
    std::shared_ptr<const SpanIndex> instances; ///< null on error
};

/// Searches all spans. O(ops + spans). After a request to stop it returns early with an incomplete result.
[[nodiscard]] OpFinding findOps(const trace::TraceView& view, const OpQuery& query, const std::stop_token& stop);

} // namespace stepscope::widgets
