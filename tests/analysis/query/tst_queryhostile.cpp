#include "analysis/query/query.h"
#include "analysis/query/queryexamples.h"
#include "analysis/query/querytext.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/hostiletexts.h"
#include "tests/support/recordingbuilder.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace stepscope;
using analysis::QueryCell;
using analysis::RecordingQuery;
using format::Error;

/// Statements that are refused, fail or never end, and recordings that are damaged, hostile or empty.
class TestQueryHostile : public QObject
{
    Q_OBJECT

    trace::TraceView m_view;

    static QString errorOf(RecordingQuery& query, const std::string& statement,
                           const analysis::QueryOptions& options = {})
    {
        const auto result = query.collect(statement, options);
        return result.ok() ? QString() : QString::fromStdString(result.error().text);
    }

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording()); }

    void whatDoesNotReadIsRefused_data()
    {
        QTest::addColumn<QString>("statement");
        QTemporaryDir folder;
        for (const char* statement : {"ATTACH '/tmp/query-attached.db' AS other",
                                      "ATTACH ':memory:' AS other",
                                      "DETACH main",
                                      "PRAGMA temp_store = FILE",
                                      "PRAGMA temp_store_directory = '/'",
                                      "PRAGMA journal_mode",
                                      "SELECT * FROM pragma_database_list",
                                      "CREATE TABLE t(x)",
                                      "CREATE TEMP TABLE t(x)",
                                      "CREATE VIEW v AS SELECT 1",
                                      "CREATE VIRTUAL TABLE t USING fts5(x)",
                                      "INSERT INTO spans(op) VALUES ('x')",
                                      "DELETE FROM spans",
                                      "UPDATE spans SET op = 'x'",
                                      "DROP TABLE spans",
                                      "BEGIN",
                                      "COMMIT",
                                      "SAVEPOINT s",
                                      "VACUUM",
                                      "VACUUM INTO '/tmp/query-vacuum.db'",
                                      "REINDEX",
                                      "ANALYZE",
                                      "SELECT load_extension('x')",
                                      "SELECT fts3_tokenizer('simple')",
                                      "WITH x AS (SELECT 1) DELETE FROM steps"})
            QTest::newRow(statement) << statement;
    }
    void whatDoesNotReadIsRefused()
    {
        QFETCH(QString, statement);
        RecordingQuery query(m_view);
        const QString error = errorOf(query, statement.toStdString());
        QVERIFY2(error.startsWith("Only statements that read are possible"), qPrintable(error));
        QVERIFY(!QFile::exists("/tmp/query-attached.db") && !QFile::exists("/tmp/query-vacuum.db"));
        QVERIFY(query.collect("SELECT count(*) FROM spans").ok());
    }

    void errorsAreOneLineAndSayWhatToDo_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("text");
        const auto add = [](const char* statement, const char* text) { QTest::newRow(statement) << statement << text; };
        add("SELECT duratoin_ns FROM spans", "There is no column duratoin_ns: did you mean duration_ns?");
        add("SELECT s.strat_ns FROM spans s", "There is no column s.strat_ns: did you mean start_ns?");
        add("SELECT \"xyzzy\" FROM steps", "the columns of steps are step, start_ns");
        add("SELECT * FROM span", "There is no table span: did you mean spans?");
        add("SELECT * FROM nowhere", "the tables are spans, ops, steps");
        add("SELECT energie('VDD_IN', 0, 1)", "There is no function energie: did you mean energy?");
        add("SELECT energy('VDD_INN', 0, 1)", "There is no rail \"VDD_INN\" in this recording: SELECT rail FROM rails");
        add("SELECT mean('x', 0, 1)", "There is no channel \"x\"");
        add("SELECT percentile(duration_ns, 101) FROM spans", "needs a p from 0 to 100");
        add("SELECT percentile(duration_ns, 'x') FROM spans", "needs a p from 0 to 100");
        add("SELECT percentile(duration_ns, NULL) FROM spans", "needs a p from 0 to 100");
        add("SELECT op FORM spans", "at character 16, near \"spans\"");
        add("SELECT 'öé' FORM spans", "at character 18, near \"spans\"");
        add("SELECT (1", "incomplete");
        add("", "There is no statement");
        add("  -- nothing", "There is no statement");
        add("SELECT 1; SELECT 2", "more than one statement");
        add("SELECT ?", "has a parameter");
        add("SELECT count(*) FROM spans WHERE op = :op", "has a parameter");
        add("SELECT hex(zeroblob(5000000))", "longer than 4 MiB");
        add("SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)", "use total()");
    }
    void errorsAreOneLineAndSayWhatToDo()
    {
        QFETCH(QString, statement);
        QFETCH(QString, text);
        RecordingQuery query(m_view);
        const QString error = errorOf(query, statement.toStdString());
        QVERIFY2(error.contains(text), qPrintable(error));
        QVERIFY(!error.contains('\n'));
        QVERIFY2(error.endsWith('.') || error.endsWith('?'), qPrintable(error));
    }

    void harmlessStatementsWork()
    {
        RecordingQuery query(m_view);
        for (const char* statement :
             {"SELECT 1;", "SELECT 1 -- one", "PRAGMA table_info(spans)", "EXPLAIN QUERY PLAN SELECT op FROM spans",
              "WITH x AS (SELECT 1) SELECT count(*) FROM x", "SELECT count(*) FROM (SELECT DISTINCT op FROM spans)",
              "VALUES (1), (2)", "SELECT value FROM json_each('[1, 2]')", "SELECT x'00ff'"})
            QVERIFY2(errorOf(query, statement).isEmpty(), statement);
    }

    void endlessStatementsAreCancelled_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::newRow("recursion")
            << "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
        QTest::newRow("cross join") << "SELECT count(*) FROM samples a, samples b, samples c, spans d";
        QTest::newRow("nothing matches")
            << "SELECT 1 FROM samples a, samples b, samples c WHERE a.value + b.value + c.value = -1";
        QTest::newRow("window") << "SELECT lag(a.value) OVER (ORDER BY a.time_ns) FROM samples a, samples b, samples c";
    }
    void endlessStatementsAreCancelled()
    {
        QFETCH(QString, statement);
        RecordingQuery query(m_view);
        int calls = 0;
        const auto result = query.collect(statement.toStdString(), {.isCancelled = [&] { return ++calls > 50; }});
        QVERIFY(!result.ok());
        QCOMPARE(result.error().code, Error::Code::Cancelled);
        QVERIFY(query.collect("SELECT count(*) FROM spans").ok());
    }

    void memoryIsBounded()
    {
        RecordingQuery query(m_view);
        const QString error =
            errorOf(query, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000) "
                           "SELECT hex(zeroblob(2000000)) AS text, i FROM n ORDER BY i % 7, i");
        QVERIFY2(error.contains("memory"), qPrintable(error));
        QVERIFY(query.collect("SELECT count(*) FROM spans").ok());
    }

    /// Each query may sort its own 1 GiB, also while another one, of any recording, is not read to its end.
    void queriesDoNotShareMemory()
    {
        constexpr const char* kLarge = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 7000) "
                                       "SELECT hex(zeroblob(50000)) AS text, i FROM n ORDER BY i % 7, i";
        RecordingQuery first(m_view);
        RecordingQuery second(m_view);
        std::size_t rows = 0;
        RecordingQuery::Receiver receiver;
        receiver.begin = [](const std::vector<std::string>&) {};
        receiver.row = [&](std::span<const analysis::QueryValue>) {
            if (++rows == 1) {
                const auto other = second.run(kLarge, {}, {[](const auto&) {}, [](const auto&) {}});
                QVERIFY2(other.ok(), other.ok() ? "" : other.error().text.c_str());
                QCOMPARE(other->rows, std::uint64_t{7000});
            }
        };
        const auto outcome = first.run(kLarge, {}, receiver);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
        QCOMPARE(rows, std::size_t{7000});
    }

    /// What is sorted in pieces is the same as what is sorted at once, in temporary tables and for each window, too.
    void largeSortsAreRight()
    {
        RecordingQuery query(m_view);
        const std::string numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT 300000), "
                                    "k(i, h) AS (SELECT i, (i * 7919) % 300007 FROM n) ";
        for (const char* statement :
             {"SELECT count(*), max(h > next) FROM (SELECT h, lead(h) OVER (ORDER BY h) AS next FROM k)",
              "SELECT count(*), max(o > h) FROM (SELECT h, lag(h) OVER () AS o FROM (SELECT h FROM k ORDER BY h))"}) {
            const auto result = query.collect(numbers + statement);
            QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
            QVERIFY(result->rows[0] == (std::vector<QueryCell>{std::int64_t{300'000}, std::int64_t{0}}));
        }
        for (const char* statement :
             {"SELECT count(DISTINCT h), sum(h) FROM k", "SELECT count(*), sum(h) FROM (SELECT h FROM k GROUP BY h)",
              "SELECT count(*), sum(h) FROM (SELECT h FROM k UNION SELECT h FROM k)"}) {
            const auto result = query.collect(numbers + statement);
            QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
            std::int64_t sum = 0;
            for (std::int64_t i = 0; i < 300'000; ++i)
                sum += i * 7919 % 300'007;
            QVERIFY(result->rows[0] == (std::vector<QueryCell>{std::int64_t{300'000}, sum}));
        }
    }

    void theLimitCutsTheRows()
    {
        RecordingQuery query(m_view);
        const auto cut = query.collect("SELECT op FROM spans", {.limit = 7});
        QVERIFY(cut.ok() && cut->rows.size() == 7 && cut->isCut);
        const auto exact = query.collect("SELECT step FROM steps", {.limit = m_view.stepCount()});
        QVERIFY(exact.ok() && exact->rows.size() == m_view.stepCount() && !exact->isCut);
    }

    void anEmptyRecordingHasEmptyTables()
    {
        testing::RecordingBuilder builder;
        for (const trace::TraceView& view : {trace::TraceView(), testing::viewOf(builder.footer().bytes())}) {
            RecordingQuery query(view);
            for (const auto& table : query.tables()) {
                const auto result = query.collect("SELECT * FROM " + std::string(table->name()));
                QVERIFY(result.ok());
                QVERIFY(result->rows.empty() || table->name() == "run");
            }
            for (const auto& example : analysis::queryExamples())
                QVERIFY2(errorOf(query, std::string(example.statement)).isEmpty(), example.title.data());
        }
    }

    void foreignTextsAreCleaned()
    {
        for (const std::string& text : testing::hostileTexts()) {
            RecordingQuery query(testing::viewOf(testing::hostileRecording(text)));
            for (const auto& table : query.tables()) {
                const auto result = query.collect("SELECT * FROM " + std::string(table->name()));
                QVERIFY(result.ok());
                for (const char c : analysis::toText(*result))
                    QVERIFY(static_cast<unsigned char>(c) >= 0x20U || c == '\n');
                std::string json;
                query
                    .run("SELECT * FROM " + std::string(table->name()), {},
                         {[](const auto&) {},
                          [&](std::span<const analysis::QueryValue> row) {
                              json += (json.empty() ? "" : ",") + analysis::queryJsonRow(row);
                          }})
                    .value();
                QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString("[" + json + "]")).isArray());
            }
            for (const auto& example : analysis::queryExamples())
                QVERIFY2(errorOf(query, std::string(example.statement)).isEmpty(), example.title.data());
        }
    }

    /// The store replaces bytes that are not UTF-8; names that differ only in them are one.
    void namesThatAreNotTextAreGrouped()
    {
        testing::RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        const auto first = builder.op(std::string("a\xff\0b\xc3", 5));
        const auto second = builder.op(std::string("a\xfe\0b\xc2", 5));
        builder.spans(1, {{10, 5, first, 0}, {20, 5, builder.op("a"), 0}, {30, 6, second, 0}});
        const trace::TraceView view = testing::viewOf(builder.bytes());
        RecordingQuery query(view);
        const auto result = query.collect("SELECT op, sum(duration_ns) FROM spans GROUP BY op");
        QVERIFY(result.ok());
        QCOMPARE(result->rows.size(), std::size_t{2});
        QVERIFY(result->rows[1] == (std::vector<QueryCell>{std::string(view.opName(first)), std::int64_t{11}}));
    }

    /// Ops whose definition was lost have no name, and do not stay out.
    void opsWithoutADefinitionAreCounted()
    {
        testing::RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.spans(1, {{10, 5, builder.op("a"), 0}, {20, 6, 77, 0}, {30, 7, 5000, 0}});
        RecordingQuery query(testing::viewOf(builder.bytes()));
        for (const char* statement : {"SELECT op_id, op, count(*) FROM spans GROUP BY op_id",
                                      "SELECT op_id, op, sum(count) FROM ops GROUP BY op_id"}) {
            const auto result = query.collect(statement);
            QVERIFY(result.ok() && result->rows.size() == 2);
            QVERIFY(result->rows[0][0] == QueryCell() && result->rows[0][2] == QueryCell(std::int64_t{2}));
        }
    }

    /// A query over a live recording answers for the moment of its view, while the store grows.
    void aLiveViewStaysAsItIs()
    {
        const auto bytes = testing::makeTrainingRecording();
        trace::TraceStore store;
        QVERIFY(store.feed(std::span(bytes).first(bytes.size() / 2)).ok());
        const trace::TraceView half = store.view();
        RecordingQuery query(half);
        QVERIFY(store.feed(std::span(bytes).subspan(bytes.size() / 2)).ok());
        const auto result = query.collect("SELECT count(*), (SELECT count(*) FROM samples) FROM spans");
        QVERIFY(result.ok());
        QCOMPARE(std::get<std::int64_t>(result->rows[0][0]), static_cast<std::int64_t>(half.spanCount()));
        QCOMPARE(std::get<std::int64_t>(result->rows[0][1]), static_cast<std::int64_t>(half.sampleCount()));
        QVERIFY(store.view().sampleCount() > half.sampleCount());
    }
};

QTEST_GUILESS_MAIN(TestQueryHostile)
#include "tst_queryhostile.moc"
