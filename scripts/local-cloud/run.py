"""Runs the local cloud until told to stop, or until whoever started it is gone.

The starter holds the other end of standard input: when it ends, however it ends, this end reads nothing more, so that
no emulator is left behind by a process that was killed.
"""

import os
import signal
import sys
import tempfile
import threading


def stop_with_the_starter() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


threading.Thread(target=stop_with_the_starter, daemon=True).start()

# Functions are unpacked here: outside the project, so that none finds a package that its bundle lacks.
with tempfile.TemporaryDirectory(prefix="local-cloud-") as folder:
    os.environ["TMPDIR"] = os.environ["HOME"] = folder
    tempfile.tempdir = folder

    from ministack.app import main

    main()
