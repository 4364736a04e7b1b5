#include "analysis/energy/powercourse.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kParts = 8;

/// By column of the regression: where the columns of its family begin, and its power as a multiple of the mean.
struct CourseOf
{
    std::size_t first = 0;
    double power = 0;
};

std::vector<CourseOf> coursesOf(std::span<const ColumnKind> kinds, std::span<const double> powers)
{
    std::map<std::uint32_t, std::size_t> families;
    std::vector<CourseOf> courses;
    double mean = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::size_t family = families.try_emplace(kinds[i].family, families.size()).first->second;
        courses.push_back({family * kParts, std::max(powers[i], 0.0)});
        mean += courses.back().power / static_cast<double>(kinds.size());
    }
    for (CourseOf& course : courses)
        course.power /= std::max(mean, 1e-30);
    return courses;
}

/// Adds the deviations of the parts in the window from the mean of all parts.
void addParts(const SelfTimeInterval& interval, const trace::TimeRange& window, double power, std::span<double> sums)
{
    const auto length = static_cast<double>(interval.end - interval.begin);
    const double from = static_cast<double>(std::max(window.begin - interval.begin, std::int64_t{0})) / length;
    const double to = std::min(static_cast<double>(window.end - interval.begin) / length, 1.0);
    const double scale = power * length / static_cast<double>(window.duration());
    for (std::size_t part = 0; part < kParts; ++part) {
        const double begin = static_cast<double>(part) / kParts;
        const double inside = std::max(std::min(to, begin + 1.0 / kParts) - std::max(from, begin), 0.0);
        sums[part] += scale * (inside - (to - from) / kParts);
    }
}

} // namespace

OccupancyRows withPowerCourses(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals,
                               std::span<const ColumnKind> kinds, std::span<const double> powers)
{
    constexpr double kLeast = 1e-4;
    const std::vector<CourseOf> courses = coursesOf(kinds, powers);
    std::size_t count = 0;
    for (const CourseOf& course : courses)
        count = std::max(count, course.first + kParts);
    OccupancyRows result = rows;
    result.columns.clear();
    result.shares.clear();
    result.rowBegin.assign(1, 0);
    result.columnCount += count;
    result.rampCount += count;
    std::vector<SelfTimeInterval> running;
    std::vector<double> sums(count, 0);
    std::size_t next = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const trace::TimeRange& window = rows.windows[i];
        for (; next < intervals.size() && intervals[next].begin < window.end; ++next)
            running.push_back(intervals[next]);
        std::erase_if(running, [&window](const SelfTimeInterval& interval) { return interval.end <= window.begin; });
        for (const SelfTimeInterval& interval : running) {
            const bool isInside = interval.begin >= window.begin && interval.end <= window.end;
            const CourseOf& course = courses[interval.column];
            if (!isInside && interval.begin < window.end) // a complete interval has no deviation
                addParts(interval, window, course.power, std::span(sums).subspan(course.first, kParts));
        }
        const auto begin = static_cast<std::ptrdiff_t>(rows.rowBegin[i]);
        const auto end = static_cast<std::ptrdiff_t>(rows.rowBegin[i + 1]);
        result.columns.insert(result.columns.end(), rows.columns.begin() + begin, rows.columns.begin() + end);
        result.shares.insert(result.shares.end(), rows.shares.begin() + begin, rows.shares.begin() + end);
        for (std::size_t k = 0; k < count; ++k) {
            if (std::abs(sums[k]) > kLeast) {
                result.columns.push_back(static_cast<std::uint32_t>(rows.columnCount + k));
                result.shares.push_back(static_cast<float>(sums[k]));
            }
            sums[k] = 0;
        }
        result.endRow();
    }
    return result;
}

} // namespace stepscope::analysis
