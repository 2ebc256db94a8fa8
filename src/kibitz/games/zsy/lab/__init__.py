"""The experiments of ZSY, one per file."""
