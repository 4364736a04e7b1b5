#include "ui/paperdialog.h"

#include "ui/rowkinds.h"
#include "widgets/tracks/tracktable.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kSettleMs = 120;
constexpr double kMmPerPx = 25.4 / 96;

QDoubleSpinBox* makeMillimetres(QWidget* parent, const QString& name)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(0, 2000);
    box->setDecimals(1);
    box->setSingleStep(5);
    box->setSuffix(PaperDialog::tr(" mm"));
    box->setObjectName(name);
    return box;
}

} // namespace

PaperDialog::PaperDialog(const trace::TraceView& view, const widgets::FigureOptions& seen, QWidget* parent)
    : QDialog(parent)
    , m_view(view)
    , m_seen(seen)
    , m_figure(view)
    , m_format(new QComboBox(this))
    , m_preset(new QComboBox(this))
    , m_width(makeMillimetres(this, QStringLiteral("width")))
    , m_height(makeMillimetres(this, QStringLiteral("height")))
    , m_dpi(new QSpinBox(this))
    , m_family(new QFontComboBox(this))
    , m_points(new QDoubleSpinBox(this))
    , m_look(new QComboBox(this))
    , m_time(new QComboBox(this))
    , m_rows(new QListWidget(this))
    , m_marks(new QCheckBox(tr("Cursors, bookmarks and what is &lit"), this))
    , m_data(new QCheckBox(tr("Also write its &data as CSV"), this))
    , m_preview(new QLabel(this))
    , m_about(new QLabel(this))
{
    setWindowTitle(tr("Figure for a paper"));
    buildControls();
    fillRows();
    buildLayout();
    take(settings::paperFigure());
    connectControls();
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMs);
    connect(&m_settle, &QTimer::timeout, this, &PaperDialog::drawPreview);
    changed();
}

void PaperDialog::buildControls()
{
    m_format->setObjectName(QStringLiteral("format"));
    m_format->addItem(tr("PDF, vector"), QStringLiteral("pdf"));
    m_format->addItem(tr("SVG, vector"), QStringLiteral("svg"));
    m_format->addItem(tr("PNG, pixels"), QStringLiteral("png"));
    m_preset->setObjectName(QStringLiteral("preset"));
    m_preset->addItem(tr("One column, %1 mm").arg(kOneColumnMm), kOneColumnMm);
    m_preset->addItem(tr("Two columns, %1 mm").arg(kTwoColumnsMm), kTwoColumnsMm);
    m_preset->addItem(tr("Another width"), 0.0);
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_height->setSpecialValueText(tr("as its rows need"));
    m_dpi->setObjectName(QStringLiteral("dpi"));
    m_dpi->setRange(24, 2400);
    m_dpi->setSingleStep(50);
    m_dpi->setSuffix(tr(" dpi"));
    m_family->setObjectName(QStringLiteral("family"));
    m_points->setObjectName(QStringLiteral("points"));
    m_points->setRange(3, 72);
    m_points->setDecimals(1);
    m_points->setSingleStep(0.5);
    m_points->setSuffix(tr(" pt"));
    m_look->setObjectName(QStringLiteral("look"));
    m_look->addItem(tr("Light"));
    m_look->addItem(tr("As the window"));
    m_time->setObjectName(QStringLiteral("time"));
    m_time->addItem(tr("What is in view"), static_cast<int>(Time::Seen));
    if (m_seen.selection)
        m_time->addItem(tr("The selection"), static_cast<int>(Time::Selection));
    m_time->addItem(tr("The whole recording"), static_cast<int>(Time::All));
    m_rows->setObjectName(QStringLiteral("rows"));
    m_rows->setAccessibleName(tr("Rows"));
    m_marks->setObjectName(QStringLiteral("marks"));
    m_data->setObjectName(QStringLiteral("data"));
    m_data->setToolTip(tr("Beside the figure: times, extremes and means of each column, and every box, as drawn"));
}

/// Of what the recording has.
void PaperDialog::fillRows()
{
    for (const auto& [kind, title] : rowKinds()) {
        const auto known = std::find_if(widgets::trackTable().begin(), widgets::trackTable().end(),
                                        [&](const widgets::TrackKind& one) { return one.name == kind.toStdString(); });
        if (known == widgets::trackTable().end() || known->keys(m_view).empty())
            continue;
        auto* item = new QListWidgetItem(title, m_rows);
        item->setData(Qt::UserRole, kind);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const bool isSeen = m_seen.rows ? m_seen.rows->contains(kind) : known->shown;
        item->setCheckState(isSeen ? Qt::Checked : Qt::Unchecked);
    }
}

void PaperDialog::buildLayout()
{
    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Place"), m_preset);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Height"), m_height);
    form->addRow(tr("&Resolution"), m_dpi);
    form->addRow(tr("Fo&nt"), m_family);
    form->addRow(tr("Si&ze"), m_points);
    form->addRow(tr("Loo&k"), m_look);
    form->addRow(tr("&Time"), m_time);
    form->addRow(tr("Row&s"), m_rows);
    m_rows->setSpacing(1);
    m_rows->setFixedHeight(fontMetrics().height() * 10);
    m_family->setMinimumContentsLength(16);
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addLayout(form);
    left->addWidget(m_marks);
    left->addWidget(m_data);
    left->addStretch(1);

    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("The figure as it will be"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setMinimumSize(420, 320);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_about->setObjectName(QStringLiteral("about"));
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(m_preview, 1);
    right->addWidget(m_about);

    auto* across = new QHBoxLayout;
    across->setSpacing(24);
    across->addLayout(left);
    across->addLayout(right, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_copy = buttons->addButton(tr("Cop&y picture"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(QStringLiteral("copy"));
    m_export = buttons->addButton(tr("&Export…"), QDialogButtonBox::AcceptRole);
    m_export->setObjectName(QStringLiteral("export"));
    m_export->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_export, &QPushButton::clicked, this, &PaperDialog::choosePath);
    connect(m_copy, &QPushButton::clicked, this, &PaperDialog::copyPicture);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(24, 24, 24, 16);
    all->setSpacing(16);
    all->addLayout(across, 1);
    all->addWidget(buttons);
    resize(1080, 680);
}

void PaperDialog::connectControls()
{
    connect(m_preset, &QComboBox::activated, this, [this] {
        if (const double width = m_preset->currentData().toDouble(); width > 0)
            m_width->setValue(width);
    });
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &PaperDialog::choosePreset);
    for (const QComboBox* box : {m_format, m_look, m_time})
        connect(box, &QComboBox::currentIndexChanged, this, &PaperDialog::changed);
    for (const QDoubleSpinBox* box : {m_width, m_height, m_points})
        connect(box, &QDoubleSpinBox::valueChanged, this, &PaperDialog::changed);
    connect(m_dpi, &QSpinBox::valueChanged, this, &PaperDialog::changed);
    connect(m_family, &QFontComboBox::currentFontChanged, this, &PaperDialog::changed);
    connect(m_rows, &QListWidget::itemChanged, this, &PaperDialog::changed);
    connect(m_marks, &QCheckBox::toggled, this, &PaperDialog::changed);
}

void PaperDialog::take(const PaperFigure& figure)
{
    m_format->setCurrentIndex(std::max(0, m_format->findData(figure.format)));
    m_width->setValue(figure.widthMm);
    m_height->setValue(figure.heightMm);
    m_dpi->setValue(figure.dpi);
    const QString usual = QFontInfo(widgets::Theme::of(m_seen.theme).font()).family();
    m_family->setCurrentFont(QFont(figure.family.isEmpty() ? usual : figure.family));
    m_points->setValue(figure.points);
    m_look->setCurrentIndex(figure.isLight ? 0 : 1);
    m_marks->setChecked(figure.hasMarks);
    m_data->setChecked(figure.hasData);
    choosePreset();
}

PaperFigure PaperDialog::chosen() const
{
    PaperFigure figure;
    figure.format = ending();
    figure.widthMm = m_width->value();
    figure.heightMm = m_height->value();
    figure.dpi = m_dpi->value();
    figure.family = m_family->currentFont().family();
    figure.points = m_points->value();
    figure.isLight = m_look->currentIndex() == 0;
    figure.hasMarks = m_marks->isChecked();
    figure.hasData = m_data->isChecked();
    return figure;
}

QString PaperDialog::ending() const
{
    return m_format->currentData().toString();
}

/// The one that the width is of.
void PaperDialog::choosePreset()
{
    const int known = m_preset->findData(m_width->value());
    m_preset->setCurrentIndex(known >= 0 ? known : m_preset->count() - 1);
}

widgets::FigureOptions PaperDialog::options() const
{
    const PaperFigure figure = chosen();
    widgets::FigureOptions options;
    switch (static_cast<Time>(m_time->currentData().toInt())) {
    case Time::Seen:
        options.range = m_seen.range;
        break;
    case Time::Selection:
        options.range = m_seen.selection;
        break;
    case Time::All:
        break;
    }
    options.rows = QStringList();
    if (!m_seen.rows || m_seen.rows->contains(QStringLiteral("events")))
        options.rows->append(QStringLiteral("events"));
    for (int i = 0; i < m_rows->count(); ++i) {
        if (m_rows->item(i)->checkState() == Qt::Checked)
            options.rows->append(m_rows->item(i)->data(Qt::UserRole).toString());
    }
    if (figure.hasMarks) {
        options.marks = m_seen.marks;
        if (static_cast<Time>(m_time->currentData().toInt()) != Time::Selection)
            options.selection = m_seen.selection;
    }
    options.sizeMm = QSizeF(figure.widthMm, figure.heightMm);
    options.dpi = figure.dpi;
    options.theme = figure.isLight ? widgets::Theme::Kind::Light : m_seen.theme;
    options.fontPoints = figure.points;
    options.fontFamily = figure.family;
    options.path = QLatin1Char('.') + figure.format;
    return options;
}

QString PaperDialog::fault() const
{
    const auto checked = widgets::TimelineFigure::check(options());
    return checked ? QString() : QString::fromStdString(checked.error().text);
}

void PaperDialog::changed()
{
    m_dpi->setEnabled(ending() == QLatin1String("png"));
    const bool works = fault().isEmpty();
    m_export->setEnabled(works);
    m_copy->setEnabled(works);
    m_settle.start();
}

void PaperDialog::drawPreview()
{
    const QString wrong = fault();
    const widgets::Theme theme = widgets::Theme::of(m_seen.theme);
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, wrong.isEmpty() ? theme.mutedText : theme.error);
    m_about->setPalette(palette);
    if (!wrong.isEmpty()) {
        m_preview->clear();
        m_about->setText(wrong);
        return;
    }
    const widgets::FigureOptions asked = options();
    const double ratio = devicePixelRatioF();
    QImage image = m_figure.preview(asked, ((QSizeF(m_preview->size()) - QSizeF(16, 16)) * ratio).toSize());
    image.setDevicePixelRatio(ratio);
    m_preview->setPixmap(QPixmap::fromImage(image));
    const QSizeF size = m_figure.sizeOf(asked) * kMmPerPx;
    QString text = tr("%1 × %2 mm").arg(size.width(), 0, 'f', 0).arg(size.height(), 0, 'f', 0);
    if (ending() == QLatin1String("png")) {
        const QSize pixels = (size * (asked.dpi / 25.4)).toSize();
        text = tr("%1, %2 × %3 pixels").arg(text).arg(pixels.width()).arg(pixels.height());
    }
    m_about->setText(text);
}

void PaperDialog::choosePath()
{
    const QString filter = tr("%1 figures (*.%2)").arg(ending().toUpper(), ending());
    QFileDialog dialog(this, tr("Export figure"), QStringLiteral("figure.") + ending(), filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending());
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        exportTo(dialog.selectedFiles().constFirst());
}

void PaperDialog::exportTo(const QString& path)
{
    widgets::FigureOptions asked = options();
    const bool hasEnding = path.endsWith(asked.path, Qt::CaseInsensitive);
    asked.path = hasEnding ? path : path + asked.path;
    if (m_data->isChecked())
        asked.dataPath = asked.path.chopped(ending().size()) + QStringLiteral("csv");
    settings::setPaperFigure(chosen());
    emit exportRequested(asked);
    accept();
}

void PaperDialog::copyPicture()
{
    QGuiApplication::clipboard()->setImage(m_figure.picture(options()));
}

void PaperDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_settle.start();
}

} // namespace stepscope::ui
