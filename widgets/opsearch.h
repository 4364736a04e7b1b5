#pragma once

#include "analysis/trace/traceview.h"
#include "widgets/spanplace.h"

#include <QString>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// Finding ops by name and stepping through their instances, as data: runs on any thread.
namespace stepscope::widgets {

/// What is looked for.
struct OpQuery
{
    QString text;
    bool regular = true; ///< a regular expression (Perl's); else the text itself
    bool caseSensitive = false;
    std::uint32_t op = 0; ///< not 0: all of the name and shapes of this op, whatever the text

    [[nodiscard]] bool isEmpty() const { return op == 0 && text.isEmpty(); }
    bool operator==(const OpQuery&) const = default;
};

/// Why the text is no regular expression, and where; empty when it is one.
[[nodiscard]] QString patternError(const OpQuery& query);

/// All instances of a set of ops: 4 bytes each, in the order of time within each lane. Belongs to the view that it was
/// made of.
class SpanIndex
{
public:
    SpanIndex(trace::TraceView view, std::vector<std::vector<std::uint32_t>> byLane);

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const trace::TraceView& view() const { return m_view; }
    /// Indices of spans in a lane; empty for lanes that came later.
    [[nodiscard]] const std::vector<std::uint32_t>& inLane(std::size_t lane) const;

    /// The first instance that comes after this time, or after this span: by start, then by lane; around the end to the
    /// first. Nothing when there are none at all. O(lanes x log n).
    [[nodiscard]] std::optional<SpanPlace> after(std::int64_t time) const;
    [[nodiscard]] std::optional<SpanPlace> after(SpanPlace place) const;
    [[nodiscard]] std::optional<SpanPlace> before(std::int64_t time) const;
    [[nodiscard]] std::optional<SpanPlace> before(SpanPlace place) const;
    /// How many come before it, when it is one of them.
    [[nodiscard]] std::optional<std::size_t> rankOf(SpanPlace place) const;

private:
    struct Key; ///< what the order of all is by

    [[nodiscard]] std::size_t lowerBound(std::size_t lane, const Key& key) const;
    [[nodiscard]] std::optional<SpanPlace> firstFrom(const Key& key) const;
    [[nodiscard]] std::optional<SpanPlace> lastBelow(const Key& key) const;
    [[nodiscard]] Key keyOf(SpanPlace place) const;

    trace::TraceView m_view;
    std::vector<std::vector<std::uint32_t>> m_byLane;
    std::size_t m_count = 0;
};

/// Ops of one name and shapes that match.
struct OpMatch
{
    std::uint32_t op = 0; ///< one of them
    QString name, shapes; ///< cut where they are longer than a person reads
    std::uint64_t count = 0;
};

struct OpFinding
{
    OpQuery query;
    QString error;                              ///< of the pattern
    std::vector<OpMatch> ops;                   ///< with instances, most first
    std::shared_ptr<const SpanIndex> instances; ///< null on error
};

/// O(ops + spans). Looks at `cancelled` often; then the result means nothing.
[[nodiscard]] OpFinding findOps(const trace::TraceView& view, const OpQuery& query, const std::atomic<bool>& cancelled);

} // namespace stepscope::widgets
