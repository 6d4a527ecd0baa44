"""How often intervals, tests and verdicts keep their word: large simulations, one file a topic.

Each is a command, `python -m benchmarks.calibration.categories`, and writes what it found beside itself, from
where the tables of the guide are made. Small versions run with the tests.
"""
