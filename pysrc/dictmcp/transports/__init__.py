"""Hosts of a server module, one each, named for what they speak. They import the core, never the reverse."""
