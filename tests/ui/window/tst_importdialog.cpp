// The dialog of an import, the panel of its alignment, and dropping files: by keyboard, in both themes and sizes.
// STEPSCOPE_PICTURES=DIR saves the pictures.

#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/import/alignmentpanel.h"
#include "ui/import/importdialog.h"
#include "ui/parts/messageline.h"
#include "ui/parts/settings.h"
#include "ui/window/importcontroller.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QUrl>

using namespace stepscope;
using namespace stepscope::ui;

class TestImportDialog : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QList<ImportFile> files() const
    {
        return {{.path = m_folder.filePath("board.log"),
                 .kind = "logs of tegrastats",
                 .bytes = 1'240'000,
                 .usesInterval = true},
                {.path = m_folder.filePath("resnet50-kernels.nvvp"),
                 .kind = "databases of nvprof (.nvvp) and Nsight Systems (.sqlite)",
                 .bytes = 84'000'000},
                {.path = m_folder.filePath("power-meter.csv"),
                 .kind = "CSV files of a time and columns of numbers",
                 .bytes = 96'000,
                 .usesColumns = true}};
    }
    static QList<AlignedSource> sources()
    {
        return {{.name = "resnet50-kernels.nvvp",
                 .method = "by its clock and its activity",
                 .beginSeconds = 12.345678,
                 .accuracySeconds = 0.04,
                 .confidence = 0.97,
                 .text = "resnet50-kernels.nvvp is aligned to board.log by the real time in both"},
                {.name = "power-meter.csv",
                 .method = "not aligned: begins with it",
                 .beginSeconds = 0,
                 .accuracySeconds = 0,
                 .confidence = 0}};
    }
    static QString nameAt(const ImportDialog& dialog, int row)
    {
        return dialog.findChild<QTreeWidget*>("importFiles")->topLevelItem(row)->text(0);
    }
    static QString message(const ImportDialog& dialog)
    {
        return dialog.findChild<MessageLine*>("importMessage")->text();
    }
    /// Sends what a drag of these paths sends.
    static bool drop(QWidget& window, const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        const bool isFramed = window.findChild<QWidget*>("dropFrame")->isVisible();
        QDropEvent dropped({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &dropped);
        return isFramed && !window.findChild<QWidget*>("dropFrame")->isVisible();
    }

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void worksByKeyboardAlone()
    {
        ImportDialog dialog;
        dialog.show();
        dialog.addFiles(files());
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto* list = dialog.findChild<QTreeWidget*>("importFiles");
        QCOMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(dialog.findChild<QLineEdit*>("importOutput")->text(), m_folder.filePath("board.stepscope"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(nameAt(dialog, 1), "board.log");
        QCOMPARE(dialog.findChild<QLineEdit*>("importOutput")->text(), m_folder.filePath("resnet50-kernels.stepscope"));
        QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(nameAt(dialog, 0), "board.log");
        QTest::keyClick(list, Qt::Key_End);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(list->topLevelItemCount(), 2);

        QSignalSpy import(&dialog, &ImportDialog::importRequested);
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(import.count(), 1);
        const auto request = import[0][0].value<ImportRequest>();
        QCOMPARE(request.files, QStringList({files()[0].path, files()[1].path}));
        QCOMPARE(request.output, m_folder.filePath("board.stepscope"));
        QVERIFY(dialog.isRunning());
        dialog.setProgress(0.5);
        QCOMPARE(dialog.findChild<QProgressBar*>("importProgress")->value(), 500);

        QSignalSpy cancel(&dialog, &ImportDialog::cancelRequested);
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QCOMPARE(cancel.count(), 1);
        QVERIFY(dialog.isVisible()); // until the import has ended
        dialog.setFailed({});
        QVERIFY(message(dialog).contains("no file was written"));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
    }

    void everyKeyOfTheDialogIsUnique()
    {
        ImportDialog dialog;
        QStringList keys;
        for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>()) {
            if (const auto at = button->text().indexOf('&'); at >= 0)
                keys << button->text().mid(at + 1, 1).toLower();
        }
        for (const QLabel* label : dialog.findChildren<QLabel*>()) {
            if (const auto at = label->text().indexOf('&'); label->buddy() && at >= 0)
                keys << label->text().mid(at + 1, 1).toLower();
        }
        const QString all = keys.join(' ');
        QVERIFY2(keys.removeDuplicates() == 0, qPrintable(all));
        QVERIFY(keys.size() >= 10);
    }

    void showsOnlyTheOptionsOfTheFiles()
    {
        ImportDialog dialog;
        dialog.show();
        dialog.addFiles({files()[1]});
        QVERIFY(!dialog.findChild<QLineEdit*>("importInterval")->isVisible());
        QVERIFY(!dialog.findChild<QLineEdit*>("importUnits")->isVisible());
        dialog.addFiles(files());
        QVERIFY(dialog.findChild<QLineEdit*>("importInterval")->isVisible());
        QVERIFY(dialog.findChild<QLineEdit*>("importTimeColumn")->isVisible());
    }

    void errorsNameTheirCure()
    {
        ImportDialog dialog;
        dialog.show();
        QSignalSpy import(&dialog, &ImportDialog::importRequested);
        dialog.addFiles({files()[2], {.path = "/tmp/picture.png", .kind = "", .fault = "It is a picture."}});
        auto* start = dialog.findChild<QPushButton*>("startImport");
        start->click();
        QCOMPARE(message(dialog), "It is a picture. Remove it from the list.");
        dialog.findChild<QTreeWidget*>("importFiles")
            ->setCurrentItem(dialog.findChild<QTreeWidget*>("importFiles")->topLevelItem(1));
        dialog.findChild<QPushButton*>("removeFile")->click();

        auto* output = dialog.findChild<QLineEdit*>("importOutput");
        QFile existing(m_folder.filePath("there.stepscope"));
        QVERIFY(existing.open(QIODevice::WriteOnly));
        output->setText(existing.fileName());
        start->click();
        QVERIFY2(message(dialog).contains("never overwritten"), qPrintable(message(dialog)));
        QCOMPARE(import.count(), 0);
        output->setText(m_folder.filePath("new.stepscope"));
        start->click();
        QCOMPARE(import.count(), 1);
        dialog.setFailed("x.csv: it is not clear which column is the time; name it by --time-column (columns: a, b).");
        QVERIFY2(message(dialog).contains("“Time column”"), qPrintable(message(dialog)));
        QCOMPARE(dialog.focusWidget(), dialog.findChild<QLineEdit*>("importTimeColumn"));
    }

    void proposesAnUnusedName()
    {
        const QString first = m_folder.filePath("twice.log");
        QFile existing(m_folder.filePath("twice.stepscope"));
        QVERIFY(existing.open(QIODevice::WriteOnly));
        QCOMPARE(proposedOutput(first), m_folder.filePath("twice-2.stepscope"));
    }

    void movesASource()
    {
        AlignmentPanel panel;
        panel.setSources("board.log", sources());
        panel.show();
        QSignalSpy corrected(&panel, &AlignmentPanel::corrected);
        QSignalSpy keep(&panel, &AlignmentPanel::keepRequested);
        auto* slider = panel.findChild<QSlider*>("move0");
        auto* spin = panel.findChild<QDoubleSpinBox*>("moveMs0");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_PageUp);
        QTRY_COMPARE(corrected.count(), 1);
        QCOMPARE(spin->value(), sliderRangeMs(0.04) / 10);
        QCOMPARE(corrected[0][0].value<QList<double>>(), QList<double>({spin->value(), 0}));
        QVERIFY(panel.hasChanges());

        spin->setValue(-123'456.789); // beyond the slider
        QTRY_COMPARE(corrected.count(), 2);
        QCOMPARE(corrected[1][0].value<QList<double>>().first(), -123'456.789);
        QCOMPARE(slider->value(), slider->minimum());
        QCOMPARE(spin->value(), -123'456.789);

        panel.findChild<QPushButton*>("undoAlignment")->click();
        QTRY_COMPARE(corrected.count(), 3);
        QCOMPARE(spin->value(), 0.0);
        QVERIFY(!panel.findChild<QPushButton*>("keepAlignment")->isEnabled());
        slider->setValue(3);
        panel.findChild<QPushButton*>("keepAlignment")->click();
        QCOMPARE(keep.count(), 1);
    }

    void dropsFilesWithAFrame()
    {
        MainWindow window;
        window.show();
        QSignalSpy opened(window.imports(), &ImportController::openRequested);
        QVERIFY(drop(window, {"/tmp/a.log", "/tmp/b.nvvp"}));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toStringList(), QStringList({"/tmp/a.log", "/tmp/b.nvvp"}));
        QVERIFY(!drop(window, {}));
        QCOMPARE(opened.count(), 1);
    }

    void looks_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const QSize size : {QSize(1920, 1080), QSize(1366, 768)})
                QTest::addRow("import-%s-%d", theme == ThemeChoice::Dark ? "dark" : "light", size.width())
                    << theme << size;
    }

    void looks()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        const QString look = QTest::currentDataTag();
        MainWindow window;
        showInSize(window, size);
        window.imports()->showFiles(files());
        ImportDialog* dialog = window.imports()->dialog();
        QCOMPARE(truncatedControls(*dialog).join('\n'), "");
        QVERIFY(dialog->width() <= size.width() && dialog->height() <= size.height());
        savePicture(*dialog, look + "-dialog");
        dialog->findChild<QPushButton*>("startImport")->click();
        window.imports()->setProgress(0.4);
        savePicture(*dialog, look + "-running");
        window.imports()->setFailed("/home/ada/power-meter.csv: it is not clear which column is the time; name it by "
                                    "--time-column (columns: when, volts, amperes).");
        QTest::qWait(50);
        QCOMPARE(truncatedControls(*dialog).join('\n'), "");
        savePicture(*dialog, look + "-failed");

        window.setRecordingPath("/home/ada/board.stepscope");
        window.setView(testing::viewOf(testing::makeTrainingRecording()), false);
        window.imports()->setDone("board.log", sources());
        QTest::qWait(300);
        QCOMPARE(truncatedControls(window).join('\n'), "");
        savePicture(window, look + "-alignment");
        auto* frame = window.findChild<QWidget*>("dropFrame");
        frame->setGeometry(window.rect());
        frame->raise();
        frame->show();
        savePicture(window, look + "-drop");
    }
};

QTEST_MAIN(TestImportDialog)
#include "tst_importdialog.moc"
