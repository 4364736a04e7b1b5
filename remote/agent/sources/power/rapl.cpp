#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

constexpr const char* kFolder = "/sys/class/powercap/";
/// The counters are updated about every millisecond (Intel SDM 3B, "RAPL Interfaces").
constexpr std::int64_t kRaplUpdate = format::kMillisecond;

class Rapl : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Zone
    {
        std::string folder; ///< "intel-rapl:0:1": a part of zone 0
        std::string name;   ///< "package-0", for a part "package-0 core"
        PersistentFile file;
        CounterRate rate;
        std::optional<std::int64_t> readNs;
        Presence presence;
        std::string title;
    };
    void addZone(const SourceContext& context, const std::string& folder, Finding& finding);
    [[nodiscard]] const Zone* parentOf(const Zone& zone) const;

    std::vector<Zone> m_zones;
};

std::string_view zoneRole(std::string_view name)
{
    if (name == "psys")
        return "system";
    if (name.ends_with("dram"))
        return "memory";
    return name.ends_with("uncore") ? "gpu" : "cpu";
}

void Rapl::addZone(const SourceContext& context, const std::string& folder, Finding& finding)
{
    std::string name = context.tree.readText(kFolder + folder + "/name").value_or("");
    if (name.empty())
        return;
    const std::size_t part = folder.rfind(':');
    const auto parent = std::find_if(m_zones.begin(), m_zones.end(),
                                     [&](const Zone& zone) { return zone.folder == folder.substr(0, part); });
    if (parent != m_zones.end())
        name = parent->name + " " + name;
    PersistentFile file(context.tree.path(kFolder + folder + "/energy_uj"));
    if (const int error = file.open(); error != 0) {
        finding = cannotOpen(error, file.path(), finding.reason);
        if (finding.state == SourceState::Denied)
            finding.reason = "only root can read the processor's energy counters; run the agent as root, or "
                             "chmod a+r /sys/class/powercap/*/energy_uj";
        return;
    }
    const auto range = leadingNumber(context.tree.readText(kFolder + folder + "/max_energy_range_uj").value_or(""));
    Zone& zone = m_zones.emplace_back();
    zone.folder = folder;
    zone.title = "The energy of " + name;
    zone.name = std::move(name);
    zone.readNs = medianReadNs(file);
    zone.file = std::move(file);
    zone.rate = CounterRate(range.value_or(0));
}

Finding Rapl::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "this processor or virtual machine has no energy counters (RAPL)"};
    for (const std::string& folder : context.tree.list(kFolder)) {
        // "intel-rapl" alone is the driver; intel-rapl-mmio has the same counters. AMD processors use the name
        // intel-rapl, too.
        if (folder.starts_with("intel-rapl:"))
            addZone(context, folder, finding);
    }
    return m_zones.empty() ? finding : Finding{SourceState::Used, "1 uJ", "power by differences of energy"};
}

/// The zone that contains this one. Memory is not a part of the processor's zone; psys contains all zones.
const Rapl::Zone* Rapl::parentOf(const Zone& zone) const
{
    const std::string above = zone.folder.substr(0, zone.folder.rfind(':'));
    for (const Zone& other : m_zones) {
        if (other.folder == above && !zone.name.ends_with("dram"))
            return &other;
    }
    for (const Zone& other : m_zones) {
        if (other.name == "psys" && &other != &zone)
            return &other;
    }
    return nullptr;
}

std::vector<Channel> Rapl::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (const Zone& zone : m_zones) {
        Channel channel;
        channel.name = zone.name + " power";
        channel.quantity = "rail.power";
        channel.unit = "W";
        channel.scale = 1e-6;
        channel.covers = Channel::Covers::Interval;
        channel.rail = zone.name;
        channel.role = zoneRole(zone.name);
        // An ACPI power meter measures the whole machine.
        const Zone* parent = parentOf(zone);
        channel.parent = parent != nullptr ? parent->name : "power_meter";
        channel.updateNs = kRaplUpdate;
        channel.readNs = zone.readNs;
        channel.factsFrom = "documentation";
        channels.push_back(std::move(channel));
    }
    return channels;
}

void Rapl::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_zones.size(); ++i) {
        Zone& zone = m_zones[i];
        times[i] = format::monotonicNs();
        const auto energy = zone.file.number(times[i]);
        values[i] = zone.rate.perSecond(energy.value_or(format::kMissing), times[i]);
        zone.presence.update(zone.file.isPresent(), times[i], zone.title, events);
    }
}

} // namespace

std::unique_ptr<Source> makeRapl()
{
    return std::make_unique<Rapl>();
}

} // namespace stepscope::agent
