#pragma once

#include "analysis/import/collection.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

/// Asynchronous spans of trace events: those with the same id are nested, those with different ids may overlap. Each
/// category of a process gets as many lanes as it needs for its ids not to overlap. Events come in any order; those of
/// one id and time are in the order of the file.
class AsyncSpans
{
public:
    /// A begin; `key` identifies process, category and id.
    void begin(const std::string& key, const std::string& lane, std::int64_t time, std::uint32_t op);
    /// An end of the latest begin before it with the same key.
    void end(const std::string& key, std::int64_t time);
    /// Pairs begins and ends, ends open spans at the last time of the collection, and adds the lanes. Begins without an
    /// end and ends without a begin are counted as losses.
    void finish(Collection& into);

private:
    struct Mark
    {
        std::int64_t time = 0;
        std::uint32_t op = 0; ///< of a begin
        bool isBegin = false;
    };
    struct Key
    {
        std::string lane{}; ///< of its begins
        std::vector<Mark> marks{};
    };
    /// The spans of one key from an outermost begin to its end.
    struct Group
    {
        std::vector<NestedSpan> spans{};
        std::vector<std::size_t> open{}; ///< indices of spans
        std::int64_t start = 0;
        std::int64_t end = 0;
    };

    Key& keyOf(const std::string& key);
    void addGroups(Key& key, Collection& into);

    std::unordered_map<std::string, std::size_t> m_index; ///< of keys
    std::vector<Key> m_keys;                              ///< in the order of the file
    std::map<std::string, std::vector<Group>> m_lanes;    ///< by name
};

} // namespace stepscope::analysis
