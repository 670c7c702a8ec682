"""The files of the pages: their heads, their worked examples, and what a wrong one is told."""

import re
from pathlib import Path

import pytest

from naqala.site.pages.content import CONTENT, ContentError, Library
from naqala.site.pages.markdown import render, slug
from naqala.site.pictures.example import Example, InvalidExample

FILES = sorted(path.relative_to(CONTENT / "es") for path in (CONTENT / "es").rglob("*.md"))
HEAD = "---\npath: {}\ntitle: T\nmenu: M\ndescription: D\norder: 1\n---\n"


def blocks(language: str, name: Path) -> list[str]:
    text = (CONTENT / language / name).read_text(encoding="utf-8")
    return re.findall(r"```board\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize("name", FILES, ids=str)
def test_the_worked_examples_of_a_page_play_out_as_it_says(name: Path) -> None:
    for language in ("es", "en"):
        for block in blocks(language, name):
            example = Example.parse(block)
            assert example.caption
            start = example.lines[0].start
            assert start.total == start.variant.total
            assert all(line.position.total == start.total for line in example.lines)


@pytest.mark.parametrize("name", FILES, ids=str)
def test_both_languages_show_the_same_examples(name: Path) -> None:
    spanish, english = (
        [re.sub("caption: .*", "", block) for block in blocks(language, name)]
        for language in ("es", "en")
    )
    assert spanish == english


def test_the_rules_are_told_with_examples_of_every_game_and_option() -> None:
    shown = " ".join(block for name in FILES for block in blocks("es", name))
    for variant in ("wari", "oware", "+pie", "+empty-capture", "+by-turns"):
        assert f"{variant}\n" in shown, variant
    assert len(re.findall("moves:", shown)) >= 20


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("moves: 3\nafter: 4,4,0,5,5,5/4,4,4,4,4,4 0,0 S", "the moves lead to 4,4,0,5,5,5"),
        ("moves: 3", "belong together"),
        ("after: 4,4,4,4,4,4/4,4,4,4,4,4 0,0 S", "belong together"),
        ("moves: 7\nafter: x", "there is no such pit"),
        ("moves: drei\nafter: x", "not a move"),
        ("game: bao", "unknown variant"),
        ("start: 4,4/4,4 0,0 S", "S has 2 pits"),
        ("legal: 1 2", "legal are 1 2 3 4 5 6"),
        ("start: 0,0,0,0,0,0/0,0,0,0,0,6 20,22 S", "cannot be"),
        ("colour: red", "is not one of game, start"),
        ("moves: 3\nmoves: 3", "each once"),
    ],
)
def test_an_example_that_the_rules_contradict_is_refused(block: str, told: str) -> None:
    with pytest.raises(InvalidExample, match=re.escape(told)):
        Example.parse(block)


def put(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("spanish", "english", "told"),
    [
        (HEAD.format("a"), None, r"a\.md is missing in .*en"),
        (HEAD.format("a"), "# No head", "must begin with a head"),
        (HEAD.format("a"), HEAD.format("a").replace("menu: M\n", ""), "must say path, title"),
        (HEAD.format("a"), HEAD.format("a").replace("title: T", "title:"), "must say path, title"),
        (HEAD.format("a"), HEAD.format("a").replace("order: 1", "order: x"), r"a\.md: invalid"),
        (HEAD.format("a") + "```board\nlegal: 1\n```\n", HEAD.format("a"), r"a\.md: legal are"),
    ],
)
def test_a_wrong_file_is_named(
    tmp_path: Path, spanish: str, english: str | None, told: str
) -> None:
    put(tmp_path, "es/a.md", spanish)
    if english is not None:
        put(tmp_path, "en/a.md", english)
    with pytest.raises(ContentError, match=told):
        Library.read(tmp_path)


def test_two_pages_cannot_share_an_address(tmp_path: Path) -> None:
    for language in ("es", "en"):
        put(tmp_path, f"{language}/a.md", HEAD.format("same"))
        put(tmp_path, f"{language}/b.md", HEAD.format("same"))
    with pytest.raises(ContentError, match="two pages have the path"):
        Library.read(tmp_path)


def test_a_folder_without_pages_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="there are no pages"):
        Library.read(tmp_path)


def test_headings_get_addresses_of_plain_letters_and_each_its_own() -> None:
    rendered = render("# Uno\n\n## ¿Quién gana?\n\n## ¿Quién gana?\n\n## ¿?\n", "es")
    assert [heading.identity for heading in rendered.headings] == [
        "quien-gana",
        "quien-gana-2",
        "x",
    ]
    assert '<h2 id="quien-gana">' in rendered.html
    assert slug("La regla de la «tarta»") == "la-regla-de-la-tarta"


def test_html_in_a_page_is_shown_and_not_obeyed() -> None:
    html = render("<script>alert(1)</script>\n\n```board\ncaption: <b>x</b>\n```\n", "es").html
    assert "<script>" not in html
    assert "<figcaption>&lt;b&gt;x&lt;/b&gt;</figcaption>" in html


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_table_of_solved_values_is_that_of_the_documents(language: str) -> None:
    documents = (CONTENT.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    wanted = {
        row["pits"]: row["values"].split()
        for row in re.finditer(
            r"^\| (?P<pits>[1-6]) \| [^|]+ \| (?P<values>[-0-9 ?]+) \|$", documents, re.MULTILINE
        )
    }
    assert len(wanted) == 6
    page = (CONTENT / language / "help" / "variants.md").read_text(encoding="utf-8")
    shown = {
        row["pits"]: row["values"].replace("−", "-").split(" | ")
        for row in re.finditer(
            r"^\| (?P<pits>[1-6]) \| (?P<values>[−0-9?]+(?: \| [−0-9?]+){5}) \|$",
            page,
            re.MULTILINE,
        )
    }
    assert shown == wanted


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_of_controls_names_things_as_the_game_does(language: str) -> None:
    words = sorted((CONTENT.parent / "client" / "src" / "i18n").glob(f"{language}*.ts"))
    catalogue = "".join(path.read_text(encoding="utf-8") for path in words)
    page = (CONTENT / language / "help" / "controls.md").read_text(encoding="utf-8").lower()
    keys = [
        "action.modes",
        "action.undo",
        "action.resign",
        "action.newGame",
        "action.hint",
        "action.rematch",
        "share.button",
        "board.buttons",
        "view.perspective",
        "view.top",
        "view.reset",
        "preview.sow",
        "moves.title",
        "modes.friend",
        "modes.local",
        "friend.make",
        "friend.copy",
        "friend.share",
        "friend.join",
        "lobby.title",
        "lobby.seek",
        "lobby.cancel",
        "lobby.watch",
        "friend.rematch",
        "friend.claim",
        "friend.handToCpu",
        "friend.abort",
        "level.easy",
        "level.medium",
        "level.hard",
        "level.perfect",
        "help.key.digits",
        "help.key.enter",
        "help.key.escape",
        "help.key.ends",
        "help.key.l",
        "help.key.s",
        "help.key.h",
        "settings.wood.walnut",
        "settings.wood.olive",
        "settings.wood.slate",
    ]
    for key in keys:
        found = re.search(rf'"{re.escape(key)}":\s+"([^"]+)"', catalogue)
        assert found is not None, key
        assert found[1].lower() in page, f"{key}: {found[1]}"
