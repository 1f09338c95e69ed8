"""Print what the environments cost in the fast tier."""


def pytest_terminal_summary(terminalreporter):
    costs = {}
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        if report.when == "call" and "cpu_seconds" in (properties := dict(report.user_properties)):
            costs[report.nodeid.partition("::")[2]] = properties["cpu_seconds"]
    if costs:
        terminalreporter.section("ten slowest environments (CPU-seconds)")
        for name, seconds in sorted(costs.items(), key=lambda item: -item[1])[:10]:
            terminalreporter.write_line(f"{seconds:6.2f}  {name}")
