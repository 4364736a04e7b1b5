#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// A verb and named values: "train model=resnet50 batch=32" as a line between two processes, or
/// `train --model resnet50 --batch 32` on the command line.
class Command
{
public:
    Command() = default;
    explicit Command(std::string verb)
        : m_verb(std::move(verb))
    {}
    static Command fromLine(std::string_view line);
    /// Reads --name value and --name=value. `options` lists the accepted names, separated by spaces. Error Usage.
    static format::Result<Command> fromArguments(int count, char** arguments, std::string_view options);

    [[nodiscard]] const std::string& verb() const { return m_verb; }
    void set(const std::string& name, std::string value) { m_values[name] = std::move(value); }
    [[nodiscard]] bool has(const std::string& name) const { return m_values.contains(name); }
    [[nodiscard]] std::string text(const std::string& name, const std::string& defaultValue = {}) const;
    /// Error Usage if the value is not a number within the limits.
    [[nodiscard]] format::Result<std::int64_t> integer(const std::string& name, std::int64_t defaultValue,
                                                       std::int64_t least, std::int64_t most) const;
    /// Reads a decimal number of milliseconds; returns ns.
    [[nodiscard]] format::Result<std::int64_t> milliseconds(const std::string& name, std::int64_t defaultNs) const;
    /// The command as one line. Values must not contain spaces.
    [[nodiscard]] std::string line() const;

private:
    std::string m_verb;
    std::map<std::string, std::string> m_values;
};

/// The verbs of stepscope-virtual-tx2. Errors are one line of text.
format::Result<void> runBoard(const Command& command);
format::Result<void> runTraining(const Command& command);
format::Result<void> runLoad(const Command& command);

/// The program as nvpmodel of a board's tree, whose file usr/sbin/nvpmodel is a link to it: -q and -m NUMBER. Returns
/// the exit status.
int runNvpmodel(int count, char** arguments);

/// Makes SIGTERM and SIGINT set endRequested().
void installEndHandlers();
bool endRequested();

} // namespace stepscope::simulator
