#pragma once

#include "analysis/energy/selftime.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

/// Occupancy regression: the power of kinds of work, from samples that are means over a window in which several kinds
/// ran:
///
///     sample = idle + sum over kinds of (power of the kind x share of the window that it occupied) + noise
///
/// Power may be any quantity that adds up, such as utilization. A kind is a column of the regression.
namespace stepscope::analysis {

/// Samples as rows of a sparse matrix: row i has the entries [rowBegin[i], rowBegin[i + 1]) of `columns` and `shares`.
struct OccupancyRows
{
    std::vector<double> values; ///< finite
    std::vector<std::size_t> rowBegin{0};
    std::vector<std::uint32_t> columns;
    std::vector<float> shares;             ///< of the sample's window; above 1 where instances overlap
    std::vector<std::uint32_t> steps;      ///< the step of each sample, never decreasing
    std::vector<float> phases;             ///< of the window's middle in its step, 0 to 1; 0 without steps
    std::vector<float> weights;            ///< of each sample in the regression, > 0
    std::vector<float> idleShares;         ///< of each sample: 1, or less after autocorrelation is removed
    std::vector<trace::TimeRange> windows; ///< of the samples; empty where rows were combined
    std::vector<bool> follows;             ///< the sample follows that of the previous row without a gap
    std::size_t columnCount = 0;
    std::size_t rampCount = 0; ///< the last columns are ramps, see rampsOf()
    double phaseWidth = 0;     ///< length of a window, as a share of a step

    void beginRow(double value, std::uint32_t step, double phase = 0, double weight = 1, bool isFollowing = false);
    /// Adds to the current row.
    void add(std::uint32_t column, double share);
    /// The same for a column that the current row does not have yet.
    void append(std::size_t column, double share);
    void endRow() { rowBegin.push_back(columns.size()); }
    [[nodiscard]] std::size_t size() const { return values.size(); }
    /// Share of the windows in which no work is known: of the column after those of the kinds, see occupancyRows().
    [[nodiscard]] double unknownShare() const;
};

/// The window over which a sample is the mean.
struct SampleWindow
{
    std::int64_t begin = 0; ///< ns; before `end`
    std::int64_t end = 0;
    double value = 0; ///< finite
    std::uint32_t step = 0;
    float phase = 0; ///< of the window's middle in its step, 0 to 1
};

/// The result of an occupancy regression.
class OccupancyFit
{
public:
    std::vector<double> powers; ///< of each column, >= 0
    double idlePower = 0;       ///< the value without any work
    /// False where work does not pause enough to show the idle power, which the columns' powers then include.
    bool hasIdle = false;
    double pauseShare = 0; ///< of the time, without work; in it the idle power is unknown without `hasIdle`
    double explained = 0;  ///< share of the samples' variance, 0..1
    double noise = 0;      ///< standard deviation of a sample, in the unit of the samples
    /// Range of the mean residuals of the quarters of the time, as a share of the mean sample, where it is significant:
    /// the same work took more or less power, as when clocks change. Else 0.
    double drift = 0;
    Message reason; ///< why there is no fit; empty when there is one

    /// The sum over columns with its 95 % interval; at least 0, never of zero width.
    [[nodiscard]] Estimate sum(std::span<const ColumnShare> shares) const;
    [[nodiscard]] Estimate power(std::uint32_t column) const;
    /// `idlePower` x `weight`.
    [[nodiscard]] Estimate idle(double weight) const;
    /// Whether the interval is narrow enough for the figure to be useful: half of it is at most half of the figure.
    [[nodiscard]] static bool isPrecise(const Estimate& estimate);
    /// Widens all intervals for one more source of error: the change of each power, and of the idle power, which is
    /// last, by one standard deviation of that source.
    void addUncertainty(std::span<const double> deviation);
    /// Widens all intervals for samples that are rounded to multiples of `resolution`: a power that is constant lies up
    /// to half a step beside its rounded values, and noise removes this bias by the factor exp(-2 pi^2 sigma^2) (Widrow
    /// and Kollar, Quantization Noise, chapter 19).
    void addQuantization(double resolution);

    /// Covariance of `powers` and `idlePower`, which is last: (columns + 1)^2 values. The posterior's, and the one in
    /// which residuals of one step, or of one phase of all steps, are correlated.
    std::vector<double> covariance;
    std::vector<double> clusteredCovariance;
    double halfWidths = 2; ///< half width of a 95 % interval, in standard deviations, for each of the two
    double clusteredHalfWidths = 2;
    /// Ratios of the noise's variance to that of a column's power within its type, and of a type's mean in its family.
    double penaltyWithinType = 0;
    double penaltyBetweenTypes = 0;
    std::vector<double> scatterScales; ///< by family: by which scatter differs from that; empty = 1
    double autocorrelation = 0;        ///< of successive residuals, which the regression removes
    double instanceRatio = 0;  ///< variance of instances of an op, as a multiple of a sample's own, see SampleNoise
    double rowInformation = 1; ///< of one row, below 1 where successive rows are correlated beyond that
};

/// Regression by penalised least squares. The penalties are ratios of noise to prior scatter, chosen by restricted
/// maximum likelihood (Patterson and Thompson 1971; a linear mixed model). Intervals are those of the posterior (Wahba
/// 1983), widened where residuals repeat within steps or at the same phase of all steps (two-way cluster-robust
/// covariance, Cameron, Gelbach and Miller 2011). With the `intervals` from which the rows were made, rows are weighted
/// by the covariance of their errors (SampleNoise), ops have a course of power (withPowerCourses()), and a slow change
/// of all powers is left out. The autocorrelation that residuals still have is removed from the rows (Prais and Winsten
/// 1954). `kinds` has one entry for each column, or is empty when all columns are of one type; columns beyond `kinds`
/// have no prior. `misplaced` are rows whose windows may contain other work than their columns say, such as those of
/// steps whose ops were not recorded: they count as means over equal parts of the step, in which misplacement averages
/// out, with an error that is estimated from their deviation. O(rows x entries^2 + 15 x columns^3). Without a reason
/// and with empty powers when cancelled.
OccupancyFit fitOccupancy(const OccupancyRows& rows, std::span<const ColumnKind> kinds = {},
                          const OccupancyRows& misplaced = {}, const std::stop_token& stop = {},
                          std::span<const SelfTimeInterval> intervals = {});

/// The powers of columns, and the idle power, which is last, of other rows with the penalties of a fit.
std::vector<double> occupancyPowers(const OccupancyRows& rows, std::span<const ColumnKind> kinds,
                                    const OccupancyFit& fit, std::span<const SelfTimeInterval> intervals);

/// Rows with the difference of the shares of each two rows, and the values of `a`: for samples whose value changes by
/// what their window gains less what it loses.
OccupancyRows differenceOf(const OccupancyRows& a, const OccupancyRows& b);

/// Why fitOccupancy() gives no powers of these rows; empty if it does.
Message reasonAgainstFit(const OccupancyRows& rows);

/// Restricted log likelihood of the rows, up to a constant that is the same for rows of the same samples; with a coarse
/// choice of the prior scatter and of the autocorrelation. Faster than fitOccupancy(): for comparing sensor models.
/// -infinity without columns or with too few rows. Not of rows of too few steps for fitOccupancy(), since the number of
/// steps depends on the sensor's lag.
double occupancyLikelihood(const OccupancyRows& rows, std::span<const ColumnKind> kinds);

/// The shares of each window in which the columns are occupied, each interval counting `weight`. `unknown` is the share
/// of each window in which no work is known: it becomes one more column, the last one, unless `unknown` is empty.
/// Intervals and windows are in order of begin. O(intervals + windows + entries).
/// With `ramps`, the ramp of each column, further columns follow: for each ramp, the mean over the window of how far an
/// interval is from its middle, -1 to 1.
OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t columnCount, double weight = 1, std::span<const double> unknown = {},
                            std::span<const std::uint32_t> ramps = {});

/// The parts that occupancyRows() and OccupancyIndex have in common.
OccupancyRows emptyRows(std::size_t columnCount, bool hasUnknown, std::span<const std::uint32_t> ramps);
/// Integral of the ramp of an interval, from -1 to 1, over the part in the window, ns.
double rampIn(const SelfTimeInterval& interval, const SampleWindow& window);
class WindowSpacing
{
public:
    explicit WindowSpacing(std::span<const SampleWindow> windows);
    /// Begins the row of window `i`.
    void beginRow(OccupancyRows& rows, std::span<const SampleWindow> windows, std::size_t i) const;

private:
    std::int64_t m_longestBetween = 0; ///< above it, two windows do not follow one another, ns
    double m_mean = 0;                 ///< length of a window, ns
};

/// The ramp of each column: power changes in the course of an op, as its caches fill or its last blocks finish, which a
/// regression with constant powers takes for power of the ops before and after. The columns of one type have one ramp:
/// half of the difference of power between an interval's end and its begin. It adds no energy.
std::vector<std::uint32_t> rampsOf(std::span<const ColumnKind> kinds);

} // namespace stepscope::analysis
