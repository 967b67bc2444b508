"""Answers on disk: found by the next process, and never needed."""

import os
import random
import sqlite3
import stat
import zlib

import pytest

from perfcast.forecast.cache import kept_answers
from perfcast.forecast.cache.kept_answers import KeptAnswers, default_path


def noise(seed):
    """A text that hardly gets smaller."""
    return random.Random(seed).randbytes(20_000).hex()


def written(path):
    """Answers of which one is in the file."""
    answers = KeptAnswers(path)
    answers.keep("a", "1")
    answers.flush()
    return answers


@pytest.fixture
def path(tmp_path):
    return tmp_path / "of its own" / "answers.sqlite"


def test_another_process_finds_what_was_written(path):
    first = KeptAnswers(path)
    first.keep("a", "1")
    first.keep("a", "2")
    assert first.find("a") == "2"
    assert KeptAnswers(path).find("a") is None
    first.flush()
    later = KeptAnswers(path)
    assert (later.find("a"), later.find("b")) == ("2", None)
    later.keep("b", "3")
    later.flush()
    assert first.find("b") == "3"


def test_many_are_written_without_being_told_to(path):
    answers = KeptAnswers(path)
    for number in range(250):
        answers.keep(str(number), "text")
    assert KeptAnswers(path).find("0") == "text"


@pytest.mark.skipif(os.name != "posix", reason="a file's mode says nothing there")
def test_nobody_else_may_read_them(path):
    written(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_was_not_used_for_longest_goes_first(path, monkeypatch):
    answers = KeptAnswers(path, most_bytes=400_000)
    day = 20_000
    monkeypatch.setattr(kept_answers, "_today", lambda: day)
    for number in range(20):
        day += 1
        assert number < 2 or answers.find("1")
        answers.keep(str(number), noise(number))
        answers.flush()
    again = KeptAnswers(path)
    assert again.find("1"), "it was used every day"
    assert again.find("19")
    assert not again.find("2")
    assert path.stat().st_size < 700_000


@pytest.mark.parametrize("content", [b"no database at all, but text " * 100, b""])
def test_a_broken_file_is_made_anew(path, content, monkeypatch):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    answers = KeptAnswers(path)
    assert answers.find("a") is None
    monkeypatch.setattr(kept_answers, "_SECONDS_OF_REST", 0.0)
    broken = KeptAnswers(path)
    for _ in range(2):
        broken.keep("a", "1")
        broken.flush()
    assert KeptAnswers(path).find("a") == "1"


def test_a_file_of_a_later_version_is_left_alone(path):
    written(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    later = KeptAnswers(path)
    later.keep("a", "2")
    later.flush()
    assert KeptAnswers(path).find("a") is None
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT value FROM answer").fetchall() == [(zlib.compress(b"1", 1),)]


def test_where_nothing_can_be_written(tmp_path):
    obstacle = tmp_path / "file"
    obstacle.touch()
    answers = KeptAnswers(obstacle / "answers.sqlite")
    answers.keep("a", "1")
    answers.flush()
    assert answers.find("a") == "1", "for this process"
    for number in range(6_000):
        answers.keep(str(number), "1")
    assert len(answers._new) <= 5_000


def test_while_another_process_writes_nobody_waits_for_long(path):
    written(path)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert KeptAnswers(path).find("a") is None
        other.execute("ROLLBACK")
    assert KeptAnswers(path).find("a") == "1"


def test_what_cannot_be_written_now_is_later_and_the_rest_is_found_meanwhile(path, monkeypatch):
    monkeypatch.setattr(kept_answers, "_SECONDS_OF_REST", 60.0)
    answers = written(path)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        answers.keep("b", "2")
        answers.flush()
        assert (answers.find("a"), answers.find("b")) == ("1", "2")
        other.execute("ROLLBACK")
    assert KeptAnswers(path).find("b") is None
    answers._no_writing_before = 0.0
    answers.flush()
    assert KeptAnswers(path).find("b") == "2"


def test_a_value_that_cannot_be_read_is_none(path):
    written(path)
    with sqlite3.connect(path) as other:
        other.execute("UPDATE answer SET value = x'0001'")
    assert KeptAnswers(path).find("a") is None


def test_the_default_place_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path))
    assert default_path() == tmp_path / "perfcast" / "answers.sqlite"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_path().is_absolute()
