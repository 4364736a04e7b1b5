#include "remote/agent/sources/power/sensorhealth.h"
#include "remote/format/clock.h"
#include "tests/remote/agent/sources/sampledboard.h"

#include <QTest>

using namespace stepscope;
using agent::SensorHealth;
using format::kMillisecond;
using format::kSecond;

/// When a sensor is read less often.
class TestSensorHealth : public QObject
{
    Q_OBJECT

    testing::CollectedEvents m_events;

    /// Reads once at `now`, for so long; returns the time after it.
    std::int64_t read(SensorHealth& health, std::int64_t now, std::int64_t duration)
    {
        health.addRead(now, now + duration, 0, true, m_events);
        return now + duration;
    }

private slots:
    void init() { m_events.all.clear(); }

    /// A machine that was suspended makes one read look slow. The sensor is due again at once.
    void oneSlowReadIsNoSlowSensor()
    {
        SensorHealth health("The rail VDD_IN", 10 * kMillisecond);
        std::int64_t now = read(health, kSecond, kMillisecond);
        now = read(health, now, 60 * kSecond);
        QVERIFY(health.isDue(now));
        for (int i = 0; i < 100; ++i)
            now = read(health, now + 9 * kMillisecond, kMillisecond);
        QVERIFY(health.isDue(now));
        QVERIFY(m_events.all.empty());
    }

    /// A slow sensor takes at most a fifth of the time, and is reported once.
    void aSlowSensorRests()
    {
        SensorHealth health("The rail VDD_IN", 10 * kMillisecond);
        std::int64_t now = kSecond;
        std::int64_t spent = 0;
        for (; now < 11 * kSecond; now += kMillisecond) {
            if (!health.isDue(now))
                continue;
            now = read(health, now, 50 * kMillisecond);
            spent += 50 * kMillisecond;
        }
        QVERIFY(spent > kSecond && spent < 10 * kSecond / 5 + 200 * kMillisecond);
        QCOMPARE(m_events.all.size(), 1U);
    }
};

QTEST_APPLESS_MAIN(TestSensorHealth)
#include "tst_sensorhealth.moc"
