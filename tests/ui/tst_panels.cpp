#include "tests/support/recordingbuilder.h"
#include "ui/devicepanel.h"
#include "ui/healthpanel.h"
#include "ui/hostkeydialog.h"
#include "ui/jumptable.h"
#include "ui/logpanel.h"
#include "ui/secretdialog.h"
#include "ui/stepsmodel.h"
#include "ui/stepspanel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;
using testing::RecordingBuilder;
using testing::viewOf;

namespace {

QStringList linesOf(const QTreeWidget* tree)
{
    QStringList lines;
    for (QTreeWidgetItemIterator item(const_cast<QTreeWidget*>(tree)); *item; ++item)
        lines << QStringList{(*item)->text(0), (*item)->text(1), (*item)->text(2)}.join(" | ");
    return lines;
}

} // namespace

class TestPanels : public QObject
{
    Q_OBJECT

private slots:
    void stepsSortAndLead()
    {
        RecordingBuilder builder;
        builder.steps({{0, 0, 300'000'000, 32, 0, 0}, {1, 300'000'000, 400'000'000, 32, format::Step::kTraced, 0}});
        StepsPanel panel;
        panel.resize(1000, 300);
        panel.setView(viewOf(builder.bytes()));
        QAbstractItemModel* model = panel.table()->model();
        const QAbstractItemModelTester tester(model);
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(model->index(0, StepsModel::Rate).data().toString(), "107");
        QCOMPARE(model->index(1, StepsModel::Traced).data().toString(), "traced");

        panel.table()->selectRow(0);
        panel.table()->sortByColumn(StepsModel::Duration, Qt::AscendingOrder);
        QCOMPARE(model->index(0, StepsModel::Index).data().toString(), "1");
        QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 1);

        // A live run grows beneath what is sorted and chosen.
        builder.steps({{2, 400'000'000, 450'000'000, 32, 0, 0}});
        panel.setView(viewOf(builder.bytes()));
        QCOMPARE(model->rowCount(), 3);
        QCOMPARE(panel.table()->selectionModel()->selectedRows().first().row(), 1);

        panel.show();
        QSignalSpy activated(&panel, &StepsPanel::stepActivated);
        QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {},
                          panel.table()->visualRect(model->index(0, 0)).center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::size_t>(), 1U);
    }

    void withoutStepsTheTableSaysWhatToDo()
    {
        StepsPanel panel;
        panel.setView(trace::TraceView());
        panel.show();
        QVERIFY(panel.table()->isHidden());
        const auto labels = panel.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("stepscope.step");
        }));
    }

    void theLogGrowsAndFollowsUntilOneScrollsUp()
    {
        RecordingBuilder builder;
        for (int i = 0; i < 200; ++i)
            builder.log(i, "\x1b[32mline " + std::to_string(i) + "\x1b[0m\n");
        builder.log(200, "half a li");
        LogPanel panel;
        panel.resize(600, 300);
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("line 199\nhalf a li"));
        QVERIFY(panel.text().startsWith("line 0\nline 1\n"));
        QScrollBar* bar = panel.findChild<QPlainTextEdit*>("log")->verticalScrollBar();
        QTRY_COMPARE(bar->value(), bar->maximum());

        builder.log(201, "ne\nlast\n");
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("half a line\nlast\n"));
        QTRY_COMPARE(bar->value(), bar->maximum());

        bar->triggerAction(QScrollBar::SliderToMinimum);
        builder.log(202, "more\n");
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().endsWith("more\n"));
        QCOMPARE(bar->value(), bar->minimum());
    }

    void theLogIsSearchedByKeyboard()
    {
        RecordingBuilder builder;
        builder.log(0, "epoch 1 loss 2.3\nepoch 2 loss 1.9\n");
        LogPanel panel;
        panel.show();
        panel.setView(viewOf(builder.bytes()));
        QTRY_VERIFY(panel.text().contains("epoch 2"));
        const auto* text = panel.findChild<QPlainTextEdit*>("log");
        auto* words = panel.findChild<QLineEdit*>("logSearch");
        QTest::keyClicks(words, "EPOCH");
        text->document(); // the cursor stands where following left it: searching goes around
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(text->textCursor().selectedText(), "epoch");
        const int first = text->textCursor().position();
        QTest::keyClick(words, Qt::Key_Return);
        QVERIFY(text->textCursor().position() != first);
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(text->textCursor().position(), first);
    }

    void lossesComeFirstAndLead()
    {
        HealthPanel panel;
        panel.setView(viewOf(testing::makeTrainingRecording()));
        const auto* tree = panel.findChild<QTreeWidget*>("health");
        QVERIFY(tree->topLevelItem(0)->text(0) == "Losses");
        QVERIFY(tree->topLevelItem(0)->childCount() > 0);
        QVERIFY(tree->topLevelItem(0)->child(0)->font(0).bold());
        const QString all = linesOf(tree).join('\n');
        QVERIFY2(all.contains("Agent, CPU"), qPrintable(all));
        QVERIFY2(all.contains("Sources"), qPrintable(all));
        QVERIFY2(all.contains("rail.power"), qPrintable(all));
    }

    void withoutLossesItSaysSo()
    {
        HealthPanel panel;
        testing::TrainingOptions options;
        options.troubled = false;
        panel.setView(viewOf(testing::makeTrainingRecording(options)));
        QVERIFY(linesOf(panel.findChild<QTreeWidget*>("health")).first().startsWith("Losses | none"));
    }

    void whatADeviceSaidIsKeptPerDevice()
    {
        DevicePanel panel;
        panel.setTarget("tx2");
        DeviceFacts facts;
        facts.facts = {{"Board", "Jetson TX2"}};
        facts.sources = {{"Power rails", "denied", "", "The rails are read by root only."}};
        panel.setFacts("tx2", facts);
        panel.setError("other", "The host other does not answer.");
        const auto* tree = panel.findChild<QTreeWidget*>("facts");
        QCOMPARE(linesOf(tree).first(), "Board | Jetson TX2 | ");
        QVERIFY(linesOf(tree).last().contains("no permission | The rails are read by root only."));
        panel.setTarget("other");
        QCOMPARE(linesOf(tree).size(), 0);
        panel.setTarget("tx2");
        QCOMPARE(linesOf(tree).size(), 2);
    }

    void aRunIsAttachedByKeyboard()
    {
        DevicePanel panel;
        panel.setTarget("tx2");
        panel.show();
        auto* attach = panel.findChild<QPushButton*>("attach");
        QVERIFY(!attach->isEnabled());
        QSignalSpy asked(&panel, &DevicePanel::runsRequested);
        panel.findChild<QPushButton*>("refreshRuns")->click();
        QCOMPARE(asked.count(), 1);
        panel.setRuns("tx2",
                      {{"r1", "ended", "python3 a.py", {}, 5'000'000}, {"r2", "running", "python3 b.py", {}, 1000}});
        auto* runs = panel.findChild<QTreeWidget*>("runs");
        QSignalSpy attached(&panel, &DevicePanel::attachRequested);
        runs->setFocus();
        QTest::keyClick(runs, Qt::Key_Home);
        QTest::keyClick(runs, Qt::Key_Down);
        QVERIFY(attach->isEnabled());
        QTest::keyClick(runs, Qt::Key_Return);
        QCOMPARE(attached.count(), 1);
        QCOMPARE(attached[0][0].toString(), "tx2");
        QCOMPARE(attached[0][1].toString(), "r2");

        // A fresh list keeps the chosen run.
        panel.setRuns("tx2", {{"r2", "ended", "python3 b.py", {}, 2000}});
        QCOMPARE(runs->currentItem()->text(0), "r2");
        QVERIFY(attach->isEnabled());
    }

    void anUnknownKeyIsRefusedUnlessTrusted()
    {
        const auto answer = [](Qt::Key key) {
            QTimer::singleShot(0, [key] { QTest::keyClick(QApplication::activeModalWidget(), key); });
            return HostKeyDialog::ask(nullptr, "tx2-lab", "ssh-ed25519", "SHA256:abc");
        };
        QVERIFY(!answer(Qt::Key_Return));
        QVERIFY(!answer(Qt::Key_Escape));

        HostKeyDialog dialog("tx2-lab", "ssh-ed25519", "SHA256:abc");
        QCOMPARE(dialog.findChild<QLineEdit*>("fingerprint")->text(), "SHA256:abc");
        dialog.show();
        dialog.findChild<QPushButton*>("trust")->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void aSecretIsHiddenAndMayBeRefused()
    {
        QTimer::singleShot(0, [] {
            auto* edit = QApplication::activeModalWidget()->findChild<QLineEdit*>("secret");
            QCOMPARE(edit->echoMode(), QLineEdit::Password);
            QTest::keyClicks(edit, "hunter2");
            QTest::keyClick(edit, Qt::Key_Return);
        });
        QCOMPARE(SecretDialog::ask(nullptr, "Password of ada@tx2-lab").value_or("refused"), "hunter2");
        QTimer::singleShot(0, [] { QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape); });
        QVERIFY(!SecretDialog::ask(nullptr, "Password of ada@tx2-lab"));
    }
};

QTEST_MAIN(TestPanels)
#include "tst_panels.moc"
