#include "app/commandline.h"

#include "analysis/text/quantitytext.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/command.h"
#include "app/keptmemory.h"
#include "app/window/windowcontroller.h"
#include "remote/format/similarname.h"
#include "remote/format/version.h"

// The only file that includes CLI11; its header takes seconds to parse.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

namespace stepscope::app {
namespace {

/// A word that is neither a command nor a file.
format::Error unknownWord(const std::string& word, const std::vector<std::string>& commands)
{
    const std::string similar = format::similarName(word, commands);
    return format::failure(format::Error::Code::Usage, "There is no file and no command '" + word + "'" +
                                                           (similar.empty() ? "" : " (did you mean " + similar + "?)") +
                                                           ". `stepscope help` lists the commands.");
}

/// What is wrong with the word in the place of FILE; none without such a word, or if it is a file.
std::optional<format::Error> faultOfWord(const CLI::App& app)
{
    const CLI::Option* const file = app.get_option("FILE");
    if (file->count() == 0)
        return std::nullopt;
    const std::string word = file->results().front();
    if (word.empty())
        return format::failure(format::Error::Code::Usage,
                               "The file name is empty: write the name of a recording after stepscope, or none to "
                               "open the window without one.");
    if (std::error_code ignored; std::filesystem::exists(word, ignored))
        return std::nullopt;
    std::vector<std::string> names;
    for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(known->get_name());
    return unknownWord(word, names);
}

std::string mustNotBeNegative(const std::string& number)
{
    return number.starts_with('-') ? "the number must not be negative" : "";
}

/// Adds the option for its variable, with its default value and limits.
CLI::Option* addValue(CLI::App& command, const Option& option)
{
    const auto add = [&](auto* variable) -> CLI::Option* {
        using Value = std::remove_pointer_t<decltype(variable)>;
        if constexpr (std::is_same_v<Value, bool>) {
            return command.add_flag(option.names, *variable, option.help);
        } else {
            CLI::Option* const added = command.add_option(option.names, *variable, option.help);
            // CLI11 takes "-1" for the largest number.
            if constexpr (std::is_unsigned_v<Value>)
                added->check(CLI::Validator(mustNotBeNegative, ""));
            if constexpr (!std::is_same_v<Value, std::vector<std::string>>) {
                if (option.showsDefault)
                    added->default_val(*variable);
            }
            return added;
        }
    };
    return std::visit(add, option.value);
}

CLI::Validator validatorOf(const Option& option)
{
    const auto [lowest, highest] = *option.limits;
    if (option.unit == Option::Unit::Time) {
        const std::string range = analysis::durationText(lowest / 1e9) + " to " + analysis::durationText(highest / 1e9);
        return {[lowest = lowest, highest = highest, range](const std::string& nanoseconds) -> std::string {
                    const double value = std::strtod(nanoseconds.c_str(), nullptr);
                    return lowest <= value && value <= highest ? "" : "the time must be from " + range;
                },
                ""};
    }
    if (std::holds_alternative<double*>(option.value)) {
        // CLI::Range accepts "nan", which is neither below nor above.
        const auto isOrdered = [](const std::string& text) -> std::string {
            return std::isnan(std::strtod(text.c_str(), nullptr)) ? "Value " + text + " is not a number" : "";
        };
        return CLI::Range(lowest, highest) & CLI::Validator(isOrdered, "");
    }
    return CLI::Range(static_cast<long long>(lowest), static_cast<long long>(highest));
}

/// A conversion of CLI11 whose errors say what is expected.
CLI::Validator converted(const CLI::Validator& conversion, const std::string& expected)
{
    const auto convert = [conversion, expected](std::string& text) -> std::string {
        const std::string written = text;
        // CLI11 accepts a unit alone, "ms" as 1 ms.
        bool isValid = text.find_first_of("0123456789") != std::string::npos;
        try {
            isValid = isValid && conversion(text).empty();
        } catch (const CLI::ValidationError&) {
            isValid = false;
        }
        return isValid ? std::string() : "'" + written + "' is not " + expected;
    };
    return {convert, conversion.get_description()};
}

void addOption(CLI::App& command, const Option& option)
{
    CLI::Option* const added = addValue(command, option);
    added->required(option.isRequired);
    if (!option.valueName.empty())
        added->type_name(option.valueName);
    if (option.mustExist)
        added->check(CLI::Validator(fileFault, ""));
    if (!option.choices.empty())
        added->check(CLI::IsMember(option.choices));
    if (option.unit == Option::Unit::Time) {
        CLI::Validator number =
            CLI::AsNumberWithUnit(std::map<std::string, double>{{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}},
                                  CLI::AsNumberWithUnit::UNIT_REQUIRED, "TIME");
        added->type_name(option.valueName.empty() ? "TIME" : option.valueName);
        added->transform(
            converted(number.description(""), "a time: write a number with the unit us, ms or s, such as 10ms"));
    }
    if (option.unit == Option::Unit::Size)
        added->transform(converted(CLI::AsSizeValue(false),
                                   "a size: write a whole number of bytes, or one with the unit KB, MB, GB or TB, "
                                   "such as 2GB"));
    if (option.limits)
        added->check(validatorOf(option));
    if (!option.needs.empty())
        added->needs(command.get_option(option.needs));
    if (!option.excludes.empty())
        added->excludes(command.get_option(option.excludes));
}

void addCommand(CLI::App& app, Command& command)
{
    CLI::App& added = *app.add_subcommand(command.name(), command.summary());
    for (const Option& option : command.options())
        addOption(added, option);
    if (const std::string footer = command.footer(); !footer.empty())
        added.footer(footer);
}

/// The values of the arguments that belong to no command.
struct Arguments
{
    std::string file;
    std::string memoryLimit;
    std::string language;
    bool isFresh = false;
    std::string helpOn;
};

void addMainOptions(CLI::App& app, Arguments& arguments)
{
    app.set_version_flag("--version", std::string("stepscope ") + format::version());
    for (const Option& option :
         mainOptions(arguments.file, arguments.memoryLimit, arguments.language, arguments.isFresh))
        addOption(app, option);
    app.get_option("FILE")->type_name("");
    app.get_option("--memory-limit")->envname("STEPSCOPE_MEMORY_LIMIT")->check([](const std::string& text) {
        return trace::StoreOptions::bytesOf(text) > 0 ? std::string()
                                                      : "a size is a number of bytes, or like 512M or 2G "
                                                        "(the option, or the variable STEPSCOPE_MEMORY_LIMIT)";
    });
    app.require_subcommand(0, 1);
}

/// Adds all options and commands; returns the command `help`.
CLI::App& addAll(CLI::App& app, Arguments& arguments, const std::vector<std::unique_ptr<Command>>& commands)
{
    addMainOptions(app, arguments);
    for (const auto& command : commands)
        addCommand(app, *command);
    CLI::App& help = *app.add_subcommand("help", "This help, or that of a command");
    help.add_option("COMMAND", arguments.helpOn, "One of the commands")->type_name("");
    return help;
}

/// `stepscope help [COMMAND]`.
int printHelp(const CLI::App& app, const std::string& command)
{
    if (command.empty()) {
        // App::help() would describe the command `help`, which was parsed.
        const std::string text = app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
        printText(text);
        return kDone;
    }
    std::vector<std::string> names;
    for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (known->get_name() == command) {
            printText(known->help("stepscope"));
            return kDone;
        }
        names.push_back(known->get_name());
    }
    return printError(unknownWord(command, names));
}

/// Prints one line where CLI11 would print several, or names a mistyped command; the exit status is always 2.
int usageError(const CLI::App& app, const CLI::ParseError& error)
{
    const auto used = app.get_subcommands();
    // A mistyped command is taken for FILE, so that the parser complains of the words after it.
    if (const auto fault = faultOfWord(app);
        fault && used.empty() && !app.get_option("FILE")->results().front().ends_with(".stepscope"))
        return printError(*fault);
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    std::fprintf(stderr, "stepscope%s: %s. `stepscope%s --help` lists the options.\n", command.c_str(), text.c_str(),
                 command.c_str());
    return kWrongUsage;
}

int runArguments(int argc, char** argv)
{
    // A closed pipe (| head, or a proxy command that ends) must not end a capture. A write beyond the limit of file
    // sizes (ulimit -f) fails with an error that is reported, as on a full disk.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);

    // The arguments after "--" are the command line of the training; CLI11 does not see them.
    char** const end = argv + argc;
    char** const dashes = std::find(argv, end, std::string("--"));
    const std::vector<std::string> trailing(dashes == end ? end : dashes + 1, end);

    CLI::App app(kProgramSummary, "stepscope");
    Arguments arguments;
    const auto commands = makeCommands();
    const CLI::App& help = addAll(app, arguments, commands);
    const auto& [file, memoryLimit, language, isFresh, helpOn] = arguments;

    try {
        app.parse(static_cast<int>(dashes - argv), argv);
    } catch (const CLI::CallForHelp&) {
        printText(app.help());
        return kDone;
    } catch (const CLI::CallForVersion&) {
        printText(std::string("stepscope ") + format::version() + "\n");
        return kDone;
    } catch (const CLI::ParseError& error) {
        return usageError(app, error);
    }

    // Every reader of recordings in this process takes the limit from the environment, and each window the language.
    if (!memoryLimit.empty())
        ::setenv("STEPSCOPE_MEMORY_LIMIT", memoryLimit.c_str(), 1);
    if (!language.empty())
        ::setenv("STEPSCOPE_LANGUAGE", language.c_str(), 1);

    for (const auto& command : commands) {
        if (!app.got_subcommand(command->name()))
            continue;
        if (!trailing.empty() && !command->takesTraining())
            return printError(format::failure(
                format::Error::Code::Usage, command->name() + " starts no training, so that nothing can follow \"--\": "
                                                              "write its options before."));
        return command->run(trailing);
    }
    if (help.parsed())
        return printHelp(app, helpOn);
    if (const auto fault = faultOfWord(app))
        return printError(*fault);
    return runWindow(argc, argv, file, isFresh);
}

} // namespace

int runCommandLine(int argc, char** argv)
{
    limitKeptMemory();
    occupyClosedStreams();
    return finishOutput(runArguments(argc, argv));
}

std::string commandLineFault(const std::vector<std::string>& words)
{
    CLI::App app(kProgramSummary, "stepscope");
    Arguments arguments;
    const auto commands = makeCommands();
    addAll(app, arguments, commands);
    const auto end = std::find(words.begin(), words.end(), "--");
    std::vector<std::string> reversed(std::make_reverse_iterator(end), words.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::Success&) {
        return {};
    } catch (const CLI::ParseError& error) {
        return error.what();
    }
    return {};
}

} // namespace stepscope::app
