#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/system/linechild.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kFirstAnswerTimeout = 5 * format::kSecond;
constexpr std::int64_t kSilence = 5 * format::kSecond;
constexpr std::int64_t kLeastPeriod = 100 * format::kMillisecond;
/// Values are recorded in thousandths of nvidia-smi's unit.
constexpr double kThousandth = 0.001;

/// A column of the query (nvidia-smi --help-query-gpu), after the GPU's number. Of several with the same suffix, a
/// GPU's first one that has a value is recorded.
struct Column
{
    const char* query;
    const char* suffix; ///< of the channel's name
    const char* quantity;
    const char* unit;
    double scale;
    double resolution;
};
constexpr std::array kColumns{
    Column{"utilization.gpu", "", "gpu.utilization", "1", 0.01 * kThousandth, 0.01},
    Column{"clocks.sm", " frequency", "gpu.frequency", "Hz", 1e6 * kThousandth, 1e6},
    Column{"memory.used", " memory", "memory.gpu", "B", 1048576 * kThousandth, 1048576},
    // power.draw is the mean of a second since Ampere (an H200 measured 1.0 s); drivers since 530 also tell the other.
    Column{"power.draw.instant", " power", "rail.power", "W", kThousandth, 0.01},
    Column{"power.draw", " power", "rail.power", "W", kThousandth, 0.01},
    Column{"temperature.gpu", " temperature", "temperature", "degC", kThousandth, 1},
};
constexpr std::size_t kMostGpus = 16;
/// Columns that older drivers refuse, together with the whole query.
constexpr std::array kNewColumns{std::string_view("power.draw.instant")};

/// "61.53" in thousandths; nullopt for "[N/A]".
std::optional<std::int64_t> thousandths(std::string_view text)
{
    auto whole = takeNumber(text);
    constexpr std::int64_t kMost = 1'000'000'000'000;
    if (!whole || *whole < 0 || *whole > kMost)
        return std::nullopt;
    std::int64_t value = *whole * 1000;
    if (text.starts_with('.')) {
        std::int64_t place = 100;
        for (std::size_t i = 1; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i, place /= 10)
            value += (text[i] - '0') * place;
    }
    return value;
}

class NvidiaSmi : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Gpu
    {
        std::int64_t number = 0;
        std::array<std::int64_t, kColumns.size()> values{};
        std::int64_t time = 0; ///< arrival of its last line; 0 = already recorded
    };
    static std::string findProgram(const SystemTree& tree);
    static bool sleeps(const SystemTree& tree);
    int start(const std::string& program, std::int64_t periodNs, bool withNewColumns);
    void awaitFirstLines();
    void dropRepeatedColumns();
    bool takeLine(std::string_view line, std::int64_t now, bool mayAdd);

    LineChild m_child;
    std::vector<std::size_t> m_asked; ///< indexes of the columns of a line
    std::vector<Gpu> m_gpus;
    std::vector<std::array<bool, kColumns.size()>> m_has; ///< of each GPU: columns with a value
    Presence m_presence;
    std::int64_t m_lastLine = 0;
};

/// The path where the driver installs it; for a described board only within its tree.
std::string NvidiaSmi::findProgram(const SystemTree& tree)
{
    for (const char* path :
         {"/usr/bin/nvidia-smi", "/usr/local/bin/nvidia-smi", "/usr/sbin/nvidia-smi", "/usr/lib/wsl/lib/nvidia-smi",
          "/opt/bin/nvidia-smi", "/usr/local/nvidia/bin/nvidia-smi"}) {
        if (tree.exists(path))
            return tree.path(path);
    }
    return {};
}

/// True if a card of the driver sleeps.
bool NvidiaSmi::sleeps(const SystemTree& tree)
{
    const std::string folder = "/sys/bus/pci/drivers/nvidia/";
    for (const std::string& card : tree.list(folder)) {
        DeviceSleep sleep;
        sleep.open(tree, folder + card);
        if (sleep.isReadable() && sleep.state(format::monotonicNs()) == DeviceSleep::State::Asleep)
            return true;
    }
    return false;
}

Finding NvidiaSmi::probe(const SourceContext& context)
{
    if (!gpuFolders(context.tree).empty() && context.board.soc.starts_with("tegra"))
        return {SourceState::Missing, "", "the files of a Jetson's GPU provide more"};
    const std::string program = findProgram(context.tree);
    if (program.empty())
        return {SourceState::Missing, "", "this machine has no NVIDIA graphics card with a driver (nvidia-smi)"};
    if (sleeps(context.tree))
        return {SourceState::Missing, "", "the graphics card sleeps, and nvidia-smi would wake it"};
    for (const bool withNewColumns : {true, false}) {
        if (start(program, context.periodNs, withNewColumns) != 0)
            return {SourceState::Missing, "", program + " could not be started"};
        awaitFirstLines();
        if (!m_gpus.empty() || m_child.isRunning())
            break;
    }
    dropRepeatedColumns();
    if (m_gpus.empty()) {
        m_child.stop();
        return {SourceState::Missing, "", program + " printed nothing within 5 s: no card, or its driver does not run"};
    }
    return {SourceState::Used, "1 %, 1 MHz, 1 MiB, 0.01 W",
            "nvidia-smi runs as a child process, at most ten samples per second"};
}

int NvidiaSmi::start(const std::string& program, std::int64_t periodNs, bool withNewColumns)
{
    std::string query = "--query-gpu=index";
    m_asked.clear();
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        const char* name = kColumns[i].query;
        if (!withNewColumns && std::find(kNewColumns.begin(), kNewColumns.end(), name) != kNewColumns.end())
            continue;
        query += std::string(",") + name;
        m_asked.push_back(i);
    }
    const std::int64_t period = std::max(periodNs, kLeastPeriod) / format::kMillisecond;
    m_child.stop();
    return m_child.start({program, query, "--format=csv,noheader,nounits", "-lms=" + std::to_string(period)});
}

/// Reads the first line of each card. Ends early if the program ends or prints nothing until the timeout.
void NvidiaSmi::awaitFirstLines()
{
    std::int64_t deadline = format::monotonicNs() + kFirstAnswerTimeout;
    while (m_child.wait(deadline)) {
        bool hasAgain = false;
        for (auto line = m_child.next(); line; line = m_child.next())
            hasAgain = !takeLine(*line, format::monotonicNs(), true) || hasAgain;
        if (hasAgain || !m_child.isRunning())
            break;
        // Lines of other cards follow immediately.
        if (!m_gpus.empty())
            deadline = std::min(deadline, format::monotonicNs() + 50 * format::kMillisecond);
    }
}

void NvidiaSmi::dropRepeatedColumns()
{
    for (auto& has : m_has) {
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            for (std::size_t earlier = 0; earlier < i; ++earlier) {
                if (has[earlier] && std::string_view(kColumns[earlier].suffix) == kColumns[i].suffix)
                    has[i] = false;
            }
        }
    }
}

/// False if the line is of a GPU that is already known.
bool NvidiaSmi::takeLine(std::string_view line, std::int64_t now, bool mayAdd)
{
    const auto number = takeNumber(line);
    if (!number)
        return true; // not a line of values
    auto gpu = std::find_if(m_gpus.begin(), m_gpus.end(), [&](const Gpu& g) { return g.number == *number; });
    const bool isNew = gpu == m_gpus.end();
    if (isNew) {
        if (!mayAdd || m_gpus.size() >= kMostGpus)
            return true;
        m_gpus.emplace_back().number = *number;
        m_has.emplace_back();
        gpu = m_gpus.end() - 1;
    }
    for (const std::size_t i : m_asked) {
        const std::size_t comma = line.find(',');
        line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
        const auto value = thousandths(line);
        gpu->values[i] = value.value_or(format::kMissing);
        if (mayAdd && value)
            m_has[static_cast<std::size_t>(gpu - m_gpus.begin())][i] = true;
    }
    gpu->time = now;
    m_lastLine = now;
    return isNew;
}

std::vector<Channel> NvidiaSmi::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        const std::string name = m_gpus.size() == 1 ? "GPU" : "GPU" + std::to_string(m_gpus[gpu].number);
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            if (!m_has[gpu][i])
                continue;
            const Column& column = kColumns[i];
            Channel channel;
            channel.name = name + column.suffix;
            channel.quantity = column.quantity;
            channel.unit = column.unit;
            channel.scale = column.scale;
            channel.resolution = column.resolution;
            if (channel.quantity == "rail.power") {
                channel.rail = name;
                channel.role = "gpu";
            }
            channels.push_back(std::move(channel));
        }
    }
    return channels;
}

void NvidiaSmi::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = format::monotonicNs();
    for (auto line = m_child.next(); line; line = m_child.next())
        takeLine(*line, now, false);
    m_presence.update(m_child.isRunning() && now - m_lastLine < kSilence, now, "The graphics card (nvidia-smi)",
                      events);
    std::size_t at = 0;
    for (std::size_t gpu = 0; gpu < m_gpus.size(); ++gpu) {
        for (std::size_t i = 0; i < kColumns.size(); ++i) {
            if (!m_has[gpu][i])
                continue;
            values[at] = m_gpus[gpu].time != 0 ? m_gpus[gpu].values[i] : format::kMissing;
            times[at++] = m_gpus[gpu].time != 0 ? m_gpus[gpu].time : now;
        }
        m_gpus[gpu].time = 0;
    }
}

} // namespace

std::unique_ptr<Source> makeNvidiaSmi()
{
    return std::make_unique<NvidiaSmi>();
}

} // namespace stepscope::agent
