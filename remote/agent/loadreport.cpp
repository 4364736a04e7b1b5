#include "remote/agent/loadreport.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

// Kinds of messages, as hookconnection.cpp reads them.
enum Message : std::uint8_t { Hello = 1, Names = 2, Ops = 3, Lane = 4, Spans = 5, Steps = 6 };

constexpr char kName[] = "load";

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

format::Result<LoadReport> LoadReport::open()
{
    const char* path = std::getenv("STEPSCOPE_SOCKET");
    if (path == nullptr)
        return LoadReport(-1);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path)
        return format::failure(std::string(path) + ": the path of the agent's socket is too long");
    std::strcpy(address.sun_path, path);
    LoadReport report(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (connect(report.m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return format::failure(std::string(path) + ": the agent does not answer (" + std::strerror(errno) + ")");
    if (!report.introduce())
        return format::failure(std::string(path) + ": " + report.m_reason);
    return report;
}

LoadReport::LoadReport(int socket)
    : m_socket(socket)
{}

LoadReport::LoadReport(LoadReport&& other) noexcept
    : m_socket(std::exchange(other.m_socket, -1))
    , m_steps(other.m_steps)
    , m_reason(std::move(other.m_reason))
{}

LoadReport::~LoadReport()
{
    if (m_socket >= 0)
        close(m_socket);
}

bool LoadReport::introduce()
{
    std::string names;
    put(names, std::uint32_t{1});
    put(names, std::uint32_t{1});
    putText(names, kName);
    std::string ops;
    for (const std::uint32_t field : {1U, 1U, 1U, 0U, 0U, 0U}) // first id, count; name, shapes, module, category
        put(ops, field);
    std::string lane;
    put(lane, std::uint32_t{1});
    put(lane, std::uint32_t{0});
    put(lane, static_cast<std::uint64_t>(syscall(SYS_gettid)));
    putText(lane, kName);
    return send(Hello, "{\"protocol\":1,\"pid\":" + std::to_string(getpid()) +
                           ",\"parent_pid\":" + std::to_string(getppid()) + "}") &&
           send(Names, std::move(names)) && send(Ops, std::move(ops)) && send(Lane, std::move(lane));
}

bool LoadReport::add(std::int64_t begin, std::int64_t end)
{
    std::string spans;
    put(spans, std::uint32_t{1});
    put(spans, std::uint32_t{1});
    put(spans, begin);
    put(spans, end - begin);
    put(spans, std::uint32_t{1});
    put(spans, std::uint8_t{0});
    return send(Spans, std::move(spans));
}

bool LoadReport::addStep(std::int64_t begin, std::int64_t end)
{
    std::string steps;
    put(steps, std::uint32_t{1});
    put(steps, m_steps++);
    put(steps, begin);
    put(steps, end);
    put(steps, std::uint64_t{1}); // samples
    put(steps, std::uint32_t{0}); // not traced
    return send(Steps, std::move(steps));
}

bool LoadReport::send(std::uint8_t type, std::string payload)
{
    if (m_socket < 0)
        return true;
    std::string bytes;
    put(bytes, static_cast<std::uint32_t>(payload.size()));
    put(bytes, type);
    bytes += payload;
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t wrote = ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (wrote < 0 && errno != EINTR) {
            m_reason = std::strerror(errno);
            return false;
        }
        sent += wrote > 0 ? static_cast<std::size_t>(wrote) : 0;
    }
    return true;
}

} // namespace stepscope::agent
