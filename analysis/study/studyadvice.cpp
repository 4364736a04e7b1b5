#include "analysis/study/studyadvice.h"

#include "analysis/metrics/metrics.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kUpper = 0.975; // of a two-sided 95 % interval

double meanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// A straight line with its error.
class Line
{
public:
    /// Least squares; x must have two different values. `ownDeviation`: the standard deviation of a point that is used
    /// where as many points as coefficients leave no residual.
    Line(const std::vector<double>& x, const std::vector<double>& y, double ownDeviation)
        : m_points(static_cast<double>(x.size()))
        , m_meanX(meanOf(x))
    {
        const double meanY = meanOf(y);
        double products = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            m_squares += (x[i] - m_meanX) * (x[i] - m_meanX);
            products += (x[i] - m_meanX) * (y[i] - meanY);
        }
        m_slope = products / m_squares;
        m_base = meanY - m_slope * m_meanX;
        double residual = 0;
        for (std::size_t i = 0; i < x.size(); ++i)
            residual += (y[i] - at(x[i])) * (y[i] - at(x[i]));
        const double freedom = m_points - 2;
        m_deviation = freedom > 0 ? std::sqrt(residual / freedom) : ownDeviation;
        m_quantile = freedom > 0 ? studentQuantile(kUpper, freedom) : normalHalfWidth95();
    }

    [[nodiscard]] double base() const { return m_base; }
    [[nodiscard]] double slope() const { return m_slope; }
    [[nodiscard]] double at(double x) const { return m_base + m_slope * x; }
    /// The x at which the line reaches y.
    [[nodiscard]] double reaches(double y) const { return (y - m_base) / m_slope; }
    /// The range of x in which the next point may reach y: where the prediction interval contains y. None without an
    /// upper end.
    [[nodiscard]] std::optional<Interval> rangeOf(double y) const
    {
        // Farther out the width grows in proportion to x: beyond the limit the ends no longer approach y.
        const double limit = 1e3 * std::max(reaches(y), 1.0);
        if (at(limit) - width(limit) < y)
            return std::nullopt;
        return Interval{crossing(y, limit, 1), crossing(y, limit, -1)};
    }

private:
    [[nodiscard]] double width(double x) const
    {
        const double apart = x - m_meanX;
        return m_quantile * m_deviation * std::sqrt(1 + 1 / m_points + apart * apart / m_squares);
    }
    /// The x below `limit` at which the line plus `side` times its half width reaches y; 0 if it is above y before.
    [[nodiscard]] double crossing(double y, double limit, double side) const
    {
        constexpr int kHalvings = 100;
        double low = 0;
        double high = limit;
        for (int i = 0; i < kHalvings; ++i) {
            const double middle = (low + high) / 2;
            (at(middle) + side * width(middle) < y ? low : high) = middle;
        }
        return low;
    }

    double m_points;
    double m_meanX;
    double m_squares = 0;
    double m_slope = 0;
    double m_base = 0;
    double m_deviation = 0;
    double m_quantile = 0;
};

using Cells = std::vector<const StudyCell*>;

/// What the study has seen overrules the line: a size that trained fits, and one that ran out of memory does not.
void keepToResults(LargestBatch& largest)
{
    const double least = largest.largestTrained;
    const double most = std::max(largest.failed ? *largest.failed - 1.0 : INFINITY, least);
    largest.batch = std::clamp(largest.batch, least, most);
    if (largest.interval)
        largest.interval =
            Interval{std::clamp(largest.interval->low, least, most), std::clamp(largest.interval->high, least, most)};
}

/// The reason in `advice` if there is none.
void adviseMemory(const Cells& cells, double memoryBytes, ModelAdvice& advice)
{
    LargestBatch largest;
    largest.memoryBytes = memoryBytes;
    std::vector<double> batches;
    std::vector<double> peaks;
    double variance = 0;
    std::size_t withDeviation = 0;
    for (const StudyCell* cell : cells) {
        if (cell->result.text(column::kOutcome) == "out_of_memory")
            largest.failed = std::min(cell->batch, largest.failed.value_or(cell->batch));
        const auto peak = cell->result.number(column::kPeakMemory);
        if (!cell->result.succeeded())
            continue;
        largest.largestTrained = std::max(largest.largestTrained, cell->batch);
        if (!peak)
            continue;
        batches.push_back(cell->batch);
        peaks.push_back(*peak);
        if (const auto deviation = cell->result.number(column::kStepPeakDeviation)) {
            variance += *deviation * *deviation;
            ++withDeviation;
        }
    }
    const auto [least, most] = std::minmax_element(batches.begin(), batches.end());
    if (memoryBytes <= 0)
        advice.whyNoLargest = "the memory of the device is not known";
    else if (batches.empty())
        advice.whyNoLargest = "no training measured the memory in use";
    else if (*least == *most)
        advice.whyNoLargest = "one batch size was measured; a second one shows how memory grows";
    const std::string failed =
        largest.failed ? "; " + std::to_string(*largest.failed) + " ran out of memory" : std::string();
    if (!advice.whyNoLargest.empty()) {
        advice.whyNoLargest += failed;
        return;
    }
    const Line line(batches, peaks,
                    withDeviation > 0 ? std::sqrt(variance / static_cast<double>(withDeviation)) : INFINITY);
    if (line.slope() <= 0) {
        advice.whyNoLargest = "memory does not grow with the batch size" + failed;
        return;
    }
    largest.baseBytes = line.base();
    largest.sampleBytes = line.slope();
    largest.batch = std::max(line.reaches(kUsableMemory * memoryBytes), 0.0);
    const auto low = line.rangeOf(kUsableMemoryLow * memoryBytes);
    const auto high = line.rangeOf(kUsableMemoryHigh * memoryBytes);
    if (low && high)
        largest.interval = Interval{low->low, high->high};
    largest.isOfSteps = batches.size() == 2;
    keepToResults(largest);
    advice.largest = largest;
}

std::optional<ThroughputKnee> kneeOf(const Cells& cells)
{
    std::map<int, std::vector<double>> bySize;
    for (const StudyCell* cell : cells) {
        const auto rate = cell->result.number(column::kThroughput);
        if (cell->result.succeeded() && rate && *rate > 0)
            bySize[cell->batch].push_back(*rate);
    }
    if (bySize.size() < 2)
        return std::nullopt;
    std::vector<std::pair<int, double>> rates;
    for (const auto& [batch, values] : bySize)
        rates.emplace_back(batch, meanOf(values));
    const auto gainAfter = [&](std::size_t i) {
        const double doublings = std::log2(static_cast<double>(rates[i + 1].first) / rates[i].first);
        return std::pow(rates[i + 1].second / rates[i].second, 1 / doublings) - 1;
    };
    std::size_t knee = rates.size() - 1;
    while (knee > 0 && gainAfter(knee - 1) < kKneeGain)
        --knee;
    const bool isLargest = knee == rates.size() - 1;
    return ThroughputKnee{rates[knee].first, isLargest, gainAfter(isLargest ? knee - 1 : knee)};
}

std::optional<bool> lockedClocks(const StudyCell& cell)
{
    const auto locked = cell.result.number(column::kClocksLocked);
    return locked ? std::optional(*locked > 0) : std::nullopt;
}

std::vector<OperatingPoint> pointsOf(const Cells& cells)
{
    using Setting = std::tuple<int, std::string, std::string, std::optional<bool>>;
    struct Values
    {
        std::vector<double> seconds, joules, watts;
    };
    std::map<Setting, Values> settings;
    for (const StudyCell* cell : cells) {
        const auto rate = cell->result.number(column::kThroughput);
        const auto joules = cell->result.number(column::kSampleJoules);
        const auto step = cell->result.number(column::kStepSeconds);
        const auto stepJoules = cell->result.number(column::kStepJoules);
        if (!cell->result.succeeded() || !rate || *rate <= 0 || !joules || *joules <= 0 || !step || *step <= 0 ||
            !stepJoules)
            continue;
        Values& values =
            settings[{cell->batch, cell->power, cell->result.text(column::kPowerMode), lockedClocks(*cell)}];
        values.seconds.push_back(1 / *rate);
        values.joules.push_back(*joules);
        values.watts.push_back(*stepJoules / *step);
    }
    std::vector<OperatingPoint> points;
    for (const auto& [setting, values] : settings)
        points.push_back({std::get<0>(setting), std::get<1>(setting), std::get<2>(setting), std::get<3>(setting),
                          values.seconds.size(), meanOf(values.seconds), meanOf(values.joules), meanOf(values.watts),
                          false});
    for (OperatingPoint& point : points)
        point.isBest = std::none_of(points.begin(), points.end(), [&](const OperatingPoint& other) {
            return other.sampleSeconds <= point.sampleSeconds && other.sampleJoules <= point.sampleJoules &&
                   (other.sampleSeconds < point.sampleSeconds || other.sampleJoules < point.sampleJoules);
        });
    return points;
}

bool reports(const trace::TraceView& view, const std::string& metric)
{
    return std::any_of(view.channels().begin(), view.channels().end(), [&](const trace::ChannelView& channel) {
        return channel.info().quantity == "metric" && channel.info().name == metric;
    });
}

/// When the metric first reaches its target in a recording.
std::optional<std::int64_t> timeOf(const MetricTarget& target, const trace::TraceView& view)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != "metric" || channel.info().name != target.metric)
            continue;
        for (std::size_t i = 0; i < channel.size(); ++i) {
            if (std::isfinite(channel.value(i)) && target.isReachedBy(channel.value(i)))
                return channel.time(i);
        }
    }
    return std::nullopt;
}

std::vector<TargetReached> targetsOf(const Cells& cells, const MetricTarget& target, const CellReader& reader)
{
    struct Values
    {
        std::size_t trainings = 0;
        std::size_t reporting = 0;
        std::vector<double> seconds, joules;
    };
    std::map<std::tuple<int, std::string, std::string>, Values> settings;
    for (const StudyCell* cell : cells) {
        if (!cell->result.succeeded() || cell->recording.empty())
            continue;
        const auto view = reader(*cell);
        if (!view.ok())
            continue;
        Values& values = settings[{cell->batch, cell->power, cell->result.text(column::kPowerMode)}];
        ++values.trainings;
        values.reporting += reports(*view, target.metric) ? 1 : 0;
        const auto time = timeOf(target, *view);
        if (!time)
            continue;
        const std::int64_t start = view->stepCount() > 0 ? view->step(0).start : view->extent().begin;
        const trace::TimeRange range{start, std::max(*time, start)};
        values.seconds.push_back(range.seconds());
        if (const auto watts = summarize(*view, range).systemWatts)
            values.joules.push_back(*watts * range.seconds());
    }
    std::vector<TargetReached> reached;
    for (const auto& [setting, values] : settings) {
        TargetReached row{std::get<0>(setting),
                          std::get<1>(setting),
                          std::get<2>(setting),
                          values.trainings,
                          values.reporting,
                          values.seconds.size(),
                          NAN,
                          NAN};
        if (!values.seconds.empty())
            row.seconds = meanOf(values.seconds);
        if (!values.joules.empty() && values.joules.size() == values.seconds.size())
            row.joules = meanOf(values.joules);
        reached.push_back(std::move(row));
    }
    return reached;
}

} // namespace

bool MetricTarget::isReachedBy(double measured) const
{
    std::string name = metric;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto contains = [&](std::string_view word) { return name.find(word) != std::string::npos; };
    const bool isToBeSmall = contains("loss") || contains("error") || contains("perplexity");
    return isToBeSmall ? measured <= value : measured >= value;
}

format::Result<MetricTarget> parseMetricTarget(std::string_view text)
{
    const std::size_t equals = text.rfind('=');
    MetricTarget target;
    target.metric = text.substr(0, std::min(equals, text.size()));
    const std::string_view number = equals < text.size() ? text.substr(equals + 1) : std::string_view();
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), target.value);
    if (target.metric.empty() || error != std::errc() || end != number.data() + number.size())
        return format::failure(format::Error::Code::Usage, "\"" + std::string(text) +
                                                               "\" is not a target: write the name of a metric and a "
                                                               "value, for example accuracy=0.7.");
    return target;
}

std::vector<ModelAdvice> studyAdvice(const Study& study, const std::optional<MetricTarget>& target,
                                     const CellReader& reader)
{
    std::vector<ModelAdvice> advice;
    for (const std::string& targetName : study.plan.targets) {
        const StudyDevice* device = study.deviceOf(targetName);
        for (const std::string& model : study.plan.models) {
            Cells cells;
            for (const StudyCell& cell : study.cells) {
                if (cell.target == targetName && cell.model == model && !cell.result.isEmpty())
                    cells.push_back(&cell);
            }
            if (cells.empty())
                continue;
            ModelAdvice& row = advice.emplace_back();
            row.target = targetName;
            row.model = model;
            adviseMemory(cells, device != nullptr ? static_cast<double>(device->memoryBytes) : 0, row);
            Cells ofFirstPower = cells;
            std::erase_if(ofFirstPower, [&](const StudyCell* cell) { return !study.hasFirstPower(*cell); });
            row.knee = kneeOf(ofFirstPower);
            if (row.knee)
                row.knee->power = study.namedPower();
            row.points = pointsOf(cells);
            if (target)
                row.targets = targetsOf(cells, *target, reader);
        }
    }
    return advice;
}

BatteryLife batteryLife(const OperatingPoint& point, double wattHours)
{
    constexpr double kJoulesPerWattHour = 3600;
    const double samples = wattHours * kJoulesPerWattHour / point.sampleJoules;
    return {.hours = wattHours / point.watts, .steps = samples / point.batch, .samples = samples};
}

} // namespace stepscope::analysis
