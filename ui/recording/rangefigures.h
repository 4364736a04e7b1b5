#pragma once

#include "ui/recording/rangeanalysis.h"
#include "widgets/render/colorrole.h"

#include <QList>
#include <QString>
#include <QVariant>

#include <optional>

namespace stepscope::ui {

/// One line of the inspector.
struct Figure
{
    int level = 0; ///< depth in the tree; 0 = root
    QString label;
    QString value;
    QString second;    ///< a second figure, such as the mean power beside the energy
    double share = -1; ///< 0..1 for a bar; -1 = none
    QString meaning;   ///< tool tip
    QVariant raw{};    ///< `value` in SI units, for CSV
    QVariant rawSecond{};
    std::uint32_t op = 0; ///< 0 = no op; otherwise lane and span are of its first instance
    std::size_t lane = 0;
    std::size_t span = 0;
    std::optional<widgets::ColorRole> color{}; ///< its colour in the timeline
};

inline constexpr std::size_t kTopOps = 8;

/// The lines of the inspector in display order, without quantities that the device cannot measure.
[[nodiscard]] QList<Figure> figuresOf(const RangeResult& result);

} // namespace stepscope::ui
