#include "widgets/render/spanpalette.h"

namespace stepscope::widgets {

SpanPalette::SpanPalette(const Theme& theme)
    : m_theme(theme)
{
    constexpr double kFaintest = 0.30;
    constexpr double kFaded = 0.22;
    for (std::uint32_t op = 0; op < Theme::kOpColours; ++op) {
        const QColor full = theme.colour({ColorRole::Kind::Op, op});
        const QColor edge = theme.edgeOf(full);
        for (std::size_t shade = 0; shade < kShades; ++shade) {
            const double share = static_cast<double>(shade + 1) / static_cast<double>(kShades);
            m_ops[op][shade] = coloursOf(mixed(theme.surface, edge, kFaintest + (1 - kFaintest) * share));
        }
        m_ops[op][kShades] = coloursOf(full);
        m_ops[op][kShades].edge = edge.rgb();
        m_ops[op][kShades + 1] = coloursOf(mixed(theme.surface, full, kFaded));
    }
}

SpanPalette::Colours SpanPalette::of(ColorRole color) const
{
    return coloursOf(m_theme.colour(color));
}

SpanPalette::Colours SpanPalette::coloursOf(const QColor& colour) const
{
    return {colour.rgb(), m_theme.textOn(colour).rgb(), colour.rgb()};
}

} // namespace stepscope::widgets
