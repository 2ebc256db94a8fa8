"""The API described for reading, at /docs: made from the OpenAPI schema, without a script from anywhere."""

from __future__ import annotations

from html import escape
from typing import Any

HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The API of Kibitz</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page/look.css">
<link rel="stylesheet" href="/page/pages.css"></head>
<body><main class="sheet-page"><header><div><h1>The API of Kibitz</h1><p class="quiet">For programs:
<a href="/openapi.json">openapi.json</a>.</p></div></header><article class="prose">"""
FOOT = "</article></main></body></html>"


def page(schema: dict[str, Any]) -> str:
    """All addresses, then all shapes."""
    parts = [HEAD]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(method, path, operation))
    parts.append("<h2>Shapes</h2>")
    for name, shape in sorted(schema["components"]["schemas"].items()):
        parts.append(_shape(name, shape))
    return "".join([*parts, FOOT])


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    said = operation.get("description") or operation["summary"]
    sent = _content(operation.get("requestBody", {}))
    answered = next((_content(found) for code, found in operation["responses"].items() if code < "300"), "")
    lines = [f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(said)}</p><ul>"]
    for parameter in operation.get("parameters", ()):
        name, note = parameter["name"], parameter.get("description") or parameter["schema"].get("description", "")
        lines.append(f"<li><code>{escape(name)}</code> ({parameter['in']}) {escape(note)}</li>")
    lines.append(f"<li>sent: {sent}</li>" if sent else "")
    lines.append(f"<li>answered: {answered}</li>" if answered else "")
    return "".join([*lines, "</ul>"])


def _shape(name: str, shape: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(field)}</code></td><td>{_kind(about)}</td><td>{_note(about)}</td></tr>"
        for field, about in shape.get("properties", {}).items()
    ]
    said = f"<p>{escape(shape['description'])}</p>" if "description" in shape else ""
    return (
        f'<h3 id="{escape(name)}">{escape(name)}</h3>{said}<table class="data"><tbody>{"".join(rows)}</tbody></table>'
    )


def _content(body: dict[str, Any]) -> str:
    return ", ".join(_kind(found["schema"]) for found in body.get("content", {}).values() if found.get("schema"))


def _note(about: dict[str, Any]) -> str:
    return escape(about.get("description", ""))


def _kind(about: dict[str, Any]) -> str:
    """A type in words, linked where it is a shape of its own."""
    if "$ref" in about:
        name = escape(about["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in about:
        return " or ".join(dict.fromkeys(_kind(kind) for kind in about["anyOf"]))
    if about.get("type") == "array":
        return f"list of {_kind(about.get('items', {}))}"
    return escape(str(about.get("type", "anything")))
