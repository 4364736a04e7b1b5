#pragma once

#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

/// Values that pass between the window and the code that imports files.
namespace stepscope::ui {

/// A file that the user has chosen, and what it is by its content.
struct ImportFile
{
    QString path;
    QString kind;              ///< for example "logs of tegrastats"; empty if it was not recognised
    quint64 bytes = 0;         ///< size
    bool isRecording = false;  ///< the others are merged into a copy of it
    bool usesInterval = false; ///< ImportRequest::intervalMs can apply
    bool usesColumns = false;  ///< ImportRequest::timeColumn and units apply
    QString fault{};           ///< one line: why it cannot be imported, and what was expected
};

/// An import that the user requests. The dialog checks all fields before it emits one.
struct ImportRequest
{
    QStringList files;     ///< in the order of the list
    QString output;        ///< a file that does not exist
    double intervalMs = 0; ///< between the lines of logs without times; 0 = the default
    QString timeColumn;    ///< of CSV files; empty = by its name
    QStringList units;     ///< UNIT of the time, COLUMN=UNIT of others
};

/// A source of a finished import that was aligned to another one.
struct AlignedSource
{
    QString name;               ///< of its first file
    QString method;             ///< by what it was aligned
    double beginSeconds = 0;    ///< its begin after the begin of the reference, with the correction
    double accuracySeconds = 0; ///< 0 = not known
    double confidence = 0;      ///< 0..1
    double correctionMs = 0;
    QString text{}; ///< the whole alignment in one line
};

} // namespace stepscope::ui

Q_DECLARE_METATYPE(stepscope::ui::ImportRequest)
