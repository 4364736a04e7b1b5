#include "widgets/render/columnpainter.h"

#include "widgets/render/rasterscale.h"
#include "widgets/render/rastersurface.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr auto kBandBlend = static_cast<unsigned>(256 * kBandShare);

/// The columns of a series in device pixels. One per thread, which reuses its memory: there is one for each series of
/// each frame.
struct ColumnPixels
{
    std::vector<double> means;
    std::vector<int> tops; ///< of the band
    std::vector<int> bottoms;

    void assign(const std::vector<Column>& columns, const RasterScale& scale)
    {
        means.resize(columns.size());
        tops.resize(columns.size());
        bottoms.resize(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            means[i] = scale.y(columns[i].mean);
            tops[i] = scale.row(columns[i].max);
            bottoms[i] = scale.row(columns[i].min);
        }
    }
};

class ColumnPainter
{
public:
    ColumnPainter(RasterSurface& surface, const RasterScale& scale, const Series& series, const CurveColors& colors,
                  const ColumnPixels& pixels)
        : m_surface(surface)
        , m_series(series)
        , m_colors(colors)
        , m_pixels(pixels)
        , m_base(scale.base())
        , m_thick(std::max(1, RasterSurface::rounded(surface.ratio())))
        , m_half(0.65 * surface.ratio())
    {}

    /// The columns [begin, end), which have no gap between them.
    void paint(std::size_t begin, std::size_t end) const
    {
        const std::vector<double>& means = m_pixels.means;
        double before = means[begin];
        for (std::size_t i = begin; i < end; ++i) {
            const double after = i + 1 < end ? (means[i] + means[i + 1]) / 2 : means[i];
            int top = m_pixels.tops[i];
            int bottom = m_pixels.bottoms[i];
            if (i > begin) { // a step between two columns is drawn in the later one
                top = std::min(top, m_pixels.bottoms[i - 1]);
                bottom = std::max(bottom, m_pixels.tops[i - 1]);
            }
            paintColumn(m_series.columns[i].column, top, bottom + m_thick, std::min({means[i], before, after}),
                        std::max({means[i], before, after}));
            before = after;
        }
    }

private:
    /// The band from `top` to `bottom`, and the line from `lineTop` to `lineBottom`.
    void paintColumn(int column, int top, int bottom, double lineTop, double lineBottom) const
    {
        const RasterSurface::Column pixels = m_surface.column(column);
        const int middle = RasterSurface::rounded((lineTop + lineBottom) / 2);
        if (m_colors.isBlended) {
            if (m_series.filled)
                pixels.fill(middle, m_base, m_colors.area);
            pixels.tint(top, bottom, m_colors.line, kBandBlend);
        } else {
            if (m_series.filled) { // not where the band covers it
                pixels.fill(middle, std::min(top, m_base), m_colors.area);
                pixels.fill(std::max(middle, bottom), m_base, m_colors.area);
            }
            pixels.fill(top, bottom, m_colors.band);
        }
        if (lineBottom - lineTop < 0.05) // align horizontal parts to the pixels
            lineTop = lineBottom = RasterSurface::rounded(lineTop - m_half) + m_half;
        pixels.softFill(lineTop - m_half, lineBottom + m_half, m_colors.line);
    }

    RasterSurface& m_surface;
    const Series& m_series;
    const CurveColors& m_colors;
    const ColumnPixels& m_pixels;
    int m_base;
    int m_thick;
    double m_half; ///< half the thickness of the line
};

} // namespace

void paintColumns(RasterSurface& surface, const RasterScale& scale, const Series& series, const CurveColors& colors,
                  int window)
{
    thread_local ColumnPixels pixels;
    pixels.assign(series.columns, scale);
    const ColumnPainter painter(surface, scale, series, colors, pixels);
    for (std::size_t begin = 0, end = 0; begin < series.columns.size(); begin = end) {
        end = endOfPart(series, begin);
        if (series.isCrowded)
            smooth(pixels.means, begin, end, window);
        painter.paint(begin, end);
    }
}

} // namespace stepscope::widgets
