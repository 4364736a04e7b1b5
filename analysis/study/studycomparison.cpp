#include "analysis/study/studycomparison.h"

#include "analysis/text/csvtext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::array kQuantities{
    ComparedQuantity{"compared-throughput", column::kThroughput, "Throughput", "throughput", "samples/s", 1, true},
    ComparedQuantity{"compared-step-energy", column::kStepJoules, "Energy of a step", "energy", "J", 1, false},
    ComparedQuantity{"compared-sample-energy", column::kSampleJoules, "Energy of a sample", "energy", "J", 1, false},
    ComparedQuantity{"compared-memory", column::kPeakMemory, "Peak memory", "memory", "GB", 1e-9, false},
};

/// What identifies a cell, apart from its repeat.
struct Key
{
    std::string target, model;
    int batch = 0;
    bool operator==(const Key&) const = default;
};

/// The model, with the power setting in a study that has settings.
std::string nameOf(const std::string& model, const std::string& power)
{
    return power.empty() ? model : model + ", " + power;
}

/// One of the two studies.
struct Side
{
    const Study& study;
    std::string onlyTarget; ///< not empty: the studies have one target each, which correspond

    [[nodiscard]] bool isOf(const StudyCell& cell, const Key& key) const
    {
        return nameOf(cell.model, cell.power) == key.model && cell.batch == key.batch &&
               (cell.target == key.target || !onlyTarget.empty());
    }
    /// The keys in the order of the plan, batch sizes ascending.
    void addKeys(const std::string& target, std::vector<Key>& keys) const
    {
        const std::set<int> batches(study.plan.batches.begin(), study.plan.batches.end());
        std::vector<std::string> names;
        for (const std::string& model : study.plan.models) {
            for (const std::string& power : study.plan.powerSettings)
                names.push_back(nameOf(model, power));
            if (study.plan.powerSettings.empty())
                names.push_back(model);
        }
        for (const std::string& each : study.plan.targets) {
            for (const std::string& name : names) {
                for (const int batch : batches) {
                    const Key key{target.empty() ? each : target, name, batch};
                    if (std::find(keys.begin(), keys.end(), key) == keys.end())
                        keys.push_back(key);
                }
            }
        }
    }
    [[nodiscard]] std::string outcomesOf(const Key& key) const
    {
        std::map<std::string, int> counts;
        for (const StudyCell& cell : study.cells) {
            if (isOf(cell, key) && !cell.result.isEmpty())
                ++counts[cell.result.text(column::kOutcome)];
        }
        std::string text;
        for (const auto& [outcome, count] : counts)
            text += (text.empty() ? "" : ", ") + outcome + (count > 1 ? " (" + std::to_string(count) + "x)" : "");
        return text.empty() ? "not trained" : text;
    }
    [[nodiscard]] Repeats repeatsOf(const Key& key, std::string_view column) const
    {
        Repeats repeats;
        for (std::size_t i = 0; i < study.cells.size(); ++i) {
            const StudyCell& cell = study.cells[i];
            if (!isOf(cell, key) || !cell.result.succeeded())
                continue;
            if (const auto value = cell.result.number(column); value && std::isfinite(*value))
                repeats.add(*value, i);
        }
        return repeats;
    }
};

ComparedValue comparedValue(double batch, const Repeats& a, const Repeats& b)
{
    ComparedValue value;
    if (!a.values.empty())
        value.a = a.at(batch);
    if (!b.values.empty())
        value.b = b.at(batch);
    if (value.a && value.b && value.a->y > 0) {
        value.ratio = value.b->y / value.a->y;
        value.interval = ratioInterval(a.values, b.values);
    }
    return value;
}

/// The relative variance of the mean of some values; none if the mean is not positive.
std::optional<double> relativeVariance(std::span<const double> values)
{
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    if (!(mean > 0))
        return std::nullopt;
    return squares / (count - 1) / count / (mean * mean);
}

FigureSeries::Point scaled(FigureSeries::Point point, double factor)
{
    point.y *= factor;
    if (point.interval)
        point.interval = Interval{point.interval->low * factor, point.interval->high * factor};
    return point;
}

std::string panelOf(const StudyComparison& comparison, const ComparedCell& cell)
{
    const bool isOneTarget =
        std::all_of(comparison.cells.begin(), comparison.cells.end(),
                    [&](const ComparedCell& other) { return other.target == comparison.cells.front().target; });
    return isOneTarget ? cell.model : cell.target + ": " + cell.model;
}

StudyFigure comparisonFigure(const StudyComparison& comparison, std::size_t index,
                             const std::array<std::string, 2>& names)
{
    const ComparedQuantity& quantity = kQuantities.at(index);
    StudyFigure figure{quantity.name, quantity.title, "batch size",         "", quantity.axis,
                       quantity.unit, true,           comparison.isVirtual, {}, {}};
    const std::array sides{&ComparedValue::a, &ComparedValue::b};
    std::vector<std::string> panels;
    for (const ComparedCell& cell : comparison.cells) {
        if (const std::string panel = panelOf(comparison, cell);
            std::find(panels.begin(), panels.end(), panel) == panels.end())
            panels.push_back(panel);
    }
    for (const std::string& panel : panels) {
        for (std::size_t side = 0; side < sides.size(); ++side) {
            FigureSeries series{panel, names.at(side), false, {}, side};
            for (const ComparedCell& cell : comparison.cells) {
                const auto& point = cell.values[index].*sides.at(side);
                if (point && panelOf(comparison, cell) == panel)
                    series.points.push_back(scaled(*point, quantity.factor));
            }
            if (!series.points.empty())
                figure.series.push_back(std::move(series));
        }
    }
    if (figure.series.empty())
        figure.note = "No training of the two studies has this value.";
    return figure;
}

} // namespace

std::span<const ComparedQuantity> comparedQuantities()
{
    return kQuantities;
}

std::optional<Interval> ratioInterval(std::span<const double> a, std::span<const double> b)
{
    if (a.size() < 2 || b.size() < 2)
        return std::nullopt;
    const auto varianceA = relativeVariance(a);
    const auto varianceB = relativeVariance(b);
    if (!varianceA || !varianceB || !(*varianceA + *varianceB > 0))
        return std::nullopt;
    const auto mean = [](std::span<const double> values) {
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    };
    const double sum = *varianceA + *varianceB;
    // Welch (1947), Satterthwaite (1946).
    const double freedom = sum * sum /
                           (*varianceA * *varianceA / static_cast<double>(a.size() - 1) +
                            *varianceB * *varianceB / static_cast<double>(b.size() - 1));
    constexpr double kUpper = 0.975;
    const double half = studentQuantile(kUpper, freedom) * std::sqrt(sum);
    const double ratio = mean(b) / mean(a);
    return Interval{ratio * std::exp(-half), ratio * std::exp(half)};
}

StudyComparison compareStudies(const Study& a, const Study& b)
{
    Side sideA{a, {}};
    Side sideB{b, {}};
    std::string shared;
    if (a.plan.targets.size() == 1 && b.plan.targets.size() == 1) {
        sideA.onlyTarget = a.plan.targets.front();
        sideB.onlyTarget = b.plan.targets.front();
        shared = sideA.onlyTarget;
        if (sideB.onlyTarget != shared)
            shared += " / " + sideB.onlyTarget;
    }
    std::vector<Key> keys;
    sideA.addKeys(shared, keys);
    sideB.addKeys(shared, keys);
    StudyComparison comparison;
    comparison.isVirtual = a.isVirtual() || b.isVirtual();
    for (const Key& key : keys) {
        ComparedCell cell{key.target, key.model, key.batch, sideA.outcomesOf(key), sideB.outcomesOf(key), {}};
        for (const ComparedQuantity& quantity : kQuantities)
            cell.values.push_back(
                comparedValue(key.batch, sideA.repeatsOf(key, quantity.column), sideB.repeatsOf(key, quantity.column)));
        const auto has = [&](auto side) {
            return std::any_of(cell.values.begin(), cell.values.end(),
                               [&](const ComparedValue& value) { return (value.*side).has_value(); });
        };
        const bool hasA = has(&ComparedValue::a);
        const bool hasB = has(&ComparedValue::b);
        comparison.onlyA += hasA && !hasB ? 1 : 0;
        comparison.onlyB += hasB && !hasA ? 1 : 0;
        comparison.repeated += has(&ComparedValue::interval) ? 1 : 0;
        comparison.cells.push_back(std::move(cell));
    }
    return comparison;
}

std::vector<StudyFigure> comparisonFigures(const StudyComparison& comparison, const std::string& nameA,
                                           const std::string& nameB)
{
    std::vector<StudyFigure> figures;
    for (std::size_t i = 0; i < kQuantities.size(); ++i)
        figures.push_back(comparisonFigure(comparison, i, {"A: " + nameA, "B: " + nameB}));
    return figures;
}

std::string comparisonCsv(const StudyComparison& comparison)
{
    std::string csv = "target,model,batch,quantity,unit,a,b,ratio,low,high,repeats_a,repeats_b,outcome_a,outcome_b";
    csv += kCsvRowEnd;
    const auto mean = [](const std::optional<FigureSeries::Point>& point, double factor) {
        return point ? csvNumber(point->y * factor) : std::string();
    };
    const auto count = [](const std::optional<FigureSeries::Point>& point) {
        return std::to_string(point ? point->repeats : 0);
    };
    for (const ComparedCell& cell : comparison.cells) {
        for (std::size_t i = 0; i < kQuantities.size(); ++i) {
            const ComparedQuantity& quantity = kQuantities.at(i);
            const ComparedValue& value = cell.values[i];
            csv += csvField(cell.target) + "," + csvField(cell.model) + "," + std::to_string(cell.batch) + "," +
                   csvField(quantity.title) + "," + csvField(quantity.unit) + "," + mean(value.a, quantity.factor) +
                   "," + mean(value.b, quantity.factor) + "," + (value.ratio ? csvNumber(*value.ratio) : "") + "," +
                   (value.interval ? csvNumber(value.interval->low) + "," + csvNumber(value.interval->high) : ",") +
                   "," + count(value.a) + "," + count(value.b) + "," + csvField(cell.outcomeA) + "," +
                   csvField(cell.outcomeB);
            csv += kCsvRowEnd;
        }
    }
    return csv;
}

} // namespace stepscope::analysis
