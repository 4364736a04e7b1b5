#include "analysis/report/reporttext.h"
#include "analysis/text/oplabel.h"
#include "analysis/text/texttable.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {
namespace {

using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostOps = 20;
constexpr std::size_t kMostUntracedOps = 10;
constexpr std::size_t kMostModules = 20;
constexpr std::size_t kMostOutlierRows = 10;

std::vector<TextColumn> withEnergyColumns(std::vector<TextColumn> columns)
{
    columns.insert(columns.end(), {{"energy", true}, {"95 % interval", true}, {"mean power", true}});
    return columns;
}

constexpr int kLeastDecimals = 3; ///< of joules

/// Energy, its interval, and the mean power over the `seconds` that the op runs.
void addEnergyCells(const std::optional<Estimate>& joules, double seconds, std::vector<std::string>& row,
                    std::uint32_t joint = OpConsumption::kNotJoint)
{
    if (!joules) {
        row.push_back(joint == OpConsumption::kNotJoint ? "not separable" : "in " + jointName(joint).english());
        row.resize(row.size() + 2);
        return;
    }
    const int decimals = decimalsOfInterval(joules->low, joules->high, kLeastDecimals);
    row.push_back(fixedText(joules->value, decimals) + " J");
    row.push_back(fixedText(joules->low, decimals) + " to " + fixedText(joules->high, decimals));
    row.push_back(seconds > 0 ? fixedText(joules->value / seconds, 2) + " W" : std::string());
}

void addEnergyCells(const OpConsumption& consumption, double seconds, std::vector<std::string>& row)
{
    addEnergyCells(consumption.regression, seconds, row, consumption.joint);
}

/// "0.047 +- 0.020 J".
std::string plusMinusText(double value, double half)
{
    const int decimals = decimalsOfInterval(value - half, value + half, kLeastDecimals);
    return fixedText(value, decimals) + " +- " + fixedText(half, decimals) + " J";
}

std::string reasonWithoutEnergy(const Attribution& attribution)
{
    if (!attribution.reason.empty())
        return attribution.reason.english();
    for (const ChannelAccount& account : attribution.channels) {
        if (account.isRail())
            return account.reason.english();
    }
    return "this device has no readable power sensor";
}

/// Where the time goes: ops that mainly call others come last.
std::vector<OpTotals> longestBySelfTime(std::vector<OpTotals> ops)
{
    std::stable_sort(ops.begin(), ops.end(),
                     [](const OpTotals& a, const OpTotals& b) { return a.selfSeconds > b.selfSeconds; });
    ops.resize(std::min(kMostOps, ops.size()));
    return ops;
}

/// In units of 10^9 per second.
std::string rateText(const std::optional<double>& perSecond)
{
    return perSecond ? fixedText(*perSecond * 1e-9, 2) : std::string();
}

std::string idleText(const ChannelAccount& account)
{
    constexpr double kPauses = 0.01;
    if (!account.idle && (!account.fit || account.fit->pauseShare < kPauses))
        return "idle not separable (the ops hardly pause, so their figures include it)";
    if (!account.idle)
        return "idle not separable (the ops pause in " + percentText(account.fit->pauseShare) +
               " of the time, too briefly for the samples, so their figures include it)";
    return plusMinusText(account.idleSum, (account.idle->high - account.idle->low) / 2) + " idle";
}

std::string moduleName(const OpGroup& group)
{
    return group.isRest ? "(short modules)" : group.module.empty() ? "(no module)" : group.module;
}

std::string opName(const OpGroup& group)
{
    return std::string(opLabel(group.name)) + (group.shapes.empty() ? "" : " " + group.shapes);
}

/// Lines of the sums of ops or modules that are not separable.
void writeJoints(const Attribution& attribution, const ChannelAccount& account, std::string (*name)(const OpGroup&),
                 TextPage& page)
{
    constexpr std::size_t kNamed = 3;
    for (std::size_t at = 0; at < account.joints.size(); ++at) {
        const JointConsumption& joint = account.joints[at];
        std::string names;
        for (std::size_t i = 0; i < std::min(joint.groups.size(), kNamed); ++i)
            names += (i > 0 ? ", " : "") + name(attribution.groups[joint.groups[i]]);
        if (joint.groups.size() > kNamed)
            names += " and " + countText(joint.groups.size() - kNamed) + " more";
        page.line(jointName(at).english(),
                  plusMinusText(joint.sum.value, joint.sum.high - joint.sum.value) + " together: " + names);
    }
}

/// Why the figures of an account are less certain than their intervals, and what to do.
void writeDoubts(const ChannelAccount& account, TextPage& page)
{
    if (!account.closureWarning.empty())
        page.line("unattributed", account.closureWarning.english());
    if (!account.doubt.empty())
        page.line("doubt", account.doubt.english());
}

std::string sensorText(const ChannelAccount& account)
{
    const char* const fitted = account.needsSelfTest()
                                   ? " (fitted to the samples, since neither is known: stepscope doctor TARGET "
                                     "--self-test measures both)"
                                   : " (fitted)";
    return "averaging window " + durationText(account.windowSeconds) + ", latency " + durationText(account.lagSeconds) +
           (account.isFitted ? fitted : "") + "; ops explain " + percentText(account.explained) + " of its variance";
}

std::string positionText(const PositionGroup& group)
{
    const std::string first = countText(group.first);
    return group.first == group.last ? first : first + " to " + countText(group.last);
}

/// The account of the untraced steps on the rail of the main account.
const ChannelAccount* untracedAccount(const Report& report)
{
    const ChannelAccount* main = mainAccount(report);
    const ChannelAccount* account = nullptr;
    for (const ChannelAccount& candidate : report.untraced.attribution.channels) {
        if (!candidate.isRail() || !candidate.reason.empty())
            continue;
        if (account == nullptr || (main != nullptr && candidate.channel == main->channel))
            account = &candidate;
    }
    return account;
}

void writeChannelPredictability(const Predictability& result, TextPage& page)
{
    Rows rows;
    std::string unknown;
    for (const ChannelPredictability& channel : result.channels) {
        if (channel.share)
            rows.push_back({channel.channel, percentText(*channel.share), countText(channel.samples)});
        else
            unknown += (unknown.empty() ? "" : ", ") + channel.channel + ": " + channel.reason.english();
    }
    if (!rows.empty())
        page.table({{"channel", false, 28}, {"explained by the mean step", true}, {"samples", true}}, rows);
    if (!unknown.empty())
        page.line("not known", unknown);
}

void writeMostVariableOp(const std::vector<OpVariation>& ops, TextPage& page)
{
    if (ops.empty())
        return;
    const auto most = std::max_element(ops.begin(), ops.end(), [](const OpVariation& a, const OpVariation& b) {
        return a.cv * a.meanSeconds < b.cv * b.meanSeconds;
    });
    page.line("ops", most->name + " " + most->shapes + " varies most: " + durationText(most->meanSeconds) +
                         " per step, coefficient of variation " + percentText(most->cv));
}

std::string causeText(const OutlierStep& step)
{
    if (step.cause == OutlierStep::Cause::Unknown)
        return "not known: " + step.reason.english();
    const std::string place = step.cause == OutlierStep::Cause::Op ? step.op : "between ops";
    const std::string sign = step.excessSeconds < 0 ? "-" : "+";
    return place + " " + sign + durationText(std::abs(step.excessSeconds)) +
           (step.isGuess ? " (estimated from samples)" : "");
}

void writeOutliers(const OutlierSteps& outliers, TextPage& page)
{
    if (!outliers.reason.empty())
        return page.line("outliers", "not known: " + outliers.reason.english());
    if (outliers.count == 0)
        return page.line("outliers", "none");
    Rows rows;
    for (const OutlierStep& step : outliers.steps) {
        if (rows.size() == kMostOutlierRows)
            break;
        rows.push_back({std::to_string(step.index), durationText(step.range.seconds()), durationText(step.usualSeconds),
                        step.feature, fixedText(step.distance, 1), causeText(step)});
    }
    page.table({{"step", true},
                {"duration", true},
                {"usual", true},
                {"outlying", false, 14},
                {"deviation", true},
                {"cause", false, 40}},
               rows);
    page.line("outliers", countText(outliers.count, "step") + "; deviation: in robust standard deviations");
}

} // namespace

void writeOps(const Report& report, TextPage& page)
{
    page.heading("Ops");
    if (report.ops.empty()) {
        page.line("none", "no op was recorded in the window");
        return;
    }
    // A line has room for rates or for the mean; --json has both.
    const bool hasRates =
        std::any_of(report.ops.begin(), report.ops.end(), [](const OpTotals& op) { return op.bytesPerSecond; });
    std::vector<TextColumn> columns{{"op", false, 30, true}, {"shapes", false, 20}, {"count", true},
                                    {"self", true},          {"share", true},       {"total", true}};
    if (hasRates)
        columns.insert(columns.end(), {{"GFLOP/s", true}, {"GB/s", true}});
    else
        columns.push_back({"mean", true});
    Rows rows;
    for (const OpTotals& op : longestBySelfTime(report.ops)) {
        rows.push_back({std::string(opLabel(op.name)), op.shapes, std::to_string(op.count),
                        durationText(op.selfSeconds), percentText(op.share), durationText(op.totalSeconds)});
        if (hasRates)
            rows.back().insert(rows.back().end(), {rateText(op.operationsPerSecond), rateText(op.bytesPerSecond)});
        else
            rows.back().push_back(durationText(op.meanSeconds));
    }
    page.table(columns, rows);
    if (report.ops.size() > kMostOps)
        page.line("others", countText(report.ops.size() - kMostOps) + " more in --json");
    page.line("", "self: without nested ops; total, mean: with nested ops; share: of all self time");
    if (hasRates)
        page.line("", "GFLOP/s, GB/s: achieved rates; shapes determine the operations and the minimum bytes moved");
}

void writeOpEnergy(const Report& report, TextPage& page)
{
    const Attribution& attribution = report.attribution;
    if (attribution.groups.empty())
        return;
    page.heading("Energy of ops");
    const ChannelAccount* account = mainAccount(report);
    if (account == nullptr) {
        page.line("not known", reasonWithoutEnergy(attribution));
        return;
    }
    page.line("rail", account->title() + ", " + fixedText(account->integral, 3) + " J in " +
                          durationText(attribution.seconds) + " with recorded ops (" +
                          countText(attribution.steps, "step") + ", " + countText(account->samples, "sample") + ")");
    if (attribution.usedSeconds < attribution.seconds)
        page.line("samples", "of " + durationText(attribution.usedSeconds) +
                                 " of this time, evenly distributed; the figures are scaled to all");
    Rows rows;
    for (std::size_t i = 0; i < std::min(attribution.groups.size(), kMostOps); ++i) {
        const OpGroup& group = attribution.groups[i];
        const OpConsumption& consumption = account->ops[i];
        std::vector<std::string>& row = rows.emplace_back(std::vector{std::string(opLabel(group.name)), group.shapes});
        addEnergyCells(consumption, group.seconds, row);
        row.push_back(fixedText(consumption.timing, 3) + " J");
    }
    auto columns = withEnergyColumns({{"op", false, 22, true}, {"shapes", false, 12}});
    columns.push_back({"by timing", true});
    page.table(columns, rows);
    writeJoints(attribution, *account, opName, page);
    page.line("sum", fixedText(account->opsSum, 3) + " J ops, " + idleText(*account) + ", " +
                         fixedText(account->unattributed(), 3) + " J unattributed");
    writeDoubts(*account, page);
    page.line("sensor", sensorText(*account));
    page.line("", "energy: regression of the samples on the ops that run in them; by timing: each instance gets the "
                  "samples taken while it runs, which is inaccurate for short ops");
}

void writeModuleEnergy(const Report& report, TextPage& page)
{
    const Attribution& modules = report.modules;
    const auto main =
        std::find_if(modules.channels.begin(), modules.channels.end(), [&](const ChannelAccount& account) {
            return account.channel == report.positions.channel && account.reason.empty();
        });
    if (main == modules.channels.end())
        return;
    page.heading("Energy of modules");
    Rows rows;
    for (std::size_t i = 0; i < std::min(modules.groups.size(), kMostModules); ++i) {
        const OpGroup& group = modules.groups[i];
        std::vector<std::string>& row = rows.emplace_back(std::vector{moduleName(group), durationText(group.seconds)});
        addEnergyCells(main->ops[i], group.seconds, row);
    }
    page.table(withEnergyColumns({{"module", false, 40, true}, {"self time", true}}), rows);
    writeJoints(modules, *main, moduleName, page);
    writeDoubts(*main, page);
}

void writePositionEnergy(const Report& report, TextPage& page)
{
    Rows rows;
    for (const OpPositions& op : report.positions.ops) {
        if (!op.differ())
            continue;
        for (const PositionGroup& group : op.groups) {
            const bool isFirst = group.first == 1;
            std::vector<std::string>& row =
                rows.emplace_back(std::vector{std::string(isFirst ? opLabel(op.name) : ""),
                                              isFirst ? op.shapes : std::string(), positionText(group)});
            addEnergyCells(group.energy, group.seconds, row);
        }
    }
    if (rows.empty())
        return;
    page.heading("Energy of ops by position in the step, where it differs");
    page.table(withEnergyColumns({{"op", false, 20, true}, {"shapes", false, 12}, {"instance", true}}), rows);
}

void writeUntracedEnergy(const Report& report, TextPage& page)
{
    const UntracedAttribution& untraced = report.untraced;
    const Attribution& attribution = untraced.attribution;
    if (report.attribution.groups.empty() && attribution.groups.empty())
        return;
    page.heading("Energy of ops in untraced steps");
    const ChannelAccount* account = untracedAccount(report);
    if (account == nullptr)
        return page.line("not known", reasonWithoutEnergy(attribution));
    page.line("rail", account->title() + ", " + fixedText(account->integral, 3) + " J in " +
                          durationText(attribution.seconds) + " (" + countText(attribution.steps, "step") +
                          "; powers of ops from " + countText(account->samples, "sample") + ")");
    page.line("slowdown", fixedText(untraced.durationRatio, 3) +
                              ": duration of traced / untraced steps; op times are those of " +
                              countText(untraced.patternSteps, "traced step") + ", divided by it" +
                              (untraced.opScatter > 0 ? ", and scatter by " + durationText(untraced.opScatter) : ""));
    if (untraced.usedSteps < attribution.steps)
        page.line("samples", "of " + countText(untraced.usedSteps) +
                                 " of these steps, evenly distributed; the figures are scaled to all");
    Rows rows;
    for (std::size_t i = 0; i < std::min(attribution.groups.size(), kMostUntracedOps); ++i) {
        const OpGroup& group = attribution.groups[i];
        std::vector<std::string>& row = rows.emplace_back(std::vector{std::string(opLabel(group.name)), group.shapes});
        addEnergyCells(account->ops[i], group.seconds, row);
    }
    page.table(withEnergyColumns({{"op", false, 28, true}, {"shapes", false, 18}}), rows);
    writeJoints(attribution, *account, opName, page);
    page.line("sum", fixedText(account->opsSum, 3) + " J ops, " + idleText(*account) + ", " +
                         fixedText(account->unattributed(), 3) + " J unattributed; ops explain " +
                         percentText(account->explained) + " of its variance");
    writeDoubts(*account, page);
}

void writePredictability(const Report& report, TextPage& page)
{
    const Predictability& result = report.predictability;
    page.heading("Predictability");
    if (!result.reason.empty()) {
        page.line("not known", result.reason.english());
        return;
    }
    if (!result.stepsDescription.empty())
        page.line("steps", result.stepsDescription.english());
    page.line("step time", "coefficient of variation " + percentText(result.stepCv) + " (" +
                               countText(result.steps, "similar step") + ")");
    if (result.sampledSteps < result.steps)
        page.line("samples", "of " + countText(result.sampledSteps) + " of these steps, evenly distributed");
    writeChannelPredictability(result, page);
    writeMostVariableOp(result.ops, page);
    writeOutliers(result.outliers, page);
}

void writeObservations(const std::vector<Observation>& observations, TextPage& page)
{
    if (observations.empty())
        return;
    page.heading("Observations of the study, tested on this training");
    std::string comparing; // those that need other recordings share one line
    for (const Observation& observation : observations) {
        if (observation.needsOthers) {
            comparing += (comparing.empty() ? "" : ", ") + std::to_string(observation.number);
            continue;
        }
        page.line(std::to_string(observation.number),
                  std::string(verdictName(observation.verdict)) + ": " + observation.title.english());
        page.line("", observation.evidence.english());
        if (!observation.advice.empty())
            page.line("", "-> " + observation.advice.english());
    }
    if (!comparing.empty())
        page.line("others", "undecided: numbers " + comparing +
                                " compare batch sizes or models: give recordings of several (stepscope report A B "
                                "...)");
}

} // namespace stepscope::analysis
