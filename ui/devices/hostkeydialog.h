#pragma once

#include <QDialog>

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
