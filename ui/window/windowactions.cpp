#include "ui/window/windowactions.h"

#include "analysis/export/exporter.h"
#include "ui/messages/filetexts.h"
#include "ui/parts/glyphs.h"
#include "ui/parts/mnemonics.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/savedialog.h"
#include "ui/recording/paperdialog.h"
#include "ui/recording/recordingpage.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QActionGroup>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include <array>

namespace stepscope::ui {

WindowActions::WindowActions(QMainWindow* window)
    : QObject(window)
    , m_window(window)
{
    createFileActions();
    createCaptureActions();
    createTimelineActions();
    createWindowActions();
    buildMenus();
    buildToolBar();
}

QAction* WindowActions::add(const QString& text, const QList<QKeySequence>& keys, const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    const QString key =
        keys.isEmpty() ? QString() : QStringLiteral("  (%1)").arg(keys.first().toString(QKeySequence::NativeText));
    action->setToolTip(tip + key);
    action->setStatusTip(tip);
    m_window->addAction(action); // activates its keys in the whole window
    return action;
}

void WindowActions::createFileActions()
{
    open = add(tr("&Open…"), {QKeySequence::Open},
               tr("Open a recording or a study, or import files of other programs; several are merged"));
    open->setIcon(glyph(Glyph::Open));
    openStudy = add(tr("Open st&udy…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
                    tr("Open the folder of a study: its results, figures and tables"));
    openStudy->setIcon(glyph(Glyph::Study));
    closeRecording =
        add(tr("&Close"), {QKeySequence::Close}, tr("Close the recording or the study, and go back to the start page"));
    compareRecording = add(tr("Com&pare with…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K)},
                           tr("Compare the recording, or the study, with another one"));
    keepAsA = add(tr("&Keep as A"), {QKeySequence(Qt::Key_K)},
                  tr("Keep the selection, or the whole run, as side A of a comparison"));
    compareWithA = add(tr("Compare &with A"), {QKeySequence(Qt::SHIFT | Qt::Key_K)},
                       tr("Compare the selection, or the whole run, with side A"));
    exportView = add(tr("Figure of the &view…"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
                     tr("Save the visible part of the timeline, or what a study shows, as a file"));
    exportPaper = add(tr("Figure for a &paper…"), {QKeySequence(Qt::CTRL | Qt::Key_P)},
                      tr("Save a figure with a given size in mm and the font of the paper"));
    copyPicture = add(tr("&Copy picture"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
                      tr("Copy the visible part of the timeline as a picture"));
    exportCsv = add(tr("&Tables as CSV…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                    tr("Save samples, spans and steps as CSV files"));
    for (const auto& exporter : analysis::exporters()) {
        QStringList suffixes;
        for (const std::string_view suffix : exporter->suffixes())
            suffixes << QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
        exportFiles << add(messages::exporterName(exporter->summary()) + QStringLiteral("…"), {},
                           tr("Save the recording as %1").arg(suffixes.join(QStringLiteral(", "))));
    }
    quit = add(tr("&Quit"), {QKeySequence::Quit}, tr("Close the window; a run on a device continues"));
    quit->setMenuRole(QAction::QuitRole);
    undo = add(tr("&Undo"), {QKeySequence::Undo}, tr("Undo the last change of a bookmark or of the rows"));
    redo = add(tr("&Redo"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
               tr("Make the change again that was undone last"));
}

void WindowActions::createCaptureActions()
{
    profile = add(tr("&Profile"), {QKeySequence(Qt::CTRL | Qt::Key_R)}, tr("Profile a training"));
    profile->setIcon(glyph(Glyph::Profile));
    stop = add(tr("&Stop"), {QKeySequence(Qt::CTRL | Qt::Key_Period)}, tr("End the training and keep the recording"));
    stop->setIcon(glyph(Glyph::Stop));
    leave = add(tr("&Leave it running"), {QKeySequence(Qt::CTRL | Qt::Key_L)},
                tr("Disconnect; the training continues and can be attached to later"));
    leave->setIcon(glyph(Glyph::Detach));
    cancel = add(tr("&Cancel"), {QKeySequence(Qt::CTRL | Qt::Key_Escape)}, tr("Cancel connecting or starting"));
    start = add(tr("Start p&age"), {QKeySequence(Qt::ALT | Qt::Key_Home)},
                tr("Show ways to start, unfinished and recent recordings"));
    start->setIcon(glyph(Glyph::Home));
    devices = add(tr("&Devices"), {QKeySequence(Qt::CTRL | Qt::Key_D)}, tr("Show the devices and the capture form"));
    devices->setIcon(glyph(Glyph::Device));
    fleet = add(tr("Fl&eet"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)},
                tr("Show all devices that are recorded, side by side"));
    fleet->setIcon(glyph(Glyph::Fleet));
    sweep = add(tr("S&weep…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)},
                tr("Train models with several batch sizes and store the results as a study"));
    study = add(tr("S&tudy"), {QKeySequence(Qt::CTRL | Qt::Key_T)}, tr("Show the study that is open"));
    study->setIcon(glyph(Glyph::Study));
    study->setEnabled(false);
}

void WindowActions::createTimelineActions()
{
    fitAll = add(tr("Fit &all"), {QKeySequence(Qt::CTRL | Qt::Key_0)}, tr("Show the whole recording"));
    fitAll->setIcon(glyph(Glyph::FitAll));
    zoomStep = add(tr("&Step"), {QKeySequence(Qt::CTRL | Qt::Key_1)}, tr("Zoom to the step at the cursor"));
    zoomStep->setIcon(glyph(Glyph::ZoomStep));
    nextStep = add(tr("&Next step"), {QKeySequence(Qt::Key_BracketRight)}, tr("Zoom to the next step"));
    previousStep = add(tr("&Previous step"), {QKeySequence(Qt::Key_BracketLeft)}, tr("Zoom to the previous step"));
    zoomSelection = add(tr("Se&lection"), {QKeySequence(Qt::CTRL | Qt::Key_2)}, tr("Zoom to the selection"));
    zoomSelection->setIcon(glyph(Glyph::ZoomSelection));
    back = add(tr("&Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)}, tr("Go back to the previous view"));
    back->setIcon(glyph(Glyph::Back));
    forward = add(tr("&Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)}, tr("Go forward to the next view"));
    forward->setIcon(glyph(Glyph::Forward));
    follow = add(tr("Follo&w"), {QKeySequence(Qt::Key_L)}, tr("Keep the newest data in view while live"));
    follow->setIcon(glyph(Glyph::Follow));
    follow->setCheckable(true);
    findOp =
        add(tr("Find &op…"), {QKeySequence(Qt::Key_F), QKeySequence(QKeySequence::Find)}, tr("Find an op by its name"));
    findOp->setIcon(glyph(Glyph::Find));
    nextInstance = add(tr("Next &instance"), {QKeySequence(Qt::Key_F3), QKeySequence(Qt::Key_N)},
                       tr("Go to the next instance of the op"));
    previousInstance =
        add(tr("Previous instan&ce"), {QKeySequence(Qt::SHIFT | Qt::Key_F3), QKeySequence(Qt::SHIFT | Qt::Key_N)},
            tr("Go to the previous instance of the op"));
    bookmark = add(tr("Book&mark"), {QKeySequence(Qt::Key_M)},
                   tr("Bookmark the selection, or the time below the pointer, with a note"));
    palette = add(tr("Go to an&ything…"), {QKeySequence(Qt::CTRL | Qt::Key_K)},
                  tr("Choose a recording, page, device, op or action by a part of its name"));
    goToStep = add(tr("&Go to step…"), {QKeySequence(Qt::CTRL | Qt::Key_G)}, tr("Zoom to a step by its number"));
    timeline = add(tr("&Timeline"), {QKeySequence(Qt::Key_F6)}, tr("Move the keyboard focus to the timeline"));
}

void WindowActions::createWindowActions()
{
    showSidebar = add(tr("&Devices and recordings"), {QKeySequence(Qt::Key_F9)}, tr("Show or hide the left panel"));
    showInspector = add(tr("&Inspector"), {QKeySequence(Qt::Key_F10)}, tr("Show or hide the figures of the selection"));
    showTables = add(tr("&Tables"), {QKeySequence(Qt::Key_F11)}, tr("Show or hide the tables: ops, steps, log, query"));
    animate = add(tr("Animate &view changes"), {}, tr("Animate zooming and panning of the timeline"));
    animate->setCheckable(true);
    restoreSession = add(tr("Restore the last sessio&n at start"), {},
                         tr("Start with the recordings, the page and the view of the last session"));
    restoreSession->setCheckable(true);
    restoreSession->setChecked(settings::restoresSession());
    connect(restoreSession, &QAction::triggered, this, &settings::setRestoresSession);
    skippedSteps = add(tr("First steps left o&ut…"), {},
                       tr("Number of first steps excluded from the figures of a whole run, while training warms up"));
    showSidebar->setIcon(glyph(Glyph::LeftPane));
    showInspector->setIcon(glyph(Glyph::RightPane));
    showTables->setIcon(glyph(Glyph::LowerPane));
    for (QAction* action : {showSidebar, showInspector, showTables}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    const std::array<QString, 9> names = {tr("&Ops"), tr("&Energy"), tr("&Steps"),     tr("&Fold"), tr("Observ&ations"),
                                          tr("&Log"), tr("&Health"), tr("&Bookmarks"), tr("&Query")};
    for (std::size_t i = 0; i < names.size(); ++i)
        tabs << add(names[i], {QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)))},
                    tr("Show the table “%1”").arg(withoutMnemonic(names[i])));
    guide = add(tr("&Guide"), {QKeySequence(QKeySequence::HelpContents)}, tr("Show the user's guide"));
    tour = add(tr("Show the &tour"), {}, tr("Point to the parts of the window, as at the first start"));
    shortcuts = add(tr("&Shortcuts"), {QKeySequence(Qt::Key_Question)}, tr("List the keys and gestures"));
    about = add(tr("&About Stepscope"), {}, tr("Show the version and the licence"));
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::buildMenus()
{
    QMenuBar* bar = m_window->menuBar();
    QMenu* file = bar->addMenu(tr("&File"));
    file->addActions({open, openStudy, closeRecording});
    file->addSeparator();
    file->addActions({compareRecording, keepAsA, compareWithA});
    file->addSeparator();
    file->addMenu(tr("&Export"))
        ->addActions(QList<QAction*>{exportView, exportPaper, copyPicture, exportCsv} + exportFiles);
    file->addSeparator();
    file->addAction(quit);

    bar->addMenu(tr("&Edit"))->addActions({undo, redo});

    QMenu* capture = bar->addMenu(tr("&Capture"));
    capture->addActions({profile, stop, leave, cancel});
    capture->addSeparator();
    capture->addAction(sweep);
    capture->addSeparator();
    capture->addActions({start, devices, fleet, study});

    QMenu* view = viewMenu = bar->addMenu(tr("&View"));
    view->addActions({showSidebar, showInspector, showTables});
    view->addSeparator();
    view->addActions(tabs);
    view->addSeparator();
    view->addAction(animate);
    view->addActions({skippedSteps, restoreSession});
    addThemeMenu(view);

    QMenu* go = bar->addMenu(tr("&Go"));
    go->addActions({fitAll, zoomStep, nextStep, previousStep, zoomSelection});
    go->addSeparator();
    go->addActions({back, forward, follow});
    go->addSeparator();
    go->addActions({palette, goToStep, findOp, nextInstance, previousInstance, bookmark});
    go->addSeparator();
    go->addAction(timeline);

    QMenu* help = bar->addMenu(tr("&Help"));
    help->addActions({guide, tour, shortcuts, about});
}

void WindowActions::addThemeMenu(QMenu* menu)
{
    QMenu* themes = menu->addMenu(tr("The&me"));
    m_themes = new QActionGroup(this);
    const std::array<std::pair<ThemeChoice, QString>, 3> choices = {
        {{ThemeChoice::System, tr("&System")}, {ThemeChoice::Light, tr("&Light")}, {ThemeChoice::Dark, tr("&Dark")}}};
    for (const auto& [choice, text] : choices) {
        QAction* action = themes->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        m_themes->addAction(action);
    }
    connect(m_themes, &QActionGroup::triggered, this,
            [this](const QAction* action) { emit themeChosen(static_cast<ThemeChoice>(action->data().toInt())); });
}

QList<QAction*> WindowActions::themes() const
{
    return m_themes->actions();
}

void WindowActions::buildToolBar()
{
    auto* bar = m_window->addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_title = plainLabel(bar);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setMargin(4);
    bar->addActions({start, devices, fleet, study});
    bar->addWidget(m_title);
    bar->addSeparator();
    bar->addActions({profile, stop});
    bar->addSeparator();
    bar->addActions({fitAll, zoomStep});
    addStepField(bar);
    bar->addAction(zoomSelection);
    bar->addSeparator();
    bar->addActions({back, forward, follow});
    bar->addSeparator();
    bar->addAction(findOp);
    auto* room = new QWidget(bar);
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(room);
    auto* exports = new QToolButton(bar);
    exports->setText(tr("E&xport"));
    exports->setIcon(glyph(Glyph::Export));
    exports->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    exports->setPopupMode(QToolButton::InstantPopup);
    exports->addActions(QList<QAction*>{exportView, exportPaper, copyPicture, exportCsv} + exportFiles);
    exports->setToolTip(tr("Export figures and tables"));
    bar->addWidget(exports);
    if (auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
        more->setIcon(glyph(Glyph::More)); // Qt's is dark in every theme
    for (QAction* quiet : {start, back, forward}) {
        if (auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(quiet)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    for (const QAction* action : bar->actions()) {
        if (QWidget* button = bar->widgetForAction(const_cast<QAction*>(action)); qobject_cast<QToolButton*>(button))
            button->setFocusPolicy(Qt::TabFocus);
    }
    for (QAction* action : bar->actions()) {
        if (action->text().contains(QLatin1String("(&"))) // which Qt shows in buttons as "(O)"
            action->setIconText(withoutMnemonic(action->text()));
    }
}

void WindowActions::addStepField(QToolBar* bar)
{
    m_stepField = new QLineEdit(bar);
    m_stepField->setObjectName(QStringLiteral("stepField"));
    m_stepField->setPlaceholderText(tr("step n"));
    m_stepField->setAccessibleName(tr("Number of the step to zoom to"));
    m_stepField->setToolTip(tr("Zoom to a step by its number  (Ctrl+G)"));
    m_stepField->setFixedWidth(m_stepField->fontMetrics().averageCharWidth() * 11);
    bar->addWidget(m_stepField);
    connect(goToStep, &QAction::triggered, m_stepField, [this] {
        m_stepField->setFocus(Qt::ShortcutFocusReason);
        m_stepField->selectAll();
    });
    connect(m_stepField, &QLineEdit::returnPressed, this, [this] {
        bool isNumber = false;
        const quint64 number = m_stepField->text().trimmed().toULongLong(&isNumber);
        if (isNumber)
            emit stepEntered(number);
        else
            m_stepField->selectAll();
    });
}

void WindowActions::setUndoStack(QUndoStack* stack)
{
    const auto name = [](QAction* action, const QString& text, const QString& what) {
        action->setText(what.isEmpty() ? text : QStringLiteral("%1: %2").arg(text, what));
    };
    undo->setEnabled(stack->canUndo());
    redo->setEnabled(stack->canRedo());
    connect(stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(stack, &QUndoStack::undoTextChanged, undo,
            [this, name](const QString& what) { name(undo, tr("&Undo"), what); });
    connect(stack, &QUndoStack::redoTextChanged, redo,
            [this, name](const QString& what) { name(redo, tr("&Redo"), what); });
    connect(undo, &QAction::triggered, stack, &QUndoStack::undo);
    connect(redo, &QAction::triggered, stack, &QUndoStack::redo);
}

void WindowActions::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->setToolTip(title);
}

void WindowActions::setRecordingEnabled(bool enabled)
{
    for (QAction* action : {closeRecording, compareRecording, keepAsA,      compareWithA,     exportView, exportPaper,
                            copyPicture,    exportCsv,        fitAll,       zoomStep,         nextStep,   previousStep,
                            zoomSelection,  findOp,           nextInstance, previousInstance, bookmark,   goToStep,
                            timeline,       follow,           back,         forward})
        action->setEnabled(enabled);
    for (QAction* action : std::as_const(tabs))
        action->setEnabled(enabled);
    m_stepField->setEnabled(enabled);
}

void WindowActions::setCapturePhase(CapturePhase phase, bool mayProfileOther)
{
    profile->setEnabled(!isBusy(phase) || mayProfileOther);
    stop->setEnabled(isLive(phase) && phase != CapturePhase::Stopping);
    leave->setEnabled(isLive(phase));
    cancel->setEnabled(isCancellable(phase));
}

void WindowActions::setStudyEnabled(bool onPage)
{
    for (QAction* action : {closeRecording, compareRecording, exportView})
        action->setEnabled(action->isEnabled() || onPage);
}

void WindowActions::setThemeChoice(ThemeChoice choice)
{
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(choice));
}

namespace {

/// Keys and gestures that the timeline handles itself.
void addGestures(QList<QPair<QString, QString>>& list)
{
    const auto add = [&](const QString& key, const QString& meaning) { list << qMakePair(key, meaning); };
    add(WindowActions::tr("W, S, wheel or pinch"), WindowActions::tr("Timeline: zoom in and out, at the pointer"));
    add(WindowActions::tr("A, D or Shift+wheel"), WindowActions::tr("Timeline: move to earlier and later times"));
    add(WindowActions::tr("Middle, Shift+ or Space+drag"), WindowActions::tr("Timeline: pan"));
    add(WindowActions::tr("Up, Down or Ctrl+wheel"), WindowActions::tr("Timeline: scroll the rows"));
    add(WindowActions::tr("Drag"), WindowActions::tr("Timeline: select a range; the inspector shows its figures"));
    add(WindowActions::tr("Ctrl+drag, Ctrl+click on a step"),
        WindowActions::tr("Timeline: select one more range; the inspector shows the sum of all"));
    add(WindowActions::tr("X, Shift+X"),
        WindowActions::tr("Timeline: select the range between the cursors A and B, add it to the selection"));
    add(WindowActions::tr("Right drag"), WindowActions::tr("Timeline: zoom to a range"));
    add(WindowActions::tr("Home or 0, End"), WindowActions::tr("Timeline: show all, go to the end"));
    add(WindowActions::tr("Click, double-click"),
        WindowActions::tr("Timeline: select an op, with arrows to its kernels; zoom to it"));
    add(WindowActions::tr("Right click or Menu"), WindowActions::tr("Timeline: open the context menu"));
    add(WindowActions::tr("Q, E or Shift+click"),
        WindowActions::tr("Timeline: place the cursors A and B; they snap to edges unless Shift or Alt is held"));
    add(WindowActions::tr("Drag a flag A or B"), WindowActions::tr("Timeline: move a cursor"));
    add(WindowActions::tr("Esc"),
        WindowActions::tr("Timeline: cancel the drag; clear search, cursors, selection and highlight"));
    add(WindowActions::tr("Drag a label or header"),
        WindowActions::tr("Timeline: move a row within its group, or the group"));
    add(WindowActions::tr("Drag below a label"),
        WindowActions::tr("Timeline: change the height of a row; double-click: default height"));
    add(WindowActions::tr("C, Shift+C"),
        WindowActions::tr("Timeline: collapse or expand the group below the pointer, all groups"));
    add(WindowActions::tr("P"), WindowActions::tr("Timeline: pin the row below the pointer at the top, or unpin it"));
    add(WindowActions::tr("Right click or Menu"),
        WindowActions::tr("Ops: show instances, filter, find, copy the name, show the energy"));
    add(WindowActions::tr("Right click or Menu, F2, Del"),
        WindowActions::tr("Recordings: compare, show in the folder; rename; remove from the list"));
    add(WindowActions::tr("Click or Enter"),
        WindowActions::tr("Log: go to the time of the line; the time under the pointer marks its line"));
    add(WindowActions::tr("F2 or double-click"), WindowActions::tr("Log: select within the line, to copy a part"));
    add(WindowActions::tr("Y, Shift+Y"),
        WindowActions::tr("Timeline: logarithmic or linear scale of the row below the pointer, automatic scale"));
    add(WindowActions::tr("Drag a number of a scale"),
        WindowActions::tr("Timeline: change the range of the scale; double-click: automatic"));
    add(WindowActions::tr("Enter"), WindowActions::tr("Tables: go to the op or step of the row"));
    add(WindowActions::tr("Ctrl+C"),
        WindowActions::tr("Tables: copy the selected rows as CSV; inspector: copy the figures"));
}

} // namespace

QList<QPair<QString, QString>> WindowActions::shortcutList() const
{
    QList<QPair<QString, QString>> list;
    for (const QObject* child : children()) {
        const auto* action = qobject_cast<const QAction*>(child);
        if (!action || action->shortcuts().isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts())
            keys << key.toString(QKeySequence::NativeText);
        list << qMakePair(keys.join(tr(" or ")), action->statusTip());
    }
    addGestures(list);
    return list;
}

FigureExport::FigureExport(RecordingPage* recording, QWidget* parent)
    : QObject(parent)
    , m_recording(recording)
    , m_dialogParent(parent)
{}

void FigureExport::chooseFigure()
{
    const QString path =
        askSavePath(m_dialogParent, tr("Export figure"), exportName(m_dialogParent, {}, QStringLiteral("png")),
                    {tr("Pictures (*.png *.svg *.pdf)")});
    if (!path.isEmpty())
        exportVisible(path);
}

void FigureExport::exportVisible(const QString& path)
{
    widgets::FigureOptions options = m_recording->timeline()->figureAsSeen();
    options.path = path;
    emit exportFigureRequested(options);
}

void FigureExport::openPaperDialog()
{
    auto* dialog = new PaperDialog(m_recording->view(), m_recording->timeline()->figureAsSeen(), m_dialogParent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PaperDialog::exportRequested, this, &FigureExport::exportFigureRequested);
    dialog->open();
}

void FigureExport::chooseCsvFolder()
{
    const QString folder = askExportFolder(m_dialogParent, tr("Export tables into folder"));
    if (!folder.isEmpty())
        emit exportCsvRequested(folder);
}

void FigureExport::chooseFile(qsizetype exporter)
{
    const analysis::Exporter& chosen = *analysis::exporters()[std::size_t(exporter)];
    const auto text = [](std::string_view part) { return QString::fromUtf8(part.data(), qsizetype(part.size())); };
    QStringList patterns;
    for (const std::string_view suffix : chosen.suffixes())
        patterns << QLatin1Char('*') + text(suffix);
    const QString path = askSavePath(
        m_dialogParent, tr("Export"), exportName(m_dialogParent, {}, text(chosen.suffixes().front()).mid(1)),
        {QStringLiteral("%1 (%2)").arg(messages::exporterName(chosen.summary()), patterns.join(QLatin1Char(' ')))});
    if (!path.isEmpty())
        emit exportFileRequested(exporter, path);
}

} // namespace stepscope::ui
