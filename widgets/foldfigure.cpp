#include "widgets/foldfigure.h"

#include "widgets/figurefile.h"

#include <QLocale>
#include <QPainter>

namespace stepscope::widgets {

namespace {

constexpr int kTitleHeight = 28;

QString number(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
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

format::Result<void> exportFoldFigure(const FoldPlot& plot, const QString& title, const QString& path)
{
    const QSizeF size(plot.width(), plot.height() + kTitleHeight);
    const auto draw = [&](QPaintDevice& device, double scale, bool /*isVector*/) {
        QPainter painter(&device);
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.scale(scale, scale);
        painter.fillRect(QRectF(QPointF(), size), plot.theme().surface);
        painter.setFont(plot.theme().font());
        painter.setPen(plot.theme().text);
        painter.drawText(QRectF(12, 0, size.width() - 24, kTitleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(title, Qt::ElideRight, size.width() - 24));
        painter.translate(0, kTitleHeight);
        plot.paint(painter);
    };
    constexpr double kDpi = 96;
    return writeFigureFile(path, {size, kDpi * plot.devicePixelRatioF(), title, plot.theme().surface}, draw);
}

} // namespace stepscope::widgets
