#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stepscope::agent {
namespace {

class HwmonPower : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    void addDevice(const SourceContext& context, const std::string& folder, const std::string& name, Finding& finding);
    void add(const SourceContext& context, Channel channel, const std::string& path, bool counts, Finding& finding);
    std::string freeName(std::string name) const;

    NumberFiles m_files;
    std::vector<DeviceSleep> m_sleeps; ///< of each channel: its device
    std::vector<std::string> m_names;
    std::vector<char> m_counts; ///< of each channel: true if its file counts energy
    std::vector<CounterRate> m_rates;
};

std::string_view deviceRole(std::string_view driver)
{
    constexpr std::array<std::string_view, 5> kGpus{"amdgpu", "i915", "xe", "nouveau", "radeon"};
    if (std::find(kGpus.begin(), kGpus.end(), driver) != kGpus.end())
        return "gpu";
    return driver == "power_meter" ? "system" : "other";
}

/// Makes a name unique: two cards of the same model have the same name.
std::string HwmonPower::freeName(std::string name) const
{
    const std::string first = name;
    for (int number = 2; std::find(m_names.begin(), m_names.end(), name) != m_names.end(); ++number)
        name = first + " " + std::to_string(number);
    return name;
}

void HwmonPower::add(const SourceContext& context, Channel channel, const std::string& path, bool counts,
                     Finding& finding)
{
    channel.quantity = "rail.power";
    channel.unit = "W";
    channel.scale = 1e-6;
    channel.rail = freeName(channel.name);
    channel.name = channel.rail + " power";
    if (counts)
        channel.covers = Channel::Covers::Interval;
    const std::string rail = channel.rail;
    const std::string file = context.tree.path(path);
    DeviceSleep sleep;
    sleep.open(context.tree, path.substr(0, path.rfind('/')) + "/device");
    if (sleep.state(format::monotonicNs()) == DeviceSleep::State::Asleep) {
        finding.reason = "the device of " + rail + " sleeps, and reading its power would wake it";
        return;
    }
    if (const int error = m_files.add(std::move(channel), file, "The power of " + rail); error != 0) {
        finding = cannotOpen(error, file, finding.reason);
        return;
    }
    m_sleeps.push_back(std::move(sleep));
    m_names.push_back(rail);
    m_counts.push_back(counts ? 1 : 0);
    m_rates.emplace_back();
}

/// Reads power*_average (most GPUs), power*_input (an instant) or energy*_input (a counter).
void HwmonPower::addDevice(const SourceContext& context, const std::string& folder, const std::string& name,
                           Finding& finding)
{
    const SystemTree& tree = context.tree;
    const auto label = [&](const char* kind, int number) {
        const std::string text = tree.readText(folder + "/" + kind + std::to_string(number) + "_label").value_or("");
        return text.empty() ? (number == 1 ? name : name + " " + std::to_string(number)) : name + " " + text;
    };
    Channel channel;
    channel.role = deviceRole(name);
    bool any = false;
    constexpr int kMostInputs = 8;
    for (int number = 1; number <= kMostInputs; ++number) {
        const std::string path = folder + "/power" + std::to_string(number);
        channel.name = label("power", number);
        for (const char* const file : {"_input", "_average"}) {
            if (!tree.exists(path + file))
                continue;
            // Averaging interval of the driver, ms.
            const auto interval = leadingNumber(tree.readText(path + "_average_interval").value_or(""));
            channel.windowNs.reset();
            channel.factsFrom = {};
            if (std::string_view(file) == "_average" && interval && *interval > 0 && *interval < 1'000'000) {
                channel.windowNs = *interval * format::kMillisecond;
                channel.factsFrom = "driver";
            }
            add(context, channel, path + file, false, finding);
            any = true;
            break;
        }
    }
    channel.windowNs.reset();
    channel.factsFrom = {};
    for (int number = 1; number <= kMostInputs && !any; ++number) {
        const std::string path = folder + "/energy" + std::to_string(number) + "_input";
        channel.name = label("energy", number);
        if (tree.exists(path))
            add(context, channel, path, true, finding);
    }
}

Finding HwmonPower::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "no other hwmon driver measures power"};
    const std::string folder = "/sys/class/hwmon/";
    for (const std::string& device : context.tree.list(folder)) {
        const std::string name = context.tree.readText(folder + device + "/name").value_or(device);
        // A Jetson's power monitors have their own source.
        if (!name.starts_with("ina2") && !name.starts_with("ina3"))
            addDevice(context, folder + device, name, finding);
    }
    return m_files.isEmpty() ? finding : Finding{SourceState::Used, "1 uW in the file", ""};
}

void HwmonPower::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        times[i] = format::monotonicNs();
        values[i] = format::kMissing;
        // A sleeping graphics card is not read, since that would wake it.
        const DeviceSleep::State state = m_sleeps[i].state(times[i]);
        if (state == DeviceSleep::State::Awake || state == DeviceSleep::State::Unknown)
            m_files.sampleOne(i, values[i], times[i], events);
        if (m_counts[i] != 0)
            values[i] = m_rates[i].perSecond(values[i], times[i]);
    }
}

} // namespace

std::unique_ptr<Source> makeHwmonPower()
{
    return std::make_unique<HwmonPower>();
}

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
