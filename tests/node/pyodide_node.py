"""The page's worker without a browser: a server hosted by Pyodide under Node, asked one line at a time."""

import json
import subprocess
import threading
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 120  # seconds; only so that a hang becomes a failure


class PyodideNode:
    """One Node process; `load` a server, then `deliver` messages to it."""

    def __init__(self, archive: Path) -> None:
        command = ["node", str(HERE / "host.mjs"), str(archive)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )

    def __enter__(self) -> "PyodideNode":
        try:
            assert self.read() == "ready"
        except AssertionError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        """End of input is the end."""
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def load(self, source: str) -> dict:
        """Serve this source from now on; what the page is told of it."""
        return json.loads(self.ask("load", source)[0])

    def deliver(self, text: str) -> tuple[dict, str | None, list[str]]:
        """Deliver one message: what is known of it, the reply or None, and what was emitted before."""
        told, emitted = self.ask("deliver", text)
        meta, _, reply = told.partition("\n")
        meta = json.loads(meta)
        return meta, reply if meta["sent"] else None, [text for kind, text in emitted if kind == "received"]

    def ask(self, action: str, text: str) -> tuple[str, list]:
        """One line out, one line back."""
        self.process.stdin.write(json.dumps([action, text]) + "\n")
        answer = json.loads(self.read())
        return answer["result"], answer["emitted"]

    def read(self) -> str:
        """The next line from Node; an error if it ends or hangs instead."""
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        line = self.process.stdout.readline()
        alarm.cancel()
        assert line, "Node ended or hung: its own words are on stderr"
        return line.rstrip("\n")
