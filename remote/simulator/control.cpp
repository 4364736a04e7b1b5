#include "remote/simulator/control.h"

#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"
#include "remote/simulator/training/loadactivity.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace stepscope::simulator {

using format::Error;
using format::Result;

namespace {

constexpr std::int64_t kMostSteps = 100'000'000;
constexpr std::int64_t kLongestLoad = 3600;
/// Default update interval as a fraction of the averaging window, at most 1 ms: a running mean in the chip. A longer
/// interval would add half of itself to the latency.
constexpr std::int64_t kConversions = 64;

constexpr double kMillion = 1e6;

/// Shares in parts per million, so that both processes compute with the same numbers.
void setClocks(Command& command, const Clocks& clocks)
{
    command.set("gpu-clock", std::to_string(std::llround(clocks.gpu * kMillion)));
    command.set("core-clock", std::to_string(std::llround(clocks.core * kMillion)));
    command.set("memory-clock", std::to_string(std::llround(clocks.memory * kMillion)));
    command.set("fast-cores", clocks.hasFastCores ? "1" : "0");
    command.set("locked", clocks.isLocked ? "1" : "0");
}

Result<Clocks> readClocks(const Command& command)
{
    constexpr std::int64_t kWhole = 1'000'000;
    Clocks clocks;
    clocks.gpu = static_cast<double>(TRY(command.integer("gpu-clock", kWhole, 1, kWhole))) / kMillion;
    clocks.core = static_cast<double>(TRY(command.integer("core-clock", kWhole, 1, kWhole))) / kMillion;
    clocks.memory = static_cast<double>(TRY(command.integer("memory-clock", kWhole, 1, kWhole))) / kMillion;
    clocks.hasFastCores = TRY(command.integer("fast-cores", 1, 0, 1)) == 1;
    clocks.isLocked = TRY(command.integer("locked", 0, 0, 1)) == 1;
    return clocks;
}

Result<std::shared_ptr<Activity>> makeActivity(const Command& command, const Board& board)
{
    if (command.verb() == "load") {
        const std::int64_t start = TRY(command.integer("start", 0, 0, INT64_MAX));
        const std::int64_t seconds = TRY(command.integer("seconds", 20, 1, kLongestLoad));
        const auto seed = static_cast<std::uint64_t>(TRY(command.integer("seed", 1, 0, INT64_MAX)));
        return std::shared_ptr<Activity>(
            std::make_shared<LoadActivity>(start, seconds, seed, board.machine, board.cores.size()));
    }
    if (command.verb() == "train")
        return std::shared_ptr<Activity>(TRY(Training::make(TRY(readTrainingOptions(command)), board.machine)));
    return format::failure(Error::Code::Usage, command.verb() + ": a board can play train or load only");
}

} // namespace

Result<Board> boardFromOptions(const Command& command)
{
    Board board = TRY(describeBoard(command.text("variant")));
    SensorFacts& sensor = board.railSensor;
    if (command.has("sensor-window")) {
        sensor.windowNs = TRY(command.milliseconds("sensor-window", 0));
        sensor.updateNs =
            std::clamp<std::int64_t>(sensor.windowNs / kConversions, 100 * format::kMicrosecond, format::kMillisecond);
    }
    sensor.lagNs = TRY(command.milliseconds("sensor-lag", sensor.lagNs));
    sensor.updateNs = TRY(command.milliseconds("sensor-update", sensor.updateNs));
    sensor.readNs = TRY(command.integer("read-delay", sensor.readNs / format::kMicrosecond, 0,
                                        10 * format::kSecond / format::kMicrosecond)) *
                    format::kMicrosecond;
    return board;
}

void addControlNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, const Command& wished,
                     const std::string& truthFolder)
{
    nodes.addText("/.board/facts", wished.line());
    nodes.addText("/.board/truth", truthFolder);
    nodes.addText("/.board/keep", "");
    nodes.addLive("/.board/clocks", reading([truth](std::int64_t) {
                      Command clocks("clocks");
                      setClocks(clocks, truth->power().clocks());
                      return clocks.line();
                  }));

    LiveFile play;
    play.read = [truth](const Request&) { return Answer{truth->playing() ? "playing\n" : "idle\n", 0}; };
    play.write = [truth, &nodes](std::string_view line) {
        const Command command = Command::fromLine(line);
        auto activity = makeActivity(command, truth->board());
        const auto process = command.integer("process", 0, 1, INT32_MAX);
        if (!activity.ok() || !process.ok())
            return EINVAL;
        if (!truth->play(std::move(*activity)))
            return EBUSY;
        truth->setProcess(static_cast<int>(*process));
        addProcessNodes(nodes, truth, truth->process(), "python3");
        return 0;
    };
    play.openCountChanged = [truth, &nodes](int openCount) {
        const int process = truth->process();
        if (openCount > 0 || process == 0)
            return;
        truth->stop(format::monotonicNs());
        removeProcessNodes(nodes, process);
        truth->setProcess(0);
    };
    nodes.addLive("/.board/play", std::move(play));
}

Result<BoardLink> BoardLink::open(const std::string& folder)
{
    const std::string tree = folder.empty() ? "tree" : folder;
    const auto read = [&tree](const char* name) {
        std::ifstream file(tree + "/.board/" + name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const Command facts = Command::fromLine(read("facts"));
    if (!facts.has("variant"))
        return format::failure(Error::Code::NotFound, "there is no virtual board at " + tree +
                                                          ": `stepscope-virtual-tx2 board --tree " + tree +
                                                          "` starts one");
    return BoardLink(TRY(boardFromOptions(facts)), tree, read("truth"));
}

BoardLink::BoardLink(Board board, std::string tree, std::string truthFolder)
    : m_board(std::move(board))
    , m_tree(std::move(tree))
    , m_truthFolder(std::move(truthFolder))
{}

BoardLink::BoardLink(BoardLink&& other) noexcept
    : m_board(std::move(other.m_board))
    , m_tree(std::move(other.m_tree))
    , m_truthFolder(std::move(other.m_truthFolder))
    , m_file(std::exchange(other.m_file, -1))
{}

BoardLink::~BoardLink()
{
    if (m_file >= 0)
        close(m_file);
}

Result<void> BoardLink::play(const Command& command)
{
    Command message = command;
    message.set("process", std::to_string(getpid()));
    const std::string path = m_tree + "/.board/play";
    m_file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const std::string line = message.line();
    if (m_file >= 0 && write(m_file, line.data(), line.size()) == static_cast<ssize_t>(line.size()))
        return {};
    if (errno == EBUSY)
        return format::failure("another training runs on the virtual board at " + m_tree +
                               ": a board trains one model at a time; wait for it, or stop it");
    return format::failure("the virtual board at " + m_tree + " did not start the training (" + std::strerror(errno) +
                           "); restart the board");
}

Result<Clocks> BoardLink::clocks() const
{
    std::ifstream file(m_tree + "/.board/clocks");
    return readClocks(Command::fromLine(std::string(std::istreambuf_iterator<char>(file), {})));
}

Command commandFor(const TrainingOptions& training)
{
    Command command("train");
    command.set("model", training.model);
    command.set("batch", std::to_string(training.batch));
    command.set("steps", std::to_string(training.steps));
    command.set("seed", std::to_string(training.seed));
    command.set("traced", training.traced.text());
    command.set("start", std::to_string(training.start));
    setClocks(command, training.clocks);
    return command;
}

Result<TrainingOptions> readTrainingOptions(const Command& command)
{
    TrainingOptions training;
    training.model = command.text("model", training.model);
    training.batch = static_cast<int>(TRY(command.integer("batch", training.batch, 1, 256)));
    training.steps = static_cast<std::uint64_t>(TRY(command.integer("steps", 100, 1, kMostSteps)));
    training.seed = static_cast<std::uint64_t>(TRY(command.integer("seed", 1, 0, INT64_MAX)));
    training.traced = TRY(TracedSteps::parse(command.text("traced", "none")));
    training.start = TRY(command.integer("start", 0, 0, INT64_MAX));
    training.clocks = TRY(readClocks(command));
    return training;
}

} // namespace stepscope::simulator
