#include "remote/agent/run/commandline.h"

#include "remote/agent/power/powerchange.h"
#include "remote/agent/recording/recorder.h"
#include "remote/agent/run/commands.h"
#include "remote/format/version.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace stepscope::agent {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

struct Verb
{
    std::string_view name;
    format::Result<std::string> (*run)(const Options&);
};
constexpr std::array kVerbs{Verb{"probe", probe},      Verb{"snapshot", snapshot}, Verb{"power", power},
                            Verb{"start", start},      Verb{"list", list},         Verb{"stop", stop},
                            Verb{"remove", removeRun}, Verb{"received", received}, Verb{"clean", clean}};

/// Commands without a one-line result.
struct SilentVerb
{
    std::string_view name;
    format::Result<void> (*run)(const Options&);
};
constexpr std::array kSilentVerbs{SilentVerb{"attach", attach}, SilentVerb{"load", load}};

int failed(const format::Error& error)
{
    std::fprintf(stderr, "stepscope-agent: %s\n", error.text.c_str());
    return kFailed;
}

} // namespace

int runCommandLine(int count, char** arguments)
{
    const std::vector<std::string> words(arguments + (count > 0 ? 1 : 0), arguments + count);
    if (words.size() == 1 && words.front() == "--version") {
        std::printf("stepscope-agent %s %s\n", format::version(), agentArchitecture());
        return EXIT_SUCCESS;
    }
    if (words.size() == 1 && words.front() == "--help") {
        std::fputs(kUsage, stdout);
        return EXIT_SUCCESS;
    }
    const auto options = parseOptions(words);
    if (!options) {
        std::fprintf(stderr, "stepscope-agent: %s; --help shows how\n", options.error().text.c_str());
        return kWrongUsage;
    }
    if (const auto restored = restoreLeftPower(); !restored)
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

} // namespace stepscope::agent
