#include "ui/devices/signindialogs.h"

#include "ui/parts/plaintext.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

HostKeyDialog::HostKeyDialog(const QString& host, const QString& keyType, const QString& fingerprint, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Unknown device"));
    auto* title = plainLabel(tr("The host key of %1 is unknown.").arg(host), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    title->setWordWrap(true);
    auto* meaning =
        plainLabel(tr("The device presents the key below. Another machine that poses as the device could read what you "
                      "type and run your commands. Compare the key with the output of this command on the "
                      "device:\n\nssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub")
                       .arg(QString(keyType).remove(QStringLiteral("ssh-")).section(QLatin1Char('-'), 0, 0)),
                   this);
    meaning->setTextInteractionFlags(Qt::TextSelectableByMouse);
    meaning->setWordWrap(true);
    auto* print = new QLineEdit(fingerprint, this);
    print->setObjectName(QStringLiteral("fingerprint"));
    print->setReadOnly(true);
    print->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    print->setCursorPosition(0);
    print->setMinimumWidth(print->fontMetrics().horizontalAdvance(QLatin1Char('0')) * 56);
    print->setAccessibleName(tr("Fingerprint of the key (%1)").arg(keyType));
    auto* name = plainLabel(tr("&Fingerprint (%1)").arg(keyType), this);
    name->setBuddy(print);

    auto* buttons = new QDialogButtonBox(this);
    QPushButton* refuse = buttons->addButton(tr("&Do not connect"), QDialogButtonBox::RejectRole);
    QPushButton* trust = buttons->addButton(tr("&Trust this key"), QDialogButtonBox::AcceptRole);
    trust->setObjectName(QStringLiteral("trust"));
    trust->setAutoDefault(false);
    refuse->setObjectName(QStringLiteral("refuse"));
    refuse->setDefault(true);
    refuse->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->setSpacing(8);
    column->addWidget(title);
    column->addWidget(meaning);
    column->addSpacing(8);
    column->addWidget(name);
    column->addWidget(print);
    column->addSpacing(16);
    column->addWidget(buttons);
}

bool HostKeyDialog::ask(QWidget* parent, const QString& host, const QString& keyType, const QString& fingerprint)
{
    HostKeyDialog dialog(host, keyType, fingerprint, parent);
    return dialog.exec() == QDialog::Accepted;
}

SecretDialog::SecretDialog(const QString& prompt, bool echo, QWidget* parent)
    : QDialog(parent)
    , m_edit(new QLineEdit(this))
{
    setWindowTitle(tr("Sign in"));
    auto* label = plainLabel(prompt, this);
    label->setWordWrap(true);
    label->setBuddy(m_edit);
    m_edit->setObjectName(QStringLiteral("secret"));
    m_edit->setEchoMode(echo ? QLineEdit::Normal : QLineEdit::Password);
    m_edit->setInputMethodHints(Qt::ImhSensitiveData | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase);
    m_edit->setAccessibleName(prompt);
    m_edit->setMinimumWidth(m_edit->fontMetrics().averageCharWidth() * 48);
    auto* note = plainLabel(tr("Used for this connection only and never stored."), this);
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
