// Time from a key to the frame that answers it, in the main window on a virtual X server, for a recording of 10^7
// spans. Animations are off, so that the first frame is the complete answer. Analyses run on the other threads
// meanwhile, as for a user.
#include "tests/bench/figures.h"
#include "tests/bench/timelinerecording.h"
#include "ui/recording/findbar.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timelinewidget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace stepscope;

constexpr std::size_t kSpans = 10'000'000;
constexpr std::int64_t kPeriodNs = 10'000'000;
constexpr std::size_t kRows = 8000;                        ///< samples of a channel in a block
constexpr std::size_t kBlocks = 45;                        ///< an hour
constexpr double kGoalMs = 33;                             ///< two frames of a screen with 60 Hz
constexpr int kTimes = 60;                                 ///< of each key
constexpr int kLongestMs = 10'000;                         ///< after which an answer counts as missing
constexpr int kQuietMs = 30;                               ///< without events before a key
constexpr const char* kStarted = "STEPSCOPE_BENCH_SCREEN"; ///< set in the process on the virtual screen

/// Runs this program again on a virtual X server. Returns only if that fails.
void startOnVirtualScreen(char** argv)
{
    setenv(kStarted, "1", 1);
    setenv("QT_QPA_PLATFORM", "xcb", 1);
    const char* const command[] = {"xvfb-run", "-a", "-s", "-screen 0 1920x1200x24", argv[0], nullptr};
    execvp(command[0], const_cast<char* const*>(command));
    std::printf("xvfb-run is missing: install the package xvfb\n");
}

trace::TraceView makeHour()
{
    bench::TimelineRecording recording(kPeriodNs);
    for (std::size_t block = 0; block < kBlocks; ++block) {
        const std::int64_t begin = recording.end();
        recording.addSamples(kRows);
        recording.addSpans(kSpans / kBlocks, begin);
        recording.feed();
    }
    return recording.view();
}

/// Notices that a part of the window is painted.
class PaintWatch : public QObject
{
public:
    explicit PaintWatch(const QWidget* part)
        : m_part(part)
    {
        qApp->installEventFilter(this);
    }

    [[nodiscard]] bool isPainted() const { return m_isPainted; }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && watched->isWidgetType()) {
            const auto* widget = static_cast<const QWidget*>(watched);
            m_isPainted = m_isPainted || widget == m_part || m_part->isAncestorOf(widget);
        }
        return false;
    }

private:
    const QWidget* m_part;
    bool m_isPainted = false;
};

class Measurement
{
public:
    explicit Measurement(ui::MainWindow& window)
        : m_window(window)
    {}

    /// ms from the key until the part of the window is painted and the X server has the picture; kLongestMs if it is
    /// not painted.
    double answer(const QWidget* part, const std::function<void()>& press)
    {
        settle();
        const PaintWatch watch(part);
        QElapsedTimer clock;
        clock.start();
        press();
        while (!watch.isPainted() && clock.elapsed() < kLongestMs)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        QGuiApplication::sync();
        return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    }

    /// Prints median and 95th percentile of the answers to many keys.
    void figures(const std::string& name, const std::function<const QWidget*(int)>& part,
                 const std::function<void(int)>& press, int times = kTimes)
    {
        std::vector<double> all;
        for (int i = 0; i < times; ++i)
            all.push_back(answer(part(i), [&] { press(i); }));
        bench::figure((name + "_median").c_str(), bench::median(all), "ms", kGoalMs);
        bench::figure((name + "_p95").c_str(), bench::quantile(all, 0.95), "ms", kGoalMs);
    }

private:
    /// Waits until the timeline is drawn and no paint is pending.
    void settle()
    {
        QElapsedTimer quiet;
        quiet.start();
        while (quiet.elapsed() < kQuietMs || !m_window.timeline()->isDrawn())
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }

    ui::MainWindow& m_window;
};

void measureTimeline(ui::MainWindow& window, Measurement& measurement)
{
    widgets::TimelineWidget* timeline = window.timeline();
    const QWidget* canvas = timeline->findChild<widgets::TimelineCanvas*>();
    const auto onCanvas = [canvas](int) { return canvas; };
    timeline->setFocus();
    // In to a hundredth of the recording, and out again.
    measurement.figures("hands_zoom", onCanvas,
                        [&](int i) { QTest::keyClick(timeline, i % 40 < 20 ? Qt::Key_W : Qt::Key_S); });
    measurement.figures("hands_pan", onCanvas,
                        [&](int i) { QTest::keyClick(timeline, i % 20 < 10 ? Qt::Key_D : Qt::Key_A); });
    const trace::TimeRange all = window.view().extent();
    measurement.figures("hands_selection", onCanvas, [&](int i) {
        const std::int64_t begin = all.begin + all.duration() / 100 * (i % 50);
        timeline->navigation()->setCursor(widgets::Cursors::A, begin);
        timeline->navigation()->setCursor(widgets::Cursors::B, begin + all.duration() / 10);
        QTest::keyClick(timeline, Qt::Key_X);
    });
    QTest::keyClick(timeline, Qt::Key_Escape);
}

void measureSearch(ui::MainWindow& window, Measurement& measurement)
{
    widgets::TimelineWidget* timeline = window.timeline();
    const auto* bar = window.findChild<ui::FindBar*>(QStringLiteral("findBar"));
    auto* words = window.findChild<QLineEdit*>(QStringLiteral("findWords"));
    QTest::keyClick(timeline, Qt::Key_F);
    // Each letter starts another search, which cancels the one before.
    const QString letters = QStringLiteral("aten::op1");
    measurement.figures(
        "hands_search_typing", [words](int) { return words; },
        [&](int i) {
            const auto at = i % (letters.size() + 1);
            if (at == letters.size())
                words->clear();
            else
                QTest::keyClick(words, letters[at].toLatin1());
        });
    words->setText(letters);
    if (!QTest::qWaitFor([&] { return timeline->navigation()->highlighted() != nullptr; }, kLongestMs))
        std::printf("the search has no result: %s\n", qPrintable(bar->message()));
    const QWidget* canvas = timeline->findChild<widgets::TimelineCanvas*>();
    measurement.figures(
        "hands_search_next", [canvas](int) { return canvas; }, [&](int) { QTest::keyClick(words, Qt::Key_F3); });
    QTest::keyClick(words, Qt::Key_Escape);
}

void measureTabs(ui::MainWindow& window, Measurement& measurement)
{
    const auto* tabs = window.findChild<QTabWidget*>(QStringLiteral("tables"));
    const int count = tabs->count();
    measurement.figures(
        "hands_tab", [tabs](int) { return tabs; },
        [&](int i) {
            const int next = (i + 1) % count;
            QTest::keyClick(window.timeline(), static_cast<Qt::Key>(Qt::Key_1 + next), Qt::AltModifier);
        });
}

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet(kStarted)) {
        startOnVirtualScreen(argv);
        return 2;
    }
    QTemporaryDir settings;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QSettings(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope").setValue("showsMovements", false);
    QApplication application(argc, argv);
    const trace::TraceView view = makeHour();
    std::printf("%.3g spans\n", static_cast<double>(view.spanCount()));
    ui::MainWindow window;
    window.resize(1900, 1100);
    window.show();
    window.setRecordingPath(settings.filePath(QStringLiteral("hour.stepscope")));
    window.setView(view, false);
    if (!QTest::qWaitForWindowExposed(&window)) {
        std::printf("the window did not appear on the virtual screen\n");
        return 2;
    }
    window.activateWindow();
    Measurement measurement(window);
    measureTimeline(window, measurement);
    measureSearch(window, measurement);
    measureTabs(window, measurement);
    return 0;
}
