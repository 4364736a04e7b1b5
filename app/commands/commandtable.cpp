#include "app/commands/command.h"

namespace stepscope::app {

std::vector<std::unique_ptr<Command>> makeCommands()
{
    using Maker = std::unique_ptr<Command> (*)();
    constexpr Maker kTable[] = {
        makeDoctorCommand,  makeProfileCommand, makeRunsCommand,   makeAttachCommand, makeReportCommand,
        makeCompareCommand, makeExportCommand,  makeImportCommand, makeVerifyCommand, makeDemoCommand,
    };
    std::vector<std::unique_ptr<Command>> commands;
    for (const Maker make : kTable)
        commands.push_back(make());
    return commands;
}

} // namespace stepscope::app
