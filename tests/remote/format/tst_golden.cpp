#include "tests/remote/format/randomrecords.h"

#include <QByteArray>
#include <QTest>

#include <array>
#include <limits>

using namespace stepscope::format;

/// The bytes of every frame type, derived by hand from FORMAT.md. A failure means that the format changed: existing
/// recordings can no longer be read, unless the version changes and the old version stays readable.
class TestGolden : public QObject
{
    Q_OBJECT

private:
    static QByteArray hex(const Bytes& bytes)
    {
        return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())).toHex(' ');
    }
    static Bytes text(std::string_view value)
    {
        const auto bytes = std::as_bytes(std::span(value));
        return {bytes.begin(), bytes.end()};
    }

private slots:
    void fileHeaderBytes()
    {
        // "STEPSCOP", version 1, reserved
        QCOMPARE(hex(fileHeader()), "53 54 45 50 53 43 4f 50 01 00 00 00 00 00 00 00");
    }

    void frames_data()
    {
        QTest::addColumn<Bytes>("frame");
        QTest::addColumn<QByteArray>("expected");
        // Each row of bytes: sync, length, type and flags, CRC; then the payload.
        QTest::newRow("header") << framed(FrameType::Header, text(R"({"format":1})"))
                                << QByteArray("0d f0 a7 5c 0c 00 00 00 01 00 00 00 7b ca a8 94 "
                                              "7b 22 66 6f 72 6d 61 74 22 3a 31 7d");
        QTest::newRow("clock") << framed(FrameType::Clock, encoded([](ByteWriter& writer) {
                                             encodeClock(writer, {1'000'000'000, 1'700'000'000'000'000'000, 250});
                                         }))
                               << QByteArray("0d f0 a7 5c 18 00 00 00 02 00 00 00 96 a9 b7 6d "
                                             "00 ca 9a 3b 00 00 00 00 "  // monotonic
                                             "00 00 2a 36 fe 9c 97 17 "  // realtime
                                             "fa 00 00 00 00 00 00 00"); // uncertainty
        QTest::newRow("samples") << framed(FrameType::Samples, RandomRecords::payloadOf(samples()))
                                 << QByteArray(
                                        "0d f0 a7 5c 26 00 00 00 03 00 00 00 09 f7 2c a7 "
                                        "03 04 03 "                         // group, rows, columns
                                        "80 a8 d6 b9 07 80 da c4 09 00 64 " // 1 s, +10 ms, same difference, +50 ns
                                        "00 00 c8 01 64 ab 02 d8 04 "       // channel 0: 100, +50, -150, +300
                                        "01 03 0b 0e 02 02 "                // channel 1: rows 0, 1, 3: 7, +1, +1
                                        "f0 01 00 09 0a "                   // its read offsets: 120, +0, -5, +5 us
                                        "c8 01 04 03");                     // channel 200: -2 throughout
        QTest::newRow("names") << framed(
                                      FrameType::Names, encoded([](ByteWriter& writer) {
                                          const std::array<std::string_view, 3> names = {"aten::conv2d", "[16,3]", ""};
                                          encodeNames(writer, 1, names);
                                      }))
                               << QByteArray("0d f0 a7 5c 17 00 00 00 04 00 00 00 e8 f8 20 8b "
                                             "01 03 0c 61 74 65 6e 3a 3a 63 6f 6e 76 32 64 06 5b 31 36 2c 33 5d 00");
        QTest::newRow("spans")
            << framed(FrameType::Spans,
                      RandomRecords::payloadOf(
                          SpanBlock{2, {1000, 1010, 1120, 1600}, {500, 100, 300, 10}, {1, 2, 300, 1}, {0, 1, 1, 0}}))
            << QByteArray("0d f0 a7 5c 18 00 00 00 05 00 00 00 5b 78 df 58 "
                          "02 04 "           // lane, count
                          "00 02 00 01 "     // depths 0, +1, +0, -1
                          "d0 0f e8 07 "     // 1000 after 0, duration 500
                          "14 c8 01 "        // 10 after its parent's start
                          "14 d8 04 "        // 10 after its sibling's end
                          "c8 01 14 "        // 100 after the end of the first
                          "01 02 ac 02 01"); // ops
        QTest::newRow("steps") << framed(FrameType::Steps, encoded([](ByteWriter& writer) {
                                             const std::array<Step, 2> steps = {
                                                 Step{4, 1000, 1200, 32, Step::kTraced, 0},
                                                 Step{5, 1205, 1415, 32, Step::kExplicit, 1}};
                                             encodeSteps(writer, steps);
                                         }))
                               << QByteArray("0d f0 a7 5c 10 00 00 00 06 00 00 00 e1 f5 6c b6 "
                                             "02 "                      // count
                                             "08 d0 0f 90 03 20 01 00 " // step 4 at 1000 for 200, 32 samples, traced
                                             "00 0a a4 03 20 02 01"); // the next, 5 later, for 210, explicit, process 1
        QTest::newRow("log") << framed(FrameType::Log, encoded([](ByteWriter& writer) {
                                           encodeLog(writer, 1500, LogChunk::Stream::Error, "loss 0.5\n");
                                       }))
                             << QByteArray("0d f0 a7 5c 12 00 00 00 07 00 00 00 1f 70 12 69 "
                                           "dc 05 00 00 00 00 00 00 02 6c 6f 73 73 20 30 2e 35 0a");
        QTest::newRow("event") << framed(FrameType::Event, encoded([](ByteWriter& writer) {
                                             encodeEvent(writer, -1, Event::Severity::Warning, R"({"kind":"core"})");
                                         }))
                               << QByteArray("0d f0 a7 5c 18 00 00 00 08 00 00 00 da 96 29 57 "
                                             "ff ff ff ff ff ff ff ff 01 7b 22 6b 69 6e 64 22 3a 22 63 6f 72 65 22 7d");
        QTest::newRow("footer") << framed(FrameType::Footer, text(R"({"exit_status":0})"))
                                << QByteArray("0d f0 a7 5c 11 00 00 00 09 00 00 00 64 d1 f4 af "
                                              "7b 22 65 78 69 74 5f 73 74 61 74 75 73 22 3a 30 7d");
        QTest::newRow("ops") << framed(FrameType::Ops, encoded([](ByteWriter& writer) {
                                           const std::array<Op, 2> ops = {Op{1, 2, 0, 5}, Op{128, 0, 0, 5}};
                                           encodeOps(writer, 1, ops);
                                       }))
                             << QByteArray("0d f0 a7 5c 0b 00 00 00 0a 00 00 00 e3 30 f4 17 "
                                           "01 02 01 02 00 05 80 01 00 00 05");
        QTest::newRow("lane") << framed(FrameType::Lane, encoded([](ByteWriter& writer) {
                                            encodeLane(writer, {2, Lane::Kind::GpuStream, 4321, 7, ""}, "stream 7");
                                        }))
                              << QByteArray("0d f0 a7 5c 0e 00 00 00 0b 00 00 00 6f 68 aa 37 "
                                            "02 01 e1 21 07 08 73 74 72 65 61 6d 20 37");
        QTest::newRow("links")
            << framed(FrameType::Links, encoded([](ByteWriter& writer) {
                          const std::array<Link, 3> links = {Link{1000, 1300}, Link{1010, 1600}, Link{990, 980}};
                          encodeLinks(writer, {2, 300, links});
                      }))
            << QByteArray("0d f0 a7 5c 0d 00 00 00 0d 00 00 00 f1 43 29 3e "
                          "02 ac 02 03 " // from lane, to lane, count
                          "d0 0f d8 04 " // 1000 after 0, 300 before its kernel
                          "14 9c 09 "    // 10 later, 590 before
                          "27 13");      // 20 earlier, 10 after
        QTest::newRow("work") << framed(
                                     FrameType::Work, encoded([](ByteWriter& writer) {
                                         const std::array<OpWork, 2> rows = {OpWork{1, 140000, 512}, OpWork{300, 0, 7}};
                                         encodeWork(writer, rows);
                                     }))
                              << QByteArray("0d f0 a7 5c 0b 00 00 00 0e 00 00 00 9c c9 65 2f "
                                            "02 "                // rows
                                            "01 e0 c5 08 80 04 " // op, operations, bytes
                                            "ac 02 00 07");
        QTest::newRow("metric")
            << framed(FrameType::Metric, encoded([](ByteWriter& writer) {
                          const double nan = std::numeric_limits<double>::quiet_NaN();
                          const std::array<MetricValue, 2> rows = {MetricValue{1000, 2.5}, MetricValue{1010, nan}};
                          encodeMetric(writer, "loss", rows);
                      }))
            << QByteArray("0d f0 a7 5c 19 00 00 00 0f 00 00 00 69 07 02 da "
                          "04 6c 6f 73 73 02 "             // name, count
                          "d0 0f 00 00 00 00 00 00 04 40 " // 1000, 2.5
                          "14 00 00 00 00 00 00 f8 7f");   // 10 later, not a number
        QTest::newRow("facts") << framed(FrameType::Facts, text(R"({"batch_size":32})"))
                               << QByteArray("0d f0 a7 5c 11 00 00 00 0c 00 00 00 fe de b9 d8 "
                                             "7b 22 62 61 74 63 68 5f 73 69 7a 65 22 3a 33 32 7d");
    }
    void frames()
    {
        QFETCH(Bytes, frame);
        QFETCH(QByteArray, expected);
        QCOMPARE(hex(frame), expected);
        const ScanResult scan = scanFrame(frame);
        QCOMPARE(scan.kind, ScanResult::Kind::Frame);
        QCOMPARE(scan.consumed, frame.size());
    }

private:
    static SampleBlock samples()
    {
        SampleBlock block;
        block.group = 3;
        block.times = {1'000'000'000, 1'010'000'000, 1'020'000'000, 1'030'000'050};
        block.columns.push_back({0, {100, 150, 0, 300}, {}});
        block.columns.push_back({1, {7, 8, kMissing, 9}, {120'000, 120'000, 115'000, 120'000}});
        block.columns.push_back({200, {-2, -2, -2, -2}, {}});
        return block;
    }
};

QTEST_APPLESS_MAIN(TestGolden)
#include "tst_golden.moc"
