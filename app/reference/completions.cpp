#include "app/reference/reference.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace stepscope::app {
namespace {

constexpr std::string_view kTargets = "local virtual-tx2";

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// All names of the options of a command.
std::string optionWords(const DescribedCommand& command)
{
    std::vector<std::string> words;
    for (const Option& option : command.options) {
        for (std::string& name : namesOf(option))
            words.push_back(std::move(name));
    }
    words.emplace_back("--help");
    return joined(words);
}

bool takesTarget(const DescribedCommand& command)
{
    return std::any_of(command.options.begin(), command.options.end(),
                       [](const Option& option) { return option.names.starts_with("TARGET"); });
}

bool isFile(const Option& option)
{
    const std::string value = valueNameOf(option);
    return value == "FILE" || value == "DIR" || (value == "TEXT" && option.choices.empty());
}

std::string commandWords(const Reference& reference)
{
    std::string words;
    for (const DescribedCommand& command : reference.commands())
        words += (words.empty() ? "" : " ") + command.name;
    return words;
}

/// A word for a shell, between apostrophes.
std::string shellWord(std::string_view text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string bashValues(const DescribedCommand& command)
{
    std::string text;
    for (const Option& option : command.options) {
        if (isPositional(option) || valueNameOf(option).empty())
            continue;
        std::string names;
        for (const std::string& name : namesOf(option))
            names += (names.empty() ? "" : "|") + name;
        const std::string action =
            !option.choices.empty() ? "COMPREPLY=($(compgen -W " + shellWord(joined(option.choices)) + " -- \"$word\"))"
            : isFile(option)        ? "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\"))"
                                    : "COMPREPLY=()";
        text += "                " + names + ") " + action + "; return ;;\n";
    }
    return text;
}

std::string zshDescription(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\')
            result += '\\';
        result += c;
    }
    return result;
}

std::string zshValue(const Option& option)
{
    const std::string value = valueNameOf(option);
    if (value.empty())
        return {};
    if (!option.choices.empty())
        return ":" + value + ":(" + joined(option.choices) + ")";
    return ":" + value + ":" + (value == "DIR" ? "_directories" : isFile(option) ? "_files" : "");
}

std::string zshArguments(const DescribedCommand& command)
{
    std::string text;
    for (const Option& option : command.options) {
        for (const std::string& name : namesOf(option))
            text +=
                " \\\n                " + shellWord(name + "[" + zshDescription(option.help) + "]" + zshValue(option));
    }
    text += " \\\n                '--help[Print the options]'";
    if (takesTarget(command))
        text += " \\\n                '1:target:(" + std::string(kTargets) + ")'";
    return text + " \\\n                '*:file:_files'";
}

} // namespace

std::string bashCompletion(const Reference& reference)
{
    std::string text = "# Completion of stepscope for bash.\n"
                       "_stepscope() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} i\n"
                       "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                       "        [ \"${COMP_WORDS[i]}\" != -- ] || { compopt -o default; COMPREPLY=(); return; }\n"
                       "    done\n"
                       "    if ((COMP_CWORD == 1)); then\n"
                       "        compopt -o filenames\n"
                       "        COMPREPLY=($(compgen -W " +
                       shellWord(commandWords(reference) + " help " + optionWords(reference.program())) +
                       " -- \"$word\") $(compgen -f -- \"$word\"))\n"
                       "        return\n"
                       "    fi\n"
                       "    case ${COMP_WORDS[1]} in\n"
                       "        help) COMPREPLY=($(compgen -W " +
                       shellWord(commandWords(reference)) + " -- \"$word\")); return ;;\n";
    for (const DescribedCommand& command : reference.commands()) {
        const std::string values = bashValues(command);
        text += "        " + command.name + ")\n";
        if (!values.empty())
            text += "            case $previous in\n" + values + "            esac\n";
        text += "            if [[ $word == -* ]]; then\n"
                "                COMPREPLY=($(compgen -W " +
                shellWord(optionWords(command)) + " -- \"$word\"))\n                return\n            fi\n";
        if (takesTarget(command))
            text += "            if ((COMP_CWORD == 2)); then\n                COMPREPLY=($(compgen -W " +
                    shellWord(kTargets) +
                    " -- \"$word\") $(compgen -A hostname -- \"$word\"))\n                return\n            fi\n";
        text += "            ;;\n";
    }
    return text + "    esac\n"
                  "    compopt -o filenames\n"
                  "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
                  "}\n"
                  "complete -F _stepscope stepscope\n";
}

std::string zshCompletion(const Reference& reference)
{
    std::string text = "#compdef stepscope\n"
                       "# Completion of stepscope for zsh.\n"
                       "_stepscope() {\n"
                       "    local -a commands\n"
                       "    commands=(\n";
    for (const DescribedCommand& command : reference.commands())
        text += "        " + shellWord(command.name + ":" + command.summary) + "\n";
    text += "    )\n"
            "    if ((CURRENT == 2)); then\n"
            "        _describe command commands\n"
            "        _files\n"
            "        return\n"
            "    fi\n"
            "    local command=$words[2]\n"
            "    shift words\n"
            "    ((CURRENT--))\n"
            "    case $command in\n";
    for (const DescribedCommand& command : reference.commands())
        text += "        " + command.name + ")\n            _arguments" + zshArguments(command) + " ;;\n";
    return text + "    esac\n}\n_stepscope \"$@\"\n";
}

std::string fishCompletion(const Reference& reference)
{
    std::string text = "# Completion of stepscope for fish.\n";
    for (const DescribedCommand& command : reference.commands())
        text += "complete -c stepscope -n __fish_use_subcommand -a " + command.name + " -d " +
                shellWord(command.summary) + "\n";
    for (const DescribedCommand& command : reference.commands()) {
        const std::string only = "complete -c stepscope -n '__fish_seen_subcommand_from " + command.name + "'";
        text += only + " -s h -l help -d 'Print the options'\n";
        if (takesTarget(command))
            text += only + " -a " + shellWord(kTargets) + "\n";
        for (const Option& option : command.options) {
            if (isPositional(option))
                continue;
            text += only;
            for (const std::string& name : namesOf(option))
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.choices.empty())
                text += " -x -a " + shellWord(joined(option.choices));
            else if (!valueNameOf(option).empty())
                text += isFile(option) ? " -r" : " -x";
            text += " -d " + shellWord(option.help) + "\n";
        }
    }
    return text;
}

} // namespace stepscope::app
