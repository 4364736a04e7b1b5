#include "remote/agent/recording/recorder.h"
#include "remote/format/clock.h"
#include "remote/simulator/board/mountedtree.h"
#include "tests/remote/agent/sources/sampledboard.h"
#include "tests/support/boards/layouts.h"
#include "tests/support/decodedrecording.h"

#include <QByteArray>
#include <QString>
#include <QTest>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>

using namespace stepscope;
using namespace stepscope::testing;

namespace {

constexpr const char* kDriver = "/sys/bus/i2c/drivers/ina3221x/";
constexpr std::int64_t kPeriod = 10'000'000;

void pass(std::int64_t nanoseconds)
{
    format::sleepUntil(format::monotonicNs() + nanoseconds);
}

/// A TX2 whose files are served: its rails' reads take time and can fail. VDD_MUX is on a second bus.
class ServedBoard
{
public:
    ServedBoard()
        : m_nodes(std::make_shared<simulator::TreeNodes>())
    {
        BoardTree described;
        const auto layouts = boardLayouts();
        describeBoard(described, *std::find_if(layouts.begin(), layouts.end(), [](const BoardLayout& layout) {
                          return std::string_view(layout.row) == "TX2, L4T 27";
                      }));
        std::string second = kDriver;
        second += "7-0042/iio_device/";
        described.write(second + "running_mode", "0\n");
        described.write(second + "rail_name_0", "VDD_MUX\n");
        described.write(second + "in_power0_input", "8100\n");
        namespace fs = std::filesystem;
        for (const auto& entry : fs::recursive_directory_iterator(described.root())) {
            const std::string path = entry.path().string().substr(described.root().size());
            if (!entry.is_regular_file())
                continue;
            if (path.find("/in_") != std::string::npos)
                m_nodes->addLive(path, railFile(described.read(path), path.find("/7-") != std::string::npos));
            else
                m_nodes->addText(path, described.read(path));
        }
        auto mounted = simulator::MountedTree::mount(m_folder.path() + "/tree", m_nodes);
        if (mounted)
            m_mounted = std::move(mounted.value());
        else
            qWarning("%s", mounted.error().text.c_str());
    }
    [[nodiscard]] bool isMounted() const { return m_mounted != nullptr; }
    [[nodiscard]] const std::string& root() const { return m_mounted->folder(); }
    simulator::TreeNodes& nodes() { return *m_nodes; }
    static std::string power(const char* chip, int input)
    {
        return std::string(kDriver) + chip + "/iio_device/in_power" + std::to_string(input) + "_input";
    }
    simulator::LiveFile railFile(const std::string& text, bool isSecond)
    {
        simulator::LiveFile file;
        file.read = [text](const simulator::Request&) { return simulator::Answer{text, 0}; };
        file.delayNs = 300'000;
        file.bus = m_buses[isSecond ? 1 : 0];
        return file;
    }

private:
    TemporaryFolder m_folder;
    std::shared_ptr<simulator::TreeNodes> m_nodes;
    std::array<std::shared_ptr<std::mutex>, 2> m_buses{std::make_shared<std::mutex>(), std::make_shared<std::mutex>()};
    std::unique_ptr<simulator::MountedTree> m_mounted;
};

class Recording
{
public:
    explicit Recording(const std::string& root)
        : m_recorder(agent::RecorderOptions{.run = "20260101-000000-abcd",
                                            .spoolFile = m_folder.path() + "/r.stepscope",
                                            .spoolLimitBytes = 0,
                                            .periodNs = kPeriod,
                                            .gridNs = 0,
                                            .ops = "none",
                                            .sysroot = root,
                                            .cwd = "/",
                                            .socketPath = {},
                                            .command = {"true"}})
    {}
    bool start()
    {
        if (!m_recorder.open())
            return false;
        m_recorder.start();
        return true;
    }
    DecodedRecording finish()
    {
        m_recorder.finish({});
        return decodeRecording(m_folder.path() + "/r.stepscope");
    }

private:
    TemporaryFolder m_folder;
    agent::Recorder m_recorder;
};

/// Number of values without gaps between two times.
int valuesWithin(const DecodedRecording::Series& series, std::int64_t begin, std::int64_t end)
{
    int count = 0;
    for (std::size_t i = 0; i < series.times.size(); ++i)
        count += series.times[i] >= begin && series.times[i] < end && series.values[i] != format::kMissing;
    return count;
}

} // namespace

/// Sensors that are slow, fail or disappear: events, gaps, and no delay of other sensors.
class TestSlowSensors : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (const std::string why = simulator::MountedTree::unavailableReason(); !why.empty())
            QSKIP(qPrintable("Slow and failing files are not available here: " + QString::fromStdString(why)));
    }

    void slowChipDoesNotDelayOtherBuses()
    {
        ServedBoard board;
        QVERIFY(board.isMounted());
        Recording run(board.root());
        QVERIFY(run.start());
        pass(300'000'000);
        board.nodes().slow(ServedBoard::power("0-0041", 1), 50'000'000);
        const std::int64_t begin = format::monotonicNs() + 100'000'000;
        pass(2'100'000'000);
        const std::int64_t end = format::monotonicNs();
        const auto recording = run.finish();
        QCOMPARE(recording.eventsWith("VDD_CPU took"), 1U);
        const double seconds = static_cast<double>(end - begin) * 1e-9;
        const int cpu = valuesWithin(recording.series("cpu0"), begin, end);
        const int other = valuesWithin(recording.series("VDD_MUX"), begin, end);
        const int same = valuesWithin(recording.series("VDD_GPU"), begin, end);
        const int slow = valuesWithin(recording.series("VDD_CPU"), begin, end);
        qInfo("in %.2f s: cpu0 %d, other bus %d, same bus %d, slow rail %d", seconds, cpu, other, same, slow);
        // Other lanes lose no samples; on its bus the slow sensor takes at most a fifth of the time.
        QVERIFY(cpu >= 0.8 * seconds * 100);
        QVERIFY(other >= 0.8 * seconds * 100);
        QVERIFY(same >= 0.5 * seconds * 100);
        QVERIFY(slow > 0 && slow <= 0.2 * seconds / 0.05 + 2);
        // A slow value has the middle of its read as time, and the row contains the duration.
        const auto reading = recording.series("I2C 0 reading");
        QVERIFY(*std::max_element(reading.values.begin(), reading.values.end()) >= 50'000);
    }

    void failingReadingsAreGapsAndEvents_data()
    {
        QTest::addColumn<int>("error");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("EAGAIN") << EAGAIN << QByteArray("EAGAIN");
        QTest::newRow("EIO") << EIO << QByteArray("EIO");
        QTest::newRow("EREMOTEIO") << EREMOTEIO << QByteArray("EREMOTEIO");
    }

    void failingReadingsAreGapsAndEvents()
    {
        QFETCH(const int, error);
        QFETCH(const QByteArray, word);
        ServedBoard board;
        QVERIFY(board.isMounted());
        Recording run(board.root());
        QVERIFY(run.start());
        pass(300'000'000);
        const std::int64_t begin = format::monotonicNs();
        board.nodes().fail(ServedBoard::power("0-0041", 0), error);
        pass(600'000'000);
        const std::int64_t end = format::monotonicNs();
        board.nodes().fail(ServedBoard::power("0-0041", 0), 0);
        pass(1'600'000'000);
        const auto recording = run.finish();
        QCOMPARE(recording.eventsWith(("The rail VDD_IN could not be read (" + word).toStdString().c_str()), 1U);
        QCOMPARE(recording.eventsWith("The rail VDD_IN can be read again"), 1U);
        const auto rail = recording.series("VDD_IN");
        QVERIFY(valuesWithin(rail, begin + 50'000'000, end) == 0);
        QVERIFY(valuesWithin(rail, end + 300'000'000, end + 1'500'000'000) > 50);
        QVERIFY(valuesWithin(recording.series("VDD_GPU"), begin, end) > 40);
        QVERIFY(valuesWithin(recording.series("VDD_MUX"), begin, end) > 40);
    }

    void disappearingChipIsReadAgain()
    {
        ServedBoard board;
        QVERIFY(board.isMounted());
        Recording run(board.root());
        QVERIFY(run.start());
        pass(200'000'000);
        const std::string path = ServedBoard::power("7-0042", 0);
        board.nodes().remove(path);
        pass(500'000'000);
        const std::int64_t back = format::monotonicNs();
        board.nodes().addLive(path, board.railFile("9000\n", true));
        pass(1'800'000'000);
        const auto recording = run.finish();
        QCOMPARE(recording.eventsWith("The rail VDD_MUX cannot be read any more"), 1U);
        QCOMPARE(recording.eventsWith("The rail VDD_MUX can be read again"), 1U);
        const auto rail = recording.series("VDD_MUX");
        QVERIFY(std::count(rail.values.begin(), rail.values.end(), format::kMissing) > 20);
        QCOMPARE(rail.values.back(), 9000);
        QVERIFY(valuesWithin(rail, back, back + 2'000'000'000) > 20);
        QVERIFY(valuesWithin(recording.series("VDD_IN"), back - 400'000'000, back) > 20);
    }

    void probingASlowChipIsBounded()
    {
        ServedBoard board;
        QVERIFY(board.isMounted());
        board.nodes().slow(ServedBoard::power("0-0041", 1), 50'000'000);
        const Sampled sampled(board.root());
        // Measured once and not five times.
        QVERIFY(sampled.channel("VDD_CPU")->readNs >= 50'000'000);
        QVERIFY(sampled.channel("VDD_IN")->readNs < 50'000'000);
    }
};

QTEST_GUILESS_MAIN(TestSlowSensors)
#include "tst_slowsensors.moc"
