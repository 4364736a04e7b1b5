// The translations of the window: they are loaded, and menus, pages and dialogs can be used by their mnemonics.

#include "analysis/observations/observation.h"
#include "app/window/language.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/devices/captureform.h"
#include "ui/devices/cleandialog.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/import/importdialog.h"
#include "ui/parts/observationlist.h"
#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "ui/study/sweepdialog.h"
#include "ui/window/mainwindow.h"
#include "ui/window/shortcutsdialog.h"
#include "ui/window/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTranslator>
#include <QTreeWidget>

using namespace stepscope;

class LanguageTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    static QStringList mnemonicsOf(const QList<QAction*>& actions)
    {
        QStringList mnemonics;
        for (const QAction* action : actions) {
            const QString text = QString(action->text()).remove("&&");
            if (const qsizetype at = text.indexOf('&'); at >= 0)
                mnemonics << text.mid(at + 1, 1).toUpper();
        }
        return mnemonics;
    }
    static QString textOfOpen(const ui::MainWindow& window)
    {
        return window.findChild<ui::WindowActions*>()->open->text();
    }

    /// "Timeline: pan" is listed below "Timeline".
    static qsizetype groupsOfShortcuts()
    {
        const ui::MainWindow window;
        const ui::ShortcutsDialog dialog(window.findChild<ui::WindowActions*>()->shortcutList());
        return dialog.findChild<QTreeWidget*>("shortcuts")->topLevelItemCount();
    }
    /// Shown as a user sees it: no repeated mnemonic, no text that is cut off.
    static void check(QWidget& widget, const QString& name)
    {
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QTest::qWait(50);
        const QString language = QTest::currentDataTag();
        QCOMPARE(name + ui::repeatedMnemonics(widget).join('\n'), name);
        QCOMPARE(name + ui::truncatedControls(widget).join('\n'), name);
        ui::savePicture(widget, language + "-" + name);
    }

private slots:
    void init() { ui::useFreshSettings(m_folder.path()); }
    void cleanup()
    {
        for (auto* translator : qApp->findChildren<QTranslator*>()) {
            QCoreApplication::removeTranslator(translator);
            delete translator;
        }
    }

    void carriesLanguages() { QCOMPARE(app::carriedLanguages(), (QStringList{"de", "zh_CN"})); }

    void translates_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("open");
        QTest::newRow("English") << "en"
                                 << "&Open…";
        QTest::newRow("German") << "de"
                                << "Ö&ffnen…";
        QTest::newRow("German of Austria") << "de_AT"
                                           << "Ö&ffnen…";
        QTest::newRow("Chinese") << "zh_CN"
                                 << "打开(&O)…";
        QTest::newRow("not carried") << "fr"
                                     << "&Open…";
        QTest::newRow("no language") << "../../etc"
                                     << "&Open…";
    }
    void translates()
    {
        QFETCH(QString, language);
        QFETCH(QString, open);
        app::installLanguage(*qApp, language);
        const ui::MainWindow window;
        QCOMPARE(textOfOpen(window), open);
    }

    void translatesWhatAnalysesConclude()
    {
        app::installLanguage(*qApp, QStringLiteral("de"));
        const std::vector<analysis::RunFacts> runs(1);
        const std::vector<analysis::Observation> observations = analysis::observe(runs);
        ui::ObservationList list;
        list.setObservations(observations);
        QCOMPARE(list.rowCount(), 12);
        for (int row = 0; row < list.rowCount(); ++row) {
            const analysis::Observation& observation = observations[static_cast<std::size_t>(row)]; // all are undecided
            for (const analysis::Message& english : {observation.title, observation.evidence}) {
                const QString shown = QString::fromStdString(english.english()).replace(" %", "\u00A0%");
                const QList<QTableWidgetItem*> cells = list.findItems(shown, Qt::MatchExactly);
                QVERIFY2(cells.isEmpty(), english.english().c_str());
            }
        }
        QCOMPARE(list.findItems(QStringLiteral("die Auslastung der GPU wurde nicht gemessen"), Qt::MatchExactly).size(),
                 1);
    }

    void mnemonicsAreUniqueInEachMenu_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        for (const QString& language : app::carriedLanguages())
            QTest::newRow(qPrintable(language)) << language;
    }
    void mnemonicsAreUniqueInEachMenu()
    {
        QFETCH(QString, language);
        app::installLanguage(*qApp, language);
        const ui::MainWindow window;
        QList<QList<QAction*>> menus{window.menuBar()->actions()};
        for (const QMenu* menu : window.menuBar()->findChildren<QMenu*>())
            menus << menu->actions();
        for (const QList<QAction*>& menu : menus) {
            QStringList mnemonics = mnemonicsOf(menu);
            const QString all = mnemonics.join(' ') + " of " + (menu.isEmpty() ? QString() : menu.first()->text());
            QVERIFY2(mnemonics.removeDuplicates() == 0, qPrintable(all));
        }
    }

    void pagesAndDialogsAreUsedByTheirMnemonics_data() { mnemonicsAreUniqueInEachMenu_data(); }
    void pagesAndDialogsAreUsedByTheirMnemonics()
    {
        QFETCH(QString, language);
        QVERIFY2(ui::hasFontFor(language), "install a font with these characters, such as fonts-droid-fallback");
        const qsizetype groups = groupsOfShortcuts();
        QVERIFY(groups >= 6);
        app::installLanguage(*qApp, language);
        QCOMPARE(groupsOfShortcuts(), groups);
        ui::MainWindow window;
        window.resize(1366, 768);
        check(window, "start");
        window.showDevicePage();
        ui::DeviceFacts facts;
        facts.gpuProfilers = QStringList{"nvprof", "nsys"};
        window.setDeviceFacts(window.devicePage()->form()->target(), facts);
        check(window, "devices");
        for (const auto* button : window.findChild<QToolBar*>("tools")->findChildren<QToolButton*>()) {
            if (button->defaultAction() != nullptr)
                QVERIFY2(!button->text().contains('('), qPrintable(button->text()));
        }

        ui::HostKeyDialog key("tx2-lab", "ED25519", "SHA256:abc");
        check(key, "host-key");
        const ui::RemoteRun run{"20190412-101502-7f3a", "ended", "python3 train.py", {}, 48'200'000};
        ui::CleanDialog clean("nvidia@tx2-lab", {{{run}, 1, 57'000'000}, {{run, run}, 1, 90'000'000}, 1});
        check(clean, "clean");
        ui::ImportDialog import;
        import.addFiles(
            {{.path = "/home/ada/board.log", .kind = "logs of tegrastats", .bytes = 7, .usesInterval = true},
             {.path = "/home/ada/meter.csv",
              .kind = "CSV files",
              .bytes = 7,
              .usesColumns = true }});
        check(import, "import");
        ui::SweepDialog sweep({"local", "nvidia@tx2-lab"}, {"resnet50", "lstm"});
        check(sweep, "sweep");
        const trace::TraceView view = testing::viewOf(testing::makeTrainingRecording());
        window.setRecordingPath("/home/ada/resnet50.stepscope");
        window.setView(view, false);
        check(window, "recording");
        for (int tab = 0; tab <= static_cast<int>(ui::RecordingPage::Tab::Query); ++tab) {
            window.recordingPage()->showTabNumber(tab);
            QTest::qWait(50);
            QCOMPARE(QString::number(tab) + ui::repeatedMnemonics(window).join('\n'), QString::number(tab));
        }
        ui::PaperDialog paper(view, window.timeline()->figureAsSeen());
        check(paper, "paper");
    }
};

QTEST_MAIN(LanguageTest)
#include "tst_language.moc"
