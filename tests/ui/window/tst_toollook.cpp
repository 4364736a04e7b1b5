#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/settings.h"
#include "ui/recording/findbar.h"
#include "ui/recording/inspector.h"
#include "ui/recording/recordingpage.h"
#include "ui/window/mainwindow.h"
#include "ui/window/palette.h"
#include "widgets/interaction/navigation.h"
#include "widgets/interaction/rowarranger.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QImage>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

using namespace stepscope;
using namespace stepscope::ui;

/// Search, palette, several selections, scales and times of the log in both themes, on a small and a large screen: no
/// truncated text. STEPSCOPE_PICTURES=DIR saves the pictures.
class TestToolLook : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void tools_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
                QTest::addRow("tools-%s-%d", theme == ThemeChoice::Dark ? "dark" : "light", size.width())
                    << theme << size;
    }

    void tools()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        useFreshSettings(m_folder.path());
        settings::setTheme(theme);
        const QString look = QTest::currentDataTag();
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        MainWindow window;
        showInSize(window, size);
        window.setRecordingPath("/home/ada/resnet50-batch32.stepscope");
        window.setView(view, false);
        widgets::TimelineWidget* timeline = window.timeline();
        timeline->rowArranger()->setScale("power", {0.5, 20.0, true});
        timeline->rowArranger()->setScale("memory", {1e9, 4e9, false});
        timeline->axis()->zoomTo({view.step(3).start, view.step(9).end});
        timeline->axis()->setSelection(trace::TimeRange{view.step(4).start, view.step(4).end});
        timeline->axis()->addSelection({view.step(6).start, view.step(7).end});
        window.recordingPage()->showTab(RecordingPage::Tab::Log);
        timeline->axis()->setCursor(view.step(5).end);
        QTRY_COMPARE(window.recordingPage()->inspector()->scope(), "2 selections");
        QTRY_VERIFY(window.recordingPage()->inspector()->text().contains("Samples\t96"));
        QCOMPARE(truncatedControls(window).join('\n'), "");
        savePicture(window, look + "-selections");

        window.recordingPage()->findOp();
        window.findChild<QLineEdit*>("findWords")->setText("conv2d");
        QTRY_VERIFY(timeline->navigation()->highlighted());
        window.recordingPage()->goToInstance(true);
        timeline->axis()->zoomTo({view.step(4).start, view.step(4).end});
        QTRY_VERIFY(timeline->isDrawn());
        QCOMPARE(truncatedControls(window).join('\n'), "");
        savePicture(window, look + "-search");

        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        auto* palette = window.findChild<Palette*>("palette");
        QVERIFY(palette);
        QVERIFY(window.frameGeometry().contains(palette->frameGeometry()));
        QTest::keyClicks(palette->findChild<QLineEdit*>("paletteWords"), "zo");
        QCOMPARE(truncatedControls(*palette).join('\n'), "");
        savePicture(*palette, look + "-palette");
    }

    /// Between the actions of the tool bar are lines, also where a page without a title leaves room to them.
    void separatorsAreLines()
    {
        useFreshSettings(m_folder.path());
        MainWindow window;
        showInSize(window, QSize(1024, 700));
        const auto* bar = window.findChild<QToolBar*>("tools");
        const QImage picture = window.grab().toImage();
        int separators = 0;
        for (QAction* action : bar->actions()) {
            const QWidget* separator = bar->widgetForAction(action);
            if (!action->isSeparator() || separator == nullptr || !separator->isVisible())
                continue;
            const QRect place(separator->mapTo(&window, QPoint()), separator->size());
            const QRgb background = picture.pixel(place.left(), place.top());
            int columns = 0;
            for (int x = place.left(); x <= place.right(); ++x)
                columns += picture.pixel(x, place.center().y()) != background ? 1 : 0;
            QCOMPARE(columns, 1);
            ++separators;
        }
        QVERIFY(separators >= 2);
    }
};

QTEST_MAIN(TestToolLook)
#include "tst_toollook.moc"
