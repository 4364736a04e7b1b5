#include "ui/window/paletteentries.h"

#include "ui/parts/glyphs.h"
#include "ui/parts/mnemonics.h"
#include "ui/parts/settings.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "ui/study/studypage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include <string_view>
#include <unordered_set>

namespace stepscope::ui {

namespace {

constexpr std::size_t kMostOps = 20'000;
constexpr qsizetype kLongestName = 200;
constexpr int kOpenBonus = 20; ///< of what is open over what could be opened

QString folderOf(const QString& path)
{
    return QDir::toNativeSeparators(QFileInfo(path).path());
}

void addOpen(std::vector<PaletteEntry>& entries, MainWindow& window)
{
    if (window.recordingPage()->hasView())
        entries.push_back({QFileInfo(window.recordingPath()).completeBaseName(), MainWindow::tr("Open recording"),
                           folderOf(window.recordingPath()), glyph(Glyph::Recording),
                           [&window] { window.showRecordingPage(); }, kOpenBonus});
    if (window.studyPage()->hasStudy())
        entries.push_back({QFileInfo(window.studyPage()->folder()).fileName(), MainWindow::tr("Open study"),
                           folderOf(window.studyPage()->folder()), glyph(Glyph::Study),
                           [&window] { window.showStudyPage(); }, kOpenBonus});
}

void addFiles(std::vector<PaletteEntry>& entries, MainWindow& window)
{
    const auto add = [&](const QString& path, const QString& name, const QString& kind, Glyph icon) {
        entries.push_back(
            {name, kind, folderOf(path), glyph(icon), [&window, path] { emit window.openRequested(path); }});
    };
    for (const QString& path : settings::recordings()) {
        if (path != window.recordingPath())
            add(path, QFileInfo(path).completeBaseName(), MainWindow::tr("Recording"), Glyph::Recording);
    }
    for (const QString& folder : settings::studies()) {
        if (folder != window.studyPage()->folder())
            add(folder, QFileInfo(folder).fileName(), MainWindow::tr("Study"), Glyph::Study);
    }
}

void addPages(std::vector<PaletteEntry>& entries, MainWindow& window, const WindowActions& actions)
{
    entries.push_back(
        {MainWindow::tr("Devices and captures"), MainWindow::tr("Page"), {}, glyph(Glyph::Device), [&window] {
             window.showDevicePage();
         }});
    for (const QString& target : settings::devices())
        entries.push_back({target, MainWindow::tr("Device"), {}, glyph(Glyph::Device), [&window, target] {
                               window.showDevice(target);
                           }});
    for (QAction* tab : actions.tabs) {
        if (tab->isEnabled())
            entries.push_back({withoutMnemonic(tab->text()),
                               MainWindow::tr("Table"),
                               tab->shortcut().toString(QKeySequence::NativeText),
                               {},
                               [tab] { tab->trigger(); }});
    }
}

/// "Export: " for an entry of the submenu Export; empty for an entry of a menu of the menu bar.
QString submenuOf(const QAction& action)
{
    const QList<QObject*> places = action.associatedObjects();
    for (QObject* place : places) {
        const auto* menu = qobject_cast<QMenu*>(place);
        if (menu != nullptr && qobject_cast<QMenu*>(menu->parentWidget()) != nullptr)
            return withoutMnemonic(menu->title()) + QStringLiteral(": ");
    }
    return {};
}

void addActions(std::vector<PaletteEntry>& entries, const WindowActions& actions)
{
    QList<QAction*> all = actions.findChildren<QAction*>(Qt::FindDirectChildrenOnly);
    all += actions.themes();
    for (QAction* action : std::as_const(all)) {
        if (!action->isEnabled() || action->text().isEmpty() || action == actions.palette ||
            actions.tabs.contains(action))
            continue;
        const QString name = submenuOf(*action) + withoutMnemonic(action->text()).remove(QChar(0x2026));
        // The description says more than the short text of a menu: "Step" is "Zoom to the step at the cursor".
        const QString text = action->statusTip().isEmpty() ? name : name + QStringLiteral(": ") + action->statusTip();
        entries.push_back({text, MainWindow::tr("Action"), action->shortcut().toString(QKeySequence::NativeText),
                           action->icon(), [action = QPointer<QAction>(action)] {
                               if (action)
                                   action->trigger();
                           }});
    }
}

void addOps(std::vector<PaletteEntry>& entries, MainWindow& window)
{
    if (!window.recordingPage()->hasView())
        return;
    const trace::TraceView& view = window.view();
    std::unordered_set<std::string_view> known;
    for (std::uint32_t op = 1; op <= view.opCount() && known.size() < kMostOps; ++op) {
        const std::string_view name = view.opName(op);
        if (!known.insert(name).second)
            continue;
        const QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        entries.push_back({text.left(kLongestName), MainWindow::tr("Op"), {}, glyph(Glyph::Find), [&window, text] {
                               window.showRecordingPage();
                               window.recordingPage()->navigator()->findName(text);
                           }});
    }
}

} // namespace

std::vector<PaletteEntry> paletteEntries(MainWindow& window, const WindowActions& actions)
{
    std::vector<PaletteEntry> entries;
    addOpen(entries, window);
    addFiles(entries, window);
    addPages(entries, window, actions);
    addActions(entries, actions);
    addOps(entries, window);
    return entries;
}

} // namespace stepscope::ui
