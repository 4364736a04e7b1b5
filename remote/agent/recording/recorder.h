#pragma once

#include "remote/agent/hook/spanport.h"
#include "remote/agent/recording/recorderoptions.h"
#include "remote/agent/recording/spool.h"
#include "remote/agent/recording/writer.h"
#include "remote/agent/sampling/ringsink.h"
#include "remote/agent/sampling/sampler.h"
#include "remote/agent/system/training.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// The threads of one recording (samplers, the hook's port, the writer) with their memory. Between start() and finish()
/// none of them allocates.
class Recorder
{
public:
    explicit Recorder(RecorderOptions options);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Probes the sources, creates the spool with its header, and opens the hook's socket.
    format::Result<void> open();
    void start();
    /// Call it directly after the launch: processor time used before is not counted.
    void setTraining(int process) { m_training.start(process); }

    /// Records output of the training. Call it from the thread that calls finish().
    void log(format::LogChunk::Stream stream, std::span<const std::byte> text);
    void report(format::Event::Severity severity, std::string_view kind, std::string_view text);

    /// Ends the threads, writes the remaining data and the footer. False when the disk stayed full.
    bool finish(const Ending& ending);

    [[nodiscard]] const SamplingPlan& plan() const { return m_plan; }

private:
    void assignGuests();
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
