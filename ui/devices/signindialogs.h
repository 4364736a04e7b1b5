#pragma once

#include <QDialog>

#include <optional>

namespace stepscope::ui {

/// Asks whether to trust an unknown SSH host key. The default button, Esc and closing the dialog refuse. Changed keys
/// never reach this dialog: the connection fails with an error.
class HostKeyDialog : public QDialog
{
    Q_OBJECT

public:
    /// `fingerprint` as OpenSSH prints it ("SHA256:..."), `keyType` such as "ssh-ed25519".
    HostKeyDialog(const QString& host, const QString& keyType, const QString& fingerprint, QWidget* parent = nullptr);

    /// Blocks until the user answers. True: trust the key and store it.
    static bool ask(QWidget* parent, const QString& host, const QString& keyType, const QString& fingerprint);
};

} // namespace stepscope::ui

class QLineEdit;

namespace stepscope::ui {

/// Asks for a password, a key's passphrase or the answer to a keyboard-interactive question. It stores nothing.
class SecretDialog : public QDialog
{
    Q_OBJECT

public:
    /// `prompt` names the secret and its owner, e.g. "Password of ada@tx2-lab". `echo`: show the typed text.
    explicit SecretDialog(const QString& prompt, bool echo = false, QWidget* parent = nullptr);

    [[nodiscard]] QString secret() const;

    /// Blocks until the user answers; nullopt if cancelled.
    static std::optional<QString> ask(QWidget* parent, const QString& prompt, bool echo = false);

private:
    QLineEdit* m_edit = nullptr;
};

} // namespace stepscope::ui
