#pragma once

#include "app/terminal/terminal.h"
#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/transport.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stepscope::app {

/// One option or positional argument of a command. app/commandline.cpp translates these rows for the parser (CLI11), so
/// that no command depends on it.
struct Option
{
    /// The variable that gets the value; a bool makes the option a flag. It must outlive the parsing.
    using Value = std::variant<std::string*, std::vector<std::string>*, bool*, int*, double*, std::size_t*>;

    enum class Unit {
        None,
        Time, ///< "10ms": the unit us, ms or s is required; the variable gets nanoseconds
        Size, ///< "2GB": a unit is optional; the variable gets bytes, with 1 KB = 1024 bytes
    };

    struct Limits
    {
        double lowest;
        double highest;
    };

    std::string names; ///< "-o,--output", or "FILE" for a positional argument
    Value value;
    std::string help;
    std::string valueName{};            ///< shown by help instead of the type; empty = the type
    bool isRequired = false;            ///< a missing value is wrong usage
    bool mustExist = false;             ///< the name of a file that does not exist is wrong usage
    bool showsDefault = false;          ///< help states the value that the variable has before parsing
    std::vector<std::string> choices{}; ///< the only values accepted; empty = any
    std::optional<Limits> limits{};     ///< both ends are accepted
    Unit unit = Unit::None;
    std::string needs{};    ///< name of an earlier option without which this one is wrong usage
    std::string excludes{}; ///< name of an earlier option that cannot be combined with this one
};

/// One subcommand of `stepscope`.
///
/// To add one:
///   1. Write app/commands/xcommand.cpp with a class that implements this interface, and
///      `std::unique_ptr<Command> makeXCommand()`.
///   2. Declare makeXCommand() below and add it to command.cpp.
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
    /// Whether the words after "--" are the command line of a training; else there must be none.
    [[nodiscard]] virtual bool takesTraining() const { return false; }
    /// `trailing` holds the arguments after `--`. Returns the program's exit status. The command prints its errors.
    virtual int run(const std::vector<std::string>& trailing) = 0;
};

std::unique_ptr<Command> makeDoctorCommand();
std::unique_ptr<Command> makeProfileCommand();
std::unique_ptr<Command> makeRunsCommand();
std::unique_ptr<Command> makeCleanCommand();
std::unique_ptr<Command> makeAttachCommand();
std::unique_ptr<Command> makeReportCommand();
std::unique_ptr<Command> makeCompareCommand();
std::unique_ptr<Command> makeQueryCommand();
std::unique_ptr<Command> makeExportCommand();
std::unique_ptr<Command> makeImportCommand();
std::unique_ptr<Command> makeSweepCommand();
std::unique_ptr<Command> makeFiguresCommand();
std::unique_ptr<Command> makeAdviseCommand();
std::unique_ptr<Command> makeObservationsCommand();
std::unique_ptr<Command> makeVerifyCommand();
std::unique_ptr<Command> makeDemoCommand();

inline constexpr const char* kProgramSummary = "Time, power and memory of each training step, operation by operation";

/// The options of `stepscope` without a command.
std::vector<Option> mainOptions(std::string& file, std::string& memoryLimit, std::string& language, bool& isFresh);

/// All commands, in the order in which help lists them.
std::vector<std::unique_ptr<Command>> makeCommands();

/// Why an option with `mustExist` refuses this name, in which ~ is the home folder; empty if there is such a file.
std::string fileFault(const std::string& name);

/// The folder in which the command was given. Error NotFound if it was removed.
format::Result<std::string> currentFolder();

/// TARGET and the SSH options, the same for every command that connects to a target.
class TargetOptions
{
public:
    /// TARGET and the SSH options, followed by the command's own options.
    [[nodiscard]] std::vector<Option> with(const std::vector<Option>& own);
    /// The SSH options alone.
    [[nodiscard]] std::vector<Option> sshOptions();

    [[nodiscard]] const std::string& target() const { return m_target; }
    [[nodiscard]] const link::SshOptions& ssh() const { return m_ssh; }
    /// Where the user's command runs by default: on this computer in the current folder, on other targets in the home
    /// folder, for which it is empty.
    [[nodiscard]] format::Result<std::string> commandFolder() const;

private:
    std::string m_target;
    link::SshOptions m_ssh;
};

} // namespace stepscope::app
