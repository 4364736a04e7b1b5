#include "remote/agent/system/board.h"

#include "remote/agent/system/hardware.h"
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
            m_cores.push_back({m_number, m_implementer != 0 ? arm : m_model, {}});
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
        cores.push_back({number, std::move(cluster), cachesOf(tree, number)});
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
    board.gpu = known.gpu.empty() ? graphicsCardsOf(tree) : std::string(known.gpu);
    board.storage = storageOf(tree);
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

namespace {

struct Release
{
    std::string_view l4t; ///< without trailing zeros
    std::string_view jetpack;
};
constexpr std::array kReleases{
    Release{"23.1", "2.0"},     Release{"23.2", "2.1"},      Release{"24.1", "2.2"},     Release{"24.2", "2.3"},
    Release{"24.2.1", "2.3.1"}, Release{"27.1", "3.0"},      Release{"28.1", "3.1"},     Release{"28.2", "3.2"},
    Release{"28.2.1", "3.3"},   Release{"28.3.1", "3.3.1"},  Release{"28.3.2", "3.3.2"}, Release{"28.4", "3.3.3"},
    Release{"28.5", "3.3.4"},   Release{"31.0.1", "4.0"},    Release{"31.0.2", "4.1"},   Release{"31.1", "4.1.1"},
    Release{"32.1", "4.2"},     Release{"32.2", "4.2.1"},    Release{"32.2.1", "4.2.2"}, Release{"32.2.3", "4.2.3"},
    Release{"32.3.1", "4.3"},   Release{"32.4.2", "4.4 DP"}, Release{"32.4.3", "4.4"},   Release{"32.4.4", "4.4.1"},
    Release{"32.5", "4.5"},     Release{"32.5.1", "4.5.1"},  Release{"32.5.2", "4.5.1"}, Release{"32.6.1", "4.6"},
    Release{"32.7.1", "4.6.1"}, Release{"32.7.2", "4.6.2"},  Release{"32.7.3", "4.6.3"}, Release{"32.7.4", "4.6.4"},
    Release{"32.7.5", "4.6.5"}, Release{"32.7.6", "4.6.6"},  Release{"34.1", "5.0 DP"},  Release{"34.1.1", "5.0.1 DP"},
    Release{"35.1", "5.0.2"},   Release{"35.2.1", "5.1"},    Release{"35.3.1", "5.1.1"}, Release{"35.4.1", "5.1.2"},
    Release{"35.5", "5.1.3"},   Release{"35.6", "5.1.4"},    Release{"35.6.1", "5.1.5"}, Release{"35.6.2", "5.1.5"},
    Release{"36", "6.0 EA"},    Release{"36.2", "6.0 DP"},   Release{"36.3", "6.0"},     Release{"36.4", "6.1"},
    Release{"36.4.3", "6.2"},   Release{"36.4.4", "6.2.1"},  Release{"36.4.7", "6.2.1"}, Release{"38.2", "7.0"},
    Release{"38.2.1", "7.0"},   Release{"38.4", "7.1"},
};

} // namespace

std::string_view jetpackOf(std::string_view l4t)
{
    while (l4t.ends_with(".0"))
        l4t.remove_suffix(2);
    const auto release =
        std::find_if(kReleases.begin(), kReleases.end(), [&](const Release& r) { return r.l4t == l4t; });
    return release == kReleases.end() ? std::string_view() : release->jetpack;
}

namespace {

struct Row
{
    std::string_view part; ///< in the compatible names or the model
    KnownBoard board;
};

constexpr KnownBoard kTx1{"Jetson TX1", "A57", "Maxwell, 256 CUDA cores"};
constexpr KnownBoard kTx2{"Jetson TX2", "", "Pascal, 256 CUDA cores"};
constexpr KnownBoard kTx2Nx{"Jetson TX2 NX", "", "Pascal, 256 CUDA cores"};
constexpr KnownBoard kNano{"Jetson Nano", "A57", "Maxwell, 128 CUDA cores"};
constexpr KnownBoard kAgxXavier{"Jetson AGX Xavier", "Carmel", "Volta, 512 CUDA cores"};
constexpr KnownBoard kXavierNx{"Jetson Xavier NX", "Carmel", "Volta, 384 CUDA cores"};
constexpr KnownBoard kOrinNano{"Jetson Orin Nano", "A78AE", "Ampere, 512 or 1024 CUDA cores"};
constexpr KnownBoard kOrinNx{"Jetson Orin NX", "A78AE", "Ampere, 1024 CUDA cores"};
constexpr KnownBoard kAgxOrin{"Jetson AGX Orin", "A78AE", "Ampere, 1792 or 2048 CUDA cores"};
constexpr KnownBoard kThor{"Jetson AGX Thor", "NeoverseV3AE", "Blackwell, 2560 CUDA cores"};

// Modules' part numbers come first, since a module may be on another board's carrier; then longer names before their
// parts.
constexpr std::array kRows{
    Row{"p2180", kTx1},           Row{"p3310", kTx2},
    Row{"p3489", kTx2},           Row{"p3636", kTx2Nx},
    Row{"p3448", kNano},          Row{"p2888", kAgxXavier},
    Row{"p3668", kXavierNx},      Row{"p3767-0003", kOrinNano},
    Row{"p3767-0004", kOrinNano}, Row{"p3767-0005", kOrinNano},
    Row{"p3767", kOrinNx},        Row{"p3701", kAgxOrin},
    Row{"p3834", kThor},          Row{"TX2 NX", kTx2Nx},
    Row{"lightning", kTx2Nx},     Row{"quill", kTx2},
    Row{"p2771", kTx2},           Row{"jetson_tx2", kTx2},
    Row{"Jetson TX2", kTx2},      Row{"jetson_tx1", kTx1},
    Row{"Jetson TX1", kTx1},      Row{"Orin Nano", kOrinNano},
    Row{"Orin NX", kOrinNx},      Row{"Orin", kAgxOrin},
    Row{"Xavier NX", kXavierNx},  Row{"Xavier", kAgxXavier},
    Row{"p2972", kAgxXavier},     Row{"Jetson-AGX", kAgxXavier},
    Row{"Thor", kThor},           Row{"p3450", kNano},
    Row{"Jetson Nano", kNano},    Row{"jetson-nano", kNano},
};

} // namespace

KnownBoard knownBoard(std::string_view model, std::string_view compatible)
{
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& candidate) {
        return compatible.find(candidate.part) != std::string_view::npos ||
               model.find(candidate.part) != std::string_view::npos;
    });
    return row == kRows.end() ? KnownBoard{} : row->board;
}

} // namespace stepscope::agent
