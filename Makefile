# Every target is a task of ./dev, which works without make too.
.PHONY: setup demo test check generate lock installs bench

setup demo test generate lock installs bench:
	@./dev $@

check: test
