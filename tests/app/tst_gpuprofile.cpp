// Trainings under a GPU profiler: its database is fetched, also over cut connections, and merged into the recording at
// the right times. The profilers are stand-ins (tests/support/profilers); no real nvprof has run here.

#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "app/capture/capture.h"
#include "tests/support/linkproxy.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

using namespace stepscope;
using app::Capture;
using app::CaptureOptions;

namespace {

/// Marks 30 steps of 20 ms and prints whether the hook may trace CUDA.
constexpr const char* kTraining = "import os, time, stepscope\n"
                                  "print('cuda', os.environ.get('STEPSCOPE_CUDA'), flush=True)\n"
                                  "for i in range(30):\n"
                                  "    time.sleep(0.02)\n"
                                  "    stepscope.step(samples=4)\n";

const trace::LaneView* streamOf(const trace::TraceView& view)
{
    const auto stream = std::find_if(view.lanes().begin(), view.lanes().end(), [](const trace::LaneView& lane) {
        return lane.info().kind == format::Lane::Kind::GpuStream;
    });
    return stream == view.lanes().end() ? nullptr : &*stream;
}

std::string logOf(const trace::TraceView& view)
{
    std::string text;
    for (std::size_t i = 0; i < view.logSize(); ++i)
        text += view.log(i).text;
    return text;
}

} // namespace

class GpuProfileTest : public QObject
{
    Q_OBJECT

private:
    tests::SshServer m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    bool m_hasServer = false;

    /// A program of this name that runs the stand-in.
    void install(const QString& name)
    {
        const QString path = m_folder->filePath(QStringLiteral("bin/") + name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write("#!/bin/sh\nexec " STEPSCOPE_PYTHON " -I -S " STEPSCOPE_SOURCE_DIR "/tests/support/profilers/" +
                       name.toUtf8() + ".py \"$@\"\n") < 0)
            qFatal("the stand-in cannot be written");
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    [[nodiscard]] CaptureOptions local(const std::string& profiler) const
    {
        CaptureOptions options;
        options.target = "local";
        options.recording = m_folder->filePath("run.stepscope").toStdString();
        options.start.profiler = profiler;
        options.start.command = {STEPSCOPE_PYTHON, "-c", kTraining};
        options.start.environment = {{"PATH", m_folder->filePath("bin").toStdString() + ":/usr/bin:/bin"}};
        return options;
    }
    [[nodiscard]] CaptureOptions remote(const std::string& profiler, std::uint16_t port) const
    {
        CaptureOptions options = local(profiler);
        options.target = "127.0.0.1:" + std::to_string(port);
        options.ssh = m_server.options();
        return options;
    }
    static format::Result<app::CaptureOutcome> run(const CaptureOptions& options)
    {
        auto prompter = std::make_shared<tests::ScriptedPrompter>();
        prompter->acceptsHostKey = true;
        Capture capture(options, prompter, {});
        return capture.run();
    }
    [[nodiscard]] QStringList contents() const
    {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }
    /// ns by which the first kernel is late in the recording.
    static std::int64_t lateness(const trace::TraceView& view, const QString& home, const std::string& name)
    {
        QFile file(home + "/.stepscope/runs/" + QString::fromStdString(name) + "/truth.json");
        if (!file.open(QIODevice::ReadOnly) || !streamOf(view))
            qFatal("there is no kernel or no truth");
        const QJsonObject truth = QJsonDocument::fromJson(file.readAll()).object();
        return streamOf(view)->span(0).start - static_cast<std::int64_t>(truth["monotonic"].toDouble());
    }
    /// Checks a merged recording.
    static QString fault(const app::CaptureOutcome& outcome, std::size_t kernels)
    {
        const auto view = trace::loadRecording(outcome.recording);
        const auto verdict = analysis::verifyRecording(outcome.recording);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            return "the recording is damaged";
        if (view->stepCount() != 30 || view->step(3).samples != 4)
            return QString("%1 steps").arg(view->stepCount());
        if (!streamOf(*view) || streamOf(*view)->size() != kernels)
            return QString("%1 kernels").arg(streamOf(*view) ? streamOf(*view)->size() : 0);
        if (view->opName(streamOf(*view)->span(0).op) != "gemm(float*, int)")
            return "another op";
        if (!view->ending() || view->ending()->exitStatus != 0)
            return "no end";
        if (logOf(*view).find("cuda off") == std::string::npos)
            return "the hook traces CUDA: " + QString::fromStdString(logOf(*view));
        return {};
    }

private slots:
    void initTestCase()
    {
        m_hasServer = tests::SshServer::missing().isEmpty();
        if (m_hasServer) {
            QVERIFY2(m_server.start(), m_server.log());
            m_server.trust();
        }
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkdir("bin"));
    }

    void mergesTheKernelsOfALocalRun()
    {
        install("nvprof");
        const auto outcome = run(local("nvprof"));
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(fault(*outcome, 100), QString());
        QVERIFY(outcome->view.spanCount() >= 101);
        QCOMPARE(outcome->notes.size(), std::size_t{1});
        QVERIFY2(outcome->notes[0].find("The recording contains the kernels") == 0, outcome->notes[0].c_str());
        const std::int64_t late = lateness(outcome->view, QDir::homePath(), outcome->run);
        QVERIFY2(std::abs(late) < 2'000'000, qPrintable(QString::number(late)));
        QCOMPARE(outcome->view.header().command.front(), std::string(STEPSCOPE_PYTHON)); // as the user wrote it
        QCOMPARE(contents(), QStringList("run.stepscope"));
    }

    void continuesTheDownloadWhereItWasCut()
    {
        if (!m_hasServer)
            QSKIP(qPrintable(tests::SshServer::missing()));
        install("nvprof");
        tests::LinkProxy proxy(m_server.port());
        CaptureOptions options = remote("nvprof", proxy.port());
        options.ssh.knownHostsFile = m_folder->filePath("bin/known").toStdString();
        options.start.environment.emplace_back("STANDIN_KERNELS", "120000");
        std::atomic<bool> isFetching = false;
        std::uint64_t before = 0;
        app::CaptureObserver observer;
        observer.progress = [&](const app::CaptureProgress& progress) {
            if (progress.text.find("Fetching kernels-") == 0 && !isFetching.exchange(true)) {
                before = proxy.forwarded();
                proxy.cutEvery(1'500'000);
            }
        };
        auto prompter = std::make_shared<tests::ScriptedPrompter>();
        prompter->acceptsHostKey = true;
        Capture capture(options, prompter, observer);
        const auto outcome = capture.run();
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QVERIFY(isFetching);
        QVERIFY2(fault(*outcome, 120'000).isEmpty(), qPrintable(fault(*outcome, 120'000)));
        QVERIFY2(proxy.connections() > 3, qPrintable(QString::number(proxy.connections())));
        const std::int64_t late = lateness(outcome->view, m_server.home(), outcome->run);
        QVERIFY2(std::abs(late) < 2'000'000, qPrintable(QString::number(late)));
        // Restarting at the beginning after each cut would never end; what is sent twice is at most what was under way.
        const std::uint64_t sent = proxy.forwarded() - before;
        QVERIFY2(sent < 20'000'000, qPrintable(QString::number(sent)));
        QCOMPARE(contents(), QStringList("run.stepscope"));
    }

    void attachMergesARunThatEndedMeanwhile()
    {
        if (!m_hasServer)
            QSKIP(qPrintable(tests::SshServer::missing()));
        install("nvprof");
        CaptureOptions options = remote("nvprof", m_server.port());
        std::atomic<bool> hasStarted = false;
        app::CaptureObserver observer;
        observer.recordingOpened = [&](const auto&) { hasStarted = true; };
        auto first = std::make_unique<Capture>(options, std::make_shared<tests::ScriptedPrompter>(), observer);
        std::unique_ptr<format::Result<app::CaptureOutcome>> left;
        std::thread thread([&] { left = std::make_unique<format::Result<app::CaptureOutcome>>(first->run()); });
        while (!hasStarted)
            QTest::qWait(5);
        first->leave();
        thread.join();
        QVERIFY2(left->ok() && (*left)->left, left->ok() ? "it was not left" : left->error().text.c_str());

        options.existingRun = (*left)->run;
        options.start = {};
        const auto outcome = run(options);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(fault(*outcome, 100), QString());
        // Attached again, it is whole: nothing is fetched or merged twice.
        const auto again = run(options);
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().text.c_str());
        QCOMPARE(fault(*again, 100), QString());
    }

    void startsNothingWithoutTheProfiler()
    {
        CaptureOptions options = local("nvprof");
        options.start.run = "not-started";
        const auto outcome = run(options);
        QVERIFY(!outcome.ok());
        QVERIFY2(outcome.error().text.find("nvprof is not installed here, so nothing was started") != std::string::npos,
                 outcome.error().text.c_str());
        QVERIFY(outcome.error().text.find('\n') == std::string::npos);
        QVERIFY(!QDir(QDir::homePath() + "/.stepscope/runs/not-started").exists());
        QCOMPARE(contents(), QStringList());
    }

    void keepsTheRecordingIfTheDatabaseIsDamaged()
    {
        install("nvprof");
        CaptureOptions options = local("nvprof");
        options.start.environment.emplace_back("STANDIN_GARBAGE", "1");
        const auto outcome = run(options);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(outcome->view.stepCount(), std::size_t{30});
        QCOMPARE(outcome->notes.size(), std::size_t{1});
        const std::string& note = outcome->notes[0];
        QVERIFY2(note.find("The kernels were not merged, and the recording is unchanged") == 0, note.c_str());
        QVERIFY2(note.find("`stepscope import ") != std::string::npos && note.find('\n') == std::string::npos,
                 note.c_str());
        QCOMPARE(contents().size(), 2); // the database is beside the recording
        QVERIFY(contents()[0].startsWith("run.kernels-") && contents()[0].endsWith(".nvvp"));
        QFile spool(QDir::homePath() + "/.stepscope/runs/" + QString::fromStdString(outcome->run) +
                    "/recording.stepscope");
        QFile file(QString::fromStdString(outcome->recording.string()));
        QVERIFY(spool.open(QIODevice::ReadOnly) && file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), spool.readAll());
    }

    void mergesTheDatabaseOfNsys()
    {
        install("nsys");
        CaptureOptions options = local("nsys");
        options.start.environment.emplace_back("STANDIN_KERNELS", "200");
        const auto outcome = run(options);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(fault(*outcome, 200), QString());
        const std::int64_t late = lateness(outcome->view, QDir::homePath(), outcome->run);
        QVERIFY2(std::abs(late) < 2'000'000, qPrintable(QString::number(late)));
        const trace::LaneView* const stream = streamOf(outcome->view);
        QCOMPARE(stream->span(199).start - stream->span(0).start, std::int64_t{199'000'000});
        QCOMPARE(stream->span(199).duration, std::int64_t{400});
        QCOMPARE(outcome->view.linkCount(), std::uint64_t{200}); // each kernel has its call
        QVERIFY2(outcome->notes.at(0).find("The recording contains the kernels") == 0, outcome->notes[0].c_str());
        QVERIFY(contents().contains("run.stepscope") && !contents().contains("run.kernels.sqlite"));
    }

    void fetchesTheReportOfAnNsysThatDoesNotExport()
    {
        install("nsys");
        const auto outcome = run(local("nsys"));
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(outcome->view.stepCount(), std::size_t{30});
        QCOMPARE(contents(), QStringList({"run.kernels.nsys-rep", "run.stepscope"}));
        QVERIFY2(outcome->notes.at(0).find("nsys export --type sqlite") != std::string::npos,
                 outcome->notes.at(0).c_str());
    }
};

QTEST_GUILESS_MAIN(GpuProfileTest)
#include "tst_gpuprofile.moc"
