#include "tests/soak/longrun.h"

#include "app/capture/capture.h"
#include "remote/format/clock.h"
#include "tests/soak/recordingchecks.h"
#include "tests/soak/usagewatch.h"
#include "tests/support/agentcommand.h"
#include "tests/support/boardtree.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

namespace stepscope::soak {
namespace {

using namespace std::chrono_literals;

/// Seconds of virtual time in one of real time, of each of several devices. Without it,
/// ten agents take all of two processors, and their spools grow faster than one process can follow, unlike those of
/// real agents.
constexpr auto kSpeedOfSeveral = "40";

/// A run of an agent in virtual time, and the capture that follows it.
class Device
{
public:
    Device(QString home, int number)
        : m_home(std::move(home))
        , m_run(QStringLiteral("device%1").arg(number))
        , m_recording(QStringLiteral("%1/%2.stepscope").arg(m_home, m_run))
    {
        m_board.makeTx2();
    }
    ~Device()
    {
        if (m_thread.joinable())
            end();
    }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// An error of the agent.
    QString begin(std::int64_t periodNs)
    {
        const testing::Answer started = testing::ask(
            {QStringLiteral(STEPSCOPE_VIRTUAL_AGENT_FILE), "start", "--run", m_run, "--sysroot",
             QString::fromStdString(m_board.root()), "--period",
             QString::number(periodNs / format::kMicrosecond) + QStringLiteral("us"), "--", "sleep", "1000000"});
        if (started.status != 0)
            return started.error;
        app::CaptureOptions options;
        options.target = "local";
        options.existingRun = m_run.toStdString();
        options.recording = m_recording.toStdString();
        app::CaptureObserver observer;
        observer.view = [this](const trace::TraceView& view) { m_seconds = view.extent().seconds(); };
        m_capture = std::make_unique<app::Capture>(options, nullptr, observer);
        m_thread = std::thread([this] {
            m_outcome = m_capture->run();
            m_hasEnded = true;
        });
        return {};
    }
    void end()
    {
        m_capture->stopTraining();
        m_thread.join();
    }

    [[nodiscard]] pid_t supervisor() const { return supervisorOf(m_home, m_run); }
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }
    /// Of the recording, so far.
    [[nodiscard]] double seconds() const { return m_seconds; }
    /// After end().
    [[nodiscard]] const format::Result<app::CaptureOutcome>& outcome() const { return m_outcome; }
    [[nodiscard]] bool isWhole() const { return equalsSpool(m_recording, m_home, m_run); }

private:
    QString m_home;
    QString m_run;
    QString m_recording;
    testing::BoardTree m_board;
    std::atomic<double> m_seconds = 0;
    std::atomic<bool> m_hasEnded = false;
    format::Result<app::CaptureOutcome> m_outcome = format::failure("the capture did not end");
    std::unique_ptr<app::Capture> m_capture;
    std::thread m_thread;
};

using Devices = std::vector<std::unique_ptr<Device>>;

double shortestSeconds(const Devices& devices)
{
    double seconds = devices.front()->seconds();
    for (const auto& device : devices)
        seconds = std::min(seconds, device->seconds());
    return seconds;
}

bool hasEnded(const Devices& devices)
{
    return std::any_of(devices.begin(), devices.end(), [](const auto& device) { return device->hasEnded(); });
}

void follow(const Devices& devices, double seconds, UsageWatch& receiver, std::vector<UsageWatch>& agents)
{
    for (double progress = 0; progress < 1 && !hasEnded(devices);) {
        std::this_thread::sleep_for(100ms);
        progress = shortestSeconds(devices) / seconds;
        receiver.measure(progress);
        for (UsageWatch& agent : agents)
            agent.measure(progress);
    }
}

void addOutcome(LongRunResult& result, const Device& device, std::int64_t periodNs)
{
    if (!device.outcome().ok()) {
        result.failure = device.outcome().error().text;
        return;
    }
    const trace::TraceView& view = device.outcome()->view;
    result.samples += view.sampleCount();
    result.lost += static_cast<double>(lostIn(view, periodNs)) + (device.isWhole() ? 0 : 1);
}

} // namespace

LongRunResult recordInVirtualTime(int count, double hours, std::int64_t periodNs)
{
    LongRunResult result;
    const QTemporaryDir home;
    qputenv("HOME", QFile::encodeName(home.path()));
    qputenv("STEPSCOPE_MEMORY_LIMIT", "4M"); // of each recording
    qputenv("STEPSCOPE_VIRTUAL_SPEED", count > 1 ? kSpeedOfSeveral : "0");
    QElapsedTimer timer;
    timer.start();
    Devices devices;
    std::vector<UsageWatch> agents;
    for (int i = 0; i < count; ++i) {
        devices.push_back(std::make_unique<Device>(home.path(), i));
        if (const QString error = devices.back()->begin(periodNs); !error.isEmpty())
            return {.failure = error.toStdString()};
        agents.emplace_back(devices.back()->supervisor());
    }
    UsageWatch receiver(getpid());
    follow(devices, hours * 3600, receiver, agents);
    result.hours = shortestSeconds(devices) / 3600;
    result.seconds = static_cast<double>(timer.elapsed()) * 1e-3;
    for (const auto& device : devices)
        device->end();
    for (const auto& device : devices)
        addOutcome(result, *device, periodNs);
    result.receiverGrowth = receiver.memoryGrowth();
    result.receiverMegabytes = receiver.megabytes();
    result.receiverFileMegabytes = receiver.fileMegabytes() / count;
    result.descriptorGrowth = receiver.descriptorGrowth();
    result.threadGrowth = receiver.threadGrowth();
    for (const UsageWatch& agent : agents) {
        result.agentGrowth = std::max(result.agentGrowth, agent.memoryGrowth());
        result.agentMegabytes = std::max(result.agentMegabytes, agent.megabytes());
        result.descriptorGrowth = std::max(result.descriptorGrowth, agent.descriptorGrowth());
        result.threadGrowth = std::max(result.threadGrowth, agent.threadGrowth());
    }
    return result;
}

} // namespace stepscope::soak
