#pragma once

#include "remote/agent/losses.h"
#include "remote/agent/ring.h"
#include "remote/agent/sampleblocks.h"
#include "remote/agent/spool.h"
#include "remote/agent/wakeup.h"

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
    bool hasStatus = true; ///< false: the training goes on, or nobody knows
    int exitStatus = 0;    ///< 128 + signal when it was killed
    int signal = 0;
};

/// The one thread that writes the recording: takes what the others put into their rings, gathers samples into blocks of
/// 300 ms, tells losses, and adds a clock pair each 10 s. Allocates nothing once it runs.
class Writer
{
public:
    /// The spool is open and outlives this.
    Writer(Spool& spool, LossLedger& losses, const SamplingPlan& plan);
    ~Writer();
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    /// Before start().
    void addRing(Ring& ring) { m_rings.push_back(&ring); }
    Wakeup& wakeup() { return m_wakeup; }
    /// Before start(): the first frames, so that a reader finds them at once. False when they could not be written.
    bool writeHeader(std::string_view header);

    void start();
    /// Takes what is left in the rings, writes the footer, ends the thread. Nobody may put anything into a ring any
    /// more. False when the end could not be written (disk full for 5 s).
    bool finish(const Ending& ending);

private:
    void run();
    void drain();
    void takeRow(Ring& ring, const RingEntry& entry);
    void takeFrame(Ring& ring, const RingEntry& entry);
    void flushBlock(SampleBlockBuffer& block);
    void flushBlocks(std::int64_t now);
    void writeClock();
    void tellLosses(bool final);
    void writeFooter(const Ending& ending);
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
