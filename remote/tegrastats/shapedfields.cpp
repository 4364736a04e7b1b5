#include "remote/tegrastats/fieldtable.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>

namespace stepscope::tegrastats {
namespace {

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

} // namespace

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

} // namespace stepscope::tegrastats
