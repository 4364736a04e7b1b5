#pragma once

#include <QString>

namespace stepscope::ui::messages {

/// What is known of a device, in display order.
enum class Fact { Virtual, Board, Model, Chip, L4t, JetPack, PowerMode, Kernel, Cores, Memory, Python, GpuProfilers };

/// "Power mode"
[[nodiscard]] QString factName(Fact fact);
/// The value of Fact::Virtual.
[[nodiscard]] QString virtualBoard();

} // namespace stepscope::ui::messages
