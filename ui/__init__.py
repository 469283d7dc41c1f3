"""The studio's window: the only package that knows Qt."""

from ui.singletons import keep_alive

keep_alive()
