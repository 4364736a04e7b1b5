#include "analysis/export/csvexport.h"
#include "analysis/export/textfile.h"
#include "tests/analysis/report/knownrecording.h"
#include "tests/support/csvrows.h"

#include <QDir>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <unistd.h>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

namespace fs = std::filesystem;
using Row = CsvRow;

std::vector<Row> table(const fs::path& path)
{
    return csvRows(fileContents(path));
}

} // namespace

class TestCsvExport : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    int m_number = 0;
    fs::path newFolder() { return m_dir.filePath(QString::number(++m_number)).toStdString(); }

private slots:
    /// The files contain every sample of the view.
    void containsAllSamples()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 6}));
        const auto folder = newFolder();
        const auto done = exportCsv(view, folder);
        QVERIFY2(done.ok(), done.ok() ? "" : done.error().text.c_str());
        const auto channels = table(folder / "channels.csv");
        QCOMPARE(channels.size(), view.channels().size() + 1);
        for (std::size_t i = 0; i < view.channels().size(); ++i) {
            const trace::ChannelView& channel = view.channels()[i];
            QCOMPARE(channels[i + 1][2], channel.info().name);
            const auto rows = table(folder / channels[i + 1][0]);
            QCOMPARE(rows.size(), channel.size() + 1);
            for (std::size_t k = 0; k < channel.size(); ++k) {
                const Row& row = rows[k + 1];
                QCOMPARE(std::stoll(row[1]), static_cast<long long>(channel.time(k)));
                if (std::isnan(channel.value(k)))
                    QVERIFY(row[2].empty());
                else
                    QVERIFY(std::stod(row[2]) == channel.value(k));
                QVERIFY(std::abs(std::stod(row[0]) -
                                 static_cast<double>(channel.time(k) - view.extent().begin) * 1e-9) < 1e-9);
            }
        }
    }

    void spansStepsAndOps()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 6}));
        const auto folder = newFolder();
        QVERIFY(exportCsv(view, folder).ok());
        const auto spans = table(folder / "spans.csv");
        QCOMPARE(spans.size(), view.spanCount() + 1);
        std::size_t at = 1;
        for (const trace::LaneView& lane : view.lanes()) {
            for (std::size_t i = 0; i < lane.size(); ++i, ++at) {
                const trace::SpanRecord span = lane.span(i);
                const Row expected = {lane.info().name,
                                      std::to_string(lane.info().process),
                                      std::to_string(lane.info().thread),
                                      spans[at][3],
                                      std::to_string(span.start),
                                      std::to_string(span.duration),
                                      std::to_string(span.depth),
                                      std::string(view.opName(span.op)),
                                      std::string(view.opShapes(span.op)),
                                      std::string(view.opModule(span.op))};
                QCOMPARE(spans[at], expected);
            }
        }
        const auto steps = table(folder / "steps.csv");
        QCOMPARE(steps.size(), view.stepCount() + 1);
        QCOMPARE(steps[5][2], std::to_string(view.step(4).start));
        std::uint64_t counted = 0;
        const auto ops = table(folder / "ops.csv");
        for (std::size_t i = 1; i < ops.size(); ++i)
            counted += std::stoull(ops[i][2]);
        QCOMPARE(counted, view.spanCount());
    }

    void quotesTexts()
    {
        const auto folder = newFolder();
        const auto view = viewOf(knownRecording().bytes());
        QVERIFY(exportCsv(view, folder).ok());
        QCOMPARE(table(folder / "spans.csv")[1][0], std::string("python3, main"));
        QVERIFY(fileContents(folder / "spans.csv").find("\"python3, main\",42,43,0.290000000,") != std::string::npos);
        QCOMPARE(fileContents(folder / "log.txt"), std::string("epoch 1, \"warm\"\nloss 0.5\n"));
        QCOMPARE(table(folder / "events.csv")[2][4], std::string("Core 2 is offline now."));
        QCOMPARE(table(folder / "losses.csv")[1][1], std::string("12"));
    }

    void fields()
    {
        const auto path = newFolder();
        CsvFile file(path, "a");
        file.text("say \"hi\"\r\n")
            .text("")
            .text("plain")
            .seconds(-1'500'000'001)
            .seconds(INT64_MIN)
            .seconds(7)
            .number(0.1);
        file.number(std::nan("")).integer(INT64_MIN).unsignedInteger(UINT64_MAX).endRow();
        QVERIFY(file.close().ok());
        QCOMPARE(fileContents(path),
                 std::string("a\r\n\"say \"\"hi\"\"\r\n\",,plain,-1.500000001,-9223372036.854775808,0.000000007,0.1,,"
                             "-9223372036854775808,18446744073709551615\r\n"));
    }

    /// Names of channels come from the target. No name leads out of the folder or replaces another file.
    void channelNamesAreHarmless()
    {
        RecordingBuilder builder;
        std::vector<std::uint32_t> ids;
        for (const char* name : {"../../etc/x", "a/b", "a_b", "a b"})
            ids.push_back(builder.channel({.name = name, .quantity = "temperature", .unit = "degC"}));
        for (const std::uint32_t id : ids)
            builder.samples(id, {1}, {2});
        builder.footer();
        const auto folder = newFolder() / "inside";
        QVERIFY(exportCsv(viewOf(builder.bytes()), folder).ok());
        const auto channels = table(folder / "channels.csv");
        std::set<std::string> files;
        for (std::size_t i = 1; i < channels.size(); ++i) {
            QCOMPARE(table(folder / channels[i][0]).size(), std::size_t{2});
            files.insert(fs::weakly_canonical(folder / channels[i][0]).parent_path().string() + channels[i][0]);
        }
        QCOMPARE(files.size(), std::size_t{4});
        QCOMPARE(std::distance(fs::directory_iterator(folder.parent_path()), {}), std::ptrdiff_t{1});
    }

    void replacesAnEarlierExport()
    {
        const auto folder = newFolder();
        QVERIFY(exportCsv(viewOf(knownRecording().bytes()), folder).ok());
        QVERIFY(fs::exists(folder / "samples/rail.power-VDD_IN.csv"));
        QVERIFY(exportCsv(viewOf(knownRecording({.rails = false}).bytes()), folder).ok());
        QVERIFY(!fs::exists(folder / "samples/rail.power-VDD_IN.csv"));
        QVERIFY(fs::exists(folder / "samples/cpu.utilization-cpu0.csv"));
    }

    void neverOverwritesOtherFiles()
    {
        const auto folder = newFolder();
        fs::create_directories(folder);
        std::ofstream(folder / "log.txt") << "mine";
        const auto done = exportCsv(viewOf(knownRecording().bytes()), folder);
        QVERIFY(!done.ok());
        QVERIFY2(done.error().text.find("log.txt") != std::string::npos, done.error().text.c_str());
        QCOMPARE(fileContents(folder / "log.txt"), std::string("mine"));
        QCOMPARE(std::distance(fs::directory_iterator(folder), {}), std::ptrdiff_t{1});
    }

    void cancellationLeavesNoFiles()
    {
        const auto view = viewOf(makeTrainingRecording({.steps = 60}));
        const auto folder = newFolder();
        int calls = 0;
        const auto done =
            exportCsv(view, folder, [&](double share) { return ++calls < 3 && share >= 0 && share <= 1; });
        QVERIFY(!done.ok());
        QCOMPARE(done.error().code, format::Error::Code::Cancelled);
        QVERIFY(!fs::exists(folder));
    }

    void errors()
    {
        const auto view = viewOf(knownRecording().bytes());
        const auto file = newFolder();
        std::ofstream(file) << "a file";
        const auto onFile = exportCsv(view, file);
        QVERIFY(!onFile.ok());
        QVERIFY(onFile.error().text.find(file.string()) != std::string::npos);
        TextFile full("/dev/full");
        full.write("too much");
        const auto closed = full.close();
        QVERIFY(!closed.ok());
        QCOMPARE(closed.error().code, format::Error::Code::NoSpace);
        if (::geteuid() != 0) {
            const auto locked = newFolder();
            fs::create_directories(locked);
            fs::permissions(locked, fs::perms::owner_read | fs::perms::owner_exec);
            const auto denied = exportCsv(view, locked / "csv");
            QVERIFY(!denied.ok());
            QCOMPARE(denied.error().code, format::Error::Code::Denied);
        }
    }
};

QTEST_APPLESS_MAIN(TestCsvExport)
#include "tst_csvexport.moc"
