#include "ui/parts/appearance.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleOption>
#include <QTest>

#include <vector>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// Notes the palettes that it is asked to draw with.
class PaletteRecorder : public QProxyStyle
{
public:
    explicit PaletteRecorder(std::vector<qint64>& palettes)
        : m_palettes(palettes)
    {}
    void drawComplexControl(ComplexControl /*control*/, const QStyleOptionComplex* option, QPainter* /*painter*/,
                            const QWidget* /*widget*/) const override
    {
        m_palettes.push_back(option->palette.cacheKey());
    }

private:
    std::vector<qint64>& m_palettes;
};

} // namespace

/// Frames of controls have sufficient contrast in both themes.
class TestAppearance : public QObject
{
    Q_OBJECT

    /// The largest contrast to the window on the widget's left edge, at half its height.
    static double edge(QWidget& widget)
    {
        const QImage image = widget.grab().toImage();
        const QColor window = widget.palette().color(QPalette::Window);
        double most = 1;
        for (int x = 0; x < 5; ++x)
            most = std::max(most, widgets::contrastRatio(image.pixelColor(x, image.height() / 2), window));
        return most;
    }

private slots:
    void framesHaveContrast_data()
    {
        QTest::addColumn<ThemeChoice>("choice");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    void framesHaveContrast()
    {
        QFETCH(ThemeChoice, choice);
        const widgets::Theme theme = applyAppearance(choice);
        QCOMPARE(currentTheme().kind, theme.kind);
        QCheckBox box;
        QLineEdit field;
        QDoubleSpinBox spin;
        QComboBox choices;
        for (QWidget* widget : {static_cast<QWidget*>(&box), static_cast<QWidget*>(&field),
                                static_cast<QWidget*>(&spin), static_cast<QWidget*>(&choices)}) {
            widget->resize(widget->sizeHint());
            QVERIFY2(edge(*widget) >= 2.9,
                     qPrintable(QString("%1: %2").arg(widget->metaObject()->className()).arg(edge(*widget))));
        }
    }

    /// Qt keeps a picture for each palette, so that new ones at each paint would fill its cache.
    void framesAreDrawnWithTheSamePaletteEachTime()
    {
        std::vector<qint64> palettes;
        FrameStyle style;
        style.setBaseStyle(new PaletteRecorder(palettes)); // owned by the style
        QComboBox choices;
        QImage canvas(100, 30, QImage::Format_ARGB32);
        QPainter painter(&canvas);
        for (int i = 0; i < 2; ++i) {
            QStyleOptionComboBox option;
            option.initFrom(&choices);
            style.drawComplexControl(QStyle::CC_ComboBox, &option, &painter, &choices);
        }
        QCOMPARE(palettes.size(), std::size_t(2));
        QCOMPARE(palettes.front(), palettes.back());
    }
};

QTEST_MAIN(TestAppearance)
#include "tst_appearance.moc"
