#include "remote/agent/sources/reading/source.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <array>
#include <cerrno>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kEmcUnits = 10'000; ///< at full utilization

// In Hz, the best first: BPMP's clock (TX2 and later), the override and the clock of Tegra 210, Thor's devfreq.
constexpr std::array kRates{"/sys/kernel/debug/bpmp/debug/clk/emc/rate", "/sys/kernel/debug/clk/override.emc/clk_rate",
                            "/sys/kernel/debug/clk/emc/clk_rate", "/sys/class/devfreq/bwmgr/cur_freq"};
// The used part of the rate, kHz.
constexpr std::array kActivities{"/sys/kernel/actmon_avg_activity/mc_all", "/sys/kernel/debug/cactmon/mc_all",
                                 "/sys/kernel/debug/bpmp/debug/actmon/mc_all_avg_activity"};

class Emc : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    template <std::size_t Count>
    static bool openFirst(const SystemTree& tree, const std::array<const char*, Count>& paths, PersistentFile& file,
                          bool& denied);

    PersistentFile m_rate;
    PersistentFile m_activity;
    bool m_hasActivity = false;
    std::optional<std::int64_t> m_rateNs;
    std::optional<std::int64_t> m_activityNs;
    Presence m_presence;
};

template <std::size_t Count>
bool Emc::openFirst(const SystemTree& tree, const std::array<const char*, Count>& paths, PersistentFile& file,
                    bool& denied)
{
    for (const char* path : paths) {
        file = PersistentFile(tree.path(path));
        const int error = file.open();
        if (error == 0)
            return true;
        denied = denied || error == EACCES || error == EPERM;
    }
    return false;
}

Finding Emc::probe(const SourceContext& context)
{
    // Other machines have no such files, even if debugfs is closed to users.
    if (!context.board.soc.starts_with("tegra"))
        return {SourceState::Missing, "", "this machine has no Tegra memory controller"};
    bool denied = false;
    const bool hasRate = openFirst(context.tree, kRates, m_rate, denied);
    m_hasActivity = openFirst(context.tree, kActivities, m_activity, denied);
    const std::string cure = "run the agent as root, or make debugfs readable (mount -o remount,mode=755 "
                             "/sys/kernel/debug)";
    if (!hasRate)
        return denied ? Finding{SourceState::Denied, "", "only root can read the memory controller's files;  " + cure}
                      : Finding{SourceState::Missing, "",
                                "this kernel provides no rate of the memory controller (debugfs)"};
    m_rateNs = medianReadNs(m_rate);
    if (m_hasActivity) {
        m_activityNs = medianReadNs(m_activity);
        return {SourceState::Used, "1 Hz; 1 kHz of activity", ""};
    }
    return {SourceState::Used, "1 Hz",
            denied ? "only root can read its utilization;  " + cure : "this kernel provides no utilization of it"};
}

std::vector<Channel> Emc::describe(const SourceContext&) const
{
    Channel frequency;
    frequency.name = "EMC frequency";
    frequency.quantity = "emc.frequency";
    frequency.unit = "Hz";
    frequency.resolution = 1;
    frequency.readNs = m_rateNs;
    if (!m_hasActivity)
        return {frequency};
    Channel share;
    share.name = "EMC";
    share.quantity = "emc.utilization";
    share.unit = "1";
    share.scale = 1.0 / static_cast<double>(kEmcUnits);
    share.resolution = share.scale;
    share.readNs = m_activityNs;
    return {frequency, share};
}

void Emc::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    times[0] = format::monotonicNs();
    const auto rate = m_rate.number(times[0]);
    values[0] = rate.value_or(format::kMissing);
    m_presence.update(m_rate.isPresent(), times[0], "The rate of the memory controller", events);
    if (!m_hasActivity)
        return;
    times[1] = format::monotonicNs();
    const auto activity = m_activity.number(times[1]);
    constexpr std::int64_t kMostKilohertz = 1'000'000'000;
    const bool good = rate && activity && *rate >= 1000 && *activity >= 0 && *activity <= kMostKilohertz;
    values[1] = good ? *activity * kEmcUnits / (*rate / 1000) : format::kMissing;
}

} // namespace

std::unique_ptr<Source> makeEmc()
{
    return std::make_unique<Emc>();
}

} // namespace stepscope::agent
