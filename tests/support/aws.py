"""The command `aws`, as far as the operator's pages use it, by the library and the models that the real one is made of.

An unknown service, operation or option, a value of the wrong type and an option that is missing end it before anything is
sent. A failure is one line: `aws <service> <operation>: <code>: <message>`.
"""

import json
import pathlib
import sys

import botocore.exceptions
import botocore.session
import jmespath
from botocore import xform_name

# Names that the command has for services, where they differ from those of the models.
SERVICES = {"s3api": "s3"}


def given(shape, text):
    """The value of an option, in the notations that the pages use."""
    if text.startswith("fileb://"):
        return pathlib.Path(text.removeprefix("fileb://")).read_bytes()
    if shape.type_name == "structure":
        return dict(part.split("=", 1) for part in text.split(","))
    return int(text) if shape.type_name in ("integer", "long") else text


def run(service, operation, words):
    session = botocore.session.get_session()
    client = session.create_client(SERVICES.get(service, service))
    names = {xform_name(name, "-"): name for name in client.meta.service_model.operation_names}
    model = client.meta.service_model.operation_model(names[operation])
    members = {xform_name(name, "-"): (name, shape) for name, shape in model.input_shape.members.items()}
    own, parameters, files = {}, {}, []
    rest = iter(words)
    for word in rest:
        option = word.removeprefix("--")
        if option == word:
            files.append(word)
        elif option in ("query", "output"):
            own[option] = next(rest)
        else:
            name, shape = members[option]
            parameters[name] = True if shape.type_name == "boolean" else given(shape, next(rest))
    result = getattr(client, xform_name(names[operation]))(**parameters)
    result.pop("ResponseMetadata")
    if model.has_streaming_output:
        [file] = files
        pathlib.Path(file).write_bytes(result.pop(model.output_shape.serialization["payload"]).read())
    elif files:
        raise ValueError(f"unknown arguments: {files}")
    if "query" in own:
        result = jmespath.search(own["query"], result)
    is_text = own.get("output") == "text" and not isinstance(result, (dict, list))
    print(result if is_text else json.dumps(result, default=str))


service, operation, *words = sys.argv[1:]
try:
    run(service, operation, words)
except botocore.exceptions.ClientError as error:
    sys.exit(f"aws {service} {operation}: {error.response['Error']['Code']}: {error.response['Error']['Message']}")
except Exception as error:
    sys.exit(f"aws {service} {operation}: {type(error).__name__}: {error}")
