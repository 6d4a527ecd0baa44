"""Projects and their rounds."""
