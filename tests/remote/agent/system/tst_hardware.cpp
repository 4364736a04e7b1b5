// Caches, disks and graphics cards, as a machine's files describe them.

#include "remote/agent/system/board.h"
#include "remote/agent/system/hardware.h"
#include "tests/support/boardtree.h"

#include <QTest>

using namespace stepscope;
using stepscope::testing::BoardTree;

class HardwareTest : public QObject
{
    Q_OBJECT

private slots:
    void cachesOfACore()
    {
        BoardTree board;
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index";
        const auto add = [&](const char* index, const char* level, const char* type, const char* size) {
            board.write(folder + index + "/level", level);
            board.write(folder + index + "/type", type);
            board.write(folder + index + "/size", size);
        };
        add("0", "1\n", "Data\n", "32K\n");
        add("1", "1\n", "Instruction\n", "48K\n");
        add("2", "2\n", "Unified\n", "2048K\n");
        add("3", "3\n", "Unified\n", "1536K\n");
        board.write(folder + "4/level", "4\n"); // without a size
        const agent::SystemTree tree(board.root());
        QCOMPARE(agent::cachesOf(tree, 0), std::string("L1d 32 KB, L1i 48 KB, L2 2 MB, L3 1536 KB"));
        QCOMPARE(agent::cachesOf(tree, 1), std::string());
    }

    void disksWithoutTheirParts()
    {
        BoardTree board;
        const auto add = [&](const std::string& name, const char* sectors) {
            board.write("/sys/block/" + name + "/size", sectors);
        };
        add("mmcblk0", "61071360\n");
        add("mmcblk0boot0", "8192\n");
        add("mmcblk1", "124735488\n");
        board.write("/sys/block/mmcblk1/device/type", "SD\n");
        add("nvme0n1", "976773168\n");
        add("loop0", "1000\n");
        add("zram0", "1000000\n");
        add("sda", "0\n"); // a reader without a card
        const agent::SystemTree tree(board.root());
        QCOMPARE(agent::storageOf(tree), std::string("31.3 GB eMMC, 63.9 GB SD card, 500 GB NVMe"));
        QCOMPARE(agent::storageOf(agent::SystemTree(board.root() + "/none")), std::string());
    }

    void graphicsOfAPcAndOfAModule()
    {
        BoardTree pc;
        pc.write("/proc/driver/nvidia/gpus/0000:01:00.0/information",
                 "Model: \t\t NVIDIA GeForce RTX 3060\nIRQ:   \t\t 137\n");
        QCOMPARE(agent::graphicsCardsOf(agent::SystemTree(pc.root())), std::string("NVIDIA GeForce RTX 3060"));
        BoardTree module;
        module.makeTx2();
        QCOMPARE(agent::identifyBoard(agent::SystemTree(module.root())).gpu, std::string("Pascal, 256 CUDA cores"));
    }
};

QTEST_GUILESS_MAIN(HardwareTest)
#include "tst_hardware.moc"
