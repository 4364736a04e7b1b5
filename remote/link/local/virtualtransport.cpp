#include "remote/link/local/virtualtransport.h"

#include "remote/link/local/boardprocess.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

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

} // namespace stepscope::link
