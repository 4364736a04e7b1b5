#include "ui/study/studypage.h"

#include "analysis/study/studyfile.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/study/studymodels.h"
#include "ui/study/studyobservationspage.h"
#include "ui/study/sweepstrip.h"
#include "widgets/charts/studychartview.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kGap = 8;

/// "Figure 5a" of "figure-5a", "Table II" of "table-2".
QString numberOf(std::string_view name)
{
    if (name == "table-1")
        return StudyPage::tr("Table I");
    if (name == "table-2")
        return StudyPage::tr("Table II");
    return StudyPage::tr("Figure %1").arg(shownText(name.substr(name.find('-') + 1)));
}

QSortFilterProxyModel* ordered(QAbstractItemModel* model)
{
    auto* proxy = new FigureOrder(model);
    proxy->setSourceModel(model);
    return proxy;
}

/// A label for notes of any length, in a quiet colour.
QLabel* noteLabel(QWidget* parent)
{
    auto* label = plainLabel(parent);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(kGap, kGap / 2, kGap, kGap / 2);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QVBoxLayout* columnOf(QWidget* page)
{
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

StudyPage::StudyPage(QWidget* parent)
    : QWidget(parent)
    , m_sweep(new SweepStrip(this))
    , m_list(new QListWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_resultsModel(new ResultsModel(this))
    , m_tableModel(new StudyTableModel(this))
    , m_observations(new StudyObservationsPage(this))
    , m_comparedModel(new ComparedStudiesModel(this))
{
    setObjectName(QStringLiteral("studyPage"));
    buildLayout();
    connect(m_list, &QListWidget::currentItemChanged, this, &StudyPage::showCurrent);
    connect(m_sweep, &SweepStrip::pauseRequested, this, &StudyPage::sweepPauseRequested);
    connect(m_sweep, &SweepStrip::stopRequested, this, &StudyPage::sweepStopRequested);
    connect(m_sweep, &SweepStrip::continueRequested, this, [this] { emit sweepContinueRequested(folder()); });
}

void StudyPage::buildLayout()
{
    m_list->setObjectName(QStringLiteral("studyEntries"));
    m_list->setAccessibleName(tr("Results, figures and tables of the study"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideNone);
    m_list->setResizeMode(QListView::Adjust); // wraps the texts again in another width
    m_list->setSpacing(3);
    m_results = new JumpTable(this);
    m_pages->addWidget(buildResults());
    m_pages->addWidget(buildChart());
    m_pages->addWidget(buildTable());
    m_pages->addWidget(m_observations);
    connect(m_observations, &StudyObservationsPage::requested, this, &StudyPage::observationsRequested);
    connect(m_observations, &StudyObservationsPage::cancelled, this, &StudyPage::observationsCancelled);
    m_pages->addWidget(buildComparison());
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setHandleWidth(1);
    across->addWidget(m_list);
    across->addWidget(m_pages);
    across->setStretchFactor(1, 1);
    across->setCollapsible(0, false);
    across->setCollapsible(1, false);
    across->setSizes({fontMetrics().averageCharWidth() * 38, width()});
    auto* all = columnOf(this);
    all->addWidget(buildTop());
    all->addWidget(m_sweep);
    all->addWidget(across, 1);
}

QWidget* StudyPage::buildTop()
{
    auto* top = new QWidget(this);
    m_name = new ElidedLabel(top);
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_summary = new ElidedLabel(top);
    m_summary->setObjectName(QStringLiteral("studySummary"));
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    auto* compare = new QPushButton(tr("Compare with study…"), top);
    compare->setObjectName(QStringLiteral("compareStudies"));
    auto* save = new QPushButton(tr("Export…"), top);
    save->setObjectName(QStringLiteral("exportStudy"));
    save->setToolTip(tr("Save what is shown: a figure as PNG, SVG, PDF or CSV, a table as CSV"));
    connect(compare, &QPushButton::clicked, this, &StudyPage::compareRequested);
    connect(save, &QPushButton::clicked, this, &StudyPage::exportRequested);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(kGap, kGap / 2, kGap, kGap / 2);
    row->setSpacing(kGap);
    m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_name);
    row->addWidget(m_summary, 1);
    row->addWidget(compare);
    row->addWidget(save);
    return top;
}

QWidget* StudyPage::buildResults()
{
    m_results->setModel(ordered(m_resultsModel));
    m_results->setObjectName(QStringLiteral("studyResults"));
    m_results->setAccessibleName(tr("Results of the trainings"));
    m_results->setJumpsOnDoubleClick();
    m_results->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 5);
    m_results->horizontalHeader()->setStretchLastSection(true); // the reason
    m_results->sortByColumn(-1, Qt::AscendingOrder);            // the order in which the trainings run
    connect(m_results, &JumpTable::jumpRequested, this, [this](const QModelIndex& index) {
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(m_results->model());
        openRecording(m_resultsModel->cell(proxy->mapToSource(index).row()), folder());
    });
    return m_results;
}

QWidget* StudyPage::buildChart()
{
    m_chartPage = new QWidget(this);
    m_chart = new widgets::StudyChartView(m_chartPage);
    m_chartScroll = new QScrollArea(m_chartPage);
    m_chartScroll->setWidget(m_chart);
    m_chartScroll->setWidgetResizable(true);
    m_chartScroll->setFrameShape(QFrame::NoFrame);
    m_chartScroll->setFocusPolicy(Qt::NoFocus);
    m_note = noteLabel(m_chartPage);
    m_empty = plainLabel(m_chartPage);
    m_empty->setObjectName(QStringLiteral("emptyFigure"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    auto* column = columnOf(m_chartPage);
    column->addWidget(m_chartScroll, 1);
    column->addWidget(m_empty, 1);
    column->addWidget(m_note);
    connect(m_chart, &widgets::StudyChartView::activated, this, &StudyPage::openCells);
    return m_chartPage;
}

QWidget* StudyPage::buildTable()
{
    m_tablePage = new QWidget(this);
    m_tableTitle = plainLabel(m_tablePage);
    m_tableTitle->setWordWrap(true);
    m_tableTitle->setContentsMargins(kGap, kGap, kGap, kGap);
    m_table = new JumpTable(m_tablePage);
    m_table->setObjectName(QStringLiteral("studyTable"));
    m_table->setAccessibleName(tr("Table of the study"));
    m_table->setModel(m_tableModel);
    m_table->setSortingEnabled(false);
    m_table->setWordWrap(true);
    m_table->setTextElideMode(Qt::ElideNone);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* column = columnOf(m_tablePage);
    column->addWidget(m_tableTitle);
    column->addWidget(m_table, 1);
    return m_tablePage;
}

QWidget* StudyPage::buildComparison()
{
    m_comparisonPage = new QWidget(this);
    m_comparisonNote = noteLabel(m_comparisonPage);
    m_compared = new JumpTable(m_comparisonPage);
    m_compared->setObjectName(QStringLiteral("comparedStudies"));
    m_compared->setAccessibleName(tr("Differences of the two studies"));
    m_compared->setJumpsOnDoubleClick();
    m_compared->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 5);
    m_compared->setModel(ordered(m_comparedModel));
    m_compared->sortByColumn(-1, Qt::AscendingOrder);
    auto* column = columnOf(m_comparisonPage);
    column->addWidget(m_comparisonNote);
    column->addWidget(m_compared, 1);
    return m_comparisonPage;
}

void StudyPage::setStudy(const StudyContent& content)
{
    const bool isSame = m_content && m_content->folder == content.folder;
    if (!isSame)
        clear();
    m_content = content;
    m_resultsModel->setStudy(content.study);
    m_name->setText(QFileInfo(content.folder).fileName());
    m_name->setToolTip(QDir::toNativeSeparators(content.folder));
    m_summary->setText(summary());
    m_summary->setToolTip(summary());
    layResults();
    m_sweep->setStudy(content.study, content.folder);
    if (isSame)
        showCurrent();
    else
        fillList();
}

/// Columns without a value in any row are hidden, so that the others fit on the screen.
void StudyPage::layResults()
{
    bool isChanged = false;
    for (int column = 0; column < m_resultsModel->columnCount(); ++column) {
        const bool isHidden = !m_resultsModel->isInformative(column);
        isChanged = isChanged || isHidden != m_results->isColumnHidden(column);
        m_results->setColumnHidden(column, isHidden);
    }
    // A refresh keeps the widths that the user has set.
    if (isChanged || m_list->count() == 0)
        m_results->resizeColumnsToContents();
}

void StudyPage::clear()
{
    m_content.reset();
    m_comparison.reset();
    m_observations->clear();
    m_asked = false;
    m_tableShown.clear();
    m_sweep->hide();
    m_list->clear();
    m_resultsModel->setStudy({});
    m_chart->setFigure({});
}

QString StudyPage::summary() const
{
    const analysis::Study& study = m_content->study;
    const auto count = [&](auto isCounted) {
        return static_cast<int>(std::count_if(study.cells.begin(), study.cells.end(), isCounted));
    };
    const int done = count([](const analysis::StudyCell& cell) { return cell.state == analysis::CellState::Done; });
    const int failed =
        count([](const analysis::StudyCell& cell) { return !cell.result.isEmpty() && !cell.result.succeeded(); });
    QStringList parts{tr("%1 of %2 trainings done").arg(done).arg(study.cells.size())};
    if (failed > 0)
        parts << tr("%1 failed").arg(failed);
    QStringList targets;
    for (const std::string& target : study.plan.targets)
        targets << QString::fromStdString(target);
    parts << tr("on %1").arg(targets.join(QStringLiteral(", ")));
    if (isVirtual())
        parts << tr("simulated board");
    if (study.plan.skippedSteps > 0)
        parts << tr("first steps of each left out: %1").arg(study.plan.skippedSteps);
    return parts.join(QStringLiteral("; "));
}

void StudyPage::fillList()
{
    const QString before = currentEntry();
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        addEntry(QStringLiteral("results"), tr("Results"));
        for (const analysis::StudyFigure& figure : m_content->figures)
            addEntry(shownText(figure.name), numberOf(figure.name) + QStringLiteral(": ") + shownText(figure.title));
        for (const analysis::StudyTable& table : m_content->tables)
            addEntry(shownText(table.name), numberOf(table.name) + QStringLiteral(": ") + shownText(table.title));
        addEntry(QStringLiteral("observations"), tr("Observations"));
        if (!m_content->advice.empty())
            addHeading(tr("Advice"));
        for (const analysis::StudyTable& table : m_content->advice)
            addEntry(shownText(table.name), shownText(table.title));
        if (m_comparison) {
            addHeading(tr("Compared with %1").arg(QFileInfo(m_comparison->folder).fileName()));
            addEntry(QStringLiteral("comparison"), tr("Differences"));
            for (const analysis::StudyFigure& figure : m_comparison->figures)
                addEntry(shownText(figure.name), tr("%1 of A and B").arg(shownText(figure.title)));
        }
    }
    if (!showEntry(before))
        m_list->setCurrentRow(0);
}

void StudyPage::addHeading(const QString& text)
{
    auto* item = new QListWidgetItem(text, m_list);
    QFont bold = m_list->font();
    bold.setBold(true);
    item->setFont(bold);
    item->setFlags(Qt::NoItemFlags);
    item->setForeground(palette().brush(QPalette::Text));
}

void StudyPage::addEntry(const QString& name, const QString& text)
{
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(kNameRole, name);
    item->setToolTip(text);
}

bool StudyPage::showEntry(const QString& name)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (!name.isEmpty() && m_list->item(row)->data(kNameRole).toString() == name) {
            m_list->setCurrentRow(row);
            showCurrent();
            return true;
        }
    }
    return false;
}

QString StudyPage::currentEntry() const
{
    return m_list->currentItem() != nullptr ? m_list->currentItem()->data(kNameRole).toString() : QString();
}

const analysis::StudyFigure* StudyPage::figureNamed(const QString& name) const
{
    const auto in = [&](const std::vector<analysis::StudyFigure>& figures) -> const analysis::StudyFigure* {
        const auto found = std::find_if(figures.begin(), figures.end(),
                                        [&](const auto& figure) { return shownText(figure.name) == name; });
        return found != figures.end() ? &*found : nullptr;
    };
    const analysis::StudyFigure* own = m_content ? in(m_content->figures) : nullptr;
    return own != nullptr || !m_comparison ? own : in(m_comparison->figures);
}

const analysis::StudyTable* StudyPage::tableNamed(const QString& name) const
{
    for (const auto* tables : {&m_content->tables, &m_content->advice}) {
        for (const analysis::StudyTable& table : *tables) {
            if (shownText(table.name) == name)
                return &table;
        }
    }
    return nullptr;
}

void StudyPage::showCurrent()
{
    const QString name = currentEntry();
    if (!m_content || name.isEmpty())
        return;
    if (name == QLatin1String("results"))
        return m_pages->setCurrentWidget(m_results);
    if (name == QLatin1String("comparison"))
        return m_pages->setCurrentWidget(m_comparisonPage);
    if (name == QLatin1String("observations")) {
        m_pages->setCurrentWidget(m_observations);
        if (!std::exchange(m_asked, true))
            emit observationsRequested();
        return;
    }
    if (const analysis::StudyFigure* figure = figureNamed(name))
        return showFigure(*figure);
    if (const analysis::StudyTable* table = tableNamed(name))
        showTable(*table, m_list->currentItem()->text());
}

void StudyPage::showTable(const analysis::StudyTable& table, const QString& title)
{
    m_tableTitle->setText(table.rows.empty() ? tr("%1: nothing, as no training measured it.").arg(title) : title);
    m_tableModel->setTable(table);
    if (const QString name = shownText(table.name); std::exchange(m_tableShown, name) != name) {
        constexpr int kFewColumns = 5;
        const int widest = m_tableModel->columnCount() > kFewColumns ? 28 : 44; // characters
        m_table->resizeColumnsToContents();
        for (int column = 0; column < m_tableModel->columnCount(); ++column)
            m_table->setColumnWidth(column,
                                    std::min(m_table->columnWidth(column), fontMetrics().averageCharWidth() * widest));
        m_table->resizeRowsToContents();
    }
    m_pages->setCurrentWidget(m_tablePage);
}

void StudyPage::showFigure(const analysis::StudyFigure& figure)
{
    const bool isEmpty = figure.series.empty();
    const QString note = QString::fromStdString(figure.note);
    m_chart->setFigure(figure);
    m_chartScroll->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    m_empty->setText(tr("“%1” is empty. %2").arg(shownText(figure.title), note));
    m_note->setVisible(!isEmpty);
    QString help = tr("A click on a point, or Enter on it after the arrow keys, opens its recording.");
    const bool hasBars = std::any_of(figure.series.begin(), figure.series.end(), [](const auto& series) {
        return std::any_of(series.points.begin(), series.points.end(),
                           [](const auto& point) { return point.interval.has_value(); });
    });
    if (hasBars)
        help = tr("Bars are 95 % intervals over the repeats. ") + help;
    m_note->setText((note.isEmpty() ? note : note + QLatin1Char(' ')) + help);
    m_pages->setCurrentWidget(m_chartPage);
}

void StudyPage::setComparison(const StudyComparisonContent& comparison)
{
    if (!m_content)
        return;
    m_comparison = comparison;
    m_comparedModel->setComparison(comparison.comparison);
    m_compared->resizeColumnsToContents();
    m_compared->showWholeTitles();
    const analysis::StudyComparison& result = comparison.comparison;
    QString note =
        tr("A is %1, B is %2.").arg(QFileInfo(m_content->folder).fileName(), QFileInfo(comparison.folder).fileName());
    if (result.repeated < result.cells.size())
        note += tr(" An interval needs two or more repeats in both studies.");
    if (result.onlyA > 0 || result.onlyB > 0)
        note += tr(" Only A has %1 of the cells, only B %2.").arg(result.onlyA).arg(result.onlyB);
    note += tr(" Each interval has 95 % confidence by itself: of 100 equal values, about five differ.");
    m_comparisonNote->setText(note);
    fillList();
    showEntry(QStringLiteral("comparison"));
}

void StudyPage::setObservations(const analysis::StudyObservations& observations)
{
    m_asked = true;
    m_observations->setObservations(observations, m_content && m_content->study.plan.targets.size() > 1);
}

void StudyPage::setObservationsProgress(double share)
{
    m_observations->setProgress(share);
}

void StudyPage::setObservationsError(const QString& oneLine)
{
    m_observations->setError(oneLine);
}

void StudyPage::setSweep(const SweepStatus& status)
{
    m_sweep->setStatus(status);
}

void StudyPage::setTheme(const widgets::Theme& theme)
{
    m_chart->setTheme(theme);
}

/// Opens the recording of a point; of several repeats, a menu asks which.
void StudyPage::openCells(const std::vector<std::size_t>& cells, std::size_t study, const QPoint& place)
{
    if (!m_content || (study > 0 && !m_comparison) || cells.empty())
        return;
    const analysis::Study& shown = study > 0 ? m_comparison->study : m_content->study;
    const QString folder = study > 0 ? m_comparison->folder : m_content->folder;
    if (cells.size() == 1)
        return openRecording(shown.cells.at(cells.front()), folder);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("repeats"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const std::size_t index : cells) {
        const analysis::StudyCell cell = shown.cells.at(index);
        menu->addAction(tr("Open repeat &%1: %2, batch %3")
                            .arg(cell.repeat)
                            .arg(QString::fromStdString(cell.model))
                            .arg(cell.batch),
                        this, [this, cell, folder] { openRecording(cell, folder); });
    }
    menu->popup(place);
    menu->setActiveAction(menu->actions().constFirst());
}

void StudyPage::openRecording(const analysis::StudyCell& cell, const QString& folder)
{
    if (!cell.recording.empty())
        emit recordingRequested(QDir(folder).filePath(QString::fromStdString(cell.recording)));
}

StudyExport StudyPage::exported() const
{
    StudyExport result;
    if (!m_content)
        return result;
    const QString name = currentEntry();
    if (const analysis::StudyFigure* figure = figureNamed(name)) {
        if (!figure->series.empty())
            result.figure = *figure;
        result.csv = QByteArray::fromStdString(analysis::figureCsv(*figure));
    } else if (name == QLatin1String("comparison") && m_comparison) {
        result.csv = QByteArray::fromStdString(analysis::comparisonCsv(m_comparison->comparison));
    } else if (name == QLatin1String("observations")) {
        result.csv = QByteArray::fromStdString(
            analysis::observationsCsv(m_observations->observations().value_or(analysis::StudyObservations())));
    } else if (name == QLatin1String("results")) {
        result.csv = QByteArray::fromStdString(analysis::studyCsv(m_content->study));
    }
    if (const analysis::StudyTable* table = tableNamed(name))
        result.csv = QByteArray::fromStdString(analysis::tableCsv(*table));
    return result;
}

QString StudyPage::exportName() const
{
    return QFileInfo(folder()).fileName() + QLatin1Char('-') + currentEntry();
}

} // namespace stepscope::ui
