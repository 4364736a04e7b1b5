#include "analysis/export/exporter.h"
#include "analysis/export/lanetracks.h"
#include "analysis/export/tracelayout.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/quantitytext.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Categories of ops by the names that PyTorch's traces have.
std::string_view categoryInTrace(std::string_view category, bool isOfGpu)
{
    struct Row
    {
        std::string_view inRecording, inTrace;
    };
    constexpr std::array kRows{
        Row{"op", "cpu_op"},         Row{"kernel", "kernel"},         Row{"memcpy", "gpu_memcpy"},
        Row{"memset", "gpu_memset"}, Row{"user", "user_annotation"},  Row{"runtime", "cuda_runtime"},
        Row{"", "cpu_op"},           Row{"python", "python_function"}};
    if (isOfGpu && (category.empty() || category == "op"))
        return "kernel";
    if (isOfGpu && category == "user")
        return "gpu_user_annotation";
    for (const Row& row : kRows) {
        if (row.inRecording == category)
            return row.inTrace;
    }
    return category;
}

/// Shapes as lists, which other programs read; another text as one string.
Json shapesJson(std::string_view shapes)
{
    if (shapes.find_first_not_of("[]0123456789,-") == std::string_view::npos) {
        Json lists = Json::parse("[" + std::string(shapes) + "]", nullptr, false);
        if (!lists.is_discarded())
            return lists;
    }
    return Json::array({shapes});
}

class Writer
{
public:
    Writer(const trace::TraceView& view, OutputFile& file, const Progress& progress)
        : m_view(view)
        , m_file(file)
        , m_layout(view)
        , m_progress(progress, view.spanCount() + view.sampleCount())
        , m_begin(view.extent().begin)
    {}

    format::Result<std::string> write(const ExportOptions& options)
    {
        m_file.write("{\"displayTimeUnit\":\"ms\",\"baseTimeNanoseconds\":" + std::to_string(realTimeOfStart(m_view)) +
                     ",\n\"traceEvents\":[");
        writeNames();
        writeSteps();
        writeEvents();
        TRY(writeSpans());
        TRY(writeLinks());
        TRY(writeCounters());
        if (m_view.logSize() > 0)
            m_omissions.add("parts of the training's log", m_view.logSize());
        const trace::RunHeader& header = m_view.header();
        Json about = {{"program", "Stepscope"},
                      {"recording", options.title},
                      {"command", header.command},
                      {"device", deviceTitle(m_view)},
                      {"virtual", header.isVirtual},
                      {"start_realtime_ns", std::to_string(realTimeOfStart(m_view))},
                      {"start_monotonic_ns", std::to_string(m_begin)},
                      {"not_expressed", m_omissions.text()}};
        m_file.write("\n],\n\"otherData\":" + dumped(about) + "}\n");
        std::string text = countText(m_spans) + " spans, " + countText(m_samples) + " samples, " +
                           countText(m_view.stepCount()) + " steps, " + countText(m_flows) + " flows";
        return m_omissions.isEmpty() ? text : text + "; " + m_omissions.text();
    }

private:
    struct Place
    {
        std::uint32_t process = 0;
        std::uint32_t thread = 0;
    };

    /// Starts an event; the caller writes the rest of its object.
    void begin(char phase, Place place)
    {
        m_file.write(std::exchange(m_isFirst, false) ? "\n" : ",\n");
        m_file.write("{\"ph\":\"");
        m_file.write({&phase, 1});
        m_file.write("\",\"pid\":");
        number(place.process);
        m_file.write(",\"tid\":");
        number(place.thread);
    }
    template <typename Number>
    void number(Number value)
    {
        std::array<char, 32> memory{};
        m_file.write({memory.data(), std::to_chars(memory.data(), memory.data() + memory.size(), value).ptr});
    }
    /// Microseconds with three decimals: exact.
    void time(std::string_view key, std::int64_t ns)
    {
        constexpr std::int64_t kMicrosecond = 1000;
        const bool isNegative = ns < 0;
        const std::uint64_t size = isNegative ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
        std::string decimals = std::to_string(size % kMicrosecond);
        decimals.insert(0, 3 - decimals.size(), '0');
        m_file.write(key);
        m_file.write(isNegative ? "-" : "");
        number(size / kMicrosecond);
        m_file.write(".");
        m_file.write(decimals);
    }
    void metadata(const char* name, Place place, const Json& args)
    {
        begin('M', place);
        m_file.write(",\"name\":\"" + std::string(name) + "\",\"args\":" + dumped(args) + "}");
    }

    void writeNames()
    {
        const Place device{m_layout.device(), 0};
        metadata("process_name", device, {{"name", deviceTitle(m_view)}});
        metadata("process_sort_index", device, {{"sort_index", -1}});
        metadata("thread_name", {m_layout.device(), kSteps}, {{"name", "Steps"}});
        std::string command;
        for (const std::string& word : m_view.header().command)
            command += (command.empty() ? "" : " ") + word;
        for (const std::uint32_t process : m_layout.processes())
            metadata("process_name", {process, 0}, {{"name", command.empty() ? "training" : command}});
        for (std::size_t i = 0; i < m_view.lanes().size(); ++i) {
            metadata("thread_name", placeOf(i), {{"name", m_view.lanes()[i].info().name}});
            metadata("thread_sort_index", placeOf(i), {{"sort_index", i}});
        }
        for (std::size_t i = 0; i < m_view.channels().size(); ++i)
            writeFacts(i);
    }
    /// What an event of a counter cannot express; only Stepscope's importer reads it.
    void writeFacts(std::size_t channel)
    {
        const trace::Channel& info = m_view.channels()[channel].info();
        Json facts = {{"name", m_layout.counter(channel)},
                      {"interval", info.covers == trace::Channel::Covers::Interval ? 1 : 0}};
        if (info.core >= 0)
            facts["core"] = info.core;
        if (info.periodNs)
            facts["period_ns"] = *info.periodNs;
        if (!info.rail.empty()) {
            facts["labels"] = info.rail;
            facts["parent"] = info.parent;
            facts["role"] = info.role;
        }
        metadata("stepscope_counter", {m_layout.device(), 0}, facts);
    }

    [[nodiscard]] Place placeOf(std::size_t lane) const
    {
        return {m_layout.lane(lane).process, m_layout.lane(lane).thread};
    }

    void writeSteps()
    {
        for (std::size_t i = 0; i < m_view.stepCount(); ++i) {
            const format::Step step = m_view.step(i);
            begin('X', {m_layout.device(), kSteps});
            m_file.write(",\"cat\":\"stepscope.step\",\"name\":\"ProfilerStep#" + std::to_string(step.index) + "\"");
            time(",\"ts\":", step.start - m_begin);
            time(",\"dur\":", step.end - step.start);
            m_file.write(",\"args\":" +
                         dumped({{"step", step.index},
                                 {"samples", step.samples},
                                 {"traced", (step.flags & format::Step::kTraced) != 0 ? 1 : 0},
                                 {"marked_by_script", (step.flags & format::Step::kExplicit) != 0 ? 1 : 0}}) +
                         "}");
        }
    }

    void writeEvents()
    {
        for (std::size_t i = 0; i < m_view.eventCount(); ++i) {
            const trace::EventRecord& event = m_view.event(i);
            begin('i', {m_layout.device(), 0});
            m_file.write(",\"s\":\"g\",\"name\":" + dumped(event.text.empty() ? event.kind : event.text));
            time(",\"ts\":", event.time - m_begin);
            m_file.write(",\"args\":" + dumped({{"kind", event.kind}, {"severity", static_cast<int>(event.severity)}}) +
                         "}");
        }
    }

    /// Name, category and args of an op; composed once for each op.
    const std::string& opText(std::uint32_t op, bool isOfGpu)
    {
        std::string& text = m_opTexts[op * std::uint64_t{2} + (isOfGpu ? 1 : 0)];
        if (!text.empty())
            return text;
        Json args = Json::object();
        if (!m_view.opShapes(op).empty())
            args["Input Dims"] = shapesJson(m_view.opShapes(op));
        if (!m_view.opModule(op).empty())
            args["module"] = m_view.opModule(op);
        text = ",\"name\":" + dumped(m_view.opName(op)) +
               ",\"cat\":" + dumped(categoryInTrace(m_view.opCategory(op), isOfGpu));
        if (!args.empty())
            text += ",\"args\":" + dumped(args);
        return text;
    }

    format::Result<void> writeSpans()
    {
        m_places.resize(m_view.lanes().size());
        m_others.resize(m_view.lanes().size());
        for (std::size_t at = 0; at < m_view.lanes().size(); ++at) {
            const trace::LaneView& lane = m_view.lanes()[at];
            const bool isOfGpu = lane.info().kind == format::Lane::Kind::GpuStream;
            std::vector<Place>& places = m_places[at];
            places.push_back(placeOf(at));
            LaneTracks tracks;
            for (std::size_t i = 0; i < lane.size() && !m_file.failed(); ++i) {
                const trace::SpanRecord span = lane.span(i);
                const auto track = tracks.add(span);
                if (!m_progress.advance())
                    return ExportProgress::cancelled();
                if (!track) {
                    m_omissions.add("spans that overlap more than 64 others of their lane");
                    continue;
                }
                for (; places.size() <= *track; addTrack(lane.info().name, places)) {
                }
                if (*track > 0)
                    m_others[at].emplace(i, *track);
                begin('X', places[*track]);
                m_file.write(opText(span.op, isOfGpu));
                time(",\"ts\":", span.start - m_begin);
                time(",\"dur\":", span.duration);
                m_file.write("}");
                ++m_spans;
            }
        }
        return {};
    }

    void addTrack(const std::string& lane, std::vector<Place>& places)
    {
        const std::uint32_t process = places.front().process;
        places.push_back({process, m_layout.newThread(process)});
        metadata("thread_name", places.back(), {{"name", lane + " (" + std::to_string(places.size()) + ")"}});
    }

    format::Result<void> writeLinks()
    {
        bool isCancelled = false;
        for (std::size_t at = 0; at < m_view.lanes().size(); ++at) {
            visitLinks(m_view, at, true, [&](const trace::SpanLink& link) {
                writeLink(link);
                isCancelled = !m_progress.advance();
                return !isCancelled && !m_file.failed();
            });
            if (isCancelled)
                return ExportProgress::cancelled();
        }
        return {};
    }

    void writeLink(const trace::SpanLink& link)
    {
        const auto from = spanAt(m_view.lanes()[link.fromLane], link.from);
        const auto to = spanAt(m_view.lanes()[link.toLane], link.to);
        if (!from || !to)
            return m_omissions.add("links to missing spans");
        if (link.to < link.from)
            return m_omissions.add("links to spans that start before their cause");
        ++m_flows;
        flowEnd('s', link.fromLane, *from, link.from);
        m_file.write("}");
        flowEnd('f', link.toLane, *to, link.to);
        m_file.write(",\"bp\":\"e\"}");
    }
    void flowEnd(char phase, std::size_t lane, std::size_t span, std::int64_t at)
    {
        const auto other = m_others[lane].find(span);
        begin(phase, m_places[lane][other == m_others[lane].end() ? 0 : other->second]);
        m_file.write(",\"cat\":\"link\",\"name\":\"link\",\"id\":");
        number(m_flows);
        time(",\"ts\":", at - m_begin);
    }

    format::Result<void> writeCounters()
    {
        for (std::size_t at = 0; at < m_view.channels().size(); ++at) {
            const trace::ChannelView& channel = m_view.channels()[at];
            const trace::Channel& info = channel.info();
            // The importer takes quantity and unit from the category and the name of the series.
            const std::string unit = info.unit.empty() || info.unit == "1" ? "value" : info.unit;
            const std::string start = ",\"name\":" + dumped(m_layout.counter(at)) +
                                      ",\"cat\":" + dumped("stepscope.counter " + info.quantity);
            const std::string series = ",\"args\":{" + dumped(unit) + ":";
            trace::SampleReader samples(channel);
            for (std::size_t i = 0; i < channel.size() && !m_file.failed(); ++i) {
                if (!m_progress.advance())
                    return ExportProgress::cancelled();
                const double value = samples.value(i);
                if (!std::isfinite(value)) {
                    m_omissions.add("gaps of counters");
                    continue;
                }
                begin('C', {m_layout.device(), 0});
                m_file.write(start);
                time(",\"ts\":", samples.time(i) - m_begin);
                m_file.write(series);
                number(value);
                m_file.write("}}");
                ++m_samples;
            }
        }
        return {};
    }

    static constexpr std::uint32_t kSteps = 1; ///< thread of the track of steps

    const trace::TraceView& m_view;
    OutputFile& m_file;
    TraceLayout m_layout;
    ExportProgress m_progress;
    std::int64_t m_begin;
    bool m_isFirst = true;
    std::unordered_map<std::uint64_t, std::string> m_opTexts;
    std::vector<std::vector<Place>> m_places;                           ///< by lane and track
    std::vector<std::unordered_map<std::size_t, std::size_t>> m_others; ///< by lane: tracks of spans not on the first
    Omissions m_omissions;
    std::uint64_t m_spans = 0;
    std::uint64_t m_samples = 0;
    std::uint64_t m_flows = 0;
};

class ChromeTraceExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "trace"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".json", ".json.gz"}; }
    [[nodiscard]] std::string_view summary() const override { return "Chrome trace (JSON)"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                    OutputFile& file, const Progress& progress) const override
    {
        if (file.path().extension() == ".gz")
            file.compress();
        return Writer(view, file, progress).write(options);
    }
};

} // namespace

std::unique_ptr<Exporter> makeChromeTraceExporter()
{
    return std::make_unique<ChromeTraceExporter>();
}

} // namespace stepscope::analysis
