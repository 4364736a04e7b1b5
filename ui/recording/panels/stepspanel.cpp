#include "ui/recording/panels/stepspanel.h"

#include "ui/parts/elidedlabel.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/quantities.h"
#include "ui/recording/panels/stepsmodel.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <stop_token>
#include <utility>

namespace stepscope::ui {

namespace {

/// Steps of one job. It takes a fraction of a second, so that the first figures appear soon.
constexpr std::size_t kStepsPerJob = 20'000;

} // namespace

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent)
    , m_figures(std::make_shared<const std::vector<analysis::StepFigures>>())
    , m_model(new StepsModel(this))
    , m_table(new JumpTable(this))
    , m_compare(new QAction(tr("Compare the &two steps"), this))
    , m_count(new ElidedLabel(this))
    , m_empty(new QLabel(tr("No steps yet. PyTorch trainings report them automatically. Any other script can call: "
                            "import stepscope; stepscope.step(samples=32)"),
                         this))
{
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("steps"));
    m_table->setAccessibleName(tr("Steps"));
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 14);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->showWholeTitles();
    m_compare->setToolTip(tr("Select two rows with Ctrl"));
    m_compare->setEnabled(false);
    m_table->addAction(m_compare);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setContentsMargins(8, 4, 8, 4);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_count);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);
    connect(m_table, &JumpTable::jumpRequested, this,
            [this](const QModelIndex& index) { emit stepActivated(m_model->stepAt(index.row())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_compare->setEnabled(m_table->selectionModel()->selectedRows().size() == 2); });
    connect(m_compare, &QAction::triggered, this, &StepsPanel::compareChosen);
    updateCount();
}

void StepsPanel::setView(const trace::TraceView& view)
{
    m_view = view;
    m_model->setView(view);
    updateCount();
    if (!m_measuring.isBusy())
        measureSome();
}

void StepsPanel::setSelection(std::optional<trace::TimeRange> range)
{
    m_model->setRange(range);
    updateCount();
}

void StepsPanel::setSkippedSteps(std::size_t steps)
{
    m_skipped = steps;
    auto marked = std::make_shared<std::vector<analysis::StepFigures>>(*m_figures);
    analysis::markOutliers(*marked, m_skipped);
    m_figures = std::move(marked);
    m_model->setFigures(m_figures);
}

void StepsPanel::clear()
{
    m_measuring.cancel();
    m_figures = std::make_shared<const std::vector<analysis::StepFigures>>();
    m_view = {};
    m_model->clear();
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    updateCount();
}

void StepsPanel::measureSome()
{
    // Each job copies all earlier figures, so the jobs grow with them.
    const std::size_t first = m_figures->size();
    const std::size_t last = std::min(first + std::max(kStepsPerJob, first), m_view.stepCount());
    if (first >= last)
        return;
    m_measuring.start(
        [view = m_view, previous = m_figures, last, skipped = m_skipped](const std::stop_token& stop) {
            auto all = std::make_shared<std::vector<analysis::StepFigures>>(*previous);
            const auto added = analysis::stepFigures(view, previous->size(), last, stop);
            all->insert(all->end(), added.begin(), added.end());
            analysis::markOutliers(*all, skipped);
            return Figures(std::move(all));
        },
        [this](const Figures& figures) {
            m_figures = figures;
            m_model->setFigures(m_figures);
            measureSome();
        });
}

void StepsPanel::updateCount()
{
    const auto shown = static_cast<quint64>(m_model->rowCount());
    const auto all = static_cast<quint64>(m_view.stepCount());
    m_table->setVisible(all > 0);
    m_count->setVisible(all > 0);
    m_empty->setVisible(all == 0);
    m_count->setText(shown < all ? tr("Selection: %1 of %2 steps").arg(countOf(shown), countOf(all))
                                 : tr("%1 steps").arg(countOf(all)));
}

void StepsPanel::compareChosen()
{
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() != 2)
        return;
    std::sort(rows.begin(), rows.end());
    emit comparisonRequested(m_model->stepAt(rows[0].row()), m_model->stepAt(rows[1].row()));
}

} // namespace stepscope::ui
