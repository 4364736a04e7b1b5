#pragma once

#include "app/terminal/exitstatus.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stepscope::app {

/// One subcommand of `stepscope`.
///
/// To add one:
///   1. write app/commands/xcommand.cpp with a class that implements this, and `std::unique_ptr<Command>
///   makeXCommand()`,
///   2. declare it below and give it a line in commandtable.cpp,
///   3. say what it promises in tests/app/tst_commandline.cpp, and name it in README.md.
class Command
{
public:
    virtual ~Command() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    [[nodiscard]] virtual std::string summary() const = 0;
    /// Adds its options to its own subcommand; values are bound to the command's members.
    virtual void describe(CLI::App& options) = 0;
    /// `trailing` is what stood after `--`. Returns the program's exit status; errors are printed by the command.
    virtual int run(const std::vector<std::string>& trailing) = 0;
};

std::unique_ptr<Command> makeDoctorCommand();
std::unique_ptr<Command> makeProfileCommand();
std::unique_ptr<Command> makeRunsCommand();
std::unique_ptr<Command> makeAttachCommand();
std::unique_ptr<Command> makeReportCommand();
std::unique_ptr<Command> makeCompareCommand();
std::unique_ptr<Command> makeExportCommand();
std::unique_ptr<Command> makeImportCommand();
std::unique_ptr<Command> makeVerifyCommand();
std::unique_ptr<Command> makeDemoCommand();

/// All of them, in the order in which help lists them.
std::vector<std::unique_ptr<Command>> makeCommands();

} // namespace stepscope::app
