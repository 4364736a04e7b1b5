#pragma once

#include "analysis/trace/lanestore.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace stepscope::trace {

/// Sorts the spans of one lane, in whatever order the blocks arrive. Spans after the last stored one are appended
/// immediately. Late spans (a parent that is reported after its children, a delayed thread) wait in a list until
/// merge() writes them into a new store; views of the old store stay valid and unchanged.
class LaneWriter
{
public:
    explicit LaneWriter(format::Lane info, const PackedColumn::ArenaPointer& arena = {});

    /// Sets the lane's description. Returns whether store() changed.
    bool describe(format::Lane info);
    [[nodiscard]] bool isDescribed() const { return m_described; }

    /// Sorts and adds the spans, each of which must satisfy the preconditions of LaneStore::append().
    void add(std::vector<SpanRecord>& spans);
    /// Merges the late spans and returns whether store() changed. The cost is the number of spans after the earliest
    /// late one. Unless `mergeAll`, an expensive merge for few late spans is postponed, so that a target that keeps
    /// sending early spans does not cause quadratic cost.
    bool merge(bool mergeAll);

    [[nodiscard]] const std::shared_ptr<LaneStore>& store() const { return m_store; }
    /// Number of late spans.
    [[nodiscard]] std::size_t waiting() const { return m_late.size(); }

private:
    std::shared_ptr<LaneStore> m_store;
    std::vector<SpanRecord> m_late;
    SpanRecord m_earliest; ///< of m_late
    bool m_described = false;
};

/// The lanes of a trace by id, with their current stores in order of first appearance.
class LaneSet
{
public:
    static constexpr std::size_t kMaxLanes = 16384;

    explicit LaneSet(PackedColumn::ArenaPointer arena);

    /// Adds the lane if it is new. nullptr = the lane is new and there are kMaxLanes already. The pointer is valid
    /// until the next call.
    LaneWriter* writer(std::uint32_t id);
    /// Sets the description of a lane of this set.
    void describe(LaneWriter& lane, format::Lane info);
    /// Calls LaneWriter::merge() for all lanes.
    void merge(bool mergeAll);
    /// The current stores. Returns the same list as before if no store changed.
    [[nodiscard]] std::shared_ptr<const LaneStores> stores();

private:
    PackedColumn::ArenaPointer m_arena;
    std::unordered_map<std::uint32_t, std::size_t> m_indexById;
    std::vector<LaneWriter> m_writers;
    std::shared_ptr<const LaneStores> m_stores; ///< null = out of date
};

} // namespace stepscope::trace
