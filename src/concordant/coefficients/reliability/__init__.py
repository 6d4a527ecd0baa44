"""Reliability of measurements: intraclass correlation, generalisability, measurement error, concordance."""
