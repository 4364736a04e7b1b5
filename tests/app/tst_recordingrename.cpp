#include "app/capture/unfinishedlist.h"
#include "app/window/bookmarkfile.h"
#include "app/window/recordingrename.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;

class TestRecordingRename : public QObject
{
    Q_OBJECT

    static void write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    static QByteArray read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void bookmarksKeepTheirRecording()
    {
        QTemporaryDir folder;
        const QString from = folder.filePath("a.stepscope");
        const QString to = folder.filePath("b.stepscope");
        write(from, "recording");
        write(bookmarkPath(from), "bookmarks");
        QVERIFY(renameRecording(from, to).ok());
        QVERIFY(!QFile::exists(from) && !QFile::exists(bookmarkPath(from)));
        QCOMPARE(read(to), "recording");
        QCOMPARE(read(bookmarkPath(to)), "bookmarks");
    }

    void nothingIsReplaced()
    {
        QTemporaryDir folder;
        const QString from = folder.filePath("a.stepscope");
        const QString to = folder.filePath("b.stepscope");
        write(from, "a");
        write(to, "b");
        const auto done = renameRecording(from, to);
        QVERIFY(!done.ok());
        QVERIFY2(done.error().text.find("exists already") != std::string::npos, done.error().text.c_str());
        QCOMPARE(read(from), "a");
        QCOMPARE(read(to), "b");
        QFile::remove(to);
        write(bookmarkPath(to), "bookmarks of another");
        QVERIFY(!renameRecording(from, to).ok());
        QCOMPARE(read(bookmarkPath(to)), "bookmarks of another");
    }

    void otherFoldersAndMissingFilesAreErrors()
    {
        QTemporaryDir folder;
        const QString from = folder.filePath("a.stepscope");
        QVERIFY(!renameRecording(from, folder.filePath("b.stepscope")).ok());
        write(from, "a");
        QVERIFY(!renameRecording(from, folder.filePath("../b.stepscope")).ok());
        QVERIFY(!renameRecording(from, folder.filePath("sub/b.stepscope")).ok());
        QCOMPARE(read(from), "a");
    }

    void unfinishedRecordingsKeepTheirName()
    {
        QTemporaryDir folder;
        const QString from = folder.filePath("a.stepscope");
        write(from, "a");
        QVERIFY(noteUnfinished(unfinishedCapture("local", "run-1", from, {})).ok());
        const auto done = renameRecording(from, folder.filePath("b.stepscope"));
        QVERIFY(!done.ok());
        QVERIFY(forgetUnfinished(from).ok());
        QVERIFY(renameRecording(from, folder.filePath("b.stepscope")).ok());
    }
};

QTEST_GUILESS_MAIN(TestRecordingRename)
#include "tst_recordingrename.moc"
