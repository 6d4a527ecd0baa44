"""Routes: parse, call an action, show."""
