#pragma once

#include "remote/agent/power/powersetting.h"
#include "remote/agent/system/systemtree.h"
#include "remote/format/result.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

/// A program that ran to its end.
struct ToolOutput
{
    int status = -1;  ///< 128 + signal; -1 = it could not be started, or took longer than 20 s and was killed
    std::string text; ///< of both streams, at most 16 KiB
};
/// Runs a program without a shell and with /dev/null as input, so that no tool can ask a question.
ToolOutput runTool(const std::vector<std::string>& words);

/// The programs that change the operating point, each with the words that start it: directly where this user may write
/// what the program writes, else through `sudo -n`, which does not ask for a password. Empty = not on this device, or
/// not permitted.
///
/// nvpmodel sets the power mode, which persists over a restart. jetson_clocks fixes clocks, and stores and restores
/// their limits. Without jetson_clocks, limits are written directly where this user may write them.
class PowerTools
{
public:
    explicit PowerTools(const SystemTree& tree);

    /// Whether this user may apply the setting on this device: it exists and is permitted. Changes nothing. The error
    /// says what happened and what to do.
    [[nodiscard]] format::Result<void> check(const PowerSetting& setting) const;

    /// By nvpmodel's state file, else by asking it; none without nvpmodel.
    [[nodiscard]] std::optional<int> currentMode() const;
    /// Error if nvpmodel does not take the mode.
    [[nodiscard]] format::Result<void> setMode(int mode) const;

    [[nodiscard]] bool canWriteLimits() const;
    [[nodiscard]] bool hasJetsonClocks() const { return !m_jetsonClocks.empty(); }
    /// --store, --restore, or no option; the file is that of stored limits.
    [[nodiscard]] format::Result<void> runJetsonClocks(const std::string& option, const std::string& file) const;

private:
    [[nodiscard]] format::Result<void> checkMode(const PowerSetting& setting) const;
    [[nodiscard]] format::Result<void> checkClocks(const PowerSetting& setting) const;

    SystemTree m_tree;
    std::string m_nvpmodelFile; ///< the program; empty = not on this device
    std::string m_jetsonClocksFile;
    std::vector<std::string> m_nvpmodel;
    std::vector<std::string> m_jetsonClocks;
};

/// Writes a pair of limits in an order that keeps the lowest below the highest. False if the files do not have these
/// values afterwards.
bool writeLimits(const ClockLimits& clock, std::int64_t least, std::int64_t most);
/// nullopt if a file cannot be read, as that of a core that is offline.
std::optional<std::int64_t> limitIn(const std::string& file);

} // namespace stepscope::agent
