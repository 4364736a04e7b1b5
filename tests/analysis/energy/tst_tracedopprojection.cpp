#include "analysis/energy/attribution.h"
#include "analysis/report/report.h"
#include "tests/support/energyscenario.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QTest>

#include <cmath>
#include <map>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

/// A scenario's training as a recording in which only every `tracedEvery`-th step has recorded ops. Those steps take
/// `slowdown` times as long, at the same power.
struct Recorded
{
    trace::TraceView view;
    EnergyScenario scenario;
    std::vector<double> untracedSeconds; ///< by group

    Recorded(unsigned seed, int steps, int tracedEvery, double slowdown, bool hasPower = true)
        : scenario(makeEnergyScenario(seed, steps))
    {
        RecordingBuilder builder;
        const auto power = builder.channel({.name = "VDD_IN",
                                            .quantity = "rail.power",
                                            .unit = "W",
                                            .scale = 1e-6,
                                            .rail = "VDD_IN",
                                            .role = "system",
                                            .periodNs = kPeriod,
                                            .windowNs = kWindow,
                                            .lagNs = 0});
        builder.lane({.id = 1, .name = "main"}).lane({.id = 2, .name = "backward"});
        untracedSeconds.resize(scenario.watts.size());
        std::vector<std::int64_t> bounds{0};
        std::int64_t last = 0;
        for (const SelfTimeInterval& interval : scenario.intervals)
            last = std::max(last, interval.end);
        // The scenario has no marks, so steps end where no op runs on either thread.
        for (const std::int64_t end : stepEnds(last, steps))
            bounds.push_back(end);
        Changes changes;
        const std::vector<std::size_t> thread = threadsOfGroups();
        std::int64_t at = 1'000'000'000;
        std::size_t next = 0;
        for (std::size_t step = 0; step + 1 < bounds.size(); ++step) {
            const bool isTraced = static_cast<int>(step) % tracedEvery == 0;
            const double scale = isTraced ? slowdown : 1;
            const auto moved = [&](std::int64_t time) {
                return at + std::llround(static_cast<double>(time - bounds[step]) * scale);
            };
            std::array<std::vector<trace::SpanRecord>, 2> spans;
            for (; next < scenario.intervals.size() && scenario.intervals[next].begin < bounds[step + 1]; ++next) {
                const SelfTimeInterval& interval = scenario.intervals[next];
                const std::int64_t begin = moved(interval.begin);
                const std::int64_t end = moved(std::min(interval.end, bounds[step + 1]));
                const double watts = scenario.watts[interval.group];
                changes.emplace_back(begin, watts);
                changes.emplace_back(end, -watts);
                const std::size_t lane = thread[interval.group];
                if (isTraced)
                    spans[lane].push_back({begin, end - begin, builder.op("op" + std::to_string(interval.group)), 0});
                else
                    untracedSeconds[interval.group] += static_cast<double>(end - begin) * 1e-9;
            }
            builder.steps({{.index = step,
                            .start = at,
                            .end = moved(bounds[step + 1]),
                            .flags = isTraced ? format::Step::kTraced : 0U}});
            for (std::uint32_t lane = 0; lane < 2; ++lane) {
                if (!spans[lane].empty())
                    builder.spans(lane + 1, spans[lane]);
            }
            at = moved(bounds[step + 1]);
        }
        if (hasPower)
            addSamples(std::move(changes), at, builder, power);
        view = viewOf(builder.bytes());
    }

private:
    using Changes = std::vector<std::pair<std::int64_t, double>>; ///< of power, W, at times on the recording's clock
    static constexpr std::int64_t kPeriod = 3'300'000;            ///< ns
    static constexpr std::int64_t kWindow = 1'000'000;            ///< ns

    /// Samples of the power's mean over kWindow, until `end`.
    void addSamples(Changes changes, std::int64_t end, RecordingBuilder& builder, std::uint32_t power) const
    {
        std::sort(changes.begin(), changes.end());
        std::vector<std::int64_t> times;
        std::vector<std::int64_t> values;
        std::vector<double> joules{0};
        std::vector<double> watts{scenario.idleWatts};
        for (std::size_t i = 0; i < changes.size(); ++i) {
            const std::int64_t before = i > 0 ? changes[i - 1].first : changes[0].first;
            joules.push_back(joules.back() + watts.back() * static_cast<double>(changes[i].first - before) * 1e-9);
            watts.push_back(watts.back() + changes[i].second);
        }
        const auto until = [&](std::int64_t time) {
            const auto after = std::upper_bound(changes.begin(), changes.end(), time,
                                                [](std::int64_t t, const auto& change) { return t < change.first; });
            const auto i = static_cast<std::size_t>(after - changes.begin());
            const std::int64_t from = i > 0 ? changes[i - 1].first : changes[0].first;
            return joules[i] + watts[i] * static_cast<double>(time - from) * 1e-9;
        };
        for (std::int64_t time = 1'000'000'000 + kPeriod; time < end; time += kPeriod) {
            times.push_back(time);
            values.push_back(
                std::llround((until(time) - until(time - kWindow)) / (static_cast<double>(kWindow) * 1e-9) * 1e6));
        }
        builder.samples(power, times, values);
    }
    /// Thread of each group, 0 or 1: groups that run concurrently are on different threads.
    [[nodiscard]] std::vector<std::size_t> threadsOfGroups() const
    {
        constexpr std::size_t kUnknown = 2;
        std::vector<std::size_t> thread(scenario.watts.size(), kUnknown);
        thread[scenario.intervals.front().group] = 0;
        for (int round = 0; round < 4; ++round) {
            std::vector<SelfTimeInterval> running;
            for (const SelfTimeInterval& interval : scenario.intervals) {
                std::erase_if(running,
                              [&interval](const SelfTimeInterval& other) { return other.end <= interval.begin; });
                for (const SelfTimeInterval& other : running) {
                    if (thread[other.group] != kUnknown)
                        thread[interval.group] = 1 - thread[other.group];
                    else if (thread[interval.group] != kUnknown)
                        thread[other.group] = 1 - thread[interval.group];
                }
                running.push_back(interval);
            }
        }
        for (std::size_t& lane : thread)
            lane = lane == kUnknown ? 0 : lane;
        return thread;
    }
    /// Ends of the scenario's steps: the longest pauses of the first thread are between steps.
    [[nodiscard]] std::vector<std::int64_t> stepEnds(std::int64_t last, int steps) const
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> pauses; // length, end
        std::int64_t busyUntil = 0;
        for (const SelfTimeInterval& interval : scenario.intervals) {
            if (interval.begin > busyUntil)
                pauses.emplace_back(interval.begin - busyUntil, interval.begin);
            busyUntil = std::max(busyUntil, interval.end);
        }
        std::sort(pauses.rbegin(), pauses.rend());
        std::vector<std::int64_t> ends;
        for (std::size_t i = 0; i < pauses.size() && i + 1 < static_cast<std::size_t>(steps); ++i)
            ends.push_back(pauses[i].second);
        ends.push_back(last);
        std::sort(ends.begin(), ends.end());
        return ends;
    }
};

/// Energy-weighted error of the groups with an estimate in the untraced steps, and their share of the energy.
std::pair<double, double> errorOf(const Recorded& recorded, const Attribution& found)
{
    double error = 0;
    double estimated = 0;
    double all = 0;
    for (std::size_t group = 0; group < recorded.scenario.watts.size(); ++group) {
        const double truth = recorded.scenario.watts[group] * recorded.untracedSeconds[group];
        all += truth;
        for (std::size_t i = 0; i < found.groups.size(); ++i) {
            if (found.groups[i].name != "op" + std::to_string(group) || !found.channels.at(0).ops[i].regression)
                continue;
            error += std::abs(found.channels[0].ops[i].regression->value - truth);
            estimated += truth;
        }
    }
    return {estimated > 0 ? error / estimated : 1, estimated / all};
}

} // namespace

/// Attribution from steps without recorded ops.
class TestTracedOpProjection : public QObject
{
    Q_OBJECT

private slots:
    void energiesMatchTheTruth_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1000U, 1003U, 1007U})
            QTest::addRow("scenario %u", seed) << seed;
    }
    void energiesMatchTheTruth()
    {
        QFETCH(unsigned, seed);
        const Recorded recorded(seed, 300, 10, 1.4);
        const UntracedAttribution found = attributeUntraced(recorded.view, recorded.view.extent());
        QCOMPARE(found.attribution.reason.english(), std::string());
        QVERIFY2(std::abs(found.durationRatio - 1.4) < 0.02, std::to_string(found.durationRatio).c_str());
        const auto [error, estimated] = errorOf(recorded, found.attribution);
        qInfo("error %.2f %%, of %.0f %% of the energy; ops scatter by %.2f ms", 100 * error, 100 * estimated,
              1e3 * found.opScatter);
        QVERIFY2(error < 0.08, std::to_string(error).c_str());
        QVERIFY2(estimated > 0.5, std::to_string(estimated).c_str());
        // The account covers the untraced steps only.
        const ChannelAccount& account = found.attribution.channels.at(0);
        QVERIFY(std::abs(account.opsSum + account.idleSum + account.unattributed() - account.integral) < 1e-6);
        QVERIFY(std::abs(account.unattributed()) < 0.03 * account.integral);
    }

    void intervalsLieInTheUntracedSteps()
    {
        const Recorded recorded(1000, 40, 10, 1.5);
        const trace::TimeRange all = recorded.view.extent();
        const AttributedOps traced = attributedOps(recorded.view, std::span(&all, 1), GroupBy::Op, kMaxOpGroups);
        const TracedOpProjection projection = projectTracedOps(recorded.view, all, traced);
        QCOMPARE(projection.reason.english(), std::string());
        QVERIFY(projection.steps > 25 && projection.patternSteps >= 3);
        std::map<std::uint32_t, double> seconds;
        std::size_t stretch = 0;
        for (const SelfTimeInterval& interval : projection.selfTimes.intervals) {
            while (stretch + 1 < projection.stretches.size() && interval.begin >= projection.stretches[stretch].end)
                ++stretch;
            QVERIFY(interval.begin >= projection.stretches[stretch].begin &&
                    interval.end <= projection.stretches[stretch].end);
            seconds[interval.group] +=
                projection.selfTimes.weight * static_cast<double>(interval.end - interval.begin) * 1e-9;
        }
        for (std::size_t i = 0; i < projection.selfTimes.groups.size(); ++i)
            QVERIFY(std::abs(projection.selfTimes.groups[i].seconds - seconds[static_cast<std::uint32_t>(i)]) < 1e-9);
    }

    void missingFiguresHaveAReason()
    {
        const auto reason = [](const trace::TraceView& view) {
            return QString::fromStdString(attributeUntraced(view, view.extent()).attribution.reason.english());
        };
        QVERIFY(reason(trace::TraceView()).contains("no step has recorded ops"));
        QVERIFY(reason(Recorded(1000, 20, 1, 1).view).contains("every step has recorded ops"));
        RecordingBuilder noOps;
        noOps.steps({{.index = 0, .start = 0, .end = 100, .flags = format::Step::kTraced}});
        noOps.steps({{.index = 1, .start = 100, .end = 200}});
        QVERIFY(reason(viewOf(noOps.bytes())).contains("contain no ops"));
        const Recorded silent(1000, 20, 4, 1, false);
        const UntracedAttribution found = attributeUntraced(silent.view, silent.view.extent());
        QVERIFY(!found.attribution.channels.at(0).reason.empty());
    }

    void reportContainsTheProjection()
    {
        const Recorded recorded(1000, 300, 10, 1.4);
        const Report report = makeReport(recorded.view);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const QJsonObject untraced = json["untraced_attribution"].toObject();
        QVERIFY(std::abs(untraced["stretch"].toDouble() - 1.4) < 0.02);
        QVERIFY(untraced["ops"].toArray().size() > 5);
        QVERIFY(untraced["ops"].toArray().at(0).toObject()["energy_joules"].toObject().contains("VDD_IN"));
        QVERIFY(QString::fromStdString(toText(report)).contains("duration of traced / untraced steps"));
    }
};

QTEST_GUILESS_MAIN(TestTracedOpProjection)
#include "tst_tracedopprojection.moc"
