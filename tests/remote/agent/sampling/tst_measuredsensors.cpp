#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/system/training.h"
#include "tests/support/boardtree.h"

#include <QString>
#include <QTest>

using namespace stepscope;

/// Results of a self-test become facts of the channels.
class TestMeasuredSensors : public QObject
{
    Q_OBJECT

    testing::BoardTree m_tree;
    agent::Training m_training;

    /// The channel after these lines were applied to a TX2.
    agent::Channel channel(const std::string& name, const std::string& text)
    {
        const agent::SystemTree tree(m_tree.root());
        const agent::Board board = agent::identifyBoard(tree);
        agent::SamplingPlan plan = agent::planSampling({tree, board, m_training, 10'000'000});
        agent::applyMeasuredSensors(plan, board, text);
        for (const agent::PlannedSource& source : plan.sources) {
            for (const agent::Channel& channel : source.channels) {
                if (channel.name == name)
                    return channel;
            }
        }
        return {};
    }

private slots:
    void initTestCase() { m_tree.makeTx2(); }

    void appliesMeasuredValues()
    {
        const std::string text = "board\tJetson TX2\nVDD_IN\t54000000\t12000000\t-\nGPU\t280000000\t0\t16700000\n";
        const agent::Channel rail = channel("VDD_IN", text);
        QCOMPARE(rail.windowNs.value(), 54'000'000);
        QCOMPARE(rail.lagNs.value(), 12'000'000);
        QVERIFY(!rail.updateNs.has_value());
        QCOMPARE(rail.factsFrom, std::string_view("measured"));
        QCOMPARE(channel("GPU", text).updateNs.value(), 16'700'000);
        QVERIFY(channel("VDD_SYS_DDR", text).factsFrom != "measured");
    }

    void skipsInvalidLines_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << "";
        QTest::newRow("another board") << "board\tJetson Nano\nVDD_IN\t1\t2\t3\n";
        QTest::newRow("no board") << "VDD_IN\t54000000\t12000000\t-\n";
        QTest::newRow("no numbers") << "board\tJetson TX2\nVDD_IN\tx\ty\tz\n";
        QTest::newRow("cut") << "board\tJetson TX2\nVDD_IN\t54000000";
        QTest::newRow("negative") << "board\tJetson TX2\nVDD_IN\t-5\t12000000\t-\n";
        QTest::newRow("beyond reason") << "board\tJetson TX2\nVDD_IN\t99999999999999\t12000000\t-\n";
        QTest::newRow("overflow") << "board\tJetson TX2\nVDD_IN\t99999999999999999999999\t1\t-\n";
    }
    void skipsInvalidLines()
    {
        QFETCH(QString, text);
        QVERIFY(channel("VDD_IN", text.toStdString()).factsFrom != "measured");
    }
};

QTEST_GUILESS_MAIN(TestMeasuredSensors)
#include "tst_measuredsensors.moc"
