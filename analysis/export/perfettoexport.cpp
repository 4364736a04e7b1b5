#include "analysis/export/exporter.h"
#include "analysis/export/lanetracks.h"
#include "analysis/export/tracelayout.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <perfetto.pb.h>
#include <unordered_map>

namespace stepscope::analysis {
namespace {

namespace pb = perfetto;

enum EventType : std::uint32_t { SliceBegin = 1, SliceEnd = 2, Instant = 3, Counter = 4 };

/// Gives texts consecutive ids. A text is written once, in the packet that first needs it.
class Interned
{
public:
    template <typename List>
    std::uint64_t id(std::string_view text, List* list)
    {
        const auto [entry, isNew] = m_ids.try_emplace(validText(text), m_ids.size() + 1);
        if (isNew) {
            auto* name = list->Add();
            name->set_iid(entry->second);
            name->set_name(entry->first);
        }
        return entry->second;
    }

private:
    std::unordered_map<std::string, std::uint64_t> m_ids;
};

class Writer
{
public:
    Writer(const trace::TraceView& view, OutputFile& file, const Progress& progress)
        : m_view(view)
        , m_file(file)
        , m_layout(view)
        , m_progress(progress, view.spanCount() + view.sampleCount())
    {}

    format::Result<std::string> write()
    {
        writeClock();
        writeProcesses();
        writeSteps();
        writeEvents();
        for (std::size_t i = 0; i < m_view.lanes().size(); ++i)
            TRY(writeLane(i));
        TRY(writeCounters());
        if (m_view.logSize() > 0)
            m_omissions.add("parts of the training's log", m_view.logSize());
        // The format has no place for remarks, so they are an event at the start, on a separate track.
        if (!m_omissions.isEmpty()) {
            m_events = 0;
            instant(m_view.extent().begin, m_omissions.text(), "Export");
        }
        const std::string text = countText(m_spans) + " spans, " + countText(m_samples) + " samples, " +
                                 countText(m_view.stepCount()) + " steps, " + countText(m_flows) + " flows";
        return m_omissions.isEmpty() ? text : text + "; " + m_omissions.text();
    }

private:
    /// Writes the packet and empties it.
    void put()
    {
        constexpr char kPacket = 0x0A; // field 1, a message
        m_packet.set_trusted_packet_sequence_id(1);
        m_packet.set_sequence_flags(std::exchange(m_isFirst, false) ? 3U : 2U); // clears, then needs the interned texts
        m_bytes.clear();
        m_packet.SerializeToString(&m_bytes);
        std::string head(1, kPacket);
        for (std::size_t size = m_bytes.size();; size >>= 7U) {
            const bool isLast = size < 0x80;
            head += static_cast<char>((size & 0x7FU) | (isLast ? 0U : 0x80U));
            if (isLast)
                break;
        }
        m_file.write(head);
        m_file.write(m_bytes);
        m_packet.Clear();
    }

    [[nodiscard]] bool hasTime(std::int64_t time)
    {
        if (time >= 0)
            return true;
        m_omissions.add("records before the time 0");
        return false;
    }

    pb::TrackEvent& event(EventType type, std::int64_t time, std::uint64_t track)
    {
        m_packet.set_timestamp(static_cast<std::uint64_t>(time));
        pb::TrackEvent& event = *m_packet.mutable_track_event();
        event.set_type(type);
        event.set_track_uuid(track);
        return event;
    }

    /// Times are CLOCK_MONOTONIC; the trace's clock is set equal to it. Relates it to the real time.
    void writeClock()
    {
        enum : std::uint32_t { Realtime = 1, Monotonic = 3, Boottime = 6 };
        const auto start = static_cast<std::uint64_t>(std::max<std::int64_t>(m_view.extent().begin, 0));
        pb::ClockSnapshot& snapshot = *m_packet.mutable_clock_snapshot();
        snapshot.set_primary_trace_clock(Boottime);
        const auto add = [&](std::uint32_t clock, std::uint64_t time) {
            pb::Clock& reading = *snapshot.add_clocks();
            reading.set_clock_id(clock);
            reading.set_timestamp(time);
        };
        add(Boottime, start);
        add(Monotonic, start);
        if (const std::int64_t real = realTimeOfStart(m_view); real > 0)
            add(Realtime, static_cast<std::uint64_t>(real));
        m_packet.set_timestamp(start);
        put();
    }

    pb::TrackDescriptor& track(std::uint64_t uuid, std::uint64_t parent, std::string_view name)
    {
        pb::TrackDescriptor& track = *m_packet.mutable_track_descriptor();
        track.set_uuid(uuid);
        if (parent != 0)
            track.set_parent_uuid(parent);
        track.set_name(validText(name));
        return track;
    }

    void writeProcesses()
    {
        std::string command;
        for (const std::string& word : m_view.header().command)
            command += (command.empty() ? "" : " ") + word;
        writeProcess(m_layout.device(), deviceTitle(m_view));
        for (const std::uint32_t process : m_layout.processes())
            writeProcess(process, command.empty() ? "training" : command);
        m_device = m_processes[m_layout.device()];
    }
    void writeProcess(std::uint32_t process, const std::string& name)
    {
        m_processes[process] = ++m_lastTrack;
        pb::ProcessDescriptor& descriptor = *track(m_lastTrack, 0, name).mutable_process();
        descriptor.set_pid(static_cast<std::int32_t>(process));
        descriptor.set_process_name(validText(name));
        put();
    }

    void writeSteps()
    {
        if (m_view.stepCount() == 0)
            return;
        const std::uint64_t uuid = ++m_lastTrack;
        track(uuid, m_device, "Steps");
        put();
        std::int64_t end = 0;
        for (std::size_t i = 0; i < m_view.stepCount(); ++i) {
            const format::Step step = m_view.step(i);
            if (!hasTime(step.start))
                continue;
            if (step.start < end) {
                m_omissions.add("steps that overlap the one before");
                continue;
            }
            end = step.end;
            event(SliceBegin, step.start, uuid).set_name("ProfilerStep#" + std::to_string(step.index));
            put();
            event(SliceEnd, step.end, uuid);
            put();
        }
    }

    void instant(std::int64_t time, std::string_view text, const char* trackName = "Events")
    {
        if (!hasTime(time))
            return;
        if (m_events == 0) {
            m_events = ++m_lastTrack;
            track(m_events, m_device, trackName);
            put();
        }
        event(Instant, time, m_events).set_name(validText(text));
        put();
    }
    /// Events of several sources arrive in no order of time.
    void writeEvents()
    {
        std::vector<std::size_t> order(m_view.eventCount());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return m_view.event(a).time < m_view.event(b).time; });
        for (const std::size_t i : order) {
            const trace::EventRecord& record = m_view.event(i);
            instant(record.time, record.text.empty() ? record.kind : record.text);
        }
    }

    /// Ids of the flows of the lane's spans, by start of the span.
    struct Flows
    {
        std::unordered_multimap<std::int64_t, std::uint64_t> begins{}, ends{};
    };
    static std::uint64_t flowId(const trace::SpanLink& link)
    {
        std::uint64_t id = 0; // multiplies and shifts as in splitmix64, so that different links have different ids
        for (const std::uint64_t part :
             {static_cast<std::uint64_t>(link.fromLane), static_cast<std::uint64_t>(link.from),
              static_cast<std::uint64_t>(link.toLane), static_cast<std::uint64_t>(link.to)}) {
            id = (id ^ part) + 0x9E3779B97F4A7C15U;
            id = (id ^ (id >> 30U)) * 0xBF58476D1CE4E5B9U;
            id = (id ^ (id >> 27U)) * 0x94D049BB133111EBU;
            id ^= id >> 31U;
        }
        return id;
    }
    /// Perfetto takes the direction of a flow from the times of its spans.
    [[nodiscard]] bool isExpressible(const trace::SpanLink& link) const
    {
        return link.from < link.to && link.from >= 0 && spanAt(m_view.lanes()[link.fromLane], link.from) &&
               spanAt(m_view.lanes()[link.toLane], link.to);
    }
    Flows flowsOf(std::size_t lane)
    {
        Flows flows;
        visitLinks(m_view, lane, true, [&](const trace::SpanLink& link) {
            if (isExpressible(link)) {
                flows.begins.emplace(link.from, flowId(link));
                ++m_flows;
            } else {
                m_omissions.add(link.from >= link.to ? "links to spans that do not start after their cause"
                                                     : "links to missing spans");
            }
            return true;
        });
        visitLinks(m_view, lane, false, [&](const trace::SpanLink& link) {
            if (isExpressible(link))
                flows.ends.emplace(link.to, flowId(link));
            return true;
        });
        return flows;
    }

    std::uint64_t laneTrack(std::size_t at, std::size_t number)
    {
        const format::Lane& lane = m_view.lanes()[at].info();
        const TraceLayout::LaneNumbers numbers = m_layout.lane(at);
        const std::uint64_t uuid = ++m_lastTrack;
        const std::string name = lane.name + (number == 0 ? "" : " (" + std::to_string(number + 1) + ")");
        pb::TrackDescriptor& descriptor = track(uuid, m_processes[numbers.process], name);
        if (number == 0) {
            descriptor.mutable_thread()->set_pid(static_cast<std::int32_t>(numbers.process));
            descriptor.mutable_thread()->set_tid(static_cast<std::int32_t>(numbers.thread));
            descriptor.mutable_thread()->set_thread_name(validText(name));
        }
        put();
        return uuid;
    }

    format::Result<void> writeLane(std::size_t at)
    {
        const trace::LaneView& lane = m_view.lanes()[at];
        const Flows flows = flowsOf(at);
        std::vector<std::uint64_t> uuids;
        const auto ended = [&](std::size_t track, std::int64_t end) {
            event(SliceEnd, end, uuids[track]);
            put();
        };
        LaneTracks tracks;
        for (std::size_t i = 0; i < lane.size() && !m_file.failed(); ++i) {
            const trace::SpanRecord span = lane.span(i);
            if (!m_progress.advance())
                return ExportProgress::cancelled();
            if (!hasTime(span.start))
                continue;
            const auto track = tracks.add(span, ended);
            if (!track) {
                m_omissions.add("spans that overlap more than 64 others of their lane");
                continue;
            }
            while (uuids.size() <= *track)
                uuids.push_back(laneTrack(at, uuids.size()));
            const bool isLinked = i + 1 == lane.size() || lane.span(i + 1).start != span.start;
            beginSlice(span, uuids[*track], isLinked ? &flows : nullptr);
            ++m_spans;
        }
        tracks.finish(ended);
        return {};
    }

    void beginSlice(const trace::SpanRecord& span, std::uint64_t track, const Flows* flows)
    {
        pb::TrackEvent& slice = event(SliceBegin, span.start, track);
        pb::InternedData& texts = *m_packet.mutable_interned_data();
        slice.set_name_iid(m_names.id(m_view.opName(span.op), texts.mutable_event_names()));
        if (const std::string_view category = m_view.opCategory(span.op); !category.empty())
            slice.add_category_iids(m_categories.id(category, texts.mutable_event_categories()));
        const auto annotate = [&](std::string_view name, std::string_view value) {
            if (value.empty())
                return;
            pb::DebugAnnotation& note = *slice.add_debug_annotations();
            note.set_name_iid(m_noteNames.id(name, texts.mutable_debug_annotation_names()));
            note.set_string_value_iid(m_notes.id(value, texts.mutable_debug_annotation_string_values()));
        };
        annotate("shapes", m_view.opShapes(span.op));
        annotate("module", m_view.opModule(span.op));
        if (flows) {
            for (auto [flow, last] = flows->begins.equal_range(span.start); flow != last; ++flow)
                slice.add_flow_ids(flow->second);
            for (auto [flow, last] = flows->ends.equal_range(span.start); flow != last; ++flow)
                slice.add_terminating_flow_ids(flow->second);
        }
        if (texts.ByteSizeLong() == 0)
            m_packet.clear_interned_data();
        put();
    }

    format::Result<void> writeCounters()
    {
        for (std::size_t at = 0; at < m_view.channels().size(); ++at) {
            const trace::ChannelView& channel = m_view.channels()[at];
            const std::uint64_t uuid = ++m_lastTrack;
            pb::CounterDescriptor& counter = *track(uuid, m_device, m_layout.counter(at)).mutable_counter();
            if (const std::string& unit = channel.info().unit; !unit.empty() && unit != "1")
                counter.set_unit_name(validText(unit));
            put();
            trace::SampleReader samples(channel);
            for (std::size_t i = 0; i < channel.size() && !m_file.failed(); ++i) {
                if (!m_progress.advance())
                    return ExportProgress::cancelled();
                if (!std::isfinite(samples.value(i))) {
                    m_omissions.add("gaps of counters");
                    continue;
                }
                if (!hasTime(samples.time(i)))
                    continue;
                event(Counter, samples.time(i), uuid).set_double_counter_value(samples.value(i));
                put();
                ++m_samples;
            }
        }
        return {};
    }

    const trace::TraceView& m_view;
    OutputFile& m_file;
    TraceLayout m_layout;
    ExportProgress m_progress;
    pb::TracePacket m_packet;
    std::string m_bytes;
    bool m_isFirst = true;
    std::uint64_t m_lastTrack = 0;
    std::uint64_t m_device = 0; ///< track of the process of counters
    std::uint64_t m_events = 0; ///< track; 0 = none yet
    std::map<std::uint32_t, std::uint64_t> m_processes;
    Interned m_names, m_categories, m_noteNames, m_notes;
    Omissions m_omissions;
    std::uint64_t m_spans = 0;
    std::uint64_t m_samples = 0;
    std::uint64_t m_flows = 0;
};

class PerfettoExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "trace"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".pftrace", ".perfetto-trace"}; }
    [[nodiscard]] std::string_view summary() const override { return "Perfetto trace"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& /*options*/,
                                                    OutputFile& file, const Progress& progress) const override
    {
        return Writer(view, file, progress).write();
    }
};

} // namespace

std::unique_ptr<Exporter> makePerfettoExporter()
{
    return std::make_unique<PerfettoExporter>();
}

} // namespace stepscope::analysis
