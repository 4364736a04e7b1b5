#include "widgets/figures/foldfigure.h"

#include "analysis/text/csvtext.h"
#include "widgets/figures/figure.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stepscope::widgets {

namespace {

constexpr int kMargin = 12;
constexpr int kHeadPadding = 6; ///< px above and below the text

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
    using analysis::csvNumber;
    if (picture.value.empty())
        return {};
    std::string csv = "phase,begin_s,end_s,value,low,high,unit";
    csv += analysis::kCsvRowEnd;
    const auto bins = static_cast<double>(picture.value.size());
    for (std::size_t i = 0; i < picture.value.size(); ++i) {
        const double begin = picture.stepSeconds * static_cast<double>(i) / bins;
        const double end = picture.stepSeconds * static_cast<double>(i + 1) / bins;
        if (end * 1e9 <= static_cast<double>(shown.begin) || begin * 1e9 >= static_cast<double>(shown.end))
            continue;
        for (const double value :
             {(static_cast<double>(i) + 0.5) / bins, begin, end, picture.value[i], picture.low[i], picture.high[i]})
            csv += csvNumber(value) + ',';
        csv += analysis::csvField(picture.unit);
        csv += analysis::kCsvRowEnd;
    }
    return QByteArray::fromStdString(csv);
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

} // namespace stepscope::widgets
