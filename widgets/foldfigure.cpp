#include "widgets/foldfigure.h"

#include "widgets/figurefile.h"

#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kLayoutDpi = 96; ///< a px of the layout is 1/96 inch on paper
constexpr int kMargin = 12;
constexpr int kAir = 6; ///< above and below the words

QString number(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

/// The words above the plot, laid out for a width.
class Head
{
public:
    Head(const FoldWords& words, const Theme& theme, int width)
        : m_theme(theme)
        , m_title(words.title)
        , m_notes(words.notes.join(QLatin1Char('\n')))
    {
        const int room = std::max(width - 2 * kMargin, 1);
        m_titleArea = QRectF(kMargin, kAir, room, heightOf(m_title, theme.font(), room));
        m_notesArea = QRectF(kMargin, m_titleArea.bottom() + 2, room, heightOf(m_notes, theme.smallFont(), room));
    }
    [[nodiscard]] int height() const { return static_cast<int>(std::ceil(m_notesArea.bottom())) + kAir; }
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

/// Of a layout that comes to its page by `pageScale`.
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
        csv += number((static_cast<double>(i) + 0.5) / bins) + u',' + number(begin) + u',' + number(end) + u',' +
               number(picture.value[i]) + u',' + number(picture.low[i]) + u',' + number(picture.high[i]) + u',' +
               QString::fromStdString(picture.unit) + QStringLiteral("\r\n");
    }
    return csv.toUtf8();
}

format::Result<void> exportFoldFigure(const FoldPlot& seen, const FoldWords& words, const QString& path)
{
    // The same stretch, look and width; ops that the screen has no room for are in it.
    FoldPlot plot;
    plot.setTheme(seen.theme());
    plot.setPicture(seen.picture());
    plot.axis()->zoomTo(seen.axis()->range());
    plot.setFineness(seen.devicePixelRatioF());
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
    // The wider the layout, the fewer lines; and the more lines, the wider it becomes where the height is given.
    constexpr int kRounds = 3;
    FigurePage page = pageFor(paper, plot.wholeHeight());
    std::optional<Head> head;
    for (int round = 0; round < kRounds; ++round) {
        head.emplace(words, theme, page.layout.width());
        page = pageFor(paper, head->height() + plot.wholeHeight());
    }
    plot.setFineness(std::max(paper.dpi / kLayoutDpi * page.scale, 1.0));
    plot.resize(page.layout.width(), page.layout.height() - head->height());
    TRY(writeFigureFile(paper.path, {page.size, paper.dpi, words.title, theme.surface},
                        drawingOf(plot, *head, page.layout, page.scale)));
    return writeFigureData(foldData(plot.picture(), plot.axis()->range()), paper.dataPath);
}

} // namespace stepscope::widgets
