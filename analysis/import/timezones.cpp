#include "analysis/import/timezones.h"

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMinute = 60'000'000'000; ///< ns

std::vector<TimeZone> makeZones()
{
    constexpr int kFirst = -12; // hours
    constexpr int kLast = 14;
    constexpr double kOfHalf = 0.1;
    constexpr double kOfQuarter = 0.02;
    std::vector<TimeZone> zones;
    for (int hour = kFirst; hour <= kLast; ++hour)
        zones.push_back({60 * kMinute * hour, 1});
    zones.push_back({330 * kMinute, 1});
    for (const int minutes : {-570, -210, -150, 210, 270, 390, 570, 630})
        zones.push_back({minutes * kMinute, kOfHalf});
    for (const int minutes : {345, 525, 765, 825})
        zones.push_back({minutes * kMinute, kOfQuarter});
    return zones;
}

} // namespace

const std::vector<TimeZone>& timeZones()
{
    static const std::vector<TimeZone> zones = makeZones();
    return zones;
}

} // namespace stepscope::analysis
