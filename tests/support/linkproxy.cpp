#include "tests/support/linkproxy.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <span>
#include <sys/socket.h>
#include <unistd.h>

namespace stepscope::tests {
namespace {

constexpr int kTickMs = 5;
constexpr std::size_t kPiece = 16 * 1024;

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool sendAll(int socket, std::span<const char> bytes)
{
    while (!bytes.empty()) {
        const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

} // namespace

struct LinkProxy::Pair
{
    int client;
    int server;

    Pair(int clientSocket, int serverSocket)
        : client(clientSocket)
        , server(serverSocket)
    {}
    ~Pair()
    {
        close(client);
        close(server);
    }
    Pair(const Pair&) = delete;
    Pair& operator=(const Pair&) = delete;
};

LinkProxy::LinkProxy(std::uint16_t serverPort, unsigned seed)
    : m_serverPort(serverPort)
    , m_listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    , m_random(seed)
{
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (bind(m_listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 && listen(m_listener, 16) == 0 &&
        getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size) == 0)
        m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

LinkProxy::~LinkProxy()
{
    m_ends = true;
    m_thread.join();
    close(m_listener);
}

void LinkProxy::cut()
{
    m_cut = true;
    while (m_cut && !m_ends)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Half to one and a half times as many.
std::uint64_t LinkProxy::about(std::uint64_t bytes)
{
    return std::uniform_int_distribution<std::uint64_t>(bytes / 2, bytes + bytes / 2)(m_random);
}

void LinkProxy::acceptOne()
{
    const int client = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0)
        return;
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(m_serverPort);
    auto pair = std::make_unique<Pair>(client, server);
    if (m_refused || connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return;
    const int on = 1;
    for (const int end : {client, server})
        setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ++m_accepted;
    m_pairs.push_back(std::move(pair));
}

/// False when the connection has ended.
bool LinkProxy::forward(Pair& pair, bool fromServer)
{
    std::array<char, kPiece> piece;
    const std::uint64_t limit = m_limit;
    const std::size_t most =
        limit == 0 ? piece.size() : std::clamp<std::size_t>(limit * kTickMs / 1000, 1, piece.size());
    const ssize_t got = recv(fromServer ? pair.server : pair.client, piece.data(), most, 0);
    if (got <= 0)
        return false;
    const auto size = static_cast<std::size_t>(got);
    if (!fromServer)
        return sendAll(pair.server, std::span(piece).first(size));
    m_forwarded += size;
    if (m_corruptEvery != 0 && m_nextCorruption == 0)
        m_nextCorruption = m_forwarded + about(m_corruptEvery);
    const bool isDue = m_corruptEvery != 0 && m_forwarded >= m_nextCorruption;
    if (isDue || m_corrupt > 0) {
        m_nextCorruption = 0;
        m_corrupt = isDue ? m_corrupt.load() : m_corrupt - 1;
        ++m_corruptions;
        char& byte = piece[std::uniform_int_distribution<std::size_t>(0, size - 1)(m_random)];
        byte = static_cast<char>(byte ^ (1 << std::uniform_int_distribution<int>(0, 7)(m_random)));
    }
    if (!sendAll(pair.client, std::span(piece).first(size)))
        return false;
    if (m_cutEvery != 0 && m_nextCut == 0)
        m_nextCut = m_forwarded + about(m_cutEvery);
    if (m_cutEvery == 0 || m_forwarded < m_nextCut)
        return true;
    m_nextCut = 0;
    return false;
}

void LinkProxy::run()
{
    while (!m_ends) {
        if (m_cut) {
            m_pairs.clear();
            m_cut = false;
        }
        std::vector<pollfd> waiting{{m_listener, POLLIN, 0}};
        for (const auto& pair : m_pairs) {
            waiting.push_back({m_stalled ? -1 : pair->client, POLLIN, 0});
            waiting.push_back({m_stalled ? -1 : pair->server, POLLIN, 0});
        }
        poll(waiting.data(), waiting.size(), kTickMs);
        const std::size_t count = m_pairs.size();
        std::size_t ended = 0;
        for (std::size_t i = 0; i < count; ++i) {
            Pair& pair = *m_pairs[i];
            const bool clientOpen = waiting[1 + 2 * i].revents == 0 || forward(pair, false);
            const bool serverOpen = waiting[2 + 2 * i].revents == 0 || forward(pair, true);
            if (!clientOpen || !serverOpen) {
                m_pairs[i].reset();
                ++ended;
            }
        }
        if (ended > 0)
            std::erase(m_pairs, nullptr);
        if (waiting[0].revents != 0 && !m_stalled)
            acceptOne();
        if (m_limit != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(kTickMs));
    }
    m_pairs.clear();
}

} // namespace stepscope::tests
