"""The table in the browser: a typed JSON API, server-sent events, and the page."""
