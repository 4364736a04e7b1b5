#include "remote/tegrastats/fieldtable.h"

#include "remote/tegrastats/quantities.h"

namespace stepscope::tegrastats {
namespace {

constexpr std::array kFields{
    FieldRow{"RAM", true, parseRam},   FieldRow{"SWAP", true, parseSwap}, FieldRow{"IRAM", true, parseIram},
    FieldRow{"CPU", true, parseCores}, FieldRow{"cpu", true, parseCores}, FieldRow{"EMC", true, parseEmc},
    FieldRow{"GR3D", true, parseGpu},  FieldRow{"MTS", true, parseMts},   FieldRow{"EDP", true, parseLimit},
    FieldRow{"", false, parseZone},    FieldRow{"", false, parseEngine},  FieldRow{"", false, parseRail},
};

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

std::span<const FieldRow> fieldTable()
{
    return kFields;
}

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

} // namespace stepscope::tegrastats
