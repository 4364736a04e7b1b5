#include "tests/ui/windowfixture.h"
#include "ui/parts/settings.h"
#include "ui/recording/findbar.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/palette.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/navigation.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTabWidget>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

/// The palette of the main window, by keyboard.
class TestGoToPalette
    : public QObject
    , private WindowFixture
{
    Q_OBJECT

    Palette* palette() const { return m_window->findChild<Palette*>("palette"); }
    QLineEdit* words() const { return palette()->findChild<QLineEdit*>("paletteWords"); }
    QListView* list() const { return palette()->findChild<QListView*>("paletteList"); }
    void open(const QString& text) const
    {
        QTRY_VERIFY(!palette()); // the one before is deleted after it has closed
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(timeline(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(palette());
        QTest::keyClicks(words(), text);
    }
    QString kindOf(int row) const { return list()->model()->index(row, 0).data(PaletteModel::kKindRole).toString(); }
    QString textOf(int row) const { return list()->model()->index(row, 0).data().toString(); }

private slots:
    void init() { openWindow("lstm.stepscope", "resnet50.stepscope"); }
    void cleanup() { m_window.reset(); }

    void recentRecordingsAreOpened()
    {
        QSignalSpy opened(m_window.get(), &MainWindow::openRequested);
        open("rn50");
        QCOMPARE(textOf(0), "resnet50");
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toString(), path("resnet50.stepscope"));
        QTRY_VERIFY(!palette());
    }

    void theOpenRecordingIsShownAgain()
    {
        m_window->showDevicePage();
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(palette());
        QTest::keyClicks(words(), "lstm");
        QCOMPARE(kindOf(0), "Open recording");
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(m_window->page(), MainWindow::Page::Recording);
    }

    void pagesTablesAndActionsAreChosen()
    {
        open("devices and cap");
        QVERIFY(palette());
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(m_window->page(), MainWindow::Page::Devices);
        m_window->showRecordingPage();
        open("observations");
        QVERIFY(palette());
        QCOMPARE(kindOf(0), "Table");
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(m_window->findChild<QTabWidget*>("tables")->currentIndex(), int(RecordingPage::Tab::Observations));
        timeline()->axis()->zoomTo({m_view.extent().begin, m_view.extent().begin + 1'000'000'000});
        open("fit all");
        QVERIFY(palette());
        QCOMPARE(kindOf(0), "Action");
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(timeline()->axis()->range(), m_view.extent());
    }

    /// Entries of a submenu are found by its name.
    void submenusAreFound()
    {
        open("export numpy");
        QVERIFY(palette());
        QCOMPARE(textOf(0).section(':', 0, 0), "Export");
        QTest::keyClick(words(), Qt::Key_Escape);
        open("theme dark");
        QVERIFY(palette());
        QTest::keyClick(words(), Qt::Key_Return);
        QCOMPARE(settings::theme(), ThemeChoice::Dark);
    }

    void exportsSayTheirSuffix()
    {
        const auto& exports = m_window->findChild<WindowActions*>()->exportFiles;
        QVERIFY(std::any_of(exports.begin(), exports.end(), [](const QAction* action) {
            return action->text().contains("NumPy") && action->statusTip().endsWith(".npz");
        }));
    }
    void opsAreFound()
    {
        open("conv2d");
        int row = 0;
        while (row < list()->model()->rowCount() && kindOf(row) != "Op")
            ++row;
        QCOMPARE(row, 0);
        const QString name = textOf(0);
        QTest::keyClick(words(), Qt::Key_Return);
        QTRY_VERIFY(timeline()->navigation()->highlighted());
        QCOMPARE(m_window->findChild<FindBar*>("findBar")->query().text, name);
    }

    void keysMoveAndEscCloses()
    {
        open("");
        const QAbstractItemModelTester tester(list()->model());
        QVERIFY(list()->model()->rowCount() > 10);
        QCOMPARE(list()->currentIndex().row(), 0);
        QTest::keyClick(words(), Qt::Key_Down);
        QTest::keyClick(words(), Qt::Key_Down);
        QTest::keyClick(words(), Qt::Key_Up);
        QCOMPARE(list()->currentIndex().row(), 1);
        QTest::keyClicks(words(), "xqzxqz");
        QCOMPARE(list()->model()->rowCount(), 0);
        QTest::keyClick(words(), Qt::Key_Return); // nothing to choose
        QVERIFY(palette());
        QTest::keyClick(words(), Qt::Key_Escape);
        QTRY_VERIFY(!palette());
    }
};

QTEST_MAIN(TestGoToPalette)
#include "tst_gotopalette.moc"
