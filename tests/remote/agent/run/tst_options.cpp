#include "remote/agent/run/options.h"

#include <QString>
#include <QStringList>
#include <QTest>

using namespace stepscope;
using Words = std::vector<std::string>;

class TestOptions : public QObject
{
    Q_OBJECT

private slots:
    void parsesAllOptionsOfStart()
    {
        const Words words{
            "start", "--period", "5ms",   "--ops=2:4:10", "--spool", "/s",      "--spool-limit", "64M",    "--cwd",
            "/w",    "--env",    "A=b=c", "--env",        "E=",      "--label", "study 1/3",     "--with", "nvprof",
            "--",    "python3",  "x.py",  "--period",     "1"};
        const auto options = agent::parseOptions(words);
        QVERIFY(options.ok());
        QCOMPARE(options.value().periodNs, 5'000'000);
        QCOMPARE(options.value().ops, "2:4:10");
        QCOMPARE(options.value().spoolLimitBytes, 64ULL << 20U);
        QCOMPARE(options.value().environment[0].second, "b=c");
        QCOMPARE(options.value().environment[1].second, "");
        QCOMPARE(options.value().label, "study 1/3");
        QVERIFY(!options.value().refusesOthers);
        QVERIFY(agent::parseOptions(Words{"start", "--others", "refuse", "--", "ls"}).value().refusesOthers);
        QCOMPARE(options.value().profiler, "nvprof");
        QCOMPARE(options.value().command, (Words{"python3", "x.py", "--period", "1"}));
    }

    void rejectsWrongUsage_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* line) { QTest::newRow(line) << QString(line).split(' ', Qt::SkipEmptyParts); };
        row("");
        row("fly");
        row("start");
        row("start --");
        row("start --period 10 -- ls");
        row("start --period 0ms -- ls");
        row("start --period 500us -- ls");
        row("start --period 11s -- ls");
        row("start --period 99999999999999999999ms -- ls");
        row("start --spool-limit 1K -- ls");
        row("start --spool-limit 1T -- ls");
        row("start --spool-limit 18446744073709551615G -- ls");
        row("start --ops 4 -- ls");
        row("start --ops 4:4 -- ls");
        row("start --ops 9:4 -- ls");
        row("start --ops 4:9:2 -- ls");
        row("start --ops 4:9: -- ls");
        row("start --ops some -- ls");
        row("start --others none -- ls");
        row("list --others refuse");
        row("start --env =x -- ls");
        row("start --env x -- ls");
        row("start --colour red -- ls");
        row("start --cwd");
        row("list --period 1ms");
        row("list --with nvprof");
        row("list run");
        row("attach");
        row("attach a b");
        row("attach a --from x");
        row("attach a --from -1");
        row("attach ../secret");
        row("stop a/b");
        row("remove .");
        row("stop a -- ls");
    }
    void rejectsWrongUsage()
    {
        QFETCH(QStringList, words);
        Words list;
        for (const QString& word : words)
            list.push_back(word.toStdString());
        const auto options = agent::parseOptions(list);
        QVERIFY(!options.ok());
        QCOMPARE(options.error().code, format::Error::Code::Usage);
        QVERIFY(!options.error().text.empty());
        QVERIFY(options.error().text.find('\n') == std::string::npos);
    }

    void parsesSizesAndPeriods()
    {
        QCOMPARE(agent::parsePeriod("1ms").value(), 1'000'000);
        QCOMPARE(agent::parsePeriod("2500us").value(), 2'500'000);
        QCOMPARE(agent::parsePeriod("1s").value(), 1'000'000'000);
        QCOMPARE(agent::parseSize("65536").value(), 65536U);
        QCOMPARE(agent::parseSize("2G").value(), 2ULL << 30U);
        for (const char* ops : {"auto", "none", "all", "0:1", "4:9", "4:9:5"})
            QVERIFY2(agent::checkOps(ops).ok(), ops);
    }
};

QTEST_APPLESS_MAIN(TestOptions)
#include "tst_options.moc"
