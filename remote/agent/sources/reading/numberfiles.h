#pragma once

#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
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

/// Removes the first line from a text and returns it.
inline std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// Removes the first word from a line and returns it; empty without one.
inline std::string_view takeWord(std::string_view& line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

} // namespace stepscope::agent
