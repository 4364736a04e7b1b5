#include "ui/parts/quantities.h"

#include <QTest>

#include <cmath>

using namespace stepscope;

class TestQuantities : public QObject
{
    Q_OBJECT

    static QString plain(QString text) { return text.replace(QChar(0x00a0), ' ').replace(QChar(0x202f), ' '); }

private slots:
    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << 0.0 << "0 s";
        QTest::newRow("ns") << 12e-9 << "12.0 ns";
        QTest::newRow("us") << 3.456e-6 << "3.46 µs";
        QTest::newRow("ms") << 0.2124 << "212 ms";
        QTest::newRow("rounded up to the next unit") << 0.99996 << "1.00 s";
        QTest::newRow("s") << 59.96 << "60.0 s";
        QTest::newRow("min") << 245.0 << "4 min 05 s";
        QTest::newRow("h") << 7380.0 << "2 h 03 min";
        QTest::newRow("negative") << -0.5 << "-500 ms";
        QTest::newRow("none") << std::nan("") << "–";
    }
    void durations()
    {
        QFETCH(double, seconds);
        QTEST(plain(ui::duration(seconds)), "text");
    }

    void others()
    {
        QCOMPARE(plain(ui::bytes(512)), "512 B");
        QCOMPARE(plain(ui::bytes(5.1e9)), "5.10 GB");
        QCOMPARE(plain(ui::joules(2.1)), "2.10 J");
        QCOMPARE(plain(ui::watts(0.0098)), "9.80 mW");
        QCOMPARE(plain(ui::percent(0.344)), "34 %");
        QCOMPARE(plain(ui::percent(0.0044)), "0.4 %");
        QCOMPARE(plain(ui::percent(0)), "0 %");
        QCOMPARE(plain(ui::countOf(1234567)), "1 234 567");
        QCOMPARE(plain(ui::elapsed(7.9)), "7 s");
        QCOMPARE(plain(ui::elapsed(751)), "12 min 31 s");
        QCOMPARE(plain(ui::elapsed(3723)), "1 h 02 min");
    }
};

QTEST_APPLESS_MAIN(TestQuantities)
#include "tst_quantities.moc"
