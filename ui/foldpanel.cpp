#include "ui/foldpanel.h"

#include "ui/busystrip.h"
#include "ui/elidedlabel.h"
#include "ui/jumptable.h"
#include "ui/outliersmodel.h"
#include "ui/quantities.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace stepscope::ui {

namespace {

constexpr std::size_t kMostLaneOps = 20'000; ///< of the mean step: more cannot be told apart anyway

widgets::Ink inkOf(const trace::Channel& info)
{
    using widgets::Ink;
    if (info.quantity == "rail.power")
        return widgets::railInk(info.role);
    if (info.quantity.starts_with("gpu."))
        return {Ink::Kind::Gpu, 0};
    if (info.quantity.starts_with("memory."))
        return {Ink::Kind::Memory, 0};
    if (info.quantity.starts_with("cpu."))
        return {Ink::Kind::Cluster, 0};
    return {Ink::Kind::Series, 0};
}

QString nameOf(const trace::Channel& info)
{
    const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
    const QString name = QString::fromStdString(isPower ? info.rail : info.name);
    return info.cluster.empty() ? name : name + QStringLiteral(" ") + QString::fromStdString(info.cluster);
}

} // namespace

FoldPanel::FoldPanel(QWidget* parent)
    : QWidget(parent)
    , m_channels(new QComboBox(this))
    , m_singles(new QComboBox(this))
    , m_about(new ElidedLabel(this))
    , m_warning(new ElidedLabel(this))
    , m_busy(new BusyStrip(this))
    , m_plot(new widgets::FoldPlot(this))
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
    connect(m_table, &JumpTable::jumpRequested, this,
            [this](const QModelIndex& index) { emit stepActivated(m_model->outlier(index.row()).step); });
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
    m_singles->addItem(tr("20 single steps"), 20);
    m_about->setForegroundRole(QPalette::PlaceholderText);
    m_busy->hide();
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("outliers"));
    m_table->setAccessibleName(tr("Unusual steps"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultSectionSize(fontMetrics().averageCharWidth() * 11);
    m_table->setColumnWidth(OutliersModel::Step, fontMetrics().averageCharWidth() * 8);
    m_table->setColumnWidth(OutliersModel::Distance, fontMetrics().averageCharWidth() * 20);
    m_table->setSortingEnabled(false); // the farthest first
    m_table->showWholeTitles();
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setContentsMargins(8, 4, 8, 4);

    auto* left = new QWidget(m_across);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 4);
    bar->setSpacing(8);
    bar->addWidget(m_channels);
    bar->addWidget(m_singles);
    bar->addWidget(m_about, 1);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    m_warning->setContentsMargins(8, 0, 8, 4);
    column->addWidget(m_warning);
    column->addWidget(m_busy);
    column->addWidget(m_plot, 1);
    auto* right = new QWidget(m_across);
    auto* list = new QVBoxLayout(right);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    list->addWidget(m_count);
    list->addWidget(m_table, 1);
    m_across->addWidget(left);
    m_across->addWidget(right);
    m_across->setStretchFactor(0, 1);
    m_across->setCollapsible(0, false);
    m_across->setHandleWidth(1);
    const int digit = fontMetrics().averageCharWidth();
    m_across->setSizes({digit * 112, digit * 92});
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_across);
}

void FoldPanel::setScope(const trace::TraceView& view, trace::TimeRange range)
{
    const bool isSame = m_hasScope && range == m_range && view.stepCount() == m_stepsSeen;
    const bool grew = m_hasScope && range.begin == m_range.begin && range.end >= m_range.end;
    if (isSame || (grew && isVisible() && m_stepsSeen > 0 && 2 * view.stepCount() < 3 * m_stepsSeen))
        return;
    m_hasScope = true;
    m_view = view;
    m_range = range;
    m_stepsSeen = view.stepCount();
    fillChannels();
    m_isStale = true;
    if (isVisible())
        start();
}

void FoldPanel::clear()
{
    m_folding.cancel();
    m_finding.cancel();
    m_view = {};
    m_range = {};
    m_stepsSeen = 0;
    m_hasScope = m_isStale = false;
    m_folded.reset();
    m_found.reset();
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
    int best = -1;
    for (std::size_t i = 0; i < m_view.channels().size(); ++i) {
        const trace::Channel& info = m_view.channels()[i].info();
        if (info.quantity.starts_with("agent."))
            continue;
        m_channels->addItem(nameOf(info), static_cast<qulonglong>(i));
        // What the whole board draws says most.
        if (best < 0 && info.quantity == "rail.power")
            best = m_channels->count() - 1;
    }
    const int again = m_channels->findText(chosen);
    m_channels->setCurrentIndex(again >= 0 ? again : std::max(best, 0));
}

void FoldPanel::start()
{
    m_isStale = false;
    foldChannel();
    findOutliers();
}

void FoldPanel::foldChannel()
{
    if (m_isStale && isVisible())
        return start();
    if (m_channels->currentIndex() < 0) {
        m_folded.reset();
        return showFolded();
    }
    const auto index = static_cast<std::size_t>(m_channels->currentData().toULongLong());
    m_busy->setCancellable(true);
    m_busy->setProgress(tr("Laying the steps over each other: %1").arg(m_channels->currentText()), -1);
    m_busy->show();
    m_folding.start(
        [view = m_view, range = m_range, index](const analysis::Cancelled& cancelled) {
            auto folded = std::make_shared<Folded>();
            folded->steps = analysis::stepsToFold(view, range, cancelled);
            folded->channelIndex = index;
            folded->channel = analysis::foldChannel(view, view.channels()[index], folded->steps, cancelled);
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
    m_finding.start(
        [view = m_view, range = m_range](const analysis::Cancelled& cancelled) {
            return std::make_shared<const analysis::Predictability>(analysis::predictabilityOf(view, range, cancelled));
        },
        [this](const PredictabilityPointer& found) {
            m_found = found;
            showOutliers();
        });
}

void FoldPanel::stopWorking(const QString& why)
{
    m_folding.cancel();
    m_finding.cancel();
    m_busy->hide();
    m_about->setText(why);
}

std::optional<std::size_t> FoldPanel::chosenStep() const
{
    const QModelIndex row = m_table->currentIndex();
    if (!row.isValid() || row.row() >= m_model->rowCount())
        return std::nullopt;
    return m_model->outlier(row.row()).step;
}

std::vector<widgets::FoldPicture::Line> FoldPanel::singleLines() const
{
    std::vector<widgets::FoldPicture::Line> lines;
    const analysis::StepPhases& phases = m_folded->steps.phases;
    const trace::ChannelView& channel = m_view.channels()[m_folded->channelIndex];
    const auto add = [&](const analysis::StepPhases& of, std::size_t step, std::uint64_t number, bool isLit) {
        widgets::FoldPicture::Line line{tr("step %1").arg(number), {}, isLit};
        const double scale = phases.stepSeconds() / of.stepSeconds();
        for (const analysis::FoldPoint& point : analysis::pointsOfStep(m_view, channel, of, step))
            line.points.emplace_back(point.seconds * scale, point.value);
        lines.push_back(std::move(line));
    };
    const auto wanted = static_cast<std::size_t>(m_singles->currentData().toInt());
    for (std::size_t i = 0; i < std::min(wanted, phases.size()); ++i) {
        const std::size_t step = i * phases.size() / std::min(wanted, phases.size());
        add(phases, step, m_view.step(m_folded->steps.numbers[step]).index, false);
    }
    // The unusual one may not be among those that are laid over each other.
    if (const auto chosen = chosenStep()) {
        const format::Step step = m_view.step(*chosen);
        const std::vector<trace::TimeRange> alone{{step.start, step.end}};
        add(analysis::StepPhases(alone), 0, step.index, true);
    }
    return lines;
}

widgets::FoldPicture FoldPanel::picture() const
{
    widgets::FoldPicture picture;
    const analysis::FoldedWaveform& fold = m_folded->channel.waveform;
    picture.title = QString::fromStdString(fold.reason);
    picture.stepSeconds = m_folded->steps.phases.stepSeconds();
    if (!fold.reason.empty())
        return picture;
    picture.unit = m_folded->channel.unit;
    picture.ink = inkOf(m_view.channels()[m_folded->channelIndex].info());
    picture.value = fold.value;
    picture.low = fold.low;
    picture.high = fold.high;
    picture.lines = singleLines();
    std::map<std::size_t, widgets::FoldPicture::Lane> lanes;
    for (const analysis::FoldedOp& op : m_folded->steps.ops) {
        widgets::FoldPicture::Lane& lane = lanes[op.lane];
        lane.name = QString::fromStdString(m_view.lanes()[op.lane].info().name);
        if (lane.ops.size() < kMostLaneOps)
            lane.ops.push_back({op.begin, op.end, op.depth, op.op, std::string(m_view.opName(op.op))});
    }
    for (auto& [index, lane] : lanes)
        picture.lanes.push_back(std::move(lane));
    return picture;
}

void FoldPanel::showFolded()
{
    if (m_folded)
        m_plot->setPicture(picture());
    else
        m_plot->setPicture({});
    tell();
}

void FoldPanel::showOutliers()
{
    m_model->setOutliers(m_found ? m_found->outliers.steps : std::vector<analysis::OutlierStep>{});
    QString text;
    if (m_found && !m_found->outliers.reason.empty())
        text = tr("Unusual steps: cannot tell, %1").arg(QString::fromStdString(m_found->outliers.reason));
    else if (m_found && m_found->outliers.count == 0)
        text = tr("No step is unusual.");
    else if (m_found && m_found->outliers.count == 1)
        text = tr("1 unusual step");
    else if (m_found)
        text = tr("%1 unusual steps, the farthest first").arg(countOf(m_found->outliers.count));
    m_count->setText(text);
    m_count->setToolTip(text);
    tell();
}

void FoldPanel::tell()
{
    QString about;
    QStringList notes;
    if (m_folded) {
        const analysis::FoldedWaveform& fold = m_folded->channel.waveform;
        if (!fold.reason.empty()) {
            about = tr("Cannot tell: %1").arg(QString::fromStdString(fold.reason));
        } else {
            about = tr("%1 steps of %2, %3 readings; resolution %4")
                        .arg(countOf(fold.steps), duration(fold.stepSeconds), countOf(fold.samples),
                             duration(fold.resolutionSeconds));
            if (m_folded->channel.isWindowKnown && fold.windowSeconds > 0)
                about += tr("; the sensor's window of %1 is undone").arg(duration(fold.windowSeconds));
            for (const std::string& note : analysis::foldNotes(m_folded->channel, m_folded->steps))
                notes << QString::fromStdString(note);
        }
        if (m_found) {
            const trace::Channel& info = m_view.channels()[m_folded->channelIndex].info();
            const bool isPower = info.quantity == "rail.power" && !info.rail.empty();
            for (const analysis::ChannelPredictability& channel : m_found->channels) {
                if (channel.share && channel.channel == (isPower ? info.rail : info.name))
                    about += tr("; the mean step explains %1").arg(percent(*channel.share));
            }
        }
    }
    m_about->setText(about);
    m_about->setToolTip(about);
    m_warning->setText(notes.join(QLatin1Char(' ')));
    m_warning->setToolTip(notes.join(QLatin1Char('\n')));
    m_warning->setVisible(!notes.isEmpty());
}

QString FoldPanel::about() const
{
    return m_about->text();
}

QString FoldPanel::warning() const
{
    return m_warning->text();
}

} // namespace stepscope::ui
