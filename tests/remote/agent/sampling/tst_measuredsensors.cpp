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
        QCOMPARE(channel("VDD_IN", "board\tJetson TX2\nVDD_IN\t280000\t-600000\t-\n").lagNs.value(), -600'000);
    }

    /// A driver's times are not replaced; one that only states the resolution leaves them to the self-test.
    void driversTimesComeFirst()
    {
        agent::SamplingPlan plan;
        const agent::SystemTree tree(m_tree.root());
        const agent::Board board = agent::identifyBoard(tree);
        agent::PlannedSource source;
        for (const bool hasTimes : {true, false}) {
            agent::Channel channel;
            channel.name = hasTimes ? "VDD_IN" : "VDD_SYS_GPU";
            channel.factsFrom = "driver";
            if (hasTimes)
                channel.windowNs = 840'000;
            source.channels.push_back(channel);
        }
        plan.sources.push_back(std::move(source));
        agent::applyMeasuredSensors(plan, board, "board\tJetson TX2\nVDD_IN\t5\t1\t-\nVDD_SYS_GPU\t6\t1\t-\n");
        const auto& channels = plan.sources[0].channels;
        QCOMPARE(channels[0].windowNs.value(), 840'000);
        QCOMPARE(channels[1].windowNs.value(), 6);
        QCOMPARE(channels[1].factsFrom, std::string_view("measured"));
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
