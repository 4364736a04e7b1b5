#include "ui/import/alignmentpanel.h"

#include "analysis/text/quantitytext.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr int kTicks = 500;    ///< of a slider, to each side
constexpr int kSettleMs = 100; ///< between two corrections
constexpr double kMostMs = 1e9;
constexpr int kRowsShown = 4; ///< more rows scroll

QString beginText(double seconds)
{
    return QStringLiteral("%1%2 s").arg(QLatin1String(seconds < 0 ? "−" : "+"),
                                        QLocale().toString(std::abs(seconds), 'f', 6));
}

QString durationOf(double seconds)
{
    return QString::fromStdString(analysis::durationText(seconds));
}

} // namespace

double sliderRangeMs(double accuracySeconds)
{
    constexpr double kTimes = 4;
    return std::clamp(accuracySeconds * 1e3 * kTimes, 100.0, 60'000.0);
}

AlignmentPanel::AlignmentPanel(QWidget* parent)
    : QFrame(parent)
{
    setObjectName(QStringLiteral("alignment"));
    setAccessibleName(tr("Alignment of the imported files"));
    setFrameShape(QFrame::NoFrame);
    build();
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, [this] { emit corrected(corrections()); });
    hide();
}

void AlignmentPanel::build()
{
    m_title = plainLabel(this);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_state = plainLabel(this);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_undo = new QPushButton(tr("U&ndo"), this);
    m_undo->setObjectName(QStringLiteral("undoAlignment"));
    m_undo->setToolTip(tr("Go back to the alignment in the recording"));
    m_keep = new QPushButton(tr("&Keep"), this);
    m_keep->setObjectName(QStringLiteral("keepAlignment"));
    m_keep->setToolTip(tr("Write the moved times to the recording"));
    m_close = new QPushButton(tr("&Done"), this);
    m_close->setObjectName(QStringLiteral("closeAlignment"));
    m_close->setToolTip(tr("Close the alignment; what was not kept is undone"));
    connect(m_undo, &QPushButton::clicked, this, &AlignmentPanel::undo);
    connect(m_keep, &QPushButton::clicked, this, [this] {
        m_settle.stop();
        emit corrected(corrections());
        emit keepRequested();
    });
    connect(m_close, &QPushButton::clicked, this, &AlignmentPanel::closeRequested);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_state, 1);
    for (QWidget* button : std::initializer_list<QWidget*>{m_undo, m_keep, m_close})
        head->addWidget(button);

    m_body = new QWidget(this);
    m_grid = new QGridLayout(m_body);
    m_grid->setContentsMargins(0, 0, 8, 0);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(0, 2);
    m_grid->setColumnStretch(4, 3);
    auto* area = new QScrollArea(this);
    area->setWidget(m_body);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    area->setFocusPolicy(Qt::NoFocus);
    area->setObjectName(QStringLiteral("alignmentRows"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 8, 8, 8);
    all->setSpacing(4);
    all->addLayout(head);
    all->addWidget(area);
}

void AlignmentPanel::setSources(const QString& reference, const QList<AlignedSource>& sources)
{
    m_settle.stop();
    m_rows.clear();
    qDeleteAll(m_body->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    m_kept.clear();
    m_title->setText(tr("Alignment to %1").arg(reference));
    setVisible(!sources.isEmpty());
    if (sources.isEmpty())
        return;
    int column = 0;
    for (const QString& title :
         {tr("File"), tr("Begins after it"), tr("Accurate to"), tr("Confidence"), tr("Move"), QString()}) {
        auto* label = plainLabel(title, m_body);
        label->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(label, 0, column++);
    }
    for (int i = 0; i < sources.size(); ++i) {
        m_kept << sources[i].correctionMs;
        addRow(sources[i], i);
    }
    const int rows = std::min<int>(static_cast<int>(sources.size()), kRowsShown);
    const int height = m_rows.first().spin->sizeHint().height() + m_grid->verticalSpacing();
    auto* area = findChild<QScrollArea*>(QStringLiteral("alignmentRows"));
    area->setFixedHeight(fontMetrics().height() + m_grid->verticalSpacing() + rows * height + 4);
    showState();
}

void AlignmentPanel::addRow(const AlignedSource& source, int index)
{
    Row row;
    row.name = new ElidedLabel(m_body);
    row.begin = plainLabel(m_body);
    row.accuracy = plainLabel(m_body);
    row.confidence = plainLabel(m_body);
    row.slider = new QSlider(Qt::Horizontal, m_body);
    row.slider->setObjectName(QStringLiteral("move%1").arg(index));
    row.slider->setRange(-kTicks, kTicks);
    row.slider->setPageStep(kTicks / 10);
    row.slider->setTickPosition(QSlider::TicksBelow);
    row.slider->setTickInterval(kTicks);
    row.slider->setAccessibleName(tr("Move %1").arg(source.name));
    row.msPerTick = sliderRangeMs(source.accuracySeconds) / kTicks;
    row.slider->setToolTip(tr("To both sides: %1").arg(durationOf(row.msPerTick * kTicks * 1e-3)));
    row.spin = new QDoubleSpinBox(m_body);
    row.spin->setObjectName(QStringLiteral("moveMs%1").arg(index));
    row.spin->setRange(-kMostMs, kMostMs);
    row.spin->setDecimals(3);
    row.spin->setSuffix(tr(" ms"));
    row.spin->setSingleStep(std::max(row.msPerTick, 0.001));
    row.spin->setKeyboardTracking(false);
    row.spin->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
    row.spin->setAccessibleName(tr("Move %1 by ms, positive is later").arg(source.name));
    row.spin->setToolTip(tr("Positive: to later times"));
    showSource(row, source);
    row.spin->setValue(source.correctionMs);
    row.slider->setValue(static_cast<int>(std::lround(source.correctionMs / row.msPerTick)));
    connect(row.slider, &QSlider::valueChanged, this,
            [this, index](int ticks) { setCorrection(index, ticks * m_rows[index].msPerTick); });
    connect(row.spin, &QDoubleSpinBox::valueChanged, this, [this, index](double ms) { setCorrection(index, ms); });
    int column = 0;
    for (QWidget* widget :
         std::initializer_list<QWidget*>{row.name, row.begin, row.accuracy, row.confidence, row.slider, row.spin})
        m_grid->addWidget(widget, index + 1, column++, Qt::AlignVCenter);
    m_rows << row;
}

void AlignmentPanel::showSource(const Row& row, const AlignedSource& source) const
{
    row.name->setText(source.method.isEmpty() ? source.name : source.name + QStringLiteral("  ") + source.method);
    row.name->setToolTip(source.text);
    row.begin->setText(beginText(source.beginSeconds));
    row.accuracy->setText(source.accuracySeconds > 0 ? durationOf(source.accuracySeconds) : tr("not known"));
    row.confidence->setText(source.confidence <= 0
                                ? tr("none")
                                : QLocale().toString(std::floor(source.confidence * 100), 'f', 0) + tr(" %"));
    for (QLabel* label : {row.begin, row.accuracy, row.confidence})
        label->setToolTip(source.text);
}

void AlignmentPanel::updateSources(const QList<AlignedSource>& sources)
{
    for (int i = 0; i < std::min(m_rows.size(), sources.size()); ++i)
        showSource(m_rows[i], sources[i]);
}

void AlignmentPanel::setKept(const QList<AlignedSource>& sources)
{
    for (int i = 0; i < std::min(m_kept.size(), sources.size()); ++i)
        m_kept[i] = sources[i].correctionMs;
    updateSources(sources);
    showState();
}

/// Sets slider and number of a source; the one of them that the user moves is left as it is.
void AlignmentPanel::setCorrection(int index, double ms)
{
    const Row& row = m_rows[index];
    const QSignalBlocker quietSlider(row.slider);
    const QSignalBlocker quietSpin(row.spin);
    if (std::abs(row.spin->value() - ms) > 5e-4)
        row.spin->setValue(ms);
    row.slider->setValue(static_cast<int>(std::clamp<double>(std::round(ms / row.msPerTick), -kTicks, kTicks)));
    if (!m_settle.isActive())
        m_settle.start();
    showState();
}

void AlignmentPanel::undo()
{
    for (int i = 0; i < m_rows.size(); ++i)
        setCorrection(i, m_kept[i]);
}

QList<double> AlignmentPanel::corrections() const
{
    QList<double> all;
    for (const Row& row : m_rows)
        all << row.spin->value();
    return all;
}

bool AlignmentPanel::hasChanges() const
{
    const QList<double> now = corrections();
    for (int i = 0; i < now.size(); ++i) {
        if (std::abs(now[i] - m_kept[i]) > 5e-4)
            return true;
    }
    return false;
}

void AlignmentPanel::setBusy(bool busy)
{
    m_isBusy = busy;
    showState();
}

void AlignmentPanel::showState()
{
    const bool isChanged = hasChanges();
    m_undo->setEnabled(isChanged);
    m_keep->setEnabled(isChanged);
    m_state->setText(m_isBusy ? tr("moving the rows…") : isChanged ? tr("moved; not written yet") : QString());
}

} // namespace stepscope::ui
