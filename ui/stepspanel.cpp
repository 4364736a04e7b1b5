#include "ui/stepspanel.h"

#include "ui/jumptable.h"
#include "ui/stepsmodel.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace stepscope::ui {

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new StepsModel(this))
    , m_table(new JumpTable(this))
    , m_empty(new QLabel(tr("No steps yet. PyTorch trainings report them by themselves; any other script can say "
                            "import stepscope; stepscope.step(samples=32)"),
                         this))
{
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("steps"));
    m_table->setAccessibleName(tr("Steps"));
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 16);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_table);
    all->addWidget(m_empty);
    m_table->hide();
    connect(m_table, &JumpTable::jumpRequested, this,
            [this](const QModelIndex& index) { emit stepActivated(m_model->stepAt(index.row())); });
}

void StepsPanel::setView(const trace::TraceView& view)
{
    m_model->setView(view);
    m_table->setVisible(m_model->rowCount() > 0);
    m_empty->setVisible(m_model->rowCount() == 0);
}

void StepsPanel::clear()
{
    m_model->clear();
    m_table->horizontalHeader()->setSortIndicator(StepsModel::Index, Qt::AscendingOrder);
    m_table->hide();
    m_empty->show();
}

} // namespace stepscope::ui
