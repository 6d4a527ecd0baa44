"""Items added up to a small statistic: tables, profiles, patterns, moments."""
