#include "widgets/rows.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace stepscope::widgets {

Rows::Rows()
{
    for (const TrackKind& kind : trackTable()) {
        if (!kind.shown)
            m_hidden.emplace(kind.name);
    }
}

bool Rows::update(const trace::TraceView& view)
{
    std::map<std::pair<const TrackKind*, std::size_t>, std::unique_ptr<Track>> known;
    std::vector<std::pair<const TrackKind*, std::size_t>> before;
    for (Row& row : m_rows) {
        before.emplace_back(row.kind, row.key);
        known.emplace(before.back(), std::move(row.track));
    }
    const auto naturalHeight = [this] {
        int sum = 0;
        for (const Row& row : m_rows)
            sum += row.natural;
        return sum;
    };
    const int heightBefore = naturalHeight();
    m_rows.clear();
    int top = 0;
    for (const TrackKind& kind : trackTable()) {
        if (!isShown(kind.name))
            continue;
        for (const std::size_t key : kind.keys(view)) {
            std::unique_ptr<Track>& track = known[{&kind, key}];
            if (!track)
                track = kind.make(view, key);
            const int height = track->height(view);
            m_rows.push_back({&kind, key, std::move(track), top, height, height});
            top += height;
        }
    }
    return naturalHeight() != heightBefore || !std::equal(m_rows.begin(), m_rows.end(), before.begin(), before.end(),
                                                          [](const Row& row, const auto& other) {
                                                              return row.kind == other.first && row.key == other.second;
                                                          });
}

namespace {

constexpr int kLeast = 24; ///< px of a row that shrinks

int leastOf(const Rows::Row& row)
{
    const bool shrinks = row.kind->height == TrackKind::Height::GrowsAndShrinks;
    return shrinks ? std::min(row.natural, kLeast) : row.natural;
}

} // namespace

int Rows::leastHeight() const
{
    int sum = 0;
    for (const Row& row : m_rows)
        sum += leastOf(row);
    return sum;
}

void Rows::fit(int available)
{
    // In turns of one grid step a row, so that rows of one kind stay alike; none becomes out of all proportion.
    constexpr int kStep = 8;
    constexpr int kMost = 3;
    int spare = available;
    for (Row& row : m_rows) {
        row.height = row.natural;
        spare -= row.natural;
    }
    const int sign = spare < 0 ? -1 : 1;
    bool changed = true;
    while (changed && std::abs(spare) > 0 && (spare < 0 || spare >= kStep)) {
        changed = false;
        for (Row& row : m_rows) {
            const bool can = sign > 0 ? row.kind->height != TrackKind::Height::Fixed &&
                                            row.height + kStep <= kMost * row.natural && spare >= kStep
                                      : row.height - kStep >= leastOf(row) && spare < 0;
            if (!can)
                continue;
            row.height += sign * kStep;
            spare -= sign * kStep;
            changed = true;
        }
    }
    int top = 0;
    for (Row& row : m_rows) {
        row.top = top;
        top += row.height;
    }
}

bool Rows::extend(const trace::TraceView& view, std::size_t budget)
{
    bool complete = true;
    for (const Row& row : m_rows) {
        if (!row.track->extend(view, budget)) {
            complete = false;
            break;
        }
    }
    return complete;
}

void Rows::setShown(std::string_view kind, bool shown)
{
    if (shown) {
        if (const auto found = m_hidden.find(kind); found != m_hidden.end())
            m_hidden.erase(found);
    } else {
        m_hidden.emplace(kind);
    }
}

bool Rows::isShown(std::string_view kind) const
{
    return !m_hidden.contains(kind);
}

int Rows::totalHeight() const
{
    return m_rows.empty() ? 0 : m_rows.back().top + m_rows.back().height;
}

std::size_t Rows::at(int y) const
{
    const auto after = std::partition_point(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.top <= y; });
    if (y < 0 || after == m_rows.begin() || y >= totalHeight())
        return kNoIndex;
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

std::size_t Rows::ofLane(std::size_t lane) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.track->lane() == lane; });
    return found == m_rows.end() ? kNoIndex : static_cast<std::size_t>(found - m_rows.begin());
}

} // namespace stepscope::widgets
