#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

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
                           {"share", op.share}});
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
        for (std::size_t i = 0; i < std::min(kMost, report.ops.size()); ++i) {
            const OpTotals& op = report.ops[i];
            rows.push_back({op.name, op.shapes, std::to_string(op.count), durationText(op.totalSeconds),
                            durationText(op.selfSeconds), durationText(op.meanSeconds), percentText(op.share)});
        }
        page.table({{"op", false, kWidestOp},
                    {"shapes", false, kWidestShapes},
                    {"count", true},
                    {"total", true},
                    {"self", true},
                    {"mean", true},
                    {"share", true}},
                   rows);
        if (report.ops.size() > kMost)
            page.line("and", countText(report.ops.size() - kMost) + " more, all of them in --json");
        page.line("", "total: with the ops inside it; self: without; share: of the self time of all ops");
    }
};

} // namespace

std::unique_ptr<Analysis> makeOpAnalysis()
{
    return std::make_unique<OpAnalysis>();
}

} // namespace stepscope::analysis
