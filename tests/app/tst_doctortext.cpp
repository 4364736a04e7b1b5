#include "app/commands/doctortext.h"
#include "tests/support/agentcommand.h"
#include "tests/support/boards/layouts.h"

#include <QString>
#include <QStringList>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace stepscope;
using namespace stepscope::testing;
using nlohmann::json;

Q_DECLARE_METATYPE(const stepscope::testing::BoardLayout*)

/// The output of `doctor` for each Jetson, from the probe of the agent.
class TestDoctorText : public QObject
{
    Q_OBJECT

private slots:
    void everyBoard_data()
    {
        QTest::addColumn<const BoardLayout*>("layout");
        for (const BoardLayout& layout : boardLayouts())
            QTest::newRow(layout.row) << &layout;
    }

    void everyBoard()
    {
        QFETCH(const BoardLayout*, layout);
        BoardTree tree;
        describeBoard(tree, *layout);
        const Answer answer = askAgent({"probe", "--sysroot", QString::fromStdString(tree.root())});
        QVERIFY2(answer.status == 0, qPrintable(answer.error));
        const json probe = json::parse(answer.output.toStdString(), nullptr, false);
        QVERIFY(probe.is_object());
        const QString text = QString::fromStdString(app::doctorText("lab", probe));
        for (const QString& line : text.split('\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY(text.contains(QString("board       ") + layout->board));
        QVERIFY(text.contains(QString("(JetPack ") + layout->jetpack + ")"));
        QVERIFY(text.contains("power mode  MODE_15W_DESKTOP"));
        QVERIFY(text.contains("clocks      free"));
        const std::size_t rails = layout->rails.size();
        QVERIFY(text.contains("rail.power" + (rails > 1 ? " x " + QString::number(rails) : QString())));
        QVERIFY2(text.contains("Sensors (- = not known"), qPrintable(text));
    }

    void tableListsSensorFacts()
    {
        const json channels = json::parse(R"([
            {"name":"VDD_IN","quantity":"rail.power","unit":"W","resolution":0.04,"period_ns":10000000,
             "window_ns":27000000,"lag_ns":null,"update_ns":6750000,"read_ns":1200000,"facts_from":"driver"},
            {"name":"VDD_SOC","quantity":"rail.power","unit":"W","resolution":0.04,"period_ns":10000000,
             "window_ns":27000000,"lag_ns":null,"update_ns":6750000,"read_ns":1300000,"facts_from":"driver"},
            {"name":"GPU","quantity":"gpu.utilization","unit":"1","resolution":0.001,"period_ns":10000000,
             "lag_ns":142000000,"facts_from":"measured"}])");
        const QStringList lines = QString::fromStdString(app::sensorTable(channels)).split('\n');
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[2].simplified(), "VDD_IN, VDD_SOC 40 mW 10 ms 27 ms 6.75 ms 1.3 ms - driver");
        QCOMPARE(lines[3].simplified(), "GPU 0.1 % 10 ms - - - 142 ms measured");
    }

    void ignoresInvalidProbes()
    {
        for (const char* text : {"null", "7", "{}", "[]", "[1,\"x\",null,{}]",
                                 R"([{"name":7,"unit":[],"resolution":"x","read_ns":{},"period_ns":1e308}])"}) {
            const QString table = QString::fromStdString(app::sensorTable(json::parse(text, nullptr, false)));
            QVERIFY(table.contains("\n  Channel"));
            for (const QString& line : table.split('\n'))
                QVERIFY2(line.size() <= 100, qPrintable(line));
        }
        json many = json::array();
        for (int i = 0; i < 200; ++i)
            many.push_back({{"name", std::string(300, 'n') + std::to_string(i)}});
        QCOMPARE(QString::fromStdString(app::sensorTable(many)).count('\n'), 3);
    }
};

QTEST_GUILESS_MAIN(TestDoctorText)
#include "tst_doctortext.moc"
