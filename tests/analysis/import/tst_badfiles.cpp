// Damaged and hostile files of every kind that can be imported: cut at any byte, with changed bytes, far too large.
// Each gives a valid recording or an error of one line, in bounded time and memory.

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <vector>
#include <zlib.h>

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

std::string contentsOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// KiB: the most memory that this process had so far.
long peakMemory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// A gzip file of `head`, and `times` times `block`. A full flush makes compressed bytes independent of those before
/// them, so the block is compressed only once.
std::string bombOf(const std::string& head, const std::string& block, int times)
{
    constexpr int kRawDeflate = -15;
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawDeflate, 8, Z_DEFAULT_STRATEGY);
    const auto packed = [&stream](const std::string& text, int flush) {
        std::string bytes(deflateBound(&stream, text.size()) + 16, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
        stream.avail_in = static_cast<uInt>(text.size());
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
        stream.avail_out = static_cast<uInt>(bytes.size());
        deflate(&stream, flush);
        bytes.resize(bytes.size() - stream.avail_out);
        return bytes;
    };
    const auto sumOf = [](const std::string& text) {
        return crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    };
    std::string file("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    file += packed(head, Z_FULL_FLUSH);
    const std::string packedBlock = packed(block, Z_FULL_FLUSH);
    const uLong blockSum = sumOf(block);
    uLong sum = sumOf(head);
    for (int i = 0; i < times; ++i) {
        file += packedBlock;
        sum = crc32_combine(sum, blockSum, static_cast<z_off_t>(block.size()));
    }
    file += packed({}, Z_FINISH);
    deflateEnd(&stream);
    const std::size_t size = head.size() + block.size() * static_cast<std::size_t>(times);
    for (const std::size_t number : {static_cast<std::size_t>(sum), size}) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            file += static_cast<char>(number >> shift & 0xFFU);
    }
    return file;
}

} // namespace

class TestBadFiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_input;
    fs::path m_output;

    /// Valid files of each kind: those that the fuzzers begin with.
    static std::vector<fs::path> validFiles()
    {
        std::vector<fs::path> files;
        const fs::path corpus = fs::path(STEPSCOPE_SOURCE_DIR) / "tests" / "fuzz" / "corpus";
        for (const char* kind : {"fuzz_chrometrace", "fuzz_csvimport", "fuzz_databaseimport", "fuzz_profilertextimport",
                                 "fuzz_tegrastats", "fuzz_tensorflowimport"}) {
            for (const auto& entry : fs::directory_iterator(corpus / kind))
                files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    /// Empty, or what is wrong with the outcome.
    QString fault(const std::string& bytes)
    {
        // A file system may write a file that replaces another one to its disk at once.
        fs::remove(m_input);
        std::ofstream(m_input, std::ios::binary) << bytes;
        return faultOfFile();
    }
    QString faultOfFile()
    {
        fs::remove(m_output);
        const auto summary = analysis::importFiles({.files = {m_input}}, m_output);
        if (!summary.ok()) {
            if (fs::exists(m_output))
                return "a file is left";
            const QString text = QString::fromStdString(summary.error().text);
            return text.contains('\n') || text.size() < 20 ? "the error is not one line: " + text : QString();
        }
        const auto verdict = analysis::verifyRecording(m_output);
        return verdict.ok() && verdict->good ? QString() : QStringLiteral("the recording is damaged");
    }
    /// `most`: files of each kind.
    static void eachValidFile(int most = 100)
    {
        QTest::addColumn<QString>("file");
        std::map<fs::path, int> counts;
        for (const fs::path& file : validFiles()) {
            if (++counts[file.parent_path()] > most)
                continue;
            const std::string name = file.parent_path().filename().string() + "/" + file.filename().string();
            QTest::newRow(name.c_str()) << QString::fromStdString(file.string());
        }
    }

private slots:
    void init()
    {
        m_input = m_folder.filePath("input").toStdString();
        m_output = m_folder.filePath("out.stepscope").toStdString();
        fs::remove(m_input);
        fs::remove(m_output);
    }

    void cutAtAnyByte_data() { eachValidFile(); }
    void cutAtAnyByte()
    {
        QFETCH(QString, file);
        const std::string bytes = contentsOf(file.toStdString());
        QVERIFY(!bytes.empty());
        // Databases have pages: the bytes within one are all equal to the reader.
        const std::size_t step = std::max<std::size_t>(1, bytes.size() / 600);
        for (std::size_t size = 0; size <= bytes.size(); size += step)
            QVERIFY2(fault(bytes.substr(0, size)).isEmpty(),
                     qPrintable(QString::number(size) + ": " + fault(bytes.substr(0, size))));
    }

    void changedBytes_data() { eachValidFile(); }
    void changedBytes()
    {
        QFETCH(QString, file);
        const std::string bytes = contentsOf(file.toStdString());
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            std::string changed = bytes;
            for (int change = 0; change <= round % 4; ++change) {
                const std::size_t at = random() % changed.size();
                if (round % 3 == 0) // a piece twice: duplicate keys, wrong nesting
                    changed.insert(at, changed, random() % changed.size(), random() % 40);
                else if (round % 3 == 1) // a piece is missing
                    changed.erase(at, random() % 20);
                else
                    changed[at] = static_cast<char>(random());
                if (changed.empty())
                    changed = "x";
            }
            const QString text = fault(changed);
            QVERIFY2(text.isEmpty(), qPrintable(QString::number(round) + ": " + text));
        }
    }

    /// After a valid beginning, a hole: it costs neither memory nor minutes, whatever the beginning looks like.
    void sparseFiles_data() { eachValidFile(3); }
    void sparseFiles()
    {
        QFETCH(QString, file);
        std::ofstream(m_input, std::ios::binary | std::ios::trunc) << contentsOf(file.toStdString());
        fs::resize_file(m_input, std::uintmax_t{5} << 30U);
        const long before = peakMemory();
        const QString text = faultOfFile();
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY2(peakMemory() - before < 300 * 1024, qPrintable(QString::number(peakMemory() - before)));
        fs::remove(m_input);
    }

    /// It would wait for a writer, and can be read only once.
    void pipesAreRefused()
    {
        fs::remove(m_input);
        QCOMPARE(mkfifo(m_input.c_str(), 0600), 0);
        const auto summary = analysis::importFiles({.files = {m_input}}, m_output);
        QVERIFY(!summary.ok());
        QVERIFY2(summary.error().text.find("is a pipe") != std::string::npos, summary.error().text.c_str());
        fs::remove(m_input);
    }

    /// A byte order mark, as programs of Windows write, changes nothing.
    void byteOrderMarks_data() { eachValidFile(); }
    void byteOrderMarks()
    {
        QFETCH(QString, file);
        const std::string bytes = contentsOf(file.toStdString());
        if (file.contains("fuzz_databaseimport") || file.contains("fuzz_tensorflow") || bytes.starts_with("\x1f\x8b"))
            return; // binary
        std::vector<std::string> texts;
        for (const char* mark : {"", "\xEF\xBB\xBF"}) {
            fs::remove(m_output);
            std::ofstream(m_input, std::ios::binary | std::ios::trunc) << mark << bytes;
            const auto summary = analysis::importFiles({.files = {m_input}}, m_output);
            texts.push_back(summary.ok() ? summary->text : summary.error().text);
        }
        QCOMPARE(texts[1], texts[0]);
    }

    /// What another program can make readable is named.
    void packedFilesAreNamed()
    {
        for (const auto& [bytes, words] : {std::pair("\xFF\xFER\0A\0M\0", "UTF-16"), std::pair("\xFE\xFF\0R", "UTF-16"),
                                           std::pair("PK\x03\x04....", "zip"), std::pair("\xFD\x37zXZ...", "xz"),
                                           std::pair("BZh91AY", "bzip2"), std::pair("\x28\xB5\x2F\xFD..", "zstd")}) {
            std::ofstream(m_input, std::ios::binary | std::ios::trunc) << bytes;
            const auto summary = analysis::importFiles({.files = {m_input}}, m_output);
            QVERIFY(!summary.ok());
            QVERIFY2(summary.error().text.find(words) != std::string::npos, summary.error().text.c_str());
            QVERIFY(summary.error().text.size() < 250 && !fs::exists(m_output));
        }
    }

    /// Text that is compressed to a thousandth of its size.
    void compressionBombs_data() { eachValidFile(3); }
    void compressionBombs()
    {
        QFETCH(QString, file);
        const std::string bytes = contentsOf(file.toStdString());
        if (bytes.starts_with("SQLite") || bytes.starts_with("\x1f\x8b"))
            return; // not read when it is compressed; compressed already
        const std::string line = bytes.substr(bytes.rfind('\n', bytes.size() - 2) + 1);
        std::string lines;
        while (lines.size() < std::size_t{1} << 20U)
            lines += line;
        std::ofstream(m_input, std::ios::binary) << bombOf(bytes, lines, 1500);
        const long before = peakMemory();
        const QString text = faultOfFile();
        QVERIFY2(text.isEmpty(), qPrintable(text));
        QVERIFY2(peakMemory() - before < 600 * 1024, qPrintable(QString::number(peakMemory() - before)));
    }
};

QTEST_GUILESS_MAIN(TestBadFiles)
#include "tst_badfiles.moc"
