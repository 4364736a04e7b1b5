#pragma once

#include "widgets/rows/rowplacement.h"
#include "widgets/tracks/tracktable.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// The rows of a timeline and their places. A row keeps its track while the trace grows. Placement runs when rows or
/// the arrangement change, not at every frame.
class Rows
{
public:
    struct Row
    {
        const TrackKind* kind = nullptr;
        std::size_t key = 0;
        std::string name; ///< kind and label; identifies the row in other recordings, too
        std::shared_ptr<Track> track;
        int top = 0; ///< px from the top of all rows, without scrolling
        int height = 0;
        int natural = 0;       ///< height that its track asks for, px
        std::size_t group = 0; ///< index into trackGroups()
        PlacedRow place;
    };

    Rows();

    void clear();
    /// Updates the tracks and adds rows for new content; true if a row was added or changed its height.
    bool update(const trace::TraceView& view);
    /// Distributes a height among the rows, px; nothing = natural heights.
    void fit(std::optional<int> available);
    /// Shows or hides the rows of a kind (TrackKind::name) at the next update().
    void setShown(std::string_view kind, bool shown);
    [[nodiscard]] bool isShown(std::string_view kind) const;
    /// Changes the display of rails at the next update(), everything else immediately.
    void arrange(const RowArrangement& arrangement);
    [[nodiscard]] const RowArrangement& arrangement() const { return m_arrangement; }
    /// Shows headers of groups; without them, groups cannot be collapsed.
    void setHeaders(bool on);
    [[nodiscard]] bool hasHeaders() const { return m_options.headers; }

    /// The placed rows: pinned rows, then the others, each from top to bottom.
    [[nodiscard]] const std::vector<Row>& all() const { return m_rows; }
    [[nodiscard]] const std::vector<PlacedGroup>& groups() const { return m_groups; }
    [[nodiscard]] int pinnedHeight() const { return m_pinnedHeight; }
    [[nodiscard]] int totalHeight() const { return m_height; }
    /// Least height of all rows, px.
    [[nodiscard]] int leastHeight() const { return m_least; }

    /// Indices of the rows that are visible, at least in part, in an area of this height, scrolled by `scroll` px.
    [[nodiscard]] std::vector<std::size_t> inSight(int scroll, int height) const;
    /// Index of the row at y px below the top of the visible area; kNoIndex = none.
    [[nodiscard]] std::size_t at(int y, int scroll = 0) const;
    /// Index into groups() of the header, or of the group with a single row, at y; kNoIndex = none.
    [[nodiscard]] std::size_t groupAt(int y, int scroll) const;
    /// Index of the placed row of a lane; kNoIndex = it is hidden.
    [[nodiscard]] std::size_t ofLane(std::size_t lane) const;
    struct Origin
    {
        std::string row;
        std::string_view group;
    };
    /// The names of the row and group of a lane, also if it is hidden.
    [[nodiscard]] std::optional<Origin> originOfLane(std::size_t lane) const;
    /// Unit of the values of a row; empty for rows without values.
    [[nodiscard]] static std::string_view unitOf(const Row& row, const trace::TraceView& view);
    /// Names and captions of the hidden rows.
    [[nodiscard]] std::vector<std::pair<std::string, Caption>> hidden(const trace::TraceView& view) const;

private:
    using Id = std::pair<const TrackKind*, std::size_t>;

    struct IdHash
    {
        std::size_t operator()(const Id& id) const
        {
            return std::hash<const TrackKind*>()(id.first) ^ id.second * 0x9E3779B97F4A7C15U;
        }
    };
    struct Item
    {
        Id id;
        std::shared_ptr<Track> track;
    };
    /// A row that was shown before.
    struct KnownRow
    {
        std::string name;
        std::shared_ptr<Track> track;
    };

    [[nodiscard]] std::string nameOf(const trace::TraceView& view, Id id);
    void place();

    std::vector<Item> m_items;                        ///< in the default order, with hidden and collapsed ones
    std::vector<RowItem> m_places;                    ///< parallel to m_items
    std::unordered_map<Id, KnownRow, IdHash> m_known; ///< a recording can have ten thousand rows
    std::map<std::pair<const TrackKind*, std::string>, int> m_labels; ///< number of rows of a kind with this label
    std::vector<Row> m_rows;
    std::vector<PlacedGroup> m_groups;
    std::size_t m_pinned = 0;
    int m_pinnedHeight = 0;
    int m_height = 0;
    int m_least = 0;
    PlacementOptions m_options;
    RowArrangement m_arrangement;
    std::set<std::string, std::less<>> m_hiddenKinds;
};

} // namespace stepscope::widgets
