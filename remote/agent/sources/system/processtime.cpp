#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"

#include <cerrno>
#include <optional>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kQuickRead = 50 * format::kMicrosecond;
constexpr int kAttempts = 3;

class ProcessTime : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        if (context.tree.isDescribed() && !context.tree.exists("/proc/self"))
            return {SourceState::Missing, "", "a described board runs no processes"};
        const int error = Training::counterError();
        if (error == EACCES || error == EPERM)
            return {SourceState::Denied, "",
                    "this system forbids users to count the processor time of a process: allow it with sysctl "
                    "kernel.perf_event_paranoid=2, or, in a container, with the right to call perf_event_open"};
        if (error != 0)
            return {SourceState::Missing, "", "this kernel was built without perf events"};
        return {SourceState::Used, "1 ns", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "training CPU";
        channel.quantity = "cpu.process";
        channel.unit = "1";
        channel.scale = 1.0 / static_cast<double>(kBusyUnits);
        channel.covers = Channel::Covers::Interval;
        channel.resolution = channel.scale;
        channel.lagNs = 0;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        std::optional<std::int64_t> used;
        times[0] = readAtKnownTime(used);
        // Exceeds 1 if several cores are busy.
        values[0] = m_busy.per(kBusyUnits, used.value_or(format::kMissing), times[0]);
    }

private:
    /// Reads the counter and returns the time. A read that was interrupted has no exact time and is repeated.
    std::int64_t readAtKnownTime(std::optional<std::int64_t>& used) const
    {
        std::int64_t before = format::monotonicNs();
        std::int64_t after = before;
        for (int attempt = 0; attempt < kAttempts; ++attempt, before = after) {
            used = m_training->processorTimeNs();
            after = format::monotonicNs();
            if (after - before < kQuickRead)
                break;
        }
        return before + (after - before) / 2;
    }

    const Training* m_training = nullptr;
    CounterRate m_busy;
};

} // namespace

std::unique_ptr<Source> makeProcessTime()
{
    return std::make_unique<ProcessTime>();
}

} // namespace stepscope::agent
