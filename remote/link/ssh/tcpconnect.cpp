#include "remote/link/ssh/tcpconnect.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace stepscope::link {

using format::Error;
using format::Result;

namespace {

using Clock = std::chrono::steady_clock;

struct FreeAddresses
{
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

/// State shared with the thread of getaddrinfo(), which cannot be interrupted and may outlive the caller.
struct Lookup
{
    std::mutex mutex;
    bool done = false;
    int status = 0;
    Addresses addresses;
    Interrupt ended;
};

Error cancelled()
{
    return format::failure(Error::Code::Cancelled, "cancelled");
}

int millisecondsUntil(Clock::time_point deadline)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
}

Error noAnswer(const std::string& target)
{
    return format::failure(Error::Code::Disconnected, target + ": no answer in time; check that the device is on, in "
                                                               "this network, and not behind a firewall");
}

Error describe(const std::string& target, int number)
{
    std::string text = target + ": " + std::strerror(number) + "; check the address and the network";
    if (number == ECONNREFUSED)
        text = target + ": connection refused: the host is up, but no SSH server listens on that port; check the "
                        "port, or start sshd on it";
    else if (number == EHOSTUNREACH || number == ENETUNREACH)
        text = target + ": host unreachable; check that the device is on and in this network";
    return format::failure(Error::Code::Disconnected, std::move(text));
}

void lookUp(const std::shared_ptr<Lookup>& lookup, const std::string& host, int port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* list = nullptr;
    const int status = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
    const std::lock_guard lock(lookup->mutex);
    lookup->status = status;
    if (status == 0)
        lookup->addresses.reset(list);
    lookup->done = true;
    lookup->ended.raise();
}

Result<Addresses> resolve(const std::string& host, int port, const std::string& target, Clock::time_point deadline,
                          Interrupt& interrupt)
{
    auto lookup = std::make_shared<Lookup>();
    std::thread(lookUp, lookup, host, port).detach();
    std::array<pollfd, 2> waits = {pollfd{lookup->ended.descriptor(), POLLIN, 0},
                                   pollfd{interrupt.descriptor(), POLLIN, 0}};
    while (poll(waits.data(), waits.size(), millisecondsUntil(deadline)) < 0 && errno == EINTR) {
    }
    if (interrupt.raised())
        return cancelled();
    const std::lock_guard lock(lookup->mutex);
    if (lookup->done && lookup->status == 0)
        return std::move(lookup->addresses);
    const std::string why = lookup->done ? gai_strerror(lookup->status) : "no answer from the name server in time";
    return format::failure(Error::Code::NotFound, target + ": the name '" + host + "' was not resolved (" + why +
                                                      "); check its spelling, or use the IP address");
}

void tune(int socket)
{
    const int on = 1;
    const int idleSeconds = 15;
    const int intervalSeconds = 5;
    const int probes = 4;
    const unsigned unansweredMs = 45'000;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &idleSeconds, sizeof idleSeconds);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &intervalSeconds, sizeof intervalSeconds);
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
    setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unansweredMs, sizeof unansweredMs);
}

/// The kernel repeats a lost SYN ever more rarely: after 1, 3, 7 and 15 s, or, since Linux 6.5, after 5, 7 and 11 s.
/// Tries of this length repeat it after at most 2 s, so that a network that works again is noticed soon; no link has a
/// longer round trip.
constexpr std::chrono::seconds kTryTime{3};

/// Returns the connected socket, or a negative errno value.
int tryOnce(const addrinfo& address, Clock::time_point deadline, Interrupt& interrupt)
{
    const int socketNumber =
        socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
    if (socketNumber < 0)
        return -errno;
    tune(socketNumber);
    int number = connect(socketNumber, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
    if (number == EINPROGRESS) {
        std::array<pollfd, 2> waits = {pollfd{socketNumber, POLLOUT, 0}, pollfd{interrupt.descriptor(), POLLIN, 0}};
        int ready = 0;
        while ((ready = poll(waits.data(), waits.size(), millisecondsUntil(deadline))) < 0 && errno == EINTR) {
        }
        socklen_t size = sizeof number;
        if (ready == 0)
            number = ETIMEDOUT;
        else if (interrupt.raised())
            number = ECANCELED;
        else
            getsockopt(socketNumber, SOL_SOCKET, SO_ERROR, &number, &size);
    }
    if (number == 0)
        return socketNumber;
    close(socketNumber);
    return -number;
}

/// As tryOnce(), which it repeats while there is no answer.
int tryAddress(const addrinfo& address, Clock::time_point deadline, Interrupt& interrupt)
{
    for (;;) {
        const auto end = std::min<Clock::time_point>(deadline, Clock::now() + kTryTime);
        const int result = tryOnce(address, end, interrupt);
        if (result != -ETIMEDOUT || end == deadline)
            return result;
    }
}

} // namespace

Result<int> connectTcp(const std::string& host, int port, const std::string& target, std::chrono::milliseconds timeout,
                       Interrupt& interrupt)
{
    const auto deadline = Clock::now() + timeout;
    const Addresses addresses = TRY(resolve(host, port, target, deadline, interrupt));
    int left = 0;
    for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next)
        ++left;
    int number = EHOSTUNREACH;
    for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next, --left) {
        // Each address gets an equal share of the remaining time.
        const auto share = Clock::now() + (deadline - Clock::now()) / left;
        const int result = tryAddress(*address, share, interrupt);
        if (result >= 0)
            return result;
        number = -result;
        if (interrupt.raised())
            return cancelled();
    }
    return number == ETIMEDOUT ? noAnswer(target) : describe(target, number);
}

} // namespace stepscope::link
