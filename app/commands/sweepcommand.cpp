#include "analysis/study/study.h"
#include "analysis/text/quantitytext.h"
#include "app/commands/command.h"
#include "app/commands/openedstudy.h"
#include "app/sweep/rememberingprompter.h"
#include "app/sweep/sweep.h"
#include "app/terminal/interruptwatch.h"
#include "app/terminal/terminal.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace stepscope::app {
namespace {

using analysis::Study;
using analysis::StudyCell;
using analysis::StudyPlan;
using format::Error;
using format::Result;
namespace column = analysis::column;

std::vector<std::string> splitAtCommas(const std::string& text)
{
    std::vector<std::string> words;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

Result<std::vector<int>> batchesOf(const std::string& text)
{
    std::vector<int> batches;
    for (const std::string& word : splitAtCommas(text)) {
        int batch = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), batch);
        if (error != std::errc() || end != word.data() + word.size())
            return format::failure(Error::Code::Usage,
                                   "sweep: '" + word + "' is not a batch size; write for example --batches 4,8,16");
        batches.push_back(batch);
    }
    return batches;
}

/// The name of the script or module, else of the program: "train" for `python3 train.py` and `python3 -m train`.
std::string nameOfCommand(const std::vector<std::string>& words)
{
    const auto script =
        std::find_if(words.begin(), words.end(), [](const auto& word) { return word.ends_with(".py"); });
    if (script != words.end())
        return std::filesystem::path(*script).stem().string();
    const auto option = std::find(words.begin(), words.end(), "-m");
    if (option != words.end() && std::next(option) != words.end())
        return *std::next(option);
    return std::filesystem::path(words.front()).stem().string();
}

std::string rowText(const StudyCell& cell)
{
    const analysis::ResultRow& row = cell.result;
    if (!row.succeeded()) {
        const std::string output = row.text(column::kLastOutput);
        const std::string lastLine = output.substr(output.rfind('\n') + 1);
        return row.text(column::kReason) + (lastLine.empty() ? "" : "\n    " + lastLine);
    }
    std::string text = analysis::orUnknown(row.number(column::kThroughput),
                                           [](double value) { return analysis::threeDigitText(value); }) +
                       " samples/s";
    if (const auto joules = row.number(column::kStepJoules))
        text += ", " + analysis::kReportFormat.quantity(*joules, "J") + " a step";
    if (const auto gpu = row.number(column::kGpu))
        text += ", GPU " + analysis::percentText(*gpu);
    return text + (row.throttled() ? ", throttled" : "");
}

std::string remainingText(const Study& study)
{
    const auto remaining = analysis::remainingTime(study);
    if (!remaining || remaining->cells == 0)
        return {};
    const auto time = [](double seconds) { return analysis::kReportFormat.elapsed(seconds); };
    std::string text = ", about " + time(remaining->seconds) + " left";
    if (remaining->high > 1.2 * remaining->low)
        text += " (" + time(remaining->low) + " to " + time(remaining->high) + ")";
    return text;
}

std::size_t doneCells(const Study& study)
{
    return static_cast<std::size_t>(std::count_if(study.cells.begin(), study.cells.end(), [](const StudyCell& cell) {
        return cell.state == analysis::CellState::Done;
    }));
}

/// Shows a sweep on the terminal: one permanent line for each cell that is done, and the progress below.
class SweepDisplay
{
public:
    explicit SweepDisplay(const StudyFolder& folder)
        : m_folder(folder)
        , m_bar("Sweep")
    {}

    void showStatus(const std::string& target, const std::string& text)
    {
        const Study study = m_folder.study();
        const std::size_t done = doneCells(study);
        m_bar.update(static_cast<double>(done) / static_cast<double>(study.cells.size()),
                     std::to_string(done) + "/" + std::to_string(study.cells.size()) + remainingText(study) + "  " +
                         target + ": " + text);
    }
    void showCell(const StudyCell& cell)
    {
        const Study study = m_folder.study();
        m_bar.finish("[" + std::to_string(doneCells(study)) + "/" + std::to_string(study.cells.size()) + "] " +
                     cell.target + ", " + cell.model + ", batch " + std::to_string(cell.batch) +
                     (cell.power.empty() ? std::string() : ", " + cell.power) +
                     (study.plan.repeats > 1 ? ", repeat " + std::to_string(cell.repeat) : std::string()) + ": " +
                     rowText(cell));
    }
    void finish(const std::string& line) { m_bar.finish(line); }

private:
    const StudyFolder& m_folder;
    ProgressBar m_bar;
};

class SweepCommand : public Command
{
public:
    [[nodiscard]] std::string name() const override { return "sweep"; }
    [[nodiscard]] std::string summary() const override
    {
        return "Train models with several batch sizes, record each training, and store the results as a study";
    }

    [[nodiscard]] std::vector<Option> options() override
    {
        std::vector<Option> options = planOptions();
        for (const std::vector<Option>& more : {trainingOptions(), m_ssh.sshOptions()})
            options.insert(options.end(), more.begin(), more.end());
        return options;
    }

    [[nodiscard]] std::string footer() const override
    {
        return "A command after -- sweeps your own training; {batch}, {steps}, {seconds}, {repeat} and {model} in it\n"
               "are replaced:\n"
               "  stepscope sweep tx2 --batches 4,8,16 -o STUDY -- python3 train.py --batch-size {batch}\n"
               "The same command line, or --resume STUDY, continues a sweep that was interrupted. Ctrl+C ends it "
               "after\n"
               "the trainings in progress; a second Ctrl+C ends it now, and they continue on their targets.";
    }

    [[nodiscard]] bool takesTraining() const override { return true; }
    int run(const std::vector<std::string>& trailing) override
    {
        const auto swept = work(trailing);
        if (!swept.ok())
            return printError(swept.error());
        return *swept ? kDone : kFailed;
    }

private:
    std::vector<Option> planOptions()
    {
        return {
            {.names = "TARGET",
             .value = &m_plan.targets,
             .help = "local, [user@]host[:port] over SSH, or virtual-tx2; several are swept at the same time"},
            {.names = "-o,--output", .value = &m_folder, .help = "The folder of the study", .valueName = "STUDY"},
            {.names = "--resume",
             .value = &m_resumed,
             .help = "Continue the study in this folder",
             .valueName = "STUDY",
             .excludes = "--output"},
            {.names = "--models", .value = &m_models, .help = "Built-in models", .valueName = "A,B,..."},
            {.names = "--batches",
             .value = &m_batches,
             .help = "Batch sizes",
             .valueName = "N,N,...",
             .showsDefault = true},
            {.names = "--power-modes",
             .value = &m_powerSettings,
             .help = "Operating points to set for the trainings, and to restore after each: current, or a mode of "
                     "nvpmodel (name or number), locked (as jetson_clocks), gpu=MHZ, cpu=MHZ, joined by +",
             .valueName = "MAXN,MAXQ+locked,..."},
            {.names = "--repeats",
             .value = &m_plan.repeats,
             .help = "Trainings of each model, batch size and operating point",
             .showsDefault = true,
             .limits = {{1, 1000}}},
            {.names = "--steps",
             .value = &m_plan.steps,
             .help = "Steps of a training of a built-in model, and the value of {steps}",
             .showsDefault = true,
             .limits = {{1, 100'000'000}}},
            {.names = "--seconds",
             .value = &m_plan.leastSeconds,
             .help = "Least duration of a training of a built-in model, which has more steps where they are short, and "
                     "the value of {seconds}",
             .showsDefault = true,
             .limits = {{0, 100'000}}},
            {.names = "--skip-steps",
             .value = &m_plan.skippedSteps,
             .help = "First steps of each training to leave out of every figure",
             .showsDefault = true,
             .limits = {{0, 1'000'000'000}}},
            {.names = "--seed", .value = &m_seed, .help = "Of the random order of the trainings", .showsDefault = true},
        };
    }

    /// How the trainings run and are recorded.
    std::vector<Option> trainingOptions()
    {
        return {
            {.names = "--timeout",
             .value = &m_timeout,
             .help = "Longest training, e.g. 3600s; it is then stopped, which is its result",
             .unit = Option::Unit::Time},
            {.names = "--cooldown",
             .value = &m_cooldown,
             .help = "Longest wait before a training for the device to cool, e.g. 120s",
             .unit = Option::Unit::Time},
            {.names = "--cooldown-margin",
             .value = &m_plan.cooldownMargin,
             .help = "Degrees by which a thermal zone may exceed its first temperature when a training begins",
             .showsDefault = true,
             .limits = {{0, 100}}},
            {.names = "--period",
             .value = &m_period,
             .help = "Time between samples, 1ms to 10s",
             .limits = {{1e6, 1e10}},
             .unit = Option::Unit::Time},
            {.names = "--ops",
             .value = &m_plan.ops,
             .help = "Steps whose ops are traced, as in profile; tracing slows them down",
             .showsDefault = true},
            {.names = "--cwd",
             .value = &m_plan.workingFolder,
             .help = "Working folder of the command on the targets; default: this one on local, else home",
             .valueName = "DIR"},
        };
    }

    Result<StudyPlan> planOf(const std::vector<std::string>& trailing)
    {
        StudyPlan plan = m_plan;
        plan.command = trailing;
        plan.models = splitAtCommas(m_models);
        if (plan.models.empty() && !trailing.empty())
            plan.models = {nameOfCommand(trailing)};
        plan.batches = TRY(batchesOf(m_batches));
        plan.powerSettings = splitAtCommas(m_powerSettings);
        plan.seed = m_seed;
        plan.periodNs = static_cast<std::int64_t>(m_period);
        plan.timeoutSeconds = m_timeout / 1e9;
        plan.cooldownLimitSeconds = m_cooldown / 1e9;
        const bool isLocal = std::find(plan.targets.begin(), plan.targets.end(), "local") != plan.targets.end();
        if (isLocal && plan.workingFolder.empty() && !trailing.empty())
            plan.workingFolder = TRY(currentFolder());
        return plan;
    }

    Result<bool> work(const std::vector<std::string>& trailing)
    {
        const bool isResumed = !m_resumed.empty();
        if (!isResumed && m_folder.empty())
            return format::failure(Error::Code::Usage, "sweep: the study needs a folder: -o STUDY.");
        if (isResumed) {
            const std::string given = planDifference(TRY(SweepCommand().planOf({})), TRY(planOf(trailing)));
            if (!given.empty())
                return format::failure(Error::Code::Usage, "sweep: --resume takes its plan from the study; remove " +
                                                               given + " from the command line.");
        }
        std::optional<StudyPlan> plan;
        if (!isResumed)
            plan = TRY(planOf(trailing));
        const auto folder = TRY(StudyFolder::open(isResumed ? m_resumed : m_folder, plan));
        return sweep(*folder);
    }

    Result<bool> sweep(StudyFolder& folder)
    {
        const auto prompter = std::make_shared<RememberingPrompter>(std::make_shared<TerminalPrompter>());
        SweepDisplay display(folder);
        const Study before = folder.study();
        noteIncompleteRecordings(before, folder.path());
        display.finish("Sweeping " + analysis::countText(before.cells.size(), "training") + " (" +
                       std::to_string(doneCells(before)) + " done), in random order of seed " +
                       std::to_string(before.plan.seed) + "; the first " + std::to_string(before.plan.skippedSteps) +
                       " steps of each are left out");
        Sweep sweep(folder, m_ssh.ssh(), prompter,
                    {.prepared = [&] { prompter->remember(); },
                     .status = [&](const auto& target, const auto& text) { display.showStatus(target, text); },
                     .waits = [&](const auto& target, const auto& text) { display.finish(target + ": " + text); },
                     .cellDone = [&](const StudyCell& cell) { display.showCell(cell); }});
        std::atomic<int> interrupts = 0;
        const InterruptWatch watch([&] {
            if (++interrupts == 1)
                sweep.pause();
            else
                sweep.leave();
        });
        const auto ran = sweep.run();
        if (!ran.ok()) {
            folder.removeIfUnused();
            return ran.error();
        }
        const bool isDone = *ran;
        const Study after = folder.study();
        const auto failed = std::count_if(after.cells.begin(), after.cells.end(), [](const StudyCell& cell) {
            return !cell.result.isEmpty() && !cell.result.succeeded();
        });
        const std::string all = analysis::countText(after.cells.size(), "training");
        if (isDone)
            display.finish(folder.path().string() + ": " + all + " done, " + std::to_string(failed) +
                           " of them failed.");
        else
            display.finish(std::to_string(doneCells(after)) + " of " + all + " done; `stepscope sweep --resume " +
                           folder.path().string() + "` continues.");
        return isDone;
    }

    TargetOptions m_ssh;
    StudyPlan m_plan;
    std::string m_folder;
    std::string m_resumed;
    std::string m_models;
    std::string m_powerSettings;
    std::string m_batches = "4,8,16,32,64";
    std::size_t m_seed = 1;
    double m_period = 10e6;
    double m_timeout = 3600e9;
    double m_cooldown = 120e9;
};

} // namespace

std::unique_ptr<Command> makeSweepCommand()
{
    return std::make_unique<SweepCommand>();
}

} // namespace stepscope::app
