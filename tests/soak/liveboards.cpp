#include "tests/soak/liveboards.h"

#include "analysis/trace/tracestore.h"
#include "app/window/windowcontroller.h"
#include "tests/soak/eventloop.h"
#include "tests/soak/recordingchecks.h"
#include "tests/soak/usagewatch.h"
#include "ui/fleet/fleetpage.h"

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <unistd.h>
#include <vector>

namespace stepscope::soak {
namespace {

constexpr double kFrameMs = 1000.0 / 60;
constexpr int kLongestWait = 180; ///< s

double processorSeconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The work of the GUI thread between two waits of its event loop. Processor time is used, since other programs on the
/// machine would lengthen elapsed time.
class FrameWatch : public QObject
{
public:
    FrameWatch()
    {
        const auto* dispatcher = QAbstractEventDispatcher::instance();
        connect(dispatcher, &QAbstractEventDispatcher::awake, this,
                [this] { m_awake = processorSeconds(CLOCK_THREAD_CPUTIME_ID); });
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, [this] {
            const double worked = 1000 * (processorSeconds(CLOCK_THREAD_CPUTIME_ID) - m_awake);
            m_longestMs = std::max(m_longestMs, worked);
            m_skipped += std::floor(worked / kFrameMs);
        });
    }
    [[nodiscard]] double longestMs() const { return m_longestMs; }
    [[nodiscard]] double skipped() const { return m_skipped; }

private:
    double m_awake = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    double m_longestMs = 0;
    double m_skipped = 0;
};

/// Ten different boards, each with a folder and an agent; further ones differ in their noise.
QString targetOf(int number)
{
    constexpr std::array kVariants{"tx2-l4t32", "tx2-l4t28", "nano", "xavier", "orin"};
    return QStringLiteral("virtual-tx2:%1,seed=%2")
        .arg(QLatin1String(kVariants[static_cast<std::size_t>(number) % kVariants.size()]))
        .arg(number + 1);
}

class Boards
{
public:
    explicit Boards(int count)
        : m_count(count)
    {
        m_home.setAutoRemove(true);
        qputenv("HOME", QFile::encodeName(m_home.path()));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_home.filePath(QStringLiteral("config"))));
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.filePath(QStringLiteral("state"))));
        window().resize(1600, 900);
        window().show();
    }
    [[nodiscard]] ui::MainWindow& window() { return m_controller.window(); }
    [[nodiscard]] ui::FleetRow row(int board)
    {
        const ui::FleetModel& model = window().fleetPage()->model();
        const int at = model.rowOf(targetOf(board));
        return at < 0 ? ui::FleetRow() : model.row(at);
    }
    void start()
    {
        constexpr std::array kModels{"dqn", "squeezenet"};
        for (int board = 0; board < m_count; ++board) {
            ui::CaptureRequest request;
            request.target = targetOf(board);
            request.command = QStringLiteral("./virtual-tx2 train --model %1 --batch 4 --steps 1000000")
                                  .arg(QLatin1String(kModels[static_cast<std::size_t>(board) % kModels.size()]));
            request.recordingPath = m_home.filePath(QStringLiteral("b%1.stepscope").arg(board));
            emit window().profileRequested(request);
        }
    }
    [[nodiscard]] bool all(const std::function<bool(const ui::FleetRow&)>& holds)
    {
        for (int board = 0; board < m_count; ++board) {
            if (!holds(row(board)))
                return false;
        }
        return true;
    }
    [[nodiscard]] std::vector<ui::DeviceFigures> figures()
    {
        std::vector<ui::DeviceFigures> all;
        for (int board = 0; board < m_count; ++board)
            all.push_back(row(board).figures.value_or(ui::DeviceFigures()));
        return all;
    }
    void stop()
    {
        for (int board = 0; board < m_count; ++board)
            emit window().stopRequested(targetOf(board));
    }
    [[nodiscard]] QString recording(int board) const
    {
        return m_home.filePath(QStringLiteral("b%1.stepscope").arg(board));
    }

private:
    QTemporaryDir m_home; ///< of the boards, too
    int m_count;
    app::WindowController m_controller;
};

bool isTraining(const ui::FleetRow& row)
{
    return row.state() == ui::DeviceState::Training && row.figures && row.figures->steps > 0;
}

/// The cost of the window while all boards are live.
LiveBoardsResult measure(Boards& boards, double seconds)
{
    LiveBoardsResult result;
    const std::vector<ui::DeviceFigures> before = boards.figures();
    UsageWatch usage(getpid());
    FrameWatch frames;
    const double processor = processorSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const double gui = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    boards.window().showRecordingPage();
    QElapsedTimer timer;
    timer.start();
    bool isFleet = false;
    for (double progress = 0; progress < 1;) {
        handleEvents(250);
        progress = static_cast<double>(timer.elapsed()) * 1e-3 / seconds;
        usage.measure(progress);
        if (!isFleet && progress > 0.5) {
            isFleet = true;
            boards.window().showFleetPage();
        }
    }
    result.seconds = static_cast<double>(timer.elapsed()) * 1e-3;
    result.processor = 100 * (processorSeconds(CLOCK_PROCESS_CPUTIME_ID) - processor) / result.seconds;
    result.guiThread = 100 * (processorSeconds(CLOCK_THREAD_CPUTIME_ID) - gui) / result.seconds;
    result.frames = frames.skipped() * 60 / result.seconds;
    result.longestMs = frames.longestMs();
    result.megabytes = usage.megabytes();
    result.growth = usage.memoryGrowth();
    result.threads = usage.threadGrowth();
    const std::vector<ui::DeviceFigures> after = boards.figures();
    result.leastSteps = 1e9;
    for (std::size_t i = 0; i < after.size(); ++i)
        result.leastSteps = std::min(result.leastSteps, static_cast<double>(after[i].steps - before[i].steps));
    if (!boards.all([](const ui::FleetRow& row) { return row.status.phase == ui::CapturePhase::Streaming; }))
        result.failure = "not all boards stayed live: " + boards.window().fleetPage()->summary().toStdString();
    return result;
}

} // namespace

LiveBoardsResult recordBoards(int count, double seconds)
{
#ifdef STEPSCOPE_BOARD_FILE
    qputenv("STEPSCOPE_VIRTUAL_BOARD", STEPSCOPE_BOARD_FILE);
#else
    return {.failure = "this build has no virtual boards"};
#endif
    Boards boards(count);
    boards.window().showFleetPage();
    boards.start();
    // A capture that starts takes the page.
    if (!waitFor(
            [&] {
                boards.window().showFleetPage();
                return boards.all(isTraining);
            },
            kLongestWait))
        return {.failure = "not all boards are live: " + boards.window().fleetPage()->summary().toStdString()};
    LiveBoardsResult result = measure(boards, seconds);
    boards.stop();
    if (!waitFor(
            [&] {
                return boards.all([](const ui::FleetRow& row) { return row.status.phase == ui::CapturePhase::Ended; });
            },
            kLongestWait))
        result.failure = "not all boards ended: " + boards.window().fleetPage()->summary().toStdString();
    for (int board = 0; board < count; ++board) {
        const auto view = trace::loadRecording(boards.recording(board).toStdString());
        if (!view.ok())
            return {.failure = view.error().text};
        result.samples += static_cast<double>(view->sampleCount());
        result.lost += static_cast<double>(lossesOf(*view) - lateSamples(*view));
    }
    return result;
}

} // namespace stepscope::soak
