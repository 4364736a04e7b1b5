#pragma once

#include "ui/import/importcontent.h"

#include <QDialog>

class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QVBoxLayout;

namespace stepscope::ui {

class MessageLine;

/// Imports files of other programs into a new recording: the files with their kinds, in their order, the output, the
/// options that these kinds have, and the progress. It does not block the window, and accesses files only to see
/// whether the output exists.
class ImportDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ImportDialog(QWidget* parent = nullptr);

    /// Adds files that are not in the list, and proposes an output beside the first one.
    void addFiles(const QList<ImportFile>& files);
    [[nodiscard]] QList<ImportFile> files() const { return m_files; }
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

    /// 0..1; -1 = not known.
    void setProgress(double share);
    /// Shows the number of files that were dropped during the import; they are added to the list after its end.
    void setWaiting(int files);
    /// The import has failed, or was cancelled if the line is empty: the user can correct and repeat it.
    void setFailed(const QString& oneLine);

public slots:
    void reject() override;

signals:
    void importRequested(const stepscope::ui::ImportRequest& request);
    void cancelRequested();                     ///< of the import that runs
    void filesChosen(const QStringList& paths); ///< answer with addFiles()

private:
    void buildList(QVBoxLayout* all);
    void buildFields(QVBoxLayout* all);
    void buildProgress(QVBoxLayout* all);
    void refresh(int current);
    void showFields();
    void showHint();
    void setMessage(bool isError, const QString& oneLine);
    void moveCurrent(int by);
    void removeCurrent();
    void chooseFiles();
    void chooseOutput();
    void proposeOutput();
    void submit();
    void setRunning(bool running);
    [[nodiscard]] QString fault(ImportRequest& request) const;

    QList<ImportFile> m_files;
    bool m_isRunning = false;
    bool m_outputIsProposed = true;
    QTreeWidget* m_list = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QFormLayout* m_form = nullptr;
    QLineEdit* m_output = nullptr;
    QPushButton* m_browse = nullptr;
    QLineEdit* m_interval = nullptr;
    QLineEdit* m_timeColumn = nullptr;
    QLineEdit* m_units = nullptr;
    MessageLine* m_message = nullptr;
    QWidget* m_progressRow = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_import = nullptr;
    QPushButton* m_cancel = nullptr;
};

/// "FIRST.stepscope" beside the first file, or "FIRST-2.stepscope" if it exists.
[[nodiscard]] QString proposedOutput(const QString& firstFile);

} // namespace stepscope::ui
