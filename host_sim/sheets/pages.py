# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Set the sheets as PDF: the data sheet, the score sheet of each game, the answers."""

from __future__ import annotations

import configparser
import io
from fractions import Fraction
from importlib import resources
from xml.sax.saxutils import escape

from reportlab.lib.colors import grey, lightgrey
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from handheld import language
from handheld.screens.rules import rules
from shared_rules.variants import new_game

from . import figures
from .games import SHEETS, Sheet

# What A4 (210 x 297 mm) and US Letter (215.9 x 279.4 mm) have in common, to print on both at 100 %.
PAGE = (210 * mm, 279.4 * mm)
MARGIN = 12 * mm
PADDING = 6  # points that ReportLab leaves free inside its margins
WIDTH, HEIGHT = PAGE[0] - 2 * MARGIN, PAGE[1] - 2 * MARGIN - 2 * mm
BOX_LINES = 6
LARGEST, SMALLEST = 10.0, 6.5  # points of the rules' type
ROW = 9.5 * mm  # the greatest height of a row
GAP = 2 * mm
CELL_PADDING = 2  # points

TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=10.5, leading=13)
LABEL = ParagraphStyle("label", TEXT, fontSize=8, leading=9)
CELL = ParagraphStyle("cell", LABEL, alignment=1)
INDENTED = ParagraphStyle("indented", TEXT, leftIndent=5 * mm, spaceAfter=3)
ANSWER = ParagraphStyle("answer", INDENTED, fontName="Helvetica-BoldOblique", spaceAfter=8)

SHADE = ("BACKGROUND", (0, 0), (-1, 0), lightgrey)  # the row of heads
OTHER_GAMES = ("skunk", "piggy", "piglet", "fast")


class Heading(Paragraph):
    """The name of a sheet, which is in the list of contents of the PDF too."""

    def draw(self) -> None:
        name = self.getPlainText()
        self.canv.bookmarkPage(name)
        self.canv.addOutlineEntry(name, name)
        super().draw()


class Words:
    """The texts of a language: those of `words.ini`, else the handheld's."""

    def __init__(self, code: str) -> None:
        language.load(code)
        parser = configparser.ConfigParser(interpolation=None)
        parser.read_string(resources.files(__package__).joinpath("words.ini").read_text("utf-8"))
        self._own = parser[code]

    def __getitem__(self, key: str) -> str:
        return self._own.get(key) or language.say(key)

    def number(self, value: float | Fraction, decimals: int = 2, sign: str = "") -> str:
        """Return a number with the language's decimal sign and a true minus."""
        text = f"{float(value):{sign}.{decimals}f}" if value else "0"
        return text.replace(".", language.say("decimal")).replace("-", "−")


def pdf(code: str) -> bytes:
    """Return all sheets in a language of the handheld. The same bytes at each call."""
    words = Words(code)
    story = [*data_sheet(words), PageBreak()]
    for variant, sheet in SHEETS.items():
        story += [*score_sheet(words, variant, sheet), PageBreak()]
    story += answers(words)
    file = io.BytesIO()
    margins = {f"{side}Margin": MARGIN - PADDING for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(
        file, pagesize=PAGE, invariant=1, title="Pocket Pig", lang=code, **margins
    ).build(story)  # fmt: skip
    return file.getvalue()


def heading(text: str) -> Heading:
    """Return the heading of a page."""
    style = ParagraphStyle("heading", TEXT, fontName="Helvetica-Bold", fontSize=16, leading=22)
    return Heading(text, style)


def grid(rows: list[list[str]], widths: list[float], height: float, *more: object) -> Table:
    """Return a table; `more`: commands of its style. The first column is at the left."""
    cells = [
        [
            Paragraph(cell, CELL if column else LABEL) if cell else ""
            for column, cell in enumerate(row)
        ]
        for row in rows
    ]
    style = [
        ("GRID", (0, 0), (-1, -1), 0.5, grey),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), CELL_PADDING),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        *more,
    ]
    return Table(cells, widths, height, style=style, hAlign="LEFT")


# --- score sheets


def rules_text(variant: str) -> str:
    """Return the rules with the usual options as one paragraph, in the language in use."""
    game = new_game(variant)
    lines = [escape(line) for line in rules(type(game), game.options)]
    return " ".join(f"<b>{line[2:]}:</b>" if line[0] == "#" else line for line in lines)


def rules_box(variant: str) -> Table:
    """Return the rules in a box, in the largest type that needs no more than BOX_LINES lines."""
    size = LARGEST
    while True:
        style = ParagraphStyle("rules", TEXT, fontSize=size, leading=1.2 * size)
        text = Paragraph(rules_text(variant), style)
        text.wrap(WIDTH - 6 * mm, HEIGHT)
        if len(text.blPara.lines) <= BOX_LINES:
            break
        size -= 0.25
        if size < SMALLEST:
            raise ValueError(f"the rules of {variant} do not fit {BOX_LINES} lines")
    style = [("BOX", (0, 0), (-1, -1), 1, grey), ("LEFTPADDING", (0, 0), (-1, -1), 3 * mm)]
    return Table([[text]], [WIDTH], style=[*style, ("RIGHTPADDING", (0, 0), (-1, -1), 3 * mm)])


def score_sheet(words: Words, variant: str, sheet: Sheet) -> list[Flowable]:
    """Return the page of a game: its name, its rules, its grids."""
    top = [heading(language.known(variant, variant)), rules_box(variant), Spacer(1, GAP)]
    end: list[Flowable] = []
    if sheet.ticks:
        word, boxes = sheet.ticks
        widths = [WIDTH - boxes * 5 * mm, *[5 * mm] * boxes]
        end = [Spacer(1, GAP), grid([[words[word], *[""] * boxes]], widths, 5 * mm)]
    used = sum(flowable.wrap(WIDTH, HEIGHT)[1] for flowable in (*top, *end))
    rows = score_rows(words, sheet)
    free = (HEIGHT - used) / sheet.games - GAP
    one = grid(*rows, min(ROW, free / len(rows[0])), *spans(sheet))
    return [*top, *[one, Spacer(1, GAP)] * sheet.games, *end]


def score_rows(words: Words, sheet: Sheet) -> tuple[list[list[str]], list[float]]:
    """Return the rows of a grid and the widths of its columns."""
    heads = [column if len(column) < 3 else words[column] for column in sheet.columns]
    blank = [""] * len(heads) * max(1, sheet.people)
    if sheet.people:
        first = (42 if sheet.below else 12) * mm
        rows = [[words["name"], *blank], ["", *heads * sheet.people]]
    else:
        first = 40 * mm
        rows = [[words["names"], *heads]]
    rows += [[str(number), *blank] for number in range(1, sheet.rows + 1)]
    rows += [[words[word].format(value), *blank] for word, value in sheet.below]
    return rows, [first, *[(WIDTH - first) / len(blank)] * len(blank)]


def spans(sheet: Sheet) -> list[object]:
    """Return the commands that join the cells of a person: its name, and the rows below."""
    commands: list[object] = []
    for person in range(sheet.people):
        left = 1 + person * len(sheet.columns)
        right = left + len(sheet.columns) - 1
        commands.append(("LINEBEFORE", (left, 0), (left, -1), 1.5, grey))
        for row in (0, *range(-len(sheet.below), 0)):
            commands.append(("SPAN", (left, row), (right, row)))
    return commands


# --- the lesson's sheets


def data_sheet(words: Words) -> list[Flowable]:
    """Return the page that each pupil fills in."""
    blank = [""] * len(figures.TOTALS)
    return [
        heading(words["data"]),
        Paragraph(f"{words['name']} {'_' * 45}   {words['date']} {'_' * 16}", TEXT),
        Spacer(1, GAP),
        *question(words, "stand", *numbered(words, 5, "sum")),
        *question(words, "rule", *numbered(words, 10, "sum", "ones")),
        *question(
            words,
            "class",
            [words[key] for key in ("stop_at", "turns", "ended", "points", "per_turn")],
            *([str(stop), "", "", "", ""] for stop in figures.STOPS),
        ),
        *question(words, "one_more", *one_more(words, blank, blank, blank)),
        *question(words, "other"),
        *(Paragraph(f"{words[game]} {'_' * 6}", INDENTED) for game in OTHER_GAMES),
        Spacer(1, GAP),
        *question(words, "race"),
    ]


def answers(words: Words) -> list[Flowable]:
    """Return the page with the answers to the questions of the data sheet."""
    totals, number = figures.TOTALS, words.number
    brings = str(round(6 * figures.gain("pig", 0)))  # six rolls, one of each face
    gains = [number(figures.gain("pig", total), sign="+") for total in totals]
    return [
        heading(words["answers"]),
        *question(words, "class", *class_table(words)),
        Paragraph(words["answer_class"], ANSWER),
        *question(
            words,
            "one_more",
            *one_more(words, [brings] * len(totals), [str(total) for total in totals], gains),
        ),
        Paragraph(words["answer_one_more"], ANSWER),
        *question(words, "other"),
        *(
            flowable
            for game in OTHER_GAMES
            for flowable in (Paragraph(words[game], INDENTED), other_game(words, game))
        ),
        *question(words, "race"),
        Paragraph(words["answer_race"], ANSWER),
    ]


def question(words: Words, key: str, *rows: list[str]) -> list[Flowable]:
    """Return a question and the table, if any, that belongs to it."""
    found: list[Flowable] = [Paragraph(words[key], TEXT), Spacer(1, 1 * mm)]
    if rows:
        first, others = 38 * mm, len(rows[0]) - 1
        widths = [first, *[(WIDTH - first) / others] * others]
        found += [grid(list(rows), widths, 8 * mm, SHADE), Spacer(1, 3 * mm)]
    return found


def numbered(words: Words, turns: int, *more: str) -> tuple[list[str], list[str]]:
    """Return the rows of a table of turns to fill in."""
    head = [words["turn"], *map(str, range(1, turns + 1)), *(words[key] for key in more)]
    return head, [words["my_points"], *[""] * (len(head) - 1)]


def one_more(words: Words, *rows: list[str]) -> list[list[str]]:
    """Return the table of one more roll: what five faces bring, the 1 takes, a roll brings."""
    keys = ("turn_total", "five_bring", "one_takes", "one_roll")
    cells = ([str(total) for total in figures.TOTALS], *rows)
    return [[words[key], *row] for key, row in zip(keys, cells)]


def class_table(words: Words) -> list[list[str]]:
    """Return what the class should find: for each rule the busts, the points, and their range."""
    number = words.number
    rows = [[words[key] for key in ("stop_at", "ended", "per_turn", "between")]]
    for stop in figures.STOPS:
        bust, mean, _ = figures.turn(stop)
        least, most = figures.class_range(stop)
        range_ = f"{number(least, 1)} – {number(most, 1)}"
        rows.append([str(stop), f"{number(100 * bust, 1)} %", number(mean), range_])
    return rows


def other_game(words: Words, game: str) -> Paragraph:
    """Return the answer about another game."""
    if game == "fast":
        most = max(figures.gain(game, 0, dice) for dice in range(1, 21))
        return Paragraph(words["answer_dice"].format(points=words.number(most)), ANSWER)
    even = figures.even(game)
    total = words.number(even, 0 if even.denominator == 1 else 1)
    return Paragraph(words["answer_total"].format(total=total), ANSWER)
