#include "ui/guide/guidepages.h"

#include <QCoreApplication>

namespace stepscope::ui {

QList<GuidePage> guidePages()
{
    const auto page = [](const char* file, const QString& title) {
        return GuidePage{QString::fromLatin1(file), title};
    };
    const auto translated = [](const char* text) {
        return QCoreApplication::translate("stepscope::ui::GuideWindow", text);
    };
    return {
        page("install.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Install"))),
        page("first-profile.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "First profile"))),
        page("jetson.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Add a Jetson"))),
        page("timeline.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Reading the timeline"))),
        page("ops-and-energy.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Operations and energy"))),
        page("steps.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Steps and periods"))),
        page("compare.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Compare"))),
        page("study.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Sweep and study"))),
        page("files.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Import, export, query"))),
        page("troubleshooting.md", translated(QT_TRANSLATE_NOOP("stepscope::ui::GuideWindow", "Troubleshooting"))),
    };
}

} // namespace stepscope::ui
