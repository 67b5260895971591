"""Provably fair deals and shuffles: a dealer commits itself to a secret before the players choose their nonces."""

from ._native import Dealer, verify

__all__ = ["Dealer", "verify"]
