#pragma once

#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What the instances in one row of the op table have in common.
enum class OpGrouping { Op, Name, Shapes, Module, Step };

/// Maps spans to rows of the op table. Ops of equal text have several ids (one per module that calls them), so rows are
/// formed by text. The key of a row does not change while the recording grows: it is the smallest id of the row's ops,
/// or the position of its step (stepCount() for the time between steps).
class OpRowIndex
{
public:
    OpRowIndex(const trace::TraceView& view, OpGrouping grouping);

    [[nodiscard]] std::size_t size() const { return m_keys.empty() ? m_view.stepCount() + 1 : m_keys.size(); }
    /// The row of a span, below size(). O(1) when spans of one lane are passed in order of their start.
    [[nodiscard]] std::size_t of(const trace::SpanRecord& span)
    {
        if (m_grouping == OpGrouping::Step)
            return stepAt(span.start);
        return m_rowOf[span.op < m_rowOf.size() ? span.op : kUnknown];
    }
    [[nodiscard]] std::uint32_t key(std::size_t row) const
    {
        return m_keys.empty() ? static_cast<std::uint32_t>(row) : m_keys[row];
    }
    /// The row with this key; size() when there is none.
    [[nodiscard]] std::size_t withKey(std::uint32_t key) const;
    /// By op id: whether the op belongs to the row. Empty for steps.
    [[nodiscard]] std::vector<bool> ops(std::size_t row) const;
    /// Name, shapes, module, or number of the step; empty for the time between steps.
    [[nodiscard]] std::string title(std::size_t row) const;
    /// The different shapes of the row's ops in the recording (names, where rows are shapes or modules).
    struct Variants
    {
        std::size_t count = 0;
        std::string only{}; ///< the text, when there is only one
    };
    [[nodiscard]] Variants variants(std::size_t row) const;

private:
    static constexpr std::uint32_t kUnknown = 0; ///< the id of ops whose definition was lost

    [[nodiscard]] std::string text(std::uint32_t op, OpGrouping part) const;
    [[nodiscard]] std::size_t stepAt(std::int64_t time);

    const trace::TraceView& m_view;
    OpGrouping m_grouping;
    std::vector<std::uint32_t> m_rowOf; ///< by op id
    std::vector<std::uint32_t> m_keys;  ///< by row; empty for steps
    std::size_t m_step = 0;             ///< cache of stepAt(): the first step that ends after m_lastTime, and its range
    trace::TimeRange m_stepRange{0, 0};
    std::int64_t m_lastTime = 0;
    bool m_isStepValid = false;
};

} // namespace stepscope::analysis
