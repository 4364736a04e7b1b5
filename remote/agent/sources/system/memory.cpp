#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// kB of one line of /proc/meminfo.
std::optional<std::int64_t> field(std::string_view text, std::string_view name)
{
    const std::size_t at = text.find(name);
    return at == std::string_view::npos ? std::nullopt : leadingNumber(text.substr(at + name.size()));
}

Channel memoryChannel(const char* name, const char* quantity)
{
    Channel channel;
    channel.name = name;
    channel.quantity = quantity;
    channel.unit = "B";
    channel.scale = 1024;
    channel.resolution = 4096;
    return channel;
}

class Memory : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_file = PersistentFile(context.tree.path("/proc/meminfo"));
        if (const int error = m_file.open(); error != 0)
            return cannotOpen(error, m_file.path(), "/proc/meminfo does not exist");
        return {SourceState::Used, "4 KiB", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        return {memoryChannel("memory used", "memory.used"), memoryChannel("memory total", "memory.total"),
                memoryChannel("swap used", "memory.swap")};
    }
    [[gnu::hot]] void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        const std::int64_t now = format::monotonicNs();
        const std::string_view text = m_file.read(m_buffer, now);
        m_presence.update(m_file.isPresent(), now, "The memory of the system (/proc/meminfo)", events);
        const auto total = field(text, "MemTotal:");
        const auto available = field(text, "MemAvailable:");
        const auto swapTotal = field(text, "SwapTotal:");
        const auto swapFree = field(text, "SwapFree:");
        values[0] = total && available ? *total - *available : format::kMissing;
        values[1] = total.value_or(format::kMissing);
        values[2] = swapTotal && swapFree ? *swapTotal - *swapFree : format::kMissing;
        times[0] = times[1] = times[2] = now;
    }

private:
    PersistentFile m_file;
    Presence m_presence;
    // The first kilobyte contains all values that are read (total, available, swap).
    std::array<char, 1024> m_buffer{};
};

} // namespace

std::unique_ptr<Source> makeMemory()
{
    return std::make_unique<Memory>();
}

namespace {

constexpr const char* kIram = "/sys/kernel/debug/nvmap/iram/clients";

Channel detailChannel(const char* name, const char* quantity, const char* unit, double step)
{
    Channel channel;
    channel.name = name;
    channel.quantity = quantity;
    channel.unit = unit;
    channel.scale = unit[0] == 'B' ? 1024 : 1;
    channel.resolution = step;
    return channel;
}

class MemoryDetails : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_pageKib = sysconf(_SC_PAGESIZE) / 1024;
        m_blocks = PersistentFile(context.tree.path("/proc/buddyinfo"));
        if (const int error = m_blocks.open(); error != 0)
            return cannotOpen(error, m_blocks.path(), "this kernel provides no free blocks (/proc/buddyinfo)");
        m_iram = PersistentFile(context.tree.path(kIram));
        m_hasIram = m_iram.open() == 0;
        return {SourceState::Used, "1 block", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        std::vector<Channel> channels{detailChannel("largest free block", "memory.lfb", "B", 4096),
                                      detailChannel("largest free blocks", "memory.lfb_blocks", "1", 1)};
        if (m_hasIram)
            channels.push_back(detailChannel("internal RAM used", "memory.iram", "B", 1024));
        return channels;
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        const std::int64_t now = format::monotonicNs();
        std::fill(times.begin(), times.end(), now);
        std::fill(values.begin(), values.end(), format::kMissing);
        const std::string_view text = m_blocks.read(m_buffer, now);
        m_presence.update(m_blocks.isPresent(), now, "The free blocks of memory (/proc/buddyinfo)", events);
        countBlocks(text, values[0], values[1]);
        if (m_hasIram)
            values[2] = totalOf(m_iram.read(m_buffer, now));
    }

private:
    /// Finds the largest free blocks. The text has one line per zone: "Node 0, zone Normal" and the numbers of free
    /// blocks of 1, 2, 4 ... pages.
    void countBlocks(std::string_view text, std::int64_t& size, std::int64_t& count) const
    {
        std::int64_t largest = -1;
        std::int64_t blocks = 0;
        while (!text.empty()) {
            std::string_view line = takeLine(text);
            const std::size_t zone = line.find("zone");
            if (zone == std::string_view::npos)
                continue;
            line.remove_prefix(zone + 4);
            takeWord(line);
            for (std::int64_t order = 0; order < 32; ++order) {
                const auto free = takeNumber(line);
                if (!free)
                    break;
                if (*free > 0 && order >= largest) {
                    blocks = (order == largest ? blocks : 0) + *free;
                    largest = order;
                }
            }
        }
        if (largest >= 0) {
            size = m_pageKib << largest;
            count = blocks;
        }
    }
    /// The last line is "total 12K".
    static std::int64_t totalOf(std::string_view text)
    {
        const std::size_t at = text.rfind("total");
        return at == std::string_view::npos ? format::kMissing
                                            : leadingNumber(text.substr(at + 5)).value_or(format::kMissing);
    }

    PersistentFile m_blocks;
    PersistentFile m_iram;
    bool m_hasIram = false;
    Presence m_presence;
    std::int64_t m_pageKib = 4;
    std::array<char, 4096> m_buffer{};
};

} // namespace

std::unique_ptr<Source> makeMemoryDetails()
{
    return std::make_unique<MemoryDetails>();
}

} // namespace stepscope::agent
