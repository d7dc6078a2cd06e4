"""The server that the official clients are shown: a garden with something of everything a server can have.

What each thing answers is asserted in the tests of this folder, for every client alike.
"""

import asyncio
import base64
from dataclasses import dataclass
from typing import Annotated, Literal

from dictmcp import Server

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}

server = Server("garden", "1.2.3", instructions="Water it.", page_size=5)


@dataclass
class Weather:
    """What it is like outside."""

    city: str
    degrees: float


# -- tools ---------------------------------------------------------------------------------------


@server.tool(title="Add", annotations={"readOnlyHint": True})
def add(a: int, b: Annotated[int, "what to add", {"minimum": 0}]) -> int:
    """Add two numbers."""
    return a + b


@server.tool
def weather(city: str) -> Weather:
    """Tell the weather."""
    return Weather(city, 21.5)


@server.tool
def picture():
    """Show a picture, and where to find more."""
    link = {"type": "resource_link", "uri": "note://logo", "name": "logo"}
    return ["a picture", {"type": "image", "data": PIXEL, "mimeType": "image/png"}, link]


@server.tool
def wither() -> str:
    """Fail."""
    raise RuntimeError("it is too dry")


TAP = asyncio.Event()


@server.tool
async def water(ctx) -> str:
    """Report progress, log, and go on until the tap is turned off."""
    TAP.clear()
    for litres in (1, 2, 3):
        ctx.progress(litres, 3, f"{litres} of 3")
    ctx.log("debug", "the tap drips")
    ctx.log("warning", {"litres": 3}, "tap")
    await TAP.wait()
    return "watered"


@server.tool
def turn_off() -> str:
    """Turn the tap off."""
    TAP.set()
    return "off"


@server.tool
async def greet(ctx) -> str:
    """Ask the user for a name."""
    answer = await ctx.elicit("Who are you?", NAME)
    return f"Hello, {answer.content['name']}." if answer.accepted else f"The user chose to {answer.action}."


@server.tool
async def haiku(topic: str, ctx) -> str:
    """Ask the client's model for a poem."""
    answer = await ctx.sample(f"Write a haiku about {topic}.", 50)
    return f"{answer['model']}: {answer['content']['text']}"


@server.tool
async def fences(ctx) -> str:
    """Ask for the client's roots."""
    return " ".join(str(root["uri"]) for root in await ctx.roots())


@server.tool
def plant(name: str) -> str:
    """Add a tool, a resource and a prompt of this name."""
    with server.changes():
        server.tool(lambda: name, name=name)
        server.resource(f"plant://{name}", name=name)(lambda: name)
        server.prompt(lambda: name, name=name)
    return f"{name} grows"


@server.tool
def uproot(name: str) -> str:
    """Take away what `plant` added."""
    with server.changes():
        server.tools.remove(name)
        server.resources.remove(f"plant://{name}")
        server.prompts.remove(name)
    return f"{name} is gone"


@server.tool
def write(text: str) -> str:
    """Change the diary."""
    DIARY.append(text)
    server.resource_updated("note://diary")
    return "written"


# -- resources, prompts, completion --------------------------------------------------------------

DIARY = ["Dug a hole."]
TOPICS = ["roses", "rosemary", "tulips"]


@server.resource("note://diary", title="Diary")
def diary() -> str:
    """What was done."""
    return "\n".join(DIARY)


@server.resource("note://logo", name="logo", mimeType="image/png")
def logo() -> bytes:
    """A picture."""
    return base64.b64decode(PIXEL)


@server.resource("plant://{topic}/{part}")
def about(topic: str, part: Literal["leaf", "root"] = "leaf"):
    """What is known of a plant."""
    return {"topic": topic, "part": part}


@server.completion("plant://{topic}/{part}", "topic")
def topics(value: str) -> list[str]:
    return [topic for topic in TOPICS if topic.startswith(value)]


@server.prompt(title="Advice")
def advise(plant: Annotated[str, "what grows"], tone: Literal["kind", "keen", "stern"] = "kind"):
    """Ask for advice."""
    return [
        f"How do I look after {plant}?",
        {"role": "assistant", "content": f"In a {tone} tone: water it."},
    ]


@server.prompt
async def interview(ctx) -> str:
    """Ask the user before the prompt is written."""
    answer = await ctx.elicit("Who are you?", NAME, key="who")
    return f"I am {answer.content.get('name')}."


route = server.route
