#include "ui/devices/captureoptions.h"

#include "ui/parts/plaintext.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace stepscope::ui {

CaptureOptionsFold::CaptureOptionsFold(QWidget* parent)
    : QWidget(parent)
    , m_button(new QToolButton(this))
    , m_options(new QWidget(this))
    , m_rows(new QFormLayout(m_options))
    , m_fault(plainLabel(this))
{
    m_button->setObjectName(QStringLiteral("allOptions"));
    m_button->setText(tr("All options"));
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setArrowType(Qt::RightArrow);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setToolTip(tr("Name of the run, its copy on the device, SSH files, secrets"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setVerticalSpacing(8);
    m_fault->setObjectName(QStringLiteral("optionsFault"));
    m_fault->setWordWrap(true);
    m_fault->hide();
    buildOptions();
    m_options->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_button, 0, Qt::AlignLeft);
    column->addWidget(m_options);
    column->addWidget(m_fault);
    connect(m_button, &QToolButton::toggled, this, [this](bool unfolded) {
        m_button->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
        m_options->setVisible(unfolded);
    });
}

void CaptureOptionsFold::buildOptions()
{
    m_runName = addText(tr("Name of the run"), QStringLiteral("runName"),
                        tr("The name of a run that exists continues this run instead of starting another one"));
    m_spoolFolder = addText(tr("Folder of the copy"), QStringLiteral("spoolFolder"),
                            tr("Folder on the device for its copy of the recording"));
    m_spoolLimit = addText(tr("Limit of the copy"), QStringLiteral("spoolLimit"),
                           tr("Largest recording on the device, for example 2GB"));
    m_sysroot = addText(tr("Tree of sensors"), QStringLiteral("sysroot"),
                        tr("Folder on the device to read instead of /proc and /sys"));
    m_identity = addText(tr("SSH key"), QStringLiteral("identity"),
                         tr("File of a private key on this computer, tried before all others"));
    m_config = addText(tr("SSH configuration"), QStringLiteral("sshConfig"), tr("File instead of ~/.ssh/config"));
    m_knownHosts = addText(tr("Known hosts"), QStringLiteral("knownHosts"), tr("File instead of ~/.ssh/known_hosts"));
    m_acceptKey = addCheck(tr("Accept the key of an unknown host"), QStringLiteral("acceptKey"),
                           tr("Stores the key without a question; a changed key is still refused"));
    m_keepSecrets = addCheck(tr("Keep secrets in the command line"), QStringLiteral("keepSecrets"),
                             tr("By default, values of options such as --token or --password are replaced with ***"));
}

QLineEdit* CaptureOptionsFold::addText(const QString& label, const QString& name, const QString& help)
{
    auto* edit = new QLineEdit(m_options);
    edit->setObjectName(name);
    edit->setPlaceholderText(help);
    edit->setToolTip(help);
    edit->setAccessibleName(label);
    edit->setAccessibleDescription(help);
    QLabel* title = plainLabel(label, m_options);
    title->setBuddy(edit);
    m_rows->addRow(title, edit);
    connect(edit, &QLineEdit::textEdited, m_fault, &QWidget::hide);
    return edit;
}

QCheckBox* CaptureOptionsFold::addCheck(const QString& text, const QString& name, const QString& help)
{
    auto* check = new QCheckBox(text, m_options);
    check->setObjectName(name);
    check->setToolTip(help);
    check->setAccessibleDescription(help);
    m_rows->addRow(check);
    return check;
}

void CaptureOptionsFold::fill(CaptureRequest& request) const
{
    request.runName = m_runName->text().trimmed();
    request.spoolFolder = m_spoolFolder->text().trimmed();
    request.spoolLimitBytes = parseBytes(m_spoolLimit->text()).value_or(0);
    request.sysroot = m_sysroot->text().trimmed();
    request.identityFile = m_identity->text().trimmed();
    request.configFile = m_config->text().trimmed();
    request.knownHostsFile = m_knownHosts->text().trimmed();
    request.acceptsNewHostKey = m_acceptKey->isChecked();
    request.keepsSecrets = m_keepSecrets->isChecked();
}

void CaptureOptionsFold::setRequest(const CaptureRequest& request)
{
    m_runName->setText(request.runName);
    m_spoolFolder->setText(request.spoolFolder);
    m_spoolLimit->setText(request.spoolLimitBytes > 0 ? QString::number(request.spoolLimitBytes) : QString());
    m_sysroot->setText(request.sysroot);
    m_identity->setText(request.identityFile);
    m_config->setText(request.configFile);
    m_knownHosts->setText(request.knownHostsFile);
    m_acceptKey->setChecked(request.acceptsNewHostKey);
    m_keepSecrets->setChecked(request.keepsSecrets);
    m_fault->hide();
}

void CaptureOptionsFold::setUnfolded(bool unfolded)
{
    m_button->setChecked(unfolded);
}

QString CaptureOptionsFold::showFault()
{
    static const QRegularExpression kName(QStringLiteral("^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"));
    QString fault;
    QLineEdit* field = nullptr;
    if (const QString name = m_runName->text().trimmed(); !name.isEmpty() && !kName.match(name).hasMatch()) {
        fault = tr("The name of a run consists of letters, digits, dots, dashes and underscores, and starts with a "
                   "letter or digit.");
        field = m_runName;
    } else if (!parseBytes(m_spoolLimit->text())) {
        fault = tr("Write the limit of the copy as a size, for example 500MB or 2GB.");
        field = m_spoolLimit;
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    if (field) {
        setUnfolded(true);
        field->setFocus(Qt::OtherFocusReason);
    }
    return fault;
}

std::optional<quint64> parseBytes(const QString& text)
{
    if (text.trimmed().isEmpty())
        return 0;
    static const QRegularExpression kSize(QStringLiteral("^(\\d{1,15})\\s*([kmgt]?)(?:i?b)?$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = kSize.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    constexpr std::array kUnits{'k', 'm', 'g', 't'};
    quint64 bytes = match.captured(1).toULongLong();
    const QString unit = match.captured(2).toLower();
    for (const char known : kUnits) {
        if (unit.isEmpty())
            break;
        if (bytes > (quint64{1} << 52U))
            return std::nullopt;
        bytes *= 1024;
        if (unit.front() == QLatin1Char(known))
            break;
    }
    return bytes;
}

} // namespace stepscope::ui
