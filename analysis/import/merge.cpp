#include "analysis/import/merge.h"

#include "analysis/trace/headerjson.h"
#include "analysis/trace/imported.h"
#include "remote/format/version.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

using format::Event;

constexpr std::size_t kSpansInBlock = 16384;
constexpr std::size_t kCellsInBlock = std::size_t{1} << 17U; ///< a cell takes at most 10 bytes
constexpr std::size_t kRowsInBlock = 4096;

class Merger
{
public:
    /// `recording`: only of write() and append(). Without a place, the recording is new and its times begin at 0.
    Merger(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments, RecordingWriter* recording,
           const MergePlace* place = nullptr)
        : m_sources(sources)
        , m_alignments(alignments)
        , m_writer(recording)
        , m_place(place ? *place : MergePlace())
        , m_appends(place != nullptr)
        , m_nextLane(m_place.lanes)
        , m_processesWithSteps(m_place.processes)
    {
        bool isFirst = true;
        for (std::size_t i = 0; i < sources.size(); ++i) {
            m_begin = isFirst ? sources[i].begin + offset(i) : std::min(m_begin, sources[i].begin + offset(i));
            m_end = isFirst ? sources[i].end + offset(i) : std::max(m_end, sources[i].end + offset(i));
            isFirst = false;
        }
        m_firstTime = m_begin;
        if (m_appends)
            m_begin = 0;
    }

    void write(const OpTable& ops)
    {
        const std::optional<std::int64_t> real = realStart();
        m_writer->header(headerText(makeHeader(real.value_or(0))));
        if (real)
            m_writer->clock({0, *real, m_accuracyNs});
        const RecordingTotals totals = writeContents(ops);
        m_writer->footer(footerText(m_end - m_begin, totals));
    }

    RecordingTotals append(const OpTable& ops)
    {
        (void)makeHeader(0); // assigns the ids of the channels
        return writeContents(ops);
    }

    trace::RunHeader makeHeader(std::int64_t real)
    {
        trace::RunHeader header;
        header.run = "import-" + std::filesystem::path(m_sources.front().files.front()).stem().string();
        header.agentVersion = format::version();
        header.startRealtime = real;
        header.ops = "none";
        header.command = {trace::kImportedCommand};
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const Collection& source = m_sources[i];
            header.command.insert(header.command.end(), source.files.begin(), source.files.end());
            header.ops = source.lanes.empty() ? header.ops : "all";
            header.periodNs = header.periodNs == 0 ? source.periodNs : header.periodNs;
            if (isBetter(source.device, header.device))
                header.device = source.device;
            trace::Source described = source.source;
            described.state = "used";
            described.name = sourceName(i);
            if (!m_alignments[i].text.empty())
                described.reason += (described.reason.empty() ? "" : ". ") + m_alignments[i].text;
            header.sources.push_back(std::move(described));
            addChannels(i, header.channels);
        }
        return header;
    }

private:
    RecordingTotals writeContents(const OpTable& ops)
    {
        m_writer->names(ops.names(), m_place.names + 1);
        std::vector<format::Op> moved = ops.ops();
        for (format::Op& op : moved) {
            for (std::uint32_t* name : {&op.name, &op.shapes, &op.module, &op.category})
                *name += *name > 0 ? m_place.names : 0;
        }
        m_writer->ops(moved, m_place.ops + 1);
        RecordingTotals totals;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            writeLanes(i);
            totals.steps += writeSteps(i);
            writeGroups(i);
            totals.samples += m_sources[i].sampleCount();
            totals.spans += m_sources[i].spanCount();
            m_losses.add(m_sources[i].losses);
        }
        m_losses.add(ops.losses());
        totals.losses = m_losses.all().size();
        writeEvents();
        writeLog();
        return totals;
    }

    /// Channels of a group from its first one, as far as a recording can describe them.
    struct KeptGroup
    {
        std::size_t source = 0;
        const Collection::Group* group = nullptr;
        std::uint32_t firstId = 0;
    };

    [[nodiscard]] std::int64_t offset(std::size_t source) const { return m_alignments[source].offsetNs; }
    [[nodiscard]] std::int64_t at(std::size_t source, std::int64_t time) const
    {
        return time + offset(source) - m_begin;
    }
    [[nodiscard]] bool isMerged() const { return m_sources.size() > 1; }

    /// The real time of time 0, by the source with the best clock.
    std::optional<std::int64_t> realStart()
    {
        std::optional<std::int64_t> real;
        bool isLocal = false;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const SourceClock& clock = m_sources[i].clock;
            std::int64_t start = 0;
            if (!clock.realOfZero || (real && (clock.isLocal || !isLocal)) ||
                __builtin_add_overflow(*clock.realOfZero, m_begin - offset(i), &start) ||
                !SourceClock::isPlausible(start))
                continue;
            real = start;
            isLocal = clock.isLocal;
            m_accuracyNs = clock.accuracyNs;
        }
        return real;
    }

    static bool isBetter(const trace::Device& device, const trace::Device& than)
    {
        const auto known = [](const trace::Device& any) {
            return (any.board.empty() ? 0 : 4) + (any.cores.empty() ? 0 : 2) + (any.gpu.empty() ? 0 : 1);
        };
        return known(device) > known(than);
    }

    /// "trace", and "trace 2" for the second source of the kind.
    [[nodiscard]] std::string sourceName(std::size_t index) const
    {
        const std::string& name = m_sources[index].source.name;
        const auto earlier = std::count_if(m_sources.begin(), m_sources.begin() + static_cast<std::ptrdiff_t>(index),
                                           [&](const Collection& other) { return other.source.name == name; });
        return earlier == 0 ? name : name + " " + std::to_string(earlier + 1);
    }

    void addChannels(std::size_t source, std::vector<trace::Channel>& channels)
    {
        for (const Collection::Group& group : m_sources[source].groups) {
            if (m_place.channelCount + channels.size() + group.channels.size() > trace::kMaxChannels) {
                m_losses.add("channels", "beyond the capacity of a recording", group.channels.size());
                continue;
            }
            const auto firstId = m_place.channels + static_cast<std::uint32_t>(channels.size());
            const auto groupId = m_place.groups + static_cast<std::uint32_t>(m_groups.size());
            m_groups.push_back({.source = source, .group = &group, .firstId = firstId});
            for (trace::Channel channel : group.channels) {
                channel.id = m_place.channels + static_cast<std::uint32_t>(channels.size());
                channel.group = groupId;
                channel.source = sourceName(source);
                if (!m_place.channelNames.insert(channelKey(channel)).second && (isMerged() || m_appends))
                    channel.name += " (" + m_sources[source].files.front() + ")";
                channels.push_back(std::move(channel));
            }
        }
    }

    [[nodiscard]] std::string laneName(std::size_t source, const Collection::Lane& lane) const
    {
        constexpr std::size_t kLongest = 4000; // bytes
        const auto withLanes = std::count_if(m_sources.begin(), m_sources.end(),
                                             [](const Collection& other) { return !other.lanes.empty(); });
        const std::string name = withLanes > 1 ? m_sources[source].files.front() + ": " + lane.name : lane.name;
        return name.substr(0, kLongest);
    }

    /// Lanes with their spans, links between them, and steps.
    void writeLanes(std::size_t source)
    {
        const Collection& from = m_sources[source];
        const std::uint32_t firstId = std::exchange(m_nextLane, m_nextLane + mostId(from));
        for (const Collection::Lane& lane : from.lanes) {
            m_writer->lane({.id = firstId + lane.id,
                            .kind = lane.kind,
                            .process = lane.process,
                            .thread = lane.thread,
                            .name = laneName(source, lane)});
            writeSpans(source, firstId + lane.id, lane.spans);
        }
        std::vector<format::Link> moved;
        for (const auto& [lanes, links] : from.links) {
            moved.clear();
            for (const format::Link& link : links)
                moved.push_back({at(source, link.from), at(source, link.to)});
            m_writer->links({firstId + lanes.first, firstId + lanes.second}, moved);
        }
    }

    /// Returns their number.
    std::uint64_t writeSteps(std::size_t source)
    {
        std::vector<format::Step> steps = m_sources[source].steps;
        if (m_place.processes > 0 && !steps.empty()) {
            m_losses.add("ranges", "that look like steps: the training has marked its steps", steps.size());
            return 0;
        }
        for (format::Step& step : steps) {
            step.start = at(source, step.start);
            step.end = at(source, step.end);
            step.process = static_cast<std::uint32_t>(m_processesWithSteps);
        }
        // Traces of several processes may all have steps; views and tables show those of one.
        const auto most =
            std::max_element(m_sources.begin(), m_sources.end(),
                             [](const Collection& a, const Collection& b) { return a.steps.size() < b.steps.size(); });
        if (!steps.empty() && most - m_sources.begin() != static_cast<std::ptrdiff_t>(source))
            m_losses.add("steps", "that are not shown: " + most->files.front() + " has as many or more", steps.size());
        m_writer->steps(steps);
        m_processesWithSteps += steps.empty() ? 0 : 1;
        return steps.size();
    }

    static std::uint32_t mostId(const Collection& source)
    {
        std::uint32_t most = 0;
        for (const Collection::Lane& lane : source.lanes)
            most = std::max(most, lane.id);
        return most;
    }

    void writeSpans(std::size_t source, std::uint32_t lane, const std::vector<NestedSpan>& spans)
    {
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durations;
        std::vector<std::uint32_t> ops;
        std::vector<std::uint8_t> depths;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            starts.push_back(at(source, spans[i].start));
            durations.push_back(spans[i].duration);
            ops.push_back(m_place.ops + spans[i].op);
            depths.push_back(spans[i].depth);
            if (starts.size() < kSpansInBlock && i + 1 < spans.size())
                continue;
            m_writer->spans({.lane = lane, .starts = starts, .durations = durations, .ops = ops, .depths = depths});
            starts.clear();
            durations.clear();
            ops.clear();
            depths.clear();
        }
    }

    void writeGroups(std::size_t source)
    {
        for (std::size_t id = 0; id < m_groups.size(); ++id) {
            if (m_groups[id].source == source)
                writeGroup(m_place.groups + static_cast<std::uint32_t>(id), m_groups[id]);
        }
    }

    void writeGroup(std::uint32_t id, const KeptGroup& kept)
    {
        const Collection::Group& group = *kept.group;
        const std::size_t most =
            std::clamp(kCellsInBlock / std::max<std::size_t>(group.columns.size(), 1), std::size_t{1}, kRowsInBlock);
        std::vector<std::int64_t> times;
        for (std::size_t row = 0; row < group.times.size(); row += most) {
            const std::size_t rows = std::min(most, group.times.size() - row);
            times.clear();
            for (std::size_t i = 0; i < rows; ++i)
                times.push_back(at(kept.source, group.times[row + i]));
            std::vector<format::SampleColumnView> columns;
            for (std::size_t i = 0; i < group.columns.size(); ++i)
                columns.push_back({.channel = kept.firstId + static_cast<std::uint32_t>(i),
                                   .values = std::span(group.columns[i]).subspan(row, rows),
                                   .readOffsets = {}});
            m_writer->samples({.group = id, .times = times, .columns = columns});
        }
    }

    void writeEvents()
    {
        std::vector<std::pair<std::int64_t, const Collection::Event*>> events;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            for (const Collection::Event& event : m_sources[i].events)
                events.emplace_back(at(i, event.time), &event);
        }
        std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            writeAlignment(i);
        for (const auto& [time, event] : events)
            m_writer->event(time, event->severity, event->kind, event->text);
        for (trace::Loss loss : m_losses.all()) {
            loss.range = m_appends ? trace::TimeRange{m_firstTime, m_end} : trace::TimeRange{0, m_end - m_begin};
            m_writer->loss(loss);
        }
    }

    void writeAlignment(std::size_t source)
    {
        const Alignment& alignment = m_alignments[source];
        if (alignment.method == Alignment::Method::Reference)
            return;
        const nlohmann::json details{{"kind", "alignment"},
                                     {"text", alignment.text},
                                     {"source", sourceName(source)},
                                     {"offset_ns", alignment.offsetNs - m_begin},
                                     {"accuracy_ns", alignment.accuracyNs},
                                     {"confidence", alignment.confidence},
                                     {"correlation", alignment.correlation},
                                     {"correction_ns", alignment.correctionNs}};
        m_writer->eventDetails(m_appends ? m_firstTime : 0,
                               alignment.isSure() ? Event::Severity::Info : Event::Severity::Warning,
                               details.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }

    void writeLog()
    {
        std::vector<std::pair<std::int64_t, const Collection::LogLine*>> lines;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            for (const Collection::LogLine& line : m_sources[i].log)
                lines.emplace_back(at(i, line.time), &line);
        }
        std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [time, line] : lines)
            m_writer->log(time, line->text);
    }

    const std::vector<Collection>& m_sources;
    const std::vector<Alignment>& m_alignments;
    RecordingWriter* m_writer;
    MergePlace m_place; ///< the names of channels grow
    bool m_appends;
    std::int64_t m_begin = 0; ///< of all sources, in the clock that the alignments refer to; 0 when they are appended
    std::int64_t m_firstTime = 0;
    std::int64_t m_end = 0;
    std::int64_t m_accuracyNs = 0;
    std::vector<KeptGroup> m_groups;
    std::uint32_t m_nextLane = 0;
    std::size_t m_processesWithSteps = 0;
    LossList m_losses;
};

} // namespace

std::string channelKey(const trace::Channel& channel)
{
    return channel.quantity + '\0' + channel.name;
}

void writeMerged(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments, const OpTable& ops,
                 RecordingWriter& recording)
{
    Merger(sources, alignments, &recording).write(ops);
}

trace::RunHeader appendedHeader(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments,
                                const MergePlace& place)
{
    return Merger(sources, alignments, nullptr, &place).makeHeader(0);
}

RecordingTotals appendMerged(const std::vector<Collection>& sources, const std::vector<Alignment>& alignments,
                             const OpTable& ops, const MergePlace& place, RecordingWriter& recording)
{
    return Merger(sources, alignments, &recording, &place).append(ops);
}

} // namespace stepscope::analysis
