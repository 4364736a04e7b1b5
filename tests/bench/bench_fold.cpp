// Accuracy of folding: readings every 10 ms of 2,000 steps of 200 ms with known power. Prints the error of the waveform
// and of its features of 0.5 ms, the coverage of its band, and whether commensurate sampling is detected.
// STEPSCOPE_PICTURES=DIR writes pictures of the waveforms with the true ones.
#include "tests/bench/figures.h"
#include "tests/support/foldscenario.h"
#include "widgets/plots/foldplot.h"

#include <QApplication>
#include <QDir>
#include <QPixmap>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace stepscope;
using namespace stepscope::bench;
using namespace stepscope::testing;

namespace {

constexpr unsigned kScenarios = 10;

analysis::FoldedWaveform folded(const FoldScenario& scenario, const FoldPlan& plan)
{
    return analysis::foldSamples(scenario.samples, scenario.stepSeconds, {.samplingPeriod = plan.period});
}

/// Writes a picture of the waveform with its band and the true waveform, if STEPSCOPE_PICTURES is set.
void keepPicture(const FoldScenario& scenario, const analysis::FoldedWaveform& fold, const char* name)
{
    const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
    if (folder.isEmpty())
        return;
    widgets::FoldPicture picture;
    picture.stepSeconds = scenario.stepSeconds;
    picture.unit = "W";
    picture.color = widgets::railColor("gpu");
    picture.value = fold.value;
    picture.low = fold.low;
    picture.high = fold.high;
    widgets::FoldPicture::Line truth{QStringLiteral("truth"), {}, true};
    const double bin = scenario.stepSeconds / static_cast<double>(scenario.truth.size());
    for (std::size_t i = 0; i < scenario.truth.size(); ++i) {
        truth.points.emplace_back(static_cast<double>(i) * bin, scenario.truth[i]);
        truth.points.emplace_back(static_cast<double>(i + 1) * bin, scenario.truth[i]);
    }
    picture.lines.push_back(truth);
    widgets::FoldPlot plot;
    plot.resize(1400, 420);
    plot.setPicture(picture);
    const QString file = QStringLiteral("%1/fold-%2").arg(folder, QLatin1String(name));
    plot.grab().save(file + ".png");
    const double pulse = scenario.pulses[scenario.pulses.size() / 2];
    plot.axis()->zoomTo(
        {static_cast<std::int64_t>((pulse - 0.005) * 1e9), static_cast<std::int64_t>((pulse + 0.015) * 1e9)});
    plot.grab().save(file + "-zoomed.png");
}

struct Table
{
    double rms = 0, covered = 0, pulseMean = 0, pulseWorst = 0, resolution = 0, seconds = 0;
};

Table measure(const FoldPlan& plan, const char* picture)
{
    Table table;
    for (unsigned seed = 0; seed < kScenarios; ++seed) {
        const FoldScenario scenario = makeFoldScenario(100 + seed, plan);
        const double begin = processorSeconds();
        const analysis::FoldedWaveform fold = folded(scenario, plan);
        table.seconds = std::max(table.seconds, processorSeconds() - begin);
        const FoldErrors errors = errorsOf(scenario, fold);
        table.rms = std::max(table.rms, 100 * errors.rms);
        table.covered += 100 * errors.covered / kScenarios;
        table.pulseMean += 100 * errors.pulseMean / kScenarios;
        table.pulseWorst = std::max(table.pulseWorst, 100 * errors.pulseWorst);
        table.resolution = std::max(table.resolution, 1e3 * fold.resolutionSeconds);
        if (seed == 0)
            keepPicture(scenario, fold, picture);
    }
    return table;
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const Table fine = measure({}, "window-1ms");
    figure("fold_window_1ms_rms_error_of_span_worst_of_10", fine.rms, "%", 3);
    figure("fold_window_1ms_features_of_0.5ms_mean_error", fine.pulseMean, "%", 3);
    figure("fold_window_1ms_features_of_0.5ms_worst_of_120", fine.pulseWorst, "%", 3);
    figure("fold_window_1ms_band_holds_the_truth", fine.covered, "%_of_bins", 90, true);
    figure("fold_window_1ms_band_not_too_wide", fine.covered, "%_of_bins", 99);
    figure("fold_window_1ms_resolution", fine.resolution, "ms", 0.5);
    const Table noisy = measure({.noise = 0.03}, "window-1ms-noisy");
    figure("fold_window_1ms_noise_3%_rms_error_of_span_worst_of_10", noisy.rms, "%", 3);
    figure("fold_window_1ms_noise_3%_features_of_0.5ms_mean_error", noisy.pulseMean, "%", 3);
    const Table wide = measure({.window = 0.01}, "window-10ms");
    figure("fold_window_10ms_band_holds_the_truth", wide.covered, "%_of_bins", 90, true);
    figure("fold_window_10ms_band_not_too_wide", wide.covered, "%_of_bins", 99);
    figure("fold_window_10ms_resolution", wide.resolution, "ms", 10);
    int detected = 0;
    int helped = 0;
    int falseAlarms = 0;
    for (unsigned seed = 0; seed < kScenarios; ++seed) {
        const FoldPlan plan{.jitter = 0};
        const analysis::FoldedWaveform fold = folded(makeFoldScenario(seed, plan), plan);
        detected += fold.phases.isCommensurate && fold.phases.distinctPhases == 20 ? 1 : 0;
        const FoldPlan better{.period = fold.phases.betterPeriod > 0 ? fold.phases.betterPeriod : 0.01, .jitter = 0};
        helped += folded(makeFoldScenario(seed, better), better).phases.isCommensurate ? 0 : 1;
        falseAlarms += folded(makeFoldScenario(seed, {}), {}).phases.isCommensurate ? 1 : 0;
    }
    figure("fold_commensurate_sampling_detected", 100.0 * detected / kScenarios, "%", 100, true);
    figure("fold_proposed_period_helps", 100.0 * helped / kScenarios, "%", 100, true);
    figure("fold_commensurate_false_alarms", 100.0 * falseAlarms / kScenarios, "%", 0);
    figure("fold_seconds_for_40000_readings", std::max({fine.seconds, noisy.seconds, wide.seconds}), "s", 2);
    return 0;
}
