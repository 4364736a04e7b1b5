#include "remote/agent/system/training.h"

#include "remote/agent/system/persistentfile.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// A perf counter of task time, which is exact at every read; other clocks of a process advance at scheduler ticks.
/// Negative = -errno.
int openCounter(int process)
{
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.inherit = 1;
    attributes.exclude_kernel = 1; // the clock counts kernel time anyway; without this flag the call needs privileges
    attributes.exclude_hv = 1;
    const long counter = syscall(SYS_perf_event_open, &attributes, process, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return counter < 0 ? -errno : static_cast<int>(counter);
}

} // namespace

Training::~Training()
{
    if (const int counter = m_counter.load(); counter >= 0)
        ::close(counter);
}

void Training::start(int process)
{
    const int counter = openCounter(process);
    m_counter.store(std::max(counter, -1), std::memory_order_release);
    publishProcesses(std::span(&process, 1));
    m_process.store(process, std::memory_order_release);
}

std::optional<std::int64_t> Training::processorTimeNs() const
{
    std::int64_t time = 0;
    const int counter = m_counter.load(std::memory_order_acquire);
    if (counter < 0 || ::read(counter, &time, sizeof time) != sizeof time)
        return std::nullopt;
    return time;
}

int Training::counterError()
{
    const int counter = openCounter(0);
    if (counter < 0)
        return -counter;
    ::close(counter);
    return 0;
}

void Training::publishProcesses(std::span<const int> ids)
{
    const std::size_t count = std::min(ids.size(), kMaxProcesses);
    for (std::size_t i = 0; i < count; ++i)
        m_ids[i].store(ids[i], std::memory_order_relaxed);
    m_count.store(count, std::memory_order_release);
    m_publication.fetch_add(1, std::memory_order_acq_rel);
}

std::span<const int> Training::processes(std::span<int, kMaxProcesses> memory) const
{
    const std::size_t count = m_count.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i)
        memory[i] = m_ids[i].load(std::memory_order_relaxed);
    return memory.first(count);
}

namespace {

/// Entry of getdents64(2), which is used because readdir() allocates.
struct DirectoryEntry
{
    std::uint64_t inode;
    std::int64_t next;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
};

} // namespace

void ProcessTree::scan(int root)
{
    m_size = 0;
    m_cut = false;
    add(root);
    // Breadth first: the list grows during the loop.
    for (std::size_t i = 0; i < m_size; ++i)
        addChildren(m_ids[i]);
}

void ProcessTree::add(int id)
{
    const std::span<const int> collected = processes();
    if (std::find(collected.begin(), collected.end(), id) != collected.end())
        return;
    m_cut = m_cut || m_size == kMaxProcesses;
    if (m_size < kMaxProcesses)
        m_ids[m_size++] = id;
}

void ProcessTree::addChildren(int id)
{
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task", id);
    const int folder = ::open(path.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return;
    alignas(DirectoryEntry) std::array<char, 4096> entries;
    for (;;) {
        const long got = syscall(SYS_getdents64, folder, entries.data(), entries.size());
        if (got <= 0)
            break;
        for (long at = 0; at < got;) {
            const auto* entry = reinterpret_cast<const DirectoryEntry*>(entries.data() + at);
            if (entry->name[0] != '.')
                addChildrenOfThread(id, entry->name);
            at += entry->length;
        }
    }
    ::close(folder);
}

void ProcessTree::addChildrenOfThread(int id, const char* thread)
{
    std::array<char, 96> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/task/%s/children", id, thread);
    const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    std::array<char, 4096> buffer;
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    ::close(file);
    std::string_view text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    while (const auto child = takeNumber(text))
        add(static_cast<int>(*child));
}

} // namespace stepscope::agent
