#pragma once

#include "tests/support/boardtree.h"

#include <span>
#include <string>
#include <vector>

namespace stepscope::testing {

/// A chip that measures rails, as its driver shows it. Inputs without a label are not connected.
struct ChipLayout
{
    enum class Driver { Iio27, Iio32, Hwmon, Ina238 };
    Driver driver;
    const char* address; ///< "0-0041"
    std::vector<const char*> labels;
};

struct RailLayout
{
    const char* label;
    const char* parent;
    const char* role;
};

/// What the sysfs of one board and release of L4T looks like, and what is to be found in it.
struct BoardLayout
{
    const char* row; ///< of a test
    std::string model;
    std::string compatible; ///< names, separated by a bar
    const char* release;    ///< line of /etc/nv_tegra_release
    const char* midr;       ///< of each core, a digit an entry of midrs
    std::vector<const char*> midrs;
    std::vector<const char*> policies; ///< cores that share a clock: "0 3 4 5"
    std::vector<ChipLayout> chips;
    const char* gpuLoad;    ///< folder of the load file; empty = none
    const char* gpuDevfreq; ///< folder below /sys/class/devfreq
    const char* gpuName;    ///< of its of_node; empty = none
    bool hasCounters;
    const char* emcRate; ///< path; empty = none
    const char* emcActivity;
    const char* fan;         ///< path of its duty
    const char* engineClock; ///< path of NVDEC's rate; empty = none

    // To be found:
    const char* board;
    const char* soc;
    const char* l4t;
    const char* jetpack;
    const char* clusters;
    std::vector<RailLayout> rails;
    std::vector<const char*> clocks; ///< names of the channels of cpu.frequency
};

/// Those that Stepscope knows.
std::span<const BoardLayout> boardLayouts();

/// Voltage and current of every rail of a described board, and what they make.
inline constexpr int kLayoutMillivolts = 5000;
inline constexpr int kLayoutMilliamperes = 412;
inline constexpr int kLayoutMilliwatts = 2060;

void describeBoard(BoardTree& tree, const BoardLayout& layout);
/// The folder of a rail's files; for an INA3221 of hwmon the number of the input comes along.
std::string chipFolder(const ChipLayout& chip);

} // namespace stepscope::testing
