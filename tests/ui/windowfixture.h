#pragma once

#include "analysis/trace/traceview.h"
#include "tests/support/recordingbuilder.h"
#include "tests/ui/fixture.h"
#include "ui/parts/settings.h"
#include "ui/window/mainwindow.h"
#include "widgets/timelinewidget.h"

#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace stepscope::ui {

/// The main window with a recording of a training, and private settings.
class WindowFixture
{
protected:
    [[nodiscard]] widgets::TimelineWidget* timeline() const { return m_window->timeline(); }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    /// Before each test: shows the recording `name`, and gives the timeline the focus. `other` is a recent recording.
    void openWindow(const QString& name = QStringLiteral("a.stepscope"), const QString& other = {})
    {
        useFreshSettings(m_folder.path());
        m_view = testing::viewOf(testing::makeTrainingRecording());
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1500, 900);
        m_window->show();
        if (!other.isEmpty())
            settings::rememberRecording(path(other));
        m_window->setRecordingPath(path(name));
        m_window->setView(m_view, false);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        timeline()->setFocus();
    }

    QTemporaryDir m_folder;
    trace::TraceView m_view;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace stepscope::ui
