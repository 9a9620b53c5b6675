from bot.lru import Lru


def test_the_least_recently_used_entry_is_evicted_first() -> None:
    lru = Lru[str, int](2)
    lru["a"], lru["b"] = 1, 2
    assert lru.get("a") == 1
    lru["c"] = 3
    assert [*lru] == ["a", "c"]


def test_an_entry_expires() -> None:
    now = 0.0
    lru = Lru[str, int](2, ttl=10.0, clock=lambda: now)
    lru["a"] = 1
    now = 9.9
    assert lru.get("a") == 1
    now = 10.0
    assert lru.get("a") is None
    assert len(lru) == 0


def test_setting_an_entry_again_renews_it() -> None:
    now = 0.0
    lru = Lru[str, int](2, ttl=10.0, clock=lambda: now)
    lru["a"] = 1
    now = 9.0
    lru["a"] = 2
    now = 18.0
    assert lru.pop("a") == 2
    assert "a" not in lru
