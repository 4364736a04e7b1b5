// Where settings and states are stored, with and without the variables of the XDG specification.

#include "ui/parts/settings.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope::ui;

namespace {

constexpr const char* kChild = "STEPSCOPE_SETTINGS_CHILD";

/// What a user does in one session: Qt reads the variables once, so each case is a process.
int useProgram()
{
    settings::setTheme(ThemeChoice::Dark);
    settings::rememberRecording("/home/ada/b.stepscope");
    settings::setLayout("window", "bytes");
    return settings::theme() == ThemeChoice::Dark && settings::layout("window") == "bytes" ? 0 : 1;
}

} // namespace

class TestSettings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    [[nodiscard]] int session(const QMap<QString, QString>& variables) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            environment.remove(name);
        environment.insert("HOME", m_home->path());
        environment.insert(kChild, "1");
        for (auto it = variables.begin(); it != variables.end(); ++it)
            environment.insert(it.key(), it.value());
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {});
        process.waitForFinished();
        return process.exitCode();
    }
    [[nodiscard]] QStringList files() const
    {
        QStringList found;
        QStringList folders{m_home->path()};
        while (!folders.isEmpty()) {
            const QDir folder(folders.takeFirst());
            for (const QFileInfo& entry : folder.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
                entry.isDir() ? folders << entry.filePath()
                              : found << QDir(m_home->path()).relativeFilePath(entry.filePath());
        }
        found.removeIf([](const QString& name) { return name.endsWith(".lock") || !name.contains("stepscope"); });
        found.sort();
        return found;
    }

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void defaults()
    {
        QCOMPARE(session({}), 0);
        QCOMPARE(files(), (QStringList{".config/stepscope/stepscope.ini", ".local/state/stepscope/state.ini"}));
    }

    void variables()
    {
        QCOMPARE(session({{"XDG_CONFIG_HOME", m_home->filePath("c")}, {"XDG_STATE_HOME", m_home->filePath("s")}}), 0);
        QCOMPARE(files(), (QStringList{"c/stepscope/stepscope.ini", "s/stepscope/state.ini"}));
    }

    /// Earlier versions stored all in the settings.
    void movesStates()
    {
        const QString config = m_home->filePath(".config/stepscope/stepscope.ini");
        {
            QSettings former(config, QSettings::IniFormat);
            former.setValue("recordings", QStringList{"/home/ada/a.stepscope"});
            former.setValue("layout/window", QByteArray("old"));
            former.setValue("captures/local/command", "python3 train.py");
            former.setValue("skippedSteps", 5);
        }
        QCOMPARE(session({}), 0);
        const QSettings after(config, QSettings::IniFormat);
        QCOMPARE(after.value("skippedSteps").toInt(), 5);
        QVERIFY(!after.contains("recordings") && !after.contains("layout/window"));
        const QSettings state(m_home->filePath(".local/state/stepscope/state.ini"), QSettings::IniFormat);
        QCOMPARE(state.value("recordings").toStringList(),
                 (QStringList{"/home/ada/b.stepscope", "/home/ada/a.stepscope"}));
        QCOMPARE(state.value("captures/local/command").toString(), QString("python3 train.py"));
    }
};

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    if (qEnvironmentVariableIsSet(kChild))
        return useProgram();
    TestSettings test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_settings.moc"
