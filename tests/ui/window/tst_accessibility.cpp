// What a screen reader gets of each page and dialog: every interactive control has a name in the tree of QAccessible,
// which AT-SPI exports, and the Tab key reaches it.

#include "analysis/study/studyadvice.h"
#include "tests/support/knownstudy.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/comparison/comparepage.h"
#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/import/importdialog.h"
#include "ui/parts/jumptable.h"
#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/study/studypage.h"
#include "ui/study/sweepdialog.h"
#include "ui/window/mainwindow.h"
#include "ui/window/shortcutsdialog.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QMenuBar>
#include <QRadioButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

bool isInteractive(QAccessible::Role role)
{
    static const std::set<QAccessible::Role> kRoles{
        QAccessible::PushButton, QAccessible::CheckBox, QAccessible::RadioButton,    QAccessible::ComboBox,
        QAccessible::SpinBox,    QAccessible::Slider,   QAccessible::Dial,           QAccessible::EditableText,
        QAccessible::List,       QAccessible::Tree,     QAccessible::Table,          QAccessible::ButtonMenu,
        QAccessible::MenuItem,   QAccessible::PageTab,  QAccessible::ButtonDropDown, QAccessible::Link};
    return kRoles.contains(role);
}

QString describe(const QWidget* widget)
{
    QString path = widget->metaObject()->className();
    if (!widget->objectName().isEmpty())
        path += " \"" + widget->objectName() + "\"";
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (!parent->objectName().isEmpty() && !parent->objectName().startsWith("qt_"))
            return path + " in " + parent->metaObject()->className() + " \"" + parent->objectName() + "\"";
    }
    return path;
}

/// A part of a control that Qt makes, and that is used through its owner.
bool isInside(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent) ||
            qobject_cast<const QTabBar*>(parent) || qobject_cast<const QMenuBar*>(parent) ||
            (qobject_cast<const QAbstractItemView*>(parent) && !parent->isWindow()))
            return true;
    }
    return widget->inherits("QLineEditIconButton") || widget->inherits("QTableCornerButton") ||
           widget->inherits("QHeaderView") || widget->inherits("QScrollBar") || widget->inherits("QSplitterHandle");
}

/// Interactive controls of a window that can be used now, by the tree of QAccessible.
void collect(QAccessibleInterface* item, std::set<QWidget*>& controls, QStringList& nameless)
{
    if (item == nullptr || item->state().invisible)
        return;
    auto* widget = qobject_cast<QWidget*>(item->object());
    if (widget != nullptr && (!widget->isVisible() || isInside(widget)))
        return;
    const bool takesTab = widget != nullptr && (widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->isWindow() &&
                          widget->focusProxy() == nullptr;
    // Labels whose text can be selected, and areas that scroll, take the focus without being controls of their own.
    const bool isText = item->role() == QAccessible::StaticText;
    if (isInteractive(item->role()) || (takesTab && !isText)) {
        if (item->text(QAccessible::Name).trimmed().isEmpty())
            nameless << (widget != nullptr ? describe(widget) : QString("part of ") + item->text(QAccessible::Help)) +
                            QString(" (role %1)").arg(item->role());
        if (widget != nullptr && widget->isEnabled() && qobject_cast<QMenuBar*>(widget) == nullptr)
            controls.insert(widget);
    }
    // Cells are named by their texts.
    if (qobject_cast<QAbstractItemView*>(widget) != nullptr)
        return;
    for (int i = 0; i < item->childCount(); ++i)
        collect(item->child(i), controls, nameless);
}

/// Presses Tab until a widget gets the focus for the second time. `trap`: a widget that keeps the focus.
std::set<QWidget*> reachedByTab(QWidget& window, QString& trap)
{
    std::set<QWidget*> reached;
    int repeats = 0;
    constexpr int kMost = 400;
    for (int i = 0; i < kMost; ++i) {
        QWidget* focus = window.focusWidget() != nullptr ? window.focusWidget() : &window;
        QTest::keyClick(focus, Qt::Key_Tab);
        QWidget* next = window.focusWidget();
        // The first Tab in a label with a link goes to the link.
        repeats = next == focus ? repeats + 1 : 0;
        if (next == nullptr || repeats > 1) {
            trap = "Tab does not leave " + describe(focus);
            break;
        }
        if (!reached.insert(next).second && repeats == 0)
            break;
    }
    return reached;
}

/// A radio button of a group is reached with the arrow keys from the one that is checked.
bool isOfCheckedGroup(const QWidget* control, const std::set<QWidget*>& reached)
{
    const auto* radio = qobject_cast<const QRadioButton*>(control);
    if (radio == nullptr)
        return false;
    for (const auto* other : radio->parentWidget()->findChildren<QRadioButton*>()) {
        if (reached.contains(const_cast<QRadioButton*>(other)))
            return true;
    }
    return false;
}

QString faultsOf(QWidget& window)
{
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window))
        return "not active";
    std::set<QWidget*> controls;
    QStringList faults;
    collect(QAccessible::queryAccessibleInterface(&window), controls, faults);
    for (QString& fault : faults)
        fault.prepend("without a name: ");
    if (controls.size() < 2)
        faults << "no controls were found";
    QString trap;
    const std::set<QWidget*> reached = reachedByTab(window, trap);
    if (!trap.isEmpty())
        faults << trap;
    for (QWidget* control : controls) {
        QWidget* owner = control->focusProxy() != nullptr ? control->focusProxy() : control;
        if (!reached.contains(owner) && !isOfCheckedGroup(control, reached))
            faults << "not reached by Tab: " + describe(control);
    }
    faults.sort();
    return faults.join('\n');
}

format::Result<trace::TraceView> noRecording(const analysis::StudyCell&)
{
    return format::failure("there is no recording");
}

} // namespace

/// Shows all faults, which QCOMPARE would cut.
#define CHECK_ACCESS(expression)                                                                                       \
    do {                                                                                                               \
        const QString faults = (expression);                                                                           \
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults));                                                         \
    } while (false)

class TestAccessibility : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static StudyContent content()
    {
        const analysis::Study study = testing::knownStudy();
        return {"/home/ada/tx2-study", study, analysis::studyFigures(study, noRecording), analysis::studyTables(study),
                analysis::adviceTables(analysis::studyAdvice(study, std::nullopt, noRecording))};
    }
    static QString faultsOfDialog(QDialog& dialog)
    {
        dialog.show();
        return QTest::qWaitForWindowExposed(&dialog) ? faultsOf(dialog) : QString("not exposed");
    }

private slots:
    void initTestCase() { QAccessible::setActive(true); }
    void init() { useFreshSettings(m_folder.path()); }

    void devicePage()
    {
        MainWindow window;
        showInSize(window, {1600, 900});
        window.setRuns("local", {{"20190412-101502-resnet50", "running", "python3 train.py",
                                  QDateTime::fromSecsSinceEpoch(1555063502), 48'200'000}});
        window.showDevicePage();
        window.showError("The key of tx2-lab has changed.");
        QTest::qWait(50);
        CHECK_ACCESS(faultsOf(window));
    }

    void startPage()
    {
        MainWindow window;
        showInSize(window, {1600, 900});
        window.showStartPage();
        window.startPage()->unfinished()->setRecordings(
            {{"nvidia@tx2-lab", "20190412-101502-7f3a", "/home/ada/resnet50.stepscope", 41'900'000,
              "The run goes on."}});
        QTest::qWait(50);
        CHECK_ACCESS(faultsOf(window));
    }

    void fleetPage()
    {
        MainWindow window;
        showInSize(window, {1600, 900});
        window.showFleetPage();
        QTest::qWait(50);
        CHECK_ACCESS(faultsOf(window));
    }

    void recordingPage()
    {
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        MainWindow window;
        showInSize(window, {1600, 900});
        window.setRecordingPath("/home/ada/resnet50.stepscope");
        window.setView(view, false);
        auto* page = window.recordingPage();
        QTRY_VERIFY(window.findChild<JumpTable*>("ops")->model()->rowCount() > 0);
        for (int tab = 0; tab <= static_cast<int>(RecordingPage::Tab::Query); ++tab) {
            page->showTab(static_cast<RecordingPage::Tab>(tab));
            QTest::qWait(50);
            const QString faults = faultsOf(window);
            QVERIFY2(faults.isEmpty(), qPrintable(QString("tab %1\n").arg(tab) + faults));
        }
        page->findOp();
        CHECK_ACCESS(faultsOf(window));
    }

    void comparePage()
    {
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        MainWindow window;
        showInSize(window, {1600, 900});
        window.setRecordingPath("/home/ada/resnet50.stepscope");
        window.setView(view, false);
        window.setComparison(view, "/home/ada/other.stepscope", "12 MB");
        auto* page = window.findChild<ComparePage*>();
        QTRY_VERIFY(page->opsTable()->model()->rowCount() > 0);
        CHECK_ACCESS(faultsOf(window));
    }

    void studyPage()
    {
        MainWindow window;
        showInSize(window, {1600, 900});
        window.setStudy(content());
        QTest::qWait(50);
        CHECK_ACCESS(faultsOf(window));
    }

    void dialogs()
    {
        HostKeyDialog key("tx2-lab", "ED25519", "SHA256:abc");
        CHECK_ACCESS(faultsOfDialog(key));
        SecretDialog secret("Password of nvidia@tx2-lab");
        CHECK_ACCESS(faultsOfDialog(secret));
        const RemoteRun whole{"20190412-101502-7f3a", "ended", "python3 train.py", {}, 48'200'000};
        CleanDialog clean("nvidia@tx2-lab", {{{whole}, 1, 57'000'000}, {{whole, whole}, 1, 90'000'000}, 1});
        CHECK_ACCESS(faultsOfDialog(clean));
        ImportDialog import;
        import.addFiles(
            {{.path = "/home/ada/board.log", .kind = "logs of tegrastats", .bytes = 7, .usesInterval = true},
             {.path = "/home/ada/meter.csv",
              .kind = "CSV files",
              .bytes = 7,
              .usesColumns = true }});
        CHECK_ACCESS(faultsOfDialog(import));
        SweepDialog sweep({"local", "nvidia@tx2-lab"}, {"resnet50", "lstm"});
        CHECK_ACCESS(faultsOfDialog(sweep));
        MainWindow window;
        const auto* actions = window.findChild<WindowActions*>();
        ShortcutsDialog shortcuts(actions->shortcutList());
        CHECK_ACCESS(faultsOfDialog(shortcuts));
    }

    void paperDialog()
    {
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        MainWindow window;
        showInSize(window, {1600, 900});
        window.setRecordingPath("/home/ada/resnet50.stepscope");
        window.setView(view, false);
        PaperDialog dialog(view, window.timeline()->figureAsSeen());
        CHECK_ACCESS(faultsOfDialog(dialog));
    }

    /// Menus are used by key: every entry has a text, and every menu a mnemonic.
    void menus()
    {
        MainWindow window;
        for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
            if (menu->title().isEmpty())
                continue; // of Qt, for what does not fit
            QVERIFY2(menu->title().contains('&'), qPrintable(menu->title()));
            for (const QAction* action : menu->actions())
                QVERIFY2(action->isSeparator() || action->menu() || !action->text().isEmpty(),
                         qPrintable(menu->title()));
        }
    }
};

QTEST_MAIN(TestAccessibility)
#include "tst_accessibility.moc"
