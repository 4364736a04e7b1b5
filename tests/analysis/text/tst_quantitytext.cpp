#include "analysis/text/csvtext.h"
#include "analysis/text/oplabel.h"
#include "analysis/text/quantitytext.h"
#include "analysis/text/texttable.h"

#include <QString>
#include <QTest>

#include <cmath>
#include <limits>

using namespace stepscope::analysis;

class TestQuantityText : public QObject
{
    Q_OBJECT

private slots:
    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("report");
        QTest::addColumn<QString>("nominal");
        QTest::newRow("0") << 0.0 << "0 s"
                           << "0 s";
        QTest::newRow("ns") << 12e-9 << "12 ns"
                            << "12 ns";
        QTest::newRow("us") << 3.456e-6 << "3.46 µs"
                            << "3.46 µs";
        QTest::newRow("ms") << 0.6 << "600.00 ms"
                            << "600 ms";
        QTest::newRow("rounds to the next prefix") << 0.9999999 << "1.00 s"
                                                   << "1 s";
        QTest::newRow("s") << 118.2 << "118.20 s"
                           << "118 s";
        QTest::newRow("min") << 312.4 << "5 min 12 s"
                             << "5 min 12 s";
        QTest::newRow("rounds to 2 min") << 119.7 << "2 min 00 s"
                                         << "2 min 00 s";
        QTest::newRow("h") << 7380.0 << "2 h 03 min"
                           << "2 h 03 min";
        QTest::newRow("negative") << -312.4 << "-5 min 12 s"
                                  << "-5 min 12 s";
        QTest::newRow("of a damaged file") << 2e59 << "not known"
                                           << "-";
        QTest::newRow("of a damaged file, negative") << -2e59 << "not known"
                                                     << "-";
        QTest::newRow("not known") << std::nan("") << "not known"
                                   << "-";
    }
    void durations()
    {
        QFETCH(double, seconds);
        QTEST(QString::fromStdString(kReportFormat.duration(seconds)), "report");
        QTEST(QString::fromStdString(kNominalFormat.duration(seconds)), "nominal");
    }

    void bytesAreDecimal()
    {
        QCOMPARE(bytesText(0), "0 B");
        QCOMPARE(bytesText(999), "999 B");
        QCOMPARE(bytesText(0.5), "0 B");
        QCOMPARE(bytesText(598'016), "598.02 kB");
        QCOMPARE(bytesText(8'235'737'088), "8.24 GB");
        QCOMPARE(bytesText(-5e6), "-5.00 MB");
        QCOMPARE(kNominalFormat.bytes(4096), "4.1 kB");
        QCOMPARE(kWindowFormat.bytes(5.1e9), "5.10\u202FGB");
    }

    void sharesCountsAndUnits()
    {
        QCOMPARE(percentText(0.4667), "46.7 %");
        QCOMPARE(kNominalFormat.percent(0.001), "0.1 %");
        QCOMPARE(kWindowFormat.percent(0.0001), "<0.1\u202F%");
        QCOMPARE(countText(1'234'567), "1,234,567");
        QCOMPARE(countText(999), "999");
        QCOMPARE(lossText(1204, "samples"), "1,204 samples");
        QCOMPARE(lossText(44, "log"), "44 bytes of the log");
        QCOMPARE(kWindowFormat.inUnit(45.52, "degC"), "45.5\u202F°C");
        QCOMPARE(kReportFormat.quantity(1.3e9, "Hz"), "1.30 GHz");
        QCOMPARE(kWindowFormat.position(125'300'000'000, 100'000'000), "2:05.3");
        QCOMPARE(threeDigitText(34.46), "34.5");
        QCOMPARE(nominalText(0.001), "0.001");
        QCOMPARE(changeText(0.01239, 2), "+1.24 %");
        QCOMPARE(changeText(-0.5, 1), "-50.0 %");
    }

    /// Both ends differ in the text, however narrow the interval is.
    void intervalsHaveDigitsThatDiffer()
    {
        QCOMPARE(kReportFormat.interval(1.3494, 1.4382, "J"), "1.349 to 1.438 J");
        QCOMPARE(kReportFormat.interval(0, 0.0042, "J"), "0.0 to 4.2 mJ");
        QCOMPARE(kReportFormat.interval(812.2, 1377, "J"), "0.81 to 1.38 kJ");
        QCOMPARE(kReportFormat.interval(12.30011, 12.30021, "s"), "12.300110 to 12.300210 s");
        QCOMPARE(kReportFormat.interval(2, 2, "J"), "2 to 2 J");
        QCOMPARE(kReportFormat.interval(2, std::nan(""), "J"), "not known");
        QCOMPARE(decimalsOfInterval(0.4, 0.4002, 3), 6);
        QCOMPARE(decimalsOfInterval(1, 3, 3), 3);
    }

    void labelsOfOps_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("label");
        const auto add = [](const char* name, const char* label) {
            QTest::newRow(label) << QByteArray(name) << QByteArray(label);
        };
        const auto keep = [&](const char* name) { add(name, name); };
        add("void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> "
            ">(int, at::native::FillFunctor<float>, std::array<char*, 1ul>)",
            "vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> >");
        add("void at::native::(anonymous namespace)::sum<float (*)(int), void (A::*)()>(float (*)(int))",
            "sum<float (*)(int), void (A::*)()>");
        add("void (anonymous namespace)::softmax_warp_forward<float, true>(float*, int)",
            "softmax_warp_forward<float, true>");
        add("void tensorflow::BiasNCHWKernel<float>(int, float const*)", "BiasNCHWKernel<float>");
        add("void scal_kernel<float, 1>(cublasTransposeParams<float>, float*)", "scal_kernel<float, 1>");
        add("splitKreduce::run(int, float*)", "run");
        add("void f<a::(anonymous namespace)::g(b&)::{lambda()#1}::operator()() const::{lambda(float)#1}>(int)",
            "f<a::(anonymous namespace)::g(b&)::{lambda()#1}::operator()() const::{lambda(float)#1}>");
        add("void at::native::reduce_kernel<512, at::Op<fl", "reduce_kernel<512, at::Op<fl");
        add("void at::native::fill_kernel<float>(int, flo", "fill_kernel<float>");
        keep("void value");
        keep("void at::native::(anonymous names");
        keep("sm80_xmma_fprop_implicit_gemm_f32f32_execute_kernel__5x_cudnn");
        keep("Memcpy HtoD (Pageable -> Device)");
        keep("Memset (Device)");
        keep("enumerate(DataLoader)");
        keep("autograd::engine::evaluate_function: ConvolutionBackward0");
        keep("Optimizer.step#SGD.step");
        keep("void f<a>>(int)");
        keep("void (int)");
        keep("void at::native::(int)");
        keep("void ");
        keep(")");
    }

    void labelsOfOps()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, label);
        const std::string_view found =
            opLabel(std::string_view(name.constData(), static_cast<std::size_t>(name.size())));
        QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), label);
    }

    void csvRules()
    {
        QCOMPARE(csvField("plain"), "plain");
        QCOMPARE(csvField("a, \"b\""), "\"a, \"\"b\"\"\"");
        QCOMPARE(csvNumber(0.1), "0.1");
        QCOMPARE(csvNumber(std::numeric_limits<double>::infinity()), "");
    }

    void tablesAlignTheirColumns()
    {
        QCOMPARE(tableText({{"name", false, 8}, {"value", true}}, {{"a long name", "1"}, {"ü", "12"}}),
                 "  name      value\n  a lon...      1\n  ü            12\n");
    }
};

QTEST_APPLESS_MAIN(TestQuantityText)
#include "tst_quantitytext.moc"
