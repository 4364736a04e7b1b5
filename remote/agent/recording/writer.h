#pragma once

#include "remote/agent/recording/spool.h"
#include "remote/agent/sampling/losses.h"
#include "remote/agent/sampling/ring.h"
#include "remote/agent/sampling/sampleblocks.h"
#include "remote/agent/sampling/wakeup.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace stepscope::agent {

/// How a run ended, for the footer.
struct Ending
{
    std::string state = "ended"; ///< ended, stopped
    std::string reason;
    bool hasStatus = true; ///< false: the training continues, or its status is unknown
    int exitStatus = 0;    ///< 128 + signal if a signal ended it
    int signal = 0;
};

/// The thread that writes the recording. Reads the rings of the other threads, collects samples in blocks of 300 ms,
/// reports losses, and adds a clock pair every 10 s. Does not allocate after start().
class Writer
{
public:
    /// The spool has to be open and to outlive the writer.
    Writer(Spool& spool, LossLedger& losses, const SamplingPlan& plan);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Call it before start().
    void addRing(Ring& ring) { m_rings.push_back(&ring); }
    Wakeup& wakeup() { return m_wakeup; }
    /// Writes the first frames, so that a reader can start immediately. Call it before start(). False when the write
    /// failed.
    bool writeHeader(std::string_view header);

    void start();
    /// Reads the rings a last time, writes the footer and ends the thread. The producers have to have stopped. If the
    /// disk stays full for 5 s, the data that wait are dropped and counted as losses. False when the footer could not
    /// be written.
    bool finish(const Ending& ending);

private:
    void run();
    void drain();
    void takeRow(Ring& ring, const RingEntry& entry);
    void takeFrame(Ring& ring, const RingEntry& entry);
    void flushBlock(SampleBlockBuffer& block);
    void flushBlocks(std::int64_t now);
    void writeClock();
    void reportLosses(bool final);
    void writeFooter(const Ending& ending);
    void countDropped(format::FrameType type, std::span<const std::byte> payload);
    void count(const RingEntry& entry);

    Spool& m_spool;
    LossLedger& m_losses;
    std::vector<Ring*> m_rings;
    std::vector<SampleBlockBuffer> m_blocks;
    std::vector<std::int64_t> m_row;
    Wakeup m_wakeup;
    std::atomic<bool> m_stopping{false};
    std::thread m_thread;
    std::int64_t m_nextClock = 0;
    struct
    {
        std::uint64_t samples = 0;
        std::uint64_t spans = 0;
        std::uint64_t steps = 0;
        std::uint64_t logBytes = 0;
    } m_totals;
};

} // namespace stepscope::agent
