#include "ui/instancespanel.h"

#include "ui/elidedlabel.h"
#include "ui/instancesmodel.h"
#include "ui/jumptable.h"
#include "ui/quantities.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
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
    , m_about(new ElidedLabel(this))
    , m_empty(new QLabel(tr("Choose an op to see how long its instances take, and which are the long ones."), this))
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
    m_scale->addItem(tr("best axis"), static_cast<int>(BinScale::Auto));
    m_scale->addItem(tr("linear"), static_cast<int>(BinScale::Linear));
    m_scale->addItem(tr("logarithmic"), static_cast<int>(BinScale::Logarithmic));
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_about->setForegroundRole(QPalette::PlaceholderText);
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
    about->addWidget(m_about);
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
    m_finding.cancel();
    m_choosing.cancel();
    m_subject = {};
    m_spans = 0;
    m_found = {};
    m_histogram->setBins({});
    m_histogram->setMark(std::nullopt);
    m_model->setInstances({}, {});
    m_content->hide();
    m_empty->show();
    if (std::exchange(m_isLit, false))
        emit litChanged(nullptr);
}

void InstancesPanel::analyse()
{
    const auto scale = static_cast<BinScale>(m_scale->currentData().toInt());
    m_finding.start(
        [view = m_view, subject = m_subject, scale](const analysis::Cancelled& cancelled) {
            const auto instances = std::make_shared<const std::vector<OpInstance>>(
                analysis::opInstances(view, subject.range, subject.grouping, subject.key, cancelled));
            return Found{instances, analysis::binDurations(*instances, scale)};
        },
        [this](Found found) { showFound(std::move(found)); });
}

void InstancesPanel::showFound(Found found)
{
    m_found = std::move(found);
    m_title->setText(m_subject.title);
    m_title->setToolTip(m_subject.title);
    m_content->show();
    m_empty->hide();
    m_histogram->setBins(m_found.bins);
    choose();
}

/// Those that take so long; of more than are listed, the longest.
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
    tellCount();
    const auto range = m_histogram->brushed();
    m_choosing.start([all = m_found.instances, range](const analysis::Cancelled&) { return chosenOf(all, range); },
                     [this, isLit = range.has_value()](Chosen chosen) {
                         m_model->setInstances(m_view, std::move(chosen.listed));
                         m_table->scrollToTop();
                         if (isLit || m_isLit)
                             emit litChanged(isLit ? chosen.all : nullptr);
                         m_isLit = isLit;
                     });
}

void InstancesPanel::tellCount()
{
    const auto range = m_histogram->brushed();
    const analysis::DurationBins& bins = m_found.bins;
    std::uint64_t chosen = 0;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        if (!range || (bins.edges[bin] >= range->shortest && bins.edges[bin] < range->longest))
            chosen += bins.counts[bin];
    }
    QString text = range ? tr("%1 of %2 instances, %3 to %4")
                               .arg(countOf(chosen), countOf(m_found.instances->size()), duration(range->shortest),
                                    duration(range->longest))
                         : tr("%1 instances; drag over the bars to choose some").arg(countOf(chosen));
    if (chosen > kListed)
        text += tr("; the longest %1 are listed").arg(countOf(kListed));
    m_about->setText(text);
    m_about->setToolTip(text);
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

} // namespace stepscope::ui
