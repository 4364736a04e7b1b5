<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>CaptureForm</name>
    <message>
        <source>Choose a device: local, or [user@]host[:port].</source>
        <translation>选择设备：local 或 [user@]host[:port]。</translation>
    </message>
    <message>
        <source>Write the device as local or [user@]host[:port], for example nvidia@tx2-lab.</source>
        <translation>请将设备写为 local 或 [user@]host[:port]，例如 nvidia@tx2-lab。</translation>
    </message>
    <message>
        <source>A port is a number from 1 to 65535.</source>
        <translation>端口是 1 至 65535 的数字。</translation>
    </message>
    <message>
        <source>Enter the command that trains, for example: python3 train.py</source>
        <translation>输入训练命令，例如：python3 train.py</translation>
    </message>
    <message>
        <source>Write auto, none, all, FIRST:END or FIRST:END:EVERY, for example 4:9.</source>
        <translation>请写 auto、none、all、FIRST:END 或 FIRST:END:EVERY，例如 4:9。</translation>
    </message>
    <message>
        <source>The last step must come after the first: 4:9 traces steps 4 to 8.</source>
        <translation>最后一步必须在第一步之后：4:9 跟踪步 4 至 8。</translation>
    </message>
    <message>
        <source>EVERY must be at least as long as the window that it repeats.</source>
        <translation>EVERY 必须不短于它所重复的窗口。</translation>
    </message>
    <message>
        <source>Write a time, for example 10 ms.</source>
        <translation>请写一个时间，例如 10 ms。</translation>
    </message>
    <message>
        <source>The period must be between 1 ms and 10 s; 10 ms suits most boards.</source>
        <translation>周期必须在 1 ms 和 10 s 之间；10 ms 适合大多数板。</translation>
    </message>
</context>
<context>
    <name>CaptureTexts</name>
    <message>
        <source>%1 is recorded by this window already, and two captures would disturb each other: stop or leave that one first.</source>
        <translation>此窗口已在记录 %1，两次采集会互相干扰：请先停止那一次，或让其继续运行。</translation>
    </message>
    <message>
        <source>The capture would disturb the running sweep, and be disturbed by it: start it after the sweep has ended, or pause the sweep.</source>
        <translation>采集会干扰正在进行的扫描，也会受其干扰：请在扫描结束后启动，或暂停扫描。</translation>
    </message>
    <message>
        <source>The sweep would disturb the running capture, and be disturbed by it: start it after the capture has ended.</source>
        <translation>扫描会干扰正在进行的采集，也会受其干扰：请在采集结束后启动。</translation>
    </message>
    <message>
        <source>The self-test would disturb the running capture, and be disturbed by it: run it after the capture has ended.</source>
        <translation>自检会干扰正在进行的采集，也会受其干扰：请在采集结束后运行。</translation>
    </message>
    <message>
        <source>It needs PyTorch, which no python3 of this computer has. Debian: apt-get install python3-torch</source>
        <translation>需要 PyTorch，但此计算机上的 python3 都没有安装。Debian：apt-get install python3-torch</translation>
    </message>
    <message>
        <source>It needs Python 3 with PyTorch, and this computer has no python3. Debian: apt-get install python3-torch</source>
        <translation>需要带 PyTorch 的 Python 3，但此计算机没有 python3。Debian：apt-get install python3-torch</translation>
    </message>
    <message>
        <source>The run goes on without this window; “Attach” follows it in the same file.</source>
        <translation>运行在没有此窗口的情况下继续；“接入”会在同一文件中跟随它。</translation>
    </message>
    <message>
        <source>The sweep is done. Trainings: %1; failed: %2.</source>
        <translation>扫描已完成。训练：%1；失败：%2。</translation>
    </message>
    <message>
        <source>The sweep has ended with %1 of %2 trainings done. “Continue” goes on with the others.</source>
        <translation>扫描已结束，完成了 %2 次训练中的 %1 次。“继续”会进行其余训练。</translation>
    </message>
    <message>
        <source>Self-test of %1: loading the device and measuring its sensors</source>
        <translation>%1 的自检：正在给设备加负载并测量其传感器</translation>
    </message>
    <message>
        <source>The self-test has measured %1 of %2 rails; the others do not follow the load closely. New recordings of the device contain the result. %3</source>
        <translation>自检测量了 %2 条供电轨中的 %1 条；其余供电轨不紧随负载变化。该设备的新记录会包含此结果。%3</translation>
    </message>
    <message>
        <source>The device %1 still has a run that was left running, and this would disturb it: attach to it on the page of the device and stop it, or wait for its end.</source>
        <translation>设备 %1 上仍有运行在继续，此操作会干扰它：请在设备页接入并停止它，或等待其结束。</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>too few</source>
        <translation>太少</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>有差异</translation>
    </message>
    <message>
        <source>not significant</source>
        <translation>不显著</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>B / A</source>
        <translation>B / A</translation>
    </message>
    <message>
        <source>95 % from</source>
        <translation>95 % 自</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>95 % interval of B − A, by bootstrap over steps, or over instances if there are few steps</source>
        <translation>B − A 的 95 % 区间，对步自助重采样得出，步数少时对实例重采样</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Not significant: the interval contains 0, so the difference may be due to chance. Of 100 equal figures, about 5 appear to differ</source>
        <translation>不显著：区间包含 0，差异可能出于偶然。100 个相等的数值中约有 5 个看似有差异</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>The batch size is %1 in A and %2 in B: a step does different work.</source>
        <translation>批大小 A 为 %1，B 为 %2：每步的工作不同。</translation>
    </message>
    <message>
        <source> Match ops by name alone, since their shapes differ.</source>
        <translation> 算子的形状不同，请仅按名称匹配算子。</translation>
    </message>
</context>
<context>
    <name>CpuTrack</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 个核心</translation>
    </message>
</context>
<context>
    <name>Cursors</name>
    <message>
        <source> (of %1 of the time)</source>
        <translation> （占时间的 %1）</translation>
    </message>
    <message>
        <source>%1 not measured here</source>
        <translation>此处未测量 %1</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
</context>
<context>
    <name>DeviceState</name>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>link broken</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>throttling</source>
        <translation>降频</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>DeviceTexts</name>
    <message>
        <source>Virtual</source>
        <translation>虚拟</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>板</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>型号</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>L4T</source>
        <translation>L4T</translation>
    </message>
    <message>
        <source>JetPack</source>
        <translation>JetPack</translation>
    </message>
    <message>
        <source>Power mode</source>
        <translation>功率模式</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>GPU profilers</source>
        <translation>GPU 分析器</translation>
    </message>
    <message>
        <source>a virtual board: no value is measured on hardware</source>
        <translation>虚拟板：没有任何值是在硬件上测得的</translation>
    </message>
</context>
<context>
    <name>Energy</name>
    <message>
        <source>in %1 of %2 there are no samples: the measured integral lacks the ops of that time</source>
        <translation>%2 中有 %1 没有采样：测得的积分缺少这段时间的算子</translation>
    </message>
    <message>
        <source>the powers come from a part of the time, which lacks some ops or in which power was different: select a shorter range</source>
        <translation>功率来自部分时间，其中缺少某些算子或功率不同：请选择更短的范围</translation>
    </message>
    <message>
        <source>the steps with ops are separated, and %1 of their samples&apos; time lies between them: record more consecutive steps, or sample faster</source>
        <translation>带算子的步不相邻，其采样时间的 %1 位于步之间：请记录更多连续的步，或提高采样频率</translation>
    </message>
    <message>
        <source>the figures are based on %1 samples, of whose variance the ops explain %2: record more steps with ops, or sample faster</source>
        <translation>数值基于 %1 个采样，算子解释其方差的 %2：请记录更多带算子的步，或提高采样频率</translation>
    </message>
    <message>
        <source>the recording has no channel of power or utilization</source>
        <translation>记录中没有功率或利用率通道</translation>
    </message>
    <message>
        <source>no ops were recorded in the window: record some steps with --ops</source>
        <translation>该窗口内未记录算子：请用 --ops 记录若干步</translation>
    </message>
    <message>
        <source>the figures come from %1 of %2 steps, which differ from the others</source>
        <translation>数值来自 %2 步中的 %1 步，它们与其他步不同</translation>
    </message>
    <message>
        <source>the same ops take %1 more or less power in parts of the time, as when clocks change, so the figures are means: lock the clocks (jetson_clocks), or select a part with constant clocks</source>
        <translation>相同算子在部分时间的功率相差 %1，如同时钟频率改变时，因此数值为平均值：请锁定时钟频率（jetson_clocks），或选择时钟频率不变的部分</translation>
    </message>
    <message>
        <source>the ops explain only %1 of the variance, with a window and a latency of the sensor that are fitted to it: measure them (stepscope doctor --self-test), or record more steps with ops</source>
        <translation>算子仅解释 %1 的方差，传感器的窗口和延迟是据此拟合的：请测量两者（stepscope doctor --self-test），或记录更多带算子的步</translation>
    </message>
    <message>
        <source>the samples scatter too much for the window that is fitted to them, %1: measure it (stepscope doctor --self-test)</source>
        <translation>采样的离散程度对其所拟合的窗口（%1）而言过大：请测量该窗口（stepscope doctor --self-test）</translation>
    </message>
    <message>
        <source>no ops were recorded in the time of the samples</source>
        <translation>采样时间内未记录算子</translation>
    </message>
    <message>
        <source>too few samples for this number of ops: record more steps, or sample faster</source>
        <translation>相对于算子数，采样太少：请记录更多步，或提高采样频率</translation>
    </message>
    <message>
        <source>too few steps for an interval: record more steps</source>
        <translation>步太少，无法得出区间：请记录更多步</translation>
    </message>
    <message>
        <source>rows of shapes and of steps contain several ops: choose ops or modules</source>
        <translation>按形状或步的行包含多个算子：请选择算子或模块</translation>
    </message>
    <message>
        <source>the ops wait for their kernels: the energy of a kernel is included in that of its op</source>
        <translation>算子等待其内核：内核的能量包含在其算子的能量中</translation>
    </message>
    <message>
        <source>it takes too little time: its energy is included in &quot;(short ops)&quot;</source>
        <translation>耗时太短：其能量包含在“（所有短算子）”中</translation>
    </message>
    <message>
        <source>no steps are marked, so ops have no position in a step</source>
        <translation>未标记步，因此算子在步中没有位置</translation>
    </message>
    <message>
        <source>the recording has no such channel</source>
        <translation>记录中没有该通道</translation>
    </message>
    <message>
        <source>no step has recorded ops: record some steps with --ops</source>
        <translation>没有记录了算子的步：请用 --ops 记录若干步</translation>
    </message>
    <message>
        <source>every step has recorded ops: record some steps without them, --ops FIRST:END</source>
        <translation>每步都记录了算子：请记录一些不带算子的步，--ops FIRST:END</translation>
    </message>
    <message>
        <source>the steps with recorded ops contain no ops</source>
        <translation>记录了算子的步中没有算子</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>组 %1</translation>
    </message>
</context>
<context>
    <name>EventsTrack</name>
    <message>
        <source>events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>1 loss</source>
        <translation>1 次丢失</translation>
    </message>
    <message>
        <source>%1 losses</source>
        <translation>%1 次丢失</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Ended by signal %1</source>
        <translation>被信号 %1 终止</translation>
    </message>
    <message>
        <source>Exited with status %1</source>
        <translation>以状态 %1 退出</translation>
    </message>
</context>
<context>
    <name>FileTexts</name>
    <message>
        <source>%1; the file could not be copied: copy it yourself before you set a bookmark, which replaces it.</source>
        <translation>%1；无法复制该文件：请在设置书签之前自行复制，因为设置书签会替换它。</translation>
    </message>
    <message>
        <source>%1; a copy of the file is %2.</source>
        <translation>%1；该文件的副本为 %2。</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Opening two recordings</source>
        <translation>正在打开两个记录</translation>
    </message>
    <message>
        <source>Reading %1 recordings</source>
        <translation>正在读取 %1 个记录</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>Writing CSV files to %1</source>
        <translation>正在将 CSV 文件写入 %1</translation>
    </message>
    <message>
        <source>Exporting %1 recordings to %2</source>
        <translation>正在将 %1 个记录导出到 %2</translation>
    </message>
    <message>
        <source>The file is %1</source>
        <translation>文件为 %1</translation>
    </message>
    <message>
        <source>The figure is in %1</source>
        <translation>图已保存到 %1</translation>
    </message>
    <message>
        <source>The CSV files are in %1</source>
        <translation>CSV 文件已保存到 %1</translation>
    </message>
    <message>
        <source>%1 of %2 recordings are exported to %3</source>
        <translation>已将 %2 个记录中的 %1 个导出到 %3</translation>
    </message>
    <message>
        <source>The second recording is of a capture in progress</source>
        <translation>第二个记录来自正在进行的采集</translation>
    </message>
    <message>
        <source>Refreshed while it records, at most twice a second</source>
        <translation>记录期间刷新，每秒最多两次</translation>
    </message>
    <message>
        <source>Both recordings stay in memory until the comparison is closed</source>
        <translation>两个记录都保留在内存中，直到关闭比较</translation>
    </message>
    <message>
        <source>The second recording takes %1 MB of memory, the window %2 MB</source>
        <translation>第二个记录占用 %1 MB 内存，窗口占用 %2 MB</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>无法读取：%1。</translation>
    </message>
    <message>
        <source>It is damaged: its header is missing.</source>
        <translation>已损坏：缺少文件头。</translation>
    </message>
    <message>
        <source>The file is missing: it was moved or deleted.</source>
        <translation>文件不存在：已被移动或删除。</translation>
    </message>
    <message>
        <source>%1 keeps its name: %2.</source>
        <translation>%1 保留原名：%2。</translation>
    </message>
    <message>
        <source>a name has no slash and does not start with a dot; choose another one</source>
        <translation>名称不能包含斜杠，也不能以点开头；请另选名称</translation>
    </message>
    <message>
        <source>its run is not fetched whole; on the start page, continue it or remove it from the list, then rename it</source>
        <translation>其运行尚未全部取回；请在起始页上继续，或将其从列表中移除，然后再重命名</translation>
    </message>
    <message>
        <source>%1 exists already; choose another name</source>
        <translation>%1 已存在；请另选名称</translation>
    </message>
    <message>
        <source>%1; check the permissions of its folder</source>
        <translation>%1；请检查其文件夹的权限</translation>
    </message>
    <message>
        <source>%1 is renamed, but its bookmarks are not: %2. Rename %3 to %4 by hand.</source>
        <translation>%1 已重命名，但其书签未重命名：%2。请手动将 %3 重命名为 %4。</translation>
    </message>
    <message>
        <source>The bookmarks in %1 cannot be read: %2. Check its permissions.</source>
        <translation>无法读取 %1 中的书签：%2。请检查其权限。</translation>
    </message>
    <message>
        <source>No bookmark can be read in %1</source>
        <translation>无法读取 %1 中的任何书签</translation>
    </message>
    <message>
        <source>%1 of %2 bookmarks cannot be read in %3</source>
        <translation>%3 中的 %2 个书签有 %1 个无法读取</translation>
    </message>
    <message>
        <source>Bookmarks are not saved: the recording %1 was moved or removed. They stay until it is closed; move it back and change a bookmark in order to keep them.</source>
        <translation>书签未保存：记录 %1 已被移动或删除。书签会保留到关闭记录为止；要保留它们，请将记录移回原处，然后更改一个书签。</translation>
    </message>
    <message>
        <source>Bookmarks cannot be saved as %1: %2. They stay until the recording is closed; copy it to a folder that you may write to in order to keep them.</source>
        <translation>无法将书签保存为 %1：%2。它们会保留到关闭记录为止；要保留它们，请将记录复制到可写入的文件夹。</translation>
    </message>
    <message>
        <source>Of the last session, %1 does not exist any more and was left out. Open it with File &gt; Open if it was moved.</source>
        <translation>上次会话中的 %1 已不存在，因此被略去。如果已被移动，请用“文件 &gt; 打开”打开它。</translation>
    </message>
    <message>
        <source>%1 recordings</source>
        <translation>%1 个记录</translation>
    </message>
    <message>
        <source>Chrome trace (JSON)</source>
        <translation>Chrome 跟踪 (JSON)</translation>
    </message>
    <message>
        <source>Folded stacks for flame graphs</source>
        <translation>用于火焰图的折叠栈</translation>
    </message>
    <message>
        <source>Report with figures (HTML)</source>
        <translation>带图的报告 (HTML)</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>Perfetto trace</source>
        <translation>Perfetto 跟踪</translation>
    </message>
    <message>
        <source>Profile for pprof: time and energy of ops</source>
        <translation>用于 pprof 的分析：算子的时间和能量</translation>
    </message>
    <message>
        <source>One table of all samples (CSV)</source>
        <translation>所有采样的一张表 (CSV)</translation>
    </message>
    <message>
        <source>Nothing was written: a table is data, so the name of its file must end in .csv.</source>
        <translation>未写入任何内容：表是数据，因此文件名必须以 .csv 结尾。</translation>
    </message>
    <message>
        <source>The study was not opened: it was cancelled.</source>
        <translation>研究未打开：已取消。</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>there are no steps to fold: the training has to mark them</source>
        <translation>没有可折叠的步：需要由训练标记步</translation>
    </message>
    <message>
        <source>there are no samples of this channel in the steps</source>
        <translation>各步中没有该通道的采样</translation>
    </message>
    <message>
        <source>too few steps to fold: record at least %1</source>
        <translation>步太少，无法折叠：请至少记录 %1 步</translation>
    </message>
    <message>
        <source>too few samples in these steps: record more steps, or sample faster</source>
        <translation>这些步中采样太少：请记录更多步，或提高采样频率</translation>
    </message>
    <message>
        <source>every sample has the same value: this channel does not vary within a step</source>
        <translation>所有采样值相同：该通道在步内不变化</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the samples do not determine a waveform</source>
        <translation>采样不足以确定波形</translation>
    </message>
    <message>
        <source>%1 after the time of the sample</source>
        <translation>采样时刻之后 %1</translation>
    </message>
    <message>
        <source>%1 before the time of the sample</source>
        <translation>采样时刻之前 %1</translation>
    </message>
    <message>
        <source>Averaging window and latency of this sensor are not documented: its samples are placed at the middle of the window that fits the recorded ops best, which is %1 long and ends %2. The waveform is as blurred as the samples (stepscope doctor --self-test measures both).</source>
        <translation>文档未说明该传感器的平均窗口和延迟：采样置于与所记录算子最吻合的窗口中点，该窗口长 %1，结束于%2。波形与采样同样模糊（stepscope doctor --self-test 可测量两者）。</translation>
    </message>
    <message>
        <source>The latency of this sensor is not documented: windows that end %1 fit the recorded ops best.</source>
        <translation>文档未说明该传感器的延迟：结束于%1的窗口与所记录算子最吻合。</translation>
    </message>
    <message>
        <source>The latency of this sensor is not documented, and it cannot be fitted to recorded ops: the waveform may be delayed.</source>
        <translation>文档未说明该传感器的延迟，也无法按所记录算子拟合：波形可能滞后。</translation>
    </message>
    <message>
        <source>Its averaging window is not documented: the waveform is as blurred as its samples (stepscope doctor --self-test measures both).</source>
        <translation>文档未说明其平均窗口：波形与采样同样模糊（stepscope doctor --self-test 可测量两者）。</translation>
    </message>
    <message>
        <source>Sampling and steps are synchronous: the samples fall on the same %1 phases of every step, and gaps of up to %2 are not covered.</source>
        <translation>采样与步同步：采样落在每步相同的 %1 个相位上，最长 %2 的间隙未被覆盖。</translation>
    </message>
    <message>
        <source>Sampling and steps are synchronous: the samples fall on the same phase of every step, and gaps of up to %1 are not covered.</source>
        <translation>采样与步同步：采样落在每步的同一相位上，最长 %1 的间隙未被覆盖。</translation>
    </message>
    <message>
        <source> Record with --period %1us.</source>
        <translation> 请用 --period %1us 记录。</translation>
    </message>
    <message>
        <source>One step with recorded ops is excluded: it takes %1 times as long.</source>
        <translation>已排除一个记录了算子的步：其时长为其他步的 %1 倍。</translation>
    </message>
    <message>
        <source>%1 steps with recorded ops are excluded: they take %2 times as long.</source>
        <translation>已排除 %1 个记录了算子的步：其时长为其他步的 %2 倍。</translation>
    </message>
    <message>
        <source>One step of different duration is excluded.</source>
        <translation>已排除一个时长不同的步。</translation>
    </message>
    <message>
        <source>%1 steps of different duration are excluded.</source>
        <translation>已排除 %1 个时长不同的步。</translation>
    </message>
    <message>
        <source>These are %1. The point at which a step begins is arbitrary.</source>
        <translation>这些是%1。步的起点是任意的。</translation>
    </message>
    <message>
        <source>The positions of ops in a step vary by %1, which blurs steps without recorded ops by as much.</source>
        <translation>算子在步中的位置变化 %1，使未记录算子的步同等程度地模糊。</translation>
    </message>
    <message>
        <source>too few steps to determine outliers</source>
        <translation>步太少，无法确定离群步</translation>
    </message>
    <message>
        <source>its ops were not recorded</source>
        <translation>未记录其算子</translation>
    </message>
    <message>
        <source>its ops were not recorded, and its samples do not show the place of the stall</source>
        <translation>未记录其算子，其采样也未显示停顿的位置</translation>
    </message>
    <message>
        <source>no samples in the steps</source>
        <translation>各步中没有采样</translation>
    </message>
    <message>
        <source>its value is constant</source>
        <translation>其值恒定</translation>
    </message>
    <message>
        <source>too few steps or samples</source>
        <translation>步或采样太少</translation>
    </message>
    <message>
        <source>too few steps: predictability needs at least %1</source>
        <translation>步太少：可预测性至少需要 %1 步</translation>
    </message>
</context>
<context>
    <name>FrequencyTrack</name>
    <message>
        <source>frequency</source>
        <translation>频率</translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message>
        <source>by its clock</source>
        <translation>按其时钟</translation>
    </message>
    <message>
        <source>by its clock and its activity</source>
        <translation>按其时钟和活动</translation>
    </message>
    <message>
        <source>by activity, correlation %1</source>
        <translation>按活动，相关系数 %1</translation>
    </message>
    <message>
        <source>not aligned: begins with it</source>
        <translation>未对齐：与其同时开始</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>The files cannot be read (%1): close other programs, or open smaller files.</source>
        <translation>无法读取文件 (%1)：请关闭其他程序，或打开较小的文件。</translation>
    </message>
    <message>
        <source>The corrected times are in %1</source>
        <translation>校正后的时间已保存到 %1</translation>
    </message>
    <message>
        <source>The corrected times were not written to %1 (%2): the recording is unchanged.</source>
        <translation>校正后的时间未写入 %1 (%2)：记录未改变。</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Steps that lie completely in the range, and their mean duration</source>
        <translation>完全位于范围内的步及其平均时长</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /s</translation>
    </message>
    <message>
        <source>Training samples of these steps, and their number per second from the first start to the last end</source>
        <translation>这些步的训练样本，以及从第一步开始到最后一步结束每秒的样本数</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> （%1）</translation>
    </message>
    <message>
        <source>; samples cover %1 of the range, and the figure is that of this part</source>
        <translation>；采样覆盖范围的 %1，数值为该部分的值</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Mean utilization of the cores that were online</source>
        <translation>在线核心的平均利用率</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>no sample</source>
        <translation>无采样</translation>
    </message>
    <message>
        <source>Idle for %1 of the time</source>
        <translation>空闲占时间的 %1</translation>
    </message>
    <message>
        <source>No sample in this range</source>
        <translation>此范围内无采样</translation>
    </message>
    <message>
        <source>; part of %1</source>
        <translation>；属于 %1</translation>
    </message>
    <message>
        <source>Energy and mean power</source>
        <translation>能量和平均功率</translation>
    </message>
    <message>
        <source>rest of %1</source>
        <translation>%1 的其余</translation>
    </message>
    <message>
        <source>Energy of %1 minus that of the rails below it: components without a separate sensor</source>
        <translation>%1 的能量减去其下级供电轨的能量：没有单独传感器的部件</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Of the whole system: the outermost rails only, since they contain the others</source>
        <translation>整个系统：仅最外层供电轨，因为它们包含其他供电轨</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>As reported by the framework; without CUDA, intermediate tensors are missing</source>
        <translation>由框架报告；没有 CUDA 时缺少中间张量</translation>
    </message>
    <message>
        <source>Tensors on the GPU</source>
        <translation>GPU 上的张量</translation>
    </message>
    <message>
        <source>Largest size that the framework&apos;s allocator reported, at each module of traced steps, else ten times a second</source>
        <translation>框架分配器报告的最大值，在被跟踪步的每个模块处报告，否则每秒十次</translation>
    </message>
    <message>
        <source>As last reported by the framework</source>
        <translation>框架最后报告的值</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Intermediate</source>
        <translation>中间张量</translation>
    </message>
    <message>
        <source>Largest size of all other tensors: working memory of the steps, and activations kept for the backward pass</source>
        <translation>所有其他张量的最大值：各步的工作内存，以及为反向传播保留的激活</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Peak of the whole system</source>
        <translation>整个系统的峰值</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Peak resident memory of the training and its child processes</source>
        <translation>训练及其子进程的常驻内存峰值</translation>
    </message>
    <message>
        <source>Top ops</source>
        <translation>主要算子</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Time in the op without the ops that it calls; of instances that the range cuts, the part in the range</source>
        <translation>算子内的时间，不含其所调用的算子；被范围截断的实例只计范围内的部分</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Mean utilization</source>
        <translation>平均利用率</translation>
    </message>
    <message>
        <source>Sum of the following parts, as reported by the framework</source>
        <translation>以下各部分之和，由框架报告</translation>
    </message>
</context>
<context>
    <name>LoadTrack</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>EMC</source>
        <translation>EMC</translation>
    </message>
    <message>
        <source>memory controller</source>
        <translation>内存控制器</translation>
    </message>
</context>
<context>
    <name>MemoryTrack</name>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>training, GPU</source>
        <translation>训练，GPU</translation>
    </message>
    <message>
        <source>swap</source>
        <translation>交换区</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>MetricTrack</name>
    <message>
        <source>metric</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>Observations</name>
    <message>
        <source>GPU utilization is much higher than CPU utilization, and when one is high, the other tends to be low</source>
        <translation>GPU 利用率远高于 CPU 利用率，且一方高时另一方往往低</translation>
    </message>
    <message>
        <source>Inception V1: the GPU close to 100 % most of the time, each core from 0 to 60 %; also DCGAN, ResNet50, Xception</source>
        <translation>Inception V1：GPU 大部分时间接近 100 %，各核心为 0 至 60 %；DCGAN、ResNet50、Xception 亦然</translation>
    </message>
    <message>
        <source>The utilization of the GPU and of each core is predictable: it repeats in each step</source>
        <translation>GPU 和各核心的利用率可预测：每一步都重复</translation>
    </message>
    <message>
        <source>Inception V1: the same pattern in each of three steps, on every core and on the GPU</source>
        <translation>Inception V1：三个步中每个核心和 GPU 上都有相同的模式</translation>
    </message>
    <message>
        <source>GPU utilization is sensitive to the batch size, CPU utilization is not</source>
        <translation>GPU 利用率对批大小敏感，CPU 利用率不敏感</translation>
    </message>
    <message>
        <source>batch 4 to 64: GPU of SqueezeNet 71.4 to 84.5 %, of ResNet50 85.6 to 95.6 %; the CPU differs by 2.1 % on average</source>
        <translation>批大小 4 至 64：SqueezeNet 的 GPU 为 71.4 至 84.5 %，ResNet50 为 85.6 至 95.6 %；CPU 平均相差 2.1 %</translation>
    </message>
    <message>
        <source>Cores are used differently: they change differently with the batch size, without correlation, and the Denver 2 cores are idle most</source>
        <translation>各核心的使用情况不同：随批大小的变化各异且不相关，Denver 2 核心空闲最多</translation>
    </message>
    <message>
        <source>the two Denver 2 cores have the highest idle ratio, up to 65 %</source>
        <translation>两个 Denver 2 核心的空闲比例最高，达 65 %</translation>
    </message>
    <message>
        <source>GPU utilization differs between application domains</source>
        <translation>不同应用领域的 GPU 利用率不同</translation>
    </message>
    <message>
        <source>computer vision (ResNet) 95 %; language processing (LSTM) low, because its ops depend on each other</source>
        <translation>计算机视觉（ResNet）为 95 %；语言处理（LSTM）较低，因为其算子相互依赖</translation>
    </message>
    <message>
        <source>The GPU draws the most power, but for some models the memory draws more</source>
        <translation>GPU 的功率最高，但某些模型的内存功率更高</translation>
    </message>
    <message>
        <source>the GPU for computer vision (ResNet50, VGG16); the memory for the LSTM, whose data locality is bad</source>
        <translation>计算机视觉（ResNet50、VGG16）为 GPU；LSTM 为内存，因其数据局部性差</translation>
    </message>
    <message>
        <source>Power is predictable: it repeats in each step</source>
        <translation>功率可预测：每一步都重复</translation>
    </message>
    <message>
        <source>the power of GPU, CPU and memory has the same pattern in each of three steps</source>
        <translation>GPU、CPU 和内存的功率在三个步中模式相同</translation>
    </message>
    <message>
        <source>The energy of a step rises with the batch size, but less than in proportion, and differs between models</source>
        <translation>每步能量随批大小上升，但增幅低于正比，且因模型而异</translation>
    </message>
    <message>
        <source>16 times the batch takes 2.2 to 10.5 times the energy; DenseNet40 needs the most energy, SqueezeNet the least</source>
        <translation>批大小为 16 倍时能量为 2.2 至 10.5 倍；DenseNet40 耗能最多，SqueezeNet 最少</translation>
    </message>
    <message>
        <source>The batch size decides whether a model can be trained: only intermediate data grow with it</source>
        <translation>批大小决定模型能否训练：只有中间数据随之增长</translation>
    </message>
    <message>
        <source>intermediate data of DenseNet40 grow from 2.2 to 5.9 GB (batch 4 to 64); parameters, gradients and input stay; with batch 128 and 256 every model runs out of memory</source>
        <translation>DenseNet40 的中间数据从 2.2 增至 5.9 GB（批大小 4 至 64）；参数、梯度和输入不变；批大小为 128 和 256 时所有模型都内存不足</translation>
    </message>
    <message>
        <source>Throughput rises with the batch size</source>
        <translation>吞吐量随批大小上升</translation>
    </message>
    <message>
        <source>batch 4 to 64: ResNet50 9 to 55 samples/s</source>
        <translation>批大小 4 至 64：ResNet50 为 9 至 55 样本/s</translation>
    </message>
    <message>
        <source>Throughput changes differently from model to model with the batch size</source>
        <translation>吞吐量随批大小的变化因模型而异</translation>
    </message>
    <message>
        <source>batch 4 to 64: Deep RL x15.3 (889 to 13,618 samples/s), ResNet50 x6.1, DenseNet40 x1.7</source>
        <translation>批大小 4 至 64：Deep RL x15.3（889 至 13,618 样本/s），ResNet50 x6.1，DenseNet40 x1.7</translation>
    </message>
    <message>
        <source>Training on the device slowly increases the accuracy</source>
        <translation>在设备上训练会缓慢提高准确率</translation>
    </message>
    <message>
        <source>DenseNet40, trained before and then with 64 new images a day: 60.65 to 61.32 % in 17 days</source>
        <translation>DenseNet40，预训练后每天用 64 张新图像训练：17 天内从 60.65 升至 61.32 %</translation>
    </message>
    <message>
        <source>unknown domain</source>
        <translation>未知领域</translation>
    </message>
    <message>
        <source>computer vision</source>
        <translation>计算机视觉</translation>
    </message>
    <message>
        <source>language processing</source>
        <translation>语言处理</translation>
    </message>
    <message>
        <source>image generation</source>
        <translation>图像生成</translation>
    </message>
    <message>
        <source>robotics control</source>
        <translation>机器人控制</translation>
    </message>
    <message>
        <source>%1 %2 to %3, %4 per doubling%5</source>
        <translation>%1 %2 至 %3，每翻倍 %4%5</translation>
    </message>
    <message>
        <source>the domain of %1 is not known by its name</source>
        <translation>无法从名称得知 %1 的领域</translation>
    </message>
    <message>
        <source>a recording</source>
        <translation>某个记录</translation>
    </message>
    <message>
        <source>no batch size is common to all domains</source>
        <translation>没有所有领域共有的批大小</translation>
    </message>
    <message>
        <source>energy of 1000 samples: %1; the first needs %2 the energy of the last%3 against %4</source>
        <translation>1000 个样本的能量：%1；第一个模型所需能量为最后一个的 %2%3，对比 %4</translation>
    </message>
    <message>
        <source>the largest batch that fits into %1 is %2%3</source>
        <translation>%1 可容纳的最大批大小为 %2%3</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2)</source>
        <translation> （95 % 区间 %1 至 %2）</translation>
    </message>
    <message>
        <source>%1: peak %2 to %3, of steps %4%5</source>
        <translation>%1：峰值 %2 至 %3，各步峰值 %4%5</translation>
    </message>
    <message>
        <source>the training does not report its parameters, gradients and input</source>
        <translation>训练未报告其参数、梯度和输入</translation>
    </message>
    <message>
        <source>parameters %1, gradients %2, input %3: together %4</source>
        <translation>参数 %1，梯度 %2，输入 %3：合计 %4</translation>
    </message>
    <message>
        <source>intermediate data %1</source>
        <translation>中间数据 %1</translation>
    </message>
    <message>
        <source>intermediate data %1 (peak without the others)</source>
        <translation>中间数据 %1（峰值减去其他部分）</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...) on a device whose GPU can be measured</source>
        <translation>请提供同一模型多个批大小的记录（stepscope report A B ...），设备的 GPU 须可测量</translation>
    </message>
    <message>
        <source>%1 against 1 point per doubling of the GPU and 1.5 of the CPU</source>
        <translation>%1，对比每翻倍 GPU 1 个百分点、CPU 1.5 个</translation>
    </message>
    <message>
        <source>Use the largest batch that memory and accuracy allow: the GPU idles with small ones.</source>
        <translation>使用内存和准确率允许的最大批大小：批大小较小时，GPU 会空闲。</translation>
    </message>
    <message>
        <source>Find what the GPU waits for (input, CPU, copies), or what the CPU does more of with a larger batch.</source>
        <translation>找出 GPU 在等待什么（输入、CPU、复制），或批大小更大时 CPU 多做了什么。</translation>
    </message>
    <message>
        <source>give recordings of several models of different domains (stepscope report A B ...)</source>
        <translation>请提供不同领域多个模型的记录（stepscope report A B ...）</translation>
    </message>
    <message>
        <source>%1 over %2 by %3%4, bootstrap over blocks of steps against %5 (models of one domain differ from its mean by up to %6)</source>
        <translation>%1高于%2 %3%4，按步块自助重采样，对比 %5（同一领域的模型与其平均值最多相差 %6）</translation>
    </message>
    <message>
        <source>Expect a low GPU utilization of recurrent models: larger batches or fused cells give it more parallel work.</source>
        <translation>循环模型的 GPU 利用率较低属正常：更大的批或融合单元能为 GPU 提供更多并行工作。</translation>
    </message>
    <message>
        <source>The domain does not decide here: compare the models by their ops.</source>
        <translation>此处领域不起决定作用：请按算子比较模型。</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with marked steps and power sensors</source>
        <translation>请提供同一模型多个批大小的记录（stepscope report A B ...），须有标记的步和功率传感器</translation>
    </message>
    <message>
        <source>energy of a step: </source>
        <translation>每步能量： </translation>
    </message>
    <message>
        <source>Where energy counts (a battery), train with the largest batch that keeps accuracy: it spreads the fixed energy of a step over more samples.</source>
        <translation>在能量重要的场合（电池），用能保持准确率的最大批大小训练：它把每步的固定能量分摊到更多样本。</translation>
    </message>
    <message>
        <source>The fixed energy of a step is negligible here, or the models need the same: choose by memory and accuracy.</source>
        <translation>此处每步的固定能量可忽略，或各模型所需相同：请按内存和准确率选择。</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with memory measured</source>
        <translation>请提供同一模型多个批大小的记录（stepscope report A B ...），须测量内存</translation>
    </message>
    <message>
        <source>%1 against 5 % of the peak, and against 5 % of the intermediate data for the others</source>
        <translation>%1，对比峰值的 5 %，其他部分对比中间数据的 5 %</translation>
    </message>
    <message>
        <source>Choose the batch size by memory first: half precision, recomputing activations or adding up gradients of small batches make room.</source>
        <translation>先按内存选择批大小：半精度、重新计算激活值或累积小批的梯度可腾出空间。</translation>
    </message>
    <message>
        <source>Memory does not follow the batch here, or not by intermediate data: there is room for a larger one.</source>
        <translation>此处内存不随批大小变化，或并非因中间数据而变：还有空间使用更大的批大小。</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with marked steps</source>
        <translation>请提供同一模型多个批大小的记录（stepscope report A B ...），须有标记的步</translation>
    </message>
    <message>
        <source>samples per second: </source>
        <translation>每秒样本数： </translation>
    </message>
    <message>
        <source>Raise the batch until the gain flattens; beyond that it only costs memory.</source>
        <translation>增大批大小，直到收益趋平；再大只会占用内存。</translation>
    </message>
    <message>
        <source>Small batches already use the device fully, or it waits for something else: a larger batch does not help.</source>
        <translation>小批已充分利用设备，或设备在等待其他环节：更大的批没有帮助。</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of at least two models (stepscope report A B ...)</source>
        <translation>请提供至少两个模型多个批大小的记录（stepscope report A B ...）</translation>
    </message>
    <message>
        <source>%1: %2, %3 per doubling%4</source>
        <translation>%1：%2，每翻倍 %3%4</translation>
    </message>
    <message>
        <source>the ratio of the largest gain per doubling to the smallest is %1%2, bootstrap over blocks of steps against %3</source>
        <translation>每翻倍的最大收益与最小收益之比为 %1%2，按步块自助重采样，对比 %3</translation>
    </message>
    <message>
        <source>Measure each model: the best batch size differs between models.</source>
        <translation>测量每个模型：最佳批大小因模型而异。</translation>
    </message>
    <message>
        <source>These models gain equally: the best batch size of one applies to all.</source>
        <translation>这些模型的收益相同：一个模型的最佳批大小适用于全部。</translation>
    </message>
    <message>
        <source>%1: from %2 (cpu%3) to %4 (cpu%5) per doubling, apart by %6%7</source>
        <translation>%1：每翻倍从 %2（cpu%3）到 %4（cpu%5），相差 %6%7</translation>
    </message>
    <message>
        <source>too few batch sizes to correlate the cores&apos; changes: four changes are needed, there are %1</source>
        <translation>批大小太少，无法求各核心变化的相关系数：需要四次变化，现有 %1 次</translation>
    </message>
    <message>
        <source>mean correlation of the cores&apos; %1 changes %2%3 against %4</source>
        <translation>各核心 %1 次变化的平均相关系数为 %2%3，对比 %4</translation>
    </message>
    <message>
        <source>%1 not known (no core was idle for whole samples)</source>
        <translation>%1 未知（没有核心在整个采样期间空闲）</translation>
    </message>
    <message>
        <source>these cores are of one kind, or not measured: the claim is about the Denver 2 cores of a TX2</source>
        <translation>这些核心属同一种类，或未测量：该论断针对 TX2 的 Denver 2 核心</translation>
    </message>
    <message>
        <source>Denver cores idle for up to %1 of the time; more than the other cores by: %2</source>
        <translation>Denver 核心空闲时间最多达 %1；比其他核心多：%2</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...)</source>
        <translation>请提供同一模型多个批大小的记录（stepscope report A B ...）</translation>
    </message>
    <message>
        <source>Give ops or data loader workers to the idle cores: the framework does not distinguish the kinds of cores.</source>
        <translation>把算子或数据加载进程交给空闲核心：框架不区分核心种类。</translation>
    </message>
    <message>
        <source>The cores are used equally here, or change together: there is no idle kind of core to give work to.</source>
        <translation>此处各核心的使用情况相同，或一同变化：没有可分配工作的空闲核心种类。</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>holds for %1, does not hold for %2, undecided for %3 recordings: %4</source>
        <translation>%1 个记录成立，%2 个不成立，%3 个未定：%4</translation>
    </message>
    <message>
        <source> (single cores %1 to %2)</source>
        <translation> （单个核心 %1 至 %2）</translation>
    </message>
    <message>
        <source>while the GPU is low, the threads spend their time in %1</source>
        <translation>GPU 利用率低时，线程的时间花在 %1</translation>
    </message>
    <message>
        <source>the utilization of the GPU was not measured</source>
        <translation>未测量 GPU 利用率</translation>
    </message>
    <message>
        <source>the utilization of the cores was not measured</source>
        <translation>未测量核心利用率</translation>
    </message>
    <message>
        <source>GPU %1, CPU %2%3, difference %4%5 against %6</source>
        <translation>GPU %1，CPU %2%3，差值 %4%5，对比 %6</translation>
    </message>
    <message>
        <source>correlation of GPU and CPU inside %1 steps %2%3 against 0, %4</source>
        <translation>%1 个步内 GPU 与 CPU 的相关系数 %2%3，对比 0，%4</translation>
    </message>
    <message>
        <source>no correlation of GPU and CPU inside the steps: %1</source>
        <translation>无法求步内 GPU 与 CPU 的相关系数：%1</translation>
    </message>
    <message>
        <source>too few steps to correlate GPU and CPU inside them</source>
        <translation>步太少，无法求步内 GPU 与 CPU 的相关系数</translation>
    </message>
    <message>
        <source>%1 of %2 recordings that decide it</source>
        <translation>%2 个可判定记录中的 %1 个</translation>
    </message>
    <message>
        <source>%1 steady at %2</source>
        <translation>%1 稳定在 %2</translation>
    </message>
    <message>
        <source>too few steps or samples: record at least eight steps, longer than two samples</source>
        <translation>步或采样太少：请记录至少八个时长超过两个采样的步</translation>
    </message>
    <message>
        <source>share of the variance that the mean of %1 steps explains: %2; the least of them%3 against %4</source>
        <translation>%1 个步的均值所解释的方差比例：%2；其中最小者%3，对比 %4</translation>
    </message>
    <message>
        <source>too few steps to test %1</source>
        <translation>步太少，无法检验%1</translation>
    </message>
    <message>
        <source>%1 varies by %2%3 and drifts by %4%5, bootstrap over steps against %6 and %7</source>
        <translation>%1波动 %2%3，漂移 %4%5，按步自助重采样，对比 %6 和 %7</translation>
    </message>
    <message>
        <source>this device has no readable power sensor</source>
        <translation>该设备没有可读的功率传感器</translation>
    </message>
    <message>
        <source>the duration of a step</source>
        <translation>步时长</translation>
    </message>
    <message>
        <source>the energy of %1 steps</source>
        <translation>%1 个步的能量</translation>
    </message>
    <message>
        <source>the energy of a step</source>
        <translation>每步能量</translation>
    </message>
    <message>
        <source>this board does not measure a rail each of the GPU, the memory and the CPU</source>
        <translation>该板未分别测量 GPU、内存和 CPU 的供电轨</translation>
    </message>
    <message>
        <source>memory minus GPU in %1 parts of the run %2%3 against 0</source>
        <translation>运行的 %1 段中内存减 GPU 为 %2%3，对比 0</translation>
    </message>
    <message>
        <source>expected of a recurrent model: the memory</source>
        <translation>循环模型预期为：内存</translation>
    </message>
    <message>
        <source>expected of computer vision: the GPU</source>
        <translation>计算机视觉预期为：GPU</translation>
    </message>
    <message>
        <source>expected: the GPU or the memory</source>
        <translation>预期为：GPU 或内存</translation>
    </message>
    <message>
        <source>%1 to %2 in %3</source>
        <translation>%3 内从 %1 到 %2</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>too few values to test: four are needed</source>
        <translation>数值太少，无法检验：需要四个</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>%1 a day%2 by the least-squares line through %3 values, against 0</source>
        <translation>每天 %1%2，由 %3 个值的最小二乘直线得出，对比 0</translation>
    </message>
    <message>
        <source>%1 in this time%2 by the least-squares line through %3 values, against 0</source>
        <translation>此期间 %1%2，由 %3 个值的最小二乘直线得出，对比 0</translation>
    </message>
    <message>
        <source>the GPU is much higher in %1, and the utilization of CPU and GPU correlates negatively in %2; both: %3</source>
        <translation>GPU 利用率远高于 CPU 的有 %1，CPU 与 GPU 利用率负相关的有 %2；两者同时：%3</translation>
    </message>
    <message>
        <source>Balance the work: prepare the next batch during the current step (data loader workers), and give ops to the cores while the GPU is busy.</source>
        <translation>平衡工作：在当前步期间准备下一批（数据加载进程），并在 GPU 忙时把算子交给核心。</translation>
    </message>
    <message>
        <source>The utilization of CPU and GPU does not alternate here: look at the ops with the longest self time instead.</source>
        <translation>此处 CPU 与 GPU 的利用率并不交替变化：请改看自身时间最长的算子。</translation>
    </message>
    <message>
        <source>Profile a few dozen steps; scheduling and tuning by them is valid for the whole training.</source>
        <translation>分析几十个步即可；据此的调度和调优对整个训练有效。</translation>
    </message>
    <message>
        <source>Look at the channels with a low share: other programs, waiting for input, or threads that change cores.</source>
        <translation>查看比例低的通道：其他程序、等待输入，或在核心间迁移的线程。</translation>
    </message>
    <message>
        <source>The memory draws more than the GPU: move fewer bytes by half precision, fused operations, or recomputation of cheap operations.</source>
        <translation>内存功率高于 GPU：通过半精度、融合操作或重新计算廉价操作来减少数据移动。</translation>
    </message>
    <message>
        <source>The GPU takes the most energy: use half precision, or lower its clock where it waits.</source>
        <translation>GPU 耗能最多：使用半精度，或在其等待时降低其时钟频率。</translation>
    </message>
    <message>
        <source>Neither the GPU nor the memory is known to draw more: use half precision, which takes less of both.</source>
        <translation>无法确定 GPU 与内存谁的功率更高：使用半精度，两者都会减少。</translation>
    </message>
    <message>
        <source>Look at the rail that draws most: it is not the one that the study expects of this model.</source>
        <translation>查看功率最高的供电轨：它不是该研究对此模型所预期的供电轨。</translation>
    </message>
    <message>
        <source>Budget battery and heat by a short run: energy of a step x number of steps.</source>
        <translation>用一次短运行估算电池和发热：每步能量 x 步数。</translation>
    </message>
    <message>
        <source>Watch temperature, clocks and other programs: power changes while steps do the same work.</source>
        <translation>注意温度、时钟频率和其他程序：各步工作相同，功率却在变化。</translation>
    </message>
    <message>
        <source>the training does not print its accuracy (&quot;accuracy: 0.61&quot; or &quot;accuracy 61.3 %&quot;)</source>
        <translation>训练未输出准确率（&quot;accuracy: 0.61&quot; 或 &quot;accuracy 61.3 %&quot;）</translation>
    </message>
    <message>
        <source>Continue to train as new samples arrive, while the gain is worth the energy of a day.</source>
        <translation>有新样本时继续训练，只要收益值得一天的能量。</translation>
    </message>
    <message>
        <source>Stop, or change the learning rate: this training costs energy without a gain in accuracy.</source>
        <translation>停止训练或改变学习率：该训练耗能却不提高准确率。</translation>
    </message>
    <message>
        <source>, but from batch %1 to %2 it falls: %3%4</source>
        <translation>，但批大小从 %1 到 %2 时下降：%3%4</translation>
    </message>
    <message>
        <source>, and fewer than four batch sizes for a trend</source>
        <translation>，且批大小少于四个，无法求趋势</translation>
    </message>
    <message>
        <source>; over %1 batch sizes it rises by chance with p = %2 (%3)</source>
        <translation>；在 %1 个批大小上随机上升的概率 p = %2（%3）</translation>
    </message>
    <message>
        <source>Mann-Kendall, exact</source>
        <translation>Mann-Kendall，精确</translation>
    </message>
    <message>
        <source>%1, batch %2 to %3</source>
        <translation>%1，批大小 %2 至 %3</translation>
    </message>
    <message>
        <source>tested by the bootstrap over blocks of steps and the scatter of the repeats</source>
        <translation>按步块自助重采样和各次重复的离散程度检验</translation>
    </message>
    <message>
        <source>tested by the bootstrap over blocks of steps</source>
        <translation>按步块自助重采样检验</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>该记录</translation>
    </message>
    <message>
        <source>%1, batch %2</source>
        <translation>%1，批大小 %2</translation>
    </message>
    <message>
        <source> (too few steps to test)</source>
        <translation> （步太少，无法检验）</translation>
    </message>
    <message>
        <source>no period was found without marks</source>
        <translation>不使用标记时未找到周期</translation>
    </message>
    <message>
        <source>no period was found without marks: %1</source>
        <translation>不使用标记时未找到周期：%1</translation>
    </message>
    <message>
        <source>without marks a period of %1 was found</source>
        <translation>不使用标记时找到周期 %1</translation>
    </message>
    <message>
        <source>, mostly outside of the marked steps</source>
        <translation>，多在标记的步之外</translation>
    </message>
    <message>
        <source>, %1 off the marks</source>
        <translation>，与标记相差 %1</translation>
    </message>
    <message>
        <source>by the kernels of traced steps</source>
        <translation>依据被跟踪步的内核</translation>
    </message>
    <message>
        <source>by the GPU&apos;s channel</source>
        <translation>依据 GPU 通道</translation>
    </message>
    <message>
        <source>no step is longer than four parts of %1, with a GPU and a CPU that vary in it</source>
        <translation>没有长于四个 %1 且其中 GPU 与 CPU 都变化的步</translation>
    </message>
    <message>
        <source>no step is longer than four parts of %1, the resolution of the GPU&apos;s utilization (record ops with their kernels), with a GPU and a CPU that vary in it</source>
        <translation>没有长于四个 %1（GPU 利用率的分辨率；请记录算子及其内核）且其中 GPU 与 CPU 都变化的步</translation>
    </message>
    <message>
        <source>all models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>domain %1</source>
        <translation>领域 %1</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> （%1）</translation>
    </message>
    <message>
        <source>, on %1</source>
        <translation>，在 %1 上</translation>
    </message>
</context>
<context>
    <name>OpSearch</name>
    <message>
        <source>Not a regular expression: %1, at character %2. Correct it, or search for the plain text.</source>
        <translation>不是正则表达式：%1，在第 %2 个字符处。请更正，或搜索纯文本。</translation>
    </message>
</context>
<context>
    <name>OpsTrack</name>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>%1 deeper</source>
        <translation>另有 %1 层</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>PowerTrack</name>
    <message>
        <source>energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>cumulative</source>
        <translation>累计</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
</context>
<context>
    <name>Quantities</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>RailTrack</name>
    <message>
        <source>in %1</source>
        <translation>属于 %1</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>fewer than three similar stretches</source>
        <translation>相似片段少于三个</translation>
    </message>
    <message>
        <source>much of the recording is not periodic</source>
        <translation>记录的大部分不是周期性的</translation>
    </message>
    <message>
        <source>similar stretches occur at random intervals</source>
        <translation>相似片段以随机间隔出现</translation>
    </message>
    <message>
        <source>no repetition stronger than that of noise</source>
        <translation>没有强于噪声的重复</translation>
    </message>
    <message>
        <source>the repetition is no stronger than the profiling overhead</source>
        <translation>重复不强于分析开销</translation>
    </message>
    <message>
        <source>the repetition that was found lasts so few samples that faster repetition may look like it: sample faster</source>
        <translation>找到的重复所含采样太少，更快的重复可能看起来与其相同：请提高采样频率</translation>
    </message>
    <message>
        <source>most of what repeats is faster than the sampling can follow: sample faster</source>
        <translation>大部分重复比采样所能跟踪的更快：请提高采样频率</translation>
    </message>
    <message>
        <source>the steps are probably shorter than three samples: sample faster</source>
        <translation>步很可能短于三个采样：请提高采样频率</translation>
    </message>
    <message>
        <source>the steps do not advance from sample to sample as the times of the samples say, so that faster repetition may look like them: sample faster</source>
        <translation>各步从一个采样到下一个采样的推进与采样时间不符，更快的重复可能看起来与其相同：请提高采样频率</translation>
    </message>
    <message>
        <source>sampling is too regular to exclude that faster repetition looks like these steps: sample faster</source>
        <translation>采样过于规则，无法排除更快的重复看起来像这些步：请提高采样频率</translation>
    </message>
    <message>
        <source>a step lasts nearly a whole or a half number of samples, which hides whether steps alternate: use another sampling period</source>
        <translation>一步的时长几乎为整数个或半整数个采样，无法看出步是否交替：请改用其他采样周期</translation>
    </message>
    <message>
        <source>the cycles that were found differ, but in no order that repeats: use another sampling period</source>
        <translation>找到的循环各不相同，但其顺序不重复：请改用其他采样周期</translation>
    </message>
    <message>
        <source>there are too few cycles to tell whether a step consists of several of those that were found: record longer</source>
        <translation>循环太少，无法判断一步是否由多个循环组成：请记录更长时间</translation>
    </message>
    <message>
        <source>the cycles that were found differ slightly: a step may consist of several of them</source>
        <translation>找到的循环略有不同：一步可能由多个循环组成</translation>
    </message>
    <message>
        <source>there may be shorter steps inside the repetition that was found</source>
        <translation>找到的重复内可能有更短的步</translation>
    </message>
    <message>
        <source>much of the signal does not repeat with the steps that were found: there may be shorter ones</source>
        <translation>信号的大部分不随找到的步重复：可能有更短的步</translation>
    </message>
    <message>
        <source>the recording is too short to determine the mean step to 0.1 %</source>
        <translation>记录太短，无法以 0.1 % 的精度确定平均步</translation>
    </message>
    <message>
        <source>no channel has eight samples with different values</source>
        <translation>没有通道具有八个取值不同的采样</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>there are no steps to fold in this stretch</source>
        <translation>该片段中没有可折叠的步</translation>
    </message>
    <message>
        <source>no steps are marked, and the samples show none: not periodic: %1</source>
        <translation>未标记步，采样也未显示步：非周期性：%1</translation>
    </message>
    <message>
        <source>no steps are marked, and the samples show none: %1</source>
        <translation>未标记步，采样也未显示步：%1</translation>
    </message>
    <message>
        <source>none of the detected steps (none are marked) lies in this stretch</source>
        <translation>检测到的步（未标记步）都不在该片段内</translation>
    </message>
    <message>
        <source>detected steps (none are marked): approximate, their mean duration is not known to 0.1 %</source>
        <translation>检测到的步（未标记步）：仅为近似，其平均时长未达 0.1 % 的精度</translation>
    </message>
    <message>
        <source>detected steps (none are marked): their mean duration is known to 0.1 % with a probability of %1</source>
        <translation>检测到的步（未标记步）：其平均时长以 %1 的概率精确到 0.1 %</translation>
    </message>
    <message>
        <source>over 99.9 %</source>
        <translation>超过 99.9 %</translation>
    </message>
    <message>
        <source>the halves of the recording show steps of different duration: record longer, or only one phase of the training</source>
        <translation>记录的前后两半显示了时长不同的步：请延长记录时间，或只记录训练的一个阶段</translation>
    </message>
    <message>
        <source>neither half of the recording shows the steps that were found in all of it: record longer</source>
        <translation>记录的前后两半都没有显示在整个记录中找到的步：请延长记录时间</translation>
    </message>
</context>
<context>
    <name>StepsTrack</name>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1 traced</source>
        <translation>%1 有跟踪</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
</context>
<context>
    <name>TemperatureTrack</name>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
</context>
<context>
    <name>TensorsTrack</name>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>intermediate</source>
        <translation>中间张量</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
</context>
<context>
    <name>Tooltip</name>
    <message>
        <source> (of %1 of the time)</source>
        <translation> （占时间的 %1）</translation>
    </message>
    <message>
        <source>at the mean power of %1</source>
        <translation>按 %1 的平均功率</translation>
    </message>
    <message>
        <source>, %1 of it</source>
        <translation>，其中 %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>within</source>
        <translation>所在算子</translation>
    </message>
    <message>
        <source>starts at</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>the longest of %1 spans here</source>
        <translation>此处 %1 个区间中最长的</translation>
    </message>
    <message>
        <source>%1 steps from %2 on</source>
        <translation>自 %2 起的 %1 步</translation>
    </message>
    <message>
        <source>zoom in to see each of them</source>
        <translation>放大以查看每一步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>ops were recorded</source>
        <translation>已记录算子</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>丢失：%1</translation>
    </message>
    <message>
        <source>count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>at</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>and %1 more here</source>
        <translation>此处还有 %1 个</translation>
    </message>
    <message>
        <source>%1 to %2 (%3 samples)</source>
        <translation>%1 至 %2（%3 个采样）</translation>
    </message>
    <message>
        <source>not measured here</source>
        <translation>此处未测量</translation>
    </message>
    <message>
        <source>sampling period</source>
        <translation>采样周期</translation>
    </message>
    <message>
        <source>update interval</source>
        <translation>更新间隔</translation>
    </message>
    <message>
        <source>averaging window</source>
        <translation>平均窗口</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>of the data in this time</source>
        <translation>占此时间内的数据</translation>
    </message>
</context>
<context>
    <name>TrackGroups</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Temperatures</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Other channels</source>
        <translation>其他通道</translation>
    </message>
</context>
<context>
    <name>TrainingCpuTrack</name>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
</context>
<context>
    <name>UnfinishedTexts</name>
    <message>
        <source>Asking %1 …</source>
        <translation>正在询问 %1 …</translation>
    </message>
    <message>
        <source>Not reachable: %1</source>
        <translation>无法连接：%1</translation>
    </message>
    <message>
        <source>This window records another run on the device.</source>
        <translation>此窗口正在该设备上记录另一次运行。</translation>
    </message>
    <message>
        <source>The device no longer has this run; the file keeps what was recorded.</source>
        <translation>设备上已没有这次运行；文件保留已记录的内容。</translation>
    </message>
    <message>
        <source>The run goes on; %1 to fetch so far.</source>
        <translation>运行仍在继续；目前有 %1 待获取。</translation>
    </message>
    <message>
        <source>The run has ended; %1 to fetch.</source>
        <translation>运行已结束；有 %1 待获取。</translation>
    </message>
    <message>
        <source>The agent ended before the training; %1 to fetch.</source>
        <translation>代理在训练之前结束；有 %1 待获取。</translation>
    </message>
    <message>
        <source>Runs on without this window (run %1 on %2). %3</source>
        <translation>在没有此窗口的情况下继续运行（运行 %1，在 %2 上）。%3</translation>
    </message>
    <message>
        <source>This recording is unfinished (run %1 on %2). %3</source>
        <translation>此记录不完整（运行 %1，在 %2 上）。%3</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AlignmentPanel</name>
    <message>
        <source>Alignment of the imported files</source>
        <translation>导入文件的对齐</translation>
    </message>
    <message>
        <source>U&amp;ndo</source>
        <translation>撤销(&amp;N)</translation>
    </message>
    <message>
        <source>Go back to the alignment in the recording</source>
        <translation>恢复记录中的对齐</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>Write the moved times to the recording</source>
        <translation>将移动后的时间写入记录</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Close the alignment; what was not kept is undone</source>
        <translation>关闭对齐面板；未保留的更改将撤销</translation>
    </message>
    <message>
        <source>Alignment to %1</source>
        <translation>与 %1 对齐</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Begins after it</source>
        <translation>晚于它开始</translation>
    </message>
    <message>
        <source>Accurate to</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动 %1</translation>
    </message>
    <message>
        <source>To both sides: %1</source>
        <translation>两侧各：%1</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Move %1 by ms, positive is later</source>
        <translation>将 %1 移动若干 ms，正值为更晚</translation>
    </message>
    <message>
        <source>Positive: to later times</source>
        <translation>正值：移向更晚的时间</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>moving the rows…</source>
        <translation>正在移动各行…</translation>
    </message>
    <message>
        <source>moved; not written yet</source>
        <translation>已移动；尚未写入</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BoardStart</name>
    <message>
        <source>&amp;Profile the virtual board</source>
        <translation>分析虚拟板(&amp;P)</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>板</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>This build has no virtual boards: build it with -DSTEPSCOPE_SIMULATOR=ON.</source>
        <translation>此构建不含虚拟板：请用 -DSTEPSCOPE_SIMULATOR=ON 构建。</translation>
    </message>
    <message>
        <source>A modelled training on a simulated board; no value is measured on hardware</source>
        <translation>模拟板上的建模训练；没有任何数值在硬件上测得</translation>
    </message>
    <message>
        <source>This board is being recorded. Another board can be recorded at the same time.</source>
        <translation>此开发板正在记录。可以同时记录另一块开发板。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BookmarksPanel</name>
    <message>
        <source>No bookmarks yet. Press M to bookmark the selection, or the time below the pointer.</source>
        <translation>尚无书签。按 M 为所选范围或指针处的时间添加书签。</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Bookmark the selection or the middle of the view (M)</source>
        <translation>为所选范围或视图中央添加书签 (M)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected bookmarks (Del)</source>
        <translation>删除所选书签 (Del)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BusyStrip</name>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CaptureForm</name>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board</source>
        <translation>local、通过 SSH 的 [user@]host[:port]，或模拟板 virtual-tx2</translation>
    </message>
    <message>
        <source>Co&amp;mmand</source>
        <translation>命令(&amp;M)</translation>
    </message>
    <message>
        <source>As you would type it on the device; the script needs no change</source>
        <translation>如同在设备上输入；脚本无需更改</translation>
    </message>
    <message>
        <source>&amp;Working directory</source>
        <translation>工作目录(&amp;W)</translation>
    </message>
    <message>
        <source>On the device; the home directory when empty</source>
        <translation>在设备上；留空则为主目录</translation>
    </message>
    <message>
        <source>Sample ever&amp;y</source>
        <translation>采样间隔(&amp;Y)</translation>
    </message>
    <message>
        <source>10 ms suits most boards; shorter periods increase the profiling overhead</source>
        <translation>10 ms 适合大多数板；更短的周期会增加分析开销</translation>
    </message>
    <message>
        <source>&amp;Trace ops of steps</source>
        <translation>跟踪这些步的算子(&amp;T)</translation>
    </message>
    <message>
        <source>FIRST:END[:EVERY], none or all; traced steps are slower</source>
        <translation>FIRST:END[:EVERY]、none 或 all；被跟踪的步较慢</translation>
    </message>
    <message>
        <source>GP&amp;U kernels</source>
        <translation>GPU 内核(&amp;U)</translation>
    </message>
    <message>
        <source>nvprof and nsys trace the kernels of any program; the hook then leaves CUDA to them</source>
        <translation>nvprof 和 nsys 可跟踪任何程序的内核；此时钩子将 CUDA 交给它们</translation>
    </message>
    <message>
        <source>&amp;Record to</source>
        <translation>记录到(&amp;R)</translation>
    </message>
    <message>
        <source>On this computer; named after the run when empty</source>
        <translation>在本机；留空则以运行命名</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>分析(&amp;P)</translation>
    </message>
    <message>
        <source>by the hook</source>
        <translation>由钩子</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>由 %1</translation>
    </message>
    <message>
        <source>A capture is running</source>
        <translation>采集正在进行</translation>
    </message>
    <message>
        <source>Record to</source>
        <translation>记录到</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope);;All files (*)</source>
        <translation>记录 (*.stepscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Your own script, or a model that Stepscope brings with it</source>
        <translation>您自己的脚本，或 Stepscope 自带的模型</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>My own command</source>
        <translation>我自己的命令</translation>
    </message>
    <message>
        <source>Model %1</source>
        <translation>模型 %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CaptureOptionsFold</name>
    <message>
        <source>All options</source>
        <translation>所有选项</translation>
    </message>
    <message>
        <source>Name of the run, its copy on the device, SSH files, secrets</source>
        <translation>运行的名称、其在设备上的副本、SSH 文件、机密</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>运行的名称</translation>
    </message>
    <message>
        <source>The name of a run that exists continues this run instead of starting another one</source>
        <translation>已存在的运行的名称会继续该运行，而不是启动新的运行</translation>
    </message>
    <message>
        <source>Folder of the copy</source>
        <translation>副本的文件夹</translation>
    </message>
    <message>
        <source>Folder on the device for its copy of the recording</source>
        <translation>设备上存放其记录副本的文件夹</translation>
    </message>
    <message>
        <source>Limit of the copy</source>
        <translation>副本的上限</translation>
    </message>
    <message>
        <source>Largest recording on the device, for example 2GB</source>
        <translation>设备上记录的最大大小，例如 2GB</translation>
    </message>
    <message>
        <source>Tree of sensors</source>
        <translation>传感器目录树</translation>
    </message>
    <message>
        <source>Folder on the device to read instead of /proc and /sys</source>
        <translation>设备上代替 /proc 和 /sys 读取的文件夹</translation>
    </message>
    <message>
        <source>SSH key</source>
        <translation>SSH 密钥</translation>
    </message>
    <message>
        <source>File of a private key on this computer, tried before all others</source>
        <translation>本机上的私钥文件，先于其他密钥尝试</translation>
    </message>
    <message>
        <source>SSH configuration</source>
        <translation>SSH 配置</translation>
    </message>
    <message>
        <source>File instead of ~/.ssh/config</source>
        <translation>代替 ~/.ssh/config 的文件</translation>
    </message>
    <message>
        <source>Known hosts</source>
        <translation>已知主机</translation>
    </message>
    <message>
        <source>File instead of ~/.ssh/known_hosts</source>
        <translation>代替 ~/.ssh/known_hosts 的文件</translation>
    </message>
    <message>
        <source>Accept the key of an unknown host</source>
        <translation>接受未知主机的密钥</translation>
    </message>
    <message>
        <source>Stores the key without a question; a changed key is still refused</source>
        <translation>不询问即存储密钥；已更改的密钥仍被拒绝</translation>
    </message>
    <message>
        <source>Keep secrets in the command line</source>
        <translation>保留命令行中的机密</translation>
    </message>
    <message>
        <source>By default, values of options such as --token or --password are replaced with ***</source>
        <translation>默认将 --token 或 --password 等选项的值替换为 ***</translation>
    </message>
    <message>
        <source>The name of a run consists of letters, digits, dots, dashes and underscores, and starts with a letter or digit.</source>
        <translation>运行的名称由字母、数字、点、连字符和下划线组成，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>Write the limit of the copy as a size, for example 500MB or 2GB.</source>
        <translation>请将副本的上限写为大小，例如 500MB 或 2GB。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CleanDialog</name>
    <message>
        <source>1 run</source>
        <translation>1 次运行</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 次运行</translation>
    </message>
    <message>
        <source>There is nothing to remove.</source>
        <translation>没有可删除的内容。</translation>
    </message>
    <message>
        <source>1 other file</source>
        <translation>1 个其他文件</translation>
    </message>
    <message>
        <source>%1 other files</source>
        <translation>%1 个其他文件</translation>
    </message>
    <message>
        <source>To be removed: %1 and %2, %3.</source>
        <translation>将删除：%1 和 %2，%3。</translation>
    </message>
    <message>
        <source>Clean %1</source>
        <translation>清理 %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Runs that are removed</source>
        <translation>将删除的运行</translation>
    </message>
    <message>
        <source>&amp;Also what is stored on the device only: %1</source>
        <translation>也包括仅存于设备上的内容(&amp;A)：%1</translation>
    </message>
    <message>
        <source>Runs that were fetched whole, interrupted uploads and files of other versions are removed from %1. Recordings that were fetched stay.</source>
        <translation>将从 %1 删除已完整取回的运行、中断的上传和其他版本的文件。已取回的记录保留。</translation>
    </message>
    <message>
        <source>In progress, and not touched: %1.</source>
        <translation>正在进行，不受影响：%1。</translation>
    </message>
    <message>
        <source>&amp;Keep everything</source>
        <translation>全部保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparePage</name>
    <message>
        <source>The comparison failed: %1</source>
        <translation>比较失败：%1</translation>
    </message>
    <message>
        <source>Differences of ops</source>
        <translation>算子的差异</translation>
    </message>
    <message>
        <source>Differences of steps and channels</source>
        <translation>步和通道的差异</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Steps and channels</source>
        <translation>步和通道</translation>
    </message>
    <message>
        <source>Alignment of the timelines</source>
        <translation>时间线的对齐</translation>
    </message>
    <message>
        <source>time since the start</source>
        <translation>自开始的时间</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Grouping of the ops</source>
        <translation>算子的分组</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>算子和形状</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shapes depend on the batch size: compare by op if the batch sizes differ</source>
        <translation>形状取决于批大小：批大小不同时请按算子比较</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 和 B</translation>
    </message>
    <message>
        <source>Close comparison</source>
        <translation>关闭比较</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <source>The comparison was cancelled</source>
        <translation>比较已取消</translation>
    </message>
    <message>
        <source>Align by</source>
        <translation>对齐方式</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>行按</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>正在比较 …</translation>
    </message>
    <message>
        <source>Comparing ops, steps and channels</source>
        <translation>正在比较算子、步和通道</translation>
    </message>
    <message>
        <source>%1 steps in A, %2 in B</source>
        <translation>A 中 %1 步，B 中 %2 步</translation>
    </message>
    <message>
        <source>; channels compared over untraced steps</source>
        <translation>；通道按未跟踪的步比较</translation>
    </message>
    <message>
        <source>; no intervals of channels, since a side has no whole steps</source>
        <translation>；通道无区间，因为一侧没有完整的步</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedChannelsModel</name>
    <message>
        <source>Duration of a step</source>
        <translation>一步的时长</translation>
    </message>
    <message>
        <source>Energy of a step, whole system</source>
        <translation>一步的能量，整个系统</translation>
    </message>
    <message>
        <source>%1: mean power</source>
        <translation>%1：平均功率</translation>
    </message>
    <message>
        <source>%1: energy of a step</source>
        <translation>%1：一步的能量</translation>
    </message>
    <message>
        <source>CPU utilization</source>
        <translation>CPU 利用率</translation>
    </message>
    <message>
        <source>GPU utilization</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>%1 (%2 and %3 covered)</source>
        <translation>%1（覆盖 %2 和 %3）</translation>
    </message>
    <message>
        <source>Of the steps that samples cover: %1 of A, %2 of B</source>
        <translation>采样所覆盖的步：A 的 %1，B 的 %2</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedOpsModel</name>
    <message>
        <source>95 % interval %1 to %2: %3</source>
        <translation>95 % 区间 %1 至 %2：%3</translation>
    </message>
    <message>
        <source>%1 instances in A, %2 in B; interval over %3</source>
        <translation>A 中 %1 个实例，B 中 %2 个；区间基于%3</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>A: count/step</source>
        <translation>A：次数/步</translation>
    </message>
    <message>
        <source>B: count/step</source>
        <translation>B：次数/步</translation>
    </message>
    <message>
        <source>A: time/step</source>
        <translation>A：时间/步</translation>
    </message>
    <message>
        <source>B: time/step</source>
        <translation>B：时间/步</translation>
    </message>
    <message>
        <source>B − A per step</source>
        <translation>每步 B − A</translation>
    </message>
    <message>
        <source>A: mean</source>
        <translation>A：平均</translation>
    </message>
    <message>
        <source>B: mean</source>
        <translation>B：平均</translation>
    </message>
    <message>
        <source>Mean of an instance. </source>
        <translation>实例的平均值。 </translation>
    </message>
    <message>
        <source>Per traced step in the range</source>
        <translation>范围内每个被跟踪的步</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedStudiesModel</name>
    <message>
        <source>repeats do not vary</source>
        <translation>各次重复无差异</translation>
    </message>
    <message>
        <source>too few repeats</source>
        <translation>重复次数太少</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>未显示差异</translation>
    </message>
    <message>
        <source>B is better</source>
        <translation>B 更好</translation>
    </message>
    <message>
        <source>A is better</source>
        <translation>A 更好</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>B/A</source>
        <translation>B/A</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>A: %1
B: %2</source>
        <translation>A：%1
B：%2</translation>
    </message>
    <message>
        <source>Mean of B over mean of A, with its 95 % interval over the repeats</source>
        <translation>B 的平均值除以 A 的平均值，及其基于各次重复的 95 % 区间</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparisonController</name>
    <message>
        <source>Both sides are of one recording, which is in memory once</source>
        <translation>两侧属于同一记录，内存中只有一份</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>, step %1</source>
        <translation>，步 %1</translation>
    </message>
    <message>
        <source>, from %1</source>
        <translation>，自 %1</translation>
    </message>
    <message>
        <source>Kept as A: %1. Select a range to compare with it, in this recording or in another, and press %2.</source>
        <translation>已保留为 A：%1。在此记录或另一记录中选择要比较的范围，然后按 %2。</translation>
    </message>
    <message>
        <source>The recording of A stays in memory until the window is closed</source>
        <translation>A 的记录保留在内存中，直到关闭窗口</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope);;All files (*)</source>
        <translation>记录 (*.stepscope);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DevicePage</name>
    <message>
        <source>&amp;Show the live recording</source>
        <translation>显示实时记录(&amp;S)</translation>
    </message>
    <message>
        <source>Runs your training on the device together with a sampling agent, and shows the time, power and memory of each step.</source>
        <translation>在设备上与采样代理一起运行您的训练，并显示每一步的时间、功率和内存。</translation>
    </message>
    <message>
        <source>Profile a training</source>
        <translation>分析一次训练</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DevicePanel</name>
    <message>
        <source>used</source>
        <translation>已使用</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>not present</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>Chec&amp;k device</source>
        <translation>检查设备(&amp;K)</translation>
    </message>
    <message>
        <source>Fact or source</source>
        <translation>信息或来源</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Facts and sources of the device</source>
        <translation>设备的信息和来源</translation>
    </message>
    <message>
        <source>L&amp;ist runs</source>
        <translation>列出运行(&amp;I)</translation>
    </message>
    <message>
        <source>C&amp;lean…</source>
        <translation>清理(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Attach</source>
        <translation>接入(&amp;A)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Runs on the device</source>
        <translation>设备上的运行</translation>
    </message>
    <message>
        <source>Show which runs and files can be removed from this device, and remove them</source>
        <translation>显示可从此设备删除的运行和文件，并删除它们</translation>
    </message>
    <message>
        <source>Connect and list the sensors of this device, their resolution, and possible improvements</source>
        <translation>连接并列出此设备的传感器、其分辨率和可能的改进</translation>
    </message>
    <message>
        <source>Fetch the recording of the run, and follow it while it runs</source>
        <translation>取回该运行的记录，并在其运行时跟随</translation>
    </message>
    <message>
        <source>No device chosen</source>
        <translation>未选择设备</translation>
    </message>
    <message>
        <source>Check the device to see its sensors, their resolution, and possible improvements.</source>
        <translation>检查设备以查看其传感器、分辨率和可能的改进。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 和另外 %2 个</translation>
    </message>
    <message>
        <source>The averaging window and the latency of %1 are not known, so each recording fits them to its samples. A self-test measures them once, which makes the energy of ops more certain. It loads the device for 20&#xa0;s; run it while no training runs.</source>
        <translation>%1 的平均窗口和延迟未知，因此每次记录都用其采样来拟合。自检只需测量一次，就能使算子的能量更准确。它会使设备承受 20&#xa0;s 的负载；请在没有训练运行时执行。</translation>
    </message>
    <message>
        <source>&amp;Self-test</source>
        <translation>自检(&amp;S)</translation>
    </message>
    <message>
        <source>Run a load of known shape on the device, and measure its sensors</source>
        <translation>在设备上运行已知形状的负载，并测量其传感器</translation>
    </message>
    <message>
        <source>The device has no runs.</source>
        <translation>设备上没有运行。</translation>
    </message>
    <message>
        <source>Press “List runs” to load the list.</source>
        <translation>按“列出运行”以加载列表。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Measures %1.</source>
        <translation>测量 %1。</translation>
    </message>
    <message>
        <source> Not permitted: %1.</source>
        <translation> 不允许：%1。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EditHistory</name>
    <message>
        <source>add a bookmark</source>
        <translation>添加书签</translation>
    </message>
    <message>
        <source>add bookmarks</source>
        <translation>添加多个书签</translation>
    </message>
    <message>
        <source>delete a bookmark</source>
        <translation>删除书签</translation>
    </message>
    <message>
        <source>delete bookmarks</source>
        <translation>删除多个书签</translation>
    </message>
    <message>
        <source>edit a bookmark</source>
        <translation>编辑书签</translation>
    </message>
    <message>
        <source>arrange the rows</source>
        <translation>排列行</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EnergyModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>sum of %1</source>
        <translation>%1 之和</translation>
    </message>
    <message>
        <source>(all short ops)</source>
        <translation>（所有短算子）</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>，%1</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>（无模块）</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>计入 %1</translation>
    </message>
    <message>
        <source>not separable</source>
        <translation>不可分离</translation>
    </message>
    <message>
        <source>The data determine the sum of these ops, but not their parts: they always run together, or too rarely and too briefly for the sampling period. Record more steps with ops, or sample faster.</source>
        <translation>数据能确定这些算子之和，但不能确定各部分：它们总是一起运行，或相对采样周期运行得太少、太短。请记录更多带算子的步，或提高采样频率。</translation>
    </message>
    <message>
        <source>Not separable from the other ops of %1, whose row has the sum.</source>
        <translation>无法与 %1 的其他算子分离，该行给出其总和。</translation>
    </message>
    <message>
        <source>Not separable from other ops: it always runs together with them, or too rarely and too briefly for the sampling period. Record more steps with ops, or sample faster.</source>
        <translation>无法与其他算子分离：它总是与它们一起运行，或相对采样周期运行得太少、太短。请记录更多带算子的步，或提高采样频率。</translation>
    </message>
    <message>
        <source>Time in which the op was the innermost one of its thread or stream</source>
        <translation>该算子在其线程或流中处于最内层的时间</translation>
    </message>
    <message>
        <source>Added by the op, by regression on the times when ops ran; consumption without any op is separate</source>
        <translation>由该算子增加，通过对算子运行时间的回归得出；无任何算子时的消耗单独列出</translation>
    </message>
    <message>
        <source>95 % interval: contains the noise, what ops of one type have in common, and the errors of the sensor&apos;s window and latency</source>
        <translation>95 % 区间：包含噪声、同类算子的共同部分，以及传感器窗口和延迟的误差</translation>
    </message>
    <message>
        <source>Mean while the op runs</source>
        <translation>算子运行期间的平均值</translation>
    </message>
    <message>
        <source>Share of the sum of all ops, also of those that are not separable</source>
        <translation>占所有算子之和的份额，包括不可分离的算子</translation>
    </message>
    <message>
        <source>Energy of the rail, or busy time of the core, during the self time of its instances. Common method; wrong for ops shorter than the sampling period</source>
        <translation>其各实例自身时间内供电轨的能量，或核心的忙碌时间。常用方法；对短于采样周期的算子不正确</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Busy time</source>
        <translation>忙碌时间</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95 % 区间</translation>
    </message>
    <message>
        <source>While it runs</source>
        <translation>运行期间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EnergyPanel</name>
    <message>
        <source> + %1 without any op</source>
        <translation> + 无任何算子 %1</translation>
    </message>
    <message>
        <source>, idle power included,</source>
        <translation>，含空闲功率，</translation>
    </message>
    <message>
        <source> − %1 unattributed</source>
        <translation> − 未归因 %1</translation>
    </message>
    <message>
        <source> + %1 unattributed</source>
        <translation> + 未归因 %1</translation>
    </message>
    <message>
        <source>%1 by ops%2%3 = %4; ops explain %5 of the variance; averaging window %6, latency %7%8</source>
        <translation>算子 %1%2%3 = %4；算子解释 %5 的方差；平均窗口 %6，延迟 %7%8</translation>
    </message>
    <message>
        <source>  (fitted)</source>
        <translation>  （拟合）</translation>
    </message>
    <message>
        <source>Attributing energy to ops</source>
        <translation>正在将能量归因于算子</translation>
    </message>
    <message>
        <source>Energy of ops</source>
        <translation>算子的能量</translation>
    </message>
    <message>
        <source>Grouping of the rows</source>
        <translation>行的分组</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>算子和形状</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>op and position in its step</source>
        <translation>算子及其在步中的位置</translation>
    </message>
    <message>
        <source>op, in untraced steps</source>
        <translation>算子，未跟踪的步</translation>
    </message>
    <message>
        <source>Rail or core of the account</source>
        <translation>核算的供电轨或核心</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>行按</translation>
    </message>
    <message>
        <source>of</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>instance %1</source>
        <translation>实例 %1</translation>
    </message>
    <message>
        <source>instances %1 to %2</source>
        <translation>实例 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 untraced steps; traced steps take %2 times as long; </source>
        <translation>%1 个未跟踪的步；被跟踪的步耗时为 %2 倍； </translation>
    </message>
    <message>
        <source>%1 cannot be attributed to ops: %2</source>
        <translation>%1 无法归因于算子：%2</translation>
    </message>
    <message>
        <source>No attribution: %1</source>
        <translation>无归因：%1</translation>
    </message>
    <message>
        <source>No op that runs more than once in a step has an energy figure, so there is no attribution by position.</source>
        <translation>在一步中运行多次的算子都没有能量值，因此无法按位置归因。</translation>
    </message>
    <message>
        <source>No op belongs to a module. Record a PyTorch training with its ops.</source>
        <translation>没有算子属于模块。请记录带算子的 PyTorch 训练。</translation>
    </message>
    <message>
        <source>The energy was not attributed. Show this page again to attribute it.</source>
        <translation>能量尚未归因。请再次显示此页以进行归因。</translation>
    </message>
    <message>
        <source>Open a recording, or profile a training, to see the energy of its ops.</source>
        <translation>打开记录或分析一次训练，以查看其算子的能量。</translation>
    </message>
    <message>
        <source>%1 of the energy is unattributed: %2.</source>
        <translation>%1 的能量未归因：%2。</translation>
    </message>
    <message>
        <source>The intervals may be too narrow: %1.</source>
        <translation>区间可能过窄：%1。</translation>
    </message>
    <message>
        <source>The averaging window and latency of %1 are not known, only fitted here. A self-test measures them for later recordings.</source>
        <translation>%1 的平均窗口和延迟未知，仅在此处拟合。自检可为以后的记录测量它们。</translation>
    </message>
    <message>
        <source>Self-test…</source>
        <translation>自检…</translation>
    </message>
    <message>
        <source>Open the page of devices, where the self-test can be started</source>
        <translation>打开设备页，可在其中启动自检</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>, time without ops included,</source>
        <translation>（含无 op 的时间）</translation>
    </message>
    <message>
        <source>%1 of the time is unattributed: %2.</source>
        <translation>%1 的时间未归属：%2。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FailureLine</name>
    <message>
        <source>Show the &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>The output of the training, at its end</source>
        <translation>训练输出的末尾</translation>
    </message>
    <message>
        <source>. The system kills a process in this way when memory is exhausted: try a smaller batch size.</source>
        <translation>。内存耗尽时系统会这样终止进程：请尝试更小的批大小。</translation>
    </message>
    <message>
        <source>. It printed nothing: run the command by itself on the device to find out why.</source>
        <translation>。没有任何输出：请在设备上单独运行该命令以查明原因。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FigureExport</name>
    <message>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Export tables into folder</source>
        <translation>将表格导出到文件夹</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FindBar</name>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Case sensitive</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Previous instance (Shift+F3)</source>
        <translation>上一个实例 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next instance (F3, Enter)</source>
        <translation>下一个实例 (F3、Enter)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>List the ops that match</source>
        <translation>列出匹配的算子</translation>
    </message>
    <message>
        <source>Find ops by name: conv2d, ^aten::.*backward</source>
        <translation>按名称查找算子：conv2d, ^aten::.*backward</translation>
    </message>
    <message>
        <source>Find ops by name</source>
        <translation>按名称查找算子</translation>
    </message>
    <message>
        <source>Ops that match</source>
        <translation>匹配的算子</translation>
    </message>
    <message>
        <source>End the search (Esc)</source>
        <translation>结束查找 (Esc)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No op matches the pattern.</source>
        <translation>没有算子匹配该模式。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>1 instance</source>
        <translation>1 个实例</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 个实例</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FindModel</name>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetController</name>
    <message>
        <source> and %1 more</source>
        <translation> 和另外 %1 个</translation>
    </message>
    <message>
        <source>Runs go on</source>
        <translation>运行仍在继续</translation>
    </message>
    <message>
        <source>A training goes on: %1</source>
        <translation>有一次训练仍在继续：%1</translation>
    </message>
    <message>
        <source>%1 trainings go on: %2</source>
        <translation>有 %1 次训练仍在继续：%2</translation>
    </message>
    <message>
        <source>A run goes on</source>
        <translation>一个运行仍在继续</translation>
    </message>
    <message>
        <source>If the window closes, it continues on its device, and nothing of the recording is lost: the next window offers to fetch the rest.</source>
        <translation>如果关闭窗口，它会在设备上继续运行，记录不会丢失：下一个窗口会提供取回其余部分的选项。</translation>
    </message>
    <message>
        <source>If the window closes, they continue on their devices, and nothing of the recordings is lost: the next window offers to fetch the rest.</source>
        <translation>如果关闭窗口，它们会在各自的设备上继续运行，记录不会丢失：下一个窗口会提供取回其余部分的选项。</translation>
    </message>
    <message>
        <source>&amp;Leave running and close</source>
        <translation>让其继续运行并关闭(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keep the window</source>
        <translation>保留窗口(&amp;K)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetModel</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Device, its board and what it trains</source>
        <translation>设备、其板以及正在训练的内容</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Sorted by the attention that a device needs</source>
        <translation>按设备需要关注的程度排序</translation>
    </message>
    <message>
        <source>Steps/s</source>
        <translation>步/s</translation>
    </message>
    <message>
        <source>Steps a second in the last 10 s, at least over 3 steps; after the end, of the whole run</source>
        <translation>最近 10 s 内每秒的步数，至少跨 3 步；结束后为整次运行的值</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/s</translation>
    </message>
    <message>
        <source>Training samples a second, where the batch size is known</source>
        <translation>每秒训练样本数，前提是批大小已知</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Mean power of the whole system in the last 10 s (VDD_IN, or the sum of the outermost rails); after the end, of the whole run</source>
        <translation>最近 10 s 内整个系统的平均功率（VDD_IN 或最外层供电轨之和）；结束后为整次运行的值</translation>
    </message>
    <message>
        <source>Temp.</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Temperature of the hottest zone; after the end, its largest value</source>
        <translation>最热区域的温度；结束后为其最大值</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Mean utilization in the last 10 s; after the end, of the whole run</source>
        <translation>最近 10 s 内的平均利用率；结束后为整次运行的值</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Largest use of the system in the last 10 s; after the end, of the whole run</source>
        <translation>最近 10 s 内系统的最大占用；结束后为整次运行的值</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Steps so far</source>
        <translation>目前的步数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time since the start of the run</source>
        <translation>自运行开始的时间</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>The line shows the last 2 minutes, from 0 up.</source>
        <translation>曲线显示最近 2 分钟，从 0 起。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>A run was left running here; the start page offers to continue it</source>
        <translation>仍有运行在继续；起始页可以接着记录它</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetPage</name>
    <message>
        <source>No device records yet</source>
        <translation>尚无设备在记录</translation>
    </message>
    <message>
        <source>Choose a device and a training, and press Profile. Do the same for more devices: each is recorded at the same time, and this page shows all of them side by side.</source>
        <translation>选择设备和训练，然后按“分析”。对更多设备重复此操作：所有设备同时记录，此页并排显示它们。</translation>
    </message>
    <message>
        <source>Profile a training…</source>
        <translation>分析一次训练…</translation>
    </message>
    <message>
        <source>Devices that are recorded</source>
        <translation>正在记录的设备</translation>
    </message>
    <message>
        <source>Show timeline</source>
        <translation>显示时间线</translation>
    </message>
    <message>
        <source>Show the recording of the device (Enter)</source>
        <translation>显示该设备的记录 (Enter)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare the recordings of two devices, also while they run; select them with Ctrl+click or Ctrl+Space</source>
        <translation>比较两个设备的记录，也可在其运行时进行；用 Ctrl+单击或 Ctrl+空格选择它们</translation>
    </message>
    <message>
        <source>Leave running</source>
        <translation>让其继续运行</translation>
    </message>
    <message>
        <source>Disconnect; the training goes on, and can be attached to later</source>
        <translation>断开连接；训练继续，以后可以再次接入</translation>
    </message>
    <message>
        <source>Stop training</source>
        <translation>停止训练</translation>
    </message>
    <message>
        <source>End the training of the selected devices, and keep the recordings</source>
        <translation>结束所选设备的训练并保留记录</translation>
    </message>
    <message>
        <source>1 device: %1</source>
        <translation>1 个设备：%1</translation>
    </message>
    <message>
        <source>%1 devices: %2</source>
        <translation>%1 个设备：%2</translation>
    </message>
    <message>
        <source>; %1 together</source>
        <translation>；合计 %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FoldExport</name>
    <message>
        <source>Copy CSV</source>
        <translation>复制 CSV</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Copy the visible waveform, with its band, as CSV (Ctrl+C in the plot)</source>
        <translation>将可见波形及其区间带复制为 CSV（在图中按 Ctrl+C）</translation>
    </message>
    <message>
        <source>Save the visible plot as PNG, SVG or PDF</source>
        <translation>将可见的图保存为 PNG、SVG 或 PDF</translation>
    </message>
    <message numerus="yes">
        <source>The waveform is copied as CSV, %n line(s)</source>
        <translation>
            <numerusform>波形已复制为 CSV，%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>The figure is in %1</source>
        <translation>图已保存到 %1</translation>
    </message>
    <message>
        <source>%1 detected steps of %2, %3 readings; resolution %4</source>
        <translation>%1 个检测到的步，每步 %2，%3 个读数；分辨率 %4</translation>
    </message>
    <message>
        <source>%1 steps of %2, %3 readings; resolution %4</source>
        <translation>%1 步，每步 %2，%3 个读数；分辨率 %4</translation>
    </message>
    <message>
        <source>; averaging window of %1 deconvolved</source>
        <translation>；已对 %1 的平均窗口反卷积</translation>
    </message>
    <message>
        <source>; latency of %1 corrected</source>
        <translation>；已校正 %1 的延迟</translation>
    </message>
    <message>
        <source>No waveform: %1</source>
        <translation>无波形：%1</translation>
    </message>
    <message>
        <source>; the mean step explains %1 of the variance</source>
        <translation>；平均步解释 %1 的方差</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FoldPanel</name>
    <message>
        <source>Cancelled. Choose a channel to fold the steps again.</source>
        <translation>已取消。选择通道以重新折叠各步。</translation>
    </message>
    <message>
        <source>Channel that is folded</source>
        <translation>要折叠的通道</translation>
    </message>
    <message>
        <source>Single steps over the mean step</source>
        <translation>平均步之上的单步</translation>
    </message>
    <message>
        <source>no single steps</source>
        <translation>不显示单步</translation>
    </message>
    <message>
        <source>5 single steps</source>
        <translation>5 个单步</translation>
    </message>
    <message>
        <source>20 single steps</source>
        <translation>20 个单步</translation>
    </message>
    <message>
        <source>Outlier steps</source>
        <translation>离群步</translation>
    </message>
    <message>
        <source>Preparing the steps</source>
        <translation>正在准备各步</translation>
    </message>
    <message>
        <source>Detecting unmarked steps</source>
        <translation>正在检测未标记的步</translation>
    </message>
    <message>
        <source>Folding the steps: %1</source>
        <translation>正在折叠各步：%1</translation>
    </message>
    <message>
        <source>Outliers unknown: %1</source>
        <translation>离群步未知：%1</translation>
    </message>
    <message>
        <source>No outlier steps</source>
        <translation>无离群步</translation>
    </message>
    <message>
        <source>1 outlier step</source>
        <translation>1 个离群步</translation>
    </message>
    <message>
        <source>%1 outlier steps, largest distance first</source>
        <translation>%1 个离群步，按距离从大到小</translation>
    </message>
    <message>
        <source>: </source>
        <translation>: </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GuideWindow</name>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>First profile</source>
        <translation>第一次分析</translation>
    </message>
    <message>
        <source>Add a Jetson</source>
        <translation>添加 Jetson</translation>
    </message>
    <message>
        <source>Reading the timeline</source>
        <translation>阅读时间线</translation>
    </message>
    <message>
        <source>Operations and energy</source>
        <translation>算子与能量</translation>
    </message>
    <message>
        <source>Steps and periods</source>
        <translation>步与周期</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Sweep and study</source>
        <translation>扫描与研究</translation>
    </message>
    <message>
        <source>Import, export, query</source>
        <translation>导入、导出、查询</translation>
    </message>
    <message>
        <source>Troubleshooting</source>
        <translation>故障排除</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>指南目录</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>指南页面</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HealthPanel</name>
    <message>
        <source>at %1</source>
        <translation>于 %1</translation>
    </message>
    <message>
        <source>resolution %1</source>
        <translation>分辨率 %1</translation>
    </message>
    <message>
        <source>averaging window %1</source>
        <translation>平均窗口 %1</translation>
    </message>
    <message>
        <source>update interval %1</source>
        <translation>更新间隔 %1</translation>
    </message>
    <message>
        <source>latency %1</source>
        <translation>延迟 %1</translation>
    </message>
    <message>
        <source>limits unknown</source>
        <translation>极限未知</translation>
    </message>
    <message>
        <source>Health of the recording</source>
        <translation>记录的健康状况</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Profiling overhead</source>
        <translation>分析开销</translation>
    </message>
    <message>
        <source>Agent, CPU</source>
        <translation>代理，CPU</translation>
    </message>
    <message>
        <source>%1 of one core</source>
        <translation>一个核心的 %1</translation>
    </message>
    <message>
        <source>Mean over the run; included in the figures of the cores</source>
        <translation>整次运行的平均值；已包含在核心的数值中</translation>
    </message>
    <message>
        <source>Agent, memory</source>
        <translation>代理，内存</translation>
    </message>
    <message>
        <source>Resident memory at the end</source>
        <translation>结束时的常驻内存</translation>
    </message>
    <message>
        <source>Traced steps</source>
        <translation>被跟踪的步</translation>
    </message>
    <message>
        <source>%1 times as long</source>
        <translation>%1 倍时长</translation>
    </message>
    <message>
        <source>Mean duration: %2 in %1 traced steps, %4 in %3 untraced steps. Tracing does not affect figures of untraced steps</source>
        <translation>平均时长：%1 个被跟踪的步为 %2，%3 个未跟踪的步为 %4。跟踪不影响未跟踪步的数值</translation>
    </message>
    <message>
        <source>Clock error of ops</source>
        <translation>算子的时钟误差</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>不超过 %1</translation>
    </message>
    <message>
        <source>Largest time offset between an op and the samples</source>
        <translation>算子与采样之间的最大时间偏差</translation>
    </message>
    <message>
        <source>unknown so far</source>
        <translation>目前未知</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>used, %1</source>
        <translation>已使用，%1</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>not present</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已使用</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>传感器</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1; the latest %2 are listed</source>
        <translation>%1；列出最近 %2 个</translation>
    </message>
    <message>
        <source>%1 lost at %2</source>
        <translation>%1 丢失于 %2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HelpController</name>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Choose where the training runs: this computer, a Jetson over SSH, or a virtual board. The page shows what the device can measure; Profile starts a training and records it.</source>
        <translation>选择训练运行的位置：本机、通过 SSH 连接的 Jetson 或虚拟板。此页显示设备能测量什么；“分析”启动训练并记录。</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>All rows share one time axis. W and S zoom, A and D move, and a drag selects a range, whose time, energy and utilization are shown at the right. F finds an op.</source>
        <translation>所有行共用一条时间轴。W 和 S 缩放，A 和 D 移动，拖动选择范围，其时间、能量和利用率显示在右侧。F 查找算子。</translation>
    </message>
    <message>
        <source>Ops and energy</source>
        <translation>算子与能量</translation>
    </message>
    <message>
        <source>The tables list ops, steps and their energy, with the interval in which the true value lies in 95 of 100 recordings. A click on a row goes to its place in the timeline.</source>
        <translation>表格列出算子、步及其能量，并给出在 100 次记录中有 95 次包含真值的区间。单击一行会转到时间线中的位置。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HostKeyDialog</name>
    <message>
        <source>Unknown device</source>
        <translation>未知设备</translation>
    </message>
    <message>
        <source>The host key of %1 is unknown.</source>
        <translation>%1 的主机密钥未知。</translation>
    </message>
    <message>
        <source>The device presents the key below. Another machine that poses as the device could read what you type and run your commands. Compare the key with the output of this command on the device:

ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub</source>
        <translation>设备出示了下面的密钥。冒充该设备的其他机器可能读取您输入的内容并执行您的命令。请将密钥与在设备上执行此命令的输出进行比较：

ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub</translation>
    </message>
    <message>
        <source>Fingerprint of the key (%1)</source>
        <translation>密钥指纹 (%1)</translation>
    </message>
    <message>
        <source>&amp;Fingerprint (%1)</source>
        <translation>指纹(&amp;F) (%1)</translation>
    </message>
    <message>
        <source>&amp;Do not connect</source>
        <translation>不连接(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Trust this key</source>
        <translation>信任此密钥(&amp;T)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HostStart</name>
    <message>
        <source>Connect and chec&amp;k</source>
        <translation>连接并检查(&amp;K)</translation>
    </message>
    <message>
        <source>Add it &amp;anyway</source>
        <translation>仍然添加(&amp;A)</translation>
    </message>
    <message>
        <source>Host of the board</source>
        <translation>板的主机</translation>
    </message>
    <message>
        <source>user@host, or user@host:port</source>
        <translation>user@host 或 user@host:port</translation>
    </message>
    <message>
        <source>Log in, install the agent in ~/.stepscope, and list what this board can measure</source>
        <translation>登录，将代理安装到 ~/.stepscope，并列出此板能测量的内容</translation>
    </message>
    <message>
        <source>Keep the host as a device although the connection has failed</source>
        <translation>尽管连接失败，仍将该主机保留为设备</translation>
    </message>
    <message>
        <source>Keys, agents, passwords and ~/.ssh/config work as with ssh.</source>
        <translation>密钥、代理、密码和 ~/.ssh/config 的用法与 ssh 相同。</translation>
    </message>
    <message>
        <source>The list has the hosts of ~/.ssh/config (%1).</source>
        <translation>列表包含 ~/.ssh/config 中的主机（%1）。</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ImportController</name>
    <message>
        <source>Drop to open: recordings, studies, or files of one run to import</source>
        <translation>拖放以打开：记录、研究或要导入的一次运行的文件</translation>
    </message>
    <message>
        <source>Open a recording, a study, or the files of one run</source>
        <translation>打开记录、研究或一次运行的文件</translation>
    </message>
    <message>
        <source>All that can be opened (*.stepscope study.json *.log *.txt *.json *.gz *.nvvp *.nvprof *.sqlite *.db *.pb *.pbtxt *.csv *.tsv);;Recordings (*.stepscope);;All files (*)</source>
        <translation>所有可打开的文件 (*.stepscope study.json *.log *.txt *.json *.gz *.nvvp *.nvprof *.sqlite *.db *.pb *.pbtxt *.csv *.tsv);;记录 (*.stepscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Drop to add files of the same run</source>
        <translation>拖放以添加同一次运行的文件</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>&amp;Files of one run, merged into one recording</source>
        <translation>一次运行的文件，合并为一个记录(&amp;F)</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>要导入的文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>Choose more files of the same run</source>
        <translation>选择同一次运行的更多文件</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove the file from the list  (Del)</source>
        <translation>从列表中移除该文件  (Del)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>The first source is the one that the others are aligned to  (Alt+Up)</source>
        <translation>第一个来源是其他来源对齐的基准  (Alt+Up)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>The first source is the one that the others are aligned to  (Alt+Down)</source>
        <translation>第一个来源是其他来源对齐的基准  (Alt+Down)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>输出(&amp;O)</translation>
    </message>
    <message>
        <source>The new recording; an existing file is never overwritten</source>
        <translation>新记录；绝不覆盖已有文件</translation>
    </message>
    <message>
        <source>I&amp;nterval</source>
        <translation>间隔(&amp;N)</translation>
    </message>
    <message>
        <source>1 s, where the lines of a log have no times</source>
        <translation>日志各行没有时间时为 1 s</translation>
    </message>
    <message>
        <source>Time between two lines of a log of tegrastats whose lines have no times, for example 500 ms</source>
        <translation>tegrastats 日志的行没有时间时，两行之间的时间，例如 500 ms</translation>
    </message>
    <message>
        <source>&amp;Time column</source>
        <translation>时间列(&amp;T)</translation>
    </message>
    <message>
        <source>by its name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>The column of a CSV file that contains the time</source>
        <translation>CSV 文件中包含时间的列</translation>
    </message>
    <message>
        <source>Unit&amp;s</source>
        <translation>单位(&amp;S)</translation>
    </message>
    <message>
        <source>from the header</source>
        <translation>取自表头</translation>
    </message>
    <message>
        <source>Units that the header of a CSV file does not state, of the time and of columns, for example: ms, power=mW</source>
        <translation>CSV 文件表头未给出的时间和列的单位，例如：ms, power=mW</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>Reading and aligning the files</source>
        <translation>正在读取并对齐文件</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>无法识别</translation>
    </message>
    <message>
        <source> Remove it from the list.</source>
        <translation> 请将其从列表中移除。</translation>
    </message>
    <message>
        <source>The other files are merged into a copy of the recording, at the real time that they state.</source>
        <translation>其他文件按其给出的实际时间合并到记录的副本中。</translation>
    </message>
    <message>
        <source>The files are aligned to the first one, by their clocks or by the activity in them. The alignment is shown afterwards, and can be corrected.</source>
        <translation>各文件根据其时钟或其中的活动与第一个文件对齐。之后会显示对齐结果，并可更正。</translation>
    </message>
    <message>
        <source>Files of the same run</source>
        <translation>同一次运行的文件</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope)</source>
        <translation>记录 (*.stepscope)</translation>
    </message>
    <message>
        <source>%1 is a second recording: an import merges files into one. Remove it from the list.</source>
        <translation>%1 是第二个记录：导入将文件合并为一个记录。请将其从列表中移除。</translation>
    </message>
    <message>
        <source>The list holds a recording only: add the files that are to be merged into it.</source>
        <translation>列表中只有一个记录：请添加要合并到其中的文件。</translation>
    </message>
    <message>
        <source>Write the name of the new recording.</source>
        <translation>请写出新记录的名称。</translation>
    </message>
    <message>
        <source>%1 exists, and files are never overwritten: choose another name.</source>
        <translation>%1 已存在，而文件绝不会被覆盖：请选择其他名称。</translation>
    </message>
    <message>
        <source>“%1” is not an interval: write a time, for example 500 ms.</source>
        <translation>“%1”不是间隔：请写一个时间，例如 500 ms。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>write its name into “Time column”</source>
        <translation>将其名称写入“时间列”</translation>
    </message>
    <message>
        <source>write it into “Units”</source>
        <translation>将其写入“单位”</translation>
    </message>
    <message>
        <source>The import was cancelled; no file was written.</source>
        <translation>导入已取消；未写入任何文件。</translation>
    </message>
    <message>
        <source>More files that wait for the end of this import: %1</source>
        <translation>等待此次导入结束的其他文件：%1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Inspector</name>
    <message>
        <source>Figures of the range</source>
        <translation>范围的数值</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>自 %1</translation>
    </message>
    <message>
        <source>no whole step</source>
        <translation>无完整的步</translation>
    </message>
    <message>
        <source>1 whole step</source>
        <translation>1 个完整的步</translation>
    </message>
    <message>
        <source>%1 whole steps</source>
        <translation>%1 个完整的步</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>Drag over the timeline to see the figures of a range.</source>
        <translation>在时间线上拖动以查看某个范围的数值。</translation>
    </message>
    <message>
        <source>sum of %1 ranges, the first from %2</source>
        <translation>%1 个范围之和，第一个自 %2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::InstancesModel</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::InstancesPanel</name>
    <message>
        <source>Choose an op to see the durations of its instances.</source>
        <translation>选择算子以查看其各实例的时长。</translation>
    </message>
    <message>
        <source>Instances of the op</source>
        <translation>该算子的实例</translation>
    </message>
    <message>
        <source>Axis of the durations</source>
        <translation>时长轴</translation>
    </message>
    <message>
        <source>automatic axis</source>
        <translation>自动轴</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>%1 of %2 instances, %3 to %4</source>
        <translation>%1 个实例（共 %2 个），%3 至 %4</translation>
    </message>
    <message>
        <source>%1 instances; drag over the bars to select a range</source>
        <translation>%1 个实例；在条形上拖动以选择范围</translation>
    </message>
    <message>
        <source>; the longest %1 are listed</source>
        <translation>；列出最长的 %1 个</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogModel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Time since the start of the recording; click to go there</source>
        <translation>自记录开始的时间；单击以转到该处</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogPanel</name>
    <message>
        <source>Follo&amp;w the end</source>
        <translation>跟随末尾(&amp;W)</translation>
    </message>
    <message>
        <source>The training has no output.</source>
        <translation>该训练没有输出。</translation>
    </message>
    <message>
        <source>Search the log; Enter: next, Shift+Enter: previous</source>
        <translation>搜索日志；Enter：下一个，Shift+Enter：上一个</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>&amp;Copy selected lines</source>
        <translation>复制所选行(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;within the line</source>
        <translation>在行内选择(&amp;W)</translation>
    </message>
    <message>
        <source>Select &amp;all lines</source>
        <translation>选择所有行(&amp;A)</translation>
    </message>
    <message>
        <source>Copy whole log as &amp;CSV</source>
        <translation>将整个日志复制为 CSV(&amp;C)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Search continued from the other end</source>
        <translation>已从另一端继续搜索</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogTable</name>
    <message>
        <source>Output of the training</source>
        <translation>训练的输出</translation>
    </message>
    <message>
        <source>Times of the lines</source>
        <translation>各行的时间</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MainWindow</name>
    <message>
        <source>&amp;Recording</source>
        <translation>记录(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>  (virtual board)</source>
        <translation>  （虚拟板）</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Study %1</source>
        <translation>研究 %1</translation>
    </message>
    <message>
        <source>%1 – Stepscope</source>
        <translation>%1 – Stepscope</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>设备群</translation>
    </message>
    <message>
        <source>Open recording</source>
        <translation>打开记录</translation>
    </message>
    <message>
        <source>Open study</source>
        <translation>打开研究</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>Devices and captures</source>
        <translation>设备和采集</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MessageLine</name>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Navigator</name>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>There is no step %1. The recording has no steps.</source>
        <translation>没有步 %1。该记录没有步。</translation>
    </message>
    <message>
        <source>There is no step %1. The recording has %2 steps, %3 to %4.</source>
        <translation>没有步 %1。该记录有 %2 步，从 %3 至 %4。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::NotesButton</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>说明（%1）</translation>
    </message>
    <message>
        <source>Show the full text</source>
        <translation>显示全文</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ObservationList</name>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Observation</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>The study: %1</source>
        <translation>研究：%1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ObservationsPanel</name>
    <message>
        <source>Checking the observations</source>
        <translation>正在检验观察</translation>
    </message>
    <message>
        <source>The observations were not checked. Show this page again to check them.</source>
        <translation>观察尚未检验。请再次显示此页以进行检验。</translation>
    </message>
    <message>
        <source>Open a recording, or profile a training, to check the observations.</source>
        <translation>打开记录或分析一次训练，以检验观察。</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OpsModel</name>
    <message>
        <source>95 % confidence interval: %1</source>
        <translation>95 % 置信区间：%1</translation>
    </message>
    <message>
        <source>%1 rows: %2</source>
        <translation>%1 行：%2</translation>
    </message>
    <message>
        <source>The data determine the sum of these rows only:
%1
%2</source>
        <translation>数据只能确定这些行之和：
%1
%2</translation>
    </message>
    <message>
        <source>Being computed</source>
        <translation>正在计算</translation>
    </message>
    <message>
        <source>The ops that it calls take all of its time, and have its energy</source>
        <translation>它调用的算子占用其全部时间，并包含其能量</translation>
    </message>
    <message>
        <source>Not separable from other ops: it always runs together with them, or too rarely and too briefly for the sampling period</source>
        <translation>无法与其他算子分离：它总是与它们一起运行，或相对采样周期运行得太少、太短</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>步与步之间</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>步 %1</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>（无模块）</translation>
    </message>
    <message>
        <source>(no shapes)</source>
        <translation>（无形状）</translation>
    </message>
    <message>
        <source>%1 shapes</source>
        <translation>%1 种形状</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>Op or group of the row</source>
        <translation>该行的算子或组</translation>
    </message>
    <message>
        <source>Shapes of the inputs, or their number if they differ</source>
        <translation>输入的形状，不同时为其种数</translation>
    </message>
    <message>
        <source>Instances of which a part lies in the range</source>
        <translation>有一部分位于范围内的实例</translation>
    </message>
    <message>
        <source>Time of all instances in the range; nested instances of the same row count once</source>
        <translation>范围内所有实例的时间；同一行的嵌套实例只计一次</translation>
    </message>
    <message>
        <source>Time in the range without called ops</source>
        <translation>范围内的时间，不含所调用的算子</translation>
    </message>
    <message>
        <source>Mean duration of the instances, each at full length even if the range cuts it</source>
        <translation>实例的平均时长，每个按全长计，即使被范围截断</translation>
    </message>
    <message>
        <source>Median duration of the instances, each at full length</source>
        <translation>实例时长的中位数，每个按全长计</translation>
    </message>
    <message>
        <source>95th percentile of the durations of the instances, each at full length</source>
        <translation>实例时长的第 95 百分位数，每个按全长计</translation>
    </message>
    <message>
        <source>Longest instance, at full length</source>
        <translation>最长的实例，按全长计</translation>
    </message>
    <message>
        <source>Energy of %1 added by the op, by regression on the times when ops ran, with the 95 % interval; energy without any op is separate</source>
        <translation>该算子增加的 %1 能量，通过对算子运行时间的回归得出，附 95 % 区间；无任何算子时的能量单独列出</translation>
    </message>
    <message>
        <source>No rail was measured</source>
        <translation>未测量任何供电轨</translation>
    </message>
    <message>
        <source>Energy of %1 during the self time of the instances in the range. Common method; wrong for ops shorter than the sampling period, and ops that run at the same time each get the whole energy</source>
        <translation>范围内实例自身时间期间 %1 的能量。常用方法；对短于采样周期的算子不正确，同时运行的算子各自计入全部能量</translation>
    </message>
    <message>
        <source>Share of the self time of all ops in the range</source>
        <translation>占范围内所有算子自身时间的份额</translation>
    </message>
    <message>
        <source>Achieved floating-point operations per second, for ops whose shapes determine their number</source>
        <translation>每秒实际浮点运算数，适用于由形状可确定运算数的算子</translation>
    </message>
    <message>
        <source>Lower bound of the memory traffic per second: each input and output once</source>
        <translation>每秒内存流量的下界：每个输入和输出各一次</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Energy by time</source>
        <translation>按时间的能量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OpsPanel</name>
    <message>
        <source>Energy of</source>
        <translation>能量来源</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Filter by name or shapes</source>
        <translation>按名称或形状筛选</translation>
    </message>
    <message>
        <source>Filter ops by name or shapes</source>
        <translation>按名称或形状筛选算子</translation>
    </message>
    <message>
        <source>Grouping of the rows</source>
        <translation>行的分组</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>算子和形状</translation>
    </message>
    <message>
        <source>op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Rail of the energy columns</source>
        <translation>能量列的供电轨</translation>
    </message>
    <message>
        <source>The rail whose energy is attributed to ops</source>
        <translation>其能量归因于算子的供电轨</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>行按</translation>
    </message>
    <message>
        <source>Energy of %1: %2.</source>
        <translation>%1 的能量：%2。</translation>
    </message>
    <message>
        <source>%1: computing, %2</source>
        <translation>%1：正在计算，%2</translation>
    </message>
    <message>
        <source>%1: the %2 largest of %3 rows</source>
        <translation>%1：%3 行中最大的 %2 行</translation>
    </message>
    <message>
        <source>%1: %2 ops</source>
        <translation>%1：%2 个算子</translation>
    </message>
    <message>
        <source>%1: %2 of %3 ops</source>
        <translation>%1：%2 个算子，共 %3 个</translation>
    </message>
    <message>
        <source>%1: %2 of %3 rows</source>
        <translation>%1：%2 行，共 %3 行</translation>
    </message>
    <message>
        <source>Ops were not traced in this run. Choose the steps to trace in the capture form.</source>
        <translation>此次运行未跟踪算子。请在采集表单中选择要跟踪的步。</translation>
    </message>
    <message>
        <source>4 to 8, and at intervals afterwards,</source>
        <translation>4 至 8，之后每隔一段时间</translation>
    </message>
    <message>
        <source>No ops were recorded. They are traced in steps %1 of the run.</source>
        <translation>未记录算子。运行中跟踪算子的步：%1。</translation>
    </message>
    <message>
        <source>No ops yet. They are traced in steps %1 of the run.</source>
        <translation>尚无算子。运行中跟踪算子的步：%1。</translation>
    </message>
    <message>
        <source>Ops were recorded in the first steps only, which the figures of the whole run exclude. Select these steps in the timeline, or change the number of excluded steps in the menu View.</source>
        <translation>仅在最初几步中记录了算子，而整次运行的数值排除了这些步。请在时间线中选择这些步，或在“视图”菜单中更改排除的步数。</translation>
    </message>
    <message>
        <source>No ops in the selection. They are traced in steps %1 of the run.</source>
        <translation>所选范围内没有算子。运行中跟踪算子的步：%1。</translation>
    </message>
    <message>
        <source>Show its &amp;instances</source>
        <translation>显示其实例(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Filter the table by its name</source>
        <translation>按其名称筛选表格(&amp;F)</translation>
    </message>
    <message>
        <source>Fin&amp;d it in the timeline</source>
        <translation>在时间线中查找(&amp;D)</translation>
    </message>
    <message>
        <source>Copy its &amp;name</source>
        <translation>复制其名称(&amp;N)</translation>
    </message>
    <message>
        <source>Show its &amp;energy</source>
        <translation>显示其能量(&amp;E)</translation>
    </message>
    <message>
        <source>The imported files contain no ops. Import them together with a trace of the same run.</source>
        <translation>导入的文件不含算子。请与同一次运行的跟踪文件一起导入。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OutliersModel</name>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>典型值</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Distance from the mean step in standard deviations, and the quantity</source>
        <translation>与平均步的距离（以标准差计），以及对应的量</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>no op: between ops</source>
        <translation>无算子：在算子之间</translation>
    </message>
    <message>
        <source>%1 %2, estimated from its readings</source>
        <translation>%1 %2，由读数估计</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Palette</name>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Recording, page, op or action</source>
        <translation>记录、页面、算子或动作</translation>
    </message>
    <message>
        <source>Part of the name of a recording, page, op or action</source>
        <translation>记录、页面、算子或动作名称的一部分</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>没有匹配项。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::PaperDialog</name>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Cursors, bookmarks and high&amp;lights</source>
        <translation>光标、书签和高亮(&amp;L)</translation>
    </message>
    <message>
        <source>Also write the &amp;data as CSV</source>
        <translation>同时将数据写为 CSV(&amp;D)</translation>
    </message>
    <message>
        <source>Figure for a paper</source>
        <translation>论文用图</translation>
    </message>
    <message>
        <source>PDF, vector</source>
        <translation>PDF，矢量</translation>
    </message>
    <message>
        <source>SVG, vector</source>
        <translation>SVG，矢量</translation>
    </message>
    <message>
        <source>PNG, pixels</source>
        <translation>PNG，像素</translation>
    </message>
    <message>
        <source>One column, %1 mm</source>
        <translation>单栏，%1 mm</translation>
    </message>
    <message>
        <source>Two columns, %1 mm</source>
        <translation>双栏，%1 mm</translation>
    </message>
    <message>
        <source>Other width</source>
        <translation>其他宽度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>height of the rows</source>
        <translation>各行的高度</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>与窗口相同</translation>
    </message>
    <message>
        <source>The visible range</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>The whole recording</source>
        <translation>整个记录</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Beside the figure: times, extremes and means of each pixel column, and every box</source>
        <translation>与图一同写出：每个像素列的时间、极值和平均值，以及每个方框</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>图的预览</translation>
    </message>
    <message>
        <source>Cop&amp;y picture</source>
        <translation>复制图片(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>版位(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>Fo&amp;nt</source>
        <translation>字体(&amp;N)</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>字号(&amp;Z)</translation>
    </message>
    <message>
        <source>Loo&amp;k</source>
        <translation>外观(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>Row&amp;s</source>
        <translation>行(&amp;S)</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels</source>
        <translation>%1，%2 × %3 像素</translation>
    </message>
    <message>
        <source>%1 figures (*.%2)</source>
        <translation>%1 图 (*.%2)</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::QueryPanel</name>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Save all rows</source>
        <translation>保存所有行</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>语句</translation>
    </message>
    <message>
        <source>Tables: spans, ops, steps, samples, channels, rails, lanes, links, events, losses, log, run</source>
        <translation>表：spans, ops, steps, samples, channels, rails, lanes, links, events, losses, log, run</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Run the statement (Ctrl+Enter)</source>
        <translation>运行该语句 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Stop the statement (Esc)</source>
        <translation>停止该语句 (Esc)</translation>
    </message>
    <message>
        <source>Rows of the query</source>
        <translation>查询的行</translation>
    </message>
    <message>
        <source>Highlight in timeline</source>
        <translation>在时间线中高亮</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>保存为 CSV…</translation>
    </message>
    <message>
        <source>Run the statement again and write all its rows</source>
        <translation>再次运行该语句并写出所有行</translation>
    </message>
    <message>
        <source>The query was cancelled.</source>
        <translation>查询已取消。</translation>
    </message>
    <message>
        <source>%1 was written.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>No span lies in the ranges of these rows: there is nothing to highlight.</source>
        <translation>这些行的范围内没有区间：没有可高亮的内容。</translation>
    </message>
    <message>
        <source>Choose an example, or write a statement, and press Ctrl+Enter.</source>
        <translation>选择一个示例或写一条语句，然后按 Ctrl+Enter。</translation>
    </message>
    <message>
        <source>The first %1 rows; Save as CSV writes all</source>
        <translation>前 %1 行；“保存为 CSV”可写出所有行</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Highlight the spans of all rows, or those in their ranges, and fade the others</source>
        <translation>高亮所有行的区间或其范围内的区间，并淡化其他区间</translation>
    </message>
    <message>
        <source>The rows need columns start_ns and end_ns, or start_ns and duration_ns</source>
        <translation>各行需要列 start_ns 和 end_ns，或 start_ns 和 duration_ns</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecentRecordings</name>
    <message>
        <source>None yet. Start a training above, or drop a recording, a trace or a log into the window.</source>
        <translation>尚无。请在上方启动训练，或将记录、跟踪文件或日志拖入窗口。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecordingCard</name>
    <message>
        <source>Remove from this list; the file stays</source>
        <translation>从此列表中移除；文件保留</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>%1 (virtual)</source>
        <translation>%1（虚拟）</translation>
    </message>
    <message>
        <source>d MMM yyyy, HH:mm</source>
        <translation>yyyy年M月d日 HH:mm</translation>
    </message>
    <message>
        <source>Open the recording %1</source>
        <translation>打开记录 %1</translation>
    </message>
    <message>
        <source>Remove %1 from this list</source>
        <translation>从此列表中移除 %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecordingPage</name>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Stop connecting; the run continues on the device</source>
        <translation>停止连接；运行在设备上继续</translation>
    </message>
    <message>
        <source>Contin&amp;ue</source>
        <translation>继续(&amp;U)</translation>
    </message>
    <message>
        <source>Fetch the rest into the same file, and follow the run while it goes on</source>
        <translation>将其余部分取回同一文件，并在运行继续期间跟随</translation>
    </message>
    <message>
        <source>Health (%1)</source>
        <translation>健康 (%1)</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选范围</translation>
    </message>
    <message>
        <source>In view</source>
        <translation>可见部分</translation>
    </message>
    <message>
        <source>without the first step</source>
        <translation>不含第一步</translation>
    </message>
    <message>
        <source>without the first %1 steps</source>
        <translation>不含前 %1 步</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整次运行</translation>
    </message>
    <message>
        <source>&amp;Attach</source>
        <translation>接入(&amp;A)</translation>
    </message>
    <message>
        <source>%1 selections</source>
        <translation>%1 个所选范围</translation>
    </message>
    <message>
        <source>Steps %1–%2</source>
        <translation>步 %1–%2</translation>
    </message>
    <message>
        <source>Sum of %1 selections, %2</source>
        <translation>%1 个选区之和，%2</translation>
    </message>
    <message>
        <source>%1, traced in %2 of %3 steps</source>
        <translation>%1，跟踪了 %3 步中的 %2 步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ResultsModel</name>
    <message>
        <source>pending</source>
        <translation>待运行</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>ok, throttled</source>
        <translation>正常，有降频</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Power setting</source>
        <translation>功率设置</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/s</translation>
    </message>
    <message>
        <source>Throughput over the counted steps</source>
        <translation>计入的步的吞吐量</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Mean duration of a step</source>
        <translation>一步的平均时长</translation>
    </message>
    <message>
        <source>Step CV</source>
        <translation>步 CV</translation>
    </message>
    <message>
        <source>Standard deviation of the durations of steps over their mean</source>
        <translation>步时长的标准差除以平均值</translation>
    </message>
    <message>
        <source>Energy/step</source>
        <translation>能量/步</translation>
    </message>
    <message>
        <source>Energy of the whole system for a step</source>
        <translation>整个系统一步的能量</translation>
    </message>
    <message>
        <source>Energy/sample</source>
        <translation>能量/样本</translation>
    </message>
    <message>
        <source>Energy of the whole system for a training sample</source>
        <translation>整个系统每个训练样本的能量</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Mean utilization of the cores online</source>
        <translation>在线核心的平均利用率</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Utilization of the GPU</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
    <message>
        <source>Most memory in use on the device</source>
        <translation>设备上内存占用的最大值</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>The last accuracy that the training printed</source>
        <translation>训练最后输出的准确率</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why the training failed</source>
        <translation>训练失败的原因</translation>
    </message>
    <message>
        <source>%1
Last output of the training:
%2</source>
        <translation>%1
训练的最后输出：
%2</translation>
    </message>
    <message>
        <source>No recording yet</source>
        <translation>尚无记录</translation>
    </message>
    <message>
        <source>Double-click or Enter opens the recording</source>
        <translation>双击或按 Enter 打开记录</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RowsMenu</name>
    <message>
        <source>Timeline &amp;rows</source>
        <translation>时间线的行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Rails</source>
        <translation>供电轨(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>排列(&amp;A)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>概览(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Frame times</source>
        <translation>帧时间(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心</translation>
    </message>
    <message>
        <source>CPU, mean of its cores</source>
        <translation>CPU，各核心平均</translation>
    </message>
    <message>
        <source>CPU of the training</source>
        <translation>训练的 CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory controller</source>
        <translation>内存控制器</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Temperatures</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Other channels</source>
        <translation>其他通道</translation>
    </message>
    <message>
        <source>Va&amp;lues beside the rows</source>
        <translation>行旁的数值(&amp;L)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SecretDialog</name>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Used for this connection only and never stored.</source>
        <translation>仅用于此次连接，绝不保存。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SelectionStrip</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>全部导出</translation>
    </message>
    <message>
        <source>Compare the two recordings; one that is being recorded is followed</source>
        <translation>比较两个记录；正在记录的会被跟随</translation>
    </message>
    <message>
        <source>Test the twelve observations of the study over these recordings, as one study</source>
        <translation>将这些记录作为一个研究，检验该研究的十二条观察</translation>
    </message>
    <message>
        <source>Write a file for each recording into one folder</source>
        <translation>为每个记录写一个文件到同一文件夹</translation>
    </message>
    <message>
        <source>%1 recordings selected</source>
        <translation>已选择 %1 个记录</translation>
    </message>
    <message>
        <source>Export %1 recordings into</source>
        <translation>将 %1 个记录导出到</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Key or gesture</source>
        <translation>按键或手势</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Find a key or an action</source>
        <translation>查找按键或动作</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Sidebar</name>
    <message>
        <source>Devices, recordings and studies</source>
        <translation>设备、记录和研究</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>研究</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>%1: click to profile on this device</source>
        <translation>%1：单击以在此设备上分析</translation>
    </message>
    <message>
        <source>%1
Double-click to open</source>
        <translation>%1
双击打开</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>&amp;Profile on this device</source>
        <translation>在此设备上分析(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Compare with the recording on display</source>
        <translation>与正在显示的记录比较(&amp;C)</translation>
    </message>
    <message>
        <source>Re&amp;name…	F2</source>
        <translation>重命名(&amp;N)…	F2</translation>
    </message>
    <message>
        <source>Show in its &amp;folder</source>
        <translation>在文件夹中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Rename the recording</source>
        <translation>重命名记录</translation>
    </message>
    <message>
        <source>New name of the file, which stays in %1:</source>
        <translation>文件的新名称（文件保留在 %1）：</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartController</name>
    <message>
        <source>The recording is of the device %1. Choose it, press “Check device”, then “Self-test”.</source>
        <translation>该记录来自设备 %1。选择该设备，按“检查设备”，然后按“自检”。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartPage</name>
    <message>
        <source>&amp;Show the live recording</source>
        <translation>显示实时记录(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Train it here</source>
        <translation>在此训练(&amp;T)</translation>
    </message>
    <message>
        <source>Looking for PyTorch…</source>
        <translation>正在查找 PyTorch…</translation>
    </message>
    <message>
        <source>A real training: cores, memory and op spans of this computer</source>
        <translation>真实的训练：本机的核心、内存和算子区间</translation>
    </message>
    <message>
        <source>Try a virtual board</source>
        <translation>试用虚拟板</translation>
    </message>
    <message>
        <source>A modelled training on a simulated Jetson, through the real agent. It needs no hardware and takes less than a minute.</source>
        <translation>通过真实代理在模拟的 Jetson 上进行建模训练。无需硬件，用时不到一分钟。</translation>
    </message>
    <message>
        <source>Train the small CNN here</source>
        <translation>在此训练小型 CNN</translation>
    </message>
    <message>
        <source>%1 real training steps of a small network on this computer, with PyTorch.</source>
        <translation>在本机用 PyTorch 对小型网络进行 %1 个真实训练步。</translation>
    </message>
    <message>
        <source>Add a Jetson</source>
        <translation>添加 Jetson</translation>
    </message>
    <message>
        <source>Over SSH. One static program is installed in ~/.stepscope on the board; no port is opened.</source>
        <translation>通过 SSH。只在板上的 ~/.stepscope 中安装一个静态程序；不打开任何端口。</translation>
    </message>
    <message>
        <source>Where do the time, the watts and the memory of a training step go?</source>
        <translation>训练步的时间、功率和内存都用在哪里？</translation>
    </message>
    <message>
        <source>Record a training, and see every step on one time axis.</source>
        <translation>记录一次训练，在一条时间轴上查看每一步。</translation>
    </message>
    <message>
        <source>Open a fi&amp;le…</source>
        <translation>打开文件(&amp;L)…</translation>
    </message>
    <message>
        <source>A recording, a study, or a log or trace of another program</source>
        <translation>记录、研究，或其他程序的日志或跟踪文件</translation>
    </message>
    <message>
        <source>Recent recordings</source>
        <translation>最近的记录</translation>
    </message>
    <message>
        <source>&amp;Show the %1 live recordings</source>
        <translation>显示 %1 个实时记录(&amp;S)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StatusLine</name>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Installing the agent</source>
        <translation>正在安装代理</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>正在重新连接</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Recorded time</source>
        <translation>已记录时间</translation>
    </message>
    <message>
        <source>Size of the recording</source>
        <translation>记录的大小</translation>
    </message>
    <message>
        <source>Profiling overhead on the device: share of one core, resident memory</source>
        <translation>设备上的分析开销：一个核心的占比、常驻内存</translation>
    </message>
    <message>
        <source>Between the cursors A and B</source>
        <translation>光标 A 和 B 之间</translation>
    </message>
    <message>
        <source>A to B: %1</source>
        <translation>A 至 B：%1</translation>
    </message>
    <message>
        <source>Recording without an end: the run was cut off, or is still running</source>
        <translation>记录没有结尾：运行被中断，或仍在进行</translation>
    </message>
    <message>
        <source>Run failed: %1</source>
        <translation>运行失败：%1</translation>
    </message>
    <message>
        <source>The recording ended before the training, which may still run</source>
        <translation>记录先于训练结束，训练可能仍在运行</translation>
    </message>
    <message>
        <source>Run was stopped</source>
        <translation>运行已停止</translation>
    </message>
    <message>
        <source>Run ended by signal %1</source>
        <translation>运行因信号 %1 结束</translation>
    </message>
    <message>
        <source>Imported from %1</source>
        <translation>导入自 %1</translation>
    </message>
    <message>
        <source>Run ended; its exit status is not known</source>
        <translation>运行已结束；退出状态未知</translation>
    </message>
    <message>
        <source>Run ended with exit status %1</source>
        <translation>运行以退出状态 %1 结束</translation>
    </message>
    <message>
        <source>agent %1</source>
        <translation>代理 %1</translation>
    </message>
    <message>
        <source>no losses</source>
        <translation>无丢失</translation>
    </message>
    <message>
        <source>losses: %1</source>
        <translation>丢失：%1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsModel</name>
    <message>
        <source>traced</source>
        <translation>有跟踪</translation>
    </message>
    <message>
        <source>▲ long</source>
        <translation>▲ 长</translation>
    </message>
    <message>
        <source>▼ short</source>
        <translation>▼ 短</translation>
    </message>
    <message>
        <source>More than 3.5 robust standard deviations from the median of similar steps</source>
        <translation>与相似步的中位数相差超过 3.5 个稳健标准差</translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation>参数：%1</translation>
    </message>
    <message>
        <source>Gradients: %1</source>
        <translation>梯度：%1</translation>
    </message>
    <message>
        <source>Optimizer state: %1</source>
        <translation>优化器状态：%1</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>输入：%1</translation>
    </message>
    <message>
        <source>Intermediate, at most: %1</source>
        <translation>中间张量，至多：%1</translation>
    </message>
    <message>
        <source>Reserved by the allocator: %1</source>
        <translation>分配器保留：%1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能量</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Intermediate</source>
        <translation>中间张量</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/s</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Duration outlier</source>
        <translation>时长异常</translation>
    </message>
    <message>
        <source>Number of the step</source>
        <translation>步的编号</translation>
    </message>
    <message>
        <source>Since the beginning of the recording</source>
        <translation>自记录开始</translation>
    </message>
    <message>
        <source>From its mark to the next</source>
        <translation>从其标记到下一个标记</translation>
    </message>
    <message>
        <source>Of the whole system, without counting a rail twice; only of steps that samples cover completely (99 %)</source>
        <translation>整个系统的能量，不重复计算供电轨；仅限采样完全覆盖（99 %）的步</translation>
    </message>
    <message>
        <source>Mean power of the whole system</source>
        <translation>整个系统的平均功率</translation>
    </message>
    <message>
        <source>Mean utilization of the cores online</source>
        <translation>在线核心的平均利用率</translation>
    </message>
    <message>
        <source>Mean utilization</source>
        <translation>平均利用率</translation>
    </message>
    <message>
        <source>Peak in the step: of GPU tensors if the framework reports them, else of the training&apos;s resident memory</source>
        <translation>步内峰值：若框架报告则为 GPU 张量，否则为训练的常驻内存</translation>
    </message>
    <message>
        <source>Peak in the step of all tensors other than parameters, gradients, optimizer state and inputs; with CUDA only</source>
        <translation>步内除参数、梯度、优化器状态和输入外所有张量的峰值；仅限 CUDA</translation>
    </message>
    <message>
        <source>If the script reports the number of samples of a step</source>
        <translation>脚本报告每步的样本数时显示</translation>
    </message>
    <message>
        <source>Whether the ops of the step were recorded</source>
        <translation>是否记录了该步的算子</translation>
    </message>
    <message>
        <source>Steps far longer or shorter than similar steps</source>
        <translation>比相似的步长得多或短得多的步</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsPanel</name>
    <message>
        <source>Compare the &amp;two steps</source>
        <translation>比较这两步(&amp;T)</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Select two rows with Ctrl</source>
        <translation>用 Ctrl 选择两行</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>%1: %2 of %3 steps</source>
        <translation>%1：%3 步中的 %2 步</translation>
    </message>
    <message>
        <source>The imported files contain no steps.</source>
        <translation>导入的文件不含步。</translation>
    </message>
    <message>
        <source>No steps were reported.</source>
        <translation>没有报告任何步。</translation>
    </message>
    <message>
        <source>No steps yet.</source>
        <translation>尚无步。</translation>
    </message>
    <message>
        <source>PyTorch trainings report them automatically. Any other script can call: import stepscope; stepscope.step(samples=32)</source>
        <translation>PyTorch 训练会自动报告步。其他脚本可调用：import stepscope; stepscope.step(samples=32)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyController</name>
    <message>
        <source>Open study: its folder, with study.json</source>
        <translation>打开研究：含 study.json 的文件夹</translation>
    </message>
    <message>
        <source>Compare with the study in this folder</source>
        <translation>与此文件夹中的研究比较</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Data (*.csv)</source>
        <translation>数据 (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Vector picture (*.svg)</source>
        <translation>矢量图 (*.svg)</translation>
    </message>
    <message>
        <source>Vector picture (*.pdf)</source>
        <translation>矢量图 (*.pdf)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyObservationsPage</name>
    <message>
        <source>Trainings that the observations are tested on</source>
        <translation>用于检验观察的训练</translation>
    </message>
    <message>
        <source>Test the observations</source>
        <translation>检验观察</translation>
    </message>
    <message>
        <source>Trainings of</source>
        <translation>训练范围</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>检验已取消。</translation>
    </message>
    <message>
        <source>%1 (%2 training)</source>
        <translation>%1（%2 次训练）</translation>
    </message>
    <message>
        <source>%1 (%2 trainings)</source>
        <translation>%1（%2 次训练）</translation>
    </message>
    <message>
        <source>Reading the recordings of the study</source>
        <translation>正在读取研究的记录</translation>
    </message>
    <message>
        <source>The study has no training that succeeded, so there is nothing to test.</source>
        <translation>该研究没有成功的训练，因此没有可检验的内容。</translation>
    </message>
    <message>
        <source>Not tested yet. The test reads every recording of the study and says which of the twelve observations of the paper hold in it.</source>
        <translation>尚未检验。检验会读取该研究的每一份记录，并说明论文的十二条观察中哪些在该研究中成立。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyPage</name>
    <message>
        <source>Table I</source>
        <translation>表 I</translation>
    </message>
    <message>
        <source>Table II</source>
        <translation>表 II</translation>
    </message>
    <message>
        <source>Figure %1</source>
        <translation>图 %1</translation>
    </message>
    <message>
        <source>Results, figures and tables of the study</source>
        <translation>研究的结果、图和表</translation>
    </message>
    <message>
        <source>Compare with study…</source>
        <translation>与研究比较…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Save what is shown: a figure as PNG, SVG, PDF or CSV, a table as CSV</source>
        <translation>保存所显示的内容：图存为 PNG、SVG、PDF 或 CSV，表格存为 CSV</translation>
    </message>
    <message>
        <source>Results of the trainings</source>
        <translation>训练的结果</translation>
    </message>
    <message>
        <source>Table of the study</source>
        <translation>研究的表格</translation>
    </message>
    <message>
        <source>Differences of the two studies</source>
        <translation>两个研究的差异</translation>
    </message>
    <message>
        <source>%1 of %2 trainings done</source>
        <translation>已完成 %1 次训练，共 %2 次</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 次失败</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在 %1 上</translation>
    </message>
    <message>
        <source>simulated board</source>
        <translation>模拟板</translation>
    </message>
    <message>
        <source>first steps of each left out: %1</source>
        <translation>各排除的前几步：%1</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1 of A and B</source>
        <translation>A 和 B 的%1</translation>
    </message>
    <message>
        <source>%1: nothing, as no training measured it.</source>
        <translation>%1：无，因为没有训练测量它。</translation>
    </message>
    <message>
        <source>“%1” is empty. %2</source>
        <translation>“%1”为空。%2</translation>
    </message>
    <message>
        <source>A click on a point, or Enter on it after the arrow keys, opens its recording.</source>
        <translation>单击某点，或用方向键移到该点后按 Enter，可打开其记录。</translation>
    </message>
    <message>
        <source>Bars are 95 % intervals over the repeats. </source>
        <translation>误差条为基于各次重复的 95 % 区间。 </translation>
    </message>
    <message>
        <source>A is %1, B is %2.</source>
        <translation>A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source> An interval needs two or more repeats in both studies.</source>
        <translation> 区间需要两个研究都有两次或更多重复。</translation>
    </message>
    <message>
        <source> Only A has %1 of the cells, only B %2.</source>
        <translation> 仅 A 有 %1 个单元，仅 B 有 %2 个。</translation>
    </message>
    <message>
        <source> Each interval has 95 % confidence by itself: of 100 equal values, about five differ.</source>
        <translation> 每个区间单独具有 95 % 的置信度：100 个相等的值中约有五个显示差异。</translation>
    </message>
    <message>
        <source>Open repeat &amp;%1: %2, batch %3</source>
        <translation>打开第 &amp;%1 次重复：%2，批大小 %3</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>as the device is set; or for example MAXN, MAXQ, MAXN+locked</source>
        <translation>按设备当前设置；或例如 MAXN、MAXQ、MAXN+locked</translation>
    </message>
    <message>
        <source>&amp;Start sweep</source>
        <translation>开始扫描(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board; several, separated by commas, are swept at the same time into one study</source>
        <translation>local、通过 SSH 的 [user@]host[:port]，或模拟板 virtual-tx2；以逗号分隔的多个设备同时扫描到一个研究中</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Space checks or unchecks a model</source>
        <translation>空格键选中或取消模型</translation>
    </message>
    <message>
        <source>Batch si&amp;zes</source>
        <translation>批大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Numbers, separated by commas</source>
        <translation>以逗号分隔的数字</translation>
    </message>
    <message>
        <source>&amp;Power modes</source>
        <translation>功率模式(&amp;P)</translation>
    </message>
    <message>
        <source>Modes of nvpmodel, locked, gpu=MHZ and cpu=MHZ, joined by “+”, separated by commas. The device is set for each training and restored after it; this needs root, or sudo without a password.</source>
        <translation>nvpmodel 的模式、locked、gpu=MHZ 和 cpu=MHZ，用“+”连接，以逗号分隔。每次训练前设置设备，之后恢复；需要 root 或免密码 sudo。</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>重复次数(&amp;R)</translation>
    </message>
    <message>
        <source>Trainings of each model and batch size; two or more give intervals</source>
        <translation>每个模型和批大小的训练次数；两次以上可得区间</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>步数(&amp;T)</translation>
    </message>
    <message>
        <source>Of each training; the first three are left out of every figure</source>
        <translation>每次训练的步数；所有数值都排除前三步</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>&amp;Least duration</source>
        <translation>最短时长(&amp;L)</translation>
    </message>
    <message>
        <source>A training has more steps where they are short, until this time has passed: sensors average over up to a second</source>
        <translation>步较短时训练会有更多步，直到经过这段时间：传感器的平均时间可达一秒</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>On this computer: study.json and the recordings</source>
        <translation>在本机：study.json 和记录</translation>
    </message>
    <message>
        <source>“%1” is not a batch size: write for example 4, 8, 16.</source>
        <translation>“%1”不是批大小：例如写 4, 8, 16。</translation>
    </message>
    <message>
        <source>Choose a device, or write several, separated by commas.</source>
        <translation>选择一个设备，或写多个并以逗号分隔。</translation>
    </message>
    <message>
        <source>Check at least one model.</source>
        <translation>至少选中一个模型。</translation>
    </message>
    <message>
        <source>Write at least one batch size, for example 4, 8, 16.</source>
        <translation>至少写一个批大小，例如 4, 8, 16。</translation>
    </message>
    <message>
        <source>Choose the folder for the study.</source>
        <translation>选择研究的文件夹。</translation>
    </message>
    <message>
        <source>Trainings: %1, in random order, with pauses in which the device cools.</source>
        <translation>训练次数：%1，随机顺序，其间暂停以冷却设备。</translation>
    </message>
    <message>
        <source>Each checked model is trained with each batch size.</source>
        <translation>每个选中的模型都用每个批大小训练。</translation>
    </message>
    <message>
        <source>Folder for the study</source>
        <translation>研究的文件夹</translation>
    </message>
    <message>
        <source>%1 does not have the model %2.</source>
        <translation>%1 没有模型 %2。</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepStrip</name>
    <message>
        <source>Trainings that are done</source>
        <translation>已完成的训练</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>End the sweep after the trainings in progress</source>
        <translation>在正在进行的训练之后结束扫描</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>End the sweep now; trainings in progress continue on their devices and are found again</source>
        <translation>立即结束扫描；正在进行的训练在其设备上继续，之后会重新找到</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Run the trainings that are not done</source>
        <translation>运行尚未完成的训练</translation>
    </message>
    <message>
        <source>%1 of %2 trainings are not done</source>
        <translation>%2 次训练中有 %1 次未完成</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>已完成 %1，共 %2</translation>
    </message>
    <message>
        <source>, about %1 left (%2 to %3)</source>
        <translation>，剩余约 %1（%2 至 %3）</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>，剩余约 %1</translation>
    </message>
    <message>
        <source>pauses after this training, </source>
        <translation>此次训练后暂停， </translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>正在停止</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TableCopy</name>
    <message>
        <source>&amp;Copy selected rows</source>
        <translation>复制所选行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy whole &amp;table</source>
        <translation>复制整个表格(&amp;T)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TourBubble</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>End the tour  (Esc); Help shows it again</source>
        <translation>结束导览  (Esc)；可从“帮助”再次显示</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::UnfinishedPanel</name>
    <message>
        <source>Unfinished recordings</source>
        <translation>未完成的记录</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>尚无数据</translation>
    </message>
    <message>
        <source>run %1 on %2, %3 here</source>
        <translation>运行 %1（在 %2 上），此处 %3</translation>
    </message>
    <message>
        <source>Contin&amp;ue</source>
        <translation>继续(&amp;U)</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Fetch the rest into the same file, and follow the run while it goes on</source>
        <translation>将其余部分取回同一文件，并在运行继续期间跟随</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>继续 %1</translation>
    </message>
    <message>
        <source>Remove from this list; the file and the run stay</source>
        <translation>从此列表中移除；文件和运行保留</translation>
    </message>
    <message>
        <source>Remove %1 from this list</source>
        <translation>从此列表中移除 %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::WindowActions</name>
    <message>
        <source>Start p&amp;age</source>
        <translation>开始页(&amp;A)</translation>
    </message>
    <message>
        <source>Fl&amp;eet</source>
        <translation>设备群(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a recording or a study, or import files of other programs; several are merged</source>
        <translation>打开记录或研究，或导入其他程序的文件；多个文件会合并</translation>
    </message>
    <message>
        <source>Open st&amp;udy…</source>
        <translation>打开研究(&amp;U)…</translation>
    </message>
    <message>
        <source>Open the folder of a study: its results, figures and tables</source>
        <translation>打开研究的文件夹：结果、图和表</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Com&amp;pare with…</source>
        <translation>与之比较(&amp;P)…</translation>
    </message>
    <message>
        <source>Compare the recording, or the study, with another one</source>
        <translation>将记录或研究与另一个比较</translation>
    </message>
    <message>
        <source>&amp;Keep as A</source>
        <translation>保留为 A(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the selection, or the whole run, as side A of a comparison</source>
        <translation>将所选范围或整次运行保留为比较的 A 侧</translation>
    </message>
    <message>
        <source>Compare &amp;with A</source>
        <translation>与 A 比较(&amp;W)</translation>
    </message>
    <message>
        <source>Compare the selection, or the whole run, with side A</source>
        <translation>将所选范围或整次运行与 A 侧比较</translation>
    </message>
    <message>
        <source>Figure of the &amp;view…</source>
        <translation>视图的图(&amp;V)…</translation>
    </message>
    <message>
        <source>Save the visible part of the timeline, or what a study shows, as a file</source>
        <translation>将时间线的可见部分或研究所显示的内容保存为文件</translation>
    </message>
    <message>
        <source>Figure for a &amp;paper…</source>
        <translation>论文用图(&amp;P)…</translation>
    </message>
    <message>
        <source>Save a figure with a given size in mm and the font of the paper</source>
        <translation>按给定的毫米尺寸和论文字体保存图</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the visible part of the timeline as a picture</source>
        <translation>将时间线的可见部分复制为图片</translation>
    </message>
    <message>
        <source>&amp;Tables as CSV…</source>
        <translation>表格存为 CSV(&amp;T)…</translation>
    </message>
    <message>
        <source>Save samples, spans and steps as CSV files</source>
        <translation>将采样、区间和步保存为 CSV 文件</translation>
    </message>
    <message>
        <source>Save the recording as %1</source>
        <translation>将记录保存为 %1</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window; a run on a device continues</source>
        <translation>关闭窗口；设备上的运行继续</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>分析(&amp;P)</translation>
    </message>
    <message>
        <source>Profile a training</source>
        <translation>分析一次训练</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>End the training and keep the recording</source>
        <translation>结束训练并保留记录</translation>
    </message>
    <message>
        <source>&amp;Leave it running</source>
        <translation>让其继续运行(&amp;L)</translation>
    </message>
    <message>
        <source>Disconnect; the training continues and can be attached to later</source>
        <translation>断开连接；训练继续，以后可以再次接入</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel connecting or starting</source>
        <translation>取消连接或启动</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>Show the devices and the capture form</source>
        <translation>显示设备和采集表单</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>扫描(&amp;W)…</translation>
    </message>
    <message>
        <source>Train models with several batch sizes and store the results as a study</source>
        <translation>用多个批大小训练模型，并将结果存为研究</translation>
    </message>
    <message>
        <source>S&amp;tudy</source>
        <translation>研究(&amp;T)</translation>
    </message>
    <message>
        <source>Show the study that is open</source>
        <translation>显示打开的研究</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Show the whole recording</source>
        <translation>显示整个记录</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>步(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom to the step at the cursor</source>
        <translation>缩放到光标处的步</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>Zoom to the next step</source>
        <translation>缩放到下一步</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>Zoom to the previous step</source>
        <translation>缩放到上一步</translation>
    </message>
    <message>
        <source>Se&amp;lection</source>
        <translation>所选范围(&amp;L)</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>缩放到所选范围</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Go back to the previous view</source>
        <translation>返回上一个视图</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Go forward to the next view</source>
        <translation>前进到下一个视图</translation>
    </message>
    <message>
        <source>Follo&amp;w</source>
        <translation>跟随(&amp;W)</translation>
    </message>
    <message>
        <source>Keep the newest data in view while live</source>
        <translation>实时采集时保持显示最新数据</translation>
    </message>
    <message>
        <source>Find &amp;op…</source>
        <translation>查找算子(&amp;O)…</translation>
    </message>
    <message>
        <source>Find an op by its name</source>
        <translation>按名称查找算子</translation>
    </message>
    <message>
        <source>Next &amp;instance</source>
        <translation>下一个实例(&amp;I)</translation>
    </message>
    <message>
        <source>Go to the next instance of the op</source>
        <translation>转到该算子的下一个实例</translation>
    </message>
    <message>
        <source>Previous instan&amp;ce</source>
        <translation>上一个实例(&amp;C)</translation>
    </message>
    <message>
        <source>Go to the previous instance of the op</source>
        <translation>转到该算子的上一个实例</translation>
    </message>
    <message>
        <source>Book&amp;mark</source>
        <translation>书签(&amp;M)</translation>
    </message>
    <message>
        <source>Bookmark the selection, or the time below the pointer, with a note</source>
        <translation>为所选范围或指针处的时间添加带备注的书签</translation>
    </message>
    <message>
        <source>&amp;Go to step…</source>
        <translation>转到步(&amp;G)…</translation>
    </message>
    <message>
        <source>Zoom to a step by its number</source>
        <translation>按编号缩放到某一步</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the timeline</source>
        <translation>将键盘焦点移到时间线</translation>
    </message>
    <message>
        <source>&amp;Devices and recordings</source>
        <translation>设备和记录(&amp;D)</translation>
    </message>
    <message>
        <source>Show or hide the left panel</source>
        <translation>显示或隐藏左侧面板</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <source>Show or hide the figures of the selection</source>
        <translation>显示或隐藏所选范围的数值</translation>
    </message>
    <message>
        <source>&amp;Tables</source>
        <translation>表格(&amp;T)</translation>
    </message>
    <message>
        <source>Show or hide the tables: ops, steps, log, query</source>
        <translation>显示或隐藏表格：算子、步、日志、查询</translation>
    </message>
    <message>
        <source>Animate &amp;view changes</source>
        <translation>视图变化动画(&amp;V)</translation>
    </message>
    <message>
        <source>Animate zooming and panning of the timeline</source>
        <translation>时间线缩放和平移时使用动画</translation>
    </message>
    <message>
        <source>First steps left o&amp;ut…</source>
        <translation>排除的前几步(&amp;U)…</translation>
    </message>
    <message>
        <source>Number of first steps excluded from the figures of a whole run, while training warms up</source>
        <translation>训练预热时从整次运行的数值中排除的前几步数量</translation>
    </message>
    <message>
        <source>&amp;Ops</source>
        <translation>算子(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Energy</source>
        <translation>能量(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>折叠(&amp;F)</translation>
    </message>
    <message>
        <source>Observ&amp;ations</source>
        <translation>观察(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Health</source>
        <translation>健康(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>书签(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>查询(&amp;Q)</translation>
    </message>
    <message>
        <source>Show the table “%1”</source>
        <translation>显示表格“%1”</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>指南(&amp;G)</translation>
    </message>
    <message>
        <source>Show the user&apos;s guide</source>
        <translation>显示用户指南</translation>
    </message>
    <message>
        <source>Show the &amp;tour</source>
        <translation>显示导览(&amp;T)</translation>
    </message>
    <message>
        <source>Point to the parts of the window, as at the first start</source>
        <translation>像首次启动时一样指出窗口的各部分</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>List the keys and gestures</source>
        <translation>列出按键和手势</translation>
    </message>
    <message>
        <source>&amp;About Stepscope</source>
        <translation>关于 Stepscope(&amp;A)</translation>
    </message>
    <message>
        <source>Show the version and the licence</source>
        <translation>显示版本和许可证</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>采集(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>The&amp;me</source>
        <translation>主题(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Export figures and tables</source>
        <translation>导出图和表</translation>
    </message>
    <message>
        <source>step n</source>
        <translation>步 n</translation>
    </message>
    <message>
        <source>Number of the step to zoom to</source>
        <translation>要缩放到的步的编号</translation>
    </message>
    <message>
        <source>Zoom to a step by its number  (Ctrl+G)</source>
        <translation>按编号缩放到某一步  (Ctrl+G)</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>  (virtual board)</source>
        <translation>  （虚拟板）</translation>
    </message>
    <message>
        <source>  live</source>
        <translation>  实时</translation>
    </message>
    <message>
        <source>First steps left out</source>
        <translation>排除的前几步</translation>
    </message>
    <message>
        <source>Number of first steps excluded from the figures of a whole run:</source>
        <translation>从整次运行的数值中排除的前几步数量：</translation>
    </message>
    <message>
        <source>Stepscope %1, a profiler for the time, power and memory of training steps. Free software under the GPL, version 3 or later.</source>
        <translation>Stepscope %1，分析训练步的时间、功率和内存。自由软件，GPL 第 3 版或更新版本。</translation>
    </message>
    <message>
        <source>Close the recording or the study, and go back to the start page</source>
        <translation>关闭记录或研究，并返回开始页</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change of a bookmark or of the rows</source>
        <translation>撤销对书签或行的最后一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Make the change again that was undone last</source>
        <translation>重做最后一次撤销的更改</translation>
    </message>
    <message>
        <source>Show ways to start, unfinished and recent recordings</source>
        <translation>显示开始的方式、未完成的记录和最近的记录</translation>
    </message>
    <message>
        <source>Show all devices that are recorded, side by side</source>
        <translation>并排显示所有正在记录的设备</translation>
    </message>
    <message>
        <source>Go to an&amp;ything…</source>
        <translation>转到任意目标(&amp;Y)…</translation>
    </message>
    <message>
        <source>Choose a recording, page, device, op or action by a part of its name</source>
        <translation>按名称的一部分选择记录、页面、设备、算子或动作</translation>
    </message>
    <message>
        <source>Restore the last sessio&amp;n at start</source>
        <translation>启动时恢复上次会话(&amp;N)</translation>
    </message>
    <message>
        <source>Start with the recordings, the page and the view of the last session</source>
        <translation>启动时恢复上次会话的记录、页面和视图</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>W, S, wheel or pinch</source>
        <translation>W、S、滚轮或双指缩放</translation>
    </message>
    <message>
        <source>Timeline: zoom in and out, at the pointer</source>
        <translation>时间线: 在指针处放大和缩小</translation>
    </message>
    <message>
        <source>A, D or Shift+wheel</source>
        <translation>A、D 或 Shift+滚轮</translation>
    </message>
    <message>
        <source>Timeline: move to earlier and later times</source>
        <translation>时间线: 移到更早或更晚的时间</translation>
    </message>
    <message>
        <source>Middle, Shift+ or Space+drag</source>
        <translation>中键、Shift+ 或空格+拖动</translation>
    </message>
    <message>
        <source>Timeline: pan</source>
        <translation>时间线: 平移</translation>
    </message>
    <message>
        <source>Up, Down or Ctrl+wheel</source>
        <translation>上、下或 Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Timeline: scroll the rows</source>
        <translation>时间线: 滚动各行</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Timeline: select a range; the inspector shows its figures</source>
        <translation>时间线: 选择范围；检查器显示其数值</translation>
    </message>
    <message>
        <source>Ctrl+drag, Ctrl+click on a step</source>
        <translation>Ctrl+拖动、Ctrl+单击步</translation>
    </message>
    <message>
        <source>Timeline: select one more range; the inspector shows the sum of all</source>
        <translation>时间线: 再选择一个范围；检查器显示所有范围之和</translation>
    </message>
    <message>
        <source>X, Shift+X</source>
        <translation>X、Shift+X</translation>
    </message>
    <message>
        <source>Timeline: select the range between the cursors A and B, add it to the selection</source>
        <translation>时间线: 选择光标 A 和 B 之间的范围，或将其加入所选范围</translation>
    </message>
    <message>
        <source>Right drag</source>
        <translation>右键拖动</translation>
    </message>
    <message>
        <source>Timeline: zoom to a range</source>
        <translation>时间线: 缩放到范围</translation>
    </message>
    <message>
        <source>Home or 0, End</source>
        <translation>Home 或 0、End</translation>
    </message>
    <message>
        <source>Timeline: show all, go to the end</source>
        <translation>时间线: 显示全部，转到末尾</translation>
    </message>
    <message>
        <source>Click, double-click</source>
        <translation>单击、双击</translation>
    </message>
    <message>
        <source>Timeline: select an op, with arrows to its kernels; zoom to it</source>
        <translation>时间线: 选择算子，并显示指向其内核的箭头；缩放到该算子</translation>
    </message>
    <message>
        <source>Right click or Menu</source>
        <translation>右键单击或菜单键</translation>
    </message>
    <message>
        <source>Timeline: open the context menu</source>
        <translation>时间线: 打开上下文菜单</translation>
    </message>
    <message>
        <source>Q, E or Shift+click</source>
        <translation>Q、E 或 Shift+单击</translation>
    </message>
    <message>
        <source>Timeline: place the cursors A and B; they snap to edges unless Shift or Alt is held</source>
        <translation>时间线: 放置光标 A 和 B；它们吸附到边沿，除非按住 Shift 或 Alt</translation>
    </message>
    <message>
        <source>Drag a flag A or B</source>
        <translation>拖动旗标 A 或 B</translation>
    </message>
    <message>
        <source>Timeline: move a cursor</source>
        <translation>时间线: 移动光标</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Timeline: cancel the drag; clear search, cursors, selection and highlight</source>
        <translation>时间线: 取消拖动；清除搜索、光标、所选范围和高亮</translation>
    </message>
    <message>
        <source>Drag a label or header</source>
        <translation>拖动标签或组标题</translation>
    </message>
    <message>
        <source>Timeline: move a row within its group, or the group</source>
        <translation>时间线: 在组内移动行，或移动组</translation>
    </message>
    <message>
        <source>Drag below a label</source>
        <translation>在标签下方拖动</translation>
    </message>
    <message>
        <source>Timeline: change the height of a row; double-click: default height</source>
        <translation>时间线: 更改行高；双击：默认高度</translation>
    </message>
    <message>
        <source>C, Shift+C</source>
        <translation>C、Shift+C</translation>
    </message>
    <message>
        <source>Timeline: collapse or expand the group below the pointer, all groups</source>
        <translation>时间线: 折叠或展开指针下的组、所有组</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>Timeline: pin the row below the pointer at the top, or unpin it</source>
        <translation>时间线: 将指针下的行固定在顶部，或取消固定</translation>
    </message>
    <message>
        <source>Ops: show instances, filter, find, copy the name, show the energy</source>
        <translation>算子: 显示实例、筛选、查找、复制名称、显示能量</translation>
    </message>
    <message>
        <source>Right click or Menu, F2, Del</source>
        <translation>右键单击或菜单键、F2、Del</translation>
    </message>
    <message>
        <source>Recordings: compare, show in the folder; rename; remove from the list</source>
        <translation>记录: 比较、在文件夹中显示；重命名；从列表中移除</translation>
    </message>
    <message>
        <source>Click or Enter</source>
        <translation>单击或 Enter</translation>
    </message>
    <message>
        <source>Log: go to the time of the line; the time under the pointer marks its line</source>
        <translation>日志: 转到该行的时间；指针处的时间标记对应的行</translation>
    </message>
    <message>
        <source>F2 or double-click</source>
        <translation>F2 或双击</translation>
    </message>
    <message>
        <source>Log: select within the line, to copy a part</source>
        <translation>日志: 在行内选择，以便复制其中一部分</translation>
    </message>
    <message>
        <source>Y, Shift+Y</source>
        <translation>Y、Shift+Y</translation>
    </message>
    <message>
        <source>Timeline: logarithmic or linear scale of the row below the pointer, automatic scale</source>
        <translation>时间线: 指针下的行使用对数或线性刻度，自动刻度</translation>
    </message>
    <message>
        <source>Drag a number of a scale</source>
        <translation>拖动刻度上的数字</translation>
    </message>
    <message>
        <source>Timeline: change the range of the scale; double-click: automatic</source>
        <translation>时间线: 更改刻度范围；双击：自动</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Tables: go to the op or step of the row</source>
        <translation>表格: 转到该行的算子或步</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Ctrl+C</translation>
    </message>
    <message>
        <source>Tables: copy the selected rows as CSV; inspector: copy the figures</source>
        <translation>表格: 将所选行复制为 CSV；检查器：复制数值</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::FoldPlot</name>
    <message>
        <source>Folded waveform and ops of the mean step</source>
        <translation>折叠后的波形和平均步的算子</translation>
    </message>
    <message>
        <source>%1:  %2  (%3 to %4)</source>
        <translation>%1：  %2  （%3 至 %4）</translation>
    </message>
    <message>
        <source>nothing repeats here</source>
        <translation>此处无重复</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::Histogram</name>
    <message>
        <source>Durations of the instances</source>
        <translation>实例的时长</translation>
    </message>
    <message>
        <source>%1 to %2: %3 instances, %4</source>
        <translation>%1 至 %2：%3 个实例，%4</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::Navigation</name>
    <message>
        <source>&amp;Zoom to %1</source>
        <translation>缩放到 %1(&amp;Z)</translation>
    </message>
    <message>
        <source>High&amp;light all instances</source>
        <translation>高亮所有实例(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next instance</source>
        <translation>下一个实例(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous instance</source>
        <translation>上一个实例(&amp;P)</translation>
    </message>
    <message>
        <source>Go to its &amp;kernel</source>
        <translation>转到其内核(&amp;K)</translation>
    </message>
    <message>
        <source>Go to what la&amp;unched it</source>
        <translation>转到启动它的调用(&amp;U)</translation>
    </message>
    <message>
        <source>Energy &amp;of</source>
        <translation>能量(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Zoom to step %1</source>
        <translation>缩放到步 %1(&amp;Z)</translation>
    </message>
    <message>
        <source>Zoom to the &amp;selection</source>
        <translation>缩放到所选范围(&amp;S)</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Bac&amp;k</source>
        <translation>后退(&amp;K)</translation>
    </message>
    <message>
        <source>Cursor &amp;A here	Q</source>
        <translation>光标 A 放到此处(&amp;A)	Q</translation>
    </message>
    <message>
        <source>Cursor &amp;B here	E</source>
        <translation>光标 B 放到此处(&amp;B)	E</translation>
    </message>
    <message>
        <source>&amp;Remove the cursors</source>
        <translation>移除光标(&amp;R)</translation>
    </message>
    <message>
        <source>Book&amp;mark	M</source>
        <translation>书签(&amp;M)	M</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::OverviewStrip</name>
    <message>
        <source>Overview of the recording</source>
        <translation>记录的概览</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>概览</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::RowArranger</name>
    <message>
        <source>Un&amp;pin %1	P</source>
        <translation>取消固定 %1(&amp;P)	P</translation>
    </message>
    <message>
        <source>&amp;Pin %1 at the top	P</source>
        <translation>将 %1 固定在顶部(&amp;P)	P</translation>
    </message>
    <message>
        <source>&amp;Hide %1</source>
        <translation>隐藏 %1(&amp;H)</translation>
    </message>
    <message>
        <source>Default hei&amp;ght of %1</source>
        <translation>%1 的默认高度(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Expand %1	C</source>
        <translation>展开 %1(&amp;E)	C</translation>
    </message>
    <message>
        <source>&amp;Collapse %1	C</source>
        <translation>折叠 %1(&amp;C)	C</translation>
    </message>
    <message>
        <source>Rails &amp;stacked</source>
        <translation>供电轨堆叠(&amp;S)</translation>
    </message>
    <message>
        <source>Rails s&amp;eparate</source>
        <translation>供电轨分开(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Watts</source>
        <translation>瓦(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Joules, cumulative</source>
        <translation>焦耳，累计(&amp;J)</translation>
    </message>
    <message>
        <source>Collapse &amp;all groups	Shift+C</source>
        <translation>折叠所有组(&amp;A)	Shift+C</translation>
    </message>
    <message>
        <source>E&amp;xpand all groups	Shift+C</source>
        <translation>展开所有组(&amp;X)	Shift+C</translation>
    </message>
    <message>
        <source>Show hidden &amp;rows</source>
        <translation>显示隐藏的行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation>全部显示(&amp;A)</translation>
    </message>
    <message>
        <source>Rese&amp;t the arrangement</source>
        <translation>重置排列(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>刻度(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Automatic	Shift+Y</source>
        <translation>自动(&amp;A)	Shift+Y</translation>
    </message>
    <message>
        <source>&amp;Logarithmic	Y</source>
        <translation>对数(&amp;L)	Y</translation>
    </message>
    <message>
        <source>&amp;Fixed range…</source>
        <translation>固定范围(&amp;F)…</translation>
    </message>
    <message>
        <source>Copy &amp;values: more than %L1, zoom in</source>
        <translation>复制数值(&amp;V)：超过 %L1 个，请放大</translation>
    </message>
    <message>
        <source>Copy the &amp;values of the selection (%L1)</source>
        <translation>复制所选范围的数值(&amp;V)（%L1 个）</translation>
    </message>
    <message>
        <source>Copy the &amp;values in view (%L1)</source>
        <translation>复制可见部分的数值(&amp;V)（%L1 个）</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::ScaleDialog</name>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>对数(&amp;L)</translation>
    </message>
    <message>
        <source>Scale of %1</source>
        <translation>%1 的刻度</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>L&amp;argest value, %1:</source>
        <translation>最大值，%1(&amp;A)：</translation>
    </message>
    <message>
        <source>L&amp;east value, %1:</source>
        <translation>最小值，%1(&amp;E)：</translation>
    </message>
    <message>
        <source>Enter numbers, or nothing for an automatic limit.</source>
        <translation>输入数字，留空则自动确定界限。</translation>
    </message>
    <message>
        <source>The least value must be below the largest one.</source>
        <translation>最小值必须小于最大值。</translation>
    </message>
    <message>
        <source>A logarithmic scale has only values above 0.</source>
        <translation>对数刻度只有大于 0 的值。</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::StudyChartView</name>
    <message>
        <source>Chart: %1</source>
        <translation>图表：%1</translation>
    </message>
    <message>
        <source>%1, %2 %3: %4%5</source>
        <translation>%1，%2 %3：%4%5</translation>
    </message>
    <message>
        <source> (printed in the paper)</source>
        <translation> （论文中给出）</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2%3, %4 trainings)</source>
        <translation> （95 % 区间 %1 至 %2%3，%4 次训练）</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::TimelineCanvas</name>
    <message>
        <source>1 row</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>zoom to %1</source>
        <translation>缩放到 %1</translation>
    </message>
    <message>
        <source>virtual device</source>
        <translation>虚拟设备</translation>
    </message>
    <message>
        <source>Waiting for the first samples</source>
        <translation>正在等待首批采样</translation>
    </message>
    <message>
        <source>Nothing recorded yet</source>
        <translation>尚未记录任何内容</translation>
    </message>
    <message>
        <source>They arrive when the device has read its sensors.</source>
        <translation>设备读取传感器后即会到达。</translation>
    </message>
    <message>
        <source>Press Profile to watch a training, or open a recording.</source>
        <translation>按“分析”以观察训练，或打开一个记录。</translation>
    </message>
    <message>
        <source>ms        last  median    p99</source>
        <translation>ms        最近    中位    p99</translation>
    </message>
    <message>
        <source>geometry</source>
        <translation>几何</translation>
    </message>
    <message>
        <source>paint</source>
        <translation>绘制</translation>
    </message>
    <message>
        <source>%L1 spans in view</source>
        <translation>可见 %L1 个区间</translation>
    </message>
    <message>
        <source>at the pointer</source>
        <translation>指针处</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>mean in view</source>
        <translation>可见平均</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
</TS>
