#include "tests/faults/faulttable.h"

#include <QFile>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

namespace stepscope::tests {
namespace {

constexpr int kPauseMs = 1500;

bool startAlone(Scene& scene, Moment /*moment*/)
{
    scene.startTraining();
    return true;
}

bool startOnSmallDisk(Scene& scene, Moment moment)
{
    return scene.mountRuns() && startAlone(scene, moment);
}

bool startWithSmallDiskHere(Scene& scene, Moment moment)
{
    return scene.mountHere() && startAlone(scene, moment);
}

/// The output of the training reaches the limit at about the moment.
bool startWithLimit(Scene& scene, Moment moment)
{
    const char* limits[] = {"64K", "160K", "256K"};
    scene.startTraining({"--spool-limit", limits[static_cast<int>(moment)]}, 5000);
    return true;
}

void nothing(Scene& /*scene*/) {}

void stopServer(Scene& scene)
{
    scene.server().stop();
}

void startServer(Scene& scene)
{
    QTest::qWait(500);
    scene.server().start();
}

void pauseOf(int process)
{
    Scene::send(process, SIGSTOP);
    QTest::qWait(kPauseMs);
    Scene::send(process, SIGCONT);
}

void pauseServer(Scene& scene)
{
    scene.server().signalConnections(SIGSTOP);
    QTest::qWait(kPauseMs);
    scene.server().signalConnections(SIGCONT);
}

int programOf(Scene& scene)
{
    return static_cast<int>(scene.program().processId());
}

/// No further memory can be mapped.
void limitMemory(int process)
{
    const rlimit none{1, 1};
    if (process > 1)
        prlimit(process, RLIMIT_AS, &none, nullptr);
}

/// What had not reached the disk is gone.
void losePower(Scene& scene)
{
    scene.reboot();
    const auto size = scene.spool().size();
    QFile::resize(scene.spoolFile(), size - size / 3);
}

const Fault kFaults[] = {
    {"link cut", startAlone, [](Scene& s) { s.proxy().cut(); }, nothing, Promise::Whole},
    {"link cut, then refused for a second", startAlone, [](Scene& s) { s.proxy().refuse(true), s.proxy().cut(); },
     [](Scene& s) { QTest::qWait(1000), s.proxy().refuse(false); }, Promise::Whole},
    {"link half-open for 4 s", startAlone, [](Scene& s) { s.proxy().stall(true); },
     [](Scene& s) { QTest::qWait(4000), s.proxy().stall(false); }, Promise::Whole},
    {"link at 64 kbit/s", startAlone, [](Scene& s) { s.proxy().limit(8000); }, nothing, Promise::Whole},
    {"corrupt packet", startAlone, [](Scene& s) { s.proxy().corruptOnce(); }, nothing, Promise::Whole},
    {"process of the server killed", startAlone, [](Scene& s) { s.server().killConnections(); }, nothing,
     Promise::Whole},
    {"process of the server stopped for 1.5 s", startAlone, pauseServer, nothing, Promise::Whole},
    {"server restarted", startAlone, stopServer, startServer, Promise::Whole},
    {"host key changed", startAlone,
     [](Scene& s) { s.server().stop(), s.server().changeHostKey(), s.server().start(); }, nothing, Promise::Continued},
    {"supervisor killed", startAlone, [](Scene& s) { Scene::send(s.supervisor(), SIGKILL); }, nothing, Promise::Ended},
    {"supervisor ended by SIGTERM", startAlone, [](Scene& s) { Scene::send(s.supervisor(), SIGTERM); }, nothing,
     Promise::Ended},
    {"drain killed", startAlone, [](Scene& s) { Scene::send(s.drain(), SIGKILL); }, nothing, Promise::Whole},
    {"training killed, as by the kernel without memory", startAlone,
     [](Scene& s) { Scene::send(s.training(), SIGKILL); }, nothing, Promise::Failed},
    {"program killed", startAlone, [](Scene& s) { s.program().kill(); }, nothing, Promise::Continued},
    {"supervisor stopped for 1.5 s", startAlone, [](Scene& s) { pauseOf(s.supervisor()); }, nothing, Promise::Whole},
    {"drain stopped for 1.5 s", startAlone, [](Scene& s) { pauseOf(s.drain()); }, nothing, Promise::Whole},
    {"training stopped for 1.5 s", startAlone, [](Scene& s) { pauseOf(s.training()); }, nothing, Promise::Whole},
    {"program stopped for 1.5 s", startAlone, [](Scene& s) { pauseOf(programOf(s)); }, nothing, Promise::Whole},
    {"no more memory for the supervisor", startAlone, [](Scene& s) { limitMemory(s.supervisor()); }, nothing,
     Promise::Whole},
    {"no more memory for the training", startAlone, [](Scene& s) { limitMemory(s.training()); }, nothing,
     Promise::Failed},
    {"no more memory for the program", startAlone, [](Scene& s) { limitMemory(programOf(s)); }, nothing,
     Promise::Continued},
    {"target restarted", startAlone, [](Scene& s) { s.reboot(); }, nothing, Promise::Gone},
    {"target without power: a third of the spool is lost", startAlone, losePower, nothing, Promise::Gone},
    {"disk of the target full for 1.5 s", startOnSmallDisk, [](Scene& s) { s.fillRuns(); },
     [](Scene& s) { QTest::qWait(kPauseMs), s.emptyRuns(); }, Promise::Whole},
    {"disk of the target full to the end", startOnSmallDisk, [](Scene& s) { s.fillRuns(); }, nothing, Promise::Named},
    {"disk here full", startWithSmallDiskHere, [](Scene& s) { s.fillHere(); }, nothing, Promise::Continued},
    {"spool reaches its limit", startWithLimit, nothing, nothing, Promise::Named},
};

} // namespace

std::span<const Fault> faults()
{
    return kFaults;
}

} // namespace stepscope::tests
