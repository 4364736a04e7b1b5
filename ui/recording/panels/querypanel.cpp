#include "ui/recording/panels/querypanel.h"

#include "analysis/export/textfile.h"
#include "analysis/query/queryexamples.h"
#include "analysis/query/querytext.h"
#include "analysis/text/csvtext.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/quantities.h"
#include "ui/parts/savedialog.h"
#include "ui/parts/settings.h"
#include "ui/parts/statusline.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <filesystem>
#include <span>
#include <stop_token>
#include <tuple>
#include <utility>

namespace stepscope::ui {

namespace {

/// Shown in the empty editor, and run from there.
constexpr const char* kFirstStatement = "SELECT op, count(*), sum(duration_ns) FROM spans GROUP BY op";

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

analysis::QueryOptions optionsOf(std::uint64_t limit, const std::stop_token& stop)
{
    return {.limit = limit, .isCancelled = [stop] { return stop.stop_requested(); }};
}

} // namespace

analysis::RecordingQuery& QueryPanel::Session::opened()
{
    if (!query)
        query = std::make_unique<analysis::RecordingQuery>(view);
    return *query;
}

QueryPanel::QueryPanel(QWidget* parent)
    : QWidget(parent)
    , m_editor(new QPlainTextEdit(this))
    , m_examples(new QComboBox(this))
    , m_run(new QPushButton(tr("&Run"), this))
    , m_cancel(new QPushButton(tr("Ca&ncel"), this))
    , m_message(new MessageLine(MessageLine::Place::Panel, this))
    , m_summary(new ElidedLabel(this))
    , m_highlight(new QToolButton(this))
    , m_save(new QToolButton(this))
    , m_model(new QueryResultModel(this))
    , m_order(new FigureOrder(this))
    , m_table(new JumpTable(this))
    , m_across(new QSplitter(Qt::Horizontal, this))
{
    buildEditor();
    m_across->setHandleWidth(1);
    m_across->addWidget(buildLeft());
    m_across->addWidget(buildRight());
    m_across->setStretchFactor(1, 1);
    m_across->setCollapsible(0, false);
    m_across->setCollapsible(1, false);
    const int digit = fontMetrics().averageCharWidth();
    m_across->setSizes({digit * 72, digit * 110});
    m_across->restoreState(settings::layout(QStringLiteral("query")));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_across);

    connect(m_run, &QPushButton::clicked, this, &QueryPanel::run);
    connect(m_cancel, &QPushButton::clicked, this, &QueryPanel::cancel);
    connect(m_highlight, &QToolButton::clicked, this, &QueryPanel::highlight);
    connect(m_save, &QToolButton::clicked, this, [this] {
        const QString path =
            askSavePath(this, tr("Save all rows"), exportName(this, QStringLiteral("query"), QStringLiteral("csv")),
                        {tr("Tables (*.csv)")});
        if (!path.isEmpty())
            saveCsv(path);
    });
    connect(m_examples, &QComboBox::activated, this, [this](int row) {
        if (row > 0)
            setStatement(m_examples->itemData(row).toString());
    });
    connect(m_table, &JumpTable::jumpRequested, this, [this](const QModelIndex& index) {
        const auto row = static_cast<std::size_t>(m_order->mapToSource(index).row());
        if (const auto place = m_places.of(m_model->result()->rows[row]))
            emit placeRequested(*place);
    });
    const auto fail = [this](const QString& text) {
        m_message->setMessage(MessageLine::Kind::Error, text);
        setBusy(false);
    };
    connect(&m_jobs, &BackgroundJob::failed, this, fail);
    connect(&m_highlighting, &BackgroundJob::failed, this, fail);
    clear();
}

QueryPanel::~QueryPanel()
{
    settings::setLayout(QStringLiteral("query"), m_across->saveState());
}

void QueryPanel::buildEditor()
{
    m_editor->setObjectName(QStringLiteral("statement"));
    m_editor->setAccessibleName(tr("Statement"));
    m_editor->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_editor->setFrameShape(QFrame::NoFrame);
    m_editor->setTabChangesFocus(true);
    m_editor->document()->setDocumentMargin(8);
    m_editor->setPlaceholderText(QLatin1String(kFirstStatement) + QStringLiteral("\n\n") +
                                 tr("Tables: spans, ops, steps, samples, channels, rails, lanes, links, events, "
                                    "losses, log, run"));
    m_editor->installEventFilter(this);
    m_examples->setObjectName(QStringLiteral("examples"));
    m_examples->setAccessibleName(tr("Examples"));
    m_examples->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_examples->setMinimumContentsLength(18);
    m_examples->addItem(tr("Examples"));
    for (const analysis::QueryExample& example : analysis::queryExamples())
        m_examples->addItem(textOf(example.title), textOf(example.statement));
    m_examples->view()->setMinimumWidth(m_examples->view()->sizeHintForColumn(0) + 24);
    m_run->setObjectName(QStringLiteral("runQuery"));
    m_run->setToolTip(tr("Run the statement (Ctrl+Enter)"));
    m_cancel->setObjectName(QStringLiteral("cancelQuery"));
    m_cancel->setToolTip(tr("Stop the statement (Esc)"));
    m_message->setObjectName(QStringLiteral("queryMessage"));
}

QWidget* QueryPanel::buildLeft()
{
    auto* left = new QWidget(m_across);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(m_examples, 1);
    top->addWidget(m_run);
    top->addWidget(m_cancel);
    auto* down = new QVBoxLayout(left);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(0);
    down->addLayout(top);
    down->addWidget(m_editor, 1);
    down->addWidget(m_message);
    return left;
}

QWidget* QueryPanel::buildRight()
{
    m_table->setObjectName(QStringLiteral("queryResult"));
    m_table->setAccessibleName(tr("Rows of the query"));
    m_order->setSourceModel(m_model);
    m_table->setModel(m_order);
    m_highlight->setObjectName(QStringLiteral("highlightQuery"));
    m_highlight->setText(tr("Highlight in timeline"));
    m_highlight->setCheckable(true);
    m_save->setObjectName(QStringLiteral("saveQuery"));
    m_save->setText(tr("Save as CSV…"));
    m_save->setToolTip(tr("Run the statement again and write all its rows"));
    for (QToolButton* button : {m_highlight, m_save})
        button->setAutoRaise(true);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setObjectName(QStringLiteral("querySummary"));
    auto* right = new QWidget(m_across);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(m_summary, 1);
    top->addWidget(m_highlight);
    top->addWidget(m_save);
    auto* down = new QVBoxLayout(right);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(0);
    down->addLayout(top);
    down->addWidget(m_table, 1);
    return right;
}

void QueryPanel::setView(const trace::TraceView& view)
{
    m_view = view;
    m_hasView = true;
    updateButtons();
}

void QueryPanel::clear()
{
    m_jobs.cancel();
    m_highlighting.cancel();
    m_session.reset();
    m_view = {};
    m_hasView = false;
    m_message->clear();
    setBusy(false);
    showResult(nullptr);
}

QString QueryPanel::statement() const
{
    return m_editor->toPlainText();
}

void QueryPanel::setStatement(const QString& statement)
{
    // As an edit, so that Undo brings the previous statement back.
    QTextCursor cursor(m_editor->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(statement);
    m_editor->setFocus();
}

QString QueryPanel::message() const
{
    return m_message->text();
}

QString QueryPanel::summary() const
{
    return m_summary->text();
}

/// Keeps the totals of the last statement while the recording has not grown.
std::shared_ptr<QueryPanel::Session> QueryPanel::session()
{
    const auto sizeOf = [](const trace::TraceView& view) {
        return std::make_tuple(view.spanCount(), view.sampleCount(), view.stepCount(), view.opCount(), view.linkCount(),
                               view.logSize(), view.eventCount(), view.losses().size(), view.ending().has_value());
    };
    if (!m_session || sizeOf(m_session->view) != sizeOf(m_view))
        m_session = std::make_shared<Session>(Session{m_view, nullptr});
    return m_session;
}

void QueryPanel::run()
{
    if (!m_hasView || m_isBusy)
        return;
    if (statement().trimmed().isEmpty())
        m_editor->setPlainText(QLatin1String(kFirstStatement));
    m_message->clear();
    setBusy(true);
    using Result = format::Result<analysis::QueryResult>;
    m_jobs.start(
        [session = session(), text = statement().toStdString()](const std::stop_token& stop) {
            return session->opened().collect(text, optionsOf(kRowsShown, stop));
        },
        [this](Result result) {
            setBusy(false);
            // Rows of another statement would look like those of this one.
            showResult(result.ok() ? std::make_shared<const analysis::QueryResult>(std::move(*result)) : nullptr);
            if (!result.ok()) {
                m_about.clear();
                m_summary->clear();
                m_message->setMessage(MessageLine::Kind::Error, QString::fromStdString(result.error().text));
            }
        });
}

void QueryPanel::cancel()
{
    if (!m_isBusy)
        return;
    m_jobs.cancel();
    setBusy(false);
    m_message->setMessage(MessageLine::Kind::Note, tr("The query was cancelled."));
}

void QueryPanel::saveCsv(const QString& path)
{
    m_message->clear();
    setBusy(true);
    const auto write = [session = session(), text = statement().toStdString(),
                        file = std::filesystem::path(path.toStdString())](const std::stop_token& stop) {
        std::unique_ptr<analysis::TextFile> output;
        analysis::RecordingQuery::Receiver receiver;
        receiver.begin = [&](const std::vector<std::string>& columns) {
            output = std::make_unique<analysis::TextFile>(file);
            output->write(analysis::queryCsvHeader(columns).append(analysis::kCsvRowEnd));
        };
        receiver.row = [&](std::span<const analysis::QueryValue> row) {
            output->write(analysis::queryCsvRow(row).append(analysis::kCsvRowEnd));
        };
        const auto outcome = session->opened().run(text, optionsOf(0, stop), receiver);
        std::error_code ignored;
        // Rows are missing. A device stays.
        if (!outcome.ok() && output &&
            std::filesystem::symlink_status(file, ignored).type() == std::filesystem::file_type::regular)
            std::filesystem::remove(file, ignored);
        return outcome.ok() ? output->close() : format::Result<void>(outcome.error());
    };
    m_jobs.start(write, [this, path](const format::Result<void>& written) {
        setBusy(false);
        if (written.ok())
            m_message->setMessage(MessageLine::Kind::Note, tr("%1 was written.").arg(path));
        else
            m_message->setMessage(MessageLine::Kind::Error, QString::fromStdString(written.error().text));
    });
}

void QueryPanel::highlight()
{
    if (m_isHighlighted || !m_model->result()) {
        endHighlight();
        return;
    }
    using Spans = std::shared_ptr<const widgets::SpanIndex>;
    m_isHighlighted = true;
    updateButtons();
    m_highlighting.start(
        [view = m_view, places = m_places, result = m_model->result()](const std::stop_token& stop) {
            return spansAt(view, places, *result, stop);
        },
        [this](const Spans& spans) {
            if (spans->count() > 0) {
                emit highlightRequested(spans);
                return;
            }
            m_isHighlighted = false;
            updateButtons();
            m_message->setMessage(MessageLine::Kind::Note,
                                  tr("No span lies in the ranges of these rows: there is nothing to highlight."));
        });
}

void QueryPanel::endHighlight()
{
    m_highlighting.cancel();
    if (std::exchange(m_isHighlighted, false))
        emit highlightRequested(nullptr);
    updateButtons();
}

void QueryPanel::showResult(const QueryResultModel::ResultPointer& result)
{
    endHighlight();
    m_places = result ? QueryPlaces(result->columns) : QueryPlaces();
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_order->sort(-1);
    m_model->setResult(result);
    m_about = tr("Choose an example, or write a statement, and press Ctrl+Enter.");
    if (result) {
        const QString rows = countOf(result->rows.size());
        const QString text = result->isCut              ? tr("The first %1 rows; Save as CSV writes all").arg(rows)
                             : result->rows.size() == 1 ? tr("1 row")
                                                        : tr("%1 rows").arg(rows);
        m_about = text + QStringLiteral(" · ") + duration(result->seconds);
    }
    m_summary->setText(m_about);
    fitColumns();
    updateButtons();
}

/// As wide as the first rows need, within limits.
void QueryPanel::fitColumns()
{
    const int digit = fontMetrics().averageCharWidth();
    m_table->horizontalHeader()->setResizeContentsPrecision(100);
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnWidth(column, std::clamp(m_table->columnWidth(column) + digit, digit * 8, digit * 48));
    m_table->showWholeTitles();
}

void QueryPanel::setBusy(bool busy)
{
    m_isBusy = busy;
    m_summary->setText(busy ? tr("Running…") : m_about);
    updateButtons();
}

void QueryPanel::updateButtons()
{
    const bool hasRows = m_model->rowCount() > 0;
    m_run->setEnabled(m_hasView && !m_isBusy);
    m_cancel->setEnabled(m_isBusy);
    m_highlight->setEnabled(hasRows && m_places.hasRanges());
    m_highlight->setChecked(m_isHighlighted);
    m_highlight->setToolTip(m_places.hasRanges() || !hasRows
                                ? tr("Highlight the spans of all rows, or those in their ranges, and fade the others")
                                : tr("The rows need columns start_ns and end_ns, or start_ns and duration_ns"));
    m_save->setEnabled(m_hasView && m_model->columnCount() > 0 && !m_isBusy);
}

bool QueryPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && (key->modifiers() & Qt::ControlModifier) != 0) {
            run();
            return true;
        }
        if (key->key() == Qt::Key_Escape && m_isBusy) {
            cancel();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace stepscope::ui
