"""A server module served over HTTP by processes of its own, as the command line does it."""

import re
import subprocess
import sys
import threading
from pathlib import Path


class Served:
    """`python -m dictmcp FILE --http ...`, for as long as the block lasts. url: where it is."""

    def __init__(self, file: Path, *options: str, host: str = "127.0.0.1", environment: dict | None = None):
        self._command = [sys.executable, "-m", "dictmcp", str(file), "--http", f"{host}:0", *options]
        self._environment = environment
        self.said: list[str] = []

    def __enter__(self) -> "Served":
        self.process = subprocess.Popen(
            self._command, stderr=subprocess.PIPE, text=True, env=self._environment, start_new_session=True
        )
        for line in self.process.stderr:
            self.said.append(line)
            found = re.search(r" at (http://\S+)", line)
            if found:
                break
        else:
            self.process.wait()
            self.process.stderr.close()
            raise AssertionError(f"it did not start: {''.join(self.said)}")
        self.url = found[1]
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join()
        self.process.stderr.close()

    def _read(self) -> None:
        self.said += self.process.stderr
