#include "remote/link/virtualtransport.h"

#include "remote/link/boardprocess.h"

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

/// Short, since the path of the hook's socket has 107 characters in all.
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

/// So that two of us do not start the same board.
class Turn
{
public:
    explicit Turn(const std::string& path)
        : m_file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
    {
        if (m_file >= 0)
            flock(m_file, LOCK_EX);
    }
    ~Turn()
    {
        if (m_file >= 0)
            close(m_file);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

private:
    int m_file;
};

} // namespace

Result<VirtualBoardWish> readVirtualDetails(const std::string& details)
{
    VirtualBoardWish wish;
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
        wish.options.insert(wish.options.end(), {row->option, word.substr(equals + 1)});
    }
    // It becomes the name of a folder.
    const bool plain = std::all_of(variant.begin(), variant.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
    if (!plain || variant.empty())
        return format::failure(Error::Code::Usage,
                               "'" + variant + "' is no virtual board; see `stepscope profile --help`");
    wish.options.insert(wish.options.begin(), {"--variant", variant});
    wish.folder = shortName(variant, details);
    return wish;
}

VirtualTransport::VirtualTransport(const Target& target, std::string program, const std::string& home)
    : LocalTransport(homeFolder(home) + "/.stepscope/virtual/" +
                     (readVirtualDetails(target.details).ok() ? readVirtualDetails(target.details)->folder : "none"))
    , m_name(target.text)
    , m_details(target.details)
    , m_program(std::move(program))
{
    const auto wish = readVirtualDetails(target.details);
    m_folder = homeFolder(home) + "/.stepscope/virtual/" + (wish.ok() ? wish->folder : "none");
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
    const VirtualBoardWish wish = TRY(readVirtualDetails(m_details));
    if (m_held >= 0) {
        if (access((m_tree + "/.board/keep").c_str(), R_OK) == 0)
            return {};
        close(m_held); // the board ended under us
        m_held = -1;
    }
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    if (error)
        return format::failure("the virtual board's folder " + m_folder + " cannot be made (" + error.message() + ")");
    const Turn turn(m_folder + "/lock");
    // The program by a short name in the home folder: it is what a recording shows as the command.
    if (std::filesystem::read_symlink(m_folder + "/" + kLink, error) != m_program) {
        std::filesystem::remove(m_folder + "/" + kLink, error);
        std::filesystem::create_symlink(m_program, m_folder + "/" + kLink, error);
    }
    if (holdBoard().ok())
        return {};
    return startBoard(wish);
}

Result<void> VirtualTransport::startBoard(const VirtualBoardWish& wish)
{
    std::vector<std::string> words = {m_program, "board", "--tree", m_tree, "--truth", m_folder + "/truth"};
    words.insert(words.end(), wish.options.begin(), wish.options.end());
    const BoardProcess board = TRY(BoardProcess::start(words));
    return holdBoard();
}

Result<void> VirtualTransport::holdBoard()
{
    m_held = ::open((m_tree + "/.board/keep").c_str(), O_RDONLY | O_CLOEXEC);
    if (m_held < 0)
        return format::failure(Error::Code::Disconnected,
                               "the virtual board is not there any more (" + std::string(std::strerror(errno)) + ")");
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
