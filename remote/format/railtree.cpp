#include "remote/format/railtree.h"

#include <algorithm>
#include <array>

namespace stepscope::format {
namespace {

struct Row
{
    std::string_view label;
    RailPlace place;
};
// VDD_IN of a module contains what the module's chips draw; VDD_MUX feeds the carrier board beside it, not above it.
// AGX Xavier has no rail for its whole.
constexpr std::array kRails{
    Row{"VDD_IN", {"", "system"}},
    Row{"VDD_SYS_GPU", {"VDD_IN", "gpu"}},
    Row{"VDD_GPU", {"VDD_IN", "gpu"}},
    Row{"VDD_SYS_CPU", {"VDD_IN", "cpu"}},
    Row{"VDD_CPU", {"VDD_IN", "cpu"}},
    Row{"VDD_SYS_SOC", {"VDD_IN", "soc"}},
    Row{"VDD_SOC", {"VDD_IN", "soc"}},
    Row{"VDD_SYS_DDR", {"VDD_IN", "memory"}},
    Row{"VDD_DDR", {"VDD_IN", "memory"}},
    Row{"VDD_4V0_WIFI", {"VDD_IN", "other"}},
    Row{"VDD_WIFI", {"VDD_IN", "other"}},
    Row{"VDD_CPU_GPU_CV", {"VDD_IN", "cpu"}},
    Row{"VDD_MUX", {"", "other"}},
    Row{"VDD_5V0_IO_SYS", {"VDD_MUX", "other"}},
    Row{"VDD_3V3_SYS", {"VDD_MUX", "other"}},
    Row{"VDD_3V3_IO_SLP", {"VDD_MUX", "other"}},
    Row{"VDD_1V8_IO", {"VDD_MUX", "other"}},
    Row{"VDD_3V3_SYS_M2", {"VDD_MUX", "other"}},
    Row{"POM_5V_IN", {"", "system"}},
    Row{"POM_5V_GPU", {"POM_5V_IN", "gpu"}},
    Row{"POM_5V_CPU", {"POM_5V_IN", "cpu"}},
    Row{"GPU", {"", "gpu"}},
    Row{"CPU", {"", "cpu"}},
    Row{"SOC", {"", "soc"}},
    Row{"CV", {"", "other"}},
    Row{"VDDRQ", {"", "memory"}},
    Row{"SYS5V", {"", "other"}},
};

} // namespace

RailPlace railPlace(std::string_view label)
{
    const auto known = std::find_if(kRails.begin(), kRails.end(), [&](const Row& row) { return row.label == label; });
    return known == kRails.end() ? RailPlace{"", "other"} : known->place;
}

} // namespace stepscope::format
