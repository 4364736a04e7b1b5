#pragma once

#include <QDialog>

#include <optional>

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
