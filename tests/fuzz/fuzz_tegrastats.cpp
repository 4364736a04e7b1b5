// Damaged lines of tegrastats: every byte is accounted for, and the readings of a truncated line are a prefix of those
// of the full line.

#include "remote/tegrastats/line.h"
#include "remote/tegrastats/series.h"

#include <cstdlib>
#include <memory>

using namespace stepscope::tegrastats;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

bool isInside(std::string_view part, std::string_view whole)
{
    return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

bool isBlank(std::string_view text)
{
    for (const char c : text) {
        if (!Scanner::isBlank(c))
            return false;
    }
    return true;
}

void everyByteIsAccountedFor(std::string_view text, const Line& line)
{
    std::size_t at = 0;
    std::size_t readings = 0;
    for (const Field& field : line.fields()) {
        require(!field.text.empty() && isInside(field.text, text));
        const auto start = static_cast<std::size_t>(field.text.data() - text.data());
        require(start >= at && isBlank(text.substr(at, start - at)));
        at = start + field.text.size();
        require(field.readings == 0 || field.firstReading == readings);
        readings += field.readings;
    }
    require(isBlank(text.substr(at)) && readings == line.readings().size());
    for (const Reading& reading : line.readings())
        require(isInside(reading.name, text));
}

void readingsHaveChannels(const Line& line)
{
    SeriesTable series;
    for (std::size_t i = 0; i < line.readings().size(); ++i) {
        const Reading& reading = line.readings()[i];
        const auto added = series.findOrAdd(reading, i);
        require(added && series[*added].matches(reading));
        require(series.find(reading, i) == added);
        require(!channelOf(series[*added]).quantity.empty());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    static const auto line = std::make_unique<Line>();
    line->parse(text);
    everyByteIsAccountedFor(text, *line);
    readingsHaveChannels(*line);
    const std::size_t readings = line->readings().size();
    const bool isOurs = line->isTegrastats();
    line->parse(text, false);
    everyByteIsAccountedFor(text, *line);
    require(line->readings().size() == readings && line->isTegrastats() == isOurs);
    line->parse(text.substr(0, size / 2), false);
    everyByteIsAccountedFor(text.substr(0, size / 2), *line);
    isDateLine(text);
    return 0;
}
