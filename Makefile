# Every target is a task of ./dev, which works without make too.
.PHONY: setup demo quick test slow check generate docs lock installs bench

setup demo quick test slow generate docs lock installs bench:
	@./dev $@

check: test
