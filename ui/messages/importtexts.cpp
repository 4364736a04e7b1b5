#include "ui/messages/importtexts.h"

#include <QCoreApplication>

namespace stepscope::ui::messages {
namespace {

struct ImportTexts
{
    Q_DECLARE_TR_FUNCTIONS(ImportTexts)
};

} // namespace

QString alignedByClock()
{
    return ImportTexts::tr("by its clock");
}

QString alignedByClockAndActivity()
{
    return ImportTexts::tr("by its clock and its activity");
}

QString alignedByActivity(double correlation)
{
    return ImportTexts::tr("by activity, correlation %1").arg(correlation, 0, 'f', 2);
}

QString notAligned()
{
    return ImportTexts::tr("not aligned: begins with it");
}

QString recordingKind()
{
    return ImportTexts::tr("recording");
}

QString memoryExhausted(const QString& error)
{
    return ImportTexts::tr("The files cannot be read (%1): close other programs, or open smaller files.").arg(error);
}

QString correctedTimesWritten(const QString& path)
{
    return ImportTexts::tr("The corrected times are in %1").arg(path);
}

QString correctedTimesNotWritten(const QString& path, const QString& error)
{
    return ImportTexts::tr("The corrected times were not written to %1 (%2): the recording is unchanged.")
        .arg(path, error);
}

} // namespace stepscope::ui::messages
