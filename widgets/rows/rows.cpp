#include "widgets/rows/rows.h"

#include <algorithm>
#include <utility>

namespace stepscope::widgets {

namespace {

std::size_t indexOfGroup(std::string_view name)
{
    const auto groups = trackGroups();
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const TrackGroup& other) { return other.name == name; });
    Q_ASSERT(group != groups.end());
    return static_cast<std::size_t>(group - groups.begin());
}

} // namespace

Rows::Rows()
{
    for (const TrackKind& kind : trackTable()) {
        if (!kind.shown)
            m_hiddenKinds.emplace(kind.name);
    }
}

void Rows::clear()
{
    m_items.clear();
    m_places.clear();
    m_known.clear();
    m_labels.clear();
    place();
}

std::string Rows::nameOf(const trace::TraceView& view, Id id)
{
    const TrackKind& kind = *id.first;
    std::string name(kind.name);
    if (kind.label)
        name += ':' + kind.label(view, id.second);
    // Threads may have equal or empty names.
    if (const int count = ++m_labels[{&kind, name}]; count > 1)
        name += '#' + std::to_string(count);
    return name;
}

bool Rows::update(const trace::TraceView& view)
{
    m_items.clear();
    std::vector<RowItem> places;
    for (const TrackKind& kind : trackTable()) {
        if (!isShown(kind.name) || (kind.rails && *kind.rails != m_arrangement.rails))
            continue;
        const std::size_t group = indexOfGroup(kind.group);
        for (const std::size_t key : kind.keys(view)) {
            const Id id(&kind, key);
            KnownRow& known = m_known[id];
            if (!known.track)
                known = {nameOf(view, id), kind.make(view, key)};
            known.track->update(view);
            places.push_back({known.name, group, kind.height, kind.role, known.track->height(view)});
            m_items.push_back({id, known.track});
        }
    }
    // Rails in watts and in joules have the same names, but different tracks.
    const bool isSame = places == m_places && std::all_of(m_rows.begin(), m_rows.end(), [&](const Row& row) {
                            return m_items[row.place.item].track == row.track;
                        });
    if (isSame)
        return false;
    m_places = std::move(places);
    place();
    return true;
}

void Rows::place()
{
    PlacedRows placed = placeRows(m_places, m_arrangement, m_options);
    m_rows.clear();
    for (const PlacedRow& row : placed.rows) {
        const RowItem& item = m_places[row.item];
        const auto& [kind, key] = m_items[row.item].id;
        m_rows.push_back(
            {kind, key, item.name, m_items[row.item].track, row.top, row.height, item.natural, item.group, row});
    }
    m_groups = std::move(placed.groups);
    m_pinned = placed.pinned;
    m_pinnedHeight = placed.pinnedHeight;
    m_height = placed.height;
    m_least = placed.least;
}

void Rows::fit(std::optional<int> available)
{
    if (m_options.available == available)
        return;
    m_options.available = available;
    place();
}

void Rows::setHeaders(bool on)
{
    if (m_options.headers == on)
        return;
    m_options.headers = on;
    place();
}

void Rows::arrange(const RowArrangement& arrangement)
{
    if (m_arrangement == arrangement)
        return;
    m_arrangement = arrangement;
    place();
}

void Rows::setShown(std::string_view kind, bool shown)
{
    if (shown) {
        if (const auto hidden = m_hiddenKinds.find(kind); hidden != m_hiddenKinds.end())
            m_hiddenKinds.erase(hidden);
    } else {
        m_hiddenKinds.emplace(kind);
    }
}

bool Rows::isShown(std::string_view kind) const
{
    return !m_hiddenKinds.contains(kind);
}

std::vector<std::size_t> Rows::inSight(int scroll, int height) const
{
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < m_pinned && m_rows[i].top < height; ++i)
        rows.push_back(i);
    const auto first =
        std::partition_point(m_rows.begin() + static_cast<std::ptrdiff_t>(m_pinned), m_rows.end(),
                             [&](const Row& row) { return row.top + row.height - scroll <= m_pinnedHeight; });
    for (auto row = first; row != m_rows.end() && row->top - scroll < height; ++row)
        rows.push_back(static_cast<std::size_t>(row - m_rows.begin()));
    return rows;
}

std::size_t Rows::at(int y, int scroll) const
{
    if (y < 0)
        return kNoIndex;
    const bool isPinned = y < m_pinnedHeight;
    const auto middle = m_rows.begin() + static_cast<std::ptrdiff_t>(m_pinned);
    const auto begin = isPinned ? m_rows.begin() : middle;
    const auto end = isPinned ? middle : m_rows.end();
    if (!isPinned)
        y += scroll;
    const auto after = std::partition_point(begin, end, [&](const Row& row) { return row.top <= y; });
    if (after == begin || y >= std::prev(after)->top + std::prev(after)->height)
        return kNoIndex;
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

std::size_t Rows::groupAt(int y, int scroll) const
{
    if (y < m_pinnedHeight)
        return kNoIndex;
    y += scroll;
    const auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const PlacedGroup& other) {
        return other.top <= y && y < other.top + other.height;
    });
    return group == m_groups.end() ? kNoIndex : static_cast<std::size_t>(group - m_groups.begin());
}

std::size_t Rows::ofLane(std::size_t lane) const
{
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& other) { return other.track->lane() == lane; });
    return row == m_rows.end() ? kNoIndex : static_cast<std::size_t>(row - m_rows.begin());
}

std::optional<Rows::Origin> Rows::originOfLane(std::size_t lane) const
{
    const auto item =
        std::find_if(m_items.begin(), m_items.end(), [&](const Item& other) { return other.track->lane() == lane; });
    if (item == m_items.end())
        return {};
    return Origin{m_places[static_cast<std::size_t>(item - m_items.begin())].name, item->id.first->group};
}

std::string_view Rows::unitOf(const Row& row, const trace::TraceView& view)
{
    if (row.kind->rails && row.kind->rails->joules)
        return "J";
    return row.track->unit(view);
}

std::vector<std::pair<std::string, Caption>> Rows::hidden(const trace::TraceView& view) const
{
    std::vector<std::pair<std::string, Caption>> rows;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (m_arrangement.hidden.contains(m_places[i].name) && m_places[i].role != TrackKind::Role::Stays)
            rows.emplace_back(m_places[i].name, m_items[i].track->caption(view));
    }
    return rows;
}

} // namespace stepscope::widgets
