#include "widgets/render/rasterpainter.h"

#include "widgets/render/columnpainter.h"
#include "widgets/render/rasterscale.h"
#include "widgets/render/rastersurface.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kWithoutGap = 3; ///< px: narrower boxes have no gap to the next one

} // namespace

void RasterColors::use(const Theme& theme, double ratio)
{
    if (!m_theme || m_theme->kind != theme.kind) {
        m_theme = theme;
        m_boxes.emplace(*m_theme);
        for (std::size_t kind = 0; kind < kKinds; ++kind) {
            for (std::uint32_t index = 0; index < kIndices; ++index)
                m_colours[kind][index] = m_theme->colour({static_cast<ColorRole::Kind>(kind), index});
        }
    }
    m_labels.use(theme.smallFont(), ratio);
}

QColor RasterColors::colour(const ColorRole& role) const
{
    return role.index < kIndices ? m_colours[static_cast<std::size_t>(role.kind)][role.index] : m_theme->colour(role);
}

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
    const RasterScale scale(geometry, m_height, m_surface.ratio());
    for (const StackLayer& layer : geometry.stack)
        paintStack(scale, layer);
    const auto colorsOf = [&](const Series& series) {
        const QColor colour = m_colors.colour(series.color);
        return CurveColors{colour.rgb(), mixed(theme.surface, colour, kBandShare).rgb(),
                           mixed(theme.surface, colour, kAreaShare).rgb(), hasOverlaps(geometry)};
    };
    for (const Series& series : geometry.series)
        paintColumns(m_surface, scale, series, colorsOf(series), m_window);
    paintLevels(scale, geometry);
    for (const Series& series : geometry.series) {
        for (const std::vector<Point>& line : series.lines)
            paintLine(scale, line, series.filled, colorsOf(series));
    }
    paintLevelTexts(geometry);
    paintBoxes(geometry);
}

void RasterPainter::paintStack(const RasterScale& scale, const StackLayer& layer)
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
        m_surface.column(layer.columns[i].column)
            .fill(RasterSurface::rounded(high[i]), RasterSurface::rounded(low[i]), colour);
}

/// Draws an antialiased line column by column: the y range of the line in the column, plus half its thickness.
void RasterPainter::paintLine(const RasterScale& scale, const std::vector<Point>& line, bool filled,
                              const CurveColors& colors)
{
    const double ratio = m_surface.ratio();
    const double half = 0.65 * ratio;
    const int base = scale.base();
    const auto flush = [&](int x, double low, double high) {
        const RasterSurface::Column pixels = m_surface.column(x);
        if (filled)
            pixels.fill(RasterSurface::rounded((low + high) / 2), base, colors.area);
        // Align horizontal parts to the pixels.
        if (high - low < 0.05)
            low = high = RasterSurface::rounded(low - half) + half;
        pixels.softFill(low - half, high + half, colors.line);
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

void RasterPainter::paintLevels(const RasterScale& scale, const Geometry& geometry)
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
    for (const Box& box : geometry.boxes) {
        const SpanPalette::Colours colours =
            box.of == Box::Of::Span
                ? m_colors.boxes().ofSpan(box.color, box.busy, m_focusedOp != 0 && box.op != m_focusedOp)
                : m_colors.boxes().of(box.color);
        const int left = RasterSurface::rounded(box.x0 * ratio);
        const int right = std::max(RasterSurface::rounded(box.x1 * ratio), left + 1);
        const int top = RasterSurface::rounded(box.y0 * ratio);
        const int bottom = RasterSurface::rounded(box.y1 * ratio);
        if (right - left == 1) {
            m_surface.column(left).fill(top, bottom, colours.edge);
            continue;
        }
        // Leave a gap to the next box, except for narrow boxes.
        const bool isNarrow = box.x1 - box.x0 <= kWithoutGap;
        fillBox(left, isNarrow ? right : right - gap, top, bottom, colours);
        if (box.of == Box::Of::Span && box.count == 1 && right - left >= leastLabel)
            paintName(box, {left, top, right - left, bottom - top}, colours.text);
    }
    for (const BoxText& text : geometry.texts)
        paintText(geometry.boxes[text.box], text);
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

void RasterPainter::paintName(const Box& box, const QRect& place, QRgb colour)
{
    const int padding = RasterSurface::rounded(kLabelPadding * m_surface.ratio());
    const int left = std::max(place.left(), 0) + padding;
    const int right = std::min(place.left() + place.width(), m_surface.width()) - padding;
    m_colors.labels().stampName(m_surface, labelText(box), left, right - left, place.top(),
                                place.top() + place.height(), colour);
}

void RasterPainter::paintText(const Box& box, const BoxText& text)
{
    const auto px = [&](double value) { return RasterSurface::rounded(value * m_surface.ratio()); };
    const QRgb colour = m_colors.boxes().of(box.color).text;
    const auto stamp = [&](const QString& part, int left, int right) {
        return m_colors.labels().stampCentred(m_surface, part, left, right, px(box.y0), px(box.y1), colour);
    };
    if (text.width > 0) {
        const auto [left, right] = textRange(box, text, m_surface.width() / m_surface.ratio());
        stamp(text.text, px(left), px(right));
        return;
    }
    const int left = std::max(px(box.x0), 0) + px(kLabelPadding);
    const int right = std::min(px(box.x1), m_surface.width()) - px(kLabelPadding);
    // "44 traced", or only the number; a number is never cut.
    if (!stamp(text.text, left, right))
        stamp(text.text.section(QLatin1Char(' '), 0, 0), left, right);
}

} // namespace stepscope::widgets
