#include "ui/messages/devicetexts.h"

#include <QCoreApplication>

#include <cstddef>
#include <iterator>

namespace stepscope::ui::messages {
namespace {

struct DeviceTexts
{
    Q_DECLARE_TR_FUNCTIONS(DeviceTexts)
};

constexpr const char* kFactNames[] = {
    QT_TRANSLATE_NOOP("DeviceTexts", "Virtual"),    QT_TRANSLATE_NOOP("DeviceTexts", "Board"),
    QT_TRANSLATE_NOOP("DeviceTexts", "Model"),      QT_TRANSLATE_NOOP("DeviceTexts", "Chip"),
    QT_TRANSLATE_NOOP("DeviceTexts", "L4T"),        QT_TRANSLATE_NOOP("DeviceTexts", "JetPack"),
    QT_TRANSLATE_NOOP("DeviceTexts", "Power mode"), QT_TRANSLATE_NOOP("DeviceTexts", "Kernel"),
    QT_TRANSLATE_NOOP("DeviceTexts", "Cores"),      QT_TRANSLATE_NOOP("DeviceTexts", "Memory"),
    QT_TRANSLATE_NOOP("DeviceTexts", "Python"),     QT_TRANSLATE_NOOP("DeviceTexts", "GPU profilers"),
};
static_assert(std::size(kFactNames) == static_cast<std::size_t>(Fact::GpuProfilers) + 1);

} // namespace

QString factName(Fact fact)
{
    return DeviceTexts::tr(kFactNames[static_cast<std::size_t>(fact)]);
}

QString virtualBoard()
{
    return DeviceTexts::tr("a virtual board: no value is measured on hardware");
}

} // namespace stepscope::ui::messages
