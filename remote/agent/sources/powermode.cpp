#include "remote/agent/sources/powermode.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"
#include "remote/agent/system/powermode.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::agent {
namespace {

using Severity = format::Event::Severity;

class PowerModeSource : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    struct Limits
    {
        KeptFile lowest;
        KeptFile highest;
    };
    std::int64_t readMode(std::int64_t now);
    std::int64_t readLocks(std::int64_t now);
    void tellMode(std::int64_t now, std::int64_t mode, EventSink& events);

    std::vector<PowerMode> m_modes;
    KeptFile m_status;
    std::vector<Limits> m_limits;
    bool m_hasModes = false;
    std::int64_t m_mode = format::kMissing;
    std::int64_t m_locked = format::kMissing;
};

Finding PowerModeSource::probe(const SourceContext& context)
{
    m_modes = powerModes(context.tree);
    m_status = KeptFile(context.tree.path(kPowerModeFile));
    m_hasModes = m_status.open() == 0;
    for (const ClockLimits& limits : clockLimits(context.tree))
        m_limits.push_back({KeptFile(limits.lowest), KeptFile(limits.highest)});
    if (!m_hasModes && m_limits.empty())
        return {SourceState::Missing, "", "neither nvpmodel's state nor limits of the clocks are there"};
    const std::int64_t now = monotonicNs();
    m_mode = readMode(now);
    m_locked = readLocks(now);
    std::string known = "power mode " + (context.board.powerMode.empty() ? "not known" : context.board.powerMode);
    if (m_locked != format::kMissing)
        known += m_locked != 0 ? ", clocks locked" : ", clocks free";
    return {SourceState::Used, "", known};
}

std::vector<Channel> PowerModeSource::describe(const SourceContext&) const
{
    Channel mode;
    mode.name = "power mode";
    mode.quantity = "device.power_mode";
    mode.unit = "1";
    mode.resolution = 1;
    Channel locked = mode;
    locked.name = "clocks locked";
    locked.quantity = "device.clocks_locked";
    std::vector<Channel> channels;
    if (m_hasModes)
        channels.push_back(mode);
    if (!m_limits.empty())
        channels.push_back(locked);
    return channels;
}

std::int64_t PowerModeSource::readMode(std::int64_t now)
{
    std::array<char, 256> buffer;
    return powerModeId(m_status.read(buffer, now)).value_or(format::kMissing);
}

std::int64_t PowerModeSource::readLocks(std::int64_t now)
{
    std::int64_t locked = format::kMissing;
    for (Limits& limits : m_limits) {
        const auto lowest = limits.lowest.number(now);
        const auto highest = limits.highest.number(now);
        if (!lowest || !highest)
            continue;
        if (*lowest != *highest)
            return 0;
        locked = 1;
    }
    return locked;
}

void PowerModeSource::tellMode(std::int64_t now, std::int64_t mode, EventSink& events)
{
    const auto known = std::find_if(m_modes.begin(), m_modes.end(), [&](const PowerMode& m) { return m.id == mode; });
    std::array<char, 160> text;
    const int size =
        std::snprintf(text.data(), text.size(), "The power mode is now %d%s%.100s.", static_cast<int>(mode),
                      known == m_modes.end() ? "" : ", ", known == m_modes.end() ? "" : known->name.c_str());
    events.tell(now, Severity::Warning, "device", {text.data(), static_cast<std::size_t>(size)});
}

void PowerModeSource::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = monotonicNs();
    std::fill(times.begin(), times.end(), now);
    std::size_t at = 0;
    if (m_hasModes) {
        const std::int64_t mode = readMode(now);
        values[at++] = mode;
        if (mode != format::kMissing && m_mode != format::kMissing && mode != m_mode)
            tellMode(now, mode, events);
        m_mode = mode != format::kMissing ? mode : m_mode;
    }
    if (!m_limits.empty()) {
        const std::int64_t locked = readLocks(now);
        values[at] = locked;
        if (locked != format::kMissing && m_locked != format::kMissing && locked != m_locked)
            events.tell(now, Severity::Warning, "device",
                        locked != 0 ? "The clocks are locked now (as by jetson_clocks)."
                                    : "The clocks are no longer locked.");
        m_locked = locked != format::kMissing ? locked : m_locked;
    }
}

} // namespace

std::unique_ptr<Source> makePowerMode()
{
    return std::make_unique<PowerModeSource>();
}

} // namespace stepscope::agent
