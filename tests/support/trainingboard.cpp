#include "tests/support/trainingboard.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::testing {
namespace {

using trace::Channel;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::array kDenver{1, 2};

void describeBoard(trace::RunHeader& header, const TrainingOptions& options)
{
    header.isVirtual = true;
    header.startMonotonic = kTrainingStart;
    header.periodNs = options.periodNs;
    header.ops = std::to_string(options.tracedFrom) + ":" + std::to_string(options.tracedTo + 1);
    header.command = {"python3", "train.py", "--model", "smallcnn"};
    header.workingDirectory = "/home/nvidia/training";
    header.device = {.hostname = "tx2-lab",
                     .board = "Jetson TX2",
                     .model = "quill",
                     .soc = "tegra186",
                     .l4t = "32.7.1",
                     .kernel = "4.9.253-tegra",
                     .machine = "aarch64",
                     .memoryBytes = 8'235'737'088,
                     .cores = {}};
    for (int core = 0; core < 6; ++core) {
        const bool denver = std::find(kDenver.begin(), kDenver.end(), core) != kDenver.end();
        header.device.cores.push_back({core, denver ? "Denver2" : "A57"});
    }
    header.sources = {
        {"cpuacct", "CPU time per core", "used", "1 ns", ""},
        {"procstat", "CPU time in ticks", "unneeded", "10 ms", "cpuacct is finer"},
        {"ina3221", "Power rails", options.rails ? "used" : "missing", "4 mW", options.rails ? "" : "no INA3221"},
        {"emc", "Memory controller", "denied", "", "only root may read debugfs"}};
}

} // namespace

void describeTraining(RecordingBuilder& builder, const TrainingOptions& options)
{
    describeBoard(builder.describe(), options);
    const auto add = [&](Channel channel) {
        channel.periodNs = options.periodNs;
        channel.group = channel.quantity.starts_with("rail.") ? 1 : 0;
        builder.channel(std::move(channel));
    };
    for (const trace::Core& core : builder.describe().device.cores) {
        add({.name = "cpu" + std::to_string(core.core),
             .quantity = "cpu.utilization",
             .unit = "1",
             .scale = 1e-4,
             .covers = Channel::Covers::Interval,
             .source = "cpuacct",
             .core = core.core,
             .cluster = core.cluster,
             .resolution = 1e-7,
             .windowNs = options.periodNs,
             .lagNs = 0});
    }
    for (const trace::Core& core : builder.describe().device.cores) {
        add({.name = "cpu" + std::to_string(core.core),
             .quantity = "cpu.frequency",
             .unit = "Hz",
             .scale = 1000,
             .source = "cpufreq",
             .core = core.core,
             .cluster = core.cluster});
    }
    if (options.gpu) {
        add({.name = "GPU",
             .quantity = "gpu.utilization",
             .unit = "1",
             .scale = 1e-3,
             .source = "gpuload",
             .resolution = 1e-3,
             .windowNs = 284 * kMs,
             .lagNs = 142 * kMs});
        add({.name = "GPU", .quantity = "gpu.frequency", .unit = "Hz", .scale = 1000, .source = "devfreq"});
    }
    if (options.rails) {
        const std::array<std::array<const char*, 3>, 6> rails{{{"VDD_IN", "", "system"},
                                                               {"VDD_SYS_GPU", "VDD_IN", "gpu"},
                                                               {"VDD_SYS_CPU", "VDD_IN", "cpu"},
                                                               {"VDD_SYS_SOC", "VDD_IN", "soc"},
                                                               {"VDD_SYS_DDR", "VDD_IN", "memory"},
                                                               {"VDD_4V0_WIFI", "VDD_IN", "other"}}};
        for (const auto& [name, parent, role] : rails) {
            add({.name = name,
                 .quantity = "rail.power",
                 .unit = "W",
                 .scale = 1e-3,
                 .source = "ina3221",
                 .rail = name,
                 .parent = parent,
                 .role = role,
                 .resolution = 4e-3,
                 .windowNs = options.hasSensorFacts ? std::optional<std::int64_t>(kMs) : std::nullopt,
                 .factsFrom = options.hasSensorFacts ? "driver" : ""});
        }
    }
    for (const char* name : {"memory.total", "memory.used", "memory.swap", "memory.process"})
        add({.name = name, .quantity = name, .unit = "B", .scale = 1024, .source = "meminfo", .resolution = 1024});
    for (const char* zone : {"MCPU-therm", "GPU-therm", "Tboard_tegra"})
        add({.name = zone,
             .quantity = "temperature",
             .unit = "degC",
             .scale = 1e-3,
             .source = "thermal",
             .resolution = 0.5});
    add({.name = "agent",
         .quantity = "agent.cpu",
         .unit = "1",
         .scale = 1e-6,
         .covers = Channel::Covers::Interval,
         .source = "self"});
    add({.name = "agent", .quantity = "agent.memory", .unit = "B", .scale = 1024, .source = "self"});
}

} // namespace stepscope::testing
