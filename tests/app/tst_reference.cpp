// The manual pages and completions name every command and option of the command line.
#include "app/reference/reference.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope::app;

namespace {

QString read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What bash offers for the last of the words.
QStringList completions(const QString& script, const QStringList& words)
{
    QString program = QStringLiteral("compopt() { :; }; source '%1'; COMP_WORDS=(").arg(script);
    for (const QString& word : words)
        program += QStringLiteral("'%1' ").arg(word);
    program += QStringLiteral("); COMP_CWORD=%1; _stepscope; printf '%s\\n' \"${COMPREPLY[@]}\"").arg(words.size() - 1);
    QProcess bash;
    bash.start(QStringLiteral("bash"), {QStringLiteral("--norc"), QStringLiteral("-c"), program});
    bash.waitForFinished();
    return QString::fromUtf8(bash.readAllStandardOutput()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

} // namespace

class TestReference : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        const auto written = writeReference(m_folder.path().toStdString());
        QVERIFY2(written.ok(), written.ok() ? "" : written.error().text.c_str());
        m_bash = m_folder.filePath(QStringLiteral("bash-completion/completions/stepscope"));
    }

    void describesEveryOption()
    {
        const Reference reference;
        QVERIFY(reference.commands().size() > 10);
        for (const DescribedCommand& command : reference.commands()) {
            const QString name = QString::fromStdString(command.name);
            QString page = read(m_folder.filePath(QStringLiteral("man/man1/stepscope-%1.1").arg(name)));
            page.replace(QLatin1String("\\-"), QLatin1String("-"));
            for (const Option& option : command.options) {
                for (const std::string& known : namesOf(option))
                    QVERIFY2(page.contains(QString::fromStdString("\\fB" + known + "\\fR")), known.c_str());
            }
            QVERIFY2(read(m_folder.filePath(QStringLiteral("man/man1/stepscope.1"))).contains(name), qPrintable(name));
        }
    }

    void pagesHaveNoLineThatIsAMacroByMistake()
    {
        const QDir pages(m_folder.filePath(QStringLiteral("man/man1")));
        const QStringList macros{QStringLiteral(".TH"), QStringLiteral(".SH"), QStringLiteral(".TP"),
                                 QStringLiteral(".PP"), QStringLiteral(".br"), QStringLiteral(".BR")};
        for (const QString& name : pages.entryList({QStringLiteral("*.1")})) {
            const QStringList lines = read(pages.filePath(name)).split(QLatin1Char('\n'));
            for (const QString& line : lines) {
                if (line.startsWith(QLatin1Char('.')))
                    QVERIFY2(macros.contains(line.left(3)), qPrintable(name + QLatin1String(": ") + line));
                QVERIFY2(!line.startsWith(QLatin1Char('\'')), qPrintable(line));
            }
        }
    }

    void completesCommandsOptionsAndChoices()
    {
        const QString program = QStringLiteral("stepscope");
        QCOMPARE(completions(m_bash, {program, QStringLiteral("prof")}), QStringList{QStringLiteral("profile")});
        QCOMPARE(completions(m_bash, {program, QStringLiteral("help"), QStringLiteral("obs")}),
                 QStringList{QStringLiteral("observations")});
        QCOMPARE(completions(m_bash, {program, QStringLiteral("profile"), QStringLiteral("virt")}),
                 QStringList{QStringLiteral("virtual-tx2")});
        QCOMPARE(completions(m_bash, {program, QStringLiteral("export"), QStringLiteral("x"), QStringLiteral("--fig")}),
                 QStringList{QStringLiteral("--figure")});
        QCOMPARE(completions(m_bash, {program, QStringLiteral("export"), QStringLiteral("--figure"), QString()}),
                 (QStringList{QStringLiteral("timeline"), QStringLiteral("fold")}));
    }

    void leavesTheCommandOfTheTrainingAlone()
    {
        QCOMPARE(completions(m_bash, {QStringLiteral("stepscope"), QStringLiteral("profile"), QStringLiteral("local"),
                                      QStringLiteral("--"), QStringLiteral("--")}),
                 QStringList());
    }

    void otherShellsNameEveryCommand()
    {
        const Reference reference;
        const QString zsh = read(m_folder.filePath(QStringLiteral("zsh/vendor-completions/_stepscope")));
        const QString fish = read(m_folder.filePath(QStringLiteral("fish/vendor_completions.d/stepscope.fish")));
        for (const DescribedCommand& command : reference.commands()) {
            QVERIFY(zsh.contains(QString::fromStdString("        " + command.name + ")")));
            QVERIFY(fish.contains(QString::fromStdString("__fish_seen_subcommand_from " + command.name + "'")));
        }
    }

    void reportsAFolderThatCannotBeWritten()
    {
        const auto written = writeReference("/proc/nothing");
        QVERIFY(!written.ok());
        QVERIFY(written.error().text.find("/proc/nothing") != std::string::npos);
    }

private:
    QTemporaryDir m_folder;
    QString m_bash;
};

QTEST_GUILESS_MAIN(TestReference)
#include "tst_reference.moc"
