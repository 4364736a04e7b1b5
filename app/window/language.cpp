#include "app/window/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

static void initializeTranslations()
{
    Q_INIT_RESOURCE(files);
}

namespace stepscope::app {

QStringList carriedLanguages()
{
    initializeTranslations();
    QStringList languages;
    for (const QString& file : QDir(QStringLiteral(":/translations")).entryList({QStringLiteral("stepscope_*.qm")}))
        languages << file.section(QLatin1Char('.'), 0, 0).section(QLatin1Char('_'), 1);
    return languages;
}

void installLanguage(QCoreApplication& application, const QString& language)
{
    initializeTranslations();
    const QLocale locale = language.isEmpty() ? QLocale() : QLocale(language);
    const auto install = [&](const QString& name, const QString& folder) {
        auto* translator = new QTranslator(&application);
        if (translator->load(locale, name, QStringLiteral("_"), folder))
            QCoreApplication::installTranslator(translator);
        else
            delete translator;
    };
    install(QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QStringLiteral("stepscope"), QStringLiteral(":/translations"));
}

} // namespace stepscope::app
