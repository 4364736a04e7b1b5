#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/reading/textlines.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kSector = 512; ///< of /proc/diskstats, independent of the disk

class Disks : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Disk
    {
        std::string name;
        CounterRate read;
        CounterRate written;
    };
    std::vector<Disk> m_disks;
    PersistentFile m_file;
    Presence m_presence;
    std::array<char, 16384> m_buffer{};
};

/// True for devices on top of other disks or of memory, whose traffic would be counted twice.
bool isOfOthers(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kMade{"loop", "ram", "zram", "dm-", "md", "sr"};
    return std::any_of(kMade.begin(), kMade.end(), [&](std::string_view begin) { return name.starts_with(begin); });
}

Finding Disks::probe(const SourceContext& context)
{
    m_file = PersistentFile(context.tree.path("/proc/diskstats"));
    if (const int error = m_file.open(); error != 0)
        return cannotOpen(error, m_file.path(), "this kernel provides no disk statistics (/proc/diskstats)");
    // Partitions have no entry there.
    for (const std::string& name : context.tree.list("/sys/block")) {
        if (!isOfOthers(name))
            m_disks.push_back({name, CounterRate(), CounterRate()});
    }
    if (m_disks.empty())
        return {SourceState::Missing, "", "this machine has no disk (/sys/block)"};
    return {SourceState::Used, "512 B", ""};
}

std::vector<Channel> Disks::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (const Disk& disk : m_disks) {
        Channel channel;
        channel.name = disk.name + " read";
        channel.quantity = "disk.read_rate";
        channel.unit = "B/s";
        channel.covers = Channel::Covers::Interval;
        channels.push_back(channel);
        channel.name = disk.name + " written";
        channel.quantity = "disk.write_rate";
        channels.push_back(std::move(channel));
    }
    return channels;
}

void Disks::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = format::monotonicNs();
    std::fill(times.begin(), times.end(), now);
    std::fill(values.begin(), values.end(), format::kMissing);
    std::string_view text = m_file.read(m_buffer, now);
    m_presence.update(m_file.isPresent(), now, "The traffic of the disks (/proc/diskstats)", events);
    while (!text.empty()) {
        // major minor name reads merged sectors milliseconds writes merged sectors ...
        std::string_view line = takeLine(text);
        takeWord(line);
        takeWord(line);
        const std::string_view name = takeWord(line);
        const auto disk = std::find_if(m_disks.begin(), m_disks.end(), [&](const Disk& d) { return d.name == name; });
        if (disk == m_disks.end())
            continue;
        std::array<std::int64_t, 7> numbers{};
        bool good = true;
        for (std::int64_t& number : numbers) {
            const auto value = takeNumber(line);
            good = good && value;
            number = value.value_or(0);
        }
        const auto at = 2 * static_cast<std::size_t>(disk - m_disks.begin());
        values[at] = disk->read.perSecond(good ? numbers[2] * kSector : format::kMissing, now);
        values[at + 1] = disk->written.perSecond(good ? numbers[6] * kSector : format::kMissing, now);
    }
}

} // namespace

std::unique_ptr<Source> makeDisks()
{
    return std::make_unique<Disks>();
}

} // namespace stepscope::agent
