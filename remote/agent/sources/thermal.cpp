#include "remote/agent/sources/thermal.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

namespace stepscope::agent {
namespace {

/// A zone that is switched off says -256 C.
constexpr std::int64_t kOff = -256'000;

class Thermal : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Zone
    {
        std::string type;
        KeptFile file;
        Presence presence;
        std::string title;
    };
    std::vector<Zone> m_zones;
};

Finding Thermal::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "this kernel or virtual machine has no thermal zones"};
    const std::string folder = "/sys/class/thermal";
    for (const std::string& name : context.tree.list(folder)) {
        if (!name.starts_with("thermal_zone"))
            continue;
        const std::string type = context.tree.readText(folder + "/" + name + "/type").value_or(name);
        // The PMIC's zone of a Jetson is a constant; it only says that a limit was passed.
        if (type.starts_with("PMIC"))
            continue;
        KeptFile file(context.tree.path(folder + "/" + name + "/temp"));
        if (const int error = file.open(); error != 0) {
            finding = cannotOpen(error, file.path(), finding.reason);
            continue;
        }
        const auto now = file.number(monotonicNs());
        if (now && *now <= kOff)
            continue;
        m_zones.push_back({type, std::move(file), {}, "The temperature " + type});
    }
    return m_zones.empty() ? finding : Finding{SourceState::Used, "0.001 to 0.5 degC", ""};
}

std::vector<Channel> Thermal::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (const Zone& zone : m_zones) {
        Channel channel;
        channel.name = zone.type;
        channel.quantity = "temperature";
        channel.unit = "degC";
        channel.scale = 0.001;
        channel.resolution = 0.001;
        channels.push_back(std::move(channel));
    }
    return channels;
}

void Thermal::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_zones.size(); ++i) {
        Zone& zone = m_zones[i];
        times[i] = monotonicNs();
        const std::int64_t value = zone.file.number(times[i]).value_or(format::kMissing);
        values[i] = value <= kOff ? format::kMissing : value;
        zone.presence.update(zone.file.isPresent(), times[i], zone.title, events);
    }
}

} // namespace

std::unique_ptr<Source> makeThermal()
{
    return std::make_unique<Thermal>();
}

} // namespace stepscope::agent
