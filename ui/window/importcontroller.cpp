#include "ui/window/importcontroller.h"

#include "ui/import/alignmentpanel.h"
#include "ui/import/importdialog.h"
#include "ui/window/droptarget.h"

#include <QFileDialog>
#include <QWidget>

#include <utility>

namespace stepscope::ui {

ImportController::ImportController(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_panel(new AlignmentPanel(window))
{
    auto* drop = new DropTarget(window, tr("Drop to open: recordings, studies, or files of one run to import"));
    connect(drop, &DropTarget::dropped, this, &ImportController::openRequested);
}

ImportDialog* ImportController::dialog() const
{
    return m_dialog;
}

void ImportController::chooseFiles(const QString& folder)
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        m_window, tr("Open a recording, a study, or the files of one run"), folder,
        tr("All that can be opened (*.stepscope study.json *.log *.txt *.json *.gz *.nvvp *.nvprof *.sqlite *.db *.pb "
           "*.pbtxt *.csv *.tsv);;Recordings (*.stepscope);;All files (*)"));
    if (!paths.isEmpty())
        emit openRequested(paths);
}

void ImportController::showFiles(const QList<ImportFile>& files)
{
    if (m_dialog && m_dialog->isRunning()) {
        m_later << files;
        m_dialog->setWaiting(static_cast<int>(m_later.size()));
        return;
    }
    if (!m_dialog) {
        m_dialog = new ImportDialog(m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &ImportDialog::importRequested, this, &ImportController::importRequested);
        connect(m_dialog, &ImportDialog::cancelRequested, this, &ImportController::cancelRequested);
        connect(m_dialog, &ImportDialog::filesChosen, this, &ImportController::filesChosen);
        auto* drop = new DropTarget(m_dialog, tr("Drop to add files of the same run"));
        connect(drop, &DropTarget::dropped, this, &ImportController::filesChosen);
    }
    m_dialog->addFiles(files);
    m_dialog->open();
}

void ImportController::setProgress(double share)
{
    if (m_dialog)
        m_dialog->setProgress(share);
}

void ImportController::setFailed(const QString& oneLine)
{
    if (!m_dialog)
        return;
    m_dialog->addFiles(std::exchange(m_later, {}));
    m_dialog->setFailed(oneLine);
}

void ImportController::setDone(const QString& reference, const QList<AlignedSource>& sources)
{
    if (m_dialog)
        m_dialog->accept();
    m_dialog = nullptr; // it is deleted later
    m_panel->setSources(reference, sources);
    if (!m_later.isEmpty())
        showFiles(std::exchange(m_later, {}));
}

} // namespace stepscope::ui
