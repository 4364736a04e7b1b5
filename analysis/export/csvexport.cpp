#include "analysis/export/csvexport.h"

#include "analysis/export/csvfolder.h"
#include "analysis/export/csvtables.h"
#include "analysis/export/exportprogress.h"

namespace stepscope::analysis {
namespace {

std::uint64_t amountOf(const trace::TraceView& view)
{
    std::uint64_t amount = view.stepCount() + view.eventCount() + view.logSize();
    for (const trace::ChannelView& channel : view.channels())
        amount += channel.size();
    for (const trace::LaneView& lane : view.lanes())
        amount += 2 * lane.size(); // they are summed up for ops.csv, too
    return amount;
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

class CsvExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view name() const override { return "csv"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "One CSV file a kind of data; nothing is thinned";
    }
    [[nodiscard]] bool writesFolder() const override { return true; }
    [[nodiscard]] format::Result<void> write(const trace::TraceView& view, const std::filesystem::path& target,
                                             const Progress& progress) const override
    {
        return exportCsv(view, target, progress);
    }
};

} // namespace

format::Result<void> exportCsv(const trace::TraceView& view, const std::filesystem::path& folder,
                               const Progress& progress)
{
    const CsvFolder files = TRY(CsvFolder::prepare(folder, view));
    ExportProgress share(progress, amountOf(view));
    auto done = writeTables(view, files, share);
    if (!done.ok())
        files.removeAll();
    return done;
}

std::unique_ptr<Exporter> makeCsvExporter()
{
    return std::make_unique<CsvExporter>();
}

} // namespace stepscope::analysis
