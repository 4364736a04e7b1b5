#include "ui/window/sidebar.h"

#include "ui/fleet/devicestate.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/settings.h"
#include "ui/window/selectionstrip.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr int kValueRole = Qt::UserRole;
constexpr int kKindRole = Qt::UserRole + 1;
constexpr int kStateRole = Qt::UserRole + 2; ///< name of the state of a running capture; else empty

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
    , m_selection(new SelectionStrip(this))
{
    setObjectName(QStringLiteral("sidebar"));
    m_tree->setObjectName(QStringLiteral("places"));
    m_tree->setAccessibleName(tr("Devices, recordings and studies"));
    m_tree->header()->hide();
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setRootIsDecorated(false);
    m_tree->setItemsExpandable(false);
    m_tree->setIndentation(fontMetrics().averageCharWidth());
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_devices = group(m_tree, tr("Devices"));
    m_recordings = group(m_tree, tr("Recordings"));
    m_studies = group(m_tree, tr("Studies"));
    auto* open = new QPushButton(glyph(Glyph::Open), tr("&Open…"), this);
    open->setFlat(true);
    open->setStyleSheet(QStringLiteral("text-align: left; padding: 6px 8px;"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_tree, 1);
    column->addWidget(m_selection);
    column->addWidget(open);

    connect(open, &QPushButton::clicked, this, &Sidebar::openRequested);
    connect(m_tree, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        const bool isChoice = QGuiApplication::keyboardModifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
        if (kindOf(item) == Kind::Device && !isChoice)
            activate(item);
    });
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] {
        QStringList recordings;
        for (const QTreeWidgetItem* item : m_tree->selectedItems()) {
            if (kindOf(item) == Kind::Recording)
                recordings << item->data(0, kValueRole).toString();
        }
        m_selection->setRecordings(recordings);
    });
    connect(m_tree, &QTreeWidget::itemActivated, this, &Sidebar::activate);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &Sidebar::showMenu);
    auto* remove = new QShortcut(QKeySequence::Delete, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, [this] { forget(m_tree->currentItem()); });
    auto* rename = new QShortcut(QKeySequence(Qt::Key_F2), m_tree, nullptr, nullptr, Qt::WidgetShortcut);
    connect(rename, &QShortcut::activated, this, &Sidebar::renameCurrent);
    // By keyboard, the menu is that of the current item, not of what lies below the middle of the list.
    for (const QKeySequence& key : {QKeySequence(Qt::Key_Menu), QKeySequence(Qt::SHIFT | Qt::Key_F10)}) {
        auto* menu = new QShortcut(key, m_tree, nullptr, nullptr, Qt::WidgetShortcut);
        connect(menu, &QShortcut::activated, this, [this] {
            if (const QTreeWidgetItem* item = m_tree->currentItem())
                showMenu(m_tree->visualItemRect(item).center());
        });
    }
    refresh();
}

Sidebar::Kind Sidebar::kindOf(const QTreeWidgetItem* item)
{
    return static_cast<Kind>(item->data(0, kKindRole).toInt());
}

QStringList Sidebar::selected() const
{
    QStringList values;
    for (const QTreeWidgetItem* item : m_tree->selectedItems())
        values << item->data(0, kValueRole).toString();
    return values;
}

void Sidebar::select(const QStringList& values)
{
    for (const QTreeWidgetItem* group : {m_devices, m_recordings, m_studies}) {
        for (int i = 0; i < group->childCount(); ++i) {
            if (values.contains(group->child(i)->data(0, kValueRole).toString()))
                group->child(i)->setSelected(true);
        }
    }
}

void Sidebar::refresh()
{
    const QStringList values = selected();
    fill(m_devices, settings::devices(), Kind::Device);
    fill(m_recordings, settings::recordings(), Kind::Recording);
    fill(m_studies, settings::studies(), Kind::Study);
    select(values);
    setCurrent(m_currentTarget, m_currentRecording, m_live, m_currentStudy);
}

void Sidebar::fill(QTreeWidgetItem* group, const QStringList& values, Kind kind)
{
    qDeleteAll(group->takeChildren());
    for (const QString& value : values) {
        const QString name = kind == Kind::Device      ? value
                             : kind == Kind::Recording ? QFileInfo(value).completeBaseName()
                                                       : QFileInfo(value).fileName();
        auto* item = new QTreeWidgetItem(group, {name});
        item->setIcon(0, glyph(kind == Kind::Device      ? Glyph::Device
                               : kind == Kind::Recording ? Glyph::Recording
                                                         : Glyph::Study));
        item->setData(0, kValueRole, value);
        item->setData(0, kKindRole, static_cast<int>(kind));
        item->setToolTip(0, kind == Kind::Device ? tr("%1: click to profile on this device").arg(value)
                                                 : tr("%1\nDouble-click to open").arg(QDir::toNativeSeparators(value)));
    }
    if (values.isEmpty()) {
        auto* none = new QTreeWidgetItem(group, {tr("None yet")});
        none->setFlags(Qt::NoItemFlags);
    }
    group->setExpanded(true);
}

void Sidebar::setCurrent(const QString& target, const QString& recording, bool live, const QString& study)
{
    m_currentTarget = target;
    m_currentRecording = recording;
    m_currentStudy = study;
    m_live = live;
    for (QTreeWidgetItem* group : {m_devices, m_recordings, m_studies}) {
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* item = group->child(i);
            const Kind kind = kindOf(item);
            const QString value = item->data(0, kValueRole).toString();
            const QString shown = kind == Kind::Device ? target : kind == Kind::Recording ? recording : study;
            const bool current = !value.isEmpty() && value == shown;
            QFont font = m_tree->font();
            font.setBold(current);
            item->setFont(0, font);
            if (kind == Kind::Recording && !value.isEmpty())
                item->setIcon(0, glyph(current && live ? Glyph::Live : Glyph::Recording));
            mark(item);
        }
    }
}

void Sidebar::setCaptures(const QList<CaptureStatus>& captures)
{
    m_captures.clear();
    for (const CaptureStatus& status : captures) {
        m_captures[status.target] = status;
        if (!status.recording.isEmpty())
            m_captures[status.recording] = status;
    }
    setCurrent(m_currentTarget, m_currentRecording, m_live, m_currentStudy);
}

/// Marks a device or recording with the state of its capture, for as long as the capture runs.
void Sidebar::mark(QTreeWidgetItem* item) const
{
    const Kind kind = kindOf(item);
    const QString value = item->data(0, kValueRole).toString();
    if (value.isEmpty())
        return;
    const auto found = m_captures.constFind(value);
    const bool isRunning = kind != Kind::Study && found != m_captures.constEnd() && isBusy(found->phase);
    if (kind == Kind::Device)
        item->setIcon(0, glyph(Glyph::Device));
    const DeviceState state = isRunning ? deviceState(*found, nullptr) : DeviceState::Idle;
    if (isRunning)
        item->setIcon(0, state == DeviceState::Training ? glyph(Glyph::Live) : stateIcon(state));
    item->setData(0, kStateRole, isRunning ? stateName(state) : QString());
    item->setData(0, Qt::AccessibleTextRole,
                  isRunning ? QVariant(item->text(0) + QStringLiteral(", ") + stateName(state)) : QVariant());
}

void Sidebar::choose(Kind kind, const QString& value)
{
    if (kind == Kind::Device)
        emit deviceChosen(value);
    else if (kind == Kind::Recording)
        emit recordingChosen(value);
    else
        emit studyChosen(value);
}

void Sidebar::activate(QTreeWidgetItem* item)
{
    const QString value = item->data(0, kValueRole).toString();
    if (!value.isEmpty())
        choose(kindOf(item), value);
}

void Sidebar::showMenu(const QPoint& at)
{
    QTreeWidgetItem* item = m_tree->itemAt(at);
    if (!item || item->data(0, kValueRole).toString().isEmpty())
        return;
    const Kind kind = kindOf(item);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString value = item->data(0, kValueRole).toString();
    menu->addAction(kind == Kind::Device ? tr("&Profile on this device") : tr("&Open"), this,
                    [this, kind, value] { choose(kind, value); });
    if (kind == Kind::Recording)
        addRecordingActions(menu, value);
    QAction* remove = menu->addAction(tr("&Remove from the list"), this, [this, kind, value] {
        forgetValue(kind, value);
        refresh();
        emit devicesChanged();
    });
    remove->setEnabled(!settings::isFixedDevice(value));
    remove->setObjectName(QStringLiteral("removeFromList"));
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

void Sidebar::addRecordingActions(QMenu* menu, const QString& path)
{
    QAction* compare = menu->addAction(tr("&Compare with the recording on display"), this,
                                       [this, path] { emit compareRequested(path); });
    compare->setObjectName(QStringLiteral("compareRecording"));
    compare->setEnabled(!m_currentRecording.isEmpty() && path != m_currentRecording);
    QAction* rename = menu->addAction(tr("Re&name…\tF2"), this, [this, path] { askName(path); });
    rename->setObjectName(QStringLiteral("renameRecording"));
    rename->setEnabled(!(m_live && path == m_currentRecording)); // its file is being written
    QAction* folder = menu->addAction(tr("Show in its &folder"), this, [path] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
    });
    folder->setObjectName(QStringLiteral("showInFolder"));
}

void Sidebar::renameCurrent()
{
    const QTreeWidgetItem* item = m_tree->currentItem();
    const QString path = item ? item->data(0, kValueRole).toString() : QString();
    if (!path.isEmpty() && kindOf(item) == Kind::Recording && !(m_live && path == m_currentRecording))
        askName(path);
}

void Sidebar::askName(const QString& path)
{
    const QFileInfo file(path);
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("renameDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename the recording"));
    dialog->setLabelText(tr("New name of the file, which stays in %1:").arg(QDir::toNativeSeparators(file.path())));
    dialog->setTextValue(file.completeBaseName());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, file](const QString& text) {
        const QString name = text.trimmed();
        if (name.isEmpty() || name == file.completeBaseName())
            return;
        const QString suffix = file.suffix().isEmpty() ? QString() : QLatin1Char('.') + file.suffix();
        emit renameRequested(file.filePath(), file.path() + QLatin1Char('/') + name + suffix);
    });
    dialog->open();
}

void Sidebar::forgetValue(Kind kind, const QString& value)
{
    if (kind == Kind::Device)
        settings::forgetDevice(value);
    else if (kind == Kind::Recording)
        settings::forgetRecording(value);
    else
        settings::forgetStudy(value);
}

void Sidebar::forget(QTreeWidgetItem* item)
{
    const QString value = item ? item->data(0, kValueRole).toString() : QString();
    if (value.isEmpty() || settings::isFixedDevice(value))
        return;
    forgetValue(kindOf(item), value);
    refresh();
    emit devicesChanged();
}

} // namespace stepscope::ui
