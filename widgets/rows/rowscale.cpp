#include "widgets/rows/rowscale.h"

#include "widgets/tracks/valuetext.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kDecades = 1e-3; ///< least value of a logarithmic scale without one, in shares of the largest
constexpr int kMostLevels = 4;

/// Applies a monotonic function to all values.
template <typename Function>
void transform(Geometry& geometry, const Function& of)
{
    for (StackLayer& layer : geometry.stack) {
        for (StackColumn& column : layer.columns) {
            column.low = of(column.low);
            column.high = of(column.high);
        }
    }
    for (Series& series : geometry.series) {
        for (Column& column : series.columns) {
            column.min = of(column.min);
            column.max = of(column.max);
            column.mean = of(column.mean);
        }
        for (std::vector<Point>& line : series.lines) {
            for (Point& point : line)
                point.value = of(point.value);
        }
    }
}

/// Powers of ten between the limits, at most kMostLevels, and the limits.
void addDecades(Geometry& geometry, double low, double high, std::string_view unit)
{
    const auto add = [&](double value) { geometry.levels.push_back({std::log10(value), valueText(value, unit)}); };
    const int first = static_cast<int>(std::floor(std::log10(low))) + 1;
    const int last = static_cast<int>(std::ceil(std::log10(high))) - 1;
    const int step = std::max(1, (last - first + kMostLevels) / kMostLevels);
    add(low);
    for (int power = first; power <= last; power += step)
        add(std::pow(10.0, power));
    add(high);
}

} // namespace

bool RowScale::isValid() const
{
    if ((min && !std::isfinite(*min)) || (max && !std::isfinite(*max)))
        return false;
    return !min || !max || *min < *max;
}

void applyScale(Geometry& geometry, const RowScale& scale, std::string_view unit)
{
    const bool hasValues = !geometry.series.empty() || !geometry.stack.empty();
    if (!hasValues || scale.isAutomatic() || !scale.isValid())
        return;
    const double high = scale.max.value_or(geometry.valueMax);
    double low = scale.min.value_or(geometry.valueMin);
    if (scale.isLogarithmic && !(low > 0))
        low = high * kDecades;
    if (!(low < high) || (scale.isLogarithmic && !(low > 0)))
        return;
    geometry.levels.clear();
    if (!scale.isLogarithmic) {
        geometry.valueMin = low;
        geometry.valueMax = high;
        // The largest value first: a low row has room for one text.
        geometry.levels = {{high, valueText(high, unit)}, {low, valueText(low, unit)}};
        return;
    }
    const double bottom = std::log10(low);
    transform(geometry, [&](double value) { return value > low ? std::log10(value) : bottom; });
    geometry.valueMin = bottom;
    geometry.valueMax = std::log10(high);
    addDecades(geometry, low, high, unit);
}

} // namespace stepscope::widgets
