#include "ui/study/sweepstrip.h"

#include "ui/parts/quantities.h"
#include "ui/parts/statusline.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kMargin = 8;

} // namespace

SweepStrip::SweepStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("sweepStrip"));
    m_text = new ElidedLabel(this);
    m_text->setObjectName(QStringLiteral("sweepText"));
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_bar = new QProgressBar(this);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(fontMetrics().averageCharWidth() * 24);
    m_bar->setAccessibleName(tr("Trainings that are done"));
    const auto button = [this](const char* name, const QString& text, const QString& help) {
        auto* made = new QPushButton(text, this);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(help);
        return made;
    };
    m_pause = button("pauseSweep", tr("Pause"), tr("End the sweep after the trainings in progress"));
    m_stop = button("stopSweep", tr("Stop now"),
                    tr("End the sweep now; trainings in progress continue on their devices and are found again"));
    m_continue = button("continueSweep", tr("Continue"), tr("Run the trainings that are not done"));
    connect(m_pause, &QPushButton::clicked, this, &SweepStrip::pauseRequested);
    connect(m_stop, &QPushButton::clicked, this, &SweepStrip::stopRequested);
    connect(m_continue, &QPushButton::clicked, this, &SweepStrip::continueRequested);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kMargin, 0, kMargin, kMargin / 2);
    row->setSpacing(kMargin);
    row->addWidget(m_bar);
    row->addWidget(m_text, 1);
    for (QPushButton* each : {m_pause, m_stop, m_continue})
        row->addWidget(each);
    hide();
}

void SweepStrip::setStudy(const analysis::Study& study, const QString& folder)
{
    m_study = study;
    m_folder = folder;
    refresh();
}

void SweepStrip::setStatus(const SweepStatus& status)
{
    m_status = status;
    refresh();
}

void SweepStrip::refresh()
{
    using Phase = SweepStatus::Phase;
    const analysis::Study& study = m_study;
    const auto done = std::count_if(study.cells.begin(), study.cells.end(), [](const analysis::StudyCell& cell) {
        return cell.state == analysis::CellState::Done;
    });
    const auto all = static_cast<std::ptrdiff_t>(study.cells.size());
    const Phase phase = m_status.folder == m_folder ? m_status.phase : Phase::None;
    setVisible(phase != Phase::None || done < all);
    m_bar->setRange(0, static_cast<int>(all));
    m_bar->setValue(static_cast<int>(done));
    m_pause->setVisible(phase == Phase::Running);
    m_stop->setVisible(phase == Phase::Running || phase == Phase::Pausing);
    m_continue->setVisible(phase == Phase::None);
    m_continue->setEnabled(m_status.phase == Phase::None);
    QString text = tr("%1 of %2 trainings are not done").arg(all - done).arg(all);
    if (phase != Phase::None) {
        text = tr("%1 of %2 done").arg(done).arg(all);
        if (const auto left = analysis::remainingTime(study); left && left->cells > 0)
            text += left->high > 1.2 * left->low
                        ? tr(", about %1 left (%2 to %3)")
                              .arg(elapsed(left->seconds), elapsed(left->low), elapsed(left->high))
                        : tr(", about %1 left").arg(elapsed(left->seconds));
        text += QStringLiteral("; ") + (phase == Phase::Running   ? m_status.text
                                        : phase == Phase::Pausing ? tr("pauses after this training, ") + m_status.text
                                                                  : tr("stopping"));
    }
    m_text->setText(text);
    m_text->setToolTip(text);
}

} // namespace stepscope::ui
