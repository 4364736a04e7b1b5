#include "remote/json/reader.h"
#include "remote/json/writer.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonParseError>
#include <QString>
#include <QTest>

#include <array>

using namespace stepscope;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void writesValidJson()
    {
        std::array<char, 4096> memory;
        json::Writer json(memory);
        json.beginObject().key("text").text("a \"quoted\"\\ line\n\t\x01 and \xC3\xA9 and \xFF broken");
        json.key("numbers").beginArray().integer(-5).integer(INT64_MAX).real(0.0001).real(1e-9).endArray();
        json.key("nothing").null().key("not finite").real(0.0 / 0.0).key("yes").boolean(true);
        json.key("empty").beginObject().endObject().endObject();
        QVERIFY(!json.overflowed());
        QJsonParseError error;
        const auto document =
            QJsonDocument::fromJson(QByteArray(json.written().data(), qsizetype(json.written().size())), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(document["text"].toString(), QString("a \"quoted\"\\ line\n\t\x01 and \u00E9 and \uFFFD broken"));
        QCOMPARE(document["numbers"][0].toInt(), -5);
        QCOMPARE(document["numbers"][2].toDouble(), 0.0001);
        QVERIFY(document["not finite"].isNull());
        QVERIFY(document["yes"].toBool());
        QVERIFY(json::isObject(json.written()));
    }

    void reportsOverflow()
    {
        std::array<char, 8> memory;
        json::Writer json(memory);
        json.beginObject().key("a long key").text("x").endObject();
        QVERIFY(json.overflowed());
    }

    void appendsToAString()
    {
        std::string text = "# ";
        json::Writer json(text);
        json.beginArray().real(1.0 / 3, 6).real(2e-9, 6).text(std::string(5000, 'x')).endArray();
        QVERIFY(!json.overflowed());
        QCOMPARE(text, "# [0.333333,2e-09,\"" + std::string(5000, 'x') + "\"]");
    }

    void isObject_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("good");
        QTest::newRow("empty") << QByteArray("{}") << true;
        QTest::newRow("spaces") << QByteArray(" {\n\"a\" : [1, 2.5e3, -0, {\"b\":null}] , \"c\":\"\\u00e9\\n\"}\n")
                                << true;
        QTest::newRow("array") << QByteArray("[1]") << false;
        QTest::newRow("nothing") << QByteArray("") << false;
        QTest::newRow("cut") << QByteArray("{\"a\":1") << false;
        QTest::newRow("comma at the end") << QByteArray("{\"a\":1,}") << false;
        QTest::newRow("two") << QByteArray("{}{}") << false;
        QTest::newRow("bare key") << QByteArray("{a:1}") << false;
        QTest::newRow("bad escape") << QByteArray("{\"a\":\"\\x\"}") << false;
        QTest::newRow("surrogate pair") << QByteArray("{\"a\":\"\\ud83d\\ude00\"}") << true;
        QTest::newRow("high surrogate alone") << QByteArray("{\"a\":\"\\ud83d\"}") << false;
        QTest::newRow("low surrogate alone") << QByteArray("{\"a\":\"\\ude00\"}") << false;
        QTest::newRow("two high surrogates") << QByteArray("{\"a\":\"\\ud83d\\ud83d\"}") << false;
        QTest::newRow("cut escape") << QByteArray("{\"a\":\"\\u12\"}") << false;
        QTest::newRow("signed escape") << QByteArray("{\"a\":\"\\u-123\"}") << false;
        QTest::newRow("number beyond double") << QByteArray("{\"a\":1e999}") << false;
        QTest::newRow("raw newline") << QByteArray("{\"a\":\"\n\"}") << false;
        QTest::newRow("leading zero") << QByteArray("{\"a\":012}") << false;
        QTest::newRow("NaN") << QByteArray("{\"a\":NaN}") << false;
        QTest::newRow("deep") << QByteArray("{\"a\":" + QByteArray(100000, '[')) << false;
        QTest::newRow("nested 60") << QByteArray("{\"a\":" + QByteArray(60, '[') + QByteArray(60, ']') + "}") << true;
    }
    void isObject()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, good);
        QCOMPARE(json::isObject({text.data(), std::size_t(text.size())}), good);
    }

    void members()
    {
        const std::string_view text = "{\"x\":{\"pid\":1}, \"pid\" : "
                                      "42,\"s\":\"a\\\"\\u00e9b\",\"f\":-3.9,\"big\":1e30,\"list\":[1,{\"pid\":7}]}";
        QVERIFY(json::isObject(text));
        QCOMPARE(json::toInteger(json::findMember(text, "pid")), 42);
        QCOMPARE(json::toInteger(json::findMember(text, "f")), -3);
        QVERIFY(!json::toInteger(json::findMember(text, "big")));
        QVERIFY(!json::toInteger(json::findMember(text, "s")));
        QVERIFY(!json::findMember(text, "nope"));
        std::array<char, 16> memory;
        QCOMPARE(json::toText(json::findMember(text, "s"), memory).value(), "a\"\xC3\xA9"
                                                                            "b");
        std::array<char, 2> little;
        QCOMPARE(json::toText(json::findMember(text, "s"), little).value(), "a\"");
        QVERIFY(!json::toText(json::findMember(text, "pid"), memory));
        QCOMPARE(json::findMember(text, "list").value(), R"([1,{"pid":7}])");
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
