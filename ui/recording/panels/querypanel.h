#pragma once

#include "analysis/query/query.h"
#include "analysis/trace/traceview.h"
#include "ui/parts/backgroundjob.h"
#include "ui/recording/panels/queryplaces.h"
#include "ui/recording/panels/queryresultmodel.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLayout;
class QPlainTextEdit;
class QPushButton;
class QSplitter;
class QToolButton;

namespace stepscope::ui {

class ElidedLabel;
class FigureOrder;
class JumpTable;
class MessageLine;

/// SQL over the recording: a statement, the rows that it yields, and their places in the timeline. A statement runs in
/// the worker pool over the view at its start; later data need another run.
class QueryPanel : public QWidget
{
    Q_OBJECT

public:
    /// A longer result is cut, and the panel says so; Save as CSV writes all rows.
    static constexpr std::uint64_t kRowsShown = 100'000;

    explicit QueryPanel(QWidget* parent = nullptr);
    ~QueryPanel() override;

    void setView(const trace::TraceView& view);
    void clear();

    [[nodiscard]] QString statement() const;
    void setStatement(const QString& statement);
    [[nodiscard]] JumpTable* table() const { return m_table; }
    [[nodiscard]] bool isBusy() const { return m_isBusy; }
    /// The line below the statement: an error, or that a file was written.
    [[nodiscard]] QString message() const;
    [[nodiscard]] QString summary() const;
    /// Runs the statement and writes all its rows.
    void saveCsv(const QString& path);

public slots:
    void run();
    void cancel();
    /// Highlights the rows, or ends that.
    void highlight();
    /// Ends the highlight, if there is one.
    void endHighlight();

signals:
    void placeRequested(const stepscope::ui::QueryPlaces::Place& place);
    /// nullptr = none.
    void highlightRequested(const std::shared_ptr<const stepscope::widgets::SpanIndex>& spans);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The query over one view, with the totals that it keeps. Used by one job at a time.
    struct Session
    {
        trace::TraceView view;
        std::unique_ptr<analysis::RecordingQuery> query; ///< created by the first job
        [[nodiscard]] analysis::RecordingQuery& opened();
    };

    void buildEditor();
    QWidget* buildLeft();
    QWidget* buildRight();
    void showResult(const QueryResultModel::ResultPointer& result);
    void fitColumns();
    void setBusy(bool busy);
    void updateButtons();
    [[nodiscard]] std::shared_ptr<Session> session();

    trace::TraceView m_view;
    bool m_hasView = false;
    std::shared_ptr<Session> m_session;
    BackgroundJob m_jobs; ///< statements and files, one at a time
    BackgroundJob m_highlighting;
    QueryPlaces m_places;
    bool m_isHighlighted = false;
    bool m_isBusy = false; ///< with a statement or a file
    QString m_about;       ///< the rows, for the summary

    QPlainTextEdit* m_editor = nullptr;
    QComboBox* m_examples = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_cancel = nullptr;
    MessageLine* m_message = nullptr;
    ElidedLabel* m_summary = nullptr;
    QToolButton* m_highlight = nullptr;
    QToolButton* m_save = nullptr;
    QueryResultModel* m_model = nullptr;
    FigureOrder* m_order = nullptr;
    JumpTable* m_table = nullptr;
    QSplitter* m_across = nullptr;
};

} // namespace stepscope::ui
