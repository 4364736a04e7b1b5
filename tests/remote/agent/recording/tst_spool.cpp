#include "remote/agent/recording/spool.h"
#include "remote/format/clock.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <QString>
#include <QTest>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <set>
#include <sys/resource.h>

using namespace stepscope;
using format::FrameType;

namespace {

/// Appends a valid frame with this many bytes.
bool put(agent::Spool& spool, FrameType type, std::size_t size)
{
    const auto payload = spool.reserve(size);
    if (payload.empty())
        return false;
    std::memset(payload.data(), 0, size);
    return spool.commit(type, size);
}

} // namespace

class TestSpool : public QObject
{
    Q_OBJECT

private slots:
    void dropsTypesInOrder()
    {
        const testing::TemporaryFolder folder;
        const std::string path = folder.path() + "/r.stepscope";
        constexpr std::uint64_t kLimit = 1'000'000;
        agent::Spool spool;
        QVERIFY(spool.open(path, kLimit).ok());
        std::map<FrameType, std::uint64_t> refusedAt;
        // Appends all types in rotation until every one is refused.
        const std::array kinds{FrameType::Spans, FrameType::Log, FrameType::Samples, FrameType::Event};
        while (refusedAt.size() < kinds.size()) {
            for (const FrameType type : kinds) {
                if (!put(spool, type, 500) && !refusedAt.contains(type)) {
                    refusedAt[type] = spool.size();
                    QVERIFY(std::strlen(spool.reason()) > 10);
                }
            }
            spool.flush(format::monotonicNs());
        }
        // The other types were still accepted when this type was refused first.
        constexpr std::uint64_t kRound = 4 * 600;
        QVERIFY(refusedAt[FrameType::Spans] <= kLimit * 8 / 10 + kRound);
        QVERIFY(refusedAt[FrameType::Spans] > kLimit * 79 / 100);
        QVERIFY(refusedAt[FrameType::Log] <= kLimit * 9 / 10 + kRound);
        QVERIFY(refusedAt[FrameType::Log] > kLimit * 89 / 100);
        QVERIFY(refusedAt[FrameType::Samples] < refusedAt[FrameType::Event]);
        QVERIFY(refusedAt[FrameType::Samples] > kLimit * 96 / 100);
        // There is always room for the footer.
        QVERIFY(put(spool, FrameType::Footer, 2000));
        QVERIFY(spool.flush(format::monotonicNs()));
        QVERIFY(std::filesystem::file_size(path) <= kLimit);
        QCOMPARE(std::filesystem::file_size(path), spool.size());
    }

    void keepsAcceptedFramesWhileTheDiskIsFull()
    {
        // A limit on the size of files simulates a full disk: write(2) fails in the same way, without the rights to
        // create one.
        const testing::TemporaryFolder folder;
        const std::string path = folder.path() + "/r.stepscope";
        agent::Spool spool;
        QVERIFY(spool.open(path, 0).ok());
        QVERIFY(put(spool, FrameType::Facts, 2));
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = 20'000;
        setrlimit(RLIMIT_FSIZE, &small);
        std::size_t accepted = 1;
        std::int64_t now = format::monotonicNs();
        for (int i = 0; i < 100; ++i, now += 2'000'000'000) {
            accepted += put(spool, FrameType::Facts, 1000);
            spool.flush(now);
        }
        QCOMPARE(accepted, 101U); // small important frames wait in memory
        QVERIFY(!put(spool, FrameType::Spans, 1000));
        QVERIFY(QString(spool.reason()).contains("disk is full"));
        QVERIFY(!put(spool, FrameType::Log, 1000));
        QVERIFY(put(spool, FrameType::Samples, 1000));
        QCOMPARE(std::filesystem::file_size(path), 20'000U);
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(spool.flush(now + 2'000'000'000));
        const auto recording = testing::decodeRecording(path);
        QCOMPARE(recording.facts.size(), 101U);
        QCOMPARE(recording.damage.skippedBytes, 0U);
        QCOMPARE(recording.damage.tornBytes, 0U);
    }

    void neverOverwritesARecording()
    {
        const testing::TemporaryFolder folder;
        const std::string path = folder.path() + "/r.stepscope";
        agent::Spool first;
        QVERIFY(first.open(path, 0).ok());
        agent::Spool second;
        const auto opened = second.open(path, 0);
        QVERIFY(!opened.ok());
        QVERIFY(!agent::Spool().open("/nowhere/at/all", 0).ok());
    }
};

QTEST_APPLESS_MAIN(TestSpool)
#include "tst_spool.moc"
