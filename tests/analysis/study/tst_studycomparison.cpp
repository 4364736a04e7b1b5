// Two studies side by side: which cells correspond, ratios and their intervals.

#include "analysis/study/studycomparison.h"
#include "tests/support/knownstudy.h"

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

const ComparedCell* cellOf(const StudyComparison& comparison, const std::string& model, int batch)
{
    const auto found = std::find_if(comparison.cells.begin(), comparison.cells.end(), [&](const ComparedCell& cell) {
        return cell.model == model && cell.batch == batch;
    });
    return found != comparison.cells.end() ? &*found : nullptr;
}

} // namespace

class StudyComparisonTest : public QObject
{
    Q_OBJECT

private slots:
    void ratioOfMeansWithWelchInterval()
    {
        // Relative variances of the means: (1/12)^2 / 3 each, so four degrees of freedom: t = 2.776.
        const std::vector<double> a{11, 12, 13};
        const std::vector<double> b{22, 24, 26};
        const auto interval = ratioInterval(a, b);
        QVERIFY(interval);
        const double half = 2.776445 * std::sqrt(2.0 / 3) / 12;
        QVERIFY(std::abs(interval->low - 2 * std::exp(-half)) < 1e-4);
        QVERIFY(std::abs(interval->high - 2 * std::exp(half)) < 1e-4);
    }

    void noIntervalWithoutRepeatsOrVariation()
    {
        const std::vector<double> single{3};
        const std::vector<double> some{2, 3};
        const std::vector<double> equal{3, 3};
        const std::vector<double> negative{-2, -3};
        QVERIFY(!ratioInterval(single, some) && !ratioInterval(some, single));
        QVERIFY(!ratioInterval(equal, equal));
        QVERIFY(ratioInterval(equal, some));
        QVERIFY(!ratioInterval(some, negative));
    }

    void intervalsCoverTheTrueRatio_data()
    {
        QTest::addColumn<int>("countA");
        QTest::addColumn<int>("countB");
        QTest::addColumn<double>("variation");
        for (const auto& [a, b] : {std::pair(2, 2), std::pair(3, 3), std::pair(5, 5), std::pair(3, 5)}) {
            for (const double variation : {0.01, 0.1})
                QTest::addRow("%d and %d, %g", a, b, variation) << a << b << variation;
        }
    }
    void intervalsCoverTheTrueRatio()
    {
        QFETCH(int, countA);
        QFETCH(int, countB);
        QFETCH(double, variation);
        constexpr double kRatio = 1.3;
        constexpr int kTrials = 4000;
        std::mt19937 random(7);
        std::normal_distribution<double> normal(1, variation);
        int covered = 0;
        for (int trial = 0; trial < kTrials; ++trial) {
            std::vector<double> a;
            std::vector<double> b;
            for (int i = 0; i < countA; ++i)
                a.push_back(normal(random));
            for (int i = 0; i < countB; ++i)
                b.push_back(kRatio * normal(random));
            const auto interval = ratioInterval(a, b);
            QVERIFY(interval);
            covered += interval->low <= kRatio && kRatio <= interval->high ? 1 : 0;
        }
        const double share = static_cast<double>(covered) / kTrials;
        QVERIFY2(share > 0.945 && share < 0.98, qPrintable(QString::number(share)));
    }

    void cellsCorrespondByModelAndBatch()
    {
        const StudyComparison comparison = compareStudies(knownStudy(), knownStudy(1.5));
        QCOMPARE(comparison.cells.size(), std::size_t{4});
        QCOMPARE(comparison.cells[0].batch, 4); // ascending
        const ComparedCell* cell = cellOf(comparison, "resnet50", 64);
        QVERIFY(cell != nullptr);
        QCOMPARE(cell->target, std::string("tx2"));
        const ComparedValue& throughput = cell->values[0];
        QCOMPARE(throughput.a->y, 60.0);
        QCOMPARE(throughput.b->y, 90.0);
        QCOMPARE(throughput.a->repeats, std::size_t{3});
        QVERIFY(std::abs(*throughput.ratio - 1.5) < 1e-12);
        QVERIFY(throughput.isSignificant() && throughput.interval->low > 1 && throughput.interval->high > 1.5);
        // Energy is the same in all repeats: a ratio, but nothing to estimate an interval from.
        QVERIFY(std::abs(*cell->values[1].ratio - 1) < 1e-12);
        QVERIFY(!cell->values[1].interval && !cell->values[1].isSignificant());
        QCOMPARE(comparison.repeated, std::size_t{3});
    }

    void equalStudiesDoNotDiffer()
    {
        for (const ComparedCell& cell : compareStudies(knownStudy(), knownStudy()).cells) {
            for (const ComparedValue& value : cell.values) {
                QVERIFY(!value.ratio || std::abs(*value.ratio - 1) < 1e-12);
                QVERIFY(!value.isSignificant());
            }
        }
    }

    void failedTrainingsHaveAnOutcomeButNoValue()
    {
        Study b = knownStudy();
        std::erase_if(b.cells, [](const StudyCell& cell) { return cell.model == "my_net" && cell.batch == 4; });
        const StudyComparison comparison = compareStudies(knownStudy(), b);
        const ComparedCell* failed = cellOf(comparison, "my_net", 64);
        QCOMPARE(failed->outcomeA, std::string("out_of_memory (3x)"));
        QVERIFY(!failed->values[0].a && !failed->values[0].ratio);
        const ComparedCell* missing = cellOf(comparison, "my_net", 4);
        QCOMPARE(missing->outcomeB, std::string("not trained"));
        QVERIFY(missing->values[0].a && !missing->values[0].b);
        QCOMPARE(comparison.onlyA, std::size_t{1});
        QCOMPARE(comparison.onlyB, std::size_t{0});
    }

    void onlyTargetsCorrespondUnderAnyName()
    {
        const auto onTarget = [](const std::string& target) {
            Study study = knownStudy(2);
            study.plan.targets = {target};
            for (StudyCell& cell : study.cells)
                cell.target = target;
            return study;
        };
        const StudyComparison comparison = compareStudies(knownStudy(), onTarget("orin"));
        QCOMPARE(comparison.cells.size(), std::size_t{4});
        QCOMPARE(comparison.cells[0].target, std::string("tx2 / orin"));
        QVERIFY(comparison.cells[0].values[0].ratio);
        // With several targets on a side, names count.
        Study both = onTarget("orin");
        both.plan.targets = {"orin", "nano"};
        const StudyComparison byName = compareStudies(knownStudy(), both);
        QCOMPARE(byName.cells.size(), std::size_t{12});
        for (const ComparedCell& cell : byName.cells)
            QVERIFY(!cell.values[0].ratio);
    }

    void figuresHaveOneSeriesForEachStudy()
    {
        const auto figures = comparisonFigures(compareStudies(knownStudy(), knownStudy(1.5)), "before", "after");
        QCOMPARE(figures.size(), comparedQuantities().size());
        const StudyFigure& throughput = figures[0];
        QCOMPARE(throughput.series.size(), std::size_t{4}); // two models
        QCOMPARE(throughput.series[0].name, std::string("A: before"));
        QCOMPARE(throughput.series[1].name, std::string("B: after"));
        QCOMPARE(throughput.series[0].panel, throughput.series[1].panel);
        QVERIFY(throughput.series[1].points[0].interval);
        QVERIFY(figures[3].series.empty() && !figures[3].note.empty()); // no peak memory in these rows
    }

    void csvHasOneRowForEachCellAndQuantity()
    {
        const QByteArray csv = QByteArray::fromStdString(comparisonCsv(compareStudies(knownStudy(), knownStudy(2))));
        const auto lines = csv.trimmed().split('\n');
        QCOMPARE(lines.size(), qsizetype{1 + 4 * 4});
        QVERIFY2(csv.contains("tx2,resnet50,4,Throughput,samples/s,12,24,2,"), csv.constData());
        QVERIFY(csv.contains(",3,3,ok (3x),ok (3x)\r\n"));
        QVERIFY(csv.contains("tx2,my_net,64,Throughput,samples/s,,,,,,0,0,out_of_memory (3x),out_of_memory (3x)"));
    }
};

QTEST_GUILESS_MAIN(StudyComparisonTest)
#include "tst_studycomparison.moc"
