#pragma once

#include <QByteArray>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace stepscope::testing {

struct SchemaCheck
{
    static constexpr int kSkipped = 77; ///< Debian's python3-jsonschema is missing

    int status = -1;   ///< 0 = the JSON follows the schema
    QByteArray faults; ///< one per line; or why the check was skipped
};

/// Validates JSON with resources/schemas/SCHEMA.json, and the schema itself: names that contradict units, and objects
/// that accept unknown keys. Without JSON only the schema. Blocks for about 0.3 s.
inline SchemaCheck checkSchema(const QString& schema, const QByteArray& json = {})
{
    const QString root = QStringLiteral(STEPSCOPE_SOURCE_DIR);
    QStringList arguments{"-B", root + "/tests/support/checkschema.py",
                          root + "/resources/schemas/" + schema + ".json"};
    const QTemporaryDir folder;
    if (!json.isEmpty()) {
        arguments.append(folder.filePath(schema + ".json"));
        QFile file(arguments.last());
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
            return {-2, "the JSON could not be written"};
    }
    QProcess python;
    python.setProcessChannelMode(QProcess::MergedChannels);
    python.start(QStringLiteral(STEPSCOPE_PYTHON), arguments);
    constexpr int kLongest = 60'000;
    if (!python.waitForFinished(kLongest))
        return {-3, "the check did not end"};
    return {python.exitCode(), python.readAll()};
}

} // namespace stepscope::testing
