#include "analysis/trace/tracestore.h"

#include "analysis/trace/tracebuilder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// The frame reader and the builder that it feeds.
class TraceStore::Input
{
public:
    explicit Input(const StoreOptions& options)
        : builder({.limit = options.memoryLimit, .folder = options.folder})
    {}

    format::Result<void> read()
    {
        for (;;) {
            const auto frame = TRY(m_reader.next());
            builder.reportDamage(m_reader.damage());
            if (!frame)
                return {};
            builder.take(*frame);
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
        // feed() has already returned the error of bytes that are not a recording.
        (void)read();
        builder.finish(m_reader.damage());
    }
    [[nodiscard]] const format::ReadDamage& damage() const { return m_reader.damage(); }

    TraceBuilder builder;

private:
    format::FrameReader m_reader;
};

std::size_t StoreOptions::bytesOf(const std::string& text)
{
    return bytesOfText(text);
}

std::size_t StoreOptions::memoryLimitOr(std::size_t usual)
{
    const char* const text = std::getenv("STEPSCOPE_MEMORY_LIMIT");
    const std::size_t bytes = text ? bytesOf(text) : 0;
    return bytes > 0 ? bytes : usual;
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
    return TraceView(m_input->builder.snapshot());
}

const format::ReadDamage& TraceStore::damage() const
{
    return m_input->damage();
}

ChunkArena::Use TraceStore::memory() const
{
    return m_input->builder.memory();
}

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

format::Error cannotRead(const std::filesystem::path& path, int error)
{
    if (error == EISDIR)
        return format::failure(format::Error::Code::Usage,
                               path.string() +
                                   " is a folder, and a recording is a file. If it is the folder of a study, "
                                   "its recordings are in its folder recordings; `stepscope observations`, "
                                   "`figures` and `advise` read its results.");
    const auto code = error == ENOENT   ? format::Error::Code::NotFound
                      : error == EACCES ? format::Error::Code::Denied
                                        : format::Error::Code::Failed;
    return format::failure(code, "The recording " + path.string() + " cannot be read: " +
                                     std::generic_category().message(error) + ". Check its name and permissions.");
}

bool isPipe(std::FILE* file)
{
    struct stat status = {};
    return ::fstat(::fileno(file), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Gives a writer of a pipe a second to begin: without one, the pipe is empty.
File openToRead(const std::filesystem::path& path)
{
    constexpr int kBeginMs = 1000;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    File file(descriptor < 0 ? nullptr : ::fdopen(descriptor, "rb"), &std::fclose);
    if (!file)
        return file;
    pollfd beginning{descriptor, POLLIN, 0};
    if (isPipe(file.get()))
        ::poll(&beginning, 1, kBeginMs);
    ::fcntl(descriptor, F_SETFL, O_RDONLY); // reading waits for what the writer still has to write
    return file;
}

/// Decides when to publish a view while loading: at doubling intervals, so that the cost is a fraction of the total.
class ViewSchedule
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
    const File file = openToRead(path);
    if (!file)
        return cannotRead(path, errno);
    std::error_code unknownSize;
    const auto size = std::filesystem::file_size(path, unknownSize);
    TraceStore store(options.store);
    ViewSchedule viewSchedule;
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
                                   "Reading " + path.string() + " was cancelled. Open it again to read all of it.");
        if (options.view && share < 1 && viewSchedule.isDue())
            options.view(store.view());
    }
    if (done == 0)
        return format::failure(format::Error::Code::Corrupt,
                               isPipe(file.get())
                                   ? path.string() + " is a pipe to which no program has written a recording."
                                   : "The recording " + path.string() + " is empty. Delete it and profile again.");
    store.finish();
    return store.view();
}

format::Result<TraceView> loadRecording(const std::filesystem::path& path, const std::function<bool(double)>& progress)
{
    return loadRecording(path, LoadOptions{.progress = progress});
}

bool isDamaged(const TraceView& view)
{
    constexpr std::array<std::string_view, 3> kOfReader{"frames", "bytes", "tail"};
    return std::any_of(view.losses().begin(), view.losses().end(), [&kOfReader](const Loss& loss) {
        return std::find(kOfReader.begin(), kOfReader.end(), loss.what) != kOfReader.end();
    });
}

} // namespace stepscope::trace
