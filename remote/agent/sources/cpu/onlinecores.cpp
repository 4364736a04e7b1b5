#include "remote/agent/sources/cpu/onlinecores.h"

#include "remote/agent/sources/cpu/busytime.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace stepscope::agent {

void OnlineCores::open(const SourceContext& context)
{
    m_numbers.clear();
    for (const Core& core : context.board.cores)
        m_numbers.push_back(core.number);
    m_online.assign(m_numbers.size(), 1);
    m_cameBack.assign(m_numbers.size(), 0);
    m_file = PersistentFile(context.tree.path("/sys/devices/system/cpu/online"));
    m_file.open();
    update(format::monotonicNs(), nullptr);
    m_wasOnline = m_online;
    std::fill(m_cameBack.begin(), m_cameBack.end(), 0);
}

void OnlineCores::update(std::int64_t now, EventSink* events)
{
    std::array<char, 256> buffer;
    const std::string_view text = m_file.read(buffer, now);
    std::fill(m_cameBack.begin(), m_cameBack.end(), 0);
    for (std::size_t i = 0; events != nullptr && !m_isReported && i < m_numbers.size(); ++i) {
        if (!isOnline(i))
            report(now, i, "offline", *events);
    }
    m_isReported = m_isReported || events != nullptr;
    // Usually the list is unchanged.
    if (text.empty() || text == std::string_view(m_text.data(), m_textSize))
        return;
    std::memcpy(m_text.data(), text.data(), text.size());
    m_textSize = text.size();
    m_wasOnline.swap(m_online);
    m_online.resize(m_numbers.size());
    parse(text);
    for (std::size_t i = 0; i < m_numbers.size() && m_wasOnline.size() == m_online.size(); ++i) {
        m_cameBack[i] = m_online[i] != 0 && m_wasOnline[i] == 0;
        if (events == nullptr || m_online[i] == m_wasOnline[i])
            continue;
        report(now, i, m_online[i] != 0 ? "online again" : "offline now", *events);
    }
}

void OnlineCores::report(std::int64_t now, std::size_t position, const char* state, EventSink& events) const
{
    std::array<char, 64> line;
    const int size = std::snprintf(line.data(), line.size(), "Core %d is %s.", m_numbers[position], state);
    events.report(now, format::Event::Severity::Info, "core", {line.data(), static_cast<std::size_t>(size)});
}

void OnlineCores::parse(std::string_view list)
{
    std::fill(m_online.begin(), m_online.end(), 0);
    while (!list.empty()) {
        const auto first = takeNumber(list);
        auto last = first;
        if (list.starts_with('-')) {
            list.remove_prefix(1);
            last = takeNumber(list);
        }
        if (!first || !last)
            return;
        for (std::size_t i = 0; i < m_numbers.size(); ++i) {
            if (m_numbers[i] >= *first && m_numbers[i] <= *last)
                m_online[i] = 1;
        }
        list.remove_prefix(std::min<std::size_t>(list.size(), 1));
    }
}

std::vector<Channel> utilizationChannels(const Board& board, double resolution, std::optional<std::int64_t> lagNs)
{
    std::vector<Channel> channels;
    for (const Core& core : board.cores) {
        Channel channel;
        channel.name = "cpu" + std::to_string(core.number);
        channel.quantity = "cpu.utilization";
        channel.unit = "1";
        channel.scale = 1.0 / static_cast<double>(kBusyUnits);
        channel.covers = Channel::Covers::Interval;
        channel.core = core.number;
        channel.cluster = core.cluster;
        channel.resolution = resolution;
        channel.lagNs = lagNs;
        channels.push_back(std::move(channel));
    }
    return channels;
}

} // namespace stepscope::agent
