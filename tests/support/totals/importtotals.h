#pragma once

#include <QString>
#include <QStringList>

#include <filesystem>
#include <string>

/// Comparison of imported recordings with the contents of their files, as an independent script reads them.
namespace stepscope::testing {

/// The folder of real files: STEPSCOPE_CORPUS, else ../shared/corpus next to the project.
std::filesystem::path corpusFolder();

/// The lines of a script below tests/analysis/import for a file.
QStringList independentTotals(const std::filesystem::path& file, const QString& script = QStringLiteral("totals.py"));
/// The same lines for a recording. Names of the categories `unnamed` are summed up as "*".
QStringList recordedTotals(const std::string& path, const QStringList& unnamed = {});
/// The first line that only one of them has; empty = equal.
QString firstDifference(QStringList expected, QStringList found);

} // namespace stepscope::testing
