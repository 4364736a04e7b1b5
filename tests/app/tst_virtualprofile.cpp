// A capture on a virtual board: the program, the link, the real agent and the recording, compared with the ground
// truth.

#include "analysis/trace/tracestore.h"
#include "remote/simulator/board/mountedtree.h"
#include "tests/support/boardtree.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <cmath>
#include <csignal>
#include <optional>
#include <set>

using namespace stepscope;

namespace {

struct Outcome
{
    int status = -1;
    QByteArray out;
    QByteArray err;
};

struct TrueStep
{
    std::int64_t begin = 0;
    std::int64_t end = 0;
    double joules = 0; ///< of VDD_IN
    double gpuBusyNs = 0;
};

/// The energy of a rail between two times in the recording: the trapezoidal sum of its samples, J. Nothing if samples
/// are missing: after a pause of this machine, the agent treats a sensor as slow and reads it less often for a while.
std::optional<double> energyOf(const trace::ChannelView& rail, std::int64_t begin, std::int64_t end)
{
    constexpr std::int64_t kLongestGap = 25'000'000;
    double sum = 0;
    for (std::size_t i = 1; i < rail.size(); ++i) {
        const std::int64_t from = std::max(rail.time(i - 1), begin);
        const std::int64_t to = std::min(rail.time(i), end);
        if (from >= to)
            continue;
        if (rail.time(i) - rail.time(i - 1) > kLongestGap)
            return std::nullopt;
        sum += (rail.value(i) + rail.value(i - 1)) / 2 * static_cast<double>(to - from) * 1e-9;
    }
    return std::isnan(sum) ? std::nullopt : std::optional(sum);
}

const trace::ChannelView* channelOf(const trace::TraceView& view, const std::string& quantity, const std::string& name)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity == quantity && (name.empty() || channel.info().name == name))
            return &channel;
    }
    return nullptr;
}

} // namespace

class VirtualProfileTest : public QObject
{
    Q_OBJECT

private:
    /// A short path, since the path of the hook's socket in it is limited to 107 characters.
    std::unique_ptr<testing::TemporaryFolder> m_home;

    [[nodiscard]] QString path(const QString& name) const
    {
        return QDir(QString::fromStdString(m_home->path())).filePath(name);
    }

    void prepare(QProcess& process, const QStringList& arguments) const
    {
        QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
        variables.insert("HOME", path({}));
        process.setProcessEnvironment(variables);
        process.setWorkingDirectory(path({}));
        process.setProgram(STEPSCOPE_APP_FILE);
        process.setArguments(arguments);
    }

    [[nodiscard]] Outcome stepscope(const QStringList& arguments) const
    {
        QProcess process;
        prepare(process, arguments);
        process.start();
        process.closeWriteChannel();
        if (!process.waitForFinished(120'000))
            return {-2, {}, "the program did not end"};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -3, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    [[nodiscard]] trace::TraceView recording(const QString& name) const
    {
        const auto view = trace::loadRecording(path(name).toStdString());
        return view.ok() ? *view : trace::TraceView();
    }

    /// The steps of the only training; the first line of its file lists the rails.
    [[nodiscard]] std::vector<TrueStep> truth() const
    {
        std::vector<TrueStep> steps;
        const QDir folder(path(".stepscope/virtual/tx2-l4t32/truth"));
        for (const QString& name : folder.entryList({"*.jsonl"})) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::ReadOnly))
                return {};
            file.readLine();
            while (!file.atEnd()) {
                const QJsonObject step = QJsonDocument::fromJson(file.readLine()).object();
                steps.push_back({step["start_ns"].toInteger(), step["end_ns"].toInteger(),
                                 step["joules"].toArray().at(0).toDouble(), step["gpu_busy_ns"].toDouble()});
            }
        }
        return steps;
    }

private slots:
    void initTestCase()
    {
        if (const std::string reason = simulator::MountedTree::unavailableReason(); !reason.empty())
            QSKIP(reason.c_str());
    }
    void init() { m_home = std::make_unique<testing::TemporaryFolder>(); }
    void cleanup()
    {
        // An unused board ends after two seconds.
        const QString tree = path(".stepscope/virtual/tx2-l4t32/tree/proc");
        QTRY_VERIFY_WITH_TIMEOUT(!QFileInfo::exists(tree), 20'000);
        m_home.reset();
    }

    void doctorDescribesTheBoardAsVirtual()
    {
        const Outcome outcome = stepscope({"doctor", "virtual-tx2"});
        QVERIFY2(outcome.status == 0, outcome.err);
        for (const char* expected : {"VIRTUAL", "Jetson TX2", "32.7.1", "4 x A57 + 2 x Denver2"})
            QVERIFY2(outcome.out.contains(expected), outcome.out);
        const Outcome json = stepscope({"doctor", "virtual-tx2", "--json"});
        QVERIFY(QJsonDocument::fromJson(json.out).object()["virtual"].toBool());
    }

    void reportsErrorsInOneLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        QTest::newRow("board") << QStringList{"doctor", "virtual-tx2:tx3"} << "nano";
        QTest::newRow("detail") << QStringList{"doctor", "virtual-tx2:windows=3ms"} << "window=MS";
        QTest::newRow("value") << QStringList{"doctor", "virtual-tx2:window=soon"} << "milliseconds";
        QTest::newRow("model") << QStringList{"profile", "virtual-tx2", "--model", "mobilenet"} << "densenet40";
        QTest::newRow("model here") << QStringList{"profile", "local", "--model", "mobilenet"} << "smallcnn";
    }
    void reportsErrorsInOneLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const Outcome outcome = stepscope(arguments);
        QVERIFY(outcome.status != 0);
        QVERIFY2(outcome.err.trimmed().count('\n') == 0, outcome.err);
        QVERIFY2(QString::fromUtf8(outcome.err).contains(word), outcome.err);
        QVERIFY(QDir(path({})).entryList({"*.stepscope"}, QDir::Files).isEmpty());
    }

    /// After a self-test, recordings contain its result, and profile does not mention it.
    void aSelfTestIsOfferedOnce()
    {
        const Outcome tested = stepscope({"doctor", "virtual-tx2", "--self-test"});
        QVERIFY2(tested.status == 0, tested.err);
        const Outcome outcome = stepscope(
            {"profile", "virtual-tx2", "--model", "alexnet", "--batch", "8", "--steps", "10", "-o", "x.stepscope"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const trace::TraceView view = recording("x.stepscope");
        QVERIFY2(!outcome.err.contains("--self-test"), outcome.err);
        QVERIFY(channelOf(view, "rail.power", "VDD_IN")->info().windowNs.has_value());
    }

    /// Else its load would go on, and the board would count as in use.
    void ctrlCEndsASelfTest()
    {
        QProcess test;
        prepare(test, {"doctor", "virtual-tx2", "--self-test"});
        test.start();
        QTRY_VERIFY_WITH_TIMEOUT(stepscope({"runs", "virtual-tx2"}).out.contains("running"), 30'000);
        ::kill(static_cast<pid_t>(test.processId()), SIGINT);
        QVERIFY(test.waitForFinished(20'000));
        QCOMPARE(test.exitCode(), 130);
        QCOMPARE(stepscope({"runs", "virtual-tx2"}).out.count("running"), 0);
        QVERIFY(stepscope({"runs", "virtual-tx2"}).out.contains("no run"));
    }

    void theRecordingAgreesWithTheTruth()
    {
        const Outcome outcome = stepscope(
            {"profile", "virtual-tx2", "--model", "squeezenet", "--batch", "16", "--steps", "40", "-o", "x.stepscope"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QByteArray hint = "stepscope doctor virtual-tx2 --self-test"; // in one line, the last one
        QVERIFY2(outcome.err.trimmed().split('\n').last().contains(hint), outcome.err);
        const trace::TraceView view = recording("x.stepscope");
        QVERIFY(view.hasHeader());
        const trace::RunHeader& header = view.header();
        QVERIFY(header.isVirtual);
        QCOMPARE(header.device.board, std::string("Jetson TX2"));
        QCOMPARE(header.device.cores.size(), std::size_t{6});
        for (const trace::Core& core : header.device.cores)
            QCOMPARE(core.cluster, std::string(core.core == 1 || core.core == 2 ? "Denver2" : "A57"));
        for (int core = 0; core < 6; ++core)
            QVERIFY(channelOf(view, "cpu.utilization", "cpu" + std::to_string(core)) != nullptr);
        for (const char* rail : {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_CPU", "VDD_SYS_SOC", "VDD_SYS_DDR"})
            QVERIFY2(channelOf(view, "rail.power", rail) != nullptr, rail);
        QVERIFY(channelOf(view, "gpu.utilization", {}) != nullptr);
        QVERIFY(channelOf(view, "memory.used", {}) != nullptr);
        QCOMPARE(view.stepCount(), std::size_t{40});
        QVERIFY(view.spanCount() > 5 * 200);
        std::set<format::Lane::Kind> kinds;
        for (const trace::LaneView& lane : view.lanes())
            kinds.insert(lane.info().kind);
        QVERIFY(kinds.contains(format::Lane::Kind::Thread));
        QVERIFY(kinds.contains(format::Lane::Kind::GpuStream));

        const auto steps = truth();
        QCOMPARE(steps.size(), std::size_t{40});
        const trace::ChannelView& input = *channelOf(view, "rail.power", "VDD_IN");
        double joules = 0;
        double measured = 0;
        int compared = 0;
        for (std::size_t i = 3; i < steps.size(); ++i) {
            if (const auto energy = energyOf(input, steps[i].begin, steps[i].end)) {
                measured += *energy;
                joules += steps[i].joules;
                ++compared;
            }
        }
        QVERIFY2(compared >= 8, qPrintable(QString("only %1 steps were sampled throughout").arg(compared)));
        // The sensor averages over 0.3 ms of a varying power, which changes the energy of a step by 3 %. The limit is
        // four standard errors of the mean: 2 % for all steps.
        QVERIFY2(std::abs(measured / joules - 1) < 0.12 / std::sqrt(compared),
                 qPrintable(QString("%1 J, in truth %2 J").arg(measured).arg(joules)));

        const Outcome report = stepscope({"report", "x.stepscope"});
        QVERIFY2(report.out.contains("SIMULATED"), report.out);
        const Outcome csv = stepscope({"export", "x.stepscope", "--csv", "tables"});
        QVERIFY2(csv.status == 0, csv.err);
        QFile channels(path("tables/channels.csv"));
        QVERIFY(channels.open(QIODevice::ReadOnly));
        QVERIFY(channels.readLine().trimmed().endsWith(",virtual"));
        QVERIFY(channels.readLine().trimmed().endsWith(",1"));
    }

    /// As in the study, every model runs out of a TX2's memory with batch 128.
    void aTrainingRunsOutOfMemory()
    {
        const Outcome outcome =
            stepscope({"profile", "virtual-tx2", "--model", "alexnet", "--batch", "128", "-o", "x.stepscope"});
        QVERIFY(outcome.status != 0);
        const trace::TraceView view = recording("x.stepscope");
        QCOMPARE(view.stepCount(), std::size_t{0});
        QVERIFY(view.ending().has_value() && view.ending()->exitStatus == 1);
        QVERIFY(view.logSize() > 0 &&
                view.log(view.logSize() - 1).text.find("ResourceExhaustedError: OOM") != std::string::npos);
    }

    void aRunContinuesWithoutTheProgram()
    {
        QProcess profile;
        prepare(profile,
                {"profile", "virtual-tx2", "--model", "dcgan", "--batch", "16", "--steps", "60", "-o", "a.stepscope"});
        profile.start();
        QVERIFY(profile.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(recording("a.stepscope").stepCount() > 5, 30'000);
        profile.kill();
        QVERIFY(profile.waitForFinished());

        const Outcome runs = stepscope({"runs", "virtual-tx2"});
        QVERIFY2(runs.out.contains("running"), runs.out);
        const Outcome attach = stepscope({"attach", "virtual-tx2", "-o", "a.stepscope"});
        QVERIFY2(attach.status == 0, attach.err);
        const trace::TraceView view = recording("a.stepscope");
        QCOMPARE(view.stepCount(), std::size_t{60});
        QVERIFY(view.ending().has_value());
        QCOMPARE(view.ending()->exitStatus, 0);
    }
};

QTEST_GUILESS_MAIN(VirtualProfileTest)
#include "tst_virtualprofile.moc"
