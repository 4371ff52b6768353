"""Runs the local cloud until a signal stops it, or until the process that started it has ended:
run.py <its temporary folder>

The folder is also its TMPDIR. It is removed at the end.

That process holds the other end of standard input. When it ends, for whatever reason, this end reads no more, so that a
killed process leaves no emulator behind.
"""

import os
import shutil
import signal
import sys
import threading

folder = sys.argv.pop(1)


def stop_with_the_starter() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=stop_with_the_starter, daemon=True).start()

try:
    from ministack.app import main

    main()
finally:
    # The starter does this as well, once the functions have ended; but it may be gone.
    shutil.rmtree(folder, ignore_errors=True)
