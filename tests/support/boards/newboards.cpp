#include "tests/support/boards/layouttables.h"

namespace stepscope::testing {
namespace {

using Driver = ChipLayout::Driver;

constexpr const char* kCarmel = "0x000000004e0f0040\n";
constexpr const char* kA78ae = "0x00000000410fd421\n";
constexpr const char* kV3ae = "0x00000000410fd830\n";
constexpr const char* kBpmpEmc = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
constexpr const char* kCactmon = "/sys/kernel/debug/cactmon/mc_all";
constexpr const char* kBpmpActmon = "/sys/kernel/debug/bpmp/debug/actmon/mc_all_avg_activity";
constexpr const char* kHwmonFan = "/sys/class/hwmon/hwmon2/pwm1";
constexpr const char* kBpmpNvdec = "/sys/kernel/debug/bpmp/debug/clk/nvdec/rate";

const std::vector<RailLayout>& modernRails()
{
    static const std::vector<RailLayout> kRails{
        {"VDD_IN", "", "system"}, {"VDD_CPU_GPU_CV", "VDD_IN", "cpu"}, {"VDD_SOC", "VDD_IN", "soc"}};
    return kRails;
}

} // namespace

std::vector<BoardLayout> makeNewBoards()
{
    return {
        {"Xavier NX, L4T 35",
         "NVIDIA Jetson Xavier NX Developer Kit",
         "nvidia,p3509-0000+p3668-0000|nvidia,tegra194",
         "# R35 (release), REVISION: 4.1, GCID: 33958178, BOARD: t186ref, EABI: aarch64",
         "000000",
         {kCarmel},
         {"0 1", "2 3", "4 5"},
         {{Driver::Hwmon, "7-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.gv11b",
         "gv11b",
         false,
         kBpmpEmc,
         kCactmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Xavier NX",
         "tegra194",
         "35.4.1",
         "5.1.2",
         "Carmel Carmel Carmel Carmel Carmel Carmel",
         modernRails(),
         {"cpu0-1 frequency", "cpu2-3 frequency", "cpu4-5 frequency"}},
        {"Orin Nano, L4T 36",
         "NVIDIA Jetson Orin Nano Engineering Reference Developer Kit Super",
         "nvidia,p3768-0000+p3767-0005-super|nvidia,p3767-0005|nvidia,tegra234",
         "# R36 (release), REVISION: 4.3, GCID: 38968081, BOARD: generic, EABI: aarch64",
         "000000",
         {kA78ae},
         {"0 1 2 3", "4 5"},
         {{Driver::Hwmon, "1-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/platform/gpu.0",
         "17000000.gpu",
         "gpu",
         true,
         kBpmpEmc,
         kBpmpActmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Orin Nano",
         "tegra234",
         "36.4.3",
         "6.2",
         "A78AE A78AE A78AE A78AE A78AE A78AE",
         modernRails(),
         {"cpu0-3 frequency", "cpu4-5 frequency"}},
        {"Orin NX, L4T 35",
         "NVIDIA Orin NX Developer Kit",
         "nvidia,p3768-0000+p3767-0000|nvidia,tegra234",
         "# R35 (release), REVISION: 5.0, GCID: 35550185, BOARD: t186ref, EABI: aarch64",
         "00000000",
         {kA78ae},
         {"0 1 2 3", "4 5 6 7"},
         {{Driver::Hwmon, "1-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.ga10b",
         "ga10b",
         true,
         kBpmpEmc,
         kCactmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Orin NX",
         "tegra234",
         "35.5.0",
         "5.1.3",
         "A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE",
         modernRails(),
         {"cpu0-3 frequency", "cpu4-7 frequency"}},
        {"AGX Orin, L4T 36",
         "NVIDIA Jetson AGX Orin Developer Kit",
         "nvidia,p3737-0000+p3701-0005|nvidia,p3701-0005|nvidia,tegra234",
         "# R36 (release), REVISION: 4.0, GCID: 37537400, BOARD: generic, EABI: aarch64",
         "000000000000",
         {kA78ae},
         {"0 1 2 3", "4 5 6 7", "8 9 10 11"},
         {{Driver::Hwmon, "1-0040", {"VDD_GPU_SOC", "VDD_CPU_CV", "VIN_SYS_5V0"}},
          {Driver::Hwmon, "1-0041", {"NC", "VDDQ_VDD2_1V8AO", "NC"}}},
         "/sys/devices/platform/gpu.0",
         "17000000.gpu",
         "gpu",
         true,
         kBpmpEmc,
         kBpmpActmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson AGX Orin",
         "tegra234",
         "36.4.0",
         "6.1",
         "A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE",
         {{"VDD_GPU_SOC", "", "gpu"},
          {"VDD_CPU_CV", "", "cpu"},
          {"VIN_SYS_5V0", "", "other"},
          {"VDDQ_VDD2_1V8AO", "VIN_SYS_5V0", "memory"}},
         {"cpu0-3 frequency", "cpu4-7 frequency", "cpu8-11 frequency"}},
        {"Thor, L4T 38",
         "NVIDIA Jetson AGX Thor Developer Kit",
         "nvidia,p3971-0080+p3834-0008|nvidia,tegra264",
         "# R38 (release), REVISION: 2.1, GCID: 42061081, BOARD: generic, EABI: aarch64",
         "00000000000000",
         {kV3ae},
         {"0 1 2 3 4 5 6 7 8 9 10 11 12 13"},
         {{Driver::Hwmon, "2-0040", {"VDD_GPU", "VDD_CPU_SOC_MSS", "VIN_SYS_5V0"}},
          {Driver::Ina238, "2-0044", {"VIN"}}},
         "",
         "gpu-gpc-0",
         "",
         false,
         "/sys/class/devfreq/bwmgr/cur_freq",
         "",
         kHwmonFan,
         "",
         "Jetson AGX Thor",
         "tegra264",
         "38.2.1",
         "7.0",
         "NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE "
         "NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE",
         {{"VIN", "", "system"},
          {"VDD_GPU", "VIN", "gpu"},
          {"VDD_CPU_SOC_MSS", "VIN", "cpu"},
          {"VIN_SYS_5V0", "VIN", "other"}},
         {"NeoverseV3AE frequency"}},
    };
}

} // namespace stepscope::testing
