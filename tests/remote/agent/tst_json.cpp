#include "remote/agent/jsontext.h"
#include "remote/agent/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <array>

using namespace stepscope::agent;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void whatIsWrittenIsJson()
    {
        std::array<char, 4096> memory;
        JsonWriter json(memory);
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
        QVERIFY(isJsonObject(json.written()));
    }

    void tooLittleMemoryIsNoticed()
    {
        std::array<char, 8> memory;
        JsonWriter json(memory);
        json.beginObject().key("a long key").text("x").endObject();
        QVERIFY(json.overflowed());
    }

    void checking_data()
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
        QTest::newRow("raw newline") << QByteArray("{\"a\":\"\n\"}") << false;
        QTest::newRow("leading zero") << QByteArray("{\"a\":012}") << false;
        QTest::newRow("NaN") << QByteArray("{\"a\":NaN}") << false;
        QTest::newRow("deep") << QByteArray("{\"a\":" + QByteArray(100000, '[')) << false;
        QTest::newRow("nested 60") << QByteArray("{\"a\":" + QByteArray(60, '[') + QByteArray(60, ']') + "}") << true;
    }
    void checking()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, good);
        QCOMPARE(isJsonObject({text.data(), std::size_t(text.size())}), good);
    }

    void members()
    {
        const std::string_view text = "{\"x\":{\"pid\":1}, \"pid\" : "
                                      "42,\"s\":\"a\\\"\\u00e9b\",\"f\":-3.9,\"big\":1e30,\"list\":[1,{\"pid\":7}]}";
        QVERIFY(isJsonObject(text));
        QCOMPARE(jsonInteger(jsonMember(text, "pid")), 42);
        QCOMPARE(jsonInteger(jsonMember(text, "f")), -3);
        QVERIFY(!jsonInteger(jsonMember(text, "big")));
        QVERIFY(!jsonInteger(jsonMember(text, "s")));
        QVERIFY(!jsonMember(text, "nope"));
        std::array<char, 16> memory;
        QCOMPARE(jsonString(jsonMember(text, "s"), memory).value(), "a\"\xC3\xA9"
                                                                    "b");
        std::array<char, 2> little;
        QCOMPARE(jsonString(jsonMember(text, "s"), little).value(), "a\"");
        QVERIFY(!jsonString(jsonMember(text, "pid"), memory));
        QCOMPARE(jsonMember(text, "list").value(), R"([1,{"pid":7}])");
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
