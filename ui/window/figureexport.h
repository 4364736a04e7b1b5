#pragma once

#include "widgets/figures/figure.h"

#include <QObject>
#include <QString>

namespace stepscope::ui {

class RecordingPage;

/// The dialogs that export the recording page as figures and tables. It writes no file: the signals carry the options.
class FigureExport : public QObject
{
    Q_OBJECT

public:
    /// Dialogs are children of `parent`.
    FigureExport(RecordingPage* recording, QWidget* parent);

    /// Asks for a path, then exportVisible().
    void chooseFigure();
    /// The visible part of the timeline as .png, .svg or .pdf.
    void exportVisible(const QString& path);
    /// The dialog for figures of a given size in mm.
    void openPaperDialog();
    void chooseCsvFolder();

signals:
    void exportFigureRequested(const stepscope::widgets::FigureOptions& options);
    void exportCsvRequested(const QString& directory);

private:
    RecordingPage* m_recording;
    QWidget* m_dialogParent;
};

} // namespace stepscope::ui
