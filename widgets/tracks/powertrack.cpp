#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::widgets {

namespace {

bool isPower(const trace::Channel& channel)
{
    return channel.quantity == "rail.power";
}

/// Indices of the channels with rails' watts.
std::vector<std::size_t> railsOf(const trace::TraceView& view)
{
    std::vector<std::size_t> rails;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        if (isPower(view.channels()[i].info()))
            rails.push_back(i);
    }
    return rails;
}

ColorRole colorOf(const trace::TraceView& view, std::size_t rail)
{
    return railColor(view.channels()[rail].info().role);
}

QString fullName(const trace::Channel& channel)
{
    return QString::fromStdString(channel.rail.empty() ? channel.name : channel.rail);
}

/// The curve of a rail: its power, or its energy.
class RailCurve
{
public:
    RailCurve(const trace::TraceView& view, std::size_t rail, bool joules)
        : m_watts(view.channels()[rail])
        , m_joules(joules)
    {}

    void trace(const Viewport& viewport, Series& series) const
    {
        if (m_joules)
            EnergyCurve(m_watts).trace(viewport, series);
        else
            Curve(m_watts).trace(viewport, series);
    }
    /// The height of the rail's layer in each column; `until` = the time of the last sample of all layers.
    void traceHeights(const Viewport& viewport, std::int64_t until, std::vector<std::pair<int, double>>& heights) const
    {
        if (m_joules)
            EnergyCurve(m_watts).traceEnds(viewport, heights, until);
        else
            Curve(m_watts).traceMeans(viewport, heights);
    }
    /// The mean of an energy since the start says nothing: a range has the energy at its end.
    [[nodiscard]] std::optional<double> valueOf(const ReadoutTime& time) const
    {
        if (!m_joules || time.isNone() || m_watts.size() == 0)
            return m_joules ? std::nullopt : time.valueOf(m_watts);
        const bool isMoment = time.moment().has_value();
        const std::int64_t latest = m_watts.time(m_watts.size() - 1);
        return EnergyCurve(m_watts).valueAt(isMoment ? time.end() : std::min(time.end(), latest));
    }
    [[nodiscard]] bool isCrowded(const Viewport& viewport) const
    {
        return !m_joules && Curve(m_watts).isCrowded(viewport);
    }
    [[nodiscard]] double highest() const
    {
        return m_joules ? EnergyCurve(m_watts).total() : Curve(m_watts).extent().second;
    }

private:
    const trace::ChannelView& m_watts;
    bool m_joules;
};

const char* unitOf(bool joules)
{
    return joules ? "J" : "W";
}

void addLevels(Geometry& geometry, bool joules)
{
    geometry.levels = {{geometry.valueMax, levelText(geometry.valueMax, unitOf(joules))},
                       {0, levelText(0, unitOf(joules)), false},
                       {geometry.valueMax / 2, levelText(geometry.valueMax / 2, unitOf(joules))}};
}

/// All rails. A rail that contains others is a line; the rails inside it are stacked below the line, since they add up
/// to a part of it. Rails of unknown relation are lines, since they may not be added.
class PowerTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(PowerTrack)

public:
    PowerTrack(const trace::TraceView& view, bool joules)
        : m_joules(joules)
    {
        const std::vector<std::size_t> rails = railsOf(view);
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

    Caption caption(const trace::TraceView&) const override
    {
        return m_joules ? Caption{tr("energy"), tr("cumulative")} : Caption{tr("power"), {}};
    }
    int height(const trace::TraceView&) const override
    {
        return std::max(64, static_cast<int>(m_lines.size() + m_stacked.size()) * 16 + 8);
    }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        geometry.valueMax = top(view);
        addLevels(geometry, m_joules);
        stack(view, viewport, geometry);
        for (const std::size_t rail : m_lines) {
            Series series;
            series.color = colorOf(view, rail);
            RailCurve(view, rail, m_joules).trace(viewport, series);
            geometry.series.push_back(std::move(series));
        }
        return geometry;
    }

    bool hasScale() const override { return true; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        std::vector<Readout> readouts;
        const auto add = [&](std::size_t rail) {
            Readout readout{colorOf(view, rail), nameOf(view.channels()[rail].info()), {}};
            if (const auto value = RailCurve(view, rail, m_joules).valueOf(time))
                readout.value = valueText(*value, unitOf(m_joules));
            readouts.push_back(std::move(readout));
        };
        for (const std::size_t rail : m_lines)
            add(rail);
        for (std::size_t i = m_stacked.size(); i-- > 0;) // top layer first
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

    /// The short name of a rail inside another: "VDD_SYS_GPU" -> "GPU".
    static QString nameOf(const trace::Channel& channel)
    {
        const QString name = fullName(channel);
        return channel.parent.empty() ? name : name.mid(name.lastIndexOf(QLatin1Char('_')) + 1);
    }

    /// The scale depends on the whole recording, so that it does not change while panning.
    double top(const trace::TraceView& view) const
    {
        double highest = 0;
        double sum = 0;
        for (const std::size_t rail : m_lines)
            highest = std::max(highest, RailCurve(view, rail, m_joules).highest());
        if (m_lines.empty()) {
            for (const std::size_t rail : m_stacked)
                sum += RailCurve(view, rail, m_joules).highest();
        }
        return niceCeiling(std::max(highest, sum));
    }

    void stack(const trace::TraceView& view, const Viewport& viewport, Geometry& geometry) const
    {
        std::vector<double> heights(static_cast<std::size_t>(viewport.columns), 0.0);
        std::vector<std::pair<int, double>> values;
        std::int64_t until = std::numeric_limits<std::int64_t>::min();
        for (const std::size_t rail : m_stacked) {
            const trace::ChannelView& watts = view.channels()[rail];
            until = std::max(until, watts.size() > 0 ? watts.time(watts.size() - 1) : until);
        }
        for (const std::size_t rail : m_stacked) {
            values.clear();
            RailCurve(view, rail, m_joules).traceHeights(viewport, until, values);
            geometry.stack.push_back(layerOn(heights, colorOf(view, rail), values));
            geometry.stack.back().isCrowded = RailCurve(view, rail, m_joules).isCrowded(viewport);
        }
    }

    bool m_joules;
    std::vector<std::size_t> m_stacked; ///< from the bottom to the top
    std::vector<std::size_t> m_lines;
};

/// A single rail.
class RailTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(RailTrack)

public:
    RailTrack(std::size_t rail, bool joules)
        : m_rail(rail)
        , m_joules(joules)
    {}

    Caption caption(const trace::TraceView& view) const override
    {
        const trace::Channel& channel = view.channels()[m_rail].info();
        const QString parent = QString::fromStdString(channel.parent);
        return {fullName(channel), parent.isEmpty() ? QString() : tr("in %1").arg(parent)};
    }
    int height(const trace::TraceView&) const override { return 40; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        const RailCurve curve(view, m_rail, m_joules);
        Geometry geometry;
        geometry.valueMax = niceCeiling(curve.highest());
        addLevels(geometry, m_joules);
        Series& series = geometry.series.emplace_back();
        series.color = colorOf(view, m_rail);
        series.filled = true;
        curve.trace(viewport, series);
        return geometry;
    }

    bool hasScale() const override { return true; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        if (time.isNone())
            return {};
        const auto value = RailCurve(view, m_rail, m_joules).valueOf(time);
        return {{colorOf(view, m_rail), {}, value ? valueText(*value, unitOf(m_joules)) : QStringLiteral("–")}};
    }

    std::vector<std::size_t> channels() const override { return {m_rail}; }

private:
    std::size_t m_rail;
    bool m_joules;
};

} // namespace

std::vector<std::size_t> keysOfPower(const trace::TraceView& view)
{
    return railsOf(view).empty() ? std::vector<std::size_t>{} : std::vector<std::size_t>{0};
}

std::vector<std::size_t> keysOfRails(const trace::TraceView& view)
{
    return railsOf(view);
}

std::unique_ptr<Track> makePowerTrack(const trace::TraceView& view, std::size_t)
{
    return std::make_unique<PowerTrack>(view, false);
}

std::unique_ptr<Track> makeEnergyTrack(const trace::TraceView& view, std::size_t)
{
    return std::make_unique<PowerTrack>(view, true);
}

std::unique_ptr<Track> makeRailPowerTrack(const trace::TraceView&, std::size_t key)
{
    return std::make_unique<RailTrack>(key, false);
}

std::unique_ptr<Track> makeRailEnergyTrack(const trace::TraceView&, std::size_t key)
{
    return std::make_unique<RailTrack>(key, true);
}

} // namespace stepscope::widgets
