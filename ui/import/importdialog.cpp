#include "ui/import/importdialog.h"

#include "analysis/text/quantitytext.h"
#include "ui/devices/captureform.h"
#include "ui/parts/messageline.h"
#include "ui/parts/mnemonics.h"
#include "ui/parts/plaintext.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

enum Column { NameColumn, KindColumn, SizeColumn, FolderColumn, ColumnCount };

QPushButton* listButton(const QString& text, const char* name, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

QString sizeText(quint64 bytes)
{
    return QString::fromStdString(analysis::bytesText(static_cast<double>(bytes)));
}

} // namespace

QString proposedOutput(const QString& firstFile)
{
    const QFileInfo file(firstFile);
    const QString stem =
        file.dir().filePath(file.completeBaseName().isEmpty() ? file.fileName() : file.completeBaseName());
    QString path = stem + QStringLiteral(".stepscope");
    for (int copy = 2; QFileInfo::exists(path); ++copy)
        path = stem + QStringLiteral("-%1.stepscope").arg(copy);
    return path;
}

ImportDialog::ImportDialog(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Import"));
    auto* all = new QVBoxLayout(this);
    all->setSpacing(8);
    buildList(all);
    buildFields(all);
    m_message = new MessageLine(MessageLine::Place::Panel, this);
    m_message->setObjectName(QStringLiteral("importMessage"));
    all->addWidget(m_message);
    buildProgress(all);
    auto* buttons = new QDialogButtonBox(this);
    m_import = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    m_import->setObjectName(QStringLiteral("startImport"));
    m_import->setDefault(true);
    m_cancel = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    m_cancel->setObjectName(QStringLiteral("cancelImport"));
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &ImportDialog::reject);
    all->addWidget(buttons);
    refresh(-1);
    resize(fontMetrics().averageCharWidth() * 150, sizeHint().height());
}

void ImportDialog::buildList(QVBoxLayout* all)
{
    auto* title = plainLabel(tr("&Files of one run, merged into one recording"), this);
    m_list = new QTreeWidget(this);
    m_list->setObjectName(QStringLiteral("importFiles"));
    m_list->setAccessibleName(tr("Files to import"));
    m_list->setHeaderLabels({tr("File"), tr("Kind"), tr("Size"), tr("Folder")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(fontMetrics().height() * 9);
    m_list->header()->setStretchLastSection(true);
    title->setBuddy(m_list);
    all->addWidget(title);

    m_add = listButton(tr("&Add…"), "addFile", tr("Choose more files of the same run"), this);
    m_remove = listButton(tr("&Remove"), "removeFile", tr("Remove the file from the list  (Del)"), this);
    m_up = listButton(tr("Move &up"), "moveUp",
                      tr("The first source is the one that the others are aligned to  (Alt+Up)"), this);
    m_down = listButton(tr("Move &down"), "moveDown",
                        tr("The first source is the one that the others are aligned to  (Alt+Down)"), this);
    auto* buttons = new QVBoxLayout;
    for (QPushButton* button : {m_add, m_remove, m_up, m_down})
        buttons->addWidget(button);
    buttons->addStretch(1);
    auto* across = new QHBoxLayout;
    across->addWidget(m_list, 1);
    across->addLayout(buttons);
    all->addLayout(across, 1);
    connect(m_add, &QPushButton::clicked, this, &ImportDialog::chooseFiles);
    connect(m_remove, &QPushButton::clicked, this, &ImportDialog::removeCurrent);
    connect(m_up, &QPushButton::clicked, this, [this] { moveCurrent(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveCurrent(1); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ImportDialog::showHint);
    const auto onKey = [this](const QKeySequence& key, auto action) {
        auto* shortcut = new QShortcut(key, m_list, nullptr, nullptr, Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, action);
    };
    onKey(QKeySequence::Delete, [this] { removeCurrent(); });
    onKey(Qt::ALT | Qt::Key_Up, [this] { moveCurrent(-1); });
    onKey(Qt::ALT | Qt::Key_Down, [this] { moveCurrent(1); });
}

void ImportDialog::buildFields(QVBoxLayout* all)
{
    m_form = new QFormLayout;
    m_output = new QLineEdit(this);
    m_browse = new QPushButton(tr("&Browse…"), this);
    m_browse->setAutoDefault(false);
    m_interval = new QLineEdit(this);
    m_timeColumn = new QLineEdit(this);
    m_units = new QLineEdit(this);
    const auto add = [this](const QString& label, QLineEdit* edit, const char* name, const QString& hint,
                            const QString& help, QWidget* beside = nullptr) {
        auto* caption = plainLabel(label, this);
        caption->setBuddy(edit);
        edit->setObjectName(QLatin1String(name));
        edit->setPlaceholderText(hint);
        edit->setToolTip(help);
        edit->setAccessibleName(withoutMnemonic(label));
        edit->setAccessibleDescription(help);
        auto* row = new QWidget(this);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->addWidget(edit, 1);
        if (beside)
            line->addWidget(beside);
        m_form->addRow(caption, row);
    };
    add(tr("&Output"), m_output, "importOutput", {}, tr("The new recording; an existing file is never overwritten"),
        m_browse);
    add(tr("I&nterval"), m_interval, "importInterval", tr("1 s, where the lines of a log have no times"),
        tr("Time between two lines of a log of tegrastats whose lines have no times, for example 500 ms"));
    add(tr("&Time column"), m_timeColumn, "importTimeColumn", tr("by its name"),
        tr("The column of a CSV file that contains the time"));
    add(tr("Unit&s"), m_units, "importUnits", tr("from the header"),
        tr("Units that the header of a CSV file does not state, of the time and of columns, for example: ms, "
           "power=mW"));
    all->addLayout(m_form);
    connect(m_browse, &QPushButton::clicked, this, &ImportDialog::chooseOutput);
    connect(m_output, &QLineEdit::textEdited, this, [this] { m_outputIsProposed = false; });
    for (QLineEdit* edit : {m_output, m_interval, m_timeColumn, m_units})
        connect(edit, &QLineEdit::textEdited, this, &ImportDialog::showHint);
}

void ImportDialog::buildProgress(QVBoxLayout* all)
{
    m_progressRow = new QWidget(this);
    auto* line = new QHBoxLayout(m_progressRow);
    line->setContentsMargins(0, 0, 0, 0);
    m_progress = new QProgressBar(m_progressRow);
    m_progress->setObjectName(QStringLiteral("importProgress"));
    m_progress->setAccessibleName(tr("Progress of the import"));
    line->addWidget(plainLabel(tr("Reading and aligning the files"), m_progressRow));
    line->addWidget(m_progress, 1);
    QSizePolicy kept = m_progressRow->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_progressRow->setSizePolicy(kept);
    m_progressRow->hide();
    all->addWidget(m_progressRow);
}

void ImportDialog::addFiles(const QList<ImportFile>& files)
{
    for (const ImportFile& file : files) {
        const auto isSame = [&](const ImportFile& other) { return other.path == file.path; };
        if (std::none_of(m_files.cbegin(), m_files.cend(), isSame))
            m_files << file;
    }
    // The recording, into which the others are merged, is the first of an import.
    std::stable_partition(m_files.begin(), m_files.end(), [](const ImportFile& file) { return file.isRecording; });
    refresh(m_list->indexOfTopLevelItem(m_list->currentItem()));
}

void ImportDialog::refresh(int current)
{
    m_list->clear();
    for (const ImportFile& file : std::as_const(m_files)) {
        const QFileInfo info(file.path);
        const bool isKnown = file.fault.isEmpty();
        auto* item = new QTreeWidgetItem(m_list, {info.fileName(), isKnown ? file.kind : tr("not recognised"),
                                                  sizeText(file.bytes), QDir::toNativeSeparators(info.path())});
        item->setTextAlignment(SizeColumn, Qt::AlignRight | Qt::AlignVCenter);
        for (int column = 0; column < ColumnCount; ++column)
            item->setToolTip(column, isKnown ? QDir::toNativeSeparators(file.path) : file.fault);
    }
    const int em = fontMetrics().averageCharWidth();
    m_list->setColumnWidth(NameColumn, em * 32);
    m_list->setColumnWidth(KindColumn, em * 58);
    m_list->setColumnWidth(SizeColumn, em * 11);
    if (!m_files.isEmpty())
        m_list->setCurrentItem(m_list->topLevelItem(std::clamp(current, 0, static_cast<int>(m_files.size()) - 1)));
    if (m_outputIsProposed)
        proposeOutput();
    showFields();
    showHint();
}

/// Only the options that a file of the list has.
void ImportDialog::showFields()
{
    const auto any = [this](bool ImportFile::*uses) {
        return std::any_of(m_files.cbegin(), m_files.cend(), [uses](const ImportFile& file) { return file.*uses; });
    };
    m_form->setRowVisible(m_interval->parentWidget(), any(&ImportFile::usesInterval));
    m_form->setRowVisible(m_timeColumn->parentWidget(), any(&ImportFile::usesColumns));
    m_form->setRowVisible(m_units->parentWidget(), any(&ImportFile::usesColumns));
}

/// What is wrong with a file, or what the import does; enables the buttons.
void ImportDialog::showHint()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_add->setEnabled(!m_isRunning);
    m_remove->setEnabled(!m_isRunning && row >= 0);
    m_up->setEnabled(!m_isRunning && row > 0);
    m_down->setEnabled(!m_isRunning && row >= 0 && row + 1 < m_files.size());
    m_import->setEnabled(!m_isRunning && !m_files.isEmpty());
    const auto unknown =
        std::find_if(m_files.cbegin(), m_files.cend(), [](const ImportFile& file) { return !file.fault.isEmpty(); });
    if (unknown != m_files.cend())
        return setMessage(true, unknown->fault + tr(" Remove it from the list."));
    if (!m_files.isEmpty() && m_files.first().isRecording)
        return setMessage(false, tr("The other files are merged into a copy of the recording, at the real time "
                                    "that they state."));
    if (m_files.size() > 1)
        return setMessage(
            false,
            tr("The files are aligned to the first one, by their clocks or by the activity in them. The alignment is "
               "shown afterwards, and can be corrected."));
    setMessage(false, {});
}

/// The dialog grows with its rows, since the height of a wrapped line follows from the width.
void ImportDialog::setMessage(bool isError, const QString& oneLine)
{
    m_message->setMessage(isError ? MessageLine::Kind::Error : MessageLine::Kind::Note, oneLine);
    layout()->activate();
    const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width()) : sizeHint().height();
    if (needed > height())
        resize(width(), needed);
}

void ImportDialog::moveCurrent(int by)
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    const int to = row + by;
    if (m_isRunning || row < 0 || to < 0 || to >= m_files.size())
        return;
    m_files.swapItemsAt(row, to);
    refresh(to);
}

void ImportDialog::removeCurrent()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (m_isRunning || row < 0)
        return;
    m_files.removeAt(row);
    refresh(row);
}

void ImportDialog::chooseFiles()
{
    const QString folder = m_files.isEmpty() ? QString() : QFileInfo(m_files.last().path).path();
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Files of the same run"), folder);
    if (!paths.isEmpty())
        emit filesChosen(paths);
}

void ImportDialog::chooseOutput()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Output"), m_output->text(), tr("Recordings (*.stepscope)"), nullptr,
                                     QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty())
        return;
    m_outputIsProposed = false;
    m_output->setText(QDir::toNativeSeparators(path));
    showHint();
}

void ImportDialog::proposeOutput()
{
    m_output->setText(m_files.isEmpty() ? QString() : QDir::toNativeSeparators(proposedOutput(m_files.first().path)));
}

QString ImportDialog::fault(ImportRequest& request) const
{
    for (const ImportFile& file : m_files) {
        if (!file.fault.isEmpty())
            return file.fault + tr(" Remove it from the list.");
        if (file.isRecording && !request.files.isEmpty())
            return tr("%1 is a second recording: an import merges files into one. Remove it from the list.")
                .arg(QFileInfo(file.path).fileName());
        request.files << file.path;
    }
    if (request.files.size() == 1 && m_files.first().isRecording)
        return tr("The list holds a recording only: add the files that are to be merged into it.");
    request.output = QDir::fromNativeSeparators(m_output->text().trimmed());
    if (request.output.isEmpty())
        return tr("Write the name of the new recording.");
    if (QFileInfo::exists(request.output))
        return tr("%1 exists, and files are never overwritten: choose another name.")
            .arg(QDir::toNativeSeparators(request.output));
    if (const QString text = m_interval->text().trimmed(); !text.isEmpty()) {
        request.intervalMs = parsePeriodMs(text).value_or(0);
        if (request.intervalMs <= 0)
            return tr("“%1” is not an interval: write a time, for example 500 ms.").arg(text);
    }
    request.timeColumn = m_timeColumn->text().trimmed();
    for (const QString& unit : m_units->text().split(QLatin1Char(','), Qt::SkipEmptyParts))
        request.units << unit.trimmed();
    return {};
}

void ImportDialog::submit()
{
    ImportRequest request;
    if (const QString text = fault(request); !text.isEmpty())
        return setMessage(true, text);
    setMessage(false, {});
    setRunning(true);
    emit importRequested(request);
}

void ImportDialog::setRunning(bool running)
{
    m_isRunning = running;
    for (QWidget* field :
         std::initializer_list<QWidget*>{m_list, m_output, m_browse, m_interval, m_timeColumn, m_units})
        field->setEnabled(!running);
    m_progress->setRange(0, 0);
    m_progressRow->setVisible(running);
    m_cancel->setText(running ? tr("Cancel") : tr("Close"));
    m_cancel->setEnabled(true);
    showHint();
    running ? m_cancel->setFocus() : m_import->setFocus();
}

void ImportDialog::setProgress(double share)
{
    constexpr int kWhole = 1000;
    m_progress->setRange(0, share < 0 ? 0 : kWhole);
    m_progress->setValue(static_cast<int>(share * kWhole));
}

void ImportDialog::setWaiting(int files)
{
    setMessage(false, tr("More files that wait for the end of this import: %1").arg(files));
}

void ImportDialog::setFailed(const QString& oneLine)
{
    setRunning(false);
    // The importer names the options of the command line; here they are fields.
    QString text = oneLine;
    text.replace(QLatin1String("name it by --time-column"), tr("write its name into “Time column”"));
    text.replace(QLatin1String("give it by --unit"), tr("write it into “Units”"));
    if (text != oneLine)
        (oneLine.contains(QLatin1String("--unit")) ? m_units : m_timeColumn)->setFocus();
    setMessage(!text.isEmpty(), text.isEmpty() ? tr("The import was cancelled; no file was written.") : text);
}

void ImportDialog::reject()
{
    if (!m_isRunning)
        return QDialog::reject();
    m_cancel->setEnabled(false);
    emit cancelRequested();
}

} // namespace stepscope::ui
