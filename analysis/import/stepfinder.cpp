#include "analysis/import/stepfinder.h"

#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace stepscope::analysis {
namespace {

enum Rank { Stated, PyTorch, Numbered, Named, OfStream };

/// Names that end in one of these words are steps if a number follows.
constexpr std::array<std::string_view, 5> kNumberedStepWords{"step", "iteration", "iter", "batch", "session.run"};
/// Complete names, or names in a domain, that are steps without a number.
constexpr std::array<std::string_view, 10> kStepNames{
    "session.run",   "sessionrun", "session::run", "train_step",    "trainstep",
    "training_step", "step",       "iteration",    "training step", "executioncontext::enqueue"};

bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// Whether the text is the word, or ends in it after something that is not a letter. "ProfilerStep" ends in it, too.
bool endsInWord(std::string_view text, std::string_view word)
{
    if (!text.ends_with(word))
        return false;
    text.remove_suffix(word.size());
    return text.empty() || !isLetter(text.back()) || text.ends_with("profiler") || text.ends_with("train");
}

/// "TensorRT:ExecutionContext::enqueue" is a name in a domain.
bool isNameInDomain(std::string_view text, std::string_view name)
{
    if (!text.ends_with(name))
        return false;
    text.remove_suffix(name.size());
    return text.empty() || text.ends_with(':');
}

} // namespace

std::optional<StepFinder::Meaning> StepFinder::meaningOf(std::string_view name, bool isThread)
{
    constexpr std::size_t kLongest = 200; // bytes
    if (name.empty() || name.size() > kLongest)
        return std::nullopt;
    const std::string lower = lowered(name);
    const std::size_t digits = lower.find_last_not_of("0123456789") + 1;
    std::string_view stem = std::string_view(lower).substr(0, digits);
    while (!stem.empty() && std::string_view(" _#:=.-").find(stem.back()) != std::string_view::npos)
        stem.remove_suffix(1);
    std::uint64_t index = 0;
    const char* const last = lower.data() + lower.size();
    const bool hasNumber =
        digits < lower.size() && std::from_chars(lower.data() + digits, last, index).ec == std::errc();
    if (hasNumber && std::any_of(kNumberedStepWords.begin(), kNumberedStepWords.end(),
                                 [&](std::string_view word) { return endsInWord(stem, word); })) {
        const Rank rank = !isThread ? OfStream : stem == "profilerstep" ? PyTorch : Numbered;
        return Meaning{.rank = rank, .naming = std::string(stem), .index = index};
    }
    const bool isNamed = std::any_of(kStepNames.begin(), kStepNames.end(),
                                     [&](std::string_view known) { return isNameInDomain(lower, known); });
    if (isNamed && digits == lower.size())
        return Meaning{.rank = isThread ? Named : OfStream, .naming = lower};
    return std::nullopt;
}

bool StepFinder::isStep(std::string_view name)
{
    return meaningOf(name, true).has_value();
}

void StepFinder::add(std::string_view name, std::int64_t start, std::int64_t end, bool isThread)
{
    if (auto meaning = meaningOf(name, isThread))
        m_ranges[{meaning->rank, std::move(meaning->naming)}].push_back(
            {.index = meaning->index, .start = start, .end = end});
}

void StepFinder::addNumbered(std::uint64_t index, std::int64_t start, std::int64_t end)
{
    m_ranges[{Stated, ""}].push_back({.index = index, .start = start, .end = end});
}

void StepFinder::addStep(const format::Step& step)
{
    m_ranges[{Stated, ""}].push_back({step.index, step.start, step.end, step.samples, step.flags});
}

void StepFinder::finish(Collection& into) const
{
    if (m_ranges.empty())
        return;
    const int rank = m_ranges.begin()->first.first;
    const std::vector<Range>* best = nullptr; // of several namings, the one with most steps
    for (const auto& [naming, ranges] : m_ranges) {
        if (naming.first == rank && (!best || ranges.size() > best->size()))
            best = &ranges;
    }
    std::vector<Range> ranges = *best;
    std::stable_sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.start < b.start; });
    std::uint64_t next = 0;
    std::int64_t end = into.begin;
    for (const Range& range : ranges) {
        if (!range.index && next > 0 && range.start < end)
            continue;
        end = range.end;
        into.steps.push_back({.index = range.index.value_or(next),
                              .start = range.start,
                              .end = range.end,
                              .samples = range.samples,
                              .flags = range.flags,
                              .process = 0});
        ++next;
    }
}

} // namespace stepscope::analysis
