#include "tests/support/recordingbuilder.h"
#include "ui/parts/jumptable.h"
#include "ui/recording/panels/instancespanel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

class TestInstancesPanel : public QObject
{
    Q_OBJECT

    /// 1,000 instances of 1 to 2 ms, and every hundredth of 5 ms.
    static trace::TraceView view()
    {
        testing::RecordingBuilder builder;
        builder.lane({.id = 1, .kind = format::Lane::Kind::Thread, .process = 1, .thread = 1, .name = "main"});
        const auto mm = builder.op("aten::mm", "[8]");
        const auto relu = builder.op("aten::relu", "[8]");
        std::vector<trace::SpanRecord> spans;
        for (std::int64_t i = 0; i < 1000; ++i) {
            const std::int64_t duration = i % 100 == 0 ? 5'000'000 : 1'000'000 + i * 1000;
            spans.push_back({i * 10'000'000, duration, mm, 0});
            spans.push_back({i * 10'000'000 + 6'000'000, 1000, relu, 0});
        }
        builder.spans(1, spans);
        for (std::uint64_t i = 0; i < 10; ++i) {
            const auto start = static_cast<std::int64_t>(i) * 1'000'000'000;
            builder.steps(
                {{.index = i, .start = start, .end = start + 1'000'000'000, .samples = 0, .flags = 0, .process = 0}});
        }
        return testing::viewOf(builder.bytes());
    }
    InstancesPanel::Subject subject(trace::TimeRange range) const
    {
        return {{range}, analysis::OpGrouping::Op, m_view.lanes()[0].span(0).op, "aten::mm"};
    }
    static void drag(widgets::Histogram* histogram, std::size_t from, std::size_t to)
    {
        auto* plot = histogram->findChild<QWidget*>();
        QTest::mousePress(plot, Qt::LeftButton, {}, histogram->binRect(from).center());
        QTest::mouseMove(plot, histogram->binRect(to).center());
        QTest::mouseRelease(plot, Qt::LeftButton, {}, histogram->binRect(to).center());
    }
    static QString about(const InstancesPanel& panel)
    {
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (!label->isHidden() && label->text().contains("instances"))
                return label->text();
        return {};
    }

    trace::TraceView m_view;

private slots:
    void initTestCase() { m_view = view(); }

    void withoutAnOpThePanelShowsInstructions()
    {
        InstancesPanel panel;
        panel.show();
        bool hasInstructions = false;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            hasInstructions = hasInstructions || (label->isVisible() && label->text().startsWith("Choose an op"));
        QVERIFY(hasInstructions);
        QVERIFY(!panel.histogram()->isVisible());
    }

    void listsTheInstancesOfTheRange()
    {
        InstancesPanel panel;
        panel.resize(500, 500);
        panel.show();
        const QAbstractItemModelTester tester(panel.table()->model());
        panel.setSubject(m_view, subject({0, 5'000'000'000}));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 500);
        // Longest first; a click on a header sorts by another column.
        const auto cell = [&](int row, int column) { return panel.table()->model()->index(row, column); };
        QCOMPARE(cell(0, InstancesModel::Duration).data(kRawRole).toDouble(), 5e-3);
        panel.table()->sortByColumn(InstancesModel::Start, Qt::AscendingOrder);
        QCOMPARE(cell(0, InstancesModel::Start).data(kRawRole).toDouble(), 0.0);
        QCOMPARE(cell(499, InstancesModel::Step).data().toString(), "4");
        QCOMPARE(cell(0, InstancesModel::Lane).data().toString(), "main");
        QVERIFY(cell(0, InstancesModel::Duration).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    }

    void aDragOverTheBarsSelectsInstances()
    {
        InstancesPanel panel;
        panel.resize(500, 500);
        panel.show();
        panel.setSubject(m_view, subject(m_view.extent()));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 1000);
        QSignalSpy lit(&panel, &InstancesPanel::highlightChanged);
        const auto& bins = panel.histogram()->bins();
        QVERIFY(!bins.isLogarithmic);

        drag(panel.histogram(), bins.counts.size() - 2, bins.counts.size() - 1);
        QTRY_COMPARE(panel.table()->model()->rowCount(), 10); // the instances of 5 ms
        QTRY_COMPARE(lit.count(), 1);
        const auto chosen = lit[0][0].value<InstancesPanel::Instances>();
        QVERIFY(chosen);
        QCOMPARE(chosen->size(), std::size_t{10});
        QVERIFY(std::all_of(chosen->begin(), chosen->end(),
                            [](const auto& instance) { return instance.duration == 5'000'000; }));
        QVERIFY2(about(panel).startsWith("10 of "), qPrintable(about(panel)));

        panel.histogram()->setFocus();
        QTest::keyClick(panel.histogram(), Qt::Key_Escape);
        QTRY_COMPARE(panel.table()->model()->rowCount(), 1000);
        QTRY_COMPARE(lit.count(), 2);
        QVERIFY(!lit[1][0].value<InstancesPanel::Instances>());
    }

    void aClickOnARowGoesThere()
    {
        InstancesPanel panel;
        panel.resize(500, 500);
        panel.show();
        panel.setSubject(m_view, subject(m_view.extent()));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 1000);
        QSignalSpy activated(&panel, &InstancesPanel::instanceActivated);
        const QModelIndex first = panel.table()->model()->index(0, 0);
        QTest::mouseClick(panel.table()->viewport(), Qt::LeftButton, {}, panel.table()->visualRect(first).center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<std::size_t>(), std::size_t{0});
        const auto span = activated[0][1].value<std::size_t>();
        QCOMPARE(m_view.lanes()[0].span(span).duration, std::int64_t{5'000'000});
    }

    void theAxisCanBeChosen()
    {
        InstancesPanel panel;
        panel.show();
        panel.setSubject(m_view, subject(m_view.extent()));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 1000);
        auto* scale = panel.findChild<QComboBox*>("binScale");
        scale->setCurrentIndex(scale->findText("logarithmic"));
        QTRY_VERIFY(panel.histogram()->bins().isLogarithmic);
    }

    void anotherRowClearsTheSelection()
    {
        InstancesPanel panel;
        panel.resize(500, 500);
        panel.show();
        panel.setSubject(m_view, subject(m_view.extent()));
        QTRY_COMPARE(panel.table()->model()->rowCount(), 1000);
        QSignalSpy lit(&panel, &InstancesPanel::highlightChanged);
        drag(panel.histogram(), 0, 1);
        QTRY_COMPARE(lit.count(), 1);
        panel.setSubject(m_view,
                         {{m_view.extent()}, analysis::OpGrouping::Op, m_view.lanes()[0].span(1).op, "aten::relu"});
        QTRY_COMPARE(lit.count(), 2);
        QVERIFY(!lit[1][0].value<InstancesPanel::Instances>());
        QVERIFY(!panel.histogram()->brushed());
        panel.setSubject(m_view, {});
        QCOMPARE(panel.table()->model()->rowCount(), 0);
    }
};

QTEST_MAIN(TestInstancesPanel)
#include "tst_instancespanel.moc"
