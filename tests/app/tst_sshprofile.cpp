// Captures of a PyTorch training over an OpenSSH server: the file equals the spool byte for byte, also after broken
// connections.

#include "analysis/trace/tracestore.h"
#include "app/capture/capture.h"
#include "tests/support/sshserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

using namespace stepscope;
using app::Capture;
using app::CaptureOptions;
using app::CaptureProgress;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read: " + path.toUtf8());
}

QString smallCnn()
{
    return QStringLiteral(STEPSCOPE_SOURCE_DIR "/resources/benchmarks/models/smallcnn.py");
}

/// A capture on a separate thread, with its progress.
class Running
{
public:
    explicit Running(CaptureOptions options)
    {
        app::CaptureObserver observer;
        observer.progress = [this](const CaptureProgress& progress) {
            m_bytes = progress.bytes;
            m_phase = progress.phase;
        };
        m_capture =
            std::make_unique<Capture>(std::move(options), std::make_shared<tests::ScriptedPrompter>(), observer);
        m_thread = std::thread([this] {
            m_outcome = std::make_unique<format::Result<app::CaptureOutcome>>(m_capture->run());
            m_done = true;
        });
    }
    ~Running()
    {
        if (m_thread.joinable()) {
            m_capture->leave();
            m_thread.join();
        }
    }
    format::Result<app::CaptureOutcome>& wait()
    {
        m_thread.join();
        return *m_outcome;
    }
    [[nodiscard]] bool streamsPast(std::uint64_t bytes) const
    {
        return m_done || (m_phase == CaptureProgress::Phase::Streaming && m_bytes > bytes);
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
    [[nodiscard]] bool done() const { return m_done; }
    Capture& capture() { return *m_capture; }

private:
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<format::Result<app::CaptureOutcome>> m_outcome;
    std::atomic<std::uint64_t> m_bytes = 0;
    std::atomic<CaptureProgress::Phase> m_phase = CaptureProgress::Phase::Connecting;
    std::atomic<bool> m_done = false;
    std::thread m_thread;
};

std::string trainingOutput(const trace::TraceView& view)
{
    std::string text;
    for (std::size_t i = 0; i < view.logSize(); ++i)
        text += view.log(i).text;
    return text;
}

/// Checks that each span of a lane lies inside its parent. Returns a description of the first error, or nothing.
QString nestingFault(const trace::TraceView& view)
{
    for (const trace::LaneView& lane : view.lanes()) {
        std::vector<trace::SpanRecord> open;
        for (std::size_t i = 0; i < lane.size(); ++i) {
            const trace::SpanRecord span = lane.span(i);
            open.resize(std::min<std::size_t>(open.size(), span.depth));
            if (open.size() != span.depth)
                return QStringLiteral("span %1 has depth %2 without a parent").arg(i).arg(span.depth);
            if (!open.empty() && (span.start < open.back().start || span.end() > open.back().end()))
                return QStringLiteral("span %1 leaves its parent").arg(i);
            open.push_back(span);
        }
    }
    return {};
}

/// The share of a step's time that outermost spans cover.
double shareOfOps(const trace::TraceView& view, const format::Step& step)
{
    std::int64_t covered = 0;
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t s = 0; s < lane.size(); ++s) {
            const trace::SpanRecord span = lane.span(s);
            if (span.depth == 0 && span.start >= step.start && span.end() <= step.end)
                covered += span.duration;
        }
    }
    return static_cast<double>(covered) / static_cast<double>(step.end - step.start);
}

/// Describes a loss other than of samples, which the agent can miss without CPU time.
QString lossFault(const trace::TraceView& view)
{
    for (const trace::Loss& loss : view.losses()) {
        if (loss.what != "samples")
            return QString::fromStdString(loss.what + ": " + loss.reason);
    }
    return {};
}

QString stepsFault(const trace::TraceView& view, std::size_t expected)
{
    if (view.stepCount() != expected)
        return QStringLiteral("%1 steps instead of %2").arg(view.stepCount()).arg(expected);
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        if (view.step(i).index != i)
            return QStringLiteral("step %1 has index %2").arg(i).arg(view.step(i).index);
    }
    return {};
}

/// Describes a pause in the samples of a core that is longer than 0.5 s.
QString pauseFault(const trace::TraceView& view)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != "cpu.utilization")
            continue;
        for (std::size_t i = 1; i < channel.size(); ++i) {
            if (channel.time(i) - channel.time(i - 1) > 500'000'000)
                return QStringLiteral("%1 pauses before sample %2")
                    .arg(QString::fromStdString(channel.info().name))
                    .arg(i);
        }
        if (channel.size() == 0)
            return QStringLiteral("no samples");
    }
    return {};
}

} // namespace

class SshProfileTest : public QObject
{
    Q_OBJECT

private:
    tests::SshServer m_server;
    QTemporaryDir m_folder;

    CaptureOptions options(const QString& name, int steps)
    {
        CaptureOptions options;
        options.target = "127.0.0.1:" + std::to_string(m_server.port());
        options.ssh = m_server.options();
        options.recording = m_folder.filePath(name).toStdString();
        options.start.command = {
            STEPSCOPE_PYTHON, smallCnn().toStdString(), "--steps", std::to_string(steps), "--threads", "1"};
        return options;
    }

    QByteArray spool(const std::string& run)
    {
        return contents(m_server.home() +
                        QStringLiteral("/.stepscope/runs/%1/recording.stepscope").arg(QString::fromStdString(run)));
    }

private slots:
    void initTestCase()
    {
        if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        if (QProcess::execute(QStringLiteral(STEPSCOPE_PYTHON), {"-c", "import torch"}) != 0)
            QSKIP("There is no PyTorch here (Debian: python3-torch).");
        QVERIFY2(m_server.start(), m_server.log());
        m_server.trust();
    }

    void theFileEqualsTheSpool()
    {
        Running running(options("whole.stepscope", 40));
        auto& outcome = running.wait();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        const QByteArray file = contents(QString::fromStdString(outcome->recording.string()));
        QVERIFY(file.size() > 1000);
        QCOMPARE(file, spool(outcome->run));

        const trace::TraceView& view = outcome->view;
        QVERIFY(view.ending());
        QCOMPARE(view.ending()->exitStatus, 0);
        const std::string output = trainingOutput(view);
        QVERIFY2(output.find("steps 40") != std::string::npos, output.c_str());
        QCOMPARE(stepsFault(view, 40), QString());
        QCOMPARE(view.step(0).samples, 32);
        QCOMPARE(pauseFault(view), QString());
    }

    void tracedStepsContainNestedOps()
    {
        Running running(options("ops.stepscope", 20));
        auto& outcome = running.wait();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        const trace::TraceView& view = outcome->view;
        QVERIFY(view.spanCount() > 100);
        QCOMPARE(nestingFault(view), QString());
        // Ops cover nearly the whole traced step. The best step counts, since others can be interrupted between two ops
        // by other processes.
        double best = 0;
        for (std::size_t i = 4; i < 9; ++i) {
            QVERIFY(view.step(i).flags & format::Step::kTraced);
            const double share = shareOfOps(view, view.step(i));
            QVERIFY(share <= 1.0);
            best = std::max(best, share);
        }
        QVERIFY2(best > 0.85, qPrintable(QStringLiteral("ops cover %1").arg(best)));
        QVERIFY(!(view.step(12).flags & format::Step::kTraced));
    }

    void losesNoDataInThreeBrokenConnections()
    {
        Running running(options("cut.stepscope", 400));
        std::uint64_t seen = 0;
        for (int cut = 0; cut < 3; ++cut) {
            QTRY_VERIFY_WITH_TIMEOUT(running.streamsPast(seen), 30'000);
            QVERIFY2(!running.done(), "the training was over before the connection was cut");
            seen = running.bytes();
            // Bytes that were under way when the last connection ended may arrive before the next one begins.
            int killed = 0;
            QTRY_VERIFY_WITH_TIMEOUT((killed += m_server.killConnections()) > 0, 30'000);
        }
        auto& outcome = running.wait();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(contents(QString::fromStdString(outcome->recording.string())), spool(outcome->run));
        QCOMPARE(stepsFault(outcome->view, 400), QString());
        QCOMPARE(pauseFault(outcome->view), QString());
        QCOMPARE(lossFault(outcome->view), QString());
    }

    void attachContinuesARunThatWasLeft()
    {
        CaptureOptions first = options("left.stepscope", 200);
        auto running = std::make_unique<Running>(first);
        QTRY_VERIFY_WITH_TIMEOUT(running->streamsPast(2000), 30'000);
        running->capture().leave();
        auto& left = running->wait();
        QVERIFY2(left.ok(), left.ok() ? "" : left.error().text.c_str());
        QVERIFY(left->left);
        const QByteArray before = contents(QString::fromStdString(left->recording.string()));

        CaptureOptions again = first;
        again.start = {};
        again.existingRun = "*";
        Running attached(again);
        auto& outcome = attached.wait();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(outcome->run, left->run);
        const QByteArray after = contents(QString::fromStdString(outcome->recording.string()));
        QVERIFY(after.size() > before.size());
        QVERIFY(after.startsWith(before.left(before.size() - 4096)));
        QCOMPARE(after, spool(outcome->run));
        QCOMPARE(stepsFault(outcome->view, 200), QString());
    }

    void aStoppedTrainingHasACompleteRecording()
    {
        Running running(options("stopped.stepscope", 100'000));
        QTRY_VERIFY_WITH_TIMEOUT(running.streamsPast(2000), 30'000);
        running.capture().stopTraining();
        auto& outcome = running.wait();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QVERIFY(outcome->view.ending());
        QCOMPARE(outcome->view.ending()->state, std::string("stopped"));
        QCOMPARE(contents(QString::fromStdString(outcome->recording.string())), spool(outcome->run));
    }
};

QTEST_GUILESS_MAIN(SshProfileTest)
#include "tst_sshprofile.moc"
