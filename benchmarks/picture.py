"""The picture of the documentation: how many times faster, on a logarithmic axis, as hand-written SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from . import words
from .record import PeerRecord, Results, WorkloadRecord
from .tables import BY_NAME
from .workload import Workload

WIDTH, LEFT, RIGHT, TOP, ROW, BAR = 960, 400, 170, 74, 30, 14
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2933; }
  .page { fill: #ffffff; } .title { font-size: 17px; font-weight: 600; }
  .small { font-size: 11.5px; fill: #52606d; }
  .grid { stroke: #d5dbe1; } .one { stroke: #52606d; stroke-width: 1.5; }
  .bar { fill: #2f7fb8; } .slower { fill: #c2691c; } .other { fill: #8795a1; stroke: #ffffff; }
  .goal { stroke: #10263b; stroke-width: 2.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e9ee; } .page { fill: #161b22; } .small { fill: #a5b1bd; } .grid { stroke: #303a45; }
    .one { stroke: #a5b1bd; } .bar { fill: #56a8e0; } .slower { fill: #e69a4f; }
    .other { fill: #7b8794; stroke: #161b22; } .goal { stroke: #ffffff; }
  }
"""


def draw(results: Results, language: str = "en") -> str:
    """A bar for each workload: the peer that its goal names; dots are other peers, a stroke is the goal."""
    lines = [(r, BY_NAME[r.name], peer) for r in results.workloads if (peer := r.headline(BY_NAME[r.name]))]
    axis = Axis([ratio for record, workload, _ in lines for ratio in _ratios(record, workload)])
    height = TOP + ROW * len(lines) + 46
    title, caption = _WORDS[language]
    body = [
        f'<text class="title" x="20" y="30">{title}</text>',
        f'<text class="small" x="20" y="50">{caption}</text>',
        *axis.grid(height - 40),
        *(
            part
            for place, line in enumerate(lines)
            for part in _row(axis, TOP + ROW * place, language, *line)
        ),
    ]
    return "\n".join([
        f'<svg xmlns="{_SVG}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}" rx="8"/>',
        *body,
        "</svg>\n",
    ])  # fmt: skip


_SVG = "http://www.w3.org/2000/svg"
_WORDS = {
    "en": (
        "How many times faster concordant is",
        "Bars: the peer that the goal names. Dots: other peers. Strokes: goals. "
        "Left of 1 the peer is faster. One run, one machine.",
    ),
    "zh": (
        "concordant 快多少倍",
        "横条：目标所指的对比对象。圆点：其他对比对象。竖线：目标。"
        "1 的左侧表示对比对象更快。同一台机器，一次运行。",
    ),
}


class Axis:
    """A logarithmic axis from a power of ten that is below every ratio to one above."""

    def __init__(self, ratios: list[float]) -> None:
        self.low = math.floor(math.log10(min([0.5, *ratios])))
        self.high = max(self.low + 1, math.ceil(math.log10(max([10, *ratios]))))

    def at(self, ratio: float) -> float:
        """Where a ratio stands."""
        part = (math.log10(ratio) - self.low) / (self.high - self.low)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def grid(self, bottom: float) -> Iterator[str]:
        """A line for each power of ten."""
        for power in range(self.low, self.high + 1):
            x = self.at(10.0**power)
            kind = "one" if power == 0 else "grid"
            yield f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 8}" y2="{bottom}"/>'
            shown, place = f"{10.0**power:,g}×", f'x="{x:.1f}" y="{bottom + 18}"'
            yield f'<text class="small" {place} text-anchor="middle">{shown}</text>'


def _row(
    axis: Axis, y: float, language: str, record: WorkloadRecord, workload: Workload, peer: PeerRecord
) -> Iterator[str]:
    ratio = peer.ratio or 1.0
    title = workload.title_zh if language == "zh" else workload.title
    middle, one, end = y + ROW / 2, axis.at(1), axis.at(ratio)
    kind = "bar" if ratio >= 1 else "bar slower"
    yield f'<text x="{LEFT - 14}" y="{middle + 4.5}" text-anchor="end">{escape(title)}</text>'
    yield (
        f'<rect class="{kind}" x="{min(one, end):.1f}" y="{middle - BAR / 2}" '
        f'width="{max(abs(end - one), 1):.1f}" height="{BAR}" rx="2"/>'
    )
    others = [p for p in record.peers if p.ratio is not None and p.name != peer.name]
    for other in others:
        note = f"{words.peer_ratio(other)} × {other.name}"
        x = axis.at(other.ratio or 1.0)
        yield f'<circle class="other" cx="{x:.1f}" cy="{middle}" r="4"><title>{escape(note)}</title></circle>'
    goals = [axis.at(g.ratio) for g in workload.goals if g.against == peer.name and g.ratio is not None]
    for x in goals:
        yield f'<line class="goal" x1="{x:.1f}" x2="{x:.1f}" y1="{middle - 10}" y2="{middle + 10}"/>'
    right = max([end, one, *goals, *(axis.at(p.ratio or 1.0) + 4 for p in others)])
    said = f"{words.peer_ratio(peer)} × {peer.name}"
    yield f'<text class="small" x="{right + 8:.1f}" y="{middle + 4}">{escape(said)}</text>'


def _ratios(record: WorkloadRecord, workload: Workload) -> list[float]:
    goals = [goal.ratio for goal in workload.goals if goal.ratio is not None]
    return [peer.ratio for peer in record.peers if peer.ratio is not None] + goals
