#include "analysis/import/chromecollection.h"
#include "analysis/import/chromeevent.h"
#include "analysis/import/importer.h"
#include "analysis/import/recordingwriter.h"
#include "remote/format/version.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Error;
using format::Event;

constexpr std::size_t kSpansInBlock = 16384;
constexpr std::size_t kRowsInBlock = 4096;
/// Plausible start times of a trace, ns since 1970: 2010 to 2100.
constexpr std::int64_t kEarliestReal = 1'262'304'000'000'000'000;
constexpr std::int64_t kLatestReal = 4'102'444'800'000'000'000;

std::string counted(std::uint64_t count, const char* singular, const char* plural)
{
    return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

/// A power of ten that makes all values integers if there is one, else one that keeps 15 digits of the largest value.
double scaleOf(const ChromeCollection::Counter& counter)
{
    double largest = 0;
    bool isWhole = true;
    for (const auto& [time, value] : counter.values) {
        largest = std::max(largest, std::abs(value));
        isWhole = isWhole && value == std::round(value);
    }
    constexpr double kExact = 9e15; // below 2^53
    if ((isWhole && largest < kExact) || largest == 0)
        return 1;
    return std::pow(10.0, std::ceil(std::log10(largest)) - 15);
}

/// Writes what was gathered. Times of a recording begin at 0: doubles of them lose nothing then.
class ChromeWriter
{
public:
    ChromeWriter(const ChromeCollection& collection, RecordingWriter& recording)
        : m_collection(collection)
        , m_recording(recording)
    {}

    void write(const ImportOptions& options, const ChromeFile& file)
    {
        m_recording.header(headerText(makeHeader(options, realStart(file))));
        if (realStart(file) > 0)
            m_recording.clock({0, realStart(file), 1000});
        m_recording.names(m_collection.names);
        m_recording.ops(m_collection.ops);
        for (const ChromeCollection::Lane& lane : m_collection.lanes)
            writeLane(lane);
        writeLinks();
        std::vector<format::Step> steps = m_collection.steps;
        for (format::Step& step : steps) {
            step.start = at(step.start);
            step.end = at(step.end);
        }
        m_recording.steps(steps);
        for (std::size_t i = 0; i < m_collection.counters.size(); ++i)
            writeCounter(static_cast<std::uint32_t>(i), m_collection.counters[i]);
        writeEvents();
        m_recording.footer(footerText(at(m_collection.end), {.samples = m_samples,
                                                             .spans = m_collection.spans,
                                                             .steps = steps.size(),
                                                             .losses = m_collection.losses.size()}));
    }

private:
    [[nodiscard]] std::int64_t at(std::int64_t time) const { return time - m_collection.begin; }

    /// 0 = not known.
    [[nodiscard]] std::int64_t realStart(const ChromeFile& file) const
    {
        std::int64_t start = 0;
        if (__builtin_add_overflow(m_collection.begin, file.baseNs.value_or(0), &start))
            return 0;
        return kEarliestReal < start && start < kLatestReal ? start : 0;
    }
    [[nodiscard]] trace::RunHeader makeHeader(const ImportOptions& options, std::int64_t start) const
    {
        const std::string name = options.files.front().filename().string();
        trace::RunHeader header;
        header.run = "import-" + options.files.front().stem().string();
        header.agentVersion = format::version();
        header.startRealtime = start;
        header.ops = "all";
        header.command = {"(imported)", name};
        header.sources.push_back({.name = "trace",
                                  .title = "Trace events, imported",
                                  .state = "used",
                                  .resolution = "as written",
                                  .reason = "read from " + name});
        for (std::size_t i = 0; i < m_collection.counters.size(); ++i) {
            const ChromeCollection::Counter& counter = m_collection.counters[i];
            const auto id = static_cast<std::uint32_t>(i);
            header.channels.push_back({.id = id,
                                       .group = id,
                                       .name = counter.name,
                                       .quantity = counter.unit.empty() ? "counter" : "memory",
                                       .unit = counter.unit,
                                       .scale = scaleOf(counter),
                                       .source = "trace"});
        }
        return header;
    }
    void writeLinks()
    {
        std::vector<format::Link> moved;
        for (const auto& [lanes, links] : m_collection.links) {
            moved.clear();
            for (const format::Link& link : links)
                moved.push_back({at(link.from), at(link.to)});
            m_recording.links(lanes, moved);
        }
    }
    void writeLane(const ChromeCollection::Lane& lane)
    {
        const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); };
        m_recording.lane({.id = lane.id,
                          .kind = lane.isOfGpu ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread,
                          .process = number(lane.process),
                          .thread = number(lane.thread),
                          .name = m_collection.nameOf(lane).substr(0, 4000)});
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durations;
        std::vector<std::uint32_t> ops;
        std::vector<std::uint8_t> depths;
        for (std::size_t i = 0; i < lane.spans.size(); ++i) {
            const NestedSpan& span = lane.spans[i];
            starts.push_back(at(span.start));
            durations.push_back(span.duration);
            ops.push_back(span.op);
            depths.push_back(span.depth);
            if (starts.size() < kSpansInBlock && i + 1 < lane.spans.size())
                continue;
            m_recording.spans(
                {.lane = lane.id, .starts = starts, .durations = durations, .ops = ops, .depths = depths});
            starts.clear();
            durations.clear();
            ops.clear();
            depths.clear();
        }
    }
    void writeCounter(std::uint32_t id, const ChromeCollection::Counter& counter)
    {
        const double scale = scaleOf(counter);
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        for (std::size_t i = 0; i < counter.values.size(); ++i) {
            times.push_back(at(counter.values[i].first));
            values.push_back(std::llround(counter.values[i].second / scale));
            if (times.size() < kRowsInBlock && i + 1 < counter.values.size())
                continue;
            const format::SampleColumnView column{.channel = id, .values = values, .readOffsets = {}};
            m_recording.samples({.group = id, .times = times, .columns = {&column, 1}});
            m_samples += times.size();
            times.clear();
            values.clear();
        }
    }
    void writeEvents()
    {
        for (const ChromeCollection::Instant& instant : m_collection.instants)
            m_recording.event(at(instant.time), Event::Severity::Info, "mark", instant.text);
        for (trace::Loss loss : m_collection.losses) {
            loss.range = {0, at(m_collection.end)};
            m_recording.loss(loss);
        }
    }

    const ChromeCollection& m_collection;
    RecordingWriter& m_recording;
    std::uint64_t m_samples = 0;
};

class ChromeTraceImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "chrometrace"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "trace events of PyTorch, TensorFlow or Chrome (JSON, packed by gzip or not)";
    }
    [[nodiscard]] bool recognises(std::string_view beginning) const override;
    [[nodiscard]] format::Result<ImportSummary> import(const ImportOptions& options, RecordingWriter& recording,
                                                       const ImportProgress& progress) const override;
};

bool ChromeTraceImporter::recognises(std::string_view beginning) const
{
    const std::string text = unpackedBeginning(beginning);
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    if (first == std::string::npos)
        return false;
    // PyTorch writes device properties before the events.
    return text[first] == '[' ? says("\"ph\"")
                              : text[first] == '{' && (says("\"traceEvents\"") || says("\"deviceProperties\""));
}

std::string summaryOf(const ChromeCollection& collection, const ChromeFile& file)
{
    std::uint64_t lost = 0;
    for (const trace::Loss& loss : collection.losses)
        lost += loss.count;
    std::string text = counted(collection.events, "event", "events") + ": " +
                       counted(collection.spans, "span", "spans") + " of " +
                       counted(collection.lanes.size(), "thread or stream", "threads and streams") + ", " +
                       counted(collection.steps.size(), "step", "steps") + ", " +
                       counted(collection.counters.size(), "counter", "counters");
    std::size_t links = 0;
    for (const auto& [lanes, list] : collection.links)
        links += list.size();
    if (links > 0)
        text += ", " + counted(links, "link", "links");
    if (lost > 0)
        text += "; " + std::to_string(lost) + " not imported as they are: see the losses in the recording";
    if (!file.damage.empty())
        text += "; " + file.damage + "; the events before it are kept";
    return text;
}

format::Result<ImportSummary> ChromeTraceImporter::import(const ImportOptions& options, RecordingWriter& recording,
                                                          const ImportProgress& progress) const
{
    constexpr std::uint64_t kEventsBetweenReports = 4096;
    if (options.files.size() > 1)
        return format::failure(Error::Code::Usage, "Each trace becomes its own recording: import them one by one.");
    const std::string path = options.files.front().string();
    GzipFile input = TRY(GzipFile::open(options.files.front()));
    ChromeCollection collection;
    bool cancelled = false;
    const ChromeFile file = readChromeEvents(input, [&](const ChromeEvent& event) {
        collection.add(event);
        cancelled = progress && collection.events % kEventsBetweenReports == 0 && !progress(input.share() * 0.9);
        return !cancelled;
    });
    if (cancelled)
        return format::failure(Error::Code::Cancelled, "Importing " + path + " was cancelled; nothing was kept.");
    collection.finish();
    if (collection.events == 0)
        return format::failure(Error::Code::Corrupt, path + " contains no trace event" +
                                                         (file.damage.empty() ? "" : " (" + file.damage + ")") +
                                                         ": nothing to import.");
    if (file.strays > 0)
        collection.losses.push_back({.what = "events", .count = file.strays, .reason = "not JSON objects"});
    // A stopped program leaves an array without its end; no event is lost then.
    if (!file.damage.empty() && (!file.isCutOff || file.cutInEvent || file.damage.starts_with("its")))
        collection.losses.push_back({.what = "tail", .count = 1, .reason = file.damage + "; the rest is left out"});
    ChromeWriter(collection, recording).write(options, file);
    return ImportSummary{summaryOf(collection, file)};
}

} // namespace

std::unique_ptr<Importer> makeChromeTraceImporter()
{
    return std::make_unique<ChromeTraceImporter>();
}

} // namespace stepscope::analysis
