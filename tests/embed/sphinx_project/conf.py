"""A small Sphinx project; the tests give mcp_playground_url on the command line."""

project = "Weather"
extensions = ["mcp_playground_docs.sphinx"]
html_theme = "alabaster"
exclude_patterns = []
