#include "tests/soak/usedwindow.h"

#include "app/keptmemory.h"
#include "app/window/windowcontroller.h"
#include "tests/soak/eventloop.h"
#include "tests/soak/recordingchecks.h"
#include "tests/soak/usagewatch.h"
#include "tests/support/guiwatchdog.h"
#include "ui/parts/backgroundjob.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QThreadPool>

#include <algorithm>
#include <functional>
#include <unistd.h>

namespace stepscope::soak {
namespace {

constexpr const char* kSpansPerSecond = "100000";
constexpr int kGestureMs = 150;
constexpr int kLongestWait = 60; ///< s

void setEnvironment(const QTemporaryDir& home)
{
    qputenv("HOME", QFile::encodeName(home.path()));
    qputenv("STEPSCOPE_MEMORY_LIMIT", "64M"); // reached in the warm-up
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.filePath(QStringLiteral("config"))));
    qputenv("XDG_STATE_HOME", QFile::encodeName(home.filePath(QStringLiteral("state"))));
}

/// The gesture with this number, of a sequence that repeats.
void gesture(ui::MainWindow& window, int number)
{
    widgets::TimeAxis& axis = *window.timeline()->axis();
    const trace::TimeRange range = axis.range();
    const std::int64_t middle = range.begin + (range.end - range.begin) / 2;
    switch (number % 8) {
    case 0:
        // The sizes and the tabs repeat together within a minute, so that each fifth of the time meets all of them.
        window.resize(1000 + number / 8 % 4 * 200, 600 + number / 8 % 4 * 130);
        break;
    case 1:
        axis.zoomBy(3, middle);
        break;
    case 2:
        axis.panBy(-0.3);
        break;
    case 3:
        axis.zoomBy(0.2, middle);
        break;
    case 4:
        axis.setSelection(trace::TimeRange{range.begin, middle});
        break;
    case 5:
        window.recordingPage()->showTab(static_cast<ui::RecordingPage::Tab>(number / 8 % 9));
        break;
    case 6:
        axis.clearSelection();
        axis.showEnd();
        break;
    default:
        axis.setFollowing(true);
    }
}

/// Measures the window in the same state each time: at one size, following, at the log, while no analysis runs. How
/// long these take grows with the recording, and so does their share of all other measurements.
void rest(ui::MainWindow& window, double progress, UsageWatch& resting)
{
    constexpr int kEndOfAnalysesMs = 3000;
    constexpr int kMeasurements = 60;
    window.resize(1600, 900);
    window.recordingPage()->showTab(ui::RecordingPage::Tab::Log);
    window.timeline()->axis()->clearSelection();
    window.timeline()->axis()->setFollowing(true);
    handleEvents(kEndOfAnalysesMs);
    for (int i = 0; i < kMeasurements; ++i) {
        handleEvents(kGestureMs);
        if (waitFor([] { return ui::jobPool()->activeThreadCount() == 0; }, kLongestWait))
            resting.measure(progress);
    }
}

void addUsage(const UsageWatch& own, const UsageWatch& resting, const UsageWatch& agent, WindowResult& result)
{
    result.growth = resting.memoryGrowth(UsageWatch::Of::Least);
    result.restingMegabytesByFifth = resting.megabytesByFifth(UsageWatch::Of::Least);
    result.agentGrowth = agent.memoryGrowth();
    result.descriptorGrowth = std::max(own.descriptorGrowth(), agent.descriptorGrowth());
    result.threadGrowth = std::max(own.threadGrowth(), agent.threadGrowth());
    result.megabytes = own.megabytes();
    result.megabytesByFifth = own.megabytesByFifth();
    result.agentMegabytesByFifth = agent.megabytesByFifth();
}

} // namespace

WindowResult useWindow(double seconds)
{
    WindowResult result;
    const QTemporaryDir home;
    setEnvironment(home);
    app::limitKeptMemory(); // as in the program, since the memory is measured
    app::WindowController controller;
    ui::MainWindow& window = controller.window();
    window.resize(1600, 900);
    window.show();
    ui::CaptureRequest request;
    request.target = QStringLiteral("local");
    request.command = QStringLiteral(STEPSCOPE_SPAN_TRAINING_FILE) + ' ' + QLatin1String(kSpansPerSecond);
    request.periodMs = 10;
    request.recordingPath = home.filePath(QStringLiteral("r.stepscope"));
    emit window.profileRequested(request);
    if (!waitFor([&] { return window.view().spanCount() > 100'000; }, kLongestWait))
        return {.failure = "the window does not follow: " + window.captureStatus().text.toStdString()};
    const QString run = window.captureStatus().run;
    UsageWatch own(getpid());
    UsageWatch resting(getpid());
    UsageWatch agent(supervisorOf(home.path(), run));
    testing::GuiWatchdog watchdog;
    QElapsedTimer timer;
    timer.start();
    int gestures = 0;
    constexpr double kShort = 60;                 // s: no time to rest
    double nextRest = seconds < kShort ? 1 : 0.1; // in the middle of each fifth
    for (double progress = 0; progress < 1;) {
        if (progress >= nextRest) {
            rest(window, nextRest, resting);
            nextRest += 0.2;
        }
        gesture(window, gestures++);
        handleEvents(kGestureMs);
        progress = static_cast<double>(timer.elapsed()) * 1e-3 / seconds;
        own.measure(progress);
        agent.measure(progress);
    }
    result.longestBlockMs = watchdog.worstMs();
    if (window.captureStatus().phase != ui::CapturePhase::Streaming)
        return {.failure = "the training ended early: " + window.captureStatus().text.toStdString()};
    window.findChild<ui::WindowActions*>()->stop->trigger();
    if (!waitFor([&] { return window.captureStatus().phase == ui::CapturePhase::Ended; }, kLongestWait))
        return {.failure = "the training did not end: " + window.captureStatus().text.toStdString()};
    result.seconds = static_cast<double>(timer.elapsed()) * 1e-3;
    const trace::TraceView& view = window.view();
    const std::uint64_t sent = sentSpans(view).value_or(view.spanCount() + 1);
    result.spans = static_cast<double>(view.spanCount());
    const std::uint64_t late = lateSamples(view);
    result.late = 100 * static_cast<double>(late) / static_cast<double>(view.sampleCount());
    result.lost = static_cast<double>(lossesOf(view) - late + sent - std::min(sent, view.spanCount())) +
                  (equalsSpool(request.recordingPath, home.path(), run) ? 0 : 1);
    addUsage(own, resting, agent, result);
    return result;
}

} // namespace stepscope::soak
