#include "analysis/report/observationfacts.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/observations/observationtests.h"
#include "analysis/report/analysis.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <stop_token>
#include <system_error>

namespace stepscope::analysis {
std::string modelOf(const std::vector<std::string>& command)
{
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
        if (command[i] == "--model" || (i > 0 && command[i - 1] == "benchmarks" && command[i] == "train"))
            return command[i + 1];
    }
    for (const std::string& word : command) {
        if (word.ends_with(".py"))
            return word.substr(word.find_last_of('/') + 1);
    }
    return command.empty() ? std::string() : command.front().substr(command.front().find_last_of('/') + 1);
}

namespace {

/// Indices of the steps in the window, without traced ones if there are enough others.
std::vector<std::size_t> stepsIn(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<std::size_t> all;
    std::vector<std::size_t> untraced;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start < range.begin || step.end > range.end || step.end <= step.start)
            continue;
        all.push_back(i);
        if ((step.flags & format::Step::kTraced) == 0)
            untraced.push_back(i);
    }
    constexpr std::size_t kEnough = 8;
    return untraced.size() >= kEnough ? untraced : all;
}

/// Means over groups of `each` consecutive steps.
std::vector<StepFigures> grouped(const std::vector<StepFigures>& steps, std::size_t each)
{
    std::vector<StepFigures> groups;
    const auto count = static_cast<double>(each);
    for (std::size_t first = 0; first + each <= steps.size(); first += each) {
        StepFigures mean;
        for (std::size_t i = first; i < first + each; ++i) {
            mean.seconds += steps[i].seconds / count;
            mean.joules += steps[i].joules / count;
            mean.watts += steps[i].watts / count;
            mean.cpu += steps[i].cpu / count;
            mean.gpu += steps[i].gpu / count;
        }
        groups.push_back(mean);
    }
    return groups;
}

/// Peak of memory in use in each group of `each` consecutive steps; empty if it was not measured.
std::vector<double> peaksOf(const trace::TraceView& view, const std::vector<std::size_t>& steps, std::size_t each)
{
    std::vector<double> peaks;
    const trace::ChannelView* memory = findChannel(view, "memory.used");
    for (std::size_t first = 0; memory != nullptr && first + each <= steps.size(); first += each) {
        double peak = -INFINITY;
        for (std::size_t i = first; i < first + each; ++i) {
            const format::Step step = view.step(steps[i]);
            const auto bounds = memory->bounds(memory->lowerBound(step.start), memory->lowerBound(step.end));
            peak = bounds.any ? std::max(peak, bounds.max) : peak;
        }
        if (std::isfinite(peak))
            peaks.push_back(peak);
    }
    return peaks;
}

/// At most twenty equal parts of the range, with at least twenty samples each.
std::vector<trace::TimeRange> stretchesOf(const trace::TraceView& view, trace::TimeRange range)
{
    constexpr std::int64_t kMostStretches = 20;
    constexpr std::int64_t kSamples = 20;
    std::vector<trace::TimeRange> stretches;
    const std::int64_t period = std::max<std::int64_t>(view.header().periodNs, 1);
    const std::int64_t count = std::clamp<std::int64_t>(range.duration() / period / kSamples, 0, kMostStretches);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t length = range.duration() / count;
        stretches.push_back({range.begin + i * length, range.begin + (i + 1) * length});
    }
    return stretches;
}

/// The channel of the rail of this role that draws most; null = none.
const trace::ChannelView* railChannel(const trace::TraceView& view, const RunFacts& facts, std::string_view role)
{
    const RailSummary* rail = railOf(facts, role);
    for (const trace::ChannelView& channel : view.channels()) {
        if (rail != nullptr && channel.info().quantity == "rail.power" && titleOf(channel.info()) == rail->name)
            return &channel;
    }
    return nullptr;
}

/// Cores without a sample in a stretch are left out.
std::vector<RunFacts::Stretch> measuredStretches(const trace::TraceView& view, const RunFacts& facts,
                                                 trace::TimeRange range, const std::stop_token& stop)
{
    const trace::ChannelView* memory = railChannel(view, facts, "memory");
    const trace::ChannelView* gpu = railChannel(view, facts, "gpu");
    const trace::ChannelView* cpu = railChannel(view, facts, "cpu");
    const auto wattsOf = [](const trace::ChannelView* channel, trace::TimeRange stretch) {
        return channel == nullptr ? 0 : channel->integral(stretch).mean();
    };
    std::vector<RunFacts::Stretch> stretches;
    for (const trace::TimeRange& stretch : stretchesOf(view, range)) {
        if (stop.stop_requested())
            break;
        const RangeSummary summary = summarize(view, stretch, stop);
        stretches.push_back({summary.cores, summary.gpuUtilization, summary.cpuUtilization, wattsOf(memory, stretch),
                             wattsOf(gpu, stretch), wattsOf(cpu, stretch)});
    }
    return stretches;
}

/// The channels of `predictability`, which lists those of the header in their order without the agent's.
std::vector<RunFacts::Repetition> repetitionsOf(const trace::TraceView& view, const Predictability& predictability,
                                                double stepSeconds)
{
    std::vector<RunFacts::Repetition> repetitions;
    auto result = predictability.channels.begin();
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity.starts_with("agent."))
            continue;
        if (result == predictability.channels.end())
            break;
        const auto window = static_cast<double>(info.windowNs.value_or(samplingPeriod(view, info)));
        repetitions.push_back(
            {titleOf(info), info.quantity, info.role, info.core, result->share, window * 1e-9 <= stepSeconds / 2});
        if (result->samples > 0) {
            repetitions.back().mean = result->mean;
            repetitions.back().deviation = result->deviation;
        }
        ++result;
    }
    return repetitions;
}

Message periodText(const PeriodReport& period)
{
    const PeriodFinding& finding = period.finding;
    if (finding.verdict != PeriodVerdict::Periodic && finding.verdict != PeriodVerdict::Approximate)
        return finding.reason.empty()
                   ? translatable("Observations", "no period was found without marks")
                   : translatable("Observations", "no period was found without marks: %1").arg(finding.reason);
    Message text =
        translatable("Observations", "without marks a period of %1 was found").arg(durationText(finding.seconds));
    const auto difference = differenceToMarks(period);
    if (!isPeriodOfMarks(period))
        text += translatable("Observations", ", mostly outside of the marked steps");
    else if (difference)
        text += translatable("Observations", ", %1 off the marks").arg(percentText(std::abs(*difference)));
    return text;
}

/// The series by its key: a word that ends in "acc" or "accuracy", such as "val_accuracy".
using AccuracySeries = std::map<std::string, std::vector<RunFacts::Accuracy>, std::less<>>;

bool isAccuracy(std::string_view key)
{
    return key.ends_with("acc") || key.ends_with("accuracy");
}

/// Reads the training's accuracies from lines of its output: "accuracy: 0.61", "acc 61.3 %". Those with a per cent sign
/// are per cent, and all others of a series in which one is above 1.
class AccuracyLines
{
public:
    [[nodiscard]] AccuracySeries series() const
    {
        AccuracySeries shares;
        for (const auto& [key, lines] : m_lines) {
            const bool isPercent = std::any_of(lines.begin(), lines.end(),
                                               [](const Line& line) { return !line.hasSign && line.value > 1; });
            for (const Line& line : lines)
                shares[key].push_back({line.day, isPercent || line.hasSign ? line.value / 100 : line.value});
        }
        return shares;
    }

    void read(std::string_view line, double day)
    {
        for (std::size_t at = line.find("acc"); at != std::string_view::npos; at = line.find("acc", at + 1)) {
            std::size_t begin = at;
            std::size_t end = at;
            while (begin > 0 && isWord(line[begin - 1]))
                --begin;
            while (end < line.size() && isWord(line[end]))
                ++end;
            const std::string_view key = line.substr(begin, end - begin);
            if (isAccuracy(key))
                readValue(key, line.substr(end), day);
        }
    }

private:
    struct Line
    {
        double day = 0, value = 0;
        bool hasSign = false;
    };

    static bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

    void readValue(std::string_view key, std::string_view rest, double day)
    {
        constexpr std::string_view kBetween = " \t:=";
        const std::size_t begin = rest.find_first_not_of(kBetween);
        if (begin == std::string_view::npos || begin == 0)
            return;
        rest.remove_prefix(begin);
        double value = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc() || !(value >= 0 && value <= 100))
            return;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        m_lines[std::string(key)].push_back({day, value, rest.starts_with('%')});
    }

    std::map<std::string, std::vector<Line>, std::less<>> m_lines; ///< by key
};

/// Days since 1970.
double dayOf(const trace::TraceView& view, std::int64_t time)
{
    constexpr double kNsPerDay = 24 * 3600e9;
    const auto since = static_cast<double>(time - view.header().startMonotonic);
    return (static_cast<double>(view.header().startRealtime) + since) / kNsPerDay;
}

/// The accuracies among the metrics that the training reports, 0..1; one with a value above 1 is in per cent.
AccuracySeries reportedAccuracies(const trace::TraceView& view)
{
    AccuracySeries series;
    for (const trace::ChannelView& channel : view.channels()) {
        std::string name = channel.info().name;
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
        if (channel.info().quantity != "metric" || !isAccuracy(name))
            continue;
        const double scale = channel.extremes(0, channel.size()).max > 1 ? 100 : 1;
        for (std::size_t i = 0; i < channel.size(); ++i) {
            const double share = channel.value(i) / scale;
            if (share >= 0 && share <= 1)
                series[name].push_back({dayOf(view, channel.time(i)), share});
        }
    }
    return series;
}

/// Empty if there is none.
std::vector<RunFacts::Accuracy> longestOf(const AccuracySeries& series)
{
    const auto longest = std::max_element(
        series.begin(), series.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    return longest == series.end() ? std::vector<RunFacts::Accuracy>{} : longest->second;
}

} // namespace

std::vector<RunFacts::Accuracy> accuraciesOf(const trace::TraceView& view, const std::stop_token& stop)
{
    if (auto reported = longestOf(reportedAccuracies(view)); !reported.empty())
        return reported;
    AccuracyLines lines;
    std::map<format::LogChunk::Stream, std::string> open; // chunks are not aligned to lines
    for (std::size_t i = 0; i < view.logSize() && !stop.stop_requested(); ++i) {
        const format::LogChunk& chunk = view.log(i);
        const double day = dayOf(view, chunk.time);
        std::string& text = open[chunk.stream];
        for (const char c : chunk.text) {
            if (c != '\n' && c != '\r') {
                text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
                continue;
            }
            lines.read(text, day);
            text.clear();
        }
    }
    return longestOf(lines.series());
}

namespace {

/// What the training reports of its memory: tensors in the window, else the facts.
void addMemoryParts(const Report& report, RunFacts& facts)
{
    const auto partOf = [](double tensors, std::uint64_t fact) {
        if (std::isfinite(tensors))
            return std::optional(tensors);
        return fact > 0 ? std::optional(static_cast<double>(fact)) : std::nullopt;
    };
    const TensorBytes& tensors = report.summary.tensors;
    facts.parameterBytes = partOf(tensors.parameters, report.facts.parameterBytes);
    facts.gradientBytes = partOf(tensors.gradients, report.facts.gradientBytes);
    facts.inputBytes = partOf(tensors.inputs, report.facts.inputBytes);
    facts.intermediateBytes = partOf(tensors.intermediate, report.facts.intermediateBytes);
    facts.peakBytes = report.summary.peakMemoryBytes;
    facts.totalBytes = report.memory.totalBytes;
}

/// GPU and CPU utilization in equal parts of a step.
struct StepShape
{
    trace::TimeRange range{};
    std::int64_t width = 0; ///< of a part, ns
    std::vector<double> gpu{}, cpu{};

    [[nodiscard]] trace::TimeRange part(std::size_t i) const
    {
        const std::int64_t begin = range.begin + static_cast<std::int64_t>(i) * width;
        return {begin, begin + width};
    }
    /// Index of the part that contains a time; 0 before the step.
    [[nodiscard]] std::size_t partAt(std::int64_t time) const
    {
        return static_cast<std::size_t>(std::max<std::int64_t>(time - range.begin, 0) / width);
    }
};

/// Computes the shapes of steps. The kernels of traced steps show the GPU exactly; without kernels its channel is used,
/// in parts not shorter than its averaging window.
class StepShaper
{
public:
    explicit StepShaper(const trace::TraceView& view)
        : m_gpu(findChannel(view, "gpu.utilization"))
    {
        for (const trace::LaneView& lane : view.lanes()) {
            if (lane.info().kind == format::Lane::Kind::GpuStream && lane.size() > 0)
                m_streams.push_back(&lane);
        }
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity != "cpu.utilization")
                continue;
            m_cores.push_back(&channel);
            m_width = std::max(m_width, samplingPeriod(view, channel.info()));
        }
        if (!usesKernels() && m_gpu != nullptr) {
            const trace::Channel& info = m_gpu->info();
            const std::int64_t period = samplingPeriod(view, info);
            const std::int64_t window =
                info.covers == trace::Channel::Covers::Interval ? period : info.windowNs.value_or(0);
            m_width = std::max({m_width, period, window});
            m_gpuDelay = info.lagNs.value_or(0) + window / 2;
        }
    }

    [[nodiscard]] bool usesKernels() const { return !m_streams.empty(); }
    [[nodiscard]] bool isPossible() const { return !m_cores.empty() && (usesKernels() || m_gpu != nullptr); }
    [[nodiscard]] Message source() const
    {
        return usesKernels() ? translatable("Observations", "by the kernels of traced steps")
                             : translatable("Observations", "by the GPU's channel");
    }
    [[nodiscard]] Message whyNone() const
    {
        return (usesKernels()
                    ? translatable("Observations",
                                   "no step is longer than four parts of %1, with a GPU and a CPU that vary in it")
                    : translatable("Observations",
                                   "no step is longer than four parts of %1, the resolution of the GPU's utilization "
                                   "(record ops with their kernels), with a GPU and a CPU that vary in it"))
            .arg(durationText(m_width));
    }
    /// None for a step of fewer than four parts.
    [[nodiscard]] std::optional<StepShape> shapeOf(trace::TimeRange step) const
    {
        constexpr std::int64_t kMinParts = 4;
        constexpr std::int64_t kMaxParts = 1000;
        StepShape shape{step, std::max(m_width, step.duration() / kMaxParts)};
        if (shape.width <= 0 || step.duration() / shape.width < kMinParts)
            return std::nullopt;
        const auto parts = static_cast<std::size_t>(step.duration() / shape.width);
        shape.gpu.assign(parts, 0);
        for (const trace::LaneView* stream : m_streams)
            addKernels(*stream, shape);
        for (std::size_t i = 0; i < parts; ++i) {
            const trace::TimeRange part = shape.part(i);
            double sum = 0;
            for (const trace::ChannelView* core : m_cores)
                sum += core->integral(part).mean();
            shape.cpu.push_back(sum / static_cast<double>(m_cores.size()));
            if (!usesKernels())
                shape.gpu[i] = m_gpu->integral({part.begin + m_gpuDelay, part.end + m_gpuDelay}).mean();
            shape.gpu[i] = std::min(shape.gpu[i], 1.0);
        }
        return shape;
    }

private:
    static void addKernels(const trace::LaneView& stream, StepShape& shape)
    {
        const auto [first, last] = stream.touching(shape.range);
        for (std::size_t i = first; i < last; ++i) {
            const trace::SpanRecord kernel = stream.span(i);
            const trace::TimeRange busy = shape.range.intersected({kernel.start, kernel.end()});
            for (std::size_t part = shape.partAt(busy.begin);
                 kernel.depth == 0 && part < shape.gpu.size() && shape.part(part).begin < busy.end; ++part)
                shape.gpu[part] +=
                    std::max(busy.intersected(shape.part(part)).seconds(), 0.0) / shape.part(part).seconds();
        }
    }

    const trace::ChannelView* m_gpu;
    std::vector<const trace::ChannelView*> m_cores;
    std::vector<const trace::LaneView*> m_streams;
    std::int64_t m_width = 0;
    std::int64_t m_gpuDelay = 0; ///< from the middle of the averaging window to the time of the value, ns
};

/// Self time of the ops of all threads in the parts of a step in which the GPU is busy for less than half of the time.
void addOpsAtLowGpu(const trace::TraceView& view, const StepShape& shape, std::map<std::string, double>& seconds)
{
    constexpr double kLow = 0.5;
    const auto lowSeconds = [&](trace::TimeRange time) {
        double sum = 0;
        for (std::size_t part = shape.partAt(time.begin); part < shape.gpu.size() && shape.part(part).begin < time.end;
             ++part)
            sum += shape.gpu[part] < kLow ? std::max(time.intersected(shape.part(part)).seconds(), 0.0) : 0;
        return sum;
    };
    for (const trace::LaneView& lane : view.lanes()) {
        if (lane.info().kind != format::Lane::Kind::Thread)
            continue;
        std::vector<std::uint32_t> parents; // ops that contain the current span, by depth
        const auto [first, last] = lane.touching(shape.range);
        for (std::size_t i = first; i < last; ++i) {
            const trace::SpanRecord span = lane.span(i);
            const double own = lowSeconds({span.start, span.end()});
            parents.resize(std::min<std::size_t>(parents.size(), span.depth));
            if (!parents.empty())
                seconds[std::string(view.opName(parents.back()))] -= own;
            seconds[std::string(view.opName(span.op))] += own;
            parents.push_back(span.op);
        }
    }
}

/// The largest share first.
std::vector<RunFacts::OpShare> sharesOf(const std::map<std::string, double>& seconds)
{
    double sum = 0;
    for (const auto& [name, own] : seconds)
        sum += std::max(own, 0.0);
    std::vector<RunFacts::OpShare> shares;
    for (const auto& [name, own] : seconds) {
        if (own > 0)
            shares.push_back({name, own / sum});
    }
    std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
    return shares;
}

/// Adds the correlation of GPU and CPU inside the steps, and what the threads do while the GPU is low.
void addStepShapes(const trace::TraceView& view, trace::TimeRange range, RunFacts& facts, const std::stop_token& stop)
{
    const StepShaper shaper(view);
    if (!shaper.isPossible())
        return;
    std::vector<format::Step> steps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start >= range.begin && step.end > step.start &&
            (!shaper.usesKernels() || (step.flags & format::Step::kTraced) != 0))
            steps.push_back(step);
    }
    constexpr std::size_t kMostSteps = 200;
    const std::size_t every = std::max<std::size_t>((steps.size() + kMostSteps - 1) / kMostSteps, 1);
    std::map<std::string, double> seconds;
    for (std::size_t i = 0; i < steps.size() && !stop.stop_requested(); i += every) {
        const auto shape = shaper.shapeOf({steps[i].start, steps[i].end});
        if (!shape)
            continue;
        if (const auto correlation = correlationOf(shape->gpu, shape->cpu))
            facts.gpuCpuCorrelations.push_back(*correlation);
        if ((steps[i].flags & format::Step::kTraced) != 0)
            addOpsAtLowGpu(view, *shape, seconds);
    }
    facts.correlationSource = facts.gpuCpuCorrelations.empty() ? shaper.whyNone() : shaper.source();
    facts.opsAtLowGpu = sharesOf(seconds);
}

} // namespace

RunFacts runFacts(const trace::TraceView& view, const Report& report, const std::stop_token& stop)
{
    RunFacts facts;
    facts.model = modelOf(report.header.command);
    facts.batch = report.facts.batchSize;
    facts.cores = report.summary.cores;
    facts.gpu = report.summary.gpuUtilization;
    facts.cpu = report.summary.cpuUtilization;
    facts.rails = report.summary.rails;
    facts.joulesPerStep = report.energy.joulesPerStep;
    facts.samplesPerSecond = report.steps.samplesPerSecond;
    addMemoryParts(report, facts);
    facts.stretches = measuredStretches(view, facts, report.summary.range, stop);
    facts.repetitions = repetitionsOf(view, report.predictability,
                                      view.stepCount() > 0 ? report.steps.meanSeconds : report.period.finding.seconds);
    facts.repeatedSteps = report.predictability.steps;
    facts.detectedPeriod = periodText(report.period);
    facts.accuracies = accuraciesOf(view, stop);
    const std::vector<std::size_t> numbers = stepsIn(view, report.summary.range);
    addStepShapes(view, report.summary.range, facts, stop);
    const std::vector<StepFigures> steps = stepFigures(view, numbers, stop);
    double seconds = 0;
    for (const StepFigures& step : steps) {
        facts.stepSeconds.push_back(step.seconds);
        seconds += step.seconds / static_cast<double>(steps.size());
    }
    constexpr double kSamples = 20;
    const double needed = kSamples * static_cast<double>(view.header().periodNs) * 1e-9;
    if (seconds > 0 && needed > seconds)
        facts.stepsPerGroup = static_cast<std::size_t>(std::min(std::ceil(needed / seconds), 1e6));
    facts.groups = grouped(steps, facts.stepsPerGroup);
    facts.stepPeaks = peaksOf(view, numbers, facts.stepsPerGroup);
    return facts;
}

void computeObservations(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    const RunFacts facts = runFacts(view, report, stop);
    report.observations = observe({&facts, 1});
}

} // namespace stepscope::analysis
