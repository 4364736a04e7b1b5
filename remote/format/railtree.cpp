#include "remote/format/railtree.h"

#include <algorithm>
#include <array>

namespace stepscope::format {
namespace {

struct Row
{
    std::string_view board; ///< empty = any
    std::string_view label;
    RailPlace place;
};
// VDD_IN of a module includes the power of the module's chips. VDD_MUX feeds the carrier board and does not include
// VDD_IN. AGX Xavier and AGX Orin have no rail for the total power. On AGX Orin the memory is supplied from the 5 V
// input (inferred: the module has only two inputs). VIN of AGX Thor includes all other rails.
constexpr std::array kRails{
    Row{"Jetson AGX Thor", "VIN", {"", "system"}},
    Row{"Jetson AGX Thor", "VDD_GPU", {"VIN", "gpu"}},
    Row{"Jetson AGX Thor", "VDD_CPU_SOC_MSS", {"VIN", "cpu"}},
    Row{"Jetson AGX Thor", "VIN_SYS_5V0", {"VIN", "other"}},
    Row{"Jetson AGX Orin", "VDD_GPU_SOC", {"", "gpu"}},
    Row{"Jetson AGX Orin", "VDD_CPU_CV", {"", "cpu"}},
    Row{"Jetson AGX Orin", "VIN_SYS_5V0", {"", "other"}},
    Row{"Jetson AGX Orin", "VDDQ_VDD2_1V8AO", {"VIN_SYS_5V0", "memory"}},
    Row{"", "VDD_IN", {"", "system"}},
    Row{"", "VDD_SYS_GPU", {"VDD_IN", "gpu"}},
    Row{"", "VDD_GPU", {"VDD_IN", "gpu"}},
    Row{"", "VDD_SYS_CPU", {"VDD_IN", "cpu"}},
    Row{"", "VDD_CPU", {"VDD_IN", "cpu"}},
    Row{"", "VDD_SYS_SOC", {"VDD_IN", "soc"}},
    Row{"", "VDD_SOC", {"VDD_IN", "soc"}},
    Row{"", "VDD_SYS_DDR", {"VDD_IN", "memory"}},
    Row{"", "VDD_DDR", {"VDD_IN", "memory"}},
    Row{"", "VDD_4V0_WIFI", {"VDD_IN", "other"}},
    Row{"", "VDD_WIFI", {"VDD_IN", "other"}},
    Row{"", "VDD_CPU_GPU_CV", {"VDD_IN", "cpu"}},
    Row{"", "VDD_MUX", {"", "other"}},
    Row{"", "VDD_5V0_IO_SYS", {"VDD_MUX", "other"}},
    Row{"", "VDD_3V3_SYS", {"VDD_MUX", "other"}},
    Row{"", "VDD_3V3_IO_SLP", {"VDD_MUX", "other"}},
    Row{"", "VDD_1V8_IO", {"VDD_MUX", "other"}},
    Row{"", "VDD_3V3_SYS_M2", {"VDD_MUX", "other"}},
    Row{"", "POM_5V_IN", {"", "system"}},
    Row{"", "POM_5V_GPU", {"POM_5V_IN", "gpu"}},
    Row{"", "POM_5V_CPU", {"POM_5V_IN", "cpu"}},
    Row{"", "GPU", {"", "gpu"}},
    Row{"", "CPU", {"", "cpu"}},
    Row{"", "SOC", {"", "soc"}},
    Row{"", "CV", {"", "other"}},
    Row{"", "VDDRQ", {"", "memory"}},
    Row{"", "SYS5V", {"", "other"}},
    // Labels of only one board, for recordings without the board's name.
    Row{"", "VIN", {"", "system"}},
    Row{"", "VDD_CPU_SOC_MSS", {"VIN", "cpu"}},
    Row{"", "VDD_GPU_SOC", {"", "gpu"}},
    Row{"", "VDD_CPU_CV", {"", "cpu"}},
    Row{"", "VDDQ_VDD2_1V8AO", {"VIN_SYS_5V0", "memory"}},
};

} // namespace

RailPlace railPlace(std::string_view board, std::string_view label)
{
    const auto entry = std::find_if(kRails.begin(), kRails.end(), [&](const Row& row) {
        return row.label == label && (row.board.empty() || row.board == board);
    });
    return entry == kRails.end() ? RailPlace{"", "other"} : entry->place;
}

bool isKnownRail(std::string_view label)
{
    return std::any_of(kRails.begin(), kRails.end(), [&](const Row& row) { return row.label == label; });
}

std::string railTitle(std::string_view label)
{
    const bool isPlain = label.find('_') == std::string_view::npos && !label.starts_with('V');
    return std::string(label) + (isPlain ? " power" : "");
}

} // namespace stepscope::format
