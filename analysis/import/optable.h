#pragma once

#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

/// Data that could not be imported as it is, counted by kind and reason.
class LossList
{
public:
    void add(std::string_view what, std::string_view reason, std::uint64_t count = 1);
    /// Adds all of another list.
    void add(const LossList& other);

    [[nodiscard]] const std::vector<trace::Loss>& all() const { return m_losses; }
    [[nodiscard]] std::uint64_t total() const;

private:
    std::vector<trace::Loss> m_losses;
};

/// The names and ops of a recording, each stored once. Ids begin at 1; 0 is none.
class OpTable
{
public:
    struct Text
    {
        std::string_view name{};
        std::string_view shapes{};
        std::string_view module{};
        std::string_view category{};
    };
    std::uint32_t find(const Text& text);

    /// Texts of an op, valid until the next find(); empty if it has none.
    [[nodiscard]] Text textOf(std::uint32_t op) const;
    /// Name of an op; empty if it has none.
    [[nodiscard]] std::string_view nameOf(std::uint32_t op) const;
    /// Category of an op; empty if it has none.
    [[nodiscard]] std::string_view categoryOf(std::uint32_t op) const;
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] const std::vector<format::Op>& ops() const { return m_ops; }
    /// Names and ops beyond the capacity of a recording, and names that were cut.
    [[nodiscard]] const LossList& losses() const { return m_losses; }

private:
    std::uint32_t nameId(std::string_view name);
    [[nodiscard]] std::string_view text(std::uint32_t id) const;

    std::vector<std::string> m_names;
    std::vector<format::Op> m_ops;
    std::unordered_map<std::string, std::uint32_t> m_nameIds;
    std::unordered_map<std::string, std::uint32_t> m_opIds;
    std::string m_key; ///< buffer for keys, a member to reuse its memory
    LossList m_losses;
};

} // namespace stepscope::analysis
