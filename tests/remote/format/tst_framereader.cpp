#include "remote/format/framereader.h"
#include "tests/remote/format/randomrecords.h"

#include <QByteArray>
#include <QTest>

using namespace stepscope::format;

namespace {

struct Seen
{
    FrameType type{};
    std::uint64_t offset = 0;
    Bytes payload;
    bool operator==(const Seen&) const = default;
};

struct Reading
{
    std::vector<Seen> frames;
    ReadDamage damage;
    std::uint64_t goodUntil = 0;
    std::string error; ///< empty = none
};

/// Feeds pieces of `pieceSize()` bytes and collects the frames.
template <typename PieceSize>
Reading read(std::span<const std::byte> bytes, PieceSize pieceSize)
{
    FrameReader reader;
    Reading reading;
    const auto drain = [&] {
        for (;;) {
            auto frame = reader.next();
            if (!frame.ok())
                reading.error = frame.error().text;
            if (!frame.ok() || !frame->has_value())
                return;
            reading.frames.push_back(
                {(**frame).type, (**frame).offset, {(**frame).payload.begin(), (**frame).payload.end()}});
        }
    };
    while (!bytes.empty() && reading.error.empty()) {
        const std::size_t size = std::min<std::size_t>(pieceSize(), bytes.size());
        reader.feed(bytes.first(size));
        bytes = bytes.subspan(size);
        drain();
    }
    reader.finish();
    if (reading.error.empty())
        drain();
    reading.damage = reader.damage();
    reading.goodUntil = reader.goodUntil();
    return reading;
}

Reading read(std::span<const std::byte> bytes)
{
    return read(bytes, [&] { return bytes.size(); });
}

void append(Bytes& to, std::size_t count, std::byte byte)
{
    to.insert(to.end(), count, byte);
}

} // namespace

class TestFrameReader : public QObject
{
    Q_OBJECT

private slots:
    void piecesOfAnySize()
    {
        std::vector<std::size_t> starts;
        Bytes recording = randomRecording(1, 40, &starts);
        recording[starts[7] + 20] ^= std::byte{1}; // damages one frame
        append(recording, 9, std::byte{0x0D});     // and a torn end that could begin a sync word
        const Reading whole = read(recording);
        QCOMPARE(whole.frames.size(), std::size_t{39});
        RandomRecords random(2);
        for (std::size_t size = 1; size < 64; ++size) {
            const Reading pieces = read(recording, [&] { return size == 63 ? 1 + random.below(3000) : size; });
            QCOMPARE(pieces.frames, whole.frames);
            QCOMPARE(pieces.damage.skippedBytes, whole.damage.skippedBytes);
            QCOMPARE(pieces.damage.tornBytes, whole.damage.tornBytes);
            QCOMPARE(pieces.damage.places, whole.damage.places);
            QCOMPARE(pieces.goodUntil, whole.goodUntil);
        }
    }

    /// For every flipped bit, at most its frame is lost, and the loss is counted.
    void oneBitFlipped()
    {
        std::vector<std::size_t> starts;
        const Bytes whole = randomRecording(3, 12, &starts);
        const Reading truth = read(whole);
        QCOMPARE(truth.frames.size(), std::size_t{12});
        QCOMPARE(truth.damage.skippedBytes + truth.damage.tornBytes + truth.damage.places, std::uint64_t{0});
        for (std::size_t bit = kFileHeaderSize * 8; bit < whole.size() * 8; ++bit) {
            Bytes damaged = whole;
            damaged[bit / 8] ^= std::byte{static_cast<unsigned char>(1U << (bit % 8))};
            const auto hit =
                static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), bit / 8) - starts.begin()) - 1;
            auto expected = truth.frames;
            expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(hit));
            const Reading reading = read(damaged);
            QVERIFY2(reading.frames == expected, qPrintable(QStringLiteral("bit %1 of frame %2").arg(bit).arg(hit)));
            QCOMPARE(reading.damage.skippedBytes + reading.damage.tornBytes,
                     std::uint64_t{starts[hit + 1] - starts[hit]});
            QCOMPARE(reading.damage.places, std::uint64_t{reading.damage.tornBytes == 0});
        }
    }

    /// For every truncation, the complete frames are returned and the rest is counted as torn.
    void cutAtEveryByte()
    {
        std::vector<std::size_t> starts;
        const Bytes whole = randomRecording(4, 12, &starts);
        const Reading truth = read(whole);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const Reading reading = read(std::span(whole).first(size));
            QVERIFY(reading.error.empty());
            const auto complete =
                size < starts[0]
                    ? std::size_t{0}
                    : static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), size) - starts.begin()) -
                          1;
            QCOMPARE(reading.frames, std::vector<Seen>(truth.frames.begin(),
                                                       truth.frames.begin() + static_cast<std::ptrdiff_t>(complete)));
            const std::size_t goodUntil = size < starts[0] ? 0 : starts[complete];
            QCOMPARE(reading.goodUntil, std::uint64_t{goodUntil});
            QCOMPARE(reading.damage.tornBytes, std::uint64_t{size - goodUntil});
            QCOMPARE(reading.damage.skippedBytes, std::uint64_t{0});
        }
    }

    void garbageBetweenFrames()
    {
        RandomRecords random(5);
        Bytes recording = fileHeader();
        std::uint64_t garbage = 0;
        for (int i = 0; i < 200; ++i) {
            recording += random.frame();
            const std::size_t size = 1 + random.below(50);
            garbage += size;
            for (std::size_t k = 0; k < size; ++k)
                recording.push_back(static_cast<std::byte>(random.below(256)));
        }
        recording += random.frame();
        const Reading reading = read(recording);
        QCOMPARE(reading.frames.size(), std::size_t{201});
        QCOMPARE(reading.damage.skippedBytes, garbage);
        QCOMPARE(reading.damage.places, std::uint64_t{200});
    }

    void damagedLength_data()
    {
        QTest::addColumn<quint32>("length");
        QTest::newRow("none") << quint32(0);
        QTest::newRow("beyond the end") << quint32(100'000);
        QTest::newRow("the largest allowed") << quint32(kMaxPayload);
        QTest::newRow("larger than allowed") << quint32(kMaxPayload + 1);
        QTest::newRow("4 GiB") << quint32(0xFFFFFFFF);
    }
    void damagedLength()
    {
        QFETCH(quint32, length);
        std::vector<std::size_t> starts;
        Bytes recording = randomRecording(6, 10, &starts);
        std::memcpy(recording.data() + starts[4] + 4, &length, sizeof length);
        const Reading reading = read(recording, [] { return std::size_t{7}; });
        QCOMPARE(reading.frames.size(), std::size_t{9});
        QCOMPARE(reading.damage.skippedBytes, std::uint64_t{starts[5] - starts[4]});
        QCOMPARE(reading.damage.tornBytes, std::uint64_t{0});
    }

    /// A reader of a growing recording continues as soon as the claimed bytes have arrived, not only at the end.
    void damageWhileLive()
    {
        std::vector<std::size_t> starts;
        Bytes recording = randomRecording(7, 3, &starts);
        recording[starts[1] + kFrameHeaderSize] ^= std::byte{4};
        FrameReader reader;
        reader.feed(recording);
        QVERIFY(reader.next()->has_value());
        auto after = reader.next();
        QVERIFY(after.ok() && after->has_value());
        QCOMPARE((**after).offset, std::uint64_t{starts[2]});
        QVERIFY(!reader.next()->has_value());
        QVERIFY(!reader.contiguous());
    }

    void falseFramesTakeLinearTime()
    {
        // 8 MiB of sync words that each claim 4 MiB; checking all claims would read 8 TB.
        std::vector<std::byte> bytes(kFileHeaderSize);
        ByteWriter header(bytes);
        writeFileHeader(header);
        std::vector<std::byte> frame(kFrameHeaderSize);
        ByteWriter writer(frame);
        writer.fixed<std::uint32_t>(kFrameSync);
        writer.fixed(static_cast<std::uint32_t>(kMaxPayload));
        writer.fixed<std::uint16_t>(3);
        writer.fixed<std::uint16_t>(0);
        writer.fixed<std::uint32_t>(0);
        while (bytes.size() < (std::size_t{8} << 20U))
            bytes.insert(bytes.end(), frame.begin(), frame.end());
        FrameReader reader;
        reader.feed(bytes);
        reader.finish();
        QVERIFY(!reader.next().value().has_value());
        const ReadDamage& damage = reader.damage();
        QCOMPARE(damage.skippedBytes + damage.tornBytes, bytes.size() - kFileHeaderSize);
    }

    /// Frames of unknown types are returned; the caller skips them.
    void unknownTypes()
    {
        Bytes recording = fileHeader();
        recording += framed(static_cast<FrameType>(999), Bytes(5, std::byte{1}));
        const Reading reading = read(recording);
        QCOMPARE(reading.frames.size(), std::size_t{1});
        QCOMPARE(static_cast<int>(reading.frames[0].type), 999);
    }

    void largestPayload()
    {
        Bytes recording = fileHeader();
        recording += framed(FrameType::Log, Bytes(kMaxPayload, std::byte{0x5C}));
        recording += framed(FrameType::Log, Bytes(1));
        const Reading reading = read(recording, [] { return std::size_t{65536}; });
        QCOMPARE(reading.frames.size(), std::size_t{2});
        QCOMPARE(reading.frames[0].payload.size(), kMaxPayload);
    }

    void notARecording_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("JSON") << QByteArray("{\"traceEvents\":[]}") << QByteArray("not a Stepscope recording");
        QTest::newRow("short") << QByteArray("no") << QByteArray("not a Stepscope recording");
        QTest::newRow("zeros") << QByteArray(64, '\0') << QByteArray("not a Stepscope recording");
        QTest::newRow("newer version") << QByteArray("STEPSCOP\x02\0\0\0\0\0\0\0", 16)
                                       << QByteArray("format version 2");
    }
    void notARecording()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, said);
        const Reading reading =
            read(std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size()))));
        QVERIFY2(QByteArray::fromStdString(reading.error).contains(said), reading.error.c_str());
        QVERIFY(!QByteArray::fromStdString(reading.error).contains('\n'));
        QVERIFY(reading.frames.empty());
    }

    void emptyIsNotAnError()
    {
        const Reading reading = read({});
        QVERIFY(reading.error.empty());
        QCOMPARE(reading.goodUntil, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestFrameReader)
#include "tst_framereader.moc"
