#include "remote/agent/system/gpuprofiler.h"

#include "remote/agent/system/findcommand.h"

#include <algorithm>
#include <array>
#include <glob.h>
#include <sys/stat.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

struct Tool
{
    std::string_view name;
    std::array<const char*, 3> places; ///< patterns of its file
    std::string_view cure;             ///< what to install
};
constexpr std::array kTools{
    Tool{"nvprof",
         {"/usr/local/cuda/bin/nvprof", "/usr/local/cuda-*/bin/nvprof", nullptr},
         "it is part of the CUDA toolkit, whose packages `apt-cache search cuda-toolkit` lists; newer GPUs than Volta "
         "need --with nsys"},
    Tool{
        "nsys",
        {"/usr/local/cuda/bin/nsys", "/opt/nvidia/nsight-systems*/bin/nsys", "/opt/nvidia/nsight-systems/*/bin/nsys"},
        "it is part of Nsight Systems, whose packages `apt-cache search nsight-systems` lists on a Jetson with JetPack "
        "5 or later"},
};

std::vector<std::string> filesLike(const std::string& pattern)
{
    glob_t found{};
    std::vector<std::string> files;
    if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
        files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
    return files;
}

/// Empty if it is not installed.
std::string pathOf(const Tool& tool, std::string_view searchPath)
{
    if (const auto onPath = findCommand(std::string(tool.name), searchPath, "/"))
        return *onPath;
    for (const char* pattern : tool.places) {
        const std::vector<std::string> files = pattern == nullptr ? std::vector<std::string>() : filesLike(pattern);
        // The last one has the highest version.
        for (auto file = files.rbegin(); file != files.rend(); ++file) {
            if (findCommand(*file, "", "/"))
                return *file;
        }
    }
    return {};
}

/// nvprof replaces %p, and %% by one.
std::string withoutPlaceholders(const std::string& path)
{
    std::string text;
    for (const char c : path)
        text += c == '%' ? "%%" : std::string(1, c);
    return text;
}

} // namespace

std::vector<GpuProfiler> findGpuProfilers(std::string_view searchPath)
{
    std::vector<GpuProfiler> found;
    for (const Tool& tool : kTools) {
        if (std::string path = pathOf(tool, searchPath); !path.empty())
            found.push_back({std::string(tool.name), std::move(path)});
    }
    return found;
}

Result<std::vector<std::string>> profiledCommand(const std::string& profiler, std::string_view searchPath,
                                                 const std::string& folder, const std::vector<std::string>& command)
{
    const auto tool =
        std::find_if(kTools.begin(), kTools.end(), [&](const Tool& candidate) { return candidate.name == profiler; });
    if (tool == kTools.end())
        return format::failure(Error::Code::Usage, "--with needs nvprof or nsys, not '" + profiler + "'");
    const std::string path = pathOf(*tool, searchPath);
    if (path.empty())
        return format::failure(Error::Code::NotFound,
                               profiler + " is not installed here, so nothing was started: " + std::string(tool->cure));
    std::vector<std::string> words;
    if (profiler == "nvprof")
        words = {path, "--profile-child-processes", "-o", withoutPlaceholders(folder) + "/kernels-%p.nvvp"};
    else
        words = {path, "profile", "-o", folder + "/kernels", "--export=sqlite", "-t", "cuda,nvtx,osrt"};
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

std::vector<GpuProfile> gpuProfilesIn(const std::string& folder)
{
    std::vector<GpuProfile> profiles;
    for (const char* name : {"kernels-*.nvvp", "kernels.sqlite", "kernels.nsys-rep", "kernels.qdrep"}) {
        for (const std::string& path : filesLike(folder + "/" + name)) {
            struct stat status
            {};
            if (lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
                profiles.push_back({path, static_cast<std::uint64_t>(status.st_size)});
        }
    }
    return profiles;
}

} // namespace stepscope::agent
