#pragma once

#include "analysis/trace/lanestore.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace stepscope::trace {

/// Puts the blocks of one lane in order, however they come. What follows the last span is appended at once. What
/// belongs before it (a parent that was reported after its children, a late thread) waits until it is merged into a new
/// store; views of the old one stay as they are.
class LaneWriter
{
public:
    explicit LaneWriter(format::Lane info, const PackedColumn::ArenaPointer& arena = {});

    /// true: a new store took the place of the old one (as merge() tells).
    bool describe(format::Lane info);
    [[nodiscard]] bool isDescribed() const { return m_described; }

    /// Sorts the spans; they must be as LaneStore::append wants them.
    void add(std::vector<SpanRecord>& spans);
    /// Merges what waits if that costs little, or in any case when `wholly`. It costs as much as there are spans after
    /// the earliest late one, so a target that always sends early ones cannot make the merging quadratic.
    bool merge(bool wholly);

    [[nodiscard]] const std::shared_ptr<LaneStore>& store() const { return m_store; }
    [[nodiscard]] std::size_t waiting() const { return m_late.size(); }

private:
    std::shared_ptr<LaneStore> m_store;
    std::vector<SpanRecord> m_late;
    SpanRecord m_earliest; ///< of them
    bool m_described = false;
};

} // namespace stepscope::trace
