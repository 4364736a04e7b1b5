#pragma once

#include "analysis/study/resultrow.h"
#include "remote/format/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// A study: trainings of several models with several batch sizes and power settings, each repeated, on one or several
/// targets. A study is
/// a folder with study.json and the recordings.
namespace stepscope::analysis {

inline constexpr std::size_t kMaxStudyCells = 100'000;

/// What is swept and how. A study keeps it, so that an interrupted sweep continues with the same settings.
struct StudyPlan
{
    std::vector<std::string> targets;
    std::vector<std::string> models;  ///< built-in models, or the name of the command
    std::vector<std::string> command; ///< the user's training, with {batch} and others (see commandFor()); else empty
    std::vector<int> batches;
    /// Operating points of the targets, as `stepscope-agent start --power` takes them; empty = they stay as they are.
    std::vector<std::string> powerSettings;
    int repeats = 1;
    int steps = 50; ///< of built-in models, and the value of {steps}
    /// Built-in models train more steps than `steps` where they are short, until these seconds have passed: sensors
    /// average over up to a second. Also the value of {seconds}.
    int leastSeconds = 10;
    std::uint64_t seed = 1;       ///< of the order of the cells
    std::size_t skippedSteps = 3; ///< first steps of each recording that no figure includes
    std::int64_t periodNs = 10'000'000;
    std::string ops = "none";          ///< traced steps, as `stepscope profile --ops`
    std::string workingFolder;         ///< of the user's command; empty = the target's default
    double timeoutSeconds = 3600;      ///< of a training, by its recording
    double cooldownMargin = 3;         ///< degrees by which a zone may exceed its first temperature
    double cooldownLimitSeconds = 120; ///< longest wait before a cell

    bool operator==(const StudyPlan&) const = default;
};

/// One core of a device, or a rail; as the recordings of the target describe them.
struct StudyCore
{
    int core = 0;
    std::string cluster;
    std::string caches{}; ///< "L1i 48 KB, L1d 32 KB, L2 2 MB"
};
struct StudyRail
{
    std::string name, parent, role;
};

/// A target as its recordings describe it. Empty and 0 = not known.
struct StudyDevice
{
    std::string target;
    std::string board, model, soc, l4t, jetpack, kernel, machine;
    std::string gpu{};     ///< "Pascal, 256 CUDA cores"
    std::string storage{}; ///< "31.3 GB eMMC"
    std::uint64_t memoryBytes = 0;
    bool isVirtual = false;
    std::vector<StudyCore> cores;
    std::vector<StudyRail> rails;
    /// Of the thermal zones before the first cell, degrees Celsius; empty = the target has no zone.
    std::map<std::string, double> startTemperatures;
};

enum class CellState { Pending, Running, Done };

/// One training of the study.
struct StudyCell
{
    std::string id{}; ///< unique in the study: "0007-tx2-resnet50-b16-r1"
    std::string target{}, model{};
    int batch = 0;
    std::string power{}; ///< one of the plan's settings; empty if it has none
    int repeat = 0;      ///< from 1
    CellState state = CellState::Pending;
    int attempts = 0;        ///< trainings that were started
    std::string recording{}; ///< relative to the folder; empty = none
    ResultRow result{};      ///< of a cell that is done
};

struct Study
{
    std::string id; ///< unique; the label of its runs on the targets begins with it
    std::int64_t createdRealtimeNs = 0;
    StudyPlan plan;
    std::vector<StudyDevice> devices; ///< of the targets that were reached, in order of the plan
    std::vector<StudyCell> cells;     ///< in the order in which they run on each target

    [[nodiscard]] const StudyDevice* deviceOf(const std::string& target) const;
    /// Whether the cell has the first power setting. The figures and observations by batch size that do not distinguish
    /// settings are those of the first one.
    [[nodiscard]] bool hasFirstPower(const StudyCell& cell) const
    {
        return plan.powerSettings.empty() || cell.power == plan.powerSettings.front();
    }
    /// The first power setting, for the titles of these; empty where the study has only one.
    [[nodiscard]] std::string namedPower() const
    {
        return plan.powerSettings.size() > 1 ? plan.powerSettings.front() : std::string();
    }
    /// A target is a simulated board, which everything shown of the study must say.
    [[nodiscard]] bool isVirtual() const;
};

/// The smallest change that makes a plan valid is the error's text. Error Usage.
format::Result<void> checkPlan(const StudyPlan& plan);

/// The cells of a plan. Each repeat of all combinations is shuffled by the seed, so that a drift of the device does not
/// look like an effect of the batch size; the order is the same on every computer.
std::vector<StudyCell> makeCells(const StudyPlan& plan);

/// The words of the plan's command for a cell: {batch}, {model}, {steps}, {seconds} and {repeat} are replaced in each
/// word.
std::vector<std::string> commandFor(const StudyPlan& plan, const StudyCell& cell);

/// The label of a cell's run on the target, which finds the run again after a crash of this program.
std::string labelOf(const Study& study, const StudyCell& cell);

/// Time until all cells are done.
struct RemainingTime
{
    double seconds = 0;
    double low = 0, high = 0; ///< the range that durations of cells measured so far give
    std::size_t cells = 0;    ///< that are not done
};
/// Of the target that takes the longest, from the durations (cooling included) of the cells that are done: of the same
/// model, batch size and power setting, else without the setting, else of the same model, else of all, on the same
/// target if there are any. None before the first cell is done.
std::optional<RemainingTime> remainingTime(const Study& study);

} // namespace stepscope::analysis
