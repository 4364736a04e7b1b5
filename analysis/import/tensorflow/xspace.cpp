#include "analysis/import/plaintext.h"
#include "analysis/import/stepfinder.h"
#include "analysis/import/tensorflow/protowalk.h"
#include "analysis/import/tensorflow/stepstats.h"

#include <charconv>
#include <cstdlib>
#include <profile.pb.h>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {
namespace {

/// ps to ns, halves rounded up.
std::int64_t ofPicoseconds(std::int64_t picoseconds)
{
    const std::int64_t whole = picoseconds / 1000;
    const std::int64_t rest = picoseconds % 1000;
    return whole + (rest >= 500 ? 1 : 0) - (rest < -500 ? 1 : 0);
}

class XSpaceReader
{
public:
    XSpaceReader(Collection& into, std::string_view bytes, const std::function<bool(double)>& goesOn)
        : m_into(into)
        , m_bytes(bytes)
        , m_goesOn(goesOn)
    {}

    bool read()
    {
        bool isIntact = true;
        const bool isComplete = walkMessage(m_bytes, [&](const ProtoField& field) {
            if (field.number == 1 && field.isBytes)
                isIntact = readPlane(field.bytes) && isIntact;
            else if ((field.number == 2 || field.number == 3) && field.isBytes)
                m_into.addEvent({.time = m_into.begin,
                                 .severity = format::Event::Severity::Warning,
                                 .kind = "import",
                                 .text = "TensorFlow: " + std::string(field.bytes)});
            return !m_isEnded;
        });
        m_steps.finish(m_into);
        return isComplete && isIntact;
    }

private:
    /// The lines of a plane may come before the names that they refer to.
    bool readPlane(std::string_view plane)
    {
        ++m_planes;
        m_plane.clear();
        m_names.clear();
        m_stepStat = -1;
        std::vector<std::string_view> lines;
        tensorflow::EventMetadataEntry event;
        tensorflow::StatMetadataEntry stat;
        bool isIntact = walkMessage(plane, [&](const ProtoField& field) {
            const int size = static_cast<int>(field.bytes.size());
            if (!field.isBytes || (field.isCut && field.number != 3))
                return true;
            if (field.number == 2)
                m_plane = field.bytes;
            else if (field.number == 3)
                lines.push_back(field.bytes);
            else if (field.number == 4 && event.ParseFromArray(field.bytes.data(), size))
                m_names[event.key()] =
                    event.value().display_name().empty() ? event.value().name() : event.value().display_name();
            else if (field.number == 5 && stat.ParseFromArray(field.bytes.data(), size) &&
                     stat.value().name() == "step_num")
                m_stepStat = stat.key();
            return true;
        });
        m_isDevice = m_plane.find("/device:") != std::string::npos;
        for (auto line = lines.begin(); line != lines.end() && !m_isEnded; ++line)
            isIntact = readLine(*line) && isIntact;
        return isIntact;
    }

    bool readLine(std::string_view line)
    {
        std::string name;
        std::string displayName;
        std::int64_t id = 0;
        std::int64_t start = 0; // ns
        walkMessage(line, [&](const ProtoField& field) {
            if (field.number == 1)
                id = static_cast<std::int64_t>(field.value);
            else if (field.number == 2)
                name = field.bytes;
            else if (field.number == 3)
                start = static_cast<std::int64_t>(field.value);
            else if (field.number == 11)
                displayName = field.bytes;
            return true;
        });
        name = displayName.empty() ? name : displayName;
        const bool isStream = m_isDevice && name.starts_with("Stream");
        const auto lane = m_into.addLane({.kind = isStream ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread,
                                          .thread = static_cast<std::uint64_t>(id),
                                          .name = m_plane + " " + (name.empty() ? std::to_string(id) : name)});
        if (!lane) {
            m_into.losses.add("lines", "beyond the first 16384");
            return true;
        }
        const bool areSteps = m_isDevice && name == "Steps";
        tensorflow::XEvent event;
        const bool isComplete = walkMessage(line, [&](const ProtoField& field) {
            if (field.number != 4 || !field.isBytes || field.isCut)
                return true;
            if (event.ParseFromArray(field.bytes.data(), static_cast<int>(field.bytes.size())))
                takeEvent(*lane, start, event, isStream, areSteps);
            else
                m_into.losses.add("spans", "whose bytes are damaged");
            return goesOn(field.bytes);
        });
        return isComplete;
    }

    /// `reached`: of the file.
    bool goesOn(std::string_view reached)
    {
        constexpr std::uint64_t kEventsBetween = 4096;
        if (m_goesOn && ++m_events % kEventsBetween == 0)
            m_isEnded =
                !m_goesOn(static_cast<double>(reached.data() - m_bytes.data()) / static_cast<double>(m_bytes.size()));
        return !m_isEnded;
    }

    void takeEvent(std::size_t lane, std::int64_t lineStart, const tensorflow::XEvent& event, bool isStream,
                   bool areSteps)
    {
        if (event.num_occurrences() > 0)
            return m_into.losses.add("spans", "that are sums of several events without times");
        // Offsets in ps are far smaller than the largest time, so the sum does not overflow.
        if (lineStart > kMaxTime || lineStart < -kMaxTime || event.duration_ps() < 0)
            return m_into.losses.add("spans", "without a valid time");
        const std::int64_t start = lineStart + ofPicoseconds(event.offset_ps());
        const std::int64_t duration = ofPicoseconds(event.duration_ps());
        if (start < -kMaxTime || start + duration > kMaxTime)
            return m_into.losses.add("spans", "without a valid time");
        const auto known = m_names.find(event.metadata_id());
        const std::string name =
            known == m_names.end() ? "event " + std::to_string(event.metadata_id()) : known->second;
        const bool isCopy = name.starts_with("Memcpy") || name.starts_with("MemcpyH") || name.starts_with("MEMCPY");
        const char* const category = areSteps                                 ? "user"
                                     : isStream && isCopy                     ? "memcpy"
                                     : isStream && name.starts_with("Memset") ? "memset"
                                     : isStream                               ? "kernel"
                                                                              : "op";
        const std::uint32_t op = m_into.ops.find({.name = name, .category = category});
        m_into.addSpan(lane, start, duration, op);
        addSteps(name, start, start + duration, event, areSteps, op);
    }

    void addSteps(const std::string& name, std::int64_t start, std::int64_t end, const tensorflow::XEvent& event,
                  bool areSteps, std::uint32_t op)
    {
        std::uint64_t index = 0;
        if (areSteps && std::from_chars(name.data(), name.data() + name.size(), index).ec == std::errc())
            return m_steps.addNumbered(index, start, end, m_planes);
        for (const tensorflow::XStat& stat : event.stats()) {
            if (stat.metadata_id() != m_stepStat || m_isDevice)
                continue;
            const std::int64_t number = std::max(stat.int64_value(), static_cast<std::int64_t>(stat.uint64_value()));
            return m_steps.addNumbered(static_cast<std::uint64_t>(std::max<std::int64_t>(0, number)), start, end,
                                       m_planes);
        }
        if (!m_isDevice)
            m_steps.add(name, start, end, true, m_planes, op);
    }

    Collection& m_into;
    std::string_view m_bytes;
    const std::function<bool(double)>& m_goesOn;
    std::uint64_t m_events = 0; ///< read so far
    bool m_isEnded = false;     ///< by m_goesOn
    StepFinder m_steps;
    std::uint64_t m_planes = 0; ///< read so far
    std::string m_plane;
    bool m_isDevice = false;
    std::unordered_map<std::int64_t, std::string> m_names; ///< of events, by metadata id
    std::int64_t m_stepStat = -1;                          ///< metadata id of "step_num"
};

} // namespace

bool readXSpace(std::string_view bytes, Collection& into, const std::function<bool(double)>& goesOn)
{
    return XSpaceReader(into, bytes, goesOn).read();
}

} // namespace stepscope::analysis
