#include "app/capture/gpuprofilefetch.h"

#include "analysis/import/importer.h"
#include "analysis/text/quantitytext.h"
#include "analysis/trace/tracestore.h"
#include "remote/link/run/recordingstream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30U; ///< of a file
constexpr std::chrono::minutes kFetchPatience{10};             ///< without progress of a download

std::string sizeText(std::uint64_t count)
{
    return analysis::bytesText(static_cast<double>(count));
}

bool isDatabase(const std::filesystem::path& file)
{
    return file.extension() == ".nvvp" || file.extension() == ".sqlite";
}

/// Writes bytes at the end of a file that only this program writes.
class PartFile
{
public:
    static Result<PartFile> open(const std::filesystem::path& path)
    {
        PartFile file;
        file.m_path = path;
        file.m_descriptor =
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
        const off_t size = file.m_descriptor < 0 ? -1 : ::lseek(file.m_descriptor, 0, SEEK_END);
        if (size < 0)
            return file.failed();
        file.m_size = static_cast<std::uint64_t>(size);
        return file;
    }
    PartFile(PartFile&& other) noexcept
        : m_path(std::move(other.m_path))
        , m_descriptor(std::exchange(other.m_descriptor, -1))
        , m_size(other.m_size)
    {}
    PartFile& operator=(PartFile&&) = delete;
    ~PartFile()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    Result<void> append(std::span<const std::byte> bytes)
    {
        while (!bytes.empty()) {
            const ssize_t wrote = ::write(m_descriptor, bytes.data(), bytes.size());
            if (wrote < 0 && errno != EINTR)
                return failed();
            bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(wrote, 0)));
            m_size += static_cast<std::uint64_t>(std::max<ssize_t>(wrote, 0));
        }
        return {};
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    PartFile() = default;
    [[nodiscard]] Error failed() const
    {
        return format::failure(errno == ENOSPC || errno == EDQUOT ? Error::Code::NoSpace : Error::Code::Failed,
                               "writing " + m_path.string() + " failed (" + std::strerror(errno) + ")");
    }

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

/// Makes the bytes durable, then puts the file in the place of another.
Result<void> replace(const std::filesystem::path& by, const std::filesystem::path& old)
{
    const int descriptor = ::open(by.c_str(), O_RDONLY | O_CLOEXEC);
    const bool isSynced = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (descriptor >= 0)
        ::close(descriptor);
    if (!isSynced || ::rename(by.c_str(), old.c_str()) != 0)
        return format::failure("replacing " + old.string() + " failed (" + std::strerror(errno) + ")");
    return {};
}

} // namespace

GpuProfileFetch::GpuProfileFetch(Connection& connection, std::filesystem::path recording,
                                 std::function<void(const std::string&)> report,
                                 std::function<bool(std::chrono::milliseconds)> waits)
    : m_connection(connection)
    , m_recording(std::move(recording))
    , m_report(std::move(report))
    , m_waits(std::move(waits))
{}

GpuProfileOutcome GpuProfileFetch::fetch(const std::string& run, const std::string& profiler)
{
    GpuProfileOutcome outcome;
    const auto fail = [&](const std::string& what) {
        outcome.areFetched = false;
        outcome.notes.push_back(what);
        return outcome;
    };
    const auto runs = m_connection.runs().list();
    if (!runs.ok())
        return profiler.empty() ? outcome : fail("The kernels were not fetched: " + runs.error().text);
    const auto listed =
        std::find_if(runs->begin(), runs->end(), [&](const link::RunInfo& candidate) { return candidate.run == run; });
    if (listed == runs->end() || listed->profiles.empty()) {
        if (!profiler.empty())
            outcome.notes.push_back(profiler + " has written no file, so the recording has no kernels; the log of the "
                                               "recording has its messages.");
        return outcome;
    }
    std::vector<std::filesystem::path> databases;
    std::vector<std::filesystem::path> reports;
    for (const link::ProfileFile& file : listed->profiles) {
        const auto local = fetchFile(file);
        if (!local.ok())
            return fail("The kernels in " + file.path + " were not fetched: " + local.error().text +
                        "; `stepscope attach` fetches them again. The recording is unchanged.");
        (isDatabase(*local) ? databases : reports).push_back(*local);
    }
    if (databases.empty()) {
        const std::string report = reports.front().string();
        outcome.notes.push_back("This version of nsys has not exported its report, which is in " + report +
                                ": export it where a newer nsys is (`nsys export --type sqlite " + report +
                                "`), then " + importCommand({"EXPORTED.sqlite"}) + " merges it.");
        return outcome;
    }
    const auto merged = merge(databases);
    auto view = merged.ok() ? trace::loadRecording(m_recording) : Result<trace::TraceView>(merged.error());
    if (!view.ok()) {
        outcome.notes.push_back("The kernels were not merged, and the recording is unchanged: " + view.error().text +
                                " The files are beside it; " + importCommand(databases) + " merges them.");
        return outcome;
    }
    outcome.view = std::move(*view);
    outcome.notes.push_back(*merged);
    std::error_code ignored;
    for (const auto* files : {&databases, &reports}) {
        for (const std::filesystem::path& file : *files)
            std::filesystem::remove(file, ignored); // the target keeps them as long as the run
    }
    return outcome;
}

std::string GpuProfileFetch::importCommand(const std::vector<std::filesystem::path>& databases) const
{
    std::string command = "`stepscope import " + m_recording.string();
    for (const std::filesystem::path& file : databases)
        command += " " + file.string();
    return command + " -o MERGED.stepscope`";
}

/// Returns the file beside the recording: "REC.kernels-123.nvvp".
Result<std::filesystem::path> GpuProfileFetch::fetchFile(const link::ProfileFile& file)
{
    if (file.bytes > kMostBytes)
        return format::failure("it has " + sizeText(file.bytes) + ", more than " + sizeText(kMostBytes) +
                               " are not fetched");
    const std::filesystem::path local = m_recording.parent_path() / (m_recording.stem().string() + "." + file.name);
    std::error_code error;
    if (std::filesystem::exists(local, error))
        return format::failure(local.string() + " exists already: move it away");
    std::filesystem::path part = local;
    part += ".part";
    TRY(download(file, part));
    std::filesystem::rename(part, local, error);
    if (error)
        return format::failure("renaming " + part.string() + " failed (" + error.message() + ")");
    return local;
}

Result<void> GpuProfileFetch::download(const link::ProfileFile& file, const std::filesystem::path& part)
{
    PartFile output = TRY(PartFile::open(part));
    link::Backoff backoff(std::chrono::milliseconds(250), std::chrono::seconds(10), std::random_device{}());
    auto deadline = std::chrono::steady_clock::now() + kFetchPatience;
    if (output.size() > file.bytes)
        return format::failure(part.string() + " is longer than the file on the target: remove it");
    while (output.size() < file.bytes) {
        const std::uint64_t before = output.size();
        auto done = m_connection.connect();
        if (done.ok())
            done = m_connection.transport().download(file.path, output.size(), file.bytes - output.size(),
                                                     [&](std::span<const std::byte> bytes) -> Result<void> {
                                                         TRY(output.append(bytes));
                                                         m_report("Fetching " + file.name + ": " +
                                                                  std::to_string(output.size() * 100 / file.bytes) +
                                                                  " % of " + sizeText(file.bytes));
                                                         return {};
                                                     });
        if (done.ok() && output.size() == before)
            return format::failure("it is shorter than its size on the target");
        if (!done.ok() && done.error().code != Error::Code::Disconnected)
            return done.error();
        if (output.size() > before) {
            backoff.reset();
            deadline = std::chrono::steady_clock::now() + kFetchPatience;
        }
        if (done.ok())
            continue;
        m_report("Connection lost while fetching " + file.name + "; connecting again");
        if (std::chrono::steady_clock::now() > deadline || !m_waits(backoff.next()))
            return done.error();
    }
    return {};
}

Result<std::string> GpuProfileFetch::merge(const std::vector<std::filesystem::path>& databases)
{
    const std::filesystem::path merged =
        m_recording.parent_path() / ("." + m_recording.filename().string() + ".merging");
    std::error_code ignored;
    std::filesystem::remove(merged, ignored); // of a crash
    analysis::ImportOptions options;
    options.files.push_back(m_recording);
    options.files.insert(options.files.end(), databases.begin(), databases.end());
    const auto summary = TRY(analysis::importFiles(options, merged, [this](double share) {
        m_report("Merging the kernels into the recording: " + std::to_string(static_cast<int>(share * 100)) + " %");
        return m_waits(std::chrono::milliseconds(0));
    }));
    if (const auto replaced = replace(merged, m_recording); !replaced.ok()) {
        std::filesystem::remove(merged, ignored);
        return replaced.error();
    }
    return "The recording contains the kernels: " + summary.text;
}

} // namespace stepscope::app
