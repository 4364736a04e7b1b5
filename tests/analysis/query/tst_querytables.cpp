#include "analysis/metrics/optable.h"
#include "analysis/query/query.h"
#include "analysis/query/queryexamples.h"
#include "tests/support/recordingbuilder.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace stepscope;
using analysis::QueryCell;
using analysis::QueryResult;
using analysis::RecordingQuery;

namespace {

using Rows = std::vector<std::vector<QueryCell>>;

QueryCell cell(std::int64_t value)
{
    return value;
}

QueryCell cell(std::string_view text)
{
    return text.empty() ? QueryCell() : QueryCell(std::string(text));
}

/// The rows, each as one line.
QStringList lines(const Rows& rows)
{
    QStringList all;
    for (const auto& row : rows) {
        QStringList line;
        for (const QueryCell& value : row) {
            if (const auto* text = std::get_if<std::string>(&value))
                line << QString::fromStdString(*text);
            else if (const auto* integer = std::get_if<std::int64_t>(&value))
                line << QString::number(*integer);
            else if (const auto* real = std::get_if<double>(&value))
                line << QString::number(*real, 'g', 12);
            else
                line << "NULL";
        }
        all << line.join("|");
    }
    return all;
}

double number(const QueryCell& value)
{
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*integer);
    const auto* real = std::get_if<double>(&value);
    return real ? *real : -1;
}

/// The step in which a time lies, found by looking at all steps.
std::optional<std::int64_t> stepOf(const trace::TraceView& view, std::int64_t time)
{
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        if (view.step(i).start <= time && time < view.step(i).end)
            return static_cast<std::int64_t>(view.step(i).index);
    }
    return std::nullopt;
}

} // namespace

/// The rows of SQL against values from plain loops over the recording.
class TestQueryTables : public QObject
{
    Q_OBJECT

    trace::TraceView m_view;
    std::unique_ptr<RecordingQuery> m_query;

    Rows rows(const std::string& statement) const
    {
        const auto result = m_query->collect(statement);
        if (!result.ok())
            QTest::qFail((statement + ": " + result.error().text).c_str(), __FILE__, __LINE__);
        return result.ok() ? result->rows : Rows();
    }

    template <typename Visit>
    void eachSpan(Visit visit) const
    {
        for (const trace::LaneView& lane : m_view.lanes()) {
            for (std::size_t i = 0; i < lane.size(); ++i)
                visit(lane, lane.span(i));
        }
    }

private slots:
    void initTestCase()
    {
        testing::RecordingBuilder builder = testing::makeTraining();
        // A launch in lane 90 and its kernel in lane 91; one link whose effect is missing.
        builder.lane({.id = 90, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 90, .name = "launcher"});
        builder.lane({.id = 91, .kind = format::Lane::Kind::GpuStream, .process = 1, .thread = 7, .name = "stream 7"});
        const auto launch = builder.op("cudaLaunchKernel");
        const auto kernel = builder.op("sgemm", "[8, 8]", "layer1.0.conv");
        constexpr std::int64_t kStart = 1'001'000'000'000;
        builder.spans(90, {{kStart, 5000, launch, 0}, {kStart + 10'000, 5000, launch, 0}});
        builder.spans(91, {{kStart + 7000, 90'000, kernel, 0}, {kStart + 100'000, 80'000, kernel, 0}});
        const std::vector<format::Link> links = {
            {kStart, kStart + 7000}, {kStart + 10'000, kStart + 100'000}, {kStart + 10'000, kStart + 999'999}};
        builder.links(90, 91, links);
        m_view = testing::viewOf(builder.bytes());
        m_query = std::make_unique<RecordingQuery>(m_view);
        QVERIFY(m_view.spanCount() > 300 && m_view.stepCount() == 40 && m_view.sampleCount() > 1000);
    }

    void spansHaveTheValuesOfTheRecording()
    {
        Rows expected;
        eachSpan([&](const trace::LaneView& lane, const trace::SpanRecord& span) {
            const auto step = stepOf(m_view, span.start);
            expected.push_back(
                {cell(lane.info().name), cell(lane.info().id), cell(static_cast<std::int64_t>(lane.info().process)),
                 cell(static_cast<std::int64_t>(lane.info().thread)), cell(span.start), cell(span.end()),
                 cell(span.duration), static_cast<double>(span.start - m_view.extent().begin) * 1e-9, cell(span.depth),
                 cell(span.op), cell(m_view.opName(span.op)), cell(m_view.opShapes(span.op)),
                 cell(m_view.opModule(span.op)), step ? QueryCell(*step) : QueryCell()});
        });
        QCOMPARE(lines(rows("SELECT * FROM spans")), lines(expected));
    }

    void samplesHaveTheValuesOfTheRecording()
    {
        Rows expected;
        for (const trace::ChannelView& channel : m_view.channels()) {
            for (std::size_t i = 0; i < channel.size(); ++i) {
                const double value = channel.value(i);
                expected.push_back({cell(channel.info().name), cell(channel.info().id), cell(channel.info().quantity),
                                    cell(channel.info().unit), cell(channel.time(i)),
                                    static_cast<double>(channel.time(i) - m_view.extent().begin) * 1e-9,
                                    std::isnan(value) ? QueryCell() : QueryCell(value)});
            }
        }
        QCOMPARE(lines(rows("SELECT * FROM samples")), lines(expected));
    }

    void smallTablesHaveTheValuesOfTheRecording()
    {
        Rows expected;
        for (std::size_t i = 0; i < m_view.stepCount(); ++i) {
            const format::Step step = m_view.step(i);
            expected.push_back({cell(static_cast<std::int64_t>(step.index)), cell(step.start), cell(step.end),
                                cell(step.end - step.start), cell(static_cast<std::int64_t>(step.samples)),
                                cell((step.flags & format::Step::kTraced) != 0 ? 1 : 0)});
        }
        QCOMPARE(lines(rows("SELECT step, start_ns, end_ns, duration_ns, samples, traced FROM steps")),
                 lines(expected));
        QCOMPARE(lines(rows("SELECT count(*) FROM channels")), QStringList(QString::number(m_view.channels().size())));
        QCOMPARE(lines(rows("SELECT sum(spans) FROM lanes")), QStringList(QString::number(m_view.spanCount())));
        QCOMPARE(lines(rows("SELECT count(*), min(time_ns) FROM events")),
                 QStringList(QString("%1|%2").arg(m_view.eventCount()).arg(m_view.event(0).time)));
        QCOMPARE(
            lines(rows("SELECT what, count FROM losses")),
            QStringList(
                QString("%1|%2").arg(QString::fromStdString(m_view.losses()[0].what)).arg(m_view.losses()[0].count)));
        QCOMPARE(lines(rows("SELECT text FROM log LIMIT 1")), QStringList(QString::fromStdString(m_view.log(0).text)));
        QCOMPARE(lines(rows("SELECT value FROM run WHERE key = 'spans'")),
                 QStringList(QString::number(m_view.spanCount())));
        QCOMPARE(lines(rows("SELECT rail, parent, role FROM rails WHERE rail = 'VDD_SYS_GPU'")),
                 QStringList("VDD_SYS_GPU|VDD_IN|gpu"));
    }

    void linksNameBothSpans()
    {
        QCOMPARE(
            lines(rows("SELECT from_lane_id, from_op, to_lane_id, to_op, delay_ns, to_end_ns - to_start_ns FROM links "
                       "WHERE from_lane_id = 90")),
            QStringList({"90|cudaLaunchKernel|91|sgemm|7000|90000", "90|cudaLaunchKernel|91|sgemm|90000|80000",
                         "90|cudaLaunchKernel|91|NULL|989999|NULL"}));
    }

    void opsAreTheSumsOfTheirSpans()
    {
        std::map<std::uint32_t, std::tuple<std::int64_t, std::int64_t, std::int64_t>> sums;
        eachSpan([&](const trace::LaneView&, const trace::SpanRecord& span) {
            auto& [count, total, longest] = sums[span.op];
            ++count;
            total += span.duration;
            longest = std::max(longest, span.duration);
        });
        Rows expected;
        for (const auto& [op, own] : sums)
            expected.push_back({cell(op), cell(std::get<0>(own)), cell(std::get<1>(own)), cell(std::get<2>(own)),
                                cell(m_view.opName(op))});
        QCOMPARE(lines(rows("SELECT op_id, count, total_ns, max_ns, op FROM ops ORDER BY op_id")), lines(expected));
        QCOMPARE(
            lines(rows("SELECT op_id, count(*), sum(duration_ns), max(duration_ns), op FROM spans GROUP BY op_id")),
            lines(expected));
        // The self time of the table of ops, which an own walk computes.
        std::map<std::string, double> self;
        for (const auto& op : analysis::opTable(m_view, {m_view.extent().begin, m_view.extent().end + 1},
                                                {.grouping = analysis::OpGrouping::Name}))
            self[op.name] = op.selfSeconds;
        const Rows found =
            rows("SELECT op, sum(self_ns) FROM ops WHERE op_id IN (SELECT op_id FROM spans JOIN lanes USING (lane_id) "
                 "WHERE kind <> 'phases') GROUP BY op");
        QCOMPARE(found.size(), self.size());
        for (const auto& row : found)
            QVERIFY(std::abs(number(row[1]) * 1e-9 - self[std::get<std::string>(row[0])]) < 1e-7);
    }

    void groupsAreThoseOfAMap_data()
    {
        QTest::addColumn<QStringList>("columns");
        for (const char* columns : {"op", "op_id", "shapes", "module", "step", "depth", "lane", "lane_id", "process",
                                    "thread", "op,step", "step,op", "lane,op,depth", "lane_id,step"})
            QTest::newRow(columns) << QString(columns).split(',');
    }
    void groupsAreThoseOfAMap()
    {
        QFETCH(QStringList, columns);
        std::map<QString, std::pair<std::int64_t, std::int64_t>> sums;
        for (const auto& row : rows("SELECT " + columns.join(",").toStdString() + ", duration_ns FROM spans")) {
            auto& [count, total] = sums[lines({std::vector(row.begin(), row.end() - 1)})[0]];
            ++count;
            total += std::get<std::int64_t>(row.back());
        }
        QStringList expected;
        for (const auto& [key, own] : sums)
            expected << QString("%1|%2|%3").arg(key).arg(own.first).arg(own.second);
        const std::string list = columns.join(",").toStdString();
        QStringList found = lines(rows("SELECT " + list + ", count(*), sum(duration_ns) FROM spans GROUP BY " + list));
        // Rows come in ascending order of the columns.
        QCOMPARE(found, lines(rows("SELECT " + list + ", count(*), sum(duration_ns) FROM spans GROUP BY " + list +
                                   " ORDER BY " + list)));
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }

    /// A unary plus keeps SQLite from passing a condition or an order on.
    void conditionsGiveTheSameRowsAsWithoutThem_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("condition");
        const auto add = [](const char* table, const char* condition) {
            QTest::addRow("%s: %s", table, condition) << table << condition;
        };
        for (const char* condition : {"@start_ns >= 1001000000000 AND @start_ns < 1001200000000",
                                      "@start_ns = 1001000000000",
                                      "@start_ns > 1001000000000.5",
                                      "@start_ns <= '1001000000000'",
                                      "@start_s BETWEEN 1.0 AND 1.2",
                                      "@start_s = 1.0",
                                      "@step = 5",
                                      "@step = 5.0",
                                      "@step = '5'",
                                      "@step > 6",
                                      "@step IS NULL",
                                      "@step = 99",
                                      "@op = 'aten::conv2d'",
                                      "@op = 'nothing'",
                                      "@op = NULL",
                                      "@op = 'ATEN::CONV2D' COLLATE NOCASE",
                                      "@op IN ('aten::conv2d', 'sgemm')",
                                      "@op LIKE 'aten::%'",
                                      "@op_id = 3",
                                      "@op_id = 3.0",
                                      "@op_id = -1",
                                      "@op_id = 4294967297",
                                      "@lane = 'launcher'",
                                      "@lane_id = 90",
                                      "@lane_id = '90'",
                                      "@lane_id IN (90, 91)",
                                      "@thread = 7",
                                      "@process = 1 AND @step = 4 AND @op = 'aten::conv2d'",
                                      "@module = 'layer1.0.conv'",
                                      "@shapes = '[8, 8]' AND @lane_id = 91",
                                      "@lane_id = 1 AND @start_ns > 9223372036854775807",
                                      "@start_ns > -9223372036854775808",
                                      "@start_ns < 1e300",
                                      "@start_s < -1e300",
                                      "@op = 'sgemm' OR @op = 'cudaLaunchKernel'",
                                      "@op = 'sgemm' OR @step = 5 OR @lane_id = 90",
                                      "@start_ns < 1001000007000.5 OR @start_ns >= 1001000007000.5",
                                      "@depth = 1"})
            add("spans", condition);
        for (const char* condition :
             {"@channel = 'VDD_IN'", "@channel_id = 2", "@quantity = 'rail.power' AND @time_s < 2",
              "@time_ns BETWEEN 1000500000000 AND 1000600000000", "@unit = 'W' AND @time_ns = 1001000000000",
              "@channel = 7", "@value > 5", "@time_ns < 1000000000001", "@channel_id = 1 OR @channel_id = 2",
              "@channel_id = 1 OR @time_ns < 1000600000000"})
            add("samples", condition);
        for (const char* condition : {"@step = 7", "@step >= 38", "@step < 2.5", "@step = 'x'", "@traced = 1",
                                      "@step > 3 AND @step < 6", "@step = 3 OR @step > 30"})
            add("steps", condition);
        for (const char* condition : {"@op_id = 2", "@op_id < 5", "@op = 'aten::conv2d'", "@op_id >= 2 AND @count > 3",
                                      "@op_id = 2 OR @op_id = 4"})
            add("ops", condition);
    }
    void conditionsGiveTheSameRowsAsWithoutThem()
    {
        QFETCH(QString, table);
        QFETCH(QString, condition);
        const auto found = [&](const QString& text) {
            QStringList all = lines(rows("SELECT * FROM " + table.toStdString() + " WHERE " + text.toStdString()));
            all.sort();
            return all;
        };
        // With the plus, the column has no affinity that would convert a number in quotes.
        static const QRegularExpression kQuoted("'([0-9]+)'");
        QString unaided = condition;
        unaided.replace("@", "+").replace(kQuoted, "\\1");
        QCOMPARE(found(QString(condition).remove("@")), found(unaided));
    }

    void ordersAreThoseOfASort_data()
    {
        QTest::addColumn<QString>("columns");
        QTest::addColumn<QString>("table");
        for (const char* columns :
             {"@op", "@op DESC", "@step, @op", "@step DESC, @depth", "@lane_id, @start_ns", "@lane_id DESC, @start_ns",
              "@lane, @start_ns", "@start_ns", "@lane, @op DESC, @step", "@op, @start_ns", "@module, @shapes, @op_id",
              "@duration_ns DESC"})
            QTest::newRow(columns) << columns << "spans";
        for (const char* columns :
             {"@channel", "@channel_id, @time_ns", "@quantity DESC, @channel", "@time_ns", "@channel_id DESC, @time_s"})
            QTest::addRow("samples %s", columns) << columns << "samples";
    }
    void ordersAreThoseOfASort()
    {
        QFETCH(QString, columns);
        QFETCH(QString, table);
        const auto ordered = [&](const char* prefix) {
            QString list = columns;
            list.remove("@").remove(" DESC");
            QString order = columns;
            order.replace("@", prefix);
            return lines(rows(QString("SELECT %1 FROM %2 ORDER BY %3").arg(list, table, order).toStdString()));
        };
        QCOMPARE(ordered(""), ordered("+"));
    }

    /// SQLite's plan says whether it sorts by itself.
    void groupingByOpOrStepNeedsNoSort()
    {
        const auto plan = [&](const char* statement) {
            return lines(rows(std::string("EXPLAIN QUERY PLAN ") + statement)).join("\n");
        };
        for (const char* column : {"op", "op_id", "step", "lane, op", "module"})
            QVERIFY2(
                !plan(("SELECT count(*) FROM spans GROUP BY " + std::string(column)).c_str()).contains("TEMP B-TREE"),
                column);
        QVERIFY(plan("SELECT count(*) FROM spans GROUP BY duration_ns").contains("TEMP B-TREE"));
    }

    void functionsComputeWhatTheyPromise()
    {
        testing::RecordingBuilder builder;
        const auto rail = builder.channel(
            {.name = "VDD_IN", .quantity = "rail.power", .unit = "W", .scale = 0.001, .rail = "VDD_IN"});
        // 5 W for 10 s, then 9 W for 10 s.
        builder.samples(rail, {0, 10'000'000'000, 10'000'000'001, 20'000'000'000}, {5000, 5000, 9000, 9000}).footer();
        RecordingQuery query(testing::viewOf(builder.bytes()));
        const auto value = [&](const char* expression) {
            const auto result = query.collect(std::string("SELECT ") + expression);
            return result.ok() && result->rows.size() == 1 ? number(result->rows[0][0]) : -2;
        };
        QVERIFY(std::abs(value("energy('VDD_IN', 0, 10000000000)") - 50) < 1e-6);
        QVERIFY(std::abs(value("energy('VDD_IN', 5000000000, 15000000000)") - 70) < 1e-6);
        QVERIFY(std::abs(value("mean('VDD_IN', 5000000000, 15000000000)") - 7) < 1e-6);
        QVERIFY(std::abs(value("mean(0, 10000000001, 20000000000)") - 9) < 1e-6);
        QCOMPARE(value("energy('VDD_IN', 30000000000, 40000000000)"), -1.0); // NULL
        QCOMPARE(value("energy(NULL, 0, 1)"), -1.0);
        QCOMPARE(value("overlap_ns(0, 10, 5, 20)"), 5.0);
        QCOMPARE(value("overlap_ns(0, 10, 10, 20)"), 0.0);
        const QString values = "(SELECT column1 AS x FROM (VALUES (5), (1), (9), (3), (NULL), (7)))";
        QCOMPARE(value(QString("median(x) FROM %1").arg(values).toUtf8()), 5.0);
        QCOMPARE(value(QString("percentile(x, 0) FROM %1").arg(values).toUtf8()), 1.0);
        QCOMPARE(value(QString("percentile(x, 80) FROM %1").arg(values).toUtf8()), 7.0);
        QCOMPARE(value(QString("percentile(x, 81) FROM %1").arg(values).toUtf8()), 9.0);
        QCOMPARE(value("median(x) FROM (SELECT 1 AS x WHERE 0)"), -1.0);
    }

    void theExamplesAnswerTheirQuestions()
    {
        const auto& examples = analysis::queryExamples();
        QCOMPARE(examples.size(), std::size_t{10});
        const auto result = [&](std::size_t i) { return rows(std::string(examples[i].statement)); };
        // Slowest instances.
        std::vector<std::int64_t> durations;
        const Rows slowest = result(0);
        const auto& op = std::get<std::string>(slowest.at(0)[0]);
        eachSpan([&](const trace::LaneView&, const trace::SpanRecord& span) {
            if (m_view.opName(span.op) == op)
                durations.push_back(span.duration);
        });
        std::sort(durations.rbegin(), durations.rend());
        for (std::size_t i = 0; i < slowest.size(); ++i)
            QCOMPARE(std::get<std::int64_t>(slowest[i][3]), durations[i]);
        // Joules of rails in steps.
        for (const auto& row : result(1)) {
            for (const trace::ChannelView& channel : m_view.channels()) {
                if (channel.info().quantity == "rail.power" && channel.info().rail == std::get<std::string>(row[1]))
                    QCOMPARE(number(row[2]),
                             channel.integral({std::get<std::int64_t>(row[3]), std::get<std::int64_t>(row[4])}).value);
            }
        }
        QVERIFY(number(result(2).at(0)[2]) > 0); // watts of the GPU
        // Time between steps.
        std::vector<std::int64_t> gaps;
        for (std::size_t i = 1; i < m_view.stepCount(); ++i)
            gaps.push_back(m_view.step(i).start - m_view.step(i - 1).end);
        QCOMPARE(std::get<std::int64_t>(result(3).at(0)[1]), *std::max_element(gaps.begin(), gaps.end()));
        // Ops of each layer.
        std::int64_t kernels = 0;
        for (const auto& row : result(4))
            kernels += row[0] == QueryCell(std::string("layer1.0.conv")) ? std::get<std::int64_t>(row[2]) : 0;
        QCOMPARE(kernels, 2);
        QVERIFY(result(5).size() > 4);
        const QStringList delays = lines(result(6));
        QVERIFY(delays.contains("sgemm|2|7000|90000|90000") && delays.contains("NULL|1|989999|989999|989999"));
        // Peaks of memory.
        const auto peaks = result(7);
        QCOMPARE(peaks.size(), m_view.stepCount());
        for (std::size_t i = 0; i < peaks.size(); ++i) {
            double peak = 0;
            for (const trace::ChannelView& channel : m_view.channels()) {
                for (std::size_t k = 0; channel.info().quantity == "memory.used" && k < channel.size(); ++k) {
                    if (channel.time(k) >= m_view.step(i).start && channel.time(k) < m_view.step(i).end)
                        peak = std::max(peak, channel.value(k));
                }
            }
            QCOMPARE(number(peaks[i][1]), peak);
        }
        QCOMPARE(number(result(8).at(0)[1]), 40.0);
        const auto idle = result(9);
        QVERIFY(!idle.empty() && std::is_sorted(idle.rbegin(), idle.rend(), [](const auto& a, const auto& b) {
            return number(a[3]) < number(b[3]);
        }));
    }

    void theDocumentationListsTablesAndExamples()
    {
        QString text;
        for (const char* name : {"README.md", "QUERIES.md"}) {
            QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/analysis/query/") + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            text += QString::fromUtf8(file.readAll());
        }
        const QString readme = text.simplified();
        for (const analysis::QueryExample& example : analysis::queryExamples()) {
            const auto statement = QString::fromStdString(std::string(example.statement)).simplified();
            QVERIFY2(readme.contains(statement), qPrintable(statement));
        }
        for (const auto& table : m_query->tables())
            QVERIFY(readme.contains(QString::fromStdString("`" + std::string(table->name()) + "`")));
    }
};

QTEST_GUILESS_MAIN(TestQueryTables)
#include "tst_querytables.moc"
