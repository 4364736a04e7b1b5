// The twelve observations over a study: trainings for which they hold, and for each a study in which it does not.

#include "analysis/study/studyobservations.h"
#include "tests/support/knownstudy.h"
#include "tests/support/recordingbuilder.h"
#include "tests/support/schemacheck.h"
#include "tests/support/studytrainings.h"

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <iterator>

using namespace stepscope;
using namespace stepscope::analysis;
using namespace stepscope::testing;

namespace {

using Facts = std::vector<std::pair<std::size_t, RunFacts>>;

/// A study of the trainings: one cell for each, in their order, of which all succeeded.
Study studyOf(const std::vector<RunFacts>& runs, Facts& facts)
{
    Study study;
    study.plan.targets = {"tx2"};
    for (const RunFacts& run : runs) {
        if (std::find(study.plan.models.begin(), study.plan.models.end(), run.model) == study.plan.models.end())
            study.plan.models.push_back(run.model);
        StudyCell cell;
        cell.target = "tx2";
        cell.model = run.model;
        cell.batch = static_cast<int>(run.batch);
        cell.state = CellState::Done;
        cell.recording = "recordings/" + std::to_string(study.cells.size()) + ".stepscope";
        cell.result = rowWith({{column::kOutcome, std::string("ok")}});
        facts.emplace_back(study.cells.size(), run);
        study.cells.push_back(std::move(cell));
    }
    return study;
}

const ObservationGroup* groupOf(const StudyObservations& observations, const std::string& title)
{
    const auto found =
        std::find_if(observations.groups.begin(), observations.groups.end(),
                     [&](const ObservationGroup& group) { return group.title(false).english() == title; });
    return found != observations.groups.end() ? &*found : nullptr;
}

} // namespace

class StudyObservationsTest : public QObject
{
    Q_OBJECT

private slots:
    void allHoldForTheStudyOfThePaper()
    {
        Facts facts;
        const Study study = studyOf(trainings(), facts);
        const StudyObservations observations = studyObservations(study, facts);
        const ObservationGroup* all = groupOf(observations, "all models");
        QVERIFY(all != nullptr);
        QCOMPARE(all->trainings, facts.size());
        QCOMPARE(all->observations.size(), std::size_t{12});
        for (const Observation& observation : all->observations) {
            QVERIFY2(observation.verdict == Verdict::Holds, observation.evidence.english().c_str());
            QVERIFY(!observation.evidence.empty() && !observation.advice.empty());
        }
    }

    void eachCase_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < std::size(kCases); ++i)
            QTest::addRow("%s", kCases[i].name) << i;
    }
    void eachCase()
    {
        QFETCH(std::size_t, index);
        auto runs = trainings();
        for (RunFacts& run : runs)
            kCases[index].change(run);
        Facts facts;
        const Study study = studyOf(runs, facts);
        const auto group = studyObservations(study, facts).groups.at(0);
        const Observation& observation = group.observations.at(static_cast<std::size_t>(kCases[index].number - 1));
        QVERIFY2(observation.verdict == kCases[index].verdict, observation.evidence.english().c_str());
    }

    void groupsAreDomainsAndModelsOfEachTarget()
    {
        auto runs = trainings();
        Facts facts;
        Study study = studyOf(runs, facts);
        std::string titles;
        for (const ObservationGroup& group : studyObservations(study, facts).groups)
            titles += group.title(false).english() + " " + std::to_string(group.trainings) + "; ";
        QCOMPARE(titles,
                 std::string("all models 25; domain computer vision 15; domain language processing 5; domain "
                             "robotics control 5; squeezenet 5; resnet50 5; densenet40 5; char_cnn 5; dqn 5; "));
        // Trainings of another target are another group.
        study.plan.targets = {"tx2", "orin"};
        for (std::size_t i = 0; i < study.cells.size(); ++i)
            study.cells[i].target = study.cells[i].model == "dqn" ? "orin" : "tx2";
        const StudyObservations two = studyObservations(study, facts);
        QCOMPARE(two.groups.front().trainings, std::size_t{20});
        QCOMPARE(two.groups.back().title(true).english(),
                 std::string("all models, on orin")); // its only model is left out
    }

    /// The verdict on one model does not depend on the others.
    void aModelIsTestedByItself()
    {
        auto runs = trainings();
        for (RunFacts& run : runs) {
            if (run.model == "char_cnn")
                run.repetitions.back().share = 0.02; // 2
        }
        Facts facts;
        const Study study = studyOf(runs, facts);
        const StudyObservations observations = studyObservations(study, facts);
        QCOMPARE(groupOf(observations, "all models")->observations[1].verdict, Verdict::DoesNotHold);
        QCOMPARE(groupOf(observations, "domain language processing")->observations[1].verdict, Verdict::DoesNotHold);
        QCOMPARE(groupOf(observations, "char_cnn")->observations[1].verdict, Verdict::DoesNotHold);
        QCOMPARE(groupOf(observations, "resnet50")->observations[1].verdict, Verdict::Holds);
    }

    void recordingsAreReadUnderThePlan()
    {
        Study study = knownStudy();
        const trace::TraceView view = viewOf(makeTrainingRecording({.steps = 30}));
        std::size_t read = 0;
        double progress = 0;
        const StudyObservations observations = readStudyObservations(
            study,
            [&](const StudyCell& cell) -> format::Result<trace::TraceView> {
                ++read;
                if (cell.model == "my_net" && cell.repeat == 2)
                    return format::failure("it is damaged");
                return view;
            },
            [&](double share) { progress = share; });
        QCOMPARE(read, std::size_t{9}); // not the three trainings that failed
        QCOMPARE(observations.unread.size(), std::size_t{1});
        QVERIFY(observations.unread[0].find("it is damaged") != std::string::npos);
        QVERIFY(progress > 0.8 && progress <= 1);
        QCOMPARE(groupOf(observations, "all models")->trainings, std::size_t{8});
        const ObservationGroup* resnet = groupOf(observations, "resnet50");
        QVERIFY(resnet != nullptr && resnet->trainings == 6);
        QVERIFY2(resnet->observations[0].evidence.english().find("resnet50, batch 4") != std::string::npos,
                 resnet->observations[0].evidence.english().c_str());
    }

    /// The group says which trainings it leaves out.
    void observationsAreOfTheFirstPowerSetting()
    {
        auto runs = trainings();
        Facts facts;
        Study study = studyOf(runs, facts);
        study.plan.powerSettings = {"MAXN", "MAXQ"};
        for (StudyCell& cell : study.cells)
            cell.power = cell.batch > 16 ? "MAXQ" : "MAXN";
        const auto counted = std::count_if(study.cells.begin(), study.cells.end(),
                                           [](const StudyCell& cell) { return cell.power == "MAXN"; });
        QVERIFY(counted > 0 && counted < 25);
        const StudyObservations observations = studyObservations(study, facts);
        QVERIFY(groupOf(observations, "all models in MAXN") && groupOf(observations, "dqn in MAXN"));
        QVERIFY(toText(observations).find("all models in MAXN (" + std::to_string(counted) + " trainings)") !=
                std::string::npos);
        QVERIFY(observationsCsv(observations).find(",MAXN\r\n") != std::string::npos);
    }

    void aStopRequestLeavesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto observations = readStudyObservations(
            knownStudy(), [](const StudyCell&) -> format::Result<trace::TraceView> { return format::failure("read"); },
            {}, stop.get_token());
        QVERIFY(observations.groups.empty() && observations.unread.empty());
    }

    void textJsonAndCsvHaveAllGroups()
    {
        Facts facts;
        const Study study = studyOf(trainings(), facts);
        StudyObservations observations = studyObservations(study, facts);
        observations.unread = {"0001: it is damaged"};
        const QByteArray text = QByteArray::fromStdString(toText(observations));
        QVERIFY(text.contains("Observations: domain computer vision (15 trainings)"));
        QVERIFY(text.contains("it is damaged"));
        const QByteArray json = QByteArray::fromStdString(toJson(observations));
        QVERIFY(json.contains("\"kind\": \"domain\"") && json.contains("\"verdict\": \"holds\""));
        const QByteArray csv = QByteArray::fromStdString(observationsCsv(observations));
        QCOMPARE(csv.count("tx2,model,resnet50,5,"), qsizetype{12});
        QCOMPARE(csv.count("tx2,all,,25,"), qsizetype{12});
    }

    void jsonFollowsItsSchema()
    {
        Facts facts;
        const Study study = studyOf(trainings(), facts);
        StudyObservations observations = studyObservations(study, facts);
        observations.unread = {"0001: it is damaged"};
        for (const StudyObservations& each : {observations, StudyObservations()}) {
            const SchemaCheck checked = checkSchema("observations", QByteArray::fromStdString(toJson(each)));
            if (checked.status == SchemaCheck::kSkipped)
                QSKIP(checked.faults.constData());
            QVERIFY2(checked.status == 0, checked.faults.constData());
        }
    }
};

QTEST_GUILESS_MAIN(StudyObservationsTest)
#include "tst_studyobservations.moc"
