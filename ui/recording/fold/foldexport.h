#pragma once

#include "ui/recording/fold/foldpanel.h"
#include "widgets/figures/foldfigure.h"

#include <QObject>
#include <QString>
#include <QStringList>

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

namespace stepscope::analysis {
struct Predictability;
}

namespace stepscope::ui {

/// A one-line description of a fold: steps, readings, resolution and sensor correction, or why there is no waveform.
/// `predictability` adds the share that the mean step explains; null if not computed.
QString foldAbout(const trace::TraceView& view, const FoldedSteps& folded,
                  const analysis::Predictability* predictability);

/// Warnings about the fold, one sentence each.
QStringList foldNotes(const FoldedSteps& folded);

} // namespace stepscope::ui
