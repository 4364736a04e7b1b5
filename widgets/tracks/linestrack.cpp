#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace stepscope::widgets {

namespace {

struct Line
{
    std::size_t channel = 0;
    ColorRole color;
    QString name;
    bool filled = false;
};

/// Several channels of one unit as lines over each other.
class LinesTrack : public Track
{
public:
    LinesTrack(Caption caption, std::vector<Line> lines, bool fromZero)
        : m_caption(std::move(caption))
        , m_lines(std::move(lines))
        , m_fromZero(fromZero)
    {}

    Caption caption(const trace::TraceView&) const override { return m_caption; }
    int height(const trace::TraceView&) const override
    {
        const int needed = 16 * static_cast<int>(m_lines.size()) + 8;
        return std::clamp((needed + 7) / 8 * 8, 48, 96);
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        scale(view, geometry);
        for (const Line& line : m_lines) {
            Series series;
            series.color = line.color;
            series.filled = line.filled;
            Curve(view.channels()[line.channel]).trace(viewport, series);
            geometry.series.push_back(std::move(series));
        }
        return geometry;
    }

    bool hasScale() const override { return true; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        std::vector<Readout> readouts;
        for (const Line& line : m_lines) {
            const trace::ChannelView& channel = view.channels()[line.channel];
            const auto value = time.valueOf(channel);
            readouts.push_back({line.color, line.name, value ? valueText(*value, channel.info().unit) : QString()});
        }
        return readouts;
    }

    std::vector<std::size_t> channels() const override
    {
        std::vector<std::size_t> channels;
        for (const Line& line : m_lines)
            channels.push_back(line.channel);
        return channels;
    }

private:
    /// The scale depends on the whole recording, so that it does not change while panning.
    void scale(const trace::TraceView& view, Geometry& geometry) const
    {
        double low = INFINITY;
        double high = -INFINITY;
        for (const Line& line : m_lines) {
            const trace::ChannelView& channel = view.channels()[line.channel];
            const trace::Extremes all = channel.extremes(0, channel.size());
            if (all.samples == 0)
                continue;
            low = std::min(low, all.min);
            high = std::max(high, all.max);
        }
        const std::string& unit = view.channels()[m_lines.front().channel].info().unit;
        if (!(low <= high))
            return;
        if (m_fromZero) {
            geometry.valueMin = std::min(0.0, low);
            geometry.valueMax = niceCeiling(high);
        } else {
            const double step = niceCeiling(std::max(high - low, std::abs(high) * 0.02) / 2);
            geometry.valueMin = std::floor(low / step) * step;
            geometry.valueMax = std::max(std::ceil(high / step) * step, geometry.valueMin + step);
        }
        geometry.levels = {{geometry.valueMax, levelText(geometry.valueMax, unit)},
                           {geometry.valueMin, levelText(geometry.valueMin, unit), false}};
    }

    Caption m_caption;
    std::vector<Line> m_lines;
    bool m_fromZero;
};

QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// Removes the common words of thermal zones: "A57-therm", "thermal-cpu" -> "A57", "cpu".
QString zoneName(QString name)
{
    for (const char* word : {"-therm", "-thermal", "_therm", "Tboard_", "thermal-"})
        name.remove(QLatin1String(word), Qt::CaseInsensitive);
    return name;
}

constexpr std::size_t kMostLines = 5;
constexpr std::string_view kMetric = "metric";

std::vector<std::size_t> singleKeyIf(bool any)
{
    return any ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

bool has(const trace::TraceView& view, std::string_view quantity)
{
    const auto& channels = view.channels();
    return std::any_of(channels.begin(), channels.end(),
                       [&](const auto& channel) { return channel.info().quantity == quantity; });
}

std::vector<Line> linesOf(const trace::TraceView& view, const std::function<bool(const trace::Channel&)>& matches)
{
    std::vector<Line> lines;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const trace::Channel& channel = view.channels()[i].info();
        if (matches(channel))
            lines.push_back(
                {i, {ColorRole::Kind::Series, static_cast<std::uint32_t>(lines.size())}, toText(channel.name), false});
    }
    return lines;
}

struct MemoryPart
{
    std::string_view quantity;
    const char* name;
    ColorRole color;
    bool isFilled; ///< parts that contain each other are filled, the others are lines
};

/// Includes the GPU: on a Jetson, it shares the memory with the CPU.
constexpr std::array<MemoryPart, 5> kMemoryParts = {{
    {"memory.used", QT_TRANSLATE_NOOP("MemoryTrack", "used"), {ColorRole::Kind::Memory, 0}, true},
    {"memory.process", QT_TRANSLATE_NOOP("MemoryTrack", "training"), {ColorRole::Kind::Memory, 1}, true},
    {"memory.gpu", QT_TRANSLATE_NOOP("MemoryTrack", "GPU"), {ColorRole::Kind::Gpu, 0}, false},
    {"memory.gpu_process", QT_TRANSLATE_NOOP("MemoryTrack", "training, GPU"), {ColorRole::Kind::Memory, 3}, false},
    {"memory.swap", QT_TRANSLATE_NOOP("MemoryTrack", "swap"), {ColorRole::Kind::Memory, 2}, false},
}};

} // namespace

std::vector<std::size_t> keysOfMemory(const trace::TraceView& view)
{
    return singleKeyIf(std::any_of(kMemoryParts.begin(), kMemoryParts.end(),
                                   [&](const MemoryPart& part) { return has(view, part.quantity); }));
}

std::unique_ptr<Track> makeMemoryTrack(const trace::TraceView& view, std::size_t)
{
    std::vector<Line> lines;
    for (const MemoryPart& part : kMemoryParts) {
        for (Line line :
             linesOf(view, [&](const trace::Channel& channel) { return channel.quantity == part.quantity; })) {
            line.color = part.color;
            line.name = QCoreApplication::translate("MemoryTrack", part.name);
            line.filled = part.isFilled;
            lines.push_back(std::move(line));
        }
    }
    return std::make_unique<LinesTrack>(Caption{QCoreApplication::translate("MemoryTrack", "memory"), {}},
                                        std::move(lines), true);
}

std::vector<std::size_t> keysOfTrainingCpu(const trace::TraceView& view)
{
    return singleKeyIf(has(view, "cpu.process"));
}

std::unique_ptr<Track> makeTrainingCpuTrack(const trace::TraceView& view, std::size_t)
{
    std::vector<Line> lines =
        linesOf(view, [](const trace::Channel& channel) { return channel.quantity == "cpu.process"; });
    for (Line& line : lines) {
        line.color = {ColorRole::Kind::Memory, 1}; // the role of the training process, as in the memory row
        line.name.clear();
        line.filled = true;
    }
    return std::make_unique<LinesTrack>(Caption{QCoreApplication::translate("TrainingCpuTrack", "training"),
                                                QCoreApplication::translate("TrainingCpuTrack", "CPU")},
                                        std::move(lines), true);
}

std::vector<std::size_t> keysOfTemperatures(const trace::TraceView& view)
{
    return singleKeyIf(has(view, "temperature"));
}

std::unique_ptr<Track> makeTemperatureTrack(const trace::TraceView& view, std::size_t)
{
    std::vector<Line> lines =
        linesOf(view, [](const trace::Channel& channel) { return channel.quantity == "temperature"; });
    for (Line& line : lines)
        line.name = zoneName(line.name);
    lines.resize(std::min(lines.size(), kMostLines));
    return std::make_unique<LinesTrack>(Caption{QCoreApplication::translate("TemperatureTrack", "temperature"), {}},
                                        std::move(lines), false);
}

std::vector<std::size_t> keysOfMetrics(const trace::TraceView& view)
{
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        if (view.channels()[i].info().quantity == kMetric)
            keys.push_back(i);
    }
    return keys;
}

/// A row each: metrics have no common unit.
std::unique_ptr<Track> makeMetricTrack(const trace::TraceView& view, std::size_t key)
{
    std::vector<Line> lines{{key, {ColorRole::Kind::Series, 0}, {}, false}};
    return std::make_unique<LinesTrack>(
        Caption{toText(view.channels()[key].info().name), QCoreApplication::translate("MetricTrack", "metric")},
        std::move(lines), false);
}

std::vector<std::size_t> keysOfFrequencies(const trace::TraceView& view)
{
    return singleKeyIf(has(view, "cpu.frequency") || has(view, "gpu.frequency") || has(view, "emc.frequency"));
}

std::unique_ptr<Track> makeFrequencyTrack(const trace::TraceView& view, std::size_t)
{
    return std::make_unique<LinesTrack>(
        Caption{QCoreApplication::translate("FrequencyTrack", "frequency"), {}},
        linesOf(view, [](const trace::Channel& channel) { return channel.quantity.ends_with(".frequency"); }), true);
}

std::vector<std::size_t> keysOfOthers(const trace::TraceView& view)
{
    static constexpr std::string_view kDrawnElsewhere[] = {
        "cpu.utilization", "gpu.utilization", "emc.utilization", "rail.power",         "memory.used",
        "memory.process",  "memory.gpu",      "memory.swap",     "memory.gpu_process", "temperature",
        "cpu.frequency",   "gpu.frequency",   "emc.frequency",   "cpu.process",        kMetric};
    const bool hasFrequencies = !keysOfFrequencies(view).empty();
    // Channels of one quantity share a track; its key is the first channel.
    std::map<std::string, std::size_t> counts;
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        const std::string& quantity = view.channels()[i].info().quantity;
        if (std::find(std::begin(kDrawnElsewhere), std::end(kDrawnElsewhere), quantity) != std::end(kDrawnElsewhere) ||
            isOfTensors(quantity) || (hasFrequencies && quantity.ends_with(".frequency")))
            continue;
        if (counts[quantity + ' ' + view.channels()[i].info().unit]++ % kMostLines == 0)
            keys.push_back(i);
    }
    return keys;
}

std::unique_ptr<Track> makeOtherTrack(const trace::TraceView& view, std::size_t key)
{
    const trace::Channel& channel = view.channels()[key].info();
    std::vector<Line> lines;
    for (std::size_t i = key; i < view.channels().size() && lines.size() < kMostLines; ++i) {
        const trace::Channel& other = view.channels()[i].info();
        if (other.quantity == channel.quantity && other.unit == channel.unit)
            lines.push_back(
                {i, {ColorRole::Kind::Series, static_cast<std::uint32_t>(lines.size())}, toText(other.name), false});
    }
    if (lines.size() > 1)
        return std::make_unique<LinesTrack>(Caption{toText(channel.quantity), {}}, std::move(lines), true);
    lines.front().name.clear();
    return std::make_unique<LinesTrack>(Caption{toText(channel.name), toText(channel.quantity)}, std::move(lines),
                                        true);
}

} // namespace stepscope::widgets
