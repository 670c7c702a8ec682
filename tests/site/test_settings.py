"""Settings: variables, flags, and what is wrong with them."""

import argparse
from pathlib import Path

import pytest

from naqala.site.listener import Address
from naqala.site.settings import Settings, SettingsError, add_flags, read_settings, variable_of


def test_a_flag_wins_over_its_variable_and_that_over_the_default() -> None:
    environ = {"NAQALA_PORT": "9000", "NAQALA_HOST": "0.0.0.0"}
    settings = read_settings({"port": "9001", "host": None}, environ)
    assert (settings.port, settings.host) == (9001, "0.0.0.0")
    assert read_settings({}, {}).port == 8000


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("NAQALA_PORT", "-1"),
        ("NAQALA_PORT", "65536"),
        ("NAQALA_PORT", "٣"),
        ("NAQALA_OPEN", "yes"),
        ("NAQALA_ENGINE_THREADS", "0"),
        ("NAQALA_ENDGAMES", "-1"),
        ("NAQALA_ENDGAMES", "31"),
        ("NAQALA_ENDGAMES", "many"),
        ("NAQALA_PUBLIC_URL", "ftp://x"),
        ("NAQALA_PUBLIC_URL", "https://x/path"),
        ("NAQALA_PUBLIC_URL", "https://x?a=1"),
        ("NAQALA_PUBLIC_URL", "https://user:word@x"),
        ("NAQALA_PUBLIC_URL", "http://x:99999"),
        ("NAQALA_PUBLIC_URL", "http://["),
        ("NAQALA_LOG_FORMAT", "xml"),
        ("NAQALA_OPERATOR", ":9464"),
        ("NAQALA_OPERATOR", "localhost:"),
        ("NAQALA_OPERATOR", "localhost:70000"),
        ("NAQALA_OPERATOR", "::1"),
        ("NAQALA_OPERATOR", "on"),
    ],
)
def test_a_wrong_value_names_the_setting(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        read_settings({}, {variable: value})


def test_a_variable_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SettingsError, match="NAQALA_PROT is not a setting"):
        read_settings({}, {"NAQALA_PROT": "80"})


def test_the_public_address_decides_whether_cookies_demand_tls() -> None:
    assert read_settings({}, {"NAQALA_PUBLIC_URL": "https://naqala.example"}).is_secure
    assert not read_settings({}, {"NAQALA_PUBLIC_URL": "http://naqala.example/"}).is_secure
    assert not Settings(data=Path()).is_secure


def test_the_help_lists_every_setting_with_its_variable() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    text = parser.format_help()
    names = [name for name in Settings.__slots__]
    assert len(names) >= 8
    for name in names:
        assert "--" + name.replace("_", "-") in text
        assert variable_of(name) in text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://Naqala.Example", "https://naqala.example"),
        ("https://naqala.example:443/", "https://naqala.example"),
        ("http://naqala.example:8080", "http://naqala.example:8080"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_the_public_address_is_kept_as_browsers_write_it(written: str, meant: str) -> None:
    assert read_settings({}, {"NAQALA_PUBLIC_URL": written}).public_url == meant


def test_an_empty_variable_is_one_that_was_not_set() -> None:
    assert read_settings({}, {"NAQALA_DATA": "", "NAQALA_PORT": ""}) == read_settings({}, {})


def test_the_data_folder_may_have_any_name() -> None:
    settings = read_settings({"data": "a?b c"}, {})
    assert settings.database_url.database == "a?b c/naqala.sqlite"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("off", None),
        ("localhost:0", Address("localhost", 0)),
        ("0.0.0.0:9464", Address("0.0.0.0", 9464)),
        ("[::1]:9464", Address("::1", 9464)),
    ],
)
def test_the_operators_address_is_a_host_and_a_port(written: str, meant: Address | None) -> None:
    assert read_settings({"operator": written}, {}).operator == meant
    assert str(Address("::1", 9464)) == "[::1]:9464"
