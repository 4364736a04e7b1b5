#pragma once

#include "tests/support/recordingbuilder.h"

#include <array>
#include <string>
#include <vector>

/// A small recording; the truth of every figure of its report follows from the numbers below.
namespace stepscope::testing {

inline constexpr std::int64_t kKnownMs = 1'000'000;

/// ms after 1 s, as ns.
inline std::int64_t knownTime(std::int64_t ms)
{
    return 1000 * kKnownMs + ms * kKnownMs;
}

inline trace::Channel knownCore(int core, const char* cluster)
{
    return {.name = "cpu" + std::to_string(core),
            .quantity = "cpu.utilization",
            .unit = "1",
            .scale = 1e-4,
            .covers = trace::Channel::Covers::Interval,
            .source = "cpuacct",
            .core = core,
            .cluster = cluster,
            .resolution = 1e-7,
            .periodNs = 10 * kKnownMs};
}

inline trace::Channel knownRail(const char* name, const char* parent, const char* role)
{
    return {.name = name,
            .quantity = "rail.power",
            .unit = "W",
            .scale = 1e-3,
            .source = "ina3221",
            .rail = name,
            .parent = parent,
            .role = role,
            .periodNs = 10 * kKnownMs};
}

inline void addKnownCores(RecordingBuilder& builder, const std::vector<std::uint32_t>& cores)
{
    // Sample k covers the 10 ms before it; the window of the report is 300..600 ms.
    std::vector<std::int64_t> times;
    std::array<std::vector<std::int64_t>, 4> values;
    for (std::int64_t ms = 0; ms <= 600; ms += 10) {
        const bool window = ms > 300;
        times.push_back(knownTime(ms));
        values[0].push_back(!window ? 10'000 : ms % 20 == 0 ? 0 : 5000); // idle half of the time: 25 %
        values[1].push_back(!window ? 10'000 : 7500);
        values[2].push_back(ms > 400 ? format::kMissing : 4000); // offline for the last 200 ms
        values[3].push_back(format::kMissing);                   // always offline
    }
    for (std::size_t i = 0; i < cores.size(); ++i)
        builder.samples(cores[i], times, values[i]);
}

inline void addKnownSpans(RecordingBuilder& builder)
{
    builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 42, .thread = 43, .name = "python3, main"});
    builder.lane({.id = 2, .kind = format::Lane::Kind::Phases, .process = 42, .thread = 0, .name = "phases"});
    const auto conv = builder.op("aten::conv2d", "[16, 3]", "conv1");
    const auto conv2 = builder.op("aten::conv2d", "[16, 3]", "conv2"); // another layer, the same op
    const auto inner = builder.op("aten::convolution", "[16, 3]");
    const auto relu = builder.op("aten::relu");
    builder.spans(1, {{knownTime(290), 20 * kKnownMs, conv, 0}, // begins before the window: half of it counts
                      {knownTime(292), 4 * kKnownMs, inner, 1},
                      {knownTime(410), 40 * kKnownMs, conv, 0},
                      {knownTime(411), 30 * kKnownMs, inner, 1},
                      {knownTime(460), 20 * kKnownMs, conv2, 0},
                      {knownTime(461), 5 * kKnownMs, inner, 1},
                      {knownTime(467), 5 * kKnownMs, inner, 1},
                      {knownTime(490), 10 * kKnownMs, relu, 0}});
    builder.spans(2, {{knownTime(400), 100 * kKnownMs, builder.op("forward"), 0}}); // covers the ops above
}

/// From 1 s on: four steps of 100 ms and a traced step of 200 ms, with 8 training samples each.
inline void addKnownSteps(RecordingBuilder& builder)
{
    for (std::uint64_t i = 0; i < 4; ++i) {
        const auto start = static_cast<std::int64_t>(i) * 100;
        builder.steps({format::Step{i, knownTime(start), knownTime(start + 100), 8, 0, 0}});
    }
    builder.steps({format::Step{4, knownTime(400), knownTime(600), 8, format::Step::kTraced, 0}});
}

inline void describeKnownRun(RecordingBuilder& builder)
{
    trace::RunHeader& header = builder.describe();
    header.run = "20260102-030405-1a2b";
    header.agentVersion = "0.1.0";
    header.startMonotonic = knownTime(0);
    header.startRealtime = 1'767'323'045'000'000'000;
    header.periodNs = 10 * kKnownMs;
    header.command = {"python3", "train.py", "--note", "two words"};
    header.device = {.hostname = "tx2",
                     .board = "Jetson TX2",
                     .model = "quill",
                     .soc = "tegra186",
                     .l4t = "32.7.1",
                     .kernel = "4.9.253",
                     .machine = "aarch64",
                     .memoryBytes = 8'235'737'088,
                     .cores = {{0, "A57"}, {1, "Denver2"}, {2, "Denver2"}, {3, "A57"}}};
}

struct KnownOptions
{
    bool steps = true;
    bool rails = true;
    bool losses = true;
    bool ended = true;
};

inline RecordingBuilder knownRecording(const KnownOptions& options = {})
{
    RecordingBuilder builder;
    describeKnownRun(builder);
    const std::vector<std::uint32_t> cores = {
        builder.channel(knownCore(0, "A57")), builder.channel(knownCore(1, "Denver2")),
        builder.channel(knownCore(2, "Denver2")), builder.channel(knownCore(3, "A57"))};
    const auto gpu = builder.channel(
        {.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-3, .source = "gpuload"});
    const auto memory = builder.channel(
        {.name = "memory.used", .quantity = "memory.used", .unit = "B", .scale = 1024, .source = "meminfo"});
    const auto cost =
        builder.channel({.name = "agent", .quantity = "agent.cpu", .unit = "1", .scale = 1e-6, .source = "self"});
    std::vector<std::uint32_t> rails;
    if (options.rails)
        rails = {builder.channel(knownRail("VDD_SYS_CPU", "VDD_IN", "cpu")), // a child before its parent
                 builder.channel(knownRail("VDD_MUX", "", "other")), builder.channel(knownRail("VDD_IN", "", "system")),
                 builder.channel(knownRail("VDD_SYS_GPU", "VDD_IN", "gpu"))};
    addKnownCores(builder, cores);
    builder.event(knownTime(0), format::Event::Severity::Info, "core", "Core 3 is offline.");
    const std::int64_t a = knownTime(300);
    const std::int64_t b = knownTime(600);
    builder.samples(gpu, {knownTime(200), a, knownTime(400), knownTime(500), b}, {1000, 250, 750, 750, 250});
    builder.samples(memory, {knownTime(0), knownTime(350), knownTime(450)}, {4'000'000, 2'000'000, 3'000'000});
    builder.samples(cost, {knownTime(200), a, knownTime(450), b}, {9000, 6000, 6000, 6000});
    if (options.rails) {
        builder.samples(rails[0], {a, knownTime(400), knownTime(450), knownTime(500), b},
                        {1000, 1000, format::kMissing, 2000, 2000});
        builder.samples(rails[1], {a, knownTime(400), knownTime(500), b}, {2000, 2000, 2000, 2000});
        builder.samples(rails[2], {a, knownTime(350), knownTime(500), b}, {5000, 6000, 6000, 4000});
        builder.samples(rails[3], {a, knownTime(400), knownTime(500), b}, {3000, 3000, 3000, 3000});
    }
    builder.facts(R"({"framework":"torch","framework_version":"1.13.1","python":"3.11.2","batch_size":8,)"
                  R"("parameter_bytes":598016,"gradient_bytes":598016,"input_bytes":98304})");
    if (options.steps) {
        addKnownSteps(builder);
        addKnownSpans(builder);
    }
    builder.log(knownTime(100), "epoch 1, \"warm\"\n").log(knownTime(200), "loss 0.5\n");
    if (options.losses) {
        builder.event(knownTime(400), format::Event::Severity::Warning, "core", "Core 2 is offline now.");
        builder.loss({"spans", 12, {knownTime(500), knownTime(510)}, "the training's socket was full"});
    }
    if (options.ended)
        builder.footer({.end = b, .exitStatus = 0, .signal = 0, .state = "ended", .reason = ""});
    return builder;
}

} // namespace stepscope::testing
