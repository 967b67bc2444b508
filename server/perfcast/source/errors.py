"""The one error of this package: what is wrong with a source text, and where."""


class SourceError(ValueError):
    """A source text that cannot be used, or a unit that is not in it.

    `line` and `column` are 1-based, in lines of the text and in characters; None where there is no such place.
    """

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        super().__init__(reason, line, column)

    def __str__(self) -> str:
        if self.line is None:
            return self.reason
        if self.column is None:
            return f"line {self.line}: {self.reason}"
        return f"line {self.line}, column {self.column}: {self.reason}"
