// Power settings of runs: applied, recorded, and restored after every end, on a described board.

#include "remote/agent/power/powerchange.h"
#include "tests/support/agentcommand.h"
#include "tests/support/decodedrecording.h"
#include "tests/support/powertree.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace stepscope;
using testing::Answer;
using testing::ask;
using testing::askAgent;
using testing::isAlive;

namespace {

constexpr const char* kGpu = "/sys/class/devfreq/17000000.gp10b";
constexpr const char* kPolicy = "/sys/devices/system/cpu/cpufreq/policy0";

} // namespace

class TestPower : public QObject
{
    Q_OBJECT

    std::unique_ptr<testing::BoardTree> m_tree;
    std::unique_ptr<testing::TemporaryFolder> m_home;

    [[nodiscard]] QString root() const { return QString::fromStdString(m_tree->root()); }
    [[nodiscard]] QString home() const { return QString::fromStdString(m_home->path()); }
    [[nodiscard]] bool hasRecord() const { return QFileInfo::exists(home() + "/.stepscope/power/before"); }
    [[nodiscard]] std::string mode() const { return m_tree->read("/var/lib/nvpmodel/status").substr(0, 10); }
    [[nodiscard]] std::string gpuLimits() const
    {
        return m_tree->read(kGpu + std::string("/min_freq")) + m_tree->read(kGpu + std::string("/max_freq"));
    }
    [[nodiscard]] std::string cpuLimits() const
    {
        return m_tree->read(kPolicy + std::string("/scaling_min_freq")) +
               m_tree->read(kPolicy + std::string("/scaling_max_freq"));
    }
    [[nodiscard]] bool isAsBefore() const
    {
        return mode() == "pmode:0003" && gpuLimits() == "114750000\n1134750000\n" && cpuLimits() == "345600\n2035200\n";
    }
    [[nodiscard]] QStringList startWords(const QString& setting, const QStringList& command,
                                         const QStringList& options = {}) const
    {
        return QStringList{"start", "--sysroot", root(), "--power", setting} + options + QStringList{"--"} + command;
    }
    [[nodiscard]] Answer start(const QString& setting, const QStringList& command) const
    {
        return askAgent(startWords(setting, command));
    }
    [[nodiscard]] Answer check(const QString& setting) const
    {
        return askAgent({"power", "--sysroot", root(), "--power", setting});
    }
    static testing::DecodedRecording wholeRecording(const Answer& started)
    {
        return testing::decodeBytes(askAgent({"attach", started.object()["run"].toString()}).output.toStdString());
    }
    static QJsonObject deviceOf(const testing::DecodedRecording& recording)
    {
        return QJsonDocument::fromJson(QByteArray::fromStdString(recording.header)).object()["device"].toObject();
    }
    static int parentOf(int process)
    {
        QFile status(QString("/proc/%1/stat").arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray line = status.readAll();
        return line.mid(line.lastIndexOf(')') + 2).split(' ').value(1).toInt();
    }

private slots:
    void init()
    {
        m_tree = std::make_unique<testing::BoardTree>();
        m_home = std::make_unique<testing::TemporaryFolder>();
        testing::makePowerTx2(*m_tree);
        qputenv("HOME", QByteArray::fromStdString(m_home->path()));
    }

    void isAppliedRecordedAndRestored()
    {
        const QString status = root() + "/var/lib/nvpmodel/status";
        const Answer started = start("MAXQ+locked", {"sh", "-c", "cat " + status});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        const auto recording = wholeRecording(started);
        QCOMPARE(recording.logText(format::LogChunk::Stream::Output), "pmode:0001 fmode:fanNull\n");
        QCOMPARE(deviceOf(recording)["power_mode"].toString(), "MAXQ");
        QCOMPARE(deviceOf(recording)["clocks_locked"].toBool(), true);
        // The restored mode is no change within the recording.
        QCOMPARE(recording.eventsWith("power mode is now"), 0U);
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void theNumberOfAModeAndLimitsOfClocks()
    {
        const Answer started = start("0+gpu=829+cpu=1420.8", {"sleep", "0.2"});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        QCOMPARE(mode(), std::string("pmode:0000"));
        QCOMPARE(gpuLimits(), std::string("114750000\n828750000\n"));
        QCOMPARE(cpuLimits(), std::string("345600\n1420800\n"));
        QCOMPARE(deviceOf(wholeRecording(started))["power_mode"].toString(), "MAXN");
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void aLimitDoesNotExceedThatOfTheMode()
    {
        const Answer started = start("MAXQ+gpu=1300", {"sleep", "0.2"});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        QCOMPARE(gpuLimits(), std::string("114750000\n828750000\n"));
        wholeRecording(started);
        QVERIFY(isAsBefore());
    }

    void currentNeedsNoPermission()
    {
        m_tree->remove("/usr/sbin/nvpmodel");
        QCOMPARE(check("current").status, 0);
        const Answer started = start("current", {"true"});
        QCOMPARE(deviceOf(wholeRecording(started))["power_mode"].toString(), "MAXP_CORE_ARM");
        QVERIFY(isAsBefore());
    }

    void isRestoredHoweverTheTrainingEnds_data()
    {
        QTest::addColumn<QString>("script");
        QTest::newRow("error") << "exit 3";
        QTest::newRow("signal") << "kill -SEGV $$";
        QTest::newRow("out of memory killer") << "kill -KILL $$";
    }
    void isRestoredHoweverTheTrainingEnds()
    {
        QFETCH(QString, script);
        const Answer started = start("MAXN+locked", {"sh", "-c", script});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        wholeRecording(started);
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void isRestoredIfTheTrainingDoesNotStartOrIsStopped()
    {
        m_tree->write("/program", "#!/no/such/interpreter\n");
        chmod((m_tree->root() + "/program").c_str(), 0755);
        QCOMPARE(start("MAXQ", {root() + "/program"}).status, 1);
        QVERIFY(isAsBefore() && !hasRecord());
        const Answer started = start("MAXQ", {"sleep", "600"});
        QCOMPARE(mode(), std::string("pmode:0001"));
        QCOMPARE(askAgent({"stop", started.object()["run"].toString()}).status, 0);
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void theNextAgentRestoresAfterAKilledOne_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("list") << QStringList{"list"};
        QTest::newRow("probe") << QStringList{"probe", "--sysroot", "ROOT"};
        QTest::newRow("start") << QStringList{"start", "--sysroot", "ROOT", "--", "true"};
        QTest::newRow("start with a setting")
            << QStringList{"start", "--sysroot", "ROOT", "--power", "MAXN", "--", "true"};
    }
    void theNextAgentRestoresAfterAKilledOne()
    {
        QFETCH(QStringList, words);
        const Answer started = start("MAXQ+locked", {"sleep", "600"});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        const int training = started.object()["pid"].toInt();
        const int supervisor = parentOf(training);
        // An agent does not restore what a run in progress has set.
        QCOMPARE(askAgent({"list"}).status, 0);
        QCOMPARE(mode(), std::string("pmode:0001"));
        kill(supervisor, SIGKILL);
        QTRY_VERIFY(!isAlive(supervisor));
        QVERIFY(mode() == "pmode:0001" && hasRecord());
        const Answer next = askAgent(words.replaceInStrings("ROOT", root()));
        QVERIFY2(next.status == 0, qPrintable(next.error));
        if (words.first() == "start")
            wholeRecording(next);
        QVERIFY(isAsBefore() && !hasRecord());
        kill(training, SIGKILL);
    }

    void aSecondRunIsRefused()
    {
        const Answer first = start("MAXQ", {"sleep", "600"});
        const QString run = first.object()["run"].toString();
        const Answer checked = check("MAXN");
        QCOMPARE(checked.status, 1);
        QVERIFY2(checked.error.contains(run) && checked.error.count('\n') == 1, qPrintable(checked.error));
        const Answer second = start("MAXN", {"true"});
        QCOMPARE(second.status, 1);
        QVERIFY2(second.error.contains("another run") && second.error.contains(run), qPrintable(second.error));
        // A run without a setting is none of its business.
        const Answer third = askAgent({"start", "--sysroot", root(), "--", "true"});
        QCOMPARE(deviceOf(wholeRecording(third))["power_mode"].toString(), "MAXQ");
        QCOMPARE(mode(), std::string("pmode:0001"));
        askAgent({"stop", run});
        QVERIFY(isAsBefore());
    }

    void wrongSettingsAreRefused_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QStringList>("says");
        QTest::newRow("mistyped") << "MAXP_CORE_ARMY" << QStringList{"did you mean MAXP_CORE_ARM?", "0 MAXN, 1 MAXQ"};
        QTest::newRow("cut") << "maxp" << QStringList{"did you mean MAXP_CORE_ARM?"};
        QTest::newRow("unlike any") << "turbo" << QStringList{"'turbo' is not a power mode", "it has 0 MAXN"};
        QTest::newRow("no such number") << "7" << QStringList{"'7' is not a power mode"};
        QTest::newRow("between two") << "gpu=900" << QStringList{"nearest are 828.75 and 1134.75 MHz"};
        QTest::newRow("too low") << "cpu=100" << QStringList{"the lowest is 345.6 MHz"};
        QTest::newRow("too high") << "MAXQ+gpu=2000" << QStringList{"the highest is 1300.5 MHz"};
    }
    void wrongSettingsAreRefused()
    {
        QFETCH(QString, setting);
        QFETCH(QStringList, says);
        for (const Answer& answer : {check(setting), start(setting, {"true"})}) {
            QCOMPARE(answer.status, 1);
            for (const QString& part : says)
                QVERIFY2(answer.error.contains(part), qPrintable(answer.error));
            QCOMPARE(answer.error.count('\n'), 1);
            QVERIFY(answer.error.startsWith("stepscope-agent: power setting " + setting + ": "));
        }
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void malformedSettingsAreWrongUsage()
    {
        for (const char* setting : {"", "+", "MAXQ+", "MAXQ+MAXN", "gpu=", "gpu=fast", "cpu=-1", "gpu=nan", "gpu=1e9",
                                    "a b", "$(id)", "MAXQ;id", "../x", "fan=1"})
            QVERIFY2(check(setting).status == 2, setting);
        QCOMPARE(askAgent({"start", "--power", "MAXQ", "--power", "MAXN", "--", "true"}).status, 2);
    }

    void aDeviceWithoutModesOrToolsIsExplained()
    {
        m_tree->remove("/usr/sbin/nvpmodel");
        QVERIFY(check("MAXQ").error.contains("nvpmodel was not found"));
        m_tree->remove("/etc/nvpmodel.conf");
        QVERIFY(check("MAXQ").error.contains("no power modes"));
        m_tree->remove(kGpu);
        m_tree->remove("/sys/devices/system/cpu/cpufreq");
        QVERIFY(check("locked").error.contains("no frequency limits"));
        QVERIFY(check("gpu=828.75").error.contains("no frequency limits"));
    }

    void aToolThatFailsChangesNothing_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("says");
        QTest::newRow("error") << "/broken"
                               << "failed to set power mode";
        QTest::newRow("restart needed") << "/restart"
                                        << "restart of the device";
    }
    void aToolThatFailsChangesNothing()
    {
        QFETCH(QString, file);
        QFETCH(QString, says);
        m_tree->write(file.toStdString(), "");
        const Answer answer = start("MAXQ+locked", {"true"});
        QCOMPARE(answer.status, 1);
        QVERIFY2(answer.error.contains(says) && answer.error.count('\n') == 1, qPrintable(answer.error));
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void whatCannotBeRestoredIsReportedAndTriedAgain()
    {
        const Answer started = start("MAXQ", {"sleep", "0.5"});
        m_tree->write("/broken", "");
        wholeRecording(started);
        QVERIFY(mode() == "pmode:0001" && hasRecord());
        const Answer refused = start("MAXN", {"true"});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.error.contains("cannot be restored"), qPrintable(refused.error));
        QVERIFY(askAgent({"list"}).error.contains("warning"));
        m_tree->remove("/broken");
        QVERIFY(askAgent({"list"}).error.isEmpty());
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void jetsonClocksIsUsedWhereItExists()
    {
        testing::writeProgram(*m_tree, "/usr/bin/jetson_clocks", testing::kJetsonClocks);
        const Answer started = start("MAXQ+locked", {"sleep", "0.3"});
        QVERIFY2(started.status == 0, qPrintable(started.error));
        QCOMPARE(gpuLimits(), std::string("828750000\n828750000\n"));
        wholeRecording(started);
        QVERIFY(isAsBefore() && !hasRecord());
        const std::string log = m_tree->read("/jetson_clocks.log");
        QVERIFY2(log.starts_with("--store ") && log.find("\n\n--restore ") != std::string::npos, log.c_str());
    }

    void sudoWithoutAPassword()
    {
        if (geteuid() == 0 && ask({"setpriv", "--version"}).status != 0)
            QSKIP("setpriv is missing, which runs the agent as another user");
        testing::writeProgram(*m_tree, "/usr/bin/jetson_clocks", testing::kJetsonClocks);
        testing::writeProgram(*m_tree, "/usr/bin/sudo", testing::kSudo);
        QCOMPARE(ask({"sh", "-c",
                      "chmod a-w '" + root() + "/var/lib/nvpmodel/status' $(find '" + root() + "/sys' -name '*_freq')"})
                     .status,
                 0);
        QStringList asUser;
        if (geteuid() == 0) {
            asUser = QStringList{"setpriv", "--reuid=65534", "--clear-groups"};
            QCOMPARE(ask({"chown", "-R", "65534", root(), home()}).status, 0);
        }
        asUser << STEPSCOPE_AGENT_FILE;
        m_tree->write("/password", "");
        const QStringList checking{"power", "--sysroot", root(), "--power"};
        const Answer mode = ask(asUser + checking + QStringList{"MAXQ"});
        QVERIFY2(mode.status == 1 && mode.error.contains("Permission denied") &&
                     mode.error.contains("NOPASSWD: " + root() + "/usr/sbin/nvpmodel"),
                 qPrintable(mode.error));
        QVERIFY(ask(asUser + checking + QStringList{"locked"}).error.contains("/usr/bin/jetson_clocks"));
        QVERIFY(ask(asUser + checking + QStringList{"gpu=828.75"}).error.contains("may not write"));
        m_tree->remove("/password");
        QCOMPARE(ask(asUser + checking + QStringList{"MAXQ+locked"}).status, 0);
        // The other user may not enter the folder of the build.
        const Answer started = ask(asUser + startWords("MAXQ+locked", {"sleep", "0.3"}, QStringList{"--cwd", home()}));
        QVERIFY2(started.status == 0, qPrintable(started.error));
        QCOMPARE(gpuLimits(), std::string("828750000\n828750000\n"));
        ask(asUser + QStringList{"attach", started.object()["run"].toString()});
        QVERIFY(isAsBefore() && !hasRecord());
    }

    void aDamagedRecordIsNotUsed()
    {
        const agent::PowerRecord record{
            .run = "20200101-000000-0000",
            .setting = "MAXQ",
            .sysroot = m_tree->root(),
            .mode = 3,
            .clocksFile = "/x",
            .limits = {{m_tree->root() + "/sys/a/min_freq", m_tree->root() + "/sys/a/max_freq", 1, 2}}};
        const std::string text = agent::powerRecordText(record);
        const auto parsed = agent::parsePowerRecord(text);
        QVERIFY(parsed && parsed->mode == 3 && parsed->limits.size() == 1 && parsed->limits.front().most == 2);
        QCOMPARE(agent::powerRecordText(*parsed), text);
        for (std::size_t size = 0; size + 1 < text.size(); ++size)
            QVERIFY2(!agent::parsePowerRecord(text.substr(0, size)), text.substr(0, size).c_str());
        const std::string first = "stepscope power 1\n";
        for (const char* line :
             {"limits 1 2 /etc/min_freq|/etc/max_freq", "limits 1 2 /sys/../etc/x_freq|/sys/y_freq",
              "limits 1 2 /sys/uevent|/sys/uevent", "limits 1 /sys/x_freq|/sys/y_freq", "mode x", "what 1"})
            QVERIFY2(!agent::parsePowerRecord(first + line + "\nend\n"), line);
        QVERIFY(agent::parsePowerRecord(first + "limits 1 2 /sys/x_freq|/sys/y_freq\nend\n"));

        QCOMPARE(askAgent({"list"}).status, 0);
        QCOMPARE(ask({"mkdir", "-p", home() + "/.stepscope/power"}).status, 0);
        QFile file(home() + "/.stepscope/power/before");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("stepscope power 1\nmode 1\n") > 0);
        file.close();
        QVERIFY(askAgent({"list"}).error.contains("is damaged"));
        QVERIFY(start("MAXQ", {"true"}).error.contains("is damaged"));
        QVERIFY(isAsBefore());
    }

    void listsWhatCanBeSet()
    {
        const QJsonObject power = askAgent({"power", "--sysroot", root()}).object();
        QCOMPARE(power["mode"].toString(), "MAXP_CORE_ARM");
        QCOMPARE(power["clocks_locked"].toBool(true), false);
        QCOMPARE(power["modes"].toArray(), (QJsonArray{"MAXN", "MAXQ", "MAXP_CORE_ARM"}));
        const QJsonObject gpu = power["clocks"].toArray().last().toObject();
        QCOMPARE(gpu["clock"].toString(), "gpu");
        QCOMPARE(gpu["megahertz"].toArray().at(1).toDouble(), 828.75);
    }
};

QTEST_GUILESS_MAIN(TestPower)
#include "tst_power.moc"
