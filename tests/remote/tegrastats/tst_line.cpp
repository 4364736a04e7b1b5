#include "remote/tegrastats/line.h"
#include "tests/remote/tegrastats/readingtext.h"

#include <QString>
#include <QTest>

#include <random>

using namespace stepscope;
using tegrastats::Line;
using tegrastats::State;
using testing::lineText;
using testing::unaccounted;

namespace {

/// The readings of a line, one per text line.
QString parsed(const char* text, bool terminated = true)
{
    Line line;
    line.parse(text, terminated);
    const std::string rest = unaccounted(text, line);
    return QString::fromStdString(rest.empty() ? lineText(line) : "unaccounted: " + rest);
}

// One line per version, written from the grammar.
const std::vector<std::pair<const char*, std::string>>& versions()
{
    static const std::vector<std::pair<const char*, std::string>> all{
        {"TX1 R24", "RAM 1210/3995MB (lfb 301x4MB) cpu [3%,0%,12%,0%]@1428 EMC 4%@1600 AVP 2%@115 NVDEC 192 MSENC 192 "
                    "GR3D 31%@998 EDP limit 1734"},
        {"TX2 R28 root", "RAM 3012/7846MB (lfb 17x4MB) CPU [40%@2035,21%@2034,off,55%@2035,47%@2035,45%@2035] EMC_FREQ "
                         "12%@1866 GR3D_FREQ 71%@1300 APE 150 MTS fg 1% bg 8% BCPU@45C MCPU@45C GPU@51.5C PLL@45C "
                         "Tboard@37C Tdiode@46.75C PMIC@100C thermal@46.4C VDD_IN 9025/8416 VDD_CPU 1209/1538 VDD_GPU "
                         "4854/4903 VDD_SOC 971/970 VDD_WIFI 19/19 NVENC 716 NVDEC 716 VDD_DDR 1702/1702"},
        {"TX2 R32 user",
         "RAM 1895/7859MB (lfb 1x2MB) SWAP 356/3929MB (cached 17MB) CPU "
         "[16%@345,off,off,0%@345,0%@345,0%@345] EMC_FREQ 0% GR3D_FREQ 0% PLL@35.5C MCPU@35.5C "
         "PMIC@100C Tboard@29C GPU@32C BCPU@35.5C thermal@33.8C Tdiode@31.25C VDD_SYS_GPU 153/153 "
         "VDD_SYS_SOC 536/536 VDD_4V0_WIFI 0/0 VDD_IN 2913/2913 VDD_SYS_CPU 690/690 VDD_SYS_DDR 673/673"},
        {"Nano R32 root", "RAM 534/3964MB (lfb 98x4MB) SWAP 5/1982MB (cached 1MB) IRAM 0/252kB(lfb 252kB) CPU "
                          "[16%@204,9%@204,0%@204,0%@204] EMC_FREQ 3%@204 GR3D_FREQ 5%@76 APE 25 PLL@34C CPU@36.5C "
                          "PMIC@100C GPU@36C AO@39.5C thermal@36.25C POM_5V_IN 1022/1022 POM_5V_GPU 0/0 POM_5V_CPU "
                          "204/204"},
        {"AGX Xavier R32", "RAM 1736/15827MB (lfb 3283x4MB) CPU [1%@1160,2%@1161,0%@1189,0%@1189,off,off,off,off] "
                           "EMC_FREQ 0%@665 GR3D_FREQ 0%@114 APE 150 MTS fg 0% bg 0% AO@29C GPU@30C iwlwifi@34C "
                           "AUX@29C CPU@30C thermal@29.45C GPU 466/400 CPU 467/466 SOC 932/932 CV 0/0 VDDRQ 0/0 SYS5V "
                           "1854/1854"},
        {"AGX Xavier R35", "05-06-2024 16:34:32 RAM 5000/31000MB (lfb 20x4MB) SWAP 0/15000MB (cached 0MB) CPU "
                           "[33%@2265,25%@2264] EMC_FREQ 41%@2133 GR3D_FREQ 97%@[1377] VIC_FREQ 1036 APE 150 AUX@50.5C "
                           "PMIC@50C GPU 14432mW/13152mW CPU 3684mW/3786mW"},
        {"AGX Orin R35", "04-24-2023 00:01:24 RAM 1282/62795MB (lfb 15152x4MB) SWAP 0/31398MB (cached 0MB) CPU "
                         "[0%@729,0%@729] EMC_FREQ 0%@2133 GR3D_FREQ 7%@0 GR3D2_FREQ 8%@5 VIC_FREQ 729 APE 174 "
                         "CV0@-256C CPU@42.593C GPU@-256C tj@42.593C VDD_GPU_SOC 2399mW/2399mW NC 0mW/0mW "
                         "VDDQ_VDD2_1V8AO 301mW/301mW NC 0mW/0mW"},
        {"AGX Orin R36 root", "RAM 29114/30697MB (lfb 3x4MB)    SWAP 4915/15348MB (cached 1MB) CPU [3%@729] EMC_FREQ "
                              "1%@2133 GR3D_FREQ 0%@[305,306] NVENC      off  NVDEC    off NVJPG1    off VIC        "
                              "off          NVDLA0    off        PVA0_FREQ off         APE           174        "
                              "cpu@53.062C soc2@48.25C   VDD_GPU_SOC 3205mW/3205mW"},
        {"AGX Orin R39", "07-25-2026 09:08:28 RAM 20642/62817MB (lfb 1x2MB) CPU [23%@2201] EMC_FREQ 3%@3199 GR3D_FREQ "
                         "12%@[1300,1301] NVENC0 off PVA0_FREQ off NVDEC0_LOAD 7% cpu@52.968C/53.5C VDD_GPU_SOC "
                         "5139mW/5100mW/5200mW"},
        {"Thor R39 user", "RAM 3429/125749MB (lfb 120x4MB) CPU [0%,5%,off]@2601 EMC_FREQ @4266 GR3D_FREQ "
                          "@[1574,1575,1576] NVENC0_FREQ @1691 soc012@55.375C/58.781C VIN 28906mW/14453mW/28906mW"},
    };
    return all;
}

} // namespace

class TestLine : public QObject
{
    Q_OBJECT

private slots:
    void fields_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("readings");
        const auto row = [](const char* name, const char* text, const char* readings) {
            QTest::newRow(name) << QString(text) << QString(readings);
        };
        row("ram", "RAM 1210/3995MB (lfb 301x4MB)",
            "memory.used | memory used | 1239040\nmemory.total | memory total | 4090880\n"
            "memory.lfb | largest free block | 4096\nmemory.lfb_blocks | free blocks of the largest size | 301\n");
        row("lfb in kB", "RAM 4722/7844MB (lfb 1x512kB)",
            "memory.used | memory used | 4835328\nmemory.total | memory total | 8032256\n"
            "memory.lfb | largest free block | 512\nmemory.lfb_blocks | free blocks of the largest size | 1\n");
        row("swap", "SWAP 356/3929MB (cached 17MB)",
            "memory.swap | swap used | 364544\nmemory.swap_total | swap total | 4023296\n"
            "memory.swap_cached | swap cached | 17408\n");
        row("iram", "IRAM 0/252kB(lfb 252kB)",
            "memory.iram | IRAM used | 0\nmemory.iram_total | IRAM total | 252\n"
            "memory.iram_lfb | IRAM largest free block | 252\n");
        row("cores with clocks", "CPU [40%@2035,off,7%@345]",
            "cpu.utilization | cpu0 | 4000\ncpu.frequency | cpu0 frequency | 2035000\ncpu.utilization | cpu1 | off\n"
            "cpu.utilization | cpu2 | 700\ncpu.frequency | cpu2 frequency | 345000\n");
        row("cores with one clock", "CPU [0%,5%,off]@2601",
            "cpu.utilization | cpu0 | 0\ncpu.utilization | cpu1 | 500\ncpu.utilization | cpu2 | off\n"
            "cpu.frequency | cpu0 frequency | 2601000\ncpu.frequency | cpu1 frequency | 2601000\n");
        row("cores of L4T 24", "cpu [3%]@1428",
            "cpu.utilization | cpu0 | 300\ncpu.frequency | cpu0 frequency | 1428000\n");
        row("core that is no number", "CPU [$(x)%@5,7%@6]",
            "cpu.utilization | cpu0 | unreadable\ncpu.utilization | cpu1 | 700\ncpu.frequency | cpu1 frequency | "
            "6000\n");
        row("emc", "EMC_FREQ 12%@1866", "emc.utilization | EMC | 1200\nemc.frequency | EMC frequency | 1866000\n");
        row("emc of an ordinary user", "EMC_FREQ 0%", "emc.utilization | EMC | not measured\n");
        row("emc idle", "EMC_FREQ 0%@2133", "emc.utilization | EMC | 0\nemc.frequency | EMC frequency | 2133000\n");
        row("emc clock only", "EMC_FREQ @4266", "emc.frequency | EMC frequency | 4266000\n");
        row("emc of L4T 24", "EMC 4%@1600", "emc.utilization | EMC | 400\nemc.frequency | EMC frequency | 1600000\n");
        row("gpu", "GR3D_FREQ 71%@1300", "gpu.utilization | GPU | 7100\ngpu.frequency | GPU frequency | 1300000\n");
        row("gpu idle of an ordinary user", "GR3D_FREQ 0%", "gpu.utilization | GPU | 0\n");
        row("gpu clock only", "GR3D_FREQ @0", "gpu.frequency | GPU frequency | 0\n");
        row("gpu, one clock in brackets", "GR3D_FREQ 97%@[1377]",
            "gpu.utilization | GPU | 9700\ngpu.frequency | GPU frequency | 1377000\n");
        row("gpu, three clocks", "GR3D_FREQ @[1574,1575,1576]",
            "gpu.frequency | GPU frequency | 1574000\ngpu.frequency | GPU frequency [1] | 1575000\n"
            "gpu.frequency | GPU frequency [2] | 1576000\n");
        row("second gpu", "GR3D2_FREQ 8%@5", "gpu.utilization | GPU 2 | 800\ngpu.frequency | GPU 2 frequency | 5000\n");
        row("gpu of L4T 24", "GR3D 31%@998", "gpu.utilization | GPU | 3100\ngpu.frequency | GPU frequency | 998000\n");
        row("engine with a clock", "NVENC 716", "engine.frequency | NVENC frequency | 716000\n");
        row("engine off", "NVJPG1 off", "engine.frequency | NVJPG1 frequency | off\n");
        row("engine with load", "AVP 2%@115",
            "engine.utilization | AVP | 200\nengine.frequency | AVP frequency | 115000\n");
        row("engine _FREQ", "VIC_FREQ 729 PVA0_FREQ off NVENC0_FREQ @1691 NVDEC0_FREQ 5%@7",
            "engine.frequency | VIC frequency | 729000\nengine.frequency | PVA0 frequency | off\n"
            "engine.frequency | NVENC0 frequency | 1691000\nengine.utilization | NVDEC0 | 500\n"
            "engine.frequency | NVDEC0 frequency | 7000\n");
        row("engine _LOAD", "NVDEC0_LOAD 7%", "engine.utilization | NVDEC0 | 700\n");
        row("engine of tomorrow", "XYZ off ABC_FREQ 12",
            "engine.frequency | XYZ frequency | off\nengine.frequency | ABC frequency | 12000\n");
        row("mts", "MTS fg 1% bg 8%", "mts.foreground | MTS foreground | 100\nmts.background | MTS background | 800\n");
        row("limit", "EDP limit 1734", "cpu.frequency_limit | EDP limit | 1734000\n");
        row("zones in either case", "GPU@51.5C gpu@-45C soc012@55.375C iwlwifi@34C",
            "temperature | GPU | 51500\ntemperature | gpu | -45000\ntemperature | soc012 | 55375\n"
            "temperature | iwlwifi | 34000\n");
        row("zone with maximum", "tj@66.625C/70C",
            "temperature | tj | 66625\ntemperature.maximum | tj maximum | 70000\n");
        row("zone off", "CV0@-256C", "temperature | CV0 | sensor off\n");
        row("dummy zones", "PMIC@100C PMIC@50C", "temperature | PMIC | dummy\ntemperature | PMIC | dummy\n");
        row("colder than possible", "AO@-300C", "temperature | AO | implausible\n");
        row("rail in mW without unit", "VDD_IN 9025/8416",
            "rail.power | VDD_IN | 9025\nrail.power_mean | VDD_IN mean | 8416\n");
        row("rail with unit", "VDD_IN 4915mW/4916mW",
            "rail.power | VDD_IN | 4915\nrail.power_mean | VDD_IN mean | 4916\n");
        row("rail of three parts", "VIN 28906mW/14453mW/28907mW",
            "rail.power | VIN | 28906\nrail.power_mean | VIN mean | 14453\nrail.power_maximum | VIN maximum | 28907\n");
        row("rail that is not connected", "NC 0mW/0mW", "rail.power | NC | dummy\nrail.power_mean | NC mean | dummy\n");
        row("names that clash", "GPU@30C CPU@31C CPU [1%@5] GPU 466/400 CPU 467/466",
            "temperature | GPU | 30000\ntemperature | CPU | 31000\ncpu.utilization | cpu0 | 100\n"
            "cpu.frequency | cpu0 frequency | 5000\nrail.power | GPU | 466\nrail.power_mean | GPU mean | 400\n"
            "rail.power | CPU | 467\nrail.power_mean | CPU mean | 466\n");
        row("negative power", "VDD_IN -20mW/-3mW",
            "rail.power | VDD_IN | implausible\nrail.power_mean | VDD_IN mean | implausible\n");
        row("more than all", "GR3D_FREQ 101%@5 RAM -3/9MB",
            "gpu.utilization | GPU | implausible\ngpu.frequency | GPU frequency | 5000\n"
            "memory.used | memory used | implausible\nmemory.total | memory total | 9216\n");
        row("too large", "RAM 99999999999999999999999/9MB VDD_IN 9999999999999999/1",
            "memory.used | memory used | too large\nmemory.total | memory total | 9216\n"
            "rail.power | VDD_IN | too large\nrail.power_mean | VDD_IN mean | 1\n");
        row("unknown, with a value", "FUTURE_TOKEN 17.5 VDD_IN 1/2",
            "extra: FUTURE_TOKEN 17.5\ntegrastats.extra | FUTURE_TOKEN | 17500\nrail.power | VDD_IN | 1\n"
            "rail.power_mean | VDD_IN mean | 2\n");
        row("unknown, with words", "FUTURE value of 3 and -4mV APE 150",
            "extra: FUTURE value of 3 and -4mV\ntegrastats.extra | FUTURE | 3000\n"
            "tegrastats.extra | FUTURE [1] | -4000\nengine.frequency | APE frequency | 150000\n");
        row("unknown, without a name", "[12.5] APE 150",
            "extra: [12.5]\ntegrastats.extra | unnamed field | 12500\nengine.frequency | APE frequency | 150000\n");
        row("engine of the TK1", "VDE 120", "engine.frequency | VDE frequency | 120000\n");
        row("clock before", "05-06-2024 16:34:32 APE 150", "engine.frequency | APE frequency | 150000\n");
        row("many blanks, tab, carriage return", "  APE   150 \t NVENC \toff \r",
            "engine.frequency | APE frequency | 150000\nengine.frequency | NVENC frequency | off\n");
        row("nothing", "", "");
        row("blanks", "   ", "");
    }
    void fields()
    {
        QFETCH(QString, text);
        QFETCH(QString, readings);
        QCOMPARE(parsed(text.toUtf8().constData()), readings);
    }

    void clockPrefixes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("nanoseconds");
        constexpr qint64 kDay = 1'715'013'272; // 2024-05-06 16:34:32
        QTest::newRow("L4T 34") << "05-06-2024 16:34:32 RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("wrapper") << "[2024-05-06 16:34:32] : RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("plain") << "2024-05-06 16:34:32 RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("fraction") << "2024-05-06T16:34:32.25 RAM 1/2MB" << kDay * 1'000'000'000 + 250'000'000;
        QTest::newRow("zone") << "2024-05-06T16:34:32+02:00 RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("zone, compact") << "2024-05-06T16:34:32.5-0700 RAM 1/2MB" << kDay * 1'000'000'000 + 500'000'000;
        QTest::newRow("UTC") << "2024-05-06T16:34:32Z RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("since 1970") << "1715013272.25 RAM 1/2MB" << kDay * 1'000'000'000 + 250'000'000;
        QTest::newRow("since 1970, wrapped") << "[1715013272]: RAM 1/2MB" << kDay * 1'000'000'000;
        QTest::newRow("a number") << "17150132 RAM 1/2MB" << qint64{-1};
        QTest::newRow("leap day") << "02-29-2024 00:00:00 RAM 1/2MB" << qint64{1'709'164'800} * 1'000'000'000;
        QTest::newRow("none") << "RAM 1/2MB" << qint64{-1};
        QTest::newRow("no such day") << "02-30-2024 00:00:00 RAM 1/2MB" << qint64{-1};
        QTest::newRow("no such hour") << "02-20-2024 25:00:00 RAM 1/2MB" << qint64{-1};
        QTest::newRow("year 0") << "02-20-0000 05:00:00 RAM 1/2MB" << qint64{-1};
    }
    void clockPrefixes()
    {
        QFETCH(QString, text);
        QFETCH(qint64, nanoseconds);
        const std::string bytes = text.toStdString();
        Line line;
        line.parse(bytes);
        QVERIFY(line.isTegrastats());
        QCOMPARE(unaccounted(bytes, line), std::string());
        QCOMPARE(line.clock() ? line.clock()->seconds * 1'000'000'000 + line.clock()->nanoseconds : -1, nanoseconds);
        QCOMPARE(line.readings()[line.readings().size() - 2].quantity, tegrastats::Quantity::MemoryUsed);
    }

    void dateLines()
    {
        QVERIFY(tegrastats::isDateLine("Sun Jan 10 23:46:54 UTC 2021"));
        QVERIFY(tegrastats::isDateLine("pon, 6 maj 2024, 14:34:29 UTC"));
        QVERIFY(tegrastats::isDateLine("mar. 05 oct. 2021 10:11:12 CEST"));
        QVERIFY(!tegrastats::isDateLine("nvidia@linux:~$ sudo tegrastats"));
        QVERIFY(!tegrastats::isDateLine("RAM 1/2021MB"));
    }

    void linesOfAllVersionsAreParsedCompletely()
    {
        Line line;
        for (const auto& [name, text] : versions()) {
            line.parse(text);
            QCOMPARE(unaccounted(text, line), std::string());
            QVERIFY2(line.isTegrastats() && !line.isTooLong() && line.ending() == Line::Ending::Whole, name);
            for (const tegrastats::Field& field : line.fields())
                QVERIFY2(field.kind == tegrastats::Field::Kind::Known || field.kind == tegrastats::Field::Kind::Clock,
                         (std::string(name) + ": " + std::string(field.text)).c_str());
        }
    }

    void linesOfOtherPrograms()
    {
        Line line;
        for (const char* text :
             {"nvidia@linux:~$ sudo /usr/bin/tegrastats ", "[sudo] password for nvidia: ", "Epoch 3/10",
              "loss 0.25 accuracy 91%", "", "Thu Dec 17 18:16:50 UTC 2020", "step@3C"}) {
            line.parse(text);
            QVERIFY2(!line.isTegrastats(), text);
        }
    }

    void truncatedLines_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("readings");
        const auto row = [](const char* name, const char* text, const char* readings) {
            QTest::newRow(name) << QString(text) << QString(readings);
        };
        row("in the list of cores", "CPU [1%@5,2%@3",
            "broken: CPU [1%@5,2%@3\ncpu.utilization | cpu0 | 100\ncpu.frequency | cpu0 frequency | 5000\n"
            "cpu.utilization | cpu1 | 200\ncpu.frequency | cpu1 frequency | cut\ncut\n");
        row("in a core's word", "CPU [1%@5,of",
            "broken: CPU [1%@5,of\ncpu.utilization | cpu0 | 100\ncpu.frequency | cpu0 frequency | 5000\ncut\n");
        row("in brackets", "RAM 1/2MB (lfb 1x",
            "broken: RAM 1/2MB (lfb 1x\nmemory.used | memory used | 1024\nmemory.total | memory total | 2048\ncut\n");
        row("in a rail's mean", "VDD_IN 5297/52",
            "rail.power | VDD_IN | 5297\nrail.power_mean | VDD_IN mean | cut\nunsure\n");
        row("in a rail's first number", "APE 150 VDD_IN 52",
            "engine.frequency | APE frequency | 150000\nextra: VDD_IN 52\ntegrastats.extra | VDD_IN | cut\ncut\n");
        row("in a unit", "VDD_IN 5297mW/5297m", "broken: VDD_IN 5297mW/5297m\nrail.power | VDD_IN | 5297\ncut\n");
        row("behind a slash", "VDD_IN 5297mW/", "broken: VDD_IN 5297mW/\nrail.power | VDD_IN | 5297\ncut\n");
        row("in a temperature", "APE 150 tj@53.06",
            "engine.frequency | APE frequency | 150000\nbroken: tj@53.06\ncut\n");
        row("in a name", "APE 150 NVEN", "engine.frequency | APE frequency | 150000\nextra: NVEN\ncut\n");
        row("in a clock", "APE 15", "engine.frequency | APE frequency | cut\nunsure\n");
        row("in the clock of all cores", "CPU [1%,2%]@26",
            "cpu.utilization | cpu0 | 100\ncpu.utilization | cpu1 | 200\ncpu.frequency | cpu0 frequency | cut\n"
            "cpu.frequency | cpu1 frequency | cut\nunsure\n");
        row("between fields", "APE 150 tj@53.06C",
            "engine.frequency | APE frequency | 150000\ntemperature | tj | 53060\n");
    }
    void truncatedLines()
    {
        QFETCH(QString, text);
        QFETCH(QString, readings);
        QString expected = readings;
        QCOMPARE(parsed(text.toUtf8().constData(), false), expected);
    }

    /// For every truncation, exactly the readings that are complete before the cut equal those of the full line.
    void cutAtEveryByte()
    {
        Line whole;
        Line cut;
        for (const auto& [name, text] : versions()) {
            whole.parse(text);
            for (std::size_t size = 0; size < text.size(); ++size) {
                const std::string piece = text.substr(0, size);
                cut.parse(piece, false);
                QCOMPARE(unaccounted(piece, cut), std::string());
                std::size_t at = 0;
                for (const tegrastats::Reading& reading : cut.readings()) {
                    if (reading.quantity == tegrastats::Quantity::Extra || reading.state == State::Cut ||
                        reading.state == State::NotMeasured)
                        continue;
                    while (at < whole.readings().size() &&
                           testing::readingText(whole.readings()[at]) != testing::readingText(reading))
                        ++at;
                    QVERIFY2(at < whole.readings().size(), (piece + "\nhas " + testing::readingText(reading)).c_str());
                }
            }
        }
    }

    void anyByteChanged()
    {
        std::mt19937 random(7);
        Line line;
        for (const auto& [name, text] : versions()) {
            for (std::size_t at = 0; at < text.size(); ++at) {
                for (const char c : {' ', '0', '9', '-', '@', '/', '[', ']', ',', '%', '(', '\0', '\xff',
                                     static_cast<char>(random() & 0xFFU)}) {
                    std::string changed = text;
                    changed[at] = c;
                    line.parse(changed, (random() & 1U) != 0);
                    QCOMPARE(unaccounted(changed, line), std::string());
                }
            }
        }
    }

    void longLinesAreReported()
    {
        Line line;
        for (const char* piece :
             {"a@1C ", "X off ", "VDD 1/2/3 ", "x", "9", "CPU [", "A b c ", "CPU [1%@1,", "(", "-"}) {
            std::string text;
            while (text.size() < 10'000)
                text += piece;
            line.parse(text);
            QCOMPARE(unaccounted(text, line), std::string());
        }
        std::string cores = "CPU [0%@1";
        for (int core = 1; core < 2000; ++core)
            cores += ",0%@1";
        line.parse(cores + "]");
        QVERIFY(line.isTooLong());
        QCOMPARE(line.readings().size(), tegrastats::ReadingList::kCapacity);
    }
};

QTEST_GUILESS_MAIN(TestLine)
#include "tst_line.moc"
