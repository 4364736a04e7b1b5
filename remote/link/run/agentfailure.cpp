#include "remote/link/run/agentfailure.h"

#include "remote/link/transport/plainline.h"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace stepscope::link {

using format::Error;

namespace {

constexpr int kUsageStatus = 2;
constexpr int kNotExecutable = 126;
constexpr int kCommandNotFound = 127;

std::string agentLine(const CommandOutput& output)
{
    const auto answer = nlohmann::json::parse(output.standardOutput, nullptr, false);
    if (answer.is_object()) {
        const auto error = answer.find("error");
        if (error != answer.end() && error->is_string())
            return plainLine(error->get_ref<const std::string&>());
    }
    std::string line = plainLine(output.standardError);
    // The caller puts the name of the target in front.
    constexpr std::string_view kProgram = "stepscope-agent: ";
    if (line.starts_with(kProgram))
        line.erase(0, kProgram.size());
    return line.empty() ? plainLine(output.standardOutput) : line;
}

Error::Code codeFor(int status, const std::string& line)
{
    struct Sign
    {
        std::string_view text;
        Error::Code code;
    };
    constexpr std::array kSigns = {
        // Of all trainings that follow, too.
        Sign{"power setting", Error::Code::Denied},    Sign{"o space left", Error::Code::NoSpace},
        Sign{"no room", Error::Code::NoSpace},         Sign{"no such run", Error::Code::NotFound},
        Sign{"ermission denied", Error::Code::Denied}, Sign{"not found", Error::Code::NotFound}};
    if (status == kUsageStatus)
        return Error::Code::Usage;
    if (status == kCommandNotFound || status == kNotExecutable)
        return Error::Code::NotFound;
    for (const Sign& sign : kSigns) {
        if (line.find(sign.text) != std::string::npos)
            return sign.code;
    }
    return Error::Code::Failed;
}

} // namespace

Error agentFailure(const std::string& targetName, const CommandOutput& output)
{
    const std::string line = agentLine(output);
    const auto code = codeFor(output.exitStatus, line);
    if (output.exitStatus == kCommandNotFound || output.exitStatus == kNotExecutable)
        return format::failure(code, targetName + ": the agent is missing (" + line + "); connect again to upload it");
    const std::string text =
        line.empty() ? "the agent failed with exit status " + std::to_string(output.exitStatus) : line;
    return format::failure(code, targetName + ": " + text);
}

} // namespace stepscope::link
