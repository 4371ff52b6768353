"""What the fuzzer leaves out of what it makes up."""

from typing import Any

import schemathesis


def names_proto(value: Any) -> bool:
    """Whether `__proto__` is the name of a field, at any depth."""
    if isinstance(value, dict):
        return "__proto__" in value or any(names_proto(inner) for inner in value.values())
    return isinstance(value, list) and any(names_proto(inner) for inner in value)


@schemathesis.hook
def filter_body(context: Any, body: Any) -> bool:
    """Such a body is refused whatever else is in it, which no schema can say of fields that it does not name."""
    return not names_proto(body)
