#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/tablecopy.h"
#include "ui/recording/panels/healthpanel.h"
#include "ui/recording/panels/logpanel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeWidget>

#include <cmath>

using namespace stepscope;
using namespace stepscope::ui;

namespace {

/// A strict reader of RFC 4180.
QList<QStringList> parsed(const QString& text)
{
    QList<QStringList> rows(1);
    QString field;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar letter = text[i];
        if (quoted) {
            if (letter == '"' && i + 1 < text.size() && text[i + 1] == '"')
                field += text[++i];
            else if (letter == '"')
                quoted = false;
            else
                field += letter;
        } else if (letter == '"') {
            quoted = true;
        } else if (letter == ',') {
            rows.last() << std::exchange(field, {});
        } else if (letter == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
            ++i;
            rows.last() << std::exchange(field, {});
            rows << QStringList();
        } else {
            field += letter;
        }
    }
    rows.removeLast();
    return rows;
}

QString clipboard()
{
    return QGuiApplication::clipboard()->text();
}

} // namespace

class TestTableCopy : public QObject
{
    Q_OBJECT

    static QStandardItemModel* model(int rows, QObject* parent)
    {
        auto* model = new QStandardItemModel(rows, 2, parent);
        model->setHorizontalHeaderLabels({"Name", "Time"});
        model->setHeaderData(1, Qt::Horizontal, "time_s", kRawHeaderRole);
        for (int row = 0; row < rows; ++row) {
            model->setData(model->index(row, 0), QString("op %1").arg(row));
            model->setData(model->index(row, 1), "about 1 ms");
            model->setData(model->index(row, 1), 1e-3 * row / 3, kRawRole);
        }
        return model;
    }

private slots:
    void fieldsAreQuotedPerRfc4180()
    {
        const QStringList odd{"plain", "a,b", "say \"x\"", "two\nlines", "cr\rhere", "", " room ", "ä–"};
        QCOMPARE(parsed(csvLine(odd)), QList<QStringList>{odd});
        QCOMPARE(csvField("plain"), "plain");
        QCOMPARE(csvField("a\"b"), "\"a\"\"b\"");
        QVERIFY(csvLine({"a"}).endsWith("\r\n"));
    }

    void valuesKeepAllDigits()
    {
        for (const double value : {1.0 / 3, 1e-9, 123456789.123456789, 0.1, -2.5e300})
            QCOMPARE(csvValue(value).toDouble(), value);
        QCOMPARE(csvValue(std::nan("")), "");
        QCOMPARE(csvValue(18'000'000'000'000'000'000ULL), "18000000000000000000");
    }

    void ctrlCCopiesTheSelectedRowsInOrder()
    {
        JumpTable table;
        table.setModel(model(5, &table));
        table.setSortingEnabled(false);
        table.selectRow(3);
        table.selectionModel()->select(table.model()->index(1, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        const auto rows = parsed(clipboard());
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0], (QStringList{"Name", "time_s"}));
        QCOMPARE(rows[1][0], "op 1");
        QCOMPARE(rows[2][0], "op 3");
        QCOMPARE(rows[2][1].toDouble(), 1e-3);
    }

    void theMenuCopiesTheWholeTableWithoutHiddenColumns()
    {
        JumpTable table;
        table.setModel(model(5, &table));
        QVERIFY(table.actions().contains(table.copying()->wholeAction()));
        QCOMPARE(table.contextMenuPolicy(), Qt::ActionsContextMenu);
        table.setColumnHidden(0, true);
        table.copying()->wholeAction()->trigger();
        const auto rows = parsed(clipboard());
        QCOMPARE(rows.size(), 6);
        QCOMPARE(rows[0], QStringList{"time_s"});
    }

    /// The rows are written between other events, and the copy is complete although the table changes meanwhile.
    void aLongTableDoesNotBlockTheWindow()
    {
        JumpTable table;
        auto* many = model(60'000, &table);
        table.setModel(many);
        QSignalSpy copied(table.copying(), &TableCopy::copied);
        table.copying()->copyWhole();
        const bool atOnce = copied.count() > 0;
        many->removeRows(0, 100);
        QTRY_COMPARE(copied.count(), 1);
        QVERIFY(!atOnce);
        QCOMPARE(copied[0][0].toLongLong(), 60'000);
        QCOMPARE(parsed(clipboard()).size(), 60'001);
    }

    void rowsOfATreeAreCopiedWithTheirParents()
    {
        HealthPanel panel;
        panel.setView(testing::viewOf(testing::makeTrainingRecording()));
        auto* tree = panel.findChild<QTreeWidget*>("health");
        tree->findChild<TableCopy*>()->copyWhole();
        const auto rows = parsed(clipboard());
        QCOMPARE(rows[0].size(), 4);
        QCOMPARE(rows[0][0], "group");
        QCOMPARE(rows[1][1], "Losses");
        QCOMPARE(rows[2][0], "Losses");
        QCOMPARE(rows[2][1], "spans");
    }

    void theLogIsCopiedWithTimesAndStreams()
    {
        testing::RecordingBuilder builder;
        builder.log(1'000'000'000, "epoch 1, loss \"2.3\"\n");
        builder.log(1'500'000'000, "careful\n", format::LogChunk::Stream::Error);
        LogPanel panel;
        panel.setView(testing::viewOf(builder.bytes()));
        const auto rows = parsed(panel.csv());
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[1][2], "epoch 1, loss \"2.3\"\n");
        QCOMPARE(rows[2][1], "error");
        QCOMPARE(rows[2][0].toDouble() - rows[1][0].toDouble(), 0.5);
    }
};

QTEST_MAIN(TestTableCopy)
#include "tst_tablecopy.moc"
