"""The players of gin rummy."""
