"""The weights of the evaluation, by game: data, in sixteenths of a seed (`layout.SEED`)."""

from naqala.rules import Variant


def weights_of(variant: Variant) -> list[int]:
    """The weights of a variant, in the order that `evaluation.py` describes."""
    mine = [8] * 6
    rival = [-8] * 6
    return [16, *mine, *rival, 16, 8, -8]
