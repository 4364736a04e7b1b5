#include "remote/agent/hook/spanport.h"

#include "remote/format/clock.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

constexpr std::size_t kRing = std::size_t{2} << 20U;
/// A whole message and the beginning of the next one.
constexpr std::size_t kBuffer = hookwire::kMaxPayload + 65536;
/// Longest wait for space in the ring. The hook's own queue keeps the training from blocking meanwhile.
constexpr std::int64_t kRingTimeout = format::kSecond;
constexpr std::uint64_t kListener = SpanPort::kMaxConnections;
constexpr std::uint64_t kWakeup = SpanPort::kMaxConnections + 1;

void watch(int epoll, int descriptor, std::uint64_t key)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = key;
    epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

} // namespace

SpanPort::SpanPort(LossLedger& losses, Wakeup& writer, std::optional<std::uint32_t> memoryGroup)
    : m_sink(kRing, losses, writer)
    , m_scratch(new HookScratch)
{
    m_ids.memoryGroup = memoryGroup;
    m_slots.reserve(kMaxConnections);
    for (std::size_t i = 0; i < kMaxConnections; ++i)
        m_slots.emplace_back(m_ids, *m_scratch, static_cast<HookOutput&>(*this));
}

SpanPort::~SpanPort()
{
    finish(0);
    if (m_buffers != nullptr)
        munmap(m_buffers, kMaxConnections * kBuffer);
    for (const int descriptor : {m_listener, m_epoll}) {
        if (descriptor >= 0)
            close(descriptor);
    }
    if (!m_path.empty())
        unlink(m_path.c_str());
}

format::Result<void> SpanPort::open(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return format::failure("The path of the hook's socket is too long: " + path + "; choose a shorter --spool.");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    m_listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    m_epoll = epoll_create1(EPOLL_CLOEXEC);
    void* memory = mmap(nullptr, kMaxConnections * kBuffer, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        m_buffers = static_cast<std::byte*>(memory);
    if (m_listener < 0 || m_epoll < 0 || m_buffers == nullptr ||
        bind(m_listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || listen(m_listener, 64) != 0)
        return format::failure("The hook's socket " + path + " cannot be created: " + std::strerror(errno) +
                               "; choose another folder with --spool.");
    m_path = path;
    watch(m_epoll, m_listener, kListener);
    watch(m_epoll, m_wakeup.descriptor(), kWakeup);
    return {};
}

void SpanPort::start()
{
    if (m_listener >= 0)
        m_thread = std::thread([this] { run(); });
}

void SpanPort::finish(std::int64_t timeoutNs)
{
    m_deadline.store(format::monotonicNs() + timeoutNs);
    m_finishing.store(true);
    m_wakeup.wake();
    if (m_thread.joinable())
        m_thread.join();
}

void SpanPort::run()
{
    for (;;) {
        const bool finishing = m_finishing.load();
        std::array<epoll_event, 16> events;
        const int count = epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), finishing ? 10 : -1);
        bool busy = false;
        for (int i = 0; i < count; ++i) {
            const std::uint64_t key = events[static_cast<std::size_t>(i)].data.u64;
            if (key == kWakeup) {
                m_wakeup.clear();
                continue;
            }
            busy = true;
            if (key == kListener)
                acceptAll();
            else if (!readSome(m_slots[key]))
                closeSlot(m_slots[key]);
        }
        if (finishing && ((!busy && m_open == 0) || format::monotonicNs() > m_deadline.load()))
            break;
    }
    for (Slot& slot : m_slots)
        closeSlot(slot);
}

void SpanPort::acceptAll()
{
    for (;;) {
        const int descriptor = accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0)
            return;
        admit(descriptor);
    }
}

void SpanPort::admit(int descriptor)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    const bool hasPeer = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0;
    for (std::size_t i = 0; i < m_slots.size() && hasPeer && (peer.uid == getuid() || getuid() == 0); ++i) {
        Slot& slot = m_slots[i];
        if (slot.descriptor >= 0)
            continue;
        slot.descriptor = descriptor;
        slot.used = 0;
        slot.connection.begin(static_cast<std::uint64_t>(peer.pid));
        watch(m_epoll, descriptor, i);
        ++m_open;
        return;
    }
    close(descriptor);
    lost(LossKind::Connections, 1,
         "More than 64 processes of the training are connected; steps and ops of the others are not recorded.");
}

std::span<std::byte> SpanPort::buffer(const Slot& slot)
{
    return {m_buffers + static_cast<std::size_t>(&slot - m_slots.data()) * kBuffer, kBuffer};
}

/// False when the connection has ended.
bool SpanPort::readSome(Slot& slot)
{
    const auto memory = buffer(slot);
    const ssize_t count = read(slot.descriptor, memory.data() + slot.used, memory.size() - slot.used);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    if (count == 0) {
        if (slot.used > 0)
            slot.connection.report(format::Event::Severity::Warning,
                                   "The hook ended in the middle of a message; the message is left out.");
        return false;
    }
    slot.used += static_cast<std::size_t>(count);
    const std::size_t taken = slot.connection.feed(memory.first(slot.used));
    slot.used -= taken;
    if (slot.used > 0 && taken > 0)
        std::memmove(memory.data(), memory.data() + taken, slot.used);
    const std::string_view error = slot.connection.protocolError();
    if (error.empty())
        return true;
    std::array<char, 300> text;
    const int size = std::snprintf(
        text.data(), text.size(),
        "The hook of process %llu sent %.*s; the agent has closed its connection, the training continues.",
        static_cast<unsigned long long>(slot.connection.process()), static_cast<int>(error.size()), error.data());
    slot.connection.report(format::Event::Severity::Error,
                           {text.data(), std::min(static_cast<std::size_t>(size), text.size() - 1)});
    return false;
}

void SpanPort::closeSlot(Slot& slot)
{
    if (slot.descriptor < 0)
        return;
    close(slot.descriptor);
    slot.descriptor = -1;
    slot.used = 0;
    --m_open;
    // Releases the memory of the buffer.
    madvise(buffer(slot).data(), kBuffer, MADV_DONTNEED);
}

bool SpanPort::frame(format::FrameType type, std::span<const std::byte> payload, LossKind kind, std::uint32_t items)
{
    return m_sink.putWithTimeout(kRingTimeout, {0, type, kind, items}, payload);
}

void SpanPort::lost(LossKind kind, std::uint64_t count, const char* reason)
{
    m_sink.losses().add(kind, count, format::monotonicNs(), reason);
}

} // namespace stepscope::agent
