#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

/// Equations 1 and 2, with how finely the source can tell.
class CpuAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        if (const auto* training = findChannel(view, "cpu.process")) {
            const auto busy = training->integral(report.summary.range);
            if (busy.coveredSeconds > 0)
                report.trainingCores = busy.mean();
        }
        const auto* channel = findChannel(view, "cpu.utilization");
        if (!channel)
            return;
        const trace::Channel& info = channel->info();
        report.cpuSource = info.source;
        // A share of a period, so the time that one step of the counter stands for.
        const auto period = static_cast<double>(samplingPeriod(view, info));
        report.cpuResolutionSeconds = info.resolution.value_or(0) * period * 1e-9;
        report.cpuPeriodSeconds = period * 1e-9;
    }

    void writeJson(const Report& report, Json& json) const override
    {
        const double window = report.summary.range.seconds();
        Json cores = Json::array();
        for (const CoreSummary& core : report.summary.cores) {
            const bool seen = core.coveredSeconds > 0;
            cores.push_back({{"core", core.core},
                             {"cluster", core.cluster},
                             {"utilization", seen ? Json(core.utilization) : Json(nullptr)},
                             {"idle_ratio", seen ? Json(core.idleRatio) : Json(nullptr)},
                             {"online_ratio", window > 0 ? Json(core.coveredSeconds / window) : Json(nullptr)}});
        }
        json["cpu"] = {{"utilization", orNull(report.summary.cpuUtilization)},
                       {"training_cores", orNull(report.trainingCores)},
                       {"source", orNullIfZero(report.cpuSource)},
                       {"resolution_seconds", orNullIfZero(report.cpuResolutionSeconds)},
                       {"cores", std::move(cores)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        page.heading("CPU");
        page.line("utilization", orUnknown(report.summary.cpuUtilization, percentText) +
                                     (report.summary.cores.empty() ? "" : ", the mean of the cores that were online"));
        if (report.trainingCores)
            page.line("training", fixedText(*report.trainingCores, 3) + " cores kept busy by its processes");
        if (!report.cpuSource.empty())
            page.line("source", sourceText(report));
        if (report.summary.cores.empty())
            return;
        const double window = report.summary.range.seconds();
        std::vector<std::vector<std::string>> rows;
        for (const CoreSummary& core : report.summary.cores) {
            const bool seen = core.coveredSeconds > 0;
            const double online = window > 0 ? std::min(core.coveredSeconds / window, 1.0) : 0;
            rows.push_back({"cpu" + std::to_string(core.core), core.cluster, seen ? percentText(core.utilization) : "-",
                            seen ? percentText(core.idleRatio) : "-", seen ? percentText(online) : "offline"});
        }
        page.table({{"core"}, {"cluster"}, {"utilization", true}, {"idle", true}, {"online", true}}, rows);
    }

private:
    static std::string sourceText(const Report& report)
    {
        std::string text = report.cpuSource;
        if (report.cpuResolutionSeconds <= 0)
            return text + "; how fine its time is, is not known";
        text += "; busy time known to " + durationText(report.cpuResolutionSeconds);
        constexpr double kCoarse = 0.1; // of a period
        if (report.cpuPeriodSeconds > 0 && report.cpuResolutionSeconds >= kCoarse * report.cpuPeriodSeconds)
            text += ": COARSE for samples every " + durationText(report.cpuPeriodSeconds) +
                    ", only means over many samples are to be trusted";
        return text;
    }
};

} // namespace

std::unique_ptr<Analysis> makeCpuAnalysis()
{
    return std::make_unique<CpuAnalysis>();
}

} // namespace stepscope::analysis
