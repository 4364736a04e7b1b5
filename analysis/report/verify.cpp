#include "analysis/report/verify.h"

#include "analysis/text/quantitytext.h"
#include "analysis/text/texttable.h"
#include "analysis/trace/headerjson.h"
#include "analysis/trace/imported.h"
#include "remote/format/records.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <span>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::Frame;
using format::FrameType;

constexpr std::size_t kMostRemembered = 10'000; ///< of each kind, to bound the memory for hostile recordings

std::string_view textOf(const Frame& frame)
{
    return {reinterpret_cast<const char*>(frame.payload.data()), frame.payload.size()};
}

void define(std::vector<bool>& defined, std::uint32_t firstId, std::size_t count)
{
    const std::size_t end = std::size_t{firstId} + count; // bounded by the decoder
    if (defined.size() < end)
        defined.resize(end);
    std::fill(defined.begin() + firstId, defined.begin() + static_cast<std::ptrdiff_t>(end), true);
}

bool isDefined(const std::vector<bool>& defined, std::uint32_t id)
{
    return id == 0 || (id < defined.size() && defined[id]);
}

/// 0 if the times are impossible or not increasing.
std::int64_t pauseBetween(std::int64_t before, std::int64_t after)
{
    return trace::isPossibleTime(before) && trace::isPossibleTime(after) && after > before ? after - before : 0;
}

/// Checks frames one by one. Keeps counts and definitions, no data.
class Verifier
{
public:
    void see(const format::Frame& frame);
    /// The verdict after the last frame; `damage` is what the reader found.
    Verdict conclude(const format::ReadDamage& damage);

private:
    struct Series
    {
        SamplingSummary summary;
        std::int64_t period = 0;
        std::int64_t first = 0, last = 0; ///< rows
        std::int64_t lastPresent = 0;
        bool any = false, anyPresent = false;
    };

    bool decode(const format::Frame& frame);
    bool seeHeader(const format::Frame& frame);
    bool seeSamples(const format::Frame& frame);
    void seeColumn(const format::SampleBlock& block, const format::SampleColumn& column);
    bool seeNames(const format::Frame& frame);
    bool seeOps(const format::Frame& frame);
    bool seeSpans(const format::Frame& frame);
    bool seeSteps(const format::Frame& frame);
    bool seeEvent(const format::Frame& frame);
    bool seeLog(const format::Frame& frame);
    void seeTime(std::int64_t time);
    void findFaults();

    Verdict m_verdict;
    std::unordered_map<std::uint32_t, Series> m_series;
    std::unordered_map<std::uint32_t, std::uint64_t> m_nextStep; ///< by process
    std::unordered_set<std::uint32_t> m_undefined;               ///< op ids without a definition
    std::vector<bool> m_names, m_ops;                            ///< ids that are defined
    bool m_anyTime = false;
};

void Verifier::see(const Frame& frame)
{
    ++m_verdict.frames[static_cast<std::uint16_t>(frame.type)];
    const bool first = m_verdict.bytes == 0;
    m_verdict.bytes = frame.offset + format::kFrameHeaderSize + frame.payload.size();
    const bool headerInPlace = (frame.type == FrameType::Header) == first;
    if (!headerInPlace || m_verdict.ending)
        ++m_verdict.outOfPlaceFrames;
    if (!decode(frame))
        ++m_verdict.malformedFrames;
}

bool Verifier::decode(const Frame& frame)
{
    switch (frame.type) {
    case FrameType::Header:
        return seeHeader(frame);
    case FrameType::Clock:
        return format::decodeClock(frame.payload).ok();
    case FrameType::Samples:
        return seeSamples(frame);
    case FrameType::Names:
        return seeNames(frame);
    case FrameType::Spans:
        return seeSpans(frame);
    case FrameType::Steps:
        return seeSteps(frame);
    case FrameType::Log:
        return seeLog(frame);
    case FrameType::Event:
        return seeEvent(frame);
    case FrameType::Footer:
        m_verdict.ending = trace::parseEnding(textOf(frame));
        if (m_verdict.ending)
            seeTime(m_verdict.ending->end);
        return m_verdict.ending.has_value();
    case FrameType::Ops:
        return seeOps(frame);
    case FrameType::Lane:
        return format::decodeLane(frame.payload).ok();
    case FrameType::Links:
        return format::decodeLinks(frame.payload).ok();
    case FrameType::Work:
        return format::decodeWork(frame.payload).ok();
    case FrameType::Metric:
        return format::decodeMetric(frame.payload).ok();
    case FrameType::Facts: {
        trace::Facts facts;
        return trace::mergeFacts(textOf(frame), facts);
    }
    }
    return true; // a type of a later version
}

bool Verifier::seeHeader(const Frame& frame)
{
    std::vector<trace::Loss> leftOut;
    auto header = trace::parseHeader(textOf(frame), leftOut);
    if (!header)
        return false;
    if (m_verdict.header)
        return true;
    m_verdict.header = std::move(header);
    seeTime(m_verdict.header->startMonotonic);
    for (const trace::Channel& channel : m_verdict.header->channels) {
        Series& series = m_series[channel.id];
        series.summary.channel = channel.id;
        series.summary.name = channel.quantity == channel.name ? channel.name : channel.quantity + " " + channel.name;
        series.period = channel.periodNs.value_or(m_verdict.header->periodNs);
    }
    return leftOut.empty();
}

bool Verifier::seeSamples(const Frame& frame)
{
    const auto block = format::decodeSamples(frame.payload);
    if (!block.ok())
        return false;
    seeTime(block->times.front());
    seeTime(block->times.back());
    bool areKnown = true;
    for (const format::SampleColumn& column : block->columns) {
        areKnown = areKnown && m_series.contains(column.channel);
        if (m_series.contains(column.channel))
            seeColumn(*block, column);
    }
    return areKnown;
}

void Verifier::seeColumn(const format::SampleBlock& block, const format::SampleColumn& column)
{
    Series& series = m_series[column.channel];
    SamplingSummary& summary = series.summary;
    for (std::size_t row = 0; row < block.times.size(); ++row) {
        const std::int64_t time = block.times[row];
        if (!series.any)
            series.first = time;
        else if (time < series.last)
            ++summary.backwards;
        series.any = true;
        series.last = std::max(time, series.last);
        if (column.values[row] == format::kMissing) {
            ++summary.gaps;
            continue;
        }
        const std::int64_t pause = series.anyPresent ? pauseBetween(series.lastPresent, time) : 0;
        if (pause > summary.longestPause) {
            summary.longestPause = pause;
            summary.pauseAt = series.lastPresent;
        }
        ++summary.present;
        series.anyPresent = true;
        series.lastPresent = time;
    }
}

bool Verifier::seeNames(const Frame& frame)
{
    const auto block = format::decodeNames(frame.payload);
    if (!block.ok())
        return false;
    define(m_names, block->firstId, block->names.size());
    return true;
}

bool Verifier::seeOps(const Frame& frame)
{
    const auto block = format::decodeOps(frame.payload);
    if (!block.ok())
        return false;
    define(m_ops, block->firstId, block->ops.size());
    for (const format::Op& op : block->ops) {
        for (const std::uint32_t name : {op.name, op.shapes, op.module, op.category})
            m_verdict.undefinedNames += isDefined(m_names, name) ? 0 : 1;
    }
    return true;
}

bool Verifier::seeSpans(const Frame& frame)
{
    const auto block = format::decodeSpans(frame.payload);
    if (!block.ok())
        return false;
    m_verdict.spans += block->starts.size();
    for (const std::uint32_t op : block->ops) {
        if (!isDefined(m_ops, op) && m_undefined.size() < kMostRemembered && m_undefined.insert(op).second)
            ++m_verdict.undefinedNames;
    }
    return true;
}

bool Verifier::seeSteps(const Frame& frame)
{
    const auto steps = format::decodeSteps(frame.payload);
    if (!steps.ok())
        return false;
    for (const format::Step& step : *steps) {
        ++m_verdict.steps;
        seeTime(step.end);
        if (m_nextStep.size() >= kMostRemembered && !m_nextStep.contains(step.process))
            continue;
        const auto [next, isFirst] = m_nextStep.try_emplace(step.process, step.index);
        // A process that restarts counts from 0 again.
        if (!isFirst && step.index > next->second)
            m_verdict.missingSteps += step.index - next->second;
        next->second = step.index + 1;
    }
    return true;
}

bool Verifier::seeLog(const Frame& frame)
{
    const auto chunk = format::decodeLog(frame.payload);
    if (chunk.ok())
        m_verdict.logBytes += chunk->text.size();
    return chunk.ok();
}

bool Verifier::seeEvent(const Frame& frame)
{
    const auto event = format::decodeEvent(frame.payload);
    if (!event.ok())
        return false;
    seeTime(event->time);
    auto details = trace::parseEvent(event->details);
    if (details.loss && m_verdict.losses.size() < kMostRemembered)
        m_verdict.losses.push_back(std::move(*details.loss));
    return true;
}

void Verifier::seeTime(std::int64_t time)
{
    if (!trace::isPossibleTime(time))
        return;
    m_verdict.extent =
        m_anyTime ? trace::TimeRange{std::min(m_verdict.extent.begin, time), std::max(m_verdict.extent.end, time)}
                  : trace::TimeRange{time, time};
    m_anyTime = true;
}

Verdict Verifier::conclude(const format::ReadDamage& damage)
{
    m_verdict.damage = damage;
    if (m_verdict.header) {
        for (const trace::Channel& channel : m_verdict.header->channels) {
            Series& series = m_series[channel.id];
            if (series.any && series.period > 0)
                series.summary.expected =
                    static_cast<std::uint64_t>((pauseBetween(series.first, series.last) + series.period / 2) /
                                               series.period) +
                    1;
            m_verdict.sampling.push_back(series.summary);
        }
    }
    findFaults();
    m_verdict.good = m_verdict.faults.empty();
    return m_verdict;
}

void Verifier::findFaults()
{
    auto& faults = m_verdict.faults;
    const format::ReadDamage& damage = m_verdict.damage;
    if (damage.places > 0)
        faults.push_back("damaged in " + countText(damage.places, "place") + ": " + countText(damage.skippedBytes) +
                         " bytes are in no valid frame and were skipped");
    if (damage.tornBytes > 0)
        faults.push_back("truncated: its last " + countText(damage.tornBytes) + " bytes are an incomplete frame");
    if (m_verdict.malformedFrames > 0)
        faults.push_back(countText(m_verdict.malformedFrames) + " frames have an invalid payload");
    if (m_verdict.outOfPlaceFrames > 0)
        faults.push_back(countText(m_verdict.outOfPlaceFrames) +
                         " frames are out of place (before the header or after the end)");
    if (m_verdict.undefinedNames > 0)
        faults.push_back(countText(m_verdict.undefinedNames) +
                         " ops or names are used but not defined: their frames are lost");
    if (!m_verdict.header)
        faults.emplace_back("it has no header: its channels are not known");
    if (!m_verdict.ending)
        faults.emplace_back(
            "it has no end: the run is still in progress, or the rest was not fetched (stepscope attach fetches it)");
    std::uint64_t backwards = 0;
    for (const SamplingSummary& channel : m_verdict.sampling)
        backwards += channel.backwards;
    if (backwards > 0)
        faults.push_back(countText(backwards) + " samples are earlier than their predecessors");
    // Profilers record some steps only, so imported recordings have gaps between them.
    const bool isImported = m_verdict.header && trace::isImported(*m_verdict.header);
    if (m_verdict.missingSteps > 0 && m_verdict.losses.empty() && !isImported)
        faults.push_back(countText(m_verdict.missingSteps) + " steps are missing, and no loss is reported");
}

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
    constexpr std::array kNames = {"header", "clock", "samples", "names", "spans", "steps", "log",   "event",
                                   "footer", "ops",   "lane",    "facts", "links", "work",  "metric"};
    static_assert(kNames.size() == static_cast<std::size_t>(FrameType::Metric));
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
    if (ending.state != "failed" && ending.state != "left")
        text += ending.signal != 0 ? ", signal " + std::to_string(ending.signal)
                : ending.hasStatus ? ", exit status " + std::to_string(ending.exitStatus)
                                   : ", exit status not known";
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
        if (const auto checked = drain(reader, verifier); !checked)
            return format::failure(checked.error().code, path.string() + ": " + checked.error().text);
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
        page.line("!! LOST DATA", lossText(loss.count, loss.what) + ", at " +
                                      durationText(loss.range.begin - verdict.extent.begin) + ": " + loss.reason);
    writeSampling(verdict, page);
    return page.text();
}

} // namespace stepscope::analysis
