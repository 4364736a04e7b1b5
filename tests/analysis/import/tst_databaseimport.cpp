// Databases of nvprof and Nsight Systems: the recording contains what an independent script finds in the file, and
// files that are damaged or hostile are refused with one line.

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/totals/importtotals.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <string>

using namespace stepscope;
using format::Error;

namespace {

/// The tables of a small database of nvprof.
constexpr const char* kNvprof = R"(
    CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);
    INSERT INTO StringTable VALUES(0,'-- null --'),(1,'_Z4gemmPfi'),(2,'step 1'),(3,'step 2'),(4,'net');
    CREATE TABLE CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL(_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT,
        contextId INT, streamId INT, correlationId INT, name INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES
        (1,1650000000000001000,1650000000000003000,0,1,7,5,1),(2,1650000000000004000,1650000000000004500,0,1,8,6,1);
    CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT,
        threadId INT, correlationId INT, returnValue INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1,211,1650000000000000100,1650000000000000900,10,-5,5,0);
    CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER(_id_ INTEGER PRIMARY KEY, flags INT, timestamp INT, id INT, objectKind INT,
        objectId BLOB, name INT, domain INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES
        (1,2,1650000000000000000,1,2,x'0A000000FBFFFFFF00000000',2,4),(2,4,1650000000000003500,1,2,x'',0,4),
        (3,2,1650000000000003600,2,2,x'0A000000FBFFFFFF00000000',3,4),(4,4,1650000000000005000,2,2,x'',0,4);
    CREATE TABLE CUPTI_ACTIVITY_KIND_METRIC(_id_ INTEGER PRIMARY KEY, id INT, value BLOB, correlationId INT, flags INT);
    INSERT INTO CUPTI_ACTIVITY_KIND_METRIC VALUES(1,3,x'00',5,0),(2,3,x'00',6,0);
)";

} // namespace

class TestDatabaseImport : public QObject
{
    Q_OBJECT

private:
    std::string path(const char* name) { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

    std::string database(const char* name, const std::string& statements)
    {
        const std::string file = path(name);
        sqlite3* handle = nullptr;
        char* error = nullptr;
        if (sqlite3_open(file.c_str(), &handle) != SQLITE_OK ||
            sqlite3_exec(handle, statements.c_str(), nullptr, nullptr, &error) != SQLITE_OK)
            qFatal("%s", error ? error : "the database cannot be written");
        sqlite3_close(handle);
        return file;
    }

    format::Result<analysis::ImportSummary> import(const std::filesystem::path& file)
    {
        m_output = m_folder.filePath(QStringLiteral("out%1.stepscope").arg(++m_number)).toStdString();
        return analysis::importFiles({.files = {file}}, m_output);
    }

    trace::TraceView imported(const std::filesystem::path& file)
    {
        const auto summary = import(file);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        const auto verdict = analysis::verifyRecording(m_output);
        const auto view = trace::loadRecording(m_output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }

    QString fault(const std::filesystem::path& file, const char* words)
    {
        QElapsedTimer time;
        time.start();
        const auto summary = import(file);
        if (summary.ok())
            return "imported";
        const QString text = QString::fromStdString(summary.error().text);
        if (text.contains('\n') || !text.contains(words) || std::filesystem::exists(m_output))
            return text;
        return time.elapsed() < 10'000 ? QString() : "it took too long";
    }

    static std::uint64_t lost(const trace::TraceView& view, std::string_view what)
    {
        std::uint64_t count = 0;
        for (const trace::Loss& loss : view.losses())
            count += loss.what == what ? loss.count : 0;
        return count;
    }

    QTemporaryDir m_folder;
    int m_number = 0;
    std::string m_output;

private slots:
    void realFiles_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file :
             {"nvprof/jetson_nano_yolo.nvvp", "nsys/gemm_2025.1_no_kernels.sqlite", "nsys/h100_2gpu_1s_2026.2.sqlite",
              "nsys/threebody_2023.3.sqlite", "nsys/vectoradd_2022.2.sqlite"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void realFiles()
    {
        QFETCH(QString, file);
        const auto full = testing::corpusFolder() / file.toStdString();
        if (!std::filesystem::exists(full))
            QSKIP("the folder of real files is not there: set STEPSCOPE_CORPUS to read it");
        const auto view = imported(full);
        const QStringList unnamed = file.startsWith("nvprof") ? QStringList{"runtime", "overhead", "synchronization"}
                                                              : QStringList{"synchronization"};
        QCOMPARE(testing::firstDifference(testing::independentTotals(full), testing::recordedTotals(m_output, unnamed)),
                 QString());
        if (file.startsWith("nvprof")) {
            const QStringList named = testing::recordedTotals(m_output);
            const QStringList calls = testing::independentTotals(full, QStringLiteral("nvprofcalls.py"));
            QVERIFY(calls.size() > 10);
            for (const QString& call : calls)
                QVERIFY2(named.contains(call), qPrintable(call));
        }
        QVERIFY(view.header().startRealtime > 1'600'000'000'000'000'000);
        for (const trace::Loss& loss : view.losses())
            qInfo("%llu %s %s", static_cast<unsigned long long>(loss.count), loss.what.c_str(), loss.reason.c_str());
    }

    void realFilesWithoutData()
    {
        const auto corpus = testing::corpusFolder();
        if (!std::filesystem::is_directory(corpus / "nvprof"))
            QSKIP("the folder of real files is not there: set STEPSCOPE_CORPUS to read it");
        QCOMPARE(fault(corpus / "nvprof/empty_profile.nvvp", "contains no activity"), QString());
        QCOMPARE(fault(corpus / "nvprof/nbody_visual_profiler_xml.nvvp", "no trace data"), QString());
        QCOMPARE(fault(corpus / "nsys/vectoradd_report3.nsys-rep", "nsys export"), QString());
    }

    void activitiesOfNvprof()
    {
        const auto view = imported(database("small.nvvp", kNvprof));
        QCOMPARE(view.spanCount(), std::uint64_t{5});
        QCOMPARE(view.lanes()[0].info().name, std::string("GPU 0 stream 7"));
        QCOMPARE(view.opName(view.lanes()[0].span(0).op), std::string_view("gemm(float*, int)"));
        QCOMPARE(view.lanes()[0].span(0).duration, std::int64_t{2000});
        // The call and the ranges of its thread share a lane, though the numbers of the thread differ in sign.
        QCOMPARE(view.lanes().size(), std::size_t{3});
        QCOMPARE(view.lanes()[2].span(1).depth, std::uint8_t{1});
        QCOMPARE(view.opName(view.lanes()[2].span(1).op), std::string_view("cudaLaunchKernel"));
        QCOMPARE(view.linkCount(), std::uint64_t{1});
        QCOMPARE(view.stepCount(), std::size_t{2});
        QCOMPARE(view.step(1).index, std::uint64_t{2});
        QCOMPARE(view.header().startRealtime, std::int64_t{1650000000000000000});
        QCOMPARE(lost(view, "rows"), std::uint64_t{2}); // metrics, whose names are not in the file
    }

    /// CUPTI writes 0 for times that it could not collect, and markers may be repeated or of a later version.
    void incompleteRecords()
    {
        const auto view = imported(database(
            "incomplete.nvvp", std::string(kNvprof) + R"(INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES
                (3,0,0,0,1,7,5,1),(4,1650000000000004600,1650000000000004600,0,1,7,5,99);
            INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES
                (5,2,1650000000000005100,3,2,x'0A000000FBFFFFFF00000000',4,0),
                (6,2,1650000000000005200,3,2,x'0A000000FBFFFFFF00000000',4,0),
                (7,4,1650000000000005300,3,2,x'',0,0),(8,64,1650000000000005400,4,2,x'',4,0);)"));
        QCOMPARE(view.header().startRealtime, std::int64_t{1650000000000000000});
        QCOMPARE(view.spanCount(), std::uint64_t{7});
        QCOMPARE(lost(view, "spans"), std::uint64_t{2});
        QCOMPARE(lost(view, "names"), std::uint64_t{1});
        QCOMPARE(lost(view, "events"), std::uint64_t{1});
    }

    void incompleteRecordsOfNsys()
    {
        const auto view = imported(database("incomplete.sqlite", R"(
            CREATE TABLE StringIds(id INTEGER, value TEXT); CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
            CREATE TABLE NVTX_EVENTS(start INT, end INT, eventType INT, text TEXT, globalTid INT);
            INSERT INTO NVTX_EVENTS VALUES(5,9,59,'range',1),(6,8,88,'of a later version',1),(7,NULL,35,'push',1),
                (0,NULL,75,'domain',1),(7,NULL,59,'open',1);
            CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT);
            INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(0,0),(4,7);)"));
        QCOMPARE(view.spanCount(), std::uint64_t{2});
        QCOMPARE(lost(view, "events"), std::uint64_t{2});
        QCOMPARE(lost(view, "spans"), std::uint64_t{2});
    }

    void valuesOfOtherTypes()
    {
        const auto view = imported(
            database("types.nvvp", std::string(kNvprof) + R"(INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES
                (3,'soon',1650000000000003000,0,1,7,5,1),(4,NULL,1,0,1,7,5,1),(5,x'01',2.5,0,1,7,5,1),
                (6,1650000000000003000,1650000000000002000,0,1,7,5,1),(7,-9223372036854775808,9223372036854775807,0,1,7,5,1),
                (8,1650000000000004600,1650000000000004700,'x',NULL,2.5,'y','z');)"));
        QCOMPARE(view.spanCount(), std::uint64_t{6});
        QCOMPARE(lost(view, "spans"), std::uint64_t{5});
    }

    void hostileSchemas()
    {
        // A view with the name of a table, which would count for ever; a generated column that calls a function.
        const std::string endless = "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);"
                                    "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE r(start, end) AS "
                                    "(SELECT 1, 2 UNION ALL SELECT start + 1, end + 1 FROM r) SELECT * FROM r;";
        QCOMPARE(fault(database("view.nvvp", endless), "without the tables"), QString());
        QCOMPARE(fault(database("texts.nvvp", endless + "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT);"),
                       "no activity"),
                 QString());
        const std::string generated =
            "CREATE TABLE StringTable(_id_ INTEGER PRIMARY KEY, value TEXT);"
            "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(end INT, start INT AS (length(hex(zeroblob(50000000)))));"
            "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL(end) VALUES(1),(2),(3);";
        QCOMPARE(fault(database("generated.nvvp", generated), ""), QString());
        QCOMPARE(fault(database("other.db", "CREATE TABLE notes(text);"), "without the tables"), QString());
    }

    void damagedFiles()
    {
        const std::string good = database("good.nvvp", kNvprof);
        std::ifstream file(good, std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(file)), {});
        for (std::size_t size = 16; size < bytes.size(); size += 501) {
            const std::string cut = path("cut.nvvp");
            std::ofstream(cut, std::ios::binary) << bytes.substr(0, size);
            const auto summary = import(cut);
            if (summary.ok()) // within the last page: its table is counted
                QCOMPARE(lost(*trace::loadRecording(m_output), "tail"), std::uint64_t{1});
            else
                QVERIFY2(summary.error().text.find("damaged") != std::string::npos, summary.error().text.c_str());
        }
        std::string wrong = bytes;
        wrong.replace(16, 4, "\1\1\1\1");
        std::ofstream(path("wrong.nvvp"), std::ios::binary) << wrong;
        QCOMPARE(fault(path("wrong.nvvp"), "damaged"), QString());
    }

    void sparseFile()
    {
        const std::string file = path("sparse.nvvp");
        std::ofstream(file, std::ios::binary) << "SQLite format 3" << '\0';
        std::filesystem::resize_file(file, std::uintmax_t{5} << 30U);
        QCOMPARE(fault(file, "damaged"), QString());
    }

    void writeAheadLogs()
    {
        // Closed by its program, so that its log is part of it: nothing is written beside it.
        const std::string file = database("wal.nvvp", std::string("PRAGMA journal_mode=WAL;") + kNvprof);
        QVERIFY(!std::filesystem::exists(file + "-wal"));
        QCOMPARE(imported(file).spanCount(), std::uint64_t{5});
        QVERIFY(!std::filesystem::exists(file + "-wal") && !std::filesystem::exists(file + "-shm"));
        // What its program has written to the log only is read, too.
        sqlite3* writer = nullptr;
        QCOMPARE(sqlite3_open(file.c_str(), &writer), SQLITE_OK);
        QCOMPARE(sqlite3_exec(writer, R"(INSERT INTO CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL VALUES
            (3,1650000000000004600,1650000000000004700,0,1,7,5,1))",
                              nullptr, nullptr, nullptr),
                 SQLITE_OK);
        QCOMPARE(imported(file).spanCount(), std::uint64_t{6});
        sqlite3_close(writer);
    }

    void lockedFile()
    {
        const std::string file = database("locked.nvvp", kNvprof);
        sqlite3* writer = nullptr;
        QCOMPARE(sqlite3_open(file.c_str(), &writer), SQLITE_OK);
        QCOMPARE(sqlite3_exec(writer, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
        QCOMPARE(fault(file, "is locked by another program"), QString());
        sqlite3_close(writer);
        QVERIFY(import(file).ok());
    }
};

QTEST_GUILESS_MAIN(TestDatabaseImport)
#include "tst_databaseimport.moc"
