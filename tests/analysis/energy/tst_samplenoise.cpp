#include "analysis/energy/samplenoise.h"

#include <QString>
#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace stepscope::analysis;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Ops of three kinds of one family in turn, and samples of overlapping windows or short ones. The power of a kind may
/// rise at the begin of an op; each instance takes a share more or less.
struct Samples
{
    std::vector<SelfTimeInterval> intervals;
    std::vector<SampleWindow> windows;
    std::vector<ColumnKind> kinds{{0, 0}, {1, 0}, {2, 0}};
    std::vector<double> watts{4, 8, 2};

    [[nodiscard]] OccupancyRows rows() const
    {
        return occupancyRows(intervals, windows, watts.size(), 1, {}, rampsOf(kinds));
    }
};

struct Plan
{
    std::int64_t window = kMs;
    double rise = 0;    ///< share by which power is lower in the first quarter of an op, and higher in the rest
    double scatter = 0; ///< of instances
    double noise = 0;   ///< W
};

Samples makeSamples(const Plan& plan)
{
    constexpr std::int64_t kTick = kMs / 10;
    Samples samples;
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const std::vector<std::int64_t> lengths{8 * kMs, 12 * kMs, 6 * kMs};
    std::vector<double> joules{0}; // up to each tick, in W x ticks
    for (std::uint32_t i = 0; i < 900; ++i) {
        const std::uint32_t column = (i + i / 3) % 3;
        const auto at = static_cast<std::int64_t>(joules.size() - 1) * kTick;
        samples.intervals.push_back({at, at + lengths[column], column, column});
        const std::int64_t ticks = lengths[column] / kTick;
        const double watts = samples.watts[column] * (1 + plan.scatter * normal(random));
        for (std::int64_t tick = 0; tick < ticks; ++tick)
            joules.push_back(joules.back() + watts * (4 * tick < ticks ? 1 - plan.rise : 1 + plan.rise / 3));
    }
    const auto end = static_cast<std::int64_t>(joules.size() - 1) * kTick;
    for (std::int64_t until = plan.window + kTick; until < end; until += 37 * kTick / 10) {
        const std::int64_t from = until - plan.window;
        const double sum =
            joules[static_cast<std::size_t>(until / kTick)] - joules[static_cast<std::size_t>(from / kTick)];
        samples.windows.push_back(
            {from / kTick * kTick, until / kTick * kTick,
             sum / static_cast<double>(until / kTick - from / kTick) + plan.noise * normal(random),
             static_cast<std::uint32_t>(samples.windows.size() / 10)});
    }
    return samples;
}

double largestError(const Samples& samples, bool knowsInstances)
{
    const OccupancyFit fit = fitOccupancy(samples.rows(), samples.kinds, {}, {},
                                          knowsInstances ? std::span<const SelfTimeInterval>(samples.intervals)
                                                         : std::span<const SelfTimeInterval>());
    double largest = 0;
    for (std::size_t i = 0; i < samples.watts.size(); ++i)
        largest = std::max(largest, std::abs(fit.powers[i] / samples.watts[i] - 1));
    return largest;
}

} // namespace

/// Covariance of the errors of samples, and the course of power within ops.
class TestSampleNoise : public QObject
{
    Q_OBJECT

private slots:
    void aRiseOfPowerIsNoPowerOfTheNeighbours()
    {
        const Samples samples = makeSamples({.window = 2 * kMs, .rise = 0.4, .noise = 0.02});
        const double error = largestError(samples, true);
        QVERIFY2(error < 0.005, qPrintable(QString::number(error)));
        QVERIFY(largestError(samples, false) > 2 * error);
    }

    void scatterOfInstancesIsFound()
    {
        const Samples samples = makeSamples({.window = 20 * kMs, .scatter = 0.05, .noise = 0.05});
        const OccupancyRows rows = samples.rows();
        const SampleNoise noise(rows, samples.intervals, samples.watts);
        Eigen::VectorXd errors(static_cast<Eigen::Index>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            double error = rows.values[i];
            for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
                error -= rows.columns[k] < samples.watts.size() ? rows.shares[k] * samples.watts[rows.columns[k]] : 0;
            errors(static_cast<Eigen::Index>(i)) = error;
        }
        const auto autocorrelation = [](const Eigen::VectorXd& values) {
            return values.head(values.size() - 1).dot(values.tail(values.size() - 1)) / values.squaredNorm();
        };
        QVERIFY(autocorrelation(errors) > 0.7);
        const double ratio = noise.likeliestRatio(errors);
        QVERIFY2(ratio > 3 && ratio < 100, qPrintable(QString::number(ratio)));
        const Eigen::VectorXd white = noise.whitening(ratio).applied(errors);
        QVERIFY2(std::abs(autocorrelation(white)) < 0.1, qPrintable(QString::number(autocorrelation(white))));
        QVERIFY(white.squaredNorm() < 0.3 * errors.squaredNorm());
    }

    void samplesWithoutScatterKeepTheirWeight()
    {
        const Samples samples = makeSamples({.window = 20 * kMs, .noise = 0.2});
        const OccupancyFit fit = fitOccupancy(samples.rows(), samples.kinds, {}, {}, samples.intervals);
        QVERIFY2(fit.instanceRatio < 0.2, qPrintable(QString::number(fit.instanceRatio)));
        QVERIFY(largestError(samples, true) < 0.02);
    }

    void aSlowChangeOfPowerIsNoNoise()
    {
        Samples samples = makeSamples({.window = 2 * kMs, .noise = 0.02});
        for (std::size_t i = 0; i < samples.windows.size(); ++i)
            samples.windows[i].value *=
                0.95 + 0.1 * static_cast<double>(i) / static_cast<double>(samples.windows.size() - 1);
        const OccupancyFit fit = fitOccupancy(samples.rows(), samples.kinds, {}, {}, samples.intervals);
        QVERIFY2(fit.noise < 0.03, qPrintable(QString::number(fit.noise)));
        QVERIFY(fit.drift > 0.05); // the fit reports what it removed
        QVERIFY(largestError(samples, true) < 0.005);
    }
};

QTEST_GUILESS_MAIN(TestSampleNoise)
#include "tst_samplenoise.moc"
