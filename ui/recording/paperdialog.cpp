#include "ui/recording/paperdialog.h"

#include "ui/parts/plaintext.h"
#include "ui/parts/savedialog.h"
#include "ui/recording/rowsmenu.h"
#include "widgets/tracks/tracktable.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace stepscope::ui {

namespace {

constexpr int kPreviewDelayMs = 120;
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

PaperDialog::PaperDialog(const trace::TraceView& view, const widgets::FigureOptions& visible, QWidget* parent)
    : QDialog(parent)
    , m_view(view)
    , m_visible(visible)
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
    , m_marks(new QCheckBox(tr("Cursors, bookmarks and high&lights"), this))
    , m_data(new QCheckBox(tr("Also write the &data as CSV"), this))
    , m_preview(plainLabel(this))
    , m_summary(plainLabel(this))
{
    setWindowTitle(tr("Figure for a paper"));
    buildControls();
    fillRows();
    buildLayout();
    take(settings::paperFigure());
    connectControls();
    m_settle.setSingleShot(true);
    m_settle.setInterval(kPreviewDelayMs);
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
    m_preset->addItem(tr("Other width"), 0.0);
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_height->setSpecialValueText(tr("height of the rows"));
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
    m_time->addItem(tr("The visible range"), static_cast<int>(Time::Visible));
    if (m_visible.selection)
        m_time->addItem(tr("The selection"), static_cast<int>(Time::Selection));
    m_time->addItem(tr("The whole recording"), static_cast<int>(Time::All));
    m_rows->setObjectName(QStringLiteral("rows"));
    m_rows->setAccessibleName(tr("Rows"));
    m_marks->setObjectName(QStringLiteral("marks"));
    m_data->setObjectName(QStringLiteral("data"));
    m_data->setToolTip(tr("Beside the figure: times, extremes and means of each pixel column, and every box"));
}

/// Lists the rows that the recording has.
void PaperDialog::fillRows()
{
    for (const auto& [kind, title] : rowKinds()) {
        const auto track =
            std::find_if(widgets::trackTable().begin(), widgets::trackTable().end(),
                         [&](const widgets::TrackKind& kindOfTrack) { return kindOfTrack.name == kind.toStdString(); });
        if (track == widgets::trackTable().end() || track->keys(m_view).empty())
            continue;
        auto* item = new QListWidgetItem(title, m_rows);
        item->setData(Qt::UserRole, kind);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const bool isVisibleRow = m_visible.rows ? m_visible.rows->contains(kind) : track->shown;
        item->setCheckState(isVisibleRow ? Qt::Checked : Qt::Unchecked);
    }
}

void PaperDialog::buildLayout()
{
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addLayout(buildForm());
    left->addWidget(m_marks);
    left->addWidget(m_data);
    left->addStretch(1);

    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("Preview of the figure"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_preview->setMinimumSize(280, 200);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_summary->setObjectName(QStringLiteral("about"));
    m_summary->setWordWrap(true);
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(m_preview, 1);
    right->addWidget(m_summary);

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
    constexpr QSize kFrame(16, 48); // of the window, with its title
    resize(QSize(1080, 680).boundedTo(screen()->availableSize() - kFrame));
}

QLayout* PaperDialog::buildForm()
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
    m_rows->setMinimumHeight(fontMetrics().height() * 6);
    m_rows->setMaximumHeight(fontMetrics().height() * 10);
    m_family->setMinimumContentsLength(16);
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return form;
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
    const QString usual = QFontInfo(widgets::Theme::of(m_visible.theme).font()).family();
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

/// Chooses the preset of the current width.
void PaperDialog::choosePreset()
{
    const int preset = m_preset->findData(m_width->value());
    m_preset->setCurrentIndex(preset >= 0 ? preset : m_preset->count() - 1);
}

widgets::FigureOptions PaperDialog::options() const
{
    const PaperFigure figure = chosen();
    widgets::FigureOptions options;
    switch (static_cast<Time>(m_time->currentData().toInt())) {
    case Time::Visible:
        options.range = m_visible.range;
        break;
    case Time::Selection:
        options.range = m_visible.selection;
        break;
    case Time::All:
        break;
    }
    options.rows = QStringList();
    if (!m_visible.rows || m_visible.rows->contains(QStringLiteral("events")))
        options.rows->append(QStringLiteral("events"));
    for (int i = 0; i < m_rows->count(); ++i) {
        if (m_rows->item(i)->checkState() == Qt::Checked)
            options.rows->append(m_rows->item(i)->data(Qt::UserRole).toString());
    }
    if (figure.hasMarks) {
        options.marks = m_visible.marks;
        if (static_cast<Time>(m_time->currentData().toInt()) != Time::Selection)
            options.selection = m_visible.selection;
    }
    options.sizeMm = QSizeF(figure.widthMm, figure.heightMm);
    options.dpi = figure.dpi;
    options.theme = figure.isLight ? widgets::Theme::Kind::Light : m_visible.theme;
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
    const widgets::Theme theme = widgets::Theme::of(m_visible.theme);
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, wrong.isEmpty() ? theme.mutedText : theme.error);
    m_summary->setPalette(palette);
    if (!wrong.isEmpty()) {
        m_preview->clear();
        m_summary->setText(wrong);
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
    m_summary->setText(text);
}

void PaperDialog::choosePath()
{
    const QString filter = tr("%1 figures (*.%2)").arg(ending().toUpper(), ending());
    const QString path =
        askSavePath(this, tr("Export figure"), exportName(this, QStringLiteral("figure"), ending()), {filter});
    if (!path.isEmpty())
        exportTo(path);
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
