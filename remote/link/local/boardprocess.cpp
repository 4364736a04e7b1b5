#include "remote/link/local/boardprocess.h"

#include "remote/link/transport/plainline.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace stepscope::link {

using format::Error;

namespace {

constexpr int kStartMs = 15'000;

class Descriptor
{
public:
    Descriptor() = default;
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    void reset(int descriptor = -1)
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
        m_descriptor = descriptor;
    }
    int release() { return std::exchange(m_descriptor, -1); }
    [[nodiscard]] int number() const { return m_descriptor; }

private:
    int m_descriptor = -1;
};

struct BoardPipe
{
    Descriptor reading;
    Descriptor writing;

    BoardPipe()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            reading.reset(ends[0]);
            writing.reset(ends[1]);
        }
    }
};

int spawnDetached(pid_t& process, std::vector<std::string> words, const BoardPipe& input, const BoardPipe& output)
{
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input.reading.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.writing.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.writing.number(), STDERR_FILENO);
    sigset_t none{};
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    // In a new session, the board outlives the terminal and the window.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const int number = posix_spawn(&process, pointers[0], &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return number;
}

/// Reads until the end of a line, the end of the output, or kStartMs without output.
std::string firstLine(int descriptor)
{
    std::string text;
    pollfd wait{descriptor, POLLIN, 0};
    std::array<char, 512> part{};
    while (text.find('\n') == std::string::npos && poll(&wait, 1, kStartMs) > 0) {
        const ssize_t got = read(descriptor, part.data(), part.size());
        if (got <= 0)
            break;
        text.append(part.data(), static_cast<std::size_t>(got));
    }
    return text;
}

} // namespace

format::Result<BoardProcess> BoardProcess::start(const std::vector<std::string>& words)
{
    if (access(words.front().c_str(), X_OK) != 0)
        return format::failure(Error::Code::NotFound, "the program of the virtual board, " + words.front() +
                                                          ", is missing: build the target stepscope-virtual-tx2");
    BoardPipe input;
    BoardPipe output;
    pid_t process = -1;
    if (const int number = spawnDetached(process, words, input, output); number != 0)
        return format::failure("the virtual board cannot be started: " + std::string(std::strerror(number)));
    input.reading.reset();
    output.writing.reset();
    const std::string line = firstLine(output.reading.number());
    if (line.starts_with("serving"))
        return BoardProcess(input.writing.release());
    kill(process, SIGTERM);
    waitpid(process, nullptr, 0);
    const std::string message = plainLine(line);
    const std::string prefix = "stepscope-virtual-tx2: ";
    return format::failure(message.empty() ? "the virtual board did not start; try again"
                                           : message.substr(message.starts_with(prefix) ? prefix.size() : 0));
}

BoardProcess::BoardProcess(BoardProcess&& other) noexcept
    : m_input(std::exchange(other.m_input, -1))
{}

BoardProcess::~BoardProcess()
{
    if (m_input >= 0)
        close(m_input);
}

} // namespace stepscope::link
