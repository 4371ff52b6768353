// Generated from the contracts of the API: `npm run client` updates it.
import type {
  AbandonSessionBody,
  AbandonSessionResponse,
  AddCompanyBody,
  AddCompanyResponse,
  AddDisputeDocumentsBody,
  AddDisputeDocumentsResponse,
  AddWatchBody,
  AddWatchResponse,
  ApiKey,
  Applicant,
  ApplicantNote,
  AttachFileBody,
  AttachFileResponse,
  BookDemoBody,
  BookDemoResponse,
  Chat,
  ChatMessage,
  ClearEntryBody,
  ClearEntryResponse,
  Clearance,
  Company,
  CompleteObligationBody,
  CompleteObligationResponse,
  CompleteSandboxAddressVerificationBody,
  CompleteSandboxAddressVerificationResponse,
  ComplianceObligation,
  CreateApplicantBody,
  CreateApplicantResponse,
  CreateChatBody,
  CreateChatResponse,
  CreateExportBody,
  CreateExportResponse,
  CreateNoteBody,
  CreateNoteResponse,
  CreateObligationBody,
  CreateObligationResponse,
  CreateWebhookBody,
  CreateWebhookResponse,
  CreateWidgetBody,
  CreateWidgetResponse,
  DeactivateSandboxWebhookResponse,
  DecideApplicantBody,
  DecideApplicantResponse,
  DecideSandboxApplicantBody,
  DecideSandboxApplicantResponse,
  DecideSandboxDisputeBody,
  DecideSandboxDisputeResponse,
  DeleteChatResponse,
  DeleteNoteResponse,
  DeleteObligationResponse,
  DeleteWebhookResponse,
  DeleteWidgetResponse,
  Dispute,
  EraseApplicantResponse,
  EventType,
  ExpireSandboxApplicantResponse,
  FileDisputeBody,
  FileDisputeResponse,
  ForgotPasswordBody,
  ForgotPasswordResponse,
  GiveUpCompanyResponse,
  KeptMail,
  ListAlertsQuery,
  ListAlertsResponse,
  ListApiKeysQuery,
  ListApiKeysResponse,
  ListApplicantsQuery,
  ListApplicantsResponse,
  ListChatsQuery,
  ListChatsResponse,
  ListClearancesQuery,
  ListClearancesResponse,
  ListCompaniesQuery,
  ListCompaniesResponse,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListDisputesQuery,
  ListDisputesResponse,
  ListEventTypesQuery,
  ListEventTypesResponse,
  ListEventsQuery,
  ListEventsResponse,
  ListMediaMentionsQuery,
  ListMediaMentionsResponse,
  ListNotesQuery,
  ListNotesResponse,
  ListObligationsQuery,
  ListObligationsResponse,
  ListSandboxMailsQuery,
  ListSandboxMailsResponse,
  ListSandboxScenariosQuery,
  ListSandboxScenariosResponse,
  ListTemplatesQuery,
  ListTemplatesResponse,
  ListTransactionsQuery,
  ListTransactionsResponse,
  ListVendorEventsQuery,
  ListVendorEventsResponse,
  ListVerificationsQuery,
  ListVerificationsResponse,
  ListWatchesQuery,
  ListWatchesResponse,
  ListWebhooksQuery,
  ListWebhooksResponse,
  ListWidgetApplicantsQuery,
  ListWidgetApplicantsResponse,
  ListWidgetsQuery,
  ListWidgetsResponse,
  LogInBody,
  LogInResponse,
  LogInWithCodeBody,
  LogInWithCodeResponse,
  LogOutBody,
  LogOutResponse,
  MarkAlertReadResponse,
  MarkAlertsReadBody,
  MarkAlertsReadResponse,
  MediaMention,
  MonitoringAlert,
  MonitoringEvent,
  OpenEmbedSessionBody,
  OpenEmbedSessionResponse,
  OverturnDecisionBody,
  OverturnDecisionResponse,
  PreviewWidgetResponse,
  PricingRate,
  ReadAddressQuery,
  ReadAddressResponse,
  ReadAlertResponse,
  ReadApplicantReportResponse,
  ReadApplicantResponse,
  ReadChatQuery,
  ReadChatResponse,
  ReadCompanyQuery,
  ReadCompanyResponse,
  ReadDeliveryResponse,
  ReadDisputeResponse,
  ReadEmbedSessionQuery,
  ReadEmbedSessionResponse,
  ReadEmbedWidgetResponse,
  ReadExportResponse,
  ReadMeResponse,
  ReadMonitoringEventResponse,
  ReadObligationResponse,
  ReadPricingRatesQuery,
  ReadPricingRatesResponse,
  ReadSavedCardQuery,
  ReadSavedCardResponse,
  ReadScoreHistoryQuery,
  ReadScoreHistoryResponse,
  ReadSigningKeysResponse,
  ReadStatementQuery,
  ReadStatementResponse,
  ReadStatusResponse,
  ReadTopUpResponse,
  ReadTransactionResponse,
  ReadVendorResponse,
  ReadVerificationResponse,
  ReadWalletQuery,
  ReadWalletResponse,
  ReadWebhookResponse,
  ReadWidgetResponse,
  ReassessApplicantResponse,
  RecoverDeliveriesBody,
  RecoverDeliveriesResponse,
  RefreshTokensBody,
  RefreshTokensResponse,
  RemoveAttachmentQuery,
  RemoveAttachmentResponse,
  RemoveSavedCardQuery,
  RemoveSavedCardResponse,
  RemoveWatchResponse,
  RenewSandboxWatchResponse,
  RequestLoginCodeBody,
  RequestLoginCodeResponse,
  ResendDeliveryResponse,
  ResendVerificationBody,
  ResendVerificationResponse,
  ResetPasswordBody,
  ResetPasswordResponse,
  RotateApiKeysBody,
  RotateApiKeysResponse,
  RotateEmbedTokenResponse,
  RotateWebhookSecretBody,
  RotateWebhookSecretResponse,
  SandboxScenario,
  SaveSessionAnswersBody,
  SaveSessionAnswersResponse,
  ScoreHistoryPoint,
  SendMessageBody,
  SendMessageResponse,
  SetAutoTopUpBody,
  SetAutoTopUpQuery,
  SetAutoTopUpResponse,
  SetSandboxWalletBody,
  SetSandboxWalletResponse,
  SetTagsBody,
  SetTagsResponse,
  SetThresholdBody,
  SetThresholdQuery,
  SetThresholdResponse,
  SetWidgetStatusBody,
  SetWidgetStatusResponse,
  SignInWithGoogleBody,
  SignInWithGoogleResponse,
  SignUpBody,
  SignUpResponse,
  SimulateSandboxMonitoringEventBody,
  SimulateSandboxMonitoringEventResponse,
  StartTopUpBody,
  StartTopUpQuery,
  StartTopUpResponse,
  SubmitAddressBody,
  SubmitAddressResponse,
  SubmitSessionBody,
  SubmitSessionResponse,
  SubscribeToNewsBody,
  SubscribeToNewsResponse,
  TestWebhookResponse,
  Transaction,
  UpdateCompanyBody,
  UpdateCompanyResponse,
  UpdateNoteBody,
  UpdateNoteResponse,
  UpdateObligationBody,
  UpdateObligationResponse,
  UpdateWatchBody,
  UpdateWatchResponse,
  UpdateWebhookBody,
  UpdateWebhookResponse,
  UpdateWidgetBody,
  UpdateWidgetResponse,
  Vendor,
  Verification,
  VerifyCacBody,
  VerifyCacResponse,
  VerifyEmailBody,
  VerifyEmailResponse,
  VerifyJtbTinBody,
  VerifyJtbTinResponse,
  VerifyMeterBody,
  VerifyMeterResponse,
  VerifyTinBody,
  VerifyTinResponse,
  VerifyUtilityBillBody,
  VerifyUtilityBillResponse,
  WebhookDelivery,
  WebhookEvent,
  WebhookRegistration,
  Widget,
  WidgetTemplate,
  WithdrawClearanceResponse,
} from './api-types.ts';
import type { ApiPromise, PagePromise } from './promises.ts';
import type { RequestOptions } from './request.ts';

export interface WidgetsResource {
  /**
   * Create a widget: `POST /v1/kyb/widgets`
   *
   * Creates a widget with the status `draft`. `warnings` lists values that were accepted but will not work: a `templateId` that is no template and, in `config`, names in `webhookEvents` that match no event, redirects to relative or local URLs, hosts and IP addresses that match nothing, text messages on stages that do not send them, and administrators' email addresses that are not confirmed. Each unconfirmed address is emailed a confirmation link.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  create(body: CreateWidgetBody, options?: RequestOptions): ApiPromise<CreateWidgetResponse>;

  /**
   * Read a widget: `GET /v1/kyb/widgets/{id}`
   *
   * Returns a widget with its embed link token and signing secret. A widget of another account is not found.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND
   */
  get(widgetId: string, options?: RequestOptions): ApiPromise<ReadWidgetResponse>;

  /**
   * List widgets: `GET /v1/kyb/widgets`
   *
   * Lists the widgets in both environments, newest first.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListWidgetsQuery, options?: RequestOptions): PagePromise<ListWidgetsResponse, Widget>;

  /**
   * Update a widget: `PATCH /v1/kyb/widgets/{id}`
   *
   * Updates only the fields you send. Each section of `config` you send replaces the current one as a whole. A live widget must keep at least one enabled module. Open sessions pick up the change at their next call; they keep the modules they were opened with, except those that are now disabled. `warnings` lists values that were accepted but will not work.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND, NO_MODULE_ENABLED
   */
  update(widgetId: string, body?: UpdateWidgetBody, options?: RequestOptions): ApiPromise<UpdateWidgetResponse>;

  /**
   * Delete a widget: `DELETE /v1/kyb/widgets/{id}`
   *
   * Deletes the widget. Its embed token and open sessions stop working at once, and its webhook registrations are deleted. Its applicants can still be read, and submissions that were already made are still decided.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND
   */
  delete(widgetId: string, options?: RequestOptions): ApiPromise<DeleteWidgetResponse>;

  /**
   * Set the status of a widget: `PATCH /v1/kyb/widgets/{id}/status`
   *
   * Any status can follow any other, and setting the current status again succeeds. Applicants can open a widget through its embed link only while it is `live`.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND, NO_MODULE_ENABLED
   */
  setStatus(widgetId: string, body: SetWidgetStatusBody, options?: RequestOptions): ApiPromise<SetWidgetStatusResponse>;

  /**
   * Rotate an embed link token: `POST /v1/kyb/widgets/{id}/rotate-embed-token`
   *
   * Replaces the embed link token. The old token stops working at once: calls with it return a 401, except "Read a widget by its embed token", which returns a 404. Open sessions continue with the new token. The signing secret stays the same.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND
   */
  rotateEmbedToken(widgetId: string, options?: RequestOptions): ApiPromise<RotateEmbedTokenResponse>;

  /**
   * Preview a widget: `POST /v1/kyb/widgets/{id}/preview`
   *
   * Returns a URL that shows the hosted page as applicants would see it, whatever the widget's status. The page is marked as a preview: it creates no applicant, charges nothing and stores nothing. Anyone with the URL can open it for 15 minutes.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND
   */
  preview(widgetId: string, options?: RequestOptions): ApiPromise<PreviewWidgetResponse>;

  /**
   * List widget templates: `GET /v1/kyb/templates`
   *
   * Returns the whole list, the general template first. If you send `page` or `limit`, returns one page with `pagination`. To create a widget from a template, send the template's `config` with your own texts and colours.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  listTemplates(query?: ListTemplatesQuery, options?: RequestOptions): PagePromise<ListTemplatesResponse, WidgetTemplate>;

  /**
   * List the applicants of a widget: `GET /v1/kyb/widgets/{id}/applicants`
   *
   * Returns the whole list, newest first. If you send `page`, `limit` or any filter other than `environment`, returns one page with `pagination`. Filters combine, and totals are exact. `from` and `to` filter by `createdAt` and are inclusive. Each is a timestamp, or a date, which stands for that day in Africa/Lagos. New applicants appear in every list at once. A change of status takes about a second to show in lists filtered by `status`; with `referenceId` there is no delay, and a filter by `tag` is current. Filters search the newest 250,000 applicants of the account, `search` the newest 100,000, `tag` the newest 5,000 with that tag, and `referenceId` up to 500 applicants with the same reference. If there are more to search, the response is `422 RANGE_TOO_LONG`: narrow the period with `from` and `to`.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG, RESULT_TOO_LARGE, WIDGET_NOT_FOUND
   */
  listApplicants(widgetId: string, query?: ListWidgetApplicantsQuery, options?: RequestOptions): PagePromise<ListWidgetApplicantsResponse, Applicant>;
}

export interface ApplicantsResource {
  /**
   * Create an applicant: `POST /v1/kyb/widgets/{id}/applicants`
   *
   * Creates an applicant, opens its embed session and debits the session base fee (rate `kyb_session_base`) from the wallet of the widget's environment. The widget does not have to be live. If the balance does not cover the fee, nothing is created, and `details` contains `balanceKobo` and `requiredKobo`. `warnings` lists the fields of the body that do not exist and were ignored.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all requests that create an applicant.
   *
   * @param widgetId The id of the widget (`wgt_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INSUFFICIENT_BALANCE, WIDGET_NOT_FOUND
   */
  create(widgetId: string, body?: CreateApplicantBody, options?: RequestOptions): ApiPromise<CreateApplicantResponse>;

  /**
   * Read an applicant: `GET /v1/kyb/applicants/{id}`
   *
   * Returns an applicant with the result and evidence of each module, its status history, its answers and its files. File URLs work for 15 minutes. An applicant of another account is not found.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND
   */
  get(applicantId: string, options?: RequestOptions): ApiPromise<ReadApplicantResponse>;

  /**
   * List applicants: `GET /v1/kyb/applicants`
   *
   * Returns the whole list, newest first. If you send `page`, `limit` or any filter other than `environment`, returns one page with `pagination`. Filters combine, and totals are exact. `from` and `to` filter by `createdAt` and are inclusive. Each is a timestamp, or a date, which stands for that day in Africa/Lagos. New applicants appear in every list at once. A change of status takes about a second to show in lists filtered by `status`; with `referenceId` there is no delay, and a filter by `tag` is current. Filters search the newest 250,000 applicants of the account, `search` the newest 100,000, `tag` the newest 5,000 with that tag, and `referenceId` up to 500 applicants with the same reference. If there are more to search, the response is `422 RANGE_TOO_LONG`: narrow the period with `from` and `to`.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG, RESULT_TOO_LARGE
   */
  list(query?: ListApplicantsQuery, options?: RequestOptions): PagePromise<ListApplicantsResponse, Applicant>;

  /**
   * Erase an applicant: `DELETE /v1/kyb/applicants/{id}`
   *
   * Erases the answers, the files, the evidence and the names of an applicant for good, and closes its session. The applicant itself is redacted at once and no search finds it any more; copies elsewhere are erased within minutes. The decision, the verdict and the charge of each module, and the hashes of the files stay. Nothing is refunded. Repeating the call changes nothing. An applicant that is being assessed is refused with `ILLEGAL_STATE`: try again after its decision.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE
   */
  erase(applicantId: string, options?: RequestOptions): ApiPromise<EraseApplicantResponse>;

  /**
   * Decide on an applicant: `POST /v1/kyb/applicants/{id}/decision`
   *
   * Decides on an applicant in `requires_review`. Repeating the same decision changes nothing. `request_resubmission` reopens the session for the modules in `modules` and shows `applicantMessage` to the applicant. The event for the decision contains the code `reviewer_decision`, never your `reason`. `warnings` says if no email was sent because the daily email limit was reached.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE, MODULE_NOT_ENABLED, WIDGET_NOT_FOUND
   */
  decide(applicantId: string, body: DecideApplicantBody, options?: RequestOptions): ApiPromise<DecideApplicantResponse>;

  /**
   * Overturn a decision: `POST /v1/kyb/applicants/{id}/overturn`
   *
   * Rejects an applicant that is `approved`, or approves one that is `rejected`, whoever decided. Repeating the same overturn changes nothing. `kyb.applicant.decision` is sent again: `overturns` names the event of the decision that it replaces, and `reason` is not part of it. Everybody is notified as of any decision; `warnings` says if no email was sent because the daily limit of notices was reached.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE
   */
  overturn(applicantId: string, body: OverturnDecisionBody, options?: RequestOptions): ApiPromise<OverturnDecisionResponse>;

  /**
   * Reassess an applicant: `POST /v1/kyb/applicants/{id}/reassess`
   *
   * Assesses an applicant in `requires_review` again. The applicant moves through `processing` to a new outcome. Modules that already have a verdict keep it; all others are checked and charged. Repeating the call while the assessment runs changes nothing.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE
   */
  reassess(applicantId: string, options?: RequestOptions): ApiPromise<ReassessApplicantResponse>;

  /**
   * Set the tags of an applicant: `PUT /v1/kyb/applicants/{id}/tags`
   *
   * Replaces the tags of an applicant, in any status. An empty list removes them all. `updatedAt` stays, so that no decision is refused because of a tag.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE
   */
  setTags(applicantId: string, body: SetTagsBody, options?: RequestOptions): ApiPromise<SetTagsResponse>;

  /**
   * Read the report on an applicant: `GET /v1/kyb/applicants/{id}/report`
   *
   * Returns everything that is stored about an applicant: the business, the answers with their labels, each check with its evidence, the decision and its reasons, the timeline, the files with their hashes, and the charges. Send `Accept: application/pdf` to receive the report as a PDF. A report from the sandbox is marked on every page. The report has no addresses of files: read the applicant for these.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, RESULT_TOO_LARGE
   */
  getReport(applicantId: string, options: RequestOptions & { accept: 'application/pdf' }): ApiPromise<Blob>;
  /**
   * Read the report on an applicant: `GET /v1/kyb/applicants/{id}/report`
   *
   * Returns everything that is stored about an applicant: the business, the answers with their labels, each check with its evidence, the decision and its reasons, the timeline, the files with their hashes, and the charges. Send `Accept: application/pdf` to receive the report as a PDF. A report from the sandbox is marked on every page. The report has no addresses of files: read the applicant for these.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, RESULT_TOO_LARGE
   */
  getReport(applicantId: string, options?: RequestOptions): ApiPromise<ReadApplicantReportResponse>;
}

export interface NotesResource {
  /**
   * Create a note: `POST /v1/kyb/applicants/{id}/notes`
   *
   * Adds a note to an applicant, whatever its status. Your account alone reads notes: they are in no webhook, email or page. An applicant has at most 200.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE, TOO_MANY_NOTES
   */
  create(applicantId: string, body: CreateNoteBody, options?: RequestOptions): ApiPromise<CreateNoteResponse>;

  /**
   * List notes: `GET /v1/kyb/applicants/{id}/notes`
   *
   * Lists the notes on an applicant, newest first, with exact totals.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND
   */
  list(applicantId: string, query?: ListNotesQuery, options?: RequestOptions): PagePromise<ListNotesResponse, ApplicantNote>;

  /**
   * Update a note: `PATCH /v1/kyb/applicants/{id}/notes/{noteId}`
   *
   * Updates the text of a note. `author` stays who wrote it first, and `updatedAt` is the time of the change.
   *
   * @param applicantId The applicant (`app_`).
   * @param noteId The note (`note_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, NOTE_NOT_FOUND
   */
  update(applicantId: string, noteId: string, body: UpdateNoteBody, options?: RequestOptions): ApiPromise<UpdateNoteResponse>;

  /**
   * Delete a note: `DELETE /v1/kyb/applicants/{id}/notes/{noteId}`
   *
   * Deletes a note with its text. It cannot be restored.
   *
   * @param applicantId The applicant (`app_`).
   * @param noteId The note (`note_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, NOTE_NOT_FOUND
   */
  delete(applicantId: string, noteId: string, options?: RequestOptions): ApiPromise<DeleteNoteResponse>;
}

export interface ClearancesResource {
  /**
   * Clear a list entry: `POST /v1/kyb/applicants/{id}/clearances`
   *
   * Records that an entry of a screening list is not the applicant nor one of its people. It does not count at the next assessment of this applicant, until the source says anything else of the entry. Evidence still shows it, with `cleared`. Clearing an entry that is cleared returns that clearance with 200.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE, SCREENING_ENTRY_NOT_FOUND, SCREENING_ENTRY_AMBIGUOUS, TOO_MANY_CLEARANCES
   */
  create(applicantId: string, body: ClearEntryBody, options?: RequestOptions): ApiPromise<ClearEntryResponse>;

  /**
   * List cleared list entries: `GET /v1/kyb/applicants/{id}/clearances`
   *
   * Lists the entries of screening lists that are cleared for an applicant, newest first. Withdrawn clearances are not listed. Returns the whole list, or one page of it with `pagination` if `page` or `limit` is sent.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND
   */
  list(applicantId: string, query?: ListClearancesQuery, options?: RequestOptions): PagePromise<ListClearancesResponse, Clearance>;

  /**
   * Withdraw a clearance: `DELETE /v1/kyb/applicants/{id}/clearances/{clearanceId}`
   *
   * Withdraws a clearance: the entry counts again at the next assessment of the applicant. Evidence shows that it was cleared, and when that was withdrawn.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @param clearanceId The clearance (`clr_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, CLEARANCE_NOT_FOUND
   */
  withdraw(applicantId: string, clearanceId: string, options?: RequestOptions): ApiPromise<WithdrawClearanceResponse>;
}

export interface ExportsResource {
  /**
   * Export applicants: `POST /v1/kyb/exports`
   *
   * Writes the applicants that pass the filters to a CSV file, newest first: those that exist at the moment of the call, at most 100,000. Read the export until it is `completed`: its `url` has the file. The export and its file are deleted after 24 hours. An account makes one export at a time: until it has ended, another one is `409 EXPORT_RUNNING`. `warnings` lists the fields of the body that do not exist: they filter nothing.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, EXPORT_RUNNING, WIDGET_NOT_FOUND
   */
  create(body?: CreateExportBody, options?: RequestOptions): ApiPromise<CreateExportResponse>;

  /**
   * Read an export: `GET /v1/kyb/exports/{id}`
   *
   * Returns an export with its progress and, once it is completed, a new address of its file, which works for one hour. An export of another account, or of an environment that the credential does not reach, is not found.
   *
   * @param exportId The id of the export (`exp_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, EXPORT_NOT_FOUND
   */
  get(exportId: string, options?: RequestOptions): ApiPromise<ReadExportResponse>;
}

export interface EmbedResource {
  /**
   * Read a widget by its embed token: `GET /v1/widget/embed/{token}`
   *
   * Returns the branding, the flow and the fields of every enabled module. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param token The embed link token of the widget (`elt_`).
   * @throws KybError: VALIDATION_FAILED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WIDGET_NOT_FOUND, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED
   */
  getWidget(token: string, options?: RequestOptions): ApiPromise<ReadEmbedWidgetResponse>;

  /**
   * Open an embed session: `POST /v1/widget/embed/sessions`
   *
   * Opens a session for a new applicant, or continues the session of `applicantId`. Without `applicantId`, an applicant is created and the widget's owner is charged the session base fee; these calls count towards the rate limit of "Create an applicant". With `applicantId`, the open session is returned with a 200 and nothing is charged; an abandoned session is resumed if the widget allows it. A session that has begun can continue while the widget is paused. Visitors choose the `referenceId` of a new applicant, so do not rely on it unless requests are signed. Events mark such applicants with `createdBy: applicant`. Each signature opens one session: using it again returns `SIGNATURE_REUSED` and charges nothing. Repeating the request with its `Idempotency-Key` returns the first response. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all requests that create an applicant. Only requests with valid fields that ask for something new are counted.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, INSUFFICIENT_BALANCE, RESUME_DISABLED, APPLICANT_NOT_FOUND, SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, SIGNATURE_REUSED
   */
  openSession(body: OpenEmbedSessionBody, options?: RequestOptions): ApiPromise<OpenEmbedSessionResponse>;

  /**
   * Read an embed session: `GET /v1/widget/embed/sessions/{sessionId}`
   *
   * Returns a session so that the applicant can resume it. Returns a 403 if the widget does not allow resuming. `answers` is empty if the widget does not save progress. After submission, `answers` and `attachments` are empty. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param sessionId The id of the session (`wses_`).
   * @throws KybError: VALIDATION_FAILED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, RESUME_DISABLED, SESSION_NOT_FOUND, APPLICANT_NOT_OPEN, SESSION_EXPIRED
   */
  getSession(sessionId: string, query: ReadEmbedSessionQuery, options?: RequestOptions): ApiPromise<ReadEmbedSessionResponse>;

  /**
   * Save session answers: `PATCH /v1/widget/embed/sessions/{sessionId}/answers`
   *
   * Merges the answers you send into the saved ones, field by field; null removes an answer. The current module moves on to the next enabled one. An abandoned session is resumed if the widget allows it. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param sessionId The id of the session (`wses_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, SESSION_NOT_FOUND, SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, MODULE_NOT_ENABLED, SESSION_EXPIRED
   */
  saveAnswers(sessionId: string, body: SaveSessionAnswersBody, options?: RequestOptions): ApiPromise<SaveSessionAnswersResponse>;

  /**
   * Attach a file to a session: `POST /v1/widget/embed/sessions/{sessionId}/attachments`
   *
   * Attaches a PDF, JPEG or PNG of up to 4 MB to a module. The file type is determined from the content. Each module accepts up to ten files per submission, and `document_upload` needs at least one to be complete. The call counts as activity of the applicant, and resumes an abandoned session if the widget allows it. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests. The signature covers the raw bytes of the request body.
   *
   * @param sessionId The id of the session (`wses_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, SESSION_NOT_FOUND, SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, MODULE_NOT_ENABLED, SESSION_EXPIRED, TOO_MANY_FILES
   */
  attachFile(sessionId: string, body: AttachFileBody, options?: RequestOptions): ApiPromise<AttachFileResponse>;

  /**
   * Remove a file from a session: `DELETE /v1/widget/embed/sessions/{sessionId}/attachments/{attachmentId}`
   *
   * Removes a file that has not been submitted yet. The call counts as activity of the applicant, and resumes an abandoned session if the widget allows it. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param sessionId The id of the session (`wses_`).
   * @param attachmentId The id of the file (`att_`).
   * @throws KybError: VALIDATION_FAILED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, SESSION_NOT_FOUND, ATTACHMENT_NOT_FOUND, SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, MODULE_NOT_ENABLED, ATTACHMENT_SUBMITTED, SESSION_EXPIRED
   */
  removeAttachment(sessionId: string, attachmentId: string, query: RemoveAttachmentQuery, options?: RequestOptions): ApiPromise<RemoveAttachmentResponse>;

  /**
   * Submit a session: `POST /v1/widget/embed/sessions/{sessionId}/submit`
   *
   * Submits the answers for assessment. If the widget's branding has a `consentVersion`, first save it as `consentVersion` in the answers of any module, once the applicant has agreed to the terms. Submitting again returns the submitted session with the same `referenceId`. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param sessionId The id of the session (`wses_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, SESSION_NOT_FOUND, APPLICANT_NOT_OPEN, MODULES_INCOMPLETE, CONSENT_REQUIRED, SESSION_EXPIRED
   */
  submit(sessionId: string, body: SubmitSessionBody, options?: RequestOptions): ApiPromise<SubmitSessionResponse>;

  /**
   * Abandon a session: `POST /v1/widget/embed/sessions/{sessionId}/abandon`
   *
   * Sets the applicant to `abandoned`. If the widget allows resuming, opening the session or saving answers returns the applicant to `in_progress`; submitting does not. Repeating the call changes nothing. Checks, in this order: the token, the widget's status, `Origin` against `allowedDomains`, the IP address against `ipAllowlist`, the country (if known) against `allowedCountries`, and `X-Widget-Signature` if the widget requires signed requests.
   *
   * @param sessionId The id of the session (`wses_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_EMBED_TOKEN, WIDGET_NOT_LIVE, ORIGIN_NOT_ALLOWED, IP_NOT_ALLOWED, COUNTRY_NOT_ALLOWED, INVALID_REQUEST_SIGNATURE, SESSION_NOT_FOUND, SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, SESSION_EXPIRED
   */
  abandon(sessionId: string, body: AbandonSessionBody, options?: RequestOptions): ApiPromise<AbandonSessionResponse>;
}

export interface ChecksResource {
  /**
   * Verify a certificate of registration: `POST /v1/verify-cac`
   *
   * Checks with the registry that the number belongs to the company, and debits the rate `cac_verification`. When the check ends, `verification.cac.completed` is sent. Send a PDF, JPEG or PNG of up to 4 MB. The file type is determined from the content. The file is kept with the record of the check. Every result is charged, including one for a malformed or unknown number: `status` is then false, and `reasonCodes` say why. If the source is unavailable, nothing is charged and the file is not kept.
   *
   * Rate limit: 10 requests per hour per IP address, shared by all document checks.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  cac(body: VerifyCacBody, options?: RequestOptions): ApiPromise<VerifyCacResponse>;

  /**
   * Verify a tax identification number with a document: `POST /v1/verify-tin`
   *
   * Checks with the tax authority that the number belongs to the company, and debits the rate `tin_verification`. When the check ends, `verification.tin.completed` is sent. Send a PDF, JPEG or PNG of up to 4 MB. The file type is determined from the content. The file is kept with the record of the check. Every result is charged, including one for a malformed or unknown number: `status` is then false, and `reasonCodes` say why. If the source is unavailable, nothing is charged and the file is not kept.
   *
   * Rate limit: 10 requests per hour per IP address, shared by all document checks.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  tin(body: VerifyTinBody, options?: RequestOptions): ApiPromise<VerifyTinResponse>;

  /**
   * Verify a Joint Tax Board number with a document: `POST /v1/verify-jtb-tin`
   *
   * Checks with the tax authority that the number belongs to the company, and debits the rate `tin_verification`. When the check ends, `verification.tin.completed` is sent. Send a PDF, JPEG or PNG of up to 4 MB. The file type is determined from the content. The file is kept with the record of the check. Every result is charged, including one for a malformed or unknown number: `status` is then false, and `reasonCodes` say why. If the source is unavailable, nothing is charged and the file is not kept.
   *
   * Rate limit: 10 requests per hour per IP address, shared by all document checks.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  jtbTin(body: VerifyJtbTinBody, options?: RequestOptions): ApiPromise<VerifyJtbTinResponse>;

  /**
   * Verify an electricity meter with a bill: `POST /v1/verify-utility-bill`
   *
   * Checks the meter with the distributor and debits the rate `utility_bill_verification`. When the check ends, `verification.utility_bill.completed` is sent. Send a PDF, JPEG or PNG of up to 4 MB. The file type is determined from the content. The file is kept with the record of the check. Every result is charged, including one for a malformed or unknown number: `status` is then false, and `reasonCodes` say why. If the source is unavailable, nothing is charged and the file is not kept.
   *
   * Rate limit: 10 requests per hour per IP address, shared by all document checks.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  utilityBill(body: VerifyUtilityBillBody, options?: RequestOptions): ApiPromise<VerifyUtilityBillResponse>;

  /**
   * Verify an electricity meter by number: `POST /v1/verify-utility-bill/manual`
   *
   * Checks the meter with the distributor and debits the rate `utility_bill_verification`. Every result is charged: a malformed or unknown number returns `status: false`. When the check ends, `verification.utility_bill.completed` is sent. If the distributor is unavailable, nothing is charged. A session makes checks in `live`; an API key makes them in its own environment.
   *
   * Rate limit: 10 requests per hour per account.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  meter(body: VerifyMeterBody, options?: RequestOptions): ApiPromise<VerifyMeterResponse>;
}

export interface AddressesResource {
  /**
   * Verify a physical address: `POST /v1/physicalAddress`
   *
   * Requests a visit to the address and debits the rate `address_verification`, which must fit into the monthly budget of the account. If it does not, the response is 402 `MONTHLY_BUDGET_EXCEEDED`, with `capKobo`, `spentKobo`, `requestedKobo`, `remainingKobo`, `period` and `resetsAt` in `details`. When the verification ends, `verification.address.completed` is sent. If the visit is not possible, the fee is refunded. A session submits addresses in `live`; an API key submits them in its own environment.
   *
   * Rate limit: 5 requests per 24 hours per IP address. Only requests with valid fields that ask for something new are counted.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, MONTHLY_BUDGET_EXCEEDED, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  submit(body: SubmitAddressBody, options?: RequestOptions): ApiPromise<SubmitAddressResponse>;

  /**
   * Read an address verification: `GET /v1/physicalAddress`
   *
   * Returns the verification with `reference_id`, or the latest one of `companyId`. If you send both, the verification must belong to that company. A session reads verifications in `live`; an API key reads those in its own environment.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, ADDRESS_VERIFICATION_NOT_FOUND, COMPANY_NOT_FOUND
   */
  get(query?: ReadAddressQuery, options?: RequestOptions): ApiPromise<ReadAddressResponse>;
}

export interface VerificationsResource {
  /**
   * List verifications: `GET /v1/verifications`
   *
   * Lists every check that was charged, newest first, with exact totals: direct checks, checks of applicants, and visits to addresses. A session lists the checks in `live`; an API key lists those in its own environment. If there are more than 10,000 checks between `from` and `to`, the response is `422 RANGE_TOO_LONG`: choose a shorter period. A new check appears within about a second.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG
   */
  list(query?: ListVerificationsQuery, options?: RequestOptions): PagePromise<ListVerificationsResponse, Verification>;

  /**
   * Read a verification: `GET /v1/verifications/{reference}`
   *
   * Returns a check with its evidence: a direct check, a check of an applicant, or a visit to an address. You find its reference in events, in the modules of an applicant, and in the `X-Verification-Reference` header of responses to direct checks. A session reads checks in `live`; an API key reads those in its own environment.
   *
   * @param reference The reference of the check (`ver_`, `doc_` or `addr_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VERIFICATION_NOT_FOUND
   */
  get(reference: string, options?: RequestOptions): ApiPromise<ReadVerificationResponse>;
}

export interface CompaniesResource {
  /**
   * Add a company: `POST /v1/dashboard/companies`
   *
   * Looks up a business in the registry and adds it to your companies. In `live`, a business has only one owner; in the sandbox, each account can own it. An account can have up to 1,000 companies in each environment. The company takes the name in the registry; if `companyName` differs, `warnings` says so. An inactive business is added with `active: false`. The compliance obligations in the catalogue are created with the company, each with its first due date.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, BUSINESS_NOT_FOUND, COMPANY_EXISTS, TOO_MANY_COMPANIES, SOURCE_UNAVAILABLE
   */
  add(body: AddCompanyBody, options?: RequestOptions): ApiPromise<AddCompanyResponse>;

  /**
   * Read a company: `GET /v1/dashboard/company-details`
   *
   * Returns one of your companies. A company of another account, or in the other environment, is not found.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND
   */
  get(query: ReadCompanyQuery, options?: RequestOptions): ApiPromise<ReadCompanyResponse>;

  /**
   * List companies: `GET /v1/dashboard/my-companies`
   *
   * Lists your companies in the credential's environment (`live` for a session), newest first.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListCompaniesQuery, options?: RequestOptions): PagePromise<ListCompaniesResponse, Company>;

  /**
   * Update a company: `PATCH /v1/dashboard/companies/{id}`
   *
   * Updates the details that you state yourself: contact, online profiles and description. Everything else comes from the registry and the checks. Fields you leave out stay as they are; null clears a field.
   *
   * @param companyId The id of the company (`cmp_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND
   */
  update(companyId: string, body?: UpdateCompanyBody, options?: RequestOptions): ApiPromise<UpdateCompanyResponse>;

  /**
   * Give up a company: `DELETE /v1/dashboard/companies/{id}`
   *
   * Ends your ownership of a company. What you stated about the company is deleted. Your chats about it, its obligations and their reminders end. Paid checks, the ledger and the record that accounts watch as a vendor remain. The account that next adds the registration number gets the company under the same id.
   *
   * @param companyId The id of the company (`cmp_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND
   */
  giveUp(companyId: string, options?: RequestOptions): ApiPromise<GiveUpCompanyResponse>;
}

export interface ObligationsResource {
  /**
   * Create an obligation: `POST /v1/compliance/obligations`
   *
   * Creates an obligation for one of your companies, in the company's environment. A company can have up to 50 obligations, including those from the catalogue. Duplicates in `notifyLeadDays` are ignored. Without `notifyLeadDays`, you are reminded 30, 7 and 1 days before the due date.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND, TOO_MANY_OBLIGATIONS
   */
  create(body: CreateObligationBody, options?: RequestOptions): ApiPromise<CreateObligationResponse>;

  /**
   * Read an obligation: `GET /v1/compliance/obligations/{id}`
   *
   * Returns an obligation with the number of days until it is due. An obligation of another account or environment is not found.
   *
   * @param obligationId The id of the obligation (`obl_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, OBLIGATION_NOT_FOUND
   */
  get(obligationId: string, options?: RequestOptions): ApiPromise<ReadObligationResponse>;

  /**
   * List obligations: `GET /v1/compliance/obligations`
   *
   * Lists the obligations in the credential's environment (`live` for a session), earliest due date first, with exact totals. Inactive obligations are included unless you filter by `isActive`.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListObligationsQuery, options?: RequestOptions): PagePromise<ListObligationsResponse, ComplianceObligation>;

  /**
   * Update an obligation: `PATCH /v1/compliance/obligations/{id}`
   *
   * Updates only the fields you send. A null or empty `description` clears it. A new `nextDueDate` also sets the day of the month on which later due dates fall. You can update obligations from the catalogue too.
   *
   * @param obligationId The id of the obligation (`obl_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, OBLIGATION_NOT_FOUND
   */
  update(obligationId: string, body?: UpdateObligationBody, options?: RequestOptions): ApiPromise<UpdateObligationResponse>;

  /**
   * Delete an obligation: `DELETE /v1/compliance/obligations/{id}`
   *
   * Deletes an obligation that you created. An obligation from the catalogue is deactivated instead: it stays in the list, sends no reminders and can be activated again.
   *
   * @param obligationId The id of the obligation (`obl_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, OBLIGATION_NOT_FOUND
   */
  delete(obligationId: string, options?: RequestOptions): ApiPromise<DeleteObligationResponse>;

  /**
   * Complete an obligation: `POST /v1/compliance/obligations/{id}/complete`
   *
   * Completes an obligation and sets its next due date. For a `monthly` obligation, the due date moves on by a month, to the same day or to the last day of a shorter month. For an `annual` one, it moves on by a year. It always moves by one period, even if the obligation is long overdue. A `one_off` obligation is deactivated, and a `custom` one keeps its due date. Each call completes one period; repeats with the same `Idempotency-Key` count once.
   *
   * @param obligationId The id of the obligation (`obl_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, OBLIGATION_NOT_FOUND, OBLIGATION_INACTIVE
   */
  complete(obligationId: string, body?: CompleteObligationBody, options?: RequestOptions): ApiPromise<CompleteObligationResponse>;
}

export interface WatchesResource {
  /**
   * Watch a vendor: `POST /v1/monitoring/watchlist`
   *
   * Starts daily checks of a vendor and debits `vendor_monitoring_monthly` for the first month. The same amount is debited each month until you remove the watch. If nobody has watched or added the business before, it is looked up in the registry by its number. If you already watch the vendor, the response is a 200 and nothing is charged; if you send a `label`, it replaces the current one. An account can watch up to 1,000 vendors in each environment. `warnings` lists the fields of the body that do not exist and were ignored.
   *
   * Rate limit: 30 requests per minute per IP address, shared by all monitoring writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INSUFFICIENT_BALANCE, VENDOR_NOT_FOUND, BUSINESS_NOT_FOUND, TOO_MANY_WATCHES, SOURCE_UNAVAILABLE
   */
  add(body?: AddWatchBody, options?: RequestOptions): ApiPromise<AddWatchResponse>;

  /**
   * List watched vendors: `GET /v1/monitoring/watchlist`
   *
   * Lists the vendors you watch in the credential's environment (`live` for a session), most recently added first. Paused watches are included.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListWatchesQuery, options?: RequestOptions): PagePromise<ListWatchesResponse, Vendor>;

  /**
   * Update a watch: `PATCH /v1/monitoring/watchlist/{vendorId}`
   *
   * Updates the label of a watched vendor. Nothing is charged.
   *
   * Rate limit: 30 requests per minute per IP address, shared by all monitoring writes.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND
   */
  update(vendorId: string, body: UpdateWatchBody, options?: RequestOptions): ApiPromise<UpdateWatchResponse>;

  /**
   * Remove a watch: `DELETE /v1/monitoring/watchlist/{vendorId}`
   *
   * Ends the watch at once, without a refund for the rest of the month. Alerts about the vendor can still be read. Watching the vendor again is charged as a new watch.
   *
   * Rate limit: 30 requests per minute per IP address, shared by all monitoring writes.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND
   */
  remove(vendorId: string, options?: RequestOptions): ApiPromise<RemoveWatchResponse>;
}

export interface VendorsResource {
  /**
   * Read a vendor: `GET /v1/monitoring/vendors/{vendorId}`
   *
   * Returns a vendor that you watch or whose company you own. Any other vendor is not found. If you own the company but do not watch it, `status`, `monitoringSince` and `paidUntil` are null.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND
   */
  get(vendorId: string, options?: RequestOptions): ApiPromise<ReadVendorResponse>;

  /**
   * Read the score history of a vendor: `GET /v1/monitoring/vendors/{vendorId}/score-history`
   *
   * Returns every change in the score, oldest first. Each change starts from the score after the previous one. The first point marks the start of monitoring, at a score of 80. Only accounts that watch or own the vendor can read the history. A vendor that has never been watched has no points. If you send `page` or `limit`, returns one page with `pagination` instead of the whole history.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RESULT_TOO_LARGE, VENDOR_NOT_FOUND
   */
  getScoreHistory(vendorId: string, query?: ReadScoreHistoryQuery, options?: RequestOptions): PagePromise<ReadScoreHistoryResponse, ScoreHistoryPoint>;

  /**
   * List the events of a vendor: `GET /v1/monitoring/vendors/{vendorId}/events`
   *
   * Lists every event of the vendor, newest first, with exact totals. The list includes events from before you watched the vendor and events that were voided by a dispute. Only accounts that watch or own the vendor can read it. If there are more than 10,000 events between `from` and `to`, the response is `422 RANGE_TOO_LONG`: choose a shorter period.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG, VENDOR_NOT_FOUND
   */
  listEvents(vendorId: string, query?: ListVendorEventsQuery, options?: RequestOptions): PagePromise<ListVendorEventsResponse, MonitoringEvent>;
}

export interface MonitoringEventsResource {
  /**
   * Read a monitoring event: `GET /v1/monitoring/events/{eventId}`
   *
   * Returns a monitoring event that is named in an alert, a webhook or a score history. Only accounts that watch or own the vendor can read it.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @param eventId The id of the event (`evt_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, EVENT_NOT_FOUND
   */
  get(eventId: string, options?: RequestOptions): ApiPromise<ReadMonitoringEventResponse>;
}

export interface MediaMentionsResource {
  /**
   * List media mentions: `GET /v1/monitoring/media-mentions`
   *
   * Lists mentions of all the vendors you watch, newest first, including mentions from before you watched them. Filters apply to the vendor's current state. Mentions whose event was voided by a dispute are left out. Pages reach the newest 10,000 mentions; beyond that, the response is `422 RESULT_TOO_LARGE`: filter the list.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RESULT_TOO_LARGE
   */
  list(query?: ListMediaMentionsQuery, options?: RequestOptions): PagePromise<ListMediaMentionsResponse, MediaMention>;
}

export interface AlertsResource {
  /**
   * List alerts: `GET /v1/monitoring/alerts`
   *
   * Lists the alerts in the credential's environment (`live` for a session), newest first, with exact totals. Alerts stay listed when you no longer watch their vendor.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListAlertsQuery, options?: RequestOptions): PagePromise<ListAlertsResponse, MonitoringAlert>;

  /**
   * Read an alert: `GET /v1/monitoring/alerts/{alertId}`
   *
   * Returns an alert of your account, even if you no longer watch its vendor.
   *
   * Rate limit: 120 requests per minute per IP address, shared by all monitoring reads.
   *
   * @param alertId The id of the alert (`al_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, ALERT_NOT_FOUND
   */
  get(alertId: string, options?: RequestOptions): ApiPromise<ReadAlertResponse>;

  /**
   * Mark an alert as read: `PATCH /v1/monitoring/alerts/{alertId}/read`
   *
   * Marks an alert as read. Marking it again changes nothing, not even `updatedAt`.
   *
   * Rate limit: 30 requests per minute per IP address, shared by all monitoring writes.
   *
   * @param alertId The id of the alert (`al_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, ALERT_NOT_FOUND
   */
  markRead(alertId: string, options?: RequestOptions): ApiPromise<MarkAlertReadResponse>;

  /**
   * Mark alerts as read: `PATCH /v1/monitoring/alerts`
   *
   * Marks unread alerts as read: the newest 100 that match. To mark all of them, repeat the call until `unread` is 0. Without a filter, every alert matches.
   *
   * Rate limit: 30 requests per minute per IP address, shared by all monitoring writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  markManyRead(body: MarkAlertsReadBody, options?: RequestOptions): ApiPromise<MarkAlertsReadResponse>;
}

export interface DisputesResource {
  /**
   * File a dispute: `POST /v1/disputes`
   *
   * Files a dispute against a monitoring event of a vendor that you watch or own. Send JSON, or multipart with up to five `documents` (PDF, JPEG or PNG by content, up to 4 MB together). You can have one open dispute about an event; after a rejection you can file another. A replayed response contains the original download URLs, which may have expired.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND, EVENT_NOT_FOUND, EVENT_VOIDED, DISPUTE_EXISTS
   */
  file(body: FileDisputeBody, options?: RequestOptions): ApiPromise<FileDisputeResponse>;

  /**
   * Read a dispute: `GET /v1/disputes/{disputeId}`
   *
   * Returns a dispute that you filed. A dispute of another account or environment is not found.
   *
   * @param disputeId The id of the dispute (`dsp_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, DISPUTE_NOT_FOUND
   */
  get(disputeId: string, options?: RequestOptions): ApiPromise<ReadDisputeResponse>;

  /**
   * List disputes: `GET /v1/disputes`
   *
   * Lists the disputes that you filed in the credential's environment, newest first, with exact totals.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListDisputesQuery, options?: RequestOptions): PagePromise<ListDisputesResponse, Dispute>;

  /**
   * Add documents to a dispute: `POST /v1/disputes/{disputeId}/documents`
   *
   * Adds documents to a `pending` dispute. Each of the `documents` must be a PDF, JPEG or PNG by content, up to 4 MB together in a request. A dispute can have up to five documents in all. Documents cannot be removed. A replayed response contains the original download URLs, which may have expired.
   *
   * @param disputeId The id of the dispute (`dsp_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_MULTIPART, UNSUPPORTED_FILE_TYPE, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, DISPUTE_NOT_FOUND, ILLEGAL_STATE, TOO_MANY_DOCUMENTS
   */
  addDocuments(disputeId: string, body: AddDisputeDocumentsBody, options?: RequestOptions): ApiPromise<AddDisputeDocumentsResponse>;
}

export interface ChatsResource {
  /**
   * Create a chat: `POST /v1/chat`
   *
   * Creates a chat about one of your companies. Creating a chat is free; messages are charged.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, COMPANY_NOT_FOUND
   */
  create(body: CreateChatBody, options?: RequestOptions): ApiPromise<CreateChatResponse>;

  /**
   * Read a chat: `GET /v1/chat/{chatId}`
   *
   * Returns a chat with all its messages, newest first. Send `page` or `limit` to get one page of messages with `pagination`. If a chat has more than 50,000 messages or 5 MB of them, the response is `422 RESULT_TOO_LARGE`: read it in pages.
   *
   * @param chatId The id of the chat (`chat_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, CHAT_NOT_FOUND, RESULT_TOO_LARGE
   */
  get(chatId: string, query?: ReadChatQuery, options?: RequestOptions): PagePromise<ReadChatResponse, ChatMessage>;

  /**
   * List chats: `GET /v1/chat`
   *
   * Lists the chats in the credential's environment (`live` for a session), newest first.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListChatsQuery, options?: RequestOptions): PagePromise<ListChatsResponse, Chat>;

  /**
   * Delete a chat: `DELETE /v1/chat/{chatId}`
   *
   * Deletes a chat and its messages, and erases their contents. Charges for its messages are not refunded.
   *
   * @param chatId The id of the chat (`chat_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, INTERNAL_ERROR, SERVICE_UNAVAILABLE, CHAT_NOT_FOUND
   */
  delete(chatId: string, options?: RequestOptions): ApiPromise<DeleteChatResponse>;

  /**
   * Send a message to the assistant: `POST /v1/chat/{chatId}/message`
   *
   * Sends a message and returns the assistant's answer. The assistant knows the company's record, its verification results and its monitoring events. You are charged the rate `chat_per_1k_tokens` for the tokens of the question, the context and the answer. The balance must be above zero and cover the question; the rest of the balance limits the length of the answer. In `live`, the offline assistant is free. If there is no answer, nothing is charged or kept. Send an `Idempotency-Key` so that you can safely repeat a request after a 503 or a lost connection: it is charged only once.
   *
   * Rate limit: 10 requests per minute per IP address.
   *
   * @param chatId The id of the chat (`chat_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, CHAT_NOT_FOUND, COMPANY_NOT_FOUND, INSUFFICIENT_BALANCE, SOURCE_UNAVAILABLE
   */
  sendMessage(chatId: string, body: SendMessageBody, options?: RequestOptions): ApiPromise<SendMessageResponse>;
}

export interface WalletResource {
  /**
   * Read a wallet: `GET /v1/wallet`
   *
   * Returns the balance and settings of a wallet. Every account has one wallet in each environment from the start.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  get(query?: ReadWalletQuery, options?: RequestOptions): ApiPromise<ReadWalletResponse>;

  /**
   * Set the low-balance threshold: `PUT /v1/wallet/threshold`
   *
   * Sets the balance below which the account is emailed. The email is sent each time a debit takes the balance from at or above the threshold to below it. If you set a threshold above the current balance, the first email is sent only after the balance has been at or above the threshold again.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all wallet writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  setThreshold(body: SetThresholdBody, query?: SetThresholdQuery, options?: RequestOptions): ApiPromise<SetThresholdResponse>;

  /**
   * Configure automatic top-ups: `PUT /v1/wallet/auto-top-up`
   *
   * Turns automatic top-ups on or off and sets their amounts. A debit that takes the balance below `thresholdKobo` starts a top-up of `amountKobo`, charged to the saved card. Further top-ups follow, one at a time, until the balance is back at the threshold, with at most 24 in 24 hours. If the balance is already below the threshold when you turn them on, the first top-up starts at once. In the sandbox, top-ups add test money at once. After three failed payments in a row, automatic top-ups are turned off and the account is emailed.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all wallet writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, NO_SAVED_CARD
   */
  setAutoTopUp(body: SetAutoTopUpBody, query?: SetAutoTopUpQuery, options?: RequestOptions): ApiPromise<SetAutoTopUpResponse>;

  /**
   * Read the pricing rates: `GET /v1/wallet/pricing-rates`
   *
   * Returns the current price of every action. Prices change without notice, so read them when you need them. Actions that are not listed are free. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  listRates(query?: ReadPricingRatesQuery, options?: RequestOptions): PagePromise<ReadPricingRatesResponse, PricingRate>;

  /**
   * Read the statement of a month: `GET /v1/wallet/statement`
   *
   * Returns the totals of a month by type and action, with the balance before and after it. A month begins and ends in Africa/Lagos. Send `Accept: text/csv` to receive the statement as CSV. If a month has more than 20,000 transactions, it has no statement: list its transactions instead.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG
   */
  getStatement(query: ReadStatementQuery, options: RequestOptions & { accept: 'text/csv' }): ApiPromise<Blob>;
  /**
   * Read the statement of a month: `GET /v1/wallet/statement`
   *
   * Returns the totals of a month by type and action, with the balance before and after it. A month begins and ends in Africa/Lagos. Send `Accept: text/csv` to receive the statement as CSV. If a month has more than 20,000 transactions, it has no statement: list its transactions instead.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG
   */
  getStatement(query: ReadStatementQuery, options?: RequestOptions): ApiPromise<ReadStatementResponse>;
}

export interface TransactionsResource {
  /**
   * List the transactions of a wallet: `GET /v1/wallet/transactions`
   *
   * Lists transactions, newest first. `from` and `to` are inclusive. Each is a timestamp, or a date, which stands for that day in Africa/Lagos. Filtered lists may lag behind the latest transaction by a moment. `actionKey` searches at most 5,000 transactions: in longer ledgers, choose a period. `reference` needs no period.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, RANGE_TOO_LONG
   */
  list(query?: ListTransactionsQuery, options?: RequestOptions): PagePromise<ListTransactionsResponse, Transaction>;

  /**
   * Read a transaction: `GET /v1/wallet/transactions/{id}`
   *
   * Returns a transaction. A session can read both wallets; an API key can read only the wallet in its own environment.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @param transactionId The id of the transaction (`txn_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, TRANSACTION_NOT_FOUND
   */
  get(transactionId: string, options?: RequestOptions): ApiPromise<ReadTransactionResponse>;

  /**
   * Show the receipt of a transaction: `GET /v1/wallet/transactions/{id}/receipt`
   *
   * Returns a receipt as an HTML page to print or file. It shows the amounts in naira and kobo, the balance before and after, and the time in Lagos, and it says so if the money is test money. For the same information as JSON, read the transaction.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @param transactionId The id of the transaction (`txn_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, TRANSACTION_NOT_FOUND
   */
  getReceipt(transactionId: string, options?: RequestOptions): ApiPromise<string>;
}

export interface TopUpsResource {
  /**
   * Top up a wallet: `POST /v1/wallet/top-up`
   *
   * Starts a top-up and opens a checkout: send the payer to `authorizationUrl`. The wallet is credited once the payment arrives. In the sandbox, the checkout is simulated and takes no money.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all wallet writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, SOURCE_UNAVAILABLE
   */
  start(body: StartTopUpBody, query?: StartTopUpQuery, options?: RequestOptions): ApiPromise<StartTopUpResponse>;

  /**
   * Read a top-up: `GET /v1/wallet/top-up/{reference}`
   *
   * Returns a top-up. Poll this endpoint to follow a payment: while the status is `pending` or `failed`, each call looks up the payment at the provider. After `failed`, the payer can try again at the same URL, and the status may still become `success`.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @param reference The id of the top-up (`top_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, TOP_UP_NOT_FOUND
   */
  get(reference: string, options?: RequestOptions): ApiPromise<ReadTopUpResponse>;
}

export interface SavedCardResource {
  /**
   * Read the saved card: `GET /v1/wallet/saved-card`
   *
   * Returns the card that automatic top-ups charge, which is the card from the last checkout that was paid with a reusable card. A simulated checkout saves a simulated card, which is never charged.
   *
   * Rate limit: 60 requests per minute per IP address, shared by all wallet reads.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, SAVED_CARD_NOT_FOUND
   */
  get(query?: ReadSavedCardQuery, options?: RequestOptions): ApiPromise<ReadSavedCardResponse>;

  /**
   * Remove the saved card: `DELETE /v1/wallet/saved-card`
   *
   * Deletes the authorization to charge the card, and turns automatic top-ups off: `autoTopUp.stoppedReason` of the wallet becomes `card_removed`. A payment that was already requested is still credited if it succeeds. After that, a payment saves a card only if its top-up was started with `saveCard: true`.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all wallet writes.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, SAVED_CARD_NOT_FOUND
   */
  remove(query?: RemoveSavedCardQuery, options?: RequestOptions): ApiPromise<RemoveSavedCardResponse>;
}

export interface WebhooksResource {
  /**
   * Register a webhook endpoint: `POST /v1/developers/webhooks`
   *
   * Registers an endpoint for webhooks. An app can have one registration for each environment and service type. An account can have up to 1,000 registrations in each environment. The endpoint must use https and resolve only to public IP addresses. Store `signingSecret`, which verifies deliveries: only this response shows it in full.
   *
   * Rate limit: 100 requests per hour per IP address, shared by all requests that create or delete a webhook registration.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APP_NOT_FOUND, ENDPOINT_NOT_ALLOWED, WEBHOOK_EXISTS, TOO_MANY_WEBHOOKS
   */
  create(body: CreateWebhookBody, options?: RequestOptions): ApiPromise<CreateWebhookResponse>;

  /**
   * Read a webhook registration: `GET /v1/developers/webhooks/{id}`
   *
   * Returns a registration as in the list, with the time and reason if we deactivated it. A deleted registration is not found.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND
   */
  get(webhookId: string, options?: RequestOptions): ApiPromise<ReadWebhookResponse>;

  /**
   * List webhook registrations: `GET /v1/developers/webhooks`
   *
   * Lists the registrations in both environments, newest first. Deleted registrations are not listed. Signing secrets are masked. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListWebhooksQuery, options?: RequestOptions): PagePromise<ListWebhooksResponse, WebhookRegistration>;

  /**
   * Update a webhook registration: `PATCH /v1/developers/webhooks/{id}`
   *
   * Updates only the fields you send. The id and the signing secret stay the same. A new endpoint must pass the same checks as at registration, and also receives the retries that are still waiting. `isActive: true` ends a deactivation and closes the circuit breaker. While `isActive` is false nothing is sent, and waiting deliveries end as `skipped`.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND, ENDPOINT_NOT_ALLOWED
   */
  update(webhookId: string, body?: UpdateWebhookBody, options?: RequestOptions): ApiPromise<UpdateWebhookResponse>;

  /**
   * Delete a webhook registration: `DELETE /v1/developers/webhooks/{id}`
   *
   * Deletes a registration. Nothing more is sent to it, including retries that are still waiting. Its app, environment and service type become available for another registration.
   *
   * Rate limit: 100 requests per hour per IP address, shared by all requests that create or delete a webhook registration.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND
   */
  delete(webhookId: string, options?: RequestOptions): ApiPromise<DeleteWebhookResponse>;

  /**
   * Rotate a signing secret: `POST /v1/developers/webhooks/{id}/rotate-secret`
   *
   * Replaces the signing secret. Without `overlapSeconds`, the old secret stops signing at once: every later attempt, including retries of earlier deliveries, is signed only with the new secret. With it, attempts carry the signatures of both secrets for that long, so that you can switch at any time. Only this response shows the new secret in full.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND
   */
  rotateSecret(webhookId: string, body?: RotateWebhookSecretBody, options?: RequestOptions): ApiPromise<RotateWebhookSecretResponse>;

  /**
   * Send a test event: `POST /v1/developers/webhooks/{id}/test`
   *
   * Sends the event `webhook.test` to a registration, signed and retried like any other event. It does not appear in the event feed. You can send one test every ten seconds to each registration.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE, TOO_MANY_TESTS
   */
  test(webhookId: string, options?: RequestOptions): ApiPromise<TestWebhookResponse>;

  /**
   * Recover missed webhook deliveries: `POST /v1/developers/webhooks/{id}/recover`
   *
   * Resends every delivery created since `since` that failed or was skipped. Each is sent once, with five new attempts, the same id and the same body. Sending starts at once, at up to 300 deliveries a minute, after new events. While a recovery runs, repeating the same call returns its count.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE, RECOVERY_RUNNING
   */
  recover(webhookId: string, body: RecoverDeliveriesBody, options?: RequestOptions): ApiPromise<RecoverDeliveriesResponse>;

  /**
   * List the deliveries of a webhook registration: `GET /v1/developers/webhooks/{id}/deliveries`
   *
   * Lists the deliveries from the last 30 days, newest first, with exact totals. `from` and `to` filter by `createdAt` and are inclusive. Each is a timestamp, or a date, which stands for that day in Africa/Lagos. The list lags behind the deliveries by about a second; reading one delivery by its id is always current. The deliveries of a deleted registration stay listed.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND
   */
  listDeliveries(webhookId: string, query?: ListDeliveriesQuery, options?: RequestOptions): PagePromise<ListDeliveriesResponse, WebhookDelivery>;
}

export interface DeliveriesResource {
  /**
   * Read a webhook delivery with its attempts: `GET /v1/developers/deliveries/{id}`
   *
   * Returns what was sent and how your endpoint responded to each attempt. Deliveries are kept for 30 days, even if their registration is deleted.
   *
   * @param deliveryId The id of the delivery (`whd_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, DELIVERY_NOT_FOUND
   */
  get(deliveryId: string, options?: RequestOptions): ApiPromise<ReadDeliveryResponse>;

  /**
   * Resend a webhook delivery: `POST /v1/developers/deliveries/{id}/resend`
   *
   * Sends a delivery that has ended once more, whatever its outcome, with five new attempts. The first attempt is made at once. The id and the body are the same, byte for byte. The current endpoint and signing secret of the registration are used.
   *
   * Rate limit: 50 requests per 15 minutes per account.
   *
   * @param deliveryId The id of the delivery (`whd_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, DELIVERY_NOT_FOUND, DELIVERY_NOT_ENDED, WEBHOOK_INACTIVE
   */
  resend(deliveryId: string, options?: RequestOptions): ApiPromise<ResendDeliveryResponse>;
}

export interface EventsResource {
  /**
   * Poll the event feed: `GET /v1/developers/events`
   *
   * Lists every event of the account from the last 30 days, oldest first, whether or not a webhook was registered for it. Pass `nextAfter` as `after` in the next call, even if `data` was empty. No event is skipped or returned twice, however many are being written. The order within an environment never changes. If a session names no environment, it gets the events of both, merged by time; each part of the position then counts one of them.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<ListEventsResponse, WebhookEvent>;

  /**
   * List event types: `GET /v1/developers/event-types`
   *
   * Lists every type of event that a registration can receive, with the JSON Schema of its `data` and an example. New types and new fields may be added. A field is never removed and never changes its meaning. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  listTypes(query?: ListEventTypesQuery, options?: RequestOptions): PagePromise<ListEventTypesResponse, EventType>;
}

export interface ApiKeysResource {
  /**
   * List API keys: `GET /v1/developers/api-keys`
   *
   * Lists the active pairs of keys in both environments, newest first. Secret keys are masked. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, API_KEY_NOT_ALLOWED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  list(query?: ListApiKeysQuery, options?: RequestOptions): PagePromise<ListApiKeysResponse, ApiKey>;

  /**
   * Rotate API keys: `POST /v1/developers/api-keys/rotate`
   *
   * Creates a pair of keys for one environment, including the first pair. Only this response shows `secretKey` in full: keep it on your server. The previous pair stops working at once, or after `expiresInHours`. If you rotate again during such an overlap, every earlier pair stops working at once, whatever you send in `expiresInHours`.
   *
   * Rate limit: 20 requests per hour per IP address.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, API_KEY_NOT_ALLOWED, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  rotate(body: RotateApiKeysBody, options?: RequestOptions): ApiPromise<RotateApiKeysResponse>;
}

export interface AccountsResource {
  /**
   * Sign up: `POST /v1/signup`
   *
   * Creates an account and emails a six-digit code to its address. No tokens are issued. Signing up again before the address is verified emails another code for the same `userId`. Each code activates the password that was sent with it, and earlier codes stay valid. At most five codes an hour are emailed to an address; a sixth request is a 429.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, EMAIL_TAKEN, TOO_MANY_CODES
   */
  signUp(body: SignUpBody, options?: RequestOptions): ApiPromise<SignUpResponse>;

  /**
   * Verify an email address: `POST /v1/verify-email`
   *
   * Verifies an email address with the emailed code and the `userId` or `email` of the sign-up. A code works once, for ten minutes, and allows five tries in all, from any network. No tokens are issued: log in afterwards.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_CODE
   */
  verifyEmail(body: VerifyEmailBody, options?: RequestOptions): ApiPromise<VerifyEmailResponse>;

  /**
   * Email a new verification code: `POST /v1/verify-email/resend`
   *
   * Emails a new code to an address with a pending sign-up. At most one code a minute and five an hour are emailed to an address. If several sign-ups are pending, the code is for the first one from the network of the request, or else for the first one of all. Earlier codes stay valid for their ten minutes. The response is the same for every address.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  resendVerification(body: ResendVerificationBody, options?: RequestOptions): ApiPromise<ResendVerificationResponse>;

  /**
   * Log in: `POST /v1/login`
   *
   * Logs in and sets the three session cookies. Tokens are never in the body. After ten wrong passwords within fifteen minutes, login with this address is blocked until the fifteen minutes are over.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, TOO_MANY_ATTEMPTS
   */
  logIn(body: LogInBody, options?: RequestOptions): ApiPromise<LogInResponse>;

  /**
   * Email a login code: `POST /v1/login/otp/request`
   *
   * Emails a login code to a verified address. At most one code a minute and five an hour are emailed to an address. Earlier codes stay valid for their ten minutes. The response is the same for every address.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  requestLoginCode(body: RequestLoginCodeBody, options?: RequestOptions): ApiPromise<RequestLoginCodeResponse>;

  /**
   * Log in with an emailed code: `POST /v1/login/otp`
   *
   * Logs in and sets the same three cookies as `POST /v1/login`. A code works once, for ten minutes, and allows five tries in all, from any network. Using it invalidates all other login codes of the address. Codes that verify an email address are not accepted.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_CODE
   */
  logInWithCode(body: LogInWithCodeBody, options?: RequestOptions): ApiPromise<LogInWithCodeResponse>;

  /**
   * Sign in with Google: `POST /v1/auth/google`
   *
   * Signs in with the ID token that Google gives your page (`credential` in Google Identity Services), and sets the three session cookies. The email address must be verified at Google. For a new address, an account is created. A pending sign-up becomes the account, without its password. An existing account keeps its password. From then on, only this Google account signs in to the account, even if its email address changes. If Google does not host the address, or another Google account is already linked, the response sets no cookies and a login code is emailed: send that code as `code` with the same token. Each token signs in once.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_CODE, INVALID_ID_TOKEN, SOURCE_UNAVAILABLE
   */
  signInWithGoogle(body: SignInWithGoogleBody, options?: RequestOptions): ApiPromise<SignInWithGoogleResponse>;

  /**
   * Request a password reset: `POST /v1/forgot-password`
   *
   * Emails a password reset link to a verified address. The link opens `/reset-password#token=...` on the stage's first web origin, and that page sends the token to `POST /v1/reset-password`. At most one link a minute and five an hour are emailed to an address. The response is the same for every address.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  forgotPassword(body: ForgotPasswordBody, options?: RequestOptions): ApiPromise<ForgotPasswordResponse>;

  /**
   * Set a new password: `POST /v1/reset-password`
   *
   * Sets a new password with the token from an emailed link. A link works once, for 30 minutes, and only until another link is used. The new password ends every session of the account, including one that starts at the same moment. It also invalidates the login codes of the account and lifts the block after wrong passwords. API keys keep working. The owner is notified by email.
   *
   * Rate limit: 50 requests per 15 minutes per IP address, shared by all sign-up, login and password requests.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INVALID_TOKEN
   */
  resetPassword(body: ResetPasswordBody, options?: RequestOptions): ApiPromise<ResetPasswordResponse>;

  /**
   * Refresh the tokens of a session: `POST /v1/refresh-token`
   *
   * Sets a new access token and the next refresh token as cookies. The refresh token is read from the `refreshToken` cookie, or from the body if there is no cookie. For 30 seconds after it is replaced, a refresh token returns the same successor. Any older token ends the session.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED, CROSS_SITE_REQUEST
   */
  refreshTokens(body?: RefreshTokensBody, options?: RequestOptions): ApiPromise<RefreshTokensResponse>;

  /**
   * Log out: `POST /v1/logout`
   *
   * Ends the session, revokes its access tokens at once and clears the three cookies. The session is identified by the access token (Bearer or cookie) or, without a valid access token, by the refresh token (cookie or body). The response is the same if there is no session to end.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, INTERNAL_ERROR, SERVICE_UNAVAILABLE, CROSS_SITE_REQUEST, API_KEY_NOT_ALLOWED
   */
  logOut(body?: LogOutBody, options?: RequestOptions): ApiPromise<LogOutResponse>;

  /**
   * Read the signed-in account: `GET /v1/me`
   *
   * Returns the account. Details that were not given at sign-up are null.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, API_KEY_NOT_ALLOWED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, ACCOUNT_NOT_FOUND
   */
  get(options?: RequestOptions): ApiPromise<ReadMeResponse>;
}

export interface SandboxResource {
  /**
   * Decide on a sandbox applicant: `POST /v1/sandbox/applicants/{id}/decision`
   *
   * Works only for sandbox applicants; an applicant in `live` is not found. Decides on an applicant in `requires_review`. Repeating the same decision changes nothing. `request_resubmission` reopens the session for the modules in `modules` and shows `applicantMessage` to the applicant. The event for the decision contains the code `reviewer_decision`, never your `reason`. `warnings` says if no email was sent because the daily email limit was reached.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE, MODULE_NOT_ENABLED, WIDGET_NOT_FOUND
   */
  decideApplicant(applicantId: string, body: DecideSandboxApplicantBody, options?: RequestOptions): ApiPromise<DecideSandboxApplicantResponse>;

  /**
   * Expire a sandbox applicant: `POST /v1/sandbox/applicants/{id}/expire`
   *
   * Expires one of your sandbox applicants as if it had been without activity for 30 days, with its session and its event; an applicant in `live` is not found. Works in `created`, `in_progress`, `resubmission_requested` and `abandoned`. An applicant that has expired stays as it is.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param applicantId The id of the applicant (`app_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, APPLICANT_NOT_FOUND, ILLEGAL_STATE
   */
  expireApplicant(applicantId: string, options?: RequestOptions): ApiPromise<ExpireSandboxApplicantResponse>;

  /**
   * Renew a sandbox watch: `POST /v1/sandbox/monitoring/watchlist/{vendorId}/renew`
   *
   * Has one of your sandbox watches reach its next date; a vendor in `live` is not found. If the sandbox wallet covers it, the next month is debited and `paidUntil` moves on. If not, the first call ends the paid period, and the second one the three days after that: the watch is paused and you are emailed. A paused watch resumes once the wallet covers a month.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param vendorId The id of the vendor (`cmp_`), which is the id of its company.
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND
   */
  renewWatch(vendorId: string, options?: RequestOptions): ApiPromise<RenewSandboxWatchResponse>;

  /**
   * Deactivate a sandbox registration: `POST /v1/sandbox/webhooks/{id}/deactivate`
   *
   * Deactivates one of your sandbox registrations as if nothing had been delivered to it for five days; a registration in `live` is not found. The email about it is sent within a minute or two. A registration that we have deactivated stays as it is; one that you have deactivated is a 409.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param webhookId The id of the registration (`whk_`).
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE
   */
  deactivateWebhook(webhookId: string, options?: RequestOptions): ApiPromise<DeactivateSandboxWebhookResponse>;

  /**
   * Decide on a sandbox dispute: `POST /v1/sandbox/disputes/{disputeId}/decision`
   *
   * Decides on one of your sandbox disputes; a dispute in `live` is not found. Works like an administrator's review, except that a note is not required and you are the reviewer in `reviewedBy`.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param disputeId The id of the dispute (`dsp_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, DISPUTE_NOT_FOUND, ILLEGAL_STATE
   */
  decideDispute(disputeId: string, body: DecideSandboxDisputeBody, options?: RequestOptions): ApiPromise<DecideSandboxDisputeResponse>;

  /**
   * Complete a sandbox visit: `POST /v1/sandbox/address-verifications/{reference}/complete`
   *
   * Completes the visit of a sandbox address verification. Without `outcome`, the street of the address determines the outcome. A visit that has ended cannot be changed: asking for a different outcome is a 409.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @param reference The reference of the address verification (`addr_`).
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, ADDRESS_VERIFICATION_NOT_FOUND, ADDRESS_VERIFICATION_ENDED
   */
  completeAddressVerification(reference: string, body?: CompleteSandboxAddressVerificationBody, options?: RequestOptions): ApiPromise<CompleteSandboxAddressVerificationResponse>;

  /**
   * Simulate a monitoring event: `POST /v1/sandbox/monitoring/events`
   *
   * Simulates a monitoring event for a sandbox vendor that you watch or own; a vendor in `live` is not found. The event has the same effects as a detected one: the score changes and, if you watch the vendor, an alert is created and webhooks are sent. An event that repeats one from the last 7 days (same vendor, kind and source) returns the earlier event with a 200 and changes nothing, so send a different `source` each time.
   *
   * Rate limit: 120 requests per minute per account, shared by all sandbox actions.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, IDEMPOTENCY_KEY_INVALID, UNAUTHENTICATED, CROSS_SITE_REQUEST, IDEMPOTENCY_IN_PROGRESS, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, IDEMPOTENCY_KEY_REUSED, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, VENDOR_NOT_FOUND
   */
  simulateMonitoringEvent(body: SimulateSandboxMonitoringEventBody, options?: RequestOptions): ApiPromise<SimulateSandboxMonitoringEventResponse>;

  /**
   * Set the sandbox balance: `PUT /v1/sandbox/wallet`
   *
   * Sets the balance of test money in the account's sandbox wallet. The difference is recorded as a transaction, a credit or a debit. A debit that takes the balance below a threshold has the usual effect: an email or an automatic top-up. Money that is reserved for a chat message in progress cannot be removed. A `live` API key gets a 404.
   *
   * Rate limit: 10 requests per minute per IP address, shared by all wallet writes.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, CROSS_SITE_REQUEST, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE, INSUFFICIENT_BALANCE, WALLET_NOT_FOUND
   */
  setWallet(body: SetSandboxWalletBody, options?: RequestOptions): ApiPromise<SetSandboxWalletResponse>;

  /**
   * List sandbox emails: `GET /v1/sandbox/mails`
   *
   * Lists the sandbox emails that were kept instead of sent, newest first. Emails about sandbox applicants are sent only to confirmed addresses: that of the account, and those in `notifyAdminEmail` whose confirmation link was opened and confirmed. All others are kept for 30 days. For a `live` API key the list is empty.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  listMails(query?: ListSandboxMailsQuery, options?: RequestOptions): PagePromise<ListSandboxMailsResponse, KeptMail>;

  /**
   * List sandbox scenarios: `GET /v1/sandbox/scenarios`
   *
   * Lists every value that leads to an outcome other than a clean one. The simulated sources use the same table. If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.
   *
   * @throws KybError: VALIDATION_FAILED, ENVIRONMENT_MISMATCH, UNAUTHENTICATED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  listScenarios(query?: ListSandboxScenariosQuery, options?: RequestOptions): PagePromise<ListSandboxScenariosResponse, SandboxScenario>;
}

export interface ServiceResource {
  /**
   * Read the status of the API: `GET /v1/status`
   *
   * Returns 200 while the API accepts requests. It reads nothing, so that it is no statement about any particular endpoint or source.
   *
   * @throws KybError: VALIDATION_FAILED, INTERNAL_ERROR
   */
  getStatus(options?: RequestOptions): ApiPromise<ReadStatusResponse>;

  /**
   * Read the signing keys: `GET /.well-known/jwks.json`
   *
   * Returns the public keys that verify access tokens, as a JSON Web Key Set (RFC 7517). The `kid` of a token identifies its key. During a key rotation the set contains two keys.
   *
   * @throws KybError: INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  getSigningKeys(options?: RequestOptions): ApiPromise<ReadSigningKeysResponse>;
}

export interface ContactResource {
  /**
   * Subscribe to news: `POST /v1/subscribe`
   *
   * Subscribes an email address from a form on a public page. No account is needed. Each address is stored once. The response is the same for every address, whether or not it was subscribed before.
   *
   * Rate limit: 20 requests per 15 minutes per IP address, shared by both public forms.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  subscribe(body: SubscribeToNewsBody, options?: RequestOptions): ApiPromise<SubscribeToNewsResponse>;

  /**
   * Book a demo: `POST /v1/book-demo`
   *
   * Requests a demo from a form on a public page. No account is needed. Every request notifies our sales team. The response is the same for every email address, whether or not it requested a demo before.
   *
   * Rate limit: 20 requests per 15 minutes per IP address, shared by both public forms.
   *
   * @throws KybError: VALIDATION_FAILED, MALFORMED_JSON, BODY_TOO_LARGE, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, INTERNAL_ERROR, SERVICE_UNAVAILABLE
   */
  bookDemo(body: BookDemoBody, options?: RequestOptions): ApiPromise<BookDemoResponse>;
}

/** Every resource of the API. */
export interface Resources {
  readonly widgets: WidgetsResource;
  readonly applicants: ApplicantsResource;
  readonly notes: NotesResource;
  readonly clearances: ClearancesResource;
  readonly exports: ExportsResource;
  readonly embed: EmbedResource;
  readonly checks: ChecksResource;
  readonly addresses: AddressesResource;
  readonly verifications: VerificationsResource;
  readonly companies: CompaniesResource;
  readonly obligations: ObligationsResource;
  readonly watches: WatchesResource;
  readonly vendors: VendorsResource;
  readonly monitoringEvents: MonitoringEventsResource;
  readonly mediaMentions: MediaMentionsResource;
  readonly alerts: AlertsResource;
  readonly disputes: DisputesResource;
  readonly chats: ChatsResource;
  readonly wallet: WalletResource;
  readonly transactions: TransactionsResource;
  readonly topUps: TopUpsResource;
  readonly savedCard: SavedCardResource;
  readonly webhooks: WebhooksResource;
  readonly deliveries: DeliveriesResource;
  readonly events: EventsResource;
  readonly apiKeys: ApiKeysResource;
  readonly accounts: AccountsResource;
  readonly sandbox: SandboxResource;
  readonly service: ServiceResource;
  readonly contact: ContactResource;
}
