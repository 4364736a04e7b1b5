#include "analysis/energy/occupancyindex.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <stop_token>
#include <utility>

/// What the samples say about a sensor: its window and lag.
namespace stepscope::analysis {
namespace {

constexpr double kMs = 1e6;               ///< ns
constexpr std::size_t kSearchRows = 1500; ///< sufficient to determine a lag
constexpr std::size_t kDecisionRows = 6000;
constexpr std::array kWindows{2000.0, 1000.0, 500.0, 200.0, 100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0, 0.3, 0.1}; ///< ms
constexpr std::array kLags{-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0,  2.0,
                           3.5,  5.0,   7.5,  10.0,  15., 20.,  30., 45.0, 60.0}; ///< ms

/// Searches the window and the lag with the highest likelihood: over a grid of both, then by steps that become shorter,
/// first with one column for each type of op, then with all columns.
class SensorSearch
{
public:
    /// The intervals and the kinds of their columns.
    struct Work
    {
        std::vector<ColumnKind> kinds;
        OccupancyIndex index;
    };

    SensorSearch(const trace::TraceView& view, const trace::ChannelView& channel,
                 std::span<const trace::TimeRange> stretches, const SelfTimeTrace& selfTimes, const Sensor& sensor,
                 std::span<const trace::ChannelView* const> siblings, const std::stop_token& stop,
                 std::shared_ptr<const Work> work = {})
        : m_view(view)
        , m_channel(channel)
        , m_stretches(stretches)
        , m_sensor(sensor)
        , m_lags(possibleLags(sensor))
        , m_all(selfTimes)
        , m_work(work ? std::move(work) : std::make_shared<const Work>(mergedTypes(selfTimes)))
        , m_stop(stop)
    {
        collectSamples();
        if (m_samples.size() >= kFewSamples)
            return;
        for (const trace::ChannelView* sibling : siblings)
            m_siblings.emplace_back(view, *sibling, stretches, selfTimes, sensor,
                                    std::span<const trace::ChannelView* const>{}, stop, m_work);
    }
    Sensor search(bool isWindowKnown)
    {
        if (!reasonAgainstFit(rowsAt({kShortestWindow, 0})).empty())
            return m_sensor;
        m_isWindowKnown = isWindowKnown;
        isWindowKnown ? scanLags() : scanWindows();
        descend(INFINITY, 0.5, 40);
        const double shortest = 0.5 * static_cast<double>(samplingPeriod(m_view, m_channel.info()));
        if (!isWindowKnown && (m_best.window > shortest || explained() < kClearlyExplained))
            scanEnds();
        if (m_samples.size() < kFewSamples && !isWindowKnown)
            lookAround();
        if (m_samples.size() < kSamplesPerColumn * m_all.columns.size())
            return result();
        m_siblings.clear();
        m_work = std::make_shared<const Work>(withAllColumns(m_all));
        m_ramps = rampsOf(m_work->kinds);
        m_likelihood = likelihood(m_best);
        descend(kEndReach, 0.1, 16);
        compareWithScan();
        return result();
    }

private:
    struct Place
    {
        double window = 0; ///< ns
        double lag = 0;    ///< ns
    };
    struct Attempt
    {
        double likelihood = 0;
        Place place{};
    };
    struct Sample
    {
        std::size_t index = 0;
        std::size_t stretch = 0;
    };

    struct Lags
    {
        double shortest = 0; ///< ns
        double longest = 0;
    };
    /// A sample is of the future by the duration of its read at most. The lag after an update contains the error of the
    /// updates' phase, and a measured lag that of the updates in the self-test.
    static Lags possibleLags(const Sensor& sensor)
    {
        const auto phase = static_cast<double>(sensor.updatePhaseError);
        const auto lag = static_cast<double>(sensor.lag);
        return sensor.isLagKnown ? Lags{lag - 2 * phase, lag + 2 * phase}
                                 : Lags{kLags.front() * kMs - phase, kLags.back() * kMs + phase};
    }
    [[nodiscard]] Sensor sensorAt(const Place& place) const
    {
        Sensor sensor = m_sensor;
        sensor.window = std::max<std::int64_t>(std::llround(place.window), kShortestWindow);
        sensor.lag = std::llround(place.lag);
        return sensor;
    }
    /// The samples in the stretches, the same ones for all models so that likelihoods are comparable.
    void collectSamples()
    {
        const std::int64_t pause = longestPause(m_view, m_channel.info());
        trace::SampleReader samples(m_channel);
        Sensor instantaneous = m_sensor;
        instantaneous.lag = 0;
        instantaneous.window = kShortestWindow;
        for (std::size_t s = 0; s < m_stretches.size(); ++s) {
            for (std::size_t i = std::max<std::size_t>(m_channel.lowerBound(m_stretches[s].begin), 1);
                 i < m_channel.size() && samples.time(i) <= m_stretches[s].end; ++i) {
                const SampleWindow window = windowOf(m_view, samples, i, instantaneous, pause);
                if (window.begin < window.end)
                    m_samples.push_back({i, s});
            }
        }
        keepInside();
        m_moreSamples = inBlocks(kDecisionRows);
        m_samples = inBlocks(kSearchRows);
    }
    /// Leaves out samples whose windows may begin before the ops are known, where power is not that of the ops that
    /// follow, unless most are left out.
    void keepInside()
    {
        const auto longest = std::llround((kWindows.front() + kLags.back()) * kMs);
        std::vector<Sample> inside;
        std::copy_if(m_samples.begin(), m_samples.end(), std::back_inserter(inside), [&](const Sample& sample) {
            return m_channel.time(sample.index) - longest >= m_stretches[sample.stretch].begin;
        });
        if (2 * inside.size() > m_samples.size())
            m_samples = std::move(inside);
    }
    /// At most this number of samples, in blocks of successive ones, whose autocorrelation can be seen.
    [[nodiscard]] std::vector<Sample> inBlocks(std::size_t maximum) const
    {
        constexpr std::size_t kBlock = 64;
        if (m_samples.size() <= maximum)
            return m_samples;
        const std::size_t blocks = maximum / kBlock;
        std::vector<Sample> kept;
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::size_t begin = block * (m_samples.size() - kBlock) / (blocks - 1);
            kept.insert(kept.end(), m_samples.begin() + static_cast<std::ptrdiff_t>(begin),
                        m_samples.begin() + static_cast<std::ptrdiff_t>(begin + kBlock));
        }
        return kept;
    }
    static Work withAllColumns(const SelfTimeTrace& selfTimes)
    {
        return {selfTimes.kinds(), OccupancyIndex(selfTimes.intervals, selfTimes.columns.size())};
    }
    /// One column for each type, unless there are few columns.
    static Work mergedTypes(const SelfTimeTrace& selfTimes)
    {
        constexpr std::size_t kFewColumns = 48;
        const std::vector<ColumnKind> all = selfTimes.kinds();
        if (all.size() <= kFewColumns)
            return withAllColumns(selfTimes);
        std::vector<ColumnKind> kinds;
        std::map<std::uint32_t, std::uint32_t> types;
        std::vector<SelfTimeInterval> intervals = selfTimes.intervals;
        for (SelfTimeInterval& interval : intervals) {
            const ColumnKind kind = all[interval.column];
            const auto [type, isNew] = types.try_emplace(kind.type, static_cast<std::uint32_t>(kinds.size()));
            if (isNew)
                kinds.push_back({kind.family, 0});
            interval.column = type->second;
        }
        return {kinds, OccupancyIndex(std::move(intervals), kinds.size())};
    }
    void scanLags()
    {
        const auto window = static_cast<double>(m_sensor.window);
        const double step = std::max(std::min(window / 2, (m_lags.longest - m_lags.shortest) / 10), 0.5 * kMs);
        for (double lag = m_lags.shortest; lag <= m_lags.longest; lag += step)
            scan({window, lag});
    }
    /// From long windows to short ones: beside the grid of lags, each window is tried around the middle of the best
    /// longer one, since a short window at a wrong lag explains nothing.
    void scanWindows()
    {
        double middle = 0;
        for (const double milliseconds : kWindows) {
            const double window = milliseconds * kMs;
            Place best{window, 0};
            double highest = -INFINITY;
            const auto attemptLag = [&](double lag) {
                const Place place{window, lag};
                if (const double value = scan(place); value > highest) {
                    highest = value;
                    best = place;
                }
            };
            const double before = kLags.front() * kMs - m_lags.shortest;
            for (double lag = m_lags.shortest; lag < kLags.front() * kMs; lag += std::max(kMs, before / 10))
                attemptLag(lag);
            for (const double lag : kLags)
                attemptLag(lag * kMs);
            const double step = std::max(window / 4, 0.25 * kMs);
            for (int i = -4; i <= 4; ++i) {
                const double lag = middle - window / 2 + i * step;
                if (lag >= m_lags.shortest && window < kWindows.front() * kMs)
                    attemptLag(lag);
            }
            middle = best.lag + window / 2;
        }
    }
    /// Descends from other places of the scan, too, with all columns, and takes the likeliest. Where the ops of a type
    /// differ in power, one column for each type fits no window well, and a wrong place may be likelier.
    void compareWithScan()
    {
        constexpr std::size_t kPlaces = 3; // of a window
        constexpr std::size_t kDescents = 5;
        constexpr std::size_t kDescentsOfEnds = 2;
        constexpr std::size_t kMostColumns = 250; // a limit of time
        if (m_work->kinds.size() > kMostColumns)
            return;
        std::vector<Attempt> found{{m_likelihood, m_best}};
        std::vector<Attempt> others = likeliestNow(likeliestOfEachWindow(std::move(m_scanned), kPlaces), kDescents);
        const std::vector<Attempt> ends = likeliestNow(std::move(m_ends), kDescentsOfEnds);
        others.insert(others.end(), ends.begin(), ends.end());
        for (const Attempt& other : others) {
            m_best = other.place;
            m_likelihood = other.likelihood;
            descend(INFINITY, 0.5, 32);
            found.push_back({m_likelihood, m_best});
        }
        const auto likeliest = std::min_element(found.begin(), found.end(), isLikelier);
        m_best = likeliest->place;
        m_likelihood = likeliest->likelihood;
        if (likeliest == found.begin())
            return;
        m_rivals = {}; // of the former place
        descend(kEndReach, 0.1, 24);
    }
    /// The likeliest places with the present columns, of each window one.
    [[nodiscard]] std::vector<Attempt> likeliestNow(std::vector<Attempt> attempts, std::size_t most) const
    {
        for (Attempt& attempt : attempts)
            attempt.likelihood = likelihood(attempt.place);
        attempts = likeliestOfEachWindow(std::move(attempts), 1);
        attempts.resize(std::min(attempts.size(), most));
        return attempts;
    }
    /// The likeliest places of each window, sorted; no two of a window that are beside one another.
    static std::vector<Attempt> likeliestOfEachWindow(std::vector<Attempt> attempts, std::size_t most)
    {
        constexpr double kBeside = 0.25; // windows
        std::sort(attempts.begin(), attempts.end(), isLikelier);
        std::vector<Attempt> kept;
        for (const Attempt& attempt : attempts) {
            std::size_t count = 0;
            bool isBeside = false;
            for (const Attempt& other : kept) {
                const bool isSame = other.place.window == attempt.place.window;
                count += isSame ? 1 : 0;
                isBeside = isBeside ||
                           (isSame && std::abs(other.place.lag - attempt.place.lag) < kBeside * attempt.place.window);
            }
            if (count < most && !isBeside)
                kept.push_back(attempt);
        }
        return kept;
    }
    /// Tries long windows: successive samples of a running mean differ by what enters the window at its end, less what
    /// leaves at its begin. Either can be searched by itself with short windows, which a grid of long ones would miss,
    /// since its likelihood is as narrow as an op is long. What is found by itself may be either of the two.
    void scanEnds()
    {
        constexpr double kStep = 2 * kMs;
        constexpr double kWindowStep = 5 * kMs;
        constexpr double kShortest = 3 * kWindowStep;
        std::vector<Attempt> found{{m_likelihood, m_best}};
        std::vector<Attempt> pairs;
        for (const double peak : likeliestEnds(kStep)) {
            const OccupancyRows changes = changesAt(peak);
            const auto attemptPair = [&](const OccupancyRows& rows, const Place& place) {
                if (!m_stop.stop_requested())
                    pairs.push_back({occupancyLikelihood(rows, m_work->kinds), place});
            };
            for (double window = kShortest; window <= kWindows.front() * kMs; window += kWindowStep)
                attemptPair(differenceOf(changes, changesAt(peak + window)), {window, peak});
            for (double lag = m_lags.shortest; lag + kShortest <= peak; lag += kStep)
                attemptPair(differenceOf(changesAt(lag), changes), {peak - lag, lag});
        }
        const Place before = m_best;
        for (const Place& place : distinct(std::move(pairs))) {
            m_best = place;
            m_likelihood = likelihood(place);
            descend(kEndReach, 0.5, 40);
            found.push_back({m_likelihood, m_best});
        }
        m_best = before;
        decide(std::move(found));
    }
    /// The lags at which the changes of samples by themselves have the highest likelihoods.
    [[nodiscard]] std::vector<double> likeliestEnds(double step) const
    {
        constexpr std::size_t kEnds = 4;
        std::vector<Attempt> attempts;
        for (double lag = m_lags.shortest; lag <= m_lags.longest; lag += step)
            attempts.push_back({occupancyLikelihood(changesAt(lag), m_work->kinds), {0, lag}});
        std::vector<Attempt> peaks;
        for (std::size_t i = 0; i < attempts.size(); ++i) {
            const double value = attempts[i].likelihood;
            if ((i == 0 || value > attempts[i - 1].likelihood) &&
                (i + 1 == attempts.size() || value >= attempts[i + 1].likelihood))
                peaks.push_back(attempts[i]);
        }
        std::sort(peaks.begin(), peaks.end(), isLikelier);
        peaks.resize(std::min(peaks.size(), kEnds));
        std::vector<double> lags;
        for (const Attempt& peak : peaks)
            lags.push_back(peak.place.lag);
        return lags;
    }
    /// The likeliest places that are not beside one another.
    static std::vector<Place> distinct(std::vector<Attempt> attempts)
    {
        constexpr std::size_t kMost = 5;
        constexpr double kBeside = 11 * kMs;
        std::sort(attempts.begin(), attempts.end(), isLikelier);
        std::vector<Place> places;
        for (const Attempt& attempt : attempts) {
            const bool isBeside = std::any_of(places.begin(), places.end(), [&](const Place& other) {
                return std::abs(other.window - attempt.place.window) < kBeside &&
                       std::abs(other.lag - attempt.place.lag) < kBeside;
            });
            if (!isBeside)
                places.push_back(attempt.place);
            if (places.size() == kMost)
                break;
        }
        return places;
    }
    static bool isLikelier(const Attempt& a, const Attempt& b) { return a.likelihood > b.likelihood; }
    /// Compares the places found on more samples than the scan used, and takes the likeliest. Windows that differ by
    /// one step of the scan have nearly the same likelihood on few samples.
    void decide(std::vector<Attempt> found)
    {
        std::swap(m_samples, m_moreSamples);
        for (Attempt& attempt : found) {
            m_best = attempt.place;
            m_likelihood = likelihood(attempt.place);
            descend(kEndReach, 0.25, 16);
            attempt = {m_likelihood, m_best};
        }
        std::swap(m_samples, m_moreSamples);
        m_ends = found;
        choose(std::move(found), kRivalDrop);
    }
    /// Tries other windows around the best one: with few samples, distant ones may be as likely.
    void lookAround()
    {
        constexpr std::array kFactors{0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8};
        constexpr std::array kShifts{-0.4, -0.2, 0.0, 0.2, 0.4}; // of the middle, windows
        constexpr std::size_t kTried = 5;
        std::vector<Attempt> attempts;
        for (const double factor : kFactors) {
            for (const double shift : kShifts) {
                const Place place{m_best.window * factor, m_best.lag + m_best.window * (shift + 0.5 - factor / 2)};
                if (place.lag >= m_lags.shortest)
                    attempts.push_back({likelihood(place), place});
            }
        }
        std::sort(attempts.begin(), attempts.end(), isLikelier);
        std::vector<Attempt> found{{m_likelihood, m_best}};
        for (std::size_t i = 0; i < std::min(kTried, attempts.size()); ++i) {
            m_best = attempts[i].place;
            m_likelihood = attempts[i].likelihood;
            descend(INFINITY, 0.2, 16);
            found.push_back({m_likelihood, m_best});
        }
        choose(std::move(found), kNearlyAsLikely);
    }
    /// Takes the likeliest place; those that are less likely by up to `drop` are rivals.
    void choose(std::vector<Attempt> found, double drop)
    {
        std::sort(found.begin(), found.end(), isLikelier);
        m_best = found.front().place;
        m_likelihood = found.front().likelihood;
        for (const Attempt& rival : found) {
            if (rival.likelihood < m_likelihood - drop)
                continue;
            m_rivals.window = std::max(m_rivals.window, std::abs(rival.place.window - m_best.window));
            m_rivals.lag = std::max(m_rivals.lag, std::abs(rival.place.lag - m_best.lag));
        }
    }
    /// The changes of successive samples, as if only what ran between them `ago` mattered.
    [[nodiscard]] OccupancyRows changesAt(double ago) const
    {
        std::vector<SampleWindow> windows;
        std::vector<double> outside;
        for (std::size_t i = 1; i < m_samples.size(); ++i) {
            const std::size_t at = m_samples[i].index;
            if (m_samples[i - 1].index + 1 != at)
                continue;
            SampleWindow window{m_channel.time(at - 1) - std::llround(ago), m_channel.time(at) - std::llround(ago),
                                m_channel.value(at) - m_channel.value(at - 1)};
            placeInStep(m_view, window);
            windows.push_back(window);
            std::size_t first = m_samples[i].stretch;
            while (first > 0 && m_stretches[first - 1].end > window.begin)
                --first;
            outside.push_back(outsideShare(m_stretches, first, window));
        }
        return m_work->index.rows(windows, m_all.weight, outside);
    }
    [[nodiscard]] double likelihood(const Place& place) const
    {
        if (m_stop.stop_requested())
            return -INFINITY;
        const Sensor sensor = sensorAt(place);
        const std::int64_t pause = longestPause(m_view, m_channel.info());
        trace::SampleReader samples(m_channel);
        std::vector<SampleWindow> windows;
        std::vector<double> outside;
        for (const auto& [sample, stretch] : m_samples) {
            windows.push_back(windowOf(m_view, samples, sample, sensor, pause));
            std::size_t first = stretch;
            while (first > 0 && m_stretches[first - 1].end > windows.back().begin)
                --first;
            outside.push_back(outsideShare(m_stretches, first, windows.back()));
        }
        double sum = occupancyLikelihood(m_work->index.rows(windows, m_all.weight, outside, m_ramps), m_work->kinds);
        for (const SensorSearch& sibling : m_siblings) {
            const double value = sibling.likelihood(place);
            sum += std::isfinite(value) ? value : 0;
        }
        return sum;
    }
    bool attempt(const Place& place)
    {
        const bool isPossible = place.lag >= m_lags.shortest && (!m_sensor.isLagKnown || place.lag <= m_lags.longest);
        return isPossible && keep(place, likelihood(place));
    }
    double scan(const Place& place)
    {
        m_scanned.push_back({likelihood(place), place});
        keep(place, m_scanned.back().likelihood);
        return m_scanned.back().likelihood;
    }
    bool keep(const Place& place, double value)
    {
        if (!(value > m_likelihood))
            return false;
        m_likelihood = value;
        m_best = place;
        return true;
    }
    /// Compass search with at most this number of attempts. The first steps are this share of half of the window, at
    /// most of `reach` ns.
    void descend(double reach, double share, int attempts)
    {
        constexpr double kLeastShare = 0.015;
        while (attempts > 0 && share > kLeastShare) {
            const Place from = m_best;
            const double step = share * std::clamp(from.window / 2, 0.4 * kMs, reach);
            bool isBetter = attempt({from.window, from.lag + step}) || attempt({from.window, from.lag - step});
            attempts -= 2;
            if (!m_isWindowKnown) {
                // A change of the window keeps its middle.
                const Place now = m_best;
                const double change = share * std::min(now.window, 2 * reach);
                const double back = change / (1 + share);
                isBetter = attempt({now.window + change, now.lag - change / 2}) ||
                           attempt({now.window - back, now.lag + back / 2}) || isBetter;
                attempts -= 2;
            }
            share *= isBetter ? 1 : 0.5;
        }
    }
    /// ns, weighted by time.
    [[nodiscard]] double meanIntervalLength() const
    {
        double squares = 0;
        double sum = 0;
        for (const SelfTimeInterval& interval : m_all.intervals) {
            const auto length = static_cast<double>(interval.end - interval.begin);
            squares += length * length;
            sum += length;
        }
        return sum > 0 ? squares / sum : 0;
    }
    /// Standard error of a parameter, from the curvature of the likelihood where a change of the parameter lowers it by
    /// a few units; at most `largest`. `change` is added to the place as often as `direction` says.
    [[nodiscard]] double errorOf(const Place& direction, double change, double largest) const
    {
        constexpr double kMaxDrop = 4;
        double drop = 0;
        for (int i = 0; i < 8; ++i, change /= 2) {
            const Place step{direction.window * change, direction.lag * change};
            drop = m_likelihood - 0.5 * likelihood({m_best.window - step.window, m_best.lag - step.lag}) -
                   0.5 * likelihood({m_best.window + step.window, m_best.lag + step.lag});
            if (drop < kMaxDrop)
                break;
        }
        return drop > 0 ? std::min(change / std::sqrt(2 * drop), largest) : largest;
    }
    [[nodiscard]] Sensor result() const
    {
        Sensor sensor = sensorAt(m_best);
        if (!std::isfinite(m_likelihood))
            return m_sensor;
        sensor.isFitted = true;
        const double half = std::max(m_best.window / 2, 0.4 * kMs);
        sensor.lagError = std::hypot(errorOf({0, 1}, 0.15 * half, std::max(half, 0.5 * kMs)),
                                     kUnknownShape * std::min(meanIntervalLength(), m_best.window));
        if (!m_isWindowKnown)
            sensor.windowError = errorOf({1, -0.5}, 0.15 * m_best.window, m_best.window / 2);
        sensor.lagError = std::max(sensor.lagError, m_rivals.lag);
        sensor.windowError = std::max(sensor.windowError, m_rivals.window);
        sensor.explained = explained();
        return sensor.isLagKnown ? withFittedPhase(sensor) : sensor;
    }
    /// A documented lag stays: the difference is an error of the updates' phase.
    [[nodiscard]] Sensor withFittedPhase(Sensor sensor) const
    {
        if (sensor.explained < Sensor::kMinExplained)
            return m_sensor;
        const std::int64_t later = sensor.lag - m_sensor.lag;
        sensor.lag = m_sensor.lag;
        sensor.updatePhase -= later;
        sensor.updateMargin += later; // each read belongs to the same update as before
        sensor.lagError = std::min(sensor.lagError, (m_lags.longest - m_lags.shortest) / 2);
        return sensor;
    }
    /// Share of the samples' variance that the ops explain at the best place.
    [[nodiscard]] double explained() const { return fitOccupancy(rowsAt(m_best), m_work->kinds, {}, m_stop).explained; }
    [[nodiscard]] OccupancyRows rowsAt(const Place& place) const
    {
        return sampleRows(m_view, m_channel, m_stretches, sensorAt(place), m_work->index.intervals(),
                          m_work->kinds.size(), m_all.weight, kSearchRows, m_ramps);
    }

    const trace::TraceView& m_view;
    const trace::ChannelView& m_channel;
    std::span<const trace::TimeRange> m_stretches;
    Sensor m_sensor;
    Lags m_lags;
    bool m_isWindowKnown = false;
    std::vector<std::uint32_t> m_ramps;
    const SelfTimeTrace& m_all;
    std::shared_ptr<const Work> m_work; ///< shared with the siblings
    const std::stop_token& m_stop;
    std::vector<Sample> m_samples;
    std::vector<Sample> m_moreSamples;
    std::vector<SensorSearch> m_siblings; ///< of chips with the same window and lag, where samples are few
    std::vector<Attempt> m_scanned;       ///< of the grid
    std::vector<Attempt> m_ends;          ///< found by scanEnds()
    Place m_best;
    Place m_rivals; ///< how far places are away that are nearly as likely
    double m_likelihood = -INFINITY;

    /// Up to this difference of likelihoods either place may be the true one. The residuals of neighbouring samples are
    /// not independent, so that likelihoods differ by more than they should.
    static constexpr double kRivalDrop = 10;
    /// The same for independent samples: a place with this drop has a fiftieth of the best one's probability.
    static constexpr double kNearlyAsLikely = 4;
    /// Below it, all channels of the same chips decide together.
    static constexpr std::size_t kFewSamples = 500;
    /// With fewer, columns of their own for all ops make any window likely.
    static constexpr std::size_t kSamplesPerColumn = 2;
    /// Explained share from which on a short window is no mistaken long one.
    static constexpr double kClearlyExplained = 0.8;
    /// Long windows: how far an end may be from the true one after the scan, ns.
    static constexpr double kEndReach = 4 * kMs;
    /// How far a fitted lag may be off because power is not constant within an op: a share of the window or of the mean
    /// length of an interval, whichever is shorter.
    static constexpr double kUnknownShape = 0.1;
};

} // namespace

Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const SelfTimeTrace& selfTimes,
                    const Sensor& described, const std::stop_token& stop,
                    std::span<const trace::ChannelView* const> siblings)
{
    return SensorSearch(view, channel, stretches, selfTimes, described, siblings, stop)
        .search(channel.info().windowNs.has_value());
}

} // namespace stepscope::analysis
