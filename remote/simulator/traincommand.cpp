#include "remote/format/clock.h"
#include "remote/json/writer.h"
#include "remote/simulator/board/boardtruth.h"
#include "remote/simulator/command.h"
#include "remote/simulator/control.h"
#include "remote/simulator/training/training.h"

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

/// Start of a training after now, so that both processes know it before it begins.
constexpr std::int64_t kLead = 20 * format::kMillisecond;
constexpr std::uint64_t kLogEvery = 10;
/// Number of truth files of earlier trainings that are not deleted.
constexpr std::size_t kStoredTruths = 20;
constexpr std::uint64_t kSkipped = 3;          ///< first steps, which are not part of the figures
constexpr std::int64_t kMostSeconds = 100'000; ///< s

/// Mean durations of traced and untraced steps, as hooks report them.
class TracingCost
{
public:
    void add(const PlayedStep& step)
    {
        if (step.index < kSkipped)
            return;
        const double seconds = static_cast<double>(step.waveform.end() - step.waveform.begin()) * 1e-9;
        Sum& sum = step.traced ? m_traced : m_untraced;
        sum.seconds += seconds;
        ++sum.count;
    }
    [[nodiscard]] std::string json() const
    {
        std::string text;
        json::Writer json(text);
        json.beginObject().key("tracing").beginObject();
        json.key("traced_steps").integer(static_cast<std::int64_t>(m_traced.count));
        json.key("untraced_steps").integer(static_cast<std::int64_t>(m_untraced.count));
        if (m_traced.count > 0)
            json.key("traced_mean_seconds").real(m_traced.mean(), 6);
        if (m_untraced.count > 0)
            json.key("untraced_mean_seconds").real(m_untraced.mean(), 6);
        if (m_traced.count > 0 && m_untraced.count > 0)
            json.key("slowdown").real(m_traced.mean() / m_untraced.mean(), 6);
        json.key("clock_error_ns").integer(0).endObject().endObject();
        return text;
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

/// Reports and prints the events of a training in real time.
class Player
{
public:
    Player(Training& training, TrainingReport& report, std::optional<TruthFile>& truth)
        : m_training(training)
        , m_report(report)
        , m_truth(truth)
    {}

    void introduce(const std::string& truthPath)
    {
        const TrainingOptions& options = m_training.options();
        const MemoryParts& memory = m_training.memoryParts();
        m_report.greet("stepscope-virtual-tx2");
        std::string facts;
        json::Writer json(facts);
        json.beginObject().key("virtual").boolean(true).key("framework").text("tensorflow (played)");
        json.key("framework_version").text("1.13.1").key("profiler").text("played");
        json.key("model").text(options.model).key("batch_size").integer(options.batch);
        json.key("parameter_bytes").integer(std::llround(memory.parameters));
        json.key("gradient_bytes").integer(std::llround(memory.gradients));
        json.key("optimizer_bytes").integer(std::llround(memory.optimizer));
        json.key("input_bytes").integer(std::llround(memory.input));
        json.key("intermediate_bytes").integer(std::llround(memory.intermediate));
        json.key("truth_file").text(truthPath).endObject();
        m_report.addFacts(facts);
        const auto thread = static_cast<std::uint64_t>(syscall(SYS_gettid));
        m_report.defineKinds(m_training.plan().kinds);
        m_report.defineLane(OpInstance::Main, format::Lane::Kind::Thread, thread, "main");
        m_report.defineLane(OpInstance::Input, format::Lane::Kind::Thread, thread + 1, "input");
        m_report.defineLane(OpInstance::Stream, format::Lane::Kind::GpuStream, 7, "stream 7");
        std::printf("Training %s (played), batch %d, %llu steps\n", std::string(m_training.model().title).c_str(),
                    options.batch, static_cast<unsigned long long>(options.steps));
        std::fflush(stdout);
    }

    /// The error with which TensorFlow ends a training that needs more memory than there is.
    format::Result<void> failForMemory()
    {
        while (!endRequested() && format::monotonicNs() < m_training.firstStepBegin())
            format::sleepUntilSignal(m_training.firstStepBegin());
        return format::failure(
            "ResourceExhaustedError: OOM when allocating tensor: the training of " + m_training.options().model +
            " with batch " + std::to_string(m_training.options().batch) + " needs " +
            std::to_string(std::llround(m_training.memoryParts().sum() / 1e6)) + " MB, more than this board has left");
    }

    void play()
    {
        for (std::uint64_t index = 0; index < m_training.options().steps && !endRequested(); ++index) {
            const auto step = m_training.step(index);
            while (!endRequested() && format::monotonicNs() < step->waveform.end())
                format::sleepUntilSignal(step->waveform.end());
            if (endRequested())
                break;
            report(*step);
        }
        m_report.addFacts(m_cost.json());
    }

private:
    void report(const PlayedStep& step)
    {
        if (step.traced)
            reportOps(step);
        const std::int64_t begin = step.waveform.begin();
        const std::int64_t end = step.waveform.end();
        const auto samples = static_cast<std::uint64_t>(m_training.options().batch);
        m_report.addStep({step.index, begin, end, samples, step.traced ? format::Step::kTraced : 0U, 0});
        m_cost.add(step);
        if (m_truth)
            m_truth->add(step);
        if (step.index % kLogEvery == 0) {
            std::printf("step %llu  loss %.4f  %.1f samples/s\n", static_cast<unsigned long long>(step.index),
                        0.4 + 6.0 / std::sqrt(static_cast<double>(step.index) + 1),
                        m_training.options().batch * 1e9 / static_cast<double>(end - begin));
            std::fflush(stdout);
        }
    }

    void reportOps(const PlayedStep& step)
    {
        for (auto first = step.ops.begin(); first != step.ops.end();) {
            const auto last =
                std::find_if(first, step.ops.end(), [&](const OpInstance& op) { return op.lane != first->lane; });
            m_report.addSpans(first->lane, std::span(first, last));
            first = last;
        }
        m_report.addLinks(step.links);
    }

    Training& m_training;
    TrainingReport& m_report;
    std::optional<TruthFile>& m_truth;
    TracingCost m_cost;
};

/// Deletes the oldest truth files, each of which can hold megabytes.
void removeOldTruths(const std::string& folder)
{
    std::error_code error;
    std::vector<fs::directory_entry> files;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".jsonl")
            files.push_back(entry);
    }
    if (files.size() < kStoredTruths)
        return;
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
        std::error_code ignored;
        return a.last_write_time(ignored) > b.last_write_time(ignored);
    });
    for (std::size_t i = kStoredTruths - 1; i < files.size(); ++i)
        fs::remove(files[i], error);
}

/// Number of steps for which the training lasts `seconds` after its first ones; at least options.steps.
format::Result<std::uint64_t> stepsFor(const TrainingOptions& options, const Machine& machine, std::int64_t seconds)
{
    const Model* model = TRY(findModel(options.model));
    const double step = stepSeconds(*model, options.batch) * machine.stepTimeFactor;
    const auto steps = static_cast<std::uint64_t>(std::ceil(static_cast<double>(seconds) / step));
    return std::max(options.steps, seconds > 0 ? kSkipped + steps : 0);
}

std::string truthPath(const Command& command, const std::string& folder, const TrainingOptions& training)
{
    if (command.has("truth") || folder.empty())
        return command.text("truth");
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    removeOldTruths(folder);
    return folder + "/" + training.model + "-b" + std::to_string(training.batch) + "-" +
           std::to_string(training.start) + ".jsonl";
}

} // namespace

format::Result<void> runTraining(const Command& command)
{
    BoardLink link = TRY(BoardLink::open(command.text("tree")));
    TrainingOptions options = TRY(readTrainingOptions(command));
    const char* traced = std::getenv("STEPSCOPE_OPS");
    options.traced = TRY(TracedSteps::parse(command.text("ops", traced != nullptr ? traced : "auto")));
    options.clocks = TRY(link.clocks());
    options.steps = TRY(stepsFor(options, link.board().machine, TRY(command.integer("seconds", 0, 0, kMostSeconds))));
    options.start = format::monotonicNs() + kLead;
    const auto training = TRY(Training::make(options, link.board().machine));
    TrainingReport report = TRY(TrainingReport::open());
    TRY(link.play(commandFor(options)));

    const std::string path = truthPath(command, link.truthFolder(), options);
    std::optional<TruthFile> truth;
    if (!path.empty())
        truth = TRY(TruthFile::create(path, link.board(), *training));
    Player player(*training, report, truth);
    player.introduce(path);
    if (training->exceedsMemory())
        return player.failForMemory();
    player.play();
    return {};
}

} // namespace stepscope::simulator
