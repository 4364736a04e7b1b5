#pragma once

#include "analysis/import/chrome/chromeevent.h"
#include "analysis/import/collection.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// The counters of a file of trace events, which become channels.
class ChromeCounters
{
public:
    explicit ChromeCounters(Collection& into)
        : m_into(into)
    {}

    /// An event of phase C; each of its numbers is a series. It must have a time.
    void add(const ChromeEvent& event);
    /// What metadata of a trace that Stepscope exported say of a counter: core, rail, period, and so on.
    void addFacts(const ChromeEvent& event);
    /// An event "[memory]" of PyTorch, with a time.
    void addMemory(const ChromeEvent& event);
    /// Adds the channels to the collection. Call once, after the last event.
    void finish();

private:
    struct Counter
    {
        std::string name{};
        std::string unit{};
        std::string quantity{}; ///< empty = not known
        std::vector<std::pair<std::int64_t, double>> values{};
    };
    void addValue(const std::string& name, const std::string& unit, std::int64_t time, double value,
                  const std::string& quantity = {});

    /// Of a counter by its name.
    struct Facts
    {
        double core = -1;
        double period = 0; ///< ns
        bool isInterval = false;
        std::string rail{};
        std::string parent{};
        std::string role{};
    };
    static void apply(const Facts& facts, trace::Channel& channel);

    Collection& m_into;
    std::vector<Counter> m_counters;
    std::unordered_map<std::string, Facts> m_facts;
    std::unordered_map<std::string, std::size_t> m_index;
    std::unordered_map<std::string, std::string> m_processes; ///< the first process of each name
};

} // namespace stepscope::analysis
