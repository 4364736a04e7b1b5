#include "widgets/rows/rowarrangement.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace stepscope::widgets {

namespace {

/// `requested`, completed with the other names that are seen, which stay below their neighbours.
std::vector<std::string> completed(const std::vector<std::string>& requested, const std::vector<std::string>& seen)
{
    const std::unordered_set<std::string_view> present(requested.begin(), requested.end());
    std::unordered_map<std::string_view, std::vector<std::string>> below;
    std::vector<std::string> top;
    std::string_view above;
    for (const std::string& name : seen) {
        if (present.contains(name))
            above = name;
        else if (above.empty())
            top.push_back(name);
        else
            below[above].push_back(name);
    }
    std::vector<std::string> all;
    const auto first = std::find_if(seen.begin(), seen.end(), [&](const auto& name) { return present.contains(name); });
    for (const std::string& name : requested) {
        if (first != seen.end() && name == *first)
            all.insert(all.end(), top.begin(), top.end());
        all.push_back(name);
        if (const auto names = below.find(name); names != below.end())
            all.insert(all.end(), names->second.begin(), names->second.end());
    }
    if (first == seen.end())
        all.insert(all.end(), top.begin(), top.end());
    return all;
}

void move(std::vector<std::string>& requested, const std::vector<std::string>& seen, const std::string& name,
          const std::string& before)
{
    if (name == before)
        return;
    requested = completed(requested, seen);
    std::erase(requested, name);
    auto place = std::find(requested.begin(), requested.end(), before);
    if (before.empty()) {
        const auto last =
            std::find_if(seen.rbegin(), seen.rend(), [&](const std::string& other) { return other != name; });
        place = last == seen.rend() ? requested.end() : std::find(requested.begin(), requested.end(), *last);
        if (place != requested.end())
            ++place;
    }
    requested.insert(place, name);
}

constexpr const char* kGroupsKey = "groups";
constexpr const char* kRowsKey = "rows";
constexpr const char* kCollapsedKey = "collapsed";
constexpr const char* kOpenedKey = "opened";
constexpr const char* kPinnedKey = "pinned";
constexpr const char* kHiddenKey = "hidden";
constexpr const char* kHeightsKey = "heights";
constexpr const char* kScalesKey = "scales";
constexpr const char* kMinKey = "min";
constexpr const char* kMaxKey = "max";
constexpr const char* kLogKey = "log";
constexpr const char* kRailsKey = "rails";
constexpr const char* kSeparateValue = "separate";
constexpr const char* kUnitKey = "power";
constexpr const char* kJoulesValue = "joules";

template <typename Names>
QJsonArray toArray(const Names& names)
{
    QJsonArray array;
    for (const std::string& name : names)
        array.append(QString::fromStdString(name));
    return array;
}

/// Drops empty names and duplicates.
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

QJsonObject scaleObject(const RowScale& scale)
{
    QJsonObject object;
    if (scale.min)
        object[QLatin1String(kMinKey)] = *scale.min;
    if (scale.max)
        object[QLatin1String(kMaxKey)] = *scale.max;
    if (scale.isLogarithmic)
        object[QLatin1String(kLogKey)] = true;
    return object;
}

RowScale scaleIn(const QJsonObject& object)
{
    const auto number = [&](const char* name) {
        const QJsonValue value = object.value(QLatin1String(name));
        return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
    };
    return {number(kMinKey), number(kMaxKey), object.value(QLatin1String(kLogKey)).toBool()};
}

template <typename Set>
void setMember(Set& names, std::string_view name, bool on)
{
    if (on)
        names.emplace(name);
    else if (const auto member = names.find(name); member != names.end())
        names.erase(member);
}

} // namespace

std::vector<std::size_t> ordered(const std::vector<std::string_view>& defaults,
                                 const std::vector<std::string>& requested)
{
    std::vector<std::size_t> order(defaults.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (requested.empty())
        return order;
    std::unordered_map<std::string_view, std::size_t> ranks;
    for (std::size_t i = 0; i < requested.size(); ++i)
        ranks.emplace(requested[i], i + 1);
    // A name without a rank gets the rank of the name above it; the stable sort keeps their order.
    std::vector<std::size_t> rank(defaults.size());
    std::size_t above = 0;
    for (std::size_t i = 0; i < defaults.size(); ++i) {
        if (const auto ranked = ranks.find(defaults[i]); ranked != ranks.end())
            above = ranked->second;
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
    // A group that is not in the set is seen as collapsed only for want of height.
    if (on)
        setMember(opened, group, false);
    else if (!collapsed.contains(group))
        setMember(opened, group, true);
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

void RowArrangement::setScale(const std::string& row, const RowScale& scale)
{
    if (scale.isAutomatic() || !scale.isValid())
        scales.erase(row);
    else
        scales[row] = scale;
}

QByteArray RowArrangement::toJson() const
{
    QJsonObject object = others;
    const auto put = [&](const char* name, const QJsonArray& array) {
        if (!array.isEmpty())
            object[QLatin1String(name)] = array;
    };
    put(kGroupsKey, toArray(groupOrder));
    put(kRowsKey, toArray(rowOrder));
    put(kCollapsedKey, toArray(collapsed));
    put(kOpenedKey, toArray(opened));
    put(kPinnedKey, toArray(pinned));
    put(kHiddenKey, toArray(hidden));
    QJsonObject px;
    for (const auto& [name, height] : heights)
        px[QString::fromStdString(name)] = height;
    if (!px.isEmpty())
        object[QLatin1String(kHeightsKey)] = px;
    QJsonObject chosen;
    for (const auto& [name, scale] : scales)
        chosen[QString::fromStdString(name)] = scaleObject(scale);
    if (!chosen.isEmpty())
        object[QLatin1String(kScalesKey)] = chosen;
    if (rails.separate)
        object[QLatin1String(kRailsKey)] = QLatin1String(kSeparateValue);
    if (rails.joules)
        object[QLatin1String(kUnitKey)] = QLatin1String(kJoulesValue);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

RowArrangement RowArrangement::fromJson(const QByteArray& text)
{
    QJsonObject object = QJsonDocument::fromJson(text).object();
    const auto take = [&](const char* name) { return object.take(QLatin1String(name)); };
    RowArrangement arrangement;
    arrangement.groupOrder = namesIn(take(kGroupsKey));
    arrangement.rowOrder = namesIn(take(kRowsKey));
    arrangement.collapsed = setIn(take(kCollapsedKey));
    arrangement.opened = setIn(take(kOpenedKey));
    arrangement.pinned = namesIn(take(kPinnedKey));
    arrangement.hidden = setIn(take(kHiddenKey));
    const QJsonObject px = take(kHeightsKey).toObject();
    for (auto it = px.begin(); it != px.end(); ++it)
        arrangement.setHeight(it.key().toStdString(), it.value().toInt());
    const QJsonObject chosen = take(kScalesKey).toObject();
    for (auto it = chosen.begin(); it != chosen.end(); ++it)
        arrangement.setScale(it.key().toStdString(), scaleIn(it.value().toObject()));
    arrangement.rails.separate = take(kRailsKey).toString() == QLatin1String(kSeparateValue);
    arrangement.rails.joules = take(kUnitKey).toString() == QLatin1String(kJoulesValue);
    arrangement.others = object;
    return arrangement;
}

} // namespace stepscope::widgets
