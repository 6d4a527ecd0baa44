# Every target is a task of ./dev, which works without make too.
.PHONY: setup demo test check generate lock

setup demo test generate lock:
	@./dev $@

check: test
