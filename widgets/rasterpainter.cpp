#include "widgets/rasterpainter.h"

#include "widgets/pixelsheet.h"

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr double kLeastLabelWidth = 22; ///< px of a box that may carry a name
constexpr double kLabelPadding = 4;
constexpr double kWithoutGap = 3; ///< px of a box that leaves none to its neighbour

/// Names come from recordings: a line is as much as anyone can read.
QString lineOf(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min<std::size_t>(utf8.size(), 256)));
}

} // namespace

void RasterInks::use(const Theme& theme, double ratio)
{
    if (!m_theme || m_theme->kind != theme.kind) {
        m_theme = theme;
        m_boxes.emplace(*m_theme);
    }
    m_labels.use(theme.smallFont(), ratio);
}

/// Of a channel: its line, what it does around its mean, and the area below it.
struct RasterPainter::Tones
{
    QRgb line;
    QRgb band;
    QRgb area;
};

/// From values to device pixels of the row.
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
    [[nodiscard]] int row(double value) const { return PixelSheet::rounded(y(value)); }
    [[nodiscard]] int base() const { return PixelSheet::rounded(m_zero); }

private:
    double m_top;
    double m_zero;
    double m_perValue;
    double m_valueMin;
    double m_highest;
    double m_lowest;
};

RasterPainter::RasterPainter(PixelSheet& sheet, RasterInks& inks, double height, std::uint32_t focusedOp)
    : m_sheet(sheet)
    , m_inks(inks)
    , m_height(height)
    , m_focusedOp(focusedOp)
{}

void RasterPainter::paint(const Geometry& geometry)
{
    const Theme& theme = m_inks.theme();
    const Scale scale(geometry, m_height, m_sheet.ratio());
    for (const StackLayer& layer : geometry.stack)
        paintStack(scale, layer);
    const auto tonesOf = [&](const Series& series) {
        const QColor colour = theme.colour(series.ink);
        return Tones{colour.rgb(), mixed(theme.surface, colour, 0.45).rgb(), mixed(theme.surface, colour, 0.16).rgb()};
    };
    for (const Series& series : geometry.series)
        paintColumns(scale, series, tonesOf(series));
    paintLevels(scale, geometry);
    for (const Series& series : geometry.series) {
        for (const std::vector<Point>& line : series.lines)
            paintLine(scale, line, series.filled, tonesOf(series));
    }
    paintLevelTexts(scale, geometry);
    paintBoxes(geometry);
}

void RasterPainter::paintStack(const Scale& scale, const StackLayer& layer)
{
    const QRgb colour = stackColour(m_inks.theme(), layer.ink).rgb();
    for (const StackColumn& column : layer.columns)
        m_sheet.fill(column.column, scale.row(column.high), scale.row(column.low), colour);
}

void RasterPainter::paintColumns(const Scale& scale, const Series& series, const Tones& tones)
{
    const int thick = std::max(1, PixelSheet::rounded(m_sheet.ratio()));
    const int base = scale.base();
    int meanBefore = 0;
    const Column* before = nullptr;
    for (const Column& column : series.columns) {
        const int mean = scale.row(column.mean);
        int top = scale.row(column.max);
        int bottom = scale.row(column.min);
        bool isRiser = false;
        if (column.joins && before) {
            // Where the curve steps between two columns, the later one carries the riser.
            top = std::min(top, scale.row(before->min));
            bottom = std::max(bottom, scale.row(before->max));
            // Risers are part of the curve, but where it is crowded on both sides they would paint the band all over.
            const double spread = std::min(column.max - column.min, before->max - before->min);
            isRiser = spread <= 0.25 * std::abs(column.mean - before->mean);
        }
        if (series.filled)
            m_sheet.fill(column.column, mean, base, tones.area);
        m_sheet.fill(column.column, top, bottom + thick, tones.band);
        m_sheet.fill(column.column, isRiser ? std::min(mean, meanBefore) : mean,
                     (isRiser ? std::max(mean, meanBefore) : mean) + thick, tones.line);
        meanBefore = mean;
        before = &column;
    }
}

/// A line as a soft stroke a column: what it covers in each, and half its thickness around that.
void RasterPainter::paintLine(const Scale& scale, const std::vector<Point>& line, bool filled, const Tones& tones)
{
    const double ratio = m_sheet.ratio();
    const double half = 0.65 * ratio;
    const int base = scale.base();
    const auto flush = [&](int column, double low, double high) {
        if (filled)
            m_sheet.fill(column, PixelSheet::rounded((low + high) / 2), base, tones.area);
        // What is level is as sharp as the screen can.
        if (high - low < 0.05)
            low = high = std::round(low - half) + half;
        m_sheet.softFill(column, low - half, high + half, tones.line);
    };
    double x = line.front().x * ratio;
    double y = scale.y(line.front().value);
    int column = PixelSheet::rounded(std::floor(x));
    if (line.size() == 1)
        flush(column + 1, y, y);
    double low = y;
    double high = y;
    for (const Point& point : line) {
        const double nextX = point.x * ratio;
        const double nextY = scale.y(point.value);
        const double slope = nextX > x ? (nextY - y) / (nextX - x) : 0;
        while (column + 1 <= nextX && column < m_sheet.width()) {
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
    const Theme& theme = m_inks.theme();
    const QRgb colour = mixed(theme.surface, theme.mutedText, 0.28).rgb();
    const int dot = std::max(1, PixelSheet::rounded(m_sheet.ratio()));
    for (const Level& level : geometry.levels) {
        const int y = scale.row(level.value);
        for (int x = 0; x < m_sheet.width(); x += 3 * dot)
            m_sheet.fill(x, x + dot, y, y + dot, colour);
    }
}

void RasterPainter::paintLevelTexts(const Scale& scale, const Geometry& geometry)
{
    constexpr unsigned kHalo = 208; // of 256
    const Theme& theme = m_inks.theme();
    const auto px = [&](double value) { return PixelSheet::rounded(value * m_sheet.ratio()); };
    for (const Level& level : geometry.levels) {
        const LabelMasks::Mask& mask = m_inks.labels().of(level.text);
        const int height = mask.image.height();
        const int top =
            std::clamp(scale.row(level.value) - height / 2, px(1), std::max(px(1), px(m_height - 1) - height));
        m_sheet.tint(px(4), px(4) + mask.width() + px(6), top, top + height, theme.surface.rgb(), kHalo);
        m_sheet.stamp(mask.image, px(7), top, mask.image.width(), theme.mutedText.rgb());
    }
}

void RasterPainter::paintBoxes(const Geometry& geometry)
{
    const double ratio = m_sheet.ratio();
    const int gap = std::max(1, PixelSheet::rounded(ratio));
    const double leastLabel = (kLeastLabelWidth - kLabelPadding) * ratio;
    for (const Box& box : geometry.boxes) {
        const InkTable::Colours colours =
            box.of == Box::Of::Span
                ? m_inks.boxes().ofSpan(box.ink, box.busy, m_focusedOp != 0 && box.op != m_focusedOp)
                : m_inks.boxes().of(box.ink);
        const int left = PixelSheet::rounded(box.x0 * ratio);
        const int right = std::max(PixelSheet::rounded(box.x1 * ratio), left + 1);
        const int top = PixelSheet::rounded(box.y0 * ratio);
        const int bottom = PixelSheet::rounded(box.y1 * ratio);
        if (right - left == 1) {
            m_sheet.fill(left, top, bottom, colours.edge);
            continue;
        }
        // Neighbours keep apart as long as that leaves something of them.
        const bool isNarrow = box.x1 - box.x0 <= kWithoutGap;
        fillBox(left, isNarrow ? right : right - gap, top, bottom, colours);
        if (right - left >= leastLabel && box.count == 1)
            paintLabel(box, left, right, top, bottom, colours.text);
    }
}

/// With an edge, where there is room for one and it has another colour.
void RasterPainter::fillBox(int left, int right, int top, int bottom, const InkTable::Colours& colours)
{
    const int edge = std::max(1, PixelSheet::rounded(m_sheet.ratio()));
    if (colours.edge == colours.box || right - left <= 2 * edge || bottom - top <= 2 * edge) {
        m_sheet.fill(left, right, top, bottom, colours.edge);
        return;
    }
    m_sheet.fill(left, right, top, top + edge, colours.edge);
    m_sheet.fill(left, right, bottom - edge, bottom, colours.edge);
    m_sheet.fill(left, left + edge, top + edge, bottom - edge, colours.edge);
    m_sheet.fill(right - edge, right, top + edge, bottom - edge, colours.edge);
    m_sheet.fill(left + edge, right - edge, top + edge, bottom - edge, colours.box);
}

void RasterPainter::paintLabel(const Box& box, int left, int right, int top, int bottom, QRgb colour)
{
    const int padding = PixelSheet::rounded(kLabelPadding * m_sheet.ratio());
    left = std::max(left, 0) + padding;
    right = std::min(right, m_sheet.width()) - padding;
    if (box.of == Box::Of::Span) {
        m_inks.labels().stampName(m_sheet, lineOf(box.label), left, right - left, top, bottom, colour);
        return;
    }
    // "44 traced" as far as it fits: the number never is cut.
    if (!box.text.isEmpty() && !m_inks.labels().stampCentred(m_sheet, box.text, left, right, top, bottom, colour))
        m_inks.labels().stampCentred(m_sheet, box.text.section(QLatin1Char(' '), 0, 0), left, right, top, bottom,
                                     colour);
}

} // namespace stepscope::widgets
