"""Server: one endpoint for every revision, over the registries.

Which method exists where is the table in `methods`; what a connection remembers is in `session`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from .audience import CHANGES, Audience
from .calling import call, with_context
from .completion import Completions
from .context import Context, Emit, Trace
from .doors import Doors
from .eras import EraRouter
from .errors import INVALID_PARAMS, RpcError
from .jsonrpc import Message
from .methods import Method
from .prompts import PromptRegistry
from .registry import Guard, RegistrationError
from .resources import ResourceRegistry
from .revisions import ALL
from .rounds import Rounds
from .session import Session
from .texts import Parameter
from .tools import Description, ToolRegistry

Function = TypeVar("Function", bound=Callable[..., Any])


class RegistrationWarning(UserWarning):
    """Something was left out, and why; the rest is served."""


class Server(Doors):
    """An MCP server of all revisions.

        server = Server("demo")

        @server.tool
        def add(a: int, b: int) -> int:
            "Add two numbers."
            return a + b

        route = server.route

    tools: a plain registry to start with. page_size: how many entries a list answers at once, None for
    all. revisions: which are served. ttl_ms, cache_scope: how long, in milliseconds, and for whom
    clients may cache lists. secret: seals what a stateless client carries between rounds; give all
    processes that serve one endpoint the same. The doors serve one default session; `session()` makes
    others.
    """

    def __init__(
        self,
        name: str,
        version: str = "0.1.0",
        *,
        title: str | None = None,
        description: str | None = None,
        website_url: str | None = None,
        icons: list[Message] | None = None,
        instructions: str | None = None,
        tools: Mapping[str, Description] | None = None,
        page_size: int | None = None,
        revisions: Iterable[str] = ALL,
        ttl_ms: int = 0,
        cache_scope: str = "private",
        secret: bytes | None = None,
    ) -> None:
        if page_size is not None and page_size < 1:
            raise ValueError(f"page_size must be at least 1, not {page_size}")
        wanted = set(revisions)
        self.revisions = tuple(revision for revision in ALL if revision in wanted)
        if not self.revisions:
            raise ValueError(f"revisions must name at least one of {', '.join(ALL)}")
        about = {"title": title, "description": description, "websiteUrl": website_url, "icons": icons}
        given = {key: value for key, value in about.items() if value is not None}
        self.info: Message = {"name": name, "version": version, **given}
        self.instructions = instructions
        self.page_size = page_size
        self.caching = {"ttlMs": ttl_ms, "cacheScope": cache_scope}
        guard = Guard()
        self.tools = ToolRegistry(guard=guard)
        self.resources = ResourceRegistry(guard)
        self.prompts = PromptRegistry(guard)
        self.completions = Completions(guard)
        self.audience = Audience()
        self.rounds = Rounds(secret)
        self.router = EraRouter(self)
        self._guard = guard
        self._refused: list[str] = []
        self._default = self.session()
        for tool, entry in (tools or {}).items():
            self._register(self.tools.add, tool, entry)

    # -- registering -----------------------------------------------------------------------------
    # What cannot be registered is left out with a RegistrationWarning, and the rest is served.

    def tool(self, function: Any = None, /, **options: Any) -> Any:
        """Register a function as a tool: @server.tool, @server.tool(title="Add"), server.tool(obj.method)."""
        if function is None:
            return lambda decorated: self.tool(decorated, **options)
        self._register(self.tools.add, function, **options)
        return function

    def resource(self, uri: str, /, **options: Any) -> Callable[[Function], Function]:
        """Register the decorated function for a URI, or for a template: @server.resource("kb://{topic}")."""

        def add(function: Function) -> Function:
            self._register(self.resources.add, uri, function, **options)
            return function

        return add

    def prompt(self, function: Any = None, /, **options: Any) -> Any:
        """Register a function as a prompt: @server.prompt, @server.prompt(title="Review")."""
        if function is None:
            return lambda decorated: self.prompt(decorated, **options)
        self._register(self.prompts.add, function, **options)
        return function

    def completion(self, of: str, argument: str) -> Callable[[Function], Function]:
        """Register the decorated function for an argument of a prompt, or a variable of a template:

        @server.completion("kb://{topic}", "topic").
        """

        def add(function: Function) -> Function:
            self._register(self.completions.add, of, argument, function)
            return function

        return add

    def method(self, name: str, revisions: Iterable[str] = ALL) -> Callable[[Function], Function]:
        """Add the decorated function as a JSON-RPC method: @server.method("acme/teapot")."""

        def add(handler: Function) -> Function:
            run = with_context(handler)

            async def guarded(params: Message, ctx: Context) -> Any:
                with self._guard.handling(f"method {name!r}"):
                    return await call(run, params, ctx)

            self.router.add_method(Method(name, guarded, tuple(revisions)))
            return handler

        return add

    @property
    def problems(self) -> list[str]:
        """Why something was left out, a sentence each."""
        waiting = (self.tools, self.resources, self.prompts)
        return [*self._refused, *(problem for registry in waiting for problem in registry.problems())]

    @contextmanager
    def changes(self) -> Iterator[None]:
        """Change the lists while serving, from inside a handler too, and tell the clients at the end.

        with server.changes(): server.tools.remove("old"); server.tool(new)
        """
        try:
            with self._guard.changing():
                yield
        finally:
            changed, self._guard.changed = self._guard.changed, set()
            for noun in CHANGES:
                if noun in changed:
                    self.audience.list_changed(noun)

    def resource_updated(self, uri: str) -> None:
        """Tell the clients that subscribed to a resource that it has changed."""
        self.audience.resource_updated(uri)

    # -- serving ---------------------------------------------------------------------------------

    def capabilities(self, revision: str) -> Message:
        """What the server declares under a revision: what it has, and tools if it has nothing else."""
        settings: Message = {
            "logging": {},
            "completions": {},
            "prompts": {"listChanged": True},
            "resources": {"subscribe": True, "listChanged": True},
            "tools": {"listChanged": True},
        }
        if revision < "2025-03-26":  # has the method, but nothing to declare it by
            del settings["completions"]
        return {name: value for name, value in settings.items() if self.offers(name)}

    def offers(self, capability: str) -> bool:
        """Whether the server has something of a capability; tools it also offers when it has nothing else."""
        if capability == "tools":
            return bool(self.tools) or not (self.resources or self.prompts)
        if capability == "completions":
            return self._can_complete()
        return capability == "logging" or bool(self.resources if capability == "resources" else self.prompts)

    def completable(self, reference: Message) -> tuple[str, dict[str, Parameter]]:
        """What a completion reference names, and its parameters. Raises RpcError -32602."""
        kind, name, uri = (reference.get(key) for key in ("type", "name", "uri"))
        if kind == "ref/prompt" and isinstance(name, str):
            return name, self.prompts.find(name).function.parameters
        if kind == "ref/resource" and isinstance(uri, str) and uri in self.resources:
            return uri, self.resources.find_template(uri).function.parameters
        raise RpcError(
            INVALID_PARAMS, f"Invalid params: there is no prompt or resource template {name or uri!r}"
        )

    def session(self, is_stateless: bool = False) -> Session:
        """A connection of its own: what the handshake era must remember of one client.

        is_stateless: it is of the stateless era, whatever its requests say.
        """
        made = Session(self, is_stateless)
        self.audience.sessions.add(made)
        return made

    def connect(self, emit: Emit | None) -> None:
        """Have messages of the default session that belong to no request leave through emit."""
        self._default.connect(emit)

    def end(self) -> None:
        """Cancel what is under way for the client of the default session, for it is gone."""
        self._default.end()

    def close(self) -> None:
        """End all `subscriptions/listen` requests with their response."""
        self.audience.close()

    def route_async(
        self, message: Any, emit: Emit | None = None, trace: Trace | None = None
    ) -> Coroutine[Any, Any, Message | list[Message] | None]:
        """The reply to a message of the default session, or None when nothing is to be sent."""
        return self._default.route_async(message, emit, trace)

    def _can_complete(self) -> bool:
        prompts = (self.prompts.find(name).function.parameters for name in self.prompts)
        return bool(self.completions) or any("enum" in one.schema for all in prompts for one in all.values())

    def _register(self, add: Callable[..., None], *what: Any, **options: Any) -> None:
        try:
            add(*what, **options)
        except RegistrationError as error:
            if self._guard.is_locked:
                raise
            self._refused.append(str(error))
            warnings.warn(str(error), RegistrationWarning, stacklevel=4)
