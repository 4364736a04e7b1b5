#include "analysis/export/exporter.h"
#include "analysis/export/opstacks.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

/// A semicolon separates frames.
std::string frameText(std::string frame)
{
    std::replace(frame.begin(), frame.end(), ';', ':');
    return frame.empty() ? "?" : frame;
}

std::string pathOf(const OpStacks& stacks, std::size_t at)
{
    const OpStacks::Stack& stack = stacks.stacks[at];
    const std::string frame = frameText(stack.frame);
    return stack.caller == OpStacks::kNone ? frame : pathOf(stacks, stack.caller) + ";" + frame;
}

format::Result<std::size_t> railOf(const OpStacks& stacks, const std::string& weight)
{
    if (stacks.rails.empty())
        return format::failure("No folded stacks of energy were written: " + stacks.energyReason + ".");
    if (weight == "energy")
        return stacks.mainRail;
    std::string known;
    for (std::size_t i = 0; i < stacks.rails.size(); ++i) {
        if (stacks.rails[i] == weight)
            return i;
        known += ", " + stacks.rails[i];
    }
    return format::failure(format::Error::Code::Usage,
                           "export: there is no --weight " + weight + "; choose one of time, energy" + known + ".");
}

class FoldedExporter : public Exporter
{
public:
    [[nodiscard]] std::string_view option() const override { return "folded"; }
    [[nodiscard]] std::vector<std::string_view> suffixes() const override { return {".folded", ".txt"}; }
    [[nodiscard]] std::string_view summary() const override { return "Folded stacks for flame graphs"; }
    [[nodiscard]] format::Result<std::string> write(const trace::TraceView& view, const ExportOptions& options,
                                                    OutputFile& file, const Progress& progress) const override
    {
        const bool isTime = options.weight.empty() || options.weight == "time";
        OpStacks stacks = TRY(opStacks(view, !isTime, progress, options.stop));
        const std::size_t rail = isTime ? 0 : TRY(railOf(stacks, options.weight));
        if (!isTime)
            stacks.omissions.add("ops whose energy is not separable", stacks.inseparable[rail]);
        constexpr double kMicrojoule = 1e-6;
        CarriedRounding rounding;
        std::size_t written = 0;
        for (std::size_t i = 0; i < stacks.stacks.size() && !file.failed(); ++i) {
            const OpStacks::Stack& stack = stacks.stacks[i];
            if (!isTime && stack.joules[rail] < 0)
                stacks.omissions.add("stacks with a negative estimate of energy");
            const std::int64_t value =
                isTime ? stack.selfNs : rounding.round(std::max(stack.joules[rail], 0.0) / kMicrojoule);
            if (value <= 0)
                continue;
            file.write(pathOf(stacks, i) + " " + std::to_string(value) + "\n");
            ++written;
        }
        const std::string unit = isTime ? "ns of self time" : "uJ of " + stacks.rails[rail];
        const std::string text =
            countText(written) + " stacks in " + unit + " of " + countText(stacks.steps) + " steps with recorded ops";
        return stacks.omissions.isEmpty() ? text : text + "; " + stacks.omissions.text();
    }
};

} // namespace

std::unique_ptr<Exporter> makeFoldedExporter()
{
    return std::make_unique<FoldedExporter>();
}

} // namespace stepscope::analysis
