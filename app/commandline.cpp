#include "app/commandline.h"

#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/window/windowapplication.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace stepscope::app {
namespace {

/// One line instead of CLI11's several, and always exit status 2.
int usageError(const CLI::App& app, const CLI::ParseError& error)
{
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto used = app.get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    std::fprintf(stderr, "stepscope%s: %s. `stepscope%s --help` lists what can be said.\n", command.c_str(),
                 text.c_str(), command.c_str());
    return kWrongUsage;
}

} // namespace

int runCommandLine(int argc, char** argv)
{
    // A reader that goes away (| head) must not kill a capture half-way, nor a proxy command that ends.
    std::signal(SIGPIPE, SIG_IGN);

    // What stands after "--" is the training's own command line and none of CLI11's business.
    char** const end = argv + argc;
    char** const dashes = std::find(argv, end, std::string("--"));
    const std::vector<std::string> trailing(dashes == end ? end : dashes + 1, end);

    CLI::App app("Where do the time, the watts and the memory of a training step go, operation by operation?",
                 "stepscope");
    app.set_version_flag("--version", "stepscope " STEPSCOPE_VERSION);
    std::string file;
    app.add_option("FILE", file, "A recording to open in the window")->type_name("");
    std::string memoryLimit;
    app.add_option("--memory-limit", memoryLimit,
                   "Samples and spans of a recording that may be in memory, e.g. 512M or 2G; the rest is on disk")
        ->type_name("SIZE")
        ->envname("STEPSCOPE_MEMORY_LIMIT")
        ->check([](const std::string& text) {
            return trace::StoreOptions::bytesOf(text) > 0 ? std::string()
                                                          : "a size is a number of bytes, or like 512M or 2G";
        });
    app.require_subcommand(0, 1);

    const auto commands = makeCommands();
    for (const auto& command : commands)
        command->describe(*app.add_subcommand(command->name(), command->summary()));

    try {
        app.parse(static_cast<int>(dashes - argv), argv);
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help().c_str(), stdout);
        return kDone;
    } catch (const CLI::CallForVersion&) {
        std::puts("stepscope " STEPSCOPE_VERSION);
        return kDone;
    } catch (const CLI::ParseError& error) {
        return usageError(app, error);
    }

    // Where recordings are read there is nobody to ask: the environment tells all of them.
    if (!memoryLimit.empty())
        ::setenv("STEPSCOPE_MEMORY_LIMIT", memoryLimit.c_str(), 1);

    for (const auto& command : commands) {
        if (app.got_subcommand(command->name()))
            return command->run(trailing);
    }
    return runWindow(argc, argv, file);
}

} // namespace stepscope::app
