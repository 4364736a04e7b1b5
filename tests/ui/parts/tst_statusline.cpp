#include "analysis/trace/imported.h"
#include "tests/support/recordingbuilder.h"
#include "ui/parts/statusline.h"

#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

/// What the status line says about a finished recording.
class TestStatusLine : public QObject
{
    Q_OBJECT

private slots:
    void theEndOfARunIsNamed_data()
    {
        QTest::addColumn<trace::RunEnding>("ending");
        QTest::addColumn<QString>("text");
        QTest::newRow("exit status") << trace::RunEnding{.exitStatus = 3, .state = "ended"}
                                     << "Run ended with exit status 3";
        QTest::newRow("signal") << trace::RunEnding{.signal = 9, .state = "ended"} << "Run ended by signal 9";
        QTest::newRow("no status") << trace::RunEnding{.state = "ended", .hasStatus = false}
                                   << "Run ended; its exit status is not known";
        QTest::newRow("stopped") << trace::RunEnding{.state = "stopped"} << "Run was stopped";
        QTest::newRow("failed") << trace::RunEnding{.state = "failed", .reason = "no such file"}
                                << "Run failed: no such file";
    }
    void theEndOfARunIsNamed()
    {
        QFETCH(const trace::RunEnding, ending);
        QFETCH(const QString, text);
        testing::RecordingBuilder builder;
        builder.footer(ending);
        StatusLine line;
        line.setView(testing::viewOf(builder.bytes()), false);
        QVERIFY2(line.text().startsWith(text), qPrintable(line.text()));
        // The same words while the capture is on display.
        CaptureStatus status;
        status.phase = CapturePhase::Ended;
        line.setStatus(status);
        QVERIFY2(line.text().startsWith(text), qPrintable(line.text()));
        status.text = "the run goes on";
        line.setStatus(status);
        QVERIFY2(line.text().contains(status.text), qPrintable(line.text()));
    }

    /// No training was run for it, so an exit status would be an invention.
    void anImportNamesItsFiles()
    {
        testing::RecordingBuilder builder;
        builder.describe().command = {trace::kImportedCommand, "/home/ann/run.csv", "trace.json"};
        builder.footer();
        StatusLine line;
        line.setView(testing::viewOf(builder.bytes()), false);
        QVERIFY2(line.text().startsWith("Imported from run.csv, trace.json"), qPrintable(line.text()));
    }

    /// Else it keeps the colour of the theme in which it was set.
    void theLinkOfLossesFollowsTheTheme()
    {
        testing::RecordingBuilder builder;
        builder.describe();
        builder.loss({"samples", 12, {0, 1'000'000}, "too busy"});
        builder.footer();
        StatusLine line;
        line.setView(testing::viewOf(builder.bytes()), false);
        QPalette palette;
        palette.setColor(QPalette::Link, QColor(1, 2, 3));
        line.setPalette(palette);
        const QList<QLabel*> labels = line.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text().contains("#010203"); }));
    }
};

QTEST_MAIN(TestStatusLine)
#include "tst_statusline.moc"
