#pragma once

#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Channels that each read the number in one file.
class NumberFiles
{
public:
    /// Adds a channel: opens its file and measures the cost of a read. `title` is for events: "The temperature
    /// CPU-therm". Numbers of `off` or less are gaps. Returns an errno; a file that cannot be opened is not added.
    int add(Channel channel, std::string path, std::string title,
            std::int64_t off = std::numeric_limits<std::int64_t>::min());
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }

    [[nodiscard]] std::vector<Channel> channels() const;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events);
    void sampleOne(std::size_t position, std::int64_t& value, std::int64_t& time, EventSink& events);

private:
    struct Row
    {
        Channel channel;
        PersistentFile file;
        Presence presence;
        std::string title;
        std::int64_t off = 0;
    };
    std::vector<Row> m_rows;
};

} // namespace stepscope::agent
