#include "remote/agent/sampling/losses.h"
#include "remote/agent/sampling/ring.h"

#include <QString>
#include <QTest>

#include <thread>
#include <vector>

using namespace stepscope;
using agent::LossKind;

class TestRing : public QObject
{
    Q_OBJECT

private slots:
    void entriesKeepTheirOrderAndBytes()
    {
        // A small ring, so that entries wrap at every place.
        agent::Ring ring(256);
        std::vector<std::byte> out(256);
        for (std::size_t size = 0; size < 200; ++size) {
            std::vector<std::byte> in(size, static_cast<std::byte>(size));
            const auto half = std::span(in).first(size / 2);
            QVERIFY(ring.push({0, format::FrameType::Log, LossKind::Log, 7}, half, std::span(in).subspan(size / 2)));
            agent::RingEntry entry;
            QVERIFY(ring.peek(entry));
            QCOMPARE(entry.size, size);
            QCOMPARE(entry.items, 7U);
            ring.take(entry, out);
            QVERIFY(std::equal(in.begin(), in.end(), out.begin()));
            QVERIFY(!ring.peek(entry));
        }
    }

    void fullRingRefuses()
    {
        agent::Ring ring(64);
        const std::vector<std::byte> bytes(30);
        QVERIFY(ring.push({}, bytes));
        QVERIFY(!ring.push({}, bytes));
        agent::RingEntry entry;
        QVERIFY(ring.peek(entry));
        ring.take(entry, {});
        QVERIFY(ring.push({}, bytes));
    }

    void twoThreads()
    {
        agent::Ring ring(4096);
        constexpr std::uint32_t kCount = 10'000;
        std::thread producer([&] {
            for (std::uint32_t i = 0; i < kCount;) {
                const std::vector<std::uint32_t> words(1 + i % 50, i);
                if (ring.push({0, format::FrameType::Spans, LossKind::Spans, i}, std::as_bytes(std::span(words))))
                    ++i;
                else
                    std::this_thread::yield();
            }
        });
        std::vector<std::uint32_t> words(64);
        bool good = true;
        for (std::uint32_t i = 0; i < kCount;) {
            agent::RingEntry entry;
            if (!ring.peek(entry)) {
                std::this_thread::yield();
                continue;
            }
            ring.take(entry, std::as_writable_bytes(std::span(words)));
            good = good && entry.items == i && entry.size == 4 * (1 + i % 50) && words[0] == i && words[i % 50] == i;
            ++i;
        }
        producer.join();
        QVERIFY(good);
    }

    void lossesAreReportedRarelyAndCompletely()
    {
        agent::LossLedger ledger;
        constexpr std::int64_t kSecond = 1'000'000'000;
        QCOMPARE(ledger.takeUnreported(LossKind::Spans, 0, false).count, 0U);
        ledger.add(LossKind::Spans, 5, 100, "why");
        ledger.add(LossKind::Spans, 6, 200, "why");
        const auto loss = ledger.takeUnreported(LossKind::Spans, 10 * kSecond, false);
        QCOMPARE(loss.count, 11U);
        QCOMPARE(loss.from, 100);
        QCOMPARE(loss.to, 200);
        QCOMPARE(QString(loss.reason), "why");
        // An hour of losses: reported rarely, but completely, and each report says within 10 s when they were.
        std::uint64_t reported = 0;
        int reports = 0;
        for (int second = 0; second < 3600; ++second) {
            const std::int64_t now = (11 + second) * kSecond;
            ledger.add(LossKind::Spans, 1, now, "why");
            const auto further = ledger.takeUnreported(LossKind::Spans, now, false);
            reported += further.count;
            reports += further.count > 0;
            QVERIFY(further.to - further.from <= 10 * kSecond);
        }
        QVERIFY2(reports > 300 && reports < 400, qPrintable(QString::number(reports)));
        reported += ledger.takeUnreported(LossKind::Spans, 4000 * kSecond, true).count;
        QCOMPARE(reported, 3600U);
        QCOMPARE(ledger.total(), 3611U);
    }
};

QTEST_APPLESS_MAIN(TestRing)
#include "tst_ring.moc"
