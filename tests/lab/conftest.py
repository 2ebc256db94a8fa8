import pytest


@pytest.fixture(autouse=True)
def _committed(committed):
    """Every run of these tests counts as made by committed code."""
