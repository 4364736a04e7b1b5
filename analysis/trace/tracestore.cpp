#include "analysis/trace/tracestore.h"

#include "analysis/trace/contents.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// A reader and what it reads into.
class TraceStore::Input
{
public:
    explicit Input(const StoreOptions& options)
        : contents({.limit = options.memoryLimit, .folder = options.folder})
    {}

    format::Result<void> read()
    {
        for (;;) {
            const auto frame = TRY(m_reader.next());
            contents.tellDamage(m_reader.damage());
            if (!frame)
                return {};
            contents.take(*frame);
        }
    }
    format::Result<void> feed(std::span<const std::byte> bytes)
    {
        m_reader.feed(bytes);
        return read();
    }
    void finish()
    {
        m_reader.finish();
        // Bytes that are no recording were refused by feed() already.
        (void)read();
        contents.finish(m_reader.damage());
    }
    [[nodiscard]] const format::ReadDamage& damage() const { return m_reader.damage(); }

    Contents contents;

private:
    format::FrameReader m_reader;
};

std::size_t StoreOptions::bytesOf(const std::string& text)
{
    return bytesOfText(text);
}

std::size_t StoreOptions::defaultMemoryLimit()
{
    constexpr std::size_t kUsual = std::size_t{1} << 30U;
    const char* const text = std::getenv("STEPSCOPE_MEMORY_LIMIT");
    const std::size_t bytes = text ? bytesOf(text) : 0;
    return bytes > 0 ? bytes : kUsual;
}

TraceStore::TraceStore(const StoreOptions& options)
    : m_input(std::make_unique<Input>(options))
{}

TraceStore::~TraceStore() = default;

format::Result<void> TraceStore::feed(std::span<const std::byte> bytes)
{
    return m_input->feed(bytes);
}

void TraceStore::finish()
{
    m_input->finish();
}

TraceView TraceStore::view() const
{
    return TraceView(m_input->contents.snapshot());
}

const format::ReadDamage& TraceStore::damage() const
{
    return m_input->damage();
}

ChunkArena::Use TraceStore::memory() const
{
    return m_input->contents.memory();
}

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

format::Error cannotRead(const std::filesystem::path& path, int error)
{
    const auto code = error == ENOENT   ? format::Error::Code::NotFound
                      : error == EACCES ? format::Error::Code::Denied
                                        : format::Error::Code::Failed;
    return format::failure(code, "The recording " + path.string() + " cannot be read: " +
                                     std::generic_category().message(error) + ". Check the name and its permissions.");
}

/// When to show what was read so far: soon, then more and more seldom, so that showing costs a share of it all.
class Showing
{
public:
    bool isDue()
    {
        const auto elapsed = Clock::now() - m_start;
        if (elapsed < m_next)
            return false;
        m_next = 2 * elapsed;
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
    Clock::duration m_next = std::chrono::milliseconds(60);
};

} // namespace

format::Result<TraceView> loadRecording(const std::filesystem::path& path, const LoadOptions& options)
{
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    const File file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file)
        return cannotRead(path, errno);
    std::error_code unknownSize;
    const auto size = std::filesystem::file_size(path, unknownSize);
    TraceStore store(options.store);
    Showing showing;
    std::vector<std::byte> piece(kPiece);
    std::uint64_t done = 0;
    for (;;) {
        const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.get());
        if (std::ferror(file.get()) != 0)
            return cannotRead(path, errno);
        if (count == 0)
            break;
        if (const auto fed = store.feed(std::span(piece).first(count)); !fed)
            return format::failure(fed.error().code, path.string() + ": " + fed.error().text);
        done += count;
        const double share = unknownSize || size == 0 ? 0 : static_cast<double>(done) / static_cast<double>(size);
        if (options.progress && !options.progress(std::min(share, 1.0)))
            return format::failure(format::Error::Code::Cancelled,
                                   "Reading " + path.string() + " was cancelled; open it again to see all of it.");
        if (options.view && share < 1 && showing.isDue())
            options.view(store.view());
    }
    if (done == 0)
        return format::failure(format::Error::Code::Corrupt,
                               "The recording " + path.string() +
                                   " is empty: nothing was written to it. Delete it and profile again.");
    store.finish();
    return store.view();
}

format::Result<TraceView> loadRecording(const std::filesystem::path& path, const std::function<bool(double)>& progress)
{
    return loadRecording(path, LoadOptions{.progress = progress});
}

} // namespace stepscope::trace
