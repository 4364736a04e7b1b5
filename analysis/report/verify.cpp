#include "analysis/report/verify.h"

#include "analysis/report/verifier.h"
#include "analysis/text/texttable.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>
#include <system_error>

namespace stepscope::analysis {
namespace {

using format::Error;

Error openError(const std::filesystem::path& path, int number)
{
    const Error::Code code = number == ENOENT   ? Error::Code::NotFound
                             : number == EACCES ? Error::Code::Denied
                                                : Error::Code::Failed;
    return format::failure(code,
                           "Reading " + path.string() + " failed (" + std::strerror(number) + "): check the path.");
}

/// Checks the complete frames that the reader has.
format::Result<void> drain(format::FrameReader& reader, Verifier& verifier)
{
    for (;;) {
        const auto frame = TRY(reader.next());
        if (!frame)
            return {};
        verifier.see(*frame);
    }
}

std::string frameName(std::uint16_t type)
{
    constexpr std::array kNames = {"header", "clock",  "samples", "names", "spans", "steps", "log",
                                   "event",  "footer", "ops",     "lane",  "facts", "links"};
    return type >= 1 && type <= kNames.size() ? kNames[type - 1U] : "type " + std::to_string(type);
}

std::string framesText(const Verdict& verdict)
{
    std::string text;
    for (const auto& [type, count] : verdict.frames)
        text += (text.empty() ? "" : ", ") + countText(count) + " " + frameName(type);
    return text.empty() ? "none" : text;
}

std::string endText(const Verdict& verdict)
{
    if (!verdict.ending)
        return "missing";
    const trace::RunEnding& ending = *verdict.ending;
    std::string text = ending.state + (ending.reason.empty() ? "" : " (" + ending.reason + ")");
    if (ending.state != "failed")
        text += ending.signal != 0 ? ", signal " + std::to_string(ending.signal)
                                   : ", exit status " + std::to_string(ending.exitStatus);
    return text + ", after " + durationText(verdict.extent.seconds());
}

void writeSampling(const Verdict& verdict, TextPage& page)
{
    std::vector<std::vector<std::string>> rows;
    for (const SamplingSummary& channel : verdict.sampling) {
        const bool isKnown = channel.expected > 0;
        const double share = isKnown ? static_cast<double>(channel.present) / static_cast<double>(channel.expected) : 0;
        const std::string pause = channel.longestPause > 0 ? durationText(channel.longestPause) + " at " +
                                                                 durationText(channel.pauseAt - verdict.extent.begin)
                                                           : "-";
        rows.push_back({channel.name, countText(channel.present), isKnown ? countText(channel.expected) : "-",
                        isKnown ? fixedText(share * 100, 2) + " %" : "-", countText(channel.gaps), pause});
    }
    if (rows.empty())
        return;
    page.heading("Sampling");
    page.table({{"channel", false, 32},
                {"samples", true},
                {"expected", true},
                {"share", true},
                {"gaps", true},
                {"longest pause", true}},
               rows);
}

} // namespace

format::Result<Verdict> verifyRecording(const std::filesystem::path& path, const std::function<bool(double)>& progress)
{
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error)
        return openError(path, error.value());
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return openError(path, errno);
    format::FrameReader reader;
    Verifier verifier;
    std::vector<char> buffer(std::size_t{1} << 20U);
    std::uint64_t bytesDone = 0;
    while (file) {
        file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        const auto count = static_cast<std::size_t>(file.gcount());
        if (file.bad())
            return openError(path, EIO);
        reader.feed(std::as_bytes(std::span(buffer).first(count)));
        TRY(drain(reader, verifier));
        bytesDone += count;
        if (progress &&
            !progress(size > 0 ? std::min(1.0, static_cast<double>(bytesDone) / static_cast<double>(size)) : 1.0))
            return format::failure(Error::Code::Cancelled, "Checking was cancelled.");
    }
    if (bytesDone == 0)
        return format::failure(Error::Code::Corrupt,
                               path.string() + " is empty: it is not a recording, or nothing was recorded.");
    reader.finish();
    TRY(drain(reader, verifier));
    Verdict verdict = verifier.conclude(reader.damage());
    verdict.file = path.filename().string();
    verdict.bytes = bytesDone;
    return verdict;
}

std::string toText(const Verdict& verdict)
{
    TextPage page;
    page.heading(verdict.file + (verdict.good ? ": intact" : ": NOT INTACT"));
    for (const std::string& fault : verdict.faults)
        page.line("!!", fault);
    page.line("size", countText(verdict.bytes) + " bytes");
    page.line("frames", framesText(verdict));
    page.line("end", endText(verdict));
    page.line("steps", countText(verdict.steps) + (verdict.missingSteps == 0
                                                       ? (verdict.steps > 0 ? ", no gaps" : "")
                                                       : ", " + countText(verdict.missingSteps) + " missing"));
    page.line("spans", countText(verdict.spans));
    page.line("log", countText(verdict.logBytes) + " bytes");
    if (verdict.losses.empty())
        page.line("lost data", "none reported");
    for (const trace::Loss& loss : verdict.losses)
        page.line("!! LOST DATA", countText(loss.count) + " " + loss.what + ", at " +
                                      durationText(loss.range.begin - verdict.extent.begin) + ": " + loss.reason);
    writeSampling(verdict, page);
    return page.text();
}

} // namespace stepscope::analysis
