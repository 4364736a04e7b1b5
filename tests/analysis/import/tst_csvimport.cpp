// Files of a time and columns of numbers: units come from the header or from the user, times are exact.

#include "analysis/import/importer.h"
#include "analysis/import/tables/csvunits.h"
#include "analysis/metrics/metrics.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

using namespace stepscope;

class TestCsvImport : public QObject
{
    Q_OBJECT

private:
    format::Result<analysis::ImportSummary> import(const std::string& text, analysis::ImportOptions options = {})
    {
        const std::string name = m_folder.filePath(QStringLiteral("in%1").arg(++m_number)).toStdString();
        std::ofstream(name, std::ios::binary) << text;
        m_output = name + ".stepscope";
        options.files = {name};
        return analysis::importFiles(options, m_output);
    }

    trace::TraceView viewOf(const std::string& text, const analysis::ImportOptions& options = {})
    {
        const auto summary = import(text, options);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        const auto verdict = analysis::verifyRecording(m_output);
        const auto view = trace::loadRecording(m_output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }

    QString fault(const std::string& text, const char* words, const analysis::ImportOptions& options = {})
    {
        const auto summary = import(text, options);
        if (summary.ok())
            return "imported";
        const QString error = QString::fromStdString(summary.error().text);
        return error.contains('\n') || !error.contains(words) || std::filesystem::exists(m_output) ? error : QString();
    }

    static bool hasEvent(const trace::TraceView& view, const char* words)
    {
        for (std::size_t i = 0; i < view.eventCount(); ++i) {
            if (view.event(i).text.find(words) != std::string::npos)
                return true;
        }
        return false;
    }

    static bool isNear(double found, double expected) { return std::abs(found - expected) < 1e-9 * std::abs(expected); }

    QTemporaryDir m_folder;
    int m_number = 0;
    std::string m_output;

private slots:
    void unitsOfCells()
    {
        const auto view = viewOf("time_s,a [W],b,c [W]\n0,55000 mW,1500mW,5%\n1,54,2 W,5 W\n2,5 mWx,1,7\n");
        QCOMPARE(view.channels().size(), std::size_t{3});
        QVERIFY(isNear(view.channels()[0].value(0), 55));
        QVERIFY(isNear(view.channels()[0].value(1), 54));
        QCOMPARE(view.channels()[1].info().unit, std::string("W"));
        QVERIFY(isNear(view.channels()[1].value(0), 1.5));
        QVERIFY(isNear(view.channels()[1].value(1), 2));
        QVERIFY(isNear(view.channels()[1].value(2), 0.001));
        QCOMPARE(view.channels()[2].size(), std::size_t{2});
        std::map<std::string, std::uint64_t> losses;
        for (const auto& loss : view.losses())
            losses[loss.reason] = loss.count;
        QCOMPARE(losses["that are not numbers"], std::uint64_t{1});
        const auto other = viewOf("time (ms),p (foo)\n0 ms,5 foo\n0.5 s,6 foo\n750,7\n");
        QCOMPARE(other.channels()[0].size(), std::size_t{3});
        QCOMPARE(other.channels()[0].time(2) - other.channels()[0].time(0), std::int64_t{750'000'000});
        QCOMPARE(other.channels()[0].time(1) - other.channels()[0].time(0), std::int64_t{500'000'000});
        QCOMPARE(losses["with a unit that does not fit that of their column"], std::uint64_t{1});
    }

    void unitsOfTheHeader()
    {
        const auto view = viewOf("# a meter\ntime (ms),board (mW),GPU load [%],temp_C,note,count\r\n"
                                 "0,1500,50,41.5,x,7\r\n10.5,1600.25,75 %,,y,8\r\n20.5,,100,42,-,nan\r\n");
        QCOMPARE(view.channels().size(), std::size_t{4});
        const trace::ChannelView& power = view.channels()[0];
        QCOMPARE(power.info().quantity, std::string("rail.power"));
        QCOMPARE(power.info().unit, std::string("W"));
        QCOMPARE(power.info().name, std::string("board"));
        QCOMPARE(power.size(), std::size_t{2});
        QVERIFY(isNear(power.value(1), 1.60025));
        QCOMPARE(power.time(1) - power.time(0), std::int64_t{10'500'000});
        QCOMPARE(view.channels()[1].info().quantity, std::string("gpu.utilization"));
        QVERIFY(isNear(view.channels()[1].value(1), 0.75));
        QCOMPARE(view.channels()[2].info().quantity, std::string("temperature"));
        QVERIFY(isNear(view.channels()[2].value(1), 42));
        QCOMPARE(view.channels()[3].info().unit, std::string());
        QCOMPARE(view.losses().size(), std::size_t{1}); // two notes
        QCOMPARE(view.losses().front().count, std::uint64_t{2});
        QCOMPARE(view.header().periodNs, std::int64_t{10'500'000});
    }

    void timesSince1970AndDates()
    {
        const auto numbers = viewOf("timestamp;power (W)\n1715006041,25;3,5\n1715006041,75;4\n");
        QCOMPARE(numbers.header().startRealtime, std::int64_t{1'715'006'041'250'000'000});
        QVERIFY(isNear(numbers.channels()[0].value(0), 3.5));
        QCOMPARE(numbers.channels()[0].time(1), std::int64_t{500'000'000});
        const auto dates =
            viewOf("timestamp, power.draw [W]\n2024/05/06 16:34:01.250, 23.50 W\n2024/05/06 16:34:02.250, 24 W\n");
        QCOMPARE(dates.header().startRealtime, std::int64_t{1'715'013'241'250'000'000});
        QVERIFY(isNear(dates.channels()[0].value(0), 23.5));
        QCOMPARE(analysis::csvDateOf("2024-05-06T16:34:01+02:00")->ns, std::int64_t{1'715'006'041'000'000'000});
        QVERIFY(analysis::csvDateOf("2024-05-06T16:34:01Z")->hasZone);
        for (const char* const wrong :
             {"2024-13-06 10:00", "2024-02-30 10:00", "10:00", "2024-05-06 25:00", "2024-05-06 10:00x"})
            QVERIFY2(!analysis::csvDateOf(wrong), wrong);
    }

    void unclearFiles()
    {
        const std::string text = "a,b\n1,2\n2,3\n";
        QCOMPARE(fault(text, "--time-column (columns: a, b)"), QString());
        QCOMPARE(fault(text, "--unit", {.timeColumn = "a"}), QString());
        QCOMPARE(fault(text, "no column c", {.timeColumn = "c"}), QString());
        QCOMPARE(fault(text, "not known", {.timeColumn = "a", .units = {"parsec"}}), QString());
        QCOMPARE(fault(text, "no column d", {.timeColumn = "a", .units = {"d=W"}}), QString());
        QCOMPARE(fault("time (s),t\n1,2\n", "not clear which column"), QString());
        const auto view = viewOf(text, {.timeColumn = "a", .units = {"ms", "b=mV"}});
        QCOMPARE(view.channels()[0].time(1), std::int64_t{1'000'000});
        QVERIFY(isNear(view.channels()[0].value(1), 0.003));
    }

    /// They need a scale that a header cannot contain.
    void extremeValues()
    {
        const auto huge = viewOf("time (s),a (W)\n1,3.5\n2,4e47\n3,-1e300\n4,1e30\n");
        QCOMPARE(huge.losses().size(), std::size_t{2}); // the other: 3.5 beside 1e30
        QCOMPARE(huge.losses()[0].count + huge.losses()[1].count, std::uint64_t{3});
        QVERIFY(std::isnan(huge.channels()[0].value(1)) && std::isnan(huge.channels()[0].value(2)));
        QVERIFY(isNear(huge.channels()[0].value(3), 1e30));
        const auto tiny = viewOf("time (s),a (W)\n1,4e-310\n2,1e-320\n3,0\n");
        QCOMPARE(tiny.losses().size(), std::size_t{1});
        QCOMPARE(tiny.losses().front().count, std::uint64_t{2});
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(tiny.channels()[0].value(i) >= 0 && tiny.channels()[0].value(i) < 1e-300);
        const auto wide = viewOf("time (s),a (W)\n1,1e12\n2,0.0001\n3,0.25\n4,-1e-9\n");
        QCOMPARE(wide.losses().size(), std::size_t{1});
        QCOMPARE(wide.losses().front().count, std::uint64_t{2});
        QVERIFY(isNear(wide.channels()[0].value(2), 0.25));
    }

    void unusualRowsAreNamed()
    {
        const auto view = viewOf("time (s),cpu (%),power (mW)\n1,N/A,5\n2,-,NaN\n3,150,\n3,-5,7\n2.5,40,8\n4,\"9,9\n");
        for (const char* const words :
             {"3 cells are marked as missing", "2 of \"cpu\", 1 of \"power\"",
              "go back 1 time, first in line 6 by 500.00 ms", "1 row has the time of the row before, first in line 5",
              "2 loads of \"cpu\" outside 0 to 100 %: from -5 % to 150 %"})
            QVERIFY2(hasEvent(view, words), words);
        QCOMPARE(view.losses().size(), std::size_t{1});
        QCOMPARE(view.losses().front().reason, std::string("with quotes that are not closed"));
        const auto zones = viewOf("time,power (W)\n2024-05-06 16:00:00Z,1\n2024-05-06 16:00:01,2\n");
        QVERIFY(hasEvent(zones, "1 date has no time zone"));
        const auto usual = viewOf("time (s),cpu (%),power (mW)\n1,0,5\n2,100,\n");
        QCOMPARE(usual.eventCount(), std::size_t{0});
    }

    void railsAndCoresAreRecognised()
    {
        const auto view =
            viewOf("time (s),VDD_IN (mW),vdd_sys_gpu power (mW),meter (W),CPU 0 (%),cpu1_load (%),core2 %,"
                   "RAM used (MB),memory.used [MiB],cpu.utilization cpu7\n"
                   "0,10000,4000,3,0,50,100,1,2,0.25\n1,12000,4000,3,0,50,100,3,2,0.25\n");
        std::map<std::string, trace::Channel> infos;
        for (const trace::ChannelView& channel : view.channels())
            infos[channel.info().name] = channel.info();
        QCOMPARE(infos["VDD_IN"].role, std::string("system"));
        QCOMPARE(infos["vdd_sys_gpu power"].rail, std::string("VDD_SYS_GPU"));
        QCOMPARE(infos["vdd_sys_gpu power"].parent, std::string("VDD_IN"));
        QCOMPARE(infos["meter"].parent, std::string());
        QCOMPARE(infos["CPU 0"].core, 0);
        QCOMPARE(infos["cpu1_load"].core, 1);
        QCOMPARE(infos["core2"].core, 2);
        QCOMPARE(infos["core2"].quantity, std::string("cpu.utilization"));
        QCOMPARE(infos["cpu7"].core, 7);
        QCOMPARE(infos["RAM used"].quantity, std::string("memory.used"));
        QCOMPARE(infos["memory.used"].quantity, std::string("memory.gpu")); // of nvidia-smi
        const analysis::RangeSummary summary = analysis::summarize(view, view.extent());
        QCOMPARE(*summary.systemJoules, 11.0);
        QVERIFY(isNear(*summary.cpuUtilization, (0 + 0.5 + 1 + 0.25) / 4));
    }

    /// --wide-csv writes the quantity before the name; the list of them is that of the format's description.
    void quantitiesOfTheFormatAreRead()
    {
        std::ifstream description(STEPSCOPE_SOURCE_DIR "/remote/format/FORMAT.md");
        std::string line;
        while (std::getline(description, line) && !line.starts_with("| quantity |")) {
        }
        int read = 0;
        while (std::getline(description, line) && line.starts_with("|")) {
            std::string names = line.substr(2, line.find(" |", 2) - 2) + ",";
            for (std::size_t end = 0; (end = names.find(',')) != std::string::npos; names.erase(0, end + 2)) {
                const std::string name = names.substr(0, end);
                if (name.find('.') == std::string::npos) // a word of any title, or the line below the head
                    continue;
                const auto view = viewOf("time (s)," + name + " some name\n0,1\n1,1\n");
                QCOMPARE(view.channels()[0].info().quantity, name);
                QCOMPARE(view.channels()[0].info().name, std::string("some name"));
                ++read;
            }
        }
        QVERIFY(read > 40);
    }

    void titlesThatOnlyResembleRailsAndCores()
    {
        const auto view = viewOf("time (s),NPU core0 (%),cpu0-3 (%),CPU 15 min avg (%),gpu.power draw (W),CPU 0 (%)\n"
                                 "0,80,80,80,5,10\n1,80,80,80,5,10\n");
        for (const trace::ChannelView& channel : view.channels())
            QCOMPARE(channel.info().core, channel.info().name == "CPU 0" ? 0 : -1);
        const analysis::RangeSummary summary = analysis::summarize(view, view.extent());
        QVERIFY(isNear(*summary.cpuUtilization, 0.1));
        QCOMPARE(*summary.systemJoules, 5.0);
        const auto twice = viewOf("time (s),VDD_IN (W),VDD_IN power (mW)\n0,10,10000\n2,10,10000\n");
        QCOMPARE(twice.channels()[1].info().rail, std::string("VDD_IN power"));
        QCOMPARE(*analysis::summarize(twice, twice.extent()).systemJoules, 20.0);
        QCOMPARE(fault("time (s),p (W)\n0,5 V\n1,6 V\n", "no row with a time and a number"), QString());
    }

    void lettersAfterANameAreNoUnits()
    {
        for (const char* title : {"cluster_A", "version_C", "team B"}) {
            QCOMPARE(analysis::csvTitleOf(title).name, std::string(title));
            QCOMPARE(analysis::csvTitleOf(title).unit, std::string());
        }
        for (const char* title : {"ambient_C", "GPU temperature C", "load_A", "I/A", "mem used B", "power_W"})
            QCOMPARE(analysis::csvTitleOf(title).unit, std::string(1, title[std::strlen(title) - 1]));
    }

    void longPausesAndMissingCellsAreGaps()
    {
        const auto joules = [&](const std::string& text) {
            const auto view = viewOf(text);
            return *analysis::summarize(view, view.extent()).systemJoules;
        };
        QCOMPARE(joules("time (s),p (W)\n0,10\n1,10\n2,nan\n3,-\n4,30\n5,30\n"), 40.0);
        QCOMPARE(joules("time (s),p (W)\n0,10\n1,10\n2,\n3,\n4,10\n5,10\n"), 50.0); // empty: nothing is stated
        std::string minute = "time (s),p (W)\n0.5,10\n";
        for (const int begin : {1, 100}) {
            for (int i = 0; i <= 10; ++i)
                minute += std::to_string(begin + i) + ",10\n";
        }
        QCOMPARE(joules(minute), 205.0); // 0.5 s and twice 10 s; the pause of 89 s has no samples
        // Two meters in one table, of which the second one covers half of the time, and a meter that writes its buffer
        // once a second.
        QCOMPARE(joules("time (s),p (W),q (W)\n0,10,-\n0.5,-,20\n1,10,-\n1.5,-,20\n2,10,-\n"), 30.0);
        QCOMPARE(joules("time (s),p (W)\n0,10\n0.001,10\n1,10\n1.001,10\n2,10\n2.001,10\n"), 20.01);
        const auto view = viewOf(minute);
        QCOMPARE(view.header().periodNs, std::int64_t{1'000'000'000}); // the usual one, not the first
    }

    void localTimesGoOnAtTheEndOfSummerTime()
    {
        const auto view = viewOf("time,p (W)\n2026-10-25 02:59:58,10\n2026-10-25 02:59:59,10\n"
                                 "2026-10-25 02:00:00,10\n2026-10-25 02:00:01,10\n");
        QCOMPARE(view.extent().duration(), std::int64_t{3'000'000'000});
        QVERIFY(hasEvent(view, "repeat an hour from line 4"));
        // Logs of an hour each, one after the other, and times that go back again and again, are no end of summer time.
        const auto logs = viewOf("time,p (W)\n2026-06-01 10:00:00,1\n2026-06-01 10:59:59,1\n2026-06-01 10:00:00,1\n");
        QCOMPARE(logs.extent().duration(), std::int64_t{3'599'000'000'000});
        std::string many = "time,p (W)\n";
        for (int i = 0; i < 1000; ++i)
            many += "2200-10-25 02:59:59,1\n2200-10-25 02:00:00,1\n";
        QCOMPARE(viewOf(many).extent().duration(), std::int64_t{3'600'000'000'000});
        const auto zones = viewOf("time,p (W)\n2026-10-25 02:59:59Z,10\n2026-10-25 02:00:00Z,10\n");
        QCOMPARE(zones.extent().duration(), std::int64_t{3'599'000'000'000});
    }

    void columnsAreNamedWithOrWithoutTheUnit()
    {
        QCOMPARE(viewOf("seconds,a\n0,1\n2,1\n").extent().duration(), std::int64_t{2'000'000'000});
        analysis::ImportOptions options;
        for (const char* name : {"monotonic", "monotonic_ns"}) {
            options.timeColumn = name;
            QCOMPARE(viewOf("time_s,monotonic_ns,a\n0,5000000000,1\n1,7000000000,1\n", options).extent().duration(),
                     std::int64_t{2'000'000'000});
        }
    }

    void timesThatAreNotRead()
    {
        QCOMPARE(fault("time,power (W)\n10:00:00,1\n10:00:01,2\n", "\"10:00:00\" in column \"time\" is not a time"),
                 QString());
        QCOMPARE(fault("time,power (W)\n03/04/2026 10:00:00,1\n", "\"03/04/2026 10:00:00\" in column"), QString());
        QCOMPARE(fault("time,power (W)\n", "contains no row"), QString());
    }

    void badFiles()
    {
        QCOMPARE(fault("time (s),b\n1\n2,3,4\nx,5\n1e300,7\n", "not a file that can be"), QString());
        QCOMPARE(fault("time (s),b\nsoon,1\n1e300,7\n1,\n", "nothing to import"), QString());
        const auto view = viewOf("time (s),b\n1,2\n1\n2,3,4\nx,5\n1e300,7\n3,4\n2,9\n");
        QCOMPARE(view.channels()[0].size(), std::size_t{3});
        QCOMPARE(view.channels()[0].value(1), 9.0); // in the order of time
        QCOMPARE(view.losses().size(), std::size_t{2});
    }
};

QTEST_GUILESS_MAIN(TestCsvImport)
#include "tst_csvimport.moc"
