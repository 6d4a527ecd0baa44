"""Sentences in English and Chinese, as data: one file for each topic, both languages side by side."""
