// The translations of the window: they are loaded, and each menu can be used by its mnemonics.

#include "app/window/language.h"
#include "tests/ui/fixture.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

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

    void mnemonicsAreUniqueInEachMenu_data()
    {
        QTest::addColumn<QString>("language");
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
};

QTEST_MAIN(LanguageTest)
#include "tst_language.moc"
