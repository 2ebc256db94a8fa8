"""The players of Yacht; who knows all chances has nothing to gain by thinking longer."""

NAMED = {"fast": "duel", "strong": "duel"}
