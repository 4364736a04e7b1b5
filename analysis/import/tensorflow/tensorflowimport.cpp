#include "analysis/import/importer.h"
#include "analysis/import/linefile.h"
#include "analysis/import/tensorflow/stepstats.h"
#include "analysis/import/wholefile.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace stepscope::analysis {
namespace {

using format::Error;

class TensorFlowImporter : public Importer
{
public:
    [[nodiscard]] std::string_view name() const override { return "tensorflow"; }
    [[nodiscard]] std::string_view summary() const override
    {
        return "profiles of TensorFlow (RunMetadata, StepStats, .xplane.pb)";
    }
    /// Each run of a session is a file.
    [[nodiscard]] bool joinsFiles() const override { return true; }
    [[nodiscard]] bool recognises(std::string_view beginning) const override
    {
        return kindOfTensorFlow(unpackedBeginning(beginning)) != TensorFlowFile::None;
    }
    [[nodiscard]] format::Result<std::string> import(const ImportOptions& options, Collection& into,
                                                     const ImportProgress& progress) const override;
};

/// RunMetadata has no numbers of steps, and the names of the files may be in another order: run_10 before run_2.
void numberByTime(std::vector<format::Step>& steps)
{
    std::stable_sort(steps.begin(), steps.end(),
                     [](const format::Step& a, const format::Step& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].index = i;
}

format::Result<std::string> TensorFlowImporter::import(const ImportOptions& options, Collection& into,
                                                       const ImportProgress& progress) const
{
    std::size_t filesDone = 0;
    bool isCancelled = false;
    const auto goesOn = [&](double shareOfFile) {
        const double share = (static_cast<double>(filesDone) + shareOfFile) / static_cast<double>(options.files.size());
        isCancelled = isCancelled || (progress && !progress(share));
        return !isCancelled;
    };
    bool isNumberedByFile = false;
    for (const std::filesystem::path& path : options.files) {
        if (!goesOn(0))
            break;
        const WholeFile file = TRY(WholeFile::open(path));
        const TensorFlowFile kind = kindOfTensorFlow(file.bytes());
        if (kind == TensorFlowFile::GraphText)
            return format::failure(Error::Code::Corrupt,
                                   path.string() + " is a graph of TensorFlow, which contains no times: import the "
                                                   "RunMetadata or StepStats of its run.");
        // Objects of a text take a dozen times its size.
        constexpr std::size_t kMostText = std::size_t{128} << 20U;
        if (kind == TensorFlowFile::StepStatsText && file.bytes().size() > kMostText)
            return format::failure(Error::Code::Corrupt,
                                   path.string() + " is a text of more than 128 MiB: write the "
                                                   "profile as binary (SerializeToString), or profile fewer steps.");
        isNumberedByFile = isNumberedByFile || kind != TensorFlowFile::XSpace;
        const bool isIntact = kind == TensorFlowFile::XSpace
                                  ? readXSpace(file.bytes(), into, goesOn)
                                  : readStepStats(file.bytes(), kind == TensorFlowFile::StepStatsText, into);
        if (!isIntact)
            into.losses.add("tail", "a file is damaged or truncated; what was before the damage is kept");
        ++filesDone;
    }
    if (isCancelled)
        return format::failure(Error::Code::Cancelled, "The import was cancelled; nothing was kept.");
    if (into.spanCount() == 0)
        return format::failure(Error::Code::Corrupt, options.files.front().string() +
                                                         " contains no op: profile a run with trace_level FULL_TRACE.");
    if (isNumberedByFile)
        numberByTime(into.steps);
    into.orderSteps();
    into.nest();
    if (SourceClock::isPlausible(into.begin))
        into.clock.realOfZero = 0;
    into.source = {.name = "tensorflow",
                   .title = "Profile of TensorFlow, imported",
                   .resolution = "1 us (RunMetadata), 1 ns",
                   .reason = "read from " + into.files.front()};
    return amountsOf(into);
}

} // namespace

std::unique_ptr<Importer> makeTensorFlowImporter()
{
    return std::make_unique<TensorFlowImporter>();
}

} // namespace stepscope::analysis
