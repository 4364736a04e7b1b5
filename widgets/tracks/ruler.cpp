#include "widgets/tracks/ruler.h"

#include "widgets/tracks/valuetext.h"

#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

struct Step
{
    std::int64_t ns = 1;
    int parts = 5; ///< sub ticks + 1
};

/// The smallest round step that is at least `least` ns: 1, 2, 5 x 10^n up to 10 s, then steps of clocks.
Step roundStep(double least)
{
    static constexpr std::array<Step, 3> kDecimal = {{{1, 5}, {2, 4}, {5, 5}}};
    for (std::int64_t decade = 1; decade < 10 * kSecond; decade *= 10) {
        for (const Step& step : kDecimal) {
            if (static_cast<double>(step.ns * decade) >= least)
                return {step.ns * decade, step.parts};
        }
    }
    static constexpr std::array<Step, 14> kClock = {{{10, 5},
                                                     {20, 4},
                                                     {30, 3},
                                                     {60, 6},
                                                     {120, 4},
                                                     {300, 5},
                                                     {600, 5},
                                                     {1200, 4},
                                                     {1800, 3},
                                                     {3600, 6},
                                                     {7200, 4},
                                                     {10800, 3},
                                                     {21600, 6},
                                                     {43200, 4}}};
    for (const Step& step : kClock) {
        if (static_cast<double>(step.ns * kSecond) >= least)
            return {step.ns * kSecond, step.parts};
    }
    Step days{86400 * kSecond, 4};
    while (static_cast<double>(days.ns) < least && days.ns < (std::int64_t{1} << 61))
        days.ns *= 2;
    return days;
}

std::int64_t floorTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return value - rest - (rest < 0 ? step : 0);
}

} // namespace

Ruler makeRuler(const Viewport& viewport, std::int64_t start, double spacing)
{
    Ruler ruler;
    if (viewport.width < 1 || viewport.range.isEmpty())
        return ruler;
    const auto duration = static_cast<double>(viewport.range.duration());
    const Step step = roundStep(duration * spacing / viewport.width);
    ruler.step = step.ns;

    const std::int64_t begin = viewport.range.begin - start;
    const std::int64_t end = viewport.range.end - start;
    // Labels with more than four decimals are hard to read: count from a round time nearby.
    std::int64_t base = 0;
    constexpr std::int64_t kFinest = 100'000;
    if (step.ns < kFinest && end > 10'000'000) {
        std::int64_t unit = 1'000;
        while (static_cast<double>(unit) < duration)
            unit *= 10;
        base = floorTo(begin, unit);
        ruler.base = timeText(base, unit);
    }
    for (std::int64_t time = floorTo(begin, step.ns); time <= end; time += step.ns) {
        for (int part = 1; part < step.parts && step.ns >= step.parts; ++part) {
            const std::int64_t subTick = start + time + step.ns * part / step.parts;
            if (viewport.range.contains(subTick))
                ruler.subTicks.push_back(subTick);
        }
        if (!viewport.range.contains(start + time))
            continue;
        QString label = !ruler.base.isEmpty() ? QLatin1Char('+') + durationText(time - base)
                        : time == 0           ? QStringLiteral("0")
                        : end < kSecond / 10  ? durationText(time)
                                              : timeText(time, step.ns);
        ruler.ticks.push_back({start + time, std::move(label)});
    }
    return ruler;
}

} // namespace stepscope::widgets
