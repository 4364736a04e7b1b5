#pragma once

#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"
#include "remote/link/target.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace stepscope::tests {

/// A real OpenSSH server on loopback, for the user who runs the test: own port, own keys, own known_hosts, and a home
/// folder of its own, so that nothing of the machine is read or written.
class SshServer
{
public:
    struct Options
    {
        bool sftp = true;
        bool smallDisk = false;  ///< the home folder is a file system of 1 MiB (needs mount namespaces)
        bool noexecHome = false; ///< ... and runs no programs
        QByteArray extraConfig;  ///< lines for sshd_config
    };

    SshServer();
    ~SshServer();
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;

    /// Why no server can run here; empty when one can.
    static QString missing();
    /// Why no small disk can be had here; empty when one can.
    static QString missingNamespaces();

    /// Starts, or starts again on the same port. False with a message in log().
    bool start(const Options& options);
    bool start() { return start(Options()); }
    /// Ends the server and its connections.
    void stop();
    /// Kills the server's side of all connections, as a broken link does. Returns how many processes it killed.
    int killConnections();
    /// A new host key: the next start() is another computer to the client.
    void changeHostKey();
    /// Writes the server's key into knownHosts().
    void trust();

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString home() const { return m_folder.filePath(QStringLiteral("home")); }
    [[nodiscard]] QString userKey() const { return m_folder.filePath(QStringLiteral("user")); }
    /// A key the server takes, under the passphrase "open sesame".
    [[nodiscard]] QString lockedKey() const { return m_folder.filePath(QStringLiteral("locked")); }
    [[nodiscard]] QString knownHosts() const { return m_folder.filePath(QStringLiteral("known_hosts")); }
    [[nodiscard]] QString filePath(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] QByteArray fingerprint() const;
    [[nodiscard]] QByteArray log() const;

    /// For the client: host 127.0.0.1 and this port.
    [[nodiscard]] link::Target target() const;
    /// userKey(), knownHosts() and no file of the machine's.
    [[nodiscard]] link::SshOptions options() const;

private:
    void makeKey(const QString& name, const QString& passphrase);
    void writeConfig(const Options& options);

    QTemporaryDir m_folder;
    QProcess m_process;
    quint16 m_port = 0;
};

/// Answers as the test says, and counts.
class ScriptedPrompter : public link::Prompter
{
public:
    bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) override;
    std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) override;

    bool acceptsHostKey = false;
    QList<std::string> secrets;  ///< given in this order; then none
    QList<std::string> hostKeys; ///< "host type fingerprint" of each question
    QList<std::string> prompts;
};

} // namespace stepscope::tests
