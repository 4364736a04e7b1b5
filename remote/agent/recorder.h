#pragma once

#include "remote/agent/recorderoptions.h"
#include "remote/agent/ringsink.h"
#include "remote/agent/sampler.h"
#include "remote/agent/spanport.h"
#include "remote/agent/spool.h"
#include "remote/agent/system/training.h"
#include "remote/agent/writer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// One recording in the making: the samplers, the hook's port and the writer, with all their memory. Between start()
/// and finish() nothing of it allocates.
class Recorder
{
public:
    explicit Recorder(RecorderOptions options);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Probes the sources, makes the spool with its header, and opens the socket. Error: one of those failed.
    format::Result<void> open();
    void start();
    /// At once after it was launched.
    void setTraining(int process) { m_training.start(process); }

    /// For one thread: the one that calls finish().
    void log(format::LogChunk::Stream stream, std::span<const std::byte> text);
    void tell(format::Event::Severity severity, std::string_view kind, std::string_view text);

    /// Ends the samplers and the port, writes what is left and the footer. False when the disk stayed full.
    bool finish(const Ending& ending);

    [[nodiscard]] const SamplingPlan& plan() const { return m_plan; }

private:
    void letFastLaneHost();
    void stopSamplers();

    RecorderOptions m_options;
    SystemTree m_tree;
    Training m_training;
    Board m_board;
    SamplingPlan m_plan;
    LossLedger m_losses;
    Spool m_spool;
    std::optional<Writer> m_writer;
    std::optional<RingSink> m_main;
    std::vector<std::unique_ptr<Sampler>> m_samplers;
    std::optional<SpanPort> m_port;
};

} // namespace stepscope::agent
