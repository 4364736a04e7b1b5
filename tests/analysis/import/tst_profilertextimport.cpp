// Tables of nvprof and `nsys stats` as text and CSV: the recording contains what an independent script finds in the
// file.

#include "analysis/import/importer.h"
#include "analysis/import/tables/texttable.h"
#include "analysis/report/verify.h"
#include "analysis/trace/tracestore.h"
#include "tests/support/totals/importtotals.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <string>

using namespace stepscope;

class TestProfilerTextImport : public QObject
{
    Q_OBJECT

private:
    format::Result<analysis::ImportSummary> import(const std::filesystem::path& file)
    {
        m_output = m_folder.filePath(QStringLiteral("out%1.stepscope").arg(++m_number)).toStdString();
        return analysis::importFiles({.files = {file}}, m_output);
    }

    trace::TraceView imported(const std::filesystem::path& file)
    {
        const auto summary = import(file);
        if (!summary.ok())
            qFatal("%s", summary.error().text.c_str());
        m_summary = summary->text;
        const auto verdict = analysis::verifyRecording(m_output);
        const auto view = trace::loadRecording(m_output);
        if (!view.ok() || !verdict.ok() || !verdict->good)
            qFatal("the recording is damaged");
        return *view;
    }

    trace::TraceView viewOf(const std::string& text)
    {
        const std::string name = m_folder.filePath(QStringLiteral("in%1.txt").arg(++m_number)).toStdString();
        std::ofstream(name, std::ios::binary) << text;
        return imported(name);
    }

    /// Texts of the events of the kind "summary", as lines of totals.py.
    static QStringList sums(const trace::TraceView& view)
    {
        QStringList lines;
        for (std::size_t i = 0; i < view.eventCount(); ++i) {
            if (view.event(i).kind == "summary")
                lines += "sum\t" + QString::fromStdString(view.event(i).text);
        }
        return lines;
    }

    QTemporaryDir m_folder;
    int m_number = 0;
    std::string m_output;
    std::string m_summary;

private slots:
    void realFiles_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* const file :
             {"nvprof/babelstream_gpu_trace.txt", "nvprof/darknet_nvprof.txt", "nvprof/gputrace_boxfilter.csv",
              "nvprof/gputrace_histogram_s_ms.csv", "nvprof/gputrace_scan_500k.csv", "nvprof/gputrace_sobol_ms.csv",
              "nvprof/nbody_step1_profile.out", "nvprof/summary_old_7col.csv",
              "nsys/nano_repo_nsys_stats_yolov4tiny.txt"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void realFiles()
    {
        QFETCH(QString, file);
        const auto full = testing::corpusFolder() / file.toStdString();
        if (!std::filesystem::exists(full))
            QSKIP("the folder of real files is not there: set STEPSCOPE_CORPUS to read it");
        const auto view = imported(full);
        const QStringList found = testing::recordedTotals(m_output) + sums(view);
        QVERIFY(!found.isEmpty());
        QCOMPARE(testing::firstDifference(testing::independentTotals(full), found), QString());
        QVERIFY(view.spanCount() > 0 || m_summary.find("have no times") != std::string::npos);
        for (const trace::Loss& loss : view.losses())
            QCOMPARE(QString::fromStdString(loss.what), QString("places")); // starts are rounded to 5 digits
    }

    void fileThatEndsBeforeItsTable()
    {
        const auto full = testing::corpusFolder() / "nvprof/jetson_summary_gist_alejocr_head.txt";
        if (!std::filesystem::exists(full))
            QSKIP("the folder of real files is not there: set STEPSCOPE_CORPUS to read it");
        const auto summary = import(full);
        QVERIFY(!summary.ok());
        QVERIFY2(summary.error().text.find("without any table") != std::string::npos, summary.error().text.c_str());
    }

    void traceOfCallsAndOutputOfTheProgram()
    {
        const auto view = viewOf("Epoch 1/10\n==7== NVPROF is profiling process 7, command: ./a\nloss 0.5\n"
                                 "==7== Profiling result:\n"
                                 "   Start  Duration  Name\n"
                                 "130.08ms  1.0580us  cuDeviceGetCount\n"
                                 "131.00ms  2.5000us  cudaLaunchKernel (gemm(float*,  int) [12])\n"
                                 "bad       2.5000us  cudaFree\n\n"
                                 "==7== done\n");
        QCOMPARE(view.spanCount(), std::uint64_t{2});
        QCOMPARE(view.lanes()[0].info().kind, format::Lane::Kind::Thread);
        QCOMPARE(view.lanes()[0].span(1).start, std::int64_t{920'000});
        QCOMPARE(view.lanes()[0].span(1).duration, std::int64_t{2500});
        QCOMPARE(view.opName(view.lanes()[0].span(1).op),
                 std::string_view("cudaLaunchKernel (gemm(float*,  int) [12])"));
        QCOMPARE(view.losses().size(), std::size_t{1});
        QCOMPARE(view.logSize(), std::size_t{6});
    }

    void aRowThatIsCutIsCounted()
    {
        const auto view = viewOf("==7== NVPROF is profiling process 7, command: ./a\n==7== Profiling result:\n"
                                 "\"Start\",\"Duration\",\"Name\"\nms,us,\n"
                                 "1.0,2.5,cudaFree\n"
                                 "epoch 1, loss 0.5\n"
                                 "2.0,2.5");
        QCOMPARE(view.spanCount(), std::uint64_t{1});
        QCOMPARE(view.losses().size(), std::size_t{1});
        QCOMPARE(view.losses()[0].what, std::string("rows"));
        QCOMPARE(view.losses()[0].count, std::uint64_t{1});
    }

    void tracesOfNsys()
    {
        const auto view = viewOf(
            "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes "
            "(MB),"
            "Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
            "1000,250,5,1,1,1,32,1,1,16,0.000,0.000,,,,,NVIDIA A100 (0),1,,7,\"gemm<float, int>(float *)\"\n"
            "2000,100,6,,,,,,,,,,0.004,30.1,Pageable,Device,NVIDIA A100 (0),1,,7,[CUDA memcpy Host-to-Device]\n\n"
            "Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild "
            "(ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,"
            "RangeStack,NameTree\n"
            "900,2200,1300,0,1300,step 4,10,11,0,0,1,,:1,step 4\n");
        QCOMPARE(view.spanCount(), std::uint64_t{3});
        QCOMPARE(view.lanes()[0].info().name, std::string("NVIDIA A100 (0) stream 7"));
        QCOMPARE(view.lanes()[0].span(0).duration, std::int64_t{250});
        QCOMPARE(view.opName(view.lanes()[0].span(0).op), std::string_view("gemm<float, int>(float *)"));
        QCOMPARE(view.lanes()[1].info().name, std::string("thread 11"));
        QCOMPARE(view.stepCount(), std::size_t{1});
        QCOMPARE(view.step(0).index, std::uint64_t{4});
    }

    void summaryWithTypes()
    {
        const auto view =
            viewOf("==7== Profiling result:\n"
                   "            Type  Time(%)      Time     Calls       Avg       Min       Max  Name\n"
                   " GPU activities:   60.00%  6.0000ms         3  2.0000ms  1.0000ms  3.0000ms  gemm(float*)\n"
                   "                   40.00%  4.0000ms         1  4.0000ms  4.0000ms  4.0000ms  [CUDA memcpy DtoH]\n"
                   "      API calls:  100.00%  9.0000ms         4  2.2500ms  1.0000ms  3.0000ms  cudaFree\n");
        QCOMPARE(sums(view).size(), 3);
        QCOMPARE(sums(view)[1],
                 QString("sum\t[CUDA memcpy DtoH]: time 40.00%, time 4.0000ms, calls 1, avg 4.0000ms, min "
                         "4.0000ms, max 4.0000ms"));
    }

    void numbersOfLocales()
    {
        QCOMPARE(analysis::withoutGroups("44,0087,8248", false), std::string("4400878248"));
        QCOMPARE(analysis::withoutGroups("32,3999.0", true), std::string("323999.0"));
        QCOMPARE(analysis::withoutGroups("1.234.567", false), std::string("1234567"));
        QCOMPARE(analysis::withoutGroups("1.234,5", true), std::string("1234.5"));
        QCOMPARE(analysis::withoutGroups("12", false), std::string("12"));
    }
};

QTEST_GUILESS_MAIN(TestProfilerTextImport)
#include "tst_profilertextimport.moc"
