#include "analysis/text/message.h"

#include <cassert>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

/// The pattern with the texts in the places %1 to %9, one text each.
std::string withTexts(std::string_view pattern, const std::vector<std::string>& texts)
{
    std::string whole;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char digit = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '0';
        const bool isPlace = digit >= '1' && digit <= '9';
        assert(!isPlace || static_cast<std::size_t>(digit - '1') < texts.size());
        if (isPlace && static_cast<std::size_t>(digit - '1') < texts.size())
            whole += texts[static_cast<std::size_t>(digit - '1')];
        else
            whole += pattern[i];
        i += isPlace ? 1 : 0;
    }
    return whole;
}

} // namespace

Message::Message(const std::string& verbatim)
{
    if (!verbatim.empty())
        m_parts.push_back({nullptr, verbatim, {}});
}

Message translatable(const char* context, const char* pattern)
{
    Message message;
    message.m_parts.push_back({context, pattern, {}});
    return message;
}

Message Message::arg(const Message& argument) &&
{
    assert(!m_parts.empty() && m_parts.back().context != nullptr);
    m_parts.back().arguments.push_back(argument);
    return std::move(*this);
}

Message& Message::operator+=(const Message& next)
{
    const std::vector<Part> parts = next.m_parts; // `next` may be this message
    m_parts.insert(m_parts.end(), parts.begin(), parts.end());
    return *this;
}

std::string Message::english() const
{
    return translated([](const char* /*context*/, const char* pattern) { return pattern; });
}

std::string Message::translated(const Translator& translator) const
{
    std::string whole;
    for (const Part& part : m_parts) {
        if (part.context == nullptr) {
            whole += part.pattern;
            continue;
        }
        std::vector<std::string> texts;
        for (const Message& argument : part.arguments)
            texts.push_back(argument.translated(translator));
        whole += withTexts(translator(part.context, part.pattern.c_str()), texts);
    }
    return whole;
}

} // namespace stepscope::analysis
