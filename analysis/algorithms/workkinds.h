#pragma once

#include "analysis/algorithms/workpieces.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace stepscope::analysis {

/// Numbers kinds of work as they are met. Ids of the same text are one kind.
class WorkKinds
{
public:
    WorkKinds(const trace::TraceView& view, WorkBy by);

    /// The next spans are of this lane, by start.
    void beginLane(std::size_t lane);
    /// Index of the span's kind; a new one is added to the kinds.
    [[nodiscard]] std::uint32_t of(const trace::SpanRecord& span, std::vector<WorkKind>& kinds);

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    /// The instances of an op on a lane within a step, as kinds.
    struct Positions
    {
        std::vector<std::uint32_t> kinds{};
        std::size_t step = SIZE_MAX;
        std::size_t next = 0;
    };

    [[nodiscard]] WorkKind described(std::uint32_t op) const;
    [[nodiscard]] std::uint32_t textOf(std::uint32_t op);
    [[nodiscard]] std::size_t stepAt(std::int64_t time);

    const trace::TraceView& m_view;
    WorkBy m_by;
    std::vector<std::uint32_t> m_textOf; ///< by op id: its text among the different ones
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::uint32_t> m_texts;
    std::vector<std::uint32_t> m_kindOf; ///< by text
    std::vector<Positions> m_positions;  ///< by text, of the lane
    std::size_t m_lane = 0;
    std::size_t m_step = 0; ///< the first that ends behind the latest span's start
};

/// Gives kinds the time of their pieces.
void addSeconds(Work& work);

/// Longest first; those that take less than a thousandth of the time of all, and those beyond `mostKinds`, become the
/// last kind.
void orderKinds(Work& work, std::size_t mostKinds);

} // namespace stepscope::analysis
