"""Tools that report progress."""

from dictmcp import Context, Server

server = Server("progress")
contexts = []


@server.tool
def steps(ctx: Context) -> str:
    """Report progress three times, once of it backwards."""
    ctx.progress(0, 2, "begun")
    ctx.progress(1, 2)
    ctx.progress(0.5, 2, "never seen")
    ctx.progress(2, 2, "done")
    return "done"


@server.tool
def keep(ctx: Context) -> str:
    """Keep the context for `late`."""
    contexts.append(ctx)
    ctx.progress(1)
    return "kept"


@server.tool
def late() -> str:
    """Report progress of a request that has been answered."""
    contexts[-1].progress(2)
    return "late"


@server.tool
def broken(ctx: Context) -> str:
    """Report progress, then fail."""
    ctx.progress(1)
    raise ValueError("half way")


@server.tool
def about(ctx: Context) -> dict:
    """Tell what the context says."""
    return {"id": ctx.request_id, "meta": ctx.meta, "revision": ctx.revision, "cancelled": ctx.cancelled}
