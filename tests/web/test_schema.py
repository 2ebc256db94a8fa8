"""schemathesis: whatever is sent, valid by the schema or not, no answer is a fault of the server."""

from contextlib import suppress

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from tests.web.serving import Server, Visitor

BRIEF = settings(
    max_examples=12, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def operations(url: str) -> list:
    found = schemathesis.openapi.from_url(f"{url}/openapi.json").get_all_operations()
    return [operation.ok() for operation in found]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_the_server_fail(server: Server, ada: Visitor, mode: GenerationMode) -> None:
    over = ada.play_out(ada.table("duel", seats=["you", "random"]))
    tables = [over["id"], ada.table("zsy", seats=["you", "person"])["id"], ada.table("yacht", seats=["you"])["id"]]
    session = requests.Session()
    session.cookies.update(dict(ada.http.cookies))
    tried = []

    def attempt(operation, real: bool) -> None:
        @settings(BRIEF)
        @given(case=operation.as_strategy(generation_mode=mode))
        def one(case) -> None:
            if real and "/tables/{id}" in operation.path:
                case.path_parameters["id"] = tables[len(tried) % len(tables)]
            sent = case.as_transport_kwargs(base_url=server.url)
            with session.request(**sent, timeout=240, stream=True) as answer:  # a stream of events never ends
                assert answer.status_code < 500, (operation.label, case.body, answer.status_code)
            tried.append(answer.status_code)

        with suppress(Unsatisfiable):  # what takes no parameters cannot be sent wrong ones
            one()

    for operation in operations(server.url):
        for real in (False, True) if "/tables/{id}" in operation.path else (False,):
            attempt(operation, real)
    assert any(status < 300 for status in tried) and any(status >= 400 for status in tried)
