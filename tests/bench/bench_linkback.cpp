// How soon the window is live again after the link is: from the moment when a proxy forwards again until the window has
// new samples. Real window, agent, training and OpenSSH server. The link is cut and refused, cut and held half-open, or
// held half-open without a cut, each for a random time.

#include "app/window/windowcontroller.h"
#include "tests/bench/figures.h"
#include "tests/support/linkproxy.h"
#include "tests/support/sshserver.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <array>
#include <cstdlib>
#include <functional>
#include <random>

using namespace stepscope;

namespace {

constexpr int kCuts = 15;
constexpr double kGoalSeconds = 3;

void fail(const char* reason)
{
    std::printf("%s\n", reason);
    std::exit(1);
}

/// Runs the event loop until the condition holds; the seconds it took, -1 after a minute.
double secondsUntil(const std::function<bool()>& holds)
{
    QElapsedTimer timer;
    timer.start();
    while (!holds()) {
        if (timer.elapsed() > 60'000)
            return -1;
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    return static_cast<double>(timer.nsecsElapsed()) * 1e-9;
}

void wait(double seconds)
{
    QElapsedTimer timer;
    timer.start();
    secondsUntil([&] { return static_cast<double>(timer.elapsed()) >= seconds * 1000; });
}

struct Outage
{
    const char* name;
    void (*begin)(tests::LinkProxy& proxy);
    void (*end)(tests::LinkProxy& proxy);
};

constexpr std::array kOutages{
    Outage{"refused", [](tests::LinkProxy& proxy) { proxy.refuse(true), proxy.cut(); },
           [](tests::LinkProxy& proxy) { proxy.refuse(false); }},
    Outage{"held", [](tests::LinkProxy& proxy) { proxy.cut(), proxy.stall(true); },
           [](tests::LinkProxy& proxy) { proxy.stall(false); }},
    Outage{"silent", [](tests::LinkProxy& proxy) { proxy.stall(true); },
           [](tests::LinkProxy& proxy) { proxy.stall(false); }},
};

/// The file that the window wrote equals the one on the target.
bool isWhole(const tests::SshServer& server, const QString& recording, const QString& run)
{
    const QByteArray file = tests::readFile(recording);
    return !file.isEmpty() &&
           file == tests::readFile(server.home() + "/.stepscope/runs/" + run + "/recording.stepscope");
}

} // namespace

int main(int argc, char** argv)
{
    if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
        fail(qPrintable(missing));
    QTemporaryDir home;
    qputenv("HOME", QFile::encodeName(home.path()));
    qputenv("XDG_DATA_HOME", QFile::encodeName(home.filePath("data")));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.filePath("config")));
    qputenv("XDG_STATE_HOME", QFile::encodeName(home.filePath("state")));
    QApplication application(argc, argv);
    const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
    std::printf("seed %u\n", seed);
    std::minstd_rand random(seed);
    tests::SshServer server;
    if (!server.start())
        fail("the SSH server does not start");
    tests::LinkProxy proxy(server.port(), seed);
    tests::writeFile(server.knownHosts(), "[127.0.0.1]:" + QByteArray::number(proxy.port()) + ' ' +
                                              tests::readFile(server.filePath("host.pub")));
    app::WindowController controller(server.options());
    ui::MainWindow& window = controller.window();
    window.show();
    ui::CaptureRequest request;
    request.target = "127.0.0.1:" + QString::number(proxy.port());
    request.command = "sleep 3600";
    request.recordingPath = home.filePath("r.stepscope");
    emit window.profileRequested(request);
    if (secondsUntil([&] { return window.view().sampleCount() > 1000; }) < 0)
        fail("the recording does not start");

    std::vector<double> all;
    std::array<std::vector<double>, kOutages.size()> byKind;
    for (int cut = 0; cut < kCuts; ++cut) {
        const std::size_t kind = static_cast<std::size_t>(cut) % kOutages.size();
        const double outage = std::uniform_real_distribution<>(0.5, 14)(random);
        kOutages[kind].begin(proxy);
        wait(outage);
        const std::uint64_t before = window.view().sampleCount();
        kOutages[kind].end(proxy);
        const double back = secondsUntil([&] { return window.view().sampleCount() > before; });
        std::printf("  %s for %.1f s: back after %.2f s\n", kOutages[kind].name, outage, back);
        if (back < 0)
            fail("the window did not become live again");
        all.push_back(back);
        byKind[kind].push_back(back);
        wait(1);
    }
    const QString run = window.captureStatus().run;
    emit window.stopRequested();
    secondsUntil([&] { return window.captureStatus().phase == ui::CapturePhase::Ended; });
    bench::figure("link_back_median", bench::median(all), "s", kGoalSeconds);
    bench::figure("link_back_worst", bench::quantile(all, 1), "s", kGoalSeconds);
    for (std::size_t kind = 0; kind < kOutages.size(); ++kind)
        bench::figure((std::string("link_back_worst_") + kOutages[kind].name).c_str(), bench::quantile(byKind[kind], 1),
                      "s", kGoalSeconds);
    bench::figure("link_back_file_equals_spool", isWhole(server, request.recordingPath, run) ? 1 : 0, "files", 1, true);
    return 0;
}
