#include "ui/recording/fold/foldexport.h"

#include "analysis/folding/predictability.h"
#include "ui/parts/messagetext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/savedialog.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
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
    const QString path =
        askSavePath(m_plot, tr("Export figure"), exportName(m_plot, QStringLiteral("fold"), QStringLiteral("png")),
                    {tr("Pictures (*.png *.svg *.pdf)")});
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

namespace {

QString ofWaveform(const FoldedSteps& folded)
{
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    QString about = (folded.steps.isDetected ? FoldExport::tr("%1 detected steps of %2, %3 readings; resolution %4")
                                             : FoldExport::tr("%1 steps of %2, %3 readings; resolution %4"))
                        .arg(countOf(fold.steps), duration(fold.stepSeconds), countOf(fold.samples),
                             duration(fold.resolutionSeconds));
    const analysis::Sensor& sensor = folded.channel.sensor;
    if (sensor.isWindowKnown && fold.windowSeconds > 0)
        about += FoldExport::tr("; averaging window of %1 deconvolved").arg(duration(fold.windowSeconds));
    if (sensor.isLagKnown && sensor.lag > 0)
        about += FoldExport::tr("; latency of %1 corrected").arg(duration(static_cast<double>(sensor.lag) * 1e-9));
    return about;
}

} // namespace

QString foldAbout(const trace::TraceView& view, const FoldedSteps& folded,
                  const analysis::Predictability* predictability)
{
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    QString about =
        fold.reason.empty() ? ofWaveform(folded) : FoldExport::tr("No waveform: %1").arg(messageText(fold.reason));
    if (predictability == nullptr)
        return about;
    const trace::Channel& info = view.channels()[folded.channelIndex].info();
    const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
    for (const analysis::ChannelPredictability& channel : predictability->channels) {
        if (channel.share && channel.channel == (isPower ? info.rail : info.name))
            about += FoldExport::tr("; the mean step explains %1 of the variance").arg(percent(*channel.share));
    }
    return about;
}

QStringList foldNotes(const FoldedSteps& folded)
{
    QStringList notes;
    if (folded.channel.waveform.reason.empty()) {
        for (const analysis::Message& note : analysis::foldNotes(folded.channel, folded.steps))
            notes << messageText(note);
    }
    return notes;
}

} // namespace stepscope::ui
