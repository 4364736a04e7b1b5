#include "remote/simulator/training.h"

#include "remote/simulator/clock.h"

#include <charconv>
#include <cmath>

namespace stepscope::simulator {

using format::Error;

namespace {

constexpr std::int64_t kSetup = 1200 * kMillisecond;
constexpr double kStepJitter = 0.02;
constexpr double kOpJitter = 0.02;
/// The framework tries out its kernels in the first step, and allocates in the second.
constexpr double kFirstStep = 2.2;
constexpr double kSecondStep = 1.2;
/// A board with less memory than the model's trains all the same: it is not what is studied here.
constexpr double kFullest = 0.93;
/// Longer ago than any sensor looks back.
constexpr std::int64_t kKeptFor = 3 * kSecond;

std::uint64_t stepKey(const TrainingWords& words)
{
    return mixed(words.seed, static_cast<std::uint64_t>(words.batch), words.model.size());
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
    if (text == "auto") // as the hook begins; a played training costs nothing that would have to be kept small
        return TracedSteps{4, 9, 0};
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
        return format::failure(Error::Code::Usage, "the steps to trace are auto, none, all or FIRST:LAST[:EVERY]");
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

format::Result<std::shared_ptr<Training>> Training::make(const TrainingWords& words, const Machine& machine)
{
    const Model* model = TRY(findModel(words.model));
    if (words.batch < 1 || words.batch > 256)
        return format::failure(Error::Code::Usage, "the batch must be from 1 to 256 samples");
    return std::shared_ptr<Training>(new Training(words, *model, machine));
}

Training::Training(TrainingWords words, const Model& model, const Machine& machine)
    : m_words(std::move(words))
    , m_model(model)
    , m_machine(machine)
    , m_plan(planStep(model, m_words.batch, m_machine, m_words.seed))
    , m_peakBytes(std::min(gigabytes(model, m_words.batch) * 1e9, kFullest * machine.memoryBytes) - machine.idleBytes)
{
    Signals importing{};
    addBusy(importing, m_machine, m_machine.mainCore, 0.85);
    importing[DdrWatts] = 0.2;
    importing[EmcBusy] = 0.05;
    m_setup = Pieces(begin(), firstStepBegin(), {{begin(), firstStepBegin(), importing}});
    m_sum = m_setup.integral(firstStepBegin());
    m_end = firstStepBegin();
}

std::int64_t Training::firstStepBegin() const
{
    return m_words.start + kSetup;
}

double Training::hostFactor(std::uint64_t index, bool traced) const
{
    // What tracing and trying out add is the CPU's time.
    const double planned = m_plan.hostNs + m_plan.kernelNs;
    const double slowed = planned * (traced ? kTracingSlowdown : 1.0) * (index == 0 ? kFirstStep : 1.0);
    return (slowed - m_plan.kernelNs) / m_plan.hostNs;
}

std::vector<double> Training::lengths(std::uint64_t index, bool traced) const
{
    const std::uint64_t key = mixed(stepKey(m_words), index);
    const double host = hostFactor(index, traced);
    const double wanted =
        (m_plan.hostNs * host + m_plan.kernelNs) * (1 + kStepJitter * bell(key)) * (index == 1 ? kSecondStep : 1.0);
    std::vector<double> parts;
    parts.reserve(2 * m_plan.ops.size());
    double sum = 0;
    for (std::size_t i = 0; i < m_plan.ops.size(); ++i) {
        const double own = 1 + kOpJitter * bell(key, i + 1);
        parts.push_back(m_plan.ops[i].hostNs * host * own);
        parts.push_back(m_plan.ops[i].kernelNs * own);
        sum += parts[2 * i] + parts[2 * i + 1];
    }
    for (double& part : parts)
        part *= wanted / sum;
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
        played.kernels.push_back({op.kernel, OpInstance::Stream, 0, launched, to - launched, kernel});
    }
    played.end = static_cast<std::int64_t>(at);
    return played;
}

PlayedStep Training::play(std::uint64_t index, std::int64_t begin) const
{
    PlayedStep played;
    played.index = index;
    played.traced = m_words.traced.contains(index);
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
    played.pieces = Pieces(begin, ops.end, ops.loads);
    return played;
}

void Training::append()
{
    auto step = std::make_shared<PlayedStep>(play(m_nextStep++, m_end));
    m_kept.push_back({m_sum, step});
    m_end = step->pieces.end();
    addTo(m_sum, step->pieces.integral(m_end));
    while (m_kept.size() > 4 && m_kept.front().step->pieces.end() < m_end - kKeptFor)
        m_kept.pop_front();
}

void Training::reach(std::int64_t time)
{
    while (m_end <= time && m_nextStep < m_words.steps)
        append();
}

const Training::Kept* Training::keptAt(std::int64_t time) const
{
    const auto after = std::upper_bound(m_kept.begin(), m_kept.end(), time,
                                        [](std::int64_t t, const Kept& kept) { return t < kept.step->pieces.begin(); });
    return after == m_kept.begin() ? nullptr : &*std::prev(after);
}

Signals Training::integral(std::int64_t time)
{
    if (time < firstStepBegin())
        return time <= begin() ? Signals{} : m_setup.integral(time);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const Kept* kept = keptAt(time);
    if (kept == nullptr)
        return m_kept.empty() ? m_sum : m_kept.front().before; // longer ago than is kept
    Signals sum = kept->before;
    addTo(sum, kept->step->pieces.integral(time));
    return sum;
}

Signals Training::rates(std::int64_t time)
{
    if (time < firstStepBegin())
        return m_setup.rates(time);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const Kept* kept = keptAt(time);
    return kept == nullptr ? Signals{} : kept->step->pieces.rates(time);
}

double Training::memory(std::int64_t time)
{
    if (time < begin())
        return 0;
    // Libraries first, then what the first two steps allocate; from then on only activations come and go.
    if (time < firstStepBegin())
        return m_peakBytes * 0.25 * static_cast<double>(time - begin()) / static_cast<double>(kSetup);
    const std::lock_guard lock(m_mutex);
    reach(time);
    const Kept* kept = keptAt(time);
    if (kept == nullptr)
        return m_peakBytes;
    const PlayedStep& step = *kept->step;
    const double phase = std::min(1.0, static_cast<double>(time - step.pieces.begin()) /
                                           static_cast<double>(step.pieces.end() - step.pieces.begin()));
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
    for (const Kept& kept : m_kept) {
        if (kept.step->index == index)
            return kept.step;
    }
    return nullptr;
}

} // namespace stepscope::simulator
