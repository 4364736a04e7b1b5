#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::agent {
namespace {

using Severity = format::Event::Severity;

/// Fans are cooling devices, too, but do not throttle.
bool isFan(std::string_view type)
{
    return type.find("fan") != std::string_view::npos || type.find("Fan") != std::string_view::npos;
}

class Throttle : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    static constexpr std::size_t kMost = 64;
    static constexpr std::ptrdiff_t kMostAlike = 4;
    void addCoolingDevices(const SourceContext& context);
    void addCounters(const SourceContext& context);
    void add(const SourceContext& context, const std::string& name, double scale, const std::string& path, bool counts);
    void reportState(std::size_t position, std::int64_t value, std::int64_t now, EventSink& events);
    void reportCount(std::size_t position, std::int64_t increase, std::int64_t now, EventSink& events);

    struct Row
    {
        std::string name;
        bool counts = false; ///< the value is a counter
        std::int64_t last = format::kMissing;
        std::int64_t nextReport = 0;
        std::int64_t unreported = 0;
    };
    NumberFiles m_files;
    std::vector<Row> m_rows;
};

void Throttle::add(const SourceContext& context, const std::string& name, double scale, const std::string& path,
                   bool counts)
{
    Channel channel;
    channel.name = name;
    channel.quantity = counts ? "throttle.count" : "throttle";
    channel.unit = "1";
    channel.scale = scale;
    channel.resolution = scale;
    if (m_rows.size() < kMost && m_files.add(channel, context.tree.path(path), "The throttling state " + name) == 0)
        m_rows.push_back({name, counts});
}

void Throttle::addCoolingDevices(const SourceContext& context)
{
    const std::string folder = "/sys/class/thermal/";
    for (const std::string& device : context.tree.list(folder)) {
        if (!device.starts_with("cooling_device"))
            continue;
        const std::string type = context.tree.readText(folder + device + "/type").value_or("");
        const auto highest = leadingNumber(context.tree.readText(folder + device + "/max_state").value_or(""));
        if (type.empty() || isFan(type) || !highest || *highest <= 0)
            continue;
        // A PC has one per core, all of the same type.
        const auto same = std::count_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
            return row.name == type || row.name.starts_with(type + " ");
        });
        if (same >= kMostAlike)
            continue;
        const std::string name = same == 0 ? type : type + " " + std::to_string(same);
        add(context, name, 1.0 / static_cast<double>(*highest), folder + device + "/cur_state", false);
    }
}

void Throttle::addCounters(const SourceContext& context)
{
    const std::string hwmon = "/sys/class/hwmon/";
    for (const std::string& device : context.tree.list(hwmon)) {
        for (const std::string& file : context.tree.list(hwmon + device)) {
            // Orin: "oc3_event_cnt" of soctherm_oc counts over-current throttling.
            if (file.starts_with("oc") && file.ends_with("_event_cnt"))
                add(context, "over-current " + file.substr(0, file.find('_')), 1, hwmon + device + "/" + file, true);
        }
    }
    add(context, "thermal throttling of the package", 1,
        "/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count", true);
}

Finding Throttle::probe(const SourceContext& context)
{
    addCoolingDevices(context);
    addCounters(context);
    if (m_files.isEmpty())
        return {SourceState::Missing, "", "this machine provides no throttling state"};
    return {SourceState::Used, "1 state", "share of the strongest throttling; beginning and end are events"};
}

void Throttle::reportState(std::size_t position, std::int64_t value, std::int64_t now, EventSink& events)
{
    const Row& row = m_rows[position];
    // Throttling that is active at the start is reported, too.
    if ((row.last > 0) == (value > 0))
        return;
    std::array<char, 200> text;
    const int size = value > 0
                         ? std::snprintf(text.data(), text.size(), "Throttled by %.100s: state %lld.", row.name.c_str(),
                                         static_cast<long long>(value))
                         : std::snprintf(text.data(), text.size(), "No longer throttled by %.100s.", row.name.c_str());
    events.report(now, value > 0 ? Severity::Warning : Severity::Info, "throttle",
                  {text.data(), static_cast<std::size_t>(size)});
}

/// Reports an increase of a counter. Some rise many times a second, so the sum is reported at most once in 10 s.
void Throttle::reportCount(std::size_t position, std::int64_t increase, std::int64_t now, EventSink& events)
{
    Row& row = m_rows[position];
    row.unreported += increase;
    if (row.unreported <= 0 || now < row.nextReport)
        return;
    std::array<char, 200> text;
    const int size = std::snprintf(text.data(), text.size(), "Throttled: %.100s, %lld times.", row.name.c_str(),
                                   static_cast<long long>(row.unreported));
    events.report(now, Severity::Warning, "throttle", {text.data(), static_cast<std::size_t>(size)});
    row.unreported = 0;
    row.nextReport = now + 10 * format::kSecond;
}

void Throttle::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_files.sampleOne(i, values[i], times[i], events);
        if (values[i] == format::kMissing)
            continue;
        Row& row = m_rows[i];
        // intel_powerclamp is -1 while inactive.
        values[i] = std::max<std::int64_t>(values[i], 0);
        if (row.counts)
            reportCount(i, row.last == format::kMissing ? 0 : values[i] - row.last, times[i], events);
        else
            reportState(i, values[i], times[i], events);
        row.last = values[i];
    }
}

} // namespace

std::unique_ptr<Source> makeThrottle()
{
    return std::make_unique<Throttle>();
}

} // namespace stepscope::agent
