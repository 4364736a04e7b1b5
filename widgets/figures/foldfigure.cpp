#include "widgets/figures/foldfigure.h"

#include "widgets/figures/figure.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 12;
constexpr int kHeadPadding = 6; ///< px above and below the text

QString shortestNumber(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

/// The text above the plot, laid out for a width.
class Head
{
public:
    Head(const FoldWords& words, const Theme& theme, int width)
        : m_theme(theme)
        , m_title(words.title)
        , m_notes(words.notes.join(QLatin1Char('\n')))
    {
        const int room = std::max(width - 2 * kMargin, 1);
        m_titleArea = QRectF(kMargin, kHeadPadding, room, heightOf(m_title, theme.font(), room));
        m_notesArea = QRectF(kMargin, m_titleArea.bottom() + 2, room, heightOf(m_notes, theme.smallFont(), room));
    }
    [[nodiscard]] int height() const { return static_cast<int>(std::ceil(m_notesArea.bottom())) + kHeadPadding; }
    void paint(QPainter& painter) const
    {
        painter.setFont(m_theme.font());
        painter.setPen(m_theme.text);
        painter.drawText(m_titleArea, kFlags, m_title);
        painter.setFont(m_theme.smallFont());
        painter.setPen(m_theme.mutedText);
        painter.drawText(m_notesArea, kFlags, m_notes);
    }

private:
    static constexpr int kFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

    static double heightOf(const QString& text, const QFont& font, int width)
    {
        return text.isEmpty() ? 0 : QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), kFlags, text).height();
    }

    Theme m_theme;
    QString m_title, m_notes;
    QRectF m_titleArea, m_notesArea;
};

/// Draws a layout on its page, scaled by `pageScale`.
FigureDraw drawingOf(const FoldPlot& plot, const Head& head, QSize layout, double pageScale)
{
    return [&plot, &head, layout, pageScale](QPaintDevice& device, double scale, bool /*isVector*/) {
        QPainter painter(&device);
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.scale(scale * pageScale, scale * pageScale);
        painter.fillRect(QRect(QPoint(), layout), plot.theme().surface);
        head.paint(painter);
        painter.translate(0, head.height());
        plot.paint(painter);
    };
}

} // namespace

QByteArray foldData(const FoldPicture& picture, trace::TimeRange shown)
{
    if (picture.value.empty())
        return {};
    QString csv = QStringLiteral("phase,begin_s,end_s,value,low,high,unit\r\n");
    const auto bins = static_cast<double>(picture.value.size());
    for (std::size_t i = 0; i < picture.value.size(); ++i) {
        const double begin = picture.stepSeconds * static_cast<double>(i) / bins;
        const double end = picture.stepSeconds * static_cast<double>(i + 1) / bins;
        if (end * 1e9 <= static_cast<double>(shown.begin) || begin * 1e9 >= static_cast<double>(shown.end))
            continue;
        csv += shortestNumber((static_cast<double>(i) + 0.5) / bins) + u',' + shortestNumber(begin) + u',' +
               shortestNumber(end) + u',' + shortestNumber(picture.value[i]) + u',' + shortestNumber(picture.low[i]) +
               u',' + shortestNumber(picture.high[i]) + u',' + QString::fromStdString(picture.unit) +
               QStringLiteral("\r\n");
    }
    return csv.toUtf8();
}

format::Result<void> exportFoldFigure(const FoldPlot& seen, const FoldWords& words, const QString& path)
{
    // Same range, theme and width as on the screen, but with all ops.
    FoldPlot plot;
    plot.setTheme(seen.theme());
    plot.setPicture(seen.picture());
    plot.axis()->zoomTo(seen.axis()->range());
    plot.setColumnsPerPx(seen.devicePixelRatioF());
    plot.resize(seen.width(), std::max(seen.height(), plot.wholeHeight()));
    const Head head(words, plot.theme(), plot.width());
    const QSizeF size(plot.width(), plot.height() + head.height());
    return writeFigureFile(path, {size, kLayoutDpi * seen.devicePixelRatioF(), words.title, plot.theme().surface},
                           drawingOf(plot, head, size.toSize(), 1));
}

format::Result<void> exportFoldFigure(FoldPicture picture, const FoldWords& words, const FigurePaper& paper)
{
    TRY(checkPaper(paper));
    Theme theme = Theme::of(paper.theme);
    theme.family = paper.fontFamily;
    FoldPlot plot;
    plot.setTheme(theme);
    plot.setPicture(std::move(picture));
    // Iterate: a wider layout has fewer lines of text, and more lines make the layout wider if the height is fixed.
    constexpr int kRounds = 3;
    FigurePage page = pageFor(paper, plot.wholeHeight());
    std::optional<Head> head;
    for (int round = 0; round < kRounds; ++round) {
        head.emplace(words, theme, page.layout.width());
        page = pageFor(paper, head->height() + plot.wholeHeight());
    }
    plot.setColumnsPerPx(std::max(paper.dpi / kLayoutDpi * page.scale, 1.0));
    plot.resize(page.layout.width(), page.layout.height() - head->height());
    TRY(writeFigureFile(paper.path, {page.size, paper.dpi, words.title, theme.surface},
                        drawingOf(plot, *head, page.layout, page.scale)));
    return writeFigureData(foldData(plot.picture(), plot.axis()->range()), paper.dataPath);
}

namespace {

QByteArray quoted(const QString& text)
{
    QByteArray field = text.toUtf8();
    if (!field.contains('"') && !field.contains(',') && !field.contains('\n') && !field.contains('\r'))
        return field;
    return '"' + field.replace('"', "\"\"") + '"';
}

QByteArray csvNumber(double value)
{
    return QByteArray::number(value, 'g', 15);
}

/// The records of one row.
class RowData
{
public:
    RowData(QByteArray& csv, const Scene& scene, const Rows::Row& row, const Viewport& viewport)
        : m_csv(csv)
        , m_scene(scene)
        , m_viewport(viewport)
        , m_row(quoted(row.track->caption(scene.view).name))
        , m_names(row.track->readouts(scene.view, {}))
    {}

    void add(const Geometry& geometry)
    {
        for (std::size_t i = 0; i < geometry.series.size(); ++i)
            addSeries(geometry.series[i], nameAt(i));
        // Readouts are the lines, then the layers of the stack from the top.
        for (std::size_t i = 0; i < geometry.stack.size(); ++i)
            addLayer(geometry.stack[i], nameAt(m_names.size() - 1 - i));
        for (const Box& box : geometry.boxes)
            addBox(box);
    }

private:
    [[nodiscard]] QByteArray nameAt(std::size_t i) const
    {
        return i < m_names.size() ? quoted(m_names[i].name) : QByteArray();
    }
    [[nodiscard]] QByteArray times(std::int64_t begin, std::int64_t end) const
    {
        return QByteArray::number(static_cast<qlonglong>(begin - m_scene.start())) + ',' +
               QByteArray::number(static_cast<qlonglong>(end - m_scene.start()));
    }
    void addSeries(const Series& series, const QByteArray& name)
    {
        for (const Column& column : series.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",column," + times(time.begin, time.end) + ',' + csvNumber(column.min) + ',' +
                     csvNumber(column.max) + ',' + csvNumber(column.mean) + ",,,\r\n";
        }
        for (const std::vector<Point>& line : series.lines) {
            for (const Point& point : line) {
                const std::int64_t time = timeAt(point.x, m_viewport);
                const QByteArray value = csvNumber(point.value);
                m_csv += m_row + ',' + name + ",point," + times(time, time) + ',' + value + ',' + value + ',' + value +
                         ",,,\r\n";
            }
        }
    }
    void addLayer(const StackLayer& layer, const QByteArray& name)
    {
        for (const StackColumn& column : layer.columns) {
            const trace::TimeRange time = columnRange(column.column, m_viewport);
            m_csv += m_row + ',' + name + ",layer," + times(time.begin, time.end) + ",,," +
                     csvNumber(column.high - column.low) + ",,,\r\n";
        }
    }
    void addBox(const Box& box)
    {
        static constexpr std::array<const char*, 4> kKinds = {"span", "step", "event", "loss"};
        trace::TimeRange time{timeAt(box.x0, m_viewport), timeAt(box.x1, m_viewport)};
        QByteArray name;
        if (box.of == Box::Of::Span) {
            const trace::SpanRecord span = m_scene.view.lanes()[box.lane].span(box.index);
            const std::string_view op = m_scene.view.opName(span.op);
            name = quoted(QString::fromUtf8(op.data(), static_cast<qsizetype>(op.size())));
            if (box.count == 1)
                time = {span.start, span.end()};
        } else if (box.of == Box::Of::Step) {
            const format::Step step = m_scene.view.step(box.index);
            name = QByteArray::number(static_cast<qulonglong>(step.index));
            if (box.count == 1)
                time = {step.start, step.end};
        } else if (box.of == Box::Of::Event) {
            const trace::EventRecord& event = m_scene.view.event(box.index);
            name = quoted(QString::fromStdString(event.text));
            time = {event.time, event.time};
        } else {
            const trace::Loss& loss = m_scene.view.losses()[box.index];
            name = quoted(QString::fromStdString(loss.what));
            time = loss.range;
        }
        m_csv += m_row + ",," + kKinds[static_cast<std::size_t>(box.of)] + ',' + times(time.begin, time.end) + ",,,," +
                 name + ',' + QByteArray::number(static_cast<qulonglong>(box.count)) + ',' + csvNumber(box.busy) +
                 "\r\n";
    }

    QByteArray& m_csv;
    const Scene& m_scene;
    const Viewport& m_viewport;
    QByteArray m_row;
    std::vector<Readout> m_names;
};

} // namespace

QByteArray figureData(const Scene& scene, QSize data, int columns)
{
    QByteArray csv = "row,series,kind,begin_ns,end_ns,min,max,mean,name,count,busy\r\n";
    for (const Rows::Row& row : scene.rows.all()) {
        const int top = row.top - scene.scroll;
        if (top + row.height <= 0 || top >= data.height())
            continue;
        // The last px of a row is the separator line.
        const Viewport viewport{scene.shown(), static_cast<double>(data.width()), static_cast<double>(row.height - 1),
                                columns};
        RowData(csv, scene, row, viewport).add(row.track->geometry(scene.view, viewport));
    }
    return csv;
}

} // namespace stepscope::widgets
