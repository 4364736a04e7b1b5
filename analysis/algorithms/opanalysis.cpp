#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

/// Where the time goes: ops that only call others come last.
std::vector<OpTotals> bySelfTime(std::vector<OpTotals> ops, std::size_t most)
{
    std::stable_sort(ops.begin(), ops.end(),
                     [](const auto& a, const auto& b) { return a.selfSeconds > b.selfSeconds; });
    ops.resize(std::min(most, ops.size()));
    return ops;
}

/// In units of 10^9 a second.
std::string rateText(const std::optional<double>& perSecond)
{
    return perSecond ? fixedText(*perSecond * 1e-9, 2) : std::string();
}

class OpAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        report.ops = opTotals(view, report.summary.range, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        Json ops = Json::array();
        for (const OpTotals& op : report.ops) {
            ops.push_back({{"name", op.name},
                           {"shapes", op.shapes},
                           {"count", op.count},
                           {"total_seconds", op.totalSeconds},
                           {"mean_seconds", op.meanSeconds},
                           {"max_seconds", op.maxSeconds},
                           {"self_seconds", op.selfSeconds},
                           {"share", op.share},
                           {"operations_per_second", orNull(op.operationsPerSecond)},
                           {"bytes_per_second", orNull(op.bytesPerSecond)}});
        }
        json["ops"] = std::move(ops);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        constexpr std::size_t kMost = 20;
        constexpr std::size_t kWidestOp = 30;
        constexpr std::size_t kWidestShapes = 20;
        page.heading("Ops");
        if (report.ops.empty()) {
            page.line("none", "no op was recorded in the window");
            return;
        }
        std::vector<std::vector<std::string>> rows;
        for (const OpTotals& op : bySelfTime(report.ops, kMost)) {
            rows.push_back({op.name, op.shapes, std::to_string(op.count), durationText(op.selfSeconds),
                            percentText(op.share), durationText(op.totalSeconds), durationText(op.meanSeconds),
                            rateText(op.operationsPerSecond), rateText(op.bytesPerSecond)});
        }
        page.table({{"op", false, kWidestOp, true},
                    {"shapes", false, kWidestShapes},
                    {"count", true},
                    {"self", true},
                    {"share", true},
                    {"total", true},
                    {"mean", true},
                    {"GFLOP/s", true},
                    {"GB/s", true}},
                   rows);
        if (report.ops.size() > kMost)
            page.line("and", countText(report.ops.size() - kMost) + " more, all of them in --json");
        page.line("", "self: without the ops inside it; total, mean: with them; share: of all self time");
        if (std::any_of(report.ops.begin(), report.ops.end(), [](const auto& op) { return op.bytesPerSecond; }))
            page.line("", "GFLOP/s, GB/s: achieved, where shapes tell the operations and the least of bytes moved");
    }
};

} // namespace

std::unique_ptr<Analysis> makeOpAnalysis()
{
    return std::make_unique<OpAnalysis>();
}

} // namespace stepscope::analysis
