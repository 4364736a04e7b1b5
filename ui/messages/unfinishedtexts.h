#pragma once

#include <QString>

/// What the window says of a recording that lacks the end of its run; one line each.
namespace stepscope::ui::unfinished {

[[nodiscard]] QString asking(const QString& target);
[[nodiscard]] QString notReachable(const QString& error);
[[nodiscard]] QString otherRun();
[[nodiscard]] QString noRun();
/// `rest`: bytes to fetch, as text.
[[nodiscard]] QString runsOn(const QString& rest);
[[nodiscard]] QString ended(const QString& rest);
[[nodiscard]] QString agentEnded(const QString& rest);
/// The line above the timeline. `state`: one of the above.
[[nodiscard]] QString line(const QString& run, const QString& target, const QString& state, bool runsOn);

} // namespace stepscope::ui::unfinished
