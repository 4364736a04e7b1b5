#include "analysis/export/tracelayout.h"

#include <limits>

namespace stepscope::analysis {

TraceLayout::TraceLayout(const trace::TraceView& view)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
    std::set<std::uint32_t> processes;
    for (const trace::LaneView& lane : view.lanes()) {
        const format::Lane& info = lane.info();
        // Linux's process 0 is the kernel's idle task, which Perfetto treats in a special way.
        const auto process = static_cast<std::uint32_t>(info.process == 0 || info.process > kMost ? 1 : info.process);
        auto thread = static_cast<std::uint32_t>(info.thread > kMost ? 0 : info.thread);
        if ((info.thread > kMost || !m_taken.insert({process, thread}).second))
            thread = newThread(process);
        m_lanes.push_back({process, thread});
        processes.insert(process);
    }
    while (processes.contains(m_device))
        ++m_device;
    std::set<std::string> names;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        const std::string base =
            info.quantity.empty() || info.quantity == info.name ? info.name : info.quantity + " " + info.name;
        std::string name = base;
        for (int copy = 2; !names.insert(name).second; ++copy)
            name = base + " #" + std::to_string(copy);
        m_counters.push_back(name);
    }
}

std::uint32_t TraceLayout::newThread(std::uint32_t process)
{
    while (!m_taken.insert({process, m_nextThread}).second)
        ++m_nextThread;
    return m_nextThread++;
}

std::vector<std::uint32_t> TraceLayout::processes() const
{
    std::set<std::uint32_t> processes;
    for (const LaneNumbers& lane : m_lanes)
        processes.insert(lane.process);
    return {processes.begin(), processes.end()};
}

std::string deviceTitle(const trace::TraceView& view)
{
    const trace::Device& device = view.header().device;
    std::string title = device.board.empty() ? device.hostname : device.board;
    title = title.empty() ? "Device" : title;
    return view.header().isVirtual ? title + " (virtual)" : title;
}

std::int64_t realTimeOfStart(const trace::TraceView& view)
{
    const trace::RunHeader& header = view.header();
    std::int64_t real = 0;
    if (header.startRealtime <= 0 ||
        __builtin_add_overflow(header.startRealtime, view.extent().begin - header.startMonotonic, &real))
        return 0;
    return real;
}

} // namespace stepscope::analysis
