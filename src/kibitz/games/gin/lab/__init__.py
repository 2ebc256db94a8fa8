"""The experiments on gin rummy."""
