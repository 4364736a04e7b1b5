#pragma once

#include "analysis/study/studyobservations.h"
#include "ui/study/studycontent.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace stepscope::widgets {
class StudyChartView;
struct Theme;
} // namespace stepscope::widgets

namespace stepscope::ui {

class ComparedStudiesModel;
class JumpTable;
class ResultsModel;
class StudyObservationsPage;
class StudyTableModel;
class SweepStrip;

/// A study: at the left the list of its results, figures, tables, observations, and of a comparison with another study;
/// at the right what is chosen. A point of a figure, or a row of the results, opens the recording of its training.
class StudyPage : public QWidget
{
    Q_OBJECT

public:
    explicit StudyPage(QWidget* parent = nullptr);

    /// Shows a study. The same folder again refreshes it: the chosen entry, the selection and the comparison remain.
    void setStudy(const StudyContent& content);
    [[nodiscard]] bool hasStudy() const { return m_content.has_value(); }
    [[nodiscard]] QString folder() const { return m_content ? m_content->folder : QString(); }
    [[nodiscard]] bool isVirtual() const { return m_content && m_content->study.isVirtual(); }
    void clear();
    void setComparison(const StudyComparisonContent& comparison);
    void setObservations(const analysis::StudyObservations& observations);
    /// 0..1, or -1 if the share is not known.
    void setObservationsProgress(double share);
    void setObservationsError(const QString& oneLine);
    void setSweep(const SweepStatus& status);
    void setTheme(const widgets::Theme& theme);

    /// Chooses the entry with this name: "results", "figure-4", "table-1", "observations", "advice-batch",
    /// "comparison", "compared-throughput". False if there is none.
    bool showEntry(const QString& name);
    [[nodiscard]] QString currentEntry() const;
    /// What the entry chosen exports, without a path.
    [[nodiscard]] StudyExport exported() const;
    /// Name of a file for it, without suffix.
    [[nodiscard]] QString exportName() const;

signals:
    void recordingRequested(const QString& path);
    void compareRequested();
    void exportRequested();
    void sweepPauseRequested();
    void sweepStopRequested();
    void sweepContinueRequested(const QString& folder);
    void observationsRequested(); ///< answer with setObservations()
    void observationsCancelled();

private:
    void buildLayout();
    QWidget* buildTop();
    QWidget* buildResults();
    QWidget* buildChart();
    QWidget* buildTable();
    QWidget* buildComparison();
    void layResults();
    void fillList();
    void addHeading(const QString& text);
    void addEntry(const QString& name, const QString& text);
    void showCurrent();
    void showFigure(const analysis::StudyFigure& figure);
    void showTable(const analysis::StudyTable& table, const QString& title);
    void showGroup();
    void openCells(const std::vector<std::size_t>& cells, std::size_t study, const QPoint& place);
    void openRecording(const analysis::StudyCell& cell, const QString& folder);
    [[nodiscard]] QString summary() const;
    [[nodiscard]] const analysis::StudyFigure* figureNamed(const QString& name) const;
    [[nodiscard]] const analysis::StudyTable* tableNamed(const QString& name) const;

    std::optional<StudyContent> m_content;
    std::optional<StudyComparisonContent> m_comparison;
    bool m_asked = false; ///< for the observations of this study
    QString m_tableShown;

    QLabel* m_name = nullptr;
    QLabel* m_summary = nullptr;
    SweepStrip* m_sweep = nullptr;
    QListWidget* m_list = nullptr;
    QStackedWidget* m_pages = nullptr;
    JumpTable* m_results = nullptr;
    ResultsModel* m_resultsModel = nullptr;
    QWidget* m_chartPage = nullptr;
    QScrollArea* m_chartScroll = nullptr;
    widgets::StudyChartView* m_chart = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_empty = nullptr;
    QWidget* m_tablePage = nullptr;
    QLabel* m_tableTitle = nullptr;
    JumpTable* m_table = nullptr;
    StudyTableModel* m_tableModel = nullptr;
    StudyObservationsPage* m_observations = nullptr;
    QWidget* m_comparisonPage = nullptr;
    QLabel* m_comparisonNote = nullptr;
    JumpTable* m_compared = nullptr;
    ComparedStudiesModel* m_comparedModel = nullptr;
};

} // namespace stepscope::ui
