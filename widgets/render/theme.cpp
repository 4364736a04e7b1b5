#include "widgets/render/theme.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

/// The palette of Okabe and Ito without black: distinguishable with every common kind of colour blindness.
enum Hue { Orange, SkyBlue, Green, Yellow, Blue, Vermillion, Purple, Grey };
constexpr std::array<QRgb, 8> kOkabeIto = {0xffe69f00, 0xff56b4e9, 0xff009e73, 0xfff0e442,
                                           0xff0072b2, 0xffd55e00, 0xffcc79a7, 0xff999999};

/// Lightness steps of a hue (towards white when positive, towards black when negative).
QColor shaded(QRgb rgb, double amount)
{
    const QColor colour(rgb);
    const double target = amount > 0 ? 255 : 0;
    const double weight = std::abs(amount);
    const auto mix = [&](int channel) { return static_cast<int>(std::lround(channel + (target - channel) * weight)); };
    return {mix(colour.red()), mix(colour.green()), mix(colour.blue())};
}

QColor ofHue(Hue hue, double amount)
{
    return shaded(kOkabeIto[hue], amount);
}

/// Seven hues in four steps of lightness each. The steps maximize the least distance between any two of the 28 colours,
/// with and without colour blindness (tests/widgets/render/tst_palette.cpp).
QColor ofOp(std::uint32_t index, bool isDark)
{
    using Steps = std::array<std::array<double, 4>, 7>;
    static constexpr Steps kLightSteps = {{{-0.10, 0.34, -0.42, 0.54},
                                           {0, -0.44, -0.24, 0.60},
                                           {0.16, -0.18, -0.44, 0.48},
                                           {0.02, -0.38, 0.22, -0.20},
                                           {0.06, 0.52, -0.20, -0.44},
                                           {0, -0.38, 0.44, 0.26},
                                           {0.22, -0.12, 0.54, -0.36}}};
    static constexpr Steps kDarkSteps = {{{0.02, 0.38, -0.18, 0.58},
                                          {-0.14, 0.60, 0.10, -0.38},
                                          {-0.14, 0.22, -0.44, 0.48},
                                          {0, -0.30, -0.16, -0.44},
                                          {-0.10, -0.30, 0.12, 0.56},
                                          {-0.14, 0.56, 0.32, -0.36},
                                          {-0.06, 0.58, 0.26, -0.34}}};
    static_assert(Theme::kOpColours == 7 * 4);
    const std::size_t hue = index % 7;
    const std::size_t step = index / 7 % 4;
    return ofHue(static_cast<Hue>(hue), (isDark ? kDarkSteps : kLightSteps)[hue][step]);
}

QColor ofRole(std::uint32_t index, bool isDark)
{
    switch (static_cast<RailRole>(index)) {
    case RailRole::System:
        return isDark ? QColor(0xe8, 0xea, 0xed) : QColor(0x30, 0x34, 0x3a);
    case RailRole::Cpu:
        return ofHue(SkyBlue, isDark ? 0 : -0.10);
    case RailRole::Gpu:
        return ofHue(Green, isDark ? 0.10 : 0);
    case RailRole::Memory:
        return ofHue(Purple, 0);
    case RailRole::Soc:
        return ofHue(Orange, isDark ? 0 : -0.04);
    case RailRole::Other:
        break;
    }
    return ofHue(Grey, -0.28); // darker than green and purple: distinguishable with colour blindness
}

QColor ofNth(std::uint32_t index, bool isDark)
{
    static constexpr std::array<Hue, 7> kOrder = {Blue, Orange, Green, Purple, Vermillion, SkyBlue, Yellow};
    const double amount = isDark ? 0.25 : (kOrder[index % 7] == Yellow ? -0.25 : 0);
    return ofHue(kOrder[index % 7], index / 7 % 2 == 0 ? amount : amount - 0.25);
}

QColor ofCluster(std::uint32_t index, bool isDark)
{
    static constexpr std::array<Hue, 4> kOrder = {Blue, Orange, Green, Purple};
    return ofHue(kOrder[index % 4], isDark ? (index % 4 == 0 ? 0.30 : 0.10) : (index % 4 == 1 ? -0.06 : 0.06));
}

double luminance(const QColor& colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Moves a colour towards black or white until it has the contrast to the background.
QColor withContrast(QColor colour, const QColor& behind, double contrast)
{
    const QColor towards = luminance(behind) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    constexpr double kStep = 0.04;
    for (double share = kStep; share < 1 && contrastRatio(colour, behind) < contrast; share += kStep)
        colour = mixed(colour, towards, kStep);
    return colour;
}

QFont sized(const QString& family, int px, QFont::Weight weight)
{
    QFont font;
    QStringList families = {QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")};
    if (!family.isEmpty())
        families.prepend(family);
    font.setFamilies(families);
    font.setPixelSize(px);
    font.setWeight(weight);
    return font;
}

} // namespace

Theme Theme::light()
{
    Theme theme;
    theme.kind = Kind::Light;
    theme.window = QColor(0xf4, 0xf5, 0xf7);
    theme.surface = QColor(0xff, 0xff, 0xff);
    theme.header = QColor(0xfa, 0xfb, 0xfc);
    theme.line = QColor(0xe6, 0xe8, 0xec);
    theme.grid = QColor(0xf0, 0xf2, 0xf4);
    theme.text = QColor(0x1f, 0x23, 0x28);
    theme.mutedText = QColor(0x5c, 0x63, 0x6d);
    theme.accent = QColor(0x00, 0x5a, 0x9c);
    theme.selection = QColor(0x00, 0x72, 0xb2, 36);
    theme.cursor = QColor(0x4a, 0x50, 0x58);
    theme.warning = QColor(0x9a, 0x5b, 0x00);
    theme.error = QColor(0xb4, 0x3c, 0x00);
    return theme;
}

Theme Theme::dark()
{
    Theme theme;
    theme.kind = Kind::Dark;
    theme.window = QColor(0x17, 0x19, 0x1d);
    theme.surface = QColor(0x1c, 0x1f, 0x24);
    theme.header = QColor(0x20, 0x23, 0x29);
    theme.line = QColor(0x2f, 0x33, 0x3a);
    theme.grid = QColor(0x27, 0x2a, 0x30);
    theme.text = QColor(0xe6, 0xe8, 0xeb);
    theme.mutedText = QColor(0xa2, 0xa9, 0xb3);
    theme.accent = QColor(0x7c, 0xc4, 0xf0);
    theme.selection = QColor(0x56, 0xb4, 0xe9, 48);
    theme.cursor = QColor(0xb4, 0xba, 0xc3);
    theme.warning = QColor(0xf0, 0xb4, 0x3c);
    theme.error = QColor(0xff, 0x8a, 0x50);
    return theme;
}

QColor Theme::colour(ColorRole color) const
{
    const bool isDark = kind == Kind::Dark;
    const auto drawn = [this](const QColor& colour) { return withContrast(colour, surface, kGraphicContrast); };
    switch (color.kind) {
    case ColorRole::Kind::Neutral:
        return color.index == 0 ? mutedText : text;
    case ColorRole::Kind::Op:
        return ofOp(color.index, isDark);
    case ColorRole::Kind::Role:
        return drawn(ofRole(color.index, isDark));
    case ColorRole::Kind::Cluster:
        return drawn(ofCluster(color.index, isDark));
    case ColorRole::Kind::Gpu:
        return drawn(ofRole(static_cast<std::uint32_t>(RailRole::Gpu), isDark));
    case ColorRole::Kind::Memory:
        return drawn(color.index == 0   ? ofHue(Purple, isDark ? 0.05 : -0.08)
                     : color.index == 1 ? ofHue(Vermillion, isDark ? 0.15 : 0)
                     : color.index == 2 ? ofHue(Grey, isDark ? -0.28 : -0.2)
                                        : ofCluster(0, isDark));
    case ColorRole::Kind::Step: {
        static constexpr std::array<QRgb, 4> kLight = {0xffdfe3e8, 0xffeceff2, 0xffbfdcf0, 0xffd3e7f5};
        static constexpr std::array<QRgb, 4> kDark = {0xff343941, 0xff2b2f36, 0xff234a66, 0xff1f3f57};
        return QColor(isDark ? kDark[color.index % 4] : kLight[color.index % 4]);
    }
    case ColorRole::Kind::Severity:
        return color.index == 0 ? mutedText : color.index == 1 ? warning : error;
    case ColorRole::Kind::Series:
        return drawn(ofNth(color.index, isDark));
    }
    return mutedText;
}

QColor Theme::edgeOf(const QColor& box) const
{
    // Change it at least a little, so that all boxes have a visible edge.
    const QColor away = mixed(box, kind == Kind::Dark ? QColor(Qt::white) : QColor(Qt::black), 0.16);
    return withContrast(away, surface, kGraphicContrast);
}

QColor Theme::textOn(const QColor& background) const
{
    // Pure black or pure white always has a contrast of 4.5:1; softer colours may not.
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrastRatio(black, background) >= contrastRatio(white, background) ? black : white;
}

QFont Theme::font() const
{
    return sized(family, 13, QFont::Normal);
}

QFont Theme::smallFont() const
{
    return sized(family, 11, QFont::Normal);
}

QFont Theme::strongFont() const
{
    return sized(family, 13, QFont::DemiBold);
}

QPalette Theme::palette() const
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, surface);
    palette.setColor(QPalette::AlternateBase, header);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, mutedText);
    palette.setColor(QPalette::Button, header);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::ToolTipBase, header);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, textOn(accent));
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::Light, kind == Kind::Light ? surface : line);
    palette.setColor(QPalette::Midlight, line);
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, grid);
    palette.setColor(QPalette::Shadow, window.darker(150));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mutedText);
    return palette;
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto channel = [&](int from, int to) { return static_cast<int>(std::lround(from + (to - from) * share)); };
    return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QColor stackColour(const Theme& theme, ColorRole color)
{
    return mixed(theme.surface, theme.colour(color), 0.72);
}

QColor headerBand(const Theme& theme)
{
    return mixed(theme.header, theme.text, theme.kind == Theme::Kind::Light ? 0.05 : 0.07);
}

QColor edgeOfPinned(const Theme& theme)
{
    return mixed(theme.line, theme.text, 0.3);
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

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
