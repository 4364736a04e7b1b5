#include "remote/agent/sources/power/rail.h"

#include "remote/agent/sources/reading/source.h"
#include "remote/format/clock.h"
#include "remote/format/railtree.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::agent {
namespace {

/// Voltage and current are sampled much more slowly than the power.
constexpr std::int64_t kDetailPeriod = format::kSecond;

/// mW of a voltage in mV and a current in mA; nullopt if implausible.
std::optional<std::int64_t> milliwatts(std::int64_t voltage, std::int64_t current)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(voltage, current, &product))
        return std::nullopt;
    return (product + (product < 0 ? -500 : 500)) / 1000;
}

class BusReader : public Reader
{
public:
    explicit BusReader(std::vector<Rail*> rails)
        : m_rails(std::move(rails))
    {}
    [[gnu::hot]] void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        std::int64_t longest = 0;
        std::int64_t now = format::monotonicNs();
        for (std::size_t i = 0; i < m_rails.size(); ++i) {
            const std::int64_t before = now;
            values[i] = m_rails[i]->readPower(now, times[i], events);
            longest = std::max(longest, now - before);
        }
        values[m_rails.size()] = longest / format::kMicrosecond;
        times[m_rails.size()] = times[m_rails.size() - 1];
    }

private:
    std::vector<Rail*> m_rails;
};

class DetailReader : public Reader
{
public:
    explicit DetailReader(Rail& rail)
        : m_rail(rail)
    {}
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        m_rail.readDetails(values, times);
    }

private:
    Rail& m_rail;
};

Channel readingTimeChannel(int bus)
{
    Channel channel;
    channel.name = "I2C " + std::to_string(bus) + " reading";
    channel.quantity = "rail.read_time";
    channel.unit = "s";
    channel.scale = 1e-6;
    channel.resolution = 1e-6;
    return channel;
}

} // namespace

Rail::Rail(std::string label, int bus, const RailFiles& files, const RailFacts& facts, const SourceContext& context)
    : m_label(std::move(label))
    , m_bus(bus)
    , m_facts(facts)
    , m_power(files.power)
    , m_perMilliwatt(files.perMilliwatt)
    , m_voltage(files.voltage)
    , m_current(files.current)
    , m_both(files.both)
    , m_hasPower(!files.power.empty())
    , m_hasBoth(!files.both.empty())
    , m_health("The rail " + m_label, context.periodNs)
{
    const format::RailPlace place = format::railPlace(context.board.board, m_label);
    m_parent = place.parent;
    m_role = place.role;
}

int Rail::open()
{
    // Files that only the details need may be missing.
    const int voltage = m_voltage.open();
    const int current = m_current.open();
    m_hasBoth = m_hasBoth && m_both.open() == 0;
    if (m_hasPower)
        return m_power.open();
    return voltage != 0 ? voltage : current;
}

const std::string& Rail::firstPath() const
{
    return m_hasPower ? m_power.path() : m_voltage.path();
}

std::int64_t Rail::readPower(std::int64_t& now, std::int64_t& time, EventSink& events)
{
    const std::int64_t before = now;
    time = before;
    if (!m_health.isDue(before))
        return format::kMissing;
    const std::optional<std::int64_t> value = m_hasPower ? m_power.number(before) : readProduct(before);
    // A read may wait for the bus and for the conversion: its middle is the best estimate of the value's time.
    now = format::monotonicNs();
    time = before + (now - before) / 2;
    m_lastTime = time;
    m_health.addRead(before, now, value ? 0 : error(), isPresent(), events);
    return value ? *value / m_perMilliwatt : format::kMissing;
}

std::optional<std::int64_t> Rail::readProduct(std::int64_t now)
{
    const auto voltage = m_voltage.number(now);
    const auto current = voltage ? m_current.number(now) : std::nullopt;
    m_lastVoltage = voltage.value_or(format::kMissing);
    m_lastCurrent = current.value_or(format::kMissing);
    return voltage && current ? milliwatts(*voltage, *current) : std::nullopt;
}

int Rail::error() const
{
    const int error = m_hasPower ? m_power.error() : m_voltage.error() != 0 ? m_voltage.error() : m_current.error();
    return error != 0 ? error : SensorHealth::kNoNumber;
}

bool Rail::isPresent() const
{
    return m_hasPower ? m_power.isPresent() : m_voltage.isPresent() && m_current.isPresent();
}

void Rail::readDetails(std::span<std::int64_t> values, std::span<std::int64_t> times)
{
    const std::int64_t before = format::monotonicNs();
    if (!m_hasPower) {
        values[0] = m_lastVoltage;
        values[1] = m_lastCurrent;
        times[0] = times[1] = m_lastTime == 0 ? before : m_lastTime;
        return;
    }
    values[0] = values[1] = format::kMissing;
    times[0] = times[1] = before;
    if (!m_health.isDue(before))
        return;
    if (m_hasBoth) {
        std::array<char, 64> buffer;
        std::string_view text = m_both.read(buffer, before);
        values[0] = takeNumber(text).value_or(format::kMissing);
        values[1] = takeNumber(text).value_or(format::kMissing);
    } else {
        values[0] = m_voltage.number(before).value_or(format::kMissing);
        values[1] = m_current.number(before).value_or(format::kMissing);
    }
    times[0] = times[1] = before + (format::monotonicNs() - before) / 2;
}

Channel Rail::channel(std::string_view quantity, std::string_view unit, std::string_view suffix) const
{
    Channel channel;
    channel.name = suffix.empty() ? format::railTitle(m_label) : m_label + std::string(suffix);
    channel.quantity = quantity;
    channel.unit = unit;
    channel.scale = 0.001;
    channel.rail = m_label;
    channel.parent = m_parent;
    channel.role = m_role;
    channel.windowNs = m_facts.windowNs;
    channel.updateNs = m_facts.updateNs;
    if (channel.windowNs || channel.updateNs)
        channel.factsFrom = m_facts.from;
    return channel;
}

Channel Rail::powerChannel()
{
    Channel power = channel("rail.power", "W", {});
    if (m_hasPower) {
        power.readNs = medianReadNs(m_power);
    } else {
        const auto voltage = medianReadNs(m_voltage);
        const auto current = medianReadNs(m_current);
        if (voltage && current)
            power.readNs = *voltage + *current;
    }
    // The resolution of the product: that of the current, the coarser factor, times this voltage.
    const auto voltage = m_voltage.number(format::monotonicNs());
    if (voltage && m_facts.currentStep > 0) {
        power.resolution = static_cast<double>(*voltage) * 1e-3 * m_facts.currentStep;
        power.factsFrom = m_facts.from;
    }
    return power;
}

std::vector<Channel> Rail::detailChannels() const
{
    std::vector<Channel> channels{channel("rail.voltage", "V", " voltage"), channel("rail.current", "A", " current")};
    channels[0].resolution = m_facts.voltageStep;
    channels[1].resolution = m_facts.currentStep;
    for (Channel& channel : channels) {
        if (channel.resolution > 0)
            channel.factsFrom = m_facts.from;
    }
    return channels;
}

RailSet::RailSet(std::vector<std::unique_ptr<Rail>> rails)
    : m_rails(std::move(rails))
{
    // The system's total first, then its parts: viewers show them in this order.
    std::stable_sort(m_rails.begin(), m_rails.end(),
                     [](const auto& a, const auto& b) { return a->isSystem() && !b->isSystem(); });
}

RailSet::~RailSet() = default;

std::vector<Part> RailSet::parts()
{
    std::vector<int> buses;
    for (const auto& rail : m_rails) {
        if (std::find(buses.begin(), buses.end(), rail->bus()) == buses.end())
            buses.push_back(rail->bus());
    }
    std::vector<Part> parts;
    for (const int bus : buses) {
        Part& part = parts.emplace_back();
        part.bus = bus;
        std::vector<Rail*> onBus;
        for (const auto& rail : m_rails) {
            if (rail->bus() != bus)
                continue;
            onBus.push_back(rail.get());
            part.channels.push_back(rail->powerChannel());
        }
        part.channels.push_back(readingTimeChannel(bus));
        part.reader = m_readers.emplace_back(std::make_unique<BusReader>(std::move(onBus))).get();
    }
    int turn = 0;
    for (const auto& rail : m_rails) {
        Part& part = parts.emplace_back();
        part.bus = rail->bus();
        part.minimumPeriodNs = kDetailPeriod;
        part.turn = turn++;
        part.turns = static_cast<int>(m_rails.size());
        part.channels = rail->detailChannels();
        part.reader = m_readers.emplace_back(std::make_unique<DetailReader>(*rail)).get();
    }
    return parts;
}

int busOf(std::string_view device)
{
    return static_cast<int>(leadingNumber(device).value_or(0));
}

} // namespace stepscope::agent
