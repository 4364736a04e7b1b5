#include "analysis/algorithms/tensormemory.h"
#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

/// Of analysis::kTensorParts, to be translated.
constexpr std::array<const char*, analysis::kTensorParts.size()> kNames{
    QT_TRANSLATE_NOOP("TensorsTrack", "parameters"),   QT_TRANSLATE_NOOP("TensorsTrack", "gradients"),
    QT_TRANSLATE_NOOP("TensorsTrack", "optimizer"),    QT_TRANSLATE_NOOP("TensorsTrack", "inputs"),
    QT_TRANSLATE_NOOP("TensorsTrack", "intermediate"), QT_TRANSLATE_NOOP("TensorsTrack", "all"),
    QT_TRANSLATE_NOOP("TensorsTrack", "reserved")};
constexpr std::size_t kStacked = 5; ///< so many add up; the others are lines
constexpr std::array<Ink, kNames.size() - kStacked> kLineInks{{{Ink::Kind::Memory, 0}, {Ink::Kind::Memory, 2}}};
constexpr std::string_view kPeak = "memory.allocator_peak"; ///< a figure; nobody needs its curve

bool hasValues(const trace::ChannelView& channel)
{
    return channel.extremes(0, channel.size()).samples > 0;
}

/// What tensors take, part upon part, and lines for what the allocator of GPU memory has given away and reserved.
class TensorsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(TensorsTrack)

public:
    explicit TensorsTrack(const trace::TraceView& view)
    {
        for (std::size_t part = 0; part < kNames.size(); ++part) {
            const bool isStacked = part < kStacked;
            const Ink ink =
                isStacked ? Ink{Ink::Kind::Series, static_cast<std::uint32_t>(part)} : kLineInks[part - kStacked];
            for (std::size_t i = 0; i < view.channels().size(); ++i) {
                if (view.channels()[i].info().quantity == analysis::kTensorParts[part].quantity)
                    (isStacked ? m_stacked : m_lines).push_back({i, ink, kNames[part]});
            }
        }
    }

    Caption caption(const trace::TraceView&) const override { return {tr("tensors"), {}}; }
    int height(const trace::TraceView& view) const override
    {
        int told = 0;
        forAll([&](const Drawn& drawn) { told += isTold(view, drawn) ? 1 : 0; });
        return std::clamp(16 * told + 8, 48, 120);
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        const double highest = top(view);
        geometry.valueMax = niceCeiling(highest);
        geometry.levels = {{geometry.valueMax, valueText(geometry.valueMax, "B")}};
        std::vector<double> heights(static_cast<std::size_t>(viewport.columns), 0.0);
        std::vector<std::pair<int, double>> values;
        for (const Drawn& part : m_stacked) {
            if (!isTold(view, part))
                continue;
            values.clear();
            Curve(view.channels()[part.channel]).traceMeans(viewport, values);
            geometry.stack.push_back(layerOn(heights, part.ink, values));
        }
        for (const Drawn& line : m_lines) {
            if (!isTold(view, line))
                continue;
            Series& series = geometry.series.emplace_back();
            series.ink = line.ink;
            Curve(view.channels()[line.channel]).trace(viewport, series);
        }
        return geometry;
    }

    std::vector<Readout> readouts(const trace::TraceView& view, std::optional<std::int64_t> time) const override
    {
        std::vector<Readout> readouts;
        forAll([&](const Drawn& drawn) {
            if (!isTold(view, drawn))
                return;
            const auto value = time ? Curve(view.channels()[drawn.channel]).valueAt(*time) : std::nullopt;
            readouts.push_back({drawn.ink, tr(drawn.name), value ? valueText(*value, "B") : QString()});
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
        Ink ink;
        const char* name = nullptr;
    };

    /// A part that this training does not tell of is not spoken of; others' parts may come later.
    static bool isTold(const trace::TraceView& view, const Drawn& drawn)
    {
        return hasValues(view.channels()[drawn.channel]);
    }

    /// Lines, and then the layers as they lie on each other.
    template <typename Do>
    void forAll(const Do& what) const
    {
        std::for_each(m_lines.begin(), m_lines.end(), what);
        std::for_each(m_stacked.rbegin(), m_stacked.rend(), what);
    }

    /// The same at every zoom, so that heights can be compared while panning.
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

/// None while a training tells nothing.
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
