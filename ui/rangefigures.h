#pragma once

#include "ui/rangeanalysis.h"
#include "widgets/tracks/ink.h"

#include <QList>
#include <QString>
#include <QVariant>

#include <optional>

namespace stepscope::ui {

/// One line of the inspector.
struct Figure
{
    int level = 0; ///< 0 = of the whole, 1 = a part of it, 2 = a part of that, ...
    QString label;
    QString value;
    QString second;    ///< another unit of the same thing
    double share = -1; ///< 0..1 for a bar; -1 = none
    QString meaning;   ///< tool tip
    QVariant raw{};    ///< value and second for programs, in SI units
    QVariant rawSecond{};
    std::uint32_t op = 0; ///< 0 = of no op; otherwise where its first instance is:
    std::size_t lane = 0;
    std::size_t span = 0;
    std::optional<widgets::Ink> ink{}; ///< the timeline's colour for it
};

inline constexpr std::size_t kTopOps = 8;

/// What a range cost, in the order in which it is read. Things that the device cannot measure are left out.
[[nodiscard]] QList<Figure> figuresOf(const RangeResult& result);

} // namespace stepscope::ui
