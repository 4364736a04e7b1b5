#include "analysis/text/message.h"

#include <QTest>

#include <map>
#include <string>

using namespace stepscope::analysis;

class TestMessage : public QObject
{
    Q_OBJECT

    /// A catalogue that contains these patterns alone.
    static std::string translated(const Message& message, const std::map<std::string, std::string>& catalogue)
    {
        return message.translated([&](const char* context, const char* pattern) {
            const auto found = catalogue.find(std::string(context) + ": " + pattern);
            return found == catalogue.end() ? pattern : found->second;
        });
    }

private slots:
    void isItsPatternWithTheArgumentsInEnglish()
    {
        const Message text =
            translatable("Test", "%1 of %2 steps, 95 % of them").arg(std::string("3")).arg(std::string("8"));
        QCOMPARE(text.english(), std::string("3 of 8 steps, 95 % of them"));
        QVERIFY(!text.empty() && Message().empty() && Message(std::string()).empty());
    }
    void aTranslationMayOrderTheArgumentsDifferently()
    {
        const Message text = translatable("Test", "%1 of %2").arg(std::string("3")).arg(std::string("8"));
        QCOMPARE(translated(text, {{"Test: %1 of %2", "%2 davon %1"}}), std::string("8 davon 3"));
        QCOMPARE(translated(text, {{"Other: %1 of %2", "%2 davon %1"}}), std::string("3 of 8"));
    }
    void argumentsThatAreMessagesAreTranslated()
    {
        const Message text = translatable("Test", "too short: %1").arg(translatable("Test", "one step"));
        QCOMPARE(translated(text, {{"Test: one step", "ein Schritt"}}), std::string("too short: ein Schritt"));
    }
    void figuresAndNamesAreNot()
    {
        const Message text = translatable("Test", "in %1").arg(std::string("one step"));
        QCOMPARE(translated(text, {{"Test: one step", "ein Schritt"}}), std::string("in one step"));
    }
    /// Names come from the target: what looks like a place in them stays as it is.
    void placesInArgumentsAreNotFilled()
    {
        const Message text = translatable("Test", "%1 and %2").arg(std::string("a%2b")).arg(std::string("c"));
        QCOMPARE(text.english(), std::string("a%2b and c"));
    }
    void aPerCentSignIsNoPlace()
    {
        QCOMPARE(translatable("Test", "95 % of %1, 5 %").arg(std::string("x")).english(),
                 std::string("95 % of x, 5 %"));
    }
    void messagesInARowKeepTheirArguments()
    {
        Message text = translatable("Test", "a %1").arg(std::string("1"));
        text += std::string("; ");
        text += translatable("Test", "b %1").arg(std::string("2"));
        text += text;
        QCOMPARE(translated(text, {{"Test: b %1", "B %1"}}), std::string("a 1; B 2a 1; B 2"));
    }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "tst_message.moc"
