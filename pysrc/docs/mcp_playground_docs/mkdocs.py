"""A MkDocs plugin: fences named `mcp-playground`, recorded while the documentation is built.

It adds the fence to pymdownx.superfences by itself; `url` in mkdocs.yml is where the playground is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from .markup import OPTIONS, check, markup
from .recorder import RecordingError, record
from .sessions import SessionError, read_messages

FENCE, FENCES = "mcp-playground", "pymdownx.superfences"
STYLE, STYLE_IN_SITE = "poster.css", "assets/mcp-playground.css"
_log = get_plugin_logger(__name__)


class PlaygroundConfig(Config):
    """What mkdocs.yml may say."""

    url = config_options.Type(str, default="")


class PlaygroundPlugin(BasePlugin[PlaygroundConfig]):
    """Turns each fence into a playground."""

    def __init__(self) -> None:
        self._page: Page | None = None
        self._docs = Path()

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the fence, the style and the script."""
        self._docs = Path(config.docs_dir)
        if FENCES not in config.markdown_extensions:
            config.markdown_extensions.append(FENCES)
        fences = config.mdx_configs.setdefault(FENCES, {}).setdefault("custom_fences", [])
        fences.append({"name": FENCE, "class": FENCE, "validator": self.accept, "format": self.fence})
        config.extra_css.append(STYLE_IN_SITE)
        if self.config.url:
            script = config_options.ExtraScriptValue(f"{self.config.url.rstrip('/')}/embed.js")
            script.defer = True
            config.extra_javascript.append(script)
        else:
            _log.warning("url is not set: playgrounds show their recordings and do not run.")
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """The style goes along with the site."""
        style = Path(__file__).with_name(STYLE).read_text("utf-8")
        files.append(File.generated(config, STYLE_IN_SITE, content=style))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Remember the page: its fences name files as its links do."""
        self._page = page
        return markdown

    def accept(
        self, _language: str, inputs: dict[str, str], options: dict[str, Any], _attrs: Any, _md: Any
    ) -> bool:
        """Whether its options are known; a fence that is not accepted is shown as code."""
        for name, value in inputs.items():
            try:
                options[name] = check(name, str(value))
            except ValueError as error:
                _log.warning("%s: %s.", self._where, error)
                return False
        return True

    def fence(
        self, source: str, _language: str, _class: str, options: dict[str, Any], _md: Any, **_more: Any
    ) -> str:
        """The playground's HTML."""
        filename = Path(options.get("src", "server.py")).name
        if "src" in options:
            source = self._read(options["src"])
        source = source.rstrip() + "\n"
        exchanges = []
        try:
            session = options.get("session")
            messages = read_messages(self._read(session), session) if session else None
            exchanges = record(source, messages, filename)
        except (RecordingError, SessionError) as error:
            _log.warning("%s: %s", self._where, error)
        # Markdown would put a paragraph around an element it does not know, and HTML tears the two apart.
        return f"<div>{markup(source, exchanges, options, filename)}</div>"

    @property
    def _where(self) -> str:
        return f"mcp-playground in {self._page.file.src_uri if self._page else 'a page'}"

    def _read(self, name: str) -> str:
        folder = Path(self._page.file.abs_src_path or "").parent if self._page else self._docs
        path = self._docs / name.lstrip("/") if name.startswith("/") else folder / name
        try:
            return path.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            _log.warning("%s: %s could not be read: %s.", self._where, name, error)
            return ""


__all__ = ["OPTIONS", "PlaygroundPlugin"]
