#pragma once

#include <QDialog>

namespace stepscope::ui {

/// Asks whether an unknown SSH host key may be trusted. Refusing is the default, by button, Esc and close.
/// A changed key is never asked about: it is refused, and the error says why.
class HostKeyDialog : public QDialog
{
    Q_OBJECT

public:
    /// `fingerprint` as OpenSSH prints it ("SHA256:..."), `keyType` such as "ssh-ed25519".
    HostKeyDialog(const QString& host, const QString& keyType, const QString& fingerprint, QWidget* parent = nullptr);

    /// Blocks until answered; true = trust this key and remember it.
    static bool ask(QWidget* parent, const QString& host, const QString& keyType, const QString& fingerprint);
};

} // namespace stepscope::ui
