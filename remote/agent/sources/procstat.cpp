#include "remote/agent/sources/procstat.h"

#include "remote/agent/sources/busytime.h"
#include "remote/agent/sources/corechannels.h"
#include "remote/agent/sources/onlinecores.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace stepscope::agent {
namespace {

class Procstat : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_file = KeptFile(context.tree.path("/proc/stat"));
        if (const int error = m_file.open(); error != 0)
            return cannotOpen(error, m_file.path(), "there is no /proc/stat");
        for (const Core& core : context.board.cores)
            m_numbers.push_back(core.number);
        m_shares.resize(m_numbers.size());
        m_online.open(context);
        const std::int64_t ticks = sysconf(_SC_CLK_TCK);
        m_tickNs = kSecond / (ticks > 0 ? ticks : 100);
        return {SourceState::Used, "10 ms",
                "counts whole ticks of 10 ms: single samples at short periods mean little, means over a second do"};
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        return utilizationChannels(context.board,
                                   std::min(1.0, static_cast<double>(m_tickNs) / static_cast<double>(context.periodNs)),
                                   std::nullopt);
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        const std::int64_t now = monotonicNs();
        m_online.update(now, &events);
        std::fill(values.begin(), values.end(), format::kMissing);
        std::fill(times.begin(), times.end(), now);
        std::string_view text = m_file.read(m_buffer, now);
        m_presence.update(m_file.isPresent(), now, "CPU time per core (/proc/stat)", events);
        while (text.starts_with("cpu")) {
            text.remove_prefix(3);
            core(text, now, values);
            text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] == format::kMissing && !m_online.isOnline(i))
                m_shares[i].reset();
        }
    }

private:
    /// "3 user nice system idle iowait irq softirq steal ...": all but idle and iowait is busy (proc(5)).
    void core(std::string_view line, std::int64_t now, std::span<std::int64_t> values)
    {
        if (line.empty() || line.front() == ' ')
            return; // the sum of all
        const auto number = takeNumber(line);
        const auto found = std::find(m_numbers.begin(), m_numbers.end(), number.value_or(-1));
        if (found == m_numbers.end())
            return;
        std::int64_t busy = 0;
        for (int field = 0; field < 8; ++field) {
            const auto ticks = takeNumber(line);
            if (ticks && field != 3 && field != 4)
                busy += *ticks;
        }
        const auto position = static_cast<std::size_t>(found - m_numbers.begin());
        if (m_online.isOnline(position))
            values[position] = m_shares[position].next(now, busy * m_tickNs);
    }

    KeptFile m_file;
    OnlineCores m_online;
    Presence m_presence;
    std::vector<int> m_numbers;
    std::vector<BusyShare> m_shares;
    std::int64_t m_tickNs = 10 * kMillisecond;
    std::array<char, 65536> m_buffer{};
};

} // namespace

std::unique_ptr<Source> makeProcstat()
{
    return std::make_unique<Procstat>();
}

} // namespace stepscope::agent
