#pragma once

#include <string_view>
#include <vector>

namespace stepscope::analysis {

struct QueryExample
{
    std::string_view title;     ///< what it answers, a few words
    std::string_view statement; ///< for any recording
};

/// Ten useful queries, for the command line, the window and QUERIES.md, which must list the same.
[[nodiscard]] const std::vector<QueryExample>& queryExamples();

} // namespace stepscope::analysis
