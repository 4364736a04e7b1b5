#pragma once

#include "ui/import/importcontent.h"

#include <QObject>
#include <QPointer>

class QWidget;

namespace stepscope::ui {

class AlignmentPanel;
class ImportDialog;

/// The dialog of an import and the panel that shows its alignment. It reads no file: signals carry the requests of the
/// user, slots set what is shown.
class ImportController : public QObject
{
    Q_OBJECT

public:
    /// Dialogs are children of `window`.
    explicit ImportController(QWidget* window);

    [[nodiscard]] AlignmentPanel* panel() const { return m_panel; }
    [[nodiscard]] ImportDialog* dialog() const;
    /// Lets the user choose files of any kind, of a recording, a study, or for an import.
    void chooseFiles(const QString& folder);
    /// Opens the dialog with these files, or adds them to the one that is open; while an import runs, after its end.
    void showFiles(const QList<ImportFile>& files);
    void setProgress(double share);
    /// Empty: cancelled.
    void setFailed(const QString& oneLine);
    /// Closes the dialog; the panel shows how the sources were aligned.
    void setDone(const QString& reference, const QList<AlignedSource>& sources);

signals:
    void openRequested(const QStringList& paths);
    void importRequested(const stepscope::ui::ImportRequest& request);
    void cancelRequested();
    void filesChosen(const QStringList& paths); ///< for the dialog; answer with showFiles()

private:
    QWidget* m_window;
    AlignmentPanel* m_panel;
    QPointer<ImportDialog> m_dialog;
    QList<ImportFile> m_later; ///< dropped while an import runs
};

} // namespace stepscope::ui
