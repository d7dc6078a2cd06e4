"""A Sphinx extension: `.. mcp-playground::`, recorded while the documentation is built.

`mcp_playground_url` in conf.py is where the playground is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from .markup import OPTIONS, check, markup, transcript
from .recorder import RecordingError, record
from .sessions import SessionError, read_messages

STYLE = "poster.css"
URL = "mcp_playground_url"
_log = logging.getLogger(__name__)


class McpPlayground(nodes.General, nodes.Element):
    """A playground. Its children are what every other format shows: code and recording."""


class PlaygroundDirective(SphinxDirective):
    """The body is the server; or `:src:` names its file."""

    has_content = True
    option_spec: ClassVar[Any] = {
        name: (lambda value, name=name: check(name, directives.unchanged_required(value).strip()))
        for name in OPTIONS
    }

    def run(self) -> list[nodes.Node]:
        """One node with all that the formats need."""
        options: dict[str, str] = self.options
        filename = Path(options.get("src", "server.py")).name
        if bool(self.content) == ("src" in options):
            raise self.error(
                "A playground has either a body, the server's source, or a :src: that names its file."
            )
        source = self._read(options["src"]) if "src" in options else "\n".join(self.content) + "\n"
        try:
            session = options.get("session")
            messages = read_messages(self._read(session), session) if session else None
            exchanges = record(source, messages, filename)
        except (RecordingError, SessionError) as error:
            _log.warning("mcp-playground: %s", error, location=self.get_location())
            exchanges = []
        node = McpPlayground("", html=markup(source, exchanges, options, filename))
        node += nodes.literal_block(source, source, language="python")
        if exchanges:
            said = transcript(exchanges)
            node += nodes.literal_block(said, said, language="text")
        self.set_source_info(node)
        return [node]

    def _read(self, name: str) -> str:
        relative, path = self.env.relfn2path(name)
        self.env.note_dependency(relative)
        try:
            return Path(path).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise self.error(f"{name} could not be read: {error}.") from error


def _visit_html(translator: Any, node: McpPlayground) -> None:
    translator.body.append(node["html"] + "\n")
    raise nodes.SkipNode


def _show_children(_translator: Any, _node: McpPlayground) -> None:
    pass


def _add_files(
    app: Sphinx, _page: str, _template: str, _context: dict[str, Any], doctree: nodes.document | None
) -> None:
    if doctree is None or next(doctree.findall(McpPlayground), None) is None:
        return
    url = getattr(app.config, URL)
    app.add_css_file(f"mcp-playground/{STYLE}")
    if url:
        app.add_js_file(f"{url.rstrip('/')}/embed.js", loading_method="defer")


def _copy_style(app: Sphinx) -> None:
    if app.builder.format == "html":
        target = Path(app.outdir) / "_static" / "mcp-playground"
        target.mkdir(parents=True, exist_ok=True)
        (target / STYLE).write_bytes(Path(__file__).with_name(STYLE).read_bytes())


def _check_url(app: Sphinx, _config: Any) -> None:
    if not getattr(app.config, URL):
        _log.warning("%s is not set in conf.py: playgrounds show their recordings and do not run.", URL)


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.add_config_value(URL, "", "html", types=frozenset({str}))
    app.add_directive("mcp-playground", PlaygroundDirective)
    shown = (_show_children, _show_children)
    app.add_node(McpPlayground, html=(_visit_html, None), latex=shown, text=shown, man=shown, texinfo=shown)
    app.connect("config-inited", _check_url)
    app.connect("html-page-context", _add_files)
    app.connect("builder-inited", _copy_style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
