#include "widgets/interaction/scaledialog.h"

#include "widgets/tracks/valuetext.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stepscope::widgets {

namespace {

/// The unit with its prefix at this value, as valueText() displays it, and its size.
std::pair<QString, double> displayUnit(std::string_view unit, double largest)
{
    if (unit == "1")
        return {QStringLiteral("%"), 0.01};
    const QString text = valueText(std::pow(10.0, std::floor(std::log10(largest > 0 ? largest : 1))), unit);
    const qsizetype space = std::max(text.lastIndexOf(QLatin1Char(' ')), text.lastIndexOf(QChar(0x202F)));
    const QString shown = text.mid(space + 1);
    double factor = 1;
    const QString plain = QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
    if (shown.size() == plain.size() + 1 && shown.endsWith(plain)) {
        const qsizetype prefix = QStringLiteral("nµm kMGT").indexOf(shown[0]);
        factor = prefix < 0 ? 1 : std::pow(10.0, 3.0 * static_cast<double>(prefix - 3));
    }
    return {factor == 1 && unit != "degC" ? plain : shown, factor};
}

QString numberText(const std::optional<double>& value, double factor)
{
    return value ? QString::number(*value / factor, 'g', 10) : QString();
}

/// Nothing for an empty text, NaN for one that is no number.
std::optional<double> numberIn(const QLineEdit* field, double factor)
{
    const QString text = field->text().trimmed();
    if (text.isEmpty())
        return {};
    bool isNumber = false;
    double value = QLocale::c().toDouble(text, &isNumber);
    if (!isNumber)
        value = QLocale().toDouble(text, &isNumber);
    return isNumber ? value * factor : std::nan("");
}

} // namespace

ScaleDialog::ScaleDialog(const QString& row, const RowScale& scale, std::string_view unit, double largest,
                         QWidget* parent)
    : QDialog(parent)
    , m_min(new QLineEdit(this))
    , m_max(new QLineEdit(this))
    , m_logarithmic(new QCheckBox(tr("&Logarithmic"), this))
    , m_fault(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    const auto [shown, factor] = displayUnit(unit, largest);
    m_factor = factor;
    setObjectName(QStringLiteral("scaleDialog"));
    setWindowTitle(tr("Scale of %1").arg(row));
    m_min->setObjectName(QStringLiteral("scaleMin"));
    m_max->setObjectName(QStringLiteral("scaleMax"));
    m_logarithmic->setObjectName(QStringLiteral("scaleLogarithmic"));
    m_min->setText(numberText(scale.min, factor));
    m_max->setText(numberText(scale.max, factor));
    m_logarithmic->setChecked(scale.isLogarithmic);
    m_fault->setObjectName(QStringLiteral("scaleFault"));
    m_fault->setTextFormat(Qt::PlainText);
    for (QLineEdit* field : {m_min, m_max}) {
        field->setPlaceholderText(tr("automatic"));
        field->setClearButtonEnabled(true);
        connect(field, &QLineEdit::textChanged, this, &ScaleDialog::check);
    }
    auto* form = new QFormLayout(this);
    form->addRow(tr("L&argest value, %1:").arg(shown), m_max);
    form->addRow(tr("L&east value, %1:").arg(shown), m_min);
    form->addRow(QString(), m_logarithmic);
    form->addRow(m_fault);
    form->addRow(m_buttons);
    connect(m_logarithmic, &QCheckBox::toggled, this, &ScaleDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

RowScale ScaleDialog::scale() const
{
    return {numberIn(m_min, m_factor), numberIn(m_max, m_factor), m_logarithmic->isChecked()};
}

void ScaleDialog::check()
{
    const RowScale entered = scale();
    const auto isNoNumber = [](const std::optional<double>& value) { return value && !std::isfinite(*value); };
    QString fault;
    if (isNoNumber(entered.min) || isNoNumber(entered.max))
        fault = tr("Enter numbers, or nothing for an automatic limit.");
    else if (!entered.isValid())
        fault = tr("The least value must be below the largest one.");
    else if (entered.isLogarithmic && ((entered.min && *entered.min <= 0) || (entered.max && *entered.max <= 0)))
        fault = tr("A logarithmic scale has only values above 0.");
    m_fault->setText(fault);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(fault.isEmpty());
}

} // namespace stepscope::widgets
