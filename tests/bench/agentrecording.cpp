#include "tests/bench/agentrecording.h"

#include "tests/support/boardtree.h"

#include <array>
#include <cstdio>

namespace stepscope::bench {
namespace {

/// The standard output of a shell command.
std::string outputOf(const std::string& command)
{
    std::string text;
    std::FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 65536> block{};
    while (pipe != nullptr) {
        const std::size_t size = std::fread(block.data(), 1, block.size(), pipe);
        if (size == 0)
            break;
        text.append(block.data(), size);
    }
    if (pipe != nullptr)
        pclose(pipe);
    return text;
}

} // namespace

testing::DecodedRecording recordByAgent(const std::string& options, const std::string& command)
{
    const testing::TemporaryFolder spool;
    const std::string agent = STEPSCOPE_AGENT_FILE;
    const std::string started = outputOf(agent + " start --spool " + spool.path() + " " + options + " -- " + command);
    const std::string key = "\"run\":\"";
    const std::size_t name = started.find(key);
    if (name == std::string::npos)
        return {};
    const std::size_t begin = name + key.size();
    const std::string run = started.substr(begin, started.find('"', begin) - begin);
    return testing::decodeBytes(outputOf(agent + " attach --spool " + spool.path() + " " + run));
}

} // namespace stepscope::bench
