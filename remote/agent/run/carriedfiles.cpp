#include "remote/agent/run/carriedfiles.h"

#include "embedded/hook.h"
#include "embedded/suite.h"
#include "remote/agent/run/runfolder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;

namespace {

constexpr std::string_view kHook = ".hook-";
constexpr std::string_view kSuite = ".suite-";

/// 64-bit FNV-1a: distinguishes versions; not a protection against an attacker, who could write the folder anyway.
std::uint64_t addToHash(std::uint64_t hash, std::string_view bytes)
{
    constexpr std::uint64_t kPrime = 0x100000001b3;
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
    return hash;
}

template <typename File>
std::string_view contentOf(const File& file)
{
    return {reinterpret_cast<const char*>(file.data), file.size};
}

template <typename Files>
std::string nameOf(std::string_view prefix, const Files& files)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const auto& file : files)
        hash = addToHash(addToHash(addToHash(hash, file.path), std::string_view("\0", 1)), contentOf(file));
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return std::string(prefix) + digits.data();
}

/// False with errno EPERM for a folder that another user made, or could change: the training executes its files.
bool makeFolder(const std::string& path)
{
    if (mkdir(path.c_str(), 0700) == 0)
        return true;
    struct stat status
    {};
    if (errno != EEXIST || lstat(path.c_str(), &status) != 0)
        return false;
    errno = EPERM;
    return S_ISDIR(status.st_mode) && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Replaces the file in one step, since a training may be importing it.
bool replaceFile(const std::string& path, std::string_view content)
{
    const std::string unfinished = path + ".new-" + std::to_string(getpid());
    if (writeFile(unfinished, content) && rename(unfinished.c_str(), path.c_str()) == 0)
        return true;
    const int error = errno;
    unlink(unfinished.c_str());
    errno = error;
    return false;
}

/// False with errno set on a failure.
template <typename Files>
bool writeWhereDifferent(const Files& files, const std::string& folder)
{
    if (!makeFolder(folder))
        return false;
    for (const auto& file : files) {
        const std::string path = folder + "/" + std::string(file.path);
        for (std::size_t slash = path.find('/', folder.size() + 1); slash != std::string::npos;
             slash = path.find('/', slash + 1)) {
            if (!makeFolder(path.substr(0, slash)))
                return false;
        }
        if (readFile(path, file.size + 1) != contentOf(file) && !replaceFile(path, contentOf(file)))
            return false;
    }
    return true;
}

template <typename Files>
Result<std::string> provide(const char* what, std::string_view prefix, const Files& files,
                            const std::string& runsFolder)
{
    std::string folder = runsFolder + "/" + nameOf(prefix, files);
    if (writeWhereDifferent(files, folder))
        return folder;
    if (errno == EPERM)
        return format::failure(Error::Code::Denied, std::string(what) + " cannot be placed in " + folder +
                                                        ", which another user can change; choose a folder of your own "
                                                        "with --spool");
    return format::failure(Error::Code::NoSpace,
                           std::string(what) + " cannot be written to " + folder + ": " + std::strerror(errno));
}

} // namespace

bool hasEmbeddedHook()
{
    return !embedded::hook.empty();
}

Result<std::string> provideHook(const std::string& runsFolder)
{
    return provide("the hook", kHook, embedded::hook, runsFolder);
}

bool runsSuite(const std::vector<std::string>& command)
{
    const auto option = std::find(command.begin(), command.end(), "-m");
    return option != command.end() && option + 1 != command.end() && option[1] == "benchmarks";
}

Result<std::string> provideSuite(const std::string& runsFolder)
{
    return provide("the benchmark suite", kSuite, embeddedsuite::suite, runsFolder);
}

bool isOutdatedCopy(std::string_view name)
{
    return (name.starts_with(kHook) && name != nameOf(kHook, embedded::hook)) ||
           (name.starts_with(kSuite) && name != nameOf(kSuite, embeddedsuite::suite));
}

} // namespace stepscope::agent
