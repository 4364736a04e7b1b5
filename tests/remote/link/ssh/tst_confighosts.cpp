#include "remote/link/ssh/confighosts.h"
#include "tests/support/sshserver.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using stepscope::link::configuredHosts;
using stepscope::tests::writeFile;

class ConfigHostsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;

    static QStringList hosts(const QString& file = {})
    {
        QStringList names;
        for (const std::string& host : configuredHosts(file.toStdString()))
            names.append(QString::fromStdString(host));
        return names;
    }

private slots:
    void init()
    {
        qputenv("HOME", QFile::encodeName(m_home.path()));
        QDir(m_home.path()).mkpath(".ssh/config.d");
        QFile::remove(m_home.filePath(".ssh/config"));
    }

    void withoutAFileThereAreNone() { QCOMPARE(hosts(), QStringList()); }

    void namesTheHostsWithoutPatterns()
    {
        writeFile(m_home.filePath(".ssh/config"), "# Host comment\n"
                                                  "Host tx2 nano\n  HostName 10.0.0.7\n"
                                                  "host = \"orin\"\n"
                                                  "Host *.lab !bad tx? tx2\n"
                                                  "Match host deep\n"
                                                  "HostKeyAlias none\n"
                                                  "Host *\n  User ada\n");
        QCOMPARE(hosts(), QStringList({"tx2", "nano", "orin"}));
    }

    void followsIncludes()
    {
        writeFile(m_home.filePath(".ssh/config"), "Include config.d/*.conf ~/.ssh/more\nHost last\n");
        writeFile(m_home.filePath(".ssh/config.d/a.conf"), "Host a\n");
        writeFile(m_home.filePath(".ssh/config.d/b.conf"), "Host b\n");
        writeFile(m_home.filePath(".ssh/config.d/c.other"), "Host c\n");
        writeFile(m_home.filePath(".ssh/more"), "Host more\n");
        QCOMPARE(hosts(), QStringList({"a", "b", "more", "last"}));
    }

    /// A file that includes itself, and one with more than any user has.
    void hostileFilesEnd()
    {
        writeFile(m_home.filePath(".ssh/config"), "Host one\nInclude config\nHost two\n");
        QCOMPARE(hosts(), QStringList({"one", "two"}));
        QByteArray many;
        for (int i = 0; i < 2000; ++i)
            many += "Host h" + QByteArray::number(i) + "\n";
        many += QByteArray(3 << 20, 'x');
        writeFile(m_home.filePath("many"), many);
        QCOMPARE(hosts(m_home.filePath("many")).size(), 500);
        writeFile(m_home.filePath("odd"), QByteArray("Host \0\x01 -oProxyCommand=x user@host \"\"\nHost", 42));
        QCOMPARE(hosts(m_home.filePath("odd")), QStringList());
    }
};

QTEST_GUILESS_MAIN(ConfigHostsTest)
#include "tst_confighosts.moc"
