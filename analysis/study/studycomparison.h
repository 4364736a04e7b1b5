#pragma once

#include "analysis/statistics/bootstrap.h"
#include "analysis/study/studyfigures.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Two studies side by side: the same models and batch sizes on two devices, or before and after a change.
namespace stepscope::analysis {

/// A figure of the rows that is compared. To add one: a row in studycomparison.cpp.
struct ComparedQuantity
{
    std::string_view name;   ///< also of its figure
    std::string_view column; ///< of ResultRow
    std::string_view title, axis, unit;
    double factor;     ///< from the column to the unit
    bool isBetterHigh; ///< more is better
};
std::span<const ComparedQuantity> comparedQuantities();

/// One quantity of a cell in both studies, in SI units. No point = no training of that side has the value.
struct ComparedValue
{
    std::optional<FigureSeries::Point> a{}, b{};
    std::optional<double> ratio{};      ///< mean of B / mean of A
    std::optional<Interval> interval{}; ///< of the ratio, see ratioInterval()

    /// The interval excludes 1; false without an interval.
    [[nodiscard]] bool isSignificant() const { return interval && (interval->low > 1 || interval->high < 1); }
};

/// A model with a batch size that at least one of the studies has.
struct ComparedCell
{
    std::string target; ///< "tx2", or "tx2 / orin" if the studies have a single target each and they differ
    std::string model;  ///< "resnet50", or "resnet50, MAXQ" in studies with power settings
    int batch = 0;
    std::string outcomeA{}, outcomeB{}; ///< "ok (3x)", "out_of_memory (3x)", "not trained"
    std::vector<ComparedValue> values;  ///< in the order of comparedQuantities()
};

struct StudyComparison
{
    std::vector<ComparedCell> cells; ///< in the order of A's plan, then what only B has; batch sizes ascend
    std::size_t onlyA = 0;           ///< cells in which A alone has a training that succeeded
    std::size_t onlyB = 0;
    std::size_t repeated = 0; ///< cells with an interval of at least one ratio
    bool isVirtual = false;   ///< a target of one of the studies is a simulated board
};

/// Cells correspond by target, model, power setting and batch size; by model and batch size if each study has one
/// target. Trainings that failed give no value.
StudyComparison compareStudies(const Study& a, const Study& b);

/// 95 % interval of the ratio of two means, mean(b) / mean(a), of positive values: the delta method for the logarithms
/// of the means, with Welch's degrees of freedom. None with fewer than two values on a side, a mean that is not
/// positive, or values that do not vary at all. The coverage with 2 to 5 values a side is that of Welch's test, 95 to
/// 98 %, for values with a coefficient of variation up to 10 %.
std::optional<Interval> ratioInterval(std::span<const double> a, std::span<const double> b);

/// One figure for each quantity that both studies have: a panel for each model, one series for each study.
std::vector<StudyFigure> comparisonFigures(const StudyComparison& comparison, const std::string& nameA,
                                           const std::string& nameB);
/// One row for each cell and quantity: target,model,batch,quantity,unit,a,b,ratio,low,high,repeats_a,repeats_b,
/// outcome_a,outcome_b. RFC 4180.
std::string comparisonCsv(const StudyComparison& comparison);

} // namespace stepscope::analysis
