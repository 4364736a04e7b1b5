#include "ui/parts/savedialog.h"

#include "ui/parts/settings.h"

#include <QFileDialog>
#include <QFileInfo>

namespace stepscope::ui {
namespace {

/// The first suffix of a filter: "csv" of "Tables (*.csv *.tsv)".
QString suffixOf(const QString& filter)
{
    return filter.section(QStringLiteral("*."), 1, 1).section(QLatin1Char(')'), 0, 0).trimmed();
}

} // namespace

QString askSavePath(QWidget* parent, const QString& title, const QString& name, const QStringList& filters)
{
    QFileDialog dialog(parent, title, settings::exportFolder());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(suffixOf(filters.first()));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
                     [&](const QString& filter) { dialog.setDefaultSuffix(suffixOf(filter)); });
    dialog.selectFile(name);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const QString path = dialog.selectedFiles().constFirst();
    settings::setExportFolder(QFileInfo(path).absolutePath());
    return path;
}

QString askExportFolder(QWidget* parent, const QString& title)
{
    const QString folder = QFileDialog::getExistingDirectory(parent, title, settings::exportFolder());
    if (!folder.isEmpty())
        settings::setExportFolder(folder);
    return folder;
}

} // namespace stepscope::ui
