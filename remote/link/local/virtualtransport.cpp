#include "remote/link/local/virtualtransport.h"

#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace stepscope::link {

using format::Error;

namespace {

constexpr const char* kFirstVariant = "tx2-l4t32";
constexpr const char* kLink = "virtual-tx2";

struct DetailRow
{
    const char* name;
    const char* option;
};
constexpr std::array kDetails{DetailRow{"window", "--sensor-window"}, DetailRow{"lag", "--sensor-lag"},
                              DetailRow{"update", "--sensor-update"}, DetailRow{"read", "--read-delay"},
                              DetailRow{"seed", "--seed"}};

/// A short folder name, since the path of the hook's socket is limited to 107 characters.
std::string shortName(const std::string& variant, const std::string& details)
{
    if (details.empty() || details == variant)
        return variant;
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char c : details)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "-%06x", hash & 0xFFFFFFU);
    return variant + text.data();
}

std::string homeFolder(const std::string& home)
{
    const char* variable = std::getenv("HOME");
    return home.empty() && variable != nullptr ? variable : home;
}

/// Holds a file lock, so that only one process starts the board.
class FileLock
{
public:
    explicit FileLock(const std::string& path)
        : m_file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_file >= 0)
            flock(m_file, LOCK_EX);
    }
    ~FileLock()
    {
        if (m_file >= 0)
            close(m_file);
    }
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    int m_file;
};

} // namespace

Result<VirtualBoardOptions> readVirtualDetails(const std::string& details)
{
    VirtualBoardOptions board;
    std::string variant = kFirstVariant;
    for (std::size_t at = 0; at < details.size();) {
        const std::size_t comma = std::min(details.find(',', at), details.size());
        const std::string word = details.substr(at, comma - at);
        const std::size_t equals = word.find('=');
        at = comma + 1;
        if (equals == std::string::npos) {
            variant = word;
            continue;
        }
        const std::string name = word.substr(0, equals);
        const auto row =
            std::find_if(kDetails.begin(), kDetails.end(), [&](const DetailRow& r) { return r.name == name; });
        if (row == kDetails.end())
            return format::failure(
                Error::Code::Usage,
                "a virtual board has no '" + name +
                    "'; write virtual-tx2[:BOARD][,window=MS][,lag=MS][,update=MS][,read=US][,seed=N]");
        board.options.insert(board.options.end(), {row->option, word.substr(equals + 1)});
    }
    // The variant is part of a folder name.
    const bool plain = std::all_of(variant.begin(), variant.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (!plain || variant.empty())
        return format::failure(Error::Code::Usage,
                               "'" + variant +
                                   "' is not a virtual board; use tx2-l4t32, tx2-l4t28, nano, xavier or orin");
    board.options.insert(board.options.begin(), {"--variant", variant});
    board.folder = shortName(variant, details);
    return board;
}

VirtualTransport::VirtualTransport(const Target& target, std::string program, const std::string& home)
    : LocalTransport(homeFolder(home) + "/.stepscope/virtual/" +
                     (readVirtualDetails(target.details).ok() ? readVirtualDetails(target.details)->folder : "none"))
    , m_name(target.text)
    , m_details(target.details)
    , m_program(std::move(program))
{
    const auto board = readVirtualDetails(target.details);
    m_folder = homeFolder(home) + "/.stepscope/virtual/" + (board.ok() ? board->folder : "none");
    m_tree = m_folder + "/tree";
}

VirtualTransport::~VirtualTransport()
{
    if (m_held >= 0)
        close(m_held);
}

Result<void> VirtualTransport::connect()
{
    TRY(LocalTransport::connect());
    const VirtualBoardOptions board = TRY(readVirtualDetails(m_details));
    if (m_held >= 0) {
        if (access((m_tree + "/.board/keep").c_str(), R_OK) == 0)
            return {};
        close(m_held); // the board has ended
        m_held = -1;
    }
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    if (error)
        return format::failure("the virtual board's folder " + m_folder + " cannot be created (" + error.message() +
                               "); check the owner and the free space of the home folder");
    const FileLock lock(m_folder + "/lock");
    // A link in the home folder gives the program a short name, which recordings show as the command.
    if (std::filesystem::read_symlink(m_folder + "/" + kLink, error) != m_program) {
        std::filesystem::remove(m_folder + "/" + kLink, error);
        std::filesystem::create_symlink(m_program, m_folder + "/" + kLink, error);
    }
    if (holdBoard().ok())
        return {};
    return startBoard(board);
}

Result<void> VirtualTransport::startBoard(const VirtualBoardOptions& board)
{
    std::vector<std::string> words = {m_program, "board", "--tree", m_tree, "--truth", m_folder + "/truth"};
    words.insert(words.end(), board.options.begin(), board.options.end());
    const BoardProcess process = TRY(BoardProcess::start(words));
    return holdBoard();
}

Result<void> VirtualTransport::holdBoard()
{
    m_held = ::open((m_tree + "/.board/keep").c_str(), O_RDONLY | O_CLOEXEC);
    if (m_held < 0)
        return format::failure(Error::Code::Disconnected, "the virtual board has ended (" +
                                                              std::string(std::strerror(errno)) +
                                                              "); connect again to restart it");
    return {};
}

std::vector<std::string> VirtualTransport::played(std::vector<std::string> words) const
{
    if (words.empty())
        return words;
    words.insert(words.begin(), std::string("./") + kLink);
    return words;
}

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
    if (line.starts_with("serving")) {
        // The board ends by itself, long before a window does, and would remain as a zombie.
        std::thread([process] { waitpid(process, nullptr, 0); }).detach();
        return BoardProcess(input.writing.release());
    }
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
