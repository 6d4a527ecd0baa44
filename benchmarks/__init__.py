"""How fast concordant is beside other libraries, with their answers checked: `./dev bench`.

workload    what is asked, of whom, and the goal          workloads/   the list, one entry for each
child       one timing, in a process of its own           timing       starts children, kills late ones
growth      time against size                             startup      what a command costs before it works
record      what was measured, as JSON                    pages        RESULTS.md, the picture, the docs
"""
