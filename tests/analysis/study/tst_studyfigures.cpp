// The data of the paper's figures and tables for a study whose rows are known.

#include "analysis/study/studyfigures.h"
#include "tests/support/knownstudy.h"
#include "tests/support/recordingbuilder.h"

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

format::Result<trace::TraceView> noRecording(const StudyCell&)
{
    return format::failure("there is no recording");
}

const StudyFigure& named(const std::vector<StudyFigure>& figures, std::string_view name)
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [&](const StudyFigure& figure) { return figure.name == name; });
    return *found;
}

const FigureSeries* seriesOf(const StudyFigure& figure, const std::string& panel, const std::string& name,
                             bool isPublished = false)
{
    for (const FigureSeries& series : figure.series) {
        if (series.panel == panel && series.name == name && series.isPublished == isPublished)
            return &series;
    }
    return nullptr;
}

} // namespace

class StudyFiguresTest : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreThoseOfThePaper()
    {
        std::string names;
        for (const FigureRow& row : figureRows())
            names += std::string(row.name) + ' ';
        QCOMPARE(names,
                 std::string("figure-3 figure-4 figure-5a figure-5b figure-6 figure-7 figure-8 figure-9 figure-10 "));
    }

    void eachPowerSettingHasItsPanel()
    {
        Study study = knownStudy();
        const std::vector<StudyCell> first = study.cells;
        study.plan.powerSettings = {"MAXN", "MAXQ"};
        for (StudyCell& cell : study.cells)
            cell.power = "MAXN";
        for (StudyCell cell : first) {
            cell.power = "MAXQ";
            study.cells.push_back(cell);
        }
        const auto figures = studyFigures(study, noRecording);
        for (const char* panel : {"ResNet50, MAXN", "ResNet50, MAXQ"}) {
            const FigureSeries* series = seriesOf(named(figures, "figure-8"), panel, "throughput");
            QVERIFY2(series != nullptr && series->points.size() == 2, panel);
            QCOMPARE(series->points[0].repeats, std::size_t{3});
        }
    }

    void pointsAreMeansWithIntervalsOverRepeats()
    {
        const auto figures = studyFigures(knownStudy(), noRecording);
        const FigureSeries* throughput = seriesOf(named(figures, "figure-8"), "ResNet50", "throughput");
        QVERIFY(throughput != nullptr);
        QCOMPARE(throughput->points.size(), std::size_t{2});
        const auto& small = throughput->points[0];
        QCOMPARE(small.x, 4.0);
        QCOMPARE(small.y, 12.0);
        QCOMPARE(small.repeats, std::size_t{3});
        // Student's t with two degrees of freedom: 4.3027; standard error 1 / sqrt(3).
        QVERIFY(std::abs(small.interval->high - (12 + 4.302653 / std::sqrt(3))) < 1e-4);
        QVERIFY(std::abs(small.interval->low - (12 - 4.302653 / std::sqrt(3))) < 1e-4);
        QCOMPARE(throughput->points[1].x, 64.0);
        QCOMPARE(throughput->points[1].y, 60.0);
    }

    void failedTrainingsHaveNoPoints()
    {
        const auto figures = studyFigures(knownStudy(), noRecording);
        const FigureSeries* throughput = seriesOf(named(figures, "figure-8"), "my_net", "throughput");
        QVERIFY(throughput != nullptr);
        QCOMPARE(throughput->points.size(), std::size_t{1});
        QCOMPARE(throughput->points[0].x, 4.0);
    }

    void valuesAreInTheUnitsOfTheFigure()
    {
        const auto figures = studyFigures(knownStudy(), noRecording);
        const auto valueOf = [&](const char* figure, const char* series) {
            const FigureSeries* found = seriesOf(named(figures, figure), "ResNet50", series);
            return found != nullptr ? found->points[0].y : std::nan("");
        };
        QCOMPARE(valueOf("figure-4", "CPU"), 25.0);
        QCOMPARE(valueOf("figure-4", "GPU"), 50.0);
        QCOMPARE(valueOf("figure-5a", "cpu1 Denver2"), 12.5);
        QCOMPARE(valueOf("figure-5b", "cpu1 Denver2"), 75.0);
        QCOMPARE(valueOf("figure-6", "GPU"), 2.0);
        QCOMPARE(valueOf("figure-6", "memory"), 0.5);
        QCOMPARE(valueOf("figure-6", "whole"), 4.0); // not the sum with its children
        QVERIFY(std::isnan(valueOf("figure-6", "CPU")));
        QCOMPARE(valueOf("figure-9", "intermediate"), 2.5);
    }

    void publishedValuesAreSeparateSeries()
    {
        const auto figures = studyFigures(knownStudy(), noRecording);
        const FigureSeries* published = seriesOf(named(figures, "figure-4"), "ResNet50", "GPU", true);
        QVERIFY(published != nullptr);
        QCOMPARE(published->points.size(), std::size_t{2});
        QCOMPARE(published->points[0].y, 85.6);
        QCOMPARE(published->points[1].y, 95.6);
        // Only of models of the study.
        for (const StudyFigure& figure : figures) {
            for (const FigureSeries& series : figure.series)
                QVERIFY(!series.isPublished || series.panel == "ResNet50");
        }
    }

    void threeStepsComeFromARecording()
    {
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 12}));
        std::string read;
        const auto figures = studyFigures(knownStudy(), [&](const StudyCell& cell) {
            // The last figure, of accuracies, reads all cells.
            if (read.empty())
                read = cell.model + " " + std::to_string(cell.batch) + " " + std::to_string(cell.repeat);
            return format::Result<trace::TraceView>(view);
        });
        QCOMPARE(read, std::string("resnet50 64 1"));
        const StudyFigure& use = named(figures, "figure-3");
        QCOMPARE(use.series.size(), std::size_t{7}); // six cores and the GPU
        QVERIFY(seriesOf(use, "GPU", "GPU") != nullptr);
        for (const FigureSeries& series : use.series) {
            // Three steps of 0.2 s with a sample every 10 ms.
            QVERIFY(series.points.size() > 40 && series.points.size() < 80);
            QVERIFY(series.points.front().x >= 0 && series.points.back().x < 0.7);
            for (const auto& point : series.points)
                QVERIFY(point.y >= 0 && point.y <= 100.1);
        }
        const StudyFigure& power = named(figures, "figure-7");
        QVERIFY(power.series.size() >= 2);
        for (const FigureSeries& series : power.series)
            QVERIFY(series.name.find("VDD_IN") == std::string::npos);
    }

    /// A device without rails, for example.
    void figuresOfStepsSayWhichQuantityIsMissing()
    {
        const auto reader = [](const StudyCell&) {
            RecordingBuilder builder;
            std::vector<format::Step> steps;
            for (std::int64_t i = 0; i < 12; ++i)
                steps.push_back({.start = i * 100'000'000, .end = (i + 1) * 100'000'000});
            builder.steps(steps);
            return format::Result<trace::TraceView>(viewOf(builder.bytes()));
        };
        const auto figures = studyFigures(knownStudy(), reader);
        QVERIFY(named(figures, "figure-7").series.empty());
        QVERIFY(named(figures, "figure-7").note.find("no samples of these quantities") != std::string::npos);
    }

    void emptyFiguresSayWhy()
    {
        Study study = knownStudy();
        for (const StudyFigure& figure : studyFigures(study, noRecording)) {
            const bool needsRecording =
                figure.name == "figure-3" || figure.name == "figure-7" || figure.name == "figure-10";
            QCOMPARE(figure.series.empty(), needsRecording);
            QVERIFY(!figure.series.empty() || !figure.note.empty());
        }
        for (StudyCell& cell : study.cells)
            cell.result = {};
        for (const StudyFigure& figure : studyFigures(study, noRecording))
            QVERIFY(figure.series.empty() && !figure.note.empty());
    }

    /// Figure 10 shows the metric that is reported once a day, and nothing that is reported every few steps.
    void accuraciesAreThoseOfTheDays()
    {
        const auto reader = [](const StudyCell& cell) {
            RecordingBuilder builder;
            const double gain = cell.repeat == 1 ? 0.01 : 0.03;
            builder.log(1, "model densenet40 batch 4 days 17 images 64 data CIFAR-10 (generated: no folder)\n");
            builder.metric(cell.model == "resnet50" ? "daily_accuracy" : "accuracy",
                           {{1'000'000'000, 0.6}, {2'000'000'000, 0.6 + gain}});
            return format::Result<trace::TraceView>(viewOf(builder.bytes()));
        };
        Study study = knownStudy();
        std::erase_if(study.cells, [](const StudyCell& cell) { return cell.repeat > 2; });
        const auto figures = studyFigures(study, reader);
        const StudyFigure& figure = named(figures, "figure-10");
        QCOMPARE(figure.series.size(), std::size_t{2}); // of two batch sizes, on one panel
        QVERIFY(figure.hasGeneratedData && figure.note.find("generated") != std::string::npos);
        QVERIFY(!named(figures, "figure-8").hasGeneratedData);
        const FigureSeries* series = seriesOf(figure, "ResNet50", "batch 4");
        QVERIFY(series != nullptr);
        QCOMPARE(series->points.size(), std::size_t{2});
        QCOMPARE(series->points[1].x, 1.0);
        QVERIFY(std::abs(series->points[1].y - 62) < 1e-9);
        // 0.701 * 100 has a rounding error that no file shows.
        StudyFigure scaled = figure;
        scaled.series.front().points.front().y = 0.701 * 100;
        QVERIFY(QByteArray::fromStdString(figureCsv(scaled)).contains(",70.1,"));
        // A command of the user's own may report or print its accuracy in any way.
        study.plan.command = {"python3", "train.py"};
        const auto own = studyFigures(study, reader);
        QVERIFY(seriesOf(named(own, "figure-10"), "my_net", "batch 4") != nullptr);
    }

    void csvHasOneRowForEachPoint()
    {
        const auto figures = studyFigures(knownStudy(), noRecording);
        const QByteArray csv = QByteArray::fromStdString(figureCsv(named(figures, "figure-8")));
        const auto lines = csv.split('\n');
        QCOMPARE(lines[0].trimmed(),
                 QByteArray("panel,series,source,batch size,throughput (samples/s),low,high,repeats"));
        QVERIFY(lines[1].startsWith("ResNet50,throughput,study,4,12,"));
        QVERIFY(csv.contains("ResNet50,throughput,paper,64,55,,,\r\n"));
        Study study = knownStudy();
        study.devices[0].isVirtual = true;
        const auto simulated = studyFigures(study, noRecording);
        QVERIFY(figureCsv(named(simulated, "figure-8")).find("throughput,simulated board,4,12,") != std::string::npos);
    }

    void tablesListDevicesAndOutcomes()
    {
        Study study = knownStudy();
        study.devices[0].cores = {{0, "A57", ""}, {1, "Denver2", ""}, {3, "A57", "L1i 48 KB, L1d 32 KB, L2 2 MB"}};
        study.devices[0].gpu = "Pascal, 256 CUDA cores";
        study.devices[0].storage = "31.3 GB eMMC";
        const auto tables = studyTables(study);
        QCOMPARE(tables.size(), std::size_t{2});
        const QByteArray hardware = QByteArray::fromStdString(tableCsv(tables[0]));
        QVERIFY(hardware.contains("System,Jetson TX2,") && hardware.contains("Storage,31.3 GB eMMC,"));
        QVERIFY(hardware.contains("\"2 x A57 (L1i 48 KB, L1d 32 KB, L2 2 MB), 1 x Denver2\""));
        QVERIFY(hardware.contains("GPU,\"Pascal, 256 CUDA cores\","));
        const QByteArray models = QByteArray::fromStdString(tableCsv(tables[1]));
        QVERIFY2(models.contains("ResNet50,50,CONV,4G,98M,CIFAR-10,computer vision,yes,4 to 64: ok (3x)"),
                 models.constData());
        QVERIFY(models.contains("my_net,-,-") && models.contains("64: out_of_memory (3x)"));
    }

    void latexIncludesWhatIsNotEmpty()
    {
        const Study study = knownStudy();
        const auto figures = studyFigures(study, noRecording);
        const QByteArray latex = QByteArray::fromStdString(studyLatex(figures, studyTables(study)));
        QVERIFY(latex.contains("{figure-8.pdf}") && !latex.contains("{figure-3.pdf}"));
        QVERIFY(latex.contains("my\\_\\allowbreak{}net &") && !latex.contains("my_net"));
        QCOMPARE(latex.count("\\begin{figure}"), latex.count("\\end{figure}"));
        QVERIFY(latex.contains("[width=\\linewidth,"));
        const auto withWidth = [&](double widthMm) {
            return QByteArray::fromStdString(studyLatex(figures, studyTables(study), widthMm));
        };
        QVERIFY(withWidth(85).contains("[width=85.0mm,height=") && !withWidth(85).contains("[width=\\linewidth"));
        QVERIFY(withWidth(178).contains("[width=\\linewidth,"));
        QVERIFY(latex.trimmed().endsWith("\\end{document}"));
    }

    /// Any text can be a name: a row that begins with a bracket is no argument of the row before.
    void latexOfHostileNames()
    {
        Study study = knownStudy();
        study.plan.models[1] = "[1]*<a> \\input{x} $_^~%#&";
        for (StudyCell& cell : study.cells)
            cell.model = cell.model == "my_net" ? study.plan.models[1] : cell.model;
        const QByteArray latex = QByteArray::fromStdString(studyLatex({}, studyTables(study)));
        QVERIFY2(latex.contains("\n{[}1]{*}\\textless{}a\\textgreater{} \\textbackslash{}input\\{x\\} \\$"),
                 latex.constData());
    }

    void modelsAreFoundBySeveralNames()
    {
        for (const char* name : {"densenet40", "DenseNet40_12", "densenet40-12"})
            QCOMPARE(publishedModel(name)->title, std::string_view("DenseNet40_12"));
        QVERIFY(publishedModel("densenet") == nullptr && publishedModel("") == nullptr &&
                publishedModel(" ") == nullptr);
        QCOMPARE(publishedModels().size(), std::size_t{16});
        for (const PublishedValue& value : publishedValues())
            QVERIFY(publishedModel(value.model) != nullptr);
    }
};

QTEST_GUILESS_MAIN(StudyFiguresTest)
#include "tst_studyfigures.moc"
