#include "tests/support/recordingbuilder.h"
#include "ui/recording/panels/logpanel.h"
#include "ui/recording/panels/logtable.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

/// The log: lines, following, search, selections.
class TestLogPanel : public QObject
{
    Q_OBJECT

    testing::RecordingBuilder m_builder;
    std::unique_ptr<LogPanel> m_panel;
    LogTable* m_table = nullptr;
    QScrollBar* m_bar = nullptr;
    QLineEdit* m_words = nullptr;

    /// All that is written so far.
    void showLog() { m_panel->setView(testing::viewOf(m_builder.bytes())); }

private slots:
    void init()
    {
        m_builder = {};
        m_panel = std::make_unique<LogPanel>();
        m_panel->resize(600, 300);
        m_panel->show();
        m_table = m_panel->findChild<LogTable*>("log");
        m_bar = m_table->verticalScrollBar();
        m_words = m_panel->findChild<QLineEdit*>("logSearch");
    }
    void cleanup() { m_panel.reset(); }

    void theLogFollowsTheEndUntilTheUserScrollsUp()
    {
        for (int i = 0; i < 200; ++i)
            m_builder.log(i, "\x1b[32mline " + std::to_string(i) + "\x1b[0m\n");
        m_builder.log(200, "half a li");
        showLog();
        QTRY_VERIFY(m_panel->text().endsWith("line 199\nhalf a li"));
        QVERIFY(m_panel->text().startsWith("line 0\nline 1\n"));
        QTRY_COMPARE(m_bar->value(), m_bar->maximum());

        m_builder.log(201, "ne\nlast\n");
        showLog();
        QTRY_VERIFY(m_panel->text().endsWith("half a line\nlast\n"));
        QTRY_COMPARE(m_bar->value(), m_bar->maximum());

        m_bar->triggerAction(QScrollBar::SliderToMinimum);
        m_builder.log(202, "more\n");
        showLog();
        QTRY_VERIFY(m_panel->text().endsWith("more\n"));
        QCOMPARE(m_bar->value(), m_bar->minimum());
    }

    /// A full log drops its first lines; the line that the user reads stays in its place.
    void aFullLogKeepsItsPlace()
    {
        auto addLines = [this, line = 0](int count) mutable {
            std::string text;
            for (int i = 0; i < count; ++i)
                text += "line " + std::to_string(line++) + "\n";
            m_builder.log(line, text);
        };
        for (int i = 0; i < 100; ++i)
            addLines(1'050);
        showLog();
        const auto end = [this] {
            return m_table->model()->index(m_table->model()->rowCount() - 1, 0).data().toString();
        };
        const auto top = [this] {
            return m_table->model()->index(m_table->verticalScrollBar()->value(), 0).data().toString();
        };
        QTRY_COMPARE(end(), QString("line 104999"));
        QTRY_COMPARE(m_bar->value(), m_bar->maximum());
        m_bar->setSliderPosition(50'000);
        m_bar->triggerAction(QScrollBar::SliderMove);
        const QString read = top();
        addLines(3'000);
        showLog();
        QTRY_COMPARE(end(), QString("line 107999"));
        QCOMPARE(top(), read);
        m_panel->goToEnd();
        m_table->setFocus();
        QTest::keyClick(m_table, Qt::Key_Up); // from the end, not to the first line
        QVERIFY(m_table->currentIndex().row() > m_table->model()->rowCount() - 30);
        m_panel->goToEnd();
        addLines(3'000);
        showLog();
        QTRY_COMPARE(end(), QString("line 110999"));
        QTRY_COMPARE(m_bar->value(), m_bar->maximum());
    }

    void theLogIsSearchedByKeyboard()
    {
        m_builder.log(0, "epoch 1 loss 2.3\nsaved\nepoch 2 loss 1.9\n");
        showLog();
        QTRY_VERIFY(m_panel->text().contains("epoch 2"));
        m_table->setCurrentIndex(m_table->model()->index(0, 0));
        const auto found = [&] { return m_table->currentIndex().row(); };
        QTest::keyClicks(m_words, "EPOCH");
        QTest::keyClick(m_words, Qt::Key_Return);
        QCOMPARE(found(), 0);
        QTest::keyClick(m_words, Qt::Key_Return);
        QCOMPARE(found(), 2);
        QTest::keyClick(m_words, Qt::Key_Return); // continues from the other end
        QCOMPARE(found(), 0);
        const auto labels = m_panel->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("other end");
        }));
        QTest::keyClick(m_words, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(found(), 2);
    }

    /// A line that is wider than the table is scrolled to the words, and neither a click nor the end moves it back.
    void theSearchShowsWordsFarToTheRight()
    {
        m_builder.log(0, "short\n" + std::string(900, '-') + "needle" + std::string(900, '-') + "\n");
        showLog();
        QTRY_VERIFY(m_panel->text().contains("needle"));
        QTest::keyClicks(m_words, "needle");
        QTest::keyClick(m_words, Qt::Key_Return);
        const int place = m_table->horizontalScrollBar()->value();
        const QFontMetrics metrics(m_table->font());
        const int left = metrics.horizontalAdvance(QString(900, '-'));
        const int right = left + metrics.horizontalAdvance("needle");
        QVERIFY(place > 0 && place < left && place + m_table->viewport()->width() > right);
        m_table->setCurrentIndex(m_table->model()->index(0, 0));
        QCOMPARE(m_table->horizontalScrollBar()->value(), place);
    }

    void theLogIsCopiedByLinesAndParts()
    {
        m_builder.log(0, "one\ntwo\nthree\n");
        showLog();
        QTRY_VERIFY(m_panel->text().contains("three"));
        m_table->setCurrentIndex(m_table->model()->index(0, 0));
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "one\ntwo\n");
        m_table->setCurrentIndex(m_table->model()->index(2, 0));
        QTest::keyClick(m_table, Qt::Key_F2);
        auto* part = m_table->findChild<QLineEdit*>();
        QVERIFY(part && part->isVisible() && part->isReadOnly());
        part->setSelection(1, 3);
        QTest::keyClick(part, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "hre");
        m_panel->setCursorTime(0); // marks the line, which keeps the selection
        QCOMPARE(part->selectedText(), "hre");
        QSignalSpy activated(m_panel.get(), &LogPanel::timeActivated);
        QTest::keyClick(part, Qt::Key_Return); // ends the selection, and goes nowhere
        QTRY_VERIFY(!m_table->isEditing());
        QCOMPARE(activated.size(), 0);
        QCOMPARE(m_panel->text(), "one\ntwo\nthree\n");
    }

    /// While the user selects within a line, the log stays in its place; then it follows the end again.
    void selectingWithinALineHoldsThePlace()
    {
        const auto addLines = [this](int count) {
            std::string lines;
            for (int i = 0; i < count; ++i)
                lines += "line\n";
            m_builder.log(0, lines);
            showLog();
        };
        addLines(300);
        QTRY_VERIFY(m_bar->maximum() > 100 && m_bar->value() == m_bar->maximum());
        const int place = m_bar->value();
        QTest::keyClick(m_table, Qt::Key_F2);
        QVERIFY(m_table->isEditing());
        addLines(50);
        QTRY_COMPARE(m_bar->maximum(), place + 50);
        QCOMPARE(m_bar->value(), place);
        QTest::keyClick(m_table->findChild<QLineEdit*>(), Qt::Key_Escape);
        QTRY_VERIFY(!m_table->isEditing());
        addLines(50);
        QTRY_COMPARE(m_bar->value(), place + 100);
    }

    /// The selection follows Shift and the arrows while lines arrive.
    void newLinesKeepTheSelection()
    {
        m_builder.log(0, "one\ntwo\nthree\n");
        showLog();
        QTRY_VERIFY(m_panel->text().contains("three"));
        m_table->setCurrentIndex(m_table->model()->index(0, 0));
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(m_table, Qt::Key_Down, Qt::ShiftModifier);
        m_builder.log(1, "four\n");
        showLog();
        QTRY_VERIFY(m_panel->text().contains("four"));
        QTest::keyClick(m_table, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(m_table->selectedLines(), "one\ntwo\n");
    }

    /// Home and End show their line also if it is the current one already.
    void homeAndEndScroll()
    {
        std::string lines;
        for (int i = 0; i < 300; ++i)
            lines += "line\n";
        m_builder.log(0, lines);
        showLog();
        QTRY_VERIFY(m_bar->maximum() > 100 && m_bar->value() == m_bar->maximum());
        QTest::keyClick(m_table, Qt::Key_End);
        m_bar->triggerAction(QScrollBar::SliderToMinimum);
        QTest::keyClick(m_table, Qt::Key_End, Qt::KeypadModifier);
        QCOMPARE(m_bar->value(), m_bar->maximum());
        QTest::keyClick(m_table, Qt::Key_Home);
        QCOMPARE(m_bar->value(), 0);
    }
};

QTEST_MAIN(TestLogPanel)
#include "tst_logpanel.moc"
