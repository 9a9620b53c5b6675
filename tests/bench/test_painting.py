"""The output of the bench of painting, without its times."""

from io import StringIO

from rich.console import Console

from bench import painting


def test_the_bench_measures_boards_and_ends() -> None:
    out = StringIO()
    painting.bench(Console(file=out, width=100, highlight=False), 2)
    screen = out.getvalue()
    for head in ("pictures", "ms p99", "kB max", "board", "own ship", "end"):
        assert head in screen
