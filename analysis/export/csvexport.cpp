#include "analysis/export/csvexport.h"

#include "analysis/export/csvfolder.h"
#include "analysis/export/csvtables.h"
#include "analysis/export/exportprogress.h"

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

} // namespace stepscope::analysis
