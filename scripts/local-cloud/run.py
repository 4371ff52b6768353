"""Runs the local cloud until a signal stops it, or until the process that started it has ended:
run.py <its temporary folder>

The folder is also its TMPDIR. It is removed at the end.

That process holds the other end of standard input. When it ends, for whatever reason, this end reads no more, so that a
killed process leaves no emulator behind.

Two pauses of the emulator that AWS does not have are left out. One thread of it calls the functions of streams, and takes
batches from queues in between, so that whatever it waits for delays every event and every webhook.
"""

import fcntl
import os
import shutil
import signal
import struct
import sys
import termios
import threading
import time

folder = sys.argv.pop(1)


def stop_with_the_starter() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


LOG_PATIENCE_SECONDS = 0.25


def is_read(stream) -> bool:
    """Whether a pipe holds nothing that is still to be read."""
    unread = fcntl.ioctl(stream.fileno(), termios.FIONREAD, bytes(4))
    return struct.unpack("i", unread)[0] == 0


def log_of_call(worker) -> str:
    """What a function has logged, once it has responded. It writes each line before its response, so that the lines have
    only to be read. The emulator waits 50 ms for a first one, and 5 ms after each for another."""
    process = worker._proc
    if process is None:
        # It failed and was ended, with which the pipe ends.
        worker._stderr_thread.join(LOG_PATIENCE_SECONDS)
        return worker._drain_stderr()
    give_up_at = time.monotonic() + LOG_PATIENCE_SECONDS
    while not is_read(process.stderr) and time.monotonic() < give_up_at:
        time.sleep(0.001)
    # The thread that has read the last line passes it on.
    time.sleep(0.001)
    return worker._drain_stderr()


def leave_out_pauses() -> None:
    from ministack.core.lambda_runtime import Worker
    from ministack.services import lambda_svc

    # Another version may name them otherwise, and then silently wait again.
    if not hasattr(Worker, "_drain_stderr_bounded") or not hasattr(lambda_svc, "_ESM_IDLE_WAKE_GAP_SECONDS"):
        sys.exit("MiniStack has no such pauses any more: look at leave_out_pauses in scripts/local-cloud/run.py")
    Worker._drain_stderr_bounded = log_of_call
    # It rests after it has looked at all queues and streams in vain, whatever arrives meanwhile.
    lambda_svc._ESM_IDLE_WAKE_GAP_SECONDS = 0


threading.Thread(target=stop_with_the_starter, daemon=True).start()

try:
    from ministack.app import main

    leave_out_pauses()
    main()
finally:
    # The starter does this as well, once the functions have ended; but it may be gone.
    shutil.rmtree(folder, ignore_errors=True)
