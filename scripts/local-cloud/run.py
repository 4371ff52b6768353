"""Runs the local cloud until told to stop, or until whoever started it is gone: run.py <its temporary folder>

Removes the folder, which is also its TMPDIR, at its end.

The starter holds the other end of standard input: when it ends, however it ends, this end reads nothing more, so that
no emulator is left behind by a process that was killed.
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
