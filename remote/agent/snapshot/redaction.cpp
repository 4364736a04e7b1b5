#include "remote/agent/snapshot/redaction.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace stepscope::agent {
namespace {

bool isHex(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isOfWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Part of an address: letters, digits, colons and dots.
bool isOfAddress(char c)
{
    return isOfWord(c) || c == ':' || c == '.';
}

bool isIpv4(std::string_view token)
{
    int groups = 0;
    while (true) {
        const std::size_t digits =
            static_cast<std::size_t>(std::find_if_not(token.begin(), token.end(), isDigit) - token.begin());
        if (digits == 0 || digits > 3 || ++groups > 4)
            return false;
        token.remove_prefix(digits);
        if (token.empty())
            return groups == 4;
        if (token.front() != '.')
            return false;
        token.remove_prefix(1);
    }
}

/// A MAC or IPv6 address. A PCI address (0000:01:00.0) has two colons and no pair of them.
bool hasAddressColons(std::string_view token)
{
    const auto colons = std::count(token.begin(), token.end(), ':');
    const bool fits = std::all_of(token.begin(), token.end(), [](char c) { return isHex(c) || c == ':' || c == '.'; });
    return fits && (colons >= 4 || (colons >= 2 && token.find("::") != std::string_view::npos));
}

/// enx0123456789ab, wlx..., wwx...: an interface named by its MAC address.
bool isNamedByAddress(std::string_view token)
{
    constexpr std::size_t kPrefix = 3;
    constexpr std::size_t kLength = 15;
    return token.size() == kLength && token[2] == 'x' && std::isalpha(static_cast<unsigned char>(token[0])) != 0 &&
           std::all_of(token.begin() + kPrefix, token.end(), isHex);
}

std::string withoutAddress(std::string_view token)
{
    const std::size_t end = token.find_last_not_of(":.");
    const std::string_view core = token.substr(0, end == std::string_view::npos ? 0 : end + 1);
    const std::string rest(token.substr(core.size()));
    if (isNamedByAddress(core))
        return std::string(core.substr(0, 3)) + "000000000000" + rest;
    // The colon at the end of "fe80::" belongs to the address.
    if (!isIpv4(core) && !hasAddressColons(core) && !hasAddressColons(token))
        return std::string(token);
    std::string zeros(token);
    std::replace_if(zeros.begin(), zeros.end(), isHex, '0');
    return zeros;
}

void replaceWord(std::string& text, const std::string& word, const char* by)
{
    for (std::size_t at = text.find(word); !word.empty() && at != std::string::npos; at = text.find(word, at)) {
        const std::size_t end = at + word.size();
        const bool isWhole = (at == 0 || !isOfWord(text[at - 1])) && (end == text.size() || !isOfWord(text[end]));
        if (isWhole)
            text.replace(at, word.size(), by);
        at += isWhole ? std::string_view(by).size() : 1;
    }
}

void replaceHomes(std::string& text)
{
    constexpr std::string_view kHome = "/home/";
    for (std::size_t at = text.find(kHome); at != std::string::npos; at = text.find(kHome, at + 1)) {
        const std::size_t begin = at + kHome.size();
        std::size_t end = begin;
        while (end < text.size() && (isOfWord(text[end]) || text[end] == '-' || text[end] == '.'))
            ++end;
        text.replace(begin, end - begin, "user");
    }
}

/// The lines for which `keeps` is true.
template <typename Keeps>
std::string linesOf(std::string_view text, const Keeps& keeps)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        if (keeps(text.substr(0, end)))
            result += text.substr(0, end);
        text.remove_prefix(end);
    }
    return result;
}

bool isCgroupMount(std::string_view line)
{
    return line.find(" cgroup ") != std::string_view::npos && line.find(" /sys/fs/cgroup") != std::string_view::npos;
}

} // namespace

PrivateNames privateNames(std::string_view hostname)
{
    constexpr std::size_t kShortest = 3;
    PrivateNames names;
    if (hostname.size() >= kShortest)
        names.host = hostname;
    const auto add = [&names](std::string name) {
        if (name.size() >= kShortest && name != "root")
            names.users.push_back(std::move(name));
    };
    constexpr std::array kVariables{"USER", "LOGNAME", "SUDO_USER"};
    for (const char* variable : kVariables) {
        if (const char* value = std::getenv(variable))
            add(value);
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && std::string_view(home).starts_with("/home/"))
        add(std::string(home).substr(std::string_view(home).rfind('/') + 1));
    return names;
}

std::string withoutAddresses(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isOfAddress(text[end]))
            ++end;
        result += withoutAddress(text.substr(at, end - at));
        if (end < text.size())
            result += text[end++];
        at = end;
    }
    replaceHomes(result);
    return result;
}

std::string redacted(std::string_view path, std::string_view content, const PrivateNames& names)
{
    if (path == "/proc/sys/kernel/hostname")
        return "board\n";
    // Binary values: no text, and a byte must not be changed.
    if (path.starts_with("/proc/device-tree/"))
        return std::string(content);
    std::string text(content);
    if (path == "/proc/cpuinfo")
        text = linesOf(text, [](std::string_view line) { return !line.starts_with("Serial"); });
    else if (path == "/proc/mounts")
        text = linesOf(text, isCgroupMount);
    else if (path.starts_with("/proc/driver/nvidia/"))
        text = linesOf(text, [](std::string_view line) { return line.find("UUID") == std::string_view::npos; });
    else if (path.starts_with("/sys/kernel/debug/nvmap/"))
        text = linesOf(text, [](std::string_view line) { return line.starts_with("total"); });
    text = withoutAddresses(text);
    if (path.starts_with("/sys/") || path.starts_with("/etc/") || path.starts_with("/var/"))
        return text;
    replaceWord(text, names.host, "board");
    for (const std::string& user : names.users)
        replaceWord(text, user, "user");
    return text;
}

} // namespace stepscope::agent
