#include "analysis/report/report.h"
#include "analysis/report/verify.h"
#include "tests/analysis/report/knownrecording.h"

#include <QByteArray>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

class TestVerify : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    std::filesystem::path m_path;

    Verdict verdictOf(std::span<const std::byte> bytes)
    {
        writeFile(m_path, bytes);
        const auto verdict = verifyRecording(m_path);
        Q_ASSERT(verdict.ok());
        return *verdict;
    }
    static bool hasFault(const Verdict& verdict, const char* words)
    {
        return std::any_of(verdict.faults.begin(), verdict.faults.end(),
                           [&](const std::string& fault) { return fault.find(words) != std::string::npos; });
    }

private slots:
    void initTestCase() { m_path = m_dir.filePath("a.stepscope").toStdString(); }

    void intactRecording()
    {
        const auto bytes = makeTrainingRecording({.steps = 20});
        const Verdict verdict = verdictOf(bytes);
        QVERIFY2(verdict.good, toText(verdict).c_str());
        QCOMPARE(verdict.bytes, std::uint64_t{bytes.size()});
        QCOMPARE(verdict.steps, std::uint64_t{20});
        QCOMPARE(verdict.missingSteps, std::uint64_t{0});
        QVERIFY(verdict.spans > 0 && verdict.logBytes > 0);
        QCOMPARE(verdict.losses.size(), std::size_t{1}); // a reported loss is not damage
        for (const SamplingSummary& channel : verdict.sampling)
            QVERIFY2(channel.present + channel.gaps == channel.expected, channel.name.c_str());
    }

    /// A flipped bit anywhere after the first 16 bytes of the file is found.
    void findsEveryDamage()
    {
        auto bytes = makeTrainingRecording({.steps = 2, .tracedFrom = 1, .tracedTo = 1});
        for (std::size_t at = format::kFileHeaderSize; at < bytes.size(); at += 211) {
            bytes[at] ^= std::byte{0x10};
            QVERIFY2(!verdictOf(bytes).good, QByteArray::number(qulonglong(at)).constData());
            bytes[at] ^= std::byte{0x10};
        }
    }

    void truncatedAnywhere()
    {
        RecordingBuilder builder = makeTraining({.steps = 2, .tracedFrom = 1, .tracedTo = 1});
        const auto& bytes = builder.bytes();
        const auto& offsets = builder.frameOffsets();
        for (std::size_t size = 1; size < bytes.size(); size += 173) {
            const Verdict verdict = verdictOf(std::span(bytes).first(size));
            QVERIFY(!verdict.good);
            const bool torn = size < offsets.front() || !std::binary_search(offsets.begin(), offsets.end(), size);
            QCOMPARE(verdict.damage.tornBytes > 0, torn);
            QCOMPARE(hasFault(verdict, "truncated"), torn);
        }
        // Truncation between two frames is not damage, but the end is missing.
        QVERIFY(hasFault(verdictOf(std::span(bytes).first(offsets[offsets.size() - 2])), "no end"));
    }

    void countsInvalidBytes()
    {
        RecordingBuilder builder = knownRecording({.ended = false});
        builder.raw(std::vector<std::byte>(100, std::byte{0x55}));
        builder.footer();
        const Verdict verdict = verdictOf(builder.bytes());
        QVERIFY(hasFault(verdict, "damaged in 1 place: 100 bytes"));
        QVERIFY(toText(verdict).find("NOT INTACT") != std::string::npos);
    }

    void aStatusThatIsNotKnownIsNotZero()
    {
        RecordingBuilder builder = knownRecording({.ended = false});
        builder.footer({.end = knownTime(80), .state = "ended", .hasStatus = false});
        const Verdict verdict = verdictOf(builder.bytes());
        QVERIFY(toText(verdict).find("ended, exit status not known") != std::string::npos);
        const std::string report = toText(makeReport(viewOf(builder.bytes())));
        QVERIFY2(report.find("exit status not known, after") != std::string::npos, report.c_str());
    }

    void samplingGaps()
    {
        RecordingBuilder builder;
        builder.describe().periodNs = 10 * kKnownMs;
        const auto core = builder.channel(knownCore(0, "A57"));
        builder.samples(core, {knownTime(0), knownTime(10), knownTime(20), knownTime(70), knownTime(80)},
                        {1, format::kMissing, 3, 4, 5});
        builder.footer({.end = knownTime(80), .exitStatus = 0, .signal = 0, .state = "ended", .reason = ""});
        const Verdict verdict = verdictOf(builder.bytes());
        QCOMPARE(verdict.sampling.size(), std::size_t{1});
        const SamplingSummary& sampling = verdict.sampling[0];
        QCOMPARE(sampling.present, std::uint64_t{4});
        QCOMPARE(sampling.gaps, std::uint64_t{1});
        QCOMPARE(sampling.expected, std::uint64_t{9});
        QCOMPARE(sampling.longestPause, 50 * kKnownMs);
        QCOMPARE(sampling.pauseAt, knownTime(20));
    }

    void missingSteps()
    {
        RecordingBuilder builder;
        builder.steps({format::Step{0, 0, 1, 0, 0, 0}, format::Step{1, 1, 2, 0, 0, 0}, format::Step{5, 5, 6, 0, 0, 0}});
        builder.footer();
        const Verdict verdict = verdictOf(builder.bytes());
        QCOMPARE(verdict.missingSteps, std::uint64_t{3});
        QVERIFY(hasFault(verdict, "3 steps are missing"));
    }

    void lostDefinitions()
    {
        RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "t"});
        builder.spans(1, {{0, 1, 7, 0}, {2, 1, 7, 0}});
        builder.footer();
        QVERIFY(hasFault(verdictOf(builder.bytes()), "1 ops or names are used but not defined"));
    }

    void filesThatAreNotRecordings()
    {
        const std::string text = "time,power\n0,5\n";
        writeFile(m_path, std::as_bytes(std::span(text)));
        const auto other = verifyRecording(m_path);
        QVERIFY(!other.ok());
        QCOMPARE(other.error().code, format::Error::Code::Corrupt);
        writeFile(m_path, {});
        const auto empty = verifyRecording(m_path);
        QVERIFY(!empty.ok());
        QVERIFY(empty.error().text.find("empty") != std::string::npos);
        const auto missing = verifyRecording(m_path.string() + ".not");
        QVERIFY(!missing.ok());
        QCOMPARE(missing.error().code, format::Error::Code::NotFound);
    }

    void cancelling()
    {
        writeFile(m_path, makeTrainingRecording({.steps = 2}));
        const auto verdict = verifyRecording(m_path, [](double) { return false; });
        QVERIFY(!verdict.ok());
        QCOMPARE(verdict.error().code, format::Error::Code::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestVerify)
#include "tst_verify.moc"
