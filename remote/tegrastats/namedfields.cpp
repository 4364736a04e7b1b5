#include "remote/tegrastats/fieldtable.h"
#include "remote/tegrastats/quantities.h"

namespace stepscope::tegrastats {
namespace {

/// Takes a unit of memory and returns its size in KiB (tegrastats uses powers of 1024); 0 = no unit.
std::int64_t takeMemoryUnit(Scanner& in)
{
    if (in.takeText("kB"))
        return 1;
    if (in.takeText("MB"))
        return 1024;
    return in.takeText("GB") ? 1024 * 1024 : 0;
}

Number times(Number number, std::int64_t factor)
{
    constexpr std::int64_t kMost = 1'000'000'000'000;
    if (number.value > kMost || number.value < -kMost)
        return {0, State::TooLarge};
    return {number.value * factor, number.state};
}

/// Takes " used/totalMB".
bool takeUsedOfTotal(Scanner& in, ReadingList& out, Quantity used, Quantity total)
{
    if (!in.takeBlanks())
        return false;
    const auto first = in.takeNumber(0);
    const auto second = first && in.takeText("/") ? in.takeNumber(0) : std::nullopt;
    const std::int64_t unit = second ? takeMemoryUnit(in) : 0;
    if (unit == 0)
        return false;
    out.add(used, times(*first, unit));
    out.add(total, times(*second, unit));
    return true;
}

/// Takes "(word NMB)" or "(word NxMMB)". `blocks` = Extra: the count is not allowed.
bool takeBracket(Scanner& in, ReadingList& out, std::string_view word, Quantity size, Quantity blocks)
{
    if (!in.takeText("(") || !in.takeText(word) || !in.takeBlanks())
        return false;
    auto number = in.takeNumber(0);
    std::optional<Number> count;
    if (number && blocks != Quantity::Extra) {
        count = number;
        number = in.takeText("x") ? in.takeNumber(0) : std::nullopt;
    }
    const std::int64_t unit = number ? takeMemoryUnit(in) : 0;
    if (unit == 0 || !in.takeText(")"))
        return false;
    out.add(size, times(*number, unit));
    if (count)
        out.add(blocks, *count);
    return true;
}

/// Takes an optional bracket after a field. An incomplete bracket makes the field broken.
Match withBracket(Scanner& in, ReadingList& out, std::string_view word, Quantity size, Quantity blocks)
{
    const std::size_t before = in.position();
    in.takeBlanks();
    if (in.next() != '(') {
        in.goTo(before);
        return in.atBoundary() ? Match::Whole : Match::Broken;
    }
    if (takeBracket(in, out, word, size, blocks))
        return in.atBoundary() ? Match::Whole : Match::Broken;
    // "(lfb 1x" consists of two words.
    in.goTo(before);
    in.takeBlanks();
    in.takeWord();
    if (in.rest().starts_with(' ') && in.rest().size() > 1 && Scanner::isDigit(in.rest()[1])) {
        in.takeBlanks();
        in.takeWord();
    }
    return Match::Broken;
}

/// Takes "off", "p%" or "p%@f"; false = none of them.
bool takeCore(Scanner& in, ReadingList& out, int core)
{
    if (in.takeText("off")) {
        out.addState(Quantity::CpuUtilization, State::Off, {}, core);
        return true;
    }
    const std::size_t start = in.position();
    const auto share = in.takeNumber(factsOf(Quantity::CpuUtilization).decimals);
    if (!share || !in.takeText("%")) {
        in.goTo(start);
        return false;
    }
    out.add(Quantity::CpuUtilization, *share, {}, core);
    if (!in.takeText("@"))
        return true;
    const auto frequency = in.takeNumber(factsOf(Quantity::CpuFrequency).decimals);
    if (frequency)
        out.add(Quantity::CpuFrequency, *frequency, {}, core);
    return frequency.has_value();
}

/// Skips an unknown entry up to the next comma or bracket; false = a blank or the end of the line comes first.
bool skipToSeparator(Scanner& in)
{
    while (!in.atBoundary() && in.next() != ',' && in.next() != ']')
        in.goTo(in.position() + 1);
    return !in.atBoundary();
}

/// Takes "]@f": one clock for all cores that are on.
bool takeCommonClock(Scanner& in, ReadingList& out, std::size_t firstReading)
{
    if (!in.takeText("@"))
        return true;
    const auto frequency = in.takeNumber(factsOf(Quantity::CpuFrequency).decimals);
    const std::size_t last = out.size();
    for (std::size_t i = firstReading; frequency && i < last; ++i) {
        if (out[i].quantity == Quantity::CpuUtilization && out[i].state != State::Off)
            out.add(Quantity::CpuFrequency, *frequency, {}, out[i].index);
    }
    return frequency.has_value();
}

} // namespace

Match parseRam(Scanner& in, ReadingList& out)
{
    if (!in.takeText("RAM") || !takeUsedOfTotal(in, out, Quantity::MemoryUsed, Quantity::MemoryTotal))
        return Match::No;
    return withBracket(in, out, "lfb", Quantity::MemoryLargestBlock, Quantity::MemoryBlocks);
}

Match parseSwap(Scanner& in, ReadingList& out)
{
    if (!in.takeText("SWAP") || !takeUsedOfTotal(in, out, Quantity::SwapUsed, Quantity::SwapTotal))
        return Match::No;
    return withBracket(in, out, "cached", Quantity::SwapCached, Quantity::Extra);
}

Match parseIram(Scanner& in, ReadingList& out)
{
    if (!in.takeText("IRAM") || !takeUsedOfTotal(in, out, Quantity::IramUsed, Quantity::IramTotal))
        return Match::No;
    return withBracket(in, out, "lfb", Quantity::IramLargestBlock, Quantity::Extra);
}

Match parseCores(Scanner& in, ReadingList& out)
{
    constexpr int kMostCores = 4096;
    if (!in.takeText("CPU") && !in.takeText("cpu"))
        return Match::No;
    if (!in.takeBlanks() || !in.takeText("["))
        return Match::No;
    const std::size_t firstReading = out.size();
    for (int core = 0; core < kMostCores; ++core) {
        if (core > 0 && in.next() == ']')
            break;
        const std::size_t before = out.size();
        const bool complete = takeCore(in, out, core);
        if (in.next() == ']' && complete)
            break;
        if (in.takeText(",") && complete)
            continue;
        // The line ends here, or the entry is not a core.
        if (in.atBoundary() || !skipToSeparator(in))
            return Match::Broken;
        out.truncate(before);
        out.addState(Quantity::CpuUtilization, State::Unreadable, {}, core);
        in.takeText(",");
    }
    if (!in.takeText("]") || !takeCommonClock(in, out, firstReading) || !in.atBoundary())
        return Match::Broken;
    return Match::Whole;
}

Match parseEmc(Scanner& in, ReadingList& out)
{
    if (!in.takeText("EMC"))
        return Match::No;
    in.takeText("_FREQ");
    if (!in.takeBlanks())
        return Match::No;
    const std::size_t first = out.size();
    if (!takeLoadAndClock(in, out, Quantity::EmcUtilization, Quantity::EmcFrequency, {}))
        return Match::No;
    // Reading the activity monitor requires root privileges. Without them L4T 32 prints 0 % and no clock.
    if (out.size() == first + 1 && out[first].quantity == Quantity::EmcUtilization && out[first].value == 0)
        out[first].state = State::NotMeasured;
    return Match::Whole;
}

Match parseGpu(Scanner& in, ReadingList& out)
{
    constexpr std::string_view kSuffix = "_FREQ";
    std::string_view name = in.takeName();
    if (name.ends_with(kSuffix))
        name.remove_suffix(kSuffix.size());
    if (!in.takeBlanks())
        return Match::No;
    const bool isMatch = takeLoadAndClock(in, out, Quantity::GpuUtilization, Quantity::GpuFrequency, name);
    return isMatch ? Match::Whole : Match::No;
}

Match parseMts(Scanner& in, ReadingList& out)
{
    if (!in.takeText("MTS") || !in.takeBlanks() || !in.takeText("fg") || !in.takeBlanks())
        return Match::No;
    const int decimals = factsOf(Quantity::MtsForeground).decimals;
    const auto foreground = in.takeNumber(decimals);
    if (!foreground || !in.takeText("%"))
        return Match::No;
    out.add(Quantity::MtsForeground, *foreground);
    const std::size_t here = in.position();
    const bool second = in.takeBlanks() && in.takeText("bg") && in.takeBlanks();
    const auto background = second ? in.takeNumber(decimals) : std::nullopt;
    if (background && in.takeText("%") && in.atBoundary()) {
        out.add(Quantity::MtsBackground, *background);
        return Match::Whole;
    }
    in.goTo(here);
    return Match::Broken;
}

Match parseLimit(Scanner& in, ReadingList& out)
{
    if (!in.takeText("EDP") || !in.takeBlanks() || !in.takeText("limit") || !in.takeBlanks())
        return Match::No;
    const auto limit = in.takeNumber(factsOf(Quantity::CpuFrequencyLimit).decimals);
    if (!limit || !in.atBoundary())
        return Match::No;
    out.add(Quantity::CpuFrequencyLimit, *limit);
    return Match::Whole;
}

} // namespace stepscope::tegrastats
