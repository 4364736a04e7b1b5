#include "analysis/import/importer.h"
#include "analysis/metrics/metrics.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"

#include <QFile>
#include <QIODevice>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <unistd.h>

using namespace stepscope;
using format::Error;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::string line(int second, int cpu, int milliwatts, const std::string& rest = {})
{
    char clock[40] = "";
    if (second >= 0)
        std::snprintf(clock, sizeof clock, "05-06-2024 16:34:%02d ", second);
    return clock + std::string("RAM 1024/7846MB (lfb 17x4MB) CPU [") + std::to_string(cpu) +
           "%@2035,off,30%@345] EMC_FREQ 0% GR3D_FREQ 71%@1300 BCPU@45C MCPU@45.5C PMIC@100C CV0@-256C VDD_IN " +
           std::to_string(milliwatts) + "/9000 VDD_SYS_GPU 1000/1000" + rest + "\n";
}

const trace::ChannelView& channel(const trace::TraceView& view, std::string_view quantity, std::string_view name)
{
    for (const trace::ChannelView& candidate : view.channels()) {
        if (candidate.info().quantity == quantity && candidate.info().name == name)
            return candidate;
    }
    qFatal("no channel %s %s", std::string(quantity).c_str(), std::string(name).c_str());
}

bool hasEvent(const trace::TraceView& view, std::string_view words)
{
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        if (view.event(i).text.find(words) != std::string::npos)
            return true;
    }
    return false;
}

} // namespace

class TestTegrastatsImport : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_number = 0;
    std::string m_output;
    std::string m_summary;

    std::string write(const std::string& text)
    {
        const QString path = m_folder.filePath(QString("log%1.txt").arg(++m_number));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
            qFatal("the log cannot be written");
        return path.toStdString();
    }

    trace::TraceView imported(std::vector<std::string> texts, std::optional<std::int64_t> interval = {})
    {
        analysis::ImportOptions options;
        for (const std::string& text : texts)
            options.files.emplace_back(write(text));
        options.intervalNs = interval;
        m_output = m_folder.filePath(QString("out%1.stepscope").arg(m_number)).toStdString();
        const auto summary = analysis::importFiles(options, m_output);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        m_summary = summary->text;
        const auto view = trace::loadRecording(m_output);
        if (!view.ok())
            qFatal("%s", view.error().text.c_str());
        return *view;
    }

    Error importError(const std::vector<std::filesystem::path>& files, const std::string& output)
    {
        const auto summary = analysis::importFiles({files, {}}, output);
        return summary.ok() ? Error{Error::Code::Failed, "no error"} : summary.error();
    }

private slots:
    void valuesUnitsAndPlaces()
    {
        const auto view = imported({line(-1, 40, 9025) + line(-1, 60, 5025)});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QCOMPARE(rail.size(), std::size_t{2});
        QCOMPARE(rail.value(0), 9.025);
        QCOMPARE(rail.value(1), 5.025);
        QCOMPARE(rail.info().unit, "W");
        QCOMPARE(rail.info().role, "system");
        QCOMPARE(channel(view, "rail.power", "VDD_SYS_GPU").info().parent, "VDD_IN");
        QCOMPARE(channel(view, "memory.used", "memory used").value(0), 1024.0 * 1024 * 1024);
        QCOMPARE(channel(view, "gpu.utilization", "GPU").value(0), 0.71);
        QCOMPARE(channel(view, "gpu.frequency", "GPU frequency").value(0), 1.3e9);
        QCOMPARE(channel(view, "temperature", "MCPU").value(0), 45.5);
        const auto& core = channel(view, "cpu.utilization", "cpu0");
        QCOMPARE(core.value(0), 0.4);
        QVERIFY(core.info().covers == trace::Channel::Covers::Interval);
        QCOMPARE(core.info().core, 0);
        for (const trace::ChannelView& any : view.channels())
            QCOMPARE(any.info().source, "tegrastats");
        QVERIFY(!view.header().isVirtual);
        QCOMPARE(view.header().sources.front().name, "tegrastats");
    }

    /// What a file system leaves of a log that was being written when the power was cut.
    void zerosAfterALossOfPower()
    {
        const auto view = imported(
            {line(-1, 40, 9025) + std::string(5000, '\0') + "\n" + line(-1, 60, 5025) + std::string(70, '\0')});
        QCOMPARE(channel(view, "rail.power", "VDD_IN").size(), std::size_t{2});
        QVERIFY(hasEvent(view, "2 lines contain zeros"));
        QVERIFY2(m_summary.find("not of tegrastats") == std::string::npos, m_summary.c_str());
    }

    void boardIsRecognizedByItsZones()
    {
        const auto view = imported({line(-1, 40, 9025)});
        QCOMPARE(view.header().device.board, "Jetson TX2");
        QCOMPARE(view.header().device.cores.size(), std::size_t{3});
        QCOMPARE(view.header().device.cores[1].cluster, "Denver2");
        QCOMPARE(channel(view, "cpu.utilization", "cpu2").info().cluster, "Denver2");
        QCOMPARE(view.header().device.memoryBytes, 7846ULL * 1024 * 1024);
    }

    void textsWithoutMeasurementCreateNoChannel()
    {
        const auto view = imported({line(-1, 40, 9025)});
        for (const trace::ChannelView& any : view.channels()) {
            QVERIFY(any.info().name != "PMIC" && any.info().name != "CV0" && any.info().name != "cpu1");
            QVERIFY(any.info().quantity != "emc.utilization" && any.info().quantity != "rail.power_mean");
        }
        QVERIFY(hasEvent(view, "PMIC"));
        QVERIFY(hasEvent(view, "CV0"));
        QVERIFY(hasEvent(view, "was not measured"));
        QVERIFY(hasEvent(view, "cpu1 is off"));
    }

    void coresThatGoOffLeaveAGap()
    {
        std::string off = line(-1, 40, 9025);
        off.replace(off.find("40%@2035"), 8, "off");
        const auto view = imported({line(-1, 40, 9025) + off + line(-1, 50, 9025)});
        const auto& core = channel(view, "cpu.utilization", "cpu0");
        QCOMPARE(core.size(), std::size_t{3});
        QVERIFY(std::isnan(core.value(1)));
        QCOMPARE(core.value(2), 0.5);
        QVERIFY(hasEvent(view, "cpu0 is off"));
        QVERIFY(hasEvent(view, "cpu0 is online"));
    }

    void enginesThatAreOffHaveNoClock()
    {
        const auto view = imported({line(-1, 40, 1, " NVENC off VIC off") + line(-1, 40, 1, " NVENC 716 VIC off")});
        const auto& engine = channel(view, "engine.frequency", "NVENC frequency");
        QCOMPARE(engine.value(0), 0.0);
        QCOMPARE(engine.value(1), 716e6);
        for (const trace::ChannelView& any : view.channels())
            QVERIFY(any.info().name != "VIC frequency");
        QVERIFY(hasEvent(view, "Off all the time: VIC"));
    }

    void timesWithoutClock()
    {
        const std::string log = line(-1, 40, 1) + line(-1, 40, 2) + line(-1, 40, 3);
        const auto assumed = imported({log});
        const auto& rail = channel(assumed, "rail.power", "VDD_IN");
        QCOMPARE(rail.time(1) - rail.time(0), kSecond);
        QCOMPARE(assumed.header().periodNs, kSecond);
        QVERIFY(hasEvent(assumed, "--interval"));
        QVERIFY(m_summary.find("assumed") != std::string::npos);
        const auto given = imported({log}, kSecond / 4);
        QCOMPARE(channel(given, "rail.power", "VDD_IN").time(2) - channel(given, "rail.power", "VDD_IN").time(0),
                 kSecond / 2);
    }

    void timesWithClock()
    {
        const auto view = imported({line(1, 40, 1) + line(1, 40, 2) + line(2, 40, 3) + line(2, 40, 4) + line(3, 1, 1)});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QCOMPARE(rail.time(1) - rail.time(0), kSecond / 2);
        QCOMPARE(rail.time(2) - rail.time(1), kSecond / 2);
        // 2024-05-06 16:34:01
        const std::int64_t wall = view.header().startRealtime - view.header().startMonotonic + rail.time(0);
        QCOMPARE(wall, 1'715'013'241 * kSecond);
    }

    /// The recording begins one interval before the first line, not at the whole second that the line states.
    void logsThatBeginWithinASecond()
    {
        std::string log;
        for (int i = 0; i < 23; ++i)
            log += line(i < 3 ? 1 : i < 13 ? 2 : 3, 40, i + 1);
        const auto view = imported({log});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QCOMPARE(rail.time(0) - view.header().startMonotonic, kSecond / 10);
        // 2024-05-06 16:34:01.7, less the interval
        QVERIFY(std::abs(view.header().startRealtime - (1'715'013'241 * kSecond + 6 * kSecond / 10)) < 10);
    }

    void reportsAClockThatGoesBack()
    {
        const auto view = imported({line(30, 40, 1) + line(31, 40, 2) + line(10, 40, 3)});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QCOMPARE(rail.time(2) - rail.time(1), kSecond);
        QVERIFY(hasEvent(view, "went back 1 time"));
        QVERIFY(m_summary.find("went back 1 time") != std::string::npos);
    }

    void energyMatchesTheLines()
    {
        std::string log;
        for (int i = 0; i <= 50; ++i)
            log += line(-1, 40, 8000);
        const auto view = imported({log});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        const auto rails = analysis::railSummaries(view, {rail.time(0), rail.time(50)});
        QCOMPARE(rails.front().name, "VDD_IN");
        QVERIFY(std::abs(rails.front().joules - 400) < 1e-6);
    }

    void severalFilesAreOne()
    {
        const auto view = imported({line(1, 40, 1) + line(2, 40, 2), line(10, 40, 3)});
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QCOMPARE(rail.size(), std::size_t{3});
        QCOMPARE(rail.time(2) - rail.time(0), 9 * kSecond);
    }

    void reportsAnomalies()
    {
        const auto view = imported({"Sun Jan 10 23:46:54 UTC 2021\n" + line(-1, 40, 9025) + "Epoch 1/10 loss 3.5\n" +
                                    line(-1, 40, -5) + line(-1, 101, 9025, " FUTURE_TOKEN 12 VDD_IN 5/5") +
                                    "RAM 99999999999999999999/7846MB (lfb 17x4MB) CPU [$x%@5] VDD_IN 12"});
        for (const char* words : {"1 line is not of tegrastats", "2 values are implausible", "1 value is too large",
                                  "1 core is unreadable", "FUTURE_TOKEN", "twice", "1 line is truncated"}) {
            QVERIFY2(hasEvent(view, words), words);
            QVERIFY2(m_summary.find(words) != std::string::npos, (std::string(words) + " in " + m_summary).c_str());
        }
        QVERIFY(hasEvent(view, "log1") || hasEvent(view, ":3: \"Epoch 1/10"));
        QVERIFY(m_summary.find('\n') == std::string::npos);
        // An unknown field becomes a separate channel; a field in a truncated end does not.
        QCOMPARE(channel(view, "tegrastats.extra", "FUTURE_TOKEN").value(2), 12.0);
        for (const trace::ChannelView& any : view.channels())
            QVERIFY(any.info().quantity != "tegrastats.extra" || any.info().name == "FUTURE_TOKEN");
        const auto& rail = channel(view, "rail.power", "VDD_IN");
        QVERIFY(std::isnan(rail.value(1)));
        QCOMPARE(rail.value(2), 9.025);
    }

    void ignoresATruncatedMean()
    {
        std::string log = line(-1, 40, 9025) + line(-1, 41, 9025);
        log.pop_back();
        imported({log});
        QVERIFY2(m_summary.find("truncated") == std::string::npos, m_summary.c_str());
    }

    void recordingIsIntact()
    {
        std::string log;
        for (int i = 0; i < 3000; ++i)
            log += line((i / 50) % 60, i % 100, 5000 + i, i % 7 == 0 ? " NVENC 716" : " NVENC off");
        imported({log});
        const auto verdict = analysis::verifyRecording(m_output);
        QVERIFY(verdict.ok());
        QVERIFY2(verdict->good, verdict->faults.empty() ? "" : verdict->faults.front().c_str());
    }

    void errorsOfBadInputAreOneLine()
    {
        const auto path = [this](const char* name) {
            return std::filesystem::path(m_folder.filePath(QString(name)).toStdString());
        };
        const std::string good = write(line(-1, 40, 9025));
        const std::string out = path("bad.stepscope").string();
        const auto faultOf = [&](const std::vector<std::filesystem::path>& files, Error::Code code, const char* words) {
            const Error error = importError(files, out);
            const bool isOneLine = error.text.find('\n') == std::string::npos;
            if (!isOneLine || error.code != code || error.text.find(words) == std::string::npos)
                return error.text;
            return std::filesystem::exists(out) ? std::string("something was left behind") : std::string();
        };
        QCOMPARE(faultOf({path("nothing.log")}, Error::Code::NotFound, "nothing.log"), std::string());
        QCOMPARE(faultOf({path("")}, Error::Code::Failed, "directory"), std::string());
        QCOMPARE(faultOf({write("")}, Error::Code::Corrupt, "empty"), std::string());
        QCOMPARE(faultOf({write("These are words.\n")}, Error::Code::Corrupt, "tegrastats"), std::string());
        QCOMPARE(faultOf({write(std::string(100'000, '\0'))}, Error::Code::Corrupt, "not a file that can be"),
                 std::string());
        QCOMPARE(faultOf({good, write("{}")}, Error::Code::Corrupt, "not a file that can be"), std::string());
        QCOMPARE(
            faultOf({write("RAM -5/-7MB (lfb 1x4MB) CPU [101%@5,1%]\n"), path("gone")}, Error::Code::NotFound, "gone"),
            std::string());
        QCOMPARE(importError({good}, good).code, Error::Code::Failed);
        QVERIFY(importError({good}, "/proc/nowhere.stepscope").text.find('\n') == std::string::npos);
    }

    void endlessLines()
    {
        const auto view = imported(
            {line(-1, 40, 9025) + std::string(1'000'000, 'x') + "\n" + line(-1, 50, 9026) + std::string(300'000, 'y')});
        QCOMPARE(channel(view, "rail.power", "VDD_IN").size(), std::size_t{2});
        QVERIFY(hasEvent(view, "2 lines are too long"));
    }

    void cancelled()
    {
        std::string log;
        for (int i = 0; i < 20'000; ++i)
            log += line(-1, 40, 9025);
        const std::string out = m_folder.filePath("cancelled.stepscope").toStdString();
        for (const int after : {1, 6}) {
            int calls = 0;
            const auto summary =
                analysis::importFiles({{write(log)}, {}}, out, [&](double) { return ++calls < after; });
            QVERIFY(!summary.ok());
            QVERIFY(summary.error().code == Error::Code::Cancelled);
            QVERIFY(!std::filesystem::exists(out));
        }
    }
};

QTEST_GUILESS_MAIN(TestTegrastatsImport)
#include "tst_tegrastatsimport.moc"
