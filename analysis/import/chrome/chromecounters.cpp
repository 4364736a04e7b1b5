#include "analysis/import/chrome/chromecounters.h"

#include "analysis/import/importedrails.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostCounters = 4000;
/// The category of counters in traces that Stepscope exported (analysis/export/chrometraceexport.cpp).
constexpr std::string_view kExportedCounter = "stepscope.counter ";

} // namespace

void ChromeCounters::addValue(const std::string& name, const std::string& unit, std::int64_t time, double value,
                              const std::string& quantity)
{
    auto entry = m_index.find(name);
    if (entry == m_index.end()) {
        if (m_counters.size() == kMostCounters)
            return m_into.losses.add("samples", "of counters beyond the first 4000");
        entry = m_index.emplace(name, m_counters.size()).first;
        m_counters.push_back({.name = name, .unit = unit, .quantity = quantity});
    }
    m_counters[entry->second].values.emplace_back(time, value);
    m_into.extendTo(time);
}

void ChromeCounters::add(const ChromeEvent& event)
{
    m_into.losses.add("samples", "of counters that are no numbers", event.otherArgs);
    if (event.numbers.empty() && event.otherArgs == 0)
        return m_into.losses.add("samples", "of counters without a series");
    m_into.losses.add("samples", "of counters with more than 64 series", event.moreNumbers);
    if (event.category.starts_with(kExportedCounter)) {
        // The name is unique, the series is the unit; finish() removes the quantity from the name.
        const auto& [series, value] = event.numbers.front();
        return addValue(event.name, series == "value" ? "1" : series, *event.time, value,
                        event.category.substr(kExportedCounter.size()));
    }
    for (const auto& [series, value] : event.numbers) {
        std::string name = event.name.empty() ? series : event.name;
        if (!event.id.empty())
            name += " " + event.id;
        if (series != event.name && !event.name.empty())
            name += " " + series;
        // Counters of the same name in several processes are several.
        if (const auto known = m_processes.find(name); known == m_processes.end()) {
            if (m_processes.size() < kMostCounters)
                m_processes.emplace(name, event.process);
        } else if (known->second != event.process) {
            name += " (process " + event.process + ")";
        }
        addValue(name, "", *event.time, value);
    }
}

/// PyTorch reports each allocation; newer versions add the total.
void ChromeCounters::addMemory(const ChromeEvent& event)
{
    const auto number = [&](std::string_view name) { return event.number(name).value_or(-1); };
    const double allocated = number("Total Allocated");
    if (allocated < 0)
        return m_into.losses.add("events", "of memory: they contain changes but no totals");
    const double device = number("Device Id");
    const std::string owner = device < 0 ? "CPU" : "GPU " + std::to_string(static_cast<int>(std::min(device, 999.0)));
    addValue("allocated " + owner, "B", *event.time, allocated);
    if (const double reserved = number("Total Reserved"); reserved >= 0)
        addValue("reserved " + owner, "B", *event.time, reserved);
}

void ChromeCounters::addFacts(const ChromeEvent& event)
{
    if (event.argName.empty() || m_facts.size() == kMostCounters)
        return;
    m_facts[event.argName] = {.core = event.number("core").value_or(-1),
                              .period = event.number("period_ns").value_or(0),
                              .isInterval = event.number("interval").value_or(0) != 0,
                              .rail = event.argLabels,
                              .parent = event.argParent,
                              .role = event.argRole};
}

void ChromeCounters::apply(const Facts& facts, trace::Channel& channel)
{
    constexpr double kMostCores = 1024;
    constexpr double kLongestPeriod = 3.6e12; // ns
    if (facts.core >= 0 && facts.core < kMostCores)
        channel.core = static_cast<int>(facts.core);
    if (facts.period >= 1 && facts.period <= kLongestPeriod)
        channel.periodNs = static_cast<std::int64_t>(facts.period);
    if (facts.isInterval)
        channel.covers = trace::Channel::Covers::Interval;
    if (!channel.quantity.starts_with("rail."))
        return;
    channel.rail = facts.rail.empty() ? channel.rail : facts.rail;
    channel.parent = facts.parent;
    channel.role = facts.role;
}

void ChromeCounters::finish()
{
    for (const Counter& counter : m_counters) {
        trace::Channel channel{.name = counter.name, .quantity = counter.quantity, .unit = counter.unit};
        if (!channel.quantity.empty() && channel.name.starts_with(channel.quantity + " "))
            channel.name.erase(0, channel.quantity.size() + 1);
        if (channel.quantity.starts_with("rail."))
            channel.rail = channel.name;
        if (channel.quantity.empty())
            channel.quantity = counter.unit.empty() ? "counter" : "memory";
        if (const auto facts = m_facts.find(counter.name); facts != m_facts.end() && !counter.quantity.empty()) {
            apply(facts->second, channel);
            const std::int64_t period = channel.periodNs.value_or(0);
            if (period > 0)
                m_into.periodNs = m_into.periodNs == 0 ? period : std::min(m_into.periodNs, period);
        }
        m_into.addGroup(counter.values, channel);
    }
    placeRails(m_into);
}

} // namespace stepscope::analysis
