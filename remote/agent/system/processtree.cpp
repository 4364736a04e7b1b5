#include "remote/agent/system/processtree.h"

#include "remote/agent/system/persistentfile.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace stepscope::agent {
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
