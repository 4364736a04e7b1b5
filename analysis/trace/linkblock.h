#pragma once

#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stepscope::trace {

/// Links between two lanes as they came in one frame, found from either end in O(log n). Never changes after it was
/// made; blocks may overlap in time, however they came.
class LinkBlock
{
public:
    LinkBlock() = default;
    explicit LinkBlock(format::LinkBlock block);

    [[nodiscard]] std::uint32_t fromLane() const { return m_fromLane; }
    [[nodiscard]] std::uint32_t toLane() const { return m_toLane; }
    [[nodiscard]] std::size_t size() const { return m_byCause.size(); }
    /// Adds those whose cause starts within the range, by time; at most `most`.
    void caused(TimeRange starts, std::size_t most, std::vector<format::Link>& links) const;
    /// Adds those whose effect starts within the range, by time; at most `most`.
    void causes(TimeRange starts, std::size_t most, std::vector<format::Link>& links) const;

private:
    std::uint32_t m_fromLane = 0;
    std::uint32_t m_toLane = 0;
    std::vector<format::Link> m_byCause;
    std::vector<std::uint32_t> m_byEffect; ///< places in m_byCause
};

} // namespace stepscope::trace
