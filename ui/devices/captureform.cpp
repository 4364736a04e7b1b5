#include "ui/devices/captureform.h"

#include "ui/devices/captureoptions.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/mnemonics.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/settings.h"

#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace stepscope::ui {

namespace {

QComboBox* editableChoice(QWidget* parent, const QStringList& choices, const QString& name)
{
    auto* choice = new QComboBox(parent);
    choice->setEditable(true);
    choice->setInsertPolicy(QComboBox::NoInsert);
    choice->completer()->setCompletionMode(QCompleter::PopupCompletion); // inline, "tx2" would become "tx2-lab"
    choice->addItems(choices);
    choice->setObjectName(name);
    choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return choice;
}

QString periodText(double milliseconds)
{
    return QString::number(milliseconds, 'g', 6) + QStringLiteral(" ms");
}

} // namespace

CaptureForm::CaptureForm(QWidget* parent)
    : QWidget(parent)
{
    buildEditors();
    auto* form = new QGridLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(2);
    form->setColumnStretch(1, 1);

    auto* browse = new QPushButton(tr("&Browse…"), this);
    connect(browse, &QPushButton::clicked, this, &CaptureForm::chooseFile);
    addField(form, Target, tr("&Device"), m_target,
             tr("local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board"));
    addField(form, Training, tr("Training"), m_training,
             tr("Your own script, or a model that Stepscope brings with it"), m_modelNumbers);
    addField(form, Command, tr("Co&mmand"), m_command,
             tr("As you would type it on the device; the script needs no change"));
    addField(form, Directory, tr("&Working directory"), m_directory,
             tr("On the device; the home directory when empty"));
    addField(form, Period, tr("Sample ever&y"), m_period,
             tr("10 ms suits most boards; shorter periods increase the profiling overhead"));
    addField(form, Ops, tr("&Trace ops of steps"), m_ops,
             tr("FIRST:END[:EVERY], none or all; traced steps are slower"));
    addField(form, Kernels, tr("GP&U kernels"), m_kernels,
             tr("nvprof and nsys trace the kernels of any program; the hook then leaves CUDA to them"));
    addField(form, Path, tr("&Record to"), m_path, tr("On this computer; named after the run when empty"), browse);

    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 8, 0, 0);
    buttons->addWidget(m_profile);
    buttons->addStretch(1);
    form->addWidget(m_more, 2 * FieldCount, 1);
    form->addLayout(buttons, 2 * FieldCount + 1, 1);
    connectEditors();
    setTarget(settings::lastTarget());
}

void CaptureForm::buildEditors()
{
    m_target = editableChoice(this, {}, QStringLiteral("target"));
    m_training = new QComboBox(this);
    m_training->setObjectName(QStringLiteral("training"));
    m_training->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_modelNumbers = makeModelNumbers();
    m_command = new QLineEdit(this);
    m_command->setObjectName(QStringLiteral("command"));
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setPlaceholderText(QStringLiteral("python3 train.py --batch 32"));
    m_directory = new QLineEdit(this);
    m_directory->setObjectName(QStringLiteral("directory"));
    m_directory->setPlaceholderText(QStringLiteral("~/training"));
    m_period = editableChoice(this, {"1 ms", "5 ms", "10 ms", "20 ms", "50 ms", "100 ms"}, QStringLiteral("period"));
    m_ops = editableChoice(this, {"auto", "4:9", "10:30", "4:9:100", "none", "all"}, QStringLiteral("ops"));
    m_kernels = new QComboBox(this);
    m_kernels->setObjectName(QStringLiteral("kernels"));
    m_path = new QLineEdit(this);
    m_path->setObjectName(QStringLiteral("path"));
    m_more = new CaptureOptionsFold(this);
    m_profile = new QPushButton(glyph(Glyph::Profile), tr("&Profile"), this);
    m_profile->setObjectName(QStringLiteral("profile"));
    m_profile->setDefault(true);
    m_profile->setAutoDefault(true);
    m_profile->setMinimumWidth(m_profile->fontMetrics().averageCharWidth() * 18);
}

/// Batch size and number of steps of a built-in model.
QWidget* CaptureForm::makeModelNumbers()
{
    auto* numbers = new QWidget(this);
    auto* across = new QHBoxLayout(numbers);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(8);
    const auto add = [&](const QString& label, const QString& name, int most) {
        auto* box = new QSpinBox(numbers);
        box->setRange(1, most);
        box->setObjectName(name);
        box->setAccessibleName(label);
        box->findChild<QLineEdit*>()->setAccessibleName(label);
        QLabel* title = plainLabel(label, numbers);
        title->setBuddy(box);
        across->addWidget(title);
        across->addWidget(box);
        return box;
    };
    constexpr int kMostSamples = 4096;
    constexpr int kMostSteps = 100'000'000;
    m_batch = add(tr("batch"), QStringLiteral("batch"), kMostSamples);
    m_steps = add(tr("steps"), QStringLiteral("steps"), kMostSteps);
    return numbers;
}

void CaptureForm::connectEditors()
{
    connect(m_training, &QComboBox::currentIndexChanged, this, &CaptureForm::showTraining);
    connect(m_profile, &QPushButton::clicked, this, &CaptureForm::submit);
    for (QLineEdit* edit :
         {m_command, m_directory, m_path, m_target->lineEdit(), m_period->lineEdit(), m_ops->lineEdit()})
        connect(edit, &QLineEdit::returnPressed, this, &CaptureForm::submit);
    connect(m_target->lineEdit(), &QLineEdit::editingFinished, this, &CaptureForm::reportTarget);
    connect(m_target, &QComboBox::activated, this, &CaptureForm::reportTarget);
    // An error disappears while the user edits the field and appears on submit() only.
    connect(m_target, &QComboBox::editTextChanged, this, [this] { showFault(Target, {}); });
    connect(m_command, &QLineEdit::textEdited, this, [this] { showFault(Command, {}); });
    connect(m_period, &QComboBox::editTextChanged, this, [this] { showFault(Period, {}); });
    connect(m_ops, &QComboBox::editTextChanged, this, [this] { showFault(Ops, {}); });
}

void CaptureForm::addField(QGridLayout* form, FieldIndex index, const QString& label, QWidget* editor,
                           const QString& help, QWidget* beside)
{
    auto* hint = plainLabel(help, this);
    hint->setObjectName(editor->objectName() + QStringLiteral("Hint"));
    hint->setWordWrap(true);
    hint->setContentsMargins(2, 0, 0, 8);
    hint->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(editor, 1);
    if (beside)
        line->addWidget(beside);
    auto* name = plainLabel(label, this);
    name->setBuddy(editor);
    m_fields[index] = {editor, name, hint, help};
    form->addWidget(name, 2 * index, 0, Qt::AlignRight | Qt::AlignVCenter);
    form->addLayout(line, 2 * index, 1);
    form->addWidget(hint, 2 * index + 1, 1);
    editor->setAccessibleName(withoutMnemonic(label));
    editor->setAccessibleDescription(help);
}

CaptureRequest CaptureForm::request() const
{
    CaptureRequest request;
    request.target = target();
    request.command = m_command->text().trimmed();
    request.model.model = m_training->currentData().toString();
    request.model.batch = m_batch->value();
    request.model.steps = m_steps->value();
    request.workingDirectory = m_directory->text().trimmed();
    request.periodMs = parsePeriodMs(m_period->currentText()).value_or(0);
    request.ops = m_ops->currentText().trimmed();
    request.profiler = m_kernels->currentData().toString();
    request.recordingPath = m_path->text().trimmed();
    m_more->fill(request);
    return request;
}

void CaptureForm::setRequest(const CaptureRequest& request)
{
    m_lastTarget = request.target;
    m_target->setEditText(request.target);
    m_command->setText(request.command);
    m_command->setCursorPosition(0); // the start of a long command identifies it
    m_directory->setText(request.workingDirectory);
    m_period->setEditText(periodText(request.periodMs));
    m_ops->setEditText(request.ops);
    offerProfilers();
    m_kernels->setCurrentIndex(std::max(0, m_kernels->findData(request.profiler)));
    m_path->setText(request.recordingPath);
    m_batch->setValue(request.model.batch);
    m_steps->setValue(request.model.steps);
    offerModels();
    m_training->setCurrentIndex(std::max(0, m_training->findData(request.model.model)));
    showTraining();
    m_more->setRequest(request);
}

QString CaptureForm::target() const
{
    return m_target->currentText().trimmed();
}

void CaptureForm::setTarget(const QString& target)
{
    if (target == m_lastTarget)
        return m_target->setEditText(target);
    if (!m_lastTarget.isEmpty()) {
        m_drafts[m_lastTarget] = request();
        m_drafts[m_lastTarget].target = m_lastTarget;
    }
    // A virtual board runs a simulated training program in its home directory.
    m_command->setPlaceholderText(
        isVirtualTarget(target) ? QStringLiteral("./virtual-tx2 train --model inception_v1 --batch 32 --steps 100")
                                : QStringLiteral("python3 train.py --batch 32"));
    for (const FieldIndex index : {Command, Period, Ops})
        showFault(index, {});
    setRequest(m_drafts.contains(target) ? m_drafts.value(target) : settings::lastCapture(target));
}

void CaptureForm::setModels(const QStringList& models, const QStringList& ofBoards)
{
    m_models = models;
    m_boardModels = ofBoards;
    const QString chosen = m_training->count() > 1 ? m_training->currentData().toString()
                                                   : settings::lastCapture(m_lastTarget).model.model;
    offerModels();
    m_training->setCurrentIndex(std::max(0, m_training->findData(chosen)));
}

/// Those of the chosen target; without any, the field is hidden.
void CaptureForm::offerModels()
{
    const QStringList& models = isVirtualTarget(m_lastTarget) ? m_boardModels : m_models;
    m_training->clear();
    m_training->addItem(tr("My own command"), QString());
    for (const QString& model : models)
        m_training->addItem(tr("Model %1").arg(model), model);
    const Field& field = m_fields[Training];
    for (QWidget* widget : std::initializer_list<QWidget*>{field.editor, field.name, field.hint})
        widget->setVisible(!models.isEmpty());
}

/// The command, or batch size and steps of a model.
void CaptureForm::showTraining()
{
    const bool isModel = !m_training->currentData().toString().isEmpty();
    m_modelNumbers->setVisible(isModel);
    const Field& field = m_fields[Command];
    for (QWidget* widget : std::initializer_list<QWidget*>{field.editor, field.name, field.hint})
        widget->setVisible(!isModel);
}

void CaptureForm::focusCommand()
{
    QWidget* const editor = m_command->isHidden() ? static_cast<QWidget*>(m_training) : m_command;
    editor->setFocus(Qt::OtherFocusReason);
}

void CaptureForm::setDevices(const QStringList& targets)
{
    const QSignalBlocker quiet(m_target);
    const QString typed = m_target->currentText();
    m_target->clear();
    m_target->addItems(targets);
    m_target->setEditText(typed);
}

void CaptureForm::setProfilers(const QString& target, const QStringList& names)
{
    m_profilers[target] = names;
    if (target != m_lastTarget)
        return;
    const QString wanted =
        m_kernels->count() > 1 ? m_kernels->currentData().toString() : settings::lastCapture(target).profiler;
    offerProfilers();
    m_kernels->setCurrentIndex(std::max(0, m_kernels->findData(wanted)));
}

/// Those of the chosen target; without any, the field is hidden.
void CaptureForm::offerProfilers()
{
    const QStringList names = m_profilers.value(m_lastTarget);
    m_kernels->clear();
    m_kernels->addItem(tr("by the hook"), QString());
    for (const QString& name : names)
        m_kernels->addItem(tr("by %1").arg(name), name);
    const Field& field = m_fields[Kernels];
    for (QWidget* widget : std::initializer_list<QWidget*>{field.editor, field.name, field.hint})
        widget->setVisible(!names.isEmpty());
}

void CaptureForm::setBusy(bool busy)
{
    m_profile->setEnabled(!busy);
    m_profile->setToolTip(busy ? tr("A capture is running") : QString());
}

QString CaptureForm::faultOf(FieldIndex index) const
{
    switch (index) {
    case Target:
        return targetFault(m_target->currentText());
    case Command:
        return m_training->currentData().toString().isEmpty() ? commandFault(m_command->text()) : QString();
    case Period:
        return periodFault(m_period->currentText());
    case Ops:
        return opsFault(m_ops->currentText());
    default:
        return {};
    }
}

void CaptureForm::showFault(FieldIndex index, const QString& fault)
{
    const Field& field = m_fields[index];
    const bool dark = palette().window().color().lightness() < 128;
    QPalette colours = palette();
    if (!fault.isEmpty())
        colours.setColor(QPalette::PlaceholderText, dark ? QColor(0xff9a6b) : QColor(0xa83c00));
    field.hint->setPalette(fault.isEmpty() ? QPalette() : colours);
    field.hint->setText(fault.isEmpty() ? field.help : fault);
    field.editor->setAccessibleDescription(field.hint->text());
}

void CaptureForm::submit()
{
    if (!m_profile->isEnabled())
        return;
    QWidget* first = nullptr;
    for (int i = 0; i < FieldCount; ++i) {
        const QString fault = faultOf(static_cast<FieldIndex>(i));
        showFault(static_cast<FieldIndex>(i), fault);
        if (!fault.isEmpty() && !first)
            first = m_fields[i].editor;
    }
    if (first)
        first->setFocus(Qt::OtherFocusReason);
    else if (m_more->showFault().isEmpty())
        emit submitted(request());
}

void CaptureForm::chooseFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Record to"), m_path->text(),
                                                      tr("Recordings (*.stepscope);;All files (*)"));
    if (!path.isEmpty())
        m_path->setText(path);
}

void CaptureForm::reportTarget()
{
    if (target() == m_lastTarget || !targetFault(target()).isEmpty())
        return;
    setTarget(target());
    emit targetChosen(target());
}

namespace {

class FormText
{
    Q_DECLARE_TR_FUNCTIONS(CaptureForm)
};

} // namespace

QString targetFault(const QString& target)
{
    static const QRegularExpression kTarget(
        QStringLiteral(R"(^(?:[^\s@:]+@)?(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[^\s@:\[\]]+)(?::(\d{1,5}))?$)"));
    if (target.trimmed().isEmpty())
        return FormText::tr("Choose a device: local, or [user@]host[:port].");
    if (isVirtualTarget(target.trimmed()))
        return {};
    const QRegularExpressionMatch match = kTarget.match(target.trimmed());
    if (!match.hasMatch() || target.trimmed().startsWith(QLatin1Char('-')))
        return FormText::tr("Write the device as local or [user@]host[:port], for example nvidia@tx2-lab.");
    const int port = match.captured(1).toInt();
    if (!match.captured(1).isEmpty() && (port < 1 || port > 65535))
        return FormText::tr("A port is a number from 1 to 65535.");
    return {};
}

bool isVirtualTarget(const QString& target)
{
    static const QRegularExpression kBoard(QStringLiteral("^virtual-tx2(:[a-z0-9=,.-]{1,100})?$"));
    return kBoard.match(target).hasMatch();
}

QString commandFault(const QString& command)
{
    if (command.trimmed().isEmpty())
        return FormText::tr("Enter the command that trains, for example: python3 train.py");
    return {};
}

QString opsFault(const QString& ops)
{
    static const QRegularExpression kWindow(QStringLiteral(R"(^(\d{1,15}):(\d{1,15})(?::(\d{1,15}))?$)"));
    const QString text = ops.trimmed();
    if (text == QLatin1String("auto") || text == QLatin1String("none") || text == QLatin1String("all"))
        return {};
    const QRegularExpressionMatch match = kWindow.match(text);
    if (!match.hasMatch())
        return FormText::tr("Write auto, none, all, FIRST:END or FIRST:END:EVERY, for example 4:9.");
    const qlonglong first = match.captured(1).toLongLong();
    const qlonglong last = match.captured(2).toLongLong();
    if (first >= last)
        return FormText::tr("The last step must come after the first: 4:9 traces steps 4 to 8.");
    if (!match.captured(3).isEmpty() && match.captured(3).toLongLong() < last - first)
        return FormText::tr("EVERY must be at least as long as the window that it repeats.");
    return {};
}

std::optional<double> parsePeriodMs(const QString& text)
{
    static const QRegularExpression kPeriod(QStringLiteral(R"(^([0-9]*[.]?[0-9]+)\s*(ms|s|us|µs)?$)"));
    const QRegularExpressionMatch match = kPeriod.match(text.trimmed().replace(QLatin1Char(','), QLatin1Char('.')));
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("s") ? 1000 : unit.isEmpty() || unit == QLatin1String("ms") ? 1 : 0.001;
    return match.captured(1).toDouble() * factor;
}

QString periodFault(const QString& text)
{
    const std::optional<double> period = parsePeriodMs(text);
    if (!period)
        return FormText::tr("Write a time, for example 10 ms.");
    if (*period < kShortestPeriodMs || *period > kLongestPeriodMs)
        return FormText::tr("The period must be between 1 ms and 10 s; 10 ms suits most boards.");
    return {};
}

} // namespace stepscope::ui
