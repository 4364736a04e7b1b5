#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::agent {

/// What a person asked for on the command line.
struct Options
{
    std::string verb;
    std::string run;
    std::uint64_t from = 0;
    std::int64_t periodNs = 10'000'000;
    std::string ops = "auto";
    std::string spoolFolder; ///< of runs; empty = ~/.stepscope/runs
    std::uint64_t spoolLimitBytes = std::uint64_t{4} << 30U;
    std::string cwd;
    std::string sysroot;
    std::string hookFolder;
    std::int64_t pauseNs = 0;  ///< length of the blocks of which half are not sampled; 0 = all are
    std::int64_t seconds = 20; ///< of a load
    std::uint64_t seed = 1;    ///< of its phases
    std::int64_t workNs = 0;   ///< of a load: steps of as much work as this takes on an idle machine, instead of phases
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> command;
};

/// Words after the program's name. Error Usage: one line.
format::Result<Options> parseOptions(std::span<const std::string> words);

/// "10ms", "500us", "1s". Error Usage; 1 ms to 10 s.
format::Result<std::int64_t> parsePeriod(const std::string& text);
/// "512K", "64M", "2G", bytes. Error Usage; 64 KiB at least.
format::Result<std::uint64_t> parseSize(const std::string& text);
/// Checks "auto", "none", "all", "4:9", "4:9:100". Error Usage.
format::Result<void> checkOps(const std::string& text);

extern const char* const kUsage;

} // namespace stepscope::agent
