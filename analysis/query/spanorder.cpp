#include "analysis/query/spanorder.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kSpansPerOrderPoll = 1U << 18U;

/// The place of a span's key among all its values. NULL is the smallest.
class SpanKey
{
public:
    SpanKey(const QueryData& data, SpanOrder::Term term)
        : m_view(data.view())
        , m_step(data.view())
        , m_key(term.key)
        , m_isDescending(term.descending)
    {
        const SpanOrder::Key key = term.key;
        using OpText = QueryData::OpText;
        if (key >= SpanOrder::Key::Name && key <= SpanOrder::Key::Module) {
            const auto part = static_cast<OpText>(static_cast<int>(key) - static_cast<int>(SpanOrder::Key::Name));
            m_places = &data.places(part);
            m_count = data.placeCount(part);
        } else if (key == SpanOrder::Key::OpId) {
            m_count = m_view.opCount() + 1;
        } else if (key == SpanOrder::Key::Step) {
            m_count = m_view.stepCount() + 1;
        } else if (key == SpanOrder::Key::Depth) {
            m_count = 256;
        } else {
            placeLanes();
        }
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t of(SpanOrder::Place place)
    {
        const std::size_t ascending = ascendingOf(place);
        return m_isDescending ? m_count - 1 - ascending : ascending;
    }

private:
    [[nodiscard]] std::size_t ascendingOf(SpanOrder::Place place)
    {
        const trace::LaneView& lane = m_view.lanes()[place.lane];
        switch (m_key) {
        case SpanOrder::Key::Lane:
        case SpanOrder::Key::LaneName:
            return m_lanes[place.lane];
        case SpanOrder::Key::Depth:
            return lane.depth(place.span);
        case SpanOrder::Key::Step: {
            const auto step = m_step.at(lane.start(place.span));
            return step ? *step + 1 : 0;
        }
        case SpanOrder::Key::OpId: {
            const std::uint32_t op = lane.op(place.span);
            return op < m_count ? op : 0;
        }
        default: {
            const std::uint32_t op = lane.op(place.span);
            return (*m_places)[op < m_places->size() ? op : 0];
        }
        }
    }

    void placeLanes()
    {
        m_count = m_view.lanes().size();
        m_lanes.resize(m_count);
        std::vector<std::tuple<std::string_view, std::uint32_t, std::size_t>> lanes;
        for (std::size_t i = 0; i < m_count; ++i) {
            const format::Lane& lane = m_view.lanes()[i].info();
            const bool isByName = m_key == SpanOrder::Key::LaneName;
            lanes.emplace_back(isByName ? std::string_view(lane.name) : std::string_view(), isByName ? 0 : lane.id, i);
        }
        std::sort(lanes.begin(), lanes.end());
        std::size_t place = 0;
        for (std::size_t i = 0; i < m_count; ++i) {
            const auto& [name, id, lane] = lanes[i];
            if (i > 0 && (name != std::get<0>(lanes[i - 1]) || id != std::get<1>(lanes[i - 1])))
                ++place;
            m_lanes[lane] = place;
        }
    }

    const trace::TraceView& m_view;
    StepCursor m_step;
    SpanOrder::Key m_key;
    bool m_isDescending;
    const std::vector<std::uint32_t>* m_places = nullptr;
    std::vector<std::size_t> m_lanes;
    std::size_t m_count = 0;
};

} // namespace

bool SpanOrder::isPossible(const QueryData& data)
{
    return data.view().spanCount() < UINT32_MAX;
}

std::optional<SpanOrder> SpanOrder::sorted(const QueryData& data, std::span<const TimelineTable::Part> parts,
                                           const std::vector<bool>& ops, std::span<const Term> terms,
                                           const QueryStop& stop)
{
    SpanOrder order;
    std::uint32_t begin = 0;
    for (const trace::LaneView& lane : data.view().lanes()) {
        order.m_begins.push_back(begin);
        begin += static_cast<std::uint32_t>(lane.size());
    }
    order.m_begins.push_back(begin);
    // Visits the wanted spans of the parts; false when stopped.
    const auto eachSpan = [&](auto visit) {
        for (const TimelineTable::Part& part : parts) {
            const trace::LaneView& lane = data.view().lanes()[part.sequence];
            for (std::size_t i = part.first; i < part.last; ++i) {
                if (i % kSpansPerOrderPoll == 0 && stop && stop())
                    return false;
                const std::uint32_t op = ops.empty() ? 0 : lane.op(i);
                if (ops.empty() || ops[op < ops.size() ? op : 0])
                    visit(Place{part.sequence, i});
            }
        }
        return true;
    };
    SpanKey key(data, terms.back());
    std::vector<std::uint32_t> begins(key.count() + 1, 0);
    if (!eachSpan([&](Place place) { ++begins[key.of(place) + 1]; }))
        return std::nullopt;
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    order.m_numbers.resize(begins.back());
    const bool isDone = eachSpan([&](Place place) {
        order.m_numbers[begins[key.of(place)]++] = order.m_begins[place.lane] + static_cast<std::uint32_t>(place.span);
    });
    for (std::size_t i = terms.size() - 1; i-- > 0;) {
        if (!isDone || !order.sortBy(data, terms[i], stop))
            return std::nullopt;
    }
    return isDone ? std::optional(std::move(order)) : std::nullopt;
}

/// Counting sort by an earlier term.
bool SpanOrder::sortBy(const QueryData& data, const Term& term, const QueryStop& stop)
{
    SpanKey key(data, term);
    std::vector<std::uint32_t> begins(key.count() + 1, 0);
    std::vector<std::uint32_t> keys(m_numbers.size());
    for (std::size_t i = 0; i < m_numbers.size(); ++i) {
        if (i % kSpansPerOrderPoll == 0 && stop && stop())
            return false;
        keys[i] = static_cast<std::uint32_t>(key.of(at(i)));
        ++begins[keys[i] + 1U];
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<std::uint32_t> sorted(m_numbers.size());
    for (std::size_t i = 0; i < m_numbers.size(); ++i)
        sorted[begins[keys[i]]++] = m_numbers[i];
    m_numbers = std::move(sorted);
    return true;
}

void SpanOrder::findLane(std::uint32_t number)
{
    const auto next = std::upper_bound(m_begins.begin(), m_begins.end() - 1, number);
    m_lane = static_cast<std::size_t>(next - m_begins.begin()) - 1;
}

} // namespace stepscope::analysis
