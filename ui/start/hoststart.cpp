#include "ui/start/hoststart.h"

#include "ui/devices/captureform.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"
#include "ui/start/startcontent.h"

#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::ui {

HostStart::HostStart(QWidget* parent)
    : QWidget(parent)
    , m_host(new QComboBox(this))
    , m_connect(new QPushButton(tr("Connect and chec&k"), this))
    , m_progress(new BusyStrip(this))
    , m_note(plainLabel(this))
    , m_help(plainLabel(this))
    , m_add(new QPushButton(tr("Add it &anyway"), this))
{
    m_host->setObjectName(QStringLiteral("host"));
    m_host->setEditable(true);
    m_host->setInsertPolicy(QComboBox::NoInsert);
    m_host->completer()->setCompletionMode(QCompleter::PopupCompletion); // inline, "tx2" would become "tx2-lab"
    m_host->setMinimumWidth(0);
    m_host->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_host->setAccessibleName(tr("Host of the board"));
    m_host->lineEdit()->setPlaceholderText(tr("user@host, or user@host:port"));
    m_connect->setObjectName(QStringLiteral("connect"));
    m_connect->setAutoDefault(true);
    m_connect->setMinimumHeight(kStartButtonHeight);
    m_connect->setToolTip(tr("Log in, install the agent in ~/.stepscope, and list what this board can measure"));
    m_add->setObjectName(QStringLiteral("addAnyway"));
    m_add->setToolTip(tr("Keep the host as a device although the connection has failed"));
    for (QLabel* label : {m_note, m_help})
        label->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("hostNote"));
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_help->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_host);
    column->addWidget(m_help);
    column->addWidget(m_note);
    column->addWidget(m_add, 0, Qt::AlignLeft);
    column->addWidget(m_progress);
    column->addSpacing(8);
    column->addWidget(m_connect);
    m_note->hide();
    m_add->hide();
    m_progress->hide();
    setHosts({});

    connect(m_connect, &QPushButton::clicked, this, &HostStart::submit);
    connect(m_host->lineEdit(), &QLineEdit::returnPressed, this, &HostStart::submit);
    connect(m_host, &QComboBox::editTextChanged, this, [this] {
        m_note->hide();
        m_add->hide();
    });
    connect(m_progress, &BusyStrip::cancelRequested, this, &HostStart::cancelRequested);
    connect(m_add, &QPushButton::clicked, this, [this] { emit addRequested(m_failed); });
}

void HostStart::setHosts(const QStringList& hosts)
{
    const QString typed = m_host->currentText();
    const QSignalBlocker quiet(m_host);
    m_host->clear();
    m_host->addItems(hosts);
    m_host->setEditText(typed);
    if (typed.isEmpty())
        m_host->setCurrentIndex(-1);
    m_help->setText(hosts.isEmpty() ? tr("Keys, agents, passwords and ~/.ssh/config work as with ssh.")
                                    : tr("The list has the hosts of ~/.ssh/config (%1).").arg(hosts.size()));
}

void HostStart::setConnecting(const QString& target)
{
    const bool isConnecting = !target.isEmpty();
    m_progress->setVisible(isConnecting);
    m_progress->setCancellable(true);
    if (isConnecting)
        m_progress->setProgress(tr("Connecting to %1…").arg(target), -1);
    m_connect->setEnabled(!isConnecting);
    if (isConnecting) {
        m_note->hide();
        m_add->hide();
    }
}

void HostStart::setError(const QString& target, const QString& oneLine)
{
    m_failed = target;
    m_note->setText(oneLine);
    m_note->setVisible(!oneLine.isEmpty());
    m_add->setVisible(!oneLine.isEmpty() && targetFault(target).isEmpty());
}

QString HostStart::note() const
{
    return m_note->isHidden() ? QString() : m_note->text();
}

void HostStart::submit()
{
    if (!m_connect->isEnabled())
        return;
    const QString target = m_host->currentText().trimmed();
    const QString fault = targetFault(target);
    if (fault.isEmpty())
        return emit connectRequested(target);
    setError(target, fault);
    m_host->setFocus(Qt::OtherFocusReason);
}

} // namespace stepscope::ui
