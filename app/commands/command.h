#pragma once

#include "app/commands/option.h"
#include "app/terminal/exitstatus.h"

#include <memory>
#include <string>
#include <vector>

namespace stepscope::app {

/// One subcommand of `stepscope`.
///
/// To add one:
///   1. Write app/commands/xcommand.cpp with a class that implements this interface, and
///      `std::unique_ptr<Command> makeXCommand()`.
///   2. Declare makeXCommand() below and add it to commandtable.cpp.
///   3. Test it in tests/app/tst_commandline.cpp and list it in the README.md of the project.
class Command
{
public:
    virtual ~Command() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// One line for `stepscope --help`.
    [[nodiscard]] virtual std::string summary() const = 0;
    /// Rows that refer to members of the command; called once, before run().
    [[nodiscard]] virtual std::vector<Option> options() = 0;
    /// Text below the options in the help of the command.
    [[nodiscard]] virtual std::string footer() const { return {}; }
    /// `trailing` holds the arguments after `--`. Returns the program's exit status. The command prints its errors.
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

/// All commands, in the order in which help lists them.
std::vector<std::unique_ptr<Command>> makeCommands();

} // namespace stepscope::app
