"""The walk that every official client takes through the garden: what it does, and what it must see.

A client performs the acts and gives, for each, {"result"} or {"error"} and {"heard"}: what else reached
it, by kind. In what it must see, "..." and "<any>" are as in the conversations.
"""

from typing import Any, NamedTuple

ANY, OPEN = "<any>", "..."
LISTS = ["tools", "resources", "prompts"]
PIXEL = "iVBORw0KGgo<any>"


class Act(NamedTuple):
    """A verb with its arguments, the result or the error code, and what is heard meanwhile."""

    do: list[Any]
    result: Any = None
    error: int | None = None
    heard: dict[str, list[Any]] = {}  # noqa: RUF012

    def as_told(self) -> dict[str, Any]:
        """As clients are told: what to do, and how much to wait for."""
        return {"do": self.do, "wait": sum(map(len, self.heard.values()))}

    def as_seen(self) -> dict[str, Any]:
        """As clients tell what came of it."""
        outcome = {"result": self.result} if self.error is None else {"error": self.error}
        return {**outcome, "heard": self.heard}


def text(*texts: str, **more: Any) -> dict[str, Any]:
    """A tool result of text."""
    content = [{"type": "text", "text": one} for one in texts]
    return {"content": content, OPEN: ANY, **more}


def call(name: str, /, **arguments: Any) -> list[Any]:
    """Call a tool."""
    return ["call", name, arguments]


BASIC = (
    Act(
        ["list", "tools"],
        [
            *("add", "weather", "picture", "wither", "water", "turn_off", "greet", "haiku"),
            *("fences", "plant", "uproot", "write"),
        ],
    ),
    Act(["list", "resources"], ["note://diary", "note://logo"]),
    Act(["list", "templates"], ["plant://{topic}/{part}"]),
    Act(["list", "prompts"], ["advise", "interview"]),
    Act(call("add", a=2, b=3), text("5", isError=False)),
    Act(call("add", a=2, b="3"), text("Invalid arguments for tool 'add': b<any>", isError=True)),
    Act(
        call("weather", city="Rome"),
        text('{"city":"Rome","degrees":21.5}', structuredContent={"city": "Rome", "degrees": 21.5}),
    ),
    Act(
        call("picture"),
        {
            "content": [
                {"type": "text", "text": "a picture"},
                {"type": "image", "data": PIXEL, "mimeType": "image/png"},
                {"type": "resource_link", "uri": "note://logo", "name": "logo"},
            ],
            OPEN: ANY,
        },
    ),
    Act(call("wither"), text("RuntimeError: it is too dry", isError=True)),
    Act(call("nothing"), error=-32602),
    Act(
        ["read", "note://diary"],
        {
            "contents": [{"uri": "note://diary", "mimeType": "text/plain", "text": "Dug a hole.<any>"}],
            OPEN: ANY,
        },
    ),
    Act(
        ["read", "note://logo"],
        {"contents": [{"uri": "note://logo", "mimeType": "image/png", "blob": PIXEL}], OPEN: ANY},
    ),
    Act(
        ["read", "plant://rose%20bush/root"],
        {"contents": [{"text": '{"topic":"rose bush","part":"root"}', OPEN: ANY}], OPEN: ANY},
    ),
    Act(
        ["prompt", "advise", {"plant": "ivy", "tone": "stern"}],
        {
            "description": "Ask for advice.",
            "messages": [
                {"role": "user", "content": {"type": "text", "text": "How do I look after ivy?"}},
                {"role": "assistant", "content": {"type": "text", "text": "In a stern tone: water it."}},
            ],
            OPEN: ANY,
        },
    ),
    Act(["prompt", "advise", {}], error=-32602),
    Act(["complete prompt", "advise", "tone", "k"], {"values": ["kind", "keen"], OPEN: ANY}),
    Act(
        ["complete resource", "plant://{topic}/{part}", "topic", "ro"],
        {"values": ["roses", "rosemary"], OPEN: ANY},
    ),
)

TOLD = (
    Act(["log level", "info"]),
    Act(
        ["call", "water", {}, "turn_off"],  # once all is heard
        text("watered"),
        heard={
            "progress": [[1, 3, "1 of 3"], [2, 3, "2 of 3"], [3, 3, "3 of 3"]],
            "log": [["warning", "tap", {"litres": 3}]],
        },
    ),
)

ASKED = (
    Act(call("greet"), text("Hello, Ada."), heard={"asked": ["Who are you?"]}),
    Act(["answer", "decline"]),
    Act(call("greet"), text("The user chose to decline."), heard={"asked": ["Who are you?"]}),
    Act(["answer", "accept"]),
    Act(
        ["prompt", "interview", {}],
        {"messages": [{"role": "user", "content": {"type": "text", "text": "I am Ada."}}], OPEN: ANY},
        heard={"asked": ["Who are you?"]},
    ),
    Act(
        call("haiku", topic="moss"),
        text("a-model: A leaf."),
        heard={"sampled": ["Write a haiku about moss."]},
    ),
    Act(call("fences"), text("file:///garden"), heard={"roots": [True]}),
)

CHANGED = (
    Act(call("write", text="Watered."), text("written"), heard={"changed": [["resource", "note://diary"]]}),
    Act(call("plant", name="oak"), text("oak grows"), heard={"changed": LISTS}),
    Act(call("oak"), text("oak")),
    Act(["read", "plant://oak"], {"contents": [{"text": "oak", OPEN: ANY}], OPEN: ANY}),
    Act(call("uproot", name="oak"), text("oak is gone"), heard={"changed": LISTS}),
)

SUBSCRIBED = (Act(["subscribe", "note://diary"]), *CHANGED, Act(["unsubscribe", "note://diary"]))
LISTENING = (Act(["listen", "note://diary"]), *CHANGED, Act(["stop listening"]))
UNHEARD = (Act(call("write", text="Rested."), text("written")),)

# What a connection can do decides how far the walk goes.
WALKS = {
    "push": (*BASIC, *TOLD, *ASKED, *SUBSCRIBED, *UNHEARD),
    "listen": (*BASIC, *TOLD, *ASKED, *LISTENING, *UNHEARD),
    "neither": (*BASIC, *TOLD, *ASKED, *UNHEARD),
}
