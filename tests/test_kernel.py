"""Random numbers, copies and bound loops."""

import os
import subprocess
import sys

import numpy as np
import pytest
from numba.core.caching import NullCache

from kibitz.kernel import INTERPRETED, UNBOUND, bind, copy, draw, kernel, mix, record, shuffle

BOX = record([("rng", "u8"), ("cards", "i1", (52,))])
twice = UNBOUND


@kernel
def double(x):
    return 2 * x


@kernel
def triple(x):
    return 3 * x


@kernel
def copied(one, other):
    copy(one, other)


def summed(n):
    total = 0
    for i in range(n):
        total += twice(i)
    return total


def boxed(seed):
    box = np.zeros(1, BOX)
    box["rng"] = seed
    return box[0]


def test_splitmix_is_the_published_generator():
    # The first outputs of splitmix64 from seed 1234567, as its author's reference prints them.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    state, golden = 1234567, 0x9E3779B97F4A7C15
    assert [int(mix(np.uint64((state + i * golden) % 2**64))) for i in range(4)] == expected


def test_draws_are_uniform_and_reproducible():
    s = boxed(7)
    counts = np.bincount([draw(s, 6) for _ in range(60_000)], minlength=6)
    assert counts.sum() == 60_000 and abs(counts - 10_000).max() < 400  # 4 deviations
    again = boxed(7)
    assert [draw(again, 6) for _ in range(5)] == [draw(t, 6) for t in [boxed(7)] for _ in range(5)]


def test_shuffle_keeps_the_cards_and_moves_them_evenly():
    first = np.zeros(52, int)
    for seed in range(5200):
        s = boxed(mix(np.uint64(seed)))
        s.cards[:] = np.arange(52)
        shuffle(s, s.cards, 52)
        assert sorted(s.cards) == list(range(52))
        first[s.cards[0]] += 1
    assert abs(first - 100).max() < 50  # 5 deviations


def test_a_loop_is_bound_to_the_kernels_it_is_given():
    assert bind(summed, twice=double)(4) == 12
    assert bind(summed, twice=triple)(4) == 18


def test_workers_may_bind_at_the_same_time(tmp_path):
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from tests.test_kernel import bind, double, summed, triple\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    work = [pool.submit(bind, summed, twice=k) for _ in range(200) for k in (double, triple)]\n"
        "    print(sorted({w.result()(4) for w in work[:2]}))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
    here = tmp_path / "here"
    here.mkdir()
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=here, capture_output=True, text=True)
    assert done.stdout.strip() == "[12, 18]", done.stderr
    assert list(here.iterdir()) == []


def test_a_record_inside_a_record_is_aligned_and_read_by_attribute():
    inner = record([("a", "i8"), ("b", "i1")])
    outer = record([("x", "i1"), ("one", inner), ("y", "i4", (3,)), ("some", inner, (2,))])
    assert [outer.fields[name][1] % 8 for name in ("one", "some")] == [0, 0]
    r = np.zeros(1, outer)[0]
    r.one.a, r.some[1].b = 4, 3
    assert int(r["one"]["a"]) == 4 and int(r["some"]["b"][1]) == 3


def not_cached(function):
    """A kernel that is compiled here whatever an earlier run left on disk."""
    compiled = kernel(function)
    compiled._cache = compiled.part._cache = NullCache()
    return compiled


def test_a_kernel_is_compiled_once_whatever_constants_and_widths_it_is_called_with():
    one_more = not_cached(lambda x: x + 1)
    some_more = not_cached(lambda card: one_more(1) + one_more(2) + one_more(card) + one_more(np.int32(card) + 1))
    assert some_more(np.int8(5)) == 2 + 3 + 6 + 7
    assert len(one_more.part.overloads) == 1 and not one_more.overloads  # nobody called it from Python


def test_a_copied_record_has_all_fields_and_zeros_between_them():
    kind = record([("a", "i1"), ("b", "f8"), ("c", "i2", (3,)), ("d", "u1")])
    records = np.frombuffer(np.full(2 * kind.itemsize, 255, np.uint8).tobytes(), kind).copy()
    records[0] = (-3, 2.5, (1, 2, 3), 200)
    copied(records[0], records[1])
    assert records[0] == records[1]
    if not INTERPRETED:
        between = np.ones(kind.itemsize, bool)
        for of, start in (kind.fields[name][:2] for name in kind.names):
            between[start : start + of.itemsize] = False
        assert between.any() and not np.frombuffer(records[1].tobytes(), np.uint8)[between].any()


def test_a_part_raises_and_calls_itself_as_a_whole_kernel_does():
    @kernel
    def factorial(n):
        if n < 0:
            raise ValueError("no factorial of less than 0")
        return 1 if n == 0 else n * factorial(n - 1)

    caller = kernel(lambda n: factorial(n) + 1)
    assert (factorial(5), caller(5)) == (120, 121)
    for compiled in (factorial, caller):
        with pytest.raises(ValueError, match="less than 0"):
            compiled(-1)


def test_a_part_is_loaded_for_a_caller_that_is_new(tmp_path):
    code = (
        "import sys\n"
        "from kibitz.kernel_cache import KernelCache\n"
        "from tests.test_kernel import bind, double, summed\n"
        "loaded = []\n"
        "load = KernelCache.load_overload\n"
        "def watched(cache, *rest):\n"
        "    found = load(cache, *rest)\n"
        "    if found: loaded.append(cache.function.__name__)\n"
        "    return found\n"
        "KernelCache.load_overload = watched\n"
        "def larger(n): return twice(n) + {}\n"
        "print(bind(larger, twice=double)(4), *loaded)"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    for more, said in (1, "9"), (2, "10 double"):
        words = [sys.executable, "-c", code.format(more)]
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        assert done.stdout.strip() == said, done.stderr
