"""Agreement on categories: raw, chance-corrected and by category."""
