#include "remote/agent/recording/recorder.h"

#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/system/findcommand.h"
#include "remote/agent/system/gpuprofiler.h"
#include "remote/format/bytes.h"
#include "remote/format/clock.h"
#include "remote/format/version.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <unistd.h>

namespace stepscope::agent {
namespace {

constexpr std::size_t kLogRing = std::size_t{1} << 20U;
/// Longest wait of the training's output for space in the ring. The pipe buffers meanwhile, so the training does not
/// block.
constexpr std::int64_t kLogTimeout = 20 * format::kMillisecond;
/// Longest wait for connections of processes that outlive the training.
constexpr std::int64_t kHookTimeout = 500 * format::kMillisecond;

} // namespace

Recorder::Recorder(RecorderOptions options)
    : m_options(std::move(options))
    , m_tree(m_options.sysroot)
{}

Recorder::~Recorder()
{
    stopSamplers();
}

format::Result<void> Recorder::open()
{
    m_board = identifyBoard(m_tree);
    m_plan = planSampling(SourceContext{m_tree, m_board, m_training, m_options.periodNs});
    applyMeasuredSensors(m_plan, m_board, readMeasuredSensors());
    if (auto opened = m_spool.open(m_options.spoolFile, m_options.spoolLimitBytes); !opened)
        return opened.error();
    m_writer.emplace(m_spool, m_losses, m_plan);
    Wakeup& wakeup = m_writer->wakeup();
    m_main.emplace(kLogRing, m_losses, wakeup);
    m_writer->addRing(m_main->ring());
    for (const Lane lane : m_plan.lanes()) {
        m_samplers.push_back(std::make_unique<Sampler>(lane, m_plan, m_losses, wakeup));
        m_writer->addRing(m_samplers.back()->ring());
    }
    assignGuests();
    if (!m_options.socketPath.empty()) {
        m_port.emplace(m_losses, wakeup, m_plan.hookGroup());
        if (auto opened = m_port->open(m_options.socketPath); !opened)
            return opened.error();
        m_writer->addRing(m_port->ring());
    }
    m_options.gridNs = format::monotonicNs();
    const std::string text = TRY(headerText({m_options, m_tree.isDescribed(), m_board, m_plan}));
    if (!m_writer->writeHeader(text))
        return format::failure(
            format::Error::Code::NoSpace,
            "There is no room for the recording " + m_options.spoolFile +
                ": the disk or quota is full; free some space, or choose another folder with --spool.");
    return {};
}

void Recorder::start()
{
    m_writer->start();
    if (m_port)
        m_port->start();
    for (const auto& sampler : m_samplers)
        sampler->start({m_options.gridNs, m_options.pauseNs});
}

void Recorder::log(format::LogChunk::Stream stream, std::span<const std::byte> text)
{
    std::array<std::byte, 16> memory;
    format::ByteWriter head(memory);
    format::encodeLog(head, format::monotonicNs(), stream, {});
    m_main->putWithTimeout(kLogTimeout,
                           {0, format::FrameType::Log, LossKind::Log, static_cast<std::uint32_t>(text.size())},
                           head.written(), text);
}

void Recorder::loseLog(std::uint64_t bytes, const char* reason)
{
    m_losses.add(LossKind::Log, bytes, format::monotonicNs(), reason);
}

void Recorder::report(format::Event::Severity severity, std::string_view kind, std::string_view text)
{
    m_main->report(format::monotonicNs(), severity, kind, text);
}

void Recorder::finishHooks()
{
    if (m_port)
        m_port->finish(kHookTimeout);
}

bool Recorder::finish(const Ending& ending)
{
    finishHooks();
    stopSamplers();
    return m_writer->finish(ending);
}

/// Lanes of sensors that may be slow have their own threads; while their readings are fast, the fast lane's thread
/// reads them.
void Recorder::assignGuests()
{
    const auto fast = std::find_if(m_samplers.begin(), m_samplers.end(),
                                   [](const auto& sampler) { return sampler->lane().kind == SamplingLane::Fast; });
    if (fast == m_samplers.end())
        return;
    std::rotate(m_samplers.begin(), fast, fast + 1); // the host has to stop before its guests
    for (const auto& sampler : m_samplers) {
        const SamplingLane kind = sampler->lane().kind;
        if (kind == SamplingLane::Rails || kind == SamplingLane::Gpu)
            m_samplers.front()->host(*sampler);
    }
}

void Recorder::stopSamplers()
{
    for (const auto& sampler : m_samplers)
        sampler->stop();
}

namespace {

/// Enough for 4096 channels.
constexpr std::size_t kMaxHeader = std::size_t{2} << 20U;

void writeAgent(json::Writer& json)
{
    json.beginObject().key("version").text(format::version()).key("architecture").text(agentArchitecture()).endObject();
}

void writeDevice(json::Writer& json, const Board& board)
{
    json.beginObject();
    json.key("hostname").text(board.hostname).key("board").text(board.board).key("model").text(board.model);
    json.key("soc").text(board.soc).key("l4t").text(board.l4t).key("jetpack").text(board.jetpack);
    json.key("power_mode").text(board.powerMode).key("clocks_locked");
    if (board.clocksLocked)
        json.boolean(*board.clocksLocked);
    else
        json.null();
    json.key("kernel").text(board.kernel);
    json.key("machine").text(board.machine).key("memory_bytes").integer(board.memoryBytes);
    json.key("gpu").text(board.gpu).key("storage").text(board.storage);
    json.key("cores").beginArray();
    for (const Core& core : board.cores)
        json.beginObject()
            .key("core")
            .integer(core.number)
            .key("cluster")
            .text(core.cluster)
            .key("caches")
            .text(core.caches)
            .endObject();
    json.endArray().endObject();
}

format::Result<std::string> finished(const json::Writer& json)
{
    if (json.overflowed())
        return format::failure("This machine has more channels than a recording can describe.");
    return std::string(json.written());
}

void writePython(json::Writer& json)
{
    const auto python = findPython();
    if (!python) {
        json.null();
        return;
    }
    json.beginObject().key("path").text(python->path).key("version").text(python->version).endObject();
}

void writeGpuProfilers(json::Writer& json)
{
    const char* searchPath = std::getenv("PATH");
    json.beginArray();
    for (const GpuProfiler& profiler : findGpuProfilers(searchPath == nullptr ? "" : searchPath))
        json.beginObject().key("name").text(profiler.name).key("path").text(profiler.path).endObject();
    json.endArray();
}

/// Advice on data that this machine could provide with other permissions or settings.
void writeAdvice(json::Writer& json, const SamplingPlan& plan)
{
    json.beginArray();
    for (const PlannedSource& source : plan.sources) {
        if (source.finding.state == SourceState::Denied)
            json.text(std::string(source.row->title) + ": " + source.finding.reason);
    }
    if (getuid() != 0)
        json.text(
            "As root the sampler gets real-time priority, so that its samples are less delayed on a busy machine.");
    json.endArray();
}

} // namespace

const char* agentArchitecture()
{
#if defined(__aarch64__)
    return "aarch64";
#else
    return "x86_64";
#endif
}

format::Result<std::string> headerText(const HeaderParts& parts)
{
    const RecorderOptions& options = parts.options;
    std::vector<char> memory(kMaxHeader);
    json::Writer json(memory);
    const format::ClockPair start = format::readClockPair();
    json.beginObject().key("format").integer(1).key("run").text(options.run).key("virtual").boolean(parts.isDescribed);
    json.key("agent");
    writeAgent(json);
    json.key("start").beginObject().key("monotonic_ns").integer(start.monotonic);
    json.key("realtime_ns").integer(start.realtime).endObject();
    json.key("options").beginObject().key("period_ns").integer(options.periodNs).key("grid_ns").integer(options.gridNs);
    json.key("dither_ns")
        .integer(parts.plan.ditherNs)
        .key("pause_ns")
        .integer(options.pauseNs)
        .key("ops")
        .text(options.ops);
    json.key("spool_limit_bytes").integer(static_cast<std::int64_t>(options.spoolLimitBytes)).endObject();
    json.key("command").beginArray();
    for (const std::string& word : options.command)
        json.text(word);
    json.endArray().key("cwd").text(options.cwd).key("device");
    writeDevice(json, parts.board);
    json.key("sources");
    writeSources(json, parts.plan);
    json.key("channels");
    writeChannels(json, parts.plan);
    json.endObject();
    return finished(json);
}

format::Result<std::string> probeText(const Board& board, const SamplingPlan& plan)
{
    std::vector<char> memory(kMaxHeader);
    json::Writer json(memory);
    json.beginObject().key("agent");
    writeAgent(json);
    json.key("device");
    writeDevice(json, board);
    json.key("sources");
    writeSources(json, plan);
    json.key("channels");
    writeChannels(json, plan);
    json.key("python");
    writePython(json);
    json.key("gpu_profilers");
    writeGpuProfilers(json);
    json.key("advice");
    writeAdvice(json, plan);
    json.endObject();
    return finished(json);
}

format::Result<std::string> boardText(const Board& board, const SamplingPlan& plan)
{
    std::vector<char> memory(kMaxHeader);
    json::Writer json(memory);
    json.beginObject().key("device");
    writeDevice(json, board);
    json.key("sources");
    writeSources(json, plan);
    json.key("channels");
    writeChannels(json, plan);
    json.endObject();
    return finished(json);
}

} // namespace stepscope::agent
