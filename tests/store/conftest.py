from tests.postgres import database, postgres

__all__ = ["database", "postgres"]
