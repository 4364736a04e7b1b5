#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/comparison/comparepage.h"
#include "ui/parts/settings.h"
#include "ui/recording/rowsmenu.h"
#include "ui/window/mainwindow.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timelinewidget.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace stepscope::ui {

/// Choices for the rows of a timeline persist in the next window.
class RowsMenuTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_timeline.reset(); }

    void arrangementIsRemembered();
    void timelinesOfAComparisonShareTheirArrangement();
    void badSettingsAreTheUsualArrangement();
    void menusFitWhatThereIs();

private:
    /// Creates the menu as a window does at start.
    void openWindow();
    widgets::RowArranger* arranger() const { return m_timeline->rowArranger(); }
    QAction* action(const char* menu, const char* name) const;

    QTemporaryDir m_folder;
    std::unique_ptr<widgets::TimelineWidget> m_timeline;
    RowsMenu* m_menu = nullptr;
};

void RowsMenuTest::init()
{
    useFreshSettings(m_folder.path());
    openWindow();
}

void RowsMenuTest::openWindow()
{
    m_timeline = std::make_unique<widgets::TimelineWidget>();
    m_timeline->resize(1000, 700);
    m_menu = new RowsMenu(m_timeline.get(), m_timeline.get());
    m_timeline->setView(testing::viewOf(testing::makeTrainingRecording()));
    m_timeline->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_timeline.get()));
    QTest::qWait(50);
}

QAction* RowsMenuTest::action(const char* menu, const char* name) const
{
    auto* within = m_menu->findChild<QMenu*>(QLatin1String(menu));
    emit within->aboutToShow();
    return within->findChild<QAction*>(QLatin1String(name));
}

void RowsMenuTest::arrangementIsRemembered()
{
    arranger()->hideRow("memory");
    arranger()->togglePinned("power");
    arranger()->toggleGroup("ops");
    arranger()->setHeight("gpu:GPU", 88);
    action("rows-rails", "railsJoules")->trigger();
    const widgets::RowArrangement chosen = arranger()->arrangement();
    QVERIFY(chosen.rails.joules);
    openWindow();
    QCOMPARE(arranger()->arrangement(), chosen);
    action("rows-arrange", "resetRows")->trigger();
    openWindow();
    QCOMPARE(arranger()->arrangement(), widgets::RowArrangement{});
}

void RowsMenuTest::timelinesOfAComparisonShareTheirArrangement()
{
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto* page = window.findChild<ComparePage*>();
    const auto arrangements = [&] {
        std::vector<widgets::RowArrangement> all;
        for (const widgets::TimelineWidget* timeline : {window.timeline(), page->timelineA(), page->timelineB()})
            all.push_back(timeline->rowArranger()->arrangement());
        return all;
    };
    window.timeline()->rowArranger()->hideRow("memory");
    page->timelineB()->rowArranger()->toggleGroup("ops");
    widgets::RowArrangement chosen;
    chosen.hidden.insert("memory");
    chosen.setCollapsed("ops", true);
    QCOMPARE(arrangements(), std::vector(3, chosen));
    QCOMPARE(widgets::RowArrangement::fromJson(settings::rowArrangement()), chosen);

    window.findChild<QAction*>(QStringLiteral("rows-temperatures"))->trigger();
    QCOMPARE(page->timelineA()->rowsShown(QStringLiteral("temperatures")),
             window.timeline()->rowsShown(QStringLiteral("temperatures")));
    QVERIFY(!page->timelineA()->rowsShown(QStringLiteral("temperatures")));

    MainWindow next;
    QCOMPARE(next.findChild<ComparePage*>()->timelineA()->rowArranger()->arrangement(), chosen);
    QVERIFY(!next.findChild<ComparePage*>()->timelineB()->rowsShown(QStringLiteral("temperatures")));
}

void RowsMenuTest::badSettingsAreTheUsualArrangement()
{
    settings::setRowArrangement("{\"pinned\": [");
    openWindow();
    QCOMPARE(arranger()->arrangement(), widgets::RowArrangement{});
    arranger()->toggleGroup("ops");
    openWindow();
    QVERIFY(arranger()->arrangement().collapsed.contains("ops"));
}

void RowsMenuTest::menusFitWhatThereIs()
{
    QVERIFY(action("rows-rails", "railsStacked")->isChecked());
    QVERIFY(!action("rows-arrange", "expandAll")->isEnabled());
    action("rows-arrange", "collapseAll")->trigger();
    QVERIFY(action("rows-arrange", "expandAll")->isEnabled());
    QVERIFY(!action("rows-arrange", "collapseAll")->isEnabled());
    action("rows-rails", "railsSeparate")->trigger();
    QVERIFY(action("rows-rails", "railsSeparate")->isChecked());
    QVERIFY(arranger()->arrangement().rails.separate);
}

} // namespace stepscope::ui

QTEST_MAIN(stepscope::ui::RowsMenuTest)
#include "tst_rowsmenu.moc"
