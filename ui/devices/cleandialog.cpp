#include "ui/devices/cleandialog.h"

#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stepscope::ui {
namespace {

QString runsText(qsizetype count)
{
    return count == 1 ? CleanDialog::tr("1 run") : CleanDialog::tr("%1 runs").arg(count);
}

QString countText(const CleaningPlan::Part& part)
{
    if (part.runs.isEmpty() && part.files == 0)
        return CleanDialog::tr("There is nothing to remove.");
    const QString files =
        part.files == 1 ? CleanDialog::tr("1 other file") : CleanDialog::tr("%1 other files").arg(part.files);
    return CleanDialog::tr("To be removed: %1 and %2, %3.")
        .arg(runsText(part.runs.size()), files, bytes(static_cast<double>(part.bytes)));
}

} // namespace

CleanDialog::CleanDialog(const QString& target, const CleaningPlan& plan, QWidget* parent)
    : QDialog(parent)
    , m_plan(plan)
    , m_sum(plainLabel(this))
    , m_runs(new QTreeWidget(this))
    , m_all(new QCheckBox(this))
{
    setObjectName(QStringLiteral("cleanDialog"));
    setWindowTitle(tr("Clean %1").arg(target));
    m_sum->setObjectName(QStringLiteral("cleanSum"));
    QFont bold = m_sum->font();
    bold.setBold(true);
    m_sum->setFont(bold);
    m_runs->setObjectName(QStringLiteral("cleanRuns"));
    m_runs->setHeaderLabels({tr("Run"), tr("Size"), tr("Command")});
    m_runs->setRootIsDecorated(false);
    m_runs->setUniformRowHeights(true);
    m_runs->setAccessibleName(tr("Runs that are removed"));
    m_all->setObjectName(QStringLiteral("cleanAll"));
    const qsizetype only = m_plan.all.runs.size() - m_plan.received.runs.size();
    m_all->setText(tr("&Also what is stored on the device only: %1").arg(runsText(only)));
    m_all->setEnabled(only > 0 || m_plan.all.files > m_plan.received.files);

    QString words = tr("Runs that were fetched whole, interrupted uploads and files of other versions are removed from "
                       "%1. Recordings that were fetched stay.")
                        .arg(target);
    if (m_plan.live > 0)
        words += QStringLiteral(" ") + tr("In progress, and not touched: %1.").arg(runsText(m_plan.live));
    auto* meaning = plainLabel(words, this);
    meaning->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* keep = buttons->addButton(tr("&Keep everything"), QDialogButtonBox::RejectRole);
    m_remove = buttons->addButton(tr("&Remove"), QDialogButtonBox::AcceptRole);
    m_remove->setObjectName(QStringLiteral("cleanRemove"));
    m_remove->setAutoDefault(false);
    keep->setObjectName(QStringLiteral("cleanKeep"));
    keep->setDefault(true);
    keep->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit confirmed(m_all->isChecked());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_all, &QCheckBox::toggled, this, &CleanDialog::refresh);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(8);
    column->addWidget(m_sum);
    column->addWidget(meaning);
    column->addWidget(m_runs, 1);
    column->addWidget(m_all);
    column->addSpacing(8);
    column->addWidget(buttons);
    refresh();
    resize(fontMetrics().averageCharWidth() * 110, sizeHint().height());
}

void CleanDialog::refresh()
{
    const CleaningPlan::Part& part = m_all->isChecked() ? m_plan.all : m_plan.received;
    m_sum->setText(countText(part));
    m_runs->clear();
    for (const RemoteRun& run : part.runs) {
        auto* item = new QTreeWidgetItem(m_runs, {run.run, bytes(static_cast<double>(run.bytes)), run.command});
        item->setToolTip(2, run.command);
    }
    for (const int column : {0, 1})
        m_runs->resizeColumnToContents(column);
    m_runs->setVisible(!m_plan.all.runs.isEmpty());
    m_remove->setEnabled(!part.runs.isEmpty() || part.files > 0);
}

} // namespace stepscope::ui
