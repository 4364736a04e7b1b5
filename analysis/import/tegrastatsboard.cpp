#include "analysis/import/tegrastatsboard.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope::analysis {
namespace {

using tegrastats::Quantity;

struct Mark
{
    Quantity quantity = Quantity::Temperature;
    std::string_view name;
};
/// A board has both marks. The first matching row is used.
struct BoardRow
{
    std::string_view board;
    std::string_view soc;
    Mark first;
    Mark second;
};
constexpr std::array kBoards{
    // Only the Tegra186 has one zone for each of its two clusters.
    BoardRow{"Jetson TX2", "tegra186", {Quantity::Temperature, "BCPU"}, {Quantity::Temperature, "MCPU"}},
    BoardRow{"Jetson Nano", "tegra210", {Quantity::RailPower, "POM_5V_IN"}, {Quantity::RailPower, "POM_5V_CPU"}},
    BoardRow{"Jetson AGX Xavier", "tegra194", {Quantity::RailPower, "VDDRQ"}, {Quantity::RailPower, "SYS5V"}},
    BoardRow{"Jetson Xavier NX", "tegra194", {Quantity::RailPower, "VDD_CPU_GPU_CV"}, {Quantity::Temperature, "AUX"}},
    BoardRow{"Jetson AGX Orin", "tegra234", {Quantity::RailPower, "VDD_GPU_SOC"}, {Quantity::RailPower, "VDD_CPU_CV"}},
    BoardRow{
        "Jetson Orin NX or Nano", "tegra234", {Quantity::RailPower, "VDD_CPU_GPU_CV"}, {Quantity::Temperature, "tj"}},
    BoardRow{"Jetson AGX Thor", "tegra264", {Quantity::RailPower, "VDD_GPU"}, {Quantity::RailPower, "VIN"}},
};

bool shows(const tegrastats::SeriesTable& series, const Mark& mark)
{
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series[i].quantity == mark.quantity && series[i].name == mark.name)
            return true;
    }
    return false;
}

/// cpu1 and cpu2 of a TX2 are Denver 2, the others Cortex-A57.
std::string_view clusterOf(std::string_view soc, int core)
{
    if (soc != "tegra186")
        return {};
    return core == 1 || core == 2 ? "Denver2" : "A57";
}

} // namespace

trace::Device boardOfLog(const tegrastats::SeriesTable& series)
{
    trace::Device device;
    const auto board = std::find_if(kBoards.begin(), kBoards.end(), [&](const BoardRow& row) {
        return shows(series, row.first) && shows(series, row.second);
    });
    if (board != kBoards.end()) {
        device.board = board->board;
        device.soc = board->soc;
        device.machine = "aarch64";
    }
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (series[i].quantity == Quantity::CpuUtilization)
            device.cores.push_back({series[i].index, std::string(clusterOf(device.soc, series[i].index))});
    }
    return device;
}

} // namespace stepscope::analysis
