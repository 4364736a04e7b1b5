// Long activities: memory, descriptors and threads stay as they are after the warm-up, and nothing is lost. A day of
// sampling every 10 ms, an hour every 1 ms, and ten devices at once, in virtual time; a window that follows
// 100,000 spans per second while it is used; and a window that records ten virtual boards at once, in real time. The
// data of a recording beyond STEPSCOPE_MEMORY_LIMIT are on the disk; it is set so low that the warm-up reaches it, as a
// longer recording reaches the usual one.
//
//     bench_soak [day|hour|devices|window|boards]...   all by default; STEPSCOPE_SOAK_SECONDS: of the window (600)

#include "tests/bench/figures.h"
#include "tests/soak/liveboards.h"
#include "tests/soak/longrun.h"
#include "tests/soak/usedwindow.h"

#include <QApplication>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace stepscope;
using namespace stepscope::bench;

namespace {

/// Prints a figure `soak_PART_NAME`.
void soakFigure(const std::string& part, const char* name, double value, const char* unit, double goal)
{
    figure(("soak_" + part + '_' + name).c_str(), value, unit, goal);
}

constexpr double kMostGrowth = 1; ///< %
constexpr double kMostFileMegabytes =
    8; ///< MiB, twice the limit of a trace store here: the bound is soft between trims

void printLongRun(const std::string& part, const soak::LongRunResult& result)
{
    if (!result.failure.empty())
        std::printf("%s\n", result.failure.c_str());
    std::printf("  %s: %.2f h in %.0f s, %.0f values, agent %.1f MB, receiver %.0f MB\n", part.c_str(), result.hours,
                result.seconds, static_cast<double>(result.samples), result.agentMegabytes, result.receiverMegabytes);
    const bool isThere = result.failure.empty();
    soakFigure(part, "lost", isThere ? result.lost : -1, "records", 0);
    soakFigure(part, "agent_growth", isThere ? result.agentGrowth : -1, "%", kMostGrowth);
    soakFigure(part, "receiver_growth", isThere ? result.receiverGrowth : -1, "%", kMostGrowth);
    soakFigure(part, "receiver_file_pages", isThere ? result.receiverFileMegabytes : -1, "MiB", kMostFileMegabytes);
    soakFigure(part, "descriptor_growth", isThere ? result.descriptorGrowth : -1, "descriptors", 0);
    soakFigure(part, "thread_growth", isThere ? result.threadGrowth : -1, "threads", 0);
}

void soakDay()
{
    printLongRun("day", soak::recordInVirtualTime(1, 24, 10'000'000));
}

void soakHour()
{
    printLongRun("hour", soak::recordInVirtualTime(1, 1, 1'000'000));
}

void soakDevices()
{
    printLongRun("devices", soak::recordInVirtualTime(10, 3, 10'000'000));
}

double windowSeconds()
{
    bool isNumber = false;
    const int seconds = qEnvironmentVariableIntValue("STEPSCOPE_SOAK_SECONDS", &isNumber);
    return isNumber ? seconds : 600;
}

void soakWindow()
{
    const soak::WindowResult result = soak::useWindow(windowSeconds());
    if (!result.failure.empty())
        std::printf("%s\n", result.failure.c_str());
    std::printf("  window: %.0f s, %.0f spans, %.0f MB, longest block %.0f ms\n", result.seconds, result.spans,
                result.megabytes, result.longestBlockMs);
    std::printf("  MB by fifth of the time: window %s, at rest %s, agent %s\n", result.megabytesByFifth.c_str(),
                result.restingMegabytesByFifth.c_str(), result.agentMegabytesByFifth.c_str());
    const bool isThere = result.failure.empty();
    figure("soak_window_rate", isThere ? result.spans / result.seconds : -1, "spans/s", 95'000, true);
    soakFigure("window", "lost", isThere ? result.lost : -1, "records", 0);
    soakFigure("window", "late", isThere ? result.late : -1, "%", 0.1);
    soakFigure("window", "growth", isThere ? result.growth : -1, "%", kMostGrowth);
    soakFigure("window", "agent_growth", isThere ? result.agentGrowth : -1, "%", kMostGrowth);
    soakFigure("window", "descriptor_growth", isThere ? result.descriptorGrowth : -1, "descriptors", 0);
    soakFigure("window", "thread_growth", isThere ? result.threadGrowth : -1, "threads", 0);
}

/// In real time, since the boards play trainings in real time.
void soakBoards()
{
    constexpr int kBoards = 10;
    constexpr double kSeconds = 120;
    const soak::LiveBoardsResult result = soak::recordBoards(kBoards, kSeconds);
    if (!result.failure.empty())
        std::printf("%s\n", result.failure.c_str());
    std::printf(
        "  boards: %d for %.0f s, %.0f values, at least %.0f steps each; GUI thread %.1f %%, longest block %.0f ms\n",
        kBoards, result.seconds, result.samples, result.leastSteps, result.guiThread, result.longestMs);
    const bool isThere = result.failure.empty();
    soakFigure("boards", "lost", isThere ? result.lost : -1, "records", 0);
    soakFigure("boards", "processor", isThere ? result.processor : -1, "% of a core", 50);
    soakFigure("boards", "skipped", isThere ? result.frames : -1, "frames/min", 6);
    soakFigure("boards", "memory", isThere ? result.megabytes : -1, "MB", 400);
    soakFigure("boards", "threads", isThere ? result.threads : -1, "threads", 0);
}

struct Part
{
    const char* name;
    void (*run)();
};
constexpr Part kParts[]{
    {"day", soakDay}, {"hour", soakHour}, {"devices", soakDevices}, {"window", soakWindow}, {"boards", soakBoards}};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    for (const Part& part : kParts) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), part.name) != wanted.end())
            part.run();
    }
    return 0;
}
