#include "ui/recording/fold/foldexport.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>

namespace stepscope::ui {

FoldExport::FoldExport(widgets::FoldPlot* plot)
    : QObject(plot)
    , m_plot(plot)
    , m_copy(new QAction(tr("Copy CSV"), this))
    , m_figure(new QAction(tr("Export figure…"), this))
{
    m_copy->setObjectName(QStringLiteral("foldCopy"));
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetShortcut);
    m_copy->setToolTip(tr("Copy the visible waveform, with its band, as CSV (Ctrl+C in the plot)"));
    m_figure->setObjectName(QStringLiteral("foldFigure"));
    m_figure->setToolTip(tr("Save the visible plot as PNG, SVG or PDF"));
    plot->addActions({m_copy, m_figure});
    connect(m_copy, &QAction::triggered, this, &FoldExport::copyCsv);
    connect(m_figure, &QAction::triggered, this, &FoldExport::chooseFigure);
    setWords({}, false);
}

void FoldExport::setWords(const widgets::FoldWords& words, bool hasWaveform)
{
    m_words = words;
    m_copy->setEnabled(hasWaveform);
    m_figure->setEnabled(hasWaveform);
}

void FoldExport::copyCsv()
{
    const QByteArray csv = widgets::foldData(m_plot->picture(), m_plot->axis()->range());
    if (csv.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(csv));
    emit done(tr("The waveform is copied as CSV, %n line(s)", nullptr, static_cast<int>(csv.count('\n') - 1)));
}

void FoldExport::chooseFigure()
{
    const QString path = QFileDialog::getSaveFileName(m_plot, tr("Export figure"), QStringLiteral("fold.png"),
                                                      tr("Pictures (*.png *.svg *.pdf)"));
    if (!path.isEmpty())
        writeFigure(path);
}

void FoldExport::writeFigure(const QString& path)
{
    const auto written = widgets::exportFoldFigure(*m_plot, m_words, path);
    if (written.ok())
        emit done(tr("The figure is in %1").arg(QDir::toNativeSeparators(path)));
    else
        emit failed(QString::fromStdString(written.error().text));
}

} // namespace stepscope::ui
