#include "analysis/study/study.h"

#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/random.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;

constexpr int kMaxBatch = 1'000'000;

format::Error usage(std::string text)
{
    return format::failure(Error::Code::Usage, "sweep: " + std::move(text));
}

template <typename Value>
bool hasTwice(const std::vector<Value>& values)
{
    return std::set<Value>(values.begin(), values.end()).size() != values.size();
}

std::string fileWord(const std::string& text)
{
    std::string word;
    for (const char c : text)
        word += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' ? c : '-';
    return word;
}

void replaceAll(std::string& text, const std::string& what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

bool mentions(const std::vector<std::string>& words, const char* what)
{
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.find(what) != std::string::npos; });
}

/// The agent on the target reads the setting; here only its characters are checked.
bool isPowerSetting(const std::string& text)
{
    constexpr std::size_t kLongest = 128;
    return !text.empty() && text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view("_-.+=").find(static_cast<char>(c)) != std::string_view::npos;
    });
}

double secondsOf(const StudyCell& cell)
{
    return cell.result.number(column::kDuration).value_or(0) + cell.result.number(column::kCooldown).value_or(0);
}

/// Durations of the cells that are most like this one; empty if none is done.
std::vector<double> likeDurations(const Study& study, const StudyCell& cell)
{
    using Like = bool (*)(const StudyCell& a, const StudyCell& b);
    constexpr std::array<Like, 5> kLikes{
        [](const StudyCell& a, const StudyCell& b) {
            return a.target == b.target && a.model == b.model && a.batch == b.batch && a.power == b.power;
        },
        [](const StudyCell& a, const StudyCell& b) {
            return a.target == b.target && a.model == b.model && a.batch == b.batch;
        },
        [](const StudyCell& a, const StudyCell& b) { return a.target == b.target && a.model == b.model; },
        [](const StudyCell& a, const StudyCell& b) { return a.target == b.target; },
        [](const StudyCell&, const StudyCell&) { return true; },
    };
    std::vector<double> durations;
    for (const Like isLike : kLikes) {
        for (const StudyCell& done : study.cells) {
            if (done.state == CellState::Done && isLike(done, cell))
                durations.push_back(secondsOf(done));
        }
        if (!durations.empty())
            break;
    }
    return durations;
}

} // namespace

bool Study::isVirtual() const
{
    return std::any_of(devices.begin(), devices.end(), [](const StudyDevice& device) { return device.isVirtual; });
}

const StudyDevice* Study::deviceOf(const std::string& target) const
{
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [&](const StudyDevice& device) { return device.target == target; });
    return found != devices.end() ? &*found : nullptr;
}

format::Result<void> checkPlan(const StudyPlan& plan)
{
    if (plan.targets.empty())
        return usage("there is no target; write it first, as in: stepscope sweep local --models smallcnn -o STUDY");
    if (plan.models.empty())
        return usage(
            "there is nothing to train: choose models with --models A,B, or put a command with {batch} after --");
    if (plan.batches.empty())
        return usage("there is no batch size; give them with --batches 4,8,16");
    for (const int batch : plan.batches) {
        if (batch < 1 || batch > kMaxBatch)
            return usage("a batch size is a number from 1 to " + std::to_string(kMaxBatch) + ", not " +
                         std::to_string(batch));
    }
    for (const std::string& setting : plan.powerSettings) {
        if (!isPowerSetting(setting))
            return usage("'" + setting + "' is not a power setting; write for example --power-modes MAXN,MAXQ+locked");
    }
    if (hasTwice(plan.batches) || hasTwice(plan.models) || hasTwice(plan.targets) || hasTwice(plan.powerSettings))
        return usage("a target, model, batch size or power setting is listed twice; use --repeats N to measure each of "
                     "them N times");
    if (!plan.command.empty() && plan.batches.size() > 1 && !mentions(plan.command, "{batch}"))
        return usage("the command does not contain {batch}, so that all batch sizes would be the same training");
    if (!plan.command.empty() && plan.models.size() > 1 && !mentions(plan.command, "{model}"))
        return usage("the command does not contain {model}, so that all models would be the same training");
    if (plan.repeats < 1 || plan.steps < 1)
        return usage("--repeats and --steps are numbers from 1");
    const bool usesSeconds = plan.command.empty() || mentions(plan.command, "{seconds}");
    if (plan.leastSeconds < 0 || (usesSeconds && plan.leastSeconds >= plan.timeoutSeconds))
        return usage("--timeout would end every training, as each lasts for at least --seconds " +
                     std::to_string(plan.leastSeconds));
    const std::size_t cells = plan.targets.size() * plan.models.size() * plan.batches.size() *
                              std::max<std::size_t>(plan.powerSettings.size(), 1) *
                              static_cast<std::size_t>(plan.repeats);
    if (cells > kMaxStudyCells)
        return usage("the study would have " + std::to_string(cells) + " trainings; the most is " +
                     std::to_string(kMaxStudyCells));
    return {};
}

std::vector<StudyCell> makeCells(const StudyPlan& plan)
{
    std::vector<StudyCell> cells;
    const std::vector<std::string> settings =
        plan.powerSettings.empty() ? std::vector<std::string>{""} : plan.powerSettings;
    Random random(plan.seed);
    for (int repeat = 1; repeat <= plan.repeats; ++repeat) {
        const std::size_t first = cells.size();
        for (const std::string& target : plan.targets) {
            for (const std::string& model : plan.models) {
                for (const int batch : plan.batches) {
                    for (const std::string& power : settings)
                        cells.push_back(
                            {.target = target, .model = model, .batch = batch, .power = power, .repeat = repeat});
                }
            }
        }
        // Fisher and Yates (1938).
        for (std::size_t i = cells.size(); i > first + 1; --i)
            std::swap(cells[i - 1], cells[first + random.below(i - first)]);
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        StudyCell& cell = cells[i];
        std::array<char, 24> number{};
        std::snprintf(number.data(), number.size(), "%04zu", i + 1);
        cell.id = std::string(number.data()) + "-" + fileWord(cell.target) + "-" + fileWord(cell.model) + "-b" +
                  std::to_string(cell.batch) + (cell.power.empty() ? "" : "-" + fileWord(cell.power)) + "-r" +
                  std::to_string(cell.repeat);
    }
    return cells;
}

std::vector<std::string> commandFor(const StudyPlan& plan, const StudyCell& cell)
{
    std::vector<std::string> words = plan.command;
    for (std::string& word : words) {
        replaceAll(word, "{batch}", std::to_string(cell.batch));
        replaceAll(word, "{steps}", std::to_string(plan.steps));
        replaceAll(word, "{seconds}", std::to_string(plan.leastSeconds));
        replaceAll(word, "{repeat}", std::to_string(cell.repeat));
        replaceAll(word, "{model}", cell.model);
    }
    return words;
}

std::string labelOf(const Study& study, const StudyCell& cell)
{
    return "study " + study.id + " cell " + cell.id;
}

std::optional<RemainingTime> remainingTime(const Study& study)
{
    RemainingTime longest;
    for (const std::string& target : study.plan.targets) {
        RemainingTime sum;
        for (const StudyCell& cell : study.cells) {
            if (cell.target != target || cell.state == CellState::Done)
                continue;
            std::vector<double> durations = likeDurations(study, cell);
            if (durations.empty())
                return std::nullopt;
            const auto [least, most] = std::minmax_element(durations.begin(), durations.end());
            sum.low += *least;
            sum.high += *most;
            sum.seconds += median(durations);
            ++sum.cells;
        }
        const std::size_t cells = longest.cells + sum.cells;
        if (sum.seconds >= longest.seconds)
            longest = sum;
        longest.cells = cells;
    }
    return longest;
}

} // namespace stepscope::analysis
