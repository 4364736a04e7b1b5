#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/cpu/onlinecores.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

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
        m_file = PersistentFile(context.tree.path("/proc/stat"));
        if (const int error = m_file.open(); error != 0)
            return cannotOpen(error, m_file.path(), "/proc/stat does not exist");
        for (const Core& core : context.board.cores)
            m_numbers.push_back(core.number);
        m_shares.resize(m_numbers.size());
        m_online.open(context);
        const std::int64_t ticks = sysconf(_SC_CLK_TCK);
        m_tickNs = format::kSecond / (ticks > 0 ? ticks : 100);
        return {
            SourceState::Used, "10 ms",
            "counts whole ticks of 10 ms: single samples at short periods are inaccurate, means over a second are not"};
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        return utilizationChannels(context.board,
                                   std::min(1.0, static_cast<double>(m_tickNs) / static_cast<double>(context.periodNs)),
                                   std::nullopt);
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        const std::int64_t now = format::monotonicNs();
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
    /// "3 user nice system idle iowait irq softirq steal ...": all columns except idle and iowait are busy time
    /// (proc(5)).
    void core(std::string_view line, std::int64_t now, std::span<std::int64_t> values)
    {
        if (line.empty() || line.front() == ' ')
            return; // the sum of all cores
        const auto number = takeNumber(line);
        const auto entry = std::find(m_numbers.begin(), m_numbers.end(), number.value_or(-1));
        if (entry == m_numbers.end())
            return;
        std::int64_t busy = 0;
        for (int field = 0; field < 8; ++field) {
            const auto ticks = takeNumber(line);
            if (ticks && field != 3 && field != 4)
                busy += *ticks;
        }
        const auto position = static_cast<std::size_t>(entry - m_numbers.begin());
        if (m_online.isOnline(position))
            values[position] = m_shares[position].next(now, busy * m_tickNs);
    }

    PersistentFile m_file;
    OnlineCores m_online;
    Presence m_presence;
    std::vector<int> m_numbers;
    std::vector<BusyShare> m_shares;
    std::int64_t m_tickNs = 10 * format::kMillisecond;
    std::array<char, 65536> m_buffer{};
};

} // namespace

std::unique_ptr<Source> makeProcstat()
{
    return std::make_unique<Procstat>();
}

} // namespace stepscope::agent
