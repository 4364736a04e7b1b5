#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/recording/paperdialog.h"
#include "ui/window/mainwindow.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFontComboBox>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

/// Operates the dialog and checks the exported files.
class TestPaperDialog : public QObject
{
    Q_OBJECT

    static void choose(const QDialog& dialog, const char* box, const char* data)
    {
        auto* combo = dialog.findChild<QComboBox*>(box);
        combo->setCurrentIndex(combo->findData(QString(data)));
    }
    static QString about(const QDialog& dialog) { return dialog.findChild<QLabel*>("about")->text(); }
    static QImage shown(const QDialog& dialog) { return dialog.findChild<QLabel*>("preview")->pixmap().toImage(); }
    static QPushButton* button(const QDialog& dialog, const char* name) { return dialog.findChild<QPushButton*>(name); }
    QString path(const QString& name) const { return QDir(m_folder.path()).filePath(name); }

    /// Exports the requested figure, as the program does.
    QByteArray exported(PaperDialog& dialog, const QString& name)
    {
        QSignalSpy asked(&dialog, &PaperDialog::exportRequested);
        dialog.exportTo(path(name));
        if (asked.count() != 1)
            return {};
        m_asked = asked[0][0].value<widgets::FigureOptions>();
        const auto done = widgets::exportTimelineFigure(m_view, m_asked);
        if (!done.ok())
            qWarning("%s", done.error().text.c_str());
        QFile file(m_asked.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void initTestCase() { m_view = testing::viewOf(testing::makeTrainingRecording()); }
    void init() { useFreshSettings(m_folder.path()); }

    void pdfHasTheSizeInMillimetres()
    {
        PaperDialog dialog(m_view, {});
        choose(dialog, "format", "pdf");
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(PaperDialog::kOneColumnMm);
        dialog.findChild<QDoubleSpinBox*>("height")->setValue(60);
        QCOMPARE(dialog.findChild<QComboBox*>("preset")->currentIndex(), 0);
        const QByteArray pdf = exported(dialog, "paper.pdf");
        const auto box = QRegularExpression(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\])").match(QString::fromLatin1(pdf));
        QVERIFY(box.hasMatch());
        constexpr double kMmPerPoint = 25.4 / 72;
        QVERIFY(std::abs(box.captured(1).toDouble() * kMmPerPoint - 85) < 0.3);
        QVERIFY(std::abs(box.captured(2).toDouble() * kMmPerPoint - 60) < 0.3);
        QVERIFY(!pdf.contains("/Subtype /Image")); // vector
        QVERIFY(m_asked.dataPath.isEmpty());
    }

    void pngHasTheSizeInPixelsAndTheDpi()
    {
        PaperDialog dialog(m_view, {});
        QVERIFY(!dialog.findChild<QSpinBox*>("dpi")->isEnabled()); // a vector format has no resolution
        choose(dialog, "format", "png");
        QVERIFY(dialog.findChild<QSpinBox*>("dpi")->isEnabled());
        dialog.findChild<QSpinBox*>("dpi")->setValue(600);
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(PaperDialog::kTwoColumnsMm);
        dialog.findChild<QDoubleSpinBox*>("height")->setValue(100);
        const QImage image = QImage::fromData(exported(dialog, "paper"));
        QCOMPARE(m_asked.path, path("paper.png")); // the extension is appended
        QVERIFY(std::abs(image.width() - 178 / 25.4 * 600) <= 1);
        QVERIFY(std::abs(image.height() - 100 / 25.4 * 600) <= 1);
        QVERIFY(std::abs(image.dotsPerMeterX() * 0.0254 - 600) < 0.1);
    }

    void svgHasTextsAndCsvData()
    {
        PaperDialog dialog(m_view, {});
        choose(dialog, "format", "svg");
        dialog.findChild<QCheckBox*>("data")->setChecked(true);
        dialog.findChild<QFontComboBox*>("family")->setCurrentFont(QFont("DejaVu Serif"));
        const QByteArray svg = exported(dialog, "paper.svg");
        QVERIFY(svg.count("<text") > 20);
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.contains("font-family=\"DejaVu Serif\""));
        QVERIFY(svg.contains("width=\"178") || svg.contains("width=\"177.9"));
        QCOMPARE(m_asked.dataPath, path("paper.csv"));
        QFile csv(m_asked.dataPath);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().startsWith("row,series,kind,"));
    }

    void rowsAndTimeCanBeChosen()
    {
        widgets::FigureOptions seen;
        seen.range = trace::TimeRange{m_view.step(2).start, m_view.step(9).end};
        seen.selection = trace::TimeRange{m_view.step(4).start, m_view.step(5).end};
        PaperDialog dialog(m_view, seen);
        auto* rows = dialog.findChild<QListWidget*>("rows");
        for (int i = 0; i < rows->count(); ++i)
            rows->item(i)->setCheckState(rows->item(i)->data(Qt::UserRole) == "power" ? Qt::Checked : Qt::Unchecked);
        QCOMPARE(dialog.options().range, seen.range);
        auto* time = dialog.findChild<QComboBox*>("time");
        time->setCurrentIndex(1);
        QCOMPARE(dialog.options().range, seen.selection);
        time->setCurrentIndex(2);
        QCOMPARE(dialog.options().range, std::optional<trace::TimeRange>());
        choose(dialog, "format", "svg");
        const QByteArray svg = exported(dialog, "rows.svg");
        QVERIFY(svg.contains("VDD_IN"));
        QVERIFY(!svg.contains("cpu0"));
    }

    void impossibleFiguresShowOneLineErrors()
    {
        PaperDialog dialog(m_view, {});
        dialog.show();
        QTRY_VERIFY(!shown(dialog).isNull());
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(5);
        QVERIFY(dialog.fault().contains("17 to 7937 mm"));
        QVERIFY(!dialog.fault().contains('\n'));
        QTRY_COMPARE(about(dialog), dialog.fault());
        QVERIFY(!button(dialog, "export")->isEnabled());
        QVERIFY(shown(dialog).isNull());
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(120);
        QTRY_VERIFY(about(dialog).startsWith("120 × "));
        QVERIFY(button(dialog, "export")->isEnabled());
        dialog.findChild<QFontComboBox*>("family")->setCurrentFont(QFont("No Such Letters"));
        QVERIFY2(dialog.fault().contains("No Such Letters"), qPrintable(dialog.fault()));
    }

    /// On a small screen, the preview has less room.
    void theDialogFitsTheScreen()
    {
        PaperDialog dialog(m_view, {});
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QSize available = dialog.screen()->availableSize();
        QVERIFY2(dialog.width() <= available.width() && dialog.height() <= available.height(),
                 qPrintable(QString("%1 x %2").arg(dialog.width()).arg(dialog.height())));
        QVERIFY(dialog.minimumSizeHint().width() <= 960);
    }

    void thePreviewMatchesTheFigure()
    {
        PaperDialog dialog(m_view, {});
        choose(dialog, "format", "png");
        dialog.resize(1080, 680);
        dialog.show();
        QTRY_VERIFY(!shown(dialog).isNull());
        const QImage preview = shown(dialog);
        const QImage figure = QImage::fromData(exported(dialog, "preview.png"))
                                  .scaled(preview.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        double differing = 0;
        for (int y = 0; y < preview.height(); ++y) {
            for (int x = 0; x < preview.width(); ++x)
                differing += std::abs(qGray(preview.pixel(x, y)) - qGray(figure.pixel(x, y)));
        }
        QVERIFY(differing / (preview.width() * preview.height()) < 1.0);
        // The preview follows the settings.
        dialog.findChild<QDoubleSpinBox*>("height")->setValue(40);
        QTRY_VERIFY(shown(dialog).height() < preview.height());
    }

    void presetsSetTheWidth()
    {
        PaperDialog dialog(m_view, {});
        auto* preset = dialog.findChild<QComboBox*>("preset");
        const auto pick = [&](int index) {
            preset->setCurrentIndex(index);
            emit preset->activated(index); // like a click in the list
        };
        pick(0);
        QCOMPARE(dialog.options().sizeMm->width(), PaperDialog::kOneColumnMm);
        pick(1);
        QCOMPARE(dialog.options().sizeMm->width(), PaperDialog::kTwoColumnsMm);
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(100);
        QCOMPARE(preset->currentIndex(), 2);
    }

    /// The default theme of a figure is light, also in a dark window.
    void themesCanBeChosen()
    {
        widgets::FigureOptions seen;
        seen.theme = widgets::Theme::Kind::Dark;
        PaperDialog dialog(m_view, seen);
        QCOMPARE(dialog.options().theme, widgets::Theme::Kind::Light);
        dialog.findChild<QComboBox*>("look")->setCurrentIndex(1);
        QCOMPARE(dialog.options().theme, widgets::Theme::Kind::Dark);
    }

    void choicesAreStored()
    {
        {
            PaperDialog dialog(m_view, {});
            choose(dialog, "format", "png");
            dialog.findChild<QDoubleSpinBox*>("width")->setValue(123);
            dialog.findChild<QSpinBox*>("dpi")->setValue(450);
            dialog.findChild<QDoubleSpinBox*>("points")->setValue(8.5);
            dialog.findChild<QComboBox*>("look")->setCurrentIndex(1);
            dialog.findChild<QCheckBox*>("marks")->setChecked(true);
            exported(dialog, "first.png");
        }
        const PaperDialog dialog(m_view, {});
        const widgets::FigureOptions options = dialog.options();
        QCOMPARE(options.path, QString(".png"));
        QCOMPARE(options.sizeMm->width(), 123.0);
        QCOMPARE(options.dpi, 450.0);
        QCOMPARE(*options.fontPoints, 8.5);
        QCOMPARE(dialog.findChild<QComboBox*>("look")->currentIndex(), 1);
        QVERIFY(dialog.findChild<QCheckBox*>("marks")->isChecked());
    }

    void thePictureCanBeCopied()
    {
        PaperDialog dialog(m_view, {});
        dialog.findChild<QSpinBox*>("dpi")->setValue(150);
        button(dialog, "copy")->click();
        const QImage image = QGuiApplication::clipboard()->image();
        QVERIFY(std::abs(image.width() - 178 / 25.4 * 150) <= 1);
    }

    void theWindowOpensTheDialogAndForwardsTheRequest()
    {
        MainWindow window;
        window.show();
        window.setRecordingPath("/tmp/one.stepscope");
        window.setView(m_view, false);
        const trace::TimeRange range{m_view.step(3).start, m_view.step(6).end};
        window.timeline()->axis()->zoomTo(range);
        window.timeline()->navigation()->setCursor(widgets::Cursors::A, m_view.step(4).start);
        QSignalSpy asked(&window, &MainWindow::exportFigureRequested);
        for (QAction* action : window.actions()) {
            if (action->text().remove('&').startsWith("Figure for a paper"))
                action->trigger();
        }
        auto* dialog = window.findChild<PaperDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QCheckBox*>("marks")->setChecked(true);
        dialog->exportTo(path("window.pdf"));
        QCOMPARE(asked.count(), 1);
        const auto options = asked[0][0].value<widgets::FigureOptions>();
        QCOMPARE(options.range, std::optional(range));
        QCOMPARE(options.marks.cursors.a, std::optional(m_view.step(4).start));

        window.figureExport()->exportVisible(path("seen.png"));
        QCOMPARE(asked.count(), 2);
        QVERIFY(asked[1][0].value<widgets::FigureOptions>().scroll);
    }

private:
    QTemporaryDir m_folder;
    trace::TraceView m_view;
    widgets::FigureOptions m_asked;
};

QTEST_MAIN(TestPaperDialog)
#include "tst_paperdialog.moc"
