#include "app/reference/reference.h"
#include "remote/format/version.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>

namespace stepscope::app {
namespace {

/// Text without meaning for man(7). A hyphen would be typeset as a dash that a shell does not know.
std::string manText(std::string_view text)
{
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else if (c == '\n')
            result += "\n.br\n";
        else
            result += c;
    }
    // A point or an apostrophe at the begin of a line makes it a macro.
    for (std::size_t at = 0; at != std::string::npos; at = result.find('\n', at)) {
        at += at > 0 || (!result.empty() && result[0] == '\n') ? 1 : 0;
        const bool isBreak = result.compare(at, 3, ".br") == 0;
        if (!isBreak && at < result.size() && (result[at] == '.' || result[at] == '\''))
            result.insert(at, "\\&");
    }
    return result;
}

std::string bold(std::string_view text)
{
    return "\\fB" + manText(text) + "\\fR";
}

std::string italic(std::string_view text)
{
    return "\\fI" + manText(text) + "\\fR";
}

std::string synopsisOf(const DescribedCommand& command)
{
    std::string text = bold("stepscope");
    if (!command.name.empty())
        text += " " + bold(command.name);
    for (const Option& option : command.options) {
        if (isPositional(option))
            text += option.isRequired ? " " + italic(option.names) : " [" + italic(option.names) + "]";
    }
    return text + " [" + italic("OPTION") + "...]";
}

std::string optionEntry(const Option& option)
{
    std::string head;
    if (isPositional(option)) {
        head = italic(option.names);
    } else {
        const std::string value = valueNameOf(option);
        for (const std::string& name : namesOf(option))
            head += (head.empty() ? "" : ", ") + bold(name);
        if (!value.empty())
            head += " " + italic(value);
    }
    std::string text = ".TP\n" + head + "\n" + manText(option.help) + ".";
    if (!option.choices.empty()) {
        text += " One of ";
        for (const std::string& choice : option.choices)
            text += (&choice == &option.choices.front() ? "" : ", ") + bold(choice);
        text += ".";
    }
    if (option.isRequired && !isPositional(option))
        text += " Required.";
    if (!option.needs.empty())
        text += " Only with " + bold(option.needs) + ".";
    if (!option.excludes.empty())
        text += " Not with " + bold(option.excludes) + ".";
    return text + "\n";
}

std::string inCapitals(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

constexpr std::string_view kFooter =
    ".SH EXIT STATUS\n"
    "0 after success, 1 after a failure, 2 after wrong usage, 130 after an interruption. \\fBprofile\\fR and "
    "\\fBattach\\fR pass on the status of the training.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n\\fBSTEPSCOPE_MEMORY_LIMIT\\fR\nAs the option \\fB\\-\\-memory\\-limit\\fR of the program.\n"
    ".TP\n\\fBSTEPSCOPE_LANGUAGE\\fR\nAs the option \\fB\\-\\-language\\fR of the program.\n"
    ".TP\n\\fBXDG_CONFIG_HOME\\fR\nWhere the settings are stored; \\fI~/.config\\fR if it is not set.\n"
    ".TP\n\\fBXDG_STATE_HOME\\fR\nWhere recent files, the layout of the window, the session and the list of unfinished "
    "recordings "
    "are stored; \\fI~/.local/state\\fR if it is not set.\n"
    ".TP\n\\fBXDG_CACHE_HOME\\fR\nWhere temporary data and unpacked boards are stored; \\fI~/.cache\\fR if it is not "
    "set.\n";

} // namespace

std::string manualPage(const Reference& reference, const DescribedCommand& command)
{
    const std::string name = command.name.empty() ? "stepscope" : "stepscope-" + command.name;
    std::string text =
        ".TH " + inCapitals(manText(name)) + " 1 \"\" \"stepscope " + format::version() + "\" \"Stepscope\"\n";
    text += ".SH NAME\n" + manText(name) + " \\- " + manText(command.summary) + "\n";
    text += ".SH SYNOPSIS\n" + synopsisOf(command) + "\n";
    if (command.name.empty())
        text += ".br\n" + bold("stepscope") + " " + italic("COMMAND") + " [" + italic("ARGUMENT") + "...]\n";
    text += ".SH DESCRIPTION\n" + manText(command.summary) + ".\n";
    if (command.name.empty()) {
        text += "Without a command, the window opens.\n.SH COMMANDS\n";
        for (const DescribedCommand& other : reference.commands())
            text += ".TP\n" + bold(other.name) + "\n" + manText(other.summary) + ".\n";
    } else if (!command.footer.empty()) {
        text += ".PP\n" + manText(command.footer) + "\n";
    }
    text += ".SH OPTIONS\n";
    for (const Option& option : command.options)
        text += optionEntry(option);
    text += ".TP\n" + bold("-h") + ", " + bold("--help") + "\nPrints the options and exits.\n";
    text += kFooter;
    text += ".SH SEE ALSO\n";
    if (!command.name.empty())
        return text + ".BR stepscope (1)\n";
    for (const DescribedCommand& other : reference.commands())
        text += ".BR stepscope\\-" + manText(other.name) + " (1)" +
                (&other == &reference.commands().back() ? "" : " ,") + "\n";
    return text;
}

} // namespace stepscope::app
