#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/format/clock.h"

#include <cmath>

namespace stepscope::agent {
namespace {

class Battery : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    /// Power of a battery that provides only voltage and current (uV, uA).
    struct Product
    {
        Channel channel;
        PersistentFile voltage;
        PersistentFile current;
    };
    void addBattery(const SourceContext& context, const std::string& folder, const std::string& name);

    NumberFiles m_files;
    std::vector<Product> m_products;
};

void Battery::addBattery(const SourceContext& context, const std::string& folder, const std::string& name)
{
    Channel charge;
    charge.name = name + " charge";
    charge.quantity = "battery.charge";
    charge.unit = "1";
    charge.scale = 0.01;
    charge.resolution = 0.01;
    m_files.add(charge, context.tree.path(folder + "/capacity"), "The charge of " + name);
    Channel power;
    power.name = name + " power";
    power.quantity = "battery.power";
    power.unit = "W";
    power.scale = 1e-6;
    power.resolution = 1e-6;
    if (m_files.add(power, context.tree.path(folder + "/power_now"), "The power of " + name) == 0)
        return;
    Product product{power, PersistentFile(context.tree.path(folder + "/voltage_now")),
                    PersistentFile(context.tree.path(folder + "/current_now"))};
    if (product.voltage.open() == 0 && product.current.open() == 0)
        m_products.push_back(std::move(product));
}

Finding Battery::probe(const SourceContext& context)
{
    const std::string folder = "/sys/class/power_supply/";
    for (const std::string& name : context.tree.list(folder)) {
        if (context.tree.readText(folder + name + "/type").value_or("") == "Battery")
            addBattery(context, folder + name, name);
    }
    if (m_files.isEmpty() && m_products.empty())
        return {SourceState::Missing, "", "this machine has no battery"};
    return {SourceState::Used, "1 %", "power without a sign, as the driver provides it"};
}

std::vector<Channel> Battery::describe(const SourceContext&) const
{
    std::vector<Channel> channels = m_files.channels();
    for (const Product& product : m_products)
        channels.push_back(product.channel);
    return channels;
}

void Battery::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    m_files.sample(values, times, events);
    for (std::size_t i = 0; i < m_products.size(); ++i) {
        const std::size_t at = m_files.size() + i;
        times[at] = format::monotonicNs();
        const auto voltage = m_products[i].voltage.number(times[at]);
        const auto current = m_products[i].current.number(times[at]);
        const double microwatts =
            voltage && current ? static_cast<double>(*voltage) * 1e-6 * static_cast<double>(*current) : 0;
        // Larger values are invalid.
        const bool good = voltage && current && std::abs(microwatts) < 1e15;
        values[at] = good ? static_cast<std::int64_t>(microwatts) : format::kMissing;
    }
}

} // namespace

std::unique_ptr<Source> makeBattery()
{
    return std::make_unique<Battery>();
}

} // namespace stepscope::agent
