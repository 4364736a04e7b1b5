#include "remote/agent/system/powermode.h"

#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

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
        PersistentFile lowest;
        PersistentFile highest;
    };
    std::int64_t readMode(std::int64_t now);
    std::int64_t readLocks(std::int64_t now);
    void reportMode(std::int64_t now, std::int64_t mode, EventSink& events);

    std::vector<PowerMode> m_modes;
    PersistentFile m_status;
    std::vector<Limits> m_limits;
    bool m_hasModes = false;
    std::int64_t m_mode = format::kMissing;
    std::int64_t m_locked = format::kMissing;
};

Finding PowerModeSource::probe(const SourceContext& context)
{
    m_modes = powerModes(context.tree);
    m_status = PersistentFile(context.tree.path(kPowerModeFile));
    m_hasModes = m_status.open() == 0;
    for (const ClockLimits& limits : clockLimits(context.tree))
        m_limits.push_back({PersistentFile(limits.lowest), PersistentFile(limits.highest)});
    if (!m_hasModes && m_limits.empty())
        return {SourceState::Missing, "", "this machine has neither a state of nvpmodel nor limits of clocks"};
    const std::int64_t now = format::monotonicNs();
    m_mode = readMode(now);
    m_locked = readLocks(now);
    std::string note = "power mode " + (context.board.powerMode.empty() ? "unknown" : context.board.powerMode);
    if (m_locked != format::kMissing)
        note += m_locked != 0 ? ", clocks locked" : ", clocks free";
    return {SourceState::Used, "", note};
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

void PowerModeSource::reportMode(std::int64_t now, std::int64_t mode, EventSink& events)
{
    const auto entry = std::find_if(m_modes.begin(), m_modes.end(), [&](const PowerMode& m) { return m.id == mode; });
    std::array<char, 160> text;
    const int size =
        std::snprintf(text.data(), text.size(), "The power mode is now %d%s%.100s.", static_cast<int>(mode),
                      entry == m_modes.end() ? "" : ", ", entry == m_modes.end() ? "" : entry->name.c_str());
    events.report(now, Severity::Warning, "device", {text.data(), static_cast<std::size_t>(size)});
}

void PowerModeSource::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t now = format::monotonicNs();
    std::fill(times.begin(), times.end(), now);
    std::size_t at = 0;
    if (m_hasModes) {
        const std::int64_t mode = readMode(now);
        values[at++] = mode;
        if (mode != format::kMissing && m_mode != format::kMissing && mode != m_mode)
            reportMode(now, mode, events);
        m_mode = mode != format::kMissing ? mode : m_mode;
    }
    if (!m_limits.empty()) {
        const std::int64_t locked = readLocks(now);
        values[at] = locked;
        if (locked != format::kMissing && m_locked != format::kMissing && locked != m_locked)
            events.report(now, Severity::Warning, "device",
                          locked != 0 ? "The clocks are now locked (as by jetson_clocks)."
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
