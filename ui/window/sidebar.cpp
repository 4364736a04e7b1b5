#include "ui/window/sidebar.h"

#include "ui/parts/glyphs.h"
#include "ui/parts/settings.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr int kValueRole = Qt::UserRole;
constexpr int kRecordingRole = Qt::UserRole + 1;

QTreeWidgetItem* group(QTreeWidget* tree, const QString& title)
{
    auto* item = new QTreeWidgetItem(tree, {title});
    QFont bold = tree->font();
    bold.setBold(true);
    item->setFont(0, bold);
    item->setFlags(Qt::ItemIsEnabled);
    item->setExpanded(true);
    return item;
}

} // namespace

Sidebar::Sidebar(QWidget* parent)
    : QWidget(parent)
    , m_tree(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("sidebar"));
    m_tree->setObjectName(QStringLiteral("places"));
    m_tree->setAccessibleName(tr("Devices and recordings"));
    m_tree->header()->hide();
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setRootIsDecorated(false);
    m_tree->setItemsExpandable(false);
    m_tree->setIndentation(fontMetrics().averageCharWidth());
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_devices = group(m_tree, tr("Devices"));
    m_recordings = group(m_tree, tr("Recordings"));
    auto* open = new QPushButton(glyph(Glyph::Open), tr("&Open recording…"), this);
    open->setFlat(true);
    open->setStyleSheet(QStringLiteral("text-align: left; padding: 6px 8px;"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_tree, 1);
    column->addWidget(open);

    connect(open, &QPushButton::clicked, this, &Sidebar::openRequested);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (!item->data(0, kRecordingRole).toBool())
            activate(item);
    });
    connect(m_tree, &QTreeWidget::itemActivated, this, &Sidebar::activate);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &Sidebar::showMenu);
    auto* remove = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] { forget(m_tree->currentItem()); });
    refresh();
}

void Sidebar::refresh()
{
    fill(m_devices, settings::devices(), false);
    fill(m_recordings, settings::recordings(), true);
    setCurrent(m_currentTarget, m_currentRecording, m_live);
}

void Sidebar::fill(QTreeWidgetItem* group, const QStringList& values, bool recordings)
{
    qDeleteAll(group->takeChildren());
    for (const QString& value : values) {
        auto* item = new QTreeWidgetItem(group, {recordings ? QFileInfo(value).completeBaseName() : value});
        item->setIcon(0, glyph(recordings ? Glyph::Recording : Glyph::Device));
        item->setData(0, kValueRole, value);
        item->setData(0, kRecordingRole, recordings);
        item->setToolTip(0, recordings ? tr("%1\nDouble-click to open").arg(QDir::toNativeSeparators(value))
                                       : tr("%1: click to profile on this device").arg(value));
    }
    if (values.isEmpty()) {
        auto* none = new QTreeWidgetItem(group, {tr("None yet")});
        none->setFlags(Qt::NoItemFlags);
    }
    group->setExpanded(true);
}

void Sidebar::setCurrent(const QString& target, const QString& recording, bool live)
{
    m_currentTarget = target;
    m_currentRecording = recording;
    m_live = live;
    for (QTreeWidgetItem* group : {m_devices, m_recordings}) {
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const bool isRecording = item->data(0, kRecordingRole).toBool();
            const QString value = item->data(0, kValueRole).toString();
            const bool current = !value.isEmpty() && value == (isRecording ? recording : target);
            QFont font = m_tree->font();
            font.setBold(current);
            item->setFont(0, font);
            if (isRecording)
                item->setIcon(0, glyph(current && live ? Glyph::Live : Glyph::Recording));
        }
    }
}

void Sidebar::activate(QTreeWidgetItem* item)
{
    const QString value = item->data(0, kValueRole).toString();
    if (value.isEmpty())
        return;
    if (item->data(0, kRecordingRole).toBool())
        emit recordingChosen(value);
    else
        emit deviceChosen(value);
}

void Sidebar::showMenu(const QPoint& at)
{
    QTreeWidgetItem* item = m_tree->itemAt(at);
    if (!item || item->data(0, kValueRole).toString().isEmpty())
        return;
    const bool recording = item->data(0, kRecordingRole).toBool();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString value = item->data(0, kValueRole).toString();
    menu->addAction(recording ? tr("&Open") : tr("&Profile on this device"), this,
                    [this, recording, value] { recording ? emit recordingChosen(value) : emit deviceChosen(value); });
    QAction* remove = menu->addAction(tr("&Remove from the list"), this, [this, recording, value] {
        recording ? settings::forgetRecording(value) : settings::forgetDevice(value);
        refresh();
        emit devicesChanged();
    });
    remove->setEnabled(!settings::isFixedDevice(value));
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

void Sidebar::forget(QTreeWidgetItem* item)
{
    const QString value = item ? item->data(0, kValueRole).toString() : QString();
    if (value.isEmpty() || settings::isFixedDevice(value))
        return;
    item->data(0, kRecordingRole).toBool() ? settings::forgetRecording(value) : settings::forgetDevice(value);
    refresh();
    emit devicesChanged();
}

} // namespace stepscope::ui
