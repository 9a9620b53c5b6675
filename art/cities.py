"""The nine cities of the line, each on its island, and the same in shadow."""

from __future__ import annotations

from typing import Final

from art.shapes import at, glint

ISLAND: Final = (
    '<path d="M-82 6Q-70 44-34 56-16 84 2 92 18 80 32 58 68 46 82 6Z" fill="url(#rock)"/>'
    '<path d="M-34 56-20 20 2 92Z" fill="#3d2f4f" opacity=".35"/>'
    '<path d="M32 58 26 22 2 92Z" fill="#fff" opacity=".10"/>'
    '<ellipse cy="4" rx="84" ry="15" fill="url(#grass)"/>'
    '<ellipse cy="1" rx="72" ry="9" fill="#b9e58b" opacity=".55"/>'
)

HEOLIA: Final = (
    '<path d="M-46 0V-26L-32-40-18-26V0Z" fill="#f4d9b0"/>'
    '<path d="M-50-24-32-44-14-24Z" fill="#c8553d"/>'
    '<path d="M8 0 12-52H30L34 0Z" fill="#fff3dc"/>'
    '<path d="M9-52Q21-72 33-52Z" fill="#c8553d"/><g stroke="#7a4a2b" stroke-width="3">'
    '<path d="M21-56 50-84M21-56-8-84M21-56 48-28M21-56-6-28"/></g>'
    '<g fill="#fff" opacity=".92"><path d="M24-62 50-84 56-76 30-54Z"/>'
    '<path d="M-8-84-14-76 12-54 18-62Z"/><path d="M48-28 54-36 30-58 24-50Z"/>'
    '<path d="M-6-28-12-36 12-58 18-50Z"/></g>' + glint([(-36, -18), (18, -34), (18, -16)])
)
KANOPEA: Final = (
    '<path d="M-8 0Q-4-34-14-52H14Q4-34 8 0Z" fill="#8a5a35"/>'
    '<circle cx="-26" cy="-58" r="24" fill="#3d9b63"/>'
    '<circle cx="24" cy="-56" r="26" fill="#348a58"/><circle cy="-80" r="28" fill="#57b878"/>'
    '<circle cx="-8" cy="-86" r="10" fill="#7fd197" opacity=".7"/>'
    '<path d="M-40 0V-22L-28-34-16-22V0Z" fill="#d9a066"/>'
    '<path d="M-44-20-28-38-12-20Z" fill="#6b4226"/>'
    '<path d="M18-30V-48L29-58 40-48V-30Z" fill="#e8b77d"/>'
    '<path d="M14-46 29-62 44-46Z" fill="#6b4226"/>'
    + glint([(-31, -16), (26, -44)])
    + '<g fill="#ffe27a"><circle cx="-20" cy="-44" r="3"/><circle cx="4" cy="-58" r="3"/>'
    '<circle cx="-4" cy="-98" r="3"/></g>'
)
VELTANE: Final = (
    '<path d="M-54 0-34-52-14 0Z" fill="#f2efe6"/><path d="M-34-52-14 0H-26Z" fill="#d8d0bd"/>'
    '<path d="M-18 0 8-82 34 0Z" fill="#ffb35c"/><path d="M8-82 34 0H18Z" fill="#e58b35"/>'
    '<path d="M26 0 42-44 58 0Z" fill="#6fc3d6"/><path d="M42-44 58 0H48Z" fill="#4a9fb5"/>'
    '<g stroke="#5b3a1e" stroke-width="3"><path d="M-34-52V-66M8-82V-100M42-44V-58"/></g>'
    '<path d="M8-100 28-94 8-88Z" fill="#e5484d"/>'
    '<path d="M-34-66-18-61-34-56Z" fill="#3e8bff"/>'
    '<path d="M42-58 56-53 42-48Z" fill="#ffd23f"/>'
    '<path d="M-38 0-34-16-30 0ZM2 0 8-24 14 0ZM38 0 42-12 46 0Z" fill="#4a2f1a"/>'
)
OMBRELIS: Final = (
    '<path d="M-42 0V-34H-28V0Z" fill="#efe3ff"/>'
    '<path d="M-62-32Q-35-66-8-32Q-16-38-22-32-28-38-35-32-42-38-48-32-54-38-62-32Z" '
    'fill="#9a6bd6"/><path d="M-4 0V-60H14V0Z" fill="#fff"/>'
    '<path d="M-32-58Q5-106 42-58Q33-66 24-58 14-66 5-58-4-66-14-58-23-66-32-58Z" '
    'fill="#e0609a"/>'
    '<path d="M5-92V-104" stroke="#8b2d5c" stroke-width="4" stroke-linecap="round"/>'
    '<path d="M34 0V-28H48V0Z" fill="#efe3ff"/>'
    '<path d="M18-26Q41-56 64-26Q56-32 50-26 45-32 41-26 36-32 31-26 26-32 18-26Z" '
    'fill="#5aa9e6"/>' + glint([(-38, -24), (2, -46), (2, -26), (38, -18)])
)
SORINTHE: Final = (
    '<path d="M-52-6H52V0H-52ZM-46-12H46V-6H-46Z" fill="#e9dcc3"/><g fill="#fff7e6">'
    '<rect x="-40" y="-58" width="11" height="46"/>'
    '<rect x="-18" y="-58" width="11" height="46"/><rect x="7" y="-58" width="11" height="46"/>'
    '<rect x="29" y="-58" width="11" height="46"/></g>'
    '<path d="M-48-66H48V-58H-48Z" fill="#e9dcc3"/>'
    '<path d="M-50-66 0-96 50-66Z" fill="#f6ead2"/><path d="M0-96 50-66H0Z" fill="#dcc9a3"/>'
    '<circle cy="-77" r="7" fill="#4aa3a2"/>'
    '<path d="M-28-12V-40H-19V-12ZM-6-12V-44H6V-12ZM19-12V-40H28V-12Z" fill="#8a6d45" '
    'opacity=".6"/>'
)
BARBADAHL: Final = (
    '<path d="M-56 0V-40H-50V-46H-42V-40H-36V-46H-28V-40H-22V0Z" fill="#d28c5b"/>'
    '<path d="M22 0V-40H28V-46H36V-40H42V-46H50V-40H56V0Z" fill="#b8734a"/>'
    '<path d="M-26 0V-52H26V0Z" fill="#e6a873"/>'
    '<path d="M-28-52Q-30-88 0-98Q30-88 28-52Z" fill="#2f9aa0"/>'
    '<path d="M0-98Q30-88 28-52H10Q12-84 0-98Z" fill="#237a80"/>'
    '<path d="M0-98V-112" stroke="#ffd23f" stroke-width="4" stroke-linecap="round"/>'
    '<circle cy="-114" r="4" fill="#ffd23f"/><path d="M-9 0V-22Q0-34 9-22V0Z" fill="#5b3320"/>'
    + glint([(-44, -28), (-20, -42), (14, -42), (38, -28)])
)
KARIOS: Final = (
    '<path d="M-48 0V-30H-16V0Z" fill="#aab7d4"/>'
    '<path d="M-50-30Q-32-64-14-30Z" fill="#5d6f9e"/>'
    '<path d="M-36-48-22-70-16-66-28-44Z" fill="#e9eefc"/>'
    '<path d="M6 0 12-86 20-104 28-86 34 0Z" fill="#e6ebf7"/>'
    '<path d="M20-104 28-86 34 0H22Z" fill="#b4c0dd"/>'
    '<path d="M40 0V-44L50-54 60-44V0Z" fill="#8fa0cb"/>'
    '<circle cx="20" cy="-112" r="6" fill="#ffe27a"/>'
    '<circle cx="20" cy="-112" r="12" fill="#ffe27a" opacity=".3"/>'
    + glint([(-36, -20), (-26, -20), (17, -60), (17, -36), (47, -34)])
)
NUAGORA: Final = (
    '<path d="M-52 0V-36H-34V0ZM34 0V-36H52V0Z" fill="#cfe6ff"/>'
    '<path d="M-54-36-43-64-32-36ZM32-36 43-64 54-36Z" fill="#7aa7e8"/>'
    '<path d="M-22 0V-64H22V0Z" fill="#eef6ff"/><path d="M-26-62 0-108 26-62Z" fill="#5f8fe0"/>'
    '<path d="M0-108 26-62H8Z" fill="#4573c4"/>'
    '<path d="M-43-64V-74M43-64V-74M0-108V-120" stroke="#ffd23f" stroke-width="3.5" '
    'stroke-linecap="round"/>'
    + glint([(-46, -26), (40, -26), (-14, -50), (8, -50), (-3, -34)])
    + '<g fill="#fff"><ellipse cx="-34" cy="2" rx="26" ry="10"/>'
    '<ellipse cx="30" cy="3" rx="30" ry="11"/><ellipse cx="-4" cy="6" rx="26" ry="9"/></g>'
)
MEIJI: Final = (
    '<path d="M-40 0V-24H40V0Z" fill="#b8352f"/>'
    '<path d="M-62-20Q-44-26-40-40H40Q44-26 62-20Z" fill="#f0b429"/>'
    '<path d="M-28-40V-58H28V-40Z" fill="#c9433b"/>'
    '<path d="M-48-54Q-32-60-28-74H28Q32-60 48-54Z" fill="#f7c64a"/>'
    '<path d="M-18-74V-90H18V-74Z" fill="#d9534a"/>'
    '<path d="M-34-88Q-20-92 0-116Q20-92 34-88Z" fill="#ffd868"/>'
    '<path d="M0-116V-132" stroke="#fff2b8" stroke-width="4" stroke-linecap="round"/>'
    '<circle cy="-134" r="5" fill="#fff2b8"/><path d="M-10 0V-18H10V0Z" fill="#5b1512"/>'
    + glint([(-30, -14), (24, -14), (-18, -52), (13, -52), (-4, -86)], 6, 9)
)

CITIES: Final = {
    1: HEOLIA,
    2: KANOPEA,
    3: VELTANE,
    4: OMBRELIS,
    5: SORINTHE,
    6: BARBADAHL,
    7: KARIOS,
    8: NUAGORA,
    9: MEIJI,
}


def city(number: int, scale: float) -> str:
    """Return a city on its island; its ground is at (0, 0)."""
    return at(0, 0, ISLAND + CITIES[number], scale)
