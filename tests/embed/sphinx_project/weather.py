"""The weather, as it always is."""

from dictmcp import Server

server = Server("weather")
WEATHER = {"Oslo": "snow", "Rome": "sun"}


@server.tool
def weather(city: str) -> str:
    """The weather in a city."""
    return WEATHER[city]


route = server.route
