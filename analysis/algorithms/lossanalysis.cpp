#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

const char* severityName(trace::EventRecord::Severity severity)
{
    return severity == trace::EventRecord::Severity::Error ? "error" : "warning";
}

/// What the recording could not keep, and what else went wrong: said first, because every figure below depends on it.
class LossAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        report.losses = view.losses();
        for (std::size_t i = 0; i < view.eventCount(); ++i) {
            const trace::EventRecord& event = view.event(i);
            if (event.severity != trace::EventRecord::Severity::Info && event.kind != "loss")
                report.warnings.push_back(event);
        }
    }

    void writeJson(const Report& report, Json& json) const override
    {
        Json losses = Json::array();
        for (const trace::Loss& loss : report.losses) {
            losses.push_back({{"what", loss.what},
                              {"count", loss.count},
                              {"from_ns", loss.range.begin},
                              {"to_ns", loss.range.end},
                              {"reason", loss.reason}});
        }
        Json warnings = Json::array();
        for (const trace::EventRecord& event : report.warnings) {
            warnings.push_back({{"time_ns", event.time},
                                {"severity", severityName(event.severity)},
                                {"kind", event.kind},
                                {"text", event.text}});
        }
        json["losses"] = std::move(losses);
        json["warnings"] = std::move(warnings);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        constexpr std::size_t kMost = 8;
        if (report.losses.empty())
            page.line("lost data", "none");
        for (std::size_t i = 0; i < std::min(kMost, report.losses.size()); ++i) {
            const trace::Loss& loss = report.losses[i];
            page.line("!! LOST DATA", countText(loss.count) + " " + loss.what + ", " + when(report, loss.range.begin) +
                                          ": " + loss.reason);
        }
        if (report.losses.size() > kMost)
            page.line("!! LOST DATA", "and " + countText(report.losses.size() - kMost) + " more");
        for (std::size_t i = 0; i < std::min(kMost, report.warnings.size()); ++i) {
            const trace::EventRecord& event = report.warnings[i];
            page.line(severityName(event.severity), when(report, event.time) + ": " + event.text);
        }
        if (report.warnings.size() > kMost)
            page.line("warning", "and " + countText(report.warnings.size() - kMost) + " more");
    }

private:
    static std::string when(const Report& report, std::int64_t time)
    {
        return "at " + durationText(time - report.extent.begin);
    }
};

} // namespace

std::unique_ptr<Analysis> makeLossAnalysis()
{
    return std::make_unique<LossAnalysis>();
}

} // namespace stepscope::analysis
