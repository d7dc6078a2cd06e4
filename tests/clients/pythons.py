"""The Python clients, `mcp` and `fastmcp`, taking the walk. Both give results as the wire has them."""

import asyncio
import sys
from typing import Any

import fastmcp
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.subscriptions import listen

LOG_LEVEL = "io.modelcontextprotocol/logLevel"
CHANGES = {
    "notifications/tools/list_changed": "tools",
    "notifications/resources/list_changed": "resources",
    "notifications/prompts/list_changed": "prompts",
}
STATELESS = "2026-07-28"


class Walker:
    """A client on its walk; what reaches it is kept by kind. Subclasses know how their client is called."""

    def __init__(self) -> None:
        self.heard: dict[str, list[Any]] = {}
        self.news = asyncio.Event()
        self.expected = 0
        self.action = "accept"
        self.level: str | None = None
        self.listening: asyncio.Task | None = None

    def hear(self, kind: str, what: Any) -> None:
        self.heard.setdefault(kind, []).append(what)
        self.news.set()

    async def walk(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Perform the acts, and tell what came of them."""
        seen = []
        async with self.client:
            for act in acts:
                self.heard, self.expected = {}, act["wait"]
                verb, *arguments = act["do"]
                try:
                    outcome = {"result": await getattr(self, verb.replace(" ", "_"))(*arguments)}
                except MCPError as error:
                    outcome = {"error": error.error.code}
                await self.all()
                seen.append({**outcome, "heard": self.heard})
            return {"revision": self.revision, "seen": seen}

    async def all(self) -> None:
        """All that is expected has been heard."""
        while sum(map(len, self.heard.values())) < self.expected:
            self.news.clear()
            await self.news.wait()

    # -- what the server asks and tells ----------------------------------------------------------

    async def elicited(self, _context: Any, params: Any) -> types.ElicitResult:
        self.hear("asked", params.message)
        content = {"name": "Ada"} if self.action == "accept" else None
        return types.ElicitResult(action=self.action, content=content)

    async def sampled(self, _context: Any, params: Any) -> types.CreateMessageResult:
        self.hear("sampled", params.messages[0].content.text)
        leaf = types.TextContent(type="text", text="A leaf.")
        return types.CreateMessageResult(role="assistant", content=leaf, model="a-model")

    async def rooted(self, _context: Any) -> types.ListRootsResult:
        self.hear("roots", True)
        return types.ListRootsResult(roots=[types.Root(uri="file:///garden")])

    async def logged(self, params: Any) -> None:
        self.hear("log", [params.level, params.logger, params.data])

    async def progressed(self, progress: float, total: float | None, message: str | None) -> None:
        self.hear("progress", [int(progress), int(total or 0), message])

    async def told(self, message: Any) -> None:
        if self.listening is not None:
            return  # the listener hears of it too
        method = getattr(message, "method", "")
        if method in CHANGES:
            self.hear("changed", CHANGES[method])
        elif method == "notifications/resources/updated":
            self.hear("changed", ["resource", str(message.params.uri)])

    # -- verbs that are the same for both --------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any] | None:
        return {LOG_LEVEL: self.level} if self.level and self.revision == STATELESS else None

    async def answer(self, action: str) -> None:
        self.action = action

    async def call(self, name: str, arguments: dict[str, Any], then: str | None = None) -> Any:
        calling = asyncio.ensure_future(self.call_one(name, arguments))
        if then is not None:
            await self.all()
            await self.call_one(then, {})
        return wire(await calling)

    async def log_level(self, level: str) -> None:
        self.level = level
        if self.revision != STATELESS:
            await self.client.set_logging_level(level)

    async def listen(self, uri: str) -> None:
        entered = asyncio.Event()

        async def follow() -> None:
            lists = dict.fromkeys(
                ("tools_list_changed", "resources_list_changed", "prompts_list_changed"), True
            )
            async with self.open_listener(**lists, resource_subscriptions=[uri]) as events:
                entered.set()
                async for event in events:
                    kind = type(event).__name__.removesuffix("ListChanged").lower()
                    self.hear("changed", ["resource", event.uri] if kind == "resourceupdated" else kind)

        self.listening = asyncio.ensure_future(follow())
        await entered.wait()

    async def stop_listening(self) -> None:
        self.listening.cancel()
        await asyncio.wait([self.listening])

    async def subscribe(self, uri: str) -> None:
        await self.session.subscribe_resource(uri)

    async def unsubscribe(self, uri: str) -> None:
        await self.session.unsubscribe_resource(uri)

    async def complete_prompt(self, name: str, argument: str, value: str) -> Any:
        return await self.complete(types.PromptReference(type="ref/prompt", name=name), argument, value)

    async def complete_resource(self, uri: str, argument: str, value: str) -> Any:
        reference = types.ResourceTemplateReference(type="ref/resource", uri=uri)
        return await self.complete(reference, argument, value)

    async def list(self, what: str) -> list[str]:
        read = {"tools": "tools", "templates": "resource_templates"}.get(what, what)
        key = {"resources": "uri", "templates": "uri_template"}.get(what, "name")
        fetch, found, cursor = self.fetchers()[what], [], None
        while True:
            page = await fetch(cursor=cursor)
            found += [str(getattr(one, key)) for one in getattr(page, read)]
            cursor = page.next_cursor
            if cursor is None:
                return found


class Official(Walker):
    """The client of the official SDK."""

    def __init__(self, where: str, is_url: bool, mode: str) -> None:
        super().__init__()
        server = StdioServerParameters(command=sys.executable, args=["-m", "dictmcp", where])
        self.client = Client(
            where if is_url else server,
            mode=mode,
            elicitation_callback=self.elicited,
            sampling_callback=self.sampled,
            list_roots_callback=self.rooted,
            logging_callback=self.logged,
            message_handler=self.told,
            cache=None,
        )
        self.open_listener = self.client.listen

    @property
    def session(self) -> Any:
        return self.client.session

    @property
    def revision(self) -> str:
        return self.client.protocol_version

    def fetchers(self) -> dict[str, Any]:
        client = self.client
        return {
            "tools": client.list_tools,
            "resources": client.list_resources,
            "templates": client.list_resource_templates,
            "prompts": client.list_prompts,
        }

    async def call_one(self, name: str, arguments: dict[str, Any]) -> Any:
        return await self.client.call_tool(name, arguments, progress_callback=self.progressed, meta=self.meta)

    async def read(self, uri: str) -> Any:
        return wire(await self.client.read_resource(uri))

    async def prompt(self, name: str, arguments: dict[str, str]) -> Any:
        return wire(await self.client.get_prompt(name, arguments))

    async def complete(self, reference: Any, argument: str, value: str) -> Any:
        return wire((await self.client.complete(reference, {"name": argument, "value": value})).completion)


class FastMcp(Walker):
    """The client of FastMCP."""

    def __init__(self, where: str, is_url: bool, mode: str) -> None:
        super().__init__()
        assert is_url, "its stdio is that of the official SDK"
        self.client = fastmcp.Client(
            where,
            mode=mode,
            roots=self.rooted_here,
            elicitation_handler=self.elicited_here,
            sampling_handler=self.sampled_here,
            log_handler=self.logged,
            progress_handler=self.progressed,
            message_handler=self.told,
        )

    @property
    def session(self) -> Any:
        return self.client.session

    @property
    def revision(self) -> str:
        return self.client.session.protocol_version

    def open_listener(self, **wanted: Any) -> Any:
        return listen(self.session, **wanted)

    async def rooted_here(self, context: Any) -> list[Any]:
        return (await self.rooted(context)).roots

    async def elicited_here(self, _message: str, _kind: Any, params: Any, context: Any) -> Any:
        return await self.elicited(context, params)

    async def sampled_here(self, _messages: Any, params: Any, context: Any) -> Any:
        return await self.sampled(context, params)

    def fetchers(self) -> dict[str, Any]:
        client = self.client
        return {
            "tools": client.list_tools_mcp,
            "resources": client.list_resources_mcp,
            "templates": client.list_resource_templates_mcp,
            "prompts": client.list_prompts_mcp,
        }

    async def call_one(self, name: str, arguments: dict[str, Any]) -> Any:
        return await self.client.call_tool_mcp(name, arguments, meta=self.meta)

    async def read(self, uri: str) -> Any:
        return wire(await self.client.read_resource_mcp(uri))

    async def prompt(self, name: str, arguments: dict[str, str]) -> Any:
        return wire(await self.client.get_prompt_mcp(name, arguments))

    async def complete(self, reference: Any, argument: str, value: str) -> Any:
        return wire(await self.client.complete(reference, {"name": argument, "value": value}))


def wire(result: Any) -> Any:
    """A result as the wire has it."""
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)
