"""What the numbers mean: comparisons, problem patterns, goals, rounds, gate, study."""
