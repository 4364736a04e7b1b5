#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"
#include "remote/simulator/board/mountedtree.h"
#include "remote/simulator/command.h"
#include "remote/simulator/control.h"
#include "remote/simulator/training/loadactivity.h"
#include "remote/simulator/training/training.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace stepscope::simulator {
namespace {

/// Time since the boot of a board that was just started.
constexpr std::int64_t kUptime = 3600 * format::kSecond;
constexpr int kCheckMs = 100;
constexpr int kPriority = -11;
/// An unused board ends after this time; a probe and the start of a run are less apart.
constexpr std::int64_t kUnusedTime = 2 * format::kSecond;

/// True if the parent process has closed the standard input.
bool inputClosed(int waitMs)
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, waitMs) <= 0)
        return false;
    std::array<char, 256> ignored{};
    return read(STDIN_FILENO, ignored.data(), ignored.size()) <= 0;
}

void serve(const MountedTree& tree, const TreeNodes& nodes, const BoardTruth& truth)
{
    bool closed = false;
    std::int64_t unusedSince = format::monotonicNs();
    while (!endRequested() && !tree.ended()) {
        if (closed)
            format::sleepUntilSignal(format::monotonicNs() + kCheckMs * format::kMillisecond);
        else
            closed = inputClosed(kCheckMs);
        const std::int64_t now = format::monotonicNs();
        if (!closed || truth.playing() || nodes.openFiles() > 0)
            unusedSince = now;
        if (now - unusedSince > kUnusedTime)
            return;
    }
}

} // namespace

format::Result<void> runBoard(const Command& command)
{
    const std::string folder = command.text("tree");
    if (folder.empty())
        return format::failure(format::Error::Code::Usage, "board needs --tree FOLDER: the folder for its files");
    Command facts("board");
    const Board board = TRY(boardFromOptions(command));
    for (const char* name : {"sensor-window", "sensor-lag", "sensor-update", "read-delay"}) {
        if (command.has(name))
            facts.set(name, command.text(name));
    }
    const auto seed = static_cast<std::uint64_t>(TRY(command.integer("seed", 1, 0, INT64_MAX)));
    facts.set("variant", board.variant);
    facts.set("seed", std::to_string(seed));

    // Raised where permitted, so that reads do not slow down on a busy computer.
    setpriority(PRIO_PROCESS, 0, kPriority);
    const auto nodes = std::make_shared<TreeNodes>();
    const auto truth = std::make_shared<BoardTruth>(board, format::monotonicNs() - kUptime);
    addBoardNodes(*nodes, truth, seed);
    addControlNodes(*nodes, truth, facts, command.text("truth"));
    std::error_code ignored;
    nodes->addLink("/usr/sbin/nvpmodel", std::filesystem::read_symlink("/proc/self/exe", ignored).string());
    const auto tree = TRY(MountedTree::mount(folder, nodes));
    // The parent process reads this line and may end afterwards.
    std::signal(SIGPIPE, SIG_IGN);
    std::printf("serving %s at %s\n", board.title.c_str(), folder.c_str());
    std::fflush(stdout);
    serve(*tree, *nodes, *truth);
    return {};
}

format::Result<void> runLoad(const Command& command)
{
    BoardLink link = TRY(BoardLink::open(command.text("tree")));
    Command load("load");
    const std::int64_t seconds = TRY(command.integer("seconds", 20, 1, 3600));
    const auto seed = static_cast<std::uint64_t>(TRY(command.integer("seed", 1, 0, INT64_MAX)));
    const std::int64_t start = format::monotonicNs();
    load.set("seconds", std::to_string(seconds));
    load.set("seed", std::to_string(seed));
    load.set("start", std::to_string(start));
    TrainingReport trainingReport = TRY(TrainingReport::open());
    TRY(link.play(load));

    const LoadActivity activity(start, seconds, seed, link.board().machine, link.board().cores.size());
    trainingReport.greet("stepscope-virtual-tx2");
    trainingReport.defineKinds(std::array{OpKind{"load", "", "", ""}});
    trainingReport.defineLane(1, format::Lane::Kind::Thread, static_cast<std::uint64_t>(syscall(SYS_gettid)), "load");
    trainingReport.addFacts("{\"virtual\":true}");
    for (const auto& [from, to] : activity.phases()) {
        while (!endRequested() && format::monotonicNs() < to)
            format::sleepUntilSignal(to);
        if (endRequested())
            return {};
        trainingReport.addSpans(1, std::array{OpInstance{0, OpInstance::Main, 0, from, to - from, {}}});
    }
    while (!endRequested() && format::monotonicNs() < activity.end())
        format::sleepUntilSignal(activity.end());
    return {};
}

} // namespace stepscope::simulator
