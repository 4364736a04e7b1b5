#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

bool isPower(const trace::Channel& channel)
{
    return channel.quantity == "rail.power";
}

/// Watts of all rails. A rail that contains others is a line; the rails inside it are stacked below that line, because
/// they add up to a part of it. Rails of which nothing is known are lines: nothing says that they may be added.
class PowerTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(PowerTrack)

public:
    explicit PowerTrack(const trace::TraceView& view)
    {
        std::vector<std::size_t> rails;
        for (std::size_t i = 0; i < view.channels().size(); ++i) {
            if (isPower(view.channels()[i].info()))
                rails.push_back(i);
        }
        const auto root = std::find_if(rails.begin(), rails.end(), [&](std::size_t rail) {
            return view.channels()[rail].info().parent.empty() && hasChildren(view, rails, rail);
        });
        for (const std::size_t rail : rails) {
            const trace::Channel& channel = view.channels()[rail].info();
            if (root != rails.end() && !channel.parent.empty() && channel.parent == view.channels()[*root].info().rail)
                m_stacked.push_back(rail);
            else
                m_lines.push_back(rail);
        }
    }

    Caption caption(const trace::TraceView&) const override { return {tr("power"), {}}; }
    int height(const trace::TraceView&) const override
    {
        return std::max(64, static_cast<int>(m_lines.size() + m_stacked.size()) * 16 + 8);
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        geometry.valueMax = top(view);
        geometry.levels = {{geometry.valueMax / 2, valueText(geometry.valueMax / 2, "W")},
                           {geometry.valueMax, valueText(geometry.valueMax, "W")}};
        stack(view, viewport, geometry);
        for (const std::size_t rail : m_lines) {
            Series series;
            series.ink = inkOf(view, rail);
            Curve(view.channels()[rail]).trace(viewport, series);
            geometry.series.push_back(std::move(series));
        }
        return geometry;
    }

    std::vector<Readout> readouts(const trace::TraceView& view, std::optional<std::int64_t> time) const override
    {
        std::vector<Readout> readouts;
        const auto add = [&](std::size_t rail) {
            const trace::Channel& channel = view.channels()[rail].info();
            Readout readout{inkOf(view, rail), nameOf(channel), {}};
            if (const auto value = time ? Curve(view.channels()[rail]).valueAt(*time) : std::nullopt)
                readout.value = valueText(*value, "W");
            readouts.push_back(std::move(readout));
        };
        for (const std::size_t rail : m_lines)
            add(rail);
        for (std::size_t i = m_stacked.size(); i-- > 0;) // as they lie on each other
            add(m_stacked[i]);
        return readouts;
    }

    std::vector<std::size_t> channels() const override
    {
        std::vector<std::size_t> channels = m_lines;
        channels.insert(channels.end(), m_stacked.rbegin(), m_stacked.rend());
        return channels;
    }

private:
    static bool hasChildren(const trace::TraceView& view, const std::vector<std::size_t>& rails, std::size_t parent)
    {
        const std::string& name = view.channels()[parent].info().rail;
        return !name.empty() && std::any_of(rails.begin(), rails.end(), [&](std::size_t rail) {
            return view.channels()[rail].info().parent == name;
        });
    }

    /// Rails inside another share most of their names: "VDD_SYS_GPU" is told from its neighbours by "GPU".
    static QString nameOf(const trace::Channel& channel)
    {
        const QString name = QString::fromStdString(channel.rail.empty() ? channel.name : channel.rail);
        return channel.parent.empty() ? name : name.mid(name.lastIndexOf(QLatin1Char('_')) + 1);
    }

    static Ink inkOf(const trace::TraceView& view, std::size_t rail)
    {
        return railInk(view.channels()[rail].info().role);
    }

    /// The same at every zoom, so that heights can be compared while panning.
    double top(const trace::TraceView& view) const
    {
        double highest = 0;
        double sum = 0;
        for (const std::size_t rail : m_lines)
            highest = std::max(highest, Curve(view.channels()[rail]).extent().second);
        if (m_lines.empty()) {
            for (const std::size_t rail : m_stacked)
                sum += Curve(view.channels()[rail]).extent().second;
        }
        return niceCeiling(std::max(highest, sum));
    }

    void stack(const trace::TraceView& view, const Viewport& viewport, Geometry& geometry) const
    {
        std::vector<double> heights(static_cast<std::size_t>(viewport.columns), 0.0);
        std::vector<std::pair<int, double>> means;
        for (const std::size_t rail : m_stacked) {
            StackLayer layer;
            layer.ink = inkOf(view, rail);
            layer.columns.reserve(heights.size());
            means.clear();
            Curve(view.channels()[rail]).traceMeans(viewport, means);
            for (const auto& [column, mean] : means) {
                double& height = heights[static_cast<std::size_t>(column)];
                const double low = height;
                height += std::max(0.0, mean);
                layer.columns.push_back({column, low, height});
            }
            geometry.stack.push_back(std::move(layer));
        }
    }

    std::vector<std::size_t> m_stacked; ///< from the bottom to the top
    std::vector<std::size_t> m_lines;
};

} // namespace

std::vector<std::size_t> keysOfPower(const trace::TraceView& view)
{
    const auto& channels = view.channels();
    const bool any =
        std::any_of(channels.begin(), channels.end(), [](const auto& channel) { return isPower(channel.info()); });
    return any ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makePowerTrack(const trace::TraceView& view, std::size_t)
{
    return std::make_unique<PowerTrack>(view);
}

} // namespace stepscope::widgets
