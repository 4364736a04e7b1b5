// The names that are proposed for exported files.

#include "ui/parts/savedialog.h"

#include <QTest>
#include <QWidget>

using namespace stepscope::ui;

class TestSaveDialog : public QObject
{
    Q_OBJECT

private slots:
    void namesExportsAfterTheRecordingOfTheWindow()
    {
        QWidget window;
        window.setWindowFilePath("/home/ada/resnet50 b8.1.stepscope");
        const QWidget panel(&window);
        QCOMPARE(exportName(&panel, "fold", "png"), "resnet50 b8.1-fold.png");
        QCOMPARE(exportName(&panel, {}, "csv"), "resnet50 b8.1.csv");
    }

    void proposesANameWithoutARecording()
    {
        const QWidget window;
        QCOMPARE(exportName(&window, "query", "csv"), "recording-query.csv");
        QCOMPARE(exportName(&window, {}, "png"), "recording.png");
    }
};

QTEST_MAIN(TestSaveDialog)
#include "tst_savedialog.moc"
