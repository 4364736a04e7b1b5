#include "app/sweep/targetsweep.h"

#include "analysis/study/recordingsstudy.h"
#include "analysis/text/quantitytext.h"
#include "app/capture/modelcommand.h"
#include "remote/link/run/recordingstream.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <sstream>
#include <system_error>
#include <utility>

namespace stepscope::app {
namespace {

using analysis::CellEnd;
using analysis::CellState;
using analysis::Study;
using analysis::StudyCell;
using analysis::StudyDevice;
using format::Error;
using format::Result;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Trainings of a cell that throttled, or whose agent died, before the result counts as it is.
constexpr int kMostAttempts = 2;
constexpr seconds kThermalPause{2};
constexpr seconds kInUsePause{2};
constexpr seconds kCommandTime{20};

Error leftError()
{
    return format::failure(Error::Code::Cancelled, "The sweep was interrupted.");
}

StudyCell* find(Study& study, const std::string& id)
{
    const auto found =
        std::find_if(study.cells.begin(), study.cells.end(), [&](const StudyCell& cell) { return cell.id == id; });
    return found != study.cells.end() ? &*found : nullptr;
}

/// The device of a target, which is added if there is none.
StudyDevice& deviceIn(Study& study, const std::string& target)
{
    const auto found = std::find_if(study.devices.begin(), study.devices.end(),
                                    [&](const StudyDevice& device) { return device.target == target; });
    if (found != study.devices.end())
        return *found;
    study.devices.push_back({});
    study.devices.back().target = target;
    return study.devices.back();
}

std::string titleOf(const StudyCell& cell)
{
    return cell.model + ", batch " + std::to_string(cell.batch) + (cell.power.empty() ? "" : ", " + cell.power);
}

/// Whether the error may come from the recording on this computer, rather than from the link or the target.
bool isOfThisFile(const Error& error)
{
    return error.code == Error::Code::Corrupt || error.code == Error::Code::Failed;
}

/// The user of a target, for a message.
std::string userOf(const link::RunInfo& run)
{
    if (run.label.starts_with("study "))
        return "another sweep (run " + run.run + ")";
    return "run " + run.run + (run.command.empty() ? std::string() : " (" + run.command.front() + ")");
}

/// The warmest zone beyond its first temperature: its name and its excess in degrees; empty if none exceeds it.
std::pair<std::string, double> warmest(const std::map<std::string, double>& now,
                                       const std::map<std::string, double>& before)
{
    std::pair<std::string, double> most;
    for (const auto& [zone, celsius] : now) {
        const auto first = before.find(zone);
        if (first != before.end() && celsius - first->second > most.second)
            most = {zone, celsius - first->second};
    }
    return most;
}

} // namespace

TargetSweep::TargetSweep(Sweep& sweep, std::string target)
    : m_sweep(sweep)
    , m_target(std::move(target))
    , m_plan(sweep.m_folder.study().plan)
{}

Result<void> TargetSweep::connect()
{
    auto connected = m_connection->connect();
    // Without a network, host names do not resolve.
    if (!connected.ok() && m_everConnected && connected.error().code == Error::Code::NotFound)
        return format::failure(Error::Code::Disconnected, connected.error().text);
    TRY(connected);
    m_everConnected = true;
    if (!m_isDeployed)
        TRY(m_connection->deploy([this](const std::string& line) { m_sweep.report(m_target, line); }));
    m_isDeployed = true;
    return {};
}

/// Repeats an action on the connected target while the link is broken.
template <typename Value>
Result<Value> TargetSweep::retried(const std::function<Result<Value>()>& action)
{
    link::Backoff backoff(milliseconds(500), seconds(30), std::random_device{}());
    for (;;) {
        auto connected = connect();
        auto result = connected.ok() ? action() : Result<Value>(connected.error());
        if (result.ok() || result.error().code != Error::Code::Disconnected || !m_everConnected)
            return result;
        const milliseconds delay = backoff.next();
        m_sweep.report(m_target, "The connection broke (" + result.error().text + "). Attempt " +
                                     std::to_string(backoff.attempt()) + " in " +
                                     std::to_string(std::chrono::ceil<seconds>(delay).count()) + " s");
        if (!m_sweep.wait(delay, false))
            return leftError();
    }
}

Result<void> TargetSweep::prepare()
{
    m_connection = TRY(Connection::make(m_target, m_sweep.m_ssh, m_sweep.m_prompter.get()));
    m_sweep.report(m_target, "Connecting to " + m_connection->transport().name());
    TRY(connect());
    const Study study = m_sweep.m_folder.study();
    if (study.deviceOf(m_target) != nullptr)
        return {};
    if (m_plan.command.empty()) {
        for (const std::string& model : m_plan.models)
            TRY(modelCommand(*m_connection, {model, m_plan.batches.front(), m_plan.steps, m_plan.leastSeconds}));
    }
    if (!m_plan.powerSettings.empty())
        TRY(m_connection->runs().power(m_plan.powerSettings));
    const auto zones = TRY(temperatures());
    return m_sweep.m_folder.change([&](Study& changed) { deviceIn(changed, m_target).startTemperatures = zones; });
}

void TargetSweep::leave()
{
    const std::lock_guard lock(m_mutex);
    m_left = true;
    if (m_capture != nullptr)
        m_capture->leave();
    if (m_connection)
        m_connection->transport().cancel();
}

Result<bool> TargetSweep::run()
{
    const Study study = m_sweep.m_folder.study();
    const auto runs = TRY(retried<std::vector<link::RunInfo>>([this] { return m_connection->runs().list(); }));
    std::vector<StudyCell> cells;
    std::vector<StudyCell> found;
    for (const StudyCell& cell : study.cells) {
        if (cell.target != m_target)
            continue;
        const std::string label = analysis::labelOf(study, cell);
        const auto existing =
            std::find_if(runs.begin(), runs.end(), [&](const link::RunInfo& run) { return run.label == label; });
        // The program ended between the storing of the row and the removal of the run.
        if (cell.state == CellState::Done && existing != runs.end())
            (void)m_connection->runs().remove(existing->run);
        else if (cell.state != CellState::Done)
            (existing != runs.end() ? found : cells).push_back(cell);
    }
    cells.insert(cells.begin(), found.begin(), found.end());
    for (const StudyCell& cell : cells) {
        if (m_sweep.request() != Sweep::Request::None || !TRY(runCell(cell)))
            return false;
    }
    return true;
}

/// True = done; false = paused.
Result<bool> TargetSweep::runCell(StudyCell cell)
{
    CellEnd end;
    for (;;) {
        const auto ended = attempt(cell, end);
        if (!ended.ok() && ended.error().code == Error::Code::Cancelled)
            return false;
        if (!ended.ok())
            return ended.error();
        if (*ended != Attempt::Again)
            return *ended == Attempt::Done;
    }
}

Result<TargetSweep::Attempt> TargetSweep::attempt(StudyCell& cell, CellEnd& end)
{
    const std::string run = TRY(runOf(cell));
    if (run.empty()) {
        if (!TRY(waitForOthers(cell)) || !TRY(coolDown(end)))
            return Attempt::Paused;
        // What remains of a recording that was interrupted together with its run.
        std::error_code ignored;
        std::filesystem::remove(recordingOf(cell), ignored);
    }
    cell.state = CellState::Running;
    cell.recording = (std::filesystem::path("recordings") / (cell.id + ".stepscope")).string();
    cell.attempts = run.empty() ? cell.attempts : std::max(cell.attempts, 1);
    TRY(store(cell));
    m_sweep.report(m_target, (run.empty() ? "Starting " : "Continuing ") + titleOf(cell));
    const int before = cell.attempts;
    auto outcome = capture(cell, run);
    // The observer has stored the new attempt.
    const Study study = m_sweep.m_folder.study();
    for (const StudyCell& stored : study.cells)
        cell.attempts = stored.id == cell.id ? std::max(stored.attempts, before) : cell.attempts;
    if (!outcome.ok() && !run.empty() && isOfThisFile(outcome.error()) && m_refetched != cell.id) {
        // The target has all bytes: a damaged file is fetched again from the first one.
        m_refetched = cell.id;
        std::error_code ignored;
        std::filesystem::remove(recordingOf(cell), ignored);
        return Attempt::Again;
    }
    // The agent refuses an argument of the plan, as it would for every training that follows.
    if (!outcome.ok() && run.empty() && outcome.error().code == Error::Code::Usage) {
        std::error_code ignored;
        std::filesystem::remove(recordingOf(cell), ignored);
        cell.state = CellState::Pending;
        cell.recording.clear();
        TRY(store(cell));
        return outcome.error();
    }
    if (!outcome.ok())
        return afterError(cell, end, outcome.error());
    if (outcome->left)
        return Attempt::Paused;
    return afterCapture(cell, end, outcome->view, outcome->run);
}

Result<CaptureOutcome> TargetSweep::capture(const StudyCell& cell, const std::string& existingRun)
{
    CaptureOptions options;
    options.target = m_target;
    options.ssh = m_sweep.m_ssh;
    options.existingRun = existingRun;
    options.recording = recordingOf(cell);
    options.start.periodNs = m_plan.periodNs;
    options.start.ops = m_plan.ops;
    options.start.workingFolder = m_plan.workingFolder;
    options.start.power = cell.power;
    options.start.label = analysis::labelOf(m_sweep.m_folder.study(), cell);
    options.start.refusesOthers = true;
    options.start.command = analysis::commandFor(m_plan, cell);
    if (m_plan.command.empty())
        options.model = {cell.model, cell.batch, m_plan.steps, m_plan.leastSeconds};

    Capture* running = nullptr;
    CaptureObserver observer;
    const std::string title = titleOf(cell);
    observer.progress = [this, title](const CaptureProgress& progress) {
        if (!progress.text.empty())
            m_sweep.report(m_target, title + ": " + progress.text);
    };
    observer.recordingOpened = [&](const std::filesystem::path&) {
        if (existingRun.empty())
            (void)m_sweep.m_folder.change([&](Study& study) { ++find(study, cell.id)->attempts; });
    };
    observer.view = [&, title](const trace::TraceView& view) {
        const double time = view.extent().seconds();
        m_sweep.report(m_target, title + ": " + analysis::countText(view.stepCount(), "step") + ", " +
                                     analysis::kReportFormat.elapsed(time));
        // By the recording, so that neither a suspended program nor a broken link makes a training late.
        if (time > m_plan.timeoutSeconds && !view.ending())
            running->stopTraining();
    };
    Capture capture(options, m_sweep.m_prompter, observer);
    running = &capture;
    {
        const std::lock_guard lock(m_mutex);
        if (m_left)
            return leftError();
        m_capture = &capture;
    }
    auto outcome = capture.run();
    const std::lock_guard lock(m_mutex);
    m_capture = nullptr;
    return outcome;
}

Result<TargetSweep::Attempt> TargetSweep::afterCapture(StudyCell& cell, CellEnd& end, const trace::TraceView& view,
                                                       const std::string& run)
{
    describeDevice(view);
    const auto& ending = view.ending();
    // A training whose agent was killed continues; it must not run beside the next one.
    if (!ending)
        TRY(retried<link::RunState>([&] { return m_connection->runs().stop(run); }));
    if (!ending && cell.attempts < kMostAttempts) {
        m_sweep.report(m_target, "The agent or the target ended before the training; it is started again");
        TRY(discard(cell, run));
        return Attempt::Again;
    }
    end.isLost = !ending;
    end.timedOut = ending && ending->state == "stopped" && view.extent().seconds() > m_plan.timeoutSeconds;
    end.attempts = cell.attempts;
    const analysis::Report report = analysis::cellReport(view, m_plan.skippedSteps);
    cell.result = analysis::resultRow({view, report, end, cell.batch});
    if (cell.result.throttled() && cell.attempts < kMostAttempts) {
        m_sweep.report(m_target, "The device throttled; the training is repeated after a pause");
        TRY(discard(cell, run));
        return Attempt::Again;
    }
    cell.state = CellState::Done;
    TRY(store(cell));
    m_sweep.reportDone(cell);
    // The row is stored: a run that cannot be removed now is removed when the sweep is continued.
    (void)retried<link::RunState>([&] { return m_connection->runs().remove(run); });
    return Attempt::Done;
}

Result<TargetSweep::Attempt> TargetSweep::afterError(StudyCell& cell, CellEnd& end, const Error& error)
{
    using Code = Error::Code;
    if (error.code == Code::Cancelled)
        return Attempt::Paused;
    // The next attempt waits for the connection, and finds the run if it was started.
    if (error.code == Code::Disconnected)
        return Attempt::Again;
    // Another run has begun since waitForOthers().
    if (link::isInUse(error))
        return Attempt::Again;
    if (error.code == Code::NoSpace || error.code == Code::HostKey || error.code == Code::Denied)
        return error;
    // A training that cannot be recorded must not run beside the next one.
    if (const auto run = runOf(cell); run.ok() && !run->empty()) {
        (void)m_connection->runs().stop(*run);
        (void)m_connection->runs().remove(*run);
    }
    end.startError = error.text;
    end.attempts = cell.attempts;
    const trace::TraceView none;
    const analysis::Report report;
    cell.result = analysis::resultRow({none, report, end, cell.batch});
    cell.state = CellState::Done;
    std::error_code ignored;
    if (!std::filesystem::exists(recordingOf(cell), ignored))
        cell.recording.clear();
    TRY(store(cell));
    m_sweep.reportDone(cell);
    return Attempt::Done;
}

/// The name of the cell's run on the target; empty if there is none.
Result<std::string> TargetSweep::runOf(const StudyCell& cell)
{
    const std::string label = analysis::labelOf(m_sweep.m_folder.study(), cell);
    for (const auto& run : TRY(retried<std::vector<link::RunInfo>>([this] { return m_connection->runs().list(); }))) {
        if (run.label == label)
            return run.run;
    }
    return std::string();
}

Result<void> TargetSweep::discard(StudyCell& cell, const std::string& run)
{
    TRY(retried<link::RunState>([&] { return m_connection->runs().remove(run); }));
    std::error_code ignored;
    std::filesystem::remove(recordingOf(cell), ignored);
    cell.result = {};
    return {};
}

Result<void> TargetSweep::store(const StudyCell& cell)
{
    return m_sweep.m_folder.change([&](Study& study) { *find(study, cell.id) = cell; });
}

std::filesystem::path TargetSweep::recordingOf(const StudyCell& cell) const
{
    return m_sweep.m_folder.path() / "recordings" / (cell.id + ".stepscope");
}

void TargetSweep::describeDevice(const trace::TraceView& view)
{
    const Study study = m_sweep.m_folder.study();
    const StudyDevice* known = study.deviceOf(m_target);
    if (!view.hasHeader() || (known != nullptr && !known->machine.empty()))
        return;
    // A write that fails here fails again, and is reported, when the row is stored.
    (void)m_sweep.m_folder.change([&](Study& changed) {
        StudyDevice& device = deviceIn(changed, m_target);
        const std::map<std::string, double> temperatures = std::move(device.startTemperatures);
        device = analysis::studyDevice(m_target, view.header());
        device.startTemperatures = temperatures;
    });
}

/// Of the thermal zones, degrees Celsius by name; empty if there is none.
Result<std::map<std::string, double>> TargetSweep::temperatures()
{
    const std::string folder = link::shellQuoted(m_connection->transport().sysroot() + "/sys/class/thermal");
    const auto output = TRY(retried<link::CommandOutput>([&] {
        return m_connection->transport().run("for zone in " + folder +
                                                 "/thermal_zone*; do echo \"$(cat $zone/temp) $(cat $zone/type)\"; "
                                                 "done 2>/dev/null; true",
                                             kCommandTime);
    }));
    std::map<std::string, double> zones;
    std::istringstream lines(output.standardOutput);
    for (std::string line; std::getline(lines, line) && zones.size() < 256;) {
        std::istringstream words(line);
        double thousandths = 0;
        std::string zone;
        if (words >> thousandths && std::getline(words >> std::ws, zone) && zone.size() < 100 &&
            std::abs(thousandths) < 300e3)
            zones[zone] = thousandths / 1000;
    }
    return zones;
}

/// Waits until no other run is in progress on the target: trainings that share a device slow each other down. False =
/// paused.
Result<bool> TargetSweep::waitForOthers(const StudyCell& cell)
{
    const std::string label = analysis::labelOf(m_sweep.m_folder.study(), cell);
    for (;;) {
        const auto runs = TRY(retried<std::vector<link::RunInfo>>([this] { return m_connection->runs().list(); }));
        const auto other = std::find_if(runs.begin(), runs.end(), [&](const link::RunInfo& run) {
            return (run.state == link::RunState::Running || run.isOrphan) && run.label != label;
        });
        if (other == runs.end())
            return true;
        const std::string text = "Waiting for " + userOf(*other) +
                                 ", which uses this target: side by side, trainings would slow each other down";
        if (!m_hasReportedWait)
            m_sweep.reportWait(m_target, text);
        m_hasReportedWait = true; // of two sweeps, each waits before most of its trainings
        m_sweep.report(m_target, text);
        if (!m_sweep.wait(kInUsePause, true))
            return false;
    }
}

/// Waits until no zone is warmer than at the begin of the study by more than the margin. False = paused.
Result<bool> TargetSweep::coolDown(CellEnd& end)
{
    using Clock = std::chrono::steady_clock;
    const Study study = m_sweep.m_folder.study();
    const StudyDevice* device = study.deviceOf(m_target);
    const auto begin = Clock::now();
    const auto waited = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    end.cooldownSeconds = 0;
    end.isCool = true;
    while (device != nullptr && !device->startTemperatures.empty()) {
        const auto [zone, excess] = warmest(TRY(temperatures()), device->startTemperatures);
        end.isCool = excess <= m_plan.cooldownMargin;
        if (end.isCool || waited() >= m_plan.cooldownLimitSeconds)
            break;
        m_sweep.report(m_target, "Cooling: " + zone + " is " + analysis::fixedText(excess, 1) +
                                     " degrees above its first temperature, at most " +
                                     analysis::fixedText(m_plan.cooldownLimitSeconds - waited(), 0) + " s");
        if (!m_sweep.wait(kThermalPause, true))
            return false;
        end.cooldownSeconds = waited();
    }
    return true;
}

} // namespace stepscope::app
