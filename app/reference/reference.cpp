#include "app/reference/reference.h"

#include "analysis/export/textfile.h"

#include <sstream>
#include <system_error>
#include <utility>
#include <variant>

namespace stepscope::app {

Reference::Reference()
    : m_sources(makeCommands())
{
    m_program = {"", kProgramSummary, "", mainOptions(m_file, m_memoryLimit, m_language, m_isFresh)};
    for (const auto& command : m_sources)
        m_commands.push_back({command->name(), command->summary(), command->footer(), command->options()});
}

std::vector<std::string> namesOf(const Option& option)
{
    std::vector<std::string> names;
    std::istringstream text(option.names);
    for (std::string name; std::getline(text, name, ',');) {
        if (name.starts_with('-'))
            names.push_back(name);
    }
    return names;
}

std::string valueNameOf(const Option& option)
{
    if (std::holds_alternative<bool*>(option.value))
        return {};
    if (!option.valueName.empty())
        return option.valueName;
    if (option.unit == Option::Unit::Time)
        return "TIME";
    if (option.unit == Option::Unit::Size)
        return "SIZE";
    const bool isText = std::holds_alternative<std::string*>(option.value) ||
                        std::holds_alternative<std::vector<std::string>*>(option.value);
    return isText ? "TEXT" : "NUMBER";
}

format::Result<void> writeReference(const std::filesystem::path& folder)
{
    const Reference reference;
    std::vector<std::pair<std::string, std::string>> files{
        {"bash-completion/completions/stepscope", bashCompletion(reference)},
        {"zsh/vendor-completions/_stepscope", zshCompletion(reference)},
        {"fish/vendor_completions.d/stepscope.fish", fishCompletion(reference)},
        {"man/man1/stepscope.1", manualPage(reference, reference.program())},
    };
    for (const DescribedCommand& command : reference.commands())
        files.emplace_back("man/man1/stepscope-" + command.name + ".1", manualPage(reference, command));
    for (const auto& [name, text] : files) {
        const std::filesystem::path path = folder / name;
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
        if (error)
            return analysis::fileError("Creating the folder", path.parent_path(), error.value());
        TRY(analysis::writeTextFile(path, text));
    }
    return {};
}

} // namespace stepscope::app
