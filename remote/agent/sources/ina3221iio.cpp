#include "remote/agent/sources/ina3221iio.h"

#include "remote/agent/sources/railtree.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

constexpr int kInputs = 3; ///< of the chip

class Ina3221Iio : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Rail
    {
        std::string label;
        KeptFile power;
        Presence presence;
        std::string title; ///< for events
    };
    void findRails(const SystemTree& tree, const std::string& device, Finding& finding);

    std::vector<Rail> m_rails;
};

/// The devices' numbers change from boot to boot: they are found by what they are.
std::vector<std::string> findDevices(const SystemTree& tree)
{
    std::vector<std::string> devices;
    const std::string driver = "/sys/bus/i2c/drivers/ina3221x";
    for (const std::string& chip : tree.list(driver)) {
        for (const std::string& name : tree.list(driver + "/" + chip)) {
            // L4T 27 and 28 say iio_device, L4T 32 iio:deviceN
            if (name == "iio_device" || name.starts_with("iio:device"))
                devices.push_back(driver + "/" + chip + "/" + name);
        }
    }
    return devices;
}

Finding Ina3221Iio::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "no INA3221 with the driver of L4T 32 and older is there"};
    bool continuous = false;
    for (const std::string& device : findDevices(context.tree)) {
        findRails(context.tree, device, finding);
        continuous = continuous || context.tree.readText(device + "/running_mode").value_or("") == "1";
    }
    if (m_rails.empty())
        return finding;
    // The whole first, then its parts: readers show them in this order.
    std::stable_sort(m_rails.begin(), m_rails.end(), [](const Rail& a, const Rail& b) {
        return railPlace(a.label).role == "system" && railPlace(b.label).role != "system";
    });
    return {SourceState::Used, "1 mW in the file; the chip's own step is coarser, some tens of mW",
            continuous ? "the chip averages by itself (running_mode 1): its window is not told"
                       : "each reading makes the chip measure once (running_mode 0)"};
}

void Ina3221Iio::findRails(const SystemTree& tree, const std::string& device, Finding& finding)
{
    for (int input = 0; input < kInputs; ++input) {
        const std::string number = std::to_string(input);
        const std::string label = tree.readText(device + "/rail_name_" + number).value_or("");
        if (label.empty() || label == "NC")
            continue;
        KeptFile power(tree.path(device + "/in_power" + number + "_input"));
        if (const int error = power.open(); error != 0) {
            finding = cannotOpen(error, power.path(), power.path() + " is not there");
            continue;
        }
        m_rails.push_back({label, std::move(power), {}, "The rail " + label});
    }
}

std::vector<Channel> Ina3221Iio::describe(const SourceContext&) const
{
    std::vector<Channel> channels;
    for (const Rail& rail : m_rails) {
        const RailPlace place = railPlace(rail.label);
        Channel channel;
        channel.name = rail.label;
        channel.quantity = "rail.power";
        channel.unit = "W";
        channel.scale = 0.001;
        channel.rail = rail.label;
        channel.parent = place.parent;
        channel.role = place.role;
        channel.resolution = 0.001;
        // A parent that this board does not have contains nothing.
        if (std::none_of(m_rails.begin(), m_rails.end(),
                         [&](const Rail& other) { return other.label == place.parent; }))
            channel.parent.clear();
        channels.push_back(std::move(channel));
    }
    return channels;
}

void Ina3221Iio::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_rails.size(); ++i) {
        Rail& rail = m_rails[i];
        // A reading may wait for the bus and for the conversion: its middle is the best that is known of its time.
        const std::int64_t before = monotonicNs();
        values[i] = rail.power.number(before).value_or(format::kMissing);
        const std::int64_t after = monotonicNs();
        times[i] = before + (after - before) / 2;
        rail.presence.update(rail.power.isPresent(), after, rail.title, events);
    }
}

} // namespace

std::unique_ptr<Source> makeIna3221Iio()
{
    return std::make_unique<Ina3221Iio>();
}

} // namespace stepscope::agent
