"""The errors of the engine: classes with a code and data, without sentences for people."""


class CodedError(Exception):
    """Base of errors with a stable ``code`` and plain ``data``, in the engine and the store."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.data.items())
        return f"{self.code} ({facts})" if facts else self.code


class CelestiaError(CodedError):
    """Base of all errors of the engine."""


class OptionsError(CelestiaError):
    """These options cannot be played together; ``data`` names the conflict."""


class IllegalMove(CelestiaError):
    """The move was refused and nothing has changed."""


class UnknownMove(CelestiaError):
    """A text or a JSON form that is not a move."""


class SaveError(CelestiaError):
    """A saved game that cannot be loaded."""


class SaveBroken(SaveError):
    """Not a saved game, or a damaged one; ``data["at"]`` says where."""


class SaveTooNew(SaveError):
    """Written by a newer version of the engine."""


class SaveTooOld(SaveError):
    """Written by a version so old that no migration reads it."""


class RecordError(CelestiaError):
    """A record of a finished game that cannot be read."""
