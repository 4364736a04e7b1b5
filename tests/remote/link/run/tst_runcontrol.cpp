#include "remote/link/local/localtransport.h"
#include "remote/link/run/deployer.h"
#include "remote/link/run/runcontrol.h"
#include "tests/support/scriptedagent.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace stepscope::link;
using stepscope::format::Error;

namespace {

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

/// The agent's commands, and the validation of its answers.
class TestRunControl : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void probes();
    void rejectsEndlessLists();
    void startsWithEveryOption();
    void startsWithDefaults();
    void needsACommand();
    void writesPeriods_data();
    void writesPeriods();
    void lists();
    void stopsAndRemoves();
    void rejectsInvalidRunNames_data();
    void rejectsInvalidRunNames();
    void rejectsInvalidAnswers_data();
    void rejectsInvalidAnswers();
    void reportsAMissingAgent();
    void rejectsEveryTruncation();

private:
    [[nodiscard]] QString home() const { return m_home->path(); }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<LocalTransport> m_transport;
    std::unique_ptr<RunControl> m_control;
};

void TestRunControl::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_transport = std::make_unique<LocalTransport>(home().toStdString());
    const QByteArray agent = stepscope::tests::scriptedAgent();
    const auto bytes = std::as_bytes(std::span(agent.data(), static_cast<std::size_t>(agent.size())));
    QVERIFY(m_transport->upload("agent", bytes, 0700, {}).ok());
    m_control = std::make_unique<RunControl>(*m_transport, (home() + "/agent").toStdString());
}

void TestRunControl::probes()
{
    const auto plain = m_control->probe("");
    QVERIFY(plain.ok());
    QCOMPARE(plain.value().dump(), std::string(R"({"device":{"model":"scripted"},"sysroot":"","virtual":false})"));
    const auto described = m_control->probe("/sys root");
    QCOMPARE(described.value().at("sysroot").dump(), std::string("\"/sys root\""));
    QCOMPARE(described.value().at("virtual").dump(), std::string("true"));
}

/// Millions of cores with different names would keep their description busy for hours.
void TestRunControl::rejectsEndlessLists()
{
    for (const char* shape : {R"({"device":{"cores":[%1]}})", R"({"sources":[%1]})", R"({"channels":[%1]})"}) {
        QStringList entries;
        for (int i = 0; i < 5000; ++i)
            entries += QString(R"({"cluster":"c%1"})").arg(i);
        writeFile(home() + "/probe.json", QString(shape).arg(entries.join(',')).toUtf8());
        const QByteArray agent = "#!/bin/sh\ncat \"$HOME/probe.json\"\n";
        QVERIFY(m_transport->upload("printer", std::as_bytes(std::span(agent.data(), agent.size())), 0700, {}).ok());
        const auto probed = RunControl(*m_transport, home().toStdString() + "/printer").probe({});
        QVERIFY(!probed.ok());
        QCOMPARE(probed.error().code, Error::Code::Corrupt);
        QVERIFY(probed.error().text.find("more than 4096") != std::string::npos);
    }
}

void TestRunControl::startsWithEveryOption()
{
    StartOptions options;
    options.periodNs = 2'500'000;
    options.ops = "4:8";
    options.spoolFolder = "/some where";
    options.spoolLimitBytes = 5'000'000'000;
    options.workingFolder = "work $HOME";
    options.sysroot = "/board";
    options.environment = {{"A", "1 2"}, {"B", "it's"}};
    options.command = {"python3", "-c", "print(\"a\\n'b'\")", "--", "--period", ""};
    const auto started = m_control->start(options);
    QVERIFY2(started.ok(), started.ok() ? "" : started.error().text.c_str());
    QCOMPARE(started.value().run, std::string("run-1"));
    QCOMPARE(started.value().spool, std::string("/spool/recording.stepscope"));
    QCOMPARE(started.value().process, std::int64_t{123});

    QFile file(home() + "/arguments");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QList<QByteArray> arguments = file.readAll().split('\0');
    arguments.removeLast();
    const QList<QByteArray> expected = {"--period",
                                        "2500us",
                                        "--ops",
                                        "4:8",
                                        "--spool",
                                        "/some where",
                                        "--spool-limit",
                                        "5000000000",
                                        "--cwd",
                                        "work $HOME",
                                        "--sysroot",
                                        "/board",
                                        "--env",
                                        "A=1 2",
                                        "--env",
                                        "B=it's",
                                        "--",
                                        "python3",
                                        "-c",
                                        "print(\"a\\n'b'\")",
                                        "--",
                                        "--period",
                                        ""};
    QCOMPARE(arguments, expected);
}

void TestRunControl::startsWithDefaults()
{
    StartOptions options;
    options.command = {"true"};
    QCOMPARE(startCommand("/a b/agent", options), std::string("'/a b/agent' start -- 'true'"));
    options.refusesOthers = true;
    QCOMPARE(startCommand("a", options), std::string("'a' start --others 'refuse' -- 'true'"));
}

void TestRunControl::needsACommand()
{
    QCOMPARE(m_control->start({}).error().code, Error::Code::Usage);
    QVERIFY(!QFile::exists(home() + "/arguments"));
}

void TestRunControl::writesPeriods_data()
{
    QTest::addColumn<qint64>("nanoseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("10 ms") << qint64{10'000'000} << "'10ms'";
    QTest::newRow("1 s") << qint64{1'000'000'000} << "'1000ms'";
    QTest::newRow("1.5 ms") << qint64{1'500'000} << "'1500us'";
}

void TestRunControl::writesPeriods()
{
    QFETCH(qint64, nanoseconds);
    QFETCH(QString, text);
    StartOptions options;
    options.periodNs = nanoseconds;
    options.command = {"true"};
    QCOMPARE(QString::fromStdString(startCommand("a", options)), "'a' start --period " + text + " -- 'true'");
}

void TestRunControl::lists()
{
    writeFile(home() + "/list.json", "[]");
    QCOMPARE(m_control->list().value().size(), std::size_t{0});
    writeFile(home() + "/list.json", R"([
        {"run":"a-1","state":"running","command":["python3","t.py"],"started_realtime_ns":1700000000000000000,
         "bytes":12345678901,"exit_status":null,"spool":"/h/a"},
        {"run":"b","state":"crashed","command":[],"started_realtime_ns":0,"bytes":0,"exit_status":-9,"spool":"/h/b",
         "later":{"more":1}}])");
    const auto runs = m_control->list();
    QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().text.c_str());
    const RunInfo& first = runs.value().at(0);
    QCOMPARE(first.run, std::string("a-1"));
    QVERIFY(first.state == RunState::Running);
    QCOMPARE(first.command, (std::vector<std::string>{"python3", "t.py"}));
    QCOMPARE(first.startedRealtimeNs, std::int64_t{1'700'000'000'000'000'000});
    QCOMPARE(first.bytes, std::uint64_t{12'345'678'901});
    QVERIFY(!first.exitStatus);
    QCOMPARE(first.spool, std::string("/h/a"));
    QVERIFY(runs.value().at(1).state == RunState::Crashed);
    QCOMPARE(*runs.value().at(1).exitStatus, -9);
}

void TestRunControl::stopsAndRemoves()
{
    QVERIFY(m_control->stop("run-1").value() == RunState::Ended);
    const auto removed = m_control->remove("run-1");
    QVERIFY(!removed.ok());
    QCOMPARE(removed.error().text, std::string("local: the run is still going; stop it first"));
}

void TestRunControl::rejectsInvalidRunNames_data()
{
    QTest::addColumn<QString>("run");
    for (const char* run : {"", "-a", ".hidden", "../x", "a b", "a;b", "a\nb", "a/b"})
        QTest::newRow(run) << run;
    QTest::newRow("long") << QString(129, 'x');
}

void TestRunControl::rejectsInvalidRunNames()
{
    QFETCH(QString, run);
    QCOMPARE(m_control->stop(run.toStdString()).error().code, Error::Code::Usage);
}

void TestRunControl::rejectsInvalidAnswers_data()
{
    QTest::addColumn<QByteArray>("answer");
    const QByteArray rest = R"("command":["x"],"started_realtime_ns":1,"spool":"/s",)";
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("greeting first") << QByteArray("Welcome!\n[]");
    QTest::newRow("object") << QByteArray("{}");
    QTest::newRow("numbers") << QByteArray("[1]");
    QTest::newRow("nested") << QByteArray(100'000, '[');
    QTest::newRow("no name") << "[{" + rest + R"("state":"ended","bytes":1}])";
    QTest::newRow("path as name") << "[{" + rest + R"("run":"../x","state":"ended","bytes":1}])";
    QTest::newRow("unknown state") << "[{" + rest + R"("run":"x","state":"odd","bytes":1}])";
    QTest::newRow("negative bytes") << "[{" + rest + R"("run":"x","state":"ended","bytes":-1}])";
    QTest::newRow("huge bytes") << "[{" + rest + R"("run":"x","state":"ended","bytes":18446744073709551615}])";
    QTest::newRow("fractional bytes") << "[{" + rest + R"("run":"x","state":"ended","bytes":1.5}])";
    QTest::newRow("huge status") << "[{" + rest + R"("run":"x","state":"ended","bytes":1,"exit_status":99999999999}])";
    QTest::newRow("text status") << "[{" + rest + R"("run":"x","state":"ended","bytes":1,"exit_status":"0"}])";
    QTest::newRow("command of numbers") << QByteArray(
        R"([{"command":[1],"started_realtime_ns":1,"spool":"/s","run":"x","state":"ended","bytes":1}])");
    const auto profiles = [](const char* name, const QByteArray& list) {
        QTest::newRow(name) << QByteArray(R"([{"command":[],"started_realtime_ns":1,"spool":"/s","run":"x",)"
                                          R"("state":"ended","bytes":1,"profiles":)") +
                                   list + "}]";
    };
    profiles("profiles are no list", R"({"path":"/a"})");
    profiles("a profile without a size", R"([{"path":"/a/kernels.sqlite"}])");
    profiles("a profile with a relative path", R"([{"path":"kernels.sqlite","bytes":1}])");
    profiles("a profile that is a folder", R"([{"path":"/a/..","bytes":1}])");
    profiles("a profile with an odd name", R"([{"path":"/a/x y","bytes":1}])");
    profiles("a profile of negative size", R"([{"path":"/a/kernels.sqlite","bytes":-1}])");
    QByteArray many = "[";
    for (int i = 0; i < 65; ++i)
        many += R"({"path":"/a/kernels-1.nvvp","bytes":1},)";
    many.back() = ']';
    profiles("too many profiles", many);
    QTest::newRow("not UTF-8") << QByteArray("[{\"run\":\"\xff\xfe\"}]");
}

void TestRunControl::rejectsInvalidAnswers()
{
    QFETCH(QByteArray, answer);
    writeFile(home() + "/list.json", answer);
    const auto runs = m_control->list();
    QVERIFY(!runs.ok());
    QCOMPARE(runs.error().code, Error::Code::Corrupt);
    QVERIFY(runs.error().text.find('\n') == std::string::npos);
}

void TestRunControl::reportsAMissingAgent()
{
    RunControl control(*m_transport, (home() + "/gone").toStdString());
    const auto runs = control.list();
    QCOMPARE(runs.error().code, Error::Code::NotFound);
    QVERIFY2(runs.error().text.find("connect again") != std::string::npos, runs.error().text.c_str());
}

void TestRunControl::rejectsEveryTruncation()
{
    const std::string whole =
        R"([{"run":"a","state":"ended","command":["x"],"started_realtime_ns":1,"bytes":2,"exit_status":3,"spool":"/s"}])";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto json = nlohmann::json::parse(whole.substr(0, size), nullptr, false);
        QVERIFY(json.is_discarded() || !readRunList(json).ok());
    }
    QVERIFY(readRunList(nlohmann::json::parse(whole, nullptr, false)).ok());
}

QTEST_GUILESS_MAIN(TestRunControl)
#include "tst_runcontrol.moc"
