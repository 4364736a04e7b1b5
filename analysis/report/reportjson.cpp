#include "analysis/report/report.h"
#include "analysis/text/jsonvalues.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Of the JSON; resources/schemas/report.json describes it. It increases when a key changes or disappears.
constexpr int kVersion = 1;
constexpr std::size_t kMostThrottlingSpans = 1000; ///< listed; their number and their sum include all

/// Name and shapes.
using OpIdentity = std::pair<std::string, std::string>;

Json orNullIf(bool isNull, Json value)
{
    return isNull ? Json(nullptr) : std::move(value);
}

Json deviceJson(const trace::RunHeader& header)
{
    const trace::Device& device = header.device;
    Json cores = Json::array();
    for (const trace::Core& core : device.cores)
        cores.push_back({{"core", core.core}, {"cluster", core.cluster}});
    return {{"hostname", device.hostname},
            {"board", device.board},
            {"model", device.model},
            {"soc", device.soc},
            {"l4t", device.l4t},
            {"jetpack", device.jetpack},
            {"power_mode", device.powerMode},
            {"clocks_locked", device.clocksLocked ? Json(*device.clocksLocked) : Json()},
            {"kernel", device.kernel},
            {"machine", device.machine},
            {"virtual", header.isVirtual},
            {"memory_bytes", orNullIfZero(device.memoryBytes)},
            {"cores", std::move(cores)}};
}

Json runJson(const Report& report)
{
    const trace::RunHeader& header = report.header;
    Json run = {{"id", header.run},
                {"command", header.command},
                {"working_directory", header.workingDirectory},
                {"agent_version", header.agentVersion},
                {"period_ns", orNullIfZero(header.periodNs)},
                {"start_ns", header.startMonotonic},
                {"start_realtime_ns", orNullIfZero(header.startRealtime)},
                {"seconds", report.extent.seconds()},
                {"state", "unfinished"},
                {"reason", nullptr},
                {"exit_status", nullptr},
                {"signal", nullptr}};
    if (report.ending) {
        run["state"] = report.ending->state;
        run["reason"] = orNullIfZero(report.ending->reason);
        run["signal"] = orNullIfZero(report.ending->signal);
        if (report.ending->state != "failed" && report.ending->hasStatus)
            run["exit_status"] = report.ending->exitStatus;
    }
    return run;
}

void addRun(const Report& report, Json& json)
{
    json["device"] = deviceJson(report.header);
    json["run"] = runJson(report);
    json["window"] = {{"start_ns", report.summary.range.begin},
                      {"end_ns", report.summary.range.end},
                      {"seconds", report.summary.range.seconds()},
                      {"skipped_steps", report.skippedSteps},
                      {"steps", report.summary.steps},
                      {"whole_recording", report.wholeRecording}};
}

void addLosses(const LossResult& result, Json& json)
{
    Json losses = Json::array();
    for (const trace::Loss& loss : result.losses) {
        losses.push_back({{"what", loss.what},
                          {"count", loss.count},
                          {"from_ns", loss.range.begin},
                          {"to_ns", loss.range.end},
                          {"reason", loss.reason}});
    }
    Json warnings = Json::array();
    for (const trace::EventRecord& event : result.warnings) {
        const bool isError = event.severity == trace::EventRecord::Severity::Error;
        warnings.push_back({{"time_ns", event.time},
                            {"severity", isError ? "error" : "warning"},
                            {"kind", event.kind},
                            {"text", event.text}});
    }
    json["losses"] = std::move(losses);
    json["warnings"] = std::move(warnings);
}

void addSteps(const Report& report, Json& json)
{
    const StepResult& steps = report.steps;
    json["throughput"] = {{"samples_per_second", orNull(steps.samplesPerSecond)},
                          {"steps_per_second", orNull(steps.stepsPerSecond)}};
    const bool isEmpty = report.summary.steps == 0;
    json["steps"] = {{"marked", steps.marked},
                     {"counted", report.summary.steps},
                     {"mean_seconds", orNullIf(isEmpty, steps.meanSeconds)},
                     {"cv", orNullIf(isEmpty, steps.cv)}};
    const trace::Facts& facts = report.facts;
    json["training"] = {{"metrics", metricsJson(report.metrics)},
                        {"framework", orNullIfZero(facts.framework)},
                        {"framework_version", orNullIfZero(facts.frameworkVersion)},
                        {"profiler", orNullIfZero(facts.profiler)},
                        {"python", orNullIfZero(facts.python)},
                        {"batch_size", orNullIfZero(facts.batchSize)},
                        {"parameter_bytes", orNullIfZero(facts.parameterBytes)},
                        {"gradient_bytes", orNullIfZero(facts.gradientBytes)},
                        {"input_bytes", orNullIfZero(facts.inputBytes)},
                        {"optimizer_bytes", orNullIfZero(facts.optimizerBytes)},
                        {"intermediate_bytes", orNullIfZero(facts.intermediateBytes)},
                        {"allocator_peak_bytes", orNullIfZero(facts.allocatorPeakBytes)},
                        {"allocator_reserved_bytes", orNullIfZero(facts.allocatorReservedBytes)}};
}

const char* nameOf(PeriodVerdict verdict)
{
    switch (verdict) {
    case PeriodVerdict::Periodic:
        return "periodic";
    case PeriodVerdict::Approximate:
        return "approximate";
    case PeriodVerdict::NotPeriodic:
        return "not periodic";
    case PeriodVerdict::CannotTell:
        break;
    }
    return "undecided";
}

void addPeriod(const PeriodReport& period, Json& json)
{
    const PeriodFinding& finding = period.finding;
    const bool isFound = finding.verdict == PeriodVerdict::Periodic || finding.verdict == PeriodVerdict::Approximate;
    Json regimes = Json::array();
    for (const Regime& regime : period.regimes)
        regimes.push_back({{"name", regime.name},
                           {"from_ns", regime.range.begin},
                           {"to_ns", regime.range.end},
                           {"what", regime.what}});
    json["period"] = {{"verdict", nameOf(finding.verdict)},
                      {"reason", orNullIfEmpty(finding.reason)},
                      {"confidence", finding.confidence},
                      {"seconds", orNullIf(!isFound, finding.seconds)},
                      {"error_seconds", orNullIf(!isFound, finding.error)},
                      {"steps", orNullIf(!isFound, finding.steps)},
                      {"cycles_per_step", orNullIf(!isFound || finding.cycles == 1, finding.cycles)},
                      {"cycle_seconds", orNullIf(!isFound || finding.cycles == 1, finding.cycleSeconds)},
                      {"jitter", orNullIf(!isFound, finding.jitter)},
                      {"drift", orNullIf(!isFound, finding.drift)},
                      {"explained", orNullIf(!isFound, finding.explained)},
                      {"samples_per_step", orNullIf(!isFound, finding.samplesAStep)},
                      {"marked_seconds", orNull(period.markedSeconds)},
                      {"marked_share", orNull(period.markedShare)},
                      {"difference", orNull(isPeriodOfMarks(period) ? differenceToMarks(period) : std::nullopt)},
                      {"channels", period.channels},
                      {"regimes", std::move(regimes)}};
}

void addProcessors(const Report& report, Json& json)
{
    Json cores = Json::array();
    for (const CoreSummary& core : report.summary.cores) {
        const bool isUnknown = core.coveredSeconds <= 0;
        cores.push_back({{"core", core.core},
                         {"cluster", core.cluster},
                         {"utilization", orNullIf(isUnknown, core.utilization)},
                         {"idle_ratio", orNullIf(isUnknown, core.idleRatio)},
                         {"online_ratio", orNull(core.online)},
                         {"covered_seconds", core.coveredSeconds}});
    }
    json["cpu"] = {{"utilization", orNull(report.summary.cpuUtilization)},
                   {"training_cores", orNull(report.cpu.trainingCores)},
                   {"source", orNullIfZero(report.cpu.source)},
                   {"resolution_seconds", orNullIfZero(report.cpu.resolutionSeconds)},
                   {"cores", std::move(cores)}};
    const auto& utilization = report.summary.gpuUtilization;
    json["gpu"] = utilization ? Json{{"utilization", *utilization}} : Json(nullptr);
}

void addMemory(const Report& report, Json& json)
{
    const TensorBytes& tensors = report.summary.tensors;
    json["memory"] = {{"peak_bytes", orNull(report.summary.peakMemoryBytes)},
                      {"process_peak_bytes", orNull(report.summary.peakProcessBytes)},
                      {"allocator_peak_bytes", orNull(tensors.used)},
                      {"tensors",
                       {{"parameter_bytes", orNull(tensors.parameters)},
                        {"gradient_bytes", orNull(tensors.gradients)},
                        {"optimizer_bytes", orNull(tensors.optimizer)},
                        {"input_bytes", orNull(tensors.inputs)},
                        {"intermediate_peak_bytes", orNull(tensors.intermediate)},
                        {"reserved_peak_bytes", orNull(tensors.reserved)}}},
                      {"total_bytes", orNull(report.memory.totalBytes)}};
}

void addEnergy(const Report& report, Json& json)
{
    const RangeSummary& summary = report.summary;
    if (summary.rails.empty()) {
        json["energy"] = nullptr;
        return;
    }
    Json rails = Json::array();
    for (const RailSummary& rail : summary.rails) {
        const bool isUnknown = rail.coveredSeconds <= 0;
        rails.push_back({{"name", rail.name},
                         {"parent", orNullIfZero(rail.parent)},
                         {"role", orNullIfZero(rail.role)},
                         {"joules", orNullIf(isUnknown, rail.joules)},
                         {"mean_watts", orNullIf(isUnknown, rail.meanWatts)},
                         {"unexplained_joules", orNull(rail.restJoules)},
                         {"covered_seconds", rail.coveredSeconds},
                         {"coverage_ratio", rail.coverage}});
    }
    json["energy"] = {{"system_joules", orNull(summary.systemJoules)},
                      {"system_mean_watts", orNull(summary.systemWatts)},
                      {"coverage_ratio", summary.systemCoverage},
                      {"system_rails", systemRails(summary.rails)},
                      {"covered_steps", report.energy.steps},
                      {"covered_steps_are_complete", !report.energy.isByPlace},
                      {"per_step_reason", orNullIfZero(report.energy.reason)},
                      {"joules_per_step", orNull(report.energy.joulesPerStep)},
                      {"samples_per_joule", orNull(report.energy.samplesPerJoule)},
                      {"energy_delay_joule_seconds", orNull(report.energy.delayProduct)},
                      {"rails", std::move(rails)}};
}

Json throttlingJson(const Report& report)
{
    Json reasons = Json::array();
    for (const Throttling& reason : report.temperatures.throttlings) {
        Json spans = Json::array();
        for (std::size_t i = 0; i < std::min(reason.spans.size(), kMostThrottlingSpans); ++i)
            spans.push_back({{"begin_seconds", trace::TimeRange{report.extent.begin, reason.spans[i].begin}.seconds()},
                             {"end_seconds", trace::TimeRange{report.extent.begin, reason.spans[i].end}.seconds()}});
        reasons.push_back({{"name", reason.name},
                           {"seconds", reason.seconds()},
                           {"strongest", reason.strongest},
                           {"times", reason.times},
                           {"span_count", reason.spans.size()},
                           {"spans", std::move(spans)}});
    }
    return reasons;
}

void addTemperatures(const Report& report, Json& json)
{
    Json zones = Json::array();
    for (const ZoneTemperature& zone : report.temperatures.zones)
        zones.push_back({{"name", zone.name},
                         {"first_celsius", zone.first},
                         {"last_celsius", zone.last},
                         {"mean_celsius", zone.mean},
                         {"max_celsius", zone.max}});
    json["temperatures"] = std::move(zones);
    json["throttling"] = orNullIf(report.temperatures.throttlings.empty(), throttlingJson(report));
}

/// Adds what one op consumed on one channel.
void addConsumption(const ChannelAccount& account, const OpGroup* group, const OpConsumption& consumption, Json& op)
{
    if (account.isRail()) {
        op["energy_joules"][account.title()] = estimateJson(consumption.regression);
        op["timing_association_joules"][account.title()] = orNullIf(group == nullptr, consumption.timing);
        return;
    }
    // Utilization while the op runs: busy seconds by seconds.
    std::optional<Estimate> share;
    if (consumption.regression && group != nullptr && group->seconds > 0)
        share = Estimate{consumption.regression->value / group->seconds, consumption.regression->low / group->seconds,
                         consumption.regression->high / group->seconds};
    op["utilization"][account.title()] = estimateJson(share);
}

Json positionsJson(const OpPositions& op)
{
    Json groups = Json::array();
    for (const PositionGroup& group : op.groups)
        groups.push_back({{"lane", op.lane},
                          {"first", group.first},
                          {"last", group.last},
                          {"instances", group.count},
                          {"self_seconds", group.seconds},
                          {"energy_joules", estimateJson(group.energy)}});
    return groups;
}

Json opJson(const OpTotals& op)
{
    return {{"name", op.name},
            {"shapes", op.shapes},
            {"count", op.count},
            {"total_seconds", op.totalSeconds},
            {"mean_seconds", op.meanSeconds},
            {"max_seconds", op.maxSeconds},
            {"self_seconds", op.selfSeconds},
            {"share", op.share},
            {"operations_per_second", orNull(op.operationsPerSecond)},
            {"bytes_per_second", orNull(op.bytesPerSecond)},
            {"energy_joules", Json::object()},
            {"timing_association_joules", Json::object()},
            {"utilization", Json::object()}};
}

/// Totals, energy, positions and variation of each op in one list.
void addOps(const Report& report, Json& json)
{
    const Attribution& attribution = report.attribution;
    std::map<OpIdentity, std::size_t> groups;
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        if (!attribution.groups[i].isRest)
            groups[{attribution.groups[i].name, attribution.groups[i].shapes}] = i;
    }
    std::map<OpIdentity, Json> positions;
    for (const OpPositions& op : report.positions.ops) {
        for (Json& group : positionsJson(op))
            positions[{op.name, op.shapes}].push_back(std::move(group));
    }
    std::map<OpIdentity, double> variations;
    for (const OpVariation& op : report.predictability.ops)
        variations[{op.name, op.shapes}] = op.cv;

    Json ops = Json::array();
    for (const OpTotals& totals : report.ops) {
        Json op = opJson(totals);
        const OpIdentity key{totals.name, totals.shapes};
        const auto group = groups.find(key);
        const bool isKnown = group != groups.end();
        for (const ChannelAccount& account : attribution.channels)
            addConsumption(account, isKnown ? &attribution.groups[group->second] : nullptr,
                           isKnown ? account.ops[group->second] : OpConsumption{}, op);
        const auto position = positions.find(key);
        op["positions"] = position != positions.end() ? position->second : Json::array();
        const auto variation = variations.find(key);
        op["cv"] = variation != variations.end() ? Json(variation->second) : Json(nullptr);
        ops.push_back(std::move(op));
    }
    json["ops"] = std::move(ops);
}

/// The name of a sum over a channel, with its unit: J of a rail, busy seconds of a utilization.
std::string sumName(const char* what, const ChannelAccount& account)
{
    return std::string(what) + (account.isRail() ? "_joules" : "_seconds");
}

/// A utilization may have the name of a rail, as GPU on Xavier.
std::string closureKey(const ChannelAccount& account, const Json& closure)
{
    return closure.contains(account.title()) ? account.title() + " " + account.quantity : account.title();
}

/// Sums of groups that are not separable.
Json jointsJson(const Attribution& attribution, bool isModules = false)
{
    Json joints = Json::array();
    for (const ChannelAccount& account : attribution.channels) {
        for (std::size_t i = 0; i < account.joints.size(); ++i) {
            Json ops = Json::array();
            for (const std::uint32_t at : account.joints[i].groups) {
                const OpGroup& group = attribution.groups[at];
                ops.push_back({{"name", isModules ? group.module : group.name}, {"shapes", group.shapes}});
            }
            joints.push_back(
                {{"group", jointName(i).english()}, {"channel", account.title()}, {"quantity", account.quantity}});
            joints.back()["ops"] = std::move(ops);
            joints.back()[sumName("sum", account)] = estimateJson(account.joints[i].sum);
        }
    }
    return joints;
}

Json accountJson(const ChannelAccount& account)
{
    const bool isUnknown = !account.reason.empty();
    return {{sumName("ops", account), orNullIf(isUnknown, account.opsSum)},
            {sumName("idle", account), orNullIf(isUnknown, account.idleSum)},
            {sumName("unattributed", account), orNullIf(isUnknown, account.unattributed())},
            {sumName("integral", account), account.integral},
            {"doubt", orNullIfEmpty(account.doubts())},
            {"explained", orNullIf(isUnknown, account.explained)},
            {"reason", orNullIfEmpty(account.reason)}};
}

void addClosure(const Attribution& attribution, Json& json)
{
    Json closure = Json::object();
    for (const ChannelAccount& account : attribution.channels) {
        Json& entry = closure[closureKey(account, closure)] = accountJson(account);
        entry["quantity"] = account.quantity;
        entry["idle_is_separable"] = account.idle.has_value();
        entry["covered_seconds"] = account.coveredSeconds;
        entry["samples"] = account.samples;
        entry["window_seconds"] = account.windowSeconds;
        entry["lag_seconds"] = account.lagSeconds;
        entry["sensor_is_fitted"] = account.isFitted;
    }
    json["closure"] = std::move(closure);
    json["attribution"] = {{"seconds", attribution.seconds},   {"used_seconds", attribution.usedSeconds},
                           {"steps", attribution.steps},       {"method", "occupancy regression"},
                           {"joint", jointsJson(attribution)}, {"reason", orNullIfEmpty(attribution.reason)}};
}

/// Energy of one group of ops by rail.
Json groupEnergyJson(const Attribution& attribution, std::size_t group)
{
    Json energy = Json::object();
    for (const ChannelAccount& account : attribution.channels) {
        if (account.isRail())
            energy[account.title()] = estimateJson(account.ops[group].regression);
    }
    return energy;
}

void addModules(const Attribution& attribution, Json& json)
{
    Json modules = Json::array();
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        const OpGroup& group = attribution.groups[i];
        modules.push_back({{"name", orNullIf(group.isRest, group.module)},
                           {"instances", group.count},
                           {"self_seconds", group.seconds},
                           {"energy_joules", groupEnergyJson(attribution, i)}});
    }
    json["modules"] = std::move(modules);
    json["modules_joint"] = jointsJson(attribution, true);
}

void addUntraced(const UntracedAttribution& untraced, Json& json)
{
    const Attribution& attribution = untraced.attribution;
    Json ops = Json::array();
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        const OpGroup& group = attribution.groups[i];
        ops.push_back({{"name", group.name},
                       {"shapes", group.shapes},
                       {"self_seconds", group.seconds},
                       {"energy_joules", groupEnergyJson(attribution, i)}});
    }
    Json closure = Json::object();
    for (const ChannelAccount& account : attribution.channels)
        closure[closureKey(account, closure)] = accountJson(account);
    json["untraced_attribution"] = {{"steps", attribution.steps},
                                    {"seconds", attribution.seconds},
                                    {"from_steps", untraced.patternSteps},
                                    {"used_steps", orNullIfZero(untraced.usedSteps)},
                                    {"stretch", orNullIfZero(untraced.durationRatio)},
                                    {"scatter_seconds", orNullIfZero(untraced.opScatter)},
                                    {"ops", std::move(ops)},
                                    {"closure", std::move(closure)},
                                    {"joint", jointsJson(attribution)},
                                    {"reason", orNullIfEmpty(attribution.reason)}};
}

Json causeJson(OutlierStep::Cause cause)
{
    switch (cause) {
    case OutlierStep::Cause::Op:
        return "op";
    case OutlierStep::Cause::BetweenOps:
        return "between ops";
    case OutlierStep::Cause::Unknown:
        break;
    }
    return nullptr;
}

Json outlierJson(const OutlierStep& step)
{
    return {{"step", step.index},
            {"start_ns", step.range.begin},
            {"seconds", step.range.seconds()},
            {"usual_seconds", step.usualSeconds},
            {"distance", step.distance},
            {"feature", step.feature},
            {"cause", causeJson(step.cause)},
            {"op", orNullIfZero(step.op)},
            {"shapes", orNullIf(step.cause != OutlierStep::Cause::Op, step.shapes)},
            {"excess_seconds", orNullIf(step.cause == OutlierStep::Cause::Unknown, step.excessSeconds)},
            {"is_guess", step.isGuess},
            {"reason", orNullIfEmpty(step.reason)}};
}

void addPredictability(const Predictability& result, Json& json)
{
    Json channels = Json::object();
    Json reasons = Json::object();
    for (const ChannelPredictability& channel : result.channels) {
        channels[channel.channel] = orNull(channel.share);
        if (!channel.reason.empty())
            reasons[channel.channel] = channel.reason.english();
    }
    json["predictability"] = std::move(channels);
    json["predictability_unknown"] = std::move(reasons);
    Json outliers = Json::array();
    for (const OutlierStep& step : result.outliers.steps)
        outliers.push_back(outlierJson(step));
    json["outliers"] = std::move(outliers);
    json["predictability_steps"] = orNullIf(result.steps == 0, result.isDetected ? "detected" : "marked");
    json["predictability_used_steps"] = orNullIf(result.steps == 0, result.sampledSteps);
    json["outlier_count"] = orNullIf(!result.outliers.reason.empty(), result.outliers.count);
}

Json observationsJson(const std::vector<Observation>& observations)
{
    Json list = Json::array();
    for (const Observation& observation : observations)
        list.push_back({{"number", observation.number},
                        {"title", observation.title.english()},
                        {"study", observation.study.english()},
                        {"verdict", verdictName(observation.verdict)},
                        {"evidence", observation.evidence.english()},
                        {"advice", orNullIfEmpty(observation.advice)}});
    return list;
}

void addTracing(const Report& report, Json& json)
{
    const TracingCost& cost = report.tracing;
    const auto& tracing = report.facts.tracing;
    if (cost.tracedSteps == 0 && !tracing) {
        json["tracing"] = nullptr;
        return;
    }
    json["tracing"] = {{"traced_steps", cost.tracedSteps},
                       {"untraced_steps", cost.untracedSteps},
                       {"traced_mean_seconds", orNullIfZero(cost.tracedMeanSeconds)},
                       {"untraced_mean_seconds", orNullIfZero(cost.untracedMeanSeconds)},
                       {"slowdown", orNullIfZero(cost.slowdown)},
                       {"slowdown_low", cost.slowdownInterval ? Json(cost.slowdownInterval->low) : Json(nullptr)},
                       {"slowdown_high", cost.slowdownInterval ? Json(cost.slowdownInterval->high) : Json(nullptr)},
                       {"untraced_samples_per_second", orNull(cost.untracedSamplesPerSecond)},
                       {"clock_error_ns", tracing ? Json(tracing->clockErrorNs) : Json(nullptr)}};
}

/// The order of the calls is the order of the keys.
Json reportJson(const Report& report)
{
    Json json = Json::object();
    json["version"] = kVersion;
    addRun(report, json);
    addLosses(report.losses, json);
    addSteps(report, json);
    addPeriod(report.period, json);
    addProcessors(report, json);
    addMemory(report, json);
    addEnergy(report, json);
    addTemperatures(report, json);
    addOps(report, json);
    addClosure(report.attribution, json);
    addModules(report.modules, json);
    addUntraced(report.untraced, json);
    addPredictability(report.predictability, json);
    json["observations"] = observationsJson(report.observations);
    addTracing(report, json);
    json["agent"] = {{"cpu_fraction", orNull(report.agent.cpuFraction)}, {"rss_bytes", orNull(report.agent.rssBytes)}};
    return json;
}

std::string dumped(const Json& json)
{
    // Names come from the target and need not be UTF-8.
    constexpr int kIndent = 2;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::string toJson(const Report& report)
{
    return dumped(reportJson(report));
}

std::string toJson(const std::vector<Report>& reports, const std::vector<Observation>& together)
{
    Json json = {{"version", kVersion}, {"recordings", Json::array()}};
    for (const Report& report : reports)
        json["recordings"].push_back(reportJson(report));
    json["observations"] = observationsJson(together);
    return dumped(json);
}

} // namespace stepscope::analysis
