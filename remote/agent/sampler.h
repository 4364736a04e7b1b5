#pragma once

#include "remote/agent/lanereader.h"
#include "remote/agent/wakelead.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace stepscope::agent {

/// The thread of one lane: wakes at the deadlines of its groups.
///
/// Waking up costs more than reading a few files, so a lane whose readings prove quick is read by the thread of another
/// one, its host, and its own thread sleeps. The first slow reading gives it back its own thread: a sensor that hangs
/// delays its host once.
class Sampler
{
public:
    Sampler(Lane lane, const SamplingPlan& plan, LossLedger& losses, Wakeup& writer);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Before start(): this thread may read that lane, too. The guest outlives the last call of this one's stop().
    void host(Sampler& guest);
    void start(const format::PauseBlocks& pauses);
    /// Of a host before its guests.
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
    int m_quickReadings = 0; ///< one after the other
    std::atomic<bool> m_isGuest{false};
    std::atomic<bool> m_stopping{false};
    std::thread m_thread;
};

/// Lets this thread be run as soon as its deadline comes, as far as this user may: real time, else a higher priority,
/// else the shortest slice. Without any right it still works, only later on a busy machine.
void raiseOwnPriority();

} // namespace stepscope::agent
