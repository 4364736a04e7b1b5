#pragma once

#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::trace {

/// The links of one frame, from one lane to another, searchable from either end in O(log n). Immutable. The indices of
/// several frames may overlap in time.
class LinkIndex
{
public:
    LinkIndex() = default;
    explicit LinkIndex(format::LinkBlock block);

    [[nodiscard]] std::uint32_t fromLane() const { return m_fromLane; }
    [[nodiscard]] std::uint32_t toLane() const { return m_toLane; }
    [[nodiscard]] std::size_t size() const { return m_byCause.size(); }
    /// Appends the links whose cause starts within the range, ordered by that start, at most `limit` of them.
    void appendByCause(TimeRange starts, std::size_t limit, std::vector<format::Link>& links) const;
    /// Appends the links whose effect starts within the range, ordered by that start, at most `limit` of them.
    void appendByEffect(TimeRange starts, std::size_t limit, std::vector<format::Link>& links) const;

private:
    std::uint32_t m_fromLane = 0;
    std::uint32_t m_toLane = 0;
    std::vector<format::Link> m_byCause;
    std::vector<std::uint32_t> m_byEffect; ///< indices into m_byCause
};

} // namespace stepscope::trace
