#include "ui/recording/panels/instancespanel.h"

#include "ui/parts/jumptable.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <iterator>
#include <stop_token>
#include <tuple>
#include <utility>

namespace stepscope::ui {

using analysis::BinScale;
using analysis::OpInstance;

InstancesPanel::InstancesPanel(QWidget* parent)
    : QWidget(parent)
    , m_histogram(new widgets::Histogram(this))
    , m_model(new InstancesModel(this))
    , m_table(new JumpTable(this))
    , m_scale(new QComboBox(this))
    , m_title(new ElidedLabel(this))
    , m_summary(new ElidedLabel(this))
    , m_empty(plainLabel(tr("Choose an op to see the durations of its instances."), this))
    , m_content(new QWidget(this))
{
    buildLayout();
    connect(m_table, &JumpTable::jumpRequested, this, [this](const QModelIndex& index) {
        const OpInstance& instance = m_model->instance(index.row());
        setMark(static_cast<double>(instance.duration) * 1e-9);
        emit instanceActivated(instance.lane, instance.span);
    });
    connect(m_histogram, &widgets::Histogram::brushChanged, this, &InstancesPanel::choose);
    connect(m_scale, &QComboBox::currentIndexChanged, this, &InstancesPanel::setScale);
    clear();
}

void InstancesPanel::buildLayout()
{
    m_histogram->setObjectName(QStringLiteral("histogram"));
    m_table->setObjectName(QStringLiteral("instances"));
    m_table->setAccessibleName(tr("Instances of the op"));
    m_table->setModel(m_model);
    m_table->sortByColumn(InstancesModel::Duration, Qt::DescendingOrder);
    const int digit = fontMetrics().averageCharWidth();
    m_table->setColumnWidth(InstancesModel::Start, digit * 18);
    m_table->setColumnWidth(InstancesModel::Duration, digit * 12);
    m_table->setColumnWidth(InstancesModel::Step, digit * 9);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->showWholeTitles();
    m_scale->setObjectName(QStringLiteral("binScale"));
    m_scale->setAccessibleName(tr("Axis of the durations"));
    m_scale->addItem(tr("automatic axis"), static_cast<int>(BinScale::Auto));
    m_scale->addItem(tr("linear"), static_cast<int>(BinScale::Linear));
    m_scale->addItem(tr("logarithmic"), static_cast<int>(BinScale::Logarithmic));
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 0);
    top->addWidget(m_title, 1);
    top->addWidget(m_scale);
    auto* down = new QSplitter(Qt::Vertical, m_content);
    down->setHandleWidth(1);
    down->addWidget(m_histogram);
    down->addWidget(m_table);
    down->setCollapsible(0, false);
    auto* about = new QHBoxLayout;
    about->setContentsMargins(8, 0, 8, 4);
    about->addWidget(m_summary);
    auto* inside = new QVBoxLayout(m_content);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(2);
    inside->addLayout(top);
    inside->addLayout(about);
    inside->addWidget(down, 1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_content);
    all->addWidget(m_empty);
}

void InstancesPanel::setSubject(const trace::TraceView& view, const Subject& subject)
{
    const bool same = subject == m_subject;
    if (same && view.spanCount() == m_spans)
        return;
    m_view = view;
    m_subject = subject;
    m_spans = view.spanCount();
    if (subject.title.isEmpty())
        return clear();
    analyse();
}

void InstancesPanel::clear()
{
    m_analysing.cancel();
    m_choosing.cancel();
    m_subject = {};
    m_spans = 0;
    m_distribution = {};
    m_histogram->setBins({});
    m_histogram->setMark(std::nullopt);
    m_model->setInstances({}, {});
    m_content->hide();
    m_empty->show();
    if (std::exchange(m_isHighlighted, false))
        emit highlightChanged(nullptr);
}

void InstancesPanel::analyse()
{
    const auto scale = static_cast<BinScale>(m_scale->currentData().toInt());
    m_analysing.start(
        [view = m_view, subject = m_subject, scale](const std::stop_token& stop) {
            const auto instances = std::make_shared<const std::vector<OpInstance>>(
                analysis::opInstances(view, subject.ranges, subject.grouping, subject.key, stop));
            return Distribution{instances, analysis::binDurations(*instances, scale)};
        },
        [this](Distribution result) { showDistribution(std::move(result)); });
}

void InstancesPanel::showDistribution(Distribution distribution)
{
    m_distribution = std::move(distribution);
    m_title->setText(m_subject.title);
    m_title->setToolTip(m_subject.title);
    m_content->show();
    m_empty->hide();
    m_histogram->setBins(m_distribution.bins);
    choose();
}

/// Instances with a duration in the range. Lists at most kListed, the longest.
InstancesPanel::Chosen InstancesPanel::chosenOf(const Instances& all, std::optional<widgets::DurationRange> range)
{
    Chosen chosen{all, {}};
    if (range) {
        auto inside = std::make_shared<std::vector<OpInstance>>();
        std::copy_if(all->begin(), all->end(), std::back_inserter(*inside), [&](const OpInstance& instance) {
            const double seconds = static_cast<double>(instance.duration) * 1e-9;
            return seconds >= range->shortest && seconds < range->longest;
        });
        chosen.all = std::move(inside);
    }
    chosen.listed.resize(std::min(chosen.all->size(), kListed));
    std::partial_sort_copy(chosen.all->begin(), chosen.all->end(), chosen.listed.begin(), chosen.listed.end(),
                           [](const OpInstance& a, const OpInstance& b) { return a.duration > b.duration; });
    return chosen;
}

void InstancesPanel::choose()
{
    updateSummary();
    const auto range = m_histogram->brushed();
    m_choosing.start([all = m_distribution.instances, range](const std::stop_token&) { return chosenOf(all, range); },
                     [this, isHighlighted = range.has_value()](Chosen chosen) {
                         m_model->setInstances(m_view, std::move(chosen.listed));
                         m_table->scrollToTop();
                         if (isHighlighted || m_isHighlighted)
                             emit highlightChanged(isHighlighted ? chosen.all : nullptr);
                         m_isHighlighted = isHighlighted;
                     });
}

void InstancesPanel::updateSummary()
{
    const auto range = m_histogram->brushed();
    const analysis::DurationBins& bins = m_distribution.bins;
    std::uint64_t chosen = 0;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        if (!range || (bins.edges[bin] >= range->shortest && bins.edges[bin] < range->longest))
            chosen += bins.counts[bin];
    }
    QString text = range ? tr("%1 of %2 instances, %3 to %4")
                               .arg(countOf(chosen), countOf(m_distribution.instances->size()),
                                    duration(range->shortest), duration(range->longest))
                         : tr("%1 instances; drag over the bars to select a range").arg(countOf(chosen));
    if (chosen > kListed)
        text += tr("; the longest %1 are listed").arg(countOf(kListed));
    m_summary->setText(text);
    m_summary->setToolTip(text);
}

void InstancesPanel::setScale()
{
    if (!m_subject.title.isEmpty())
        analyse();
}

void InstancesPanel::setTheme(const widgets::Theme& theme)
{
    m_histogram->setTheme(theme);
}

void InstancesPanel::setMark(std::optional<double> seconds)
{
    m_histogram->setMark(seconds);
}

using analysis::OpInstance;

void InstancesModel::setInstances(const trace::TraceView& view, std::vector<OpInstance> instances)
{
    beginResetModel();
    m_view = view;
    m_rows = std::move(instances);
    arrange();
    endResetModel();
}

int InstancesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int InstancesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

std::size_t InstancesModel::stepOf(const OpInstance& instance) const
{
    const std::size_t step = m_view.stepLowerBound(instance.start);
    return step < m_view.stepCount() && m_view.step(step).start <= instance.start ? step : m_view.stepCount();
}

QVariant InstancesModel::raw(const OpInstance& instance, int column) const
{
    switch (column) {
    case Start:
        return static_cast<double>(instance.start - m_view.extent().begin) * 1e-9;
    case Duration:
        return static_cast<double>(instance.duration) * 1e-9;
    case Step: {
        const std::size_t step = stepOf(instance);
        return step < m_view.stepCount() ? QVariant(static_cast<qulonglong>(m_view.step(step).index))
                                         : QVariant(QString());
    }
    default:
        return QString::fromStdString(m_view.lanes()[instance.lane].info().name);
    }
}

QString InstancesModel::text(const OpInstance& instance, int column) const
{
    const QVariant value = raw(instance, column);
    switch (column) {
    case Start:
        // Microseconds, so that the starts of neighbours differ.
        return QStringLiteral("%1 s").arg(value.toDouble(), 0, 'f', 6);
    case Duration:
        return duration(value.toDouble());
    default:
        return value.toString();
    }
}

QVariant InstancesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || instance(index.row()).lane >= m_view.lanes().size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(instance(index.row()), index.column());
    case Qt::ToolTipRole:
        return index.column() == Lane ? QVariant(text(instance(index.row()), Lane)) : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Lane ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case kRawRole:
        return raw(instance(index.row()), index.column());
    default:
        return {};
    }
}

QVariant InstancesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const auto at = static_cast<std::size_t>(section);
    const std::array<QString, ColumnCount> names = {tr("Start"), tr("Duration"), tr("Step"), tr("Where")};
    static constexpr std::array<const char*, ColumnCount> kRaw = {"start_s", "duration_s", "step", "lane"};
    switch (role) {
    case Qt::DisplayRole:
        return names[at];
    case kRawHeaderRole:
        return QString::fromLatin1(kRaw[at]);
    case Qt::TextAlignmentRole:
        return QVariant((section == Lane ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

void InstancesModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0)
        return;
    m_column = column;
    m_order = order;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places;
    for (const QModelIndex& index : before)
        places.emplace_back(instance(index.row()).lane, instance(index.row()).span);
    arrange();
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const auto& place = places[static_cast<std::size_t>(i)];
        const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const OpInstance& instance) {
            return instance.lane == place.first && instance.span == place.second;
        });
        after << index(static_cast<int>(at - m_rows.begin()), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

void InstancesModel::arrange()
{
    // Steps are in the order of time, so sorting by start also sorts by step.
    const auto key = [this](const OpInstance& instance) {
        return m_column == Duration ? std::tuple(instance.duration, instance.start)
               : m_column == Lane   ? std::tuple(static_cast<std::int64_t>(instance.lane), instance.start)
                                    : std::tuple(instance.start, instance.duration);
    };
    std::sort(m_rows.begin(), m_rows.end(), [&](const OpInstance& a, const OpInstance& b) {
        return m_order == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
    });
}

} // namespace stepscope::ui
