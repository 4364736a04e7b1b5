#include "widgets/rows/rowplacement.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

namespace stepscope::widgets {

namespace {

using Height = TrackKind::Height;
using Role = TrackKind::Role;

constexpr int kLeast = 24;      ///< px: least height of a row that may shrink; tall rows shrink to half their height
constexpr int kOpsInSight = 72; ///< px of the first row of ops that shall be in sight

class Placement
{
public:
    Placement(const std::vector<RowItem>& items, const RowArrangement& arrangement, const PlacementOptions& options)
        : m_items(items)
        , m_arrangement(arrangement)
        , m_options(options)
    {}

    PlacedRows place()
    {
        build();
        giveWay();
        share();
        stack();
        return std::move(m_placed);
    }

private:
    /// Heights of a row, px.
    struct Range
    {
        int natural = 0;
        int least = 0;
        int most = 0;
    };

    /// Rows and groups with their natural heights.
    void build();
    void giveWay();
    [[nodiscard]] bool areOpsInSight() const;
    void choose();
    void pin();
    void placeGroup(std::size_t group);
    void measure();
    void share();
    void stack();
    [[nodiscard]] std::vector<std::size_t> groupOrder() const;
    [[nodiscard]] std::vector<std::size_t> rowsOf(std::size_t group) const;
    [[nodiscard]] Range rangeOf(const PlacedRow& row) const;
    [[nodiscard]] int heightOfHeaders() const;

    const std::vector<RowItem>& m_items;
    const RowArrangement& m_arrangement;
    const PlacementOptions& m_options;
    std::map<std::size_t, std::vector<std::size_t>> m_byGroup; ///< rows that are not pinned
    std::vector<std::size_t> m_firstRow;                       ///< of each placed group; index into m_placed.rows
    std::vector<Range> m_ranges;                               ///< of m_placed.rows
    std::set<std::string_view> m_givesWay;                     ///< groups that are collapsed for want of height
    PlacedRows m_placed;
};

void Placement::build()
{
    m_placed = {};
    m_byGroup.clear();
    m_firstRow.clear();
    m_ranges.clear();
    choose();
    pin();
    for (const std::size_t group : groupOrder())
        placeGroup(group);
    measure();
}

/// Collapses groups that the user has not opened if that brings the ops, below them, into sight.
void Placement::giveWay()
{
    if (!m_options.available || !m_options.headers || areOpsInSight())
        return;
    for (const std::string_view group : {"processor", "memory"}) {
        if (m_arrangement.opened.contains(group))
            continue;
        m_givesWay.insert(group);
        build();
        if (areOpsInSight())
            return;
    }
    m_givesWay.clear();
    build();
}

/// True if the first row of ops begins far enough above the bottom, or if there is none.
bool Placement::areOpsInSight() const
{
    int top = 0;
    for (std::size_t row = 0; row < m_placed.pinned; ++row)
        top += m_placed.rows[row].height;
    for (std::size_t i = 0; i < m_placed.groups.size(); ++i) {
        const PlacedGroup& group = m_placed.groups[i];
        top += group.isCollapsed ? 0 : group.height;
        if (trackGroups()[group.group].name == "ops")
            return group.isCollapsed ||
                   top + std::min(m_ranges[m_firstRow[i]].least, kOpsInSight) <= *m_options.available;
        const std::size_t end = i + 1 < m_firstRow.size() ? m_firstRow[i + 1] : m_placed.rows.size();
        for (std::size_t row = m_firstRow[i]; row < end; ++row)
            top += m_ranges[row].least;
    }
    return true;
}

Placement::Range Placement::rangeOf(const PlacedRow& row) const
{
    constexpr int kMost = 3; // natural heights
    const RowItem& item = m_items[row.item];
    if (row.isSummary)
        return {kGroupHeader, kGroupHeader, kGroupHeader};
    if (const auto chosen = m_arrangement.heights.find(item.name); chosen != m_arrangement.heights.end())
        return {chosen->second, chosen->second, chosen->second};
    const int half = std::max(kLeast, item.natural / 2 / 8 * 8);
    const int least = item.height == Height::GrowsAndShrinks ? std::min(item.natural, half) : item.natural;
    return {item.natural, least, item.height == Height::Fixed ? item.natural : kMost * item.natural};
}

void Placement::choose()
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const RowItem& item = m_items[i];
        if (item.role == Role::Stays || !m_arrangement.hidden.contains(item.name))
            m_byGroup[item.group].push_back(i);
    }
}

void Placement::pin()
{
    if (m_arrangement.pinned.empty())
        return;
    std::map<std::string_view, std::size_t> byName;
    for (const auto& [group, rows] : m_byGroup) {
        for (const std::size_t row : rows)
            byName.emplace(m_items[row].name, row);
    }
    // Pinned rows leave room for the scrolling ones.
    int room = m_options.available ? *m_options.available * 2 / 3 : RowArrangement::kMostHeight * 100;
    for (const std::string& name : m_arrangement.pinned) {
        const auto item = byName.find(name);
        if (item == byName.end())
            continue;
        PlacedRow row{.item = item->second, .isPinned = true};
        room -= rangeOf(row).natural;
        if (room < 0)
            break;
        m_placed.rows.push_back(row);
        std::erase(m_byGroup[m_items[row.item].group], row.item);
    }
    m_placed.pinned = m_placed.rows.size();
}

std::vector<std::size_t> Placement::groupOrder() const
{
    std::vector<std::size_t> present;
    std::vector<std::string_view> names;
    for (const auto& [group, rows] : m_byGroup) {
        if (rows.empty())
            continue;
        present.push_back(group);
        names.push_back(trackGroups()[group].name);
    }
    std::vector<std::size_t> order;
    for (const std::size_t i : ordered(names, m_arrangement.groupOrder))
        order.push_back(present[i]);
    return order;
}

std::vector<std::size_t> Placement::rowsOf(std::size_t group) const
{
    const std::vector<std::size_t>& defaults = m_byGroup.at(group);
    std::vector<std::string_view> names;
    for (const std::size_t row : defaults)
        names.push_back(m_items[row].name);
    std::vector<std::size_t> order;
    for (const std::size_t i : ordered(names, m_arrangement.rowOrder))
        order.push_back(defaults[i]);
    return order;
}

void Placement::placeGroup(std::size_t group)
{
    const std::vector<std::size_t> rows = rowsOf(group);
    const auto stays = [&](std::size_t row) { return m_items[row].role == Role::Stays; };
    PlacedGroup placed{.group = group};
    placed.collapses = rows.size() - static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), stays));
    placed.isCollapsed =
        m_options.headers && placed.collapses > 0 &&
        (m_arrangement.collapsed.contains(trackGroups()[group].name) || m_givesWay.contains(trackGroups()[group].name));
    placed.isLone = rows.size() == 1;
    m_firstRow.push_back(m_placed.rows.size());
    if (placed.isCollapsed) {
        auto chosen =
            std::find_if(rows.begin(), rows.end(), [&](std::size_t row) { return m_items[row].role == Role::SumsUp; });
        if (chosen == rows.end())
            chosen = std::find_if_not(rows.begin(), rows.end(), stays);
        m_placed.rows.push_back({.item = *chosen, .isSummary = true});
    }
    const bool hasHeader = m_options.headers && (placed.isCollapsed || !placed.isLone);
    placed.height = hasHeader ? kGroupHeader : 0;
    for (const std::size_t row : rows) {
        if (!placed.isCollapsed || stays(row))
            m_placed.rows.push_back({.item = row, .hasHeader = hasHeader});
    }
    m_placed.groups.push_back(placed);
}

int Placement::heightOfHeaders() const
{
    int sum = 0;
    for (const PlacedGroup& group : m_placed.groups)
        sum += group.isCollapsed ? 0 : group.height; // a collapsed group has a row in place of its header
    return sum;
}

void Placement::measure()
{
    m_placed.least = heightOfHeaders();
    for (PlacedRow& row : m_placed.rows) {
        m_ranges.push_back(rangeOf(row));
        row.height = m_ranges.back().natural;
        m_placed.least += m_ranges.back().least;
    }
}

void Placement::share()
{
    // Add or take one step per row and round, so that rows of one kind keep equal heights.
    constexpr int kStep = 8;
    if (!m_options.available)
        return;
    int spare = *m_options.available - heightOfHeaders();
    for (const PlacedRow& row : m_placed.rows)
        spare -= row.height;
    const int sign = spare < 0 ? -1 : 1;
    bool changed = true;
    while (changed && (spare < 0 || spare >= kStep)) {
        changed = false;
        for (std::size_t i = 0; i < m_placed.rows.size(); ++i) {
            int& height = m_placed.rows[i].height;
            const bool can = sign > 0 ? height + kStep <= m_ranges[i].most && spare >= kStep
                                      : height - kStep >= m_ranges[i].least && spare < 0;
            if (!can)
                continue;
            height += sign * kStep;
            spare -= sign * kStep;
            changed = true;
        }
    }
}

void Placement::stack()
{
    int top = 0;
    for (std::size_t i = 0; i < m_placed.pinned; ++i) {
        m_placed.rows[i].top = top;
        top += m_placed.rows[i].height;
    }
    m_placed.pinnedHeight = top;
    for (std::size_t i = 0; i < m_placed.groups.size(); ++i) {
        PlacedGroup& group = m_placed.groups[i];
        group.top = top;
        top += group.isCollapsed ? 0 : group.height;
        const std::size_t end = i + 1 < m_firstRow.size() ? m_firstRow[i + 1] : m_placed.rows.size();
        for (std::size_t row = m_firstRow[i]; row < end; ++row) {
            m_placed.rows[row].top = top;
            top += m_placed.rows[row].height;
        }
        if (m_options.headers && group.isLone && !group.isCollapsed && group.collapses > 0)
            group.height = m_placed.rows[m_firstRow[i]].height;
        group.bottom = top;
    }
    m_placed.height = top;
}

} // namespace

PlacedRows placeRows(const std::vector<RowItem>& items, const RowArrangement& arrangement,
                     const PlacementOptions& options)
{
    return Placement(items, arrangement, options).place();
}

} // namespace stepscope::widgets
