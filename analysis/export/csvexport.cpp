#include "analysis/export/csvexport.h"

#include "analysis/export/exportprogress.h"
#include "analysis/export/textfile.h"
#include "analysis/metrics/optable.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <system_error>
#include <type_traits>

namespace stepscope::analysis {
namespace {

/// Items to write.
std::uint64_t itemCount(const trace::TraceView& view)
{
    std::uint64_t count = view.stepCount() + view.eventCount() + view.logSize();
    for (const trace::ChannelView& channel : view.channels())
        count += channel.size();
    for (const trace::LaneView& lane : view.lanes())
        count += 2 * lane.size(); // written to spans.csv and summed for ops.csv
    return count;
}

format::Result<void> writeTables(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress)
{
    TRY(writeChannels(view, folder));
    for (const trace::ChannelView& channel : view.channels())
        TRY(writeSamples(view, channel, folder, progress));
    TRY(writeSteps(view, folder, progress));
    TRY(writeSpans(view, folder, progress));
    TRY(writeOps(view, folder, progress));
    TRY(writeEvents(view, folder));
    TRY(writeLosses(view, folder));
    TRY(writeLog(view, folder));
    return {};
}

} // namespace

format::Result<void> exportCsv(const trace::TraceView& view, const std::filesystem::path& folder,
                               const Progress& progress)
{
    const CsvFolder files = TRY(CsvFolder::prepare(folder, view));
    ExportProgress counter(progress, itemCount(view));
    auto written = writeTables(view, files, counter);
    if (!written.ok())
        files.removeAll();
    return written;
}

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kTables = {"channels.csv", "spans.csv",  "steps.csv", "ops.csv",
                                                     "events.csv",   "losses.csv", "log.txt"};
constexpr std::string_view kSamples = "samples";

/// Replaces characters that a file system or a shell may not accept, because names come from the target.
std::string fileNameOf(std::string_view name)
{
    constexpr std::size_t kLongest = 80;
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    std::string clean(name.substr(0, kLongest));
    std::replace_if(
        clean.begin(), clean.end(), [&](char c) { return kAllowed.find(c) == std::string_view::npos; }, '_');
    return clean;
}

std::vector<std::string> sampleFiles(const trace::TraceView& view)
{
    std::vector<std::string> files;
    std::set<std::string> taken;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        std::string base = fileNameOf(info.quantity);
        if (info.name != info.quantity && !info.name.empty())
            base += "-" + fileNameOf(info.name);
        std::string name = base;
        for (int copy = 2; !taken.insert(name).second; ++copy)
            name = base + "-" + std::to_string(copy);
        files.push_back(std::string(kSamples) + "/" + name + ".csv");
    }
    return files;
}

/// Names, relative to the folder, of the sample files of an earlier export. `isExport`: whether channels.csv is of one.
std::vector<std::string> earlierSamples(const fs::path& folder, bool& isExport)
{
    std::vector<std::string> files;
    std::ifstream table(folder / kTables.front());
    std::string line;
    isExport = std::getline(table, line) && line == std::string(kChannelsHeader) + "\r";
    while (isExport && std::getline(table, line)) {
        const std::string name = line.substr(0, line.find(','));
        const std::string base = name.substr(std::min(kSamples.size() + 1, name.size()));
        if (name.starts_with(std::string(kSamples) + "/") && fileNameOf(base) == base && base.ends_with(".csv"))
            files.push_back(name);
    }
    return files;
}

} // namespace

format::Result<CsvFolder> CsvFolder::prepare(const fs::path& folder, const trace::TraceView& view)
{
    std::error_code error;
    CsvFolder files;
    files.m_folder = folder;
    files.m_sampleFiles = sampleFiles(view);
    files.m_isCreated = fs::create_directories(folder, error);
    if (error)
        return fileError("Creating the folder", folder, error.value());
    bool isExport = false;
    const auto earlier = earlierSamples(folder, isExport);
    if (!isExport) {
        for (const std::string_view name : kTables) {
            if (fs::exists(folder / name, error))
                return format::failure("The folder " + folder.string() + " has a file " + std::string(name) +
                                       " that no export wrote; nothing was written: choose an empty folder.");
        }
    }
    for (const std::string& name : earlier)
        fs::remove(folder / name, error);
    fs::create_directory(folder / kSamples, error);
    if (error)
        return fileError("Creating the folder", folder / kSamples, error.value());
    return files;
}

void CsvFolder::removeAll() const
{
    std::error_code error;
    for (const std::string& name : m_sampleFiles)
        fs::remove(m_folder / name, error);
    for (const std::string_view name : kTables)
        fs::remove(m_folder / name, error);
    fs::remove(m_folder / kSamples, error); // fails if it is not empty
    if (m_isCreated)
        fs::remove(m_folder, error);
}

namespace {

std::int64_t sinceStart(const trace::TraceView& view, std::int64_t time)
{
    const std::int64_t start = view.extent().begin;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(start));
}

template <typename Number>
void orEmpty(CsvFile& file, const std::optional<Number>& value)
{
    if (!value)
        file.empty();
    else if constexpr (std::is_same_v<Number, double>)
        file.number(*value);
    else
        file.integer(*value);
}

const char* severityName(trace::EventRecord::Severity severity)
{
    using Severity = trace::EventRecord::Severity;
    return severity == Severity::Info ? "info" : severity == Severity::Warning ? "warning" : "error";
}

} // namespace

format::Result<void> writeChannels(const trace::TraceView& view, const CsvFolder& folder)
{
    CsvFile file(folder.file("channels.csv"), kChannelsHeader);
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const trace::ChannelView& channel = view.channels()[i];
        const trace::Channel& info = channel.info();
        file.text(folder.sampleFile(i)).unsignedInteger(info.id).text(info.name).text(info.quantity).text(info.unit);
        file.text(info.covers == trace::Channel::Covers::Interval ? "interval" : "instant").text(info.source);
        orEmpty(file, info.core >= 0 ? std::optional(std::int64_t{info.core}) : std::nullopt);
        file.text(info.cluster).text(info.rail).text(info.parent).text(info.role);
        orEmpty(file, info.resolution);
        orEmpty(file, info.periodNs);
        orEmpty(file, info.windowNs);
        orEmpty(file, info.lagNs);
        orEmpty(file, info.updateNs);
        orEmpty(file, info.readNs);
        file.text(info.factsFrom);
        // Marks figures of a virtual board, which were not measured.
        file.unsignedInteger(channel.size()).unsignedInteger(view.header().isVirtual ? 1U : 0U).endRow();
    }
    return file.close();
}

format::Result<void> writeSamples(const trace::TraceView& view, const trace::ChannelView& channel,
                                  const CsvFolder& folder, ExportProgress& progress)
{
    const auto index = static_cast<std::size_t>(&channel - view.channels().data());
    CsvFile file(folder.file(folder.sampleFile(index)), "time_s,monotonic_ns,value");
    for (std::size_t i = 0; i < channel.size() && !file.failed(); ++i) {
        const std::int64_t time = channel.time(i);
        file.seconds(sinceStart(view, time)).integer(time).number(channel.value(i)).endRow();
        if (!progress.advance())
            return ExportProgress::cancelled();
    }
    return file.close();
}

format::Result<void> writeSteps(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress)
{
    CsvFile file(folder.file("steps.csv"),
                 "step,time_s,start_ns,end_ns,duration_ns,samples,traced,marked_by_script,process");
    for (std::size_t i = 0; i < view.stepCount() && !file.failed(); ++i) {
        const format::Step step = view.step(i);
        file.unsignedInteger(step.index).seconds(sinceStart(view, step.start)).integer(step.start).integer(step.end);
        file.integer(step.end - step.start).unsignedInteger(step.samples);
        file.integer((step.flags & format::Step::kTraced) != 0 ? 1 : 0);
        file.integer((step.flags & format::Step::kExplicit) != 0 ? 1 : 0).unsignedInteger(step.process).endRow();
        if (!progress.advance())
            return ExportProgress::cancelled();
    }
    return file.close();
}

format::Result<void> writeSpans(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress)
{
    CsvFile file(folder.file("spans.csv"), "lane,process,thread,time_s,start_ns,duration_ns,depth,op,shapes,module");
    for (const trace::LaneView& lane : view.lanes()) {
        const format::Lane& info = lane.info();
        for (std::size_t i = 0; i < lane.size() && !file.failed(); ++i) {
            const trace::SpanRecord span = lane.span(i);
            file.text(info.name).unsignedInteger(info.process).unsignedInteger(info.thread);
            file.seconds(sinceStart(view, span.start)).integer(span.start).integer(span.duration);
            file.unsignedInteger(span.depth).text(view.opName(span.op)).text(view.opShapes(span.op));
            file.text(view.opModule(span.op)).endRow();
            if (!progress.advance())
                return ExportProgress::cancelled();
        }
    }
    return file.close();
}

format::Result<void> writeOps(const trace::TraceView& view, const CsvFolder& folder, ExportProgress& progress)
{
    std::stop_source stop;
    OpTableOptions options;
    options.progress = [&](double) {
        if (!progress.report())
            stop.request_stop();
    };
    const trace::TimeRange extent = view.extent();
    const auto ops = opTable(view, {extent.begin, extent.end + 1}, options, stop.get_token());
    if (stop.stop_requested())
        return ExportProgress::cancelled();
    CsvFile file(folder.file("ops.csv"), "op,shapes,count,total_s,self_s,mean_s,max_s,share_of_self");
    for (const OpTotals& op : ops) {
        file.text(op.name).text(op.shapes).unsignedInteger(op.count).number(op.totalSeconds).number(op.selfSeconds);
        file.number(op.meanSeconds).number(op.maxSeconds).number(op.share).endRow();
    }
    return file.close();
}

format::Result<void> writeEvents(const trace::TraceView& view, const CsvFolder& folder)
{
    CsvFile file(folder.file("events.csv"), "time_s,monotonic_ns,severity,kind,text");
    for (std::size_t i = 0; i < view.eventCount() && !file.failed(); ++i) {
        const trace::EventRecord& event = view.event(i);
        file.seconds(sinceStart(view, event.time)).integer(event.time).text(severityName(event.severity));
        file.text(event.kind).text(event.text).endRow();
    }
    return file.close();
}

format::Result<void> writeLosses(const trace::TraceView& view, const CsvFolder& folder)
{
    CsvFile file(folder.file("losses.csv"), "what,count,from_ns,to_ns,reason");
    for (const trace::Loss& loss : view.losses()) {
        file.text(loss.what).unsignedInteger(loss.count).integer(loss.range.begin).integer(loss.range.end);
        file.text(loss.reason).endRow();
    }
    return file.close();
}

format::Result<void> writeLog(const trace::TraceView& view, const CsvFolder& folder)
{
    TextFile file(folder.file("log.txt"));
    for (std::size_t i = 0; i < view.logSize() && !file.failed(); ++i)
        file.write(view.log(i).text);
    return file.close();
}

} // namespace stepscope::analysis
