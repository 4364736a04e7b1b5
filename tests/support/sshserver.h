#pragma once

#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/target.h"
#include "remote/link/transport/transport.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace stepscope::tests {

/// Ends the test program if the file cannot be written.
void writeFile(const QString& path, const QByteArray& text);
/// Empty if the file cannot be read.
[[nodiscard]] QByteArray readFile(const QString& path);
/// The error's text; "(connected)" without an error.
[[nodiscard]] QByteArray textOf(const link::Result<void>& result);

/// An OpenSSH server on loopback, run by the user of the test. Port, keys, known_hosts and home folder are separate
/// from those of the machine.
class SshServer
{
public:
    struct Options
    {
        bool sftp = true;
        bool smallDisk = false;  ///< the home folder is a file system of 1 MiB (needs mount namespaces)
        bool noexecHome = false; ///< same, mounted with noexec
        QByteArray extraConfig;  ///< lines for sshd_config
    };

    SshServer();
    ~SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;

    /// The reason why this computer cannot run the server; empty if it can.
    static QString missing();
    /// The reason why the options smallDisk and noexecHome are not available; empty if they are.
    static QString missingNamespaces();

    /// Starts, or starts again on the same port. False with a message in log().
    bool start(const Options& options);
    bool start() { return start(Options()); }
    /// Ends the server and its connections.
    void stop();
    /// Simulates a broken link: kills the processes of all connections. Returns their number.
    int killConnections();
    /// Sends a signal to them.
    int signalConnections(int signal);
    /// Creates another host key, which applies from the next start() on.
    void changeHostKey();
    /// Writes the server's key into knownHosts().
    void trust();

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString home() const { return m_folder.filePath(QStringLiteral("home")); }
    [[nodiscard]] QString userKey() const { return m_folder.filePath(QStringLiteral("user")); }
    /// A key that the server accepts, with the passphrase "open sesame".
    [[nodiscard]] QString lockedKey() const { return m_folder.filePath(QStringLiteral("locked")); }
    [[nodiscard]] QString knownHosts() const { return m_folder.filePath(QStringLiteral("known_hosts")); }
    [[nodiscard]] QString filePath(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QByteArray fingerprint() const;
    [[nodiscard]] QByteArray log() const;

    /// The target for the client: host 127.0.0.1 and this port.
    [[nodiscard]] link::Target target() const;
    /// Options with userKey(), knownHosts() and no files of the machine.
    [[nodiscard]] link::SshOptions options() const;

private:
    void makeKey(const QString& name, const QString& passphrase);
    void writeConfig(const Options& options);

    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_port = 0;
};

/// Gives prepared answers and records the questions.
class ScriptedPrompter : public link::Prompter
{
public:
    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;

    bool acceptsHostKey = false;
    QList<std::string> secrets;  ///< given in this order; then no answer
    QList<std::string> hostKeys; ///< "host type fingerprint" of each question
    QList<std::string> prompts;
};

} // namespace stepscope::tests
