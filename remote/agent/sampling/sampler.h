#pragma once

#include "remote/agent/sampling/lanereader.h"
#include "remote/agent/sampling/wakeup.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace stepscope::agent {

/// The thread of one lane, which wakes up at the deadlines of its groups.
///
/// A wake-up costs more than reading a few files. Therefore a lane with fast readings becomes a guest: the thread of
/// another lane, its host, reads it, and its own thread sleeps. After the first slow reading its own thread reads it
/// again, so a sensor that hangs delays the host once.
class Sampler
{
public:
    Sampler(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Allows this thread to read the guest's lane, too. Call it before start(). The guest has to outlive this object's
    /// stop().
    void host(Sampler& guest);
    void start(const format::PauseBlocks& pauses);
    /// A host has to stop before its guests.
    void stop();

    [[nodiscard]] const Lane& lane() const { return m_reader.lane(); }
    Ring& ring() { return m_reader.ring(); }
    /// True while the host reads this lane.
    [[nodiscard]] bool isGuest() const { return m_isGuest.load(std::memory_order_acquire); }

private:
    [[gnu::hot]] void run();
    [[gnu::hot]] void readOwn();
    [[gnu::hot]] void serveGuests();
    void leaveHost();

    LaneReader m_reader;
    WakeLead m_lead;
    std::vector<Sampler*> m_guests;
    bool m_hasHost = false;
    int m_quickReadings = 0; ///< in a row
    std::atomic<bool> m_isGuest{false};
    Wakeup m_left; ///< wakes this thread when it is not a guest any more, or is to end
    std::atomic<bool> m_stopping{false};
    std::thread m_thread;
};

/// Raises the calling thread's priority as far as permitted: real time, else a lower nice value, else the shortest
/// time slice. Without any permission the thread wakes up late on a busy machine.
void raiseOwnPriority();

} // namespace stepscope::agent
