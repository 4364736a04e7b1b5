#include "ui/recording/fold/foldpanel.h"

#include "ui/parts/jumptable.h"
#include "ui/parts/messagetext.h"
#include "ui/parts/notesbutton.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"
#include "ui/recording/fold/foldexport.h"
#include "ui/recording/fold/outliersmodel.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <stop_token>
#include <string_view>
#include <utility>

namespace stepscope::ui {
namespace {

constexpr int kMostSingles = 20; ///< single steps that the panel shows over the mean step

/// `count` evenly distributed ones of these steps. Those of a divisor of `count` are among them.
std::vector<std::size_t> evenlyChosen(std::size_t steps, std::size_t count)
{
    std::vector<std::size_t> singles;
    for (std::size_t i = 0; i < std::min(count, steps); ++i)
        singles.push_back(i * steps / std::min(count, steps));
    return singles;
}

} // namespace

FoldPanel::FoldPanel(QWidget* parent)
    : QWidget(parent)
    , m_channels(new QComboBox(this))
    , m_singles(new QComboBox(this))
    , m_about(new ElidedLabel(this))
    , m_warning(new ElidedLabel(this))
    , m_notes(new NotesButton(this))
    , m_busy(new BusyStrip(this))
    , m_plot(new widgets::FoldPlot(this))
    , m_export(new FoldExport(m_plot))
    , m_table(new JumpTable(this))
    , m_model(new OutliersModel(this))
    , m_count(new ElidedLabel(this))
    , m_across(new QSplitter(Qt::Horizontal, this))
{
    buildLayout();
    connect(m_channels, &QComboBox::currentIndexChanged, this, &FoldPanel::foldChannel);
    connect(m_singles, &QComboBox::currentIndexChanged, this, &FoldPanel::showFolded);
    connect(m_busy, &BusyStrip::cancelRequested, this,
            [this] { stopWorking(tr("Cancelled. Choose a channel to fold the steps again.")); });
    for (const BackgroundJob* job : {&m_preparing, &m_folding, &m_outlierSearch})
        connect(job, &BackgroundJob::failed, this, &FoldPanel::stopWorking);
    connect(m_table, &JumpTable::jumpRequested, this,
            [this](const QModelIndex& index) { emit stepActivated(m_model->outlier(index.row()).range); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FoldPanel::showFolded);
    clear();
}

void FoldPanel::buildLayout()
{
    m_channels->setObjectName(QStringLiteral("foldChannel"));
    m_channels->setAccessibleName(tr("Channel that is folded"));
    m_singles->setObjectName(QStringLiteral("foldSingles"));
    m_singles->setAccessibleName(tr("Single steps over the mean step"));
    m_singles->addItem(tr("no single steps"), 0);
    m_singles->addItem(tr("5 single steps"), 5);
    m_singles->addItem(tr("20 single steps"), kMostSingles);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_busy->hide();

    auto* left = new QWidget(m_across);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_channels);
    bar->addWidget(m_singles);
    bar->addWidget(m_about, 1);
    bar->addWidget(m_notes);
    for (QAction* action : {m_export->copyAction(), m_export->figureAction()}) {
        auto* button = new QToolButton(left);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        bar->addWidget(button);
    }
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    m_warning->setContentsMargins(8, 0, 8, 4);
    column->addWidget(m_warning);
    column->addWidget(m_busy);
    column->addWidget(m_plot, 1);
    m_across->addWidget(left);
    m_across->addWidget(buildTable());
    m_across->setStretchFactor(0, 1);
    m_across->setCollapsible(0, false);
    m_across->setHandleWidth(1);
    const int digit = fontMetrics().averageCharWidth();
    m_across->setSizes({digit * 112, digit * 92});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_across);
}

QWidget* FoldPanel::buildTable()
{
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("outliers"));
    m_table->setAccessibleName(tr("Outlier steps"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 11);
    m_table->setColumnWidth(OutliersModel::Step, fontMetrics().averageCharWidth() * 8);
    m_table->setColumnWidth(OutliersModel::Distance, fontMetrics().averageCharWidth() * 20);
    m_table->setSortingEnabled(false); // fixed order: largest distance first
    m_table->showWholeTitles();
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setContentsMargins(8, 4, 8, 4);

    auto* right = new QWidget(m_across);
    auto* list = new QVBoxLayout(right);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    list->addWidget(m_count);
    list->addWidget(m_table, 1);
    return right;
}

void FoldPanel::setScope(const trace::TraceView& view, trace::TimeRange range, bool isLive)
{
    // Without step marks the steps are detected in the samples.
    const std::uint64_t records = view.stepCount() > 0 ? view.stepCount() : view.sampleCount();
    const bool isSame = m_hasScope && range == m_range && records == m_recordCount &&
                        (isLive || view.sampleCount() == m_view.sampleCount());
    const bool grew =
        m_hasScope && range.begin == m_range.begin && range.end >= m_range.end && records >= m_recordCount;
    if (isSame || (isLive && grew && isVisible() && m_recordCount > 0 && 2 * records < 3 * m_recordCount))
        return;
    const bool hasMore = isLive ? 2 * view.sampleCount() >= 3 * m_periodSamples : view.sampleCount() != m_periodSamples;
    if (m_period && (view.stepCount() > 0 || hasMore))
        m_period.reset();
    m_hasScope = true;
    m_view = view;
    m_range = range;
    m_recordCount = records;
    m_inputs.reset();
    fillChannels();
    m_isStale = true;
    if (isVisible())
        start();
}

void FoldPanel::clear()
{
    m_preparing.cancel();
    m_folding.cancel();
    m_outlierSearch.cancel();
    m_view = {};
    m_range = {};
    m_recordCount = 0;
    m_inputs.reset();
    m_period.reset();
    m_hasScope = m_isStale = false;
    m_folded.reset();
    m_predictability.reset();
    {
        const QSignalBlocker quiet(m_channels);
        m_channels->clear();
    }
    m_model->setOutliers({});
    m_busy->hide();
    showFolded();
    showOutliers();
}

void FoldPanel::setTheme(const widgets::Theme& theme)
{
    m_plot->setTheme(theme);
    QPalette colours = m_warning->palette();
    colours.setColor(QPalette::WindowText, theme.warning);
    m_warning->setPalette(colours);
}

void FoldPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        start();
}

void FoldPanel::fillChannels()
{
    const QSignalBlocker quiet(m_channels);
    const QString chosen = m_channels->currentText();
    m_channels->clear();
    for (std::size_t i = 0; i < m_view.channels().size(); ++i) {
        const trace::Channel& info = m_view.channels()[i].info();
        if (!info.quantity.starts_with("agent."))
            m_channels->addItem(foldName(info), static_cast<qulonglong>(i));
    }
    const auto best = channelToFold(m_view);
    const int again = m_channels->findText(chosen);
    m_channels->setCurrentIndex(again >= 0 ? again : best ? m_channels->findData(static_cast<qulonglong>(*best)) : -1);
}

void FoldPanel::start()
{
    m_isStale = false;
    m_folding.cancel();
    m_outlierSearch.cancel();
    showBusy(m_view.stepCount() > 0 ? tr("Preparing the steps") : tr("Detecting unmarked steps"));
    m_preparing.start(
        [view = m_view, range = m_range, period = m_period](const std::stop_token& stop) {
            auto inputs = std::make_shared<Inputs>();
            inputs->period = period;
            if (view.stepCount() == 0 && !period)
                inputs->period = std::make_shared<const analysis::PeriodReport>(analysis::reportPeriod(view, stop));
            inputs->steps = analysis::listSteps(view, range, inputs->period.get(), stop);
            inputs->sensors = analysis::findSensors(view, range, stop);
            return InputsPointer(std::move(inputs));
        },
        [this](const InputsPointer& inputs) {
            m_inputs = inputs;
            if (m_period != inputs->period)
                m_periodSamples = m_view.sampleCount();
            m_period = inputs->period;
            foldChannel();
            findOutliers();
        });
}

void FoldPanel::showBusy(const QString& text)
{
    m_busy->setCancellable(true);
    m_busy->setProgress(text, -1);
    m_busy->show();
}

void FoldPanel::foldChannel()
{
    if (m_isStale && isVisible())
        return start();
    if (!m_inputs)
        return; // still being computed
    if (m_channels->currentIndex() < 0) {
        m_busy->hide();
        m_folded.reset();
        return showFolded();
    }
    const auto index = static_cast<std::size_t>(m_channels->currentData().toULongLong());
    showBusy(tr("Folding the steps: %1").arg(m_channels->currentText()));
    m_folding.start(
        [view = m_view, inputs = m_inputs, index](const std::stop_token& stop) {
            auto folded = std::make_shared<FoldedSteps>();
            folded->steps = analysis::stepsToFold(view, inputs->steps, stop);
            folded->channelIndex = index;
            const trace::ChannelView& channel = view.channels()[index];
            const analysis::Sensor sensor = analysis::sensorOf(view, channel.info(), inputs->sensors);
            folded->channel = analysis::foldChannel(view, channel, folded->steps, sensor, stop);
            folded->steps.phases.keepKnots(evenlyChosen(folded->steps.phases.size(), kMostSingles));
            return FoldedPointer(std::move(folded));
        },
        [this](const FoldedPointer& folded) {
            m_busy->hide();
            m_folded = folded;
            showFolded();
        });
}

void FoldPanel::findOutliers()
{
    m_outlierSearch.start(
        [view = m_view, inputs = m_inputs](const std::stop_token& stop) {
            return std::make_shared<const analysis::Predictability>(
                analysis::predictabilityOf(view, inputs->steps, inputs->sensors, stop));
        },
        [this](const PredictabilityPointer& predictability) {
            m_predictability = predictability;
            showOutliers();
        });
}

void FoldPanel::stopWorking(const QString& why)
{
    m_preparing.cancel();
    m_folding.cancel();
    m_outlierSearch.cancel();
    m_isStale = !m_inputs; // choosing a channel starts again
    m_busy->hide();
    m_about->setText(why);
}

const analysis::OutlierStep* FoldPanel::chosenStep() const
{
    const QModelIndex row = m_table->currentIndex();
    return row.isValid() && row.row() < m_model->rowCount() ? &m_model->outlier(row.row()) : nullptr;
}

void FoldPanel::showFolded()
{
    if (m_folded)
        m_plot->setPicture(
            foldPicture(m_view, *m_folded, static_cast<std::size_t>(m_singles->currentData().toInt()), chosenStep()));
    else
        m_plot->setPicture({});
    report();
}

void FoldPanel::showOutliers()
{
    m_model->setOutliers(m_predictability ? m_predictability->outliers.steps : std::vector<analysis::OutlierStep>{});
    QString text;
    if (m_predictability && !m_predictability->outliers.reason.empty())
        text = tr("Outliers unknown: %1").arg(messageText(m_predictability->outliers.reason));
    else if (m_predictability && m_predictability->outliers.count == 0)
        text = tr("No outlier steps");
    else if (m_predictability && m_predictability->outliers.count == 1)
        text = tr("1 outlier step");
    else if (m_predictability)
        text = tr("%1 outlier steps, largest distance first").arg(countOf(m_predictability->outliers.count));
    m_count->setText(text);
    m_count->setToolTip(text);
    report();
}

void FoldPanel::report()
{
    const QString about = m_folded ? foldAbout(m_view, *m_folded, m_predictability.get()) : QString();
    const QStringList notes = m_folded ? foldNotes(*m_folded) : QStringList();
    const bool hasWaveform = m_folded && !m_folded->channel.waveform.value.empty();
    m_export->setWords({hasWaveform ? m_channels->currentText() + tr(": ") + about : QString(), notes}, hasWaveform);
    m_about->setText(about);
    m_about->setToolTip(about);
    m_warning->setText(notes.join(QLatin1Char(' ')));
    m_warning->setToolTip(notes.join(QLatin1Char('\n')));
    m_warning->setVisible(!notes.isEmpty());
    m_notes->setNotes(about, notes);
}

QString FoldPanel::about() const
{
    return m_about->text();
}

QString FoldPanel::warning() const
{
    return m_warning->text();
}

namespace {

constexpr std::size_t kMostLaneOps = 20'000; ///< of the mean step; more are not distinguishable

widgets::ColorRole colorOf(const trace::Channel& info)
{
    using widgets::ColorRole;
    if (info.quantity == "rail.power")
        return widgets::railColor(info.role);
    if (info.quantity.starts_with("gpu."))
        return {ColorRole::Kind::Gpu, 0};
    if (info.quantity.starts_with("memory."))
        return {ColorRole::Kind::Memory, 0};
    if (info.quantity.starts_with("cpu."))
        return {ColorRole::Kind::Cluster, 0};
    return {ColorRole::Kind::Series, 0};
}

std::vector<widgets::FoldPicture::Line> singleLines(const trace::TraceView& view, const FoldedSteps& folded,
                                                    std::size_t count, const analysis::OutlierStep* highlighted)
{
    std::vector<widgets::FoldPicture::Line> lines;
    const analysis::StepPhases& phases = folded.steps.phases;
    const trace::ChannelView& channel = view.channels()[folded.channelIndex];
    const auto add = [&](const analysis::StepPhases& of, std::size_t step, std::uint64_t number, bool isHighlighted) {
        widgets::FoldPicture::Line line{FoldPanel::tr("step %1").arg(number), {}, isHighlighted};
        const double scale = phases.stepSeconds() / of.stepSeconds();
        for (const analysis::FoldPoint& point : analysis::pointsOfStep(view, channel, of, step, folded.channel.sensor))
            line.points.emplace_back(point.seconds * scale, point.value);
        lines.push_back(std::move(line));
    };
    for (const std::size_t step : evenlyChosen(phases.size(), count))
        add(phases, step, folded.steps.indices[step], false);
    // The outlier may not be among the folded steps.
    if (highlighted != nullptr) {
        const std::vector<trace::TimeRange> alone{highlighted->range};
        add(analysis::StepPhases(alone), 0, highlighted->index, true);
    }
    return lines;
}

} // namespace

std::optional<std::size_t> channelToFold(const trace::TraceView& view)
{
    for (const std::string_view quantity : {"rail.power", "gpu.utilization", "cpu.process", "cpu.utilization", ""}) {
        for (std::size_t i = 0; i < view.channels().size(); ++i) {
            const trace::Channel& info = view.channels()[i].info();
            if (!info.quantity.starts_with("agent.") && (quantity.empty() || info.quantity == quantity))
                return i;
        }
    }
    return std::nullopt;
}

QString foldName(const trace::Channel& info)
{
    const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
    const QString name = QString::fromStdString(isPower ? info.rail : info.name);
    return info.cluster.empty() ? name : name + QStringLiteral(" ") + QString::fromStdString(info.cluster);
}

widgets::FoldPicture foldPicture(const trace::TraceView& view, const FoldedSteps& folded, std::size_t singles,
                                 const analysis::OutlierStep* highlighted)
{
    widgets::FoldPicture picture;
    const analysis::FoldedWaveform& fold = folded.channel.waveform;
    picture.title = messageText(fold.reason);
    picture.stepSeconds = folded.steps.phases.stepSeconds();
    if (!fold.reason.empty())
        return picture;
    picture.unit = folded.channel.unit;
    picture.color = colorOf(view.channels()[folded.channelIndex].info());
    picture.value = fold.value;
    picture.low = fold.low;
    picture.high = fold.high;
    picture.lines = singleLines(view, folded, singles, highlighted);
    std::map<std::size_t, widgets::FoldPicture::Lane> lanes;
    for (const analysis::FoldedOp& op : folded.steps.ops) {
        widgets::FoldPicture::Lane& lane = lanes[op.lane];
        lane.name = QString::fromStdString(view.lanes()[op.lane].info().name);
        if (lane.ops.size() < kMostLaneOps)
            lane.ops.push_back({op.begin, op.end, op.depth, op.op, std::string(view.opName(op.op))});
    }
    for (auto& [index, lane] : lanes)
        picture.lanes.push_back(std::move(lane));
    return picture;
}

} // namespace stepscope::ui
