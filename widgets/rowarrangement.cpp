#include "widgets/rowarrangement.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stepscope::widgets {

namespace {

/// `asked` with all names that are seen, those that were not in it beside their neighbours.
std::vector<std::string> completed(const std::vector<std::string>& asked, const std::vector<std::string>& seen)
{
    const std::unordered_set<std::string_view> known(asked.begin(), asked.end());
    std::unordered_map<std::string_view, std::vector<std::string>> below;
    std::vector<std::string> top;
    std::string_view above;
    for (const std::string& name : seen) {
        if (known.contains(name))
            above = name;
        else if (above.empty())
            top.push_back(name);
        else
            below[above].push_back(name);
    }
    std::vector<std::string> all;
    const auto first = std::find_if(seen.begin(), seen.end(), [&](const auto& name) { return known.contains(name); });
    for (const std::string& name : asked) {
        if (first != seen.end() && name == *first)
            all.insert(all.end(), top.begin(), top.end());
        all.push_back(name);
        if (const auto found = below.find(name); found != below.end())
            all.insert(all.end(), found->second.begin(), found->second.end());
    }
    if (first == seen.end())
        all.insert(all.end(), top.begin(), top.end());
    return all;
}

void move(std::vector<std::string>& asked, const std::vector<std::string>& seen, const std::string& name,
          const std::string& before)
{
    if (name == before)
        return;
    asked = completed(asked, seen);
    std::erase(asked, name);
    auto place = std::find(asked.begin(), asked.end(), before);
    if (before.empty()) {
        const auto last =
            std::find_if(seen.rbegin(), seen.rend(), [&](const std::string& other) { return other != name; });
        place = last == seen.rend() ? asked.end() : std::find(asked.begin(), asked.end(), *last);
        if (place != asked.end())
            ++place;
    }
    asked.insert(place, name);
}

constexpr const char* kGroups = "groups";
constexpr const char* kRows = "rows";
constexpr const char* kCollapsed = "collapsed";
constexpr const char* kPinned = "pinned";
constexpr const char* kHidden = "hidden";
constexpr const char* kHeights = "heights";
constexpr const char* kRails = "rails";
constexpr const char* kSeparate = "separate";
constexpr const char* kUnit = "power";
constexpr const char* kJoules = "joules";

template <typename Names>
QJsonArray toArray(const Names& names)
{
    QJsonArray array;
    for (const std::string& name : names)
        array.append(QString::fromStdString(name));
    return array;
}

/// Each once: an order that names a row twice is none.
std::vector<std::string> namesIn(const QJsonValue& value)
{
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for (const QJsonValue& entry : value.toArray()) {
        std::string name = entry.toString().toStdString();
        if (!name.empty() && seen.insert(name).second)
            names.push_back(std::move(name));
    }
    return names;
}

std::set<std::string, std::less<>> setIn(const QJsonValue& value)
{
    const std::vector<std::string> names = namesIn(value);
    return {names.begin(), names.end()};
}

template <typename Set>
void setMember(Set& names, std::string_view name, bool on)
{
    if (on)
        names.emplace(name);
    else if (const auto found = names.find(name); found != names.end())
        names.erase(found);
}

} // namespace

std::vector<std::size_t> ordered(const std::vector<std::string_view>& usual, const std::vector<std::string>& asked)
{
    std::vector<std::size_t> order(usual.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (asked.empty())
        return order;
    std::unordered_map<std::string_view, std::size_t> ranks;
    for (std::size_t i = 0; i < asked.size(); ++i)
        ranks.emplace(asked[i], i + 1);
    // A name without a rank has that of the one above it, which a stable sort keeps above it.
    std::vector<std::size_t> rank(usual.size());
    std::size_t above = 0;
    for (std::size_t i = 0; i < usual.size(); ++i) {
        if (const auto found = ranks.find(usual[i]); found != ranks.end())
            above = found->second;
        rank[i] = above;
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
    return order;
}

void RowArrangement::moveGroup(const std::vector<std::string>& seen, const std::string& name, const std::string& before)
{
    move(groupOrder, seen, name, before);
}

void RowArrangement::moveRow(const std::vector<std::string>& seen, const std::string& name, const std::string& before)
{
    move(rowOrder, seen, name, before);
}

void RowArrangement::movePinned(const std::vector<std::string>& seen, const std::string& name,
                                const std::string& before)
{
    move(pinned, seen, name, before);
}

void RowArrangement::setCollapsed(std::string_view group, bool on)
{
    setMember(collapsed, group, on);
}

void RowArrangement::setHidden(std::string_view row, bool on)
{
    setMember(hidden, row, on);
}

void RowArrangement::setPinned(const std::string& row, bool on)
{
    if (!on)
        std::erase(pinned, row);
    else if (!isPinned(row))
        pinned.push_back(row);
}

bool RowArrangement::isPinned(std::string_view row) const
{
    return std::find(pinned.begin(), pinned.end(), row) != pinned.end();
}

void RowArrangement::setHeight(const std::string& row, int height)
{
    if (height <= 0)
        heights.erase(row);
    else
        heights[row] = std::clamp(height, kLeastHeight, kMostHeight);
}

QByteArray RowArrangement::toJson() const
{
    QJsonObject object = others;
    const auto put = [&](const char* name, const QJsonArray& array) {
        if (!array.isEmpty())
            object[QLatin1String(name)] = array;
    };
    put(kGroups, toArray(groupOrder));
    put(kRows, toArray(rowOrder));
    put(kCollapsed, toArray(collapsed));
    put(kPinned, toArray(pinned));
    put(kHidden, toArray(hidden));
    QJsonObject px;
    for (const auto& [name, height] : heights)
        px[QString::fromStdString(name)] = height;
    if (!px.isEmpty())
        object[QLatin1String(kHeights)] = px;
    if (rails.separate)
        object[QLatin1String(kRails)] = QLatin1String(kSeparate);
    if (rails.joules)
        object[QLatin1String(kUnit)] = QLatin1String(kJoules);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

RowArrangement RowArrangement::fromJson(const QByteArray& text)
{
    QJsonObject object = QJsonDocument::fromJson(text).object();
    const auto take = [&](const char* name) { return object.take(QLatin1String(name)); };
    RowArrangement arrangement;
    arrangement.groupOrder = namesIn(take(kGroups));
    arrangement.rowOrder = namesIn(take(kRows));
    arrangement.collapsed = setIn(take(kCollapsed));
    arrangement.pinned = namesIn(take(kPinned));
    arrangement.hidden = setIn(take(kHidden));
    const QJsonObject px = take(kHeights).toObject();
    for (auto it = px.begin(); it != px.end(); ++it)
        arrangement.setHeight(it.key().toStdString(), it.value().toInt());
    arrangement.rails.separate = take(kRails).toString() == QLatin1String(kSeparate);
    arrangement.rails.joules = take(kUnit).toString() == QLatin1String(kJoules);
    arrangement.others = object;
    return arrangement;
}

} // namespace stepscope::widgets
