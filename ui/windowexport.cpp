#include "ui/mainwindow.h"
#include "ui/paperdialog.h"
#include "widgets/figure.h"
#include "widgets/timelinewidget.h"

#include <QFileDialog>

/// What leaves the window as figures and tables.
namespace stepscope::ui {

void MainWindow::chooseFigure()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), QStringLiteral("timeline.png"),
                                                      tr("Pictures (*.png *.svg *.pdf)"));
    if (!path.isEmpty())
        exportAsSeen(path);
}

void MainWindow::exportAsSeen(const QString& path)
{
    widgets::FigureOptions options = timeline()->figureAsSeen();
    options.path = path;
    emit exportFigureRequested(options);
}

void MainWindow::askForPaper()
{
    auto* dialog = new PaperDialog(view(), timeline()->figureAsSeen(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PaperDialog::exportRequested, this, &MainWindow::exportFigureRequested);
    dialog->open();
}

void MainWindow::chooseCsvFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Export tables into folder"));
    if (!folder.isEmpty())
        emit exportCsvRequested(folder);
}

} // namespace stepscope::ui
