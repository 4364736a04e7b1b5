#include "analysis/metrics/tensormemory.h"
#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

/// Names of analysis::kTensorParts, for translation.
constexpr std::array<const char*, analysis::kTensorParts.size()> kNames{
    QT_TRANSLATE_NOOP("TensorsTrack", "parameters"),   QT_TRANSLATE_NOOP("TensorsTrack", "gradients"),
    QT_TRANSLATE_NOOP("TensorsTrack", "optimizer"),    QT_TRANSLATE_NOOP("TensorsTrack", "inputs"),
    QT_TRANSLATE_NOOP("TensorsTrack", "intermediate"), QT_TRANSLATE_NOOP("TensorsTrack", "all"),
    QT_TRANSLATE_NOOP("TensorsTrack", "reserved")};
constexpr std::size_t kStacked = 5; ///< parts that add up; the others are lines
constexpr std::array<ColorRole, kNames.size() - kStacked> kLineColors{
    {{ColorRole::Kind::Memory, 0}, {ColorRole::Kind::Memory, 2}}};
constexpr std::string_view kPeak = "memory.allocator_peak"; ///< a single value: it has no curve

bool hasValues(const trace::ChannelView& channel)
{
    return channel.extremes(0, channel.size()).samples > 0;
}

/// Memory of tensors as stacked parts, with lines for the memory that the GPU allocator has allocated and reserved.
class TensorsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(TensorsTrack)

public:
    explicit TensorsTrack(const trace::TraceView& view)
    {
        for (std::size_t part = 0; part < kNames.size(); ++part) {
            const bool isStacked = part < kStacked;
            const ColorRole color = isStacked ? ColorRole{ColorRole::Kind::Series, static_cast<std::uint32_t>(part)}
                                              : kLineColors[part - kStacked];
            for (std::size_t i = 0; i < view.channels().size(); ++i) {
                if (view.channels()[i].info().quantity == analysis::kTensorParts[part].quantity)
                    (isStacked ? m_stacked : m_lines).push_back({i, color, kNames[part]});
            }
        }
    }

    Caption caption(const trace::TraceView&) const override { return {tr("tensors"), {}}; }
    int height(const trace::TraceView& view) const override
    {
        int shown = 0;
        forAll([&](const Drawn& drawn) { shown += hasData(view, drawn) ? 1 : 0; });
        return std::clamp(16 * shown + 8, 48, 120);
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        const double highest = top(view);
        geometry.valueMax = niceCeiling(highest);
        geometry.levels = {{geometry.valueMax, levelText(geometry.valueMax, "B")}, {0, levelText(0, "B"), false}};
        std::vector<double> heights(static_cast<std::size_t>(viewport.columns), 0.0);
        std::vector<std::pair<int, double>> values;
        for (const Drawn& part : m_stacked) {
            if (!hasData(view, part))
                continue;
            values.clear();
            const Curve curve(view.channels()[part.channel]);
            curve.traceMeans(viewport, values);
            geometry.stack.push_back(layerOn(heights, part.color, values));
            geometry.stack.back().isCrowded = curve.isCrowded(viewport);
        }
        for (const Drawn& line : m_lines) {
            if (!hasData(view, line))
                continue;
            Series& series = geometry.series.emplace_back();
            series.color = line.color;
            Curve(view.channels()[line.channel]).trace(viewport, series);
        }
        return geometry;
    }

    bool hasScale() const override { return true; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        std::vector<Readout> readouts;
        forAll([&](const Drawn& drawn) {
            if (!hasData(view, drawn))
                return;
            const auto value = time.valueOf(view.channels()[drawn.channel]);
            readouts.push_back({drawn.color, tr(drawn.name), value ? valueText(*value, "B") : QString()});
        });
        return readouts;
    }

    std::vector<std::size_t> channels() const override
    {
        std::vector<std::size_t> channels;
        forAll([&](const Drawn& drawn) { channels.push_back(drawn.channel); });
        return channels;
    }

private:
    struct Drawn
    {
        std::size_t channel = 0;
        ColorRole color;
        const char* name = nullptr;
    };

    /// Parts without data are not shown.
    static bool hasData(const trace::TraceView& view, const Drawn& drawn)
    {
        return hasValues(view.channels()[drawn.channel]);
    }

    /// Calls `what` for the lines, then for the layers from the top.
    template <typename Do>
    void forAll(const Do& what) const
    {
        std::for_each(m_lines.begin(), m_lines.end(), what);
        std::for_each(m_stacked.rbegin(), m_stacked.rend(), what);
    }

    /// The scale depends on the whole recording, so that it does not change while panning.
    double top(const trace::TraceView& view) const
    {
        double line = 0;
        double sum = 0;
        for (const Drawn& drawn : m_lines)
            line = std::max(line, Curve(view.channels()[drawn.channel]).extent().second);
        for (const Drawn& drawn : m_stacked)
            sum += Curve(view.channels()[drawn.channel]).extent().second;
        return std::max(line, sum);
    }

    std::vector<Drawn> m_lines;
    std::vector<Drawn> m_stacked; ///< from the bottom to the top
};

} // namespace

/// Empty while there is no data.
std::vector<std::size_t> keysOfTensors(const trace::TraceView& view)
{
    const auto& channels = view.channels();
    const bool any = std::any_of(channels.begin(), channels.end(), [](const trace::ChannelView& channel) {
        return isOfTensors(channel.info().quantity) && hasValues(channel);
    });
    return any ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makeTensorsTrack(const trace::TraceView& view, std::size_t)
{
    return std::make_unique<TensorsTrack>(view);
}

bool isOfTensors(std::string_view quantity)
{
    const auto& parts = analysis::kTensorParts;
    return quantity == kPeak || std::any_of(parts.begin(), parts.end(), [&](const analysis::TensorPart& part) {
               return quantity == part.quantity;
           });
}

} // namespace stepscope::widgets
