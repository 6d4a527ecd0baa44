"""The store: rounds of a project, kept in one SQLite file or in PostgreSQL."""
