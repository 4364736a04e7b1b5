#include "widgets/render/theme.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

/// Contrast and differences of the palette's colours, in both themes and with every common kind of colour blindness.
namespace stepscope::widgets {

namespace {

using Linear = std::array<double, 3>;
using Matrix = std::array<Linear, 3>;

/// Machado, Oliveira, Fernandes: "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG
/// 15(6), 2009, table 1, severity 1.0; on linear RGB.
constexpr Matrix kProtanopia = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kAllColours = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// CIE L*a*b* of sRGB (IEC 61966-2-1) under D65.
Linear labOf(const QColor& colour, const Matrix& seenBy)
{
    const Linear rgb = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    Linear seen{};
    for (std::size_t i = 0; i < 3; ++i)
        seen[i] = std::clamp(seenBy[i][0] * rgb[0] + seenBy[i][1] * rgb[1] + seenBy[i][2] * rgb[2], 0.0, 1.0);
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    const double x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047);
    const double y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
    const double z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Colour difference of CIE 1976; about 2.3 is just noticeable.
double difference(const QColor& a, const QColor& b, const Matrix& seenBy)
{
    const Linear one = labOf(a, seenBy);
    const Linear other = labOf(b, seenBy);
    return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

std::vector<ColorRole> colors(ColorRole::Kind kind, std::uint32_t count)
{
    std::vector<ColorRole> all;
    for (std::uint32_t i = 0; i < count; ++i)
        all.push_back({kind, i});
    return all;
}

} // namespace

class PaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void boxesHaveEnoughContrast_data() { looks(); }
    void boxesHaveEnoughContrast();
    void linesHaveEnoughContrast_data() { looks(); }
    void linesHaveEnoughContrast();
    void opsAreDistinguishable_data() { looks(); }
    void opsAreDistinguishable();
    void linesAreDistinguishable_data() { looks(); }
    void linesAreDistinguishable();

private:
    static void looks();
    static Theme theme()
    {
        return QString::fromLatin1(QTest::currentDataTag()).startsWith(QLatin1String("dark")) ? Theme::dark()
                                                                                              : Theme::light();
    }
    static void verifyApart(const std::vector<QColor>& colours, std::size_t reach, double normal, double impaired);
};

void PaletteTest::looks()
{
    QTest::addColumn<int>("unused");
    QTest::newRow("light") << 0;
    QTest::newRow("dark") << 0;
}

void PaletteTest::boxesHaveEnoughContrast()
{
    const Theme look = theme();
    const SpanPalette table(look);
    for (const ColorRole color : colors(ColorRole::Kind::Op, Theme::kOpColours)) {
        const SpanPalette::Colours colours = table.ofSpan(color, 1, false);
        QCOMPARE(QColor(colours.box), look.colour(color)); // as in tables
        QVERIFY2(contrastRatio(QColor(colours.edge), look.surface) >= 3, qPrintable(QColor(colours.box).name()));
        QVERIFY2(contrastRatio(QColor(colours.text), QColor(colours.box)) >= 4.5,
                 qPrintable(QColor(colours.box).name()));
        // Also of names on lighter and faded boxes.
        for (const double busy : {0.01, 0.5, 0.99}) {
            const SpanPalette::Colours crowded = table.ofSpan(color, busy, busy < 0.1);
            QVERIFY(contrastRatio(QColor(crowded.text), QColor(crowded.box)) >= 4.5);
        }
    }
}

void PaletteTest::linesHaveEnoughContrast()
{
    const Theme look = theme();
    std::vector<ColorRole> all = colors(ColorRole::Kind::Series, 14);
    for (const auto& [kind, count] : {std::pair(ColorRole::Kind::Role, 6U), std::pair(ColorRole::Kind::Cluster, 4U),
                                      std::pair(ColorRole::Kind::Gpu, 1U), std::pair(ColorRole::Kind::Memory, 4U)}) {
        const std::vector<ColorRole> more = colors(kind, count);
        all.insert(all.end(), more.begin(), more.end());
    }
    for (const ColorRole color : all)
        QVERIFY2(contrastRatio(look.colour(color), look.surface) >= Theme::kGraphicContrast,
                 qPrintable(QStringLiteral("%1 of kind %2").arg(color.index).arg(static_cast<int>(color.kind))));
}

void PaletteTest::verifyApart(const std::vector<QColor>& colours, std::size_t reach, double normal, double impaired)
{
    for (std::size_t i = 0; i < colours.size(); ++i) {
        for (std::size_t j = i + 1; j < std::min(colours.size(), i + 1 + reach); ++j) {
            const auto text = [&](double seen) {
                return qPrintable(QStringLiteral("%1 %2 and %3 %4: %5")
                                      .arg(i)
                                      .arg(colours[i].name())
                                      .arg(j)
                                      .arg(colours[j].name())
                                      .arg(seen));
            };
            const double seen = difference(colours[i], colours[j], kAllColours);
            QVERIFY2(seen >= normal, text(seen));
            for (const Matrix& matrix : {kProtanopia, kDeuteranopia}) {
                const double less = difference(colours[i], colours[j], matrix);
                QVERIFY2(less >= impaired, text(less));
            }
        }
    }
}

void PaletteTest::opsAreDistinguishable()
{
    std::vector<QColor> colours;
    for (const ColorRole color : colors(ColorRole::Kind::Op, Theme::kOpColours))
        colours.push_back(theme().colour(color));
    verifyApart(colours, 1, 25, 18);                  // consecutive indices
    verifyApart(colours, Theme::kOpColours, 11, 7.4); // any two
}

void PaletteTest::linesAreDistinguishable()
{
    const auto coloursOf = [&](ColorRole::Kind kind, std::uint32_t count) {
        std::vector<QColor> colours;
        for (const ColorRole color : colors(kind, count))
            colours.push_back(theme().colour(color));
        return colours;
    };
    verifyApart(coloursOf(ColorRole::Kind::Role, 6), 6, 20, 9);
    verifyApart(coloursOf(ColorRole::Kind::Cluster, 4), 4, 20, 9);
    std::vector<QColor> ofMemory = coloursOf(ColorRole::Kind::Memory, 4); // shown in one row with the GPU
    ofMemory.push_back(theme().colour({ColorRole::Kind::Gpu, 0}));
    verifyApart(ofMemory, ofMemory.size(), 20, 9);
    verifyApart(coloursOf(ColorRole::Kind::Series, 14), 1, 20, 9);
}

} // namespace stepscope::widgets

QTEST_GUILESS_MAIN(stepscope::widgets::PaletteTest)
#include "tst_palette.moc"
