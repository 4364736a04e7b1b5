#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::agent {

/// The parsed command line.
struct Options
{
    std::string verb;
    std::string run; ///< of `start`: the name of the new run; empty = any
    std::uint64_t from = 0;
    std::uint64_t bytes = 0;    ///< of `received`
    bool cleansAll = false;     ///< of `clean`: also runs that were not received
    bool onlyPlans = false;     ///< of `clean`: nothing is removed
    bool keepsSecrets = false;  ///< of `start`: no secret of the command line is masked
    bool refusesOthers = false; ///< of `start`: an error while another run is in progress on this device
    std::int64_t periodNs = 10'000'000;
    std::string ops = "auto";
    std::string spoolFolder; ///< folder of the runs; empty = ~/.stepscope/runs
    std::uint64_t spoolLimitBytes = std::uint64_t{4} << 30U;
    std::string cwd;
    std::string profiler; ///< of `start`: nvprof or nsys, which runs the command; empty = none
    std::string sysroot;
    std::string hookFolder;
    std::int64_t pauseNs = 0;               ///< length of the blocks, half of which are not sampled; 0 = all are
    std::int64_t seconds = 20;              ///< of a load
    std::uint64_t seed = 1;                 ///< of its phases
    std::int64_t workNs = 0;                ///< of a load: steps of this length on an idle machine, instead of phases
    std::string label;                      ///< any text that identifies the run to who started it; `list` returns it
    std::vector<std::string> powerSettings; ///< of a run: one at most
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> command;
};

/// Parses the arguments after the program's name. Error Usage.
format::Result<Options> parseOptions(std::span<const std::string> words);

/// "10ms", "500us", "1s"; 1 ms to 10 s. Error Usage.
format::Result<std::int64_t> parsePeriod(const std::string& text);
/// "512K", "64M", "2G", or bytes; at least 64 KiB. Error Usage.
format::Result<std::uint64_t> parseSize(const std::string& text);
/// Checks "auto", "none", "all", "4:9", "4:9:100". Error Usage.
format::Result<void> checkOps(const std::string& text);

extern const char* const kUsage;

} // namespace stepscope::agent
