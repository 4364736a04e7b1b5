#include "tests/support/trainingboard.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace stepscope::testing {
namespace {

using trace::Channel;
using trace::SpanRecord;

constexpr std::int64_t kStart = kTrainingStart;
constexpr std::int64_t kMs = 1'000'000;
constexpr std::uint32_t kMainLane = 1;
constexpr std::uint32_t kBackwardLane = 2;
constexpr std::uint32_t kStreamLane = 3;

struct Layer
{
    const char* module;
    const char* op;
    const char* inner;
    const char* kernel;
    const char* shapes;
    double weight; ///< fraction of the forward pass
    double power;  ///< of GPU and CPU while it runs, relative to the mean of a step
};
constexpr std::array kLayers{
    Layer{"conv1", "aten::conv2d", "aten::convolution", "aten::mkldnn_convolution", "[32, 3, 32, 32]", 3, 1.1},
    Layer{"bn1", "aten::batch_norm", "aten::_batch_norm_impl_index", "aten::native_batch_norm", "[32, 64, 32, 32]", 1,
          0.6},
    Layer{"relu", "aten::relu_", "aten::clamp_min_", "aten::clamp_min_", "[32, 64, 32, 32]", 0.5, 0.7},
    Layer{"layer1.0.conv1", "aten::conv2d", "aten::convolution", "aten::mkldnn_convolution", "[32, 64, 32, 32]", 6,
          1.4},
    Layer{"layer1.0.bn1", "aten::batch_norm", "aten::_batch_norm_impl_index", "aten::native_batch_norm",
          "[32, 64, 32, 32]", 1, 0.65},
    Layer{"layer1.0.conv2", "aten::conv2d", "aten::convolution", "aten::mkldnn_convolution", "[32, 64, 32, 32]", 6,
          1.2},
    Layer{"avgpool", "aten::adaptive_avg_pool2d", "aten::mean", "aten::sum", "[32, 64, 32, 32]", 0.4, 0.8},
    Layer{"fc", "aten::linear", "aten::addmm", "aten::copy_", "[32, 64]", 0.3, 0.75},
    Layer{"", "aten::cross_entropy_loss", "aten::log_softmax", "aten::_log_softmax", "[32, 10]", 0.2, 0.7},
};

/// Where the ops lie in a step, as fractions of its length.
constexpr double kForwardBegin = 0.02;
constexpr double kForwardEnd = 0.35;
constexpr double kBackwardEnd = 0.85;

/// Relative power at `phase` (0..1) of a step: that of the layer that runs then, 0.5 between the passes and the steps.
double powerAt(double phase)
{
    if (phase < kForwardBegin || phase >= kBackwardEnd)
        return 0.5;
    const bool backward = phase >= kForwardEnd;
    double fraction = backward ? (kBackwardEnd - phase) / (kBackwardEnd - kForwardEnd)
                               : (phase - kForwardBegin) / (kForwardEnd - kForwardBegin);
    double total = 0;
    for (const Layer& layer : kLayers)
        total += layer.weight;
    for (const Layer& layer : kLayers) {
        fraction -= layer.weight / total;
        if (fraction < 0)
            return layer.power;
    }
    return kLayers.back().power;
}

/// State of a simulated training: options, clock, random numbers.
class Training
{
public:
    explicit Training(const TrainingOptions& options)
        : m_options(options)
        , m_random(options.seed)
    {
        describeTraining(m_builder, options);
    }

    RecordingBuilder run()
    {
        m_builder.clock({.monotonic = kStart, .realtime = m_builder.describe().startRealtime, .uncertainty = 300});
        m_builder.lane({.id = kMainLane,
                        .kind = format::Lane::Kind::Thread,
                        .process = 4242,
                        .thread = 4242,
                        .name = "python3 main"});
        m_builder.lane({.id = kBackwardLane,
                        .kind = format::Lane::Kind::Thread,
                        .process = 4242,
                        .thread = 4250,
                        .name = "pt_autograd_0"});
        if (m_options.gpu)
            m_builder.lane({.id = kStreamLane,
                            .kind = format::Lane::Kind::GpuStream,
                            .process = 4242,
                            .thread = 7,
                            .name = "stream 7"});
        m_builder.facts(R"({"framework":"torch","framework_version":"1.13.1","profiler":"autograd","python":"3.11.2",)"
                        R"("batch_size":)" +
                        std::to_string(m_options.batchSize) +
                        R"(,"parameter_bytes":598016,"gradient_bytes":598016,"input_bytes":393216})");
        m_builder.log(m_now + 20 * kMs, "Files already downloaded and verified\n");
        sampleUntil(m_now + 300 * kMs, -1);
        for (std::uint64_t index = 0; index < m_options.steps; ++index)
            step(index);
        sampleUntil(m_now + 100 * kMs, -1);
        finish();
        return std::move(m_builder);
    }

private:
    void step(std::uint64_t index);
    void traceOps(trace::TimeRange range);
    void traceLayers(trace::TimeRange range, std::uint32_t lane, bool backward);
    void sampleUntil(std::int64_t end, std::int64_t stepStart);
    std::int64_t valueOf(const Channel& channel, std::int64_t time, double phase);
    double railWatts(const std::string& rail, double phase);
    void finish();
    double noise(double sigma) { return std::normal_distribution<double>(0, sigma)(m_random); }

    TrainingOptions m_options;
    std::mt19937 m_random;
    RecordingBuilder m_builder;
    std::int64_t m_now = kStart;
    std::int64_t m_sampled = kStart;
    std::int64_t m_stepLength = 0;
};

double Training::railWatts(const std::string& rail, double phase)
{
    const bool training = phase >= 0;
    const double gpu = training ? 3.6 * powerAt(phase) : 0.15;
    const double cpu = training ? 0.6 + 0.5 * powerAt(phase) : 0.5;
    const double soc = 0.8;
    const double ddr = training ? 0.9 + 0.4 * powerAt(phase) : 0.4;
    if (rail == "VDD_SYS_GPU")
        return gpu;
    if (rail == "VDD_SYS_CPU")
        return cpu;
    if (rail == "VDD_SYS_SOC")
        return soc;
    if (rail == "VDD_SYS_DDR")
        return ddr;
    if (rail == "VDD_4V0_WIFI")
        return 0.1;
    return gpu + cpu + soc + ddr + 0.9;
}

/// `phase` is 0..1 within a step, negative outside.
std::int64_t Training::valueOf(const Channel& channel, std::int64_t time, double phase)
{
    const bool training = phase >= 0;
    const double seconds = static_cast<double>(time - kStart) * 1e-9;
    double value = 0;
    if (channel.quantity == "cpu.utilization") {
        const bool offline = m_options.troubled && channel.core == 2 && seconds > 3 && seconds < 4;
        if (offline)
            return format::kMissing;
        const double share = channel.core == 0 ? 0.9 : channel.cluster == "Denver2" ? 0.05 : 0.35;
        value = std::clamp((training ? share * (phase < 0.4 ? 0.7 : 1.0) : 0.04) + noise(0.05), 0.0, 1.0);
    } else if (channel.quantity == "cpu.frequency") {
        value = training ? 2.0355e9 : 345.6e6;
    } else if (channel.quantity == "gpu.utilization") {
        value = std::clamp((training ? 0.94 : 0.0) + noise(0.02), 0.0, 1.0);
    } else if (channel.quantity == "gpu.frequency") {
        value = training ? 1.3005e9 : 114.75e6;
    } else if (channel.quantity == "rail.power") {
        value = std::max(0.0, railWatts(channel.name, phase) + noise(0.02));
    } else if (channel.quantity == "memory.total") {
        value = 8'235'737'088.0;
    } else if (channel.quantity == "memory.used" || channel.quantity == "memory.process") {
        const double grown = 1.2e9 * std::min(1.0, seconds) + (training ? 4e8 * phase : 0.0);
        value = grown + (channel.quantity == "memory.used" ? 1.9e9 : 2e8);
    } else if (channel.quantity == "temperature") {
        value = 38 + 9 * (1 - std::exp(-seconds / 6));
    } else if (channel.quantity == "agent.cpu") {
        value = 0.006 + 0.001 * noise(1);
    } else if (channel.quantity == "agent.memory") {
        value = 3.1e6;
    }
    return static_cast<std::int64_t>(std::llround(value / channel.scale));
}

void Training::sampleUntil(std::int64_t end, std::int64_t stepStart)
{
    std::vector<std::int64_t> times;
    for (; m_sampled < end; m_sampled += m_options.periodNs)
        times.push_back(m_sampled + std::abs(static_cast<std::int64_t>(noise(40'000))));
    if (times.empty())
        return;
    const std::vector<Channel>& channels = m_builder.describe().channels;
    for (std::uint32_t group = 0; group < 2; ++group) {
        std::vector<std::vector<std::int64_t>> values;
        std::vector<std::uint32_t> ids;
        std::vector<std::int64_t> offsets;
        for (const Channel& channel : channels) {
            if (channel.group != group)
                continue;
            ids.push_back(channel.id);
            auto& column = values.emplace_back();
            for (const std::int64_t time : times) {
                const double phase =
                    stepStart < 0
                        ? -1
                        : std::clamp(static_cast<double>(time - stepStart) / static_cast<double>(m_stepLength), 0.0,
                                     1.0);
                column.push_back(valueOf(channel, time, phase));
            }
        }
        std::vector<format::SampleColumnView> columns;
        std::vector<std::vector<std::int64_t>> late;
        for (std::size_t i = 0; i < ids.size(); ++i) // rails on one bus are read sequentially
            late.emplace_back(group == 1 ? times.size() : 0, static_cast<std::int64_t>(i) * 350'000);
        for (std::size_t i = 0; i < ids.size(); ++i)
            columns.push_back({.channel = ids[i], .values = values[i], .readOffsets = late[i]});
        if (!columns.empty())
            m_builder.samples({.group = group, .times = times, .columns = columns});
    }
    m_now = std::max(m_now, end);
}

void Training::traceLayers(trace::TimeRange range, std::uint32_t lane, bool backward)
{
    double total = 0;
    for (const Layer& layer : kLayers)
        total += layer.weight;
    std::vector<SpanRecord> spans;
    std::vector<SpanRecord> kernels;
    std::vector<format::Link> links; // from the launching op to the kernel
    auto at = static_cast<double>(range.begin);
    for (std::size_t i = 0; i < kLayers.size(); ++i) {
        const Layer& layer = kLayers[backward ? kLayers.size() - 1 - i : i];
        const double length = layer.weight / total * static_cast<double>(range.duration());
        const auto start = static_cast<std::int64_t>(at);
        const auto duration = static_cast<std::int64_t>(length * 0.95);
        const std::string suffix = backward ? "_backward" : "";
        const std::string outer =
            backward ? "autograd::engine::evaluate_function: " + std::string(layer.op + 6) + "Backward0" : layer.op;
        spans.push_back({start, duration, m_builder.op(outer, layer.shapes, layer.module), 0});
        spans.push_back({start + duration / 50, duration * 9 / 10,
                         m_builder.op(layer.inner + suffix, layer.shapes, layer.module), 1});
        spans.push_back({start + duration / 20, duration * 3 / 5,
                         m_builder.op(layer.kernel + suffix, layer.shapes, layer.module), 2});
        spans.push_back({start + duration * 7 / 10, duration / 10, m_builder.op("aten::empty"), 2});
        kernels.push_back({start + duration / 10, duration * 4 / 5,
                           m_builder.op("void " + std::string(layer.kernel + 6) + suffix + "_kernel<float, 128>", "",
                                        layer.module, "kernel"),
                           0});
        links.push_back({start + duration / 20, start + duration / 10});
        at += length;
    }
    m_builder.spans(lane, spans);
    if (m_options.gpu)
        m_builder.spans(kStreamLane, kernels).links(lane, kStreamLane, links);
}

void Training::traceOps(trace::TimeRange range)
{
    const std::int64_t length = range.duration();
    const auto at = [&](double phase) {
        return range.begin + static_cast<std::int64_t>(phase * static_cast<double>(length));
    };
    traceLayers({at(kForwardBegin), at(kForwardEnd)}, kMainLane, false);
    traceLayers({at(kForwardEnd), at(kBackwardEnd)}, kBackwardLane, true);
    const std::int64_t start = range.begin + length * 43 / 50;
    const auto optimizer = m_builder.op("Optimizer.step#SGD.step", "", "", "user");
    std::vector<SpanRecord> spans{{start, length * 3 / 25, optimizer, 0}};
    for (std::int64_t i = 0; i < 6; ++i) {
        spans.push_back(
            {start + length * (2 * i + 1) / 125, length / 70, m_builder.op("aten::add_", "[64, 64, 3, 3]"), 1});
    }
    m_builder.spans(kMainLane, spans);
}

void Training::step(std::uint64_t index)
{
    const bool traced = index >= m_options.tracedFrom && index <= m_options.tracedTo;
    m_stepLength =
        static_cast<std::int64_t>(static_cast<double>(m_options.stepNs) * (1 + std::clamp(noise(0.015), -0.05, 0.05)));
    const std::int64_t start = m_now;
    const std::int64_t end = start + m_stepLength;
    sampleUntil(end, start);
    if (traced)
        traceOps({start, end});
    if (m_options.marksSteps)
        m_builder.steps({{.index = index,
                          .start = start,
                          .end = end,
                          .samples = m_options.batchSize,
                          .flags = traced ? format::Step::kTraced : 0,
                          .process = 0}});
    if (index % 10 == 0) {
        const auto loss = std::to_string(2.3 * std::exp(-static_cast<double>(index) / 30));
        m_builder.log(end, "step " + std::to_string(index) + " loss " + loss + "\n");
    }
    if (index == m_options.tracedFrom && m_options.troubled) {
        m_builder.log(end, "UserWarning: detected call of `lr_scheduler.step()` before `optimizer.step()`\n",
                      format::LogChunk::Stream::Error);
    }
    m_now = end;
}

void Training::finish()
{
    if (m_options.troubled) {
        m_builder.event(kStart + 3000 * kMs, format::Event::Severity::Warning, "core", "Core 2 is offline now.");
        m_builder.event(kStart + 4000 * kMs, format::Event::Severity::Info, "core", "Core 2 is online again.");
        m_builder.loss({.what = "spans",
                        .count = 12,
                        .range = {kStart + 5000 * kMs, kStart + 5100 * kMs},
                        .reason = "the training's socket was full"});
    }
    m_builder.facts(R"({"tracing":{"traced_steps":5,"untraced_steps":35,"traced_mean_seconds":0.212,)"
                    R"("untraced_mean_seconds":0.2,"slowdown":1.06,"clock_error_ns":4200}})");
    if (!m_options.ended)
        return;
    m_builder.log(m_now, "done\n");
    m_builder.footer({.end = m_now, .exitStatus = 0, .signal = 0, .state = "ended", .reason = ""});
}

} // namespace

RecordingBuilder makeTraining(const TrainingOptions& options)
{
    return Training(options).run();
}

std::vector<std::byte> makeTrainingRecording(const TrainingOptions& options)
{
    return makeTraining(options).bytes();
}

} // namespace stepscope::testing
