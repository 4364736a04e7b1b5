// Imports real logs from STEPSCOPE_CORPUS, else from ../shared/corpus next to the project. tegrastats prints the mean
// of each rail since its start, which the recordings must reproduce.

#include "analysis/import/importer.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "remote/tegrastats/line.h"

#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

using namespace stepscope;

namespace {

std::filesystem::path corpus()
{
    const char* given = std::getenv("STEPSCOPE_CORPUS");
    return given ? std::filesystem::path(given)
                 : std::filesystem::path(STEPSCOPE_SOURCE_DIR).parent_path() / "shared" / "corpus";
}

/// Concatenated from several runs of tegrastats, each with separate means.
const std::set<std::string> kSeveralRuns{"mixed_tx2_tx1_agx_sample.txt", "tx2_r28_root_and_nonroot.log",
                                         "tx2_r32_time_log.txt"};

/// Means (mW) in the last line that contains them.
std::map<std::string, double> printedMeans(const std::filesystem::path& path)
{
    std::map<std::string, double> means;
    std::ifstream file(path);
    std::string text;
    tegrastats::Line line;
    while (std::getline(file, text)) {
        line.parse(text);
        for (const tegrastats::Reading& reading : line.readings()) {
            if (reading.quantity == tegrastats::Quantity::RailPowerMean)
                means[std::string(reading.name)] = static_cast<double>(reading.value);
        }
    }
    return means;
}

double meanOf(const trace::ChannelView& channel)
{
    double sum = 0;
    for (std::size_t i = 0; i < channel.size(); ++i)
        sum += channel.value(i);
    return sum / static_cast<double>(channel.size());
}

} // namespace

class TestCorpusImport : public QObject
{
    Q_OBJECT

private slots:
    void recordingsHaveThePrintedMeans()
    {
        if (!std::filesystem::is_directory(corpus() / "tegrastats"))
            QSKIP("the folder of real logs is not there: set STEPSCOPE_CORPUS to read it");
        QTemporaryDir folder;
        int rails = 0;
        for (const auto& entry : std::filesystem::directory_iterator(corpus() / "tegrastats")) {
            const std::string name = entry.path().filename().string();
            const std::string output = folder.filePath(QString::fromStdString(name)).toStdString();
            const auto summary = analysis::importFiles({{entry.path()}, {}}, output);
            QVERIFY2(summary.ok(), name.c_str());
            const auto verdict = analysis::verifyRecording(output);
            QVERIFY2(verdict.ok() && verdict->good, name.c_str());
            const auto view = trace::loadRecording(output);
            QVERIFY(view.ok());
            const auto printed = printedMeans(entry.path());
            for (const trace::ChannelView& channel : view->channels()) {
                if (channel.info().quantity != "rail.power" || kSeveralRuns.contains(name))
                    continue;
                // tegrastats prints whole milliwatts, rounded down.
                const double behind = meanOf(channel) * 1000 - printed.at(channel.info().rail);
                QVERIFY2(behind > -1e-6 && behind < 1,
                         (name + " " + channel.info().rail + ": " + std::to_string(behind)).c_str());
                ++rails;
            }
        }
        QVERIFY(rails > 0);
    }
};

QTEST_GUILESS_MAIN(TestCorpusImport)
#include "tst_corpusimport.moc"
