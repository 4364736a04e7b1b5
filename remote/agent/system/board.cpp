#include "remote/agent/system/board.h"

#include "remote/agent/system/jetpack.h"
#include "remote/agent/system/knownboards.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/powermode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sys/utsname.h>

namespace stepscope::agent {
namespace {

struct KnownCore
{
    unsigned implementer;
    unsigned part;
    std::string_view name;
};
// Main ID register: implementer in bits 31-24, part in bits 15-4 (Arm ARM, MIDR_EL1).
constexpr std::array kCores{
    KnownCore{0x4e, 0x000, "Denver"},     KnownCore{0x4e, 0x003, "Denver2"}, KnownCore{0x4e, 0x004, "Carmel"},
    KnownCore{0x41, 0xd03, "A53"},        KnownCore{0x41, 0xd04, "A35"},     KnownCore{0x41, 0xd05, "A55"},
    KnownCore{0x41, 0xd07, "A57"},        KnownCore{0x41, 0xd08, "A72"},     KnownCore{0x41, 0xd09, "A73"},
    KnownCore{0x41, 0xd0a, "A75"},        KnownCore{0x41, 0xd0b, "A76"},     KnownCore{0x41, 0xd0c, "NeoverseN1"},
    KnownCore{0x41, 0xd40, "NeoverseV1"}, KnownCore{0x41, 0xd42, "A78AE"},   KnownCore{0x41, 0xd83, "NeoverseV3AE"},
};

std::string coreName(unsigned implementer, unsigned part)
{
    const auto row = std::find_if(kCores.begin(), kCores.end(), [&](const KnownCore& core) {
        return core.implementer == implementer && core.part == part;
    });
    return row == kCores.end() ? std::string() : std::string(row->name);
}

unsigned hexNumber(std::string_view text)
{
    text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    if (text.substr(0, 2) == "0x")
        text.remove_prefix(2);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return static_cast<unsigned>(value);
}

/// "Intel(R) Xeon(R) CPU E5-2690 @ 2.60GHz" becomes "Xeon E5-2690".
std::string processorName(std::string_view model)
{
    std::string name(model.substr(0, model.find('@')));
    for (const std::string_view noise : {"(R)", "(TM)", "Intel", "AMD", "CPU", "Processor"}) {
        for (std::size_t at = name.find(noise); at != std::string::npos; at = name.find(noise))
            name.erase(at, noise.size());
    }
    std::string tidy;
    for (const char c : name) {
        if (c != ' ' || (!tidy.empty() && tidy.back() != ' '))
            tidy += c;
    }
    while (!tidy.empty() && tidy.back() == ' ')
        tidy.pop_back();
    return tidy;
}

/// Cluster names by core number from /proc/cpuinfo, which lists the cores that are online.
class CpuInfo
{
public:
    explicit CpuInfo(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            line(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        closeCore();
    }
    [[nodiscard]] std::string name(int core) const
    {
        const auto entry =
            std::find_if(m_cores.begin(), m_cores.end(), [&](const Core& c) { return c.number == core; });
        return entry == m_cores.end() ? std::string() : entry->cluster;
    }

private:
    void line(std::string_view text)
    {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            return;
        const std::string_view value = text.substr(std::min(colon + 2, text.size()));
        if (text.starts_with("processor")) {
            closeCore();
            m_number = static_cast<int>(leadingNumber(value).value_or(-1));
        } else if (text.starts_with("model name")) {
            m_model = processorName(value);
        } else if (text.starts_with("CPU implementer")) {
            m_implementer = hexNumber(value);
        } else if (text.starts_with("CPU part")) {
            m_part = hexNumber(value);
        }
    }
    void closeCore()
    {
        if (m_number >= 0) {
            const std::string arm = coreName(m_implementer, m_part);
            m_cores.push_back({m_number, m_implementer != 0 ? arm : m_model});
        }
        m_number = -1;
        m_implementer = m_part = 0;
    }

    std::vector<Core> m_cores;
    std::string m_model;
    int m_number = -1;
    unsigned m_implementer = 0;
    unsigned m_part = 0;
};

std::vector<Core> findCores(const SystemTree& tree, const KnownBoard& board)
{
    std::vector<int> numbers = parseCoreList(tree.readText("/sys/devices/system/cpu/present").value_or(""));
    if (numbers.empty())
        numbers = parseCoreList(tree.readText("/sys/devices/system/cpu/possible").value_or(""));
    if (numbers.empty())
        numbers.push_back(0);
    const CpuInfo info(tree.readText("/proc/cpuinfo").value_or(""));
    std::vector<Core> cores;
    for (const int number : numbers) {
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(number);
        std::string cluster;
        if (const auto midr = tree.readText(folder + "/regs/identification/midr_el1")) {
            const unsigned id = hexNumber(*midr);
            cluster = coreName((id >> 24U) & 0xFFU, (id >> 4U) & 0xFFFU);
        }
        if (cluster.empty())
            cluster = info.name(number);
        // The cluster of an offline core cannot be read, but is fixed on this board.
        if (cluster.empty() && board.name.starts_with("Jetson TX2"))
            cluster = number == 1 || number == 2 ? "Denver2" : "A57";
        else if (cluster.empty())
            cluster = board.cluster;
        cores.push_back({number, std::move(cluster)});
    }
    return cores;
}

/// "# R32 (release), REVISION: 7.1, GCID: ..." becomes "32.7.1".
std::string l4tVersion(std::string_view text)
{
    const std::size_t release = text.find("# R");
    const std::size_t revision = text.find("REVISION: ");
    if (release == std::string_view::npos || revision == std::string_view::npos)
        return {};
    const std::string_view major = text.substr(release + 3);
    const std::string_view minor = text.substr(revision + 10);
    return std::string(major.substr(0, major.find_first_not_of("0123456789"))) + "." +
           std::string(minor.substr(0, minor.find_first_not_of("0123456789.")));
}

/// The device tree's "compatible" is a list of texts that each end with a zero.
std::string socName(std::string_view compatible)
{
    const std::size_t at = compatible.find("nvidia,tegra");
    if (at == std::string_view::npos)
        return {};
    const std::string_view name = compatible.substr(at + std::string_view("nvidia,").size());
    return std::string(name.substr(0, name.find_first_of(std::string_view("\0,", 2))));
}

std::int64_t memoryBytes(const SystemTree& tree)
{
    const std::string text = tree.readText("/proc/meminfo").value_or("");
    const std::size_t at = text.find("MemTotal:");
    return at == std::string::npos ? 0 : leadingNumber(std::string_view(text).substr(at + 9)).value_or(0) * 1024;
}

} // namespace

Board identifyBoard(const SystemTree& tree)
{
    Board board;
    utsname system{};
    uname(&system);
    board.machine = system.machine;
    board.hostname = tree.readText("/proc/sys/kernel/hostname").value_or("");
    board.kernel = tree.readText("/proc/sys/kernel/osrelease").value_or("");
    const std::string compatible = tree.readText("/proc/device-tree/compatible").value_or("");
    board.model = tree.readText("/proc/device-tree/model").value_or("");
    board.soc = socName(compatible);
    board.l4t = l4tVersion(tree.readText("/etc/nv_tegra_release").value_or(""));
    if (tree.isDescribed() && (!board.soc.empty() || !board.l4t.empty()))
        board.machine = "aarch64"; // of the described machine, not of this one
    const KnownBoard known = knownBoard(board.model, compatible);
    board.board = known.name;
    board.jetpack = jetpackOf(board.l4t);
    board.powerMode = currentPowerMode(tree);
    board.clocksLocked = clocksAreLocked(tree);
    board.memoryBytes = memoryBytes(tree);
    board.cores = findCores(tree, known);
    return board;
}

std::vector<int> parseCoreList(std::string_view text)
{
    constexpr std::int64_t kMaxCores = 4096;
    std::vector<int> cores;
    while (!text.empty()) {
        const auto first = takeNumber(text);
        auto last = first;
        if (text.starts_with('-')) {
            text.remove_prefix(1);
            last = takeNumber(text);
        }
        if (!first || !last || *first < 0 || *last < *first || *last >= kMaxCores)
            return {};
        for (std::int64_t core = *first; core <= *last; ++core)
            cores.push_back(static_cast<int>(core));
        if (!text.starts_with(','))
            break;
        text.remove_prefix(1);
    }
    return cores;
}

} // namespace stepscope::agent
