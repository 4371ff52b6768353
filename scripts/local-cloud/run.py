"""Runs the local cloud until told to stop, or until whoever started it is gone.

The starter holds the other end of standard input: when it ends, however it ends, this end reads nothing more, so that
no emulator is left behind by a process that was killed.
"""

import os
import signal
import sys
import threading


def stop_with_the_starter() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=stop_with_the_starter, daemon=True).start()

from ministack.app import main  # noqa: E402  (the watch must stand before the emulator's own start)

main()
