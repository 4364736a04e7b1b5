#include "analysis/import/recordingmerge.h"

#include "analysis/import/collectedimport.h"
#include "analysis/import/merge.h"
#include "analysis/import/recordingactivity.h"
#include "analysis/import/unfinishedfile.h"
#include "analysis/text/quantitytext.h"
#include "analysis/trace/headerjson.h"
#include "analysis/trace/jsonfields.h"
#include "remote/format/bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::failure;
using format::Frame;
using format::FrameType;
using format::Result;
namespace fields = trace::json;

constexpr std::int64_t kSlack = 60'000'000'000; ///< ns that a profiler may start before, or end after, the recording
constexpr std::int64_t kWorstAccuracy = 86'400'000'000'000; ///< ns
constexpr std::uint32_t kMostIds = 1U << 30U;               ///< far more than a recording may have

std::string_view payloadText(const Frame& frame)
{
    return {reinterpret_cast<const char*>(frame.payload.data()), frame.payload.size()};
}

/// Calls `take` for each frame. Errors: those of `take`; the recording is damaged or its end is missing.
Result<void> readFrames(const std::filesystem::path& path, const std::function<Result<void>(const Frame&)>& take)
{
    std::ifstream input(path, std::ios::binary);
    if (!input)
        return failure(Error::Code::NotFound, path.string() + " cannot be read: check the path.");
    format::FrameReader reader;
    std::vector<char> piece(std::size_t{1} << 20U);
    for (bool atEnd = false; !atEnd;) {
        input.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        atEnd = input.gcount() <= 0;
        reader.feed(std::as_bytes(std::span(piece)).first(static_cast<std::size_t>(input.gcount())));
        if (atEnd)
            reader.finish();
        for (;;) {
            const auto frame = reader.next();
            if (!frame)
                return failure(frame.error().code, path.string() + ": " + frame.error().text);
            if (!frame->has_value())
                break;
            TRY(take(**frame));
        }
    }
    const format::ReadDamage& damage = reader.damage();
    if (damage.skippedBytes > 0 || damage.tornBytes > 0)
        return failure(Error::Code::Corrupt,
                       path.string() + " is damaged or its end is missing, so nothing is merged into it: `stepscope "
                                       "verify` lists the damage, `stepscope attach` fetches the rest.");
    return {};
}

/// The first pass over a recording: which ids it uses, and its clocks.
struct Survey
{
    MergePlace place{};
    ClockMap clocks{};
    std::string header{};
    std::int64_t firstTime = 0; ///< of the header
    std::optional<std::int64_t> lastTime{};
};

void raise(std::uint32_t& most, std::uint64_t id)
{
    most = std::max(most, static_cast<std::uint32_t>(std::min<std::uint64_t>(id, kMostIds + 1)));
}

Result<void> surveyFrame(const Frame& frame, Survey& survey)
{
    MergePlace& place = survey.place;
    switch (frame.type) {
    case FrameType::Header:
        if (survey.header.empty())
            survey.header = payloadText(frame);
        break;
    case FrameType::Clock: {
        const format::ClockPair pair = TRY(format::decodeClock(frame.payload));
        if (trace::isPossibleTime(pair.monotonic) && SourceClock::isPlausible(pair.realtime))
            survey.clocks.add(pair);
        survey.lastTime = std::max(survey.lastTime.value_or(pair.monotonic), pair.monotonic);
        break;
    }
    case FrameType::Names: {
        const format::NameBlock block = TRY(format::decodeNames(frame.payload));
        raise(place.names, block.firstId + std::max<std::uint64_t>(block.names.size(), 1) - 1);
        break;
    }
    case FrameType::Ops: {
        const format::OpBlock block = TRY(format::decodeOps(frame.payload));
        raise(place.ops, block.firstId + std::max<std::uint64_t>(block.ops.size(), 1) - 1);
        break;
    }
    case FrameType::Lane:
        raise(place.lanes, TRY(format::decodeLane(frame.payload)).id);
        break;
    case FrameType::Spans:
        raise(place.lanes, TRY(format::decodeSpans(frame.payload)).lane);
        break;
    case FrameType::Steps:
        for (const format::Step& step : TRY(format::decodeSteps(frame.payload))) {
            raise(place.processes, std::uint64_t{step.process} + 1);
            survey.lastTime = std::max(survey.lastTime.value_or(step.end), step.end);
        }
        break;
    case FrameType::Footer:
        if (const auto footer = fields::parseObject(payloadText(frame))) {
            if (const auto end = fields::integerAt(*footer, "end_ns", 0, trace::kMaxTime))
                survey.lastTime = std::max(survey.lastTime.value_or(*end), *end);
        }
        break;
    default:
        break;
    }
    return {};
}

/// Ids of channels, and the relation of the clocks at the start.
Result<void> surveyHeader(const std::filesystem::path& path, Survey& survey)
{
    std::vector<trace::Loss> ignored;
    const auto header = trace::parseHeader(survey.header, ignored);
    if (!header)
        return failure(Error::Code::Corrupt,
                       path.string() + " has no readable header, so nothing can be merged into it.");
    for (const trace::Channel& channel : header->channels) {
        raise(survey.place.channels, std::uint64_t{channel.id} + 1);
        raise(survey.place.groups, std::uint64_t{channel.group} + 1);
        survey.place.channelNames.insert(channelKey(channel));
        ++survey.place.channelCount;
    }
    survey.firstTime = header->startMonotonic;
    if (survey.clocks.isEmpty() && SourceClock::isPlausible(header->startRealtime))
        survey.clocks.add({header->startMonotonic, header->startRealtime, 0});
    survey.clocks.finish();
    const MergePlace& place = survey.place;
    if (std::max({place.names, place.ops, place.lanes, place.channels, place.groups, place.processes}) > kMostIds)
        return failure(Error::Code::Corrupt, path.string() + " uses ids beyond the limits of the format, so nothing "
                                                             "can be merged into it.");
    if (survey.clocks.isEmpty())
        return failure(Error::Code::Usage, path.string() + " does not state the real time, so no other file can be "
                                                           "placed in it.");
    return {};
}

Result<Survey> surveyed(const std::filesystem::path& path)
{
    Survey survey;
    TRY(readFrames(path, [&](const Frame& frame) { return surveyFrame(frame, survey); }));
    TRY(surveyHeader(path, survey));
    return survey;
}

/// Whether the real time that a source states decides where it belongs.
bool isPrecise(const SourceClock& clock)
{
    constexpr std::int64_t kPrecise = 10'000'000; // ns
    return clock.realOfZero && !clock.isLocal && clock.accuracyNs < kPrecise;
}

/// Moves a collection whose clock does not decide: the activity of the processors in both does, as far as it is known.
Result<Alignment> placeByActivity(Collection& collection, const std::filesystem::path& recording,
                                  std::int64_t correctionNs)
{
    OpTable ops;
    Collection fixed(ops);
    TRY(readActivity(recording, fixed));
    auto alignment = alignTo(fixed, collection);
    if (!alignment && correctionNs != 0)
        alignment = alignStarts(fixed, collection);
    if (!alignment)
        return failure(
            Error::Code::Usage,
            collection.files.front() +
                " does not state the real time of its clock, or one at which the recording did not run, and its "
                "activity does not show where it belongs in " +
                recording.string() + ": give the time between both begins, as in --offset FILE=12.5ms.");
    const std::int64_t offset = alignment->offsetNs;
    collection.mapTimes([offset](std::int64_t time) { return format::wrappingSum(time, offset); });
    return *alignment;
}

Alignment placeByClock(Collection& collection, const std::filesystem::path& recording, const Survey& survey)
{
    const SourceClock& clock = collection.clock;
    Alignment alignment{.method = Alignment::Method::Clock};
    alignment.accuracyNs = clock.accuracyNs + survey.clocks.accuracyNs();
    // A clock of a profiler that begins at 0 advances steadily; one that is the real time is adjusted with it.
    const std::int64_t start = *clock.realOfZero == 0 ? 0 : survey.clocks.monotonicAt(*clock.realOfZero);
    const auto timeOf = [&](std::int64_t time) {
        return *clock.realOfZero == 0 ? survey.clocks.monotonicAt(time) : format::wrappingSum(start, time);
    };
    alignment.offsetNs = format::wrappingDifference(timeOf(collection.begin), collection.begin);
    collection.mapTimes(timeOf);
    alignment.text = collection.files.front() + " is aligned to " + recording.filename().string() +
                     " by the real time in both, accurate to " +
                     durationText(static_cast<double>(alignment.accuracyNs) * 1e-9) + ", confidence 100 %";
    return alignment;
}

/// Moves a collection to the times of the recording.
Result<Alignment> placeSource(const ImportedSource& source, Collection& collection,
                              const std::filesystem::path& recording, const Survey& survey, std::int64_t correctionNs)
{
    const std::string file = source.files.front().string();
    const Alignment alignment = isPrecise(collection.clock) ? placeByClock(collection, recording, survey)
                                                            : TRY(placeByActivity(collection, recording, correctionNs));
    if (collection.end < survey.firstTime - kSlack || (survey.lastTime && collection.begin > *survey.lastTime + kSlack))
        return failure(Error::Code::Usage, file + " does not overlap in time with the recording " + recording.string() +
                                               ": it is of another run.");
    if (correctionNs != 0)
        collection.mapTimes([correctionNs](std::int64_t time) { return format::wrappingSum(time, correctionNs); });
    return alignment.corrected(correctionNs);
}

std::string compactText(const fields::Object& object)
{
    return object.dump(-1, ' ', false, fields::Object::error_handler_t::replace);
}

/// The header with the lists of both.
std::string joinedHeader(const std::string& header, const trace::RunHeader& added)
{
    fields::Object joined = fields::parseObject(header).value_or(fields::Object::object());
    const fields::Object more = fields::parseObject(headerText(added)).value_or(fields::Object::object());
    for (const char* list : {"sources", "channels"}) {
        if (!fields::arrayAt(joined, list))
            joined[list] = fields::Object::array();
        for (const fields::Object& entry : more.value(list, fields::Object::array()))
            joined[list].push_back(entry);
    }
    fields::Object& device = joined["device"];
    if (device.is_object() && fields::textAt(device, "gpu").empty() && !added.device.gpu.empty())
        device["gpu"] = added.device.gpu;
    return compactText(joined);
}

std::string joinedFooter(std::string_view footer, const RecordingTotals& added)
{
    auto joined = fields::parseObject(footer);
    if (!joined)
        return std::string(footer);
    if (!fields::objectAt(*joined, "totals"))
        (*joined)["totals"] = fields::Object::object();
    fields::Object& totals = (*joined)["totals"];
    const std::pair<const char*, std::uint64_t> counts[] = {
        {"samples", added.samples}, {"spans", added.spans}, {"steps", added.steps}, {"losses", added.losses}};
    for (const auto& [name, count] : counts)
        totals[name] = fields::countAt(totals, name) + count;
    return compactText(*joined);
}

class RecordingMerge
{
public:
    RecordingMerge(const std::filesystem::path& recording, const ImportOptions& options)
        : m_recording(recording)
        , m_options(options)
    {}

    Result<ImportSummary> writeTo(format::RecordingFile file, const ImportProgress& progress)
    {
        const Survey survey = TRY(surveyed(m_recording));
        ImportOptions options = m_options;
        options.offsets.clear(); // every source may be moved against the recording
        CollectedImport import = TRY(CollectedImport::read(options, progress));
        ImportSummary summary;
        std::vector<Alignment> alignments;
        for (std::size_t i = 0; i < import.collections().size(); ++i) {
            const ImportedSource& source = import.sources()[i];
            alignments.push_back(
                TRY(placeSource(source, import.collections()[i], m_recording, survey, correctionOf(source))));
            summary.text += (i > 0 ? " | " : "") + source.text;
            summary.alignments.push_back(alignments.back().text);
            summary.sources.push_back(source);
            summary.sources.back().alignment = alignments.back();
            summary.sources.back().beginNs =
                format::wrappingDifference(import.collections()[i].begin, survey.firstTime);
            alignments.back().offsetNs = 0; // the times are those of the recording
        }
        TRY(write(std::move(file), survey, import, alignments));
        if (progress && !progress(1))
            return failure(Error::Code::Cancelled,
                           "Merging into " + m_recording.string() + " was cancelled; the recording is unchanged.");
        return summary;
    }

private:
    [[nodiscard]] std::int64_t correctionOf(const ImportedSource& source) const
    {
        for (const auto& [file, ns] : m_options.offsets) {
            if (std::find(source.files.begin(), source.files.end(), file) != source.files.end())
                return ns;
        }
        return 0;
    }

    /// All frames before the footer, then what is added: a reader accepts both in this order.
    Result<void> write(format::RecordingFile file, const Survey& survey, CollectedImport& import,
                       const std::vector<Alignment>& alignments)
    {
        RecordingWriter writer(std::move(file));
        std::optional<std::string> footer;
        bool hasHeader = false;
        TRY(readFrames(m_recording, [&](const Frame& frame) -> Result<void> {
            if (frame.type == FrameType::Header && !std::exchange(hasHeader, true))
                writer.header(
                    joinedHeader(survey.header, appendedHeader(import.collections(), alignments, survey.place)));
            else if (frame.type == FrameType::Footer)
                footer = payloadText(frame);
            else
                writer.copy(frame);
            return {};
        }));
        const RecordingTotals added =
            appendMerged(import.collections(), alignments, import.ops(), survey.place, writer);
        if (footer)
            writer.footer(joinedFooter(*footer, added));
        return writer.close();
    }

    const std::filesystem::path& m_recording;
    const ImportOptions& m_options;
};

} // namespace

void ClockMap::finish()
{
    std::stable_sort(m_pairs.begin(), m_pairs.end(),
                     [](const format::ClockPair& a, const format::ClockPair& b) { return a.realtime < b.realtime; });
}

std::int64_t ClockMap::monotonicAt(std::int64_t realNs) const
{
    const auto after =
        std::upper_bound(m_pairs.begin(), m_pairs.end(), realNs,
                         [](std::int64_t time, const format::ClockPair& pair) { return time < pair.realtime; });
    const format::ClockPair& before = after == m_pairs.begin() ? m_pairs.front() : *(after - 1);
    const std::int64_t since = format::wrappingDifference(realNs, before.realtime); // of untrusted times
    const std::int64_t plain = format::wrappingSum(before.monotonic, since);
    if (after == m_pairs.begin() || after == m_pairs.end())
        return plain;
    const auto real = static_cast<double>(format::wrappingDifference(after->realtime, before.realtime));
    const auto monotonic = static_cast<double>(format::wrappingDifference(after->monotonic, before.monotonic));
    constexpr double kMostDrift = 0.01;
    if (real <= 0 || std::abs(monotonic / real - 1) > kMostDrift)
        return plain;
    return format::wrappingSum(plain, std::llround((monotonic / real - 1) * static_cast<double>(since)));
}

std::int64_t ClockMap::accuracyNs() const
{
    std::int64_t most = 0;
    for (const format::ClockPair& pair : m_pairs)
        most = std::max(most, std::clamp<std::int64_t>(pair.uncertainty, 0, kWorstAccuracy));
    return most;
}

Result<ImportSummary> mergeIntoRecording(const std::filesystem::path& recording, const ImportOptions& options,
                                         const std::filesystem::path& output, const ImportProgress& progress)
{
    if (options.files.empty())
        return failure(Error::Code::Usage, recording.string() + " is a recording already: open it with `stepscope " +
                                               recording.string() + "`, or name the files to merge into it after it.");
    auto file = TRY(format::RecordingFile::create(output));
    UnfinishedFile unfinished(output);
    auto summary = TRY(RecordingMerge(recording, options).writeTo(std::move(file), progress));
    unfinished.keep();
    return summary;
}

} // namespace stepscope::analysis
