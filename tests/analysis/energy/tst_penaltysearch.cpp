#include "analysis/energy/mixedmodel.h"

#include <QTest>

#include <map>
#include <random>

using namespace stepscope::analysis;

class PenaltySearchTest : public QObject
{
    Q_OBJECT

private slots:
    /// Few samples of many ops have a Gram matrix of small rank, from which the likelihood is computed in another way.
    void penaltiesAreTheLikeliestForAnyRank_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("hasIdle");
        QTest::addColumn<std::vector<double>>("scales");
        for (const int rows : {40, 400}) {
            for (const bool hasIdle : {false, true}) {
                const char* const idle = hasIdle ? "idle" : "no idle";
                QTest::addRow("%d rows, %s", rows, idle) << rows << hasIdle << std::vector<double>();
                QTest::addRow("%d rows, %s, scales", rows, idle) << rows << hasIdle << std::vector<double>{0.2, 3};
            }
        }
    }
    void penaltiesAreTheLikeliestForAnyRank()
    {
        QFETCH(int, rows);
        QFETCH(bool, hasIdle);
        QFETCH(std::vector<double>, scales);
        constexpr std::uint32_t kColumns = 180;
        std::vector<ColumnKind> kinds;
        for (std::uint32_t i = 0; i < kColumns; ++i)
            kinds.push_back({i / 5, i / 5 % 2});
        for (const double scatter : {0.05, 1.0}) {
            std::mt19937 random(3);
            std::normal_distribution<double> normal;
            std::vector<double> powers;
            for (std::uint32_t i = 0; i < kColumns; ++i)
                powers.push_back(4 + 2 * kinds[i].family + scatter * normal(random));
            OccupancyRows samples;
            samples.columnCount = kColumns;
            for (int i = 0; i < rows; ++i) {
                std::map<std::uint32_t, double> shares;
                for (int k = 0; k < 6; ++k)
                    shares[static_cast<std::uint32_t>(random() % kColumns)] += 0.14;
                double value = 1 + 0.2 * normal(random);
                for (const auto& [column, share] : shares)
                    value += share * powers[column];
                samples.beginRow(value, static_cast<std::uint32_t>(i / 4));
                for (const auto& [column, share] : shares)
                    samples.add(column, share);
                samples.endRow();
            }
            Prior prior(kColumns, 0, kinds);
            prior.setScales(scales);
            const Regression regression(momentsOf(samples), prior, hasIdle);
            const Penalties found = regression.likeliest({});
            const double score = regression.solve(found).score;
            for (const double within : {1e-6, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0})
                QVERIFY2(score < regression.solve({within, 0.1}).score + 0.01, qPrintable(QString::number(within)));
            for (const double between : {1e-4, 1e-2, 1.0, 10.0})
                QVERIFY2(score < regression.solve({found.withinType, between}).score + 3,
                         qPrintable(QString::number(between)));
        }
    }
};

QTEST_GUILESS_MAIN(PenaltySearchTest)
#include "tst_penaltysearch.moc"
