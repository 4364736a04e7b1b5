#include "remote/simulator/command.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace stepscope::simulator {
namespace {

std::string textOf(const std::string& file)
{
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// The name of a mode in nvpmodel.conf; empty if there is none.
std::string nameOf(const std::string& configuration, const std::string& id)
{
    const std::string key = "ID=" + id + " NAME=";
    const std::size_t at = configuration.find(key);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + key.size();
    return configuration.substr(begin, configuration.find(' ', begin) - begin);
}

} // namespace

int runNvpmodel(int count, char** arguments)
{
    const std::string tree = std::filesystem::path(arguments[0]).parent_path().string() + "/../..";
    const std::string configuration = textOf(tree + "/etc/nvpmodel.conf");
    const std::string status = tree + "/var/lib/nvpmodel/status";
    if (count == 2 && std::strcmp(arguments[1], "-q") == 0) {
        const std::string text = textOf(status);
        const std::string id = std::to_string(std::atoi(text.substr(text.find(':') + 1).c_str()));
        std::printf("NV Power Mode: %s\n%s\n", nameOf(configuration, id).c_str(), id.c_str());
        return 0;
    }
    if (count != 3 || std::strcmp(arguments[1], "-m") != 0 || nameOf(configuration, arguments[2]).empty()) {
        std::printf("NVPM ERROR: Error in command line or unknown mode\n");
        return 255;
    }
    char text[32];
    const int size = std::snprintf(text, sizeof text, "pmode:%04d fmode:fanNull\n", std::atoi(arguments[2]));
    const int file = open(status.c_str(), O_WRONLY | O_CLOEXEC);
    const bool wrote = file >= 0 && write(file, text, static_cast<std::size_t>(size)) == size;
    if (file >= 0)
        close(file);
    if (!wrote)
        std::printf("NVPM ERROR: the mode cannot be set\n");
    return wrote ? 0 : 255;
}

} // namespace stepscope::simulator
