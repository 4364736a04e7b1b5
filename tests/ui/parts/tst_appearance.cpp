#include "ui/parts/appearance.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLineEdit>
#include <QTest>

using namespace stepscope;
using namespace stepscope::ui;

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
};

QTEST_MAIN(TestAppearance)
#include "tst_appearance.moc"
