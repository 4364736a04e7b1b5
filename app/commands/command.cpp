#include "app/commands/command.h"

#include <filesystem>

namespace stepscope::app {

std::vector<Option> mainOptions(std::string& file, std::string& memoryLimit, std::string& language, bool& isFresh)
{
    return {
        {.names = "FILE",
         .value = &file,
         .help = "A recording, or the folder of a study, to open in the window",
         .valueName = "FILE"},
        {.names = "--memory-limit",
         .value = &memoryLimit,
         .help = "Largest amount of memory for the samples and spans of a recording, e.g. 512M or 2G; the rest stays "
                 "on disk",
         .valueName = "SIZE"},
        {.names = "--fresh", .value = &isFresh, .help = "Do not restore the last session in the window"},
        {.names = "--language",
         .value = &language,
         .help = "Language of the window; that of the desktop if it is not given",
         .valueName = "CODE",
         .choices = {"en", "de", "zh_CN"}},
    };
}

std::vector<std::unique_ptr<Command>> makeCommands()
{
    using Maker = std::unique_ptr<Command> (*)();
    constexpr Maker kTable[] = {
        makeDoctorCommand,       makeProfileCommand, makeRunsCommand,    makeCleanCommand,
        makeAttachCommand,       makeReportCommand,  makeCompareCommand, makeQueryCommand,
        makeExportCommand,       makeImportCommand,  makeSweepCommand,   makeFiguresCommand,
        makeObservationsCommand, makeAdviseCommand,  makeVerifyCommand,  makeDemoCommand,
    };
    std::vector<std::unique_ptr<Command>> commands;
    for (const Maker make : kTable)
        commands.push_back(make());
    return commands;
}

std::vector<Option> TargetOptions::with(const std::vector<Option>& own)
{
    std::vector<Option> options{
        {.names = "TARGET",
         .value = &m_target,
         .help = "local, [user@]host[:port] over SSH, or virtual-tx2: a simulated board (also virtual-tx2:nano, "
                 ":xavier, :orin)",
         .isRequired = true},
    };
    for (const std::vector<Option>& more : {sshOptions(), own})
        options.insert(options.end(), more.begin(), more.end());
    return options;
}

std::string fileFault(const std::string& name)
{
    std::error_code ignored;
    return std::filesystem::exists(link::expandHome(name), ignored) ? ""
                                                                    : "there is no file '" + name + "': check the path";
}

format::Result<std::string> currentFolder()
{
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::current_path(error);
    if (error)
        return format::failure(format::Error::Code::NotFound,
                               "The folder in which the command was given is not there any more (" + error.message() +
                                   "): change to another one.");
    return folder.string();
}

format::Result<std::string> TargetOptions::commandFolder() const
{
    const auto parsed = link::parseTarget(m_target);
    const bool isHere = parsed.ok() && parsed->kind == link::Target::Kind::Local;
    return isHere ? currentFolder() : format::Result<std::string>(std::string());
}

std::vector<Option> TargetOptions::sshOptions()
{
    return {
        {.names = "--identity",
         .value = &m_ssh.identityFile,
         .help = "Private key for the login",
         .valueName = "FILE",
         .mustExist = true},
        {.names = "--ssh-config",
         .value = &m_ssh.configFile,
         .help = "SSH configuration to use instead of ~/.ssh/config",
         .valueName = "FILE",
         .mustExist = true},
        {.names = "--known-hosts",
         .value = &m_ssh.knownHostsFile,
         .help = "Known host keys to use instead of ~/.ssh/known_hosts",
         .valueName = "FILE"},
        {.names = "--accept-new-host-key",
         .value = &m_ssh.acceptNewHostKey,
         .help = "Accept and store the key of an unknown host without a question; a changed key is still refused"},
    };
}

} // namespace stepscope::app
