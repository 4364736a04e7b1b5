// Time and memory of `stepscope report` for a training of 8 h: 14 channels at 10 ms, 57,600 steps of 0.5 s, ops in one
// step of a hundred. The program runs as a separate process, as a user starts it.
#include "tests/bench/figures.h"
#include "tests/support/recordingbuilder.h"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace stepscope;

constexpr std::int64_t kMs = 1'000'000;
constexpr std::int64_t kPeriod = 10 * kMs;
constexpr std::int64_t kStep = 500 * kMs;
constexpr std::size_t kSteps = 57'600;
constexpr std::size_t kOps = 24;
constexpr std::size_t kTracedEvery = 100;
constexpr double kSlowdown = 1.2; ///< of a traced step

struct Rail
{
    const char* name;
    const char* role;
    double idle, busy; ///< W outside and inside of the busy part of a step
};
constexpr std::array<Rail, 5> kRails{{{"VDD_IN", "system", 3.2, 9.5},
                                      {"VDD_SYS_GPU", "gpu", 0.3, 4.6},
                                      {"VDD_SYS_CPU", "cpu", 0.9, 1.3},
                                      {"VDD_SYS_SOC", "soc", 0.7, 1.1},
                                      {"VDD_SYS_DDR", "memory", 0.8, 1.6}}};
constexpr double kBusyShare = 0.8; ///< of a step; the rest waits for data

class LongTraining
{
public:
    LongTraining()
    {
        describe();
        makeSteps();
        writeSamples();
        m_builder.footer({.end = m_steps.back().end, .exitStatus = 0, .signal = 0, .state = "ended", .reason = ""});
    }
    [[nodiscard]] const std::vector<std::byte>& bytes() { return m_builder.bytes(); }
    /// Mean true energy of VDD_IN in the steps that the report counts.
    [[nodiscard]] double joulesPerStep() const
    {
        constexpr std::size_t kSkipped = 3;
        double joules = 0;
        for (std::size_t i = kSkipped; i < kSteps; ++i) {
            const double seconds = static_cast<double>(m_steps[i].end - m_steps[i].start) * 1e-9;
            joules += seconds * (kBusyShare * kRails[0].busy + (1 - kBusyShare) * kRails[0].idle);
        }
        return joules / static_cast<double>(kSteps - kSkipped);
    }

private:
    void describe()
    {
        m_builder.describe().periodNs = kPeriod;
        m_builder.describe().command = {"python3", "train.py"};
        const auto add = [this](trace::Channel channel) {
            channel.periodNs = kPeriod;
            m_builder.channel(std::move(channel));
        };
        for (int core = 0; core < 6; ++core)
            add({.name = "cpu" + std::to_string(core),
                 .quantity = "cpu.utilization",
                 .unit = "1",
                 .scale = 1e-6,
                 .covers = trace::Channel::Covers::Interval,
                 .source = "cpuacct",
                 .core = core,
                 .cluster = core == 1 || core == 2 ? "Denver2" : "A57"});
        add({.name = "GPU", .quantity = "gpu.utilization", .unit = "1", .scale = 1e-3});
        for (const Rail& rail : kRails)
            add({.name = rail.name,
                 .quantity = "rail.power",
                 .unit = "W",
                 .scale = 1e-3,
                 .rail = rail.name,
                 .parent = rail.role == kRails[0].role ? "" : kRails[0].name,
                 .role = rail.role});
        add({.name = "memory.used", .quantity = "memory.used", .unit = "B", .scale = 1024});
        add({.name = "training", .quantity = "memory.process", .unit = "B", .scale = 1024});
        m_builder.facts(R"({"framework":"torch","framework_version":"1.13.1","batch_size":16})");
        m_builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "main"});
        for (std::size_t i = 0; i < kOps; ++i)
            m_ops.push_back(m_builder.op("aten::op" + std::to_string(i % 12), "[16, " + std::to_string(i) + "]"));
    }

    void makeSteps()
    {
        std::normal_distribution<double> jitter(1, 0.01);
        std::int64_t time = 0;
        for (std::size_t i = 0; i < kSteps; ++i) {
            const bool isTraced = (i >= 4 && i <= 8) || i % kTracedEvery == 0;
            const auto length =
                static_cast<std::int64_t>(static_cast<double>(kStep) * jitter(m_random) * (isTraced ? kSlowdown : 1));
            m_steps.push_back({.index = i,
                               .start = time,
                               .end = time + length,
                               .samples = 16,
                               .flags = isTraced ? format::Step::kTraced : std::uint8_t{0},
                               .process = 1});
            if (isTraced)
                writeOps(time, length);
            time += length;
        }
        m_builder.steps(m_steps);
    }

    /// Ops of unequal length, one after the other, which fill the busy part of the step.
    void writeOps(std::int64_t begin, std::int64_t length)
    {
        const double unit = kBusyShare * static_cast<double>(length) / (kOps * (kOps + 1) / 2.0);
        std::vector<trace::SpanRecord> spans;
        auto time = static_cast<double>(begin);
        for (std::size_t i = 0; i < kOps; ++i) {
            const double duration = unit * static_cast<double>(i + 1);
            spans.push_back({static_cast<std::int64_t>(time), static_cast<std::int64_t>(duration), m_ops[i], 0});
            time += duration;
        }
        m_builder.spans(1, spans);
    }

    /// Whether the training computes at this time. Times do not decrease from call to call.
    [[nodiscard]] bool isBusy(std::int64_t time)
    {
        while (m_at + 1 < m_steps.size() && m_steps[m_at].end <= time)
            ++m_at;
        const format::Step& step = m_steps[m_at];
        return static_cast<double>(time - step.start) < kBusyShare * static_cast<double>(step.end - step.start);
    }

    void writeSamples()
    {
        constexpr std::size_t kRows = 500; // of a frame
        constexpr std::size_t kChannels = 6 + 1 + kRails.size() + 2;
        std::uniform_int_distribution<std::int64_t> late(0, 80'000);
        std::normal_distribution<double> noise(0, 1);
        const auto rows = static_cast<std::size_t>(m_steps.back().end / kPeriod) + 1;
        for (std::size_t row = 0; row < rows;) {
            std::vector<std::int64_t> times;
            std::array<std::vector<std::int64_t>, kChannels> values;
            for (; row < rows && times.size() < kRows; ++row) {
                times.push_back(static_cast<std::int64_t>(row) * kPeriod + late(m_random));
                const bool busy = isBusy(times.back());
                std::size_t at = 0;
                const auto add = [&](double value) {
                    values[at++].push_back(std::max<std::int64_t>(std::llround(value), 0));
                };
                for (int core = 0; core < 6; ++core)
                    add(std::clamp((core == 0 ? 0.9 : busy ? 0.2 : 0.6) * 1e6 + 5e4 * noise(m_random), 0.0, 1e6));
                add(std::clamp((busy ? 950 : 20) + 20 * noise(m_random), 0.0, 1000.0));
                for (const Rail& rail : kRails)
                    add(1000 * (busy ? rail.busy : rail.idle) + 60 * noise(m_random));
                add(4e6 + 1e3 * noise(m_random));
                add(2e6 + 1e2 * noise(m_random));
            }
            std::vector<format::SampleColumnView> columns;
            for (std::uint32_t channel = 0; channel < kChannels; ++channel)
                columns.push_back({.channel = channel, .values = values[channel], .readOffsets = {}});
            m_builder.samples({.group = 0, .times = times, .columns = columns});
        }
    }

    std::mt19937_64 m_random{8};
    testing::RecordingBuilder m_builder;
    std::vector<std::uint32_t> m_ops;
    std::vector<format::Step> m_steps;
    std::size_t m_at = 0;
};

struct Run
{
    double seconds = -1;
    double megabytes = -1; ///< peak resident memory
    nlohmann::json json{};
};

Run reportOf(const std::string& recording, const std::string& output)
{
    const char* program = std::getenv("STEPSCOPE_APP_FILE");
    if (program == nullptr)
        return {};
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen(output.c_str(), "w", stdout) != nullptr)
            execl(program, program, "report", "--json", recording.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    int status = -1;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        return {};
    Run run;
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run.megabytes = static_cast<double>(usage.ru_maxrss) * 1024e-6;
    std::ifstream file(output);
    run.json = nlohmann::json::parse(file, nullptr, false);
    return run;
}

} // namespace

/// With a file as argument, keeps the recording there instead of measuring.
int main(int argc, char** argv)
{
    std::string folder = "/tmp/stepscope-bench-report-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr)
        return 1;
    const std::string recording = argc > 1 ? argv[1] : folder + "/long.stepscope";
    const std::string output = folder + "/report.json";
    double truth = 0;
    {
        LongTraining training;
        truth = training.joulesPerStep();
        testing::writeFile(recording, training.bytes());
    }
    if (argc > 1)
        return rmdir(folder.c_str());
    std::vector<double> seconds;
    Run run;
    for (int i = 0; i < 3; ++i) {
        run = reportOf(recording, output);
        seconds.push_back(run.seconds);
    }
    bench::figure("report_8h_time", bench::median(seconds), "s", 5);
    bench::figure("report_8h_peak_memory", run.megabytes, "MB", 300);
    const auto joules = run.json.value(nlohmann::json::json_pointer("/energy/joules_per_step"), -1.0);
    bench::figure("report_8h_energy_per_step_error", joules < 0 ? -1 : std::abs(joules / truth - 1), "1", 1e-3);
    const auto steps = run.json.value(nlohmann::json::json_pointer("/steps/counted"), 0);
    bench::figure("report_8h_steps", steps, "1", kSteps - 3, true);
    unlink(recording.c_str());
    unlink(output.c_str());
    rmdir(folder.c_str());
    return 0;
}
