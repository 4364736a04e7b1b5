#pragma once

#include <functional>
#include <string>
#include <vector>

/// Texts for people whose patterns and arguments are kept apart, so that the window can show in the user's language
/// what the analyses say. Reports, files and the terminal are English.
namespace stepscope::analysis {

/// Patterns in English, each with its arguments, in a row. Text is UTF-8.
class Message
{
public:
    Message() = default;
    /// Figures, names and commands, which are the same in each language.
    Message(const std::string& verbatim);

    /// The next argument of the latest pattern: that of %1 first, up to %9.
    [[nodiscard]] Message arg(const Message& argument) &&;
    /// Appends a message, which keeps its arguments.
    Message& operator+=(const Message& next);

    [[nodiscard]] bool empty() const { return m_parts.empty(); }
    void clear() { m_parts.clear(); }
    [[nodiscard]] std::string english() const;

    /// The translation of a pattern; the pattern itself if there is none.
    using Translator = std::function<std::string(const char* context, const char* pattern)>;
    [[nodiscard]] std::string translated(const Translator& translator) const;

private:
    friend Message translatable(const char* context, const char* pattern);

    struct Part
    {
        const char* context = nullptr; ///< null = the pattern is verbatim
        std::string pattern;
        std::vector<Message> arguments;
    };
    std::vector<Part> m_parts;
};

/// `translatable("Fold", "One of %1 steps is excluded.").arg(countText(steps))`. The texts in the parentheses are
/// literals: `ninja update_translations` collects them. To add one, see resources/README.md.
[[nodiscard]] Message translatable(const char* context, const char* pattern);

} // namespace stepscope::analysis
