#include "analysis/sensors/sensorfit.h"

#include <QString>
#include <QTest>

#include <cmath>
#include <random>

using namespace stepscope;
using trace::TimeRange;

namespace {

struct Sensor
{
    double window = 0.05; ///< s
    double lag = 0.01;
    double update = 0; ///< 0 = at every sample
    double step = 0.077;
    double noise = 0.03; ///< W
};

struct Series
{
    std::vector<TimeRange> phases;
    std::vector<std::int64_t> times;
    std::vector<double> values;
};

/// Simulates a sensor's samples of a load with random phases, in steps of 20 us.
Series measured(const Sensor& sensor, unsigned seed, double seconds = 20, double sampling = 0.01)
{
    constexpr std::int64_t kBegin = 5'000'000'000'000;
    constexpr double kFine = 2e-5;
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> phaseLength(0.02, 0.8);
    std::uniform_real_distribution<double> late(0, 0.0004);
    std::normal_distribution<double> noise(0, sensor.noise);
    Series series;
    std::vector<double> summed{0};
    double time = 0;
    while (time < seconds) {
        const double idle = phaseLength(random);
        const double busy = phaseLength(random);
        series.phases.push_back({kBegin + static_cast<std::int64_t>((time + idle) * 1e9),
                                 kBegin + static_cast<std::int64_t>((time + idle + busy) * 1e9)});
        const auto fill = [&](double until, double load) {
            while (static_cast<double>(summed.size()) * kFine < until)
                summed.push_back(summed.back() + load * kFine);
        };
        fill(time + idle, 0);
        fill(time + idle + busy, 1);
        time += idle + busy;
    }
    const auto integral = [&](double at) {
        return at <= 0 ? 0 : summed[std::min(static_cast<std::size_t>(at / kFine), summed.size() - 1)];
    };
    double shown = 0;
    double shownAt = -1;
    for (double at = 0; at < seconds; at += sampling) {
        const double read = at + late(random);
        const double update =
            sensor.update > 0 ? std::floor((read - 0.0037) / sensor.update) * sensor.update + 0.0037 : read;
        if (update != shownAt) {
            const double end = update - sensor.lag;
            const double load = (integral(end) - integral(end - sensor.window)) / sensor.window;
            shown = std::round((3 + 5 * load + noise(random)) / sensor.step) * sensor.step;
            shownAt = update;
        }
        series.times.push_back(kBegin + static_cast<std::int64_t>(read * 1e9));
        series.values.push_back(shown);
    }
    return series;
}

std::optional<analysis::SensorResponse> fitted(const Series& series)
{
    return analysis::fitSensor(series.times, series.values, series.phases);
}

bool near(double found, double truth)
{
    return std::abs(found - truth) <= std::max(0.1 * truth, 0.001);
}

} // namespace

class TestSensorFit : public QObject
{
    Q_OBJECT

private slots:
    /// A read of 0.8 ms has the time of its begin, and the sensor's value is that of its end.
    void lagOfASlowReadIsNegative()
    {
        const auto response = fitted(measured({.window = 0.0003, .lag = -0.0007}, 5));
        QVERIFY(response.has_value());
        QVERIFY2(std::abs(response->lagSeconds + 0.0007) <= std::max(response->lagError, 0.0003),
                 qPrintable(QString("%1 +- %2").arg(response->lagSeconds).arg(response->lagError)));
        QVERIFY(response->lagSeconds + response->lagError < 0);
    }

    void windowAndLagOfAnySensor()
    {
        std::mt19937 random(42);
        std::uniform_real_distribution<double> window(std::log(0.001), std::log(0.42));
        std::uniform_real_distribution<double> lag(0, 0.05);
        int covered = 0;
        constexpr unsigned kSensors = 24;
        for (unsigned i = 0; i < kSensors; ++i) {
            Sensor sensor;
            sensor.window = std::exp(window(random));
            sensor.lag = lag(random);
            const auto response = fitted(measured(sensor, i));
            QVERIFY(response.has_value());
            const auto say = [&](double found, double truth) {
                return qPrintable(QString("sensor %1: %2 instead of %3 ms (window %4 ms)")
                                      .arg(i)
                                      .arg(found * 1e3)
                                      .arg(truth * 1e3)
                                      .arg(sensor.window * 1e3));
            };
            QVERIFY2(near(response->windowSeconds, sensor.window), say(response->windowSeconds, sensor.window));
            QVERIFY2(near(response->lagSeconds, sensor.lag), say(response->lagSeconds, sensor.lag));
            QVERIFY(std::abs(response->gain - 5) < 0.1);
            QVERIFY(std::abs(response->base - 3) < 0.1);
            covered += std::abs(response->windowSeconds - sensor.window) <= response->windowError;
        }
        QVERIFY2(covered >= 18, qPrintable(QString::number(covered)));
    }

    void slowUpdatesAreDetected_data()
    {
        QTest::addColumn<double>("update");
        QTest::addColumn<double>("window");
        QTest::newRow("TX1: 54 ms") << 0.054 << 0.054;
        QTest::newRow("four samples") << 0.0413 << 0.1;
        QTest::newRow("slow filter") << 0.42 << 0.42;
        QTest::newRow("GPU load: 16.7 ms, 17 of them") << 0.0167 << 0.2839;
    }
    void slowUpdatesAreDetected()
    {
        QFETCH(double, update);
        QFETCH(double, window);
        const auto response = fitted(measured({.window = window, .lag = 0.005, .update = update}, 3));
        QVERIFY(response.has_value());
        QVERIFY2(response->updateSeconds.has_value(), qPrintable(QString::number(response->repeatFraction)));
        QVERIFY2(std::abs(*response->updateSeconds / update - 1) < 0.01,
                 qPrintable(QString::number(*response->updateSeconds)));
        QVERIFY2(near(response->windowSeconds, window), qPrintable(QString::number(response->windowSeconds)));
        // Few updates in 20 s give a wide interval.
        QVERIFY2(std::abs(response->lagSeconds - 0.005) <= std::max(response->lagError, 0.001),
                 qPrintable(QString("%1 +- %2").arg(response->lagSeconds).arg(response->lagError)));
        QVERIFY(response->lagError < 0.015);
        QVERIFY(response->repeatFraction > 0.9 * (1 - 0.01 / update));
    }

    void aSensorThatDoesNotFollowHasNoResponse()
    {
        Series series = measured({}, 9);
        std::mt19937 random(1);
        std::normal_distribution<double> noise(5, 1);
        for (double& value : series.values)
            value = noise(random);
        QVERIFY(!fitted(series).has_value());
        std::fill(series.values.begin(), series.values.end(), 5.0);
        QVERIFY(!fitted(series).has_value());
        std::fill(series.values.begin(), series.values.end(), std::nan(""));
        QVERIFY(!fitted(series).has_value());
        QVERIFY(!analysis::fitSensor({}, {}, series.phases).has_value());
        QVERIFY(!analysis::fitSensor(series.times, series.values, {}).has_value());
    }
};

QTEST_GUILESS_MAIN(TestSensorFit)
#include "tst_sensorfit.moc"
