#include "analysis/export/exporter.h"
#include "analysis/export/lanetracks.h"
#include "analysis/export/tracelayout.h"
#include "analysis/text/quantitytext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <zip.h>

namespace stepscope::analysis {
namespace {

using Json = nlohmann::ordered_json;

/// A file of the archive: bytes before the items, then items that are computed when the archive is written, so that
/// memory does not grow with their number.
struct Member
{
    std::string head{};
    std::size_t count = 0;
    std::size_t width = 1;                                                       ///< bytes of an item
    std::function<void(std::size_t first, std::size_t count, char* out)> fill{}; ///< writes items
};

/// The data source of a member, as libzip calls it.
class Source
{
public:
    explicit Source(Member member)
        : m_member(std::move(member))
    {}

    static zip_int64_t call(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command)
    {
        auto* source = static_cast<Source*>(state);
        switch (command) {
        case ZIP_SOURCE_SUPPORTS:
            return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
                                                  ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
        case ZIP_SOURCE_OPEN:
            source->m_next = 0;
            source->m_buffer = source->m_member.head;
            source->m_read = 0;
            return 0;
        case ZIP_SOURCE_READ:
            return static_cast<zip_int64_t>(source->read(static_cast<char*>(data), length));
        case ZIP_SOURCE_STAT: {
            auto* stat = static_cast<zip_stat_t*>(data);
            zip_stat_init(stat);
            stat->size = source->m_member.head.size() + source->m_member.count * source->m_member.width;
            stat->valid |= ZIP_STAT_SIZE;
            return sizeof(zip_stat_t);
        }
        case ZIP_SOURCE_ERROR: {
            zip_error_t none;
            zip_error_init(&none);
            return zip_error_to_data(&none, data, length);
        }
        case ZIP_SOURCE_FREE:
            delete source;
            return 0;
        default:
            return 0;
        }
    }

private:
    std::size_t read(char* out, std::size_t length)
    {
        constexpr std::size_t kItems = 8192;
        if (m_read == m_buffer.size()) {
            const std::size_t count = std::min(kItems, m_member.count - m_next);
            m_buffer.resize(count * m_member.width);
            if (count > 0)
                m_member.fill(m_next, count, m_buffer.data());
            m_next += count;
            m_read = 0;
        }
        const std::size_t size = std::min(length, m_buffer.size() - m_read);
        std::memcpy(out, m_buffer.data() + m_read, size);
        m_read += size;
        return size;
    }

    Member m_member;
    std::size_t m_next = 0; ///< item
    std::string m_buffer;
    std::size_t m_read = 0;
};

/// The head of an array in NumPy's format, version 1: "<i8" for 64-bit integers.
std::string arrayHead(const char* type, std::size_t count)
{
    constexpr std::size_t kAlignment = 64;
    constexpr std::size_t kPrefix = 10;
    std::string text =
        "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }";
    text.append(kAlignment - 1 - (kPrefix + text.size()) % kAlignment, ' ');
    text += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(text.size() & 0xFFU);
    head += static_cast<char>(text.size() >> 8U);
    return head + text;
}

/// An array of `value(i)`.
template <typename Item, typename Value>
Member arrayOf(const char* type, std::size_t count, Value value)
{
    return {.head = arrayHead(type, count),
            .count = count,
            .width = sizeof(Item),
            .fill = [value](std::size_t first, std::size_t items, char* out) {
                for (std::size_t i = 0; i < items; ++i) {
                    const auto item = static_cast<Item>(value(first + i)); // little endian, as the format says
                    std::memcpy(out + i * sizeof(Item), &item, sizeof(Item));
                }
            }};
}

std::string dumped(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// A part of a member's name.
std::string partOf(std::string_view name)
{
    std::string part = validText(name);
    std::replace_if(
        part.begin(), part.end(), [](char c) { return c == '/' || c == '\\'; }, '_');
    return part.empty() || part == "." || part == ".." ? "_" : part;
}

class Archive
{
public:
    Archive(const trace::TraceView& view, const Progress& progress)
        : m_view(view)
        , m_progress(progress)
    {}
    ~Archive()
    {
        if (m_zip != nullptr)
            zip_discard(m_zip);
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;

    format::Result<void> write(OutputFile& file)
    {
        int error = 0;
        m_zip = zip_open(file.writtenPath().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
        if (m_zip == nullptr)
            return fileError("Writing", file.path(), errno);
        addFacts();
        addSamples();
        addSpans();
        addSteps();
        addLinks();
        zip_register_cancel_callback_with_state(m_zip, &Archive::isCancelled, nullptr, this);
        zip_register_progress_callback_with_state(
            m_zip, 0.001, [](zip_t*, double share, void* self) { static_cast<Archive*>(self)->m_share = share; },
            nullptr, this);
        if (m_failed || zip_close(m_zip) != 0)
            return m_isCancelled ? ExportProgress::cancelled() : failure(file);
        m_zip = nullptr;
        return {};
    }

private:
    static int isCancelled(zip_t* /*zip*/, void* state)
    {
        auto* self = static_cast<Archive*>(state);
        self->m_isCancelled = self->m_progress && !self->m_progress(self->m_share);
        return self->m_isCancelled ? 1 : 0;
    }
    [[nodiscard]] format::Error failure(const OutputFile& file) const
    {
        zip_error_t* error = zip_get_error(m_zip);
        if (zip_error_system_type(error) == ZIP_ET_SYS)
            return fileError("Writing", file.path(), zip_error_code_system(error));
        return format::failure("Writing " + file.path().string() + " failed (" + zip_error_strerror(error) +
                               "): choose another folder.");
    }

    void add(const std::string& name, Member member)
    {
        auto* source = new Source(std::move(member)); // libzip frees it
        zip_source_t* data = zip_source_function(m_zip, &Source::call, source);
        const zip_int64_t index = data == nullptr ? -1 : zip_file_add(m_zip, name.c_str(), data, ZIP_FL_ENC_UTF_8);
        m_failed = m_failed || index < 0;
        if (index >= 0)
            zip_set_file_compression(m_zip, static_cast<zip_uint64_t>(index), ZIP_CM_DEFLATE, 1);
    }
    void addText(const std::string& name, const Json& json) { add(name, {.head = dumped(json)}); }

    void addFacts()
    {
        const trace::RunHeader& header = m_view.header();
        addText("header.json", {{"run", header.run},
                                {"virtual", header.isVirtual},
                                {"command", header.command},
                                {"device", deviceTitle(m_view)},
                                {"start_monotonic_ns", m_view.extent().begin},
                                {"end_monotonic_ns", m_view.extent().end},
                                {"start_realtime_ns", realTimeOfStart(m_view)},
                                {"period_ns", header.periodNs}});
        Json ops = Json::array({Json{{"name", ""}, {"shapes", ""}, {"module", ""}, {"category", ""}}});
        for (std::uint32_t op = 1; op <= m_view.opCount(); ++op)
            ops.push_back({{"name", m_view.opName(op)},
                           {"shapes", m_view.opShapes(op)},
                           {"module", m_view.opModule(op)},
                           {"category", m_view.opCategory(op)}});
        addText("ops.json", ops);
        Json lanes = Json::array();
        for (const trace::LaneView& lane : m_view.lanes())
            lanes.push_back({{"id", lane.info().id},
                             {"name", lane.info().name},
                             {"kind", lane.info().kind == format::Lane::Kind::GpuStream ? "gpu stream"
                                      : lane.info().kind == format::Lane::Kind::Phases  ? "phases"
                                                                                        : "thread"},
                             {"process", lane.info().process},
                             {"thread", lane.info().thread}});
        addText("lanes.json", lanes);
        Json events = Json::array();
        for (std::size_t i = 0; i < m_view.eventCount(); ++i) {
            const trace::EventRecord& event = m_view.event(i);
            events.push_back({{"time_ns", event.time},
                              {"severity", static_cast<int>(event.severity)},
                              {"kind", event.kind},
                              {"text", event.text}});
        }
        addText("events.json", events);
        Json losses = Json::array();
        for (const trace::Loss& loss : m_view.losses())
            losses.push_back({{"what", loss.what},
                              {"count", loss.count},
                              {"from_ns", loss.range.begin},
                              {"to_ns", loss.range.end},
                              {"reason", loss.reason}});
        addText("losses.json", losses);
    }

    void addSamples()
    {
        Json channels = Json::array();
        std::set<std::string> taken;
        const auto orNone = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
        for (const trace::ChannelView& channel : m_view.channels()) {
            const trace::Channel& info = channel.info();
            const std::string base = "samples/" + partOf(info.quantity) + "/" + partOf(info.name);
            std::string prefix = base;
            for (int copy = 2; !taken.insert(prefix).second; ++copy)
                prefix = base + "-" + std::to_string(copy);
            channels.push_back({{"samples", prefix},
                                {"name", info.name},
                                {"quantity", info.quantity},
                                {"unit", info.unit},
                                {"covers", info.covers == trace::Channel::Covers::Interval ? "interval" : "instant"},
                                {"source", info.source},
                                {"core", info.core >= 0 ? Json(info.core) : Json(nullptr)},
                                {"rail", info.rail},
                                {"parent", info.parent},
                                {"role", info.role},
                                {"resolution", orNone(info.resolution)},
                                {"period_ns", orNone(info.periodNs)},
                                {"window_ns", orNone(info.windowNs)},
                                {"lag_ns", orNone(info.lagNs)},
                                {"update_ns", orNone(info.updateNs)}});
            const auto reader = std::make_shared<trace::SampleReader>(channel);
            add(prefix + "/time_ns.npy",
                arrayOf<std::int64_t>("<i8", channel.size(), [reader](std::size_t i) { return reader->time(i); }));
            add(prefix + "/value.npy",
                arrayOf<double>("<f8", channel.size(), [reader](std::size_t i) { return reader->value(i); }));
        }
        addText("channels.json", channels);
    }

    /// The spans of all lanes as columns, lane by lane.
    void addSpans()
    {
        auto firsts = std::make_shared<std::vector<std::size_t>>(); // by lane
        std::size_t count = 0;
        for (const trace::LaneView& lane : m_view.lanes()) {
            firsts->push_back(count);
            count += lane.size();
        }
        const auto laneOf = [firsts](std::size_t i) {
            return static_cast<std::size_t>(std::upper_bound(firsts->begin(), firsts->end(), i) - firsts->begin()) - 1;
        };
        const auto spanOf = [this, firsts, laneOf](std::size_t i) {
            const std::size_t lane = laneOf(i);
            return m_view.lanes()[lane].span(i - (*firsts)[lane]);
        };
        add("spans/lane.npy", arrayOf<std::int32_t>("<i4", count, laneOf));
        add("spans/start_ns.npy", arrayOf<std::int64_t>("<i8", count, [=](std::size_t i) { return spanOf(i).start; }));
        add("spans/duration_ns.npy",
            arrayOf<std::int64_t>("<i8", count, [=](std::size_t i) { return spanOf(i).duration; }));
        add("spans/op.npy", arrayOf<std::int32_t>("<i4", count, [=](std::size_t i) { return spanOf(i).op; }));
        add("spans/depth.npy", arrayOf<std::uint8_t>("|u1", count, [=](std::size_t i) { return spanOf(i).depth; }));
    }

    void addSteps()
    {
        const std::size_t count = m_view.stepCount();
        const auto add64 = [&](const char* name, auto member) {
            add(std::string("steps/") + name + ".npy",
                arrayOf<std::int64_t>("<i8", count, [this, member](std::size_t i) { return m_view.step(i).*member; }));
        };
        add64("index", &format::Step::index);
        add64("start_ns", &format::Step::start);
        add64("end_ns", &format::Step::end);
        add64("samples", &format::Step::samples);
        add64("flags", &format::Step::flags);
    }

    void addLinks()
    {
        auto links = std::make_shared<std::vector<trace::SpanLink>>();
        for (std::size_t lane = 0; lane < m_view.lanes().size(); ++lane)
            visitLinks(m_view, lane, true, [&](const trace::SpanLink& link) {
                links->push_back(link);
                return true;
            });
        const auto add64 = [&](const char* name, auto member) {
            add(std::string("links/") + name + ".npy",
                arrayOf<std::int64_t>("<i8", links->size(),
                                      [links, member](std::size_t i) { return (*links)[i].*member; }));
        };
        add64("from_lane", &trace::SpanLink::fromLane);
        add64("from_ns", &trace::SpanLink::from);
        add64("to_lane", &trace::SpanLink::toLane);
        add64("to_ns", &trace::SpanLink::to);
    }

    const trace::TraceView& m_view;
    const Progress& m_progress;
    zip_t* m_zip = nullptr;
    double m_share = 0;
    bool m_isCancelled = false;
    bool m_failed = false;
};

class NpzExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "npz"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".npz"}; }
    [[nodiscard]] std::string_view summary() const override { return "NumPy arrays"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& /*options*/,
                                                    OutputFile& file, const Progress& progress) const override
    {
        if (file.writtenPath() == file.path())
            return format::failure(file.path().string() + " is no regular file, which an archive needs: choose another "
                                                          "name.");
        TRY(Archive(view, progress).write(file));
        std::string text = countText(view.sampleCount()) + " samples, " + countText(view.spanCount()) + " spans, " +
                           countText(view.stepCount()) + " steps";
        return view.logSize() == 0 ? text : text + "; not expressed: the training's log";
    }
};

} // namespace

std::unique_ptr<Exporter> makeNpzExporter()
{
    return std::make_unique<NpzExporter>();
}

} // namespace stepscope::analysis
