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
        // Both do not fit on a line: where work is known, the mean is left to --json.
        const bool rates =
            std::any_of(report.ops.begin(), report.ops.end(), [](const auto& op) { return op.bytesPerSecond; });
        std::vector<std::vector<std::string>> rows;
        for (const OpTotals& op : bySelfTime(report.ops, kMost)) {
            rows.push_back({op.name, op.shapes, std::to_string(op.count), durationText(op.selfSeconds),
                            percentText(op.share), durationText(op.totalSeconds)});
            if (rates)
                rows.back().insert(rows.back().end(), {rateText(op.operationsPerSecond), rateText(op.bytesPerSecond)});
            else
                rows.back().push_back(durationText(op.meanSeconds));
        }
        const auto common = [](auto... last) {
            return std::vector<TextPage::Column>{{"op", false, kWidestOp, true},
                                                 {"shapes", false, kWidestShapes},
                                                 {"count", true},
                                                 {"self", true},
                                                 {"share", true},
                                                 {"total", true},
                                                 last...};
        };
        if (rates)
            page.table(common(TextPage::Column{"GFLOP/s", true}, TextPage::Column{"GB/s", true}), rows);
        else
            page.table(common(TextPage::Column{"mean", true}), rows);
        if (report.ops.size() > kMost)
            page.line("and", countText(report.ops.size() - kMost) + " more, all of them in --json");
        page.line("", "self: without the ops inside it; total, mean: with them; share: of all self time");
        if (rates)
            page.line("", "GFLOP/s, GB/s: achieved, where shapes tell the operations and the least of bytes moved");
    }
};

} // namespace

std::unique_ptr<Analysis> makeOpAnalysis()
{
    return std::make_unique<OpAnalysis>();
}

} // namespace stepscope::analysis
