#pragma once

#include <QDialog>

#include <optional>

class QLineEdit;

namespace stepscope::ui {

/// Asks for a password, a key's passphrase or the answer to a keyboard-interactive question. Nothing is remembered.
class SecretDialog : public QDialog
{
    Q_OBJECT

public:
    /// `prompt` says what is asked for and for whom, e.g. "Password of ada@tx2-lab". `echo`: the answer may be seen.
    explicit SecretDialog(const QString& prompt, bool echo = false, QWidget* parent = nullptr);

    [[nodiscard]] QString secret() const;

    /// Blocks until answered; nothing = refused.
    static std::optional<QString> ask(QWidget* parent, const QString& prompt, bool echo = false);

private:
    QLineEdit* m_edit = nullptr;
};

} // namespace stepscope::ui
