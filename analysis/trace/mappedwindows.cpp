#include "analysis/trace/mappedwindows.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <functional>
#include <mutex>
#include <sys/mman.h>
#include <utility>

namespace stepscope::trace {
namespace {

/// Fewer, and threads that read at once would close each other's windows before they got anything done.
constexpr std::size_t kFewest = 16;

// Taken inside the signal's handler, too: it is raised only where mapped memory is touched, and nobody does that while
// holding the lock.
constinit std::mutex allMutex;
constinit MappedWindows* allWindows = nullptr;
struct sigaction handledBefore = {};
constinit bool isHandled = false;

void passOn(int number, siginfo_t* details, void* context)
{
    if ((handledBefore.sa_flags & SA_RESETHAND) != 0)
        ::signal(number, SIG_DFL); // it counts on being asked once
    if ((handledBefore.sa_flags & SA_SIGINFO) != 0) {
        handledBefore.sa_sigaction(number, details, context);
    } else if (handledBefore.sa_handler != SIG_DFL && handledBefore.sa_handler != SIG_IGN) {
        handledBefore.sa_handler(number);
    } else {
        // Ends the program as if nobody had looked.
        ::sigaction(number, &handledBefore, nullptr);
        ::raise(number);
    }
}

void onSignal(int number, siginfo_t* details, void* context)
{
    const int error = errno;
    const bool isSent = details->si_code <= 0; // by somebody, not for an address
    const bool isOurs = !isSent && MappedWindows::touched(details->si_addr);
    errno = error;
    if (!isOurs)
        passOn(number, details, context);
}

/// Once for all; the lock is held.
void handleSignal()
{
    if (std::exchange(isHandled, true))
        return;
    struct sigaction ours = {};
    ours.sa_sigaction = &onSignal;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigemptyset(&ours.sa_mask);
    ::sigaction(SIGSEGV, &ours, &handledBefore);
}

} // namespace

MappedWindows::MappedWindows(std::size_t windowSize)
    : m_windowSize(windowSize)
{
    assert(std::has_single_bit(windowSize));
    const std::lock_guard lock(allMutex);
    m_next = std::exchange(allWindows, this);
}

MappedWindows::~MappedWindows()
{
    {
        const std::lock_guard lock(allMutex);
        MappedWindows** at = &allWindows;
        while (*at != this)
            at = &(*at)->m_next;
        *at = m_next;
    }
    for (const Segment& segment : m_segments)
        ::munmap(segment.memory, segment.size);
}

void MappedWindows::add(std::byte* memory, std::size_t size)
{
    assert(size % m_windowSize == 0);
    const std::lock_guard lock(allMutex);
    handleSignal();
    if (const Segment* last = segmentAt(m_last))
        m_open += last->open;
    const std::size_t windows = size / m_windowSize;
    const auto place =
        std::upper_bound(m_segments.begin(), m_segments.end(), memory,
                         [](const std::byte* address, const Segment& segment) { return address < segment.memory; });
    m_segments.insert(place,
                      {.memory = memory, .size = size, .open = windows, .isOpen = std::vector<bool>(windows, true)});
    m_last = memory;
    if (m_open > room())
        closeAllLocked();
}

void MappedWindows::setRoom(std::size_t bytes)
{
    const std::lock_guard lock(allMutex);
    m_room = bytes;
    if (m_open > room())
        closeAllLocked();
}

void MappedWindows::closeAll()
{
    const std::lock_guard lock(allMutex);
    closeAllLocked();
}

std::size_t MappedWindows::open() const
{
    const std::lock_guard lock(allMutex);
    const Segment* last = segmentAt(m_last);
    return m_open * m_windowSize + (last ? last->size : 0);
}

bool MappedWindows::touched(const void* address)
{
    const std::lock_guard lock(allMutex);
    const auto* byte = static_cast<const std::byte*>(address);
    for (MappedWindows* windows = allWindows; windows; windows = windows->m_next) {
        if (Segment* segment = windows->segmentAt(byte))
            return windows->open(*segment, static_cast<std::size_t>(byte - segment->memory) / windows->m_windowSize);
    }
    return false;
}

const MappedWindows::Segment* MappedWindows::segmentAt(const std::byte* address) const
{
    const auto after = std::upper_bound(
        m_segments.begin(), m_segments.end(), address,
        [](const std::byte* byte, const Segment& segment) { return std::less<>()(byte, segment.memory); });
    if (after == m_segments.begin())
        return nullptr;
    const Segment& segment = *(after - 1);
    return std::less<>()(address, segment.memory + segment.size) ? &segment : nullptr;
}

std::size_t MappedWindows::room() const
{
    const Segment* last = segmentAt(m_last);
    const std::size_t taken = last ? last->size : 0;
    return std::max((m_room - std::min(m_room, taken)) / m_windowSize, kFewest);
}

/// false = the system refuses: then the program ends, as it cannot go on without what it asked for.
bool MappedWindows::open(Segment& segment, std::size_t window)
{
    if (segment.isOpen[window])
        return true; // by another thread, meanwhile
    if (m_open + 1 > room())
        closeAllLocked();
    const auto unlock = [&] {
        return ::mprotect(segment.memory + window * m_windowSize, m_windowSize, PROT_READ | PROT_WRITE) == 0;
    };
    if (!unlock()) {
        closeAllLocked(); // mappings are cut into pieces by it, of which there may be only so many
        if (!unlock())
            return false;
    }
    segment.isOpen[window] = true;
    ++segment.open;
    ++m_open;
    return true;
}

/// All, not only what was not read for long: to find that out takes longer than to bring back what is needed, which
/// the system's cache still has.
void MappedWindows::closeAllLocked()
{
    for (Segment& segment : m_segments) {
        if (segment.open == 0 || segment.memory == m_last)
            continue;
        // In this order: nothing comes in between.
        if (::mprotect(segment.memory, segment.size, PROT_NONE) != 0)
            continue;
        (void)::madvise(segment.memory, segment.size, MADV_DONTNEED);
        m_open -= segment.open;
        segment.open = 0;
        segment.isOpen.assign(segment.isOpen.size(), false);
    }
}

} // namespace stepscope::trace
