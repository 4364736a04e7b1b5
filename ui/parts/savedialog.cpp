#include "ui/parts/savedialog.h"

#include "ui/parts/settings.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QWidget>

namespace stepscope::ui {
namespace {

/// Of a filter: {".csv", ".tsv"} of "Tables (*.csv *.tsv)".
QStringList suffixesOf(const QString& filter)
{
    QStringList suffixes;
    const QString patterns = filter.section(QLatin1Char('('), -1).section(QLatin1Char(')'), 0, 0);
    for (const QString& pattern : patterns.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        suffixes << pattern.mid(1);
    return suffixes;
}

/// The suffix of one of the filters in which the name ends; empty if none.
QString suffixIn(const QString& name, const QStringList& filters)
{
    for (const QString& filter : filters) {
        for (const QString& suffix : suffixesOf(filter)) {
            if (name.endsWith(suffix, Qt::CaseInsensitive))
                return suffix;
        }
    }
    return {};
}

/// The name with a suffix of this filter, in place of one of another filter.
QString withSuffix(const QString& name, const QString& filter, const QStringList& filters)
{
    if (!suffixIn(name, {filter}).isEmpty())
        return name;
    return name.chopped(suffixIn(name, filters).size()) + suffixesOf(filter).first();
}

QString proposedFolder()
{
    const QString folder = settings::exportFolder();
    return folder.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) : folder;
}

} // namespace

QString exportName(const QWidget* widget, const QString& part, const QString& suffix)
{
    while (widget != nullptr && widget->windowFilePath().isEmpty())
        widget = widget->parentWidget();
    const QString recording = widget == nullptr ? QString() : QFileInfo(widget->windowFilePath()).completeBaseName();
    const QString name = recording.isEmpty() ? QStringLiteral("recording") : recording;
    return (part.isEmpty() ? name : name + QLatin1Char('-') + part) + QLatin1Char('.') + suffix;
}

QString askSavePath(QWidget* parent, const QString& title, const QString& name, const QStringList& filters)
{
    QFileDialog dialog(parent, title, proposedFolder());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    // With a default suffix, the dialog asks before it replaces the file that is really written.
    const auto chooseFilter = [&](const QString& filter) {
        dialog.setDefaultSuffix(suffixesOf(filter).first().mid(1));
        const QStringList selected = dialog.selectedFiles();
        const QString current = selected.isEmpty() ? name : QFileInfo(selected.first()).fileName();
        dialog.selectFile(withSuffix(current, filter, filters));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, chooseFilter);
    dialog.selectFile(withSuffix(name, filters.first(), filters));
    dialog.setDefaultSuffix(suffixesOf(filters.first()).first().mid(1));
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        const QString chosen = dialog.selectedFiles().constFirst();
        // The default suffix is not added to a name with a dot.
        const QString path =
            suffixIn(chosen, filters).isEmpty() ? withSuffix(chosen, dialog.selectedNameFilter(), filters) : chosen;
        if (path == chosen || !QFileInfo::exists(path)) {
            settings::setExportFolder(QFileInfo(path).absolutePath());
            return path;
        }
        dialog.selectFile(path); // asks now whether to replace it
    }
    return {};
}

QString askExportFolder(QWidget* parent, const QString& title)
{
    const QString folder = QFileDialog::getExistingDirectory(parent, title, proposedFolder());
    if (!folder.isEmpty())
        settings::setExportFolder(folder);
    return folder;
}

} // namespace stepscope::ui
