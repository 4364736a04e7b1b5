#include "analysis/energy/occupancyindex.h"
#include "tests/support/energyscenario.h"
#include "tests/support/stoprequested.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

/// Two groups that run alternately, one per sample: 3 W and `second` above 2 W of idle power.
OccupancyRows plainRows(double second = 5)
{
    OccupancyRows rows;
    rows.columnCount = 2;
    for (std::uint32_t i = 0; i < 200; ++i) {
        const double share = 0.1 * (i % 10);
        rows.beginRow(2 + (i % 2 == 0 ? 3 : second) * share, i / 4);
        rows.add(i % 2, share);
        rows.endRow();
    }
    return rows;
}

/// Two groups of 3 and 5 W above 2 W of idle power that together take 0.85 of each sample, more or less `scatter`.
OccupancyRows rowsWithShortPauses(std::uint32_t count, double scatter)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    OccupancyRows rows;
    rows.columnCount = 2;
    for (std::uint32_t i = 0; i < count; ++i) {
        const double work = 0.85 + scatter * normal(random);
        const double first = work * uniform(random);
        rows.beginRow(2 + 3 * first + 5 * (work - first) + 0.05 * normal(random), i / 4);
        rows.add(0, first);
        rows.add(1, work - first);
        rows.endRow();
    }
    return rows;
}

bool isPrecise(const OccupancyFit& fit, std::uint32_t column)
{
    return OccupancyFit::isPrecise(fit.power(column));
}

bool isClose(double actual, double expected)
{
    return std::abs(actual - expected) < 1e-6;
}

/// Work on three lanes, with pauses, in order of begin; and windows in any order, some beyond the work.
struct RandomWork
{
    explicit RandomWork(std::mt19937& chance, std::uint32_t columns)
    {
        const auto below = [&chance](std::int64_t most) {
            return std::uniform_int_distribution<std::int64_t>(0, most - 1)(chance);
        };
        for (int lane = 0; lane < 3; ++lane) {
            std::int64_t time = below(1000);
            while (time < 100'000) {
                const std::int64_t end = time + 1 + below(lane == 0 ? 5000 : 100);
                intervals.push_back({time, end, 0, static_cast<std::uint32_t>(below(columns))});
                time = end + below(2) * below(50);
            }
        }
        std::sort(intervals.begin(), intervals.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
        for (int i = 0; i < 50; ++i) {
            const std::int64_t begin = below(110'000) - 5000;
            windows.push_back({begin, begin + 1 + below(20'000), 0, 0, 0});
            unknown.push_back(0.1 * static_cast<double>(below(2)));
        }
        std::sort(windows.begin(), windows.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
        for (std::uint32_t column = 0; column < columns; ++column)
            ramps.push_back(column % 2);
    }
    std::vector<SelfTimeInterval> intervals;
    std::vector<SampleWindow> windows;
    std::vector<double> unknown;
    std::vector<std::uint32_t> ramps;
};

std::map<std::uint32_t, float> entriesOf(const OccupancyRows& rows, std::size_t row)
{
    std::map<std::uint32_t, float> entries;
    for (std::size_t k = rows.rowBegin[row]; k < rows.rowBegin[row + 1]; ++k) {
        if (std::abs(rows.shares[k]) > 1e-6F)
            entries.emplace(rows.columns[k], rows.shares[k]);
    }
    return entries;
}

} // namespace

/// Occupancy regression on samples with known power.
class TestOccupancy : public QObject
{
    Q_OBJECT

private slots:
    void exactSamplesGiveTheTruth()
    {
        const OccupancyFit fit = fitOccupancy(plainRows());
        QCOMPARE(fit.reason.english(), std::string());
        QVERIFY(isPrecise(fit, 0) && isClose(fit.powers[0], 3));
        QVERIFY(isPrecise(fit, 1) && isClose(fit.powers[1], 5));
        QVERIFY(fit.hasIdle && isClose(fit.idlePower, 2));
        QVERIFY(fit.explained > 0.999999);
    }

    void opsThatAlwaysRunTogetherAreNotSeparable()
    {
        const OccupancyRows rows = plainRows(25);
        OccupancyRows together;
        together.columnCount = 3;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double noise = 0.02 * (static_cast<double>(i * 7 % 11) - 5);
            together.beginRow(rows.values[i] + noise, rows.steps[i]);
            const double share = rows.shares[rows.rowBegin[i]];
            together.add(rows.columns[rows.rowBegin[i]], share);
            if (rows.columns[rows.rowBegin[i]] == 1)
                together.add(2, share); // group 2 runs whenever group 1 does
            together.endRow();
        }
        const OccupancyFit fit = fitOccupancy(together);
        QVERIFY(isPrecise(fit, 0));
        QVERIFY(!isPrecise(fit, 1));
        QVERIFY(!isPrecise(fit, 2));
        const std::vector<ColumnShare> sum{{1, 1}, {2, 1}};
        QVERIFY(std::abs(fit.sum(sum).value - 25) < 0.2); // their sum is determined
        QVERIFY(OccupancyFit::isPrecise(fit.sum(sum)));
    }

    void opsWithoutPausesIncludeTheIdlePower()
    {
        OccupancyRows rows;
        rows.columnCount = 2;
        for (std::uint32_t i = 0; i < 200; ++i) {
            const double share = 0.1 * (i % 11);
            rows.beginRow(2 + 3 * share + 5 * (1 - share), i / 4);
            rows.add(0, share);
            rows.add(1, 1 - share);
            rows.endRow();
        }
        const OccupancyFit fit = fitOccupancy(rows);
        QVERIFY(!fit.hasIdle);
        QVERIFY(std::abs(fit.powers[0] - 5) < 0.01);
        QVERIFY(std::abs(fit.powers[1] - 7) < 0.01);
    }

    void manySamplesShowTheIdlePowerOfShortPauses()
    {
        const OccupancyFit fit = fitOccupancy(rowsWithShortPauses(6000, 0.05));
        QVERIFY(fit.hasIdle);
        QVERIFY(std::abs(fit.pauseShare - 0.15) < 0.01);
        QVERIFY2(std::abs(fit.idlePower - 2) < 0.1, qPrintable(QString::number(fit.idlePower)));
        const Estimate idle = fit.idle(1);
        QVERIFY(idle.low < 2 && idle.high > 2);
    }

    void idlePowerIsNotTakenFromSlowChanges()
    {
        // The work becomes less while its power rises, as when a chip warms up: the idle power would be 4 W too high.
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        OccupancyRows rows;
        rows.columnCount = 2;
        for (std::uint32_t i = 0; i < 6000; ++i) {
            const double progress = i / 6000.0;
            const double work = 0.97 - 0.08 * progress + 0.002 * normal(random);
            const double first = work * (0.3 + 0.4 * (i % 2));
            rows.beginRow(2 + (1 + 0.04 * progress) * (8 * first + 9 * (work - first)) + 0.05 * normal(random), i / 4);
            rows.add(0, first);
            rows.add(1, work - first);
            rows.endRow();
        }
        QVERIFY(!fitOccupancy(rows).hasIdle);
    }

    void pausesOfUnknownPowerWidenTheIntervals()
    {
        const OccupancyFit fit = fitOccupancy(rowsWithShortPauses(400, 0));
        QVERIFY(!fit.hasIdle);
        for (const std::uint32_t column : {0U, 1U}) {
            const double withIdle = column == 0 ? 5 : 7; // the mean of the pauses, 2 W, is in the powers, too
            QVERIFY(fit.powers[column] > withIdle + 0.2);
            QVERIFY(fit.power(column).low < withIdle && fit.power(column).high > withIdle);
        }
    }

    void nothingIsNegative()
    {
        OccupancyRows rows;
        rows.columnCount = 2;
        for (std::uint32_t i = 0; i < 200; ++i) {
            const double share = 0.1 * (i % 10);
            rows.beginRow(4 + (i % 2 == 0 ? 3.0 : -1.0) * share, i / 4);
            rows.add(i % 2, share);
            rows.endRow();
        }
        const OccupancyFit fit = fitOccupancy(rows);
        QCOMPARE(fit.powers[1], 0.0);
        QVERIFY(fit.powers[0] > 0);
        const Estimate none = fit.power(1);
        QVERIFY(none.low == 0 && none.high > 0); // an interval is never empty
    }

    void powerThatChangesInTheCourseOfAnOp()
    {
        // Two kinds of one type, of 12 and 8 ms, whose power falls from 9 to 3 W and from 8 to 2 W, and a constant one.
        constexpr std::int64_t kMs = 1'000'000;
        const std::vector<ColumnKind> kinds{{0, 0}, {0, 0}, {1, 0}};
        const std::vector<std::int64_t> lengths{12 * kMs, 8 * kMs, 10 * kMs};
        const std::vector<double> begin{9, 8, 4};
        const std::vector<double> end{3, 2, 4};
        std::vector<SelfTimeInterval> intervals;
        std::vector<SampleWindow> windows;
        std::int64_t at = 0;
        for (std::uint32_t i = 0; i < 900; ++i) {
            const std::uint32_t column = i * 7 % 3;
            intervals.push_back({at, at + lengths[column], column, column});
            for (std::int64_t part = 0; part < lengths[column]; part += 4 * kMs) {
                const std::int64_t until = std::min(part + kMs, lengths[column]);
                const double middle = static_cast<double>(part + until) / 2 / static_cast<double>(lengths[column]);
                windows.push_back({at + part, at + until, begin[column] + middle * (end[column] - begin[column]),
                                   static_cast<std::uint32_t>(windows.size() / 10)});
            }
            at += lengths[column];
        }
        const OccupancyRows rows = occupancyRows(intervals, windows, 3, 1, {}, rampsOf(kinds));
        QCOMPARE(rows.rampCount, std::size_t{2});
        const OccupancyFit fit = fitOccupancy(rows, kinds);
        QCOMPARE(fit.powers.size(), std::size_t{3}); // ramps have no energy
        for (std::uint32_t column = 0; column < 3; ++column) {
            const double mean = (begin[column] + end[column]) / 2;
            QVERIFY2(std::abs(fit.powers[column] - mean) < 0.01, qPrintable(QString::number(fit.powers[column])));
            QVERIFY(fit.power(column).low <= mean && mean <= fit.power(column).high);
        }
        // The samples are of the first of each 4 ms: constant powers come out too high.
        const OccupancyFit constant = fitOccupancy(occupancyRows(intervals, windows, 3), kinds);
        QVERIFY(constant.powers[0] > 6.4);
        QVERIFY(fit.explained > 0.9999 && constant.explained < 0.9);
    }

    void tooFewSamplesHaveAReason_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("groups");
        QTest::addColumn<QString>("word");
        QTest::newRow("no op") << 100 << 20 << 0 << "no ops";
        QTest::newRow("no sample") << 0 << 0 << 3 << "too few samples";
        QTest::newRow("few samples") << 19 << 10 << 2 << "too few samples";
        QTest::newRow("more ops than samples") << 100 << 20 << 900 << "too few samples";
        QTest::newRow("one step") << 100 << 1 << 2 << "too few steps";
    }

    void tooFewSamplesHaveAReason()
    {
        QFETCH(int, rows);
        QFETCH(int, steps);
        QFETCH(int, groups);
        QFETCH(QString, word);
        OccupancyRows few;
        few.columnCount = static_cast<std::size_t>(groups);
        for (int i = 0; i < rows; ++i) {
            few.beginRow(1, static_cast<std::uint32_t>(i * steps / rows));
            if (groups > 0)
                few.add(static_cast<std::uint32_t>(i % groups), 0.5);
            few.endRow();
        }
        const OccupancyFit fit = fitOccupancy(few);
        QVERIFY2(QString::fromStdString(fit.reason.english()).contains(word), fit.reason.english().c_str());
        QVERIFY(fit.powers.empty());
    }

    void trainingsOfKnownPower()
    {
        std::vector<double> errors;
        std::size_t estimated = 0;
        std::size_t covered = 0;
        for (unsigned seed = 0; seed < 12; ++seed) {
            const EnergyScenario scenario = makeEnergyScenario(seed, 200);
            const auto rows = occupancyRows(scenario.intervals, scenario.windows, scenario.watts.size());
            const EnergyErrors result = errorsOf(scenario, fitOccupancy(rows));
            QVERIFY(result.regression < result.timing);
            errors.push_back(result.regression);
            estimated += result.estimated;
            covered += result.covered;
        }
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors[errors.size() / 2] < 0.02, qPrintable(QString::number(errors[errors.size() / 2])));
        const double coverage = static_cast<double>(covered) / static_cast<double>(estimated);
        QVERIFY2(coverage > 0.88 && coverage < 0.995, qPrintable(QString::number(coverage)));
    }

    void anIndexGivesTheSameRows()
    {
        std::mt19937 chance(7);
        for (int round = 0; round < 40; ++round) {
            const std::uint32_t columns = round % 2 == 0 ? 3 : 70; // more and fewer intervals than a checkpoint holds
            const RandomWork work(chance, columns);
            const OccupancyRows direct =
                occupancyRows(work.intervals, work.windows, columns, 0.5, work.unknown, work.ramps);
            const OccupancyRows indexed =
                OccupancyIndex(work.intervals, columns).rows(work.windows, 0.5, work.unknown, work.ramps);
            QCOMPARE(indexed.columnCount, direct.columnCount);
            QCOMPARE(indexed.rampCount, direct.rampCount);
            QVERIFY(indexed.weights == direct.weights && indexed.follows == direct.follows);
            for (std::size_t row = 0; row < direct.size(); ++row) {
                const auto expected = entriesOf(direct, row);
                const auto found = entriesOf(indexed, row);
                QCOMPARE(found.size(), expected.size());
                for (const auto& [column, share] : expected)
                    QVERIFY(found.contains(column) && std::abs(found.at(column) - share) < 1e-5F);
            }
        }
    }

    void cancelledFitHasNoEstimates() { QVERIFY(fitOccupancy(plainRows(), {}, {}, stopRequested()).powers.empty()); }

    /// Longer windows vary less. That alone makes a sensor model neither likelier nor less likely.
    void likelihoodsOfWindowsThatVaryLessAreComparable()
    {
        const std::vector<ColumnKind> kinds{{0, 0}, {1, 1}}; // no prior
        const auto likelihoodAt = [&](double scale) {
            OccupancyRows rows = rowsWithShortPauses(400, 0.1);
            for (float& share : rows.shares)
                share = static_cast<float>(0.4 + scale * (share - 0.4));
            return occupancyLikelihood(rows, kinds);
        };
        const double likelihood = likelihoodAt(1);
        QVERIFY2(std::abs(likelihoodAt(0.7) - likelihood) < 0.1,
                 qPrintable(QString::number(likelihoodAt(0.7) - likelihood)));
    }
};

QTEST_GUILESS_MAIN(TestOccupancy)
#include "tst_occupancy.moc"
