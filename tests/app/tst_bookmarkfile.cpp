#include "app/window/bookmarkfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::app;
using widgets::Bookmark;
using widgets::Bookmarks;

/// Bookmarks are read as they were written; a file that cannot be read is copied first.
class TestBookmarkFile : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_recording;

    void write(const QByteArray& bytes) const
    {
        QFile file(bookmarkPath(m_recording));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] QByteArray contents(const QString& path) const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_recording = m_folder->filePath("run.stepscope");
        QFile file(m_recording);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }

    void readsWhatWasWritten()
    {
        const Bookmarks bookmarks{
            {{-5, 10}, "first"},
            {{1'000'000'000'123'456'789, 1'000'000'000'123'456'789}, QString::fromUtf8("zweite \"µ\"\n<b>")}};
        QVERIFY(writeBookmarks(m_recording, bookmarks).ok());
        QVERIFY(QFile::exists(m_folder->filePath("run.stepscope.bookmarks.json")));
        const ReadBookmarks read = readBookmarks(m_recording);
        QVERIFY2(read.remark.isEmpty(), qPrintable(read.remark));
        QVERIFY(read.bookmarks == bookmarks);
        QVERIFY(writeBookmarks(m_recording, {}).ok());
        QVERIFY(!QFile::exists(bookmarkPath(m_recording))); // no bookmarks, no file
        QVERIFY(readBookmarks(m_recording).bookmarks.isEmpty());
    }

    void copiesUnreadableFiles_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("torn") << QByteArray("{\"format\":1,\"bookm");
        QTest::newRow("array") << QByteArray("[1,2]");
        QTest::newRow("no list") << QByteArray("{\"bookmarks\":{\"a\":1}}");
        QTest::newRow("binary") << QByteArray("\x00\xff\xfe\x01", 4);
        QTest::newRow("deep") << QByteArray(200'000, '[');
    }
    void copiesUnreadableFiles()
    {
        QFETCH(QByteArray, bytes);
        write(bytes);
        const ReadBookmarks read = readBookmarks(m_recording);
        QVERIFY(read.bookmarks.isEmpty());
        QVERIFY(!read.remark.isEmpty() && !read.remark.contains('\n'));
        QCOMPARE(contents(bookmarkPath(m_recording) + ".bad"), bytes);
        // A second unreadable file gets another name.
        write("other");
        QVERIFY(!readBookmarks(m_recording).remark.isEmpty());
        QCOMPARE(contents(bookmarkPath(m_recording) + ".bad-2"), QByteArray("other"));
    }

    void readsTheValidEntriesOfAFile()
    {
        write(R"({"bookmarks":[{"begin_ns":20,"end_ns":30,"note":"b"}, {"begin_ns":"x","end_ns":2}, 7,
                  {"begin_ns":1e300,"end_ns":1e301}, {"begin_ns":9,"end_ns":2}, {"begin_ns":5,"end_ns":5,"note":[]}]})");
        const ReadBookmarks read = readBookmarks(m_recording);
        QVERIFY(read.bookmarks == (Bookmarks{{{5, 5}, ""}, {{20, 30}, "b"}}));
        QVERIFY2(read.remark.contains("4 of 6"), qPrintable(read.remark));
        QVERIFY(QFile::exists(bookmarkPath(m_recording) + ".bad"));
    }

    void reportsAFailedWrite()
    {
        const auto written = writeBookmarks(m_folder->filePath("no/such/folder/run.stepscope"), {{{1, 2}, "x"}});
        QVERIFY(!written.ok());
        QVERIFY(written.error().text.find('\n') == std::string::npos);
    }

    void keeperSavesAndReads()
    {
        {
            BookmarkKeeper keeper;
            keeper.setRecording(m_recording);
            for (int i = 1; i <= 20; ++i) {
                Bookmarks bookmarks;
                for (int j = 0; j < i; ++j)
                    bookmarks.append({{j, j}, QString::number(j)});
                keeper.save(bookmarks);
            }
        } // the destructor waits until the last save is done
        QCOMPARE(readBookmarks(m_recording).bookmarks.size(), 20);
        BookmarkKeeper keeper;
        QSignalSpy read(&keeper, &BookmarkKeeper::read);
        keeper.setRecording(m_recording);
        QTRY_COMPARE(read.count(), 1);
        QCOMPARE(read.first().first().value<Bookmarks>().size(), 20);
    }

    /// Two windows show the same recording: neither undoes what the other one did.
    void twoKeepersKeepTheChangesOfBoth()
    {
        const Bookmark a{{1, 2}, "a"};
        const Bookmark b{{3, 4}, "b"};
        const Bookmark c{{5, 6}, "c"};
        QVERIFY(writeBookmarks(m_recording, {a}).ok());
        BookmarkKeeper first;
        BookmarkKeeper second;
        QSignalSpy firstRead(&first, &BookmarkKeeper::read);
        QSignalSpy secondRead(&second, &BookmarkKeeper::read);
        first.setRecording(m_recording);
        second.setRecording(m_recording);
        QTRY_COMPARE(firstRead.count() + secondRead.count(), 2);
        first.save({a, b});
        QTRY_VERIFY(readBookmarks(m_recording).bookmarks == (Bookmarks{a, b}));
        second.save({c}); // deletes a, adds c, does not know b
        QTRY_COMPARE(secondRead.count(), 2);
        QVERIFY(secondRead.last().first().value<Bookmarks>() == (Bookmarks{b, c}));
        QVERIFY(readBookmarks(m_recording).bookmarks == (Bookmarks{b, c}));
        first.save({b});
        QTRY_COMPARE(firstRead.count(), 2); // a is gone, c is new
        QVERIFY(firstRead.last().first().value<Bookmarks>() == (Bookmarks{b, c}));
    }

    /// Another program has moved the recording: its bookmarks are not left behind beside its former name.
    void aMovedRecordingHasNoBookmarksAtItsFormerName()
    {
        BookmarkKeeper keeper;
        QSignalSpy messages(&keeper, &BookmarkKeeper::message);
        keeper.setRecording(m_recording);
        const QString moved = m_folder->filePath("moved.stepscope");
        QVERIFY(QFile::rename(m_recording, moved));
        keeper.save({{{1, 2}, "x"}});
        keeper.save({{{1, 2}, "x"}, {{3, 4}, "y"}});
        QTRY_COMPARE(messages.count(), 1);
        QTest::qWait(50);
        QCOMPARE(messages.count(), 1);
        const QString text = messages[0][0].toString();
        QVERIFY2(text.contains("run.stepscope") && text.contains("moved") && !text.contains('\n'), qPrintable(text));
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden), QStringList{"moved.stepscope"});
        // Back at its place, all are saved.
        QVERIFY(QFile::rename(moved, m_recording));
        keeper.save({{{1, 2}, "x"}, {{3, 4}, "y"}});
        QTRY_COMPARE(readBookmarks(m_recording).bookmarks.size(), 2);
    }

    void keeperReportsAFailureOnce()
    {
        BookmarkKeeper keeper;
        QSignalSpy messages(&keeper, &BookmarkKeeper::message);
        keeper.setRecording(m_folder->filePath("gone/run.stepscope"));
        keeper.save({{{1, 2}, "x"}});
        keeper.save({{{1, 2}, "y"}});
        QTRY_COMPARE(messages.count(), 1);
        QTest::qWait(50);
        QCOMPARE(messages.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestBookmarkFile)
#include "tst_bookmarkfile.moc"
