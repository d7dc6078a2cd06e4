"""What build.py is made of: the toolchain it needs, the site it writes, the server that shows it."""
