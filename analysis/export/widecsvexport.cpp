#include "analysis/export/exporter.h"
#include "analysis/export/tracelayout.h"
#include "analysis/text/csvtext.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// One column for each channel. A row joins the samples of three quarters of a sampling period, at most one of each
/// channel, so that no sample is left out although channels are not read at once.
class WideCsvExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "wide-csv"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".csv"}; }
    [[nodiscard]] std::string_view summary() const override { return "One table of all samples (CSV)"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                    OutputFile& file, const Progress& progress) const override;
};

/// A column: the next sample of a channel.
struct Column
{
    trace::SampleReader reader;
    std::size_t size;
    std::size_t next = 0;
    [[nodiscard]] bool hasNext() const { return next < size; }
};

std::string headOf(const trace::TraceView& view)
{
    const TraceLayout layout(view);
    std::string head = "time_s,monotonic_ns,step";
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const std::string& unit = view.channels()[i].info().unit;
        const std::string title = layout.counter(i) + (unit.empty() || unit == "1" ? "" : " (" + unit + ")");
        head += "," + csvField(validText(title));
    }
    return head + std::string(kCsvRowEnd);
}

/// Nanoseconds as seconds with nine decimals.
std::string secondsText(std::int64_t ns)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    std::string digits = std::to_string(ns < 0 ? -(ns % kSecond) : ns % kSecond);
    digits.insert(0, 9 - digits.size(), '0');
    return (ns < 0 ? "-" : "") + std::to_string(std::abs(ns / kSecond)) + "." + digits;
}

format::Result<std::string> WideCsvExporter::write(const trace::TraceView& view, const ExportOptions& /*options*/,
                                                   OutputFile& file, const Progress& progress) const
{
    file.write(headOf(view));
    std::vector<Column> columns;
    for (const trace::ChannelView& channel : view.channels())
        columns.push_back({trace::SampleReader(channel), channel.size()});
    // The places of slow sources are half of a period after the others; delays of samples add less than a quarter.
    const std::int64_t tolerance = view.header().periodNs / 4 * 3;
    ExportProgress counter(progress, view.sampleCount());
    std::uint64_t rows = 0;
    for (std::size_t step = 0; !file.failed(); ++rows) {
        std::int64_t time = INT64_MAX;
        for (Column& column : columns)
            time = column.hasNext() ? std::min(time, column.reader.time(column.next)) : time;
        if (time == INT64_MAX)
            break;
        std::string row = secondsText(time - view.extent().begin) + "," + std::to_string(time) + ",";
        while (step < view.stepCount() && view.step(step).end <= time)
            ++step;
        if (step < view.stepCount() && view.step(step).start <= time)
            row += std::to_string(view.step(step).index);
        for (Column& column : columns) {
            row += ",";
            if (!column.hasNext() || column.reader.time(column.next) > time + tolerance)
                continue;
            const double value = column.reader.value(column.next++);
            row += std::isnan(value) ? "nan" : csvNumber(value); // a sample without a value, unlike no sample
            if (!counter.advance())
                return ExportProgress::cancelled();
        }
        file.write(row + std::string(kCsvRowEnd));
    }
    return countText(rows) + " rows of " + countText(columns.size()) + " channels";
}

} // namespace

std::unique_ptr<Exporter> makeWideCsvExporter()
{
    return std::make_unique<WideCsvExporter>();
}

} // namespace stepscope::analysis
