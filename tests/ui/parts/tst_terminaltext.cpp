#include "ui/parts/terminaltext.h"

#include <QTest>

using stepscope::ui::TerminalText;

class TestTerminalText : public QObject
{
    Q_OBJECT

private slots:
    void matchesATerminal_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("lines");
        QTest::addColumn<QString>("rest");
        QTest::newRow("lines") << QByteArray("one\ntwo\nthr") << QStringList{"one", "two"} << "thr";
        QTest::newRow("colours") << QByteArray("\x1b[1;31mred\x1b[0m plain\n") << QStringList{"red plain"} << "";
        QTest::newRow("title") << QByteArray("\x1b]0;title\x07text\n") << QStringList{"text"} << "";
        QTest::newRow("title, long end") << QByteArray("\x1b]0;title\x1b\\text\n") << QStringList{"text"} << "";
        QTest::newRow("title never closed") << QByteArray("\x1b]0;title\ntext\n") << QStringList{"", "text"} << "";
        QTest::newRow("character set") << QByteArray("\x1b(Btext\n") << QStringList{"text"} << "";
        QTest::newRow("progress bar") << QByteArray("10%\r20%\r30%") << QStringList{} << "30%";
        QTest::newRow("shorter rewrite") << QByteArray("100 steps\rdone\x1b[K\n") << QStringList{"done"} << "";
        QTest::newRow("Windows lines") << QByteArray("one\r\ntwo\r\n") << QStringList{"one", "two"} << "";
        QTest::newRow("backspace") << QByteArray("a|\bb\n") << QStringList{"ab"} << "";
        QTest::newRow("tab") << QByteArray("a\tb\n") << QStringList{"a       b"} << "";
        QTest::newRow("bell and null") << QByteArray("a\x07\0b\n", 5) << QStringList{"ab"} << "";
        QTest::newRow("umlaut") << QByteArray("für\n") << QStringList{QString::fromUtf8("für")} << "";
        QTest::newRow("no UTF-8") << QByteArray("a\xff\n") << QStringList{QString("a") + QChar(0xfffd)} << "";
    }
    void matchesATerminal()
    {
        QFETCH(QByteArray, bytes);
        TerminalText whole;
        whole.feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QTEST(whole.takeLines(), "lines");
        QTEST(whole.currentLine(), "rest");

        TerminalText pieces;
        for (const char byte : bytes)
            pieces.feed({&byte, 1});
        QTEST(pieces.takeLines(), "lines");
        QTEST(pieces.currentLine(), "rest");
    }

    void anEndlessLineIsCut()
    {
        TerminalText text;
        const std::string piece(1'000'000, 'x');
        text.feed(piece);
        text.feed("\nnext\n");
        const QStringList lines = text.takeLines();
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].size(), TerminalText::kLongestLine);
        QCOMPARE(lines[1], "next");
    }
};

QTEST_APPLESS_MAIN(TestTerminalText)
#include "tst_terminaltext.moc"
