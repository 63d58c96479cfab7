"""The page of reference says what the interface is: every call, with an example that is still true."""

import re
from typing import Any

import jsonschema_rs
import pytest
from django.core.cache import cache
from django.test import Client

from federation.api import reference
from tests.ratings.api import contract, examples

pytestmark = pytest.mark.django_db
PAGE = "/programs/reference/"


@pytest.fixture(autouse=True)
def _nobody_asked_before() -> None:
    cache.clear()


def closed(part: Any) -> Any:
    """Return a schema with every field it names as the only ones there may be."""
    if isinstance(part, dict):
        made = {name: closed(one) for name, one in part.items()}
        if isinstance(made.get("properties"), dict) and "additionalProperties" not in made:
            made["additionalProperties"] = False
        return made
    return [closed(one) for one in part] if isinstance(part, list) else part


def schema_of(description: Any, method: str, path: str) -> Any:
    """Return the schema of an answer 200 as it stands alone; None where it is no JSON."""
    content = description["paths"][f"/api/v1{path}"][method]["responses"]["200"]["content"]
    if "application/json" not in content:
        return None
    return {**content["application/json"]["schema"], "components": closed(description["components"])}


def test_every_call_without_a_token_has_an_example_with_real_answers_as_described(client: Client) -> None:
    numbers, described = examples.world(), client.get("/api/v1/openapi.json").json()
    open_calls = {
        path.removeprefix("/api/v1")
        for path, calls in described["paths"].items()
        if "get" in calls and "security" not in calls["get"]
    }
    assert open_calls == set(examples.ASKED)

    lacking = []
    for path, asked in examples.ASKED.items():
        key, answer = f"GET /api/v1{path}", examples.ask(client, path, numbers)
        schema = schema_of(described, "get", path)
        if schema is not None:
            jsonschema_rs.validate(schema, answer)
        if key not in examples.recorded():
            lacking.append(key)
            example = {"asked": "/api/v1" + asked.format(**numbers), "answer": examples.shortened(answer)}
            examples.record(key, example)

    assert not lacking, f"written into ratings/api/examples.json, look at them: {lacking}"


def test_examples_that_are_kept_are_as_described() -> None:
    described = contract.description_now()
    for key, example in examples.recorded().items():
        method, path = key.split(" ")
        schema = schema_of(described, method.lower(), path.removeprefix("/api/v1"))
        if schema is not None:
            jsonschema_rs.validate(schema, example["answer"])


def test_example_of_a_rating_job_is_what_it_answers(client: Client) -> None:
    answer = client.post("/api/v1/rate", examples.JOB, content_type="application/json").json()
    key = "POST /api/v1/rate"
    if key not in examples.recorded():
        examples.record(key, {"asked": "/api/v1/rate", "body": examples.JOB, "answer": answer})

    assert examples.recorded()[key]["answer"] == answer


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_page_has_every_call_of_the_description_with_every_parameter(client: Client, language: str) -> None:
    page = client.get(PAGE, headers={"accept-language": language}).content.decode()

    for path, calls in contract.description_now()["paths"].items():
        for method, call in calls.items():
            [own] = [one for one in reference.calls() if one.key == f"{method.upper()} {path}"]
            section = page[page.index(f'id="{own.anchor}"') :].partition("</section>")[0]
            for one in call.get("parameters", ()):
                assert f"<dt><code>{one['name']}</code></dt>" in section, (path, one["name"])
            for status in call["responses"]:
                assert f"<dt><code>{status}</code></dt>" in section
    assert not re.search("<script[^>]+src=.(https?:)?//", page)


def test_anchors_of_calls_and_errors_are_all_different(client: Client) -> None:
    ids = re.findall(r' id="([^"]+)"', client.get(PAGE).content.decode())

    assert len(ids) == len(set(ids))


def test_page_of_the_interface_leads_to_the_reference(client: Client) -> None:
    assert f'href="{PAGE}"' in client.get("/programs/").content.decode()
