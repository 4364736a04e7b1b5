#include "remote/agent/hook/spanport.h"

#include "remote/format/clock.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <linux/magic.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

constexpr std::size_t kRing = std::size_t{2} << 20U;
/// A whole message and the beginning of the next one.
constexpr std::size_t kBuffer = hookwire::kMaxPayload + 65536;
/// Longest wait for space in the ring. The hook's own queue keeps the training from blocking meanwhile.
constexpr std::int64_t kRingTimeout = format::kSecond;
/// How often rings are read, at the most frequent. The interval varies, since waking at even intervals would be visible
/// in the samples as a period.
constexpr int kRingPauseMs = 32;
/// The same while steps are so short that a ring would be full after the usual pause.
constexpr int kBusyPauseMs = 4;
constexpr std::size_t kFirstMarks = 32 * hookwire::kMarkSize;
constexpr off_t kRingSize = hookwire::kRingRecords * hookwire::kMarkSize;
constexpr std::uint64_t kListener = SpanPort::kMaxConnections;
constexpr std::uint64_t kWakeup = SpanPort::kMaxConnections + 1;

/// Reads of a file in memory do not wait; those of others might, and would stop all connections.
bool isRing(int file)
{
    struct stat status
    {};
    struct statfs system
    {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= kRingSize &&
           fstatfs(file, &system) == 0 && system.f_type == TMPFS_MAGIC;
}

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
    std::int64_t nextMarks = 0;
    int ringPause = kRingPauseMs;
    for (;;) {
        const bool finishing = m_finishing.load();
        std::array<epoll_event, 16> events;
        const int pause = m_rings > 0 ? ringPause + static_cast<int>((format::monotonicNs() >> 8) % ringPause) : -1;
        const int count = epoll_wait(m_epoll, events.data(), static_cast<int>(events.size()), finishing ? 10 : pause);
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
        if (const std::int64_t now = format::monotonicNs(); m_rings > 0 && now >= nextMarks) {
            bool isBusy = false;
            for (Slot& slot : m_slots)
                isBusy = readMarks(slot, false) || isBusy;
            ringPause = isBusy ? kBusyPauseMs : kRingPauseMs;
            nextMarks = now + ringPause * format::kMillisecond;
        }
        if (finishing && ((!busy && m_open == 0) || format::monotonicNs() > m_deadline.load()))
            break;
    }
    for (Slot& slot : m_slots) {
        if (slot.descriptor >= 0)
            m_leftover = static_cast<int>(slot.connection.process());
        closeSlot(slot);
    }
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
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
        (peer.uid != geteuid() && peer.uid != 0)) {
        close(descriptor);
        return;
    }
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
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

/// Reads bytes and, with the greeting, the descriptor of the ring.
ssize_t SpanPort::receive(Slot& slot, std::span<std::byte> memory)
{
    iovec bytes{memory.data(), memory.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control;
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t count = recvmsg(slot.descriptor, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* head = count > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (head == nullptr || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
        return count;
    for (std::size_t at = CMSG_LEN(0); at + sizeof(int) <= head->cmsg_len; at += sizeof(int)) {
        int passed = -1;
        std::memcpy(&passed, reinterpret_cast<const char*>(head) + at, sizeof passed);
        if (slot.ring < 0 && isRing(passed)) {
            slot.ring = passed;
            ++m_rings;
        } else {
            close(passed);
        }
    }
    return count;
}

/// Reads the new marks of a process's ring. isLast: the process writes no more. True if there were many.
bool SpanPort::readMarks(Slot& slot, bool isLast)
{
    std::size_t blocks = 0;
    for (; slot.ring >= 0 && blocks <= hookwire::kRingRecords / HookScratch::kBatch; ++blocks) {
        // The first block is small: usually there are few new marks.
        const auto memory = std::span(m_scratch->marks).first(blocks == 0 ? kFirstMarks : sizeof m_scratch->marks);
        const auto offset = static_cast<off_t>(slot.connection.nextMark());
        const std::size_t toEnd = std::min(memory.size(), static_cast<std::size_t>(kRingSize - offset));
        ssize_t got = pread(slot.ring, memory.data(), toEnd, offset);
        if (got == static_cast<ssize_t>(toEnd) && toEnd < memory.size())
            got += std::max<ssize_t>(0, pread(slot.ring, memory.data() + toEnd, memory.size() - toEnd, 0));
        if (got <= 0 || !slot.connection.acceptMarks(memory.first(static_cast<std::size_t>(got)), isLast))
            break;
    }
    m_sawStep.store(m_sawStep.load() || slot.connection.hasSteps());
    return blocks > 1;
}

/// False when the connection has ended.
bool SpanPort::readSome(Slot& slot)
{
    const auto memory = buffer(slot);
    const ssize_t count = receive(slot, memory.subspan(slot.used));
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
    if (error.empty()) {
        m_sawHook.store(m_sawHook.load() || taken > 0);
        m_sawStep.store(m_sawStep.load() || slot.connection.hasSteps());
        return true;
    }
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
    readMarks(slot, true);
    if (slot.ring >= 0) {
        close(slot.ring);
        --m_rings;
    }
    close(slot.descriptor);
    slot.descriptor = slot.ring = -1;
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
