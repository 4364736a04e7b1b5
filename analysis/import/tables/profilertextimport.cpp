#include "analysis/import/decimal.h"
#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/plaintext.h"
#include "analysis/import/stepfinder.h"
#include "analysis/import/tables/texttable.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

using format::Error;

/// A value with its unit behind it, or in the header: "1.6782ms". nullopt: no time.
std::optional<std::int64_t> timeOf(const std::string& field, const TableColumn& column, bool hasGroups)
{
    std::size_t end = field.size();
    while (end > 0 && std::isdigit(static_cast<unsigned char>(field[end - 1])) == 0)
        --end;
    std::string_view unit = std::string_view(field).substr(end);
    while (unit.starts_with(' '))
        unit.remove_prefix(1);
    const auto power = powerToNanoseconds(unit.empty() ? std::string_view(column.unit) : unit);
    const std::string number = hasGroups ? withoutGroups(field, false) : field.substr(0, end);
    const auto time = power ? scaledDecimal(number, *power) : std::nullopt;
    return time && *time >= -kMaxTime && *time <= kMaxTime ? time : std::nullopt;
}

/// Reads one file line by line.
class ProfilerText
{
public:
    explicit ProfilerText(Collection& into)
        : m_into(into)
    {}

    void take(std::string_view line)
    {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        ProfilerTable next;
        if (beginsTable(line, next)) {
            m_table = std::move(next);
            m_isAtHead = true;
            m_group.clear();
            m_hasTable = true;
            return takeLog(line);
        }
        if (m_table && takeRow(line))
            return;
        takeLog(line);
    }

    void finish()
    {
        // Lines without a time are those before the run or after it.
        for (Collection::LogLine& line : m_into.log)
            line.time = m_into.begin;
        for (Collection::Event& event : m_into.events)
            event.time = m_into.begin;
        m_into.nest();
        m_steps.finish(m_into);
    }

    [[nodiscard]] bool hasTable() const { return m_hasTable; }
    [[nodiscard]] std::uint64_t sums() const { return m_sums; }

private:
    void takeLog(std::string_view line)
    {
        if (!line.empty())
            m_into.addLog(0, std::string(line) + "\n");
    }

    /// False: the line is not of the table.
    bool takeRow(std::string_view line)
    {
        ProfilerTable& table = *m_table;
        const bool isAtHead = std::exchange(m_isAtHead, false);
        const bool isRule = !table.isCsv && line.find("--") != std::string_view::npos &&
                            line.find_first_not_of(" -") == std::string_view::npos;
        if (isAtHead && isRule)
            return true;
        std::vector<std::string> fields = table.isCsv ? csvFields(line) : spacedFields(line, table.columns.size());
        if (isAtHead && table.isCsv && takeUnits(fields, table))
            return true;
        if (line.empty() || line.starts_with("==")) {
            m_table.reset();
            return false;
        }
        if (table.kind == ProfilerTable::Kind::Metrics && takeGroup(line))
            return true;
        // nvprof prints the type of rows only in the first one of each type.
        if (!table.isCsv && table.kind == ProfilerTable::Kind::Summary && table.columns.front().name == "type")
            takeType(line, fields);
        joinName(fields);
        if (fields.size() != table.columns.size()) {
            if (isCutRow(fields))
                m_into.losses.add("rows", "with missing fields; they are lines of the log");
            return false; // output of the program between the rows
        }
        switch (table.kind) {
        case ProfilerTable::Kind::Trace:
            return takeActivity(fields);
        case ProfilerTable::Kind::Summary:
        case ProfilerTable::Kind::Metrics:
            break;
        }
        takeSums(fields);
        return true;
    }

    /// Whether the fields begin as a row of the table, which a file that was cut does not complete.
    [[nodiscard]] bool isCutRow(const std::vector<std::string>& fields) const
    {
        const std::size_t start = m_table->find({"start"});
        return m_table->isCsv && fields.size() > 1 && start < fields.size() &&
               timeOf(fields[start], m_table->columns[start], m_table->hasGroups).has_value();
    }

    /// Old versions do not quote names with commas.
    void joinName(std::vector<std::string>& fields) const
    {
        const std::size_t last = m_table->columns.size() - 1;
        if (!m_table->isCsv || fields.size() <= m_table->columns.size() || m_table->find({"name"}) != last)
            return;
        for (std::size_t i = last + 1; i < fields.size(); ++i)
            fields[last] += ", " + fields[i];
        fields.resize(last + 1);
    }

    /// "Device ..." and "Kernel: ..." above the rows of metrics.
    bool takeGroup(std::string_view line)
    {
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin == std::string_view::npos || m_table->isCsv)
            return false;
        const std::string_view text = line.substr(begin);
        constexpr std::string_view kKernel = "Kernel: ";
        if (text.starts_with(kKernel))
            m_group = text.substr(kKernel.size());
        return text.starts_with(kKernel) || text.starts_with("Device \"");
    }

    void takeType(std::string_view line, std::vector<std::string>& fields)
    {
        const std::size_t colon = line.find(": ");
        const std::size_t percent = line.find('%');
        if (colon != std::string_view::npos && (percent == std::string_view::npos || colon < percent)) {
            const std::size_t begin = line.find_first_not_of(' ');
            m_group = line.substr(begin, colon - begin);
            line.remove_prefix(colon + 1);
        }
        fields = spacedFields(line, m_table->columns.size() - 1);
        fields.insert(fields.begin(), m_group);
    }

    bool takeActivity(const std::vector<std::string>& fields)
    {
        const ProfilerTable& table = *m_table;
        const auto timeIn = [&](std::initializer_list<std::string_view> names) -> std::optional<std::int64_t> {
            const std::size_t column = table.find(names);
            return column == ProfilerTable::npos ? std::nullopt
                                                 : timeOf(fields[column], table.columns[column], table.hasGroups);
        };
        const auto start = timeIn({"start"});
        auto duration = timeIn({"duration"});
        if (const auto end = timeIn({"end"}); !duration && start && end)
            duration = *end - *start;
        if (!start || !duration || *duration < 0) {
            m_into.losses.add("spans", "without a valid time");
            return true;
        }
        std::string name = fields[table.find({"name", "operation"})];
        // nvprof appends the id of the call, which differs from instance to instance.
        if (const std::size_t id = name.rfind(" ["); id != std::string::npos && name.ends_with(']') && id > 0 &&
                                                     name.find_first_not_of("0123456789", id + 2) == name.size() - 1)
            name.resize(id);
        const auto lane = laneOf(fields);
        if (!lane)
            return true;
        const std::string category = categoryOf(name, m_into.lanes[*lane].kind);
        const std::uint32_t op = m_into.ops.find({.name = name, .category = category});
        m_into.addSpan(*lane, *start, *duration, op);
        if (category == "user")
            m_steps.add(name, *start, *start + *duration, true, 0, op);
        return true;
    }

    [[nodiscard]] std::string categoryOf(const std::string& name, format::Lane::Kind kind) const
    {
        if (name.starts_with("[CUDA"))
            return name.find("memset") != std::string::npos ? "memset" : "memcpy";
        if (kind == format::Lane::Kind::GpuStream)
            return "kernel";
        const bool isRange = m_table->find({"lvl", "rangeid", "rangestack", "style"}) != ProfilerTable::npos;
        return isRange ? "user" : "runtime";
    }

    std::optional<std::size_t> laneOf(const std::vector<std::string>& fields)
    {
        const auto field = [&](std::initializer_list<std::string_view> names) {
            const std::size_t column = m_table->find(names);
            return column == ProfilerTable::npos || fields[column] == "-" ? std::string() : fields[column];
        };
        const std::string stream = field({"stream", "strm"});
        const std::string thread = field({"tid", "thread id", "thread"});
        const bool isGpu = !stream.empty();
        const std::string device = field({"device"});
        std::string name = "CUDA calls";
        if (isGpu)
            name = (device.empty() ? "GPU" : device) + " stream " + stream;
        else if (!thread.empty())
            name = "thread " + thread;
        if (const std::string context = field({"context", "ctx"}); isGpu && !context.empty())
            name += m_contexts.emplace(device, context).first->second == context ? "" : " context " + context;
        if (const auto known = m_lanes.find(name); known != m_lanes.end())
            return known->second;
        const auto lane = m_into.addLane({.kind = isGpu ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread,
                                          .process = std::strtoull(field({"pid", "process"}).c_str(), nullptr, 10),
                                          .thread = std::strtoull((isGpu ? stream : thread).c_str(), nullptr, 10),
                                          .name = name});
        if (lane)
            m_lanes.emplace(name, *lane);
        else
            m_into.losses.add("spans", "of threads and streams beyond the first 16384");
        return lane;
    }

    /// `nsys stats` prints means with one decimal, and amounts of memory with several.
    static bool hasDecimals(const TableColumn& column)
    {
        static const std::set<std::string_view> kMeans{"avg", "med", "stddev"};
        return !column.unit.empty() && (column.unit != "ns" || kMeans.contains(column.name));
    }

    /// A row of sums has no time: it becomes an event, with its values as they were printed.
    void takeSums(const std::vector<std::string>& fields)
    {
        const ProfilerTable& table = *m_table;
        const std::size_t name = table.find({"metric name", "event name", "name", "range", "operation"});
        const std::size_t kernel = table.find({"kernel"});
        const std::string group = kernel != ProfilerTable::npos ? fields[kernel] : m_group;
        std::string text =
            (table.kind == ProfilerTable::Kind::Metrics && !group.empty() ? group + ": " : "") + fields[name] + ":";
        bool isFirst = true;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const TableColumn& column = table.columns[i];
            if (i == name || i == kernel || column.name == "type" || column.name == "device" || fields[i].empty())
                continue;
            const bool isNumber = std::isdigit(static_cast<unsigned char>(fields[i].front())) != 0;
            std::string value = fields[i];
            if (table.hasGroups && isNumber)
                value = withoutGroups(value, hasDecimals(column));
            const bool hasUnit = std::isdigit(static_cast<unsigned char>(value.back())) == 0;
            text += std::string(isFirst ? " " : ", ") + column.name + " " + value +
                    (column.unit.empty() || !isNumber || hasUnit ? "" : " " + column.unit);
            isFirst = false;
        }
        ++m_sums;
        m_into.addEvent({.time = m_into.begin, .kind = "summary", .text = text});
    }

    Collection& m_into;
    StepFinder m_steps;
    std::optional<ProfilerTable> m_table;
    bool m_isAtHead = false; ///< the previous line was the header
    bool m_hasTable = false;
    std::string m_group; ///< type of the rows, or kernel of the metrics
    std::map<std::string, std::size_t> m_lanes;
    std::map<std::string, std::string> m_contexts; ///< the first one of each device
    std::uint64_t m_sums = 0;
};

class ProfilerTextImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "profilertext"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "tables of nvprof and `nsys stats` (text or CSV: traces, summaries, metrics)";
    }
    [[nodiscard]] bool recognises(std::string_view beginning) const override;
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;
};

bool ProfilerTextImporter::recognises(std::string_view beginning) const
{
    if (beginning.find("NVPROF is profiling process") != std::string_view::npos)
        return true;
    ProfilerTable table;
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        std::string_view line = beginning.substr(0, end);
        if (line.size() < 4096 && beginsTable(line, table))
            return true;
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
    }
    return false;
}

format::Result<std::string> ProfilerTextImporter::import(const ImportOptions& options, Collection& into,
                                                         const ImportProgress& progress) const
{
    constexpr std::uint64_t kBetweenReports = 4096; // lines
    const std::string path = options.files.front().string();
    std::error_code unknown;
    const auto size = static_cast<double>(std::filesystem::file_size(options.files.front(), unknown)) + 1;
    LineFile file = TRY(LineFile::open(options.files.front()));
    ProfilerText text(into);
    for (;;) {
        const auto line = TRY(file.next());
        if (!line)
            break;
        if (progress && line->number % kBetweenReports == 0 && !progress(static_cast<double>(file.bytesRead()) / size))
            return format::failure(Error::Code::Cancelled, "Importing " + path + " was cancelled; nothing was kept.");
        if (line->tooLong)
            into.losses.add("lines", "longer than 65536 bytes; cut");
        text.take(line->text);
    }
    if (!text.hasTable())
        return format::failure(Error::Code::Corrupt,
                               path + " is the output of a profiler without any table: the profiler "
                                      "was stopped, or the end of the file is missing; record it again.");
    text.finish();
    into.source = {.name = "profiler",
                   .title = "Tables of nvprof or Nsight Systems, imported",
                   .resolution = "as printed",
                   .reason = "read from " + into.files.front()};
    std::string summary = amountsOf(into);
    if (text.sums() > 0)
        summary += "; " + counted(text.sums(), "row", "rows") + " of sums, which have no times, became events";
    if (into.spanCount() == 0)
        summary += "; for a timeline, print the trace (nvprof --print-gpu-trace, nsys stats --report cuda_gpu_trace)";
    return summary;
}

} // namespace

std::unique_ptr<Importer> makeProfilerTextImporter()
{
    return std::make_unique<ProfilerTextImporter>();
}

} // namespace stepscope::analysis
