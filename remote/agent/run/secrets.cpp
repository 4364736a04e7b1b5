#include "remote/agent/run/secrets.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace stepscope::agent {
namespace {

constexpr std::string_view kMask = "***";
constexpr std::array<std::string_view, 8> kSecretWords{"password", "passwd",     "passphrase",  "token",
                                                       "secret",   "credential", "credentials", "authorization"};

bool isNameByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// The words of "--hf_API-key": hf, api, key.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c == '_' || c == '-' || c == '.')
            words.emplace_back();
        else
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    std::erase_if(words, [](const std::string& word) { return word.empty(); });
    return words;
}

bool namesSecret(std::string_view name)
{
    const std::vector<std::string> words = wordsOf(name);
    if (words.empty())
        return false;
    const auto isSecret = [](const std::string& word) {
        return std::find(kSecretWords.begin(), kSecretWords.end(), word) != kSecretWords.end();
    };
    return words.back().ends_with("key") || std::any_of(words.begin(), words.end(), isSecret);
}

bool isSpace(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool isQuote(char c)
{
    return c == '\'' || c == '"';
}

/// The end of a value that begins at `begin`: its closing quote, or the next space.
std::size_t endOfWord(std::string_view text, std::size_t begin)
{
    if (begin < text.size() && text[begin] == '\\')
        ++begin; // of a quote within quotes
    if (begin < text.size() && isQuote(text[begin])) {
        const std::size_t close = text.find(text[begin], begin + 1);
        return close == std::string_view::npos ? text.size() : close + 1;
    }
    std::size_t end = begin;
    while (end < text.size() && !isSpace(text[end]) && !isQuote(text[end]) && text[end] != ';')
        ++end;
    return end;
}

/// The end of a value that begins at `begin`; the secret of an authorization follows the name of its scheme.
std::size_t endOfValue(std::string_view text, std::size_t begin)
{
    const std::size_t end = endOfWord(text, begin);
    const std::string_view word = text.substr(begin, end - begin);
    const bool isScheme = word == "Bearer" || word == "bearer" || word == "Basic" || word == "basic";
    const std::size_t next = isScheme ? text.find_first_not_of(' ', end) : std::string_view::npos;
    return next == std::string_view::npos ? end : endOfWord(text, next);
}

/// Where the value of the name that ends at `end` begins; npos if none follows.
std::size_t beginOfValue(std::string_view text, std::string_view name, std::size_t end)
{
    const auto is = [text](std::size_t at, char c) { return at < text.size() && text[at] == c; };
    if (is(end, '=') || (name.starts_with("--") && is(end, ' ')))
        return end + 1;
    // JSON, YAML and the headers of HTTP: "name": "value", also with escaped quotes.
    std::size_t at = is(end, '\\') ? end + 1 : end;
    at += at < text.size() && isQuote(text[at]) ? 1 : 0;
    if (!is(at, ':') || text.substr(at).starts_with("://"))
        return std::string_view::npos;
    return std::min(text.find_first_not_of(' ', at + 1), text.size());
}

/// Masks NAME=VALUE, `--name VALUE` and NAME: VALUE within one text.
std::string withoutNamedSecrets(std::string_view text)
{
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        std::size_t end = at;
        while (end < text.size() && isNameByte(text[end]))
            ++end;
        const std::string_view name = text.substr(at, end - at);
        result += name;
        const std::size_t begin = namesSecret(name) ? beginOfValue(text, name, end) : std::string_view::npos;
        if (begin != std::string_view::npos) {
            const std::size_t valueEnd = endOfValue(text, begin);
            result += text.substr(end, begin - end);
            if (valueEnd > begin)
                result += kMask;
            at = valueEnd;
        } else {
            if (end < text.size())
                result += text[end];
            at = end + 1;
        }
    }
    return result;
}

/// Masks the password of SCHEME://USER:PASSWORD@HOST.
std::string withoutUrlSecrets(std::string text)
{
    for (std::size_t scheme = text.find("://"); scheme != std::string::npos; scheme = text.find("://", scheme + 3)) {
        const std::size_t begin = scheme + 3;
        const std::size_t end = text.find_first_of(" /?#'\"", begin);
        const std::string_view authority = std::string_view(text).substr(begin, end - begin);
        const std::size_t at = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (at != std::string_view::npos && colon < at)
            text.replace(begin + colon + 1, at - colon - 1, kMask);
    }
    return text;
}

bool isOptionOfSecret(const std::string& word)
{
    return word.starts_with("-") && word.find('=') == std::string::npos && word.find(' ') == std::string::npos &&
           namesSecret(word);
}

} // namespace

std::vector<std::string> withoutSecrets(const std::vector<std::string>& command)
{
    std::vector<std::string> result;
    bool isValue = false;
    for (const std::string& word : command) {
        const bool isMasked = isValue && !word.starts_with("-");
        result.push_back(isMasked ? std::string(kMask) : withoutUrlSecrets(withoutNamedSecrets(word)));
        isValue = isOptionOfSecret(word);
    }
    return result;
}

} // namespace stepscope::agent
