// Commands under nvprof and nsys: found on the search path, called with their documented arguments.

#include "remote/agent/system/gpuprofiler.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;

class TestGpuProfiler : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void install(const char* name, QFile::Permissions permissions = QFile::ReadOwner | QFile::ExeOwner)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(permissions);
    }
    [[nodiscard]] std::string folder() const { return m_folder.path().toStdString(); }

private slots:
    void findsWhatIsOnThePath()
    {
        install("nvprof");
        const auto found = agent::findGpuProfilers("/nowhere:" + folder());
        QVERIFY(!found.empty());
        QCOMPARE(found[0].name, std::string("nvprof"));
        QCOMPARE(found[0].path, folder() + "/nvprof");
    }

    void callsThemAsDocumented()
    {
        install("nsys");
        using Words = std::vector<std::string>;
        const auto nvprof = agent::profiledCommand("nvprof", folder(), "/runs/100%", {"python3", "train.py"});
        QVERIFY(nvprof.ok());
        QCOMPARE(nvprof.value(), (Words{folder() + "/nvprof", "--profile-child-processes", "-o",
                                        "/runs/100%%/kernels-%p.nvvp", "python3", "train.py"}));
        const auto nsys = agent::profiledCommand("nsys", folder(), "/runs/a", {"./train"});
        QVERIFY(nsys.ok());
        QCOMPARE(nsys.value(), (Words{folder() + "/nsys", "profile", "-o", "/runs/a/kernels", "--export=sqlite", "-t",
                                      "cuda,nvtx,osrt", "./train"}));
    }

    void saysWhatToInstall()
    {
        const auto missing = agent::profiledCommand("nvprof", "/nowhere", "/runs/a", {"train"});
        if (missing.ok())
            QSKIP("CUDA is installed here.");
        QCOMPARE(missing.error().code, format::Error::Code::NotFound);
        QVERIFY(missing.error().text.find("so nothing was started") != std::string::npos);
        QVERIFY(missing.error().text.find("apt-cache search") != std::string::npos);
        QVERIFY(missing.error().text.find('\n') == std::string::npos);
        QCOMPARE(agent::profiledCommand("gdb", "/bin", "/runs/a", {"x"}).error().code, format::Error::Code::Usage);
    }

    void listsRegularFilesOnly()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("run"));
        const QString run = m_folder.filePath("run/");
        for (const char* name : {"kernels-12.nvvp", "kernels.sqlite", "other.nvvp"}) {
            QFile file(run + name);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("12345") == 5);
        }
        QVERIFY(QFile::link("/etc/passwd", run + "kernels-13.nvvp"));
        const auto files = agent::gpuProfilesIn(run.chopped(1).toStdString());
        QCOMPARE(files.size(), std::size_t{2});
        QCOMPARE(files[0].path, (run + "kernels-12.nvvp").toStdString());
        QCOMPARE(files[0].bytes, std::uint64_t{5});
    }
};

QTEST_APPLESS_MAIN(TestGpuProfiler)
#include "tst_gpuprofiler.moc"
