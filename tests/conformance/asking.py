"""The tools of the fixtures that ask the client, written once for both eras."""

from dictmcp import elicitation, roots, sampling

NAME = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


async def test_sampling(prompt: str, ctx) -> str:
    """Ask the client's model."""
    answer = await ctx.sample(prompt, 100)
    return f"LLM response: {answer['content'].get('text', '')}"


async def test_elicitation(message: str, ctx) -> str:
    """Ask the user."""
    properties = {
        "username": {"type": "string", "description": "The user's response"},
        "email": {"type": "string", "description": "The user's email address"},
    }
    schema = {"type": "object", "properties": properties, "required": ["username", "email"]}
    answer = await ctx.elicit(message, schema)
    return f"User response: {answer.action}, {answer.content}"


async def test_elicitation_sep1034_defaults(ctx) -> str:
    """Ask with a default for each kind of field."""
    properties = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    answer = await ctx.elicit("Please review these values.", {"type": "object", "properties": properties})
    return f"Elicitation completed: {answer.action}, {answer.content}"


async def test_elicitation_sep1330_enums(ctx) -> str:
    """Ask with each form that a choice can have."""
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"Option {n}"} for n in (1, 2, 3)]
    properties = {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option 1", "Option 2", "Option 3"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    answer = await ctx.elicit("Please choose.", {"type": "object", "properties": properties})
    return f"Elicitation completed: {answer.action}, {answer.content}"


async def test_missing_capability(ctx) -> str:
    """Need sampling, whether the client has it or not."""
    answer = await ctx.sample("Anything will do.")
    return str(answer["content"])


async def test_streaming_elicitation(ctx) -> str:
    """Ask, with no request on the stream."""
    answer = await ctx.elicit("What is your name?", NAME, key="user_name")
    return f"Hello, {answer.content.get('name')}."


async def test_input_required_result_elicitation(ctx) -> str:
    """Ask for a name."""
    answer = await ctx.elicit("What is your name?", NAME, key="user_name")
    return f"Hello, {answer.content.get('name')}."


async def test_input_required_result_sampling(ctx) -> str:
    """Ask the client's model."""
    answer = await ctx.sample("What is the capital of France?", 100)
    return str(answer["content"])


async def test_input_required_result_list_roots(ctx) -> str:
    """Ask for the client's roots."""
    return f"Roots: {[root['uri'] for root in await ctx.roots()]}"


async def test_input_required_result_request_state(ctx) -> str:
    """Ask, and have the client carry a state."""
    schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    answer = await ctx.elicit("Please confirm.", schema, key="confirm")
    return f"state-ok: {answer.content}"


async def test_input_required_result_multiple_inputs(ctx) -> str:
    """Ask three things at once."""
    answers = await ctx.ask(
        user_name=elicitation("What is your name?", NAME),
        greeting=sampling("Write a greeting.", 50),
        client_roots=roots(),
    )
    return f"Got {', '.join(answers)}."


async def test_input_required_result_multi_round(ctx) -> str:
    """Ask, and then ask again."""
    color = {"type": "object", "properties": {"color": {"type": "string"}}, "required": ["color"]}
    first = await ctx.elicit("Step 1: what is your name?", NAME, key="step1")
    second = await ctx.elicit("Step 2: what is your favourite color?", color, key="step2")
    return f"{first.content} {second.content}"


async def test_input_required_result_tampered_state(ctx) -> str:
    """Ask, and refuse a state that was changed."""
    schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    answer = await ctx.elicit("Please confirm.", schema, key="confirm")
    return f"state-ok: {answer.content}"


async def test_input_required_result_capabilities(ctx) -> str:
    """Ask only what this client can answer."""
    questions = {
        "user_name": elicitation("What is your name?", NAME),
        "greeting": sampling("Write a greeting.", 50),
    }
    answers = await ctx.ask(**{key: one for key, one in questions.items() if ctx.can_ask(one)})
    return f"Got {', '.join(answers) or 'nothing'}."


TOOLS = (
    test_sampling,
    test_elicitation,
    test_elicitation_sep1034_defaults,
    test_elicitation_sep1330_enums,
    test_missing_capability,
    test_streaming_elicitation,
    test_input_required_result_elicitation,
    test_input_required_result_sampling,
    test_input_required_result_list_roots,
    test_input_required_result_request_state,
    test_input_required_result_multiple_inputs,
    test_input_required_result_multi_round,
    test_input_required_result_tampered_state,
    test_input_required_result_capabilities,
)
