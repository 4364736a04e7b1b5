#include "remote/format/bytes.h"
#include "remote/format/frame.h"
#include "remote/format/records.h"

#include <QByteArray>
#include <QTest>

#include <array>
#include <limits>
#include <random>
#include <vector>

using namespace stepscope::format;

namespace {

std::span<const std::byte> bytesOf(const auto& container)
{
    return std::as_bytes(std::span(container));
}

std::uint32_t bitByBit(std::span<const std::byte> data)
{
    std::uint32_t crc = ~0U;
    for (const std::byte byte : data) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    return ~crc;
}

std::vector<std::byte> hex(std::string_view digits)
{
    const auto raw = QByteArray::fromHex(QByteArray(digits.data(), static_cast<qsizetype>(digits.size())));
    const auto view = std::as_bytes(std::span(raw.constData(), static_cast<std::size_t>(raw.size())));
    return {view.begin(), view.end()};
}

} // namespace

class TestBytes : public QObject
{
    Q_OBJECT

private slots:
    /// RFC 3720, appendix B.4.
    void crcCheckValues()
    {
        std::array<std::uint8_t, 32> data{};
        QCOMPARE(crc32c(bytesOf(data)), 0x8A9136AAU);
        data.fill(0xFF);
        QCOMPARE(crc32c(bytesOf(data)), 0x62A8AB43U);
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = static_cast<std::uint8_t>(i);
        QCOMPARE(crc32c(bytesOf(data)), 0x46DD794EU);
        QCOMPARE(crc32c(bytesOf(std::string_view("123456789"))), 0xE3069283U);
        QCOMPARE(crc32c({}), 0U);
    }

    /// The instruction and the tables equal the definition for every length, alignment and split.
    void crcContinues()
    {
        std::mt19937_64 random(1);
        std::vector<std::byte> data(200);
        for (std::byte& byte : data)
            byte = static_cast<std::byte>(random());
        for (std::size_t cut = 0; cut <= data.size(); ++cut) {
            const auto first = std::span(data).first(cut);
            const auto rest = std::span(data).subspan(cut);
            QCOMPARE(crc32c(rest, crc32c(first)), crc32c(data));
            QCOMPARE(crc32c(rest), bitByBit(rest));
        }
    }

    void varints_data()
    {
        QTest::addColumn<quint64>("value");
        QTest::addColumn<int>("length");
        QTest::newRow("0") << quint64(0) << 1;
        QTest::newRow("127") << quint64(127) << 1;
        QTest::newRow("128") << quint64(128) << 2;
        QTest::newRow("2^14-1") << quint64(16383) << 2;
        QTest::newRow("2^14") << quint64(16384) << 3;
        QTest::newRow("2^32-1") << quint64(0xFFFFFFFF) << 5;
        QTest::newRow("2^63-1") << quint64(std::numeric_limits<qint64>::max()) << 9;
        QTest::newRow("2^63") << (quint64(1) << 63U) << 10;
        QTest::newRow("2^64-1") << std::numeric_limits<quint64>::max() << 10;
    }
    void varints()
    {
        QFETCH(quint64, value);
        QFETCH(int, length);
        std::array<std::byte, 16> memory{};
        ByteWriter writer(memory);
        writer.varint(value);
        QCOMPARE(writer.size(), static_cast<std::size_t>(length));
        ByteReader reader(writer.written());
        QCOMPARE(reader.varint(), value);
        QVERIFY(reader.exhausted());
        // One missing byte is a failure and yields zero.
        ByteReader cut(writer.written().first(writer.size() - 1));
        QCOMPARE(cut.varint(), std::uint64_t{0});
        QVERIFY(cut.failed());
    }

    void zigzagOrder()
    {
        const std::array<std::pair<std::int64_t, std::uint64_t>, 7> table = {
            {{0, 0}, {-1, 1}, {1, 2}, {-2, 3}, {63, 126}, {INT64_MAX, UINT64_MAX - 1}, {INT64_MIN, UINT64_MAX}}};
        for (const auto& [value, stored] : table) {
            std::array<std::byte, 16> memory{};
            ByteWriter writer(memory);
            writer.zigzag(value);
            ByteReader asStored(writer.written());
            QCOMPARE(asStored.varint(), stored);
            ByteReader reader(writer.written());
            QCOMPARE(reader.zigzag(), value);
        }
    }

    void malformedVarints_data()
    {
        QTest::addColumn<QByteArray>("digits");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("unfinished") << QByteArray("8080");
        QTest::newRow("eleven bytes") << QByteArray("8080808080808080808001");
        QTest::newRow("more than 64 bits") << QByteArray("ffffffffffffffffff02");
    }
    void malformedVarints()
    {
        QFETCH(QByteArray, digits);
        const auto data = hex(digits.toStdString());
        ByteReader reader(data);
        QCOMPARE(reader.varint(), std::uint64_t{0});
        QVERIFY(reader.failed());
        QCOMPARE(reader.remaining(), std::size_t{0});
        QVERIFY(!reader.exhausted());
    }

    void idsDoNotWrapAround()
    {
        const auto fits = hex("ffffffff0f");
        ByteReader good(fits);
        QCOMPARE(good.varint32(), 0xFFFFFFFFU);
        QVERIFY(good.exhausted());
        const auto tooLarge = hex("8080808010");
        ByteReader reader(tooLarge);
        QCOMPARE(reader.varint32(), 0U);
        QVERIFY(reader.failed());
    }

    void textsAreBounded()
    {
        const auto data = hex("ffffffffffffffffff01414243");
        ByteReader reader(data);
        QVERIFY(reader.text().empty());
        QVERIFY(reader.failed());
    }

    void failureIsSticky()
    {
        const auto data = hex("01");
        ByteReader reader(data);
        QCOMPARE(reader.fixed<std::uint32_t>(), 0U);
        QVERIFY(reader.failed());
        QCOMPARE(reader.varint(), std::uint64_t{0});
        QVERIFY(reader.bytes(0).empty());
        QVERIFY(reader.failed());
    }

    void writerNeverOverruns()
    {
        std::array<std::byte, 8> memory{};
        memory.fill(std::byte{0xEE});
        ByteWriter writer({memory.data(), 4});
        writer.fixed(std::uint32_t{0x01020304});
        QVERIFY(!writer.overflowed());
        writer.fixed(std::uint8_t{5});
        QVERIFY(writer.overflowed());
        QCOMPARE(writer.size(), std::size_t{4});
        QCOMPARE(memory[4], std::byte{0xEE});
    }
};

QTEST_APPLESS_MAIN(TestBytes)
#include "tst_bytes.moc"
