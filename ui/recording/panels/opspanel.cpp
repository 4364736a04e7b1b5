#include "ui/recording/panels/opspanel.h"

#include "ui/parts/jumptable.h"
#include "ui/parts/messageline.h"
#include "ui/parts/messagetext.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/recording/panels/opsmodel.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <functional>

namespace stepscope::ui {

using analysis::OpGrouping;

OpsPanel::OpsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new OpsModel(this))
    , m_filter(new OpsFilter(this))
    , m_words(new QLineEdit(this))
    , m_grouping(new QComboBox(this))
    , m_rail(new QComboBox(this))
    , m_railLabel(plainLabel(tr("Energy of"), this))
    , m_count(new ElidedLabel(this))
    , m_empty(plainLabel(this))
    , m_advice(new MessageLine(MessageLine::Place::Panel, this))
    , m_table(new JumpTable(this))
{
    buildTable();
    addMenuActions();
    buildLayout();
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
    connect(m_grouping, &QComboBox::currentIndexChanged, this, &OpsPanel::optionsChanged);
    connect(m_rail, &QComboBox::currentIndexChanged, this, &OpsPanel::optionsChanged);
    connect(m_table, &JumpTable::jumpRequested, this, &OpsPanel::jump);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OpsPanel::emitRow);
    updateCount();
}

void OpsPanel::buildTable()
{
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setObjectName(QStringLiteral("ops"));
    m_table->setAccessibleName(tr("Ops"));
    m_table->layColumns({.name = OpsModel::Name,
                         .share = OpsModel::Share,
                         .order = OpsModel::Total,
                         .firstFigure = OpsModel::Count,
                         .figureChars = 10,
                         .chars = {{OpsModel::Shapes, 22}, {OpsModel::Regression, 24}, {OpsModel::Energy, 16}},
                         .leaving = {OpsModel::Max, OpsModel::High, OpsModel::Median, OpsModel::Energy, OpsModel::Bytes,
                                     OpsModel::Operations, OpsModel::Mean, OpsModel::Self, OpsModel::Shapes,
                                     OpsModel::Count, OpsModel::Regression}});
    // Energy and share stay in view in a narrow window; distributions scroll.
    for (const OpsModel::Column column : {OpsModel::Share, OpsModel::Regression, OpsModel::Self})
        m_table->horizontalHeader()->moveSection(m_table->horizontalHeader()->visualIndex(column), OpsModel::Total + 1);
    for (const int column : {OpsModel::Regression, OpsModel::Energy, OpsModel::Operations, OpsModel::Bytes})
        m_table->setColumnWanted(column, false);
}

/// The context menu: a right click, or the menu key for the current row.
void OpsPanel::addMenuActions()
{
    QAction* before = m_table->actions().value(0);
    const auto add = [&](const QString& text, const char* name, const std::function<void(const QString&)>& act) {
        auto* action = new QAction(text, m_table);
        action->setObjectName(QLatin1String(name));
        m_table->insertAction(before, action);
        connect(action, &QAction::triggered, this, [this, act] {
            const QModelIndex row = m_table->currentIndex();
            if (row.isValid())
                act(QString::fromStdString(m_model->op(m_filter->mapToSource(row).row()).name));
        });
        return action;
    };
    add(tr("Show its &instances"), "opInstances", [this](const QString&) { emit instancesRequested(); });
    const QList<QAction*> named = {
        add(tr("&Filter the table by its name"), "opFilter", [this](const QString& name) { m_words->setText(name); }),
        add(tr("Fin&d it in the timeline"), "opFind", [this](const QString& name) { emit findRequested(name); }),
        add(tr("Copy its &name"), "opCopyName",
            [](const QString& name) { QGuiApplication::clipboard()->setText(name); }),
        add(tr("Show its &energy"), "opEnergy", [this](const QString& name) { emit energyRequested(name); })};
    auto* line = new QAction(m_table);
    line->setSeparator(true);
    m_table->insertAction(before, line);
    // Rows of modules, shapes and steps have no op's name.
    connect(this, &OpsPanel::rowChosen, this, [named](OpGrouping grouping) {
        for (QAction* action : named)
            action->setEnabled(grouping == OpGrouping::Op || grouping == OpGrouping::Name);
    });
}

void OpsPanel::buildLayout()
{
    m_words->setObjectName(QStringLiteral("opsFilter"));
    m_words->setPlaceholderText(tr("Filter by name or shapes"));
    m_words->setAccessibleName(tr("Filter ops by name or shapes"));
    m_words->setClearButtonEnabled(true);
    m_grouping->setObjectName(QStringLiteral("opsGrouping"));
    m_grouping->setAccessibleName(tr("Grouping of the rows"));
    const std::initializer_list<std::pair<QString, OpGrouping>> groupings = {{tr("op and shapes"), OpGrouping::Op},
                                                                             {tr("op"), OpGrouping::Name},
                                                                             {tr("shapes"), OpGrouping::Shapes},
                                                                             {tr("module"), OpGrouping::Module},
                                                                             {tr("step"), OpGrouping::Step}};
    for (const auto& [text, grouping] : groupings)
        m_grouping->addItem(text, static_cast<int>(grouping));
    m_rail->setObjectName(QStringLiteral("opsRail"));
    m_rail->setAccessibleName(tr("Rail of the energy columns"));
    m_rail->setToolTip(tr("The rail whose energy is attributed to ops"));
    m_rail->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_rail->hide();
    m_railLabel->hide();
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(m_words, 2);
    top->addWidget(plainLabel(tr("Rows by"), this));
    top->addWidget(m_grouping);
    top->addWidget(m_railLabel);
    top->addWidget(m_rail);
    top->addSpacing(8);
    top->addWidget(m_count, 2);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_advice);
    all->addWidget(m_table, 1);
    all->addWidget(m_empty, 1);
}

analysis::OpTableOptions OpsPanel::options() const
{
    analysis::OpTableOptions options;
    options.grouping = static_cast<OpGrouping>(m_grouping->currentData().toInt());
    options.percentiles = true;
    options.rail = m_rail->currentText().toStdString();
    return options;
}

void OpsPanel::setRails(const QStringList& rails)
{
    QStringList present;
    for (int i = 0; i < m_rail->count(); ++i)
        present << m_rail->itemText(i);
    if (rails == present)
        return;
    const QString chosen = m_rail->currentText();
    {
        const QSignalBlocker quiet(m_rail);
        m_rail->clear();
        m_rail->addItems(rails);
        m_rail->setCurrentIndex(std::max<int>(static_cast<int>(rails.indexOf(chosen)), rails.isEmpty() ? -1 : 0));
    }
    m_rail->setVisible(!rails.isEmpty());
    m_railLabel->setVisible(!rails.isEmpty());
    if (m_rail->currentText() != chosen)
        emit optionsChanged();
}

void OpsPanel::setTitle(const QString& scope)
{
    if (scope == m_scope || m_scope.isEmpty())
        return;
    m_scope = scope;
    updateCount();
}

void OpsPanel::setOps(std::vector<analysis::OpTotals> ops, const QString& scope,
                      const analysis::OpTableOptions& options)
{
    m_scope = scope;
    m_all = ops.size();
    // New rows may come above the first one: keep the table at the top if it was there.
    const bool atTop = m_table->verticalScrollBar()->value() == 0;
    const bool regrouped = m_shown != options.grouping;
    m_shown = options.grouping;
    m_updating = true;
    m_model->setOps(std::move(ops), options.grouping, QString::fromStdString(options.rail));
    m_table->setColumnWanted(OpsModel::Shapes, options.grouping != OpGrouping::Step);
    m_table->setColumnWanted(OpsModel::Energy, !options.rail.empty());
    m_table->setColumnWanted(OpsModel::Regression, !options.rail.empty() && analysis::hasOpEnergies(options.grouping));
    for (const int column : {OpsModel::Operations, OpsModel::Bytes})
        m_table->setColumnWanted(column, m_model->hasWork());
    m_updating = false;
    if (regrouped)
        m_key.reset();
    keepRow();
    if (atTop)
        m_table->scrollToTop();
    updateCount();
}

void OpsPanel::setEnergies(const std::vector<analysis::OpTotals>& rows, const analysis::OpGroupEnergies& energies)
{
    OpsModel::Energies byRow;
    byRow.reason = messageText(energies.reason);
    for (std::size_t i = 0; i < energies.rows.size(); ++i) {
        if (energies.rows[i])
            byRow.byKey.emplace(rows[i].op, *energies.rows[i]);
        else if (energies.isCountedElsewhere[i])
            byRow.reasons.emplace(rows[i].op, messageText(energies.elsewhereReason));
    }
    for (const analysis::JointConsumption& joint : energies.joints) {
        OpsModel::JointEnergy sum{.sum = joint.sum};
        for (const std::uint32_t row : joint.groups)
            sum.names
                << (m_model->title(rows[row]) + QLatin1Char(' ') + QString::fromStdString(rows[row].shapes)).trimmed();
        for (const std::uint32_t row : joint.groups)
            byRow.joints.emplace(rows[row].op, sum);
    }
    m_model->setEnergies(std::move(byRow));
    m_advice->setMessage(MessageLine::Kind::Doubt,
                         energies.doubt.empty()
                             ? QString()
                             : tr("Energy of %1: %2.").arg(m_rail->currentText(), messageText(energies.doubt)));
}

void OpsPanel::awaitEnergies()
{
    m_model->setEnergies({.isPending = true});
    m_advice->setMessage(MessageLine::Kind::Doubt, {});
}

void OpsPanel::setProgress(double share)
{
    m_count->setText(tr("%1: computing, %2").arg(m_scope, percent(std::max(0.0, share))));
}

void OpsPanel::setEmptyText(const QString& text)
{
    m_empty->setText(text);
}

void OpsPanel::clear()
{
    m_key.reset();
    setOps({}, QString(), {.grouping = m_shown});
    m_advice->setMessage(MessageLine::Kind::Doubt, {});
    m_words->clear();
}

void OpsPanel::jump(const QModelIndex& index)
{
    const analysis::OpTotals& op = m_model->op(m_filter->mapToSource(index).row());
    // The timeline can highlight a single op only; other groupings contain several.
    const bool single = m_shown == OpGrouping::Op || m_shown == OpGrouping::Name;
    emit opActivated(single ? op.op : 0, op.firstLane, op.firstSpan);
}

void OpsPanel::emitRow(const QModelIndex& current)
{
    if (m_updating)
        return;
    m_key.reset();
    if (!current.isValid()) {
        emit rowChosen(m_shown, ~0U, QString());
        return;
    }
    const analysis::OpTotals& op = m_model->op(m_filter->mapToSource(current).row());
    m_key = op.op;
    emit rowChosen(m_shown, op.op, m_model->title(op));
}

/// Selects the row of the chosen op again, or no row if the range does not contain it.
void OpsPanel::keepRow()
{
    const QModelIndex now = m_table->currentIndex();
    if (m_key && now.isValid() && m_model->op(m_filter->mapToSource(now).row()).op == *m_key)
        return;
    m_updating = true;
    m_table->setCurrentIndex({});
    for (int row = 0; m_key && row < m_filter->rowCount(); ++row) {
        if (m_model->op(m_filter->mapToSource(m_filter->index(row, 0)).row()).op == *m_key) {
            m_table->setCurrentIndex(m_filter->index(row, 0));
            break;
        }
    }
    m_updating = false;
    if (!m_key)
        emit rowChosen(m_shown, ~0U, QString());
}

void OpsPanel::updateCount()
{
    const auto listed = static_cast<quint64>(m_model->rowCount());
    const auto shown = static_cast<quint64>(m_filter->rowCount());
    m_table->setVisible(listed > 0);
    m_empty->setVisible(listed == 0);
    QString text;
    if (listed < m_all)
        text = tr("%1: the %2 largest of %3 rows").arg(m_scope, countOf(listed), countOf(m_all));
    else if (listed > 0)
        text = shown == listed ? tr("%1: %2 ops").arg(m_scope, countOf(listed))
                               : tr("%1: %2 of %3 ops").arg(m_scope, countOf(shown), countOf(listed));
    if (m_shown != OpGrouping::Op && m_shown != OpGrouping::Name && listed == m_all && listed > 0)
        text = tr("%1: %2 of %3 rows").arg(m_scope, countOf(shown), countOf(listed));
    m_count->setText(text);
    m_count->setToolTip(text);
}

} // namespace stepscope::ui
