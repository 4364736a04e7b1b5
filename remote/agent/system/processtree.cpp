#include "remote/agent/system/processtree.h"

#include "remote/agent/system/keptfile.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

/// getdents64(2): readdir() would allocate.
struct DirectoryEntry
{
    std::uint64_t inode;
    std::int64_t next;
    std::uint16_t length;
    std::uint8_t type;
    char name[1];
};

} // namespace

ProcessTree::~ProcessTree()
{
    for (std::size_t i = 0; i < m_size; ++i)
        ::close(m_processes[i].statm);
}

bool ProcessTree::contains(int id) const
{
    return std::any_of(m_processes.begin(), m_processes.begin() + static_cast<std::ptrdiff_t>(m_size),
                       [&](const Process& process) { return process.id == id; });
}

void ProcessTree::scan(int root)
{
    for (std::size_t i = 0; i < m_size; ++i)
        m_processes[i].seen = false;
    m_cut = false;
    note(root);
    // The list grows while it is walked: breadth first.
    for (std::size_t i = 0; i < m_size; ++i) {
        if (m_processes[i].seen)
            noteChildren(m_processes[i].id);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_size; ++i) {
        if (m_processes[i].seen)
            m_processes[kept++] = m_processes[i];
        else
            ::close(m_processes[i].statm);
    }
    m_size = kept;
}

std::int64_t ProcessTree::residentPages()
{
    std::int64_t sum = -1;
    for (std::size_t i = 0; i < m_size; ++i) {
        std::array<char, 128> buffer;
        const ssize_t got = pread(m_processes[i].statm, buffer.data(), buffer.size(), 0);
        if (got <= 0)
            continue;
        std::string_view text(buffer.data(), static_cast<std::size_t>(got));
        takeNumber(text);
        if (const auto pages = takeNumber(text))
            sum = (sum < 0 ? 0 : sum) + *pages;
    }
    return sum;
}

int ProcessTree::openDescribed(int id) const
{
    std::array<char, 512> path;
    const int length = std::snprintf(path.data(), path.size(), "%s/proc/%d/statm", m_root.c_str(), id);
    const bool fits = length > 0 && static_cast<std::size_t>(length) < path.size();
    return m_root.empty() || !fits ? -1 : ::open(path.data(), O_RDONLY | O_CLOEXEC);
}

void ProcessTree::note(int id)
{
    for (std::size_t i = 0; i < m_size; ++i) {
        Process& known = m_processes[i];
        if (known.id != id)
            continue;
        known.seen = true;
        // A training is a process before the board knows that it plays.
        const int described = known.described ? -1 : openDescribed(id);
        if (described >= 0) {
            ::close(known.statm);
            known.statm = described;
            known.described = true;
        }
        return;
    }
    if (m_size == kMaxProcesses) {
        m_cut = true;
        return;
    }
    std::array<char, 64> path;
    std::snprintf(path.data(), path.size(), "/proc/%d/statm", id);
    const int described = openDescribed(id);
    const int statm = described >= 0 ? described : ::open(path.data(), O_RDONLY | O_CLOEXEC);
    if (statm >= 0)
        m_processes[m_size++] = {id, statm, true, described >= 0};
}

void ProcessTree::noteChildren(int id)
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
                noteChildrenOfThread(id, entry->name);
            at += entry->length;
        }
    }
    ::close(folder);
}

void ProcessTree::noteChildrenOfThread(int id, const char* thread)
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
        note(static_cast<int>(*child));
}

} // namespace stepscope::agent
