"""The gate as text, Markdown for a pull request, JSON and JUnit XML."""
