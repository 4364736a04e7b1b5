#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"
#include "remote/simulator/board/mountedtree.h"
#include "remote/simulator/control.h"
#include "remote/simulator/verbs.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <sys/resource.h>
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
    const auto tree = TRY(MountedTree::mount(folder, nodes));
    // The parent process reads this line and may end afterwards.
    std::signal(SIGPIPE, SIG_IGN);
    std::printf("serving %s at %s\n", board.title.c_str(), folder.c_str());
    std::fflush(stdout);
    serve(*tree, *nodes, *truth);
    return {};
}

} // namespace stepscope::simulator
