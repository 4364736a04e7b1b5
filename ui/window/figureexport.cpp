#include "ui/window/figureexport.h"

#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QFileDialog>

namespace stepscope::ui {

FigureExport::FigureExport(RecordingPage* recording, QWidget* parent)
    : QObject(parent)
    , m_recording(recording)
    , m_dialogParent(parent)
{}

void FigureExport::chooseFigure()
{
    const QString path = QFileDialog::getSaveFileName(
        m_dialogParent, tr("Export figure"), QStringLiteral("timeline.png"), tr("Pictures (*.png *.svg *.pdf)"));
    if (!path.isEmpty())
        exportVisible(path);
}

void FigureExport::exportVisible(const QString& path)
{
    widgets::FigureOptions options = m_recording->timeline()->figureAsSeen();
    options.path = path;
    emit exportFigureRequested(options);
}

void FigureExport::openPaperDialog()
{
    auto* dialog = new PaperDialog(m_recording->view(), m_recording->timeline()->figureAsSeen(), m_dialogParent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PaperDialog::exportRequested, this, &FigureExport::exportFigureRequested);
    dialog->open();
}

void FigureExport::chooseCsvFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(m_dialogParent, tr("Export tables into folder"));
    if (!folder.isEmpty())
        emit exportCsvRequested(folder);
}

} // namespace stepscope::ui
