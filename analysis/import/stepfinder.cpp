#include "analysis/import/stepfinder.h"

#include "analysis/import/plaintext.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>
#include <utility>

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

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
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

/// "epoch 3 step" and "epoch 4 step" are one naming.
std::string withoutNumbers(std::string_view text)
{
    std::string without;
    for (const char c : text) {
        if (!isDigit(c))
            without += c;
        else if (!without.ends_with('#'))
            without += '#';
    }
    return without;
}

/// "ProfilerStep" of "ProfilerStep#12", "iteration " of "iteration 5/10".
std::string unnumbered(std::string_view name)
{
    constexpr std::string_view kDigits = "0123456789";
    name = trimmed(name);
    name = name.substr(0, name.find_last_not_of(kDigits) + 1);
    if (name.ends_with('/'))
        name = name.substr(0, name.find_last_not_of(kDigits, name.size() - 2) + 1);
    while (name.ends_with('#') || name.ends_with('=') || name.ends_with(':'))
        name.remove_suffix(1);
    return std::string(name);
}

} // namespace

std::optional<StepFinder::Meaning> StepFinder::meaningOf(std::string_view name, bool isThread)
{
    constexpr std::size_t kLongest = 200; // bytes
    if (name.empty() || name.size() > kLongest)
        return std::nullopt;
    std::string lower = lowered(trimmed(name));
    if (const std::size_t slash = lower.find_last_not_of("0123456789"); // "iteration 5/10"
        slash != std::string::npos && slash > 0 && slash + 1 < lower.size() && lower[slash] == '/' &&
        isDigit(lower[slash - 1]))
        lower.resize(slash);
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
        return Meaning{.rank = rank, .naming = withoutNumbers(stem), .index = index};
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

void StepFinder::add(std::string_view name, std::int64_t start, std::int64_t end, bool isThread, std::uint64_t process,
                     std::uint32_t op)
{
    if (auto meaning = meaningOf(name, isThread))
        m_ranges[{meaning->rank, std::move(meaning->naming)}].push_back(
            {.index = meaning->index, .start = start, .end = end, .process = process, .op = op});
}

void StepFinder::addNumbered(std::uint64_t index, std::int64_t start, std::int64_t end, std::uint64_t process)
{
    m_ranges[{Stated, ""}].push_back({.index = index, .start = start, .end = end, .process = process});
}

void StepFinder::addStep(const format::Step& step)
{
    m_ranges[{Stated, ""}].push_back(
        {.index = step.index, .start = step.start, .end = step.end, .samples = step.samples, .flags = step.flags});
}

/// The ranges of the process that has most of them; of several, the one that begins first.
std::vector<StepFinder::Range> StepFinder::ofOneProcess(std::vector<Range> ranges)
{
    std::map<std::uint64_t, std::size_t> counts;
    for (const Range& range : ranges)
        ++counts[range.process];
    if (counts.size() < 2)
        return ranges;
    const auto best = std::min_element(ranges.begin(), ranges.end(), [&](const Range& a, const Range& b) {
        const std::size_t ofA = counts[a.process];
        const std::size_t ofB = counts[b.process];
        return ofA != ofB ? ofA > ofB : a.start < b.start;
    });
    std::erase_if(ranges, [process = best->process](const Range& range) { return range.process != process; });
    return ranges;
}

/// The ranges that lie within as many others as most of them do: "batch 32" may name the whole run.
std::vector<StepFinder::Range> StepFinder::ofOneDepth(std::vector<Range> ranges)
{
    std::stable_sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    std::vector<std::size_t> depths;
    std::vector<std::size_t> counts;
    std::vector<const Range*> around;
    for (const Range& range : ranges) {
        while (!around.empty() && (around.back()->end <= range.start || around.back()->end < range.end))
            around.pop_back();
        // Ranges of several threads with one number are one step, not two levels.
        const bool isRepeated = !around.empty() && around.back()->index == range.index;
        depths.push_back(around.size() - (isRepeated ? 1 : 0));
        counts.resize(std::max(counts.size(), depths.back() + 1));
        ++counts[depths.back()];
        if (!isRepeated)
            around.push_back(&range);
    }
    const auto depth =
        static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin()); // the outer one
    std::vector<Range> kept;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (depths[i] == depth)
            kept.push_back(ranges[i]);
    }
    return kept;
}

/// Ranges that begin after the end of the one before.
std::vector<StepFinder::Range> StepFinder::inSequence(std::vector<Range> ranges)
{
    std::stable_sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.start < b.start; });
    std::vector<Range> kept;
    for (Range& range : ranges) {
        if (!kept.empty() && range.start < kept.back().end)
            continue;
        range.index = kept.size();
        kept.push_back(range);
    }
    return kept;
}

/// One line about the ranges that look like steps and are none; empty if there are none.
std::string StepFinder::leftOutText(const Naming& used, std::size_t steps) const
{
    constexpr std::size_t kMostNamings = 5;
    std::string text;
    const std::size_t rest = m_ranges.at(used).size() - steps;
    if (rest > 0)
        text = std::to_string(rest) + " more of that name, which lie within or overlap them or are of another process";
    std::size_t namings = 0;
    // Names of other ranges raise no doubt where the file itself numbers its steps, as a trace of a recording does.
    const bool isNumbered = used.second.empty();
    for (const auto& [naming, ranges] : m_ranges) {
        // Streams of the GPU show the ranges of threads again.
        if (isNumbered || naming == used || (naming.first == OfStream && naming.second == used.second))
            continue;
        if (++namings <= kMostNamings)
            text += (text.empty() ? "" : ", ") + std::to_string(ranges.size()) + " named \"" + naming.second + "\"";
    }
    if (namings > kMostNamings)
        text += ", and those of " + std::to_string(namings - kMostNamings) + " more names";
    if (text.empty())
        return text;
    const std::string name = used.second.empty() ? "that the file numbers as steps" : "named \"" + used.second + "\"";
    return "The steps are the " + counted(steps, "range", "ranges") + " " + name +
           ". Other ranges look like steps, too, and are spans only: " + text + ".";
}

/// Gives the spans of the steps, and those of the same name and number on other lanes, an op whose name has no number.
void StepFinder::joinOps(const std::string& naming, const std::vector<Range>& steps, Collection& into) const
{
    std::set<std::uint64_t> numbers;
    for (const Range& step : steps)
        numbers.insert(*step.index);
    std::set<std::uint32_t> joined;
    for (const auto& [key, ranges] : m_ranges) {
        for (const Range& range : ranges) {
            if (key.second == naming && range.op != 0 && range.index && numbers.contains(*range.index))
                joined.insert(range.op);
        }
    }
    if (numbers.size() < 2 || joined.empty())
        return;
    std::map<std::uint32_t, std::uint32_t> replacements;
    for (const std::uint32_t op : joined) {
        const OpTable::Text text = into.ops.textOf(op);
        const std::string name = unnumbered(text.name) + '*';
        const std::array copies{std::string(text.shapes), std::string(text.module), std::string(text.category)};
        const std::uint32_t common =
            into.ops.find({.name = name, .shapes = copies[0], .module = copies[1], .category = copies[2]});
        if (common != 0) // else the recording has no place for one more op, and the spans keep theirs
            replacements[op] = common;
    }
    into.replaceOps(replacements);
}

void StepFinder::finish(Collection& into) const
{
    if (m_ranges.empty())
        return;
    const int rank = m_ranges.begin()->first.first;
    auto best = m_ranges.begin(); // of several namings, the one with most steps
    for (auto naming = m_ranges.begin(); naming != m_ranges.end() && naming->first.first == rank; ++naming) {
        if (naming->second.size() > best->second.size())
            best = naming;
    }
    std::vector<Range> ranges = ofOneProcess(best->second);
    // Streams may show "train_step" and "train_step 5", which are one naming.
    const bool areNumbered =
        std::all_of(ranges.begin(), ranges.end(), [](const Range& range) { return range.index.has_value(); });
    if (!areNumbered)
        ranges = inSequence(std::move(ranges));
    else if (rank != Stated)
        ranges = ofOneDepth(std::move(ranges));
    if (areNumbered && rank != Stated)
        joinOps(best->first.second, ranges, into);
    for (const Range& range : ranges)
        into.steps.push_back({.index = *range.index,
                              .start = range.start,
                              .end = range.end,
                              .samples = range.samples,
                              .flags = range.flags,
                              .process = 0});
    if (std::string text = leftOutText(best->first, ranges.size()); !text.empty())
        into.addEvent({.time = into.begin, .kind = "import", .text = std::move(text)});
    into.orderSteps();
}

} // namespace stepscope::analysis
