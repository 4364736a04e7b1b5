#include "analysis/study/studyfigures.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/metrics.h"
#include "analysis/report/observationfacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kPercent = 100;
constexpr std::size_t kShownSteps = 3;

std::string titleOfModel(const std::string& model)
{
    const PublishedModel* published = publishedModel(model);
    return published != nullptr ? std::string(published->title) : model;
}

std::string panelOf(const Study& study, const StudyCell& cell)
{
    const std::string model =
        titleOfModel(cell.model) + (study.plan.powerSettings.size() > 1 ? ", " + cell.power : std::string());
    return study.plan.targets.size() > 1 ? cell.target + ": " + model : model;
}

/// The values of one cell, by series.
using CellValues = std::function<NamedValues(const Study& study, const StudyCell& cell)>;

void addPublished(const Study& study, StudyFigure& figure)
{
    std::set<std::string> panels;
    std::map<std::pair<std::string, std::string>, FigureSeries> added;
    for (const StudyCell& cell : study.cells) {
        const PublishedModel* model = publishedModel(cell.model);
        // The paper measured one setting: its values are repeated in no other panel of the model.
        if (model == nullptr || !study.hasFirstPower(cell) || !panels.insert(panelOf(study, cell)).second)
            continue;
        for (const PublishedValue& value : publishedValues()) {
            if (value.figure != figure.name || publishedModel(value.model) != model)
                continue;
            FigureSeries& series = added[{panelOf(study, cell), std::string(value.series)}];
            series.panel = panelOf(study, cell);
            series.name = std::string(value.series);
            series.isPublished = true;
            series.points.push_back({value.x, value.y, std::nullopt, 1});
        }
    }
    for (auto& [key, series] : added)
        figure.series.push_back(std::move(series));
}

/// The cells that succeeded, by target, model and power setting in the order of the plan; trainings run in random
/// order.
std::vector<std::size_t> succeededInOrder(const Study& study)
{
    const auto placeIn = [](const std::vector<std::string>& list, const std::string& word) {
        return std::find(list.begin(), list.end(), word) - list.begin();
    };
    const auto rank = [&](std::size_t i) {
        const StudyCell& cell = study.cells[i];
        return std::tuple(placeIn(study.plan.targets, cell.target), placeIn(study.plan.models, cell.model),
                          placeIn(study.plan.powerSettings, cell.power));
    };
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < study.cells.size(); ++i) {
        if (study.cells[i].result.succeeded())
            cells.push_back(i);
    }
    std::stable_sort(cells.begin(), cells.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return cells;
}

/// Means over the repeats of the trainings that succeeded, by batch size.
void fillByBatch(const Study& study, StudyFigure& figure, const CellValues& valuesOf)
{
    std::vector<std::pair<std::string, std::string>> order; // panel, series
    std::map<std::pair<std::string, std::string>, std::map<int, Repeats>> values;
    for (const std::size_t i : succeededInOrder(study)) {
        const StudyCell& cell = study.cells[i];
        for (const auto& [name, value] : valuesOf(study, cell)) {
            const auto key = std::pair(panelOf(study, cell), name);
            if (std::find(order.begin(), order.end(), key) == order.end())
                order.push_back(key);
            if (std::isfinite(value))
                values[key][cell.batch].add(value, i);
        }
    }
    for (const auto& key : order) {
        FigureSeries series{key.first, key.second, false, {}, 0};
        for (const auto& [batch, repeats] : values[key])
            series.points.push_back(repeats.at(batch));
        if (!series.points.empty())
            figure.series.push_back(std::move(series));
    }
    if (figure.series.empty())
        figure.note = "No training of the study has these values.";
    else
        addPublished(study, figure);
}

NamedValues oneValue(const StudyCell& cell, std::string_view column, const char* name, double factor)
{
    const auto value = cell.result.number(column);
    return value ? NamedValues{{name, *value * factor}} : NamedValues();
}

NamedValues utilizations(const Study& /*study*/, const StudyCell& cell)
{
    NamedValues values = oneValue(cell, column::kCpu, "CPU", kPercent);
    for (auto& gpu : oneValue(cell, column::kGpu, "GPU", kPercent))
        values.push_back(std::move(gpu));
    return values;
}

/// Values by core in per cent, with the cluster in the name.
NamedValues ofCores(const Study& study, const StudyCell& cell, std::string_view column)
{
    const StudyDevice* device = study.deviceOf(cell.target);
    NamedValues values;
    for (const auto& [core, value] : cell.result.named(column)) {
        std::string name = core;
        if (device != nullptr) {
            for (const StudyCore& known : device->cores)
                name += "cpu" + std::to_string(known.core) == core ? " " + known.cluster : "";
        }
        values.emplace_back(name, value * kPercent);
    }
    return values;
}

struct Role
{
    std::string_view role;
    const char* title;
};
constexpr std::array kRoles{Role{"gpu", "GPU"}, Role{"cpu", "CPU"}, Role{"memory", "memory"}, Role{"system", "whole"}};

/// The part of the system to which a rail belongs; null if the paper's figures do not show it.
const char* partOf(const StudyDevice& device, const std::string& rail)
{
    for (const StudyRail& known : device.rails) {
        for (const Role& role : kRoles) {
            if (known.name == rail && known.role == role.role)
                return role.title;
        }
    }
    return nullptr;
}

NamedValues energies(const Study& study, const StudyCell& cell)
{
    NamedValues values;
    const StudyDevice* device = study.deviceOf(cell.target);
    for (const Role& role : kRoles) {
        double sum = 0;
        bool isKnown = false;
        for (const auto& [rail, joules] : cell.result.named(column::kRailStepJoules)) {
            const char* part = device != nullptr ? partOf(*device, rail) : nullptr;
            if (part == role.title) {
                sum += joules;
                isKnown = true;
            }
        }
        // The whole is that of the system's rails, which are several on some boards.
        const auto whole = cell.result.number(column::kStepJoules);
        if (role.role == "system" && whole)
            values.emplace_back(role.title, *whole);
        else if (isKnown && role.role != "system")
            values.emplace_back(role.title, sum);
    }
    return values;
}

NamedValues gigabytesOfParts(const Study& /*study*/, const StudyCell& cell)
{
    constexpr double kGigabyte = 1e9;
    NamedValues values = cell.result.named(column::kMemoryParts);
    for (auto& [name, bytes] : values)
        bytes /= kGigabyte;
    return values;
}

/// The cell for figures of a single training: of Inception V1 as in the paper, else of the first model that succeeded,
/// with its largest batch, whose steps are the longest.
const StudyCell* shownCell(const Study& study)
{
    const StudyCell* best = nullptr;
    const auto rank = [&](const StudyCell& cell) {
        const PublishedModel* model = publishedModel(cell.model);
        const auto place = std::find(study.plan.models.begin(), study.plan.models.end(), cell.model);
        const bool isInception = model != nullptr && model->title == "InceptionV1";
        return std::tuple(isInception ? 0 : 1, place - study.plan.models.begin(), -cell.batch, cell.id);
    };
    for (const StudyCell& cell : study.cells) {
        const bool counts = study.hasFirstPower(cell) && cell.result.succeeded() && !cell.recording.empty() &&
                            cell.result.number("counted_steps").value_or(0) >= static_cast<double>(kShownSteps);
        if (counts && (best == nullptr || rank(cell) < rank(*best)))
            best = &cell;
    }
    return best;
}

/// The samples of some channels during the first three steps that count. `name`: of the series; empty = not shown.
void fillThreeSteps(const Study& study, const CellReader& reader, StudyFigure& figure, double factor,
                    const std::function<FigureSeries(const trace::Channel& channel)>& seriesOf)
{
    const StudyCell* cell = shownCell(study);
    if (cell == nullptr) {
        figure.note = "No training of the study has three marked steps that count.";
        return;
    }
    const auto index = static_cast<std::size_t>(cell - study.cells.data());
    const auto view = reader(*cell);
    if (!view.ok()) {
        figure.note = view.error().text;
        return;
    }
    const trace::TimeRange window = runWindow(*view, study.plan.skippedSteps).range;
    const std::size_t first = view->stepLowerBound(window.begin + 1);
    if (first >= view->stepCount()) {
        figure.note = "The recording of the training with three steps that count has no marked steps.";
        return;
    }
    const std::size_t last = std::min(first + kShownSteps, view->stepCount()) - 1;
    const trace::TimeRange steps{view->step(first).start, view->step(last).end};
    const std::string training = titleOfModel(cell->model) + ", batch " + std::to_string(cell->batch) +
                                 (study.namedPower().empty() ? "" : " in " + study.namedPower()) + ", on " +
                                 cell->target;
    for (const trace::ChannelView& channel : view->channels()) {
        FigureSeries series = seriesOf(channel.info());
        if (series.name.empty())
            continue;
        for (std::size_t i = channel.lowerBound(steps.begin); i < channel.size() && channel.time(i) <= steps.end; ++i) {
            const trace::TimeRange since{steps.begin, channel.time(i)};
            if (std::isfinite(channel.value(i)))
                series.points.push_back({since.seconds(), channel.value(i) * factor, std::nullopt, 1, {index}});
        }
        if (!series.points.empty())
            figure.series.push_back(std::move(series));
    }
    figure.note = figure.series.empty()
                      ? "The recording of " + training + " has no samples of these quantities in its steps."
                      : training + ": the first " + std::to_string(kShownSteps) + " steps that count.";
}

void fillUtilizationOfSteps(const Study& study, const CellReader& reader, StudyFigure& figure)
{
    fillThreeSteps(study, reader, figure, kPercent, [](const trace::Channel& channel) {
        FigureSeries series;
        if (channel.quantity == "cpu.utilization" && channel.core >= 0)
            series.name = "cpu" + std::to_string(channel.core) + " " + channel.cluster;
        if (channel.quantity == "gpu.utilization")
            series.name = "GPU";
        series.panel = series.name;
        return series;
    });
}

void fillPowerOfSteps(const Study& study, const CellReader& reader, StudyFigure& figure)
{
    fillThreeSteps(study, reader, figure, 1, [](const trace::Channel& channel) {
        FigureSeries series;
        for (const Role& role : kRoles) {
            if (channel.quantity == "rail.power" && channel.role == role.role && role.role != "system")
                series.name = std::string(role.title) + " (" + titleOf(channel) + ")";
        }
        return series;
    });
}

/// The accuracies of a training by day: of the metric that `benchmarks accuracy-over-days` reports once a day, else
/// those that an own command reported or printed, in their order. Built-in models report theirs every few steps
/// instead.
std::vector<double> dailyAccuracies(const Study& study, const trace::TraceView& view)
{
    std::vector<double> shares;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != "metric" || channel.info().name != "daily_accuracy")
            continue;
        for (std::size_t i = 0; i < channel.size(); ++i)
            shares.push_back(channel.value(i));
    }
    if (shares.empty() && !study.plan.command.empty()) {
        for (const RunFacts::Accuracy& accuracy : accuraciesOf(view))
            shares.push_back(accuracy.share);
    }
    return shares;
}

/// Whether `benchmarks accuracy-over-days` printed that its images are generated: "... data CIFAR-10 (generated: ...)".
bool learnsGeneratedData(const trace::TraceView& view)
{
    std::string begin; // the training prints it first
    for (std::size_t i = 0; i < view.logSize() && begin.size() < 4096; ++i) {
        if (view.log(i).stream == format::LogChunk::Stream::Output)
            begin += view.log(i).text;
    }
    const std::size_t data = begin.find(" data ");
    const std::string line = data == std::string::npos ? "" : begin.substr(data, begin.find('\n', data) - data);
    return line.find("(generated") != std::string::npos;
}

void fillAccuracy(const Study& study, const CellReader& reader, StudyFigure& figure)
{
    std::map<std::pair<std::string, int>, std::vector<Repeats>> days; // panel, batch: values by day
    for (std::size_t i = 0; i < study.cells.size(); ++i) {
        const StudyCell& cell = study.cells[i];
        if (!cell.result.succeeded() || !cell.result.number(column::kAccuracy))
            continue;
        const auto view = reader(cell);
        if (!view.ok())
            continue;
        auto& values = days[{panelOf(study, cell), cell.batch}];
        const auto shares = dailyAccuracies(study, *view);
        values.resize(std::max(values.size(), shares.size()));
        for (std::size_t day = 0; day < shares.size(); ++day)
            values[day].add(shares[day] * kPercent, i);
        figure.hasGeneratedData = figure.hasGeneratedData || learnsGeneratedData(*view);
    }
    figure.startsAtZero = false;
    if (figure.hasGeneratedData)
        figure.note = "The images are generated, since CIFAR-10 was not at hand.";
    for (const auto& [key, values] : days) {
        FigureSeries series{key.first, "batch " + std::to_string(key.second), false, {}, 0};
        for (std::size_t day = 0; day < values.size(); ++day)
            series.points.push_back(values[day].at(static_cast<double>(day)));
        if (!series.points.empty())
            figure.series.push_back(std::move(series));
    }
    if (figure.series.empty())
        figure.note = "No training of the study reported an accuracy by day: sweep `python3 -m benchmarks "
                      "accuracy-over-days {model} --batch {batch}`.";
    else
        addPublished(study, figure);
}

using Reader = const CellReader&;

constexpr std::array kFigures{
    FigureRow{"figure-3", "Utilization of each core and the GPU over three steps", "time", "s", "utilization", "%",
              false, fillUtilizationOfSteps},
    FigureRow{"figure-4", "CPU and GPU utilization by batch size", "batch size", "", "utilization", "%", true,
              [](const Study& study, Reader, StudyFigure& figure) { fillByBatch(study, figure, utilizations); }},
    FigureRow{"figure-5a", "Utilization of each core by batch size", "batch size", "", "utilization", "%", true,
              [](const Study& study, Reader, StudyFigure& figure) {
                  fillByBatch(study, figure, [](const Study& all, const StudyCell& cell) {
                      return ofCores(all, cell, column::kCores);
                  });
              }},
    FigureRow{"figure-5b", "Idle state ratio of each core by batch size", "batch size", "", "idle state ratio", "%",
              true,
              [](const Study& study, Reader, StudyFigure& figure) {
                  fillByBatch(study, figure, [](const Study& all, const StudyCell& cell) {
                      return ofCores(all, cell, column::kIdle);
                  });
              }},
    FigureRow{"figure-6", "Energy of one step by component and batch size", "batch size", "", "energy", "J", true,
              [](const Study& study, Reader, StudyFigure& figure) { fillByBatch(study, figure, energies); }},
    FigureRow{"figure-7", "Power of GPU, CPU and memory over three steps", "time", "s", "power", "W", false,
              fillPowerOfSteps},
    FigureRow{"figure-8", "Throughput by batch size", "batch size", "", "throughput", "samples/s", true,
              [](const Study& study, Reader, StudyFigure& figure) {
                  fillByBatch(study, figure, [](const Study&, const StudyCell& cell) {
                      return oneValue(cell, column::kThroughput, "throughput", 1);
                  });
              }},
    FigureRow{"figure-9", "Memory by its parts and batch size", "batch size", "", "memory", "GB", true,
              [](const Study& study, Reader, StudyFigure& figure) { fillByBatch(study, figure, gigabytesOfParts); }},
    FigureRow{"figure-10", "Accuracy over days", "day", "", "accuracy", "%", false, fillAccuracy},
};

} // namespace

FigureSeries::Point meanPoint(double x, const std::vector<double>& values)
{
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    FigureSeries::Point point{x, mean, std::nullopt, values.size()};
    if (values.size() < 2)
        return point;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    constexpr double kUpper = 0.975;
    const double half = studentQuantile(kUpper, count - 1) * std::sqrt(squares / (count - 1) / count);
    point.interval = Interval{mean - half, mean + half};
    return point;
}

FigureSeries::Point Repeats::at(double x) const
{
    FigureSeries::Point point = meanPoint(x, values);
    point.cells = cells;
    return point;
}

std::span<const FigureRow> figureRows()
{
    return kFigures;
}

std::vector<StudyFigure> studyFigures(const Study& study, const CellReader& reader)
{
    std::vector<StudyFigure> figures;
    for (const FigureRow& row : kFigures) {
        figures.push_back(
            {row.name, row.title, row.x, row.xUnit, row.y, row.yUnit, row.isByBatch, study.isVirtual(), {}, {}});
        row.fill(study, reader, figures.back());
    }
    return figures;
}

} // namespace stepscope::analysis
