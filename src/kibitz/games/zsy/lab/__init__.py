"""The experiments of ZSY, one a file."""
