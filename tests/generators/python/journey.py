"""The main journey of an integrator, with a client that is generated from the API document."""

import json
import os
import time
from collections.abc import Callable
from io import BytesIO
from typing import TypeVar

from kyb import AuthenticatedClient, Client
from kyb.api.embed import attach_file, save_session_answers, submit_session
from kyb.api.kyb import (
    create_applicant,
    create_widget,
    list_applicants,
    list_templates,
    read_applicant,
    set_widget_status,
)
from kyb.api.sandbox import set_sandbox_wallet
from kyb.api.webhooks import list_events
from kyb.models import (
    ApplicantDetail,
    ApplicantStatus,
    AttachFileBody,
    AttachFileResponse201,
    CreateApplicantBody,
    CreateApplicantResponse201,
    CreateWidgetBody,
    CreateWidgetResponse201,
    InsufficientBalanceError,
    KybApplicantDecisionEvent,
    ListApplicantsResponse200,
    ListEventsResponse200,
    ListTemplatesResponse200,
    ModuleId,
    ReadApplicantResponse200,
    SaveSessionAnswersBody,
    SaveSessionAnswersBodyAnswers,
    SaveSessionAnswersResponse200,
    SetSandboxWalletBody,
    SetSandboxWalletResponse200,
    SetWidgetStatusBody,
    SetWidgetStatusResponse200,
    Subject,
    SubmitSessionBody,
    SubmitSessionResponse200,
    ValidationFailedError,
    WidgetModule,
    WidgetStatus,
)
from kyb.types import UNSET, File

URL = os.environ["KYB_URL"]
server = AuthenticatedClient(base_url=URL, token=os.environ["KYB_SECRET_KEY"])
browser = Client(base_url=URL, headers={"Origin": "https://shop.example"})

Value = TypeVar("Value")


def eventually(read: Callable[[], Value | None]) -> Value:
    """What `read` returns, once it returns something."""
    for _ in range(200):
        value = read()
        if value is not None:
            return value
        time.sleep(0.2)
    raise TimeoutError("What was awaited did not happen.")


templates = list_templates.sync(client=server)
assert isinstance(templates, ListTemplatesResponse200), templates
config = next(template.config for template in templates.data if template.id == "blank")
config.modules["cac_verification"] = WidgetModule(enabled=True, required=True)
config.flow.order = [ModuleId.BUSINESS_PROFILE, ModuleId.CAC_VERIFICATION]

opened = create_widget.sync(client=server, body=CreateWidgetBody(name="Python", config=config))
assert isinstance(opened, CreateWidgetResponse201), opened
widget = opened.data
live = set_widget_status.sync(widget.id, client=server, body=SetWidgetStatusBody(status=WidgetStatus.LIVE))
assert isinstance(live, SetWidgetStatusResponse200), live

refused = create_widget.sync(client=server, body=CreateWidgetBody(name="", config=config))
assert isinstance(refused, ValidationFailedError), refused
problems = [] if refused.details is UNSET else [problem.path for problem in refused.details or []]

created = create_applicant.sync(
    widget.id,
    client=server,
    idempotency_key="python",
    body=CreateApplicantBody(reference_id="python", subject=Subject(business_name="Ada Provisions Limited")),
)
assert isinstance(created, CreateApplicantResponse201), created
applicant_id = created.data.applicant.id
session_id = created.data.session_id

token = widget.embed_link_token
for module_id, given in {
    "business_profile": {"businessName": "Ada Provisions Limited", "email": "ada@provisions.example"},
    "cac_verification": {"registrationNumber": "RC1234567"},
}.items():
    answers = SaveSessionAnswersBodyAnswers()
    for name, text in given.items():
        answers[name] = text
    saved = save_session_answers.sync(
        session_id,
        client=browser,
        body=SaveSessionAnswersBody(token=token, module_id=module_id, answers=answers),
    )
    assert isinstance(saved, SaveSessionAnswersResponse200), saved
with open(os.environ["KYB_UPLOAD"], "rb") as upload:
    file = File(payload=BytesIO(upload.read()), file_name="certificate.pdf")
attached = attach_file.sync(
    session_id,
    client=browser,
    body=AttachFileBody(token=token, module_id="cac_verification", file=file),
)
assert isinstance(attached, AttachFileResponse201), attached
submitted = submit_session.sync(session_id, client=browser, body=SubmitSessionBody(token=token))
assert isinstance(submitted, SubmitSessionResponse200), submitted


def decided_applicant() -> ApplicantDetail | None:
    read = read_applicant.sync(applicant_id, client=server)
    assert isinstance(read, ReadApplicantResponse200), read
    return None if read.data.decided_at is None else read.data


def decision_event() -> KybApplicantDecisionEvent | None:
    events = list_events.sync(client=server, limit=100)
    assert isinstance(events, ListEventsResponse200), events
    for event in events.data:
        if isinstance(event, KybApplicantDecisionEvent) and event.data.applicant_id == applicant_id:
            return event
    return None


applicant = eventually(decided_applicant)
listed = list_applicants.sync(client=server, status=ApplicantStatus.APPROVED, limit=10)
assert isinstance(listed, ListApplicantsResponse200), listed
decision = eventually(decision_event)

emptied = set_sandbox_wallet.sync(client=server, body=SetSandboxWalletBody(balance_kobo=0))
assert isinstance(emptied, SetSandboxWalletResponse200), emptied
unpaid = create_applicant.sync(widget.id, client=server, body=CreateApplicantBody())
assert isinstance(unpaid, InsufficientBalanceError), unpaid
assert unpaid.details

print(
    json.dumps(
        {
            "applicantId": applicant_id,
            "status": applicant.status,
            "files": [
                {"filename": attachment.filename, "size": attachment.size}
                for attachment in applicant.attachments["cac_verification"]
            ],
            "listed": [one.id for one in listed.data],
            "decision": {"environment": decision.environment, "status": decision.data.status},
            "problems": problems,
            "requiredKobo": unpaid.details.required_kobo,
        }
    )
)
