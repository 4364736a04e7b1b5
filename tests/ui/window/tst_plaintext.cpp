#include "tests/support/hostiletexts.h"
#include "tests/ui/fixture.h"
#include "ui/devices/devicepanel.h"
#include "ui/devices/signindialogs.h"
#include "ui/devices/unfinishedpanel.h"
#include "ui/parts/plaintext.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

const QString kImage = QStringLiteral("<img src=\"/dev/zero\">");

/// Shows the tool tip of a place and returns what a reader would see; Qt renders it as this function does.
QString shownTip(QWidget& widget, QPoint place)
{
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
    QApplication::sendEvent(&widget, &help);
    const QString text = QToolTip::text();
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

/// Describes a label that could interpret its text; empty if there is none.
QString labelFault(const QWidget& root)
{
    for (const QLabel* label : root.findChildren<QLabel*>()) {
        // One link of the status line, made of the program's words and a number.
        const bool isOwnLink = label->textFormat() == Qt::RichText && !label->text().contains("img");
        if (label->textFormat() != Qt::PlainText && !isOwnLink)
            return label->objectName() + ": " + label->text().left(100);
    }
    return {};
}

/// All cells of a model.
void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& cells)
{
    for (int row = 0; row < std::min(model.rowCount(parent), 50); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            cells.append(model.index(row, column, parent));
        collect(model, model.index(row, 0, parent), cells);
    }
}

} // namespace

/// No text of a target or a file is interpreted as HTML in the window.
class TestPlainText : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    void fill(MainWindow& window) const
    {
        DeviceFacts facts;
        facts.facts = {{kImage, kImage}};
        facts.sources = {{kImage, "missing", kImage, kImage}};
        window.setDeviceFacts("tx2", facts);
        window.setRuns("tx2", {{kImage, "ended", kImage, {}, 7}});
        window.setDeviceError("tx2", kImage);
        window.startPage()->unfinished()->setRecordings({{kImage, kImage, "/<img src=x>.stepscope", 5, kImage}});
        window.devicePage()->device()->setCleaningPlan(
            kImage, {{{{kImage, kImage, kImage}}, 1, 1}, {{{kImage, kImage, kImage}}, 1, 1}, 1});
        window.setBusy(kImage, 0.5);
        CaptureStatus status;
        status.phase = CapturePhase::Failed;
        status.text = kImage;
        status.run = kImage;
        window.setCaptureStatus(status);
        window.setRecordingPath(m_folder.filePath("<img src=x>.stepscope"));
        window.setView(testing::viewOf(testing::hostileRecording(kImage.toStdString())), false);
        window.recordingPage()->setUnfinished(kImage, true);
        status.phase = CapturePhase::Reconnecting;
        window.setCaptureStatus(status);
        window.setBookmarks({{{1'000'000'000, 1'100'000'000}, kImage}});
        window.showError(kImage);
        window.showMessage(kImage);
    }

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void everyLabelIsPlain()
    {
        MainWindow window;
        fill(window);
        window.show();
        QTest::qWait(200); // background jobs fill the panels
        QCOMPARE(labelFault(window), QString());
    }

    void everyTipIsPlain()
    {
        MainWindow window;
        fill(window);
        window.show();
        QTest::qWait(200);
        int found = 0;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->toolTip().contains(kImage))
                continue;
            ++found;
            const QString shown = shownTip(*widget, widget->rect().center());
            QVERIFY2(shown.contains(kImage), qPrintable(widget->objectName() + " shows " + shown));
        }
        QVERIFY(found > 0);
    }

    void everyCellIsPlain()
    {
        MainWindow window;
        fill(window);
        window.show();
        QTest::qWait(200);
        int found = 0;
        for (QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
            if (view->model() == nullptr || qobject_cast<QHeaderView*>(view) != nullptr)
                continue;
            QModelIndexList cells;
            collect(*view->model(), view->rootIndex(), cells);
            for (const QModelIndex& cell : cells) {
                const QString tip = cell.data(Qt::ToolTipRole).toString();
                const QRect place = view->visualRect(cell);
                if (!Qt::mightBeRichText(tip) || !view->viewport()->rect().contains(place.center()) ||
                    view->indexAt(place.center()) != cell)
                    continue;
                ++found;
                const QString shown = shownTip(*view->viewport(), place.center());
                QVERIFY2(shown.simplified() == tip.simplified(), qPrintable(view->objectName() + " shows " + shown));
            }
        }
        QVERIFY2(found > 0, "no cell had a tool tip with the text");
    }

    void tipsOfAnyTextAreShownAsTheyAre()
    {
        PlainTips::install();
        QWidget widget;
        widget.resize(100, 100);
        widget.show();
        for (const std::string& text : testing::hostileTexts()) {
            const QString tip = QString::fromStdString(text).simplified();
            if (tip.isEmpty())
                continue;
            widget.setToolTip(tip);
            const QString shown = shownTip(widget, {5, 5});
            QCOMPARE(shown.simplified(), tip);
        }
    }
};

QTEST_MAIN(TestPlainText)
#include "tst_plaintext.moc"
