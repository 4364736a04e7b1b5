#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/cpu/corechannels.h"
#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/cpu/idlefiles.h"
#include "remote/agent/sources/cpu/onlinecores.h"
#include "remote/format/clock.h"

namespace stepscope::agent {
namespace {

class Cpuidle : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        int error = 0;
        if (!m_idle.open(context, error)) {
            if (error != 0)
                return cannotOpen(error, "cpuidle/state*/time", "the kernel does not provide the cores' idle states");
            return {SourceState::Missing, "", "this kernel provides no idle states (cpuidle)"};
        }
        m_online.open(context);
        m_shares.resize(context.board.cores.size());
        return {SourceState::Used, "1 us",
                "the kernel books an idle period when it ends, so short dips may appear one sample late"};
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        // The lag depends on the length of the idle period, so it is unknown.
        return utilizationChannels(context.board, 1e-4, std::nullopt);
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_online.update(format::monotonicNs(), &events);
        for (std::size_t i = 0; i < values.size(); ++i) {
            times[i] = format::monotonicNs();
            if (m_online.cameBack(i))
                m_idle.reopen(i);
            const auto idle = m_online.isOnline(i) ? m_idle.idleNs(i, times[i]) : std::nullopt;
            if (!idle)
                m_shares[i].reset();
            values[i] = idle ? m_shares[i].next(times[i], times[i] - *idle) : format::kMissing;
        }
    }

private:
    IdleFiles m_idle;
    OnlineCores m_online;
    std::vector<BusyShare> m_shares;
};

} // namespace

std::unique_ptr<Source> makeCpuidle()
{
    return std::make_unique<Cpuidle>();
}

} // namespace stepscope::agent
