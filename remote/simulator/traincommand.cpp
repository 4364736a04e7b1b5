#include "remote/simulator/clock.h"
#include "remote/simulator/commands.h"
#include "remote/simulator/control.h"
#include "remote/simulator/jsontext.h"
#include "remote/simulator/spanport.h"
#include "remote/simulator/truthfile.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::simulator {
namespace {

namespace fs = std::filesystem;

/// Until the first moment of a training that both programs must see.
constexpr std::int64_t kLead = 20 * kMillisecond;
constexpr std::uint64_t kLogEvery = 10;
/// Truths of earlier trainings that are kept.
constexpr std::size_t kKeptTruths = 20;
constexpr std::uint64_t kSkipped = 3; ///< first steps, which figures leave out

/// Mean lengths of traced and untraced steps, as hooks tell them.
class TracingCost
{
public:
    void add(const PlayedStep& step)
    {
        if (step.index < kSkipped)
            return;
        const double seconds = static_cast<double>(step.pieces.end() - step.pieces.begin()) * 1e-9;
        Sum& sum = step.traced ? m_traced : m_untraced;
        sum.seconds += seconds;
        ++sum.count;
    }
    [[nodiscard]] std::string json() const
    {
        std::string text = "{\"tracing\":{\"traced_steps\":" + std::to_string(m_traced.count) +
                           ",\"untraced_steps\":" + std::to_string(m_untraced.count);
        if (m_traced.count > 0)
            text += ",\"traced_mean_seconds\":" + jsonNumber(m_traced.mean());
        if (m_untraced.count > 0)
            text += ",\"untraced_mean_seconds\":" + jsonNumber(m_untraced.mean());
        if (m_traced.count > 0 && m_untraced.count > 0)
            text += ",\"slowdown\":" + jsonNumber(m_traced.mean() / m_untraced.mean());
        return text + ",\"clock_error_ns\":0}}";
    }

private:
    struct Sum
    {
        double seconds = 0;
        std::uint64_t count = 0;
        [[nodiscard]] double mean() const { return seconds / static_cast<double>(count); }
    };
    Sum m_traced;
    Sum m_untraced;
};

/// Tells and prints what a training does, in its time.
class Player
{
public:
    Player(Training& training, SpanPort& port, std::optional<TruthFile>& truth)
        : m_training(training)
        , m_port(port)
        , m_truth(truth)
    {}

    void introduce(const std::string& truthPath)
    {
        const TrainingWords& words = m_training.words();
        const double bytes = 4 * m_training.plan().parameters;
        m_port.hello("stepscope-virtual-tx2");
        m_port.facts("{\"virtual\":true,\"framework\":\"tensorflow (played)\",\"framework_version\":\"1.13.1\","
                     "\"profiler\":\"played\",\"model\":" +
                     jsonText(words.model) + ",\"batch_size\":" + std::to_string(words.batch) +
                     ",\"parameter_bytes\":" + std::to_string(std::llround(bytes)) + ",\"gradient_bytes\":" +
                     std::to_string(std::llround(bytes)) + ",\"truth_file\":" + jsonText(truthPath) + "}");
        const auto thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
        m_port.kinds(m_training.plan().kinds);
        m_port.lane(OpInstance::Main, SpanPort::LaneKind::Thread, thread, "main");
        m_port.lane(OpInstance::Input, SpanPort::LaneKind::Thread, thread + 1, "input");
        m_port.lane(OpInstance::Stream, SpanPort::LaneKind::Stream, 7, "stream 7");
        std::printf("Training %s (played), batch %d, %llu steps\n", std::string(m_training.model().title).c_str(),
                    words.batch, static_cast<unsigned long long>(words.steps));
        std::fflush(stdout);
    }

    void play()
    {
        for (std::uint64_t index = 0; index < m_training.words().steps && !endAsked(); ++index) {
            const auto step = m_training.step(index);
            while (!endAsked() && monotonicNs() < step->pieces.end())
                sleepUntil(step->pieces.end());
            if (endAsked())
                break;
            tell(*step);
        }
        m_port.facts(m_cost.json());
    }

private:
    void tell(const PlayedStep& step)
    {
        if (step.traced)
            tellOps(step);
        const std::int64_t begin = step.pieces.begin();
        const std::int64_t end = step.pieces.end();
        m_port.step(step.index, begin, end, static_cast<std::uint64_t>(m_training.words().batch), step.traced);
        m_cost.add(step);
        if (m_truth)
            m_truth->add(step);
        if (step.index % kLogEvery == 0) {
            std::printf("step %llu  loss %.4f  %.1f samples/s\n", static_cast<unsigned long long>(step.index),
                        0.4 + 6.0 / std::sqrt(static_cast<double>(step.index) + 1),
                        m_training.words().batch * 1e9 / static_cast<double>(end - begin));
            std::fflush(stdout);
        }
    }

    void tellOps(const PlayedStep& step)
    {
        for (auto first = step.ops.begin(); first != step.ops.end();) {
            const auto last =
                std::find_if(first, step.ops.end(), [&](const OpInstance& op) { return op.lane != first->lane; });
            m_port.spans(first->lane, std::span(first, last));
            first = last;
        }
    }

    Training& m_training;
    SpanPort& m_port;
    std::optional<TruthFile>& m_truth;
    TracingCost m_cost;
};

/// Old truths go: each may hold megabytes.
void removeOldTruths(const std::string& folder)
{
    std::error_code error;
    std::vector<fs::directory_entry> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".jsonl")
            files.push_back(entry);
    }
    if (files.size() < kKeptTruths)
        return;
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
        std::error_code ignored;
        return a.last_write_time(ignored) > b.last_write_time(ignored);
    });
    for (std::size_t i = kKeptTruths - 1; i < files.size(); ++i)
        fs::remove(files[i], error);
}

std::string truthPath(const Words& words, const std::string& folder, const TrainingWords& training)
{
    if (words.has("truth") || folder.empty())
        return words.text("truth");
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    removeOldTruths(folder);
    return folder + "/" + training.model + "-b" + std::to_string(training.batch) + "-" +
           std::to_string(training.start) + ".jsonl";
}

} // namespace

format::Result<void> runTraining(const Words& words)
{
    BoardLink link = TRY(BoardLink::open(words.text("tree")));
    TrainingWords wanted = TRY(trainingOf(words));
    const char* traced = std::getenv("STEPSCOPE_OPS");
    wanted.traced = TRY(TracedSteps::parse(words.text("ops", traced != nullptr ? traced : "auto")));
    wanted.start = monotonicNs() + kLead;
    const auto training = TRY(Training::make(wanted, link.board().machine));
    SpanPort port = TRY(SpanPort::open());
    TRY(link.play(wordsOf(wanted)));

    const std::string path = truthPath(words, link.truthFolder(), wanted);
    std::optional<TruthFile> truth;
    if (!path.empty())
        truth = TRY(TruthFile::create(path, link.board(), *training));
    Player player(*training, port, truth);
    player.introduce(path);
    player.play();
    return {};
}

} // namespace stepscope::simulator
