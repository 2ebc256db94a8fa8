"""What the duel measures of itself."""


def figures() -> dict[str, str]:
    return {"cards": "12"}
