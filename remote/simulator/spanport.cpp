#include "remote/simulator/spanport.h"

#include "remote/simulator/jsontext.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace stepscope::simulator {
namespace {

enum Message : std::uint8_t { Hello = 1, Names = 2, Ops = 3, Lane = 4, Spans = 5, Steps = 6, Facts = 7 };

constexpr std::size_t kMostSpans = 8192;
constexpr std::size_t kMostKinds = 4096;

template <typename Number>
void put(std::string& bytes, Number value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void putText(std::string& bytes, const std::string& text)
{
    put(bytes, static_cast<std::uint32_t>(text.size()));
    bytes += text;
}

} // namespace

format::Result<SpanPort> SpanPort::open()
{
    const char* path = std::getenv("STEPSCOPE_SOCKET");
    if (path == nullptr)
        return SpanPort(-1);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path)
        return format::failure(std::string(path) + ": the path of the agent's socket is too long");
    std::strcpy(address.sun_path, path);
    SpanPort port(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (connect(port.m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return format::failure(std::string(path) + ": the agent does not answer (" + std::strerror(errno) + ")");
    return port;
}

SpanPort::SpanPort(int socket)
    : m_socket(socket)
{}

SpanPort::SpanPort(SpanPort&& other) noexcept
    : m_socket(std::exchange(other.m_socket, -1))
{}

SpanPort::~SpanPort()
{
    if (m_socket >= 0)
        close(m_socket);
}

void SpanPort::send(std::uint8_t type, const std::string& payload)
{
    if (m_socket < 0)
        return;
    std::string bytes;
    put(bytes, static_cast<std::uint32_t>(payload.size()));
    put(bytes, type);
    bytes += payload;
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t wrote = ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0) { // the training goes on without its agent
            close(m_socket);
            m_socket = -1;
            return;
        }
        sent += static_cast<std::size_t>(wrote);
    }
}

void SpanPort::hello(const std::string& program)
{
    send(Hello, "{\"protocol\":1,\"pid\":" + std::to_string(getpid()) + ",\"parent_pid\":" + std::to_string(getppid()) +
                    ",\"python\":\"played\",\"executable\":" + jsonText(program) + "}");
}

void SpanPort::kinds(std::span<const OpKind> kinds)
{
    // Four names a kind: simple, and said once.
    for (std::size_t first = 0; first < kinds.size(); first += kMostKinds) {
        const auto part = kinds.subspan(first, std::min(kMostKinds, kinds.size() - first));
        std::string names;
        put(names, static_cast<std::uint32_t>(4 * first + 1));
        put(names, static_cast<std::uint32_t>(4 * part.size()));
        std::string ops;
        put(ops, static_cast<std::uint32_t>(first + 1));
        put(ops, static_cast<std::uint32_t>(part.size()));
        auto id = static_cast<std::uint32_t>(4 * first + 1);
        for (const OpKind& kind : part) {
            for (const std::string* text : {&kind.name, &kind.shapes, &kind.module, &kind.category}) {
                putText(names, *text);
                put(ops, text->empty() ? 0U : id);
                ++id;
            }
        }
        send(Names, names);
        send(Ops, ops);
    }
}

void SpanPort::lane(std::uint32_t lane, LaneKind kind, std::uint64_t thread, const std::string& name)
{
    std::string bytes;
    put(bytes, lane);
    put(bytes, static_cast<std::uint32_t>(kind));
    put(bytes, thread);
    putText(bytes, name);
    send(Lane, bytes);
}

void SpanPort::spans(std::uint32_t lane, std::span<const OpInstance> ops)
{
    for (std::size_t first = 0; first < ops.size(); first += kMostSpans) {
        const auto part = ops.subspan(first, std::min(kMostSpans, ops.size() - first));
        std::string bytes;
        put(bytes, lane);
        put(bytes, static_cast<std::uint32_t>(part.size()));
        for (const OpInstance& op : part)
            put(bytes, op.start);
        for (const OpInstance& op : part)
            put(bytes, op.duration);
        for (const OpInstance& op : part)
            put(bytes, op.kind + 1);
        for (const OpInstance& op : part)
            put(bytes, op.depth);
        send(Spans, bytes);
    }
}

void SpanPort::step(std::uint64_t index, std::int64_t begin, std::int64_t end, std::uint64_t samples, bool traced)
{
    std::string bytes;
    put(bytes, std::uint32_t{1});
    put(bytes, index);
    put(bytes, begin);
    put(bytes, end);
    put(bytes, samples);
    put(bytes, traced ? 1U : 0U);
    send(Steps, bytes);
}

void SpanPort::facts(const std::string& json)
{
    send(Facts, json);
}

} // namespace stepscope::simulator
