#pragma once

#include "remote/tegrastats/line.h"
#include "remote/tegrastats/quantities.h"
#include "remote/tegrastats/series.h"

#include <string>

namespace stepscope::testing {

inline const char* stateText(tegrastats::State state)
{
    switch (state) {
    case tegrastats::State::Value:
        return "";
    case tegrastats::State::Off:
        return "off";
    case tegrastats::State::NotMeasured:
        return "not measured";
    case tegrastats::State::SensorOff:
        return "sensor off";
    case tegrastats::State::Dummy:
        return "dummy";
    case tegrastats::State::Implausible:
        return "implausible";
    case tegrastats::State::TooLarge:
        return "too large";
    case tegrastats::State::Unreadable:
        return "unreadable";
    case tegrastats::State::Cut:
        return "cut";
    }
    return "?";
}

/// "cpu.utilization cpu0 1200": SI name, name of the channel, raw value or state.
inline std::string readingText(const tegrastats::Reading& reading)
{
    const auto channel = tegrastats::channelOf({reading.quantity, reading.index, std::string(reading.name)});
    const std::string value =
        reading.state == tegrastats::State::Value ? std::to_string(reading.value) : stateText(reading.state);
    return std::string(channel.quantity) + " | " + channel.name + " | " + value;
}

/// Text of a parsed line: readings, then "extra: ...", "broken: ..." and the ending if it is not Whole.
inline std::string lineText(const tegrastats::Line& line)
{
    std::string text;
    for (const tegrastats::Field& field : line.fields()) {
        if (field.kind == tegrastats::Field::Kind::Extra)
            text += "extra: " + std::string(field.text) + "\n";
        if (field.kind == tegrastats::Field::Kind::Broken)
            text += "broken: " + std::string(field.text) + "\n";
        for (std::size_t i = 0; i < field.readings; ++i)
            text += readingText(line.readings()[field.firstReading + i]) + "\n";
    }
    if (line.ending() == tegrastats::Line::Ending::Cut)
        text += "cut\n";
    if (line.ending() == tegrastats::Line::Ending::Unsure)
        text += "unsure\n";
    return text;
}

/// The parts of the line that are neither in a field nor blank; empty = every byte is accounted for. Also reports
/// overlapping fields and fields with invalid indices of readings.
inline std::string unaccounted(std::string_view text, const tegrastats::Line& line)
{
    std::string missing;
    const char* at = text.data();
    std::size_t readings = 0;
    const auto skipTo = [&](const char* end) {
        for (; at < end; ++at) {
            if (!tegrastats::Scanner::isBlank(*at))
                missing += *at;
        }
    };
    for (const tegrastats::Field& field : line.fields()) {
        if (field.text.data() < at || field.text.data() + field.text.size() > text.data() + text.size())
            return "a field lies outside of its place";
        if (field.readings > 0 && field.firstReading != readings)
            return "readings of no field";
        readings += field.readings;
        skipTo(field.text.data());
        at += field.text.size();
    }
    skipTo(text.data() + text.size());
    if (readings != line.readings().size())
        return "readings of no field";
    return missing;
}

} // namespace stepscope::testing
