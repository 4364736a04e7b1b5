#include "analysis/statistics/bootstrap.h"
#include "analysis/statistics/durations.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/random.h"
#include "analysis/statistics/trend.h"
#include "analysis/statistics/updategrid.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace stepscope::analysis;

namespace {

constexpr double kSamplingNs = 10e6;
constexpr double kOriginNs = 3.2e14; // of a clock that has run for days

/// Reads of a sensor that shows a new value at `phase` and every `period` after it, but repeats it in 3 of 10 updates.
/// The reads have the jitter of a sampler, and 1 % of them are 3 ms late.
std::vector<ValueChange> changesOfHeldSensor(double period, double phase, double seconds, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<bool> isRepeat;
    for (double time = phase; time < seconds * 1e9; time += period)
        isRepeat.push_back(unit(random) < 0.3);
    std::vector<ValueChange> changes;
    double before = kOriginNs;
    double shown = -1;
    for (double due = 0; due < seconds * 1e9; due += kSamplingNs) {
        const double read = due + 0.3e6 * unit(random) + (unit(random) < 0.01 ? 3e6 : 0);
        double update = std::floor((read - phase) / period);
        while (update > 0 && isRepeat[static_cast<std::size_t>(update)])
            --update;
        if (update >= 0 && update != shown && shown >= 0)
            changes.push_back({before, kOriginNs + read});
        shown = update >= 0 ? update : shown;
        before = kOriginNs + read;
    }
    return changes;
}

bool isClose(double actual, double expected, double tolerance)
{
    return std::abs(actual - expected) <= tolerance;
}

} // namespace

/// Methods that analyses share, compared with published values and with direct computation.
class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void medianIsOneOfTheValues()
    {
        QCOMPARE(median(std::vector<double>{3, 1, 2}), 2.0);
        QCOMPARE(median(std::vector<double>{4, 1, 3, 2}), 3.0); // the larger of the two in the middle
        QCOMPARE(median(std::vector<std::int64_t>{7}), std::int64_t{7});
        QVERIFY(std::isnan(median(std::vector<double>{})));
        QCOMPARE(median(std::vector<std::int64_t>{}), std::int64_t{0});
    }

    void nthSmallestIsThatOfTheSortedValues()
    {
        std::vector<int> values{5, 9, 1, 7, 3};
        for (std::size_t rank = 0; rank < values.size(); ++rank)
            QCOMPARE(nthSmallest(values, rank), static_cast<int>(2 * rank + 1));
    }

    /// Compared with sorting. Durations of 0 ns to hours, as many of each order of magnitude.
    void percentilesOfDurationsAreWithinTheirLimit_data()
    {
        QTest::addColumn<std::size_t>("count");
        QTest::addColumn<double>("limit"); // share of the percentile
        QTest::newRow("kept") << Durations::kExact << 0.0;
        QTest::newRow("one more") << Durations::kExact + 1 << 0.0005;
        QTest::newRow("counted in bins") << std::size_t{1'000'000} << 0.0005;
    }
    void percentilesOfDurationsAreWithinTheirLimit()
    {
        QFETCH(const std::size_t, count);
        QFETCH(const double, limit);
        std::mt19937_64 random(11);
        std::uniform_real_distribution<double> exponent(-1, 13.5);
        Durations durations;
        std::vector<std::int64_t> sorted;
        for (std::size_t i = 0; i < count; ++i) {
            sorted.push_back(static_cast<std::int64_t>(std::pow(10.0, exponent(random))));
            durations.add(sorted.back());
        }
        std::sort(sorted.begin(), sorted.end());
        QCOMPARE(durations.size(), count);
        for (int percent = 0; percent <= 1000; ++percent) {
            const double share = percent / 1000.0;
            const double rank = std::max(std::ceil(share * static_cast<double>(count) - 1e-9), 1.0);
            const auto expected = static_cast<double>(sorted[static_cast<std::size_t>(rank) - 1]);
            QVERIFY2(isClose(static_cast<double>(durations.percentile(share)), expected, limit * expected),
                     qPrintable(QString("%1 of %2").arg(share).arg(expected)));
        }
    }

    void equalAndExtremeDurationsHavePercentiles()
    {
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2047}, std::int64_t{2048},
                                         std::int64_t{4096}, std::numeric_limits<std::int64_t>::max()}) {
            Durations durations;
            QCOMPARE(durations.percentile(0.5), std::int64_t{0});
            for (std::size_t i = 0; i < 2 * Durations::kExact; ++i)
                durations.add(value);
            for (const double share : {0.0, 0.5, 1.0})
                QCOMPARE(durations.percentile(share), value);
        }
        Durations negative;
        negative.add(-1);
        QCOMPARE(negative.percentile(0.5), std::int64_t{0});
    }

    void robustDeviationIgnoresOutliers()
    {
        const std::vector<double> values{1, 2, 3, 4, 1000};
        QVERIFY(isClose(robustDeviation(values, 3), kDeviationPerMad, 1e-12));
    }

    /// Tables of Abramowitz and Stegun.
    void quantilesMatchTables()
    {
        QVERIFY(isClose(normalQuantile(0.975), 1.959964, 1e-6));
        QVERIFY(isClose(normalHalfWidth95(), 1.959964, 1e-6));
        QVERIFY(isClose(studentQuantile(0.975, 1), 12.7062, 1e-4));
        QVERIFY(isClose(studentQuantile(0.975, 10), 2.22814, 1e-5));
        QVERIFY(isClose(studentTail(2.22814, 10), 0.025, 1e-5));
        QVERIFY(isClose(studentQuantile(0.975, 1e6), normalQuantile(0.975), 1e-5));
    }

    void probabilitiesAreConsistent()
    {
        for (const double z : {0.0, 0.5, 1.96, 3.0}) {
            QVERIFY(isClose(normalTail(z), 0.5 * std::erfc(z / std::sqrt(2.0)), 1e-14));
            QVERIFY(isClose(normalCoverage(z), 1 - 2 * normalTail(z), 1e-14));
        }
        QVERIFY(normalTail(30) > 0); // no cancellation
        QVERIFY(isClose(normalTail(-1), 1 - normalTail(1), 1e-14));
    }

    void randomNumbersAreReproducibleAndUniform()
    {
        Random first(42);
        Random second(42);
        std::array<int, 7> counts{};
        for (int i = 0; i < 70'000; ++i) {
            const std::size_t number = first.below(counts.size());
            QCOMPARE(second.below(counts.size()), number);
            ++counts.at(number);
        }
        for (const int count : counts)
            QVERIFY2(std::abs(count - 10'000) < 500, qPrintable(QString::number(count)));
    }

    void updatesOfAHeldSensorAreFound_data()
    {
        QTest::addColumn<double>("period");
        QTest::addColumn<double>("known");
        for (const double milliseconds : {16.7, 20.0, 33.3, 54.0, 100.0, 420.0, 1000.0, 2000.0})
            QTest::addRow("%g ms", milliseconds) << milliseconds * 1e6 << 0.0;
        QTest::newRow("documented as 54.5 ms") << 54e6 << 54.5e6;
    }

    /// At the begin and at the end of a minute, the updates are known to half of a sampling period and the jitter.
    void updatesOfAHeldSensorAreFound()
    {
        QFETCH(double, period);
        QFETCH(double, known);
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            const double phase = period * seed / 7;
            const auto grid = findUpdateGrid(changesOfHeldSensor(period, phase, 60, seed), kSamplingNs, known);
            QVERIFY2(grid.has_value(), qPrintable(QString::number(seed)));
            for (const double time : {5e9, 30e9, 55e9}) {
                const double update = kOriginNs + phase + std::ceil(time / period) * period;
                const double found = grid->latest(update + period / 2);
                QVERIFY2(std::abs(found - update) < 0.6 * kSamplingNs,
                         qPrintable(QString("%1: %2 ms beside").arg(seed).arg((found - update) * 1e-6)));
            }
        }
    }

    void valuesThatDoNotChangeRegularlyHaveNoUpdates()
    {
        std::vector<ValueChange> each; // a sensor that is not held, with a value that repeats now and then
        std::vector<ValueChange> irregular;
        std::mt19937 random(3);
        std::uniform_real_distribution<double> unit(0, 1);
        for (int i = 1; i < 3'000; ++i) {
            const ValueChange change{(i - 1) * kSamplingNs, i * kSamplingNs};
            if (unit(random) < 0.9)
                each.push_back(change);
            if (unit(random) < 0.2)
                irregular.push_back(change);
        }
        QVERIFY(!findUpdateGrid(each, kSamplingNs).has_value());
        QVERIFY(!findUpdateGrid(irregular, kSamplingNs).has_value());
        QVERIFY(!findUpdateGrid(irregular, kSamplingNs, 54e6).has_value());
        auto few = changesOfHeldSensor(100e6, 0, 60, 1);
        few.resize(kMinValueChanges - 1);
        QVERIFY(!findUpdateGrid(few, kSamplingNs).has_value());
        QVERIFY(!findUpdateGrid({}, kSamplingNs).has_value());
        // A machine that is suspended between two changes, or a file with arbitrary times, takes no long search.
        std::vector<ValueChange> suspended = changesOfHeldSensor(100e6, 0, 60, 1);
        for (std::size_t i = 5; i < suspended.size(); ++i)
            suspended[i] = {suspended[i].after + 4e18, suspended[i].until + 4e18};
        QVERIFY(!findUpdateGrid(suspended, kSamplingNs).has_value());
        QVERIFY(!findUpdateGrid(std::vector<ValueChange>(20), kSamplingNs).has_value());
    }

    void trends()
    {
        QCOMPARE(mannKendall(std::vector<double>{1, 2, 3, 4}).rises, 1.0 / 24);
        QCOMPARE(mannKendall(std::vector<double>{1, 2, 3, 4}).falls, 1.0);
        QCOMPARE(mannKendall(std::vector<double>{3, 2, 1}).falls, 1.0 / 6);
        // Ties: one of the three orders of {1, 1, 2} rises as much.
        QVERIFY(std::abs(mannKendall(std::vector<double>{1, 1, 2}).rises - 1.0 / 3) < 1e-12);
        QCOMPARE(mannKendall(std::vector<double>{5}).rises, 1.0);
        QCOMPARE(mannKendall(std::vector<double>{}).falls, 1.0);
        QCOMPARE(mannKendall(std::vector<double>(20, 7.0)).rises, 1.0);
        const Trend many = mannKendall(std::vector<double>{1, 2, 3, 4, 5, 7, 6, 10, 8, 9, 11, 12});
        QVERIFY(!many.isExact && many.rises < 1e-4 && many.falls > 0.999);
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
