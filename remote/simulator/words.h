#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace stepscope::simulator {

/// "train model=resnet50 batch=32": a verb and values by name, as programs here tell each other on one line, and as the
/// command line says with --model resnet50.
class Words
{
public:
    Words() = default;
    explicit Words(std::string verb)
        : m_verb(std::move(verb))
    {}
    static Words fromLine(std::string_view line);
    /// --name value or --name=value. Error Usage: a word that is neither, or a name that is not in `known` (by spaces).
    static format::Result<Words> fromArguments(int count, char** arguments, std::string_view known);

    [[nodiscard]] const std::string& verb() const { return m_verb; }
    void set(const std::string& name, std::string value) { m_values[name] = std::move(value); }
    [[nodiscard]] bool has(const std::string& name) const { return m_values.contains(name); }
    [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = {}) const;
    /// Error Usage: no number, or outside the limits.
    [[nodiscard]] format::Result<std::int64_t> integer(const std::string& name, std::int64_t otherwise,
                                                       std::int64_t least, std::int64_t most) const;
    /// A number of milliseconds, with a fraction or not, in ns.
    [[nodiscard]] format::Result<std::int64_t> milliseconds(const std::string& name, std::int64_t otherwiseNs) const;
    /// Values must hold no spaces.
    [[nodiscard]] std::string line() const;

private:
    std::string m_verb;
    std::map<std::string, std::string> m_values;
};

} // namespace stepscope::simulator
