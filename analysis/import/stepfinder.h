#pragma once

#include "analysis/import/collection.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::analysis {

/// Finds the training's steps among named ranges of other programs: "ProfilerStep#7", "step 12", "iteration_3", and
/// ranges that enclose one step by their nature, as "Session.run" of TensorFlow.
class StepFinder
{
public:
    /// `isThread`: the range is of a thread; those of GPU streams are used only if no thread has any. `process`: any
    /// number that tells processes apart; the steps are those of the process that has most of them. `op`: of the span,
    /// 0 = it has none.
    void add(std::string_view name, std::int64_t start, std::int64_t end, bool isThread = true,
             std::uint64_t process = 0, std::uint32_t op = 0);
    /// Whether add() would use a range of this name, for callers that add the same names many times.
    static bool isStep(std::string_view name);
    /// Adds a step whose number the file states.
    void addNumbered(std::uint64_t index, std::int64_t start, std::int64_t end, std::uint64_t process = 0);
    /// Adds a step with all its facts.
    void addStep(const format::Step& step);
    /// Adds the steps of the most specific naming to the collection. Of numbered ranges within others of the same
    /// naming, those of the depth that has most are steps. Ranges without numbers are numbered from 0 in the order of
    /// time; those within another one are not steps. Adds an event that names the ranges that are left out. Spans of
    /// numbered steps become instances of one op, "ProfilerStep*", as PyTorch's own tables have it.
    void finish(Collection& into) const;

private:
    /// What a name says about a range.
    struct Meaning
    {
        int rank = 0;
        std::string naming{};
        std::optional<std::uint64_t> index{};
    };
    static std::optional<Meaning> meaningOf(std::string_view name, bool isThread);

    struct Range
    {
        std::optional<std::uint64_t> index{};
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::uint64_t process = 0;
        std::uint32_t op = 0;
        std::uint64_t samples = 0;
        std::uint32_t flags = format::Step::kTraced;
    };
    using Naming = std::pair<int, std::string>; ///< rank, and the name without its numbers
    static std::vector<Range> ofOneProcess(std::vector<Range> ranges);
    static std::vector<Range> ofOneDepth(std::vector<Range> ranges);
    static std::vector<Range> inSequence(std::vector<Range> ranges);
    void joinOps(const std::string& naming, const std::vector<Range>& steps, Collection& into) const;
    [[nodiscard]] std::string leftOutText(const Naming& used, std::size_t steps) const;

    std::map<Naming, std::vector<Range>> m_ranges; ///< the lowest rank wins
};

} // namespace stepscope::analysis
