#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <optional>

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

namespace {

/// One line of /proc/net/dev: "eth0: bytes packets errs drop fifo frame compressed multicast bytes ...".
struct Traffic
{
    std::string_view name;
    std::int64_t received = 0;
    std::int64_t sent = 0;
};

std::optional<Traffic> trafficOf(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view before = line.substr(0, colon);
    std::string_view numbers = line.substr(colon + 1);
    Traffic traffic;
    traffic.name = takeWord(before);
    const auto received = takeNumber(numbers);
    for (int skipped = 0; skipped < 7; ++skipped)
        takeNumber(numbers);
    const auto sent = takeNumber(numbers);
    if (!received || !sent)
        return std::nullopt;
    traffic.received = *received;
    traffic.sent = *sent;
    return traffic;
}

class Network : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Interface
    {
        std::string name;
        CounterRate received;
        CounterRate sent;
    };
    std::vector<Interface> m_interfaces;
    PersistentFile m_file;
    Presence m_presence;
    std::array<char, 8192> m_buffer{};
};

Finding Network::probe(const SourceContext& context)
{
    m_file = PersistentFile(context.tree.path("/proc/net/dev"));
    if (const int error = m_file.open(); error != 0)
        return cannotOpen(error, m_file.path(), "this kernel provides no network statistics (/proc/net/dev)");
    std::vector<std::string> real;
    std::vector<std::string> others;
    std::string_view text = m_file.read(m_buffer, format::monotonicNs());
    while (!text.empty()) {
        const auto traffic = trafficOf(takeLine(text));
        if (!traffic || traffic->name == "lo")
            continue;
        const std::string name(traffic->name);
        if (context.tree.exists("/sys/class/net/" + name + "/device"))
            real.push_back(name);
        else if (traffic->received + traffic->sent > 0)
            others.push_back(name);
    }
    // Traffic of bridges and tunnels passes a real interface, too; a container has no real one.
    for (const std::string& name : real.empty() ? others : real)
        m_interfaces.push_back({name, CounterRate(), CounterRate()});
    if (m_interfaces.empty())
        return {SourceState::Missing, "", "this machine has no network interface"};
    return {SourceState::Used, "1 B", ""};
}

std::vector<Channel> Network::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (const Interface& interface : m_interfaces) {
        Channel channel;
        channel.name = interface.name + " received";
        channel.quantity = "network.receive_rate";
        channel.unit = "B/s";
        channel.covers = Channel::Covers::Interval;
        channels.push_back(channel);
        channel.name = interface.name + " sent";
        channel.quantity = "network.send_rate";
        channels.push_back(std::move(channel));
    }
    return channels;
}

void Network::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = format::monotonicNs();
    std::fill(times.begin(), times.end(), now);
    std::fill(values.begin(), values.end(), format::kMissing);
    std::string_view text = m_file.read(m_buffer, now);
    m_presence.update(m_file.isPresent(), now, "The traffic of the network (/proc/net/dev)", events);
    while (!text.empty()) {
        const auto traffic = trafficOf(takeLine(text));
        if (!traffic)
            continue;
        const auto interface = std::find_if(m_interfaces.begin(), m_interfaces.end(),
                                            [&](const Interface& i) { return i.name == traffic->name; });
        if (interface == m_interfaces.end())
            continue;
        const auto at = 2 * static_cast<std::size_t>(interface - m_interfaces.begin());
        values[at] = interface->received.perSecond(traffic->received, now);
        values[at + 1] = interface->sent.perSecond(traffic->sent, now);
    }
}

} // namespace

std::unique_ptr<Source> makeNetwork()
{
    return std::make_unique<Network>();
}

} // namespace stepscope::agent
