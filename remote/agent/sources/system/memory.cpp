#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <array>
#include <optional>

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

} // namespace stepscope::agent
