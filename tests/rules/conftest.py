"""How hypothesis runs the tests of the rules: the same examples every time, no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rules")
