// Files of other programs in the window: opened, imported, aligned, corrected and kept; cancelled without a trace.

#include "analysis/trace/tracestore.h"
#include "app/window/windowcontroller.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/import/alignmentpanel.h"
#include "ui/import/importdialog.h"
#include "ui/parts/messageline.h"
#include "ui/window/importcontroller.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <csignal>
#include <sys/resource.h>

using namespace stepscope;

namespace {

const QByteArray kTwoKernels = R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":5,"dur":1000},
    {"ph":"X","cat":"kernel","name":"relu","pid":0,"tid":7,"ts":2000000,"dur":1000}])";

QByteArray manyOps()
{
    QByteArray text = "[";
    for (int i = 0; i < 400'000; ++i)
        text += R"({"ph":"X","name":"op","pid":1,"tid":1,"ts":)" + QByteArray::number(i * 10) + ",\"dur\":5},";
    text.back() = ']';
    return text;
}

} // namespace

class WindowImportTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_log;
    QString m_trace;

    QString write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(name));
        return file.fileName();
    }
    static std::unique_ptr<app::WindowController> makeWindow()
    {
        auto controller = std::make_unique<app::WindowController>();
        controller->window().resize(1366, 768);
        controller->window().show();
        return controller;
    }
    static void drop(app::WindowController& controller, const QStringList& paths)
    {
        emit controller.window().imports()->openRequested(paths);
    }
    static QString banner(app::WindowController& controller)
    {
        return controller.window().findChild<ui::MessageLine*>("banner")->text();
    }
    static ui::ImportDialog* dialogOf(app::WindowController& controller)
    {
        return controller.window().imports()->dialog();
    }
    static std::int64_t kernelStart(const trace::TraceView& view)
    {
        for (const trace::LaneView& lane : view.lanes()) {
            if (lane.size() > 0)
                return lane.span(0).start;
        }
        return -1;
    }
    static trace::TraceView loaded(const QString& path)
    {
        const auto view = trace::loadRecording(path.toStdString());
        return view.ok() ? *view : trace::TraceView();
    }
    [[nodiscard]] QStringList contents() const
    {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        ui::useFreshSettings(m_folder->filePath("settings"));
        QByteArray log;
        for (int second = 0; second < 60; ++second)
            log += "RAM 1024/7846MB (lfb 17x4MB) CPU [10%@2035] GR3D_FREQ 50%\n";
        m_log = write("board.log", log);
        m_trace = write("kernels.json", kTwoKernels);
    }

    void importsCorrectsAndKeeps()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        drop(*controller, {m_log, m_trace});
        QTRY_VERIFY(dialogOf(*controller));
        QCOMPARE(dialogOf(*controller)->files().size(), 2);
        QVERIFY(dialogOf(*controller)->files()[0].kind.contains("tegrastats"));
        QTest::keyClick(dialogOf(*controller), Qt::Key_Return);
        const QString output = m_folder->filePath("board.stepscope");
        QTRY_VERIFY(window.view().spanCount() == 2);
        QTRY_VERIFY(!dialogOf(*controller));
        QVERIFY(window.windowTitle().contains("board"));
        const auto* panel = window.imports()->panel();
        QTRY_VERIFY(panel->isVisible());
        const std::int64_t before = kernelStart(window.view());
        const auto range = window.timeline()->axis()->range();

        // Moved earlier than the log, so that the recording begins with the trace.
        auto* spin = window.findChild<QDoubleSpinBox*>("moveMs0");
        spin->setValue(2500.25);
        QTRY_COMPARE(kernelStart(window.view()), before + 2'500'250'000);
        QCOMPARE(window.timeline()->axis()->range().begin, range.begin);
        QCOMPARE(kernelStart(loaded(output)), before); // not written yet
        window.findChild<QPushButton*>("keepAlignment")->click();
        QTRY_COMPARE(kernelStart(loaded(output)), before + 2'500'250'000);
        QTRY_VERIFY(!panel->hasChanges());
        QVERIFY(banner(*controller).contains("corrected times"));
        QCOMPARE(contents(), QStringList({"board.log", "board.stepscope", "kernels.json"}));
        const QString text = QString::fromStdString(loaded(output).header().sources[1].reason);
        QVERIFY2(text.contains("moved by +2500.25 ms by the user"), qPrintable(text));

        spin->setValue(0);
        QTRY_COMPARE(kernelStart(window.view()), before);
        window.findChild<QPushButton*>("closeAlignment")->click(); // undoes what was not kept
        QTRY_COMPARE(kernelStart(window.view()), before + 2'500'250'000);
        QVERIFY(!panel->isVisible());
        QCOMPARE(contents(), QStringList({"board.log", "board.stepscope", "kernels.json"}));
    }

    void openingAFileOfAnotherProgramIsAnImport()
    {
        const auto controller = makeWindow();
        controller->open(m_trace);
        QTRY_VERIFY(dialogOf(*controller));
        QVERIFY(banner(*controller).isEmpty());
        dialogOf(*controller)->findChild<QPushButton*>("startImport")->click();
        QTRY_COMPARE(controller->window().view().spanCount(), std::uint64_t{2});
        QVERIFY(!controller->window().imports()->panel()->isVisible()); // there is nothing to align
    }

    void cancelLeavesNoFile()
    {
        const QString trace = write("big.json", manyOps());
        const auto controller = makeWindow();
        drop(*controller, {trace});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        dialog->findChild<QPushButton*>("startImport")->click();
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog->isRunning());
        QVERIFY(dialog->findChild<ui::MessageLine*>("importMessage")->text().contains("cancelled"));
        QCOMPARE(contents(), QStringList({"big.json", "board.log", "kernels.json"}));
    }

    void unknownFilesSayWhatWasExpected()
    {
        const auto controller = makeWindow();
        drop(*controller, {write("notes.txt", "buy milk\n")});
        QTRY_VERIFY(banner(*controller).contains("supported: logs of tegrastats"));
        QVERIFY(!dialogOf(*controller));
        drop(*controller, {m_folder->path()});
        QTRY_VERIFY(banner(*controller).contains("it has no file study.json"));
        drop(*controller, {m_folder->filePath("missing.stepscope")});
        QTRY_VERIFY2(banner(*controller).contains("missing.stepscope"), qPrintable(banner(*controller)));
        // Beside a known file it is a row with its error.
        drop(*controller, {m_log, m_folder->filePath("notes.txt")});
        QTRY_VERIFY(dialogOf(*controller));
        QVERIFY(!dialogOf(*controller)->files()[1].fault.isEmpty());
    }

    void errorsOfAnImportStayInTheDialog()
    {
        const auto controller = makeWindow();
        drop(*controller, {write("meter.csv", "when;volts\n1;5.0\n2;5.1\n")});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        dialog->findChild<QPushButton*>("startImport")->click();
        auto* message = dialog->findChild<ui::MessageLine*>("importMessage");
        QTRY_VERIFY(message->text().contains("“Time column”"));
        dialog->findChild<QLineEdit*>("importTimeColumn")->setText("when");
        dialog->findChild<QPushButton*>("startImport")->click();
        QTRY_VERIFY(message->text().contains("“Units”"));
        dialog->findChild<QLineEdit*>("importUnits")->setText("s, volts=V");
        dialog->findChild<QPushButton*>("startImport")->click();
        QTRY_COMPARE(controller->window().view().sampleCount(), std::uint64_t{2});
    }

    void filesAreMergedIntoARecording()
    {
        constexpr std::int64_t kReal = 1'715'006'040'000'000'000;
        testing::RecordingBuilder builder;
        builder.describe().startRealtime = kReal;
        const auto power = builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001});
        builder.samples(power, {0, 5'000'000'000}, {5000, 5200}).footer();
        const auto bytes = builder.bytes();
        const QString run = write(
            "run.stepscope", QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<int>(bytes.size())));
        const QString trace = write("gpu.json", "{\"baseTimeNanoseconds\":" + QByteArray::number(qint64{kReal}) +
                                                    ",\"traceEvents\":" + kTwoKernels + "}");
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        drop(*controller, {trace, run});
        QTRY_VERIFY(dialogOf(*controller));
        QVERIFY(dialogOf(*controller)->files()[0].isRecording);
        QTest::keyClick(dialogOf(*controller), Qt::Key_Return);
        const QString output = m_folder->filePath("run-2.stepscope");
        QTRY_COMPARE(window.view().spanCount(), std::uint64_t{2});
        QCOMPARE(window.view().sampleCount(), std::uint64_t{2});
        QCOMPARE(kernelStart(window.view()), std::int64_t{5000});
        window.findChild<QDoubleSpinBox*>("moveMs0")->setValue(-1.5);
        QTRY_COMPARE(kernelStart(window.view()), std::int64_t{5000 - 1'500'000});
        window.findChild<QPushButton*>("keepAlignment")->click();
        QTRY_COMPARE(kernelStart(loaded(output)), std::int64_t{5000 - 1'500'000});
        QCOMPARE(loaded(run).spanCount(), std::uint64_t{0}); // the recording itself is unchanged
    }

    void dropsInARowAreOneImport()
    {
        const auto controller = makeWindow();
        drop(*controller, {m_log});
        drop(*controller, {m_trace}); // before the first file is recognised
        QTRY_VERIFY(dialogOf(*controller));
        QTRY_COMPARE(dialogOf(*controller)->files().size(), 2);
    }

    void aDropDuringAnImportWaits()
    {
        const QString trace = write("big.json", manyOps());
        const auto controller = makeWindow();
        drop(*controller, {trace});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        auto* start = dialog->findChild<QPushButton*>("startImport");
        auto* message = dialog->findChild<ui::MessageLine*>("importMessage");
        start->click();
        emit dialog->filesChosen({m_log}); // as the drop onto the dialog does
        QTRY_VERIFY(message->text().contains("wait for the end"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!dialog->isRunning());
        QCOMPARE(dialog->files().size(), 2);
        QCOMPARE(dialog->files()[1].path, m_log);
        // After an import that ends well, they are the next one.
        start->click();
        drop(*controller, {m_trace});
        QTRY_VERIFY(message->text().contains("wait for the end"));
        QTRY_VERIFY_WITH_TIMEOUT(dialogOf(*controller) && dialogOf(*controller) != dialog, 20'000);
        QCOMPARE(dialogOf(*controller)->files().size(), 1);
        QCOMPARE(dialogOf(*controller)->files()[0].path, m_trace);
        QTRY_COMPARE(controller->window().view().spanCount(), std::uint64_t{400'000});
    }

    void manyFilesAreOneImport()
    {
        QStringList paths;
        for (int i = 0; i < 20; ++i)
            paths << write(QStringLiteral("part%1.json").arg(i),
                           "{\"baseTimeNanoseconds\":1715006040000000000,\"traceEvents\":" + kTwoKernels + "}");
        paths << paths.first(); // the same file twice is one file
        const auto controller = makeWindow();
        drop(*controller, paths);
        QTRY_VERIFY(dialogOf(*controller));
        QCOMPARE(dialogOf(*controller)->files().size(), 20);
        QTest::keyClick(dialogOf(*controller), Qt::Key_Return);
        QTRY_COMPARE(controller->window().view().spanCount(), std::uint64_t{40});
        QVERIFY(controller->window().findChild<QDoubleSpinBox*>("moveMs18"));
        QVERIFY(controller->window().imports()->panel()->height() < controller->window().height() / 2);
    }

    void aFileThatVanishedLeavesNoRecording()
    {
        const auto controller = makeWindow();
        drop(*controller, {m_log, m_trace});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        QVERIFY(QFile::remove(m_trace));
        dialog->findChild<QPushButton*>("startImport")->click();
        auto* message = dialog->findChild<ui::MessageLine*>("importMessage");
        QTRY_VERIFY(message->text().contains("kernels.json"));
        QVERIFY(!dialog->isRunning());
        QCOMPARE(contents(), QStringList({"board.log"}));
        // After its removal from the list, the other file is imported.
        auto* list = dialog->findChild<QTreeWidget*>("importFiles");
        list->setCurrentItem(list->topLevelItem(1));
        dialog->findChild<QPushButton*>("removeFile")->click();
        dialog->findChild<QPushButton*>("startImport")->click();
        QTRY_VERIFY(controller->window().view().sampleCount() > 0);
    }

    void oddNames()
    {
        const QString folder = m_folder->filePath("100%1 %2 <b>x</b>");
        QVERIFY(QDir().mkpath(folder));
        const QString name = QStringLiteral("100%1 %2 <b>x</b>/a%1b %2 &\n;'\"ü.json");
        const QString trace = write(name, kTwoKernels);
        const QString first = folder + QStringLiteral("/a%1b %2 &\n;'\"ü.stepscope");
        QCOMPARE(ui::proposedOutput(trace), first);
        const auto controller = makeWindow();
        for (const QString& output : {first, folder + QStringLiteral("/a%1b %2 &\n;'\"ü-2.stepscope")}) {
            drop(*controller, {trace});
            QTRY_VERIFY(dialogOf(*controller));
            QTest::keyClick(dialogOf(*controller), Qt::Key_Return);
            QTRY_VERIFY(!dialogOf(*controller));
            QTRY_VERIFY(QFile::exists(output));
            QTRY_COMPARE(controller->window().view().spanCount(), std::uint64_t{2});
            QCOMPARE(loaded(output).spanCount(), std::uint64_t{2});
        }
    }

    void outputsThatCannotBeWritten()
    {
        const auto controller = makeWindow();
        drop(*controller, {m_trace});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        auto* message = dialog->findChild<ui::MessageLine*>("importMessage");
        for (const QString& output : {m_folder->filePath("missing/out.stepscope"), m_log + "/out.stepscope",
                                      QStringLiteral("/proc/x.stepscope"), m_folder->filePath(QString(300, 'x'))}) {
            dialog->findChild<QLineEdit*>("importOutput")->setText(output);
            dialog->findChild<QPushButton*>("startImport")->click();
            QTRY_VERIFY(!dialog->isRunning());
            QVERIFY2(!message->text().isEmpty() && !message->text().contains('\n'), qPrintable(message->text()));
            QCOMPARE(message->kind(), ui::MessageLine::Kind::Error);
        }
        QCOMPARE(contents(), QStringList({"board.log", "kernels.json"}));
    }

    void fullDisk()
    {
        const QString trace = write("big.json", manyOps());
        const auto controller = makeWindow();
        drop(*controller, {trace});
        QTRY_VERIFY(dialogOf(*controller));
        auto* dialog = dialogOf(*controller);
        rlimit before = {};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit few = before;
        few.rlim_cur = 100'000; // less than the recording
        std::signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &few);
        dialog->findChild<QPushButton*>("startImport")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), 20'000);
        setrlimit(RLIMIT_FSIZE, &before);
        const QString text = dialog->findChild<ui::MessageLine*>("importMessage")->text();
        QVERIFY2(text.contains("File too large") && !text.contains('\n'), qPrintable(text));
        QCOMPARE(contents(), QStringList({"big.json", "board.log", "kernels.json"}));
    }

    void importsWhileACaptureIsLive()
    {
        const auto controller = makeWindow();
        ui::MainWindow& window = controller->window();
        ui::CaptureRequest request;
        request.target = QStringLiteral("local");
        request.command = QStringLiteral("sleep 60");
        request.recordingPath = m_folder->filePath(QStringLiteral("live.stepscope"));
        emit window.profileRequested(request);
        QTRY_VERIFY_WITH_TIMEOUT(window.captureStatus().phase == ui::CapturePhase::Streaming, 30'000);
        drop(*controller, {m_trace});
        QTRY_VERIFY(dialogOf(*controller));
        QTest::keyClick(dialogOf(*controller), Qt::Key_Return);
        QTRY_COMPARE(window.view().spanCount(), std::uint64_t{2});
        // The live recording still grows.
        const qint64 size = QFileInfo(request.recordingPath).size();
        QTRY_VERIFY(QFileInfo(request.recordingPath).size() > size);
        emit window.stopRequested(request.target);
        QTRY_VERIFY_WITH_TIMEOUT(loaded(request.recordingPath).ending().has_value(), 30'000);
        QCOMPARE(window.view().spanCount(), std::uint64_t{2});
    }

    void foldersAmongFiles()
    {
        const auto controller = makeWindow();
        drop(*controller, {m_folder->path(), m_log, m_trace});
        QTRY_VERIFY(dialogOf(*controller));
        QCOMPARE(dialogOf(*controller)->files().size(), 2);
        QTRY_VERIFY(banner(*controller).contains("it has no file study.json"));
    }

    void recordingsOpenOneEach()
    {
        testing::RecordingBuilder builder;
        const auto power = builder.channel({.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001});
        builder.samples(power, {0, 10'000'000}, {5000, 5200}).footer();
        const auto bytes = builder.bytes();
        const QByteArray recording(reinterpret_cast<const char*>(bytes.data()), static_cast<int>(bytes.size()));
        const auto controller = makeWindow();
        QSignalSpy others(controller.get(), &app::WindowController::windowRequested);
        drop(*controller, {write("first", recording), write("second.bin", recording)});
        QTRY_COMPARE(controller->window().view().sampleCount(), std::uint64_t{2});
        QCOMPARE(others.count(), 1);
        QCOMPARE(others[0][0].toString(), m_folder->filePath("second.bin"));
        QVERIFY(!dialogOf(*controller));
    }
};

QTEST_MAIN(WindowImportTest)
#include "tst_windowimport.moc"
