#include "remote/tegrastats/series.h"

#include "remote/format/railtree.h"
#include "remote/tegrastats/quantities.h"

#include <algorithm>

namespace stepscope::tegrastats {
namespace {

/// "GPU" for GR3D, "GPU 2" for GR3D2.
std::string gpuName(std::string_view printed)
{
    constexpr std::string_view kPrinted = "GR3D";
    const std::string_view number = printed.substr(std::min(kPrinted.size(), printed.size()));
    return number.empty() ? "GPU" : "GPU " + std::string(number);
}

std::string numbered(const std::string& text, int index)
{
    return index > 0 ? text + " [" + std::to_string(index) + "]" : text;
}

std::string nameOf(const Series& series)
{
    switch (series.quantity) {
    case Quantity::MemoryUsed:
        return "memory used";
    case Quantity::MemoryTotal:
        return "memory total";
    case Quantity::MemoryLargestBlock:
        return "largest free block";
    case Quantity::MemoryBlocks:
        return "free blocks of the largest size";
    case Quantity::SwapUsed:
        return "swap used";
    case Quantity::SwapTotal:
        return "swap total";
    case Quantity::SwapCached:
        return "swap cached";
    case Quantity::IramUsed:
        return "IRAM used";
    case Quantity::IramTotal:
        return "IRAM total";
    case Quantity::IramLargestBlock:
        return "IRAM largest free block";
    case Quantity::CpuUtilization:
        return "cpu" + std::to_string(series.index);
    case Quantity::CpuFrequency:
        return "cpu" + std::to_string(series.index) + " frequency";
    case Quantity::EmcUtilization:
        return "EMC";
    case Quantity::EmcFrequency:
        return numbered("EMC frequency", series.index);
    case Quantity::GpuUtilization:
        return gpuName(series.name);
    case Quantity::GpuFrequency:
        return numbered(gpuName(series.name) + " frequency", series.index);
    case Quantity::EngineFrequency:
        return numbered(series.name + " frequency", series.index);
    case Quantity::MtsForeground:
        return "MTS foreground";
    case Quantity::MtsBackground:
        return "MTS background";
    case Quantity::CpuFrequencyLimit:
        return "EDP limit";
    case Quantity::Extra:
        return numbered(series.name.empty() ? "unnamed field" : series.name, series.index);
    case Quantity::TemperatureMaximum:
    case Quantity::RailPowerMaximum:
        return series.name + " maximum";
    case Quantity::RailPowerMean:
        return series.name + " mean";
    case Quantity::EngineUtilization:
    case Quantity::Temperature:
    case Quantity::RailPower:
        break;
    }
    return series.name;
}

} // namespace

std::optional<std::size_t> SeriesTable::find(const Reading& reading, std::size_t place)
{
    if (place < m_guesses.size() && m_guesses[place] < m_series.size() && m_series[m_guesses[place]].matches(reading))
        return m_guesses[place];
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        if (!m_series[i].matches(reading))
            continue;
        if (place < m_guesses.size())
            m_guesses[place] = i;
        return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> SeriesTable::findOrAdd(const Reading& reading, std::size_t place)
{
    constexpr std::size_t kMaxSeriesPlaces = 1024;
    if (m_guesses.size() <= place && place < kMaxSeriesPlaces)
        m_guesses.resize(place + 1, 0);
    if (const auto index = find(reading, place))
        return index;
    if (m_series.size() == kMaxSeries)
        return std::nullopt;
    m_series.push_back({reading.quantity, reading.index, std::string(reading.name)});
    if (place < m_guesses.size())
        m_guesses[place] = m_series.size() - 1;
    return m_series.size() - 1;
}

SeriesChannel channelOf(const Series& series, std::string_view board)
{
    const QuantityFacts& facts = factsOf(series.quantity);
    SeriesChannel channel;
    channel.name = nameOf(series);
    channel.quantity = facts.quantity;
    channel.unit = facts.unit;
    channel.scale = facts.scale;
    channel.resolution = facts.resolution;
    channel.interval = facts.interval;
    if (series.quantity == Quantity::CpuUtilization || series.quantity == Quantity::CpuFrequency)
        channel.core = series.index;
    if (series.quantity == Quantity::RailPower) {
        const format::RailPlace place = format::railPlace(board, series.name);
        channel.rail = series.name;
        channel.parent = place.parent;
        channel.role = place.role;
    }
    return channel;
}

} // namespace stepscope::tegrastats
