"""The players of ZSY, one a file."""
