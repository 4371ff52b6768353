"""Excludes generated requests that are no finding."""

from typing import Any

import schemathesis


def names_proto(value: Any) -> bool:
    """Whether `__proto__` is the name of a field, at any depth."""
    if isinstance(value, dict):
        return "__proto__" in value or any(names_proto(inner) for inner in value.values())
    return isinstance(value, list) and any(names_proto(inner) for inner in value)


def has_long_padding(value: Any) -> bool:
    """Whether a long text at any depth begins or ends with spaces: some are trimmed before they are measured."""
    if isinstance(value, dict):
        return any(has_long_padding(inner) for inner in value.values())
    if isinstance(value, list):
        return any(has_long_padding(inner) for inner in value)
    return isinstance(value, str) and len(value) > 50 and value != value.strip()


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: Any) -> None:
    """
    Without the header that asks the sandbox for an error: sessions, which the fuzzer has, are refused with it whatever else
    they send.
    """
    for item in raw_schema["paths"].values():
        for operation in item.values():
            parameters = operation.get("parameters", [])
            operation["parameters"] = [
                one for one in parameters if one.get("$ref") != "#/components/parameters/SandboxError"
            ]


@schemathesis.hook
def filter_body(context: Any, body: Any) -> bool:
    """
    Leaves out bodies for which the document cannot state the response. One with a field `__proto__` is always refused,
    but no schema can state that of fields that it does not describe. One with a text that is too long only because of
    its outer spaces is accepted.
    """
    return not names_proto(body) and not has_long_padding(body)
