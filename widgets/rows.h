#pragma once

#include "widgets/rowplacement.h"
#include "widgets/tracks/tracktable.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::widgets {

/// The rows of a timeline: which there are, and where, as they are arranged. Tracks stay the same while their trace
/// grows. Places are found anew when something changed, not at every frame.
class Rows
{
public:
    struct Row
    {
        const TrackKind* kind = nullptr;
        std::size_t key = 0;
        std::string name; ///< kind and label: the same in every recording
        std::shared_ptr<Track> track;
        int top = 0; ///< px from the top of all rows; those that scroll are seen `scroll` higher
        int height = 0;
        int natural = 0;       ///< what its track asks for
        std::size_t group = 0; ///< index into trackGroups()
        PlacedRow place;       ///< pinned, standing for its group, ...
    };

    Rows();

    void clear();
    /// Adds rows for what is new in the view; true when a row came or changed its height.
    bool update(const trace::TraceView& view);
    /// Shares out the height there is; nothing = rows are as high as they ask for.
    void fit(std::optional<int> available);
    /// Lets the tracks take up at most `budget` spans together; true when nothing is left.
    bool extend(const trace::TraceView& view, std::size_t budget);
    /// Rows of a kind (TrackKind::name) come or go with the next update().
    void setShown(std::string_view kind, bool shown);
    [[nodiscard]] bool isShown(std::string_view kind) const;
    /// How rails are shown changes with the next update(), everything else at once.
    void arrange(const RowArrangement& arrangement);
    [[nodiscard]] const RowArrangement& arrangement() const { return m_arrangement; }
    /// Of groups, which can be collapsed then; without them there are rows only, as on paper.
    void setHeaders(bool on);
    [[nodiscard]] bool hasHeaders() const { return m_options.headers; }

    /// What is placed: pinned rows first, then those that scroll, each from top to bottom.
    [[nodiscard]] const std::vector<Row>& all() const { return m_rows; }
    [[nodiscard]] const std::vector<PlacedGroup>& groups() const { return m_groups; }
    [[nodiscard]] int pinnedHeight() const { return m_pinnedHeight; }
    [[nodiscard]] int totalHeight() const { return m_height; }
    /// The least that all rows need.
    [[nodiscard]] int leastHeight() const { return m_least; }

    /// Indices of the rows that are seen, at least in part, in a height of px with so many px scrolled away.
    [[nodiscard]] std::vector<std::size_t> inSight(int scroll, int height) const;
    /// Index of the row at px below the top of what is seen; kNoIndex where none is.
    [[nodiscard]] std::size_t at(int y, int scroll = 0) const;
    /// Index into groups() of the header there, or of the group whose only row is there.
    [[nodiscard]] std::size_t groupAt(int y, int scroll) const;
    [[nodiscard]] std::size_t ofLane(std::size_t lane) const;
    /// Where that is in sight or not: the row of a lane.
    struct Origin
    {
        std::string row;
        std::string_view group;
    };
    [[nodiscard]] std::optional<Origin> originOfLane(std::size_t lane) const;
    /// Names of rows that are there, but hidden, and what they are called.
    [[nodiscard]] std::vector<std::pair<std::string, Caption>> hidden(const trace::TraceView& view) const;

private:
    using Id = std::pair<const TrackKind*, std::size_t>;

    struct Item
    {
        Id id;
        std::shared_ptr<Track> track;
    };

    const std::string& nameOf(const trace::TraceView& view, Id id);
    void place();

    std::vector<Item> m_items;     ///< in the usual order, hidden and collapsed ones included
    std::vector<RowItem> m_places; ///< of the same
    std::map<Id, std::string> m_names;
    std::map<std::pair<const TrackKind*, std::string>, int> m_labels; ///< how many rows of a kind have it
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
