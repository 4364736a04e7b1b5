import sys

from benchmarks.commandline import main

sys.exit(main(sys.argv[1:]))
