// Every entry of the Export menu that writes a file for another program: the file is chosen in the dialog, and is read
// by a script that shares no code with the program (tests/analysis/export/readexports.py).

#include "analysis/export/exporter.h"
#include "app/window/windowcontroller.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/window/windowactions.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace stepscope;

class WindowExportTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    inline static QString proposed; ///< by the latest dialog

    /// Chooses the file in the dialog, and accepts it.
    static void chooseInDialog(const QString& path)
    {
        auto* const timer = new QTimer(qApp);
        QObject::connect(timer, &QTimer::timeout, timer, [timer, path] {
            auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr)
                return;
            timer->deleteLater();
            timer->stop();
            const auto* const name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            proposed = dialog->directory().filePath(name->text());
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        timer->start(10);
    }

    static bool isInMenu(ui::MainWindow& window, const QAction* wanted)
    {
        QList<QMenu*> menus = window.menuBar()->findChildren<QMenu*>();
        return std::any_of(menus.begin(), menus.end(),
                           [&](const QMenu* menu) { return menu->actions().contains(const_cast<QAction*>(wanted)); });
    }

    static QString ending(const analysis::Exporter& exporter)
    {
        return QString::fromStdString(std::string(exporter.suffixes().front()));
    }

private slots:
    void initTestCase() { ui::useFreshSettings(m_folder.filePath(QStringLiteral("settings"))); }

    void everyEntryWritesAFileThatItsReaderReads()
    {
        const QString recording = m_folder.filePath(QStringLiteral("run.stepscope"));
        testing::writeFile(recording.toStdString(), testing::makeTrainingRecording({.steps = 12}));
        app::WindowController controller;
        ui::MainWindow& window = controller.window();
        window.resize(1366, 768);
        window.show();
        controller.openRecording(recording);
        QTRY_VERIFY_WITH_TIMEOUT(window.view().stepCount() == 12, 20'000);
        const QList<QAction*> entries = window.findChild<ui::WindowActions*>()->exportFiles;
        const auto& exporters = analysis::exporters();
        QCOMPARE(entries.size(), static_cast<qsizetype>(exporters.size()));
        int files = 0;
        for (qsizetype i = 0; i < entries.size(); ++i) {
            QVERIFY2(isInMenu(window, entries[i]), qPrintable(entries[i]->text()));
            QTRY_VERIFY(entries[i]->isEnabled());
            for (const std::string_view suffix : exporters[static_cast<std::size_t>(i)]->suffixes()) {
                const QString path =
                    m_folder.filePath(QStringLiteral("run") + QString::fromStdString(std::string(suffix)));
                chooseInDialog(path);
                entries[i]->trigger();
                QVERIFY2(proposed.endsWith(QStringLiteral("/run") + ending(*exporters[std::size_t(i)])),
                         qPrintable(proposed));
                if (files > 0) // where the latest export went
                    QCOMPARE(QFileInfo(proposed).path(), m_folder.path());
                QTRY_VERIFY2_WITH_TIMEOUT(QFileInfo::exists(path), qPrintable(path), 60'000);
                ++files;
            }
        }
        QVERIFY(files >= 8);
        // What follows the dot is no suffix of an exporter.
        chooseInDialog(m_folder.filePath(QStringLiteral("run.v2")));
        entries[0]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(m_folder.filePath(QStringLiteral("run.v2") + ending(*exporters[0]))),
                                 60'000);
        QProcess python;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("STEPSCOPE_SOURCE_DIR"), QStringLiteral(STEPSCOPE_SOURCE_DIR));
        python.setProcessEnvironment(environment);
        python.start(QStringLiteral(STEPSCOPE_PYTHON),
                     {QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/analysis/export/readexports.py"), m_folder.path()});
        QVERIFY(python.waitForFinished(100'000));
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError().right(3000).constData());
    }
};

QTEST_MAIN(WindowExportTest)
#include "tst_windowexport.moc"
