#include "ui/start/boardstart.h"

#include "ui/parts/plaintext.h"
#include "ui/start/startcontent.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace stepscope::ui {
namespace {

struct Board
{
    const char* name;
    const char* target;
};

/// virtualtransport.h names the boards.
constexpr std::array kStartBoards{
    Board{"Jetson TX2", "virtual-tx2"},           Board{"Jetson TX2, L4T 28", "virtual-tx2:tx2-l4t28"},
    Board{"Jetson Nano", "virtual-tx2:nano"},     Board{"Jetson AGX Xavier", "virtual-tx2:xavier"},
    Board{"Jetson AGX Orin", "virtual-tx2:orin"},
};
constexpr const char* kFirstModel = "inception_v1";
constexpr int kFirstBatch = 32;
constexpr int kFirstSteps = 40;

QSpinBox* startNumber(QWidget* parent, const QString& name, int value, int most)
{
    auto* box = new QSpinBox(parent);
    box->setObjectName(name);
    box->setRange(1, most);
    box->setValue(value);
    return box;
}

} // namespace

BoardStart::BoardStart(QWidget* parent)
    : QWidget(parent)
    , m_board(new QComboBox(this))
    , m_model(new QComboBox(this))
    , m_batch(startNumber(this, QStringLiteral("boardBatch"), kFirstBatch, 4096))
    , m_steps(startNumber(this, QStringLiteral("boardSteps"), kFirstSteps, 1'000'000))
    , m_start(new QPushButton(tr("&Profile the virtual board"), this))
    , m_missing(plainLabel(this))
{
    m_board->setObjectName(QStringLiteral("board"));
    m_model->setObjectName(QStringLiteral("boardModel"));
    m_start->setObjectName(QStringLiteral("startBoard"));
    m_start->setProperty("accent", true);
    m_start->setAutoDefault(true);
    m_start->setMinimumHeight(kStartButtonHeight);
    m_missing->setWordWrap(true);
    m_missing->setForegroundRole(QPalette::PlaceholderText);
    for (const Board& board : kStartBoards)
        m_board->addItem(QLatin1String(board.name), QLatin1String(board.target));
    auto* rows = new QGridLayout;
    rows->setHorizontalSpacing(8);
    rows->setVerticalSpacing(8);
    rows->setColumnStretch(1, 1);
    const auto add = [&](int row, const QString& label, QWidget* editor) {
        editor->setAccessibleName(label);
        if (auto* number = editor->findChild<QLineEdit*>())
            number->setAccessibleName(label);
        editor->setMinimumWidth(0);
        editor->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        QLabel* title = plainLabel(label, this);
        title->setBuddy(editor);
        rows->addWidget(title, row, 0);
        rows->addWidget(editor, row, 1);
    };
    add(0, tr("Board"), m_board);
    add(1, tr("Model"), m_model);
    add(2, tr("Batch size"), m_batch);
    add(3, tr("Steps"), m_steps);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(rows);
    column->addWidget(m_missing);
    column->addSpacing(8);
    column->addWidget(m_start);
    connect(m_board, &QComboBox::currentIndexChanged, this, &BoardStart::refresh);
    connect(m_start, &QPushButton::clicked, this, [this] { emit startRequested(request()); });
    setModels({QLatin1String(kFirstModel)});
}

void BoardStart::setModels(const QStringList& models)
{
    const QString chosen = m_model->count() > 0 ? m_model->currentText() : QLatin1String(kFirstModel);
    m_model->clear();
    m_model->addItems(models);
    m_model->setCurrentIndex(std::max(0, m_model->findText(chosen)));
    m_hasBoards = !models.isEmpty();
    refresh();
}

void BoardStart::setBusyTargets(const QStringList& targets)
{
    if (targets == m_busyTargets)
        return;
    m_busyTargets = targets;
    refresh();
}

void BoardStart::refresh()
{
    const bool isRecorded = m_busyTargets.contains(m_board->currentData().toString());
    if (!m_hasBoards)
        m_missing->setText(tr("This build has no virtual boards: build it with -DSTEPSCOPE_SIMULATOR=ON."));
    else if (isRecorded)
        m_missing->setText(tr("This board is being recorded. Another board can be recorded at the same time."));
    m_missing->setVisible(!m_hasBoards || isRecorded);
    m_start->setEnabled(m_hasBoards && !isRecorded);
    m_start->setToolTip(tr("A modelled training on a simulated board; no value is measured on hardware"));
}

CaptureRequest BoardStart::request() const
{
    CaptureRequest request;
    request.target = m_board->currentData().toString();
    request.model.model = m_model->currentText();
    request.model.batch = m_batch->value();
    request.model.steps = m_steps->value();
    return request;
}

} // namespace stepscope::ui
