#pragma once

#include "remote/agent/hook/spanport.h"
#include "remote/agent/recording/spool.h"
#include "remote/agent/recording/writer.h"
#include "remote/agent/sampling/sampleblocks.h"
#include "remote/agent/sampling/sampler.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/system/training.h"
#include "remote/format/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// Options of a recording.
struct RecorderOptions
{
    std::string run{};
    std::string spoolFile{};
    std::uint64_t spoolLimitBytes = 0;
    std::int64_t periodNs = 0;
    std::int64_t gridNs = 0;  ///< deadlines are gridNs + n * period; set when the recording is opened
    std::int64_t pauseNs = 0; ///< length of the blocks of format::PauseBlocks; 0 = no pauses
    std::string ops{};
    std::string sysroot{};
    std::string cwd{};
    std::string socketPath{}; ///< empty = no hook
    std::vector<std::string> command{};
};

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
    /// Counts output that could not be read. The reason has to be a literal.
    void loseLog(std::uint64_t bytes, const char* reason);
    void report(format::Event::Severity severity, std::string_view kind, std::string_view text);

    /// Reads what the hooks have sent, and ends their connections.
    void finishHooks();
    /// True once a hook has connected, and once one has reported a step.
    [[nodiscard]] bool sawHook() const { return m_port && m_port->sawHook(); }
    [[nodiscard]] bool sawStep() const { return m_port && m_port->sawStep(); }
    /// A process whose hook was connected until finishHooks(), so that it outlives the training; 0 = none.
    [[nodiscard]] int leftover() const { return m_port ? m_port->leftover() : 0; }

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

namespace stepscope::json {
class Writer;
} // namespace stepscope::json

namespace stepscope::agent {

struct HeaderParts
{
    const RecorderOptions& options;
    bool isDescribed = false; ///< a described board (--sysroot), not this machine
    const Board& board;
    const SamplingPlan& plan;
};

/// The JSON of the header frame (FORMAT.md, "Header").
format::Result<std::string> headerText(const HeaderParts& parts);

/// The output of `probe`: agent, device, sources and channels as in the header, the Python interpreter, and advice.
format::Result<std::string> probeText(const Board& board, const SamplingPlan& plan);

/// Device, sources and channels of `probe`, without what depends on the user's programs.
format::Result<std::string> boardText(const Board& board, const SamplingPlan& plan);

/// The architecture this program was built for: "x86_64" or "aarch64".
const char* agentArchitecture();

} // namespace stepscope::agent
