#include "widgets/render/rasterpainter.h"

#include "widgets/render/rastersurface.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kWithoutGap = 3; ///< px: narrower boxes have no gap to the next one
constexpr auto kBandBlend = static_cast<unsigned>(256 * kBandShare);

} // namespace

void RasterColors::use(const Theme& theme, double ratio)
{
    if (!m_theme || m_theme->kind != theme.kind) {
        m_theme = theme;
        m_boxes.emplace(*m_theme);
    }
    m_labels.use(theme.smallFont(), ratio);
}

struct RasterPainter::CurveColors
{
    QRgb line;      ///< of the mean
    QRgb band;      ///< between minimum and maximum
    QRgb area;      ///< below the mean
    bool isBlended; ///< the band is blended over what is drawn already, such as a stack
};

/// Converts values to device pixels of the row.
class RasterPainter::Scale
{
public:
    Scale(const Geometry& geometry, double height, double ratio)
        : m_top(yOf(geometry.valueMax, geometry, height) * ratio)
        , m_zero(yOf(geometry.valueMin, geometry, height) * ratio)
        , m_perValue((m_top - m_zero) / std::max(geometry.valueMax - geometry.valueMin, 1e-300))
        , m_valueMin(geometry.valueMin)
        , m_highest(m_top - 0.02 * (m_zero - m_top))
        , m_lowest(m_zero + 0.02 * (m_zero - m_top))
    {}

    [[nodiscard]] double y(double value) const
    {
        return std::clamp(m_zero + (value - m_valueMin) * m_perValue, m_highest, m_lowest);
    }
    [[nodiscard]] int row(double value) const { return RasterSurface::rounded(y(value)); }
    [[nodiscard]] int base() const { return RasterSurface::rounded(m_zero); }

private:
    double m_top;
    double m_zero;
    double m_perValue;
    double m_valueMin;
    double m_highest;
    double m_lowest;
};

RasterPainter::RasterPainter(RasterSurface& surface, RasterColors& colors, double height, std::uint32_t focusedOp)
    : m_surface(surface)
    , m_colors(colors)
    , m_height(height)
    , m_window(RasterSurface::rounded(kSmoothWidth * surface.ratio()))
    , m_focusedOp(focusedOp)
{}

void RasterPainter::paint(const Geometry& geometry)
{
    const Theme& theme = m_colors.theme();
    const Scale scale(geometry, m_height, m_surface.ratio());
    for (const StackLayer& layer : geometry.stack)
        paintStack(scale, layer);
    const auto colorsOf = [&](const Series& series) {
        const QColor colour = theme.colour(series.color);
        return CurveColors{colour.rgb(), mixed(theme.surface, colour, kBandShare).rgb(),
                           mixed(theme.surface, colour, kAreaShare).rgb(), hasOverlaps(geometry)};
    };
    for (const Series& series : geometry.series)
        paintColumns(scale, series, colorsOf(series));
    paintLevels(scale, geometry);
    for (const Series& series : geometry.series) {
        for (const std::vector<Point>& line : series.lines)
            paintLine(scale, line, series.filled, colorsOf(series));
    }
    paintLevelTexts(geometry);
    paintBoxes(geometry);
}

void RasterPainter::paintStack(const Scale& scale, const StackLayer& layer)
{
    const QRgb colour = stackColour(m_colors.theme(), layer.color).rgb();
    const std::size_t count = layer.columns.size();
    thread_local std::vector<double> high, low; // reuse their memory: this runs for each layer of each frame
    high.resize(count);
    low.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        high[i] = scale.y(layer.columns[i].high);
        low[i] = scale.y(layer.columns[i].low);
    }
    for (std::size_t begin = 0, end = 0; layer.isCrowded && begin < count; begin = end) {
        end = endOfPart(layer, begin);
        smooth(high, begin, end, m_window);
        smooth(low, begin, end, m_window);
    }
    for (std::size_t i = 0; i < count; ++i)
        m_surface.fill(layer.columns[i].column, RasterSurface::rounded(high[i]), RasterSurface::rounded(low[i]),
                       colour);
}

void RasterPainter::paintColumns(const Scale& scale, const Series& series, const CurveColors& colors)
{
    thread_local std::vector<double> means; // reuses its memory: this runs for each series of each frame
    means.resize(series.columns.size());
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = scale.y(series.columns[i].mean);
    for (std::size_t begin = 0, end = 0; begin < means.size(); begin = end) {
        end = endOfPart(series, begin);
        if (series.isCrowded)
            smooth(means, begin, end, m_window);
        for (std::size_t i = begin; i < end; ++i)
            paintColumn(scale, series, i, means.data(), colors);
    }
}

/// The line of the mean goes from the middle of each column to that of the next.
void RasterPainter::paintColumn(const Scale& scale, const Series& series, std::size_t i, const double* means,
                                const CurveColors& colors)
{
    const double half = 0.65 * m_surface.ratio();
    const int thick = std::max(1, RasterSurface::rounded(m_surface.ratio()));
    const Column& column = series.columns[i];
    const bool joinsBefore = i > 0 && column.joins;
    const bool joinsNext = i + 1 < series.columns.size() && series.columns[i + 1].joins;
    const double mean = means[i];
    const double before = joinsBefore ? (means[i - 1] + mean) / 2 : mean;
    const double after = joinsNext ? (mean + means[i + 1]) / 2 : mean;
    double low = std::min({mean, before, after});
    double high = std::max({mean, before, after});
    int top = scale.row(column.max);
    int bottom = scale.row(column.min);
    if (joinsBefore) { // a step between two columns is drawn in the later one
        top = std::min(top, scale.row(series.columns[i - 1].min));
        bottom = std::max(bottom, scale.row(series.columns[i - 1].max));
    }
    if (series.filled)
        m_surface.fill(column.column, RasterSurface::rounded((low + high) / 2), scale.base(), colors.area);
    if (colors.isBlended)
        m_surface.tint(column.column, column.column + 1, top, bottom + thick, colors.line, kBandBlend);
    else
        m_surface.fill(column.column, top, bottom + thick, colors.band);
    if (high - low < 0.05) // align horizontal parts to the pixels
        low = high = std::round(low - half) + half;
    m_surface.softFill(column.column, low - half, high + half, colors.line);
}

/// Draws an antialiased line column by column: the y range of the line in the column, plus half its thickness.
void RasterPainter::paintLine(const Scale& scale, const std::vector<Point>& line, bool filled,
                              const CurveColors& colors)
{
    const double ratio = m_surface.ratio();
    const double half = 0.65 * ratio;
    const int base = scale.base();
    const auto flush = [&](int column, double low, double high) {
        if (filled)
            m_surface.fill(column, RasterSurface::rounded((low + high) / 2), base, colors.area);
        // Align horizontal parts to the pixels.
        if (high - low < 0.05)
            low = high = std::round(low - half) + half;
        m_surface.softFill(column, low - half, high + half, colors.line);
    };
    double x = line.front().x * ratio;
    double y = scale.y(line.front().value);
    int column = RasterSurface::rounded(std::floor(x));
    if (line.size() == 1)
        flush(column + 1, y, y);
    double low = y;
    double high = y;
    for (const Point& point : line) {
        const double nextX = point.x * ratio;
        const double nextY = scale.y(point.value);
        const double slope = nextX > x ? (nextY - y) / (nextX - x) : 0;
        while (column + 1 <= nextX && column < m_surface.width()) {
            const double edge = y + (column + 1 - x) * slope;
            flush(column, std::min(low, edge), std::max(high, edge));
            low = high = edge;
            ++column;
        }
        low = std::min(low, nextY);
        high = std::max(high, nextY);
        x = nextX;
        y = nextY;
    }
    flush(column, low, high);
}

void RasterPainter::paintLevels(const Scale& scale, const Geometry& geometry)
{
    const Theme& theme = m_colors.theme();
    const QRgb colour = mixed(theme.surface, theme.mutedText, 0.28).rgb();
    const int dot = std::max(1, RasterSurface::rounded(m_surface.ratio()));
    for (const PlacedLevel& placed : placedLevels(geometry, m_height)) {
        const int y = scale.row(placed.level->value);
        for (int x = 0; placed.level->hasLine && x < m_surface.width(); x += 3 * dot)
            m_surface.fill(x, x + dot, y, y + dot, colour);
    }
}

void RasterPainter::paintLevelTexts(const Geometry& geometry)
{
    if (!m_surface.hasPixelsBeside())
        return;
    const Theme& theme = m_colors.theme();
    const auto px = [&](double value) { return RasterSurface::rounded(value * m_surface.ratio()); };
    for (const PlacedLevel& placed : placedLevels(geometry, m_height)) {
        const TextMaskCache::Mask& mask = m_colors.labels().of(placed.level->text);
        m_surface.stampBeside(mask.image, -px(kLevelDistance) - mask.width(),
                              px(placed.top + kLevelHeight / 2) - mask.image.height() / 2, theme.mutedText.rgb());
    }
}

void RasterPainter::paintBoxes(const Geometry& geometry)
{
    const double ratio = m_surface.ratio();
    const int gap = std::max(1, RasterSurface::rounded(ratio));
    const double leastLabel = (kLeastLabelWidth - kLabelPadding) * ratio;
    bool hasTextOver = false;
    for (const Box& box : geometry.boxes) {
        hasTextOver = hasTextOver || box.textWidth > 0;
        const SpanPalette::Colours colours =
            box.of == Box::Of::Span
                ? m_colors.boxes().ofSpan(box.color, box.busy, m_focusedOp != 0 && box.op != m_focusedOp)
                : m_colors.boxes().of(box.color);
        const int left = RasterSurface::rounded(box.x0 * ratio);
        const int right = std::max(RasterSurface::rounded(box.x1 * ratio), left + 1);
        const int top = RasterSurface::rounded(box.y0 * ratio);
        const int bottom = RasterSurface::rounded(box.y1 * ratio);
        if (right - left == 1) {
            m_surface.fill(left, top, bottom, colours.edge);
            continue;
        }
        // Leave a gap to the next box, except for narrow boxes.
        const bool isNarrow = box.x1 - box.x0 <= kWithoutGap;
        fillBox(left, isNarrow ? right : right - gap, top, bottom, colours);
        if (right - left >= leastLabel && box.count == 1 && box.textWidth == 0)
            paintLabel(box, left, right, top, bottom, colours.text);
    }
    if (!hasTextOver) // saves a second pass over tens of thousands of boxes
        return;
    for (const Box& box : geometry.boxes) {
        if (box.textWidth > 0)
            paintTextOver(box);
    }
}

/// A text that is wider than its box, over the boxes beside it.
void RasterPainter::paintTextOver(const Box& box)
{
    const auto px = [&](double value) { return RasterSurface::rounded(value * m_surface.ratio()); };
    const auto [left, right] = textRange(box, m_surface.width() / m_surface.ratio());
    m_colors.labels().stampCentred(m_surface, box.text, px(left), px(right), px(box.y0), px(box.y1),
                                   m_colors.boxes().of(box.color).text);
}

/// Fills a box with an edge, if the edge has another colour and there is room for it.
void RasterPainter::fillBox(int left, int right, int top, int bottom, const SpanPalette::Colours& colours)
{
    const int edge = std::max(1, RasterSurface::rounded(m_surface.ratio()));
    if (colours.edge == colours.box || right - left <= 2 * edge || bottom - top <= 2 * edge) {
        m_surface.fill(left, right, top, bottom, colours.edge);
        return;
    }
    m_surface.fill(left, right, top, top + edge, colours.edge);
    m_surface.fill(left, right, bottom - edge, bottom, colours.edge);
    m_surface.fill(left, left + edge, top + edge, bottom - edge, colours.edge);
    m_surface.fill(right - edge, right, top + edge, bottom - edge, colours.edge);
    m_surface.fill(left + edge, right - edge, top + edge, bottom - edge, colours.box);
}

void RasterPainter::paintLabel(const Box& box, int left, int right, int top, int bottom, QRgb colour)
{
    const int padding = RasterSurface::rounded(kLabelPadding * m_surface.ratio());
    left = std::max(left, 0) + padding;
    right = std::min(right, m_surface.width()) - padding;
    if (box.of == Box::Of::Span) {
        m_colors.labels().stampName(m_surface, labelText(box), left, right - left, top, bottom, colour);
        return;
    }
    // "44 traced", or only the number; a number is never cut.
    if (!box.text.isEmpty() && !m_colors.labels().stampCentred(m_surface, box.text, left, right, top, bottom, colour))
        m_colors.labels().stampCentred(m_surface, box.text.section(QLatin1Char(' '), 0, 0), left, right, top, bottom,
                                       colour);
}

} // namespace stepscope::widgets
