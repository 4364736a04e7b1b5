#include "ui/fleet/fleetpage.h"

#include "ui/fleet/fleetcells.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace stepscope::ui {

namespace {

constexpr int kFigurePauseMs = 500;

/// Width of a column in characters; those with a line get the room that is left.
struct FleetWidth
{
    FleetModel::Column column;
    int chars;
};
constexpr FleetWidth kFleetWidths[] = {
    {FleetModel::Device, 18}, {FleetModel::State, 16},      {FleetModel::StepRate, 0}, {FleetModel::SampleRate, 11},
    {FleetModel::Power, 0},   {FleetModel::Temperature, 9}, {FleetModel::Gpu, 0},      {FleetModel::Memory, 10},
    {FleetModel::Steps, 8},   {FleetModel::Time, 14},
};
constexpr int kLineColumns = 3;  ///< columns with a line
constexpr int kTitleRoom = 32;   ///< px beside a title: margins and the arrow of the sorted column
constexpr int kMostLinePx = 160; ///< px
constexpr int kMarkRoom = 40;    ///< px beside the name of a state: its mark and margins

} // namespace

FleetPage::FleetPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new FleetModel(this))
    , m_table(new JumpTable(this))
    , m_views(new QStackedWidget(this))
    , m_summary(new ElidedLabel(this))
    , m_jobs(BackgroundJob::Policy::Parallel)
{
    setObjectName(QStringLiteral("fleet"));
    m_views->addWidget(buildEmpty());
    m_views->addWidget(buildTable());
    setFocusProxy(m_table);
    m_table->viewport()->installEventFilter(this);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_views);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kFigurePauseMs);
    connect(&m_refresh, &QTimer::timeout, this, &FleetPage::startJobs);
    updateActions();
}

FleetPage::~FleetPage() = default;

QWidget* FleetPage::buildEmpty()
{
    auto* page = new QWidget(this);
    auto* title = plainLabel(tr("No device records yet"), page);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    title->setFont(large);
    auto* text =
        plainLabel(tr("Choose a device and a training, and press Profile. Do the same for more devices: each is "
                      "recorded at the same time, and this page shows all of them side by side."),
                   page);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    text->setFixedWidth(fontMetrics().averageCharWidth() * 64);
    auto* profile = new QPushButton(glyph(Glyph::Profile), tr("Profile a training…"), page);
    profile->setObjectName(QStringLiteral("fleetProfile"));
    connect(profile, &QPushButton::clicked, this, &FleetPage::profileRequested);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(16);
    column->addStretch(2);
    column->addWidget(title, 0, Qt::AlignHCenter);
    auto* row = new QHBoxLayout; // an alignment would ignore that the height of the text depends on its width
    row->addStretch(1);
    row->addWidget(text);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(profile, 0, Qt::AlignHCenter);
    column->addStretch(3);
    return page;
}

/// A button above the table, which is also in its context menu.
QPushButton* FleetPage::addAction(const QString& text, const QString& tip, const char* name, void (FleetPage::*run)())
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, this, run);
    return button;
}

QWidget* FleetPage::buildTable()
{
    auto* order = new FleetOrder(this);
    order->setSourceModel(m_model);
    m_table->setObjectName(QStringLiteral("fleetTable"));
    m_table->setAccessibleName(tr("Devices that are recorded"));
    m_table->setModel(order);
    m_table->sortByColumn(FleetModel::Device, Qt::AscendingOrder);
    m_table->setItemDelegateForColumn(FleetModel::Device, new DeviceCell(m_table));
    for (const int column : {FleetModel::StepRate, FleetModel::Power, FleetModel::Gpu})
        m_table->setItemDelegateForColumn(column, new SparkCell(m_table));
    m_table->setIconSize({16, 16});
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 2 + 14);
    m_table->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() * 5);
    m_table->setJumpsOnDoubleClick();
    connect(m_table, &JumpTable::jumpRequested, this, &FleetPage::open);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FleetPage::updateActions);

    auto* page = new QWidget(this);
    m_timeline = addAction(tr("Show timeline"), tr("Show the recording of the device (Enter)"), "fleetTimeline",
                           &FleetPage::openCurrent);
    m_compare = addAction(tr("Compare"),
                          tr("Compare the recordings of two devices, also while they run; select them "
                             "with Ctrl+click or Ctrl+Space"),
                          "fleetCompare", &FleetPage::compareChosen);
    m_leave = addAction(tr("Leave running"), tr("Disconnect; the training goes on, and can be attached to later"),
                        "fleetLeave", &FleetPage::leaveChosen);
    m_stop = addAction(tr("Stop training"), tr("End the training of the selected devices, and keep the recordings"),
                       "fleetStop", &FleetPage::stopChosen);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(16, 8, 16, 8);
    top->setSpacing(8);
    top->addWidget(m_summary, 1);
    for (QPushButton* button : {m_timeline, m_compare, m_leave, m_stop})
        top->addWidget(button);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    return page;
}

void FleetPage::setStatus(const CaptureStatus& status)
{
    const int before = m_model->rowOf(status.target);
    const QString old = before < 0 ? QString() : m_model->row(before).status.recording;
    if (old != status.recording)
        m_sources.remove(old);
    m_model->setStatus(status);
    if (before < 0)
        m_model->setDevices(m_known);
    showRows();
}

void FleetPage::setDevices(const QStringList& targets)
{
    m_known = targets;
    if (m_model->rowCount() > 0)
        m_model->setDevices(m_known);
    showRows();
}

void FleetPage::setLeftRunning(const QStringList& targets)
{
    m_model->setLeftRunning(targets);
    setDevices(m_known);
}

void FleetPage::setRunEnded(const QString& target, const QString& run)
{
    m_model->setRunEnded(target, run);
    showRows();
}

void FleetPage::setView(const QString& recording, const trace::TraceView& view, bool live)
{
    const auto row = std::find_if(m_model->rows().begin(), m_model->rows().end(),
                                  [&recording](const FleetRow& shown) { return shown.status.recording == recording; });
    if (recording.isEmpty() || row == m_model->rows().end())
        return;
    Source& source = m_sources[recording];
    if (source.isLive == live && !source.target.isEmpty() && !hasNewData(view, source.view))
        return;
    source.target = row->status.target;
    source.view = view;
    source.isLive = live;
    source.isNew = true;
    if (!m_refresh.isActive())
        m_refresh.start(live && m_model->row(m_model->rowOf(source.target)).figures ? kFigurePauseMs : 0);
}

void FleetPage::startJobs()
{
    for (auto source = m_sources.begin(); source != m_sources.end(); ++source) {
        if (source->isNew && !source->isBusy && (isVisible() || !source->isLive))
            startJob(source.key(), *source);
    }
}

void FleetPage::startJob(const QString& recording, Source& source)
{
    source.isNew = false;
    source.isBusy = true;
    m_jobs.start([view = source.view,
                  live = source.isLive](const std::stop_token& stop) { return deviceFigures(view, live, stop); },
                 [this, recording](const DeviceFigures& figures) { takeFigures(recording, figures); });
}

void FleetPage::takeFigures(const QString& recording, const DeviceFigures& figures)
{
    const auto source = m_sources.find(recording);
    if (source == m_sources.end())
        return; // the device records another run
    source->isBusy = false;
    m_model->setFigures(source->target, figures);
    if (source->isNew && !m_refresh.isActive())
        m_refresh.start(source->isLive ? kFigurePauseMs : 0);
    if (figures.isWhole)
        m_sources.erase(source); // its view would keep the recording in memory
    showRows();
}

QString FleetPage::summary() const
{
    std::map<DeviceState, int> counts;
    double power = 0;
    int measured = 0;
    for (const FleetRow& row : m_model->rows()) {
        ++counts[row.state()];
        if (isLive(row.status.phase) && row.figures && row.figures->watts) {
            power += *row.figures->watts;
            ++measured;
        }
    }
    QStringList parts;
    for (const auto& [state, count] : counts)
        parts << QStringLiteral("%1 %2").arg(count).arg(stateName(state));
    QString text = m_model->rowCount() == 1 ? tr("1 device: %1").arg(parts.join(QStringLiteral(", ")))
                                            : tr("%1 devices: %2").arg(m_model->rowCount()).arg(parts.join(", "));
    if (measured > 1)
        text += tr("; %1 together").arg(watts(power));
    return text;
}

void FleetPage::showRows()
{
    m_views->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    m_summary->setText(summary());
    m_summary->setToolTip(m_summary->text());
    updateActions();
}

QList<FleetRow> FleetPage::chosen() const
{
    QList<FleetRow> rows;
    const auto* order = qobject_cast<const QSortFilterProxyModel*>(m_table->model());
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows << m_model->row(order->mapToSource(index).row());
    return rows;
}

void FleetPage::updateActions()
{
    const QList<FleetRow> rows = chosen();
    const auto isRunning = [](const FleetRow& row) { return isLive(row.status.phase); };
    const auto hasRecording = [](const FleetRow& row) { return !row.status.recording.isEmpty(); };
    m_timeline->setEnabled(rows.size() == 1);
    m_compare->setEnabled(rows.size() == 2 && std::all_of(rows.begin(), rows.end(), hasRecording));
    m_leave->setEnabled(std::any_of(rows.begin(), rows.end(), isRunning));
    m_stop->setEnabled(std::any_of(rows.begin(), rows.end(), isRunning));
}

void FleetPage::layColumns()
{
    const int digit = fontMetrics().averageCharWidth();
    const int figure = SparkCell::textWidth(fontMetrics()) + 8;
    const QHeaderView* header = m_table->horizontalHeader();
    const auto least = [&](const FleetWidth& width) {
        const QString title = m_model->headerData(width.column, Qt::Horizontal, Qt::DisplayRole).toString();
        return std::max({width.chars > 0 ? width.chars * digit : figure,
                         width.column == FleetModel::State ? widestStateName(fontMetrics()) + kMarkRoom : 0,
                         header->fontMetrics().horizontalAdvance(title) + kTitleRoom});
    };
    int rest = m_table->viewport()->width();
    for (const FleetWidth& width : kFleetWidths)
        rest -= least(width);
    const int line = std::clamp(rest / (kLineColumns + 1), 0, kMostLinePx);
    for (const FleetWidth& width : kFleetWidths)
        m_table->setColumnWidth(width.column, least(width) + (width.chars > 0 ? 0 : line));
    const int name = m_table->columnWidth(FleetModel::Device) + std::max(rest - kLineColumns * line, 0);
    m_table->setColumnWidth(FleetModel::Device, name);
}

/// Of the table: it gets its size later than the page, since the empty page is shown first.
bool FleetPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        layColumns();
    return QWidget::eventFilter(watched, event);
}

void FleetPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    layColumns();
    startJobs();
    if (!event->spontaneous())
        emit shown();
}

void FleetPage::open(const QModelIndex& index)
{
    const auto* order = qobject_cast<const QSortFilterProxyModel*>(m_table->model());
    const CaptureStatus status = m_model->row(order->mapToSource(index).row()).status;
    if (status.recording.isEmpty())
        emit deviceRequested(status.target);
    else
        emit recordingRequested(status.recording);
}

void FleetPage::openCurrent()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty())
        open(rows.front());
}

void FleetPage::compareChosen()
{
    const QList<FleetRow> rows = chosen();
    if (rows.size() == 2)
        emit compareRequested(rows[0].status.recording, rows[1].status.recording);
}

void FleetPage::stopChosen()
{
    for (const FleetRow& row : chosen()) {
        if (isLive(row.status.phase))
            emit stopRequested(row.status.target);
    }
}

void FleetPage::leaveChosen()
{
    for (const FleetRow& row : chosen()) {
        if (isLive(row.status.phase))
            emit leaveRequested(row.status.target);
    }
}

} // namespace stepscope::ui
