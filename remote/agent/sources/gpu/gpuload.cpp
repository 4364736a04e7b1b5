#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/systemtree.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace stepscope::agent {
namespace {

/// nvgpu on GP10B reads its PMU every 16.7 ms and averages 17 values (source code of nvgpu). Unknown for other GPUs.
constexpr std::int64_t kGpuUpdate = 16'700'000;
constexpr std::int64_t kAveraged = 17;

class GpuLoad : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        Finding finding{SourceState::Missing, "",
                        "this machine has no Jetson GPU with a load file (/sys/devices/gpu.0/load)"};
        for (const std::string& folder : gpuFolders(context.tree)) {
            if (!context.tree.exists(folder + "/load"))
                continue;
            m_file = PersistentFile(context.tree.path(folder + "/load"));
            if (const int error = m_file.open(); error != 0) {
                finding = cannotOpen(error, m_file.path(), finding.reason);
                continue;
            }
            m_sleep.open(context.tree, folder);
            if (m_sleep.state(format::monotonicNs()) != DeviceSleep::State::Asleep)
                m_readNs = medianReadNs(m_file);
            if (!isParker(context.board))
                return {SourceState::Used, "0.1 %", "the driver averages over an unknown window"};
            return {SourceState::Used, "0.1 %",
                    "the driver averages over about 0.28 s, updated every 16.7 ms: values repeat at short periods"};
        }
        return finding;
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        Channel channel;
        channel.name = "GPU";
        channel.quantity = "gpu.utilization";
        channel.unit = "1";
        channel.scale = 0.001;
        channel.resolution = 0.001;
        channel.readNs = m_readNs;
        if (isParker(context.board)) {
            channel.windowNs = kAveraged * kGpuUpdate;
            channel.updateNs = kGpuUpdate;
            channel.factsFrom = "documentation";
        }
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = format::monotonicNs();
        // Reading the load would wake the GPU. A sleeping GPU is idle and is not read.
        const DeviceSleep::State state = m_sleep.state(times[0]);
        if (state == DeviceSleep::State::Asleep || state == DeviceSleep::State::Changing) {
            values[0] = state == DeviceSleep::State::Asleep ? 0 : format::kMissing;
            return;
        }
        values[0] = m_file.number(times[0]).value_or(format::kMissing);
        m_presence.update(m_file.isPresent(), times[0], "The load of the GPU", events);
    }

private:
    static bool isParker(const Board& board) { return board.soc == "tegra186"; }

    PersistentFile m_file;
    DeviceSleep m_sleep;
    Presence m_presence;
    std::optional<std::int64_t> m_readNs;
};

} // namespace

std::unique_ptr<Source> makeGpuLoad()
{
    return std::make_unique<GpuLoad>();
}

namespace {

class GpuFrequency : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        const std::string missing = "this machine has no Jetson GPU (/sys/class/devfreq)";
        const std::string node = findGpuNode(context.tree);
        if (node.empty())
            return {SourceState::Missing, "", missing};
        Channel channel;
        channel.name = "GPU frequency";
        channel.quantity = "gpu.frequency";
        channel.unit = "Hz";
        channel.resolution = 1;
        const std::string path = context.tree.path(node + "/cur_freq");
        if (const int error = m_files.add(channel, path, "The frequency of the GPU"); error != 0)
            return cannotOpen(error, path, missing);
        return {SourceState::Used, "1 Hz", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_files.sample(values, times, events);
    }

private:
    NumberFiles m_files;
};

} // namespace

std::unique_ptr<Source> makeGpuFrequency()
{
    return std::make_unique<GpuFrequency>();
}

namespace {

constexpr const char* kClients = "/sys/kernel/debug/nvmap/iovmm/clients";

/// "4468K" in KiB; the unit may also be missing, M or G.
std::int64_t kibibytes(std::string_view word)
{
    const auto number = takeNumber(word);
    if (!number || *number < 0 || *number > (std::int64_t{1} << 40))
        return 0;
    if (word.starts_with('M'))
        return *number << 10;
    if (word.starts_with('G'))
        return *number << 20;
    return word.starts_with('K') ? *number : *number >> 10;
}

class GpuMemory : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        const std::string missing = "this machine has no buffers of a Jetson (nvmap)";
        if (!context.board.soc.starts_with("tegra"))
            return {SourceState::Missing, "", missing};
        m_file = PersistentFile(context.tree.path(kClients));
        const int error = m_file.open();
        if (error == EACCES || error == EPERM)
            return {SourceState::Denied, "",
                    "only root can read the GPU memory per process (debugfs, nvmap): run the agent as root"};
        if (error != 0)
            return {SourceState::Missing, "", "this kernel does not provide the GPU memory per process (nvmap)"};
        return {SourceState::Used, "4 KiB", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel process;
        process.name = "training GPU memory";
        process.quantity = "memory.gpu_process";
        process.unit = "B";
        process.scale = 1024;
        process.resolution = 4096;
        Channel all = process;
        all.name = "GPU memory";
        all.quantity = "memory.gpu";
        return {process, all};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = times[1] = format::monotonicNs();
        values[0] = values[1] = format::kMissing;
        std::string_view text = m_file.read(m_buffer, times[0]);
        m_presence.update(m_file.isPresent(), times[0], "The memory of the GPU (nvmap)", events);
        const int training = m_training->process();
        if (text.empty())
            return;
        std::array<int, Training::kMaxProcesses> memory;
        const std::span<const int> processes = m_training->processes(memory);
        std::int64_t all = 0;
        std::int64_t process = 0;
        while (!text.empty()) {
            // CLIENT PROCESS PID SIZE. The name may contain spaces, so the line is parsed from its end.
            std::string_view line = takeLine(text);
            std::string_view size;
            std::string_view number;
            for (std::string_view word = takeWord(line); !word.empty(); word = takeWord(line)) {
                number = size;
                size = word;
            }
            const auto id = leadingNumber(number);
            if (!id)
                continue; // the heading and the total
            const std::int64_t held = kibibytes(size);
            all += held;
            const bool isTraining = std::find(processes.begin(), processes.end(), *id) != processes.end();
            process += isTraining ? held : 0;
        }
        values[1] = all;
        if (training != 0)
            values[0] = process;
    }

private:
    const Training* m_training = nullptr;
    PersistentFile m_file;
    Presence m_presence;
    std::array<char, 16384> m_buffer{};
};

} // namespace

std::unique_ptr<Source> makeGpuMemory()
{
    return std::make_unique<GpuMemory>();
}

} // namespace stepscope::agent
