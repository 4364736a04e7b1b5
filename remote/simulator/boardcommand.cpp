#include "remote/simulator/boardnodes.h"
#include "remote/simulator/clock.h"
#include "remote/simulator/commands.h"
#include "remote/simulator/control.h"
#include "remote/simulator/mountedtree.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

namespace stepscope::simulator {
namespace {

/// A board that was just started looks as if it had been on for a while.
constexpr std::int64_t kUptime = 3600 * kSecond;
constexpr int kLookMs = 100;
constexpr int kPriority = -11;
/// Between two programs that use the board, as from a probe to the start of a run.
constexpr std::int64_t kGrace = 2 * kSecond;

/// True when the standard input was closed by whoever started this.
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
    std::int64_t unusedSince = monotonicNs();
    while (!endAsked() && !tree.ended()) {
        if (closed)
            sleepUntil(monotonicNs() + kLookMs * kMillisecond);
        else
            closed = inputClosed(kLookMs);
        const std::int64_t now = monotonicNs();
        if (!closed || truth.playing() || nodes.openFiles() > 0)
            unusedSince = now;
        if (now - unusedSince > kGrace)
            return;
    }
}

} // namespace

format::Result<void> runBoard(const Words& words)
{
    const std::string folder = words.text("tree");
    if (folder.empty())
        return format::failure(format::Error::Code::Usage, "a board needs --tree FOLDER");
    Words wished("board");
    const Board board = TRY(wishedBoard(words));
    for (const char* name : {"sensor-window", "sensor-lag", "sensor-update", "read-delay"}) {
        if (words.has(name))
            wished.set(name, words.text(name));
    }
    const auto seed = static_cast<std::uint64_t>(TRY(words.integer("seed", 1, 0, INT64_MAX)));
    wished.set("variant", board.variant);
    wished.set("seed", std::to_string(seed));

    // Where it is allowed: a busy computer should not look like a slow sensor.
    setpriority(PRIO_PROCESS, 0, kPriority);
    const auto nodes = std::make_shared<TreeNodes>();
    const auto truth = std::make_shared<BoardTruth>(board, monotonicNs() - kUptime);
    addBoardNodes(*nodes, truth, seed);
    addControlNodes(*nodes, truth, wished, words.text("truth"));
    const auto tree = TRY(MountedTree::mount(folder, nodes));
    // Whoever started this reads that line, then may go.
    std::signal(SIGPIPE, SIG_IGN);
    std::printf("serving %s at %s\n", board.title.c_str(), folder.c_str());
    std::fflush(stdout);
    serve(*tree, *nodes, *truth);
    return {};
}

} // namespace stepscope::simulator
