#pragma once

#include "tests/support/linkproxy.h"
#include "tests/support/sshserver.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace stepscope::tests {

/// When a fault strikes: the run's folder exists; 4 kB have arrived; the last line was printed.
enum class Moment { Start, Middle, End };

/// One server, proxy and program, with a training of some seconds that is run `night`.
class Scene
{
public:
    static constexpr int kTrainingStatus = 5;
    static constexpr int kLines = 60;

    ~Scene();

    /// The reason why no small disks can be mounted; empty if they can.
    static QString missingDisks();

    /// Starts server and proxy, and installs the agent, so that the faults meet the run and not the upload.
    bool prepare(unsigned seed);
    /// A separate small file system for the runs on the target, or for the recording here. Call before the training
    /// starts. False where it cannot be mounted.
    bool mountRuns() { return mountDisk(runsFolder(), "6m"); }
    bool mountHere() { return mountDisk(m_folder.filePath("here"), "256k"); }
    /// Fills the file system of the runs or of the recording; empties it again.
    void fillRuns() const { fill(runsFolder() + "/filler"); }
    void fillHere() const { fill(m_folder.filePath("here/filler")); }
    void emptyRuns() const { QFile::remove(runsFolder() + "/filler"); }
    void emptyHere() const { QFile::remove(m_folder.filePath("here/filler")); }

    /// Prints kLines lines with this many further characters, within about three seconds.
    void startTraining(const QStringList& options = {}, int width = 0);
    /// Prints until letTrainingEnd().
    void startLongTraining();
    void letTrainingEnd() const;
    [[nodiscard]] bool waitFor(Moment moment) const;
    /// The program's exit status; -1 = it does not end, -2 = a signal ended it.
    int finish();
    /// Runs another command of the program to its end; returns its status. Its output is answer().
    int ask(const QStringList& words);
    /// Writes the server's present key into known_hosts.
    void trust();
    /// Kills all processes of the run and the server at once; the server starts again. The run is one of an earlier
    /// boot then.
    void reboot();

    /// Sends a signal to a process that was found.
    static void send(int process, int signal);
    [[nodiscard]] int training() const;
    [[nodiscard]] int supervisor() const;
    [[nodiscard]] int drain() const;

    SshServer& server() { return m_server; }
    LinkProxy& proxy() { return *m_proxy; }
    QProcess& program() { return m_program; }
    [[nodiscard]] QString recording() const { return m_folder.filePath("here/r.stepscope"); }
    [[nodiscard]] QString spoolFile() const { return runFolder() + "/recording.stepscope"; }
    [[nodiscard]] QByteArray spool() const { return readFile(spoolFile()); }
    /// What the person reads.
    [[nodiscard]] QByteArray read() const { return readFile(m_folder.filePath("stderr")); }
    [[nodiscard]] QByteArray answer() const { return m_answer; }
    /// How often the training was started.
    [[nodiscard]] int starts() const { return static_cast<int>(readFile(m_folder.filePath("starts")).size() / 2); }

private:
    [[nodiscard]] QString runsFolder() const { return m_server.home() + "/.stepscope/runs"; }
    [[nodiscard]] QString runFolder() const { return runsFolder() + "/night"; }
    static int parentOf(int process);
    static void fill(const QString& path);
    bool mountDisk(const QString& folder, const char* size);
    void setUp(QProcess& process, QStringList words) const;
    void start(const QString& script, const QStringList& options);

    QTemporaryDir m_folder;
    SshServer m_server;
    std::unique_ptr<LinkProxy> m_proxy;
    QProcess m_program;
    QByteArray m_answer;
    QStringList m_disks;
};

} // namespace stepscope::tests
