#include "ui/window/studycontroller.h"

#include "ui/parts/savedialog.h"
#include "ui/parts/settings.h"
#include "ui/study/studypage.h"

#include <QFileDialog>
#include <QFileInfo>

namespace stepscope::ui {

StudyController::StudyController(StudyPage* page, QWidget* parent)
    : QObject(parent)
    , m_page(page)
    , m_dialogParent(parent)
{
    connect(page, &StudyPage::compareRequested, this, &StudyController::chooseComparison);
    connect(page, &StudyPage::exportRequested, this, &StudyController::chooseExport);
}

QString StudyController::chooseFolder(const QString& title) const
{
    const QStringList recent = settings::studies();
    const QString last = m_page->hasStudy() ? m_page->folder() : recent.value(0);
    return QFileDialog::getExistingDirectory(m_dialogParent, title, last.isEmpty() ? last : QFileInfo(last).path());
}

void StudyController::chooseStudy()
{
    const QString folder = chooseFolder(tr("Open study: its folder, with study.json"));
    if (!folder.isEmpty())
        emit openRequested(folder);
}

void StudyController::chooseComparison()
{
    const QString folder = chooseFolder(tr("Compare with the study in this folder"));
    if (!folder.isEmpty())
        emit compareRequested(folder);
}

void StudyController::chooseExport()
{
    StudyExport request = m_page->exported();
    QStringList filters{tr("Data (*.csv)")};
    if (request.figure)
        filters =
            QStringList{tr("Picture (*.png)"), tr("Vector picture (*.svg)"), tr("Vector picture (*.pdf)")} + filters;
    request.path = askSavePath(m_dialogParent, tr("Export"), m_page->exportName(), filters);
    if (!request.path.isEmpty())
        emit exportRequested(request);
}

} // namespace stepscope::ui
