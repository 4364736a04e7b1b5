// The page of a study: what a person opens, sees, chooses, compares and exports.

#include "analysis/study/studyadvice.h"
#include "tests/support/knownstudy.h"
#include "tests/ui/fixture.h"
#include "tests/ui/looks.h"
#include "ui/parts/jumptable.h"
#include "ui/parts/observationlist.h"
#include "ui/parts/settings.h"
#include "ui/parts/tablecopy.h"
#include "ui/study/studypage.h"
#include "ui/study/sweepdialog.h"
#include "ui/window/mainwindow.h"
#include "widgets/charts/studychart.h"
#include "widgets/charts/studychartview.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace stepscope;
using namespace stepscope::ui;
using widgets::ChartPoint;
using widgets::StudyChartView;

namespace {

format::Result<trace::TraceView> noRecording(const analysis::StudyCell&)
{
    return format::failure("there is no recording");
}

StudyContent contentOf(const analysis::Study& study, const QString& folder = "/home/ada/tx2-study")
{
    return {folder, study, analysis::studyFigures(study, noRecording), analysis::studyTables(study),
            analysis::adviceTables(analysis::studyAdvice(study, std::nullopt, noRecording))};
}

StudyComparisonContent comparisonWith(const analysis::Study& other)
{
    StudyComparisonContent content;
    content.folder = "/home/ada/after";
    content.study = other;
    content.comparison = analysis::compareStudies(testing::knownStudy(), other);
    content.figures = analysis::comparisonFigures(content.comparison, "tx2-study", "after");
    return content;
}

QAction* actionOf(const MainWindow& window, const QString& text)
{
    for (QAction* action : window.actions())
        if (QString(action->text()).remove('&') == text)
            return action;
    return nullptr;
}

QString cellText(const QTableView* table, int row, const QString& title)
{
    for (int column = 0; column < table->model()->columnCount(); ++column)
        if (table->model()->headerData(column, Qt::Horizontal).toString() == title)
            return table->model()->index(row, column).data().toString();
    return "no column";
}

/// The row of a cell, by the values of its columns.
int rowOf(const QTableView* table, const QString& model, const QString& batch, const QString& repeat)
{
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (cellText(table, row, "Model") == model && cellText(table, row, "Batch") == batch &&
            cellText(table, row, "Repeat") == repeat)
            return row;
    return -1;
}

/// Colours that differ clearly from the background and are not grey.
int colouredPixels(const QImage& picture)
{
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            count += picture.pixelColor(x, y).hsvSaturation() > 120 ? 1 : 0;
    return count;
}

} // namespace

class TestStudyPage : public QObject
{
    Q_OBJECT

private slots:
    void init() { useFreshSettings(m_folder.path()); }

    void aStudyHasItsPageAndARecentEntry()
    {
        MainWindow window;
        window.show();
        QVERIFY(!actionOf(window, "Study")->isEnabled());
        window.setStudy(contentOf(testing::knownStudy()));
        QVERIFY(window.studyPage()->isVisible());
        QVERIFY(window.windowTitle().contains("tx2-study"));
        QCOMPARE(settings::studies(), QStringList{"/home/ada/tx2-study"});
        auto* list = window.findChild<QListWidget*>("studyEntries");
        QStringList names;
        for (int row = 0; row < list->count(); ++row)
            names << list->item(row)->data(Qt::UserRole).toString();
        QCOMPARE(names.join(' '), "results figure-3 figure-4 figure-5a figure-5b figure-6 figure-7 figure-8 figure-9 "
                                  "figure-10 table-1 table-2 observations  advice-batch advice-settings");
        window.showDevicePage();
        QVERIFY(actionOf(window, "Study")->isEnabled());
        actionOf(window, "Study")->trigger();
        QVERIFY(window.studyPage()->isVisible());
        // The entry of the side bar shows the page again without reading the files.
        window.showDevicePage();
        QSignalSpy opened(&window, &MainWindow::openRequested);
        const auto* places = window.findChild<QTreeWidget*>("places");
        QTreeWidgetItem* entry = places->topLevelItem(2)->child(0);
        QCOMPARE(entry->text(0), "tx2-study");
        emit window.findChild<QTreeWidget*>("places")->itemActivated(entry, 0);
        QVERIFY(window.studyPage()->isVisible() && opened.isEmpty());
        QSignalSpy closed(&window, &MainWindow::studyClosed);
        actionOf(window, "Close")->trigger();
        QVERIFY(!window.studyPage()->hasStudy() && !window.studyPage()->isVisible());
        QCOMPARE(closed.count(), 1);
    }

    void resultsListEveryTraining()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        auto* results = window.findChild<JumpTable*>("studyResults");
        QCOMPARE(results->model()->rowCount(), 12);
        const int good = rowOf(results, "resnet50", "4", "2");
        QCOMPARE(cellText(results, good, "State"), "ok");
        QCOMPARE(cellText(results, good, "Samples/s"), "12.0");
        QCOMPARE(cellText(results, good, "GPU"), QString("50\u202F%"));
        QVERIFY(results->isColumnHidden(0)); // all are on one device
        const int failed = rowOf(results, "my_net", "64", "1");
        QCOMPARE(cellText(results, failed, "State"), "out of memory");
        QCOMPARE(cellText(results, failed, "Samples/s"), "–"); // its figures do not count
        // Sorted by throughput; rows without a value come last.
        for (int column = 0; column < results->model()->columnCount(); ++column)
            if (results->model()->headerData(column, Qt::Horizontal).toString() == "Samples/s")
                results->sortByColumn(column, Qt::DescendingOrder);
        QCOMPARE(cellText(results, 0, "Samples/s"), "65.0");
        QCOMPARE(cellText(results, 11, "Samples/s"), "–");
        const QString csv = results->copying()->csv(false);
        QVERIFY2(csv.contains("model,batch,repeat,state,throughput_samples_per_second"), qPrintable(csv));
        QVERIFY(csv.contains("resnet50,4,2,ok,12,"));
    }

    void aRowOpensItsRecording()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        QSignalSpy opened(&window, &MainWindow::openRequested);
        auto* results = window.findChild<JumpTable*>("studyResults");
        const int row = rowOf(results, "resnet50", "64", "3");
        const QModelIndex index = results->model()->index(row, 1);
        QTest::mouseClick(results->viewport(), Qt::LeftButton, {}, results->visualRect(index).center());
        QVERIFY(opened.isEmpty()); // a click selects only
        results->setCurrentIndex(index);
        QTest::keyClick(results, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        const QString path = opened[0][0].toString();
        QVERIFY2(path.startsWith("/home/ada/tx2-study/recordings/") && path.contains("resnet50-b64-r3"),
                 qPrintable(path));
    }

    /// Every point of every figure leads to trainings that have its value, or is a published one.
    void pointsOpenTheirRecordings()
    {
        MainWindow window;
        window.show();
        const analysis::Study study = testing::knownStudy();
        window.setStudy(contentOf(study));
        auto* page = window.studyPage();
        auto* chart = window.findChild<StudyChartView*>();
        QSignalSpy opened(&window, &MainWindow::openRequested);
        QVERIFY(page->showEntry("figure-8"));
        QTRY_VERIFY(chart->isVisible());
        const analysis::StudyFigure& figure = chart->figure();
        for (std::size_t series = 0; series < figure.series.size(); ++series) {
            for (std::size_t i = 0; i < figure.series[series].points.size(); ++i) {
                const ChartPoint point{series, i};
                QVERIFY(chart->rect().contains(chart->placeOf(point).toPoint()));
                QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf(point).toPoint());
                auto* menu = window.findChild<QMenu*>("repeats");
                QCOMPARE(menu == nullptr, figure.series[series].isPublished);
                if (menu == nullptr)
                    continue;
                QCOMPARE(menu->actions().size(), 3); // repeats
                menu->actions().at(1)->trigger();
                QCOMPARE(opened.count(), 1);
                const QString path = opened.takeFirst()[0].toString();
                QVERIFY2(path.contains(QString("b%1-r2").arg(figure.series[series].points[i].x)), qPrintable(path));
                delete menu;
            }
        }
    }

    void chartsAreUsableByKeyboard()
    {
        MainWindow window;
        window.show();
        analysis::Study study = testing::knownStudy();
        study.plan.repeats = 1;
        std::erase_if(study.cells, [](const auto& cell) { return cell.repeat > 1; });
        window.setStudy(contentOf(study));
        window.studyPage()->showEntry("figure-4");
        auto* chart = window.findChild<StudyChartView*>();
        QCOMPARE(chart->focusPolicy(), Qt::StrongFocus);
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Right);
        QCOMPARE(*chart->mark(), (ChartPoint{0, 0}));
        QCOMPARE(chart->textOf(*chart->mark()), "ResNet50, CPU, batch size 4: 25.0 %");
        QCOMPARE(chart->accessibleDescription(), chart->textOf(*chart->mark()));
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_Right); // the last one remains
        QTest::keyClick(chart, Qt::Key_Down);
        QCOMPARE(chart->textOf(*chart->mark()), "ResNet50, GPU, batch size 64: 50.0 %");
        QSignalSpy opened(&window, &MainWindow::openRequested);
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        QVERIFY(opened[0][0].toString().contains("resnet50-b64-r1"));
    }

    void emptyFiguresSayWhy()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        window.studyPage()->showEntry("figure-3");
        const auto* reason = window.findChild<QLabel*>("emptyFigure");
        QVERIFY(reason->isVisible() && reason->text().contains("there is no recording"));
        QVERIFY(!window.findChild<StudyChartView*>()->isVisible());
    }

    /// A study that is being made: new rows appear, what is chosen and selected remains.
    void aRefreshKeepsWhatIsChosen()
    {
        MainWindow window;
        window.show();
        analysis::Study study = testing::knownStudy();
        const analysis::ResultRow row = study.cells[3].result;
        study.cells[3].result = {};
        study.cells[3].state = analysis::CellState::Running;
        window.setStudy(contentOf(study));
        auto* results = window.findChild<JumpTable*>("studyResults");
        results->selectRow(3);
        results->setColumnWidth(1, 177);
        QCOMPARE(cellText(results, 3, "State"), "running");
        window.showDevicePage();
        study.cells[3].result = row;
        study.cells[3].state = analysis::CellState::Done;
        window.setStudy(contentOf(study));
        QVERIFY(!window.studyPage()->isVisible()); // does not take the person away from another page
        QVERIFY(cellText(results, 3, "State") != "running");
        QCOMPARE(results->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(results->columnWidth(1), 177);
        window.studyPage()->showEntry("figure-8");
        window.setStudy(contentOf(study));
        QCOMPARE(window.studyPage()->currentEntry(), "figure-8");
        const auto* summary = window.findChild<QLabel*>("studySummary");
        QVERIFY2(summary->text().contains("12 of 12 trainings done") && summary->text().contains("3 failed"),
                 qPrintable(summary->text()));
    }

    void comparisonShowsRatiosAndBothSeries()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        window.setStudyComparison(comparisonWith(testing::knownStudy(1.5)));
        auto* page = window.studyPage();
        QCOMPARE(page->currentEntry(), "comparison");
        auto* table = window.findChild<JumpTable*>("comparedStudies");
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 16);
        QCOMPARE(cellText(table, 0, "Quantity"), "Throughput");
        QCOMPARE(cellText(table, 0, "B/A"), "×1.500");
        QCOMPARE(cellText(table, 0, "Result"), "B is better");
        QCOMPARE(cellText(table, 4, "Result"), "repeats do not vary"); // the energies
        QVERIFY(page->showEntry("compared-throughput"));
        auto* chart = window.findChild<StudyChartView*>();
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->figure().series[1].name, std::string("B: after"));
        // A point opens the recordings of its study.
        QSignalSpy opened(&window, &MainWindow::openRequested);
        for (const char* folder : {"/home/ada/tx2-study/", "/home/ada/after/"}) {
            const std::size_t side = QLatin1String(folder) == QLatin1String("/home/ada/after/") ? 1 : 0;
            QTest::mouseClick(chart, Qt::LeftButton, {}, chart->placeOf({side, 0}).toPoint());
            auto* menu = window.findChild<QMenu*>("repeats");
            QVERIFY(menu != nullptr && menu->actions().size() == 3);
            menu->actions().at(2)->trigger();
            const QString path = opened.takeFirst()[0].toString();
            QVERIFY2(path.startsWith(folder) && path.contains("b4-r3"), qPrintable(path));
            delete menu;
        }
        QVERIFY(page->exported().figure);
        page->showEntry("comparison");
        QVERIFY(page->exported().csv.startsWith("target,model,batch,quantity"));
    }

    void observationsAreTestedOnRequestByGroup()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        QSignalSpy requested(&window, &MainWindow::studyObservationsRequested);
        window.studyPage()->showEntry("observations");
        window.studyPage()->showEntry("results");
        window.studyPage()->showEntry("observations");
        QCOMPARE(requested.count(), 1); // not again for each visit
        window.studyPage()->setObservationsProgress(0.5);
        analysis::StudyObservations observations;
        const auto group = [](analysis::ObservationGroup::Kind kind, const char* name, const char* evidence) {
            analysis::Observation observation;
            observation.number = 10;
            observation.title = std::string("Throughput rises with the batch size");
            observation.verdict = analysis::Observation::Verdict::Holds;
            observation.evidence = std::string(evidence);
            return analysis::ObservationGroup{kind, "tx2", std::string(name), 6, {observation}};
        };
        observations.groups = {group(analysis::ObservationGroup::Kind::All, "", "of all"),
                               group(analysis::ObservationGroup::Kind::Model, "resnet50", "of resnet50")};
        window.setStudyObservations(observations);
        auto* groups = window.findChild<QComboBox*>("observationGroup");
        auto* list = window.findChild<ObservationList*>("studyObservations");
        QCOMPARE(groups->count(), 2);
        QCOMPARE(list->item(0, 3)->text(), "of all");
        groups->setCurrentIndex(1);
        QCOMPARE(list->item(0, 3)->text(), "of resnet50");
        QVERIFY(window.studyPage()->exported().csv.contains("tx2,model,resnet50,6,10,holds"));
    }

    void everyEntryIsExported()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        window.studyPage()->showEntry("figure-8");
        StudyExport request = window.studyPage()->exported();
        QVERIFY(request.figure && request.csv.contains("ResNet50,throughput,study,4,12,"));
        for (const char* suffix : {"png", "svg", "pdf"}) {
            widgets::FigurePaper paper;
            paper.path = m_folder.filePath(QString("figure.") + suffix);
            QVERIFY(widgets::exportStudyFigure(*request.figure, paper).ok());
            QVERIFY(QFileInfo(paper.path).size() > 3000);
        }
        for (const char* name : {"results", "table-1", "table-2"}) {
            window.studyPage()->showEntry(name);
            request = window.studyPage()->exported();
            QVERIFY(!request.figure && request.csv.count("\r\n") > 2);
        }
        QCOMPARE(window.studyPage()->exportName(), "tx2-study-table-2");
    }

    void anExportAsksBeforeItReplacesAFile()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        window.studyPage()->showEntry("figure-8");
        QFile file(m_folder.filePath("there.png"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("old") == 3);
        file.close();
        QString question;
        QTimer poll;
        poll.setInterval(20);
        connect(&poll, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box != nullptr) {
                question = box->text();
                box->button(QMessageBox::No)->click();
            } else if (dialog != nullptr && question.isEmpty()) {
                dialog->findChild<QLineEdit*>()->setText(m_folder.filePath("there")); // the suffix is added
                QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
            } else if (dialog != nullptr) {
                dialog->reject();
            }
        });
        poll.start();
        QSignalSpy requested(&window, &MainWindow::studyExportRequested);
        window.findChild<QPushButton*>("exportStudy")->click();
        QVERIFY2(question.contains("there.png"), qPrintable(question));
        QVERIFY(requested.isEmpty());
    }

    void looks_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const QSize size : {QSize(1366, 768), QSize(1920, 1080)})
                QTest::addRow("%s-%d", theme == ThemeChoice::Dark ? "dark" : "light", size.width()) << theme << size;
    }
    void looks()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QSize, size);
        settings::setTheme(theme);
        const QString look = QString(QTest::currentDataTag()) + "-study-";
        MainWindow window;
        showInSize(window, size);
        window.setStudy(contentOf(testing::knownStudy()));
        window.setStudyComparison(comparisonWith(testing::knownStudy(1.5)));
        auto* list = window.findChild<QListWidget*>("studyEntries");
        auto* chart = window.findChild<StudyChartView*>();
        for (int row = 0; row < list->count(); ++row) {
            if (!(list->item(row)->flags() & Qt::ItemIsEnabled))
                continue;
            list->setCurrentRow(row);
            QTest::qWait(20);
            QCOMPARE(truncatedControls(window).join('\n'), "");
            const QString name = window.studyPage()->currentEntry();
            savePicture(window, look + name);
            if (name == "figure-8") {
                QVERIFY(colouredPixels(chart->grab().toImage()) > 300);
                QVERIFY(chart->width() > size.width() / 2);
            }
        }
    }

    /// The strip of a sweep follows its phases, for the study on the page only.
    void theStripFollowsTheSweep()
    {
        using Phase = SweepStatus::Phase;
        MainWindow window;
        showInSize(window, {1366, 768});
        analysis::Study study = testing::knownStudy();
        for (std::size_t i = 4; i < study.cells.size(); ++i) {
            study.cells[i].result = {};
            study.cells[i].state = i == 4 ? analysis::CellState::Running : analysis::CellState::Pending;
        }
        window.setStudy(contentOf(study));
        const auto* strip = window.findChild<QWidget*>("sweepStrip");
        const auto* text = window.findChild<QLabel*>("sweepText");
        auto* more = window.findChild<QPushButton*>("continueSweep");
        auto* pause = window.findChild<QPushButton*>("pauseSweep");
        auto* stop = window.findChild<QPushButton*>("stopSweep");
        QVERIFY(strip->isVisible() && more->isVisible() && !pause->isVisible());
        QCOMPARE(text->text(), "8 of 12 trainings are not done");
        QSignalSpy continued(&window, &MainWindow::sweepContinueRequested);
        more->click();
        QCOMPARE(continued[0][0].toString(), "/home/ada/tx2-study");
        window.setSweepStatus({"/home/ada/another", Phase::Running, "tx2: streaming"});
        QVERIFY(!more->isEnabled()); // one sweep at a time
        window.setSweepStatus({"/home/ada/tx2-study", Phase::Running, "tx2: resnet50, batch 4, repeat 2"});
        QVERIFY(pause->isVisible() && stop->isVisible() && !more->isVisible());
        QVERIFY2(text->text().startsWith("4 of 12 done") && text->text().endsWith("batch 4, repeat 2"),
                 qPrintable(text->text()));
        QVERIFY(!actionOf(window, "Sweep…")->isEnabled());
        savePicture(window, "light-1366-study-sweeping");
        QSignalSpy paused(&window, &MainWindow::sweepPauseRequested);
        pause->click();
        QCOMPARE(paused.count(), 1);
        window.setSweepStatus({"/home/ada/tx2-study", Phase::Pausing, "tx2: resnet50"});
        QVERIFY(!pause->isVisible() && stop->isVisible());
        QSignalSpy stopped(&window, &MainWindow::sweepStopRequested);
        stop->click();
        QCOMPARE(stopped.count(), 1);
        window.setSweepStatus({"/home/ada/tx2-study", Phase::None, ""});
        QVERIFY(more->isEnabled() && actionOf(window, "Sweep…")->isEnabled());
        window.setStudy(contentOf(testing::knownStudy()));
        QVERIFY(!strip->isVisible());
    }

    void theSweepDialogFitsAndIsUsableByKeyboard_data() { looks_data(); }
    void theSweepDialogFitsAndIsUsableByKeyboard()
    {
        QFETCH(ThemeChoice, theme);
        settings::setTheme(theme);
        MainWindow window;
        window.setModels({"smallcnn", "densenet40", "resnet50", "squeezenet", "vgg16", "xception", "inception_v1",
                          "alexnet", "char_cnn", "dcgan", "dqn", "vgg19", "resnet101", "resnet152", "densenet100",
                          "bert", "seq2seq"});
        window.show();
        actionOf(window, "Sweep…")->trigger();
        auto* dialog = window.findChild<SweepDialog*>();
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        QCOMPARE(truncatedControls(*dialog).join('\n'), "");
        auto* models = dialog->findChild<QListWidget*>("sweepModels");
        for (int row = 0; row < models->count(); ++row) {
            const QRect place = models->visualItemRect(models->item(row));
            QVERIFY(models->viewport()->rect().contains(place));
            QVERIFY(place.width() >= models->fontMetrics().horizontalAdvance(models->item(row)->text()) + 20);
        }
        auto* start = dialog->findChild<QPushButton*>("startSweep");
        QSignalSpy requested(&window, &MainWindow::sweepRequested);
        QTest::keyClick(start, Qt::Key_Space);
        QVERIFY(requested.isEmpty() && dialog->isVisible()); // no model is checked
        savePicture(*dialog, QString(QTest::currentDataTag()) + "-sweep-dialog");
        models->setCurrentRow(2);
        QTest::keyClick(models, Qt::Key_Space);
        QTest::keyClick(start, Qt::Key_Space);
        QCOMPARE(requested.count(), 1);
        const auto request = requested[0][0].value<SweepRequest>();
        QCOMPARE(request.models, QStringList{"resnet50"});
        QCOMPARE(request.batches, (QList<int>{4, 8, 16, 32, 64}));
        QCOMPARE(request.repeats, 3);
        QVERIFY(request.folder.contains("sweep-"));
    }

    void everyControlHasAnAccessibleNameAndTheKeyboard()
    {
        MainWindow window;
        window.show();
        window.setStudy(contentOf(testing::knownStudy()));
        window.setStudyComparison(comparisonWith(testing::knownStudy(1.5)));
        const auto* page = window.studyPage();
        for (const QWidget* control : page->findChildren<QWidget*>()) {
            if (control->focusPolicy() == Qt::NoFocus || control->objectName().startsWith("qt_") ||
                control->inherits("QHeaderView") || control->inherits("QTableCornerButton") ||
                control->inherits("QComboBoxListView"))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(control);
            QVERIFY2(!control->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()) ||
                         qobject_cast<const QLabel*>(control) != nullptr,
                     qPrintable(QString(control->metaObject()->className()) + " " + control->objectName()));
        }
        // The list chooses with the arrow keys.
        auto* list = window.findChild<QListWidget*>("studyEntries");
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(page->currentEntry(), "figure-4");
    }

private:
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestStudyPage)
#include "tst_studypage.moc"
