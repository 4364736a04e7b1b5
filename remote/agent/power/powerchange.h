#pragma once

#include "remote/agent/power/powersetting.h"
#include "remote/agent/power/powertools.h"
#include "remote/format/result.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// The operating point before a change, in a file that outlives the agent and a restart of the device.
struct PowerRecord
{
    /// A clock's limits before the change.
    struct Limits
    {
        std::string lowest, highest; ///< files
        std::int64_t least = 0, most = 0;
    };
    std::string run;     ///< that changed it
    std::string setting; ///< that it applied
    std::string sysroot; ///< of a described board
    std::optional<int> mode{};
    std::string clocksFile{}; ///< stored by jetson_clocks; empty = it is not used
    std::vector<Limits> limits{};
};
/// Lines of text; the last one is "end".
std::string powerRecordText(const PowerRecord& record);
/// nullopt for a text that is damaged: of another form, without its end, or with a limit that is no file of /sys.
std::optional<PowerRecord> parsePowerRecord(const std::string& text);

/// ~/.stepscope/power, where the record and the lock are. Error Usage when there is no home.
format::Result<std::string> powerFolder();

/// A change of the operating point for the time of a run. Before anything is changed, what was found is written to
/// ~/.stepscope/power/before and flushed to the disk. A lock in the same folder ends with the process, so that a second
/// run cannot change the operating point, and a later agent finds out that the process has ended without restoring it.
class PowerChange
{
public:
    PowerChange() = default;
    ~PowerChange();
    PowerChange(const PowerChange&) = delete;
    PowerChange& operator=(const PowerChange&) = delete;

    /// Takes seconds. After an error the device is as before. Error Denied if another run has the lock, or if the
    /// setting is not permitted.
    format::Result<void> apply(const PowerSetting& setting, const std::string& sysroot, const std::string& run);
    /// What the device did not do as asked, for the recording; one line each.
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
    /// Has no effect without a change. After an error the record remains, and the next start of an agent tries again.
    format::Result<void> restore();

private:
    format::Result<PowerRecord> found(const PowerSetting& setting, const SystemTree& tree, const PowerTools& tools,
                                      const std::string& run) const;
    format::Result<void> applyLocked(const PowerSetting& setting, const SystemTree& tree, const PowerTools& tools);

    std::string m_folder;
    std::optional<PowerRecord> m_record;
    std::vector<std::string> m_notes;
    int m_lock = -1;
};

/// Restores what an agent has left that ended without doing so: killed, or by a restart of the device. Takes
/// microseconds if there is nothing to do, or if the run is in progress.
format::Result<void> restoreLeftPower();

/// Checks that the operating point can be changed now: no run does so.
format::Result<void> checkPowerFree();

} // namespace stepscope::agent
