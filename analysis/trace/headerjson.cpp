#include "analysis/trace/headerjson.h"

#include "analysis/trace/jsonfields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

namespace stepscope::trace {
namespace {

using json::arrayAt;
using json::countAt;
using json::integerAt;
using json::numberAt;
using json::objectAt;
using json::textAt;
using json::textOf;

constexpr std::size_t kMaxSources = 1024;
constexpr std::size_t kMaxCores = 4096;
constexpr std::size_t kMaxArguments = 4096;
constexpr std::size_t kMaxArgument = 65536;
constexpr std::int64_t kMaxPeriod = 1'000'000'000'000'000; // 11 days
constexpr double kMaxScale = 1e18;
constexpr std::int64_t kMaxId = std::numeric_limits<std::uint32_t>::max();

Device parseDevice(const json::Object& object)
{
    Device device{.hostname = textAt(object, "hostname"),
                  .board = textAt(object, "board"),
                  .model = textAt(object, "model"),
                  .soc = textAt(object, "soc"),
                  .l4t = textAt(object, "l4t"),
                  .kernel = textAt(object, "kernel"),
                  .machine = textAt(object, "machine"),
                  .jetpack = textAt(object, "jetpack"),
                  .powerMode = textAt(object, "power_mode"),
                  .memoryBytes = countAt(object, "memory_bytes"),
                  .gpu = textAt(object, "gpu"),
                  .storage = textAt(object, "storage"),
                  .cores = {}};
    if (const auto locked = object.find("clocks_locked"); locked != object.end() && locked->is_boolean())
        device.clocksLocked = locked->get<bool>();
    const json::Object* cores = arrayAt(object, "cores");
    for (std::size_t i = 0; cores && i < cores->size() && i < kMaxCores; ++i) {
        if (const auto number = integerAt((*cores)[i], "core", 0, kMaxCores))
            device.cores.push_back(
                {static_cast<int>(*number), textAt((*cores)[i], "cluster"), textAt((*cores)[i], "caches")});
    }
    return device;
}

/// nullopt = the id is missing, or the id or the scale is out of range.
std::optional<Channel> parseChannel(const json::Object& object)
{
    const auto id = integerAt(object, "id", 0, kMaxId);
    const double scale = numberAt(object, "scale").value_or(1);
    if (!id || !(std::abs(scale) <= kMaxScale))
        return std::nullopt;
    Channel channel{.id = static_cast<std::uint32_t>(*id),
                    .group = static_cast<std::uint32_t>(integerAt(object, "group", 0, kMaxId).value_or(0)),
                    .name = textAt(object, "name"),
                    .quantity = textAt(object, "quantity"),
                    .unit = textAt(object, "unit"),
                    .scale = scale,
                    .covers =
                        textAt(object, "covers") == "interval" ? Channel::Covers::Interval : Channel::Covers::Instant,
                    .source = textAt(object, "source"),
                    .core = static_cast<int>(integerAt(object, "core", 0, kMaxCores).value_or(-1)),
                    .cluster = textAt(object, "cluster"),
                    .rail = textAt(object, "rail"),
                    .parent = textAt(object, "parent"),
                    .role = textAt(object, "role"),
                    .resolution = numberAt(object, "resolution"),
                    .periodNs = integerAt(object, "period_ns", 1, kMaxPeriod),
                    .windowNs = integerAt(object, "window_ns", 0, kMaxPeriod),
                    .lagNs = integerAt(object, "lag_ns", -kMaxPeriod, kMaxPeriod),
                    .updateNs = integerAt(object, "update_ns", 0, kMaxPeriod),
                    .readNs = integerAt(object, "read_ns", 0, kMaxPeriod),
                    .factsFrom = textAt(object, "facts_from")};
    if (channel.name.empty())
        channel.name = "channel " + std::to_string(channel.id);
    return channel;
}

void parseChannels(const json::Object& list, RunHeader& header, std::vector<Loss>& losses)
{
    std::unordered_set<std::uint32_t> ids;
    std::uint64_t impossible = 0;
    std::uint64_t twice = 0;
    for (std::size_t i = 0; i < list.size() && header.channels.size() < kMaxChannels; ++i) {
        auto channel = parseChannel(list[i]);
        if (!channel)
            ++impossible;
        else if (!ids.insert(channel->id).second)
            ++twice;
        else
            header.channels.push_back(std::move(*channel));
    }
    const std::uint64_t beyond = list.size() - header.channels.size() - impossible - twice;
    if (impossible > 0)
        losses.push_back({"channels", impossible, {}, "the header describes them with impossible numbers"});
    if (twice > 0)
        losses.push_back({"channels", twice, {}, "the header uses one id for several channels; the first one is used"});
    if (beyond > 0)
        losses.push_back({"channels", beyond, {}, "the header describes more than " + std::to_string(kMaxChannels)});
}

std::vector<Source> parseSources(const json::Object& list)
{
    std::vector<Source> sources;
    for (std::size_t i = 0; i < list.size() && i < kMaxSources; ++i) {
        const json::Object& source = list[i];
        if (source.is_object())
            sources.push_back({textAt(source, "name"), textAt(source, "title"), textAt(source, "state"),
                               textAt(source, "resolution"), textAt(source, "reason")});
    }
    return sources;
}

Facts::Tracing parseTracing(const json::Object& object)
{
    return {.tracedSteps = countAt(object, "traced_steps"),
            .untracedSteps = countAt(object, "untraced_steps"),
            .tracedMeanSeconds = numberAt(object, "traced_mean_seconds").value_or(0),
            .untracedMeanSeconds = numberAt(object, "untraced_mean_seconds").value_or(0),
            .slowdown = numberAt(object, "slowdown").value_or(0),
            .clockErrorNs = integerAt(object, "clock_error_ns", -kMaxTime, kMaxTime).value_or(0)};
}

} // namespace

std::optional<RunHeader> parseHeader(std::string_view text, std::vector<Loss>& losses)
{
    const auto root = json::parseObject(text);
    if (!root)
        return std::nullopt;
    RunHeader header;
    header.run = textAt(*root, "run");
    header.isVirtual = json::flagAt(*root, "virtual");
    header.workingDirectory = textAt(*root, "cwd");
    if (const json::Object* agent = objectAt(*root, "agent"))
        header.agentVersion = textAt(*agent, "version");
    if (const json::Object* start = objectAt(*root, "start")) {
        header.startMonotonic = integerAt(*start, "monotonic_ns", -kMaxTime, kMaxTime).value_or(0);
        header.startRealtime =
            integerAt(*start, "realtime_ns", 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
    }
    if (const json::Object* options = objectAt(*root, "options")) {
        header.periodNs = integerAt(*options, "period_ns", 1, kMaxPeriod).value_or(0);
        header.ops = textAt(*options, "ops");
        header.pauses.gridNs = integerAt(*options, "grid_ns", -kMaxTime, kMaxTime).value_or(0);
        header.pauses.lengthNs = integerAt(*options, "pause_ns", 0, kMaxPeriod).value_or(0);
    }
    const json::Object* command = arrayAt(*root, "command");
    for (std::size_t i = 0; command && i < command->size() && i < kMaxArguments; ++i)
        header.command.push_back(textOf((*command)[i], kMaxArgument));
    if (const json::Object* device = objectAt(*root, "device"))
        header.device = parseDevice(*device);
    if (const json::Object* sources = arrayAt(*root, "sources"))
        header.sources = parseSources(*sources);
    if (const json::Object* channels = arrayAt(*root, "channels"))
        parseChannels(*channels, header, losses);
    return header;
}

std::optional<RunEnding> parseEnding(std::string_view text)
{
    const auto root = json::parseObject(text);
    if (!root)
        return std::nullopt;
    std::string state = textAt(*root, "state");
    // The agent was ended before the training, whose status it does not know.
    if (const auto status = root->find("exit_status"); status != root->end() && status->is_null() && state == "stopped")
        state = "left";
    constexpr std::array<std::string_view, 4> kStates{"ended", "stopped", "failed", "left"};
    if (std::find(kStates.begin(), kStates.end(), state) == kStates.end())
        state = "unknown";
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    const auto exitStatus = integerAt(*root, "exit_status", -kMost, kMost);
    const bool hasStatus = exitStatus && state != "left";
    return RunEnding{.end = integerAt(*root, "end_ns", -kMaxTime, kMaxTime).value_or(0),
                     .exitStatus = static_cast<int>(exitStatus.value_or(0)),
                     .signal = static_cast<int>(integerAt(*root, "signal", 0, kMost).value_or(0)),
                     .state = std::move(state),
                     .reason = textAt(*root, "reason"),
                     .hasStatus = hasStatus};
}

bool mergeFacts(std::string_view text, Facts& facts)
{
    const auto root = json::parseObject(text);
    if (!root)
        return false;
    const std::pair<const char*, std::string*> texts[] = {{"framework", &facts.framework},
                                                          {"framework_version", &facts.frameworkVersion},
                                                          {"profiler", &facts.profiler},
                                                          {"python", &facts.python}};
    for (const auto& [key, member] : texts) {
        if (root->contains(key))
            *member = textAt(*root, key);
    }
    const std::pair<const char*, std::uint64_t*> counts[] = {
        {"batch_size", &facts.batchSize},
        {"parameter_bytes", &facts.parameterBytes},
        {"gradient_bytes", &facts.gradientBytes},
        {"input_bytes", &facts.inputBytes},
        {"optimizer_bytes", &facts.optimizerBytes},
        {"intermediate_bytes", &facts.intermediateBytes},
        {"allocator_peak_bytes", &facts.allocatorPeakBytes},
        {"allocator_reserved_bytes", &facts.allocatorReservedBytes}};
    for (const auto& [key, member] : counts) {
        if (root->contains(key))
            *member = countAt(*root, key);
    }
    if (const json::Object* tracing = objectAt(*root, "tracing"))
        facts.tracing = parseTracing(*tracing);
    return true;
}

EventDetails parseEvent(std::string_view text)
{
    const auto root = json::parseObject(text);
    if (!root)
        return {.kind = "", .text = std::string(text.substr(0, json::kMaxText)), .loss = std::nullopt};
    EventDetails details{.kind = textAt(*root, "kind"), .text = textAt(*root, "text"), .loss = std::nullopt};
    if (details.kind != "loss")
        return details;
    const std::int64_t from = integerAt(*root, "from_ns", -kMaxTime, kMaxTime).value_or(0);
    const std::int64_t to = integerAt(*root, "to_ns", -kMaxTime, kMaxTime).value_or(from);
    Loss loss{.what = textAt(*root, "what"),
              .count = countAt(*root, "count"),
              .range = {from, std::max(from, to)},
              .reason = textAt(*root, "reason")};
    if (loss.what.empty())
        loss.what = "data";
    details.loss = std::move(loss);
    return details;
}

} // namespace stepscope::trace
