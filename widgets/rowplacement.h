#pragma once

#include "widgets/rowarrangement.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::widgets {

/// A row that there is, wherever it will stand.
struct RowItem
{
    std::string name;
    std::size_t group = 0; ///< index into trackGroups()
    TrackKind::Height height = TrackKind::Height::Fixed;
    TrackKind::Role role = TrackKind::Role::Detail;
    int natural = 0; ///< px that its track asks for
    bool operator==(const RowItem&) const = default;
};

struct PlacedRow
{
    std::size_t item = 0;
    int top = 0; ///< px from the top of all rows
    int height = 0;
    bool isPinned = false;
    bool standsForGroup = false; ///< its group is collapsed
    bool hasHeader = false;      ///< above it, of its group
    bool operator==(const PlacedRow&) const = default;
};

/// A group with rows in sight that are not pinned.
struct PlacedGroup
{
    std::size_t group = 0; ///< index into trackGroups()
    int top = 0;           ///< px, of its header or of its first row
    int height = 0;        ///< of its header or of the row that carries its triangle; 0 = it has neither
    int bottom = 0;        ///< of its last row
    bool isCollapsed = false;
    bool isLone = false;       ///< a single row, which carries the triangle itself
    std::size_t collapses = 0; ///< rows that are out of sight when it is collapsed
    bool operator==(const PlacedGroup&) const = default;
};

struct PlacedRows
{
    std::vector<PlacedRow> rows; ///< pinned ones first; each from top to bottom
    std::vector<PlacedGroup> groups;
    std::size_t pinned = 0; ///< so many rows
    int pinnedHeight = 0;   ///< px; the others scroll below
    int height = 0;         ///< of all
    int least = 0;          ///< height when there is no room at all
};

struct PlacementOptions
{
    std::optional<int> available; ///< px to be shared out; nothing = rows are as high as they ask for
    bool headers = true;          ///< else rows only, none collapsed: as on paper
};

inline constexpr int kGroupHeader = 20; ///< px; also of a row that stands for its group

/// Rows, as they are, arranged as a person wants them. Values that fluctuate gain from more room, and loads can do with
/// less; a height that a person chose stays. O(n log n), and O(rows x available) where there is room to share out.
[[nodiscard]] PlacedRows placeRows(const std::vector<RowItem>& items, const RowArrangement& arrangement,
                                   const PlacementOptions& options);

} // namespace stepscope::widgets
