"""What a request brings: the fields of a form, or a document of JSON by its model. It is bounded, and checked."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from auditor.vocabulary.wording import escaped

FIELDS = 200  # of a form
TOO_LONG = "This is longer than the desk takes."

Model = TypeVar("Model", bound=BaseModel)


async def body_of(request: Request) -> bytes:
    """The body of a request, unless it is longer than the desk takes."""
    try:
        return await request.body()
    except ClientDisconnect:
        raise HTTPException(413, TOO_LONG) from None


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form; of several with one name the last. Lines end as everywhere else."""
    body = await body_of(request)
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS)
    except (UnicodeDecodeError, ValueError):
        raise HTTPException(400, "This is no form of the desk.") from None
    return {name: value.replace("\r\n", "\n") for name, value in pairs}


async def json_of(request: Request, model: type[Model]) -> Model:
    """The document of JSON that a request brings."""
    body = await body_of(request)
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        raise HTTPException(422, escaped(f"{place}: {first['msg']}", 300)) from None
