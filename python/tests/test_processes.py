"""Threads and forks."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import START

from bosworth import Engine, Position, evaluate
from bosworth.vector import Buffers, VectorEnv


def test_threads_share_an_engine(start):
    engine = Engine()
    alone = [engine.analyse(start, nodes=nodes).win_chance for nodes in range(100, 140)]
    with ThreadPoolExecutor(8) as pool:
        together = list(
            pool.map(lambda nodes: engine.analyse(start, nodes=nodes).win_chance, range(100, 140))
        )
    assert together == alone


def test_an_environment_that_another_thread_steps_is_refused_or_steps():
    env = VectorEnv(2000)

    def steps(_):
        buffers, actions, done = Buffers.of(2000), np.zeros(2000, np.int64), 0
        for _ in range(50):
            try:
                env.random_actions(actions)
                env.step(actions, buffers.rewards, buffers.dones)
                done += 1
            except (RuntimeError, ValueError):
                pass
        return done

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(steps, range(4))) > 0


def searched(_=None):
    position = Position(START)
    return Engine().analyse(position, nodes=300).win_chance, float(evaluate([position])[0][0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_searches_like_its_parent():
    engine = Engine()
    expected = searched()
    with ThreadPoolExecutor(2) as pool:
        busy = pool.submit(engine.analyse, Position(START), seconds=0.5)
        with multiprocessing.get_context("fork").Pool(2) as forks:
            assert forks.map_async(searched, range(4)).get(60) == [expected] * 4
        busy.result(60)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_ends_a_search():
    # A child of a job in the background ignores the signal unless it asks for it.
    code = """
        import bosworth, signal
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        bosworth.Engine(hash=4096).analyse(bosworth.Position.deal(1), seconds=600)
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGINT)
        try:
            _, said = child.communicate(timeout=60)
        finally:
            child.kill()
    assert "KeyboardInterrupt" in said
