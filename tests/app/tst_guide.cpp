// The user's guide: every page, link, picture and command of it is right.

#include "app/commandline.h"
#include "ui/guide/guidepages.h"
#include "ui/guide/guidewindow.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

using namespace stepscope;
using ui::GuidePage;
using ui::GuideWindow;

static void initializeGuide()
{
    Q_INIT_RESOURCE(files);
}

class GuideTest : public QObject
{
    Q_OBJECT

    static QString text(const QString& file)
    {
        QFile page(":/guide/" + file);
        return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
    }
    /// Targets of the links, or of the pictures, of a page.
    static QStringList targets(const QString& file, bool pictures)
    {
        static const QRegularExpression kLink(R"((!?)\[[^\]]*\]\(([^)\s]+)\))");
        QStringList found;
        for (auto it = kLink.globalMatch(text(file)); it.hasNext();) {
            const auto match = it.next();
            if (match.captured(1).isEmpty() != pictures)
                found << match.captured(2);
        }
        return found;
    }

private slots:
    void initTestCase() { initializeGuide(); }

    void hasTenPages()
    {
        QStringList listed;
        for (const GuidePage& page : ui::guidePages()) {
            listed << page.file;
            QVERIFY2(text(page.file).startsWith("# "), qPrintable(page.file));
        }
        QCOMPARE(listed.size(), 10);
        QStringList files = QDir(":/guide").entryList({"*.md"});
        files.sort();
        listed.sort();
        QCOMPARE(files, listed);
    }

    /// Each page can be reached from the first one, and no link leads outside.
    void linksResolve()
    {
        QStringList reached{ui::guidePages().first().file};
        for (qsizetype i = 0; i < reached.size(); ++i) {
            for (const QString& target : targets(reached[i], false)) {
                QVERIFY2(QFile::exists(":/guide/" + target), qPrintable(reached[i] + ": " + target));
                if (!reached.contains(target))
                    reached << target;
            }
        }
        QCOMPARE(reached.size(), ui::guidePages().size());
    }

    void picturesResolve()
    {
        QStringList used;
        for (const GuidePage& page : ui::guidePages()) {
            for (const QString& target : targets(page.file, true)) {
                QVERIFY2(!QImage(":/guide/" + target).isNull(), qPrintable(page.file + ": " + target));
                QVERIFY2(QFileInfo(":/guide/" + target).size() < 200'000, qPrintable(target));
                used << QFileInfo(target).fileName();
            }
        }
        QVERIFY(used.size() >= 9);
        used.sort();
        QCOMPARE(QDir(":/guide/pictures").entryList({"*.png"}, QDir::Files, QDir::Name), used); // none is left over
    }

    /// A reader copies the commands: each model that they name is in the suite.
    void modelsExist()
    {
        QFile file(STEPSCOPE_SOURCE_DIR "/resources/benchmarks/models.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList known;
        for (const QJsonValue& model : QJsonDocument::fromJson(file.readAll())["models"].toArray())
            known << model["name"].toString();
        static const QRegularExpression kModels(R"(--models? ([\w,]+))");
        int named = 0;
        for (const GuidePage& page : ui::guidePages()) {
            for (auto it = kModels.globalMatch(text(page.file)); it.hasNext();) {
                for (const QString& model : it.next().captured(1).split(',')) {
                    QVERIFY2(known.contains(model), qPrintable(page.file + ": " + model));
                    ++named;
                }
            }
        }
        QVERIFY(named > 2);
    }

    void commandsParse()
    {
        int count = 0;
        for (const GuidePage& page : ui::guidePages()) {
            for (QString line : text(page.file).split('\n')) {
                if (!line.startsWith("    stepscope "))
                    continue;
                QStringList words = QProcess::splitCommand(line.trimmed());
                words.removeFirst();
                std::vector<std::string> arguments;
                for (const QString& word : words)
                    arguments.push_back(word.toStdString());
                const std::string fault = app::commandLineFault(arguments);
                QVERIFY2(fault.empty(), qPrintable(page.file + ": " + line + ": " + QString::fromStdString(fault)));
                ++count;
            }
        }
        QVERIFY(count > 30);
        QVERIFY(!app::commandLineFault({"report", "--nonsense"}).empty()); // the check itself
        QVERIFY(!app::commandLineFault({"profile"}).empty());
    }

    /// What is shown: each page with its pictures, by link and by the contents.
    void window()
    {
        GuideWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        auto* contents = window.findChild<QListWidget*>("guideContents");
        auto* browser = window.findChild<ui::GuideBrowser*>("guidePage");
        for (int row = 0; row < contents->count(); ++row) {
            contents->setCurrentRow(row);
            QCOMPARE(window.page(), ui::guidePages()[row].file);
            QVERIFY2(browser->toPlainText().size() > 500, qPrintable(window.page()));
            QVERIFY(!browser->document()->toPlainText().startsWith('#')); // Markdown is interpreted
            // No picture is wider than the page.
            QVERIFY(browser->document()->idealWidth() <= browser->viewport()->width() + 1);
        }
        window.showPage("compare.md");
        QCOMPARE(contents->currentRow(), 6);
        browser->backward();
        QCOMPARE(window.page(), QString("troubleshooting.md"));
        const QString folder = qEnvironmentVariable("STEPSCOPE_PICTURES");
        if (!folder.isEmpty()) {
            for (const char* page : {"timeline.md", "ops-and-energy.md"}) {
                window.showPage(page);
                QVERIFY(window.grab().save(folder + "/guide-" + page + ".png"));
            }
        }
    }
};

QTEST_MAIN(GuideTest)
#include "tst_guide.moc"
