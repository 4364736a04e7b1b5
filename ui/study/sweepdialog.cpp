#include "ui/study/sweepdialog.h"

#include "ui/parts/messageline.h"
#include "ui/parts/mnemonics.h"
#include "ui/parts/plaintext.h"

#include <QComboBox>
#include <QCompleter>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace stepscope::ui {

namespace {

/// Documents/Stepscope/sweep-20260131-1200.
QString proposedFolder()
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QStringLiteral("%1/Stepscope/sweep-%2")
        .arg(documents.isEmpty() ? QDir::homePath() : documents,
             QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmm")));
}

QSpinBox* numberField(int least, int most, int value, const char* name, QWidget* parent)
{
    auto* field = new QSpinBox(parent);
    field->setObjectName(QLatin1String(name));
    field->setRange(least, most);
    field->setValue(value);
    field->setMinimumWidth(field->fontMetrics().averageCharWidth() * 14);
    return field;
}

} // namespace

SweepDialog::SweepDialog(const QStringList& devices, const QStringList& models, ModelsOf modelsOf, QWidget* parent)
    : QDialog(parent)
    , m_modelsOf(std::move(modelsOf))
    , m_target(new QComboBox(this))
    , m_models(new QListWidget(this))
    , m_batches(new QLineEdit(QStringLiteral("4, 8, 16, 32, 64"), this))
    , m_powerSettings(new QLineEdit(this))
    , m_repeats(numberField(1, 1000, 3, "sweepRepeats", this))
    , m_steps(numberField(1, 100'000'000, 50, "sweepSteps", this))
    , m_seconds(numberField(0, 100'000, 10, "sweepSeconds", this))
    , m_folder(new QLineEdit(QDir::toNativeSeparators(proposedFolder()), this))
    , m_message(new MessageLine(MessageLine::Place::Panel, this))
{
    setWindowTitle(tr("Sweep"));
    m_target->setEditable(true);
    m_target->setInsertPolicy(QComboBox::NoInsert);
    m_target->completer()->setCompletionMode(QCompleter::PopupCompletion); // inline, "tx2" would become "tx2-lab"
    m_target->addItems(devices);
    m_target->setObjectName(QStringLiteral("sweepTarget"));
    m_models->setObjectName(QStringLiteral("sweepModels"));
    m_models->setFlow(QListView::LeftToRight);
    m_models->setWrapping(true);
    m_models->setResizeMode(QListView::Adjust);
    for (const QString& model : models) {
        auto* item = new QListWidgetItem(model, m_models);
        item->setCheckState(Qt::Unchecked);
    }
    constexpr int kColumns = 4;
    const QSize cell(m_models->sizeHintForColumn(0) + fontMetrics().averageCharWidth() * 2, fontMetrics().height() + 6);
    m_models->setGridSize(cell); // all names fit
    const int rows = (m_models->count() + kColumns - 1) / kColumns;
    m_models->setFixedHeight(cell.height() * std::max(rows, 1) + 2 * m_models->frameWidth() +
                             fontMetrics().height() / 2);
    m_models->setMinimumWidth(cell.width() * kColumns + 2 * m_models->frameWidth() + fontMetrics().height() * 2);
    m_batches->setObjectName(QStringLiteral("sweepBatches"));
    m_powerSettings->setObjectName(QStringLiteral("sweepPowerSettings"));
    m_powerSettings->setPlaceholderText(tr("as the device is set; or for example MAXN, MAXQ, MAXN+locked"));
    m_folder->setObjectName(QStringLiteral("sweepFolder"));
    auto* form = new QFormLayout;
    buildFields(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* start = buttons->addButton(tr("&Start sweep"), QDialogButtonBox::AcceptRole);
    start->setObjectName(QStringLiteral("startSweep"));
    connect(buttons, &QDialogButtonBox::accepted, this, &SweepDialog::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_models, &QListWidget::itemChanged, this, &SweepDialog::showCount);
    connect(m_batches, &QLineEdit::textEdited, this, &SweepDialog::showCount);
    connect(m_powerSettings, &QLineEdit::textEdited, this, &SweepDialog::showCount);
    connect(m_target, &QComboBox::currentTextChanged, this, [this] {
        offerModels();
        showCount();
    });
    connect(m_repeats, &QSpinBox::valueChanged, this, &SweepDialog::showCount);
    auto* all = new QVBoxLayout(this);
    all->addLayout(form);
    all->addWidget(m_message);
    all->addWidget(buttons);
    offerModels();
    showCount();
}

void SweepDialog::buildFields(QFormLayout* form)
{
    auto* browse = new QPushButton(tr("&Browse…"), this);
    connect(browse, &QPushButton::clicked, this, &SweepDialog::chooseFolder);
    auto* place = new QHBoxLayout;
    place->addWidget(m_folder, 1);
    place->addWidget(browse);
    const auto add = [&](const QString& label, QWidget* field, const QString& help) {
        auto* name = plainLabel(label, this);
        name->setBuddy(field);
        field->setToolTip(help);
        field->setAccessibleName(withoutMnemonic(label));
        if (field == m_folder)
            form->addRow(name, place);
        else
            form->addRow(name, field);
    };
    add(tr("&Devices"), m_target,
        tr("local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board; several, separated by commas, are "
           "swept at the same time into one study"));
    add(tr("&Models"), m_models, tr("Space checks or unchecks a model"));
    add(tr("Batch si&zes"), m_batches, tr("Numbers, separated by commas"));
    add(tr("&Power modes"), m_powerSettings,
        tr("Modes of nvpmodel, locked, gpu=MHZ and cpu=MHZ, joined by “+”, separated by commas. The device is set for "
           "each training and restored after it; this needs root, or sudo without a password."));
    add(tr("&Repeats"), m_repeats, tr("Trainings of each model and batch size; two or more give intervals"));
    add(tr("S&teps"), m_steps, tr("Of each training; the first three are left out of every figure"));
    m_seconds->setSuffix(tr(" s"));
    add(tr("&Least duration"), m_seconds,
        tr("A training has more steps where they are short, until this time has passed: sensors average over up to a "
           "second"));
    add(tr("&Folder"), m_folder, tr("On this computer: study.json and the recordings"));
}

void SweepDialog::setTarget(const QString& target)
{
    m_target->setEditText(target);
}

QStringList SweepDialog::targets() const
{
    QStringList targets;
    for (const QString& word : m_target->currentText().split(QLatin1Char(','), Qt::SkipEmptyParts))
        targets << word.trimmed();
    targets.removeAll(QString());
    return targets;
}

/// A model that one of the devices cannot train is disabled. It stays checked for when the devices change.
void SweepDialog::offerModels()
{
    const QSignalBlocker blocker(m_models);
    for (int row = 0; row < m_models->count(); ++row) {
        QListWidgetItem* item = m_models->item(row);
        QString without;
        for (const QString& target : targets()) {
            if (m_modelsOf && without.isEmpty() && !m_modelsOf(target).contains(item->text()))
                without = target;
        }
        item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                       (without.isEmpty() ? Qt::ItemIsEnabled : Qt::NoItemFlags));
        item->setToolTip(without.isEmpty() ? QString()
                                           : tr("%1 does not have the model %2.").arg(without, item->text()));
    }
}

QString SweepDialog::fault(SweepRequest& request) const
{
    request.targets = targets();
    QString missing; // why a checked model is left out
    for (int row = 0; row < m_models->count(); ++row) {
        const QListWidgetItem* item = m_models->item(row);
        if (item->checkState() != Qt::Checked)
            continue;
        if (item->flags().testFlag(Qt::ItemIsEnabled))
            request.models << item->text();
        else
            missing = item->toolTip();
    }
    for (const QString& word : m_batches->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        request.batches << word.trimmed().toInt(&isNumber);
        if (!isNumber || request.batches.last() < 1)
            return tr("“%1” is not a batch size: write for example 4, 8, 16.").arg(word.trimmed());
    }
    for (const QString& word : m_powerSettings->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        request.powerSettings << word.trimmed();
    request.repeats = m_repeats->value();
    request.steps = m_steps->value();
    request.leastSeconds = m_seconds->value();
    request.folder = QDir::fromNativeSeparators(m_folder->text().trimmed());
    if (request.targets.isEmpty())
        return tr("Choose a device, or write several, separated by commas.");
    if (request.models.isEmpty())
        return missing.isEmpty() ? tr("Check at least one model.") : missing;
    if (request.batches.isEmpty())
        return tr("Write at least one batch size, for example 4, 8, 16.");
    if (request.folder.isEmpty())
        return tr("Choose the folder for the study.");
    return {};
}

void SweepDialog::showCount()
{
    SweepRequest request;
    if (fault(request).isEmpty())
        m_message->setMessage(MessageLine::Kind::Note,
                              tr("Trainings: %1, in random order, with pauses in which the device cools.")
                                  .arg(request.targets.size() * request.models.size() * request.batches.size() *
                                       std::max<qsizetype>(request.powerSettings.size(), 1) * request.repeats));
    else
        m_message->setMessage(MessageLine::Kind::Note, tr("Each checked model is trained with each batch size."));
}

void SweepDialog::submit()
{
    offerModels(); // the models of boards may have been found while the dialog was open
    SweepRequest request;
    if (const QString text = fault(request); !text.isEmpty())
        return m_message->setMessage(MessageLine::Kind::Error, text);
    emit sweepRequested(request);
    accept();
}

void SweepDialog::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the study"));
    if (!folder.isEmpty())
        m_folder->setText(QDir::toNativeSeparators(folder));
}

} // namespace stepscope::ui
