#include "remote/simulator/training/training.h"

#include "remote/format/clock.h"
#include "remote/hookwire/encoder.h"

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace stepscope::simulator {

using format::Error;

namespace {

constexpr std::int64_t kSetup = 1200 * format::kMillisecond;
constexpr double kStepJitter = 0.02;
constexpr double kOpJitter = 0.02;
/// The framework selects kernels in the first step and allocates memory in the second.
constexpr double kFirstStep = 2.2;
constexpr double kSecondStep = 1.2;
/// Largest share of the board's memory in use.
constexpr double kFullest = 0.93;
/// Steps are stored for longer than the averaging window and latency of any sensor.
constexpr std::int64_t kStoredFor = 3 * format::kSecond;

std::uint64_t stepKey(const TrainingOptions& options)
{
    return hashKey(options.seed, static_cast<std::uint64_t>(options.batch), options.model.size());
}

Joules joulesOf(const Signals& rates, double ns)
{
    return {rates[GpuWatts] * ns * 1e-9, rates[CpuWatts] * ns * 1e-9, rates[SocWatts] * ns * 1e-9,
            rates[DdrWatts] * ns * 1e-9};
}

void add(Joules& sum, const Joules& more)
{
    sum.gpu += more.gpu;
    sum.cpu += more.cpu;
    sum.soc += more.soc;
    sum.ddr += more.ddr;
}

} // namespace

format::Result<TracedSteps> TracedSteps::parse(std::string_view text)
{
    if (text == "none")
        return TracedSteps{0, 0, 0};
    if (text == "all")
        return TracedSteps{0, ~std::uint64_t{0}, 0};
    // The hook's mode adds five steps whenever the cost of all stays within 1 % of the time: at a quarter of a step for
    // each, from step 250 on. Its later intervals are half as long.
    if (text == "auto")
        return TracedSteps{4, 9, 250};
    TracedSteps traced{0, 0, 0};
    std::size_t fields = 0;
    for (std::uint64_t* field : {&traced.first, &traced.last, &traced.every}) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *field);
        if (error != std::errc())
            break;
        ++fields;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.starts_with(':'))
            break;
        text.remove_prefix(1);
    }
    if (fields < 2 || !text.empty())
        return format::failure(Error::Code::Usage, "--ops must be auto, none, all or FIRST:END[:EVERY]");
    return traced;
}

std::string TracedSteps::text() const
{
    if (last == 0)
        return "none";
    if (last == ~std::uint64_t{0})
        return "all";
    return std::to_string(first) + ":" + std::to_string(last) + (every > 0 ? ":" + std::to_string(every) : "");
}

bool TracedSteps::contains(std::uint64_t step) const
{
    if (step < first || last <= first)
        return false;
    return (every > 0 ? first + (step - first) % every : step) < last;
}

format::Result<std::shared_ptr<Training>> Training::make(const TrainingOptions& options, const Machine& machine)
{
    const Model* model = TRY(findModel(options.model));
    if (options.batch < 1 || options.batch > 256)
        return format::failure(Error::Code::Usage, "--batch must be from 1 to 256 samples");
    return std::shared_ptr<Training>(new Training(options, *model, machine));
}

Training::Training(TrainingOptions options, const Model& model, const Machine& machine)
    : m_options(std::move(options))
    , m_model(model)
    , m_machine(atClocks(machine, m_options.clocks))
    , m_plan(planStep(model, m_options.batch, m_machine, m_options.seed))
    , m_memory(simulator::memoryParts(model, m_options.batch, m_plan.parameters))
    , m_peakBytes(std::min(m_memory.sum(), kFullest * machine.memoryBytes - machine.idleBytes))
{
    Signals importing{};
    addBusy(importing, m_machine, m_machine.mainCore, 0.85);
    importing[DdrWatts] = 0.2;
    importing[EmcBusy] = 0.05;
    m_setup = PiecewiseSignals(begin(), firstStepBegin(), {{begin(), firstStepBegin(), importing}});
    m_sum = m_setup.integral(firstStepBegin());
    m_end = firstStepBegin();
}

std::int64_t Training::firstStepBegin() const
{
    return m_options.start + kSetup;
}

double Training::hostFactor(std::uint64_t index, bool traced) const
{
    // Tracing and the selection of kernels add CPU time only.
    const double planned = m_plan.hostNs + m_plan.kernelNs;
    const double slowed = planned * (traced ? kTracingSlowdown : 1.0) * (index == 0 ? kFirstStep : 1.0);
    return (slowed - m_plan.kernelNs) / m_plan.hostNs;
}

std::vector<double> Training::lengths(std::uint64_t index, bool traced) const
{
    const std::uint64_t key = hashKey(stepKey(m_options), index);
    const double host = hostFactor(index, traced);
    const double target = (m_plan.hostNs * host + m_plan.kernelNs) * (1 + kStepJitter * approximateNormal(key)) *
                          (index == 1 ? kSecondStep : 1.0);
    std::vector<double> parts;
    parts.reserve(2 * m_plan.ops.size());
    double sum = 0;
    for (std::size_t i = 0; i < m_plan.ops.size(); ++i) {
        const double own = 1 + kOpJitter * approximateNormal(key, i + 1);
        parts.push_back(m_plan.ops[i].hostNs * host * own);
        parts.push_back(m_plan.ops[i].kernelNs * own);
        sum += parts[2 * i] + parts[2 * i + 1];
    }
    for (double& part : parts)
        part *= target / sum;
    return parts;
}

Training::Sequence Training::sequence(std::int64_t begin, const std::vector<double>& parts) const
{
    Sequence played;
    auto at = static_cast<double>(begin);
    for (std::size_t i = 0; i < m_plan.ops.size(); ++i) {
        const PlannedOp& op = m_plan.ops[i];
        const auto from = static_cast<std::int64_t>(at);
        const auto launched = static_cast<std::int64_t>(at += parts[2 * i]);
        const auto to = static_cast<std::int64_t>(at += parts[2 * i + 1]);
        const Joules kernel = joulesOf(op.kernelRates, static_cast<double>(to - launched));
        OpInstance leaf{op.kind, OpInstance::Main, 2, from, to - from, kernel};
        add(leaf.own, joulesOf(op.hostRates, static_cast<double>(launched - from)));
        played.leaves.push_back(leaf);
        played.loads.push_back({from, launched, op.hostRates});
        if (op.kernelNs <= 0)
            continue;
        played.loads.push_back({launched, to, op.kernelRates});
        played.links.push_back({from, launched});
        played.kernels.push_back({op.kernel, OpInstance::Stream, 0, launched, to - launched, kernel});
    }
    played.end = static_cast<std::int64_t>(at);
    return played;
}

PlayedStep Training::play(std::uint64_t index, std::int64_t begin) const
{
    PlayedStep played;
    played.index = index;
    played.traced = m_options.traced.contains(index);
    Sequence ops = sequence(begin, lengths(index, played.traced));
    const std::int64_t length = ops.end - begin;
    played.ops.push_back({0, OpInstance::Main, 0, begin, length, {}});
    for (const PlannedLayer& layer : m_plan.layers) {
        const OpInstance& first = ops.leaves[layer.first];
        const OpInstance& last = ops.leaves[layer.last - 1];
        played.ops.push_back(
            {layer.kind, OpInstance::Main, 1, first.start, last.start + last.duration - first.start, {}});
        played.ops.insert(played.ops.end(), ops.leaves.begin() + static_cast<std::ptrdiff_t>(layer.first),
                          ops.leaves.begin() + static_cast<std::ptrdiff_t>(layer.last));
    }
    for (const PlannedInput& input : m_plan.inputs) {
        const auto from = begin + static_cast<std::int64_t>(input.from * static_cast<double>(length));
        const auto to = begin + static_cast<std::int64_t>(input.to * static_cast<double>(length));
        ops.loads.push_back({from, to, input.rates});
        played.ops.push_back(
            {input.kind, OpInstance::Input, 0, from, to - from, joulesOf(input.rates, static_cast<double>(to - from))});
    }
    played.ops.insert(played.ops.end(), ops.kernels.begin(), ops.kernels.end());
    played.links = std::move(ops.links);
    played.waveform = PiecewiseSignals(begin, ops.end, ops.loads);
    return played;
}

void Training::append()
{
    auto step = std::make_shared<PlayedStep>(play(m_nextStep++, m_end));
    m_stored.push_back({m_sum, step});
    m_end = step->waveform.end();
    addTo(m_sum, step->waveform.integral(m_end));
    while (m_stored.size() > 4 && m_stored.front().step->waveform.end() < m_end - kStoredFor)
        m_stored.pop_front();
}

void Training::reach(std::int64_t time)
{
    while (m_end <= time && m_nextStep < m_options.steps)
        append();
}

const Training::StoredStep* Training::storedStepAt(std::int64_t time) const
{
    const auto after =
        std::upper_bound(m_stored.begin(), m_stored.end(), time,
                         [](std::int64_t t, const StoredStep& stored) { return t < stored.step->waveform.begin(); });
    return after == m_stored.begin() ? nullptr : &*std::prev(after);
}

Signals Training::integral(std::int64_t time)
{
    if (time < firstStepBegin())
        return time <= begin() ? Signals{} : m_setup.integral(time);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const StoredStep* stored = storedStepAt(time);
    if (stored == nullptr)
        return m_stored.empty() ? m_sum : m_stored.front().before; // before the oldest stored step
    Signals sum = stored->before;
    addTo(sum, stored->step->waveform.integral(time));
    return sum;
}

Signals Training::rates(std::int64_t time)
{
    if (time < firstStepBegin())
        return m_setup.rates(time);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const StoredStep* stored = storedStepAt(time);
    return stored == nullptr ? Signals{} : stored->step->waveform.rates(time);
}

double Training::memory(std::int64_t time)
{
    if (time < begin())
        return 0;
    // The setup loads libraries, the first two steps allocate most memory; later only activations vary.
    if (time < firstStepBegin())
        return m_peakBytes * 0.25 * static_cast<double>(time - begin()) / static_cast<double>(kSetup);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const StoredStep* stored = storedStepAt(time);
    if (stored == nullptr)
        return m_peakBytes;
    const PlayedStep& step = *stored->step;
    const double phase = std::min(1.0, static_cast<double>(time - step.waveform.begin()) /
                                           static_cast<double>(step.waveform.end() - step.waveform.begin()));
    if (step.index == 0)
        return m_peakBytes * (0.25 + 0.6 * phase);
    if (step.index == 1)
        return m_peakBytes * (0.85 + 0.13 * phase);
    return m_peakBytes * (1 - 0.02 * std::abs(2 * phase - 1));
}

std::shared_ptr<const PlayedStep> Training::step(std::uint64_t index)
{
    const std::lock_guard lock(m_mutex);
    while (m_nextStep <= index)
        append();
    for (const StoredStep& stored : m_stored) {
        if (stored.step->index == index)
            return stored.step;
    }
    return nullptr;
}

format::Result<TrainingReport> TrainingReport::open()
{
    return TrainingReport(TRY(hookwire::Client::open()));
}

TrainingReport::TrainingReport(hookwire::Client client)
    : m_client(std::move(client))
{}

void TrainingReport::send(std::string_view messages)
{
    // A training continues when its agent ends.
    static_cast<void>(m_client.send(messages));
}

void TrainingReport::greet(std::string_view program)
{
    static_cast<void>(m_client.greet("played", program));
}

void TrainingReport::defineKinds(std::span<const OpKind> kinds)
{
    // Each kind has four separate names; the few duplicates cost less than a search for them.
    std::vector<std::string_view> names;
    std::vector<format::Op> ops;
    const auto addName = [&names](std::string_view name) {
        names.push_back(name);
        return name.empty() ? 0U : static_cast<std::uint32_t>(names.size());
    };
    for (const OpKind& kind : kinds)
        ops.push_back({addName(kind.name), addName(kind.shapes), addName(kind.module), addName(kind.category)});
    send(hookwire::encodeNames(1, names));
    send(hookwire::encodeOps(1, ops));
}

void TrainingReport::defineLane(std::uint32_t lane, format::Lane::Kind kind, std::uint64_t thread, std::string name)
{
    format::Lane row;
    row.id = lane;
    row.kind = kind;
    row.thread = thread;
    row.name = std::move(name);
    send(hookwire::encodeLane(row));
}

void TrainingReport::addSpans(std::uint32_t lane, std::span<const OpInstance> ops)
{
    std::vector<hookwire::Span> spans;
    spans.reserve(ops.size());
    for (const OpInstance& op : ops)
        spans.push_back({op.start, op.duration, op.kind + 1, op.depth});
    send(hookwire::encodeSpans(lane, spans));
}

void TrainingReport::addLinks(std::span<const format::Link> links)
{
    send(hookwire::encodeLinks(OpInstance::Main, OpInstance::Stream, links));
}

void TrainingReport::addStep(const format::Step& step)
{
    send(hookwire::encodeStep(step));
}

void TrainingReport::addFacts(std::string_view json)
{
    send(hookwire::encodeFacts(json));
}

} // namespace stepscope::simulator
