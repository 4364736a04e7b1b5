#include "ui/study/studyobservationspage.h"

#include "ui/parts/messagetext.h"
#include "ui/parts/observationlist.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/statusline.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

StudyObservationsPage::StudyObservationsPage(QWidget* parent)
    : QWidget(parent)
    , m_group(new QComboBox(this))
    , m_busy(new BusyStrip(this))
    , m_note(plainLabel(this))
    , m_list(new ObservationList(this))
{
    constexpr int kGap = 8;
    m_group->setObjectName(QStringLiteral("observationGroup"));
    m_group->setAccessibleName(tr("Trainings that the observations are tested on"));
    m_group->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_list->setObjectName(QStringLiteral("studyObservations"));
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(kGap, kGap / 2, kGap, kGap / 2);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* test = new QPushButton(tr("Test the observations"), this);
    test->setObjectName(QStringLiteral("testObservations"));
    m_busy->hide();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(kGap, kGap / 2, kGap, kGap / 2);
    top->setSpacing(kGap);
    auto* label = plainLabel(tr("Trainings of"), this);
    label->setBuddy(m_group);
    top->addWidget(label);
    top->addWidget(m_group);
    top->addStretch(1);
    top->addWidget(test);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_busy);
    column->addWidget(m_note);
    column->addWidget(m_list, 1);
    clear();
    connect(m_group, &QComboBox::currentIndexChanged, this, &StudyObservationsPage::showGroup);
    connect(test, &QPushButton::clicked, this, &StudyObservationsPage::requested);
    connect(m_busy, &BusyStrip::cancelRequested, this, [this] {
        setError(tr("The test was cancelled."));
        emit cancelled();
    });
}

void StudyObservationsPage::clear()
{
    m_observations.reset();
    m_busy->hide();
    m_group->clear();
    m_group->setEnabled(false);
    m_list->setObservations({});
    showNote(tr("Not tested yet. The test reads every recording of the study and says which of the twelve observations "
                "of the paper hold in it."));
}

void StudyObservationsPage::setObservations(const analysis::StudyObservations& observations, bool withTarget)
{
    m_observations = observations;
    m_busy->hide();
    const QString before = m_group->currentText();
    const QSignalBlocker blocker(m_group);
    m_group->clear();
    for (const analysis::ObservationGroup& group : observations.groups)
        m_group->addItem((group.trainings == 1 ? tr("%1 (%2 training)") : tr("%1 (%2 trainings)"))
                             .arg(messageText(group.title(withTarget)))
                             .arg(group.trainings));
    m_group->setEnabled(m_group->count() > 0);
    m_group->setCurrentIndex(std::max(m_group->findText(before), observations.groups.empty() ? -1 : 0));
    showGroup();
}

void StudyObservationsPage::setProgress(double share)
{
    m_busy->setCancellable(true);
    m_busy->setProgress(tr("Reading the recordings of the study"), share);
    m_busy->show();
}

void StudyObservationsPage::setError(const QString& oneLine)
{
    m_busy->hide();
    showNote(oneLine);
}

void StudyObservationsPage::showNote(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void StudyObservationsPage::showGroup()
{
    if (!m_observations)
        return;
    QStringList notes;
    if (m_observations->groups.empty())
        notes << tr("The study has no training that succeeded, so there is nothing to test.");
    for (const std::string& line : m_observations->unread)
        notes << QString::fromStdString(line);
    showNote(notes.join(QLatin1Char('\n')));
    const int index = m_group->currentIndex();
    m_list->setObservations(index >= 0 ? m_observations->groups[static_cast<std::size_t>(index)].observations
                                       : std::vector<analysis::Observation>());
}

} // namespace stepscope::ui
