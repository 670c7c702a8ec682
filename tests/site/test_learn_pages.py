"""The pages of the lessons as the server writes them."""

import pytest
from starlette.testclient import TestClient

from naqala.rules import Game
from naqala.site.languages import Language
from naqala.site.learn_pages import LEARN, lesson_path, lesson_versions
from naqala.site.lessons import LESSONS

LANGUAGES: tuple[Language, ...] = ("es", "en")


def test_addresses_are_those_of_the_menu() -> None:
    assert LEARN == {"es": "/es/aprender", "en": "/en/learn"}
    assert lesson_path(Game.WARI, "es") == "/es/aprender/wari"
    assert len(lesson_versions()) == len(LESSONS) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_names_itself_and_its_other_language(
    client: TestClient, game: Game, language: Language
) -> None:
    response = client.get(lesson_path(game, language))
    assert response.status_code == 200
    text = response.text
    lesson = LESSONS[game]
    title = lesson.title.es if language == "es" else lesson.title.en
    assert f'<html lang="{language}" ' in text
    assert f"<title>{title} · Naqala</title>" in text
    assert response.headers["content-language"] == language
    for other in LANGUAGES:
        assert f'hreflang="{other}" href="' in text
        assert f'{lesson_path(game, other)}"' in text
    assert f'data-lesson="{game.value}"' in text
    assert "<style" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LESSONS)
def test_every_step_can_be_read_without_a_script(
    client: TestClient, game: Game, language: Language
) -> None:
    text = client.get(lesson_path(game, language)).text.replace("&#39;", "'")
    for step in LESSONS[game].steps:
        for words in (step.title, step.praise, step.guides[0].text):
            assert (words.es if language == "es" else words.en) in text


def test_descriptions_fit_a_search_result() -> None:
    for lesson in LESSONS.values():
        for text in (lesson.description.es, lesson.description.en):
            assert 80 <= len(text) <= 165
