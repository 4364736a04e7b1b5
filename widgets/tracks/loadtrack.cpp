#include "widgets/tracks/curve.h"
#include "widgets/tracks/tracktable.h"
#include "widgets/tracks/valuetext.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

std::vector<std::size_t> channelsOf(const trace::TraceView& view, std::string_view quantity)
{
    std::vector<std::size_t> channels;
    for (std::size_t i = 0; i < view.channels().size(); ++i) {
        if (view.channels()[i].info().quantity == quantity)
            channels.push_back(i);
    }
    return channels;
}

/// Index of a cluster among the clusters of the device, ordered by their cores.
std::uint32_t clusterIndex(const trace::TraceView& view, const std::string& cluster)
{
    std::vector<std::string> seen;
    for (const trace::Core& core : view.header().device.cores) {
        if (std::find(seen.begin(), seen.end(), core.cluster) == seen.end())
            seen.push_back(core.cluster);
    }
    return static_cast<std::uint32_t>(std::find(seen.begin(), seen.end(), cluster) - seen.begin());
}

/// The scale of a utilization. Its ends are the borders of the row, so they have no lines.
std::vector<Level> loadLevels()
{
    return {{1, levelText(1, "1"), false}, {0, levelText(0, "1"), false}, {0.5, levelText(0.5, "1")}};
}

/// Utilization of a core, the GPU, or the memory controller.
class LoadTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(LoadTrack)

public:
    LoadTrack(std::size_t channel, ColorRole color)
        : m_channel(channel)
        , m_color(color)
    {}

    Caption caption(const trace::TraceView& view) const override
    {
        const trace::Channel& channel = view.channels()[m_channel].info();
        if (channel.quantity == "gpu.utilization")
            return {tr("GPU"), {}};
        if (channel.quantity == "emc.utilization")
            return {tr("EMC"), tr("memory controller")};
        return {QString::fromStdString(channel.name), QString::fromStdString(channel.cluster)};
    }

    int height(const trace::TraceView&) const override { return m_color.kind == ColorRole::Kind::Cluster ? 32 : 40; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        geometry.valueMax = 1;
        geometry.levels = loadLevels();
        Series series;
        series.color = m_color;
        series.filled = true;
        Curve(view.channels()[m_channel]).trace(viewport, series);
        geometry.series.push_back(std::move(series));
        return geometry;
    }

    bool hasScale() const override { return true; }
    ValueLimits limits() const override { return kShareLimits; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        if (time.isNone())
            return {};
        const auto value = time.valueOf(view.channels()[m_channel]);
        return {{m_color, {}, value ? valueText(*value, "1") : QStringLiteral("–")}};
    }

    std::vector<std::size_t> channels() const override { return {m_channel}; }

private:
    std::size_t m_channel;
    ColorRole m_color;
};

/// CPU utilization: the mean over all cores with data.
class CpuTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(CpuTrack)

public:
    Caption caption(const trace::TraceView& view) const override
    {
        return {tr("CPU"), tr("%1 cores").arg(channelsOf(view, "cpu.utilization").size())};
    }

    int height(const trace::TraceView&) const override { return 40; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        std::vector<double> sums(static_cast<std::size_t>(viewport.columns), 0.0);
        std::vector<int> cores(sums.size(), 0);
        std::vector<std::pair<int, double>> means;
        bool isCrowded = false;
        for (const std::size_t channel : channelsOf(view, "cpu.utilization")) {
            means.clear();
            const Curve curve(view.channels()[channel]);
            curve.traceMeans(viewport, means);
            isCrowded = isCrowded || curve.isCrowded(viewport);
            for (const auto& [column, mean] : means) {
                sums[static_cast<std::size_t>(column)] += mean;
                ++cores[static_cast<std::size_t>(column)];
            }
        }
        Geometry geometry;
        geometry.valueMax = 1;
        geometry.levels = loadLevels();
        Series& series = geometry.series.emplace_back();
        series.isCrowded = isCrowded;
        series.color = {ColorRole::Kind::Cluster, 0};
        series.filled = true;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            if (cores[i] == 0)
                continue;
            const double mean = sums[i] / cores[i];
            series.columns.push_back({static_cast<int>(i), mean, mean, mean, i > 0 && cores[i - 1] > 0});
        }
        return geometry;
    }

    bool hasScale() const override { return true; }
    ValueLimits limits() const override { return kShareLimits; }

    std::vector<Readout> readouts(const trace::TraceView& view, const ReadoutTime& time) const override
    {
        if (time.isNone())
            return {};
        double sum = 0;
        int cores = 0;
        for (const std::size_t channel : channelsOf(view, "cpu.utilization")) {
            if (const auto value = time.valueOf(view.channels()[channel])) {
                sum += *value;
                ++cores;
            }
        }
        return {{{}, {}, cores > 0 ? valueText(sum / cores, "1") : QStringLiteral("–")}};
    }

    /// It has no channel, but values as its channels have them.
    std::string_view unit(const trace::TraceView&) const override { return "1"; }
};

} // namespace

std::vector<std::size_t> keysOfCores(const trace::TraceView& view)
{
    std::vector<std::size_t> keys = channelsOf(view, "cpu.utilization");
    std::stable_sort(keys.begin(), keys.end(), [&](std::size_t a, std::size_t b) {
        return view.channels()[a].info().core < view.channels()[b].info().core;
    });
    return keys;
}

std::vector<std::size_t> keysOfCpu(const trace::TraceView& view)
{
    const bool several = channelsOf(view, "cpu.utilization").size() > 1;
    return several ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makeCpuTrack(const trace::TraceView&, std::size_t)
{
    return std::make_unique<CpuTrack>();
}

std::vector<std::size_t> keysOfGpu(const trace::TraceView& view)
{
    return channelsOf(view, "gpu.utilization");
}

std::vector<std::size_t> keysOfEmc(const trace::TraceView& view)
{
    return channelsOf(view, "emc.utilization");
}

std::unique_ptr<Track> makeLoadTrack(const trace::TraceView& view, std::size_t key)
{
    const trace::Channel& channel = view.channels()[key].info();
    ColorRole color{ColorRole::Kind::Gpu, 0};
    if (channel.quantity == "cpu.utilization")
        color = {ColorRole::Kind::Cluster, clusterIndex(view, channel.cluster)};
    else if (channel.quantity == "emc.utilization")
        color = railColor("memory");
    return std::make_unique<LoadTrack>(key, color);
}

} // namespace stepscope::widgets
