#include "remote/simulator/control.h"

#include "remote/simulator/boardnodes.h"
#include "remote/simulator/clock.h"
#include "remote/simulator/loadactivity.h"

#include <algorithm>
#include <array>
#include <cerrno>
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
/// Averages in the chip run on: each of so many conversions makes a new value; each millisecond at least, since a value
/// that is kept for longer is itself a lag, of half that time.
constexpr std::int64_t kConversions = 64;

Result<std::shared_ptr<Activity>> makeActivity(const Words& words, const Board& board)
{
    if (words.verb() == "load") {
        const std::int64_t start = TRY(words.integer("start", 0, 0, INT64_MAX));
        const std::int64_t seconds = TRY(words.integer("seconds", 20, 1, kLongestLoad));
        const auto seed = static_cast<std::uint64_t>(TRY(words.integer("seed", 1, 0, INT64_MAX)));
        return std::shared_ptr<Activity>(
            std::make_shared<LoadActivity>(start, seconds, seed, board.machine, board.cores.size()));
    }
    if (words.verb() == "train")
        return std::shared_ptr<Activity>(TRY(Training::make(TRY(trainingOf(words)), board.machine)));
    return format::failure(Error::Code::Usage, words.verb() + ": a board plays train or load");
}

} // namespace

Result<Board> wishedBoard(const Words& words)
{
    Board board = TRY(describeBoard(words.text("variant")));
    SensorFacts& sensor = board.railSensor;
    if (words.has("sensor-window")) {
        sensor.windowNs = TRY(words.milliseconds("sensor-window", 0));
        sensor.updateNs = std::clamp<std::int64_t>(sensor.windowNs / kConversions, 100 * kMicrosecond, kMillisecond);
    }
    sensor.lagNs = TRY(words.milliseconds("sensor-lag", sensor.lagNs));
    sensor.updateNs = TRY(words.milliseconds("sensor-update", sensor.updateNs));
    sensor.readNs =
        TRY(words.integer("read-delay", sensor.readNs / kMicrosecond, 0, 10 * kSecond / kMicrosecond)) * kMicrosecond;
    return board;
}

void addControlNodes(TreeNodes& nodes, const std::shared_ptr<BoardTruth>& truth, const Words& wished,
                     const std::string& truthFolder)
{
    nodes.addText("/.board/facts", wished.line());
    nodes.addText("/.board/truth", truthFolder);
    nodes.addText("/.board/keep", "");

    LiveFile play;
    play.read = [truth](const Request&) { return Answer{truth->playing() ? "playing\n" : "idle\n", 0}; };
    play.write = [truth, &nodes](std::string_view line) {
        const Words words = Words::fromLine(line);
        auto activity = makeActivity(words, truth->board());
        const auto process = words.integer("process", 0, 1, INT32_MAX);
        if (!activity.ok() || !process.ok())
            return EINVAL;
        if (!truth->play(std::move(*activity)))
            return EBUSY;
        truth->setProcess(static_cast<int>(*process));
        addProcessNodes(nodes, truth, truth->process(), "python3");
        return 0;
    };
    play.held = [truth, &nodes](int handles) {
        const int process = truth->process();
        if (handles > 0 || process == 0)
            return;
        truth->stop(monotonicNs());
        removeProcessNodes(nodes, process);
        truth->setProcess(0);
    };
    nodes.addLive("/.board/play", std::move(play));
}

Result<BoardLink> BoardLink::open(const std::string& wanted)
{
    const std::string tree = wanted.empty() ? "tree" : wanted;
    const auto read = [&tree](const char* name) {
        std::ifstream file(tree + "/.board/" + name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const Words facts = Words::fromLine(read("facts"));
    if (!facts.has("variant"))
        return format::failure(Error::Code::NotFound, "there is no virtual board at " + tree +
                                                          ": `stepscope-virtual-tx2 board --tree " + tree +
                                                          "` makes one");
    return BoardLink(TRY(wishedBoard(facts)), tree, read("truth"));
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

Result<void> BoardLink::play(const Words& words)
{
    Words told = words;
    told.set("process", std::to_string(getpid()));
    const std::string path = m_tree + "/.board/play";
    m_file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    const std::string line = told.line();
    if (m_file >= 0 && write(m_file, line.data(), line.size()) == static_cast<ssize_t>(line.size()))
        return {};
    if (errno == EBUSY)
        return format::failure("something else plays on the virtual board at " + m_tree +
                               ": a board trains one model at a time; wait for it, or stop it");
    return format::failure("the virtual board at " + m_tree + " does not play (" + std::strerror(errno) + ")");
}

Words wordsOf(const TrainingWords& training)
{
    Words words("train");
    words.set("model", training.model);
    words.set("batch", std::to_string(training.batch));
    words.set("steps", std::to_string(training.steps));
    words.set("seed", std::to_string(training.seed));
    words.set("traced", training.traced.text());
    words.set("start", std::to_string(training.start));
    return words;
}

Result<TrainingWords> trainingOf(const Words& words)
{
    TrainingWords training;
    training.model = words.text("model", training.model);
    training.batch = static_cast<int>(TRY(words.integer("batch", training.batch, 1, 256)));
    training.steps = static_cast<std::uint64_t>(TRY(words.integer("steps", 100, 1, kMostSteps)));
    training.seed = static_cast<std::uint64_t>(TRY(words.integer("seed", 1, 0, INT64_MAX)));
    training.traced = TRY(TracedSteps::parse(words.text("traced", "none")));
    training.start = TRY(words.integer("start", 0, 0, INT64_MAX));
    return training;
}

} // namespace stepscope::simulator
