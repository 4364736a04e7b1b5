#include "ui/recording/rowkinds.h"

#include "ui/recording/rowsmenu.h"

namespace stepscope::ui {

QList<QPair<QString, QString>> rowKinds()
{
    return {
        {QStringLiteral("steps"), RowsMenu::tr("Steps")},
        {QStringLiteral("phases"), RowsMenu::tr("Phases")},
        {QStringLiteral("cores"), RowsMenu::tr("Cores")},
        {QStringLiteral("cpu"), RowsMenu::tr("CPU, mean of its cores")},
        {QStringLiteral("training-cpu"), RowsMenu::tr("CPU of the training")},
        {QStringLiteral("gpu"), RowsMenu::tr("GPU")},
        {QStringLiteral("emc"), RowsMenu::tr("Memory controller")},
        {QStringLiteral("power"), RowsMenu::tr("Power")},
        {QStringLiteral("memory"), RowsMenu::tr("Memory")},
        {QStringLiteral("tensors"), RowsMenu::tr("Tensors")},
        {QStringLiteral("ops"), RowsMenu::tr("Ops")},
        {QStringLiteral("temperatures"), RowsMenu::tr("Temperatures")},
        {QStringLiteral("frequencies"), RowsMenu::tr("Frequencies")},
        {QStringLiteral("others"), RowsMenu::tr("Other channels")},
    };
}

} // namespace stepscope::ui
