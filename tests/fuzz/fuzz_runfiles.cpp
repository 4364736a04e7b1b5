// Arbitrary files in the folder of a run, which survive crashes and full disks: run.json, then after a zero byte
// state.json. The list of runs has to be JSON that the client accepts.

#include "remote/agent/run/commands.h"
#include "remote/agent/run/runfolder.h"
#include "remote/json/reader.h"
#include "remote/json/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

using namespace stepscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// The folder of runs, with one run.
const std::string& runsFolder()
{
    static const std::string kFolder = [] {
        auto folder = (std::filesystem::temp_directory_path() / "fuzz_runfiles.XXXXXX").string();
        require(mkdtemp(folder.data()) != nullptr);
        std::filesystem::create_directory(folder + "/night");
        require(agent::writeFile(folder + "/night/recording.stepscope", "STEPSCOP"));
        return folder;
    }();
    return kFolder;
}

void checkReader(std::string_view text)
{
    if (!json::isObject(text))
        return;
    // What this reader accepts is JSON, except that it does not check the encoding.
    require(nlohmann::json::accept(text) || !json::isUtf8(text));
    std::array<char, 16> memory;
    for (const char* key : {"run", "command", "state", "pid", ""}) {
        const auto value = json::findMember(text, key);
        require(!value || (value->data() >= text.data() && value->data() + value->size() <= text.data() + text.size()));
        const auto unescaped = json::toText(value, memory);
        require(!unescaped || unescaped->size() <= memory.size());
        (void)json::toInteger(value);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\0'), input.size());
    checkReader(input.substr(0, end));
    const agent::RunFolder folder{"night", runsFolder() + "/night"};
    require(agent::writeFile(folder.facts(), input.substr(0, end)));
    require(agent::writeFile(folder.state(), input.substr(std::min(end + 1, input.size()))));
    agent::Options options;
    options.spoolFolder = runsFolder();
    const auto list = agent::list(options);
    require(list.ok());
    const nlohmann::json runs = nlohmann::json::parse(*list, nullptr, false);
    require(runs.is_array() && runs.size() == 1);
    require(runs[0]["run"] == "night" && runs[0]["command"].is_array() && runs[0]["label"].is_string());
    return 0;
}
