"""The cities beside the line: Boscalumia and the gap before it, Krismastri, Matryoshburg."""

from __future__ import annotations

from typing import Final

from art.shapes import at

SNOW: Final = (
    '<path d="M-82 6Q-70 44-34 56-16 84 2 92 18 80 32 58 68 46 82 6Z" fill="url(#rock)"/>'
    '<path d="M-34 56-20 20 2 92Z" fill="#3d2f4f" opacity=".35"/>'
    '<path d="M-84 4Q-60-14 0-14T84 4Q70 18 40 15 20 26 0 16-28 27-48 15-72 18-84 4Z" '
    'fill="url(#snow)"/>'
)
KRISMASTRI: Final = (
    SNOW + '<path d="M-6 0H6V-18H-6Z" fill="#6b4226"/>'
    '<path d="M-46-14 0-62 46-14Z" fill="#1f7a4d"/><path d="M-38-40 0-84 38-40Z" fill="#2a9460"/>'
    '<path d="M-28-64 0-106 28-64Z" fill="#35b077"/>'
    '<path d="M-46-14Q-36-22-26-14T-6-14 14-14 34-14 46-14L36-24H-36Z" fill="#fff" '
    'opacity=".85"/>'
    '<g fill="#e5484d"><circle cx="-20" cy="-28" r="5"/><circle cx="14" cy="-52" r="5"/>'
    '<circle cx="-6" cy="-76" r="4.5"/></g><g fill="#ffd23f"><circle cx="18" cy="-28" r="5"/>'
    '<circle cx="-14" cy="-54" r="5"/><circle cx="6" cy="-34" r="4"/></g>'
    '<path d="M0-124 4.5-113 16-112 7-105 10-94 0-100-10-94-7-105-16-112-4.5-113Z" '
    'fill="#ffe27a"/>'
    '<path d="M-74 2V-24H-48V2Z" fill="#3e8bff"/><path d="M-64 2V-24H-58V2Z" fill="#ffe27a"/>'
    '<path d="M48 2V-20H76V2Z" fill="#a667e8"/><path d="M59 2V-20H65V2Z" fill="#fff"/>'
)


def _doll(shawl: str, skirt: str) -> str:
    """Return one of the nested dolls, 84 high."""
    return (
        f'<path d="M0-84C22-84 28-64 24-50 34-40 36-16 28 0H-28C-36-16-34-40-24-50-28-64-22-84 '
        f'0-84Z" fill="{skirt}"/>'
        f'<path d="M0-84C22-84 28-64 24-50 30-42 32-36 32-30Q0-18-32-30C-32-36-30-42-24-50-28-64'
        f'-22-84 0-84Z" fill="{shawl}"/>'
        '<circle cy="-60" r="15" fill="#ffe3c4"/>'
        '<path d="M-15-62Q-8-76 0-68 8-76 15-62 12-78 0-78T-15-62Z" fill="#6b3a1e"/>'
        '<circle cx="-5" cy="-60" r="2" fill="#3a2416"/><circle cx="5" cy="-60" r="2" '
        'fill="#3a2416"/><path d="M-4-53Q0-50 4-53" stroke="#c2365a" stroke-width="2" '
        'fill="none" stroke-linecap="round"/>'
        '<circle cy="-10" r="8" fill="#ffd23f"/><circle cy="-10" r="3.5" fill="#e5484d"/>'
        '<g fill="#fff" opacity=".9"><circle cx="-14" cy="-12" r="3"/>'
        '<circle cx="14" cy="-12" r="3"/></g>'
    )


MATRYOSHBURG: Final = (
    '<path d="M-82 6Q-70 44-34 56-16 84 2 92 18 80 32 58 68 46 82 6Z" fill="url(#rock)"/>'
    '<path d="M-34 56-20 20 2 92Z" fill="#3d2f4f" opacity=".35"/>'
    '<ellipse cy="4" rx="84" ry="15" fill="url(#grass)"/>'
    + at(-18, 4, _doll("#c9433b", "#8f1d3f"), 1.36)
    + at(34, 6, _doll("#2f9aa0", "#1b6468"), 0.9)
    + at(64, 7, _doll("#f0b429", "#a86f10"), 0.55)
)


def _lantern(x: int, y: int, scale: float, glass: str, rib: str) -> str:
    return at(
        x,
        y,
        f'<path d="M-10-32H10Q26-22 26 0T10 32H-10Q-26 22-26 0T-10-32Z" fill="{rib}"/>'
        f'<path d="M-5-32H5Q14-22 14 0T5 32H-5Q-14 22-14 0T-5-32Z" fill="{glass}"/>'
        '<path d="M-13-37H13V-30H-13ZM-13 30H13V37H-13Z" fill="#4b2a1a"/>',
        scale,
    )


def boscalumia(*, lit: bool, glowing: bool = True) -> str:
    """Return the city of lanterns, dark until a ship has reached it."""
    glass, rib = ("#fff0b8", "#ff8f4a") if lit else ("#7683b5", "#4d5890")
    wood = "#7a4a2b" if lit else "#3b355e"
    ground = "url(#grass)" if lit else "#4a6a7c"
    halo = '<circle cy="-52" r="112" fill="url(#glow)"/>' if lit and glowing else ""
    return (
        halo + '<path d="M-82 6Q-70 44-34 56-16 84 2 92 18 80 32 58 68 46 82 6Z" '
        'fill="url(#rock)"/><path d="M-34 56-20 20 2 92Z" fill="#3d2f4f" opacity=".35"/>'
        f'<ellipse cy="4" rx="84" ry="15" fill="{ground}"/>'
        f'<path d="M-7 2Q-2-40-9-96H9Q2-40 9 2Z" fill="{wood}"/>'
        f'<path d="M0-92Q-34-110-48-84M0-92Q34-110 48-84M0-58Q-20-66-26-52" fill="none" '
        f'stroke="{wood}" stroke-width="6" stroke-linecap="round"/>'
        + _lantern(0, -108, 0.62, glass, rib)
        + _lantern(-48, -54, 0.86, glass, rib)
        + _lantern(48, -52, 0.92, glass, rib)
        + f'<path d="M-34 4V-18L-20-32-6-18V4ZM10 4V-14L22-26 34-14V4Z" fill="{wood}"/>'
        f'<rect x="-25" y="-14" width="10" height="12" rx="3" fill="{glass}"/>'
        f'<rect x="17" y="-10" width="9" height="10" rx="3" fill="{glass}"/>'
    )


GAP: Final = (
    '<g fill="#4d5da3"><ellipse rx="46" ry="15"/><ellipse cx="-18" cy="-13" rx="22" ry="16"/>'
    '<ellipse cx="14" cy="-17" rx="25" ry="19"/></g>'
    '<g fill="#7485c4"><ellipse cx="-10" cy="-18" rx="17" ry="11"/>'
    '<ellipse cx="20" cy="-23" rx="17" ry="11"/></g>'
    '<path d="M6 8-8 28H0L-5 44 12 22H3L10 8Z" fill="#ffd23f" stroke="#b97900" '
    'stroke-width="1.6" stroke-linejoin="round"/>'
)
