#include "analysis/algorithms/report.h"
#include "analysis/algorithms/warpedwork.h"
#include "tests/support/energyscenario.h"
#include "tests/support/recordingbuilder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>
#include <map>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

/// A scenario's training as a recording in which the ops of every `tracedEvery`-th step only are recorded, and those
/// steps are slower: all of it takes `slowdown` times as long, at the same power.
struct Recorded
{
    trace::TraceView view;
    EnergyScenario scenario;
    std::vector<double> untracedSeconds; ///< by kind

    Recorded(unsigned seed, int steps, int tracedEvery, double slowdown, bool hasPower = true)
        : scenario(makeEnergyScenario(seed, steps))
    {
        RecordingBuilder builder;
        constexpr std::int64_t kPeriod = 3'300'000;
        constexpr std::int64_t kWindow = 1'000'000;
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
        // Where steps end, from the windows' step numbers: the first window of a step lies in it.
        std::vector<std::int64_t> bounds{0};
        std::int64_t last = 0;
        for (const WorkPiece& piece : scenario.pieces)
            last = std::max(last, piece.end);
        // The scenario does not tell its steps' marks, so marks are laid where no op runs across on either thread.
        for (const std::int64_t end : stepEnds(last, steps))
            bounds.push_back(end);
        std::vector<std::pair<std::int64_t, double>> changes; // of power, on the recording's clock
        const std::vector<std::size_t> thread = threadsOfKinds();
        std::int64_t at = 1'000'000'000;
        std::size_t next = 0;
        for (std::size_t step = 0; step + 1 < bounds.size(); ++step) {
            const bool isTraced = static_cast<int>(step) % tracedEvery == 0;
            const double scale = isTraced ? slowdown : 1;
            const auto moved = [&](std::int64_t time) {
                return at + std::llround(static_cast<double>(time - bounds[step]) * scale);
            };
            std::array<std::vector<trace::SpanRecord>, 2> spans;
            for (; next < scenario.pieces.size() && scenario.pieces[next].begin < bounds[step + 1]; ++next) {
                const WorkPiece& piece = scenario.pieces[next];
                const std::int64_t begin = moved(piece.begin);
                const std::int64_t end = moved(std::min(piece.end, bounds[step + 1]));
                const double watts = scenario.watts[piece.kind];
                changes.emplace_back(begin, watts);
                changes.emplace_back(end, -watts);
                const std::size_t lane = thread[piece.kind];
                if (isTraced)
                    spans[lane].push_back({begin, end - begin, builder.op("op" + std::to_string(piece.kind)), 0});
                else
                    untracedSeconds[piece.kind] += static_cast<double>(end - begin) * 1e-9;
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
        for (std::int64_t time = 1'000'000'000 + kPeriod; hasPower && time < at; time += kPeriod) {
            times.push_back(time);
            values.push_back(
                std::llround((until(time) - until(time - kWindow)) / (static_cast<double>(kWindow) * 1e-9) * 1e6));
        }
        builder.samples(power, times, values);
        view = viewOf(builder.bytes());
    }

private:
    /// 0 or 1: kinds that ever run at once are of different threads.
    [[nodiscard]] std::vector<std::size_t> threadsOfKinds() const
    {
        constexpr std::size_t kUnknown = 2;
        std::vector<std::size_t> thread(scenario.watts.size(), kUnknown);
        thread[scenario.pieces.front().kind] = 0;
        for (int round = 0; round < 4; ++round) {
            std::vector<WorkPiece> running;
            for (const WorkPiece& piece : scenario.pieces) {
                std::erase_if(running, [&piece](const WorkPiece& other) { return other.end <= piece.begin; });
                for (const WorkPiece& other : running) {
                    if (thread[other.kind] != kUnknown)
                        thread[piece.kind] = 1 - thread[other.kind];
                    else if (thread[piece.kind] != kUnknown)
                        thread[other.kind] = 1 - thread[piece.kind];
                }
                running.push_back(piece);
            }
        }
        for (std::size_t& one : thread)
            one = one == kUnknown ? 0 : one;
        return thread;
    }
    /// Ends of the scenario's steps: the longest pauses of the first thread are between steps.
    [[nodiscard]] std::vector<std::int64_t> stepEnds(std::int64_t last, int steps) const
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> pauses; // length, end
        std::int64_t busyUntil = 0;
        for (const WorkPiece& piece : scenario.pieces) {
            if (piece.begin > busyUntil)
                pauses.emplace_back(piece.begin - busyUntil, piece.begin);
            busyUntil = std::max(busyUntil, piece.end);
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

/// Energy-weighted error of the kinds that have a figure, in the untraced steps; and how much of the energy they are.
std::pair<double, double> errorOf(const Recorded& recorded, const Attribution& found)
{
    double off = 0;
    double told = 0;
    double all = 0;
    for (std::size_t kind = 0; kind < recorded.scenario.watts.size(); ++kind) {
        const double truth = recorded.scenario.watts[kind] * recorded.untracedSeconds[kind];
        all += truth;
        for (std::size_t i = 0; i < found.kinds.size(); ++i) {
            if (found.kinds[i].name != "op" + std::to_string(kind) || !found.channels.at(0).ops[i].regression)
                continue;
            off += std::abs(found.channels[0].ops[i].regression->value - truth);
            told += truth;
        }
    }
    return {told > 0 ? off / told : 1, told / all};
}

} // namespace

/// Power of steps that recording did not slow, by the ops of those that it did.
class TestWarpedWork : public QObject
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
        QCOMPARE(found.attribution.reason, std::string());
        QVERIFY2(std::abs(found.stretch - 1.4) < 0.02, std::to_string(found.stretch).c_str());
        const auto [error, told] = errorOf(recorded, found.attribution);
        qInfo("error %.2f %%, of %.0f %% of the energy; ops scatter by %.2f ms", 100 * error, 100 * told,
              1e3 * found.scatter);
        QVERIFY2(error < 0.08, std::to_string(error).c_str());
        QVERIFY2(told > 0.5, std::to_string(told).c_str());
        // Of the untraced steps, not of those with ops.
        const ChannelAccount& account = found.attribution.channels.at(0);
        QVERIFY(std::abs(account.opsSum + account.idleSum + account.unattributed() - account.integral) < 1e-6);
        QVERIFY(std::abs(account.unattributed()) < 0.03 * account.integral);
    }

    void piecesLieInTheUntracedSteps()
    {
        const Recorded recorded(1000, 40, 10, 1.5);
        const WarpedWork warped = warpedWork(recorded.view, recorded.view.extent(), 96);
        QCOMPARE(warped.reason, std::string());
        QVERIFY(warped.steps > 25 && warped.patterns >= 3);
        std::map<std::uint32_t, double> seconds;
        std::size_t stretch = 0;
        for (const WorkPiece& piece : warped.work.pieces) {
            while (stretch + 1 < warped.stretches.size() && piece.begin >= warped.stretches[stretch].end)
                ++stretch;
            QVERIFY(piece.begin >= warped.stretches[stretch].begin && piece.end <= warped.stretches[stretch].end);
            seconds[piece.kind] += warped.work.weight * static_cast<double>(piece.end - piece.begin) * 1e-9;
        }
        for (std::size_t i = 0; i < warped.work.kinds.size(); ++i)
            QVERIFY(std::abs(warped.work.kinds[i].seconds - seconds[static_cast<std::uint32_t>(i)]) < 1e-9);
    }

    void whatCannotBeToldSaysWhy()
    {
        const auto reason = [](const trace::TraceView& view) {
            return QString::fromStdString(attributeUntraced(view, view.extent()).attribution.reason);
        };
        QVERIFY(reason(trace::TraceView()).contains("no step with recorded ops"));
        QVERIFY(reason(Recorded(1000, 20, 1, 1).view).contains("every step has recorded ops"));
        RecordingBuilder noOps;
        noOps.steps({{.index = 0, .start = 0, .end = 100, .flags = format::Step::kTraced}});
        noOps.steps({{.index = 1, .start = 100, .end = 200}});
        QVERIFY(reason(viewOf(noOps.bytes())).contains("have none"));
        const Recorded silent(1000, 20, 4, 1, false);
        const UntracedAttribution found = attributeUntraced(silent.view, silent.view.extent());
        QVERIFY(!found.attribution.channels.at(0).reason.empty());
    }

    void reportHasIt()
    {
        const Recorded recorded(1000, 300, 10, 1.4);
        const Report report = makeReport(recorded.view);
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(report))).object();
        const QJsonObject untraced = json["untraced_attribution"].toObject();
        QVERIFY(std::abs(untraced["stretch"].toDouble() - 1.4) < 0.02);
        QVERIFY(untraced["ops"].toArray().size() > 5);
        QVERIFY(untraced["ops"].toArray().at(0).toObject()["energy_joules"].toObject().contains("VDD_IN"));
        QVERIFY(QString::fromStdString(toText(report)).contains("stretch"));
    }
};

QTEST_GUILESS_MAIN(TestWarpedWork)
#include "tst_warpedwork.moc"
