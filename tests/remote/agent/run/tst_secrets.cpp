#include "remote/agent/run/secrets.h"

#include <QString>
#include <QTest>

using namespace stepscope;

/// Secrets of command lines are masked, and nothing else is.
class TestSecrets : public QObject
{
    Q_OBJECT

private slots:
    void masks_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QStringList>("shown");
        const auto row = [](const char* name, const QStringList& command, const QStringList& shown) {
            QTest::newRow(name) << command << shown;
        };
        row("joined", {"a", "--password=x"}, {"a", "--password=***"});
        row("separate", {"a", "--api-key", "x", "b"}, {"a", "--api-key", "***", "b"});
        row("one dash", {"a", "-token", "x"}, {"a", "-token", "***"});
        row("variable", {"env", "HF_TOKEN=x", "AWS_SECRET_ACCESS_KEY=y", "a"},
            {"env", "HF_TOKEN=***", "AWS_SECRET_ACCESS_KEY=***", "a"});
        row("case", {"--PassWord=x"}, {"--PassWord=***"});
        row("shell", {"sh", "-c", "WANDB_API_KEY='a b' a --token=x --secret y; b"},
            {"sh", "-c", "WANDB_API_KEY=*** a --token=*** --secret ***; b"});
        row("address", {"https://me:x@host/p"}, {"https://me:***@host/p"});
        row("in a text", {"url=ssh://me:x@host"}, {"url=ssh://me:***@host"});
        row("header", {"curl", "-H", "Authorization: Bearer x", "a"}, {"curl", "-H", "Authorization: ***", "a"});
        row("header in a shell", {"sh", "-c", "curl -H 'authorization: basic x' a; b"},
            {"sh", "-c", "curl -H 'authorization: ***' a; b"});
        row("JSON", {"{\"lr\": 3, \"password\": \"x y\", \"n\": 1}"}, {"{\"lr\": 3, \"password\": ***, \"n\": 1}"});
        row("JSON in quotes", {"a '{\\\"api_key\\\":\\\"x\\\"}'"}, {"a '{\\\"api_key\\\":***}'"});
        row("colon", {"--cfg=password:x"}, {"--cfg=password:***"});
        row("scheme of an address", {"token://host/p"}, {"token://host/p"});
        row("no value", {"--token", "--epochs", "3"}, {"--token", "--epochs", "3"});
        row("empty value", {"--token="}, {"--token="});
        row("at the end", {"--token"}, {"--token"});
        row("other words", {"--tokens=5", "--keypoints", "17", "--keys=3", "--passes=2"},
            {"--tokens=5", "--keypoints", "17", "--keys=3", "--passes=2"});
        row("not ASCII", {QString::fromUtf8("ä=ö"), QString::fromUtf8("--token=ö")},
            {QString::fromUtf8("ä=ö"), "--token=***"});
    }
    void masks()
    {
        QFETCH(QStringList, command);
        QFETCH(QStringList, shown);
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        QStringList result;
        for (const std::string& word : agent::withoutSecrets(words))
            result += QString::fromStdString(word);
        QCOMPARE(result, shown);
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
