#include "ui/devices/devicepanel.h"

#include "ui/devices/captureform.h"
#include "ui/devices/cleandialog.h"
#include "ui/parts/fittedcolumns.h"
#include "ui/parts/messageline.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stepscope::ui {

namespace {

constexpr int kRunRole = Qt::UserRole;
constexpr int kMostChars = 44; ///< of a column that is not the last

QTreeWidget* plainTree(QWidget* parent, const QStringList& headers, const QString& name)
{
    auto* tree = new QTreeWidget(parent);
    tree->setHeaderLabels(headers);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setAlternatingRowColors(true);
    tree->setAllColumnsShowFocus(true);
    tree->setAccessibleName(name);
    tree->header()->setStretchLastSection(true);
    return tree;
}

QLabel* smallHeading(QWidget* parent)
{
    auto* label = plainLabel(parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QString sourceState(const QString& state)
{
    if (state == QLatin1String("used"))
        return DevicePanel::tr("used");
    if (state == QLatin1String("unneeded"))
        return DevicePanel::tr("not needed");
    if (state == QLatin1String("missing"))
        return DevicePanel::tr("not present");
    if (state == QLatin1String("denied"))
        return DevicePanel::tr("no permission");
    return state;
}

/// What a check has found, in a sentence. Sources that other boards have are left out.
QString plainWords(const DeviceFacts& facts)
{
    QStringList used;
    QStringList denied;
    for (const DeviceFacts::Source& source : facts.sources) {
        if (source.state == QLatin1String("used"))
            used.append(source.title);
        else if (source.state == QLatin1String("denied"))
            denied.append(source.reason.isEmpty() ? source.title
                                                  : DevicePanel::tr("%1 (%2)").arg(source.title, source.reason));
    }
    QString text;
    if (!used.isEmpty())
        text = DevicePanel::tr("Measures %1.").arg(used.join(QStringLiteral(", ")));
    if (!denied.isEmpty())
        text += DevicePanel::tr(" Not permitted: %1.").arg(denied.join(QStringLiteral("; ")));
    return text.trimmed();
}

} // namespace

DevicePanel::DevicePanel(QWidget* parent)
    : QWidget(parent)
    , m_title(smallHeading(this))
    , m_note(plainLabel(this))
    , m_probe(new QPushButton(tr("Chec&k device"), this))
    , m_advice(new MessageLine(MessageLine::Place::Panel, this))
    , m_facts(plainTree(this, {tr("Fact or source"), tr("Value"), tr("Note")}, tr("Facts and sources of the device")))
    , m_factColumns(new FittedColumns(m_facts, {0, 1}, kMostChars))
    , m_runsTitle(smallHeading(this))
    , m_list(new QPushButton(tr("L&ist runs"), this))
    , m_clean(new QPushButton(tr("C&lean…"), this))
    , m_attach(new QPushButton(tr("&Attach"), this))
    , m_runs(
          plainTree(this, {tr("Run"), tr("State"), tr("Started"), tr("Size"), tr("Command")}, tr("Runs on the device")))
    , m_runColumns(new FittedColumns(m_runs, {0, 1, 2, 3}, kMostChars))
{
    m_runs->setObjectName(QStringLiteral("runs"));
    m_facts->setObjectName(QStringLiteral("facts"));
    m_attach->setObjectName(QStringLiteral("attach"));
    m_probe->setObjectName(QStringLiteral("probe"));
    m_list->setObjectName(QStringLiteral("refreshRuns"));
    m_clean->setObjectName(QStringLiteral("clean"));
    m_clean->setToolTip(tr("Show which runs and files can be removed from this device, and remove them"));
    m_note->setWordWrap(true);
    m_probe->setToolTip(tr("Connect and list the sensors of this device, their resolution, and possible improvements"));
    m_attach->setToolTip(tr("Fetch the recording of the run, and follow it while it runs"));
    buildLayout();

    connect(m_probe, &QPushButton::clicked, this, [this] { emit probeRequested(m_target); });
    connect(m_advice, &MessageLine::actionRequested, this, [this] { emit selfTestRequested(m_target); });
    connect(m_list, &QPushButton::clicked, this, [this] { emit runsRequested(m_target); });
    connect(m_clean, &QPushButton::clicked, this, [this] { emit cleaningRequested(m_target); });
    connect(m_attach, &QPushButton::clicked, this, &DevicePanel::attachCurrent);
    connect(m_runs, &QTreeWidget::itemActivated, this, &DevicePanel::attachCurrent);
    connect(m_runs, &QTreeWidget::currentItemChanged, this,
            [this](const QTreeWidgetItem* item) { m_attach->setEnabled(item && item->data(0, kRunRole).isValid()); });
}

void DevicePanel::buildLayout()
{
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_probe);
    auto* middle = new QHBoxLayout;
    middle->addWidget(m_runsTitle, 1);
    middle->addWidget(m_list);
    middle->addWidget(m_clean);
    middle->addWidget(m_attach);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(8);
    all->addLayout(top);
    all->addWidget(m_note);
    all->addWidget(m_advice);
    all->addWidget(m_facts, 3);
    all->addSpacing(16);
    all->addLayout(middle);
    all->addWidget(m_runs, 2);
}

void DevicePanel::setTarget(const QString& target)
{
    m_target = target;
    refresh();
}

QString DevicePanel::note() const
{
    return m_note->isHidden() ? QString() : m_note->text();
}

void DevicePanel::setFacts(const QString& target, const DeviceFacts& facts)
{
    DeviceState& state = m_states[target];
    state.facts = facts;
    state.probed = true;
    state.error.clear();
    refresh();
}

void DevicePanel::setRuns(const QString& target, const QList<RemoteRun>& runs)
{
    DeviceState& state = m_states[target];
    state.runs = runs;
    state.listed = true;
    state.error.clear();
    refresh();
}

void DevicePanel::setError(const QString& target, const QString& oneLine)
{
    m_states[target].error = oneLine;
    refresh();
}

void DevicePanel::refresh()
{
    const DeviceState state = m_states.value(m_target);
    m_title->setText(m_target.isEmpty() ? tr("No device chosen") : m_target);
    m_runsTitle->setText(tr("Runs on the device"));
    m_probe->setEnabled(!m_target.isEmpty());
    m_list->setEnabled(!m_target.isEmpty());
    m_clean->setEnabled(!m_target.isEmpty());
    m_note->setText(!state.error.isEmpty() ? state.error
                    : state.probed
                        ? plainWords(state.facts)
                        : tr("Check the device to see its sensors, their resolution, and possible improvements."));
    m_note->setVisible(!m_note->text().isEmpty());
    showAdvice(state);
    showFacts(state);
    showRuns(state);
}

/// Offers the self-test where it would tell something new.
void DevicePanel::showAdvice(const DeviceState& state)
{
    if (state.facts.unknownRails.isEmpty())
        return m_advice->setMessage(MessageLine::Kind::Note, {});
    constexpr qsizetype kNamed = 3;
    QString names = state.facts.unknownRails.mid(0, kNamed).join(tr(", "));
    if (state.facts.unknownRails.size() > kNamed)
        names = tr("%1 and %2 more").arg(names).arg(state.facts.unknownRails.size() - kNamed);
    m_advice->setMessage(
        MessageLine::Kind::Note,
        tr("The averaging window and the latency of %1 are not known, so each recording fits them to its samples. A "
           "self-test measures them once, which makes the energy of ops more certain. It loads the device for "
           "20\u00A0s; "
           "run it while no training runs.")
            .arg(names),
        tr("&Self-test"), tr("Run a load of known shape on the device, and measure its sensors"));
}

void DevicePanel::showFacts(const DeviceState& state)
{
    m_facts->clear();
    for (const DeviceFacts::Fact& fact : state.facts.facts)
        new QTreeWidgetItem(m_facts, {fact.label, fact.value});
    for (const DeviceFacts::Source& source : state.facts.sources) {
        const QString how = source.state == QLatin1String("used") ? source.resolution : sourceState(source.state);
        auto* item = new QTreeWidgetItem(m_facts, {source.title, how, source.reason});
        item->setToolTip(2, source.reason);
    }
    m_facts->setVisible(state.probed);
    m_factColumns->fit();
}

void DevicePanel::showRuns(const DeviceState& state)
{
    const auto* before = m_runs->currentItem();
    const QString chosen = before ? before->data(0, kRunRole).toString() : QString();
    m_runs->clear();
    for (const RemoteRun& run : state.runs) {
        auto* item =
            new QTreeWidgetItem(m_runs, {run.run, run.state, run.started.toString(QStringLiteral("yyyy-MM-dd HH:mm")),
                                         bytes(static_cast<double>(run.bytes)), run.command});
        item->setData(0, kRunRole, run.run);
        item->setToolTip(4, run.command);
        if (run.run == chosen)
            m_runs->setCurrentItem(item);
    }
    m_runs->setHeaderHidden(state.runs.isEmpty());
    if (state.runs.isEmpty()) {
        auto* item = new QTreeWidgetItem(
            m_runs, {state.listed ? tr("The device has no runs.") : tr("Press “List runs” to load the list.")});
        item->setFlags(Qt::NoItemFlags);
        item->setFirstColumnSpanned(true);
    }
    if (!m_runs->currentItem())
        m_attach->setEnabled(false);
    if (!state.runs.isEmpty())
        m_runColumns->fit();
}

void DevicePanel::setCleaningPlan(const QString& target, const CleaningPlan& plan)
{
    auto* dialog = new CleanDialog(target, plan, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CleanDialog::confirmed, this, [this, target](bool all) { emit cleaningConfirmed(target, all); });
    dialog->open();
}

void DevicePanel::attachCurrent()
{
    if (const QTreeWidgetItem* item = m_runs->currentItem(); item && item->data(0, kRunRole).isValid())
        emit attachRequested(m_target, item->data(0, kRunRole).toString());
}

namespace {

QLabel* heading(const QString& text, QWidget* parent)
{
    auto* label = plainLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.6);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

DevicePage::DevicePage(QWidget* parent)
    : QWidget(parent)
    , m_form(new CaptureForm(this))
    , m_device(new DevicePanel(this))
    , m_progress(new BusyStrip(this))
    , m_showLive(new QPushButton(tr("&Show the live recording"), this))
{
    auto* lead = plainLabel(tr("Runs your training on the device together with a sampling agent, and shows the time, "
                               "power and memory of each step."),
                            this);
    lead->setWordWrap(true);
    m_progress->setFrameShape(QFrame::StyledPanel);
    m_progress->hide();
    m_showLive->hide();

    auto* content = new QWidget(this);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(heading(tr("Profile a training"), this));
    left->addWidget(lead);
    left->addSpacing(8);
    left->addWidget(m_progress);
    left->addWidget(m_showLive, 0, Qt::AlignLeft);
    left->addSpacing(8);
    left->addWidget(m_form);
    left->addStretch(1);
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(32, 24, 32, 24);
    rows->setSpacing(24);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    rows->addLayout(m_columns, 1);
    m_columns->setSpacing(40);
    m_columns->addLayout(left, 1);
    m_columns->addWidget(m_device, 1);
    // Longer lines are hard to read on wide screens.
    content->setMaximumWidth(fontMetrics().averageCharWidth() * 230);

    content->installEventFilter(this); // unfolded options are wider
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows the focus of its controls
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);

    connect(m_form, &CaptureForm::submitted, this, &DevicePage::profileRequested);
    connect(m_form, &CaptureForm::targetChosen, this, [this](const QString& target) {
        m_device->setTarget(target);
        emit targetChosen(target);
    });
    connect(m_progress, &BusyStrip::cancelRequested, this, &DevicePage::cancelRequested);
    connect(m_showLive, &QPushButton::clicked, this, &DevicePage::showLiveRequested);
    m_device->setTarget(m_form->target());
}

void DevicePage::setStatus(const CaptureStatus& status)
{
    const bool busy = isBusy(status.phase);
    m_form->setBusy(busy);
    m_showLive->setVisible(isLive(status.phase));
    m_progress->setVisible(busy && status.phase != CapturePhase::Streaming);
    m_progress->setCancellable(isCancellable(status.phase));
    m_progress->setProgress(statusText(status) + (status.text.isEmpty() ? QStringLiteral("…") : QString()),
                            status.progress);
}

void DevicePage::setTarget(const QString& target)
{
    if (m_form->target() != target)
        m_form->setTarget(target);
    m_device->setTarget(target);
}

void DevicePage::resizeEvent(QResizeEvent* event)
{
    placeColumns();
    QWidget::resizeEvent(event);
}

bool DevicePage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        placeColumns();
    return QWidget::eventFilter(watched, event);
}

/// A narrow page has the device below the form.
void DevicePage::placeColumns()
{
    const QMargins around = m_columns->parentWidget()->layout()->contentsMargins();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const int needed = m_form->minimumSizeHint().width() + m_device->minimumSizeHint().width() + m_columns->spacing() +
                       around.left() + around.right() + bar;
    m_columns->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

} // namespace stepscope::ui
