"""nginx before several servers, on a Unix socket, in a folder of its own."""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr notice;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream mcp {{
        {servers}
    }}
    server {{
        listen unix:{socket};
        location /mcp {{
            proxy_pass http://mcp;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            # A process that is lost is not missed: its requests, POSTs too, go to another one.
            proxy_next_upstream error timeout non_idempotent;
        }}
    }}
}}
"""


class Nginx:
    """nginx before servers, by their URLs, for as long as the block lasts. socket: where it listens."""

    def __init__(self, folder: Path, urls: Iterable[str]):
        self.socket = folder / "nginx.sock"
        servers = "\n        ".join(f"server {urlsplit(url).netloc} max_fails=1;" for url in urls)
        self._configuration = folder / "nginx.conf"
        self._configuration.write_text(
            CONFIGURATION.format(folder=folder, socket=self.socket, servers=servers)
        )

    def __enter__(self) -> "Nginx":
        command = [program(), "-c", str(self._configuration), "-e", "stderr"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        said = []
        for line in self._process.stderr:
            said.append(line)
            if "event method" in line:  # it listens by then
                return self
        self._process.wait()
        raise AssertionError(f"nginx did not start: {''.join(said)}")

    def __exit__(self, *error: object) -> None:
        self._process.terminate()
        self._process.communicate()


def program() -> str:
    """Where nginx is, installed from Debian if need be."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    found = shutil.which("nginx", path=path)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (("update",), ("install", "-y", "--no-install-recommends", "nginx-light")):
            subprocess.run(
                ["apt-get", *command], check=False, capture_output=True, timeout=600, env=environment
            )
        found = shutil.which("nginx", path=path)
    if found is None:
        raise AssertionError("nginx is not installed: on Debian and Ubuntu, apt-get install nginx-light")
    return found
