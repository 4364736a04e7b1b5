#pragma once

#include "ui/study/studycontent.h"

#include <QObject>
#include <QString>

namespace stepscope::ui {

class StudyPage;

/// The dialogs of the study page: opening and comparing studies, exporting what the page shows. It writes no file: the
/// signals carry paths and contents.
class StudyController : public QObject
{
    Q_OBJECT

public:
    /// Dialogs are children of `parent`.
    StudyController(StudyPage* page, QWidget* parent);

    void chooseStudy();
    void chooseComparison();
    void chooseExport();

signals:
    void openRequested(const QString& folder);
    void compareRequested(const QString& folder);
    void exportRequested(const stepscope::ui::StudyExport& request);

private:
    [[nodiscard]] QString chooseFolder(const QString& title) const;

    StudyPage* m_page;
    QWidget* m_dialogParent;
};

} // namespace stepscope::ui
