# Every target is a task of ./dev, which works without make too.
.PHONY: setup demo quick test slow check generate docs lock bench

setup demo quick test slow generate docs lock bench:
	@./dev $@

check: test
