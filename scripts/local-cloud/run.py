"""Runs the local cloud until a signal stops it, or until the process that started it has ended.

That process holds the other end of standard input. When it ends, for whatever reason, this end reads no more, so that a
killed process leaves no emulator behind.
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

# Functions are unpacked outside the project, so that none finds a package that its bundle lacks.
with tempfile.TemporaryDirectory(prefix="local-cloud-") as folder:
    os.environ["TMPDIR"] = os.environ["HOME"] = folder
    tempfile.tempdir = folder

    from ministack.app import main

    main()
