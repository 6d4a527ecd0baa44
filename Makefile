# Every target is a task of ./dev, which works without make too.
.PHONY: setup demo test check generate lock bench

setup demo test generate lock bench:
	@./dev $@

check: test
