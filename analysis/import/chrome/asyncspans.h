#pragma once

#include "analysis/import/collection.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace stepscope::analysis {

/// Asynchronous spans of trace events: those with the same id are nested, those with different ids may overlap. Each
/// category of a process gets as many lanes as it needs for its ids not to overlap.
class AsyncSpans
{
public:
    /// A begin; `key` identifies process, category and id.
    void begin(const std::string& key, const std::string& lane, std::int64_t time, std::uint32_t op);
    /// An end of the latest begin with the same key; without one it is counted as a loss.
    void end(const std::string& key, std::int64_t time, LossList& losses);
    /// Ends open spans at the last time of the collection, and adds the lanes. Returns the number of added lanes.
    std::size_t finish(Collection& into);

private:
    /// The spans of one key from an outermost begin to its end.
    struct Group
    {
        std::string lane{};
        std::vector<NestedSpan> spans{};
        std::vector<std::size_t> open{}; ///< indices of spans
        std::int64_t start = 0;
        std::int64_t end = 0;
    };
    std::unordered_map<std::string, Group> m_open;    ///< by key
    std::map<std::string, std::vector<Group>> m_done; ///< by lane
};

} // namespace stepscope::analysis
