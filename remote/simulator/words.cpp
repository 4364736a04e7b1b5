#include "remote/simulator/words.h"

#include "remote/simulator/clock.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace stepscope::simulator {

using format::Error;
using format::Result;

namespace {

bool isListed(std::string_view known, std::string_view name)
{
    while (!known.empty()) {
        const std::string_view one = known.substr(0, known.find(' '));
        known.remove_prefix(std::min(one.size() + 1, known.size()));
        if (one == name)
            return true;
    }
    return false;
}

} // namespace

Words Words::fromLine(std::string_view line)
{
    Words words;
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find_first_of(" \n"));
        line.remove_prefix(std::min(word.size() + 1, line.size()));
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos)
            words.m_values[std::string(word.substr(0, equals))] = word.substr(equals + 1);
        else if (!word.empty() && words.m_verb.empty())
            words.m_verb = word;
    }
    return words;
}

Result<Words> Words::fromArguments(int count, char** arguments, std::string_view known)
{
    Words words(count > 1 ? arguments[1] : "");
    for (int i = 2; i < count; ++i) {
        const std::string_view word = arguments[i];
        const std::size_t equals = word.find('=');
        const std::string name(word.substr(std::min<std::size_t>(2, word.size()), equals - 2));
        if (!word.starts_with("--") || !isListed(known, name))
            return format::failure(Error::Code::Usage, "'" + std::string(word) + "' is not understood; see --help");
        if (equals != std::string_view::npos)
            words.set(name, std::string(word.substr(equals + 1)));
        else if (i + 1 < count)
            words.set(name, arguments[++i]);
        else
            return format::failure(Error::Code::Usage, "--" + name + " needs a value");
    }
    return words;
}

std::string Words::text(const std::string& name, const std::string& otherwise) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? otherwise : found->second;
}

Result<std::int64_t> Words::integer(const std::string& name, std::int64_t otherwise, std::int64_t least,
                                    std::int64_t most) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        return otherwise;
    const std::string& text = found->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return format::failure(Error::Code::Usage, name + "=" + text + ": a number from " + std::to_string(least) +
                                                       " to " + std::to_string(most) + " is needed");
    return value;
}

Result<std::int64_t> Words::milliseconds(const std::string& name, std::int64_t otherwiseNs) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        return otherwiseNs;
    std::string_view text = found->second;
    if (text.ends_with("ms"))
        text.remove_suffix(2);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    constexpr double kMost = 10'000;
    if (error != std::errc() || end != text.data() + text.size() || !(value >= 0) || value > kMost)
        return format::failure(Error::Code::Usage,
                               name + "=" + found->second + ": a time in milliseconds, 0 to 10000, is needed");
    return std::llround(value * static_cast<double>(kMillisecond));
}

std::string Words::line() const
{
    std::string text = m_verb;
    for (const auto& [name, value] : m_values)
        text += " " + name + "=" + value;
    return text + "\n";
}

} // namespace stepscope::simulator
