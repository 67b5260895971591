"""The examples of the documentation run."""

import doctest
import importlib
from pathlib import Path

import pytest
from conftest import ROOT

import bosworth._native as native

MODULES = {
    "bosworth": None,
    "bosworth.vector": None,
    "bosworth.datasets": None,
    "bosworth.rose_king_v0": "pettingzoo",
    "bosworth.gymnasium": "gymnasium",
    "bosworth.openspiel": "pyspiel",
}


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module_run(name):
    if MODULES[name]:
        pytest.importorskip(MODULES[name])
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0 and result.attempted > 0


def test_examples_of_the_extension_run():
    names = {"Position": native.Position}
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner()
    attempted = 0
    for name in dir(native):
        things = [(name, getattr(native, name))]
        if isinstance(things[0][1], type):
            things += [(f"{name}.{part}", getattr(things[0][1], part)) for part in vars(things[0][1])]
        for label, thing in things:
            for test in finder.find(thing, label, module=False, globs=dict(names)):
                attempted += runner.run(test).attempted
    assert runner.summarize(verbose=False).failed == 0 and attempted > 30


@pytest.mark.parametrize("file", [Path("python/README.md"), Path("docs/python.md")])
def test_examples_of_a_document_run(file):
    for needed in ("pettingzoo", "gymnasium", "pyspiel"):
        pytest.importorskip(needed)
    result = doctest.testfile(str(ROOT / file), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 0
