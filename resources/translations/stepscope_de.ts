<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>CaptureForm</name>
    <message>
        <source>Choose a device: local, or [user@]host[:port].</source>
        <translation>Wählen Sie ein Gerät: local oder [user@]host[:port].</translation>
    </message>
    <message>
        <source>Write the device as local or [user@]host[:port], for example nvidia@tx2-lab.</source>
        <translation>Schreiben Sie das Gerät als local oder [user@]host[:port], zum Beispiel nvidia@tx2-lab.</translation>
    </message>
    <message>
        <source>A port is a number from 1 to 65535.</source>
        <translation>Ein Port ist eine Zahl von 1 bis 65535.</translation>
    </message>
    <message>
        <source>Enter the command that trains, for example: python3 train.py</source>
        <translation>Geben Sie den Befehl ein, der trainiert, zum Beispiel: python3 train.py</translation>
    </message>
    <message>
        <source>Write auto, none, all, FIRST:END or FIRST:END:EVERY, for example 4:9.</source>
        <translation>Schreiben Sie auto, none, all, FIRST:END oder FIRST:END:EVERY, zum Beispiel 4:9.</translation>
    </message>
    <message>
        <source>The last step must come after the first: 4:9 traces steps 4 to 8.</source>
        <translation>Der letzte Schritt muss nach dem ersten kommen: 4:9 zeichnet die Schritte 4 bis 8 auf.</translation>
    </message>
    <message>
        <source>EVERY must be at least as long as the window that it repeats.</source>
        <translation>EVERY muss mindestens so lang sein wie das Fenster, das es wiederholt.</translation>
    </message>
    <message>
        <source>Write a time, for example 10 ms.</source>
        <translation>Schreiben Sie eine Zeit, zum Beispiel 10 ms.</translation>
    </message>
    <message>
        <source>The period must be between 1 ms and 10 s; 10 ms suits most boards.</source>
        <translation>Die Periode muss zwischen 1 ms und 10 s liegen; 10 ms passen für die meisten Platinen.</translation>
    </message>
</context>
<context>
    <name>CaptureTexts</name>
    <message>
        <source>%1 is recorded by this window already, and two captures would disturb each other: stop or leave that one first.</source>
        <translation>%1 wird von diesem Fenster bereits aufgenommen, und zwei Aufnahmen würden einander stören: Stoppen Sie zuerst die andere, oder lassen Sie sie weiterlaufen.</translation>
    </message>
    <message>
        <source>The capture would disturb the running sweep, and be disturbed by it: start it after the sweep has ended, or pause the sweep.</source>
        <translation>Die Aufnahme würde die laufende Messreihe stören und von ihr gestört werden: Starten Sie sie nach dem Ende der Messreihe, oder halten Sie die Messreihe an.</translation>
    </message>
    <message>
        <source>The sweep would disturb the running capture, and be disturbed by it: start it after the capture has ended.</source>
        <translation>Die Messreihe würde die laufende Aufnahme stören und von ihr gestört werden: Starten Sie sie nach dem Ende der Aufnahme.</translation>
    </message>
    <message>
        <source>The self-test would disturb the running capture, and be disturbed by it: run it after the capture has ended.</source>
        <translation>Der Selbsttest würde die laufende Aufnahme stören und von ihr gestört werden: Starten Sie ihn nach dem Ende der Aufnahme.</translation>
    </message>
    <message>
        <source>It needs PyTorch, which no python3 of this computer has. Debian: apt-get install python3-torch</source>
        <translation>Dafür ist PyTorch nötig, das kein python3 dieses Computers hat. Debian: apt-get install python3-torch</translation>
    </message>
    <message>
        <source>It needs Python 3 with PyTorch, and this computer has no python3. Debian: apt-get install python3-torch</source>
        <translation>Dafür ist Python 3 mit PyTorch nötig, und dieser Computer hat kein python3. Debian: apt-get install python3-torch</translation>
    </message>
    <message>
        <source>The run goes on without this window; “Attach” follows it in the same file.</source>
        <translation>Der Lauf geht ohne dieses Fenster weiter; „Verfolgen“ setzt ihn in derselben Datei fort.</translation>
    </message>
    <message>
        <source>The sweep is done. Trainings: %1; failed: %2.</source>
        <translation>Die Messreihe ist fertig. Trainings: %1; fehlgeschlagen: %2.</translation>
    </message>
    <message>
        <source>The sweep has ended with %1 of %2 trainings done. “Continue” goes on with the others.</source>
        <translation>Die Messreihe wurde nach %1 von %2 Trainings beendet. „Fortsetzen“ macht mit den übrigen weiter.</translation>
    </message>
    <message>
        <source>Self-test of %1: loading the device and measuring its sensors</source>
        <translation>Selbsttest von %1: belastet das Gerät und misst seine Sensoren</translation>
    </message>
    <message>
        <source>The self-test has measured %1 of %2 rails; the others do not follow the load closely. New recordings of the device contain the result. %3</source>
        <translation>Der Selbsttest hat %1 von %2 Versorgungsschienen gemessen; die übrigen folgen der Last nicht genau. Neue Aufzeichnungen des Geräts enthalten das Ergebnis. %3</translation>
    </message>
    <message>
        <source>The device %1 still has a run that was left running, and this would disturb it: attach to it on the page of the device and stop it, or wait for its end.</source>
        <translation>Auf dem Gerät %1 läuft noch ein Lauf weiter, und dies würde ihn stören: Verfolgen Sie ihn auf der Seite des Geräts und stoppen Sie ihn, oder warten Sie sein Ende ab.</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>too few</source>
        <translation>zu wenige</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>not significant</source>
        <translation>nicht signifikant</translation>
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
        <translation>95 % von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>95 % interval of B − A, by bootstrap over steps, or over instances if there are few steps</source>
        <translation>95-%-Intervall von B − A, durch Bootstrap über Schritte, oder über Instanzen bei wenigen Schritten</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Not significant: the interval contains 0, so the difference may be due to chance. Of 100 equal figures, about 5 appear to differ</source>
        <translation>Nicht signifikant: das Intervall enthält 0, der Unterschied kann also Zufall sein. Von 100 gleichen Zahlen scheinen etwa 5 verschieden</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>The batch size is %1 in A and %2 in B: a step does different work.</source>
        <translation>Die Batchgröße ist %1 in A und %2 in B: ein Schritt leistet verschiedene Arbeit.</translation>
    </message>
    <message>
        <source> Match ops by name alone, since their shapes differ.</source>
        <translation> Vergleichen Sie Ops nur nach dem Namen, da ihre Formen verschieden sind.</translation>
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
        <translation>%1 Kerne</translation>
    </message>
</context>
<context>
    <name>Cursors</name>
    <message>
        <source> (of %1 of the time)</source>
        <translation> (über %1 der Zeit)</translation>
    </message>
    <message>
        <source>%1 not measured here</source>
        <translation>%1 hier nicht gemessen</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
</context>
<context>
    <name>DeviceState</name>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>link broken</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>keine Daten</translation>
    </message>
    <message>
        <source>throttling</source>
        <translation>gedrosselt</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird gestoppt</translation>
    </message>
    <message>
        <source>training</source>
        <translation>im Training</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>left running</source>
        <translation>läuft weiter</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
</context>
<context>
    <name>DeviceTexts</name>
    <message>
        <source>Virtual</source>
        <translation>Virtuell</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Platine</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>Chip</translation>
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
        <translation>Leistungsmodus</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>GPU profilers</source>
        <translation>GPU-Profiler</translation>
    </message>
    <message>
        <source>a virtual board: no value is measured on hardware</source>
        <translation>eine virtuelle Platine: kein Wert ist auf Hardware gemessen</translation>
    </message>
</context>
<context>
    <name>Energy</name>
    <message>
        <source>in %1 of %2 there are no samples: the measured integral lacks the ops of that time</source>
        <translation>in %1 von %2 gibt es keine Messwerte: dem gemessenen Integral fehlen die Ops dieser Zeit</translation>
    </message>
    <message>
        <source>the powers come from a part of the time, which lacks some ops or in which power was different: select a shorter range</source>
        <translation>die Leistungen stammen aus einem Teil der Zeit, in dem Ops fehlen oder die Leistung anders war: wählen Sie einen kürzeren Bereich</translation>
    </message>
    <message>
        <source>the steps with ops are separated, and %1 of their samples&apos; time lies between them: record more consecutive steps, or sample faster</source>
        <translation>die Schritte mit Ops liegen auseinander, und %1 der Zeit ihrer Messwerte liegt zwischen ihnen: zeichnen Sie mehr aufeinanderfolgende Schritte auf, oder messen Sie öfter</translation>
    </message>
    <message>
        <source>the figures are based on %1 samples, of whose variance the ops explain %2: record more steps with ops, or sample faster</source>
        <translation>die Zahlen beruhen auf %1 Messwerten, deren Varianz die Ops zu %2 erklären: zeichnen Sie mehr Schritte mit Ops auf, oder messen Sie öfter</translation>
    </message>
    <message>
        <source>the recording has no channel of power or utilization</source>
        <translation>die Aufzeichnung hat keinen Kanal für Leistung oder Auslastung</translation>
    </message>
    <message>
        <source>no ops were recorded in the window: record some steps with --ops</source>
        <translation>im Fenster wurden keine Ops aufgezeichnet: zeichnen Sie einige Schritte mit --ops auf</translation>
    </message>
    <message>
        <source>the figures come from %1 of %2 steps, which differ from the others</source>
        <translation>die Zahlen stammen aus %1 von %2 Schritten, die von den anderen abweichen</translation>
    </message>
    <message>
        <source>the same ops take %1 more or less power in parts of the time, as when clocks change, so the figures are means: lock the clocks (jetson_clocks), or select a part with constant clocks</source>
        <translation>dieselben Ops nehmen zeitweise %1 mehr oder weniger Leistung auf, wie bei wechselnden Takten, daher sind die Zahlen Mittelwerte: fixieren Sie die Takte (jetson_clocks), oder wählen Sie einen Teil mit gleichbleibenden Takten</translation>
    </message>
    <message>
        <source>the ops explain only %1 of the variance, with a window and a latency of the sensor that are fitted to it: measure them (stepscope doctor --self-test), or record more steps with ops</source>
        <translation>die Ops erklären nur %1 der Varianz, mit Fenster und Latenz des Sensors, die daran angepasst sind: messen Sie beide (stepscope doctor --self-test), oder zeichnen Sie mehr Schritte mit Ops auf</translation>
    </message>
    <message>
        <source>the samples scatter too much for the window that is fitted to them, %1: measure it (stepscope doctor --self-test)</source>
        <translation>die Messwerte streuen zu stark für das an sie angepasste Fenster von %1: messen Sie es (stepscope doctor --self-test)</translation>
    </message>
    <message>
        <source>no ops were recorded in the time of the samples</source>
        <translation>in der Zeit der Messwerte wurden keine Ops aufgezeichnet</translation>
    </message>
    <message>
        <source>too few samples for this number of ops: record more steps, or sample faster</source>
        <translation>zu wenige Messwerte für so viele Ops: zeichnen Sie mehr Schritte auf, oder messen Sie öfter</translation>
    </message>
    <message>
        <source>too few steps for an interval: record more steps</source>
        <translation>zu wenige Schritte für ein Intervall: zeichnen Sie mehr Schritte auf</translation>
    </message>
    <message>
        <source>rows of shapes and of steps contain several ops: choose ops or modules</source>
        <translation>Zeilen von Formen und Schritten enthalten mehrere Ops: wählen Sie Ops oder Module</translation>
    </message>
    <message>
        <source>the ops wait for their kernels: the energy of a kernel is included in that of its op</source>
        <translation>die Ops warten auf ihre Kernel: die Energie eines Kernels ist in der seiner Op enthalten</translation>
    </message>
    <message>
        <source>it takes too little time: its energy is included in &quot;(short ops)&quot;</source>
        <translation>sie dauert zu kurz: ihre Energie ist in „(alle kurzen Ops)“ enthalten</translation>
    </message>
    <message>
        <source>no steps are marked, so ops have no position in a step</source>
        <translation>es sind keine Schritte markiert, daher haben Ops keine Stelle in einem Schritt</translation>
    </message>
    <message>
        <source>the recording has no such channel</source>
        <translation>die Aufzeichnung hat keinen solchen Kanal</translation>
    </message>
    <message>
        <source>no step has recorded ops: record some steps with --ops</source>
        <translation>kein Schritt hat aufgezeichnete Ops: zeichnen Sie einige Schritte mit --ops auf</translation>
    </message>
    <message>
        <source>every step has recorded ops: record some steps without them, --ops FIRST:END</source>
        <translation>jeder Schritt hat aufgezeichnete Ops: zeichnen Sie einige Schritte ohne sie auf, --ops FIRST:END</translation>
    </message>
    <message>
        <source>the steps with recorded ops contain no ops</source>
        <translation>die Schritte mit aufgezeichneten Ops enthalten keine Ops</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>Gruppe %1</translation>
    </message>
</context>
<context>
    <name>EventsTrack</name>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>1 loss</source>
        <translation>1 Verlust</translation>
    </message>
    <message>
        <source>%1 losses</source>
        <translation>%1 Verluste</translation>
    </message>
</context>
<context>
    <name>Failure</name>
    <message>
        <source>Ended by signal %1</source>
        <translation>Beendet durch Signal %1</translation>
    </message>
    <message>
        <source>Exited with status %1</source>
        <translation>Beendet mit Status %1</translation>
    </message>
</context>
<context>
    <name>FileTexts</name>
    <message>
        <source>%1; the file could not be copied: copy it yourself before you set a bookmark, which replaces it.</source>
        <translation>%1; die Datei konnte nicht kopiert werden: Kopieren Sie sie selbst, bevor Sie ein Lesezeichen setzen, denn das ersetzt sie.</translation>
    </message>
    <message>
        <source>%1; a copy of the file is %2.</source>
        <translation>%1; eine Kopie der Datei ist %2.</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Opening two recordings</source>
        <translation>Zwei Aufzeichnungen werden geöffnet</translation>
    </message>
    <message>
        <source>Reading %1 recordings</source>
        <translation>%1 Aufzeichnungen werden gelesen</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Writing CSV files to %1</source>
        <translation>CSV-Dateien werden nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Exporting %1 recordings to %2</source>
        <translation>%1 Aufzeichnungen werden nach %2 exportiert</translation>
    </message>
    <message>
        <source>The file is %1</source>
        <translation>Die Datei ist %1</translation>
    </message>
    <message>
        <source>The figure is in %1</source>
        <translation>Die Abbildung ist in %1</translation>
    </message>
    <message>
        <source>The CSV files are in %1</source>
        <translation>Die CSV-Dateien sind in %1</translation>
    </message>
    <message>
        <source>%1 of %2 recordings are exported to %3</source>
        <translation>%1 von %2 Aufzeichnungen sind nach %3 exportiert</translation>
    </message>
    <message>
        <source>The second recording is of a capture in progress</source>
        <translation>Die zweite Aufzeichnung stammt von einer laufenden Aufnahme</translation>
    </message>
    <message>
        <source>Refreshed while it records, at most twice a second</source>
        <translation>Wird während der Aufnahme höchstens zweimal je Sekunde aktualisiert</translation>
    </message>
    <message>
        <source>Both recordings stay in memory until the comparison is closed</source>
        <translation>Beide Aufzeichnungen bleiben im Speicher, bis der Vergleich geschlossen wird</translation>
    </message>
    <message>
        <source>The second recording takes %1 MB of memory, the window %2 MB</source>
        <translation>Die zweite Aufzeichnung belegt %1 MB Speicher, das Fenster %2 MB</translation>
    </message>
    <message>
        <source>It cannot be read: %1.</source>
        <translation>Sie kann nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>It is damaged: its header is missing.</source>
        <translation>Sie ist beschädigt: Ihr Kopf fehlt.</translation>
    </message>
    <message>
        <source>The file is missing: it was moved or deleted.</source>
        <translation>Die Datei fehlt: Sie wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>%1 keeps its name: %2.</source>
        <translation>%1 behält den Namen: %2.</translation>
    </message>
    <message>
        <source>a name has no slash and does not start with a dot; choose another one</source>
        <translation>ein Name enthält keinen Schrägstrich und beginnt nicht mit einem Punkt; wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>its run is not fetched whole; on the start page, continue it or remove it from the list, then rename it</source>
        <translation>ihr Lauf ist nicht ganz geholt; setzen Sie ihn auf der Startseite fort oder entfernen Sie ihn dort aus der Liste, dann benennen Sie sie um</translation>
    </message>
    <message>
        <source>%1 exists already; choose another name</source>
        <translation>%1 gibt es schon; wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>%1; check the permissions of its folder</source>
        <translation>%1; prüfen Sie die Rechte des Ordners</translation>
    </message>
    <message>
        <source>%1 is renamed, but its bookmarks are not: %2. Rename %3 to %4 by hand.</source>
        <translation>%1 ist umbenannt, die Lesezeichen aber nicht: %2. Benennen Sie %3 von Hand in %4 um.</translation>
    </message>
    <message>
        <source>The bookmarks in %1 cannot be read: %2. Check its permissions.</source>
        <translation>Die Lesezeichen in %1 können nicht gelesen werden: %2. Prüfen Sie die Rechte der Datei.</translation>
    </message>
    <message>
        <source>No bookmark can be read in %1</source>
        <translation>Kein Lesezeichen in %1 kann gelesen werden</translation>
    </message>
    <message>
        <source>%1 of %2 bookmarks cannot be read in %3</source>
        <translation>%1 von %2 Lesezeichen in %3 können nicht gelesen werden</translation>
    </message>
    <message>
        <source>Bookmarks are not saved: the recording %1 was moved or removed. They stay until it is closed; move it back and change a bookmark in order to keep them.</source>
        <translation>Lesezeichen werden nicht gespeichert: die Aufzeichnung %1 wurde verschoben oder entfernt. Sie bleiben, bis sie geschlossen wird; um sie zu behalten, verschieben Sie die Aufzeichnung zurück und ändern ein Lesezeichen.</translation>
    </message>
    <message>
        <source>Bookmarks cannot be saved as %1: %2. They stay until the recording is closed; copy it to a folder that you may write to in order to keep them.</source>
        <translation>Lesezeichen können nicht als %1 gespeichert werden: %2. Sie bleiben, bis die Aufzeichnung geschlossen wird; um sie zu behalten, kopieren Sie die Aufzeichnung in einen Ordner, in den Sie schreiben dürfen.</translation>
    </message>
    <message>
        <source>Of the last session, %1 does not exist any more and was left out. Open it with File &gt; Open if it was moved.</source>
        <translation>Aus der letzten Sitzung gibt es %1 nicht mehr; das wurde ausgelassen. Wurde es verschoben, öffnen Sie es mit Datei &gt; Öffnen.</translation>
    </message>
    <message>
        <source>%1 recordings</source>
        <translation>%1 Aufzeichnungen</translation>
    </message>
    <message>
        <source>Chrome trace (JSON)</source>
        <translation>Chrome-Trace (JSON)</translation>
    </message>
    <message>
        <source>Folded stacks for flame graphs</source>
        <translation>Gefaltete Stapel für Flammengraphen</translation>
    </message>
    <message>
        <source>Report with figures (HTML)</source>
        <translation>Bericht mit Abbildungen (HTML)</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy-Arrays</translation>
    </message>
    <message>
        <source>Perfetto trace</source>
        <translation>Perfetto-Trace</translation>
    </message>
    <message>
        <source>Profile for pprof: time and energy of ops</source>
        <translation>Profil für pprof: Zeit und Energie der Ops</translation>
    </message>
    <message>
        <source>One table of all samples (CSV)</source>
        <translation>Eine Tabelle aller Messwerte (CSV)</translation>
    </message>
    <message>
        <source>Nothing was written: a table is data, so the name of its file must end in .csv.</source>
        <translation>Nichts wurde geschrieben: Eine Tabelle besteht aus Daten, darum muss der Name ihrer Datei auf .csv enden.</translation>
    </message>
    <message>
        <source>The study was not opened: it was cancelled.</source>
        <translation>Die Studie wurde nicht geöffnet: Es wurde abgebrochen.</translation>
    </message>
</context>
<context>
    <name>Fold</name>
    <message>
        <source>there are no steps to fold: the training has to mark them</source>
        <translation>es gibt keine Schritte zum Falten: das Training muss sie markieren</translation>
    </message>
    <message>
        <source>there are no samples of this channel in the steps</source>
        <translation>in den Schritten gibt es keine Messwerte dieses Kanals</translation>
    </message>
    <message>
        <source>too few steps to fold: record at least %1</source>
        <translation>zu wenige Schritte zum Falten: zeichnen Sie mindestens %1 auf</translation>
    </message>
    <message>
        <source>too few samples in these steps: record more steps, or sample faster</source>
        <translation>zu wenige Messwerte in diesen Schritten: zeichnen Sie mehr Schritte auf, oder messen Sie öfter</translation>
    </message>
    <message>
        <source>every sample has the same value: this channel does not vary within a step</source>
        <translation>alle Messwerte sind gleich: dieser Kanal ändert sich innerhalb eines Schritts nicht</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>the samples do not determine a waveform</source>
        <translation>die Messwerte bestimmen keine Wellenform</translation>
    </message>
    <message>
        <source>%1 after the time of the sample</source>
        <translation>%1 nach dem Zeitpunkt des Messwerts</translation>
    </message>
    <message>
        <source>%1 before the time of the sample</source>
        <translation>%1 vor dem Zeitpunkt des Messwerts</translation>
    </message>
    <message>
        <source>Averaging window and latency of this sensor are not documented: its samples are placed at the middle of the window that fits the recorded ops best, which is %1 long and ends %2. The waveform is as blurred as the samples (stepscope doctor --self-test measures both).</source>
        <translation>Mittelungsfenster und Latenz dieses Sensors sind nicht dokumentiert: seine Messwerte werden in die Mitte des Fensters gelegt, das am besten zu den aufgezeichneten Ops passt; es ist %1 lang und endet %2. Die Wellenform ist so unscharf wie die Messwerte (stepscope doctor --self-test misst beides).</translation>
    </message>
    <message>
        <source>The latency of this sensor is not documented: windows that end %1 fit the recorded ops best.</source>
        <translation>Die Latenz dieses Sensors ist nicht dokumentiert: Fenster, die %1 enden, passen am besten zu den aufgezeichneten Ops.</translation>
    </message>
    <message>
        <source>The latency of this sensor is not documented, and it cannot be fitted to recorded ops: the waveform may be delayed.</source>
        <translation>Die Latenz dieses Sensors ist nicht dokumentiert, und sie kann nicht an aufgezeichnete Ops angepasst werden: die Wellenform ist eventuell verzögert.</translation>
    </message>
    <message>
        <source>Its averaging window is not documented: the waveform is as blurred as its samples (stepscope doctor --self-test measures both).</source>
        <translation>Sein Mittelungsfenster ist nicht dokumentiert: die Wellenform ist so unscharf wie seine Messwerte (stepscope doctor --self-test misst beides).</translation>
    </message>
    <message>
        <source>Sampling and steps are synchronous: the samples fall on the same %1 phases of every step, and gaps of up to %2 are not covered.</source>
        <translation>Abtastung und Schritte laufen synchron: die Messwerte fallen auf dieselben %1 Phasen jedes Schritts, und Lücken von bis zu %2 sind nicht abgedeckt.</translation>
    </message>
    <message>
        <source>Sampling and steps are synchronous: the samples fall on the same phase of every step, and gaps of up to %1 are not covered.</source>
        <translation>Abtastung und Schritte laufen synchron: die Messwerte fallen auf dieselbe Phase jedes Schritts, und Lücken von bis zu %1 sind nicht abgedeckt.</translation>
    </message>
    <message>
        <source> Record with --period %1us.</source>
        <translation> Zeichnen Sie mit --period %1us auf.</translation>
    </message>
    <message>
        <source>One step with recorded ops is excluded: it takes %1 times as long.</source>
        <translation>Ein Schritt mit aufgezeichneten Ops ist ausgeschlossen: er dauert %1-mal so lange.</translation>
    </message>
    <message>
        <source>%1 steps with recorded ops are excluded: they take %2 times as long.</source>
        <translation>%1 Schritte mit aufgezeichneten Ops sind ausgeschlossen: sie dauern %2-mal so lange.</translation>
    </message>
    <message>
        <source>One step of different duration is excluded.</source>
        <translation>Ein Schritt anderer Dauer ist ausgeschlossen.</translation>
    </message>
    <message>
        <source>%1 steps of different duration are excluded.</source>
        <translation>%1 Schritte anderer Dauer sind ausgeschlossen.</translation>
    </message>
    <message>
        <source>These are %1. The point at which a step begins is arbitrary.</source>
        <translation>Dies sind %1. Die Stelle, an der ein Schritt beginnt, ist willkürlich.</translation>
    </message>
    <message>
        <source>The positions of ops in a step vary by %1, which blurs steps without recorded ops by as much.</source>
        <translation>Die Stellen der Ops in einem Schritt schwanken um %1, was Schritte ohne aufgezeichnete Ops ebenso stark verwischt.</translation>
    </message>
    <message>
        <source>too few steps to determine outliers</source>
        <translation>zu wenige Schritte, um Ausreißer zu bestimmen</translation>
    </message>
    <message>
        <source>its ops were not recorded</source>
        <translation>seine Ops wurden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>its ops were not recorded, and its samples do not show the place of the stall</source>
        <translation>seine Ops wurden nicht aufgezeichnet, und seine Messwerte zeigen die Stelle des Stillstands nicht</translation>
    </message>
    <message>
        <source>no samples in the steps</source>
        <translation>keine Messwerte in den Schritten</translation>
    </message>
    <message>
        <source>its value is constant</source>
        <translation>sein Wert ist konstant</translation>
    </message>
    <message>
        <source>too few steps or samples</source>
        <translation>zu wenige Schritte oder Messwerte</translation>
    </message>
    <message>
        <source>too few steps: predictability needs at least %1</source>
        <translation>zu wenige Schritte: die Vorhersagbarkeit braucht mindestens %1</translation>
    </message>
</context>
<context>
    <name>FrequencyTrack</name>
    <message>
        <source>frequency</source>
        <translation>Frequenz</translation>
    </message>
</context>
<context>
    <name>ImportTexts</name>
    <message>
        <source>by its clock</source>
        <translation>nach ihrer Uhr</translation>
    </message>
    <message>
        <source>by its clock and its activity</source>
        <translation>nach ihrer Uhr und ihrer Aktivität</translation>
    </message>
    <message>
        <source>by activity, correlation %1</source>
        <translation>nach der Aktivität, Korrelation %1</translation>
    </message>
    <message>
        <source>not aligned: begins with it</source>
        <translation>nicht ausgerichtet: beginnt mit ihr</translation>
    </message>
    <message>
        <source>recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>The files cannot be read (%1): close other programs, or open smaller files.</source>
        <translation>Die Dateien können nicht gelesen werden (%1): Schließen Sie andere Programme, oder öffnen Sie kleinere Dateien.</translation>
    </message>
    <message>
        <source>The corrected times are in %1</source>
        <translation>Die korrigierten Zeiten sind in %1</translation>
    </message>
    <message>
        <source>The corrected times were not written to %1 (%2): the recording is unchanged.</source>
        <translation>Die korrigierten Zeiten wurden nicht nach %1 geschrieben (%2): Die Aufzeichnung ist unverändert.</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps that lie completely in the range, and their mean duration</source>
        <translation>Schritte, die ganz im Bereich liegen, und ihre mittlere Dauer</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /s</translation>
    </message>
    <message>
        <source>Training samples of these steps, and their number per second from the first start to the last end</source>
        <translation>Trainingsbeispiele dieser Schritte, und ihre Anzahl pro Sekunde vom ersten Beginn bis zum letzten Ende</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>; samples cover %1 of the range, and the figure is that of this part</source>
        <translation>; Messwerte decken %1 des Bereichs ab, und die Zahl gilt für diesen Teil</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Mean utilization of the cores that were online</source>
        <translation>Mittlere Auslastung der aktiven Kerne</translation>
    </message>
    <message>
        <source>offline</source>
        <translation>abgeschaltet</translation>
    </message>
    <message>
        <source>no sample</source>
        <translation>kein Messwert</translation>
    </message>
    <message>
        <source>Idle for %1 of the time</source>
        <translation>Untätig während %1 der Zeit</translation>
    </message>
    <message>
        <source>No sample in this range</source>
        <translation>Kein Messwert in diesem Bereich</translation>
    </message>
    <message>
        <source>; part of %1</source>
        <translation>; Teil von %1</translation>
    </message>
    <message>
        <source>Energy and mean power</source>
        <translation>Energie und mittlere Leistung</translation>
    </message>
    <message>
        <source>rest of %1</source>
        <translation>Rest von %1</translation>
    </message>
    <message>
        <source>Energy of %1 minus that of the rails below it: components without a separate sensor</source>
        <translation>Energie von %1 ohne die der Versorgungsschienen darunter: Bauteile ohne eigenen Sensor</translation>
    </message>
    <message>
        <source>rest</source>
        <translation>Rest</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Of the whole system: the outermost rails only, since they contain the others</source>
        <translation>Des ganzen Systems: nur die äußersten Versorgungsschienen, da sie die anderen enthalten</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>As reported by the framework; without CUDA, intermediate tensors are missing</source>
        <translation>Wie vom Framework gemeldet; ohne CUDA fehlen die Zwischenwerte</translation>
    </message>
    <message>
        <source>Tensors on the GPU</source>
        <translation>Tensoren auf der GPU</translation>
    </message>
    <message>
        <source>Largest size that the framework&apos;s allocator reported, at each module of traced steps, else ten times a second</source>
        <translation>Größter Wert, den der Allokator des Frameworks meldete, bei jedem Modul der Schritte mit Tracing, sonst zehnmal pro Sekunde</translation>
    </message>
    <message>
        <source>As last reported by the framework</source>
        <translation>Wie zuletzt vom Framework gemeldet</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation>Optimiererzustand</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Intermediate</source>
        <translation>Zwischenwerte</translation>
    </message>
    <message>
        <source>Largest size of all other tensors: working memory of the steps, and activations kept for the backward pass</source>
        <translation>Größter Wert aller anderen Tensoren: Arbeitsspeicher der Schritte und Aktivierungen, die für den Rückwärtslauf behalten werden</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>RAM-Spitze</translation>
    </message>
    <message>
        <source>Peak of the whole system</source>
        <translation>Spitze des ganzen Systems</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Peak resident memory of the training and its child processes</source>
        <translation>Spitze des residenten Speichers des Trainings und seiner Kindprozesse</translation>
    </message>
    <message>
        <source>Top ops</source>
        <translation>Größte Ops</translation>
    </message>
    <message>
        <source>self</source>
        <translation>eigen</translation>
    </message>
    <message>
        <source>Time in the op without the ops that it calls; of instances that the range cuts, the part in the range</source>
        <translation>Zeit in der Op ohne die Ops, die sie aufruft; von Instanzen, die der Bereich abschneidet, der Teil im Bereich</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Mean utilization</source>
        <translation>Mittlere Auslastung</translation>
    </message>
    <message>
        <source>Sum of the following parts, as reported by the framework</source>
        <translation>Summe der folgenden Teile, wie vom Framework gemeldet</translation>
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
        <translation>Speichercontroller</translation>
    </message>
</context>
<context>
    <name>MemoryTrack</name>
    <message>
        <source>used</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>training, GPU</source>
        <translation>Training, GPU</translation>
    </message>
    <message>
        <source>swap</source>
        <translation>Swap</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>MetricTrack</name>
    <message>
        <source>metric</source>
        <translation>Metrik</translation>
    </message>
</context>
<context>
    <name>Observations</name>
    <message>
        <source>GPU utilization is much higher than CPU utilization, and when one is high, the other tends to be low</source>
        <translation>Die GPU-Auslastung ist viel höher als die CPU-Auslastung, und wenn die eine hoch ist, ist die andere meist niedrig</translation>
    </message>
    <message>
        <source>Inception V1: the GPU close to 100 % most of the time, each core from 0 to 60 %; also DCGAN, ResNet50, Xception</source>
        <translation>Inception V1: die GPU meist nahe 100 %, jeder Kern zwischen 0 und 60 %; ebenso DCGAN, ResNet50, Xception</translation>
    </message>
    <message>
        <source>The utilization of the GPU and of each core is predictable: it repeats in each step</source>
        <translation>Die Auslastung der GPU und jedes Kerns ist vorhersagbar: sie wiederholt sich in jedem Schritt</translation>
    </message>
    <message>
        <source>Inception V1: the same pattern in each of three steps, on every core and on the GPU</source>
        <translation>Inception V1: dasselbe Muster in jedem von drei Schritten, auf jedem Kern und auf der GPU</translation>
    </message>
    <message>
        <source>GPU utilization is sensitive to the batch size, CPU utilization is not</source>
        <translation>Die GPU-Auslastung hängt von der Batchgröße ab, die CPU-Auslastung nicht</translation>
    </message>
    <message>
        <source>batch 4 to 64: GPU of SqueezeNet 71.4 to 84.5 %, of ResNet50 85.6 to 95.6 %; the CPU differs by 2.1 % on average</source>
        <translation>Batch 4 bis 64: GPU bei SqueezeNet 71,4 bis 84,5 %, bei ResNet50 85,6 bis 95,6 %; die CPU weicht im Mittel um 2,1 % ab</translation>
    </message>
    <message>
        <source>Cores are used differently: they change differently with the batch size, without correlation, and the Denver 2 cores are idle most</source>
        <translation>Kerne werden verschieden genutzt: ihre Auslastung ändert sich verschieden mit der Batchgröße, ohne Korrelation, und die Denver-2-Kerne sind am häufigsten untätig</translation>
    </message>
    <message>
        <source>the two Denver 2 cores have the highest idle ratio, up to 65 %</source>
        <translation>die beiden Denver-2-Kerne sind am häufigsten untätig, bis zu 65 % der Zeit</translation>
    </message>
    <message>
        <source>GPU utilization differs between application domains</source>
        <translation>Die GPU-Auslastung unterscheidet sich zwischen Anwendungsgebieten</translation>
    </message>
    <message>
        <source>computer vision (ResNet) 95 %; language processing (LSTM) low, because its ops depend on each other</source>
        <translation>Bildverarbeitung (ResNet) 95 %; Sprachverarbeitung (LSTM) niedrig, weil ihre Ops voneinander abhängen</translation>
    </message>
    <message>
        <source>The GPU draws the most power, but for some models the memory draws more</source>
        <translation>Die GPU nimmt die meiste Leistung auf, bei manchen Modellen aber der Speicher</translation>
    </message>
    <message>
        <source>the GPU for computer vision (ResNet50, VGG16); the memory for the LSTM, whose data locality is bad</source>
        <translation>die GPU bei Bildverarbeitung (ResNet50, VGG16); der Speicher beim LSTM, dessen Datenlokalität schlecht ist</translation>
    </message>
    <message>
        <source>Power is predictable: it repeats in each step</source>
        <translation>Die Leistung ist vorhersagbar: sie wiederholt sich in jedem Schritt</translation>
    </message>
    <message>
        <source>the power of GPU, CPU and memory has the same pattern in each of three steps</source>
        <translation>die Leistung von GPU, CPU und Speicher hat in jedem von drei Schritten dasselbe Muster</translation>
    </message>
    <message>
        <source>The energy of a step rises with the batch size, but less than in proportion, and differs between models</source>
        <translation>Die Energie eines Schritts steigt mit der Batchgröße, aber unterproportional, und unterscheidet sich zwischen Modellen</translation>
    </message>
    <message>
        <source>16 times the batch takes 2.2 to 10.5 times the energy; DenseNet40 needs the most energy, SqueezeNet the least</source>
        <translation>die 16-fache Batchgröße braucht die 2,2- bis 10,5-fache Energie; DenseNet40 braucht die meiste, SqueezeNet die wenigste</translation>
    </message>
    <message>
        <source>The batch size decides whether a model can be trained: only intermediate data grow with it</source>
        <translation>Die Batchgröße entscheidet, ob ein Modell trainiert werden kann: nur Zwischendaten wachsen mit ihr</translation>
    </message>
    <message>
        <source>intermediate data of DenseNet40 grow from 2.2 to 5.9 GB (batch 4 to 64); parameters, gradients and input stay; with batch 128 and 256 every model runs out of memory</source>
        <translation>Zwischendaten von DenseNet40 wachsen von 2,2 auf 5,9 GB (Batch 4 bis 64); Parameter, Gradienten und Eingabe bleiben gleich; mit Batch 128 und 256 reicht der Speicher bei keinem Modell</translation>
    </message>
    <message>
        <source>Throughput rises with the batch size</source>
        <translation>Der Durchsatz steigt mit der Batchgröße</translation>
    </message>
    <message>
        <source>batch 4 to 64: ResNet50 9 to 55 samples/s</source>
        <translation>Batch 4 bis 64: ResNet50 9 bis 55 Beispiele/s</translation>
    </message>
    <message>
        <source>Throughput changes differently from model to model with the batch size</source>
        <translation>Der Durchsatz ändert sich mit der Batchgröße von Modell zu Modell verschieden</translation>
    </message>
    <message>
        <source>batch 4 to 64: Deep RL x15.3 (889 to 13,618 samples/s), ResNet50 x6.1, DenseNet40 x1.7</source>
        <translation>Batch 4 bis 64: Deep RL x15,3 (889 bis 13.618 Beispiele/s), ResNet50 x6,1, DenseNet40 x1,7</translation>
    </message>
    <message>
        <source>Training on the device slowly increases the accuracy</source>
        <translation>Training auf dem Gerät erhöht die Genauigkeit langsam</translation>
    </message>
    <message>
        <source>DenseNet40, trained before and then with 64 new images a day: 60.65 to 61.32 % in 17 days</source>
        <translation>DenseNet40, vortrainiert und dann täglich mit 64 neuen Bildern: von 60,65 auf 61,32 % in 17 Tagen</translation>
    </message>
    <message>
        <source>unknown domain</source>
        <translation>unbekanntes Gebiet</translation>
    </message>
    <message>
        <source>computer vision</source>
        <translation>Bildverarbeitung</translation>
    </message>
    <message>
        <source>language processing</source>
        <translation>Sprachverarbeitung</translation>
    </message>
    <message>
        <source>image generation</source>
        <translation>Bilderzeugung</translation>
    </message>
    <message>
        <source>robotics control</source>
        <translation>Robotersteuerung</translation>
    </message>
    <message>
        <source>%1 %2 to %3, %4 per doubling%5</source>
        <translation>%1 %2 bis %3, %4 je Verdopplung%5</translation>
    </message>
    <message>
        <source>the domain of %1 is not known by its name</source>
        <translation>das Gebiet von %1 ist am Namen nicht zu erkennen</translation>
    </message>
    <message>
        <source>a recording</source>
        <translation>einer Aufzeichnung</translation>
    </message>
    <message>
        <source>no batch size is common to all domains</source>
        <translation>keine Batchgröße ist allen Gebieten gemeinsam</translation>
    </message>
    <message>
        <source>energy of 1000 samples: %1; the first needs %2 the energy of the last%3 against %4</source>
        <translation>Energie von 1000 Beispielen: %1; das erste Modell braucht %2 die Energie des letzten%3 gegen %4</translation>
    </message>
    <message>
        <source>the largest batch that fits into %1 is %2%3</source>
        <translation>die größte Batchgröße, die in %1 passt, ist %2%3</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2)</source>
        <translation> (95-%-Intervall %1 bis %2)</translation>
    </message>
    <message>
        <source>%1: peak %2 to %3, of steps %4%5</source>
        <translation>%1: Spitze %2 bis %3, die der Schritte %4%5</translation>
    </message>
    <message>
        <source>the training does not report its parameters, gradients and input</source>
        <translation>das Training meldet seine Parameter, Gradienten und Eingabe nicht</translation>
    </message>
    <message>
        <source>parameters %1, gradients %2, input %3: together %4</source>
        <translation>Parameter %1, Gradienten %2, Eingabe %3: zusammen %4</translation>
    </message>
    <message>
        <source>intermediate data %1</source>
        <translation>Zwischendaten %1</translation>
    </message>
    <message>
        <source>intermediate data %1 (peak without the others)</source>
        <translation>Zwischendaten %1 (Spitze ohne die anderen)</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...) on a device whose GPU can be measured</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen eines Modells an (stepscope report A B ...), von einem Gerät mit messbarer GPU</translation>
    </message>
    <message>
        <source>%1 against 1 point per doubling of the GPU and 1.5 of the CPU</source>
        <translation>%1 gegen 1 Punkt je Verdopplung bei der GPU und 1,5 bei der CPU</translation>
    </message>
    <message>
        <source>Use the largest batch that memory and accuracy allow: the GPU idles with small ones.</source>
        <translation>Nehmen Sie die größte Batchgröße, die Speicher und Genauigkeit erlauben: bei kleinen ist die GPU oft untätig.</translation>
    </message>
    <message>
        <source>Find what the GPU waits for (input, CPU, copies), or what the CPU does more of with a larger batch.</source>
        <translation>Finden Sie heraus, worauf die GPU wartet (Eingabe, CPU, Kopien), oder was die CPU bei größerem Batch mehr tut.</translation>
    </message>
    <message>
        <source>give recordings of several models of different domains (stepscope report A B ...)</source>
        <translation>geben Sie Aufzeichnungen mehrerer Modelle verschiedener Gebiete an (stepscope report A B ...)</translation>
    </message>
    <message>
        <source>%1 over %2 by %3%4, bootstrap over blocks of steps against %5 (models of one domain differ from its mean by up to %6)</source>
        <translation>%1 über %2 um %3%4, Bootstrap über Blöcke von Schritten gegen %5 (Modelle eines Gebiets weichen von seinem Mittel um bis zu %6 ab)</translation>
    </message>
    <message>
        <source>Expect a low GPU utilization of recurrent models: larger batches or fused cells give it more parallel work.</source>
        <translation>Erwarten Sie eine niedrige GPU-Auslastung bei rekurrenten Modellen: größere Batches oder verschmolzene Zellen geben der GPU mehr parallele Arbeit.</translation>
    </message>
    <message>
        <source>The domain does not decide here: compare the models by their ops.</source>
        <translation>Das Gebiet entscheidet hier nicht: vergleichen Sie die Modelle nach ihren Ops.</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with marked steps and power sensors</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen eines Modells an (stepscope report A B ...), mit markierten Schritten und Leistungssensoren</translation>
    </message>
    <message>
        <source>energy of a step: </source>
        <translation>Energie eines Schritts: </translation>
    </message>
    <message>
        <source>Where energy counts (a battery), train with the largest batch that keeps accuracy: it spreads the fixed energy of a step over more samples.</source>
        <translation>Wo Energie zählt (Batterie), trainieren Sie mit der größten Batchgröße, bei der die Genauigkeit erhalten bleibt: sie verteilt die feste Energie eines Schritts auf mehr Beispiele.</translation>
    </message>
    <message>
        <source>The fixed energy of a step is negligible here, or the models need the same: choose by memory and accuracy.</source>
        <translation>Die feste Energie eines Schritts ist hier vernachlässigbar, oder die Modelle brauchen gleich viel: wählen Sie nach Speicher und Genauigkeit.</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with memory measured</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen eines Modells an (stepscope report A B ...), mit gemessenem Speicher</translation>
    </message>
    <message>
        <source>%1 against 5 % of the peak, and against 5 % of the intermediate data for the others</source>
        <translation>%1 gegen 5 % der Spitze, und für die anderen gegen 5 % der Zwischendaten</translation>
    </message>
    <message>
        <source>Choose the batch size by memory first: half precision, recomputing activations or adding up gradients of small batches make room.</source>
        <translation>Wählen Sie die Batchgröße zuerst nach dem Speicher: halbe Genauigkeit, Neuberechnen von Aktivierungen oder Aufsummieren der Gradienten kleiner Batches schaffen Platz.</translation>
    </message>
    <message>
        <source>Memory does not follow the batch here, or not by intermediate data: there is room for a larger one.</source>
        <translation>Der Speicher folgt hier nicht der Batchgröße, oder nicht wegen der Zwischendaten: es ist Platz für eine größere.</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...), with marked steps</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen eines Modells an (stepscope report A B ...), mit markierten Schritten</translation>
    </message>
    <message>
        <source>samples per second: </source>
        <translation>Beispiele pro Sekunde: </translation>
    </message>
    <message>
        <source>Raise the batch until the gain flattens; beyond that it only costs memory.</source>
        <translation>Erhöhen Sie die Batchgröße, bis der Gewinn abflacht; darüber hinaus kostet sie nur Speicher.</translation>
    </message>
    <message>
        <source>Small batches already use the device fully, or it waits for something else: a larger batch does not help.</source>
        <translation>Kleine Batches lasten das Gerät schon aus, oder es wartet auf etwas anderes: ein größerer Batch hilft nicht.</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of at least two models (stepscope report A B ...)</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen von mindestens zwei Modellen an (stepscope report A B ...)</translation>
    </message>
    <message>
        <source>%1: %2, %3 per doubling%4</source>
        <translation>%1: %2, %3 je Verdopplung%4</translation>
    </message>
    <message>
        <source>the ratio of the largest gain per doubling to the smallest is %1%2, bootstrap over blocks of steps against %3</source>
        <translation>das Verhältnis des größten Gewinns je Verdopplung zum kleinsten ist %1%2, Bootstrap über Blöcke von Schritten gegen %3</translation>
    </message>
    <message>
        <source>Measure each model: the best batch size differs between models.</source>
        <translation>Messen Sie jedes Modell: die beste Batchgröße ist von Modell zu Modell verschieden.</translation>
    </message>
    <message>
        <source>These models gain equally: the best batch size of one applies to all.</source>
        <translation>Diese Modelle gewinnen gleich viel: die beste Batchgröße des einen gilt für alle.</translation>
    </message>
    <message>
        <source>%1: from %2 (cpu%3) to %4 (cpu%5) per doubling, apart by %6%7</source>
        <translation>%1: von %2 (cpu%3) bis %4 (cpu%5) je Verdopplung, Abstand %6%7</translation>
    </message>
    <message>
        <source>too few batch sizes to correlate the cores&apos; changes: four changes are needed, there are %1</source>
        <translation>zu wenige Batchgrößen, um die Änderungen der Kerne zu korrelieren: vier Änderungen sind nötig, vorhanden sind %1</translation>
    </message>
    <message>
        <source>mean correlation of the cores&apos; %1 changes %2%3 against %4</source>
        <translation>mittlere Korrelation der %1 Änderungen der Kerne %2%3 gegen %4</translation>
    </message>
    <message>
        <source>%1 not known (no core was idle for whole samples)</source>
        <translation>%1 nicht bekannt (kein Kern war einen ganzen Messwert lang untätig)</translation>
    </message>
    <message>
        <source>these cores are of one kind, or not measured: the claim is about the Denver 2 cores of a TX2</source>
        <translation>diese Kerne sind von einer Art oder nicht gemessen: die Aussage betrifft die Denver-2-Kerne eines TX2</translation>
    </message>
    <message>
        <source>Denver cores idle for up to %1 of the time; more than the other cores by: %2</source>
        <translation>Denver-Kerne sind bis zu %1 der Zeit untätig; Unterschied zu den anderen Kernen: %2</translation>
    </message>
    <message>
        <source>give recordings of several batch sizes of one model (stepscope report A B ...)</source>
        <translation>geben Sie Aufzeichnungen mehrerer Batchgrößen eines Modells an (stepscope report A B ...)</translation>
    </message>
    <message>
        <source>Give ops or data loader workers to the idle cores: the framework does not distinguish the kinds of cores.</source>
        <translation>Geben Sie den untätigen Kernen Ops oder Datenlade-Prozesse: das Framework unterscheidet die Arten von Kernen nicht.</translation>
    </message>
    <message>
        <source>The cores are used equally here, or change together: there is no idle kind of core to give work to.</source>
        <translation>Die Kerne werden hier gleich genutzt oder ändern sich gemeinsam: es gibt keine untätige Art von Kernen, der man Arbeit geben könnte.</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>trifft zu</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>holds for %1, does not hold for %2, undecided for %3 recordings: %4</source>
        <translation>trifft für %1 zu, für %2 nicht, unentschieden für %3 der Aufzeichnungen: %4</translation>
    </message>
    <message>
        <source> (single cores %1 to %2)</source>
        <translation> (einzelne Kerne %1 bis %2)</translation>
    </message>
    <message>
        <source>while the GPU is low, the threads spend their time in %1</source>
        <translation>während die GPU wenig ausgelastet ist, verbringen die Threads ihre Zeit in %1</translation>
    </message>
    <message>
        <source>the utilization of the GPU was not measured</source>
        <translation>die Auslastung der GPU wurde nicht gemessen</translation>
    </message>
    <message>
        <source>the utilization of the cores was not measured</source>
        <translation>die Auslastung der Kerne wurde nicht gemessen</translation>
    </message>
    <message>
        <source>GPU %1, CPU %2%3, difference %4%5 against %6</source>
        <translation>GPU %1, CPU %2%3, Unterschied %4%5 gegen %6</translation>
    </message>
    <message>
        <source>correlation of GPU and CPU inside %1 steps %2%3 against 0, %4</source>
        <translation>Korrelation von GPU und CPU innerhalb von %1 Schritten %2%3 gegen 0, %4</translation>
    </message>
    <message>
        <source>no correlation of GPU and CPU inside the steps: %1</source>
        <translation>Korrelation von GPU und CPU innerhalb der Schritte nicht bestimmbar: %1</translation>
    </message>
    <message>
        <source>too few steps to correlate GPU and CPU inside them</source>
        <translation>zu wenige Schritte, um GPU und CPU in ihnen zu korrelieren</translation>
    </message>
    <message>
        <source>%1 of %2 recordings that decide it</source>
        <translation>%1 von %2 Aufzeichnungen, die es entscheiden</translation>
    </message>
    <message>
        <source>%1 steady at %2</source>
        <translation>%1 gleichbleibend bei %2</translation>
    </message>
    <message>
        <source>too few steps or samples: record at least eight steps, longer than two samples</source>
        <translation>zu wenige Schritte oder Messwerte: zeichnen Sie mindestens acht Schritte auf, die länger als zwei Messwerte sind</translation>
    </message>
    <message>
        <source>share of the variance that the mean of %1 steps explains: %2; the least of them%3 against %4</source>
        <translation>Anteil der Varianz, den das Mittel von %1 Schritten erklärt: %2; der kleinste davon%3 gegen %4</translation>
    </message>
    <message>
        <source>too few steps to test %1</source>
        <translation>zu wenige Schritte, um %1 zu prüfen</translation>
    </message>
    <message>
        <source>%1 varies by %2%3 and drifts by %4%5, bootstrap over steps against %6 and %7</source>
        <translation>%1 streut um %2%3 und driftet um %4%5, Bootstrap über Schritte gegen %6 und %7</translation>
    </message>
    <message>
        <source>this device has no readable power sensor</source>
        <translation>dieses Gerät hat keinen lesbaren Leistungssensor</translation>
    </message>
    <message>
        <source>the duration of a step</source>
        <translation>die Dauer eines Schritts</translation>
    </message>
    <message>
        <source>the energy of %1 steps</source>
        <translation>die Energie von %1 Schritten</translation>
    </message>
    <message>
        <source>the energy of a step</source>
        <translation>die Energie eines Schritts</translation>
    </message>
    <message>
        <source>this board does not measure a rail each of the GPU, the memory and the CPU</source>
        <translation>diese Platine misst nicht je eine Versorgungsschiene für GPU, Speicher und CPU</translation>
    </message>
    <message>
        <source>memory minus GPU in %1 parts of the run %2%3 against 0</source>
        <translation>Speicher minus GPU in %1 Teilen des Laufs %2%3 gegen 0</translation>
    </message>
    <message>
        <source>expected of a recurrent model: the memory</source>
        <translation>bei einem rekurrenten Modell erwartet: der Speicher</translation>
    </message>
    <message>
        <source>expected of computer vision: the GPU</source>
        <translation>bei Bildverarbeitung erwartet: die GPU</translation>
    </message>
    <message>
        <source>expected: the GPU or the memory</source>
        <translation>erwartet: die GPU oder der Speicher</translation>
    </message>
    <message>
        <source>%1 to %2 in %3</source>
        <translation>von %1 auf %2 in %3</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tagen</translation>
    </message>
    <message>
        <source>too few values to test: four are needed</source>
        <translation>zu wenige Werte zum Prüfen: vier sind nötig</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>%1 a day%2 by the least-squares line through %3 values, against 0</source>
        <translation>%1 pro Tag%2 nach der Ausgleichsgeraden durch %3 Werte, gegen 0</translation>
    </message>
    <message>
        <source>%1 in this time%2 by the least-squares line through %3 values, against 0</source>
        <translation>%1 in dieser Zeit%2 nach der Ausgleichsgeraden durch %3 Werte, gegen 0</translation>
    </message>
    <message>
        <source>the GPU is much higher in %1, and the utilization of CPU and GPU correlates negatively in %2; both: %3</source>
        <translation>die GPU-Auslastung ist viel höher in %1, und die Auslastungen von CPU und GPU korrelieren negativ in %2; beides: %3</translation>
    </message>
    <message>
        <source>Balance the work: prepare the next batch during the current step (data loader workers), and give ops to the cores while the GPU is busy.</source>
        <translation>Verteilen Sie die Arbeit: bereiten Sie den nächsten Batch während des laufenden Schritts vor (Datenlade-Prozesse), und geben Sie den Kernen Ops, während die GPU arbeitet.</translation>
    </message>
    <message>
        <source>The utilization of CPU and GPU does not alternate here: look at the ops with the longest self time instead.</source>
        <translation>Die Auslastung von CPU und GPU wechselt sich hier nicht ab: sehen Sie sich stattdessen die Ops mit der längsten Eigenzeit an.</translation>
    </message>
    <message>
        <source>Profile a few dozen steps; scheduling and tuning by them is valid for the whole training.</source>
        <translation>Profilieren Sie einige Dutzend Schritte; was Sie anhand dieser Schritte planen und einstellen, gilt für das ganze Training.</translation>
    </message>
    <message>
        <source>Look at the channels with a low share: other programs, waiting for input, or threads that change cores.</source>
        <translation>Sehen Sie sich die Kanäle mit kleinem Anteil an: andere Programme, Warten auf Eingabe oder Threads, die den Kern wechseln.</translation>
    </message>
    <message>
        <source>The memory draws more than the GPU: move fewer bytes by half precision, fused operations, or recomputation of cheap operations.</source>
        <translation>Der Speicher nimmt mehr Leistung auf als die GPU: bewegen Sie weniger Bytes durch halbe Genauigkeit, verschmolzene Operationen oder Neuberechnen billiger Operationen.</translation>
    </message>
    <message>
        <source>The GPU takes the most energy: use half precision, or lower its clock where it waits.</source>
        <translation>Die GPU braucht die meiste Energie: nutzen Sie halbe Genauigkeit, oder senken Sie ihren Takt, wo sie wartet.</translation>
    </message>
    <message>
        <source>Neither the GPU nor the memory is known to draw more: use half precision, which takes less of both.</source>
        <translation>Es ist nicht bekannt, ob die GPU oder der Speicher mehr Leistung aufnimmt: nutzen Sie halbe Genauigkeit, die beide entlastet.</translation>
    </message>
    <message>
        <source>Look at the rail that draws most: it is not the one that the study expects of this model.</source>
        <translation>Sehen Sie sich die Versorgungsschiene mit der höchsten Leistung an: es ist nicht die, die die Studie bei diesem Modell erwartet.</translation>
    </message>
    <message>
        <source>Budget battery and heat by a short run: energy of a step x number of steps.</source>
        <translation>Planen Sie Batterie und Wärme anhand eines kurzen Laufs: Energie eines Schritts x Anzahl der Schritte.</translation>
    </message>
    <message>
        <source>Watch temperature, clocks and other programs: power changes while steps do the same work.</source>
        <translation>Achten Sie auf Temperatur, Takte und andere Programme: die Leistung ändert sich, obwohl die Schritte dieselbe Arbeit leisten.</translation>
    </message>
    <message>
        <source>the training does not print its accuracy (&quot;accuracy: 0.61&quot; or &quot;accuracy 61.3 %&quot;)</source>
        <translation>das Training gibt seine Genauigkeit nicht aus (&quot;accuracy: 0.61&quot; oder &quot;accuracy 61.3 %&quot;)</translation>
    </message>
    <message>
        <source>Continue to train as new samples arrive, while the gain is worth the energy of a day.</source>
        <translation>Trainieren Sie weiter, wenn neue Beispiele eintreffen, solange der Gewinn die Energie eines Tages wert ist.</translation>
    </message>
    <message>
        <source>Stop, or change the learning rate: this training costs energy without a gain in accuracy.</source>
        <translation>Hören Sie auf, oder ändern Sie die Lernrate: dieses Training kostet Energie ohne Gewinn an Genauigkeit.</translation>
    </message>
    <message>
        <source>, but from batch %1 to %2 it falls: %3%4</source>
        <translation>, aber von Batch %1 auf %2 fällt der Wert: %3%4</translation>
    </message>
    <message>
        <source>, and fewer than four batch sizes for a trend</source>
        <translation>, und weniger als vier Batchgrößen für einen Trend</translation>
    </message>
    <message>
        <source>; over %1 batch sizes it rises by chance with p = %2 (%3)</source>
        <translation>; über %1 Batchgrößen steigt der Wert zufällig mit p = %2 (%3)</translation>
    </message>
    <message>
        <source>Mann-Kendall, exact</source>
        <translation>Mann-Kendall, exakt</translation>
    </message>
    <message>
        <source>%1, batch %2 to %3</source>
        <translation>%1, Batch %2 bis %3</translation>
    </message>
    <message>
        <source>tested by the bootstrap over blocks of steps and the scatter of the repeats</source>
        <translation>geprüft durch Bootstrap über Blöcke von Schritten und die Streuung der Wiederholungen</translation>
    </message>
    <message>
        <source>tested by the bootstrap over blocks of steps</source>
        <translation>geprüft durch Bootstrap über Blöcke von Schritten</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>die Aufzeichnung</translation>
    </message>
    <message>
        <source>%1, batch %2</source>
        <translation>%1, Batch %2</translation>
    </message>
    <message>
        <source> (too few steps to test)</source>
        <translation> (zu wenige Schritte zum Prüfen)</translation>
    </message>
    <message>
        <source>no period was found without marks</source>
        <translation>ohne Markierungen wurde keine Periode gefunden</translation>
    </message>
    <message>
        <source>no period was found without marks: %1</source>
        <translation>ohne Markierungen wurde keine Periode gefunden: %1</translation>
    </message>
    <message>
        <source>without marks a period of %1 was found</source>
        <translation>ohne Markierungen wurde eine Periode von %1 gefunden</translation>
    </message>
    <message>
        <source>, mostly outside of the marked steps</source>
        <translation>, meist außerhalb der markierten Schritte</translation>
    </message>
    <message>
        <source>, %1 off the marks</source>
        <translation>, %1 Abweichung von den Markierungen</translation>
    </message>
    <message>
        <source>by the kernels of traced steps</source>
        <translation>anhand der Kernel der Schritte mit Tracing</translation>
    </message>
    <message>
        <source>by the GPU&apos;s channel</source>
        <translation>anhand des Kanals der GPU</translation>
    </message>
    <message>
        <source>no step is longer than four parts of %1, with a GPU and a CPU that vary in it</source>
        <translation>kein Schritt, in dem GPU und CPU schwanken, ist länger als vier Teile von %1</translation>
    </message>
    <message>
        <source>no step is longer than four parts of %1, the resolution of the GPU&apos;s utilization (record ops with their kernels), with a GPU and a CPU that vary in it</source>
        <translation>kein Schritt, in dem GPU und CPU schwanken, ist länger als vier Teile von %1, der Auflösung der GPU-Auslastung (zeichnen Sie Ops mit ihren Kerneln auf)</translation>
    </message>
    <message>
        <source>all models</source>
        <translation>alle Modelle</translation>
    </message>
    <message>
        <source>domain %1</source>
        <translation>Gebiet %1</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message>
        <source>, on %1</source>
        <translation>, auf %1</translation>
    </message>
</context>
<context>
    <name>OpSearch</name>
    <message>
        <source>Not a regular expression: %1, at character %2. Correct it, or search for the plain text.</source>
        <translation>Kein regulärer Ausdruck: %1, bei Zeichen %2. Berichtigen Sie ihn, oder suchen Sie nach dem bloßen Text.</translation>
    </message>
</context>
<context>
    <name>OpsTrack</name>
    <message>
        <source>stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>Thread %1</translation>
    </message>
    <message>
        <source>%1 deeper</source>
        <translation>%1 tiefer</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>ops</source>
        <translation>Ops</translation>
    </message>
</context>
<context>
    <name>PowerTrack</name>
    <message>
        <source>energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>cumulative</source>
        <translation>kumuliert</translation>
    </message>
    <message>
        <source>power</source>
        <translation>Leistung</translation>
    </message>
</context>
<context>
    <name>Quantities</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>RailTrack</name>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>fewer than three similar stretches</source>
        <translation>weniger als drei ähnliche Abschnitte</translation>
    </message>
    <message>
        <source>much of the recording is not periodic</source>
        <translation>ein großer Teil der Aufzeichnung ist nicht periodisch</translation>
    </message>
    <message>
        <source>similar stretches occur at random intervals</source>
        <translation>ähnliche Abschnitte treten in zufälligen Abständen auf</translation>
    </message>
    <message>
        <source>no repetition stronger than that of noise</source>
        <translation>keine Wiederholung, die stärker als die von Rauschen ist</translation>
    </message>
    <message>
        <source>the repetition is no stronger than the profiling overhead</source>
        <translation>die Wiederholung ist nicht stärker als der Aufwand des Profilierens</translation>
    </message>
    <message>
        <source>the repetition that was found lasts so few samples that faster repetition may look like it: sample faster</source>
        <translation>die gefundene Wiederholung umfasst so wenige Messwerte, dass eine schnellere genauso aussehen kann: messen Sie öfter</translation>
    </message>
    <message>
        <source>most of what repeats is faster than the sampling can follow: sample faster</source>
        <translation>das meiste, was sich wiederholt, ist schneller als die Abtastung: messen Sie öfter</translation>
    </message>
    <message>
        <source>the steps are probably shorter than three samples: sample faster</source>
        <translation>die Schritte sind wahrscheinlich kürzer als drei Messwerte: messen Sie öfter</translation>
    </message>
    <message>
        <source>the steps do not advance from sample to sample as the times of the samples say, so that faster repetition may look like them: sample faster</source>
        <translation>die Schritte rücken von Messwert zu Messwert nicht so vor, wie es die Zeiten der Messwerte besagen, sodass eine schnellere Wiederholung genauso aussehen kann: messen Sie öfter</translation>
    </message>
    <message>
        <source>sampling is too regular to exclude that faster repetition looks like these steps: sample faster</source>
        <translation>die Abtastung ist zu regelmäßig, um auszuschließen, dass eine schnellere Wiederholung wie diese Schritte aussieht: messen Sie öfter</translation>
    </message>
    <message>
        <source>a step lasts nearly a whole or a half number of samples, which hides whether steps alternate: use another sampling period</source>
        <translation>ein Schritt dauert fast eine ganze oder halbe Zahl von Messwerten, sodass nicht erkennbar ist, ob sich Schritte abwechseln: nehmen Sie eine andere Abtastperiode</translation>
    </message>
    <message>
        <source>the cycles that were found differ, but in no order that repeats: use another sampling period</source>
        <translation>die gefundenen Zyklen unterscheiden sich, aber in keiner Reihenfolge, die sich wiederholt: nehmen Sie eine andere Abtastperiode</translation>
    </message>
    <message>
        <source>there are too few cycles to tell whether a step consists of several of those that were found: record longer</source>
        <translation>es gibt zu wenige Zyklen, um zu sagen, ob ein Schritt aus mehreren der gefundenen besteht: zeichnen Sie länger auf</translation>
    </message>
    <message>
        <source>the cycles that were found differ slightly: a step may consist of several of them</source>
        <translation>die gefundenen Zyklen unterscheiden sich leicht: ein Schritt kann aus mehreren davon bestehen</translation>
    </message>
    <message>
        <source>there may be shorter steps inside the repetition that was found</source>
        <translation>innerhalb der gefundenen Wiederholung kann es kürzere Schritte geben</translation>
    </message>
    <message>
        <source>much of the signal does not repeat with the steps that were found: there may be shorter ones</source>
        <translation>ein großer Teil des Signals wiederholt sich nicht mit den gefundenen Schritten: es kann kürzere geben</translation>
    </message>
    <message>
        <source>the recording is too short to determine the mean step to 0.1 %</source>
        <translation>die Aufzeichnung ist zu kurz, um den mittleren Schritt auf 0,1 % genau zu bestimmen</translation>
    </message>
    <message>
        <source>no channel has eight samples with different values</source>
        <translation>kein Kanal hat acht Messwerte mit verschiedenen Werten</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>there are no steps to fold in this stretch</source>
        <translation>in diesem Abschnitt gibt es keine Schritte zum Falten</translation>
    </message>
    <message>
        <source>no steps are marked, and the samples show none: not periodic: %1</source>
        <translation>es sind keine Schritte markiert, und die Messwerte zeigen keine: nicht periodisch: %1</translation>
    </message>
    <message>
        <source>no steps are marked, and the samples show none: %1</source>
        <translation>es sind keine Schritte markiert, und die Messwerte zeigen keine: %1</translation>
    </message>
    <message>
        <source>none of the detected steps (none are marked) lies in this stretch</source>
        <translation>keiner der erkannten Schritte (markiert sind keine) liegt in diesem Abschnitt</translation>
    </message>
    <message>
        <source>detected steps (none are marked): approximate, their mean duration is not known to 0.1 %</source>
        <translation>erkannte Schritte (markiert sind keine): nur ungefähr, ihre mittlere Dauer ist nicht auf 0,1 % genau bekannt</translation>
    </message>
    <message>
        <source>detected steps (none are marked): their mean duration is known to 0.1 % with a probability of %1</source>
        <translation>erkannte Schritte (markiert sind keine): ihre mittlere Dauer ist mit einer Wahrscheinlichkeit von %1 auf 0,1 % genau bekannt</translation>
    </message>
    <message>
        <source>over 99.9 %</source>
        <translation>über 99,9 %</translation>
    </message>
    <message>
        <source>the halves of the recording show steps of different duration: record longer, or only one phase of the training</source>
        <translation>die Hälften der Aufzeichnung zeigen Schritte verschiedener Dauer: länger oder nur eine Phase des Trainings aufzeichnen</translation>
    </message>
    <message>
        <source>neither half of the recording shows the steps that were found in all of it: record longer</source>
        <translation>keine Hälfte der Aufzeichnung zeigt die Schritte, die in der ganzen gefunden wurden: länger aufzeichnen</translation>
    </message>
</context>
<context>
    <name>StepsTrack</name>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>%1 traced</source>
        <translation>%1 mit Tracing</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>TemperatureTrack</name>
    <message>
        <source>temperature</source>
        <translation>Temperatur</translation>
    </message>
</context>
<context>
    <name>TensorsTrack</name>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>intermediate</source>
        <translation>Zwischenwerte</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
</context>
<context>
    <name>Tooltip</name>
    <message>
        <source> (of %1 of the time)</source>
        <translation> (über %1 der Zeit)</translation>
    </message>
    <message>
        <source>at the mean power of %1</source>
        <translation>bei der mittleren Leistung von %1</translation>
    </message>
    <message>
        <source>, %1 of it</source>
        <translation>, davon %1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>within</source>
        <translation>innerhalb von</translation>
    </message>
    <message>
        <source>starts at</source>
        <translation>beginnt bei</translation>
    </message>
    <message>
        <source>the longest of %1 spans here</source>
        <translation>die längste von %1 Zeitspannen hier</translation>
    </message>
    <message>
        <source>%1 steps from %2 on</source>
        <translation>%1 Schritte ab %2</translation>
    </message>
    <message>
        <source>zoom in to see each of them</source>
        <translation>hineinzoomen, um jeden davon zu sehen</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>ops were recorded</source>
        <translation>Ops wurden aufgezeichnet</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>and %1 more here</source>
        <translation>und %1 weitere hier</translation>
    </message>
    <message>
        <source>%1 to %2 (%3 samples)</source>
        <translation>%1 bis %2 (%3 Messwerte)</translation>
    </message>
    <message>
        <source>not measured here</source>
        <translation>hier nicht gemessen</translation>
    </message>
    <message>
        <source>sampling period</source>
        <translation>Abtastperiode</translation>
    </message>
    <message>
        <source>update interval</source>
        <translation>Aktualisierungsintervall</translation>
    </message>
    <message>
        <source>averaging window</source>
        <translation>Mittelungsfenster</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>of the data in this time</source>
        <translation>der Daten in dieser Zeit</translation>
    </message>
</context>
<context>
    <name>TrackGroups</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Temperatures</source>
        <translation>Temperaturen</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>Frequenzen</translation>
    </message>
    <message>
        <source>Other channels</source>
        <translation>Andere Kanäle</translation>
    </message>
</context>
<context>
    <name>TrainingCpuTrack</name>
    <message>
        <source>training</source>
        <translation>Training</translation>
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
        <translation>%1 wird gefragt …</translation>
    </message>
    <message>
        <source>Not reachable: %1</source>
        <translation>Nicht erreichbar: %1</translation>
    </message>
    <message>
        <source>This window records another run on the device.</source>
        <translation>Dieses Fenster zeichnet einen anderen Lauf auf dem Gerät auf.</translation>
    </message>
    <message>
        <source>The device no longer has this run; the file keeps what was recorded.</source>
        <translation>Das Gerät hat diesen Lauf nicht mehr; die Datei behält, was aufgezeichnet wurde.</translation>
    </message>
    <message>
        <source>The run goes on; %1 to fetch so far.</source>
        <translation>Der Lauf geht weiter; bisher sind %1 zu holen.</translation>
    </message>
    <message>
        <source>The run has ended; %1 to fetch.</source>
        <translation>Der Lauf ist zu Ende; %1 sind zu holen.</translation>
    </message>
    <message>
        <source>The agent ended before the training; %1 to fetch.</source>
        <translation>Der Agent endete vor dem Training; %1 sind zu holen.</translation>
    </message>
    <message>
        <source>Runs on without this window (run %1 on %2). %3</source>
        <translation>Läuft ohne dieses Fenster weiter (Lauf %1 auf %2). %3</translation>
    </message>
    <message>
        <source>This recording is unfinished (run %1 on %2). %3</source>
        <translation>Diese Aufzeichnung ist unvollständig (Lauf %1 auf %2). %3</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::AlignmentPanel</name>
    <message>
        <source>Alignment of the imported files</source>
        <translation>Ausrichtung der importierten Dateien</translation>
    </message>
    <message>
        <source>U&amp;ndo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Go back to the alignment in the recording</source>
        <translation>Zur Ausrichtung in der Aufzeichnung zurückkehren</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>Beha&amp;lten</translation>
    </message>
    <message>
        <source>Write the moved times to the recording</source>
        <translation>Die verschobenen Zeiten in die Aufzeichnung schreiben</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>Fert&amp;ig</translation>
    </message>
    <message>
        <source>Close the alignment; what was not kept is undone</source>
        <translation>Die Ausrichtung schließen; was nicht behalten wurde, wird rückgängig gemacht</translation>
    </message>
    <message>
        <source>Alignment to %1</source>
        <translation>Ausrichtung an %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Begins after it</source>
        <translation>Beginnt danach um</translation>
    </message>
    <message>
        <source>Accurate to</source>
        <translation>Genau auf</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Konfidenz</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>To both sides: %1</source>
        <translation>Nach beiden Seiten: %1</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Move %1 by ms, positive is later</source>
        <translation>%1 um ms verschieben, positiv ist später</translation>
    </message>
    <message>
        <source>Positive: to later times</source>
        <translation>Positiv: zu späteren Zeiten</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>moving the rows…</source>
        <translation>Zeilen werden verschoben…</translation>
    </message>
    <message>
        <source>moved; not written yet</source>
        <translation>verschoben; noch nicht geschrieben</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BoardStart</name>
    <message>
        <source>&amp;Profile the virtual board</source>
        <translation>Die virtuelle Platine &amp;profilieren</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Platine</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>This build has no virtual boards: build it with -DSTEPSCOPE_SIMULATOR=ON.</source>
        <translation>Dieser Build enthält keine virtuellen Platinen: bauen Sie ihn mit -DSTEPSCOPE_SIMULATOR=ON.</translation>
    </message>
    <message>
        <source>A modelled training on a simulated board; no value is measured on hardware</source>
        <translation>Ein modelliertes Training auf einer simulierten Platine; kein Wert ist an Hardware gemessen</translation>
    </message>
    <message>
        <source>This board is being recorded. Another board can be recorded at the same time.</source>
        <translation>Dieses Board wird gerade aufgezeichnet. Ein anderes Board kann gleichzeitig aufgezeichnet werden.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BookmarksPanel</name>
    <message>
        <source>No bookmarks yet. Press M to bookmark the selection, or the time below the pointer.</source>
        <translation>Noch keine Lesezeichen. Drücken Sie M, um die Auswahl oder die Zeit unter dem Zeiger zu merken.</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Bookmark the selection or the middle of the view (M)</source>
        <translation>Die Auswahl oder die Mitte der Ansicht merken (M)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the selected bookmarks (Del)</source>
        <translation>Die gewählten Lesezeichen löschen (Entf)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::BusyStrip</name>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CaptureForm</name>
    <message>
        <source>&amp;Browse…</source>
        <translation>D&amp;urchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>Gerä&amp;t</translation>
    </message>
    <message>
        <source>local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board</source>
        <translation>local, [user@]host[:port] über SSH oder virtual-tx2, eine simulierte Platine</translation>
    </message>
    <message>
        <source>Co&amp;mmand</source>
        <translation>Be&amp;fehl</translation>
    </message>
    <message>
        <source>As you would type it on the device; the script needs no change</source>
        <translation>Wie Sie ihn auf dem Gerät eingeben würden; das Skript muss nicht geändert werden</translation>
    </message>
    <message>
        <source>&amp;Working directory</source>
        <translation>Arbeitsver&amp;zeichnis</translation>
    </message>
    <message>
        <source>On the device; the home directory when empty</source>
        <translation>Auf dem Gerät; leer: das Home-Verzeichnis</translation>
    </message>
    <message>
        <source>Sample ever&amp;y</source>
        <translation>&amp;Messen alle</translation>
    </message>
    <message>
        <source>10 ms suits most boards; shorter periods increase the profiling overhead</source>
        <translation>10 ms passen für die meisten Platinen; kürzere Perioden erhöhen den Aufwand des Profilierens</translation>
    </message>
    <message>
        <source>&amp;Trace ops of steps</source>
        <translation>&amp;Ops aufzeichnen in Schritten</translation>
    </message>
    <message>
        <source>FIRST:END[:EVERY], none or all; traced steps are slower</source>
        <translation>FIRST:END[:EVERY], none oder all; Schritte mit Tracing sind langsamer</translation>
    </message>
    <message>
        <source>GP&amp;U kernels</source>
        <translation>GPU-&amp;Kernel</translation>
    </message>
    <message>
        <source>nvprof and nsys trace the kernels of any program; the hook then leaves CUDA to them</source>
        <translation>nvprof und nsys zeichnen die Kernel jedes Programms auf; der Hook überlässt ihnen dann CUDA</translation>
    </message>
    <message>
        <source>&amp;Record to</source>
        <translation>&amp;Speichern in</translation>
    </message>
    <message>
        <source>On this computer; named after the run when empty</source>
        <translation>Auf diesem Rechner; leer: nach dem Lauf benannt</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>Prof&amp;ilieren</translation>
    </message>
    <message>
        <source>by the hook</source>
        <translation>durch den Hook</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>durch %1</translation>
    </message>
    <message>
        <source>A capture is running</source>
        <translation>Eine Aufnahme läuft</translation>
    </message>
    <message>
        <source>Record to</source>
        <translation>Speichern in</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope);;All files (*)</source>
        <translation>Aufzeichnungen (*.stepscope);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Your own script, or a model that Stepscope brings with it</source>
        <translation>Ihr eigenes Skript oder ein Modell, das Stepscope mitbringt</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>My own command</source>
        <translation>Mein eigener Befehl</translation>
    </message>
    <message>
        <source>Model %1</source>
        <translation>Modell %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CaptureOptionsFold</name>
    <message>
        <source>All options</source>
        <translation>Alle Optionen</translation>
    </message>
    <message>
        <source>Name of the run, its copy on the device, SSH files, secrets</source>
        <translation>Name des Laufs, seine Kopie auf dem Gerät, SSH-Dateien, Geheimnisse</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>The name of a run that exists continues this run instead of starting another one</source>
        <translation>Der Name eines vorhandenen Laufs setzt diesen Lauf fort, statt einen neuen zu starten</translation>
    </message>
    <message>
        <source>Folder of the copy</source>
        <translation>Ordner der Kopie</translation>
    </message>
    <message>
        <source>Folder on the device for its copy of the recording</source>
        <translation>Ordner auf dem Gerät für seine Kopie der Aufzeichnung</translation>
    </message>
    <message>
        <source>Limit of the copy</source>
        <translation>Grenze der Kopie</translation>
    </message>
    <message>
        <source>Largest recording on the device, for example 2GB</source>
        <translation>Größte Aufzeichnung auf dem Gerät, zum Beispiel 2GB</translation>
    </message>
    <message>
        <source>Tree of sensors</source>
        <translation>Baum der Sensoren</translation>
    </message>
    <message>
        <source>Folder on the device to read instead of /proc and /sys</source>
        <translation>Ordner auf dem Gerät, der statt /proc und /sys gelesen wird</translation>
    </message>
    <message>
        <source>SSH key</source>
        <translation>SSH-Schlüssel</translation>
    </message>
    <message>
        <source>File of a private key on this computer, tried before all others</source>
        <translation>Datei eines privaten Schlüssels auf diesem Rechner, die vor allen anderen versucht wird</translation>
    </message>
    <message>
        <source>SSH configuration</source>
        <translation>SSH-Konfiguration</translation>
    </message>
    <message>
        <source>File instead of ~/.ssh/config</source>
        <translation>Datei statt ~/.ssh/config</translation>
    </message>
    <message>
        <source>Known hosts</source>
        <translation>Bekannte Rechner</translation>
    </message>
    <message>
        <source>File instead of ~/.ssh/known_hosts</source>
        <translation>Datei statt ~/.ssh/known_hosts</translation>
    </message>
    <message>
        <source>Accept the key of an unknown host</source>
        <translation>Den Schlüssel eines unbekannten Rechners annehmen</translation>
    </message>
    <message>
        <source>Stores the key without a question; a changed key is still refused</source>
        <translation>Speichert den Schlüssel ohne Rückfrage; ein geänderter Schlüssel wird weiterhin abgelehnt</translation>
    </message>
    <message>
        <source>Keep secrets in the command line</source>
        <translation>Geheimnisse in der Befehlszeile behalten</translation>
    </message>
    <message>
        <source>By default, values of options such as --token or --password are replaced with ***</source>
        <translation>Werte von Optionen wie --token oder --password werden sonst durch *** ersetzt</translation>
    </message>
    <message>
        <source>The name of a run consists of letters, digits, dots, dashes and underscores, and starts with a letter or digit.</source>
        <translation>Der Name eines Laufs besteht aus Buchstaben, Ziffern, Punkten, Binde- und Unterstrichen und beginnt mit einem Buchstaben oder einer Ziffer.</translation>
    </message>
    <message>
        <source>Write the limit of the copy as a size, for example 500MB or 2GB.</source>
        <translation>Schreiben Sie die Grenze der Kopie als Größe, zum Beispiel 500MB oder 2GB.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::CleanDialog</name>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>There is nothing to remove.</source>
        <translation>Es gibt nichts zu entfernen.</translation>
    </message>
    <message>
        <source>1 other file</source>
        <translation>1 andere Datei</translation>
    </message>
    <message>
        <source>%1 other files</source>
        <translation>%1 andere Dateien</translation>
    </message>
    <message>
        <source>To be removed: %1 and %2, %3.</source>
        <translation>Zu entfernen: %1 und %2, %3.</translation>
    </message>
    <message>
        <source>Clean %1</source>
        <translation>%1 aufräumen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Runs that are removed</source>
        <translation>Läufe, die entfernt werden</translation>
    </message>
    <message>
        <source>&amp;Also what is stored on the device only: %1</source>
        <translation>&amp;Auch was nur auf dem Gerät gespeichert ist: %1</translation>
    </message>
    <message>
        <source>Runs that were fetched whole, interrupted uploads and files of other versions are removed from %1. Recordings that were fetched stay.</source>
        <translation>Vollständig geholte Läufe, abgebrochene Übertragungen und Dateien anderer Versionen werden von %1 entfernt. Geholte Aufzeichnungen bleiben.</translation>
    </message>
    <message>
        <source>In progress, and not touched: %1.</source>
        <translation>In Arbeit und unberührt: %1.</translation>
    </message>
    <message>
        <source>&amp;Keep everything</source>
        <translation>Alles &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparePage</name>
    <message>
        <source>The comparison failed: %1</source>
        <translation>Der Vergleich ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Differences of ops</source>
        <translation>Unterschiede der Ops</translation>
    </message>
    <message>
        <source>Differences of steps and channels</source>
        <translation>Unterschiede der Schritte und Kanäle</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Steps and channels</source>
        <translation>Schritte und Kanäle</translation>
    </message>
    <message>
        <source>Alignment of the timelines</source>
        <translation>Ausrichtung der Zeitleisten</translation>
    </message>
    <message>
        <source>time since the start</source>
        <translation>Zeit seit dem Start</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Grouping of the ops</source>
        <translation>Gruppierung der Ops</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>Op und Formen</translation>
    </message>
    <message>
        <source>op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Shapes depend on the batch size: compare by op if the batch sizes differ</source>
        <translation>Formen hängen von der Batchgröße ab: bei verschiedenen Batchgrößen nach Op vergleichen</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>A und B tauschen</translation>
    </message>
    <message>
        <source>Close comparison</source>
        <translation>Vergleich schließen</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>Erneut vergleichen</translation>
    </message>
    <message>
        <source>The comparison was cancelled</source>
        <translation>Der Vergleich wurde abgebrochen</translation>
    </message>
    <message>
        <source>Align by</source>
        <translation>Ausrichten nach</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>Zeilen nach</translation>
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
        <translation>Vergleiche …</translation>
    </message>
    <message>
        <source>Comparing ops, steps and channels</source>
        <translation>Vergleich von Ops, Schritten und Kanälen</translation>
    </message>
    <message>
        <source>%1 steps in A, %2 in B</source>
        <translation>%1 Schritte in A, %2 in B</translation>
    </message>
    <message>
        <source>; channels compared over untraced steps</source>
        <translation>; Kanäle über Schritte ohne Tracing verglichen</translation>
    </message>
    <message>
        <source>; no intervals of channels, since a side has no whole steps</source>
        <translation>; keine Intervalle der Kanäle, da eine Seite keine ganzen Schritte hat</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedChannelsModel</name>
    <message>
        <source>Duration of a step</source>
        <translation>Dauer eines Schritts</translation>
    </message>
    <message>
        <source>Energy of a step, whole system</source>
        <translation>Energie eines Schritts, ganzes System</translation>
    </message>
    <message>
        <source>%1: mean power</source>
        <translation>%1: mittlere Leistung</translation>
    </message>
    <message>
        <source>%1: energy of a step</source>
        <translation>%1: Energie eines Schritts</translation>
    </message>
    <message>
        <source>CPU utilization</source>
        <translation>CPU-Auslastung</translation>
    </message>
    <message>
        <source>GPU utilization</source>
        <translation>GPU-Auslastung</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>%1 (%2 and %3 covered)</source>
        <translation>%1 (%2 und %3 abgedeckt)</translation>
    </message>
    <message>
        <source>Of the steps that samples cover: %1 of A, %2 of B</source>
        <translation>Der Schritte, die Messwerte abdecken: %1 von A, %2 von B</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedOpsModel</name>
    <message>
        <source>95 % interval %1 to %2: %3</source>
        <translation>95-%-Intervall %1 bis %2: %3</translation>
    </message>
    <message>
        <source>%1 instances in A, %2 in B; interval over %3</source>
        <translation>%1 Instanzen in A, %2 in B; Intervall über %3</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>A: count/step</source>
        <translation>A: Anzahl/Schritt</translation>
    </message>
    <message>
        <source>B: count/step</source>
        <translation>B: Anzahl/Schritt</translation>
    </message>
    <message>
        <source>A: time/step</source>
        <translation>A: Zeit/Schritt</translation>
    </message>
    <message>
        <source>B: time/step</source>
        <translation>B: Zeit/Schritt</translation>
    </message>
    <message>
        <source>B − A per step</source>
        <translation>B − A pro Schritt</translation>
    </message>
    <message>
        <source>A: mean</source>
        <translation>A: Mittel</translation>
    </message>
    <message>
        <source>B: mean</source>
        <translation>B: Mittel</translation>
    </message>
    <message>
        <source>Mean of an instance. </source>
        <translation>Mittel einer Instanz. </translation>
    </message>
    <message>
        <source>Per traced step in the range</source>
        <translation>Pro Schritt mit Tracing im Bereich</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparedStudiesModel</name>
    <message>
        <source>repeats do not vary</source>
        <translation>ohne Streuung</translation>
    </message>
    <message>
        <source>too few repeats</source>
        <translation>zu wenige</translation>
    </message>
    <message>
        <source>no difference shown</source>
        <translation>nicht belegt</translation>
    </message>
    <message>
        <source>B is better</source>
        <translation>B ist besser</translation>
    </message>
    <message>
        <source>A is better</source>
        <translation>A ist besser</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
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
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>A: %1
B: %2</source>
        <translation>A: %1
B: %2</translation>
    </message>
    <message>
        <source>Mean of B over mean of A, with its 95 % interval over the repeats</source>
        <translation>Mittel von B durch Mittel von A, mit seinem 95-%-Intervall über die Wiederholungen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ComparisonController</name>
    <message>
        <source>Both sides are of one recording, which is in memory once</source>
        <translation>Beide Seiten gehören zu einer Aufzeichnung, die nur einmal im Speicher ist</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>, step %1</source>
        <translation>, Schritt %1</translation>
    </message>
    <message>
        <source>, from %1</source>
        <translation>, ab %1</translation>
    </message>
    <message>
        <source>Kept as A: %1. Select a range to compare with it, in this recording or in another, and press %2.</source>
        <translation>Als A behalten: %1. Wählen Sie in dieser oder einer anderen Aufzeichnung einen Bereich zum Vergleich und drücken Sie %2.</translation>
    </message>
    <message>
        <source>The recording of A stays in memory until the window is closed</source>
        <translation>Die Aufzeichnung von A bleibt im Speicher, bis das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope);;All files (*)</source>
        <translation>Aufzeichnungen (*.stepscope);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DevicePage</name>
    <message>
        <source>&amp;Show the live recording</source>
        <translation>&amp;Weiter zur laufenden Aufzeichnung</translation>
    </message>
    <message>
        <source>Runs your training on the device together with a sampling agent, and shows the time, power and memory of each step.</source>
        <translation>Führt Ihr Training auf dem Gerät zusammen mit einem Agenten aus, der misst, und zeigt Zeit, Leistung und Speicher jedes Schritts.</translation>
    </message>
    <message>
        <source>Profile a training</source>
        <translation>Ein Training profilieren</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::DevicePanel</name>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht benötigt</translation>
    </message>
    <message>
        <source>not present</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Chec&amp;k device</source>
        <translation>Gerät &amp;prüfen</translation>
    </message>
    <message>
        <source>Fact or source</source>
        <translation>Eigenschaft oder Quelle</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Facts and sources of the device</source>
        <translation>Eigenschaften und Quellen des Geräts</translation>
    </message>
    <message>
        <source>L&amp;ist runs</source>
        <translation>&amp;Läufe auflisten</translation>
    </message>
    <message>
        <source>C&amp;lean…</source>
        <translation>Auf&amp;räumen…</translation>
    </message>
    <message>
        <source>&amp;Attach</source>
        <translation>&amp;Verfolgen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Runs on the device</source>
        <translation>Läufe auf dem Gerät</translation>
    </message>
    <message>
        <source>Show which runs and files can be removed from this device, and remove them</source>
        <translation>Zeigen, welche Läufe und Dateien von diesem Gerät entfernt werden können, und sie entfernen</translation>
    </message>
    <message>
        <source>Connect and list the sensors of this device, their resolution, and possible improvements</source>
        <translation>Verbinden und die Sensoren dieses Geräts, ihre Auflösung und mögliche Verbesserungen auflisten</translation>
    </message>
    <message>
        <source>Fetch the recording of the run, and follow it while it runs</source>
        <translation>Die Aufzeichnung des Laufs holen und ihm folgen, während er läuft</translation>
    </message>
    <message>
        <source>No device chosen</source>
        <translation>Kein Gerät gewählt</translation>
    </message>
    <message>
        <source>Check the device to see its sensors, their resolution, and possible improvements.</source>
        <translation>Prüfen Sie das Gerät, um seine Sensoren, ihre Auflösung und mögliche Verbesserungen zu sehen.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>The averaging window and the latency of %1 are not known, so each recording fits them to its samples. A self-test measures them once, which makes the energy of ops more certain. It loads the device for 20&#xa0;s; run it while no training runs.</source>
        <translation>Das Mittelungsfenster und die Latenz von %1 sind nicht bekannt, darum passt jede Aufzeichnung sie an ihre Messwerte an. Ein Selbsttest misst sie einmal und macht so die Energie der Ops sicherer. Er belastet das Gerät 20&#xa0;s lang; führen Sie ihn aus, während kein Training läuft.</translation>
    </message>
    <message>
        <source>&amp;Self-test</source>
        <translation>S&amp;elbsttest</translation>
    </message>
    <message>
        <source>Run a load of known shape on the device, and measure its sensors</source>
        <translation>Eine Last bekannter Form auf dem Gerät ausführen und seine Sensoren vermessen</translation>
    </message>
    <message>
        <source>The device has no runs.</source>
        <translation>Das Gerät hat keine Läufe.</translation>
    </message>
    <message>
        <source>Press “List runs” to load the list.</source>
        <translation>Drücken Sie „Läufe auflisten“, um die Liste zu laden.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Measures %1.</source>
        <translation>Misst %1.</translation>
    </message>
    <message>
        <source> Not permitted: %1.</source>
        <translation> Nicht erlaubt: %1.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EditHistory</name>
    <message>
        <source>add a bookmark</source>
        <translation>Lesezeichen hinzufügen</translation>
    </message>
    <message>
        <source>add bookmarks</source>
        <translation>Lesezeichen hinzufügen</translation>
    </message>
    <message>
        <source>delete a bookmark</source>
        <translation>Lesezeichen löschen</translation>
    </message>
    <message>
        <source>delete bookmarks</source>
        <translation>Lesezeichen löschen</translation>
    </message>
    <message>
        <source>edit a bookmark</source>
        <translation>Lesezeichen bearbeiten</translation>
    </message>
    <message>
        <source>arrange the rows</source>
        <translation>Zeilen anordnen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EnergyModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>sum of %1</source>
        <translation>Summe von %1</translation>
    </message>
    <message>
        <source>(all short ops)</source>
        <translation>(alle kurzen Ops)</translation>
    </message>
    <message>
        <source>, %1</source>
        <translation>, %1</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>(kein Modul)</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>not separable</source>
        <translation>nicht trennbar</translation>
    </message>
    <message>
        <source>The data determine the sum of these ops, but not their parts: they always run together, or too rarely and too briefly for the sampling period. Record more steps with ops, or sample faster.</source>
        <translation>Die Daten bestimmen die Summe dieser Ops, aber nicht ihre Teile: sie laufen immer zusammen oder zu selten und zu kurz für die Abtastperiode. Zeichnen Sie mehr Schritte mit Ops auf, oder messen Sie öfter.</translation>
    </message>
    <message>
        <source>Not separable from the other ops of %1, whose row has the sum.</source>
        <translation>Nicht trennbar von den anderen Ops von %1, dessen Zeile die Summe enthält.</translation>
    </message>
    <message>
        <source>Not separable from other ops: it always runs together with them, or too rarely and too briefly for the sampling period. Record more steps with ops, or sample faster.</source>
        <translation>Nicht trennbar von anderen Ops: sie läuft immer mit ihnen zusammen oder zu selten und zu kurz für die Abtastperiode. Zeichnen Sie mehr Schritte mit Ops auf, oder messen Sie öfter.</translation>
    </message>
    <message>
        <source>Time in which the op was the innermost one of its thread or stream</source>
        <translation>Zeit, in der die Op die innerste ihres Threads oder Streams war</translation>
    </message>
    <message>
        <source>Added by the op, by regression on the times when ops ran; consumption without any op is separate</source>
        <translation>Von der Op hinzugefügt, durch Regression auf die Zeiten, zu denen Ops liefen; Verbrauch ohne jede Op ist getrennt</translation>
    </message>
    <message>
        <source>95 % interval: contains the noise, what ops of one type have in common, and the errors of the sensor&apos;s window and latency</source>
        <translation>95-%-Intervall: enthält das Rauschen, das Gemeinsame der Ops einer Art und die Fehler von Fenster und Latenz des Sensors</translation>
    </message>
    <message>
        <source>Mean while the op runs</source>
        <translation>Mittel, während die Op läuft</translation>
    </message>
    <message>
        <source>Share of the sum of all ops, also of those that are not separable</source>
        <translation>Anteil an der Summe aller Ops, auch der nicht trennbaren</translation>
    </message>
    <message>
        <source>Energy of the rail, or busy time of the core, during the self time of its instances. Common method; wrong for ops shorter than the sampling period</source>
        <translation>Energie der Versorgungsschiene oder Aktivzeit des Kerns während der Eigenzeit ihrer Instanzen. Übliche Methode; falsch für Ops, die kürzer sind als die Abtastperiode</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>Eigenzeit</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Busy time</source>
        <translation>Aktivzeit</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>While it runs</source>
        <translation>Während sie läuft</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>Nach Zeit</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::EnergyPanel</name>
    <message>
        <source> + %1 without any op</source>
        <translation> + %1 ohne jede Op</translation>
    </message>
    <message>
        <source>, idle power included,</source>
        <translation>, Leerlaufleistung enthalten,</translation>
    </message>
    <message>
        <source> − %1 unattributed</source>
        <translation> − %1 nicht zugeordnet</translation>
    </message>
    <message>
        <source> + %1 unattributed</source>
        <translation> + %1 nicht zugeordnet</translation>
    </message>
    <message>
        <source>%1 by ops%2%3 = %4; ops explain %5 of the variance; averaging window %6, latency %7%8</source>
        <translation>%1 durch Ops%2%3 = %4; Ops erklären %5 der Varianz; Mittelungsfenster %6, Latenz %7%8</translation>
    </message>
    <message>
        <source>  (fitted)</source>
        <translation>  (angepasst)</translation>
    </message>
    <message>
        <source>Attributing energy to ops</source>
        <translation>Zuordnung der Energie zu Ops</translation>
    </message>
    <message>
        <source>Energy of ops</source>
        <translation>Energie der Ops</translation>
    </message>
    <message>
        <source>Grouping of the rows</source>
        <translation>Gruppierung der Zeilen</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>Op und Formen</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>op and position in its step</source>
        <translation>Op und Stelle in ihrem Schritt</translation>
    </message>
    <message>
        <source>op, in untraced steps</source>
        <translation>Op, in Schritten ohne Tracing</translation>
    </message>
    <message>
        <source>Rail or core of the account</source>
        <translation>Versorgungsschiene oder Kern der Rechnung</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>Zeilen nach</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>instance %1</source>
        <translation>Instanz %1</translation>
    </message>
    <message>
        <source>instances %1 to %2</source>
        <translation>Instanzen %1 bis %2</translation>
    </message>
    <message>
        <source>%1 untraced steps; traced steps take %2 times as long; </source>
        <translation>%1 Schritte ohne Tracing; Schritte mit Tracing dauern %2-mal so lange; </translation>
    </message>
    <message>
        <source>%1 cannot be attributed to ops: %2</source>
        <translation>%1 kann Ops nicht zugeordnet werden: %2</translation>
    </message>
    <message>
        <source>No attribution: %1</source>
        <translation>Keine Zuordnung: %1</translation>
    </message>
    <message>
        <source>No op that runs more than once in a step has an energy figure, so there is no attribution by position.</source>
        <translation>Keine Op, die mehr als einmal in einem Schritt läuft, hat einen Energiewert; darum gibt es keine Zuordnung nach der Stelle.</translation>
    </message>
    <message>
        <source>No op belongs to a module. Record a PyTorch training with its ops.</source>
        <translation>Keine Op gehört zu einem Modul. Zeichnen Sie ein PyTorch-Training mit seinen Ops auf.</translation>
    </message>
    <message>
        <source>The energy was not attributed. Show this page again to attribute it.</source>
        <translation>Die Energie wurde nicht zugeordnet. Zeigen Sie diese Seite erneut, um sie zuzuordnen.</translation>
    </message>
    <message>
        <source>Open a recording, or profile a training, to see the energy of its ops.</source>
        <translation>Öffnen Sie eine Aufzeichnung, oder profilieren Sie ein Training, um die Energie seiner Ops zu sehen.</translation>
    </message>
    <message>
        <source>%1 of the energy is unattributed: %2.</source>
        <translation>%1 der Energie ist nicht zugeordnet: %2.</translation>
    </message>
    <message>
        <source>The intervals may be too narrow: %1.</source>
        <translation>Die Intervalle sind eventuell zu schmal: %1.</translation>
    </message>
    <message>
        <source>The averaging window and latency of %1 are not known, only fitted here. A self-test measures them for later recordings.</source>
        <translation>Das Mittelungsfenster und die Latenz von %1 sind nicht bekannt, nur hier angepasst. Ein Selbsttest misst sie für spätere Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Self-test…</source>
        <translation>Selbsttest…</translation>
    </message>
    <message>
        <source>Open the page of devices, where the self-test can be started</source>
        <translation>Die Seite der Geräte öffnen, auf der der Selbsttest gestartet werden kann</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Berechne…</translation>
    </message>
    <message>
        <source>, time without ops included,</source>
        <translation>, Zeit ohne Ops eingeschlossen,</translation>
    </message>
    <message>
        <source>%1 of the time is unattributed: %2.</source>
        <translation>%1 der Zeit sind nicht zugeordnet: %2.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FailureLine</name>
    <message>
        <source>Show the &amp;log</source>
        <translation>&amp;Protokoll zeigen</translation>
    </message>
    <message>
        <source>The output of the training, at its end</source>
        <translation>Die Ausgabe des Trainings, an ihrem Ende</translation>
    </message>
    <message>
        <source>. The system kills a process in this way when memory is exhausted: try a smaller batch size.</source>
        <translation>. So beendet das System einen Prozess, wenn der Speicher erschöpft ist: Versuchen Sie eine kleinere Batchgröße.</translation>
    </message>
    <message>
        <source>. It printed nothing: run the command by itself on the device to find out why.</source>
        <translation>. Es gab keine Ausgabe: Führen Sie den Befehl allein auf dem Gerät aus, um den Grund zu finden.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FigureExport</name>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Export tables into folder</source>
        <translation>Tabellen in einen Ordner exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FindBar</name>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Case sensitive</source>
        <translation>Groß-/Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Previous instance (Shift+F3)</source>
        <translation>Vorige Instanz (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next instance (F3, Enter)</source>
        <translation>Nächste Instanz (F3, Eingabetaste)</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>List the ops that match</source>
        <translation>Die passenden Ops auflisten</translation>
    </message>
    <message>
        <source>Find ops by name: conv2d, ^aten::.*backward</source>
        <translation>Ops nach Namen suchen: conv2d, ^aten::.*backward</translation>
    </message>
    <message>
        <source>Find ops by name</source>
        <translation>Ops nach Namen suchen</translation>
    </message>
    <message>
        <source>Ops that match</source>
        <translation>Passende Ops</translation>
    </message>
    <message>
        <source>End the search (Esc)</source>
        <translation>Die Suche beenden (Esc)</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche…</translation>
    </message>
    <message>
        <source>No op matches the pattern.</source>
        <translation>Keine Op passt auf das Muster.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>1 instance</source>
        <translation>1 Instanz</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 Instanzen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FindModel</name>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetController</name>
    <message>
        <source> and %1 more</source>
        <translation> und %1 weitere</translation>
    </message>
    <message>
        <source>Runs go on</source>
        <translation>Läufe gehen weiter</translation>
    </message>
    <message>
        <source>A training goes on: %1</source>
        <translation>Ein Training läuft weiter: %1</translation>
    </message>
    <message>
        <source>%1 trainings go on: %2</source>
        <translation>%1 Trainings laufen weiter: %2</translation>
    </message>
    <message>
        <source>A run goes on</source>
        <translation>Ein Lauf geht weiter</translation>
    </message>
    <message>
        <source>If the window closes, it continues on its device, and nothing of the recording is lost: the next window offers to fetch the rest.</source>
        <translation>Wird das Fenster geschlossen, läuft es auf seinem Gerät weiter, und nichts von der Aufzeichnung geht verloren: das nächste Fenster bietet an, den Rest zu holen.</translation>
    </message>
    <message>
        <source>If the window closes, they continue on their devices, and nothing of the recordings is lost: the next window offers to fetch the rest.</source>
        <translation>Wird das Fenster geschlossen, laufen sie auf ihren Geräten weiter, und nichts von den Aufzeichnungen geht verloren: das nächste Fenster bietet an, den Rest zu holen.</translation>
    </message>
    <message>
        <source>&amp;Leave running and close</source>
        <translation>&amp;Weiterlaufen lassen und schließen</translation>
    </message>
    <message>
        <source>&amp;Keep the window</source>
        <translation>Fenster &amp;behalten</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetModel</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Device, its board and what it trains</source>
        <translation>Gerät, seine Platine und was es trainiert</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Sorted by the attention that a device needs</source>
        <translation>Sortiert nach der Aufmerksamkeit, die ein Gerät braucht</translation>
    </message>
    <message>
        <source>Steps/s</source>
        <translation>Schritte/s</translation>
    </message>
    <message>
        <source>Steps a second in the last 10 s, at least over 3 steps; after the end, of the whole run</source>
        <translation>Schritte pro Sekunde in den letzten 10 s, mindestens über 3 Schritte; nach dem Ende über den ganzen Lauf</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Beispiele/s</translation>
    </message>
    <message>
        <source>Training samples a second, where the batch size is known</source>
        <translation>Trainingsbeispiele pro Sekunde, wo die Batchgröße bekannt ist</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Mean power of the whole system in the last 10 s (VDD_IN, or the sum of the outermost rails); after the end, of the whole run</source>
        <translation>Mittlere Leistung des ganzen Systems in den letzten 10 s (VDD_IN oder die Summe der äußersten Versorgungsschienen); nach dem Ende über den ganzen Lauf</translation>
    </message>
    <message>
        <source>Temp.</source>
        <translation>Temp.</translation>
    </message>
    <message>
        <source>Temperature of the hottest zone; after the end, its largest value</source>
        <translation>Temperatur der heißesten Zone; nach dem Ende ihr größter Wert</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Mean utilization in the last 10 s; after the end, of the whole run</source>
        <translation>Mittlere Auslastung in den letzten 10 s; nach dem Ende über den ganzen Lauf</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Largest use of the system in the last 10 s; after the end, of the whole run</source>
        <translation>Größte Belegung des Systems in den letzten 10 s; nach dem Ende über den ganzen Lauf</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Steps so far</source>
        <translation>Schritte bisher</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time since the start of the run</source>
        <translation>Zeit seit dem Start des Laufs</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>The line shows the last 2 minutes, from 0 up.</source>
        <translation>Die Linie zeigt die letzten 2 Minuten, von 0 aufwärts.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>A run was left running here; the start page offers to continue it</source>
        <translation>Ein Lauf geht weiter; die Startseite bietet an, ihn fortzusetzen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FleetPage</name>
    <message>
        <source>No device records yet</source>
        <translation>Noch zeichnet kein Gerät auf</translation>
    </message>
    <message>
        <source>Choose a device and a training, and press Profile. Do the same for more devices: each is recorded at the same time, and this page shows all of them side by side.</source>
        <translation>Wählen Sie ein Gerät und ein Training, und drücken Sie Profilieren. Tun Sie dasselbe für weitere Geräte: alle werden gleichzeitig aufgezeichnet, und diese Seite zeigt sie nebeneinander.</translation>
    </message>
    <message>
        <source>Profile a training…</source>
        <translation>Ein Training profilieren…</translation>
    </message>
    <message>
        <source>Devices that are recorded</source>
        <translation>Geräte, die aufgezeichnet werden</translation>
    </message>
    <message>
        <source>Show timeline</source>
        <translation>Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>Show the recording of the device (Enter)</source>
        <translation>Die Aufzeichnung des Geräts zeigen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare the recordings of two devices, also while they run; select them with Ctrl+click or Ctrl+Space</source>
        <translation>Die Aufzeichnungen zweier Geräte vergleichen, auch während sie laufen; wählen Sie sie mit Strg+Klick oder Strg+Leertaste</translation>
    </message>
    <message>
        <source>Leave running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Disconnect; the training goes on, and can be attached to later</source>
        <translation>Die Verbindung trennen; das Training geht weiter und kann später wieder verfolgt werden</translation>
    </message>
    <message>
        <source>Stop training</source>
        <translation>Training stoppen</translation>
    </message>
    <message>
        <source>End the training of the selected devices, and keep the recordings</source>
        <translation>Das Training der gewählten Geräte beenden und die Aufzeichnungen behalten</translation>
    </message>
    <message>
        <source>1 device: %1</source>
        <translation>1 Gerät: %1</translation>
    </message>
    <message>
        <source>%1 devices: %2</source>
        <translation>%1 Geräte: %2</translation>
    </message>
    <message>
        <source>; %1 together</source>
        <translation>; zusammen %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FoldExport</name>
    <message>
        <source>Copy CSV</source>
        <translation>CSV kopieren</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Copy the visible waveform, with its band, as CSV (Ctrl+C in the plot)</source>
        <translation>Die sichtbare Wellenform mit ihrem Band als CSV kopieren (Strg+C im Diagramm)</translation>
    </message>
    <message>
        <source>Save the visible plot as PNG, SVG or PDF</source>
        <translation>Das sichtbare Diagramm als PNG, SVG oder PDF sichern</translation>
    </message>
    <message numerus="yes">
        <source>The waveform is copied as CSV, %n line(s)</source>
        <translation>
            <numerusform>Die Wellenform ist als CSV kopiert, %n Zeile</numerusform>
            <numerusform>Die Wellenform ist als CSV kopiert, %n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>The figure is in %1</source>
        <translation>Die Abbildung ist in %1</translation>
    </message>
    <message>
        <source>%1 detected steps of %2, %3 readings; resolution %4</source>
        <translation>%1 erkannte Schritte von %2, %3 Messwerte; Auflösung %4</translation>
    </message>
    <message>
        <source>%1 steps of %2, %3 readings; resolution %4</source>
        <translation>%1 Schritte von %2, %3 Messwerte; Auflösung %4</translation>
    </message>
    <message>
        <source>; averaging window of %1 deconvolved</source>
        <translation>; Mittelungsfenster von %1 entfaltet</translation>
    </message>
    <message>
        <source>; latency of %1 corrected</source>
        <translation>; Latenz von %1 korrigiert</translation>
    </message>
    <message>
        <source>No waveform: %1</source>
        <translation>Keine Wellenform: %1</translation>
    </message>
    <message>
        <source>; the mean step explains %1 of the variance</source>
        <translation>; der mittlere Schritt erklärt %1 der Varianz</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::FoldPanel</name>
    <message>
        <source>Cancelled. Choose a channel to fold the steps again.</source>
        <translation>Abgebrochen. Wählen Sie einen Kanal, um die Schritte wieder zu falten.</translation>
    </message>
    <message>
        <source>Channel that is folded</source>
        <translation>Kanal, der gefaltet wird</translation>
    </message>
    <message>
        <source>Single steps over the mean step</source>
        <translation>Einzelne Schritte über dem mittleren Schritt</translation>
    </message>
    <message>
        <source>no single steps</source>
        <translation>keine einzelnen Schritte</translation>
    </message>
    <message>
        <source>5 single steps</source>
        <translation>5 einzelne Schritte</translation>
    </message>
    <message>
        <source>20 single steps</source>
        <translation>20 einzelne Schritte</translation>
    </message>
    <message>
        <source>Outlier steps</source>
        <translation>Ausreißerschritte</translation>
    </message>
    <message>
        <source>Preparing the steps</source>
        <translation>Vorbereitung der Schritte</translation>
    </message>
    <message>
        <source>Detecting unmarked steps</source>
        <translation>Erkennung unmarkierter Schritte</translation>
    </message>
    <message>
        <source>Folding the steps: %1</source>
        <translation>Faltung der Schritte: %1</translation>
    </message>
    <message>
        <source>Outliers unknown: %1</source>
        <translation>Ausreißer unbekannt: %1</translation>
    </message>
    <message>
        <source>No outlier steps</source>
        <translation>Keine Ausreißerschritte</translation>
    </message>
    <message>
        <source>1 outlier step</source>
        <translation>1 Ausreißerschritt</translation>
    </message>
    <message>
        <source>%1 outlier steps, largest distance first</source>
        <translation>%1 Ausreißerschritte, größter Abstand zuerst</translation>
    </message>
    <message>
        <source>: </source>
        <translation>: </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::GuideWindow</name>
    <message>
        <source>Install</source>
        <translation>Installieren</translation>
    </message>
    <message>
        <source>First profile</source>
        <translation>Erstes Profil</translation>
    </message>
    <message>
        <source>Add a Jetson</source>
        <translation>Einen Jetson hinzufügen</translation>
    </message>
    <message>
        <source>Reading the timeline</source>
        <translation>Die Zeitleiste lesen</translation>
    </message>
    <message>
        <source>Operations and energy</source>
        <translation>Operationen und Energie</translation>
    </message>
    <message>
        <source>Steps and periods</source>
        <translation>Schritte und Perioden</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Sweep and study</source>
        <translation>Messreihe und Studie</translation>
    </message>
    <message>
        <source>Import, export, query</source>
        <translation>Importieren, exportieren, abfragen</translation>
    </message>
    <message>
        <source>Troubleshooting</source>
        <translation>Fehlersuche</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>Anleitung</translation>
    </message>
    <message>
        <source>Contents of the guide</source>
        <translation>Inhalt der Anleitung</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>Seite der Anleitung</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>Vorwä&amp;rts</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HealthPanel</name>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>resolution %1</source>
        <translation>Auflösung %1</translation>
    </message>
    <message>
        <source>averaging window %1</source>
        <translation>Mittelungsfenster %1</translation>
    </message>
    <message>
        <source>update interval %1</source>
        <translation>Aktualisierungsintervall %1</translation>
    </message>
    <message>
        <source>latency %1</source>
        <translation>Latenz %1</translation>
    </message>
    <message>
        <source>limits unknown</source>
        <translation>Grenzen unbekannt</translation>
    </message>
    <message>
        <source>Health of the recording</source>
        <translation>Zustand der Aufzeichnung</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Profiling overhead</source>
        <translation>Aufwand des Profilierens</translation>
    </message>
    <message>
        <source>Agent, CPU</source>
        <translation>Agent, CPU</translation>
    </message>
    <message>
        <source>%1 of one core</source>
        <translation>%1 eines Kerns</translation>
    </message>
    <message>
        <source>Mean over the run; included in the figures of the cores</source>
        <translation>Mittel über den Lauf; in den Zahlen der Kerne enthalten</translation>
    </message>
    <message>
        <source>Agent, memory</source>
        <translation>Agent, Speicher</translation>
    </message>
    <message>
        <source>Resident memory at the end</source>
        <translation>Residenter Speicher am Ende</translation>
    </message>
    <message>
        <source>Traced steps</source>
        <translation>Schritte mit Tracing</translation>
    </message>
    <message>
        <source>%1 times as long</source>
        <translation>%1-mal so lange</translation>
    </message>
    <message>
        <source>Mean duration: %2 in %1 traced steps, %4 in %3 untraced steps. Tracing does not affect figures of untraced steps</source>
        <translation>Mittlere Dauer: %2 in %1 Schritten mit Tracing, %4 in %3 Schritten ohne Tracing. Tracing beeinflusst die Zahlen der Schritte ohne Tracing nicht</translation>
    </message>
    <message>
        <source>Clock error of ops</source>
        <translation>Uhrenfehler der Ops</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>Largest time offset between an op and the samples</source>
        <translation>Größter Zeitversatz zwischen einer Op und den Messwerten</translation>
    </message>
    <message>
        <source>unknown so far</source>
        <translation>bisher unbekannt</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>used, %1</source>
        <translation>verwendet, %1</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>nicht benötigt</translation>
    </message>
    <message>
        <source>not present</source>
        <translation>nicht vorhanden</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>used</source>
        <translation>verwendet</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>%1; the latest %2 are listed</source>
        <translation>%1; die letzten %2 sind aufgelistet</translation>
    </message>
    <message>
        <source>%1 lost at %2</source>
        <translation>%1 verloren bei %2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HelpController</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Choose where the training runs: this computer, a Jetson over SSH, or a virtual board. The page shows what the device can measure; Profile starts a training and records it.</source>
        <translation>Wählen Sie, wo das Training läuft: dieser Rechner, ein Jetson über SSH oder eine virtuelle Platine. Die Seite zeigt, was das Gerät messen kann; Profilieren startet ein Training und zeichnet es auf.</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>All rows share one time axis. W and S zoom, A and D move, and a drag selects a range, whose time, energy and utilization are shown at the right. F finds an op.</source>
        <translation>Alle Zeilen haben dieselbe Zeitachse. W und S zoomen, A und D verschieben, und Ziehen wählt einen Bereich, dessen Zeit, Energie und Auslastung rechts stehen. F sucht eine Op.</translation>
    </message>
    <message>
        <source>Ops and energy</source>
        <translation>Ops und Energie</translation>
    </message>
    <message>
        <source>The tables list ops, steps and their energy, with the interval in which the true value lies in 95 of 100 recordings. A click on a row goes to its place in the timeline.</source>
        <translation>Die Tabellen zeigen Ops, Schritte und ihre Energie mit dem Intervall, in dem der wahre Wert in 95 von 100 Aufzeichnungen liegt. Ein Klick auf eine Zeile führt zu ihrer Stelle in der Zeitleiste.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HostKeyDialog</name>
    <message>
        <source>Unknown device</source>
        <translation>Unbekanntes Gerät</translation>
    </message>
    <message>
        <source>The host key of %1 is unknown.</source>
        <translation>Der Rechnerschlüssel von %1 ist unbekannt.</translation>
    </message>
    <message>
        <source>The device presents the key below. Another machine that poses as the device could read what you type and run your commands. Compare the key with the output of this command on the device:

ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub</source>
        <translation>Das Gerät weist den folgenden Schlüssel vor. Ein anderer Rechner, der sich als das Gerät ausgibt, könnte lesen, was Sie eingeben, und Ihre Befehle ausführen. Vergleichen Sie den Schlüssel mit der Ausgabe dieses Befehls auf dem Gerät:

ssh-keygen -lf /etc/ssh/ssh_host_%1_key.pub</translation>
    </message>
    <message>
        <source>Fingerprint of the key (%1)</source>
        <translation>Fingerabdruck des Schlüssels (%1)</translation>
    </message>
    <message>
        <source>&amp;Fingerprint (%1)</source>
        <translation>&amp;Fingerabdruck (%1)</translation>
    </message>
    <message>
        <source>&amp;Do not connect</source>
        <translation>&amp;Nicht verbinden</translation>
    </message>
    <message>
        <source>&amp;Trust this key</source>
        <translation>Diesem Schlüssel &amp;vertrauen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::HostStart</name>
    <message>
        <source>Connect and chec&amp;k</source>
        <translation>&amp;Verbinden und prüfen</translation>
    </message>
    <message>
        <source>Add it &amp;anyway</source>
        <translation>Trotzdem hin&amp;zufügen</translation>
    </message>
    <message>
        <source>Host of the board</source>
        <translation>Rechner der Platine</translation>
    </message>
    <message>
        <source>user@host, or user@host:port</source>
        <translation>user@host oder user@host:port</translation>
    </message>
    <message>
        <source>Log in, install the agent in ~/.stepscope, and list what this board can measure</source>
        <translation>Anmelden, den Agenten in ~/.stepscope installieren und auflisten, was diese Platine messen kann</translation>
    </message>
    <message>
        <source>Keep the host as a device although the connection has failed</source>
        <translation>Den Rechner als Gerät behalten, obwohl die Verbindung fehlgeschlagen ist</translation>
    </message>
    <message>
        <source>Keys, agents, passwords and ~/.ssh/config work as with ssh.</source>
        <translation>Schlüssel, Agenten, Passwörter und ~/.ssh/config wirken wie bei ssh.</translation>
    </message>
    <message>
        <source>The list has the hosts of ~/.ssh/config (%1).</source>
        <translation>Die Liste enthält die Rechner aus ~/.ssh/config (%1).</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbinde mit %1…</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ImportController</name>
    <message>
        <source>Drop to open: recordings, studies, or files of one run to import</source>
        <translation>Zum Öffnen ablegen: Aufzeichnungen, Studien oder Dateien eines Laufs zum Importieren</translation>
    </message>
    <message>
        <source>Open a recording, a study, or the files of one run</source>
        <translation>Eine Aufzeichnung, eine Studie oder die Dateien eines Laufs öffnen</translation>
    </message>
    <message>
        <source>All that can be opened (*.stepscope study.json *.log *.txt *.json *.gz *.nvvp *.nvprof *.sqlite *.db *.pb *.pbtxt *.csv *.tsv);;Recordings (*.stepscope);;All files (*)</source>
        <translation>Alles, was geöffnet werden kann (*.stepscope study.json *.log *.txt *.json *.gz *.nvvp *.nvprof *.sqlite *.db *.pb *.pbtxt *.csv *.tsv);;Aufzeichnungen (*.stepscope);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Drop to add files of the same run</source>
        <translation>Ablegen, um Dateien desselben Laufs hinzuzufügen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Files of one run, merged into one recording</source>
        <translation>Dateien eines &amp;Laufs, vereinigt zu einer Aufzeichnung</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Dateien zum Importieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Hinzufügen…</translation>
    </message>
    <message>
        <source>Choose more files of the same run</source>
        <translation>Weitere Dateien desselben Laufs wählen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Remove the file from the list  (Del)</source>
        <translation>Die Datei aus der Liste entfernen  (Entf)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>The first source is the one that the others are aligned to  (Alt+Up)</source>
        <translation>Die erste Quelle ist die, an der die anderen ausgerichtet werden  (Alt+Auf)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>The first source is the one that the others are aligned to  (Alt+Down)</source>
        <translation>Die erste Quelle ist die, an der die anderen ausgerichtet werden  (Alt+Ab)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Output</source>
        <translation>&amp;Ausgabe</translation>
    </message>
    <message>
        <source>The new recording; an existing file is never overwritten</source>
        <translation>Die neue Aufzeichnung; eine vorhandene Datei wird nie überschrieben</translation>
    </message>
    <message>
        <source>I&amp;nterval</source>
        <translation>I&amp;ntervall</translation>
    </message>
    <message>
        <source>1 s, where the lines of a log have no times</source>
        <translation>1 s, wo die Zeilen eines Protokolls keine Zeiten haben</translation>
    </message>
    <message>
        <source>Time between two lines of a log of tegrastats whose lines have no times, for example 500 ms</source>
        <translation>Zeit zwischen zwei Zeilen eines Protokolls von tegrastats, dessen Zeilen keine Zeiten haben, zum Beispiel 500 ms</translation>
    </message>
    <message>
        <source>&amp;Time column</source>
        <translation>&amp;Zeitspalte</translation>
    </message>
    <message>
        <source>by its name</source>
        <translation>nach ihrem Namen</translation>
    </message>
    <message>
        <source>The column of a CSV file that contains the time</source>
        <translation>Die Spalte einer CSV-Datei, die die Zeit enthält</translation>
    </message>
    <message>
        <source>Unit&amp;s</source>
        <translation>Einhei&amp;ten</translation>
    </message>
    <message>
        <source>from the header</source>
        <translation>aus der Kopfzeile</translation>
    </message>
    <message>
        <source>Units that the header of a CSV file does not state, of the time and of columns, for example: ms, power=mW</source>
        <translation>Einheiten, die die Kopfzeile einer CSV-Datei nicht nennt, der Zeit und von Spalten, zum Beispiel: ms, power=mW</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>Reading and aligning the files</source>
        <translation>Lesen und Ausrichten der Dateien</translation>
    </message>
    <message>
        <source>not recognised</source>
        <translation>nicht erkannt</translation>
    </message>
    <message>
        <source> Remove it from the list.</source>
        <translation> Entfernen Sie sie aus der Liste.</translation>
    </message>
    <message>
        <source>The other files are merged into a copy of the recording, at the real time that they state.</source>
        <translation>Die anderen Dateien werden in eine Kopie der Aufzeichnung eingefügt, zu der Uhrzeit, die sie nennen.</translation>
    </message>
    <message>
        <source>The files are aligned to the first one, by their clocks or by the activity in them. The alignment is shown afterwards, and can be corrected.</source>
        <translation>Die Dateien werden an der ersten ausgerichtet, nach ihren Uhren oder der Aktivität in ihnen. Die Ausrichtung wird danach gezeigt und kann korrigiert werden.</translation>
    </message>
    <message>
        <source>Files of the same run</source>
        <translation>Dateien desselben Laufs</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Recordings (*.stepscope)</source>
        <translation>Aufzeichnungen (*.stepscope)</translation>
    </message>
    <message>
        <source>%1 is a second recording: an import merges files into one. Remove it from the list.</source>
        <translation>%1 ist eine zweite Aufzeichnung: ein Import vereinigt Dateien zu einer. Entfernen Sie sie aus der Liste.</translation>
    </message>
    <message>
        <source>The list holds a recording only: add the files that are to be merged into it.</source>
        <translation>Die Liste enthält nur eine Aufzeichnung: fügen Sie die Dateien hinzu, die in sie eingefügt werden sollen.</translation>
    </message>
    <message>
        <source>Write the name of the new recording.</source>
        <translation>Schreiben Sie den Namen der neuen Aufzeichnung.</translation>
    </message>
    <message>
        <source>%1 exists, and files are never overwritten: choose another name.</source>
        <translation>%1 existiert, und Dateien werden nie überschrieben: wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>“%1” is not an interval: write a time, for example 500 ms.</source>
        <translation>„%1“ ist kein Intervall: schreiben Sie eine Zeit, zum Beispiel 500 ms.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>write its name into “Time column”</source>
        <translation>schreiben Sie ihren Namen in „Zeitspalte“</translation>
    </message>
    <message>
        <source>write it into “Units”</source>
        <translation>schreiben Sie sie in „Einheiten“</translation>
    </message>
    <message>
        <source>The import was cancelled; no file was written.</source>
        <translation>Der Import wurde abgebrochen; es wurde keine Datei geschrieben.</translation>
    </message>
    <message>
        <source>More files that wait for the end of this import: %1</source>
        <translation>Weitere Dateien, die auf das Ende dieses Imports warten: %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Inspector</name>
    <message>
        <source>Figures of the range</source>
        <translation>Zahlen des Bereichs</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>no whole step</source>
        <translation>kein ganzer Schritt</translation>
    </message>
    <message>
        <source>1 whole step</source>
        <translation>1 ganzer Schritt</translation>
    </message>
    <message>
        <source>%1 whole steps</source>
        <translation>%1 ganze Schritte</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Drag over the timeline to see the figures of a range.</source>
        <translation>Ziehen Sie über die Zeitleiste, um die Zahlen eines Bereichs zu sehen.</translation>
    </message>
    <message>
        <source>sum of %1 ranges, the first from %2</source>
        <translation>Summe von %1 Bereichen, der erste ab %2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::InstancesModel</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::InstancesPanel</name>
    <message>
        <source>Choose an op to see the durations of its instances.</source>
        <translation>Wählen Sie eine Op, um die Dauern ihrer Instanzen zu sehen.</translation>
    </message>
    <message>
        <source>Instances of the op</source>
        <translation>Instanzen der Op</translation>
    </message>
    <message>
        <source>Axis of the durations</source>
        <translation>Achse der Dauern</translation>
    </message>
    <message>
        <source>automatic axis</source>
        <translation>automatische Achse</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linear</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>%1 of %2 instances, %3 to %4</source>
        <translation>%1 von %2 Instanzen, %3 bis %4</translation>
    </message>
    <message>
        <source>%1 instances; drag over the bars to select a range</source>
        <translation>%1 Instanzen; ziehen Sie über die Balken, um einen Bereich auszuwählen</translation>
    </message>
    <message>
        <source>; the longest %1 are listed</source>
        <translation>; die längsten %1 sind aufgelistet</translation>
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
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Time since the start of the recording; click to go there</source>
        <translation>Zeit seit dem Start der Aufzeichnung; klicken, um dorthin zu gehen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogPanel</name>
    <message>
        <source>Follo&amp;w the end</source>
        <translation>&amp;Ende folgen</translation>
    </message>
    <message>
        <source>The training has no output.</source>
        <translation>Das Training hat keine Ausgabe.</translation>
    </message>
    <message>
        <source>Search the log; Enter: next, Shift+Enter: previous</source>
        <translation>Protokoll durchsuchen; Eingabetaste: weiter, Umschalt+Eingabetaste: zurück</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>Protokoll durchsuchen</translation>
    </message>
    <message>
        <source>&amp;Copy selected lines</source>
        <translation>Gewählte Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Select &amp;within the line</source>
        <translation>&amp;Innerhalb der Zeile auswählen</translation>
    </message>
    <message>
        <source>Select &amp;all lines</source>
        <translation>&amp;Alle Zeilen auswählen</translation>
    </message>
    <message>
        <source>Copy whole log as &amp;CSV</source>
        <translation>Ganzes Protokoll als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Search continued from the other end</source>
        <translation>Suche vom anderen Ende fortgesetzt</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::LogTable</name>
    <message>
        <source>Output of the training</source>
        <translation>Ausgabe des Trainings</translation>
    </message>
    <message>
        <source>Times of the lines</source>
        <translation>Zeiten der Zeilen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MainWindow</name>
    <message>
        <source>&amp;Recording</source>
        <translation>&amp;Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>&amp;Geräte</translation>
    </message>
    <message>
        <source>  (virtual board)</source>
        <translation>  (virtuelle Platine)</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Study %1</source>
        <translation>Studie %1</translation>
    </message>
    <message>
        <source>%1 – Stepscope</source>
        <translation>%1 – Stepscope</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>Open recording</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Open study</source>
        <translation>Studie öffnen</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Devices and captures</source>
        <translation>Geräte und Aufnahmen</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::MessageLine</name>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Diese Meldung ausblenden</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Navigator</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>There is no step %1. The recording has no steps.</source>
        <translation>Es gibt keinen Schritt %1. Die Aufzeichnung hat keine Schritte.</translation>
    </message>
    <message>
        <source>There is no step %1. The recording has %2 steps, %3 to %4.</source>
        <translation>Es gibt keinen Schritt %1. Die Aufzeichnung hat %2 Schritte, %3 bis %4.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::NotesButton</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>Hinweise (%1)</translation>
    </message>
    <message>
        <source>Show the full text</source>
        <translation>Den ganzen Text zeigen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ObservationList</name>
    <message>
        <source>holds</source>
        <translation>trifft zu</translation>
    </message>
    <message>
        <source>does not hold</source>
        <translation>trifft nicht zu</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>unentschieden</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Observation</source>
        <translation>Beobachtung</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Belege</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>The study: %1</source>
        <translation>Die Studie: %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ObservationsPanel</name>
    <message>
        <source>Checking the observations</source>
        <translation>Prüfung der Beobachtungen</translation>
    </message>
    <message>
        <source>The observations were not checked. Show this page again to check them.</source>
        <translation>Die Beobachtungen wurden nicht geprüft. Zeigen Sie diese Seite erneut, um sie zu prüfen.</translation>
    </message>
    <message>
        <source>Open a recording, or profile a training, to check the observations.</source>
        <translation>Öffnen Sie eine Aufzeichnung, oder profilieren Sie ein Training, um die Beobachtungen zu prüfen.</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Berechne…</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OpsModel</name>
    <message>
        <source>95 % confidence interval: %1</source>
        <translation>95-%-Konfidenzintervall: %1</translation>
    </message>
    <message>
        <source>%1 rows: %2</source>
        <translation>%1 Zeilen: %2</translation>
    </message>
    <message>
        <source>The data determine the sum of these rows only:
%1
%2</source>
        <translation>Die Daten bestimmen nur die Summe dieser Zeilen:
%1
%2</translation>
    </message>
    <message>
        <source>Being computed</source>
        <translation>Wird berechnet</translation>
    </message>
    <message>
        <source>The ops that it calls take all of its time, and have its energy</source>
        <translation>Die Ops, die sie aufruft, nehmen ihre ganze Zeit ein und haben ihre Energie</translation>
    </message>
    <message>
        <source>Not separable from other ops: it always runs together with them, or too rarely and too briefly for the sampling period</source>
        <translation>Nicht trennbar von anderen Ops: sie läuft immer mit ihnen zusammen oder zu selten und zu kurz für die Abtastperiode</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>zwischen Schritten</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>(no module)</source>
        <translation>(kein Modul)</translation>
    </message>
    <message>
        <source>(no shapes)</source>
        <translation>(keine Formen)</translation>
    </message>
    <message>
        <source>%1 shapes</source>
        <translation>%1 Formen</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 Ops</translation>
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
        <translation>Op oder Gruppe der Zeile</translation>
    </message>
    <message>
        <source>Shapes of the inputs, or their number if they differ</source>
        <translation>Formen der Eingaben, oder ihre Anzahl, wenn sie sich unterscheiden</translation>
    </message>
    <message>
        <source>Instances of which a part lies in the range</source>
        <translation>Instanzen, von denen ein Teil im Bereich liegt</translation>
    </message>
    <message>
        <source>Time of all instances in the range; nested instances of the same row count once</source>
        <translation>Zeit aller Instanzen im Bereich; verschachtelte Instanzen derselben Zeile zählen einmal</translation>
    </message>
    <message>
        <source>Time in the range without called ops</source>
        <translation>Zeit im Bereich ohne aufgerufene Ops</translation>
    </message>
    <message>
        <source>Mean duration of the instances, each at full length even if the range cuts it</source>
        <translation>Mittlere Dauer der Instanzen, jede in voller Länge, auch wenn der Bereich sie abschneidet</translation>
    </message>
    <message>
        <source>Median duration of the instances, each at full length</source>
        <translation>Median der Dauern der Instanzen, jede in voller Länge</translation>
    </message>
    <message>
        <source>95th percentile of the durations of the instances, each at full length</source>
        <translation>95. Perzentil der Dauern der Instanzen, jede in voller Länge</translation>
    </message>
    <message>
        <source>Longest instance, at full length</source>
        <translation>Längste Instanz, in voller Länge</translation>
    </message>
    <message>
        <source>Energy of %1 added by the op, by regression on the times when ops ran, with the 95 % interval; energy without any op is separate</source>
        <translation>Energie von %1, die die Op hinzufügt, durch Regression auf die Zeiten, zu denen Ops liefen, mit dem 95-%-Intervall; Energie ohne jede Op ist getrennt</translation>
    </message>
    <message>
        <source>No rail was measured</source>
        <translation>Keine Versorgungsschiene wurde gemessen</translation>
    </message>
    <message>
        <source>Energy of %1 during the self time of the instances in the range. Common method; wrong for ops shorter than the sampling period, and ops that run at the same time each get the whole energy</source>
        <translation>Energie von %1 während der Eigenzeit der Instanzen im Bereich. Übliche Methode; falsch für Ops, die kürzer sind als die Abtastperiode, und gleichzeitig laufende Ops erhalten je die ganze Energie</translation>
    </message>
    <message>
        <source>Share of the self time of all ops in the range</source>
        <translation>Anteil an der Eigenzeit aller Ops im Bereich</translation>
    </message>
    <message>
        <source>Achieved floating-point operations per second, for ops whose shapes determine their number</source>
        <translation>Erreichte Gleitkommaoperationen pro Sekunde, für Ops, deren Formen ihre Anzahl bestimmen</translation>
    </message>
    <message>
        <source>Lower bound of the memory traffic per second: each input and output once</source>
        <translation>Untere Schranke des Speicherverkehrs pro Sekunde: jede Ein- und Ausgabe einmal</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>Eigen</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
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
        <translation>Max</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Energy by time</source>
        <translation>Energie nach Zeit</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OpsPanel</name>
    <message>
        <source>Energy of</source>
        <translation>Energie von</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Filter by name or shapes</source>
        <translation>Nach Name oder Formen filtern</translation>
    </message>
    <message>
        <source>Filter ops by name or shapes</source>
        <translation>Ops nach Name oder Formen filtern</translation>
    </message>
    <message>
        <source>Grouping of the rows</source>
        <translation>Gruppierung der Zeilen</translation>
    </message>
    <message>
        <source>op and shapes</source>
        <translation>Op und Formen</translation>
    </message>
    <message>
        <source>op</source>
        <translation>Op</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Rail of the energy columns</source>
        <translation>Versorgungsschiene der Energiespalten</translation>
    </message>
    <message>
        <source>The rail whose energy is attributed to ops</source>
        <translation>Die Versorgungsschiene, deren Energie den Ops zugeordnet wird</translation>
    </message>
    <message>
        <source>Rows by</source>
        <translation>Zeilen nach</translation>
    </message>
    <message>
        <source>Energy of %1: %2.</source>
        <translation>Energie von %1: %2.</translation>
    </message>
    <message>
        <source>%1: computing, %2</source>
        <translation>%1: Berechnung, %2</translation>
    </message>
    <message>
        <source>%1: the %2 largest of %3 rows</source>
        <translation>%1: die %2 größten von %3 Zeilen</translation>
    </message>
    <message>
        <source>%1: %2 ops</source>
        <translation>%1: %2 Ops</translation>
    </message>
    <message>
        <source>%1: %2 of %3 ops</source>
        <translation>%1: %2 von %3 Ops</translation>
    </message>
    <message>
        <source>%1: %2 of %3 rows</source>
        <translation>%1: %2 von %3 Zeilen</translation>
    </message>
    <message>
        <source>Ops were not traced in this run. Choose the steps to trace in the capture form.</source>
        <translation>In diesem Lauf wurden keine Ops aufgezeichnet. Wählen Sie die Schritte mit Tracing im Formular der Aufnahme.</translation>
    </message>
    <message>
        <source>4 to 8, and at intervals afterwards,</source>
        <translation>4 bis 8 und danach in Abständen</translation>
    </message>
    <message>
        <source>No ops were recorded. They are traced in steps %1 of the run.</source>
        <translation>Es wurden keine Ops aufgezeichnet. Das geschieht in diesen Schritten des Laufs: %1.</translation>
    </message>
    <message>
        <source>No ops yet. They are traced in steps %1 of the run.</source>
        <translation>Noch keine Ops. Sie werden in diesen Schritten des Laufs aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>Ops were recorded in the first steps only, which the figures of the whole run exclude. Select these steps in the timeline, or change the number of excluded steps in the menu View.</source>
        <translation>Ops wurden nur in den ersten Schritten aufgezeichnet, die in den Zahlen des ganzen Laufs fehlen. Wählen Sie diese Schritte in der Zeitleiste aus, oder ändern Sie die Anzahl der ausgelassenen Schritte im Menü Ansicht.</translation>
    </message>
    <message>
        <source>No ops in the selection. They are traced in steps %1 of the run.</source>
        <translation>Keine Ops in der Auswahl. Sie werden in diesen Schritten des Laufs aufgezeichnet: %1.</translation>
    </message>
    <message>
        <source>Show its &amp;instances</source>
        <translation>Ihre &amp;Instanzen zeigen</translation>
    </message>
    <message>
        <source>&amp;Filter the table by its name</source>
        <translation>Tabelle nach ihrem Namen &amp;filtern</translation>
    </message>
    <message>
        <source>Fin&amp;d it in the timeline</source>
        <translation>In der &amp;Zeitleiste suchen</translation>
    </message>
    <message>
        <source>Copy its &amp;name</source>
        <translation>Ihren &amp;Namen kopieren</translation>
    </message>
    <message>
        <source>Show its &amp;energy</source>
        <translation>Ihre &amp;Energie zeigen</translation>
    </message>
    <message>
        <source>The imported files contain no ops. Import them together with a trace of the same run.</source>
        <translation>Die importierten Dateien enthalten keine Ops. Importieren Sie sie zusammen mit einem Trace desselben Laufs.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::OutliersModel</name>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Typical</source>
        <translation>Typisch</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Distance from the mean step in standard deviations, and the quantity</source>
        <translation>Abstand vom mittleren Schritt in Standardabweichungen, und die Größe</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>unbekannt: %1</translation>
    </message>
    <message>
        <source>no op: between ops</source>
        <translation>keine Op: zwischen den Ops</translation>
    </message>
    <message>
        <source>%1 %2, estimated from its readings</source>
        <translation>%1 %2, aus den Messwerten geschätzt</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Palette</name>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Recording, page, op or action</source>
        <translation>Aufzeichnung, Seite, Op oder Aktion</translation>
    </message>
    <message>
        <source>Part of the name of a recording, page, op or action</source>
        <translation>Teil des Namens einer Aufzeichnung, Seite, Op oder Aktion</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Keine Treffer.</translation>
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
        <translation>Cursor, Lesezeichen und Her&amp;vorhebungen</translation>
    </message>
    <message>
        <source>Also write the &amp;data as CSV</source>
        <translation>Auch die &amp;Daten als CSV schreiben</translation>
    </message>
    <message>
        <source>Figure for a paper</source>
        <translation>Abbildung für einen Artikel</translation>
    </message>
    <message>
        <source>PDF, vector</source>
        <translation>PDF, Vektor</translation>
    </message>
    <message>
        <source>SVG, vector</source>
        <translation>SVG, Vektor</translation>
    </message>
    <message>
        <source>PNG, pixels</source>
        <translation>PNG, Pixel</translation>
    </message>
    <message>
        <source>One column, %1 mm</source>
        <translation>Eine Spalte, %1 mm</translation>
    </message>
    <message>
        <source>Two columns, %1 mm</source>
        <translation>Zwei Spalten, %1 mm</translation>
    </message>
    <message>
        <source>Other width</source>
        <translation>Andere Breite</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>height of the rows</source>
        <translation>Höhe der Zeilen</translation>
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
        <translation>Hell</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>Wie das Fenster</translation>
    </message>
    <message>
        <source>The visible range</source>
        <translation>Der sichtbare Bereich</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>Die Auswahl</translation>
    </message>
    <message>
        <source>The whole recording</source>
        <translation>Die ganze Aufzeichnung</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Beside the figure: times, extremes and means of each pixel column, and every box</source>
        <translation>Neben der Abbildung: Zeiten, Extrem- und Mittelwerte jeder Pixelspalte, und jedes Rechteck</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>Vorschau der Abbildung</translation>
    </message>
    <message>
        <source>Cop&amp;y picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>&amp;Platz</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>Auf&amp;lösung</translation>
    </message>
    <message>
        <source>Fo&amp;nt</source>
        <translation>&amp;Schriftart</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>Loo&amp;k</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>&amp;Zeit</translation>
    </message>
    <message>
        <source>Row&amp;s</source>
        <translation>Zeile&amp;n</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>%1, %2 × %3 pixels</source>
        <translation>%1, %2 × %3 Pixel</translation>
    </message>
    <message>
        <source>%1 figures (*.%2)</source>
        <translation>%1-Abbildungen (*.%2)</translation>
    </message>
    <message>
        <source>Export figure</source>
        <translation>Abbildung exportieren</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::QueryPanel</name>
    <message>
        <source>&amp;Run</source>
        <translation>Aus&amp;führen</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Save all rows</source>
        <translation>Alle Zeilen sichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Tables: spans, ops, steps, samples, channels, rails, lanes, links, events, losses, log, run</source>
        <translation>Tabellen: spans, ops, steps, samples, channels, rails, lanes, links, events, losses, log, run</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Run the statement (Ctrl+Enter)</source>
        <translation>Die Anweisung ausführen (Strg+Eingabetaste)</translation>
    </message>
    <message>
        <source>Stop the statement (Esc)</source>
        <translation>Die Anweisung abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Rows of the query</source>
        <translation>Zeilen der Abfrage</translation>
    </message>
    <message>
        <source>Highlight in timeline</source>
        <translation>In der Zeitleiste hervorheben</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV sichern…</translation>
    </message>
    <message>
        <source>Run the statement again and write all its rows</source>
        <translation>Die Anweisung erneut ausführen und alle ihre Zeilen schreiben</translation>
    </message>
    <message>
        <source>The query was cancelled.</source>
        <translation>Die Abfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 was written.</source>
        <translation>%1 wurde geschrieben.</translation>
    </message>
    <message>
        <source>No span lies in the ranges of these rows: there is nothing to highlight.</source>
        <translation>Keine Zeitspanne liegt in den Bereichen dieser Zeilen: es gibt nichts hervorzuheben.</translation>
    </message>
    <message>
        <source>Choose an example, or write a statement, and press Ctrl+Enter.</source>
        <translation>Wählen Sie ein Beispiel, oder schreiben Sie eine Anweisung, und drücken Sie Strg+Eingabetaste.</translation>
    </message>
    <message>
        <source>The first %1 rows; Save as CSV writes all</source>
        <translation>Die ersten %1 Zeilen; „Als CSV sichern“ schreibt alle</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft…</translation>
    </message>
    <message>
        <source>Highlight the spans of all rows, or those in their ranges, and fade the others</source>
        <translation>Die Zeitspannen aller Zeilen, oder die in ihren Bereichen, hervorheben und die anderen abblenden</translation>
    </message>
    <message>
        <source>The rows need columns start_ns and end_ns, or start_ns and duration_ns</source>
        <translation>Die Zeilen brauchen die Spalten start_ns und end_ns oder start_ns und duration_ns</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecentRecordings</name>
    <message>
        <source>None yet. Start a training above, or drop a recording, a trace or a log into the window.</source>
        <translation>Noch keine. Starten Sie oben ein Training, oder ziehen Sie eine Aufzeichnung, einen Trace oder ein Protokoll in das Fenster.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecordingCard</name>
    <message>
        <source>Remove from this list; the file stays</source>
        <translation>Aus dieser Liste entfernen; die Datei bleibt</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lese…</translation>
    </message>
    <message>
        <source>%1 (virtual)</source>
        <translation>%1 (virtuell)</translation>
    </message>
    <message>
        <source>d MMM yyyy, HH:mm</source>
        <translation>d. MMM yyyy, HH:mm</translation>
    </message>
    <message>
        <source>Open the recording %1</source>
        <translation>Die Aufzeichnung %1 öffnen</translation>
    </message>
    <message>
        <source>Remove %1 from this list</source>
        <translation>%1 aus dieser Liste entfernen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RecordingPage</name>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Stop connecting; the run continues on the device</source>
        <translation>Nicht weiter verbinden; der Lauf geht auf dem Gerät weiter</translation>
    </message>
    <message>
        <source>Contin&amp;ue</source>
        <translation>For&amp;tsetzen</translation>
    </message>
    <message>
        <source>Fetch the rest into the same file, and follow the run while it goes on</source>
        <translation>Den Rest in dieselbe Datei holen und dem Lauf folgen, solange er weitergeht</translation>
    </message>
    <message>
        <source>Health (%1)</source>
        <translation>Zustand (%1)</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>In view</source>
        <translation>Sichtbar</translation>
    </message>
    <message>
        <source>without the first step</source>
        <translation>ohne den ersten Schritt</translation>
    </message>
    <message>
        <source>without the first %1 steps</source>
        <translation>ohne die ersten %1 Schritte</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>&amp;Attach</source>
        <translation>&amp;Verfolgen</translation>
    </message>
    <message>
        <source>%1 selections</source>
        <translation>%1 Auswahlen</translation>
    </message>
    <message>
        <source>Steps %1–%2</source>
        <translation>Schritte %1–%2</translation>
    </message>
    <message>
        <source>Sum of %1 selections, %2</source>
        <translation>Summe von %1 Auswahlen, %2</translation>
    </message>
    <message>
        <source>%1, traced in %2 of %3 steps</source>
        <translation>%1, mit Tracing in %2 von %3 Schritten</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ResultsModel</name>
    <message>
        <source>pending</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>ok, throttled</source>
        <translation>ok, gedrosselt</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Power setting</source>
        <translation>Leistungsmodus</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Beispiele/s</translation>
    </message>
    <message>
        <source>Throughput over the counted steps</source>
        <translation>Durchsatz über die gezählten Schritte</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Mean duration of a step</source>
        <translation>Mittlere Dauer eines Schritts</translation>
    </message>
    <message>
        <source>Step CV</source>
        <translation>Schritt-VK</translation>
    </message>
    <message>
        <source>Standard deviation of the durations of steps over their mean</source>
        <translation>Standardabweichung der Dauern der Schritte durch ihr Mittel</translation>
    </message>
    <message>
        <source>Energy/step</source>
        <translation>Energie/Schritt</translation>
    </message>
    <message>
        <source>Energy of the whole system for a step</source>
        <translation>Energie des ganzen Systems für einen Schritt</translation>
    </message>
    <message>
        <source>Energy/sample</source>
        <translation>Energie/Beispiel</translation>
    </message>
    <message>
        <source>Energy of the whole system for a training sample</source>
        <translation>Energie des ganzen Systems für ein Trainingsbeispiel</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Mean utilization of the cores online</source>
        <translation>Mittlere Auslastung der aktiven Kerne</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Utilization of the GPU</source>
        <translation>Auslastung der GPU</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>Most memory in use on the device</source>
        <translation>Größter belegter Speicher auf dem Gerät</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>The last accuracy that the training printed</source>
        <translation>Die letzte Genauigkeit, die das Training ausgab</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Why the training failed</source>
        <translation>Warum das Training fehlschlug</translation>
    </message>
    <message>
        <source>%1
Last output of the training:
%2</source>
        <translation>%1
Letzte Ausgabe des Trainings:
%2</translation>
    </message>
    <message>
        <source>No recording yet</source>
        <translation>Noch keine Aufzeichnung</translation>
    </message>
    <message>
        <source>Double-click or Enter opens the recording</source>
        <translation>Doppelklick oder Eingabetaste öffnet die Aufzeichnung</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::RowsMenu</name>
    <message>
        <source>Timeline &amp;rows</source>
        <translation>Zeilen &amp;der Zeitleiste</translation>
    </message>
    <message>
        <source>&amp;Rails</source>
        <translation>&amp;Versorgungsschienen</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>&amp;Anordnen</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>Ü&amp;bersicht</translation>
    </message>
    <message>
        <source>&amp;Frame times</source>
        <translation>Bil&amp;dzeiten</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Phases</source>
        <translation>Phasen</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>CPU, mean of its cores</source>
        <translation>CPU, Mittel der Kerne</translation>
    </message>
    <message>
        <source>CPU of the training</source>
        <translation>CPU des Trainings</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory controller</source>
        <translation>Speichercontroller</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Temperatures</source>
        <translation>Temperaturen</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>Frequenzen</translation>
    </message>
    <message>
        <source>Other channels</source>
        <translation>Andere Kanäle</translation>
    </message>
    <message>
        <source>Va&amp;lues beside the rows</source>
        <translation>&amp;Werte neben den Zeilen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SecretDialog</name>
    <message>
        <source>Sign in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Used for this connection only and never stored.</source>
        <translation>Nur für diese Verbindung verwendet und nie gespeichert.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SelectionStrip</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>Export all</source>
        <translation>Alle exportieren</translation>
    </message>
    <message>
        <source>Compare the two recordings; one that is being recorded is followed</source>
        <translation>Die zwei Aufzeichnungen vergleichen; einer, die aufgezeichnet wird, wird gefolgt</translation>
    </message>
    <message>
        <source>Test the twelve observations of the study over these recordings, as one study</source>
        <translation>Die zwölf Beobachtungen der Studie über diese Aufzeichnungen prüfen, als eine Studie</translation>
    </message>
    <message>
        <source>Write a file for each recording into one folder</source>
        <translation>Für jede Aufzeichnung eine Datei in einen Ordner schreiben</translation>
    </message>
    <message>
        <source>%1 recordings selected</source>
        <translation>%1 Aufzeichnungen gewählt</translation>
    </message>
    <message>
        <source>Export %1 recordings into</source>
        <translation>%1 Aufzeichnungen exportieren in</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Key or gesture</source>
        <translation>Taste oder Geste</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Find a key or an action</source>
        <translation>Taste oder Aktion suchen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::Sidebar</name>
    <message>
        <source>Devices, recordings and studies</source>
        <translation>Geräte, Aufzeichnungen und Studien</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Öffnen…</translation>
    </message>
    <message>
        <source>%1: click to profile on this device</source>
        <translation>%1: klicken, um auf diesem Gerät zu profilieren</translation>
    </message>
    <message>
        <source>%1
Double-click to open</source>
        <translation>%1
Doppelklick zum Öffnen</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>&amp;Profile on this device</source>
        <translation>Auf diesem Gerät &amp;profilieren</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>Aus der Liste &amp;entfernen</translation>
    </message>
    <message>
        <source>&amp;Compare with the recording on display</source>
        <translation>Mit der angezeigten Aufzeichnung &amp;vergleichen</translation>
    </message>
    <message>
        <source>Re&amp;name…	F2</source>
        <translation>&amp;Umbenennen…	F2</translation>
    </message>
    <message>
        <source>Show in its &amp;folder</source>
        <translation>Im &amp;Ordner zeigen</translation>
    </message>
    <message>
        <source>Rename the recording</source>
        <translation>Die Aufzeichnung umbenennen</translation>
    </message>
    <message>
        <source>New name of the file, which stays in %1:</source>
        <translation>Neuer Name der Datei, die in %1 bleibt:</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartController</name>
    <message>
        <source>The recording is of the device %1. Choose it, press “Check device”, then “Self-test”.</source>
        <translation>Die Aufzeichnung stammt vom Gerät %1. Wählen Sie es, drücken Sie „Gerät prüfen“, dann „Selbsttest“.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StartPage</name>
    <message>
        <source>&amp;Show the live recording</source>
        <translation>&amp;Weiter zur laufenden Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Train it here</source>
        <translation>Hier train&amp;ieren</translation>
    </message>
    <message>
        <source>Looking for PyTorch…</source>
        <translation>Suche nach PyTorch…</translation>
    </message>
    <message>
        <source>A real training: cores, memory and op spans of this computer</source>
        <translation>Ein echtes Training: Kerne, Speicher und Op-Zeitspannen dieses Rechners</translation>
    </message>
    <message>
        <source>Try a virtual board</source>
        <translation>Eine virtuelle Platine ausprobieren</translation>
    </message>
    <message>
        <source>A modelled training on a simulated Jetson, through the real agent. It needs no hardware and takes less than a minute.</source>
        <translation>Ein modelliertes Training auf einem simulierten Jetson, durch den echten Agenten. Es braucht keine Hardware und dauert weniger als eine Minute.</translation>
    </message>
    <message>
        <source>Train the small CNN here</source>
        <translation>Das kleine CNN hier trainieren</translation>
    </message>
    <message>
        <source>%1 real training steps of a small network on this computer, with PyTorch.</source>
        <translation>%1 echte Trainingsschritte eines kleinen Netzes auf diesem Rechner, mit PyTorch.</translation>
    </message>
    <message>
        <source>Add a Jetson</source>
        <translation>Einen Jetson hinzufügen</translation>
    </message>
    <message>
        <source>Over SSH. One static program is installed in ~/.stepscope on the board; no port is opened.</source>
        <translation>Über SSH. Ein einziges statisches Programm wird in ~/.stepscope auf der Platine installiert; kein Port wird geöffnet.</translation>
    </message>
    <message>
        <source>Where do the time, the watts and the memory of a training step go?</source>
        <translation>Wohin gehen Zeit, Watt und Speicher eines Trainingsschritts?</translation>
    </message>
    <message>
        <source>Record a training, and see every step on one time axis.</source>
        <translation>Zeichnen Sie ein Training auf, und sehen Sie jeden Schritt auf einer Zeitachse.</translation>
    </message>
    <message>
        <source>Open a fi&amp;le…</source>
        <translation>Datei ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>A recording, a study, or a log or trace of another program</source>
        <translation>Eine Aufzeichnung, eine Studie oder ein Protokoll oder Trace eines anderen Programms</translation>
    </message>
    <message>
        <source>Recent recordings</source>
        <translation>Letzte Aufzeichnungen</translation>
    </message>
    <message>
        <source>&amp;Show the %1 live recordings</source>
        <translation>Die %1 laufenden Aufzeichnungen &amp;zeigen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StatusLine</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbinde</translation>
    </message>
    <message>
        <source>Installing the agent</source>
        <translation>Installiere den Agenten</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Starte</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>Keine Daten</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>Verbinde erneut</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Stoppe</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Recorded time</source>
        <translation>Aufgezeichnete Zeit</translation>
    </message>
    <message>
        <source>Size of the recording</source>
        <translation>Größe der Aufzeichnung</translation>
    </message>
    <message>
        <source>Profiling overhead on the device: share of one core, resident memory</source>
        <translation>Aufwand des Profilierens auf dem Gerät: Anteil eines Kerns, residenter Speicher</translation>
    </message>
    <message>
        <source>Between the cursors A and B</source>
        <translation>Zwischen den Cursorn A und B</translation>
    </message>
    <message>
        <source>A to B: %1</source>
        <translation>A bis B: %1</translation>
    </message>
    <message>
        <source>Recording without an end: the run was cut off, or is still running</source>
        <translation>Aufzeichnung ohne Ende: der Lauf wurde abgebrochen oder läuft noch</translation>
    </message>
    <message>
        <source>Run failed: %1</source>
        <translation>Lauf fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>The recording ended before the training, which may still run</source>
        <translation>Die Aufzeichnung endete vor dem Training, das eventuell noch läuft</translation>
    </message>
    <message>
        <source>Run was stopped</source>
        <translation>Lauf wurde gestoppt</translation>
    </message>
    <message>
        <source>Run ended by signal %1</source>
        <translation>Lauf durch Signal %1 beendet</translation>
    </message>
    <message>
        <source>Imported from %1</source>
        <translation>Importiert aus %1</translation>
    </message>
    <message>
        <source>Run ended; its exit status is not known</source>
        <translation>Lauf beendet; sein Exit-Status ist nicht bekannt</translation>
    </message>
    <message>
        <source>Run ended with exit status %1</source>
        <translation>Lauf mit Exit-Status %1 beendet</translation>
    </message>
    <message>
        <source>agent %1</source>
        <translation>Agent %1</translation>
    </message>
    <message>
        <source>no losses</source>
        <translation>keine Verluste</translation>
    </message>
    <message>
        <source>losses: %1</source>
        <translation>Verluste: %1</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsModel</name>
    <message>
        <source>traced</source>
        <translation>Tracing</translation>
    </message>
    <message>
        <source>▲ long</source>
        <translation>▲ lang</translation>
    </message>
    <message>
        <source>▼ short</source>
        <translation>▼ kurz</translation>
    </message>
    <message>
        <source>More than 3.5 robust standard deviations from the median of similar steps</source>
        <translation>Mehr als 3,5 robuste Standardabweichungen vom Median ähnlicher Schritte</translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation>Parameter: %1</translation>
    </message>
    <message>
        <source>Gradients: %1</source>
        <translation>Gradienten: %1</translation>
    </message>
    <message>
        <source>Optimizer state: %1</source>
        <translation>Optimiererzustand: %1</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>Eingaben: %1</translation>
    </message>
    <message>
        <source>Intermediate, at most: %1</source>
        <translation>Zwischenwerte, höchstens: %1</translation>
    </message>
    <message>
        <source>Reserved by the allocator: %1</source>
        <translation>Vom Allokator reserviert: %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
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
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Intermediate</source>
        <translation>Zwischenwerte</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Beispiele/s</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>Ops</translation>
    </message>
    <message>
        <source>Duration outlier</source>
        <translation>Dauer-Ausreißer</translation>
    </message>
    <message>
        <source>Number of the step</source>
        <translation>Nummer des Schritts</translation>
    </message>
    <message>
        <source>Since the beginning of the recording</source>
        <translation>Seit dem Beginn der Aufzeichnung</translation>
    </message>
    <message>
        <source>From its mark to the next</source>
        <translation>Von seiner Marke bis zur nächsten</translation>
    </message>
    <message>
        <source>Of the whole system, without counting a rail twice; only of steps that samples cover completely (99 %)</source>
        <translation>Des ganzen Systems, ohne eine Versorgungsschiene doppelt zu zählen; nur von Schritten, die Messwerte vollständig (99 %) abdecken</translation>
    </message>
    <message>
        <source>Mean power of the whole system</source>
        <translation>Mittlere Leistung des ganzen Systems</translation>
    </message>
    <message>
        <source>Mean utilization of the cores online</source>
        <translation>Mittlere Auslastung der aktiven Kerne</translation>
    </message>
    <message>
        <source>Mean utilization</source>
        <translation>Mittlere Auslastung</translation>
    </message>
    <message>
        <source>Peak in the step: of GPU tensors if the framework reports them, else of the training&apos;s resident memory</source>
        <translation>Spitze im Schritt: der GPU-Tensoren, wenn das Framework sie meldet, sonst des residenten Speichers des Trainings</translation>
    </message>
    <message>
        <source>Peak in the step of all tensors other than parameters, gradients, optimizer state and inputs; with CUDA only</source>
        <translation>Spitze im Schritt aller Tensoren außer Parametern, Gradienten, Optimiererzustand und Eingaben; nur mit CUDA</translation>
    </message>
    <message>
        <source>If the script reports the number of samples of a step</source>
        <translation>Wenn das Skript die Anzahl der Beispiele eines Schritts meldet</translation>
    </message>
    <message>
        <source>Whether the ops of the step were recorded</source>
        <translation>Ob die Ops des Schritts aufgezeichnet wurden</translation>
    </message>
    <message>
        <source>Steps far longer or shorter than similar steps</source>
        <translation>Schritte, die viel länger oder kürzer sind als ähnliche Schritte</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StepsPanel</name>
    <message>
        <source>Compare the &amp;two steps</source>
        <translation>Die &amp;zwei Schritte vergleichen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Select two rows with Ctrl</source>
        <translation>Wählen Sie zwei Zeilen mit Strg</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>%1: %2 of %3 steps</source>
        <translation>%1: %2 von %3 Schritten</translation>
    </message>
    <message>
        <source>The imported files contain no steps.</source>
        <translation>Die importierten Dateien enthalten keine Schritte.</translation>
    </message>
    <message>
        <source>No steps were reported.</source>
        <translation>Es wurden keine Schritte gemeldet.</translation>
    </message>
    <message>
        <source>No steps yet.</source>
        <translation>Noch keine Schritte.</translation>
    </message>
    <message>
        <source>PyTorch trainings report them automatically. Any other script can call: import stepscope; stepscope.step(samples=32)</source>
        <translation>PyTorch-Trainings melden sie automatisch. Jedes andere Skript kann aufrufen: import stepscope; stepscope.step(samples=32)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyController</name>
    <message>
        <source>Open study: its folder, with study.json</source>
        <translation>Studie öffnen: ihr Ordner mit study.json</translation>
    </message>
    <message>
        <source>Compare with the study in this folder</source>
        <translation>Mit der Studie in diesem Ordner vergleichen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Data (*.csv)</source>
        <translation>Daten (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Vector picture (*.svg)</source>
        <translation>Vektorbild (*.svg)</translation>
    </message>
    <message>
        <source>Vector picture (*.pdf)</source>
        <translation>Vektorbild (*.pdf)</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyObservationsPage</name>
    <message>
        <source>Trainings that the observations are tested on</source>
        <translation>Trainings, an denen die Beobachtungen geprüft werden</translation>
    </message>
    <message>
        <source>Test the observations</source>
        <translation>Beobachtungen prüfen</translation>
    </message>
    <message>
        <source>Trainings of</source>
        <translation>Trainings von</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>Die Prüfung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 (%2 training)</source>
        <translation>%1 (%2 Training)</translation>
    </message>
    <message>
        <source>%1 (%2 trainings)</source>
        <translation>%1 (%2 Trainings)</translation>
    </message>
    <message>
        <source>Reading the recordings of the study</source>
        <translation>Lesen der Aufzeichnungen der Studie</translation>
    </message>
    <message>
        <source>The study has no training that succeeded, so there is nothing to test.</source>
        <translation>Die Studie hat kein erfolgreiches Training; es gibt nichts zu prüfen.</translation>
    </message>
    <message>
        <source>Not tested yet. The test reads every recording of the study and says which of the twelve observations of the paper hold in it.</source>
        <translation>Noch nicht geprüft. Die Prüfung liest jede Aufzeichnung der Studie und sagt, welche der zwölf Beobachtungen der Veröffentlichung in ihr zutreffen.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::StudyPage</name>
    <message>
        <source>Table I</source>
        <translation>Tabelle I</translation>
    </message>
    <message>
        <source>Table II</source>
        <translation>Tabelle II</translation>
    </message>
    <message>
        <source>Figure %1</source>
        <translation>Abbildung %1</translation>
    </message>
    <message>
        <source>Results, figures and tables of the study</source>
        <translation>Ergebnisse, Abbildungen und Tabellen der Studie</translation>
    </message>
    <message>
        <source>Compare with study…</source>
        <translation>Mit Studie vergleichen…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Save what is shown: a figure as PNG, SVG, PDF or CSV, a table as CSV</source>
        <translation>Sichern, was gezeigt wird: eine Abbildung als PNG, SVG, PDF oder CSV, eine Tabelle als CSV</translation>
    </message>
    <message>
        <source>Results of the trainings</source>
        <translation>Ergebnisse der Trainings</translation>
    </message>
    <message>
        <source>Table of the study</source>
        <translation>Tabelle der Studie</translation>
    </message>
    <message>
        <source>Differences of the two studies</source>
        <translation>Unterschiede der zwei Studien</translation>
    </message>
    <message>
        <source>%1 of %2 trainings done</source>
        <translation>%1 von %2 Trainings fertig</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>simulated board</source>
        <translation>simulierte Platine</translation>
    </message>
    <message>
        <source>first steps of each left out: %1</source>
        <translation>jeweils ausgelassene erste Schritte: %1</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Observations</source>
        <translation>Beobachtungen</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>Verglichen mit %1</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>%1 of A and B</source>
        <translation>%1 von A und B</translation>
    </message>
    <message>
        <source>%1: nothing, as no training measured it.</source>
        <translation>%1: nichts, da kein Training es gemessen hat.</translation>
    </message>
    <message>
        <source>“%1” is empty. %2</source>
        <translation>„%1“ ist leer. %2</translation>
    </message>
    <message>
        <source>A click on a point, or Enter on it after the arrow keys, opens its recording.</source>
        <translation>Ein Klick auf einen Punkt, oder die Eingabetaste nach den Pfeiltasten, öffnet seine Aufzeichnung.</translation>
    </message>
    <message>
        <source>Bars are 95 % intervals over the repeats. </source>
        <translation>Balken sind 95-%-Intervalle über die Wiederholungen. </translation>
    </message>
    <message>
        <source>A is %1, B is %2.</source>
        <translation>A ist %1, B ist %2.</translation>
    </message>
    <message>
        <source> An interval needs two or more repeats in both studies.</source>
        <translation> Ein Intervall braucht mindestens zwei Wiederholungen in beiden Studien.</translation>
    </message>
    <message>
        <source> Only A has %1 of the cells, only B %2.</source>
        <translation> Nur A hat %1 der Zellen, nur B %2.</translation>
    </message>
    <message>
        <source> Each interval has 95 % confidence by itself: of 100 equal values, about five differ.</source>
        <translation> Jedes Intervall hat für sich 95 % Konfidenz: von 100 gleichen Werten weichen etwa fünf ab.</translation>
    </message>
    <message>
        <source>Open repeat &amp;%1: %2, batch %3</source>
        <translation>Wiederholung &amp;%1 öffnen: %2, Batch %3</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>Messreihe</translation>
    </message>
    <message>
        <source>as the device is set; or for example MAXN, MAXQ, MAXN+locked</source>
        <translation>wie eingestellt; oder zum Beispiel MAXN, MAXN+locked</translation>
    </message>
    <message>
        <source>&amp;Start sweep</source>
        <translation>Messreihe &amp;starten</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>&amp;Geräte</translation>
    </message>
    <message>
        <source>local, [user@]host[:port] over SSH, or virtual-tx2, a simulated board; several, separated by commas, are swept at the same time into one study</source>
        <translation>local, [user@]host[:port] über SSH oder virtual-tx2, eine simulierte Platine; mehrere, durch Kommas getrennt, werden gleichzeitig in eine Studie gemessen</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
    <message>
        <source>Space checks or unchecks a model</source>
        <translation>Leertaste wählt ein Modell an oder ab</translation>
    </message>
    <message>
        <source>Batch si&amp;zes</source>
        <translation>&amp;Batchgrößen</translation>
    </message>
    <message>
        <source>Numbers, separated by commas</source>
        <translation>Zahlen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>&amp;Power modes</source>
        <translation>&amp;Leistungsmodi</translation>
    </message>
    <message>
        <source>Modes of nvpmodel, locked, gpu=MHZ and cpu=MHZ, joined by “+”, separated by commas. The device is set for each training and restored after it; this needs root, or sudo without a password.</source>
        <translation>Modi von nvpmodel, locked, gpu=MHZ und cpu=MHZ, verbunden durch „+“, getrennt durch Kommas. Das Gerät wird für jedes Training eingestellt und danach zurückgesetzt; das erfordert root oder sudo ohne Passwort.</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>&amp;Wiederholungen</translation>
    </message>
    <message>
        <source>Trainings of each model and batch size; two or more give intervals</source>
        <translation>Trainings je Modell und Batchgröße; ab zwei gibt es Intervalle</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>S&amp;chritte</translation>
    </message>
    <message>
        <source>Of each training; the first three are left out of every figure</source>
        <translation>Jedes Trainings; die ersten drei fehlen in allen Zahlen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>&amp;Least duration</source>
        <translation>M&amp;indestdauer</translation>
    </message>
    <message>
        <source>A training has more steps where they are short, until this time has passed: sensors average over up to a second</source>
        <translation>Sind die Schritte kurz, hat ein Training mehr davon, bis diese Zeit vergangen ist: Sensoren mitteln über bis zu eine Sekunde</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>On this computer: study.json and the recordings</source>
        <translation>Auf diesem Rechner: study.json und die Aufzeichnungen</translation>
    </message>
    <message>
        <source>“%1” is not a batch size: write for example 4, 8, 16.</source>
        <translation>„%1“ ist keine Batchgröße: schreiben Sie zum Beispiel 4, 8, 16.</translation>
    </message>
    <message>
        <source>Choose a device, or write several, separated by commas.</source>
        <translation>Wählen Sie ein Gerät, oder schreiben Sie mehrere, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Check at least one model.</source>
        <translation>Wählen Sie mindestens ein Modell.</translation>
    </message>
    <message>
        <source>Write at least one batch size, for example 4, 8, 16.</source>
        <translation>Schreiben Sie mindestens eine Batchgröße, zum Beispiel 4, 8, 16.</translation>
    </message>
    <message>
        <source>Choose the folder for the study.</source>
        <translation>Wählen Sie den Ordner für die Studie.</translation>
    </message>
    <message>
        <source>Trainings: %1, in random order, with pauses in which the device cools.</source>
        <translation>Trainings: %1, in zufälliger Reihenfolge, mit Pausen, in denen das Gerät abkühlt.</translation>
    </message>
    <message>
        <source>Each checked model is trained with each batch size.</source>
        <translation>Jedes gewählte Modell wird mit jeder Batchgröße trainiert.</translation>
    </message>
    <message>
        <source>Folder for the study</source>
        <translation>Ordner für die Studie</translation>
    </message>
    <message>
        <source>%1 does not have the model %2.</source>
        <translation>%1 hat das Modell %2 nicht.</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::SweepStrip</name>
    <message>
        <source>Trainings that are done</source>
        <translation>Fertige Trainings</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>End the sweep after the trainings in progress</source>
        <translation>Die Messreihe nach den laufenden Trainings beenden</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Jetzt stoppen</translation>
    </message>
    <message>
        <source>End the sweep now; trainings in progress continue on their devices and are found again</source>
        <translation>Die Messreihe jetzt beenden; laufende Trainings gehen auf ihren Geräten weiter und werden wiedergefunden</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Run the trainings that are not done</source>
        <translation>Die Trainings ausführen, die nicht fertig sind</translation>
    </message>
    <message>
        <source>%1 of %2 trainings are not done</source>
        <translation>%1 von %2 Trainings sind nicht fertig</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 von %2 fertig</translation>
    </message>
    <message>
        <source>, about %1 left (%2 to %3)</source>
        <translation>, noch etwa %1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>, noch etwa %1</translation>
    </message>
    <message>
        <source>pauses after this training, </source>
        <translation>Pause nach diesem Training, </translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird gestoppt</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TableCopy</name>
    <message>
        <source>&amp;Copy selected rows</source>
        <translation>Gewählte Zeilen &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy whole &amp;table</source>
        <translation>Ganze &amp;Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::TourBubble</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>End the tour  (Esc); Help shows it again</source>
        <translation>Den Rundgang beenden  (Esc); Hilfe zeigt ihn wieder</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::UnfinishedPanel</name>
    <message>
        <source>Unfinished recordings</source>
        <translation>Unfertige Aufzeichnungen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>noch keine Daten</translation>
    </message>
    <message>
        <source>run %1 on %2, %3 here</source>
        <translation>Lauf %1 auf %2, hier %3</translation>
    </message>
    <message>
        <source>Contin&amp;ue</source>
        <translation>For&amp;tsetzen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Fetch the rest into the same file, and follow the run while it goes on</source>
        <translation>Den Rest in dieselbe Datei holen und dem Lauf folgen, solange er weitergeht</translation>
    </message>
    <message>
        <source>Continue %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
    <message>
        <source>Remove from this list; the file and the run stay</source>
        <translation>Aus dieser Liste entfernen; die Datei und der Lauf bleiben</translation>
    </message>
    <message>
        <source>Remove %1 from this list</source>
        <translation>%1 aus dieser Liste entfernen</translation>
    </message>
</context>
<context>
    <name>stepscope::ui::WindowActions</name>
    <message>
        <source>Restore the last sessio&amp;n at start</source>
        <translation>Letzte Sitzung beim Start &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>Start p&amp;age</source>
        <translation>Sta&amp;rtseite</translation>
    </message>
    <message>
        <source>Fl&amp;eet</source>
        <translation>&amp;Flotte</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a recording or a study, or import files of other programs; several are merged</source>
        <translation>Eine Aufzeichnung oder Studie öffnen oder Dateien anderer Programme importieren; mehrere werden vereinigt</translation>
    </message>
    <message>
        <source>Open st&amp;udy…</source>
        <translation>St&amp;udie öffnen…</translation>
    </message>
    <message>
        <source>Open the folder of a study: its results, figures and tables</source>
        <translation>Den Ordner einer Studie öffnen: Ergebnisse, Abbildungen und Tabellen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Com&amp;pare with…</source>
        <translation>&amp;Vergleichen mit…</translation>
    </message>
    <message>
        <source>Compare the recording, or the study, with another one</source>
        <translation>Die Aufzeichnung oder Studie mit einer anderen vergleichen</translation>
    </message>
    <message>
        <source>&amp;Keep as A</source>
        <translation>Als A be&amp;halten</translation>
    </message>
    <message>
        <source>Keep the selection, or the whole run, as side A of a comparison</source>
        <translation>Die Auswahl oder den ganzen Lauf als Seite A eines Vergleichs behalten</translation>
    </message>
    <message>
        <source>Compare &amp;with A</source>
        <translation>&amp;Mit A vergleichen</translation>
    </message>
    <message>
        <source>Compare the selection, or the whole run, with side A</source>
        <translation>Die Auswahl oder den ganzen Lauf mit der Seite A vergleichen</translation>
    </message>
    <message>
        <source>Figure of the &amp;view…</source>
        <translation>Abbildung der A&amp;nsicht…</translation>
    </message>
    <message>
        <source>Save the visible part of the timeline, or what a study shows, as a file</source>
        <translation>Den sichtbaren Teil der Zeitleiste oder die Anzeige der Studie als Datei sichern</translation>
    </message>
    <message>
        <source>Figure for a &amp;paper…</source>
        <translation>Abbildung für einen A&amp;rtikel…</translation>
    </message>
    <message>
        <source>Save a figure with a given size in mm and the font of the paper</source>
        <translation>Eine Abbildung mit gegebener Größe in mm und der Schrift des Artikels sichern</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy the visible part of the timeline as a picture</source>
        <translation>Den sichtbaren Teil der Zeitleiste als Bild kopieren</translation>
    </message>
    <message>
        <source>&amp;Tables as CSV…</source>
        <translation>&amp;Tabellen als CSV…</translation>
    </message>
    <message>
        <source>Save samples, spans and steps as CSV files</source>
        <translation>Messwerte, Zeitspannen und Schritte als CSV-Dateien sichern</translation>
    </message>
    <message>
        <source>Save the recording as %1</source>
        <translation>Die Aufzeichnung als %1 speichern</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Close the window; a run on a device continues</source>
        <translation>Das Fenster schließen; ein Lauf auf einem Gerät geht weiter</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>&amp;Profilieren</translation>
    </message>
    <message>
        <source>Profile a training</source>
        <translation>Ein Training profilieren</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>End the training and keep the recording</source>
        <translation>Das Training beenden und die Aufzeichnung behalten</translation>
    </message>
    <message>
        <source>&amp;Leave it running</source>
        <translation>&amp;Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Disconnect; the training continues and can be attached to later</source>
        <translation>Die Verbindung trennen; das Training geht weiter und kann später wieder verfolgt werden</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancel connecting or starting</source>
        <translation>Verbinden oder Starten abbrechen</translation>
    </message>
    <message>
        <source>&amp;Devices</source>
        <translation>&amp;Geräte</translation>
    </message>
    <message>
        <source>Show the devices and the capture form</source>
        <translation>Die Geräte und das Formular einer Aufnahme zeigen</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>&amp;Messreihe…</translation>
    </message>
    <message>
        <source>Train models with several batch sizes and store the results as a study</source>
        <translation>Modelle mit mehreren Batchgrößen trainieren und die Ergebnisse als Studie speichern</translation>
    </message>
    <message>
        <source>S&amp;tudy</source>
        <translation>St&amp;udie</translation>
    </message>
    <message>
        <source>Show the study that is open</source>
        <translation>Die geöffnete Studie zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;all</source>
        <translation>&amp;Alles</translation>
    </message>
    <message>
        <source>Show the whole recording</source>
        <translation>Die ganze Aufzeichnung zeigen</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>&amp;Schritt</translation>
    </message>
    <message>
        <source>Zoom to the step at the cursor</source>
        <translation>Auf den Schritt am Zeiger zoomen</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>&amp;Nächster Schritt</translation>
    </message>
    <message>
        <source>Zoom to the next step</source>
        <translation>Auf den nächsten Schritt zoomen</translation>
    </message>
    <message>
        <source>&amp;Previous step</source>
        <translation>&amp;Voriger Schritt</translation>
    </message>
    <message>
        <source>Zoom to the previous step</source>
        <translation>Auf den vorigen Schritt zoomen</translation>
    </message>
    <message>
        <source>Se&amp;lection</source>
        <translation>Aus&amp;wahl</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>Auf die Auswahl zoomen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Go back to the previous view</source>
        <translation>Zur vorigen Ansicht zurückkehren</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>Vorwä&amp;rts</translation>
    </message>
    <message>
        <source>Go forward to the next view</source>
        <translation>Zur nächsten Ansicht gehen</translation>
    </message>
    <message>
        <source>Follo&amp;w</source>
        <translation>&amp;Folgen</translation>
    </message>
    <message>
        <source>Keep the newest data in view while live</source>
        <translation>Während der Aufnahme die neuesten Daten zeigen</translation>
    </message>
    <message>
        <source>Find &amp;op…</source>
        <translation>&amp;Op suchen…</translation>
    </message>
    <message>
        <source>Find an op by its name</source>
        <translation>Eine Op nach ihrem Namen suchen</translation>
    </message>
    <message>
        <source>Next &amp;instance</source>
        <translation>Nächste &amp;Instanz</translation>
    </message>
    <message>
        <source>Go to the next instance of the op</source>
        <translation>Zur nächsten Instanz der Op gehen</translation>
    </message>
    <message>
        <source>Previous instan&amp;ce</source>
        <translation>Vorig&amp;e Instanz</translation>
    </message>
    <message>
        <source>Go to the previous instance of the op</source>
        <translation>Zur vorigen Instanz der Op gehen</translation>
    </message>
    <message>
        <source>Book&amp;mark</source>
        <translation>Lesezei&amp;chen</translation>
    </message>
    <message>
        <source>Bookmark the selection, or the time below the pointer, with a note</source>
        <translation>Die Auswahl oder die Zeit unter dem Zeiger mit einer Notiz merken</translation>
    </message>
    <message>
        <source>&amp;Go to step…</source>
        <translation>&amp;Gehe zu Schritt…</translation>
    </message>
    <message>
        <source>Zoom to a step by its number</source>
        <translation>Auf einen Schritt nach seiner Nummer zoomen</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>Zei&amp;tleiste</translation>
    </message>
    <message>
        <source>Move the keyboard focus to the timeline</source>
        <translation>Den Tastaturfokus auf die Zeitleiste setzen</translation>
    </message>
    <message>
        <source>&amp;Devices and recordings</source>
        <translation>&amp;Geräte und Aufzeichnungen</translation>
    </message>
    <message>
        <source>Show or hide the left panel</source>
        <translation>Das linke Feld zeigen oder verbergen</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>Show or hide the figures of the selection</source>
        <translation>Die Zahlen der Auswahl zeigen oder verbergen</translation>
    </message>
    <message>
        <source>&amp;Tables</source>
        <translation>&amp;Tabellen</translation>
    </message>
    <message>
        <source>Show or hide the tables: ops, steps, log, query</source>
        <translation>Die Tabellen zeigen oder verbergen: Ops, Schritte, Protokoll, Abfrage</translation>
    </message>
    <message>
        <source>Animate &amp;view changes</source>
        <translation>&amp;Ansichtswechsel animieren</translation>
    </message>
    <message>
        <source>Animate zooming and panning of the timeline</source>
        <translation>Zoomen und Verschieben der Zeitleiste animieren</translation>
    </message>
    <message>
        <source>First steps left o&amp;ut…</source>
        <translation>Ausgelassene erste S&amp;chritte…</translation>
    </message>
    <message>
        <source>Number of first steps excluded from the figures of a whole run, while training warms up</source>
        <translation>Anzahl der ersten Schritte, die in den Zahlen eines ganzen Laufs fehlen, während das Training anläuft</translation>
    </message>
    <message>
        <source>&amp;Ops</source>
        <translation>&amp;Ops</translation>
    </message>
    <message>
        <source>&amp;Energy</source>
        <translation>&amp;Energie</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>&amp;Fold</source>
        <translation>&amp;Faltung</translation>
    </message>
    <message>
        <source>Observ&amp;ations</source>
        <translation>&amp;Beobachtungen</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>&amp;Health</source>
        <translation>&amp;Zustand</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>Abf&amp;rage</translation>
    </message>
    <message>
        <source>Show the table “%1”</source>
        <translation>Die Tabelle „%1“ zeigen</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>&amp;Anleitung</translation>
    </message>
    <message>
        <source>Show the user&apos;s guide</source>
        <translation>Die Anleitung zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;tour</source>
        <translation>&amp;Rundgang zeigen</translation>
    </message>
    <message>
        <source>Point to the parts of the window, as at the first start</source>
        <translation>Auf die Teile des Fensters zeigen, wie beim ersten Start</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>List the keys and gestures</source>
        <translation>Tasten und Gesten auflisten</translation>
    </message>
    <message>
        <source>&amp;About Stepscope</source>
        <translation>Ü&amp;ber Stepscope</translation>
    </message>
    <message>
        <source>Show the version and the licence</source>
        <translation>Version und Lizenz zeigen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>Auf&amp;nahme</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>The&amp;me</source>
        <translation>Farbe&amp;n</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xport</translation>
    </message>
    <message>
        <source>Export figures and tables</source>
        <translation>Abbildungen und Tabellen exportieren</translation>
    </message>
    <message>
        <source>step n</source>
        <translation>Schritt n</translation>
    </message>
    <message>
        <source>Number of the step to zoom to</source>
        <translation>Nummer des Schritts, auf den gezoomt wird</translation>
    </message>
    <message>
        <source>Zoom to a step by its number  (Ctrl+G)</source>
        <translation>Auf einen Schritt nach seiner Nummer zoomen  (Strg+G)</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>  (virtual board)</source>
        <translation>  (virtuell)</translation>
    </message>
    <message>
        <source>  live</source>
        <translation>  live</translation>
    </message>
    <message>
        <source>First steps left out</source>
        <translation>Ausgelassene erste Schritte</translation>
    </message>
    <message>
        <source>Number of first steps excluded from the figures of a whole run:</source>
        <translation>Anzahl der ersten Schritte, die in den Zahlen eines ganzen Laufs fehlen:</translation>
    </message>
    <message>
        <source>Stepscope %1, a profiler for the time, power and memory of training steps. Free software under the GPL, version 3 or later.</source>
        <translation>Stepscope %1, ein Profiler für Zeit, Leistung und Speicher von Trainingsschritten. Freie Software unter der GPL, Version 3 oder neuer.</translation>
    </message>
    <message>
        <source>Close the recording or the study, and go back to the start page</source>
        <translation>Die Aufzeichnung oder Studie schließen und zur Startseite zurückkehren</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change of a bookmark or of the rows</source>
        <translation>Die letzte Änderung eines Lesezeichens oder der Zeilen rückgängig machen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Make the change again that was undone last</source>
        <translation>Die zuletzt rückgängig gemachte Änderung wiederherstellen</translation>
    </message>
    <message>
        <source>Show ways to start, unfinished and recent recordings</source>
        <translation>Möglichkeiten zum Starten, unfertige und letzte Aufzeichnungen zeigen</translation>
    </message>
    <message>
        <source>Show all devices that are recorded, side by side</source>
        <translation>Alle Geräte, die aufgezeichnet werden, nebeneinander zeigen</translation>
    </message>
    <message>
        <source>Go to an&amp;ything…</source>
        <translation>Gehe zu &amp;beliebigem Ziel…</translation>
    </message>
    <message>
        <source>Choose a recording, page, device, op or action by a part of its name</source>
        <translation>Eine Aufzeichnung, Seite, ein Gerät, eine Op oder Aktion nach einem Teil des Namens wählen</translation>
    </message>
    <message>
        <source>Start with the recordings, the page and the view of the last session</source>
        <translation>Mit den Aufzeichnungen, der Seite und der Ansicht der letzten Sitzung starten</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>W, S, wheel or pinch</source>
        <translation>W, S, Mausrad oder Zweifingergeste</translation>
    </message>
    <message>
        <source>Timeline: zoom in and out, at the pointer</source>
        <translation>Zeitleiste: am Zeiger hinein- und herauszoomen</translation>
    </message>
    <message>
        <source>A, D or Shift+wheel</source>
        <translation>A, D oder Umschalt+Mausrad</translation>
    </message>
    <message>
        <source>Timeline: move to earlier and later times</source>
        <translation>Zeitleiste: zu früheren und späteren Zeiten bewegen</translation>
    </message>
    <message>
        <source>Middle, Shift+ or Space+drag</source>
        <translation>Mittlere Taste, Umschalt+ oder Leertaste+Ziehen</translation>
    </message>
    <message>
        <source>Timeline: pan</source>
        <translation>Zeitleiste: verschieben</translation>
    </message>
    <message>
        <source>Up, Down or Ctrl+wheel</source>
        <translation>Auf, Ab oder Strg+Mausrad</translation>
    </message>
    <message>
        <source>Timeline: scroll the rows</source>
        <translation>Zeitleiste: durch die Zeilen blättern</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Timeline: select a range; the inspector shows its figures</source>
        <translation>Zeitleiste: einen Bereich auswählen; der Inspektor zeigt seine Zahlen</translation>
    </message>
    <message>
        <source>Ctrl+drag, Ctrl+click on a step</source>
        <translation>Strg+Ziehen, Strg+Klick auf einen Schritt</translation>
    </message>
    <message>
        <source>Timeline: select one more range; the inspector shows the sum of all</source>
        <translation>Zeitleiste: einen weiteren Bereich auswählen; der Inspektor zeigt die Summe aller</translation>
    </message>
    <message>
        <source>X, Shift+X</source>
        <translation>X, Umschalt+X</translation>
    </message>
    <message>
        <source>Timeline: select the range between the cursors A and B, add it to the selection</source>
        <translation>Zeitleiste: den Bereich zwischen den Cursorn A und B auswählen, zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Right drag</source>
        <translation>Ziehen mit rechter Taste</translation>
    </message>
    <message>
        <source>Timeline: zoom to a range</source>
        <translation>Zeitleiste: auf einen Bereich zoomen</translation>
    </message>
    <message>
        <source>Home or 0, End</source>
        <translation>Pos1 oder 0, Ende</translation>
    </message>
    <message>
        <source>Timeline: show all, go to the end</source>
        <translation>Zeitleiste: alles zeigen, zum Ende gehen</translation>
    </message>
    <message>
        <source>Click, double-click</source>
        <translation>Klick, Doppelklick</translation>
    </message>
    <message>
        <source>Timeline: select an op, with arrows to its kernels; zoom to it</source>
        <translation>Zeitleiste: eine Op auswählen, mit Pfeilen zu ihren Kerneln; auf sie zoomen</translation>
    </message>
    <message>
        <source>Right click or Menu</source>
        <translation>Rechtsklick oder Menütaste</translation>
    </message>
    <message>
        <source>Timeline: open the context menu</source>
        <translation>Zeitleiste: das Kontextmenü öffnen</translation>
    </message>
    <message>
        <source>Q, E or Shift+click</source>
        <translation>Q, E oder Umschalt+Klick</translation>
    </message>
    <message>
        <source>Timeline: place the cursors A and B; they snap to edges unless Shift or Alt is held</source>
        <translation>Zeitleiste: die Cursor A und B setzen; sie rasten an Kanten ein, außer bei gedrückter Umschalt- oder Alt-Taste</translation>
    </message>
    <message>
        <source>Drag a flag A or B</source>
        <translation>Fahne A oder B ziehen</translation>
    </message>
    <message>
        <source>Timeline: move a cursor</source>
        <translation>Zeitleiste: einen Cursor verschieben</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Timeline: cancel the drag; clear search, cursors, selection and highlight</source>
        <translation>Zeitleiste: das Ziehen abbrechen; Suche, Cursor, Auswahl und Hervorhebung aufheben</translation>
    </message>
    <message>
        <source>Drag a label or header</source>
        <translation>Beschriftung oder Kopfzeile ziehen</translation>
    </message>
    <message>
        <source>Timeline: move a row within its group, or the group</source>
        <translation>Zeitleiste: eine Zeile in ihrer Gruppe oder die Gruppe verschieben</translation>
    </message>
    <message>
        <source>Drag below a label</source>
        <translation>Unter einer Beschriftung ziehen</translation>
    </message>
    <message>
        <source>Timeline: change the height of a row; double-click: default height</source>
        <translation>Zeitleiste: die Höhe einer Zeile ändern; Doppelklick: Standardhöhe</translation>
    </message>
    <message>
        <source>C, Shift+C</source>
        <translation>C, Umschalt+C</translation>
    </message>
    <message>
        <source>Timeline: collapse or expand the group below the pointer, all groups</source>
        <translation>Zeitleiste: die Gruppe unter dem Zeiger oder alle Gruppen ein- oder ausklappen</translation>
    </message>
    <message>
        <source>P</source>
        <translation>P</translation>
    </message>
    <message>
        <source>Timeline: pin the row below the pointer at the top, or unpin it</source>
        <translation>Zeitleiste: die Zeile unter dem Zeiger oben anheften oder lösen</translation>
    </message>
    <message>
        <source>Ops: show instances, filter, find, copy the name, show the energy</source>
        <translation>Ops: Instanzen zeigen, filtern, suchen, den Namen kopieren, die Energie zeigen</translation>
    </message>
    <message>
        <source>Right click or Menu, F2, Del</source>
        <translation>Rechtsklick oder Menütaste, F2, Entf</translation>
    </message>
    <message>
        <source>Recordings: compare, show in the folder; rename; remove from the list</source>
        <translation>Aufzeichnungen: vergleichen, im Ordner zeigen; umbenennen; aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Click or Enter</source>
        <translation>Klick oder Eingabetaste</translation>
    </message>
    <message>
        <source>Log: go to the time of the line; the time under the pointer marks its line</source>
        <translation>Protokoll: zur Zeit der Zeile gehen; die Zeit unter dem Zeiger markiert ihre Zeile</translation>
    </message>
    <message>
        <source>F2 or double-click</source>
        <translation>F2 oder Doppelklick</translation>
    </message>
    <message>
        <source>Log: select within the line, to copy a part</source>
        <translation>Protokoll: innerhalb der Zeile auswählen, um einen Teil zu kopieren</translation>
    </message>
    <message>
        <source>Y, Shift+Y</source>
        <translation>Y, Umschalt+Y</translation>
    </message>
    <message>
        <source>Timeline: logarithmic or linear scale of the row below the pointer, automatic scale</source>
        <translation>Zeitleiste: logarithmische oder lineare Skala der Zeile unter dem Zeiger, automatische Skala</translation>
    </message>
    <message>
        <source>Drag a number of a scale</source>
        <translation>Zahl einer Skala ziehen</translation>
    </message>
    <message>
        <source>Timeline: change the range of the scale; double-click: automatic</source>
        <translation>Zeitleiste: den Bereich der Skala ändern; Doppelklick: automatisch</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabetaste</translation>
    </message>
    <message>
        <source>Tables: go to the op or step of the row</source>
        <translation>Tabellen: zur Op oder zum Schritt der Zeile gehen</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Tables: copy the selected rows as CSV; inspector: copy the figures</source>
        <translation>Tabellen: die gewählten Zeilen als CSV kopieren; Inspektor: die Zahlen kopieren</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::FoldPlot</name>
    <message>
        <source>Folded waveform and ops of the mean step</source>
        <translation>Gefaltete Wellenform und Ops des mittleren Schritts</translation>
    </message>
    <message>
        <source>%1:  %2  (%3 to %4)</source>
        <translation>%1:  %2  (%3 bis %4)</translation>
    </message>
    <message>
        <source>nothing repeats here</source>
        <translation>nichts wiederholt sich hier</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::Histogram</name>
    <message>
        <source>Durations of the instances</source>
        <translation>Dauern der Instanzen</translation>
    </message>
    <message>
        <source>%1 to %2: %3 instances, %4</source>
        <translation>%1 bis %2: %3 Instanzen, %4</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::Navigation</name>
    <message>
        <source>&amp;Zoom to %1</source>
        <translation>Auf %1 &amp;zoomen</translation>
    </message>
    <message>
        <source>High&amp;light all instances</source>
        <translation>Alle Instanzen her&amp;vorheben</translation>
    </message>
    <message>
        <source>&amp;Next instance</source>
        <translation>&amp;Nächste Instanz</translation>
    </message>
    <message>
        <source>&amp;Previous instance</source>
        <translation>V&amp;orige Instanz</translation>
    </message>
    <message>
        <source>Go to its &amp;kernel</source>
        <translation>Zu ihrem &amp;Kernel gehen</translation>
    </message>
    <message>
        <source>Go to what la&amp;unched it</source>
        <translation>Zum &amp;Aufruf gehen</translation>
    </message>
    <message>
        <source>Energy &amp;of</source>
        <translation>&amp;Energie von</translation>
    </message>
    <message>
        <source>&amp;Zoom to step %1</source>
        <translation>Auf Schritt %1 &amp;zoomen</translation>
    </message>
    <message>
        <source>Zoom to the &amp;selection</source>
        <translation>Auf die Aus&amp;wahl zoomen</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>Alle&amp;s zeigen</translation>
    </message>
    <message>
        <source>Bac&amp;k</source>
        <translation>Zu&amp;rück</translation>
    </message>
    <message>
        <source>Cursor &amp;A here	Q</source>
        <translation>Cursor &amp;A hierher	Q</translation>
    </message>
    <message>
        <source>Cursor &amp;B here	E</source>
        <translation>Cursor &amp;B hierher	E</translation>
    </message>
    <message>
        <source>&amp;Remove the cursors</source>
        <translation>&amp;Cursor entfernen</translation>
    </message>
    <message>
        <source>Book&amp;mark	M</source>
        <translation>&amp;Lesezeichen	M</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::OverviewStrip</name>
    <message>
        <source>Overview of the recording</source>
        <translation>Überblick über die Aufzeichnung</translation>
    </message>
    <message>
        <source>overview</source>
        <translation>Überblick</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::RowArranger</name>
    <message>
        <source>Un&amp;pin %1	P</source>
        <translation>%1 &amp;lösen	P</translation>
    </message>
    <message>
        <source>&amp;Pin %1 at the top	P</source>
        <translation>%1 oben an&amp;heften	P</translation>
    </message>
    <message>
        <source>&amp;Hide %1</source>
        <translation>%1 aus&amp;blenden</translation>
    </message>
    <message>
        <source>Default hei&amp;ght of %1</source>
        <translation>Stan&amp;dardhöhe von %1</translation>
    </message>
    <message>
        <source>&amp;Expand %1	C</source>
        <translation>%1 aus&amp;klappen	C</translation>
    </message>
    <message>
        <source>&amp;Collapse %1	C</source>
        <translation>%1 ein&amp;klappen	C</translation>
    </message>
    <message>
        <source>Rails &amp;stacked</source>
        <translation>Schienen &amp;gestapelt</translation>
    </message>
    <message>
        <source>Rails s&amp;eparate</source>
        <translation>Schienen ge&amp;trennt</translation>
    </message>
    <message>
        <source>&amp;Watts</source>
        <translation>&amp;Watt</translation>
    </message>
    <message>
        <source>&amp;Joules, cumulative</source>
        <translation>&amp;Joule, kumuliert</translation>
    </message>
    <message>
        <source>Collapse &amp;all groups	Shift+C</source>
        <translation>Alle Gruppen &amp;einklappen	Umschalt+C</translation>
    </message>
    <message>
        <source>E&amp;xpand all groups	Shift+C</source>
        <translation>Alle Gruppen &amp;ausklappen	Umschalt+C</translation>
    </message>
    <message>
        <source>Show hidden &amp;rows</source>
        <translation>Ausgeblendete &amp;Zeilen zeigen</translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation>&amp;Alle</translation>
    </message>
    <message>
        <source>Rese&amp;t the arrangement</source>
        <translation>Anordnung zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>&amp;Skala</translation>
    </message>
    <message>
        <source>&amp;Automatic	Shift+Y</source>
        <translation>&amp;Automatisch	Umschalt+Y</translation>
    </message>
    <message>
        <source>&amp;Logarithmic	Y</source>
        <translation>&amp;Logarithmisch	Y</translation>
    </message>
    <message>
        <source>&amp;Fixed range…</source>
        <translation>&amp;Fester Bereich…</translation>
    </message>
    <message>
        <source>Copy &amp;values: more than %L1, zoom in</source>
        <translation>&amp;Werte kopieren: mehr als %L1, hineinzoomen</translation>
    </message>
    <message>
        <source>Copy the &amp;values of the selection (%L1)</source>
        <translation>&amp;Werte der Auswahl kopieren (%L1)</translation>
    </message>
    <message>
        <source>Copy the &amp;values in view (%L1)</source>
        <translation>Sichtbare &amp;Werte kopieren (%L1)</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::ScaleDialog</name>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>Scale of %1</source>
        <translation>Skala von %1</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>L&amp;argest value, %1:</source>
        <translation>&amp;Größter Wert, %1:</translation>
    </message>
    <message>
        <source>L&amp;east value, %1:</source>
        <translation>&amp;Kleinster Wert, %1:</translation>
    </message>
    <message>
        <source>Enter numbers, or nothing for an automatic limit.</source>
        <translation>Geben Sie Zahlen ein, oder nichts für eine automatische Grenze.</translation>
    </message>
    <message>
        <source>The least value must be below the largest one.</source>
        <translation>Der kleinste Wert muss unter dem größten liegen.</translation>
    </message>
    <message>
        <source>A logarithmic scale has only values above 0.</source>
        <translation>Eine logarithmische Skala hat nur Werte über 0.</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::StudyChartView</name>
    <message>
        <source>Chart: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message>
        <source>%1, %2 %3: %4%5</source>
        <translation>%1, %2 %3: %4%5</translation>
    </message>
    <message>
        <source> (printed in the paper)</source>
        <translation> (im Artikel gedruckt)</translation>
    </message>
    <message>
        <source> (95 % interval %1 to %2%3, %4 trainings)</source>
        <translation> (95-%-Intervall %1 bis %2%3, %4 Trainings)</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::TimelineCanvas</name>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>zoom to %1</source>
        <translation>auf %1 zoomen</translation>
    </message>
    <message>
        <source>virtual device</source>
        <translation>virtuelles Gerät</translation>
    </message>
    <message>
        <source>Waiting for the first samples</source>
        <translation>Warten auf die ersten Messwerte</translation>
    </message>
    <message>
        <source>Nothing recorded yet</source>
        <translation>Noch nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>They arrive when the device has read its sensors.</source>
        <translation>Sie kommen, sobald das Gerät seine Sensoren gelesen hat.</translation>
    </message>
    <message>
        <source>Press Profile to watch a training, or open a recording.</source>
        <translation>Drücken Sie Profilieren, um ein Training zu verfolgen, oder öffnen Sie eine Aufzeichnung.</translation>
    </message>
    <message>
        <source>ms        last  median    p99</source>
        <translation>ms      zuletzt  Median    p99</translation>
    </message>
    <message>
        <source>geometry</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>paint</source>
        <translation>Malen</translation>
    </message>
    <message>
        <source>%L1 spans in view</source>
        <translation>%L1 Zeitspannen sichtbar</translation>
    </message>
    <message>
        <source>at the pointer</source>
        <translation>am Zeiger</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>neueste</translation>
    </message>
    <message>
        <source>mean in view</source>
        <translation>Mittel, sichtbar</translation>
    </message>
</context>
<context>
    <name>stepscope::widgets::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
</context>
</TS>
