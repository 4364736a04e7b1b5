#include "remote/agent/recording/recorder.h"

#include "remote/agent/recording/header.h"
#include "remote/agent/sampling/measuredsensors.h"
#include "remote/format/bytes.h"
#include "remote/format/clock.h"

#include <algorithm>

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

void Recorder::report(format::Event::Severity severity, std::string_view kind, std::string_view text)
{
    m_main->report(format::monotonicNs(), severity, kind, text);
}

bool Recorder::finish(const Ending& ending)
{
    if (m_port)
        m_port->finish(kHookTimeout);
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

} // namespace stepscope::agent
