#include "ui/devices/secretdialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace stepscope::ui {

SecretDialog::SecretDialog(const QString& prompt, bool echo, QWidget* parent)
    : QDialog(parent)
    , m_edit(new QLineEdit(this))
{
    setWindowTitle(tr("Sign in"));
    auto* label = new QLabel(prompt, this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setBuddy(m_edit);
    m_edit->setObjectName(QStringLiteral("secret"));
    m_edit->setEchoMode(echo ? QLineEdit::Normal : QLineEdit::Password);
    m_edit->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    m_edit->setAccessibleName(prompt);
    m_edit->setMinimumWidth(m_edit->fontMetrics().averageCharWidth() * 48);
    auto* note = new QLabel(tr("Used for this connection only and never stored."), this);
    note->setForegroundRole(QPalette::PlaceholderText);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(8);
    column->addWidget(label);
    column->addWidget(m_edit);
    column->addWidget(note);
    column->addSpacing(16);
    column->addWidget(buttons);
    m_edit->setFocus();
}

QString SecretDialog::secret() const
{
    return m_edit->text();
}

std::optional<QString> SecretDialog::ask(QWidget* parent, const QString& prompt, bool echo)
{
    SecretDialog dialog(prompt, echo, parent);
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return dialog.secret();
}

} // namespace stepscope::ui
