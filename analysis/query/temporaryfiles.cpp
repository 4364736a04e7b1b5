#include "analysis/query/temporaryfiles.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <new>
#include <sqlite3.h>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;

/// The bytes of a file, in pieces that never move.
class Contents
{
public:
    explicit Contents(std::int64_t& left)
        : m_left(left)
    {}
    Contents(const Contents&) = delete;
    Contents& operator=(const Contents&) = delete;
    ~Contents() { m_left += static_cast<std::int64_t>(m_pieces.size() * kPiece); }

    int read(char* to, std::size_t count, std::size_t at) const
    {
        const std::size_t present = at < m_size ? std::min(count, m_size - at) : 0;
        each(at, present,
             [&](char* piece, std::size_t done, std::size_t size) { std::memcpy(to + done, piece, size); });
        std::memset(to + present, 0, count - present);
        return present == count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
    }
    int write(const char* from, std::size_t count, std::size_t at)
    {
        while (m_pieces.size() * kPiece < at + count) {
            if (m_left < static_cast<std::int64_t>(kPiece))
                return SQLITE_FULL;
            m_pieces.push_back(std::make_unique<Piece>());
            m_left -= static_cast<std::int64_t>(kPiece);
        }
        each(at, count,
             [&](char* piece, std::size_t done, std::size_t size) { std::memcpy(piece, from + done, size); });
        m_size = std::max(m_size, at + count);
        return SQLITE_OK;
    }
    void truncate(std::size_t size)
    {
        m_size = std::min(m_size, size);
        const std::size_t needed = (m_size + kPiece - 1) / kPiece;
        m_left += static_cast<std::int64_t>((m_pieces.size() - needed) * kPiece);
        m_pieces.resize(needed);
    }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    using Piece = std::array<char, kPiece>;

    /// Calls `use(bytes, done before, size)` for the parts of a range in each piece.
    template <typename Use>
    void each(std::size_t at, std::size_t count, Use use) const
    {
        for (std::size_t done = 0; done < count;) {
            const std::size_t begin = (at + done) % kPiece;
            const std::size_t size = std::min(count - done, kPiece - begin);
            use(m_pieces[(at + done) / kPiece]->data() + begin, done, size);
            done += size;
        }
    }

    std::int64_t& m_left; ///< of the connection
    std::vector<std::unique_ptr<Piece>> m_pieces;
    std::size_t m_size = 0;
};

/// As SQLite allocates it.
struct File : sqlite3_file
{
    Contents* contents;
};

Contents& contentsOf(sqlite3_file* file)
{
    return *static_cast<File*>(file)->contents;
}

int closeFile(sqlite3_file* file)
{
    delete static_cast<File*>(file)->contents;
    return SQLITE_OK;
}

int readFile(sqlite3_file* file, void* to, int count, sqlite3_int64 at)
{
    return contentsOf(file).read(static_cast<char*>(to), static_cast<std::size_t>(count), static_cast<std::size_t>(at));
}

int writeFile(sqlite3_file* file, const void* from, int count, sqlite3_int64 at)
{
    try {
        return contentsOf(file).write(static_cast<const char*>(from), static_cast<std::size_t>(count),
                                      static_cast<std::size_t>(at));
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    }
}

int truncateFile(sqlite3_file* file, sqlite3_int64 size)
{
    contentsOf(file).truncate(static_cast<std::size_t>(size));
    return SQLITE_OK;
}

int sizeOfFile(sqlite3_file* file, sqlite3_int64* size)
{
    *size = static_cast<sqlite3_int64>(contentsOf(file).size());
    return SQLITE_OK;
}

/// No other process or connection has the file.
constexpr sqlite3_io_methods makeMethods()
{
    sqlite3_io_methods methods{};
    methods.iVersion = 1;
    methods.xClose = closeFile;
    methods.xRead = readFile;
    methods.xWrite = writeFile;
    methods.xTruncate = truncateFile;
    methods.xSync = [](sqlite3_file*, int) { return SQLITE_OK; };
    methods.xFileSize = sizeOfFile;
    methods.xLock = [](sqlite3_file*, int) { return SQLITE_OK; };
    methods.xUnlock = [](sqlite3_file*, int) { return SQLITE_OK; };
    methods.xCheckReservedLock = [](sqlite3_file*, int* isReserved) {
        *isReserved = 0;
        return SQLITE_OK;
    };
    methods.xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; };
    methods.xSectorSize = [](sqlite3_file*) { return 4096; };
    methods.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
    return methods;
}

constexpr sqlite3_io_methods kMethods = makeMethods();

int openFile(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* flagsOut)
{
    auto* const opened = static_cast<File*>(file);
    opened->pMethods = nullptr;
    if (name != nullptr || (flags & SQLITE_OPEN_DELETEONCLOSE) == 0)
        return SQLITE_CANTOPEN;
    opened->contents = new (std::nothrow) Contents(*static_cast<std::int64_t*>(vfs->pAppData));
    if (opened->contents == nullptr)
        return SQLITE_NOMEM;
    opened->pMethods = &kMethods;
    if (flagsOut != nullptr)
        *flagsOut = flags;
    return SQLITE_OK;
}

} // namespace

struct TemporaryFiles::Registered
{
    std::int64_t left = 0; ///< bytes
    std::string name{};
    sqlite3_vfs vfs{};
    bool isKnown = false;
};

TemporaryFiles::TemporaryFiles(std::int64_t limit)
    : m_registered(std::make_unique<Registered>())
{
    static std::atomic<unsigned> number{0};
    Registered& own = *m_registered;
    own.left = limit;
    own.name = "stepscope-temporary-" + std::to_string(++number);
    sqlite3_initialize();
    const sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
    if (system == nullptr)
        return;
    own.vfs = *system; // random numbers, time and pauses
    own.vfs.pNext = nullptr;
    own.vfs.zName = own.name.c_str();
    own.vfs.szOsFile = sizeof(File);
    own.vfs.pAppData = &own.left;
    own.vfs.xOpen = openFile;
    own.isKnown = sqlite3_vfs_register(&own.vfs, 0) == SQLITE_OK;
}

TemporaryFiles::~TemporaryFiles()
{
    if (m_registered->isKnown)
        sqlite3_vfs_unregister(&m_registered->vfs);
}

const char* TemporaryFiles::vfsName() const
{
    return m_registered->isKnown ? m_registered->name.c_str() : nullptr;
}

} // namespace stepscope::analysis
