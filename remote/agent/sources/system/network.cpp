#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/reading/textlines.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::agent {
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
