#pragma once

#include "tests/support/boardtree.h"

#include <span>
#include <string>
#include <vector>

namespace stepscope::testing {

/// The files of a chip that measures rails. Inputs without a label are not connected.
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

/// The sysfs of a board with a release of L4T, and the expected results.
struct BoardLayout
{
    const char* row; ///< name of the test row
    std::string model;
    std::string compatible; ///< names, separated by a bar
    const char* release;    ///< line of /etc/nv_tegra_release
    const char* midr;       ///< of each core: a digit, index into midrs
    std::vector<const char*> midrs;
    std::vector<const char*> policies; ///< cores that share a clock: "0 3 4 5"
    std::vector<ChipLayout> chips;
    const char* gpuLoad;    ///< folder of the load file; empty = none
    const char* gpuDevfreq; ///< folder below /sys/class/devfreq
    const char* gpuName;    ///< name in its of_node; empty = none
    bool hasCounters;
    const char* emcRate; ///< path; empty = none
    const char* emcActivity;
    const char* fan;         ///< path of the duty file
    const char* engineClock; ///< path of NVDEC's rate; empty = none

    // Expected results:
    const char* board;
    const char* soc;
    const char* l4t;
    const char* jetpack;
    const char* clusters;
    std::vector<RailLayout> rails;
    std::vector<const char*> clocks; ///< names of the channels of cpu.frequency
};

/// The boards that Stepscope supports.
std::span<const BoardLayout> boardLayouts();

/// Voltage and current of every rail of a described board, and their product.
inline constexpr int kLayoutMillivolts = 5000;
inline constexpr int kLayoutMilliamperes = 412;
inline constexpr int kLayoutMilliwatts = 2060;

void describeBoard(BoardTree& tree, const BoardLayout& layout);
/// The folder of a rail's files; for an INA3221 of hwmon the caller adds the input's number.
std::string chipFolder(const ChipLayout& chip);

} // namespace stepscope::testing
