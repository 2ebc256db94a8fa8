"""Advice: any agent's values, turned into words."""
