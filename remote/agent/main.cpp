#include "remote/agent/power/powerchange.h"
#include "remote/agent/recording/recorder.h"
#include "remote/agent/run/commands.h"
#include "remote/format/version.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace stepscope;

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Verb
{
    std::string_view name;
    format::Result<std::string> (*run)(const agent::Options&);
};
constexpr std::array kVerbs{Verb{"probe", agent::probe},       Verb{"power", agent::power},
                            Verb{"start", agent::start},       Verb{"list", agent::list},
                            Verb{"stop", agent::stop},         Verb{"remove", agent::removeRun},
                            Verb{"received", agent::received}, Verb{"clean", agent::clean}};

/// Commands without a one-line result.
struct SilentVerb
{
    std::string_view name;
    format::Result<void> (*run)(const agent::Options&);
};
constexpr std::array kSilentVerbs{SilentVerb{"attach", agent::attach}, SilentVerb{"load", agent::load}};

int failed(const format::Error& error)
{
    std::fprintf(stderr, "stepscope-agent: %s\n", error.text.c_str());
    return kFailed;
}

} // namespace

int main(int count, char** arguments)
{
    const std::vector<std::string> words(arguments + (count > 0 ? 1 : 0), arguments + count);
    if (words.size() == 1 && words.front() == "--version") {
        std::printf("stepscope-agent %s %s\n", format::version(), agent::agentArchitecture());
        return EXIT_SUCCESS;
    }
    if (words.size() == 1 && words.front() == "--help") {
        std::fputs(agent::kUsage, stdout);
        return EXIT_SUCCESS;
    }
    const auto options = agent::parseOptions(words);
    if (!options) {
        std::fprintf(stderr, "stepscope-agent: %s; --help shows how\n", options.error().text.c_str());
        return kWrongUsage;
    }
    if (const auto restored = agent::restoreLeftPower(); !restored)
        std::fprintf(stderr, "stepscope-agent: warning: %s\n", restored.error().text.c_str());
    for (const SilentVerb& verb : kSilentVerbs) {
        if (verb.name != options.value().verb)
            continue;
        const auto done = verb.run(options.value());
        return done ? EXIT_SUCCESS : failed(done.error());
    }
    for (const Verb& verb : kVerbs) {
        if (verb.name != options.value().verb)
            continue;
        const auto line = verb.run(options.value());
        if (!line)
            return failed(line.error());
        std::printf("%s\n", line.value().c_str());
        return EXIT_SUCCESS;
    }
    return kWrongUsage;
}
