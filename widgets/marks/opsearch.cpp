#include "widgets/marks/opsearch.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stepscope::widgets {

namespace {

struct SearchWords
{
    Q_DECLARE_TR_FUNCTIONS(OpSearch)
};

QString beginningOf(std::string_view utf8, std::size_t longest)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min(utf8.size(), longest)));
}

QRegularExpression expressionOf(const OpQuery& query)
{
    QRegularExpression::PatternOptions options;
    if (!query.caseSensitive)
        options |= QRegularExpression::CaseInsensitiveOption;
    return QRegularExpression(query.regular ? query.text : QRegularExpression::escape(query.text), options);
}

/// Whether each op matches, by id.
std::vector<bool> matchingOps(const trace::TraceView& view, const OpQuery& query, const std::stop_token& stop)
{
    std::vector<bool> matches(view.opCount() + 1, false);
    if (query.op != 0) {
        const std::string_view name = view.opName(query.op);
        const std::string_view shapes = view.opShapes(query.op);
        for (std::uint32_t id = 1; id < matches.size(); ++id)
            matches[id] = view.opName(id) == name && view.opShapes(id) == shapes;
        return matches;
    }
    const QRegularExpression expression = expressionOf(query);
    // Ops with the same name share its storage, so the address identifies the name.
    std::unordered_map<const char*, bool> byName;
    for (std::uint32_t id = 1; id < matches.size() && !stop.stop_requested(); ++id) {
        const std::string_view name = view.opName(id);
        const auto [match, isNew] = byName.try_emplace(name.data(), false);
        if (isNew)
            match->second = expression.match(beginningOf(name, name.size())).hasMatch();
        matches[id] = match->second;
    }
    return matches;
}

} // namespace

QString patternError(const OpQuery& query)
{
    const QRegularExpression expression = expressionOf(query);
    if (expression.isValid())
        return {};
    return SearchWords::tr("Not a regular expression: %1, at character %2. Correct it, or search for the plain text.")
        .arg(expression.errorString())
        .arg(expression.patternErrorOffset() + 1);
}

struct SpanIndex::Key
{
    std::int64_t start;
    std::size_t lane;
    std::size_t index;

    bool operator<(const Key& other) const
    {
        return std::tie(start, lane, index) < std::tie(other.start, other.lane, other.index);
    }
};

SpanIndex::SpanIndex(trace::TraceView view, std::vector<std::vector<std::uint32_t>> byLane)
    : m_view(std::move(view))
    , m_byLane(std::move(byLane))
{
    for (const auto& lane : m_byLane)
        m_count += lane.size();
}

const std::vector<std::uint32_t>& SpanIndex::inLane(std::size_t lane) const
{
    static const std::vector<std::uint32_t> kNone;
    return lane < m_byLane.size() ? m_byLane[lane] : kNone;
}

SpanIndex::Key SpanIndex::keyOf(SpanPlace place) const
{
    if (place.lane >= m_view.lanes().size() || place.index >= m_view.lanes()[place.lane].size())
        return {std::numeric_limits<std::int64_t>::min(), 0, 0};
    return {m_view.lanes()[place.lane].span(place.index).start, place.lane, place.index};
}

std::size_t SpanIndex::lowerBound(std::size_t lane, const Key& key) const
{
    const std::vector<std::uint32_t>& spans = m_byLane[lane];
    const auto bound = std::partition_point(spans.begin(), spans.end(), [&](std::uint32_t span) {
        return Key{m_view.lanes()[lane].span(span).start, lane, span} < key;
    });
    return static_cast<std::size_t>(bound - spans.begin());
}

std::optional<SpanPlace> SpanIndex::firstFrom(const Key& key) const
{
    std::optional<Key> first;
    for (std::size_t lane = 0; lane < m_byLane.size(); ++lane) {
        const std::size_t at = lowerBound(lane, key);
        if (at == m_byLane[lane].size())
            continue;
        const Key candidate = keyOf({lane, m_byLane[lane][at]});
        if (!first || candidate < *first)
            first = candidate;
    }
    return first ? std::optional(SpanPlace{first->lane, first->index}) : std::nullopt;
}

std::optional<SpanPlace> SpanIndex::lastBelow(const Key& key) const
{
    std::optional<Key> last;
    for (std::size_t lane = 0; lane < m_byLane.size(); ++lane) {
        const std::size_t at = lowerBound(lane, key);
        if (at == 0)
            continue;
        const Key candidate = keyOf({lane, m_byLane[lane][at - 1]});
        if (!last || *last < candidate)
            last = candidate;
    }
    return last ? std::optional(SpanPlace{last->lane, last->index}) : std::nullopt;
}

std::optional<SpanPlace> SpanIndex::after(std::int64_t time) const
{
    const auto next = firstFrom({time, 0, 0});
    return next ? next : firstFrom({std::numeric_limits<std::int64_t>::min(), 0, 0});
}

std::optional<SpanPlace> SpanIndex::after(SpanPlace place) const
{
    Key key = keyOf(place);
    ++key.index;
    const auto next = firstFrom(key);
    return next ? next : firstFrom({std::numeric_limits<std::int64_t>::min(), 0, 0});
}

std::optional<SpanPlace> SpanIndex::before(std::int64_t time) const
{
    const auto previous = lastBelow({time, 0, 0});
    return previous ? previous : lastBelow({std::numeric_limits<std::int64_t>::max(), 0, 0});
}

std::optional<SpanPlace> SpanIndex::before(SpanPlace place) const
{
    const auto previous = lastBelow(keyOf(place));
    return previous ? previous : lastBelow({std::numeric_limits<std::int64_t>::max(), 0, 0});
}

std::optional<std::size_t> SpanIndex::rankOf(SpanPlace place) const
{
    const std::vector<std::uint32_t>& spans = inLane(place.lane);
    if (!std::binary_search(spans.begin(), spans.end(), place.index))
        return std::nullopt;
    const Key key = keyOf(place);
    std::size_t rank = 0;
    for (std::size_t lane = 0; lane < m_byLane.size(); ++lane)
        rank += lowerBound(lane, key);
    return rank;
}

OpFinding findOps(const trace::TraceView& view, const OpQuery& query, const std::stop_token& stop)
{
    OpFinding finding;
    finding.query = query;
    if (query.op == 0)
        finding.error = patternError(query);
    if (!finding.error.isEmpty())
        return finding;
    const std::vector<bool> matches = matchingOps(view, query, stop);
    std::vector<std::uint64_t> counts(matches.size(), 0);
    std::vector<std::vector<std::uint32_t>> byLane(view.lanes().size());
    for (std::size_t lane = 0; lane < byLane.size(); ++lane) {
        const trace::LaneView& spans = view.lanes()[lane];
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if ((i & 0xfffU) == 0 && stop.stop_requested())
                return finding;
            const std::uint32_t op = spans.span(i).op;
            if (op >= matches.size() || !matches[op])
                continue;
            ++counts[op];
            byLane[lane].push_back(static_cast<std::uint32_t>(i));
        }
        byLane[lane].shrink_to_fit();
    }
    constexpr std::size_t kLongestText = 400;
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
    for (std::uint32_t op = 1; op < counts.size(); ++op) {
        if (counts[op] == 0)
            continue;
        const auto [place, isNew] = places.try_emplace({view.opName(op), view.opShapes(op)}, finding.ops.size());
        if (isNew)
            finding.ops.push_back(
                {op, beginningOf(view.opName(op), kLongestText), beginningOf(view.opShapes(op), kLongestText), 0});
        finding.ops[place->second].count += counts[op];
    }
    std::stable_sort(finding.ops.begin(), finding.ops.end(),
                     [](const OpMatch& a, const OpMatch& b) { return a.count > b.count; });
    finding.instances = std::make_shared<const SpanIndex>(view, std::move(byLane));
    return finding;
}

} // namespace stepscope::widgets
