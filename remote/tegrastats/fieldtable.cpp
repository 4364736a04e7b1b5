#include "remote/tegrastats/fieldtable.h"

#include "remote/tegrastats/quantities.h"

#include <algorithm>

namespace stepscope::tegrastats {
namespace {

/// 0 degC in kelvin, in raw units.
constexpr std::int64_t kAbsoluteZero = -273'150;
/// Value of a zone whose sensor has no power.
constexpr std::int64_t kSensorOff = -256'000;

State judge(Quantity quantity, std::int64_t value, std::string_view name)
{
    switch (quantity) {
    case Quantity::Temperature:
    case Quantity::TemperatureMaximum:
        if (value == kSensorOff)
            return State::SensorOff;
        // A constant (100, in later versions 50), not a measurement.
        if (name.starts_with("PMIC") || name.starts_with("pmic"))
            return State::Dummy;
        return value < kAbsoluteZero ? State::Implausible : State::Value;
    case Quantity::RailPower:
    case Quantity::RailPowerMean:
    case Quantity::RailPowerMaximum:
        if (name == "NC")
            return State::Dummy;
        return value < 0 ? State::Implausible : State::Value;
    case Quantity::Extra:
        return State::Value;
    default:
        break;
    }
    constexpr std::int64_t kWhole = 10'000;
    const bool isShare = factsOf(quantity).unit == "1" && quantity != Quantity::MemoryBlocks;
    return value < 0 || (isShare && value > kWhole) ? State::Implausible : State::Value;
}

} // namespace

void ReadingList::add(Quantity quantity, Number number, std::string_view name, int index)
{
    if (isFull()) {
        ++m_lost;
        return;
    }
    const State state = number.state == State::Value ? judge(quantity, number.value, name) : number.state;
    m_readings[m_size++] = {quantity, state, static_cast<std::int16_t>(index), name, number.value};
}

void ReadingList::addState(Quantity quantity, State state, std::string_view name, int index)
{
    if (isFull()) {
        ++m_lost;
        return;
    }
    m_readings[m_size++] = {quantity, state, static_cast<std::int16_t>(index), name, 0};
}

namespace {

bool takeLoadAndClock(Scanner& in, ReadingList& out, Quantity load, Quantity clock, std::string_view name)
{
    const std::size_t start = in.position();
    const std::size_t readings = out.size();
    if (const auto share = in.takeNumber(factsOf(load).decimals)) {
        if (!in.takeText("%")) {
            in.goTo(start);
            return false;
        }
        out.add(load, *share, name);
    }
    if (in.takeText("@")) {
        const bool list = in.takeText("[");
        int index = 0;
        bool more = true;
        while (more) {
            const auto number = in.takeNumber(factsOf(clock).decimals);
            if (number)
                out.add(clock, *number, name, index++);
            more = number && list && in.takeText(",");
        }
        if (index == 0 || (list && !in.takeText("]"))) {
            in.goTo(start);
            out.truncate(readings);
            return false;
        }
    }
    if (in.position() != start && in.atBoundary())
        return true;
    in.goTo(start);
    out.truncate(readings);
    return false;
}

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
bool takeSharedClock(Scanner& in, ReadingList& out, std::size_t firstReading)
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
    if (!in.takeText("]") || !takeSharedClock(in, out, firstReading) || !in.atBoundary())
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

/// Engines of the chip that are printed as "NAME f", with or without a number after the name. A clock without a unit
/// cannot be distinguished from other numbers, so only these names are accepted.
constexpr std::array<std::string_view, 17> kEngines{"NVENC", "NVDEC", "MSENC", "NVJPG", "VIC",  "OFA",
                                                    "SE",    "NVDLA", "DLA",   "PVA",   "APE",  "AVP",
                                                    "VDE",   "ISP",   "VI",    "TSEC",  "NVCSI"};

bool isEngine(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && Scanner::isDigit(name[end - 1]))
        --end;
    return std::find(kEngines.begin(), kEngines.end(), name.substr(0, end)) != kEngines.end();
}

/// Memory is printed as "RAM used/totalMB"; a truncated field of this form must not match as a rail.
constexpr std::array<std::string_view, 3> kMemories{"RAM", "SWAP", "IRAM"};

/// Takes "mW" or nothing; false = another unit.
bool takePowerUnit(Scanner& in)
{
    in.takeText("mW");
    return in.atBoundary() || in.next() == '/';
}

bool takeSuffix(std::string_view& name, std::string_view suffix)
{
    if (!name.ends_with(suffix) || name.size() == suffix.size())
        return false;
    name.remove_suffix(suffix.size());
    return true;
}

Match parseZone(Scanner& in, ReadingList& out)
{
    const std::string_view name = in.takeName();
    if (name.empty() || !in.takeText("@"))
        return Match::No;
    const int decimals = factsOf(Quantity::Temperature).decimals;
    const auto now = in.takeNumber(decimals);
    if (!now || !in.takeText("C"))
        return now && in.atEnd() ? Match::Broken : Match::No;
    if (in.atBoundary()) {
        out.add(Quantity::Temperature, *now, name);
        return Match::Whole;
    }
    if (!in.takeText("/"))
        return Match::No;
    out.add(Quantity::Temperature, *now, name);
    const auto highest = in.takeNumber(decimals);
    if (!highest || !in.takeText("C") || !in.atBoundary()) {
        in.takeWord();
        return Match::Broken;
    }
    out.add(Quantity::TemperatureMaximum, *highest, name);
    return Match::Whole;
}

Match parseEngine(Scanner& in, ReadingList& out)
{
    std::string_view name = in.takeName();
    if (name.empty() || !Scanner::isUpper(name.front()) || !in.takeBlanks())
        return Match::No;
    const bool suffixed = takeSuffix(name, "_FREQ") || takeSuffix(name, "_LOAD");
    const std::size_t start = in.position();
    if (in.takeText("off") && in.atBoundary()) {
        out.addState(Quantity::EngineFrequency, State::Off, name);
        return Match::Whole;
    }
    in.goTo(start);
    const bool isKnownEngine = suffixed || isEngine(name);
    const std::size_t first = out.size();
    if (takeLoadAndClock(in, out, Quantity::EngineUtilization, Quantity::EngineFrequency, name)) {
        // "LOSS 5%" is the output of another program.
        if (isKnownEngine || out.size() > first + 1)
            return Match::Whole;
        return Match::No;
    }
    const auto clock = isKnownEngine ? in.takeNumber(factsOf(Quantity::EngineFrequency).decimals) : std::nullopt;
    if (!clock || !in.atBoundary())
        return Match::No;
    out.add(Quantity::EngineFrequency, *clock, name);
    return Match::Whole;
}

Match parseRail(Scanner& in, ReadingList& out)
{
    constexpr std::array kColumns{Quantity::RailPower, Quantity::RailPowerMean, Quantity::RailPowerMaximum};
    const std::string_view name = in.takeName();
    if (name.empty() || std::find(kMemories.begin(), kMemories.end(), name) != kMemories.end() || !in.takeBlanks())
        return Match::No;
    std::size_t column = 0;
    do {
        const auto power = in.takeNumber(factsOf(Quantity::RailPower).decimals);
        if (!power || !takePowerUnit(in) || (column == 0 && in.next() != '/')) {
            in.takeWord();
            return column == 0 ? Match::No : Match::Broken;
        }
        out.add(kColumns[column++], *power, name);
    } while (column < kColumns.size() && in.takeText("/"));
    if (in.atBoundary() && column > 1)
        return Match::Whole;
    in.takeWord();
    return Match::Broken;
}

constexpr std::array kFields{
    FieldRow{"RAM", true, parseRam},   FieldRow{"SWAP", true, parseSwap}, FieldRow{"IRAM", true, parseIram},
    FieldRow{"CPU", true, parseCores}, FieldRow{"cpu", true, parseCores}, FieldRow{"EMC", true, parseEmc},
    FieldRow{"GR3D", true, parseGpu},  FieldRow{"MTS", true, parseMts},   FieldRow{"EDP", true, parseLimit},
    FieldRow{"", false, parseZone},    FieldRow{"", false, parseEngine},  FieldRow{"", false, parseRail},
};

} // namespace

std::span<const FieldRow> fieldTable()
{
    return kFields;
}

} // namespace stepscope::tegrastats
