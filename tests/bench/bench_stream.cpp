// Speed and CPU time of fetching a finished recording of 200 MB over SSH from the real agent, alternating with
// `ssh host cat` of the same file.

#include "remote/link/run/recordingstream.h"
#include "remote/link/ssh/sshtransport.h"
#include "tests/bench/figures.h"
#include "tests/support/sshserver.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sys/resource.h>
#include <vector>

using namespace stepscope;
using bench::median;

namespace {

constexpr qint64 Size = 200'000'000;
constexpr int Rounds = 7;

struct Cost
{
    double wallSeconds = 0;
    double cpuSeconds = 0;
};

double cpuOf(int who)
{
    rusage usage{};
    getrusage(who, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

template <typename Work>
Cost measure(int who, Work work)
{
    const double cpu = cpuOf(who);
    const auto begin = std::chrono::steady_clock::now();
    work();
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), cpuOf(who) - cpu};
}

void fail(const char* reason)
{
    std::printf("%s\n", reason);
    std::exit(1);
}

/// The output of the agent, run in the home folder of the server's user.
QByteArray askAgent(const tests::SshServer& server, const QStringList& arguments)
{
    QProcess agent;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", server.home());
    agent.setProcessEnvironment(environment);
    agent.start(STEPSCOPE_AGENT_FILE, arguments);
    if (!agent.waitForFinished(30'000) || agent.exitCode() != 0)
        fail("the agent cannot create the recording to fetch");
    return agent.readAllStandardOutput();
}

struct FinishedRun
{
    std::string name;
    QString recording;
    qint64 size = 0;
};

/// Makes a finished run of the real agent and appends random bytes to its recording; the transfer does not decode them.
FinishedRun prepare(const tests::SshServer& server)
{
    const QJsonObject started = QJsonDocument::fromJson(askAgent(server, {"start", "--", "true"})).object();
    const QString run = started.value("run").toString();
    askAgent(server, {"attach", run}); // until it has ended
    QFile recording(server.home() + "/.stepscope/runs/" + run + "/recording.stepscope");
    if (run.isEmpty() || !recording.open(QIODevice::ReadWrite | QIODevice::Append))
        fail("the recording to fetch does not exist");
    QByteArray part(1'000'000, Qt::Uninitialized);
    unsigned state = 1;
    while (recording.size() < Size) {
        for (char& byte : part)
            byte = static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
        recording.write(part);
        recording.flush();
    }
    return {run.toStdString(), recording.fileName(), recording.size()};
}

void fetchOurs(const tests::SshServer& server, const FinishedRun& run, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        fail("the fetched recording cannot be written");
    link::SshTransport transport(server.target(), server.options(), nullptr);
    link::RecordingStream stream(transport, STEPSCOPE_AGENT_FILE, {});
    const auto size = stream.follow(run.name, 0, [&](std::span<const std::byte> bytes) -> link::Result<void> {
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
        return {};
    });
    if (!size.ok())
        fail(size.error().text.c_str());
    if (file.size() != run.size)
        fail("the fetched recording has the wrong size");
}

void fetchBySsh(const tests::SshServer& server, const FinishedRun& run, const QString& path)
{
    QProcess ssh;
    ssh.setStandardOutputFile(path);
    ssh.start("ssh", {"-F", "none", "-i", server.userKey(), "-o", "BatchMode=yes", "-o",
                      "UserKnownHostsFile=" + server.knownHosts(), "-p", QString::number(server.port()), "127.0.0.1",
                      "cat " + run.recording});
    if (!ssh.waitForFinished(120'000) || ssh.exitCode() != 0 || QFile(path).size() != run.size)
        fail("ssh host cat failed");
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (const QString missing = tests::SshServer::missing(); !missing.isEmpty())
        fail(qPrintable(missing));
    tests::SshServer server;
    if (!server.start())
        fail("the SSH server does not start");
    server.trust();
    const FinishedRun run = prepare(server);
    std::vector<double> speed;
    std::vector<double> cpu;
    std::vector<double> rate;
    for (int round = 0; round < Rounds; ++round) {
        const Cost ours = measure(RUSAGE_SELF, [&] { fetchOurs(server, run, server.filePath("ours")); });
        const Cost theirs = measure(RUSAGE_CHILDREN, [&] { fetchBySsh(server, run, server.filePath("theirs")); });
        speed.push_back(theirs.wallSeconds / ours.wallSeconds);
        cpu.push_back(ours.cpuSeconds / theirs.cpuSeconds);
        rate.push_back(static_cast<double>(Size) / 1e6 / ours.wallSeconds);
    }
    std::printf("stream_rate %.0f MB/s - ok\n", median(rate));
    std::printf("stream_speed_vs_ssh_cat %.2f x >=0.8 %s\n", median(speed), median(speed) >= 0.8 ? "ok" : "short");
    std::printf("stream_cpu_vs_ssh_cat %.2f x <=1.5 %s\n", median(cpu), median(cpu) <= 1.5 ? "ok" : "short");
    return 0;
}
