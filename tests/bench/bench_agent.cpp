// Profiling overhead of the agent: CPU time per sample of all cores, memory and twelve rails, its memory, and bytes per
// sample and op in a recording. All runs use one core. Each run lies between two timings of the bare reads of the same
// number of files, so that a change of the clock frequency affects both, and alternates with a simple Python loop and
// with collectl (cores and memory only).
#include "tests/bench/agentrecording.h"
#include "tests/bench/figures.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace stepscope::bench;

namespace {

namespace fs = std::filesystem;
using stepscope::format::FrameType;
using stepscope::testing::DecodedRecording;

constexpr std::int64_t kPeriod = 10'000'000;
constexpr int kChips = 4;
constexpr int kTurns = 9;
constexpr int kRivalTurns = 3;

std::int64_t clockNs(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// A sysroot with this machine's /proc and /sys, and twelve rails that are ordinary files.
void makeTree(stepscope::testing::BoardTree& tree)
{
    for (int chip = 0; chip < kChips; ++chip) {
        const std::string folder =
            "/sys/bus/i2c/drivers/ina3221x/0-004" + std::to_string(chip) + "/iio:device" + std::to_string(chip);
        for (int input = 0; input < 3; ++input) {
            const std::string i = std::to_string(input);
            tree.write(folder + "/rail_name_" + i, "VDD_" + std::to_string(chip) + i + "\n");
            tree.write(folder + "/in_power" + i + "_input", std::to_string(1000 + chip * 100 + input) + "\n");
        }
    }
    fs::create_directory_symlink("/proc", tree.root() + "/proc");
    fs::create_directories(tree.root() + "/sys/devices");
    fs::create_directory_symlink("/sys/devices/system", tree.root() + "/sys/devices/system");
    fs::create_directory_symlink("/sys/fs", tree.root() + "/sys/fs");
}

std::uint64_t parse(const char* text, ssize_t size)
{
    std::uint64_t sum = 0;
    std::uint64_t value = 0;
    for (ssize_t i = 0; i < size; ++i) {
        const auto digit = static_cast<unsigned>(text[i] - '0');
        value = digit < 10 ? value * 10 + digit : (sum += value, 0);
    }
    return sum + value;
}

/// CPU time in us per round of reading and parsing the same kinds of files, kept open, at the same period.
double bareReads(const std::string& root, double seconds)
{
    std::vector<int> files{open("/proc/stat", O_RDONLY), open("/proc/meminfo", O_RDONLY)};
    for (const auto& entry : fs::recursive_directory_iterator(root + "/sys/bus")) {
        if (entry.path().filename().string().starts_with("in_power"))
            files.push_back(open(entry.path().c_str(), O_RDONLY));
    }
    prctl(PR_SET_TIMERSLACK, 1UL);
    std::vector<char> buffer(65536);
    volatile std::uint64_t sink = 0;
    const auto rounds = static_cast<std::int64_t>(seconds * 1e9) / kPeriod;
    std::int64_t next = clockNs(CLOCK_MONOTONIC);
    const std::int64_t before = clockNs(CLOCK_PROCESS_CPUTIME_ID);
    for (std::int64_t i = 0; i < rounds; ++i) {
        next += kPeriod;
        const timespec deadline{static_cast<time_t>(next / 1'000'000'000), static_cast<long>(next % 1'000'000'000)};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nullptr);
        for (const int file : files)
            sink = sink + parse(buffer.data(), pread(file, buffer.data(), buffer.size(), 0));
    }
    const std::int64_t used = clockNs(CLOCK_PROCESS_CPUTIME_ID) - before;
    for (const int file : files)
        close(file);
    return static_cast<double>(used) / 1e3 / static_cast<double>(rounds);
}

/// Processor time of a command and its children in seconds; negative if it failed.
double processorSeconds(const std::string& command)
{
    rusage before{};
    getrusage(RUSAGE_CHILDREN, &before);
    const int status = std::system(command.c_str());
    rusage after{};
    getrusage(RUSAGE_CHILDREN, &after);
    const auto seconds = [](const rusage& usage) {
        return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    };
    return status == 0 ? seconds(after) - seconds(before) : -1;
}

/// CPU time in us per sample of another program: the difference between a long and a short run, without its start. `%d`
/// in `command` is replaced by the number of samples.
double rivalCost(const std::string& command, int samples)
{
    constexpr int kShort = 50;
    const auto run = [&command](int count) {
        std::string text = command;
        text.replace(text.find("%d"), 2, std::to_string(count));
        return processorSeconds(text + " >/dev/null 2>&1");
    };
    const double brief = run(kShort);
    const double whole = run(kShort + samples);
    return brief < 0 || whole < 0 ? -1 : (whole - brief) / samples * 1e6;
}

/// The mean of a channel without its first ten values, which include the start.
double meanOf(const DecodedRecording& recording, const char* channel)
{
    const auto series = recording.series(channel);
    double sum = 0;
    int count = 0;
    for (std::size_t i = 10; i < series.values.size(); ++i, ++count)
        sum += static_cast<double>(series.values[i]);
    return count == 0 ? -1 : sum / count;
}

/// Bytes of all frames of these types, divided by `count`; -1 if it is 0.
double bytesPer(const DecodedRecording& recording, std::initializer_list<FrameType> types, std::uint64_t count)
{
    std::uint64_t bytes = 0;
    for (const FrameType type : types) {
        const auto entry = recording.bytes.find(type);
        bytes += entry == recording.bytes.end() ? 0 : entry->second;
    }
    return count == 0 ? -1 : static_cast<double>(bytes) / static_cast<double>(count);
}

constexpr const char* kTraining = R"(import torch
model = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3), torch.nn.BatchNorm2d(16), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(14400, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(300):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(torch.randn(16, 3, 32, 32)), torch.randint(0, 10, (16,)))
    loss.backward()
    optimizer.step()
)";

void measureTraining()
{
    const stepscope::testing::TemporaryFolder folder;
    const std::string script = folder.path() + "/train.py";
    std::FILE* file = std::fopen(script.c_str(), "w");
    std::fputs(kTraining, file);
    std::fclose(file);
    const DecodedRecording recording = recordByAgent("--ops 4:24", std::string(STEPSCOPE_PYTHON) + " " + script);
    if (recording.spanCount() == 0) {
        std::printf("agent_bytes_per_span - - - short\n  no op was recorded: %s has no torch\n", STEPSCOPE_PYTHON);
        return;
    }
    figure("agent_bytes_per_span",
           bytesPer(recording, {FrameType::Spans, FrameType::Names, FrameType::Ops, FrameType::Lane},
                    recording.spanCount()),
           "B", 8);
    figure("agent_bytes_per_value_in_training", bytesPer(recording, {FrameType::Samples}, recording.sampleCount()), "B",
           2);
}

/// Pins the process to one core, since the cost of a wake-up depends on the idle state of the core.
void stayOnOneCore()
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(0, &cores);
    sched_setaffinity(0, sizeof cores, &cores);
}

void compare(const char* name, double ours, const std::vector<double>& theirs, double goal)
{
    if (median(theirs) <= 0)
        std::printf("%s - - - short\n  it could not be run here\n", name);
    else
        figure(name, ours / median(theirs), "x", goal);
}

} // namespace

int main(int count, char** arguments)
{
    const double seconds = count > 1 ? std::atof(arguments[1]) : 4;
    const int samples = static_cast<int>(seconds * 100);
    stayOnOneCore();
    stepscope::testing::BoardTree tree;
    makeTree(tree);
    std::string rails;
    for (const auto& entry : fs::recursive_directory_iterator(tree.root() + "/sys/bus")) {
        if (entry.path().filename().string().starts_with("in_power"))
            rails += " " + entry.path().string();
    }
    const std::string python =
        std::string(STEPSCOPE_PYTHON) + " " STEPSCOPE_SOURCE_DIR "/tests/bench/samplingloop.py 0.01 %d" + rails;
    const std::string collectl = "collectl -scm -i 0.01 -c %d -f " + tree.root() + "/collectl";
    std::vector<double> ratios;
    std::vector<double> pythons;
    std::vector<double> collectls;
    std::vector<double> floors;
    std::vector<double> costs;
    std::vector<double> bytes;
    double memory = -1;
    floors.push_back(bareReads(tree.root(), seconds));
    for (int turn = 0; turn < kTurns; ++turn) {
        const auto recording = recordByAgent("--sysroot " + tree.root(), "sleep " + std::to_string(seconds));
        // Share of a core in units of 1e-4, over a period of 10 ms.
        costs.push_back(meanOf(recording, "agent CPU"));
        bytes.push_back(bytesPer(recording, {FrameType::Samples}, recording.sampleCount()));
        memory = std::max(memory, meanOf(recording, "agent memory") / 1024);
        const double before = floors.back();
        floors.push_back(bareReads(tree.root(), seconds));
        ratios.push_back(2 * costs.back() / (before + floors.back()));
        std::printf("  turn %d: %.1f us between %.1f and %.1f us\n", turn, costs.back(), before, floors.back());
        if (turn >= kRivalTurns)
            continue;
        pythons.push_back(rivalCost(python, samples));
        collectls.push_back(rivalCost(collectl, samples));
    }
    figure("agent_floor", median(floors), "us_per_sample", 1000);
    figure("agent_cost", median(costs), "us_per_sample", 1000);
    figure("agent_cost_over_floor", median(ratios), "x", 1.3);
    compare("agent_cost_over_python_loop", median(costs), pythons, 0.5);
    compare("agent_cost_over_collectl", median(costs), collectls, 0.2);
    figure("agent_memory", memory, "MiB", 8);
    figure("agent_bytes_per_value", median(bytes), "B", 2);
    measureTraining();
    return 0;
}
