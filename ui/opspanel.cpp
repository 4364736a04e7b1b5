#include "ui/opspanel.h"

#include "ui/jumptable.h"
#include "ui/opsmodel.h"
#include "ui/quantities.h"
#include "ui/sharebar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace stepscope::ui {

OpsPanel::OpsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new OpsModel(this))
    , m_filter(new OpsFilter(this))
    , m_words(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_empty(new QLabel(this))
    , m_table(new JumpTable(this))
{
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setObjectName(QStringLiteral("ops"));
    m_table->setAccessibleName(tr("Ops"));
    m_table->setItemDelegateForColumn(OpsModel::Share, new ShareBar(m_table));
    m_table->sortByColumn(OpsModel::Total, Qt::DescendingOrder);
    const int digit = fontMetrics().averageCharWidth();
    m_table->horizontalHeader()->setSectionResizeMode(OpsModel::Name, QHeaderView::Stretch);
    m_table->setColumnWidth(OpsModel::Shapes, digit * 44);
    for (int column = OpsModel::Count; column <= OpsModel::Share; ++column)
        m_table->setColumnWidth(column, digit * 12);
    m_words->setObjectName(QStringLiteral("opsFilter"));
    m_words->setPlaceholderText(tr("Filter by name or shapes"));
    m_words->setAccessibleName(tr("Filter ops by name or shapes"));
    m_words->setClearButtonEnabled(true);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(16);
    top->addWidget(m_words, 1);
    top->addWidget(m_count, 2);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);

    connect(m_words, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setWords(text);
        updateCount();
    });
    connect(m_words, &QLineEdit::returnPressed, this, [this] {
        if (m_filter->rowCount() == 0)
            return;
        m_table->setCurrentIndex(m_filter->index(0, 0));
        m_table->setFocus();
        jump(m_filter->index(0, 0));
    });
    connect(m_table, &JumpTable::jumpRequested, this, &OpsPanel::jump);
    updateCount();
}

void OpsPanel::setOps(std::vector<analysis::OpTotals> ops, const QString& scope)
{
    m_scope = scope;
    // Rows come in above the first one as well: who reads at the top stays there.
    const bool atTop = m_table->verticalScrollBar()->value() == 0;
    m_model->setOps(std::move(ops));
    if (atTop)
        m_table->scrollToTop();
    updateCount();
}

void OpsPanel::setEmptyText(const QString& text)
{
    m_empty->setText(text);
}

void OpsPanel::clear()
{
    setOps({}, QString());
    m_words->clear();
}

void OpsPanel::focusFilter()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void OpsPanel::jump(const QModelIndex& index)
{
    const analysis::OpTotals& op = m_model->op(m_filter->mapToSource(index).row());
    emit opActivated(op.op, op.firstLane, op.firstSpan);
}

void OpsPanel::updateCount()
{
    const auto all = static_cast<quint64>(m_model->rowCount());
    const auto shown = static_cast<quint64>(m_filter->rowCount());
    m_table->setVisible(all > 0);
    m_empty->setVisible(all == 0);
    m_count->setText(all == 0       ? QString()
                     : shown == all ? tr("%1: %2 ops").arg(m_scope, countOf(all))
                                    : tr("%1: %2 of %3 ops").arg(m_scope, countOf(shown), countOf(all)));
}

} // namespace stepscope::ui
