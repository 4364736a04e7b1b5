#pragma once

#include "app/commands/command.h"
#include "remote/format/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/// Manual pages and shell completions, written from the same rows of options that the command line is parsed with.
///
/// To add a kind of file:
///   1. write a function that returns the text of a file for a Reference,
///   2. declare it here, and add a row to the table in reference.cpp.
namespace stepscope::app {

/// A command with its rows of options, which are read once.
struct DescribedCommand
{
    std::string name;    ///< empty for the program without a command
    std::string summary; ///< one line
    std::string footer;
    std::vector<Option> options;
};

/// All that the command line accepts. Owns the variables that the rows refer to.
class Reference
{
public:
    Reference();

    [[nodiscard]] const DescribedCommand& program() const { return m_program; }
    [[nodiscard]] const std::vector<DescribedCommand>& commands() const { return m_commands; }

private:
    std::string m_file;
    std::string m_memoryLimit;
    bool m_isFresh = false;
    std::string m_language;
    std::vector<std::unique_ptr<Command>> m_sources;
    DescribedCommand m_program;
    std::vector<DescribedCommand> m_commands;
};

/// Whether an option is given by its place, not by a name.
inline bool isPositional(const Option& option)
{
    return !option.names.starts_with('-');
}
/// The names of an option, in the order of its row: "-o", "--output"; empty for a positional argument.
std::vector<std::string> namesOf(const Option& option);
/// What help shows for its value: "FILE", "TIME"; empty for a flag.
std::string valueNameOf(const Option& option);

/// Text of a manual page in man(7) macros; `command` is one of reference.commands(), or reference.program().
std::string manualPage(const Reference& reference, const DescribedCommand& command);

std::string bashCompletion(const Reference& reference);
std::string zshCompletion(const Reference& reference);
std::string fishCompletion(const Reference& reference);

/// Writes all files below `folder`, in the layout of /usr/share: man/man1/, bash-completion/completions/,
/// zsh/vendor-completions/, fish/vendor_completions.d/. Replaces existing files.
format::Result<void> writeReference(const std::filesystem::path& folder);

} // namespace stepscope::app
