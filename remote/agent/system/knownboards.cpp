#include "remote/agent/system/knownboards.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

struct Row
{
    std::string_view part; ///< in the compatible names or the model
    KnownBoard board;
};

constexpr KnownBoard kTx1{"Jetson TX1", "A57"};
constexpr KnownBoard kTx2{"Jetson TX2", ""};
constexpr KnownBoard kTx2Nx{"Jetson TX2 NX", ""};
constexpr KnownBoard kNano{"Jetson Nano", "A57"};
constexpr KnownBoard kAgxXavier{"Jetson AGX Xavier", "Carmel"};
constexpr KnownBoard kXavierNx{"Jetson Xavier NX", "Carmel"};
constexpr KnownBoard kOrinNano{"Jetson Orin Nano", "A78AE"};
constexpr KnownBoard kOrinNx{"Jetson Orin NX", "A78AE"};
constexpr KnownBoard kAgxOrin{"Jetson AGX Orin", "A78AE"};
constexpr KnownBoard kThor{"Jetson AGX Thor", "NeoverseV3AE"};

// Modules' part numbers come first, since a module may be on another board's carrier; then longer names before their
// parts.
constexpr std::array kRows{
    Row{"p2180", kTx1},           Row{"p3310", kTx2},
    Row{"p3489", kTx2},           Row{"p3636", kTx2Nx},
    Row{"p3448", kNano},          Row{"p2888", kAgxXavier},
    Row{"p3668", kXavierNx},      Row{"p3767-0003", kOrinNano},
    Row{"p3767-0004", kOrinNano}, Row{"p3767-0005", kOrinNano},
    Row{"p3767", kOrinNx},        Row{"p3701", kAgxOrin},
    Row{"p3834", kThor},          Row{"TX2 NX", kTx2Nx},
    Row{"lightning", kTx2Nx},     Row{"quill", kTx2},
    Row{"p2771", kTx2},           Row{"jetson_tx2", kTx2},
    Row{"Jetson TX2", kTx2},      Row{"jetson_tx1", kTx1},
    Row{"Jetson TX1", kTx1},      Row{"Orin Nano", kOrinNano},
    Row{"Orin NX", kOrinNx},      Row{"Orin", kAgxOrin},
    Row{"Xavier NX", kXavierNx},  Row{"Xavier", kAgxXavier},
    Row{"p2972", kAgxXavier},     Row{"Jetson-AGX", kAgxXavier},
    Row{"Thor", kThor},           Row{"p3450", kNano},
    Row{"Jetson Nano", kNano},    Row{"jetson-nano", kNano},
};

} // namespace

KnownBoard knownBoard(std::string_view model, std::string_view compatible)
{
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& candidate) {
        return compatible.find(candidate.part) != std::string_view::npos ||
               model.find(candidate.part) != std::string_view::npos;
    });
    return row == kRows.end() ? KnownBoard{} : row->board;
}

} // namespace stepscope::agent
