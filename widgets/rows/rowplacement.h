#pragma once

#include "widgets/rows/rowarrangement.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::widgets {

/// A row of the recording, before placement.
struct RowItem
{
    std::string name;
    std::size_t group = 0; ///< index into trackGroups()
    TrackKind::Height height = TrackKind::Height::Fixed;
    TrackKind::Role role = TrackKind::Role::Detail;
    int natural = 0; ///< height that its track asks for, px
    bool operator==(const RowItem&) const = default;
};

struct PlacedRow
{
    std::size_t item = 0;
    int top = 0; ///< px from the top of all rows
    int height = 0;
    bool isPinned = false;
    bool isSummary = false; ///< shown in place of its collapsed group
    bool hasHeader = false; ///< its group has a header
    bool operator==(const PlacedRow&) const = default;
};

/// A group with visible rows that are not pinned.
struct PlacedGroup
{
    std::size_t group = 0; ///< index into trackGroups()
    int top = 0;           ///< px, of its header or of its first row
    int height = 0;        ///< of its header, or of the row that has its triangle; 0 = it has neither
    int bottom = 0;        ///< px, of its last row
    bool isCollapsed = false;
    bool isLone = false;       ///< it has a single row, which has the triangle
    std::size_t collapses = 0; ///< number of rows that collapsing hides
    bool operator==(const PlacedGroup&) const = default;
};

struct PlacedRows
{
    std::vector<PlacedRow> rows; ///< pinned rows, then the others, each from top to bottom
    std::vector<PlacedGroup> groups;
    std::size_t pinned = 0; ///< number of pinned rows
    int pinnedHeight = 0;   ///< px; the other rows scroll below
    int height = 0;         ///< px, of all rows
    int least = 0;          ///< least height of all rows, px
};

struct PlacementOptions
{
    std::optional<int> available; ///< height to distribute, px; nothing = natural heights
    bool headers = true;          ///< false = no headers and no collapsed groups, as in figures
};

inline constexpr int kGroupHeader = 20; ///< px; also of a summary row

/// Places the rows by the arrangement. If the ops would be out of sight, collapses the cores, and then the memory,
/// unless the user has opened these groups. Distributes spare height among rows that may grow and shrinks rows that may
/// shrink; heights that the user chose stay. At most two thirds of the height are pinned rows. O(n log n), plus
/// O(rows x available) for distributing height.
[[nodiscard]] PlacedRows placeRows(const std::vector<RowItem>& items, const RowArrangement& arrangement,
                                   const PlacementOptions& options);

} // namespace stepscope::widgets
