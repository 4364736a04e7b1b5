#pragma once

#include "widgets/figures/foldfigure.h"

#include <QObject>
#include <QString>

class QAction;

namespace stepscope::ui {

/// Exports a fold plot: its waveform as CSV (Ctrl+C), and the visible plot as a figure.
class FoldExport : public QObject
{
    Q_OBJECT

public:
    explicit FoldExport(widgets::FoldPlot* plot);

    [[nodiscard]] QAction* copyAction() const { return m_copy; }
    [[nodiscard]] QAction* figureAction() const { return m_figure; }
    /// Sets the texts above an exported figure. Without a waveform both actions are disabled.
    void setWords(const widgets::FoldWords& words, bool hasWaveform);
    void copyCsv();
    void writeFigure(const QString& path);

signals:
    void done(const QString& oneLine);
    void failed(const QString& oneLine);

private:
    void chooseFigure();

    widgets::FoldPlot* m_plot;
    QAction* m_copy;
    QAction* m_figure;
    widgets::FoldWords m_words;
};

} // namespace stepscope::ui
