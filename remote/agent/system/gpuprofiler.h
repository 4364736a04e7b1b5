#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// NVIDIA's profilers that can run a training: nvprof (CUDA toolkit up to 12, GPUs before Ampere) and nsys (Nsight
/// Systems).
namespace stepscope::agent {

struct GpuProfiler
{
    std::string name; ///< "nvprof" or "nsys"
    std::string path;
};

/// Those that are installed: on the search path, else in the places where CUDA and JetPack install them.
std::vector<GpuProfiler> findGpuProfilers(std::string_view searchPath);

/// The command that runs `command` under the profiler, which writes its database to `folder`: kernels-PID.nvvp for each
/// process, or kernels.sqlite. Errors: Usage (another name), NotFound, with what to install.
format::Result<std::vector<std::string>> profiledCommand(const std::string& profiler, std::string_view searchPath,
                                                         const std::string& folder,
                                                         const std::vector<std::string>& command);

struct GpuProfile
{
    std::string path;
    std::uint64_t bytes = 0;
};
/// What a profiler has written to the folder of a run, by name; regular files only.
std::vector<GpuProfile> gpuProfilesIn(const std::string& folder);

} // namespace stepscope::agent
