#include "analysis/import/optable.h"

#include <algorithm>

namespace stepscope::analysis {

void LossList::add(std::string_view what, std::string_view reason, std::uint64_t count)
{
    const auto same = std::find_if(m_losses.begin(), m_losses.end(),
                                   [&](const trace::Loss& loss) { return loss.what == what && loss.reason == reason; });
    if (same != m_losses.end())
        same->count += count;
    else if (count > 0)
        m_losses.push_back({.what = std::string(what), .count = count, .reason = std::string(reason)});
}

void LossList::add(const LossList& other)
{
    for (const trace::Loss& loss : other.m_losses)
        add(loss.what, loss.reason, loss.count);
}

std::uint64_t LossList::total() const
{
    std::uint64_t total = 0;
    for (const trace::Loss& loss : m_losses)
        total += loss.count;
    return total;
}

std::uint32_t OpTable::nameId(std::string_view name)
{
    if (name.empty())
        return 0;
    m_key.assign(name.substr(0, format::kMaxName));
    // Do not cut inside a UTF-8 character.
    while (name.size() > m_key.size() && !m_key.empty() &&
           (static_cast<unsigned char>(name[m_key.size()]) & 0xC0U) == 0x80U)
        m_key.pop_back();
    const auto entry = m_nameIds.find(m_key);
    if (entry != m_nameIds.end())
        return entry->second;
    if (m_names.size() + 1 >= format::kMaxInterned) {
        m_losses.add("names", "beyond the capacity of a recording");
        return 0;
    }
    if (name.size() > m_key.size())
        m_losses.add("names", "longer than 65536 bytes; cut");
    m_names.push_back(m_key);
    return m_nameIds.emplace(m_key, static_cast<std::uint32_t>(m_names.size())).first->second;
}

std::string_view OpTable::text(std::uint32_t id) const
{
    return id == 0 ? std::string_view() : std::string_view(m_names[id - 1]);
}

OpTable::Text OpTable::textOf(std::uint32_t op) const
{
    if (op == 0)
        return {};
    const format::Op& ids = m_ops[op - 1];
    return {
        .name = text(ids.name), .shapes = text(ids.shapes), .module = text(ids.module), .category = text(ids.category)};
}

std::string_view OpTable::nameOf(std::uint32_t op) const
{
    return op == 0 ? std::string_view() : text(m_ops[op - 1].name);
}

std::string_view OpTable::categoryOf(std::uint32_t op) const
{
    return op == 0 ? std::string_view() : text(m_ops[op - 1].category);
}

std::uint32_t OpTable::find(const Text& text)
{
    std::string key;
    key.reserve(text.name.size() + text.shapes.size() + text.module.size() + text.category.size() + 4);
    for (const std::string_view part : {text.name, text.shapes, text.module, text.category}) {
        key += part;
        key += '\0';
    }
    if (const auto entry = m_opIds.find(key); entry != m_opIds.end())
        return entry->second;
    if (m_ops.size() + 1 >= format::kMaxInterned) {
        m_losses.add("ops", "beyond the capacity of a recording");
        return 0;
    }
    m_ops.push_back({.name = nameId(text.name),
                     .shapes = nameId(text.shapes),
                     .module = nameId(text.module),
                     .category = nameId(text.category)});
    return m_opIds.emplace(std::move(key), static_cast<std::uint32_t>(m_ops.size())).first->second;
}

} // namespace stepscope::analysis
