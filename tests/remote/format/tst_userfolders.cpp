#include "remote/format/userfolders.h"

#include <QTest>

using namespace stepscope::format;

/// The rules of the XDG base directory specification.
class UserFoldersTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { qputenv("HOME", "/home/ada"); }

    void followsTheVariables()
    {
        qputenv("XDG_STATE_HOME", "/srv/state");
        qputenv("XDG_CACHE_HOME", "/srv/cache");
        QCOMPARE(stateFolder().string(), std::string("/srv/state/stepscope"));
        QCOMPARE(cacheFolder().string(), std::string("/srv/cache/stepscope"));
    }

    void hasDefaults_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("unset") << QByteArray();
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("relative, which the specification calls invalid") << QByteArray("state");
    }
    void hasDefaults()
    {
        QFETCH(QByteArray, value);
        for (const char* name : {"XDG_STATE_HOME", "XDG_CACHE_HOME"})
            value.isNull() ? qunsetenv(name) : qputenv(name, value);
        QCOMPARE(stateFolder().string(), std::string("/home/ada/.local/state/stepscope"));
        QCOMPARE(cacheFolder().string(), std::string("/home/ada/.cache/stepscope"));
    }
};

QTEST_GUILESS_MAIN(UserFoldersTest)
#include "tst_userfolders.moc"
