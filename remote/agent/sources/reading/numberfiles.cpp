#include "remote/agent/sources/reading/numberfiles.h"

#include "remote/agent/sources/reading/source.h"
#include "remote/format/clock.h"

#include <utility>

namespace stepscope::agent {

int NumberFiles::add(Channel channel, std::string path, std::string title, std::int64_t off)
{
    PersistentFile file(std::move(path));
    if (const int error = file.open(); error != 0)
        return error;
    channel.readNs = medianReadNs(file);
    Row& row = m_rows.emplace_back();
    row.channel = std::move(channel);
    row.file = std::move(file);
    row.title = std::move(title);
    row.off = off;
    return 0;
}

std::vector<Channel> NumberFiles::channels() const
{
    std::vector<Channel> channels;
    for (const Row& row : m_rows)
        channels.push_back(row.channel);
    return channels;
}

void NumberFiles::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        sampleOne(i, values[i], times[i], events);
}

void NumberFiles::sampleOne(std::size_t position, std::int64_t& value, std::int64_t& time, EventSink& events)
{
    Row& row = m_rows[position];
    time = format::monotonicNs();
    value = row.file.number(time).value_or(format::kMissing);
    if (value <= row.off)
        value = format::kMissing;
    row.presence.update(row.file.isPresent(), time, row.title, events);
}

} // namespace stepscope::agent
