#include "tests/ui/windowfixture.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/recording/findbar.h"
#include "ui/recording/panels/instancespanel.h"
#include "ui/recording/recordingpage.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timeline/timelinecanvas.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;

/// The context menus of the main window: ops, recordings, rows.
class TestContextMenus
    : public QObject
    , private WindowFixture
{
    Q_OBJECT

    JumpTable* ops() const { return m_window->findChild<JumpTable*>("ops"); }
    QAction* opAction(const char* name) const { return ops()->findChild<QAction*>(QLatin1String(name)); }
    QString chooseOp(const QString& part)
    {
        const QAbstractItemModel* model = ops()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            const QString name = model->index(row, 0).data().toString();
            if (name.contains(part)) {
                ops()->setCurrentIndex(model->index(row, 0));
                return name;
            }
        }
        return {};
    }
    QMenu* menuOf(const QString& recording) const
    {
        auto* places = m_window->findChild<QTreeWidget*>("places");
        for (QTreeWidgetItem* item : places->findItems(recording, Qt::MatchRecursive | Qt::MatchExactly)) {
            emit places->customContextMenuRequested(places->visualItemRect(item).center());
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget()))
                return menu;
        }
        return nullptr;
    }
    QMenu* rowMenu(std::string_view row) const
    {
        auto* canvas = timeline()->findChild<widgets::TimelineCanvas*>();
        const auto& rows = canvas->scene().rows.all();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].name == row)
                return timeline()->rowArranger()->makeMenu(QPointF(40, canvas->rowRect(i).center().y()),
                                                           m_window.get());
        }
        return nullptr;
    }

private slots:
    void init()
    {
        openWindow("a.stepscope", "other.stepscope");
        QTRY_VERIFY(ops()->model()->rowCount() > 0);
        QTRY_VERIFY(timeline()->isDrawn());
    }
    void cleanup() { m_window.reset(); }

    void opsHaveAMenuForTheKeyboard()
    {
        QCOMPARE(ops()->contextMenuPolicy(), Qt::ActionsContextMenu);
        for (const char* name : {"opInstances", "opFilter", "opFind", "opCopyName", "opEnergy"})
            QVERIFY2(opAction(name) && ops()->actions().contains(opAction(name)), name);
    }

    void opsShowInstancesFilterAndCopy()
    {
        const QString name = chooseOp("conv2d");
        QVERIFY(!name.isEmpty());
        opAction("opInstances")->trigger();
        auto* instances = m_window->findChild<InstancesPanel*>();
        QTRY_VERIFY(instances->table()->model()->rowCount() > 0);
        QVERIFY(instances->table()->hasFocus());
        opAction("opCopyName")->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), name);
        const int all = ops()->model()->rowCount();
        opAction("opFilter")->trigger();
        QVERIFY(ops()->model()->rowCount() < all);
        QCOMPARE(m_window->findChild<QLineEdit*>("opsFilter")->text(), name);
    }

    void anOpIsFoundByItsPlainName()
    {
        const QString name = chooseOp("conv2d");
        opAction("opFind")->trigger();
        const auto* bar = m_window->findChild<FindBar*>("findBar");
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->query().text, name);
        QVERIFY(!bar->query().regular);
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QVERIFY(timeline()->navigation()->highlighted()->count() > 0);
    }

    void anOpLeadsToItsEnergy()
    {
        const QString name = chooseOp("conv2d");
        opAction("opEnergy")->trigger();
        auto* tabs = m_window->findChild<QTabWidget*>("tables");
        QCOMPARE(tabs->currentIndex(), int(RecordingPage::Tab::Energy));
        auto* energy = m_window->findChild<JumpTable*>("energy");
        QVERIFY(energy);
        if (!QTest::qWaitFor([&] { return energy->currentIndex().isValid(); }, 10'000))
            QVERIFY2(!energy->isVisible(), "the table has rows, but none is selected");
        else
            QVERIFY(energy->currentIndex().siblingAtColumn(0).data().toString().contains(name));
    }

    void recordingsAreComparedRenamedAndRemoved()
    {
        QSignalSpy compare(m_window.get(), &MainWindow::compareRequested);
        QSignalSpy rename(m_window.get(), &MainWindow::renameRequested);
        QMenu* menu = menuOf("other");
        QVERIFY(menu);
        QVERIFY(menu->findChild<QAction*>("showInFolder"));
        menu->findChild<QAction*>("compareRecording")->trigger();
        QCOMPARE(compare.count(), 1);
        QCOMPARE(compare[0][0].toString(), path("other.stepscope"));
        menu->findChild<QAction*>("renameRecording")->trigger();
        auto* dialog = m_window->findChild<QInputDialog*>("renameDialog");
        QVERIFY(dialog);
        QCOMPARE(dialog->textValue(), "other");
        dialog->setTextValue("better");
        dialog->accept();
        QCOMPARE(rename.count(), 1);
        QCOMPARE(rename[0][1].toString(), path("better.stepscope"));
        m_window->showRenamed(rename[0][0].toString(), rename[0][1].toString());
        QVERIFY(settings::recordings().contains(path("better.stepscope")));
        QVERIFY(!settings::recordings().contains(path("other.stepscope")));
        menu->close();
        menu = menuOf("better");
        QVERIFY(menu);
        menu->findChild<QAction*>("removeFromList")->trigger();
        QVERIFY(!settings::recordings().contains(path("better.stepscope")));
        menu->close();
    }

    void aRecordingOnDisplayIsNotComparedWithItself()
    {
        m_window->setView(m_view, true);
        QMenu* menu = menuOf("a");
        QVERIFY(menu);
        QVERIFY(!menu->findChild<QAction*>("compareRecording")->isEnabled());
        QVERIFY2(!menu->findChild<QAction*>("renameRecording")->isEnabled(), "its file is being written");
        menu->close();
    }

    void rowsCopyTheirValues()
    {
        const std::unique_ptr<QMenu> menu(rowMenu("power"));
        QVERIFY(menu);
        for (const char* name : {"hideRow", "pinRow", "copyValues"})
            QVERIFY2(menu->findChild<QAction*>(QLatin1String(name)), name);
        const trace::TimeRange all = m_view.extent();
        timeline()->axis()->setSelection(trace::TimeRange{all.begin, all.begin + all.duration() / 2});
        const std::unique_ptr<QMenu> selected(rowMenu("power"));
        selected->findChild<QAction*>("copyValues")->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines[0], "time_s,channel,value,unit");
        QVERIFY(lines.size() > 10);
        // The same samples by the plain definition.
        qsizetype expected = 1;
        for (const trace::ChannelView& channel : m_view.channels()) {
            if (channel.info().quantity != "rail.power")
                continue;
            for (std::size_t i = 0; i < channel.size(); ++i)
                expected += channel.time(i) < all.begin + all.duration() / 2 ? 1 : 0;
        }
        QCOMPARE(lines.size(), expected);
        QVERIFY(lines[1].split(',')[0].toDouble() < all.seconds() / 2);
    }

    void rowsOfOpsCopyTheirSpans()
    {
        auto* canvas = timeline()->findChild<widgets::TimelineCanvas*>();
        for (const auto& row : canvas->scene().rows.all()) {
            if (row.kind->name != "ops")
                continue;
            const std::unique_ptr<QMenu> menu(rowMenu(row.name));
            menu->findChild<QAction*>("copyValues")->trigger();
            const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
            QCOMPARE(lines[0], "start_s,duration_s,depth,op,shapes");
            QCOMPARE(lines.size() - 1, qsizetype(m_view.lanes()[row.track->lane()].size()));
            return;
        }
        QFAIL("no row of ops");
    }
};

QTEST_MAIN(TestContextMenus)
#include "tst_contextmenus.moc"
