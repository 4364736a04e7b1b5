#include "remote/format/recordingfile.h"
#include "tests/remote/format/randomrecords.h"

#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

using namespace stepscope::format;

class TestRecordingFile : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    int m_number = 0;

    std::filesystem::path newPath() { return m_dir.filePath(QString::number(++m_number) + ".stepscope").toStdString(); }
    static void write(const std::filesystem::path& path, std::span<const std::byte> bytes)
    {
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    static Bytes contents(const std::filesystem::path& path)
    {
        std::ifstream file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        const auto bytes = std::as_bytes(std::span(text));
        return {bytes.begin(), bytes.end()};
    }

    /// Replaces this process's open file at `path` by one on a full device.
    static bool fillDiskUnder(const std::filesystem::path& path)
    {
        const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
        bool done = false;
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code error;
            if (std::filesystem::read_symlink(entry.path(), error) == path)
                done = ::dup2(full, std::stoi(entry.path().filename().string())) >= 0;
        }
        ::close(full);
        return done;
    }

private slots:
    void createAndAppend()
    {
        const auto path = newPath();
        const Bytes recording = randomRecording(1, 20);
        auto file = RecordingFile::create(path);
        QVERIFY(file.ok());
        for (std::size_t at = 0; at < recording.size(); at += 100)
            QVERIFY(
                file->append(std::span(recording).subspan(at, std::min<std::size_t>(100, recording.size() - at))).ok());
        QCOMPARE(file->size(), std::uint64_t{recording.size()});
        QCOMPARE(contents(path), recording);
        QCOMPARE(*recoverablePrefix(path), std::uint64_t{recording.size()});
    }

    void neverOverwrites()
    {
        const auto path = newPath();
        const Bytes recording = randomRecording(2, 3);
        write(path, recording);
        const auto file = RecordingFile::create(path);
        QVERIFY(!file.ok());
        QVERIFY2(file.error().text.find("never overwritten") != std::string::npos, file.error().text.c_str());
        QCOMPARE(contents(path), recording);
    }

    /// After any truncation, recovery continues after the last complete frame, and the result equals the original.
    void recoversFromEveryCut()
    {
        std::vector<std::size_t> starts;
        const Bytes recording = randomRecording(3, 6, &starts);
        const auto path = newPath();
        for (std::size_t cut = 0; cut <= recording.size(); ++cut) {
            write(path, std::span(recording).first(cut));
            auto file = RecordingFile::recover(path);
            QVERIFY2(file.ok(), file.ok() ? "" : file.error().text.c_str());
            QVERIFY(file->size() <= cut);
            QVERIFY(file->size() == 0 || std::find(starts.begin(), starts.end(), file->size()) != starts.end());
            QCOMPARE(std::filesystem::file_size(path), std::uintmax_t{cut});
            QVERIFY(file->append(std::span(recording).subspan(file->size())).ok());
            QCOMPARE(contents(path), recording);
        }
    }

    /// What lies after the damage stays until it is overwritten.
    void continuesAtTheFirstDamage()
    {
        std::vector<std::size_t> starts;
        Bytes recording = randomRecording(4, 10, &starts);
        recording[starts[6] + kFrameHeaderSize + 1] ^= std::byte{1};
        const auto path = newPath();
        write(path, recording);
        QCOMPARE(*recoverablePrefix(path), std::uint64_t{starts[6]});
        QCOMPARE(contents(path), recording); // recoverablePrefix() does not modify the file
        auto file = RecordingFile::recover(path);
        QVERIFY(file.ok());
        QCOMPARE(file->size(), std::uint64_t{starts[6]});
        QCOMPARE(contents(path), recording);
        recording[starts[6] + kFrameHeaderSize + 1] ^= std::byte{1};
        QVERIFY(file->append(std::span(recording).subspan(starts[6], starts[8] - starts[6])).ok());
        QCOMPARE(contents(path), recording);
    }

    void refusesOtherFiles()
    {
        const auto path = newPath();
        const std::string text = "my thesis, the only copy\n";
        write(path, std::as_bytes(std::span(text)));
        const auto file = RecordingFile::recover(path);
        QVERIFY(!file.ok());
        QCOMPARE(file.error().code, Error::Code::Corrupt);
        QVERIFY2(file.error().text.find(path.string()) != std::string::npos, file.error().text.c_str());
        QCOMPARE(std::filesystem::file_size(path), std::uintmax_t{text.size()});
    }

    void reportsMissingFiles()
    {
        const auto missing = RecordingFile::recover(newPath());
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, Error::Code::NotFound);
        const auto folder = RecordingFile::create(newPath() / "no" / "such");
        QVERIFY(!folder.ok());
        QCOMPARE(folder.error().code, Error::Code::NotFound);
        const auto directory = recoverablePrefix(m_dir.path().toStdString());
        QVERIFY(!directory.ok());
        QVERIFY(directory.error().text.find("directory") != std::string::npos);
    }

    /// A file size limit simulates a full disk: the data that fits is kept, the error states the remedy, and recovery
    /// works.
    void reportsFileSizeLimit()
    {
        const auto path = newPath();
        const Bytes recording = randomRecording(5, 40);
        auto file = RecordingFile::create(path);
        QVERIFY(file.ok());
        const rlim_t limit = recording.size() / 2;
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit narrow{limit, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &narrow), 0);
        const auto appended = file->append(recording);
        ::setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        QVERIFY(!appended.ok());
        QVERIFY(appended.error().text.find(path.string()) != std::string::npos);
        QCOMPARE(file->size(), std::uint64_t{limit});
        QCOMPARE(std::filesystem::file_size(path), std::uintmax_t{limit});

        {
            const RecordingFile closed = std::move(*file);
        }
        auto again = RecordingFile::recover(path);
        QVERIFY(again.ok());
        QVERIFY(again->append(std::span(recording).subspan(again->size())).ok());
        QCOMPARE(contents(path), recording);
    }

    void reportsFullDisk()
    {
        const auto path = newPath();
        auto file = RecordingFile::create(path);
        QVERIFY(file.ok());
        QVERIFY(fillDiskUnder(path));
        const auto appended = file->append(fileHeader());
        QVERIFY(!appended.ok());
        QCOMPARE(appended.error().code, Error::Code::NoSpace);
        QVERIFY2(appended.error().text.find("free some space") != std::string::npos, appended.error().text.c_str());
        QCOMPARE(file->size(), std::uint64_t{0});
    }

    /// Two programs that continue one recording would mix their bytes.
    void oneWriterAtATime()
    {
        const auto path = newPath();
        const Bytes recording = randomRecording(6, 4);
        {
            auto first = RecordingFile::create(path);
            QVERIFY(first->append(recording).ok());
            const auto second = RecordingFile::recover(path);
            QVERIFY(!second.ok());
            QCOMPARE(second.error().code, Error::Code::Denied);
            QVERIFY2(second.error().text.find("is being recorded") != std::string::npos, second.error().text.c_str());
            QVERIFY(!checkNotRecorded(path).ok());
        }
        QVERIFY(checkNotRecorded(path).ok());
        const auto third = RecordingFile::recover(path);
        QVERIFY(third.ok());
        QVERIFY(!checkNotRecorded(path).ok());
        QVERIFY(checkNotRecorded(newPath()).ok());
    }

    /// What is written to a file without a name is lost when it is closed.
    void noticesThatItsNameIsGone()
    {
        const auto path = newPath();
        const auto other = newPath();
        auto file = RecordingFile::create(path);
        QVERIFY(file->isInPlace());
        std::filesystem::rename(path, other);
        QVERIFY(file->append(fileHeader()).ok());
        QVERIFY(!file->isInPlace());
        write(path, {});
        QVERIFY2(!file->isInPlace(), "another file");
        std::filesystem::rename(other, path);
        QVERIFY(file->isInPlace());
        std::filesystem::remove(path);
        QVERIFY(!file->isInPlace());
    }

    void findsTheFooter()
    {
        const auto path = newPath();
        // Longer than the part that is read.
        Bytes recording = randomRecording(7, 4);
        const Bytes line(100'000, std::byte{'x'});
        for (int i = 0; i < 20; ++i)
            recording += framed(FrameType::Log, line);
        write(path, recording);
        QVERIFY(!*endsWithFooter(path));
        recording += framed(FrameType::Footer, Bytes{std::byte{'{'}, std::byte{'}'}});
        write(path, recording);
        QVERIFY(*endsWithFooter(path));
        Bytes longer = recording;
        longer.push_back(std::byte{1});
        write(path, longer);
        QVERIFY(!*endsWithFooter(path));
        write(path, std::span(recording).first(recording.size() - 1));
        QVERIFY(!*endsWithFooter(path));
        recording.back() ^= std::byte{1};
        write(path, recording);
        QVERIFY(!*endsWithFooter(path));
        write(path, {});
        QVERIFY(!*endsWithFooter(path));
        QCOMPARE(endsWithFooter(newPath()).error().code, Error::Code::NotFound);
    }

    void moves()
    {
        const auto path = newPath();
        auto created = RecordingFile::create(path);
        QVERIFY(created.ok());
        RecordingFile first = std::move(*created);
        RecordingFile second = std::move(first);
        first = std::move(second);
        QVERIFY(first.append(fileHeader()).ok());
        QCOMPARE(first.size(), std::uint64_t{kFileHeaderSize});
    }
};

QTEST_GUILESS_MAIN(TestRecordingFile)
#include "tst_recordingfile.moc"
