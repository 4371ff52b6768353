import type { InferOutput } from 'valibot';
import type { Item, WriteOperation } from '#shared/db/expressions';
import { onLatest } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { VISITOR_SENTENCES } from '#shared/errors/visitor-sentences';
import type { Effects, ParsedRequest } from '#shared/http/endpoint';
import type { EndpointResponse } from '#shared/http/endpoint-response';
import type { RequestMeta } from '#shared/http/request';
import { unknownFields } from '#shared/http/schemas/unknown-fields';
import type { Warning } from '#shared/http/warnings';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import {
  type AccountSnapshot,
  type ApplicantSnapshot,
  applicantCreation,
  lookAtCreation,
  newerSnapshot,
  readAccountSnapshot,
  refuseCreation,
  snapshotOfWidget,
} from '#shared/onboarding/applicants/applicant-creation';
import { findApplicantOfWidget } from '#shared/onboarding/applicants/applicant-repository';
import type { Subject } from '#shared/onboarding/applicants/subject';
import { provesApplicant } from '#shared/onboarding/embed/applicant-signature';
import { openSessionBody } from '#shared/onboarding/embed/embed-bodies';
import { type ReopenedSession, reopenSession } from '#shared/onboarding/embed/reopen-session';
import {
  CONTINUING_STATUSES,
  type EmbedCaller,
  OPENING_STATUSES,
  serveEmbed,
} from '#shared/onboarding/embed/serve-embed';
import { endedRefusal } from '#shared/onboarding/embed/session-guards';
import { useSignature } from '#shared/onboarding/embed/signature-use';
import { type EmbedSession, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { resumedSessionView } from '#shared/onboarding/sessions/session-view';
import { parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { openToVisitors } from '#shared/onboarding/widgets/intake';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { embedTokenOf, openEmbedSigningSecret } from '#shared/onboarding/widgets/widget';
import { unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { type ReadVault, vault } from '#shared/platform/vault';
import { openEmbedSession } from './open-embed-session.contract.ts';

type Body = InferOutput<typeof openSessionBody>;

/** What is read before the widget is verified: the existing applicant, or the price of a new one. */
interface Loaded {
  readonly applicant?: Applicant | undefined;
  readonly account?: AccountSnapshot;
}

const load = async ({ token, applicantId }: Body, table: ItemReader): Promise<Loaded> => {
  const claimed = parseEmbedToken(token);
  if (!claimed) return {};
  return applicantId === undefined
    ? { account: await readAccountSnapshot(table, { ...claimed, environments: ENVIRONMENTS }, claimed.widgetId) }
    : { applicant: await findApplicantOfWidget(table, claimed, applicantId) };
};

const created = (
  session: EmbedSession,
  { config }: Widget,
  warnings: readonly Warning[],
): EndpointResponse<typeof openEmbedSession> => {
  const { applicantId, expiresAt } = session;
  const data = { ...resumedSessionView(session, config), applicantId, expiresAt, subject: null };
  return { status: 201, body: { success: true, data, ...(warnings.length > 0 && { warnings }) } };
};

/** @throws ApiError for a widget whose token was rotated, or that was paused or suspended, since the caller was admitted. */
const guardStillOpen = (intake: Item | undefined, token: string): void => {
  if (intake && embedTokenOf(intake) !== token) throw new ApiError('INVALID_EMBED_TOKEN');
  if (intake && (intake['status'] !== 'live' || intake['suspendedAt'] !== undefined))
    throw new ApiError('WIDGET_NOT_LIVE');
};

/**
 * Creates an applicant at the expense of the widget's owner. The error does not show the owner's balance to the
 * browser.
 */
const openForNewApplicant = async (
  { widget, signature }: EmbedCaller,
  account: AccountSnapshot,
  { body: { token, referenceId, subject }, meta }: ParsedRequest<typeof openEmbedSession>,
  { table, commit }: Pick<Effects<typeof openEmbedSession>, 'table' | 'commit'>,
): Promise<EndpointResponse<typeof openEmbedSession>> => {
  const use = signature && useSignature(signature, meta);
  const requested = { subject, by: 'applicant', ...(referenceId !== undefined && { referenceId }) } as const;
  const warnings = unknownFields(openSessionBody, meta);
  const attempt = async (latest: ApplicantSnapshot) => {
    const creation = applicantCreation(latest, requested, meta.nowMs, openToVisitors(token));
    const response = created(creation.created.session, widget, warnings);
    return { result: await commit({ ...creation.operations, signature: use }, response), value: response };
  };
  const snapshot = await snapshotOfWidget(widget, account);
  const scope = { accountId: widget.accountId, environments: [widget.environment] };
  const look = lookAtCreation(table, scope, widget.id, requested, meta.nowMs);
  const { result, value: response } = await onLatest(snapshot, attempt, newerSnapshot(snapshot), { look }).catch(
    (error: unknown) => {
      throw error instanceof ApiError && error.code === 'INSUFFICIENT_BALANCE'
        ? new ApiError('INSUFFICIENT_BALANCE', { sentence: VISITOR_SENTENCES.INSUFFICIENT_BALANCE })
        : error;
    },
  );
  if (result.written) return response;
  if (result.refusals.signature) throw new ApiError('SIGNATURE_REUSED');
  guardStillOpen(result.refusals.intake?.found, token);
  return refuseCreation(result.refusals);
};

/**
 * Writes an opening, and uses up the signature of the request, if it has one.
 *
 * @returns undefined when the session or its applicant has changed since.
 * @throws ApiError SIGNATURE_REUSED.
 */
const writeOpening = async (
  { sessionId, expiresAt, operations }: ReopenedSession,
  signature: WriteOperation | undefined,
  { table, repeatable }: Pick<Effects<typeof openEmbedSession>, 'table' | 'repeatable'>,
): Promise<EmbedSession | undefined> => {
  if (!signature && !operations.applicant) {
    const renewed = await repeatable.write(operations.session);
    return renewed.written && renewed.item ? fromEmbedSessionItem(renewed.item) : undefined;
  }
  // A transaction returns no item, so the session is read in parallel.
  const [result, session] = await Promise.all([
    repeatable.transact({ ...operations, signature }),
    findEmbedSession(table, sessionId),
  ]);
  if (result.written) return session && { ...session, status: 'in_progress', expiresAt };
  if (result.refusals.signature) throw new ApiError('SIGNATURE_REUSED');
  return undefined;
};

/** How often an opening is attempted while the applicant changes concurrently. */
const MAX_TRIES = 4;

/** Renews the session of an existing applicant, or resumes it, without creating or charging anything. */
const openForApplicant = async (
  { widget, signature }: EmbedCaller,
  applicant: Applicant | undefined,
  meta: RequestMeta,
  effects: Pick<Effects<typeof openEmbedSession>, 'table' | 'repeatable'>,
): Promise<EmbedSession> => {
  const use = signature && useSignature(signature, meta);
  let current = applicant;
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const session = await writeOpening(reopenSession(widget, current, meta.nowMs), use, effects);
    if (session) return session;
    // The applicant's latest status decides what happens next.
    current = await findApplicantOfWidget(effects.table, { ...widget, widgetId: widget.id }, current?.id ?? '');
  }
  throw endedRefusal('submitted');
};

/**
 * The account's statements about an applicant, if the account vouches for the caller: by a signed request, or by the
 * applicant's signature. The token is public, and the applicant's id may be as well.
 *
 * @throws ApiError INVALID_REQUEST_SIGNATURE.
 */
const shownSubject = async (
  { widget, signature }: EmbedCaller,
  applicant: Applicant | undefined,
  { body: { applicantSignature }, meta }: ParsedRequest<typeof openEmbedSession>,
  vault: ReadVault,
): Promise<Subject | null> => {
  if (applicant?.createdBy !== 'account' || applicant.widgetId !== widget.id) return null;
  if (signature) return applicant.subject;
  if (applicantSignature === undefined) return null;
  const secret = await openEmbedSigningSecret(widget, vault);
  return provesApplicant(applicant.id, applicantSignature, secret, unixSeconds(meta.nowMs)) ? applicant.subject : null;
};

/** Opens the session of an existing applicant, or of a new one. */
export const handler = serveEmbed(
  openEmbedSession,
  {
    tokenOf: ({ body }) => body.token,
    // An open session may finish on a paused widget; the applicant's status determines whether it is open.
    statuses: ({ body }) => (body.applicantId === undefined ? OPENING_STATUSES : CONTINUING_STATUSES),
    reads: false,
    unknownToken: 'INVALID_EMBED_TOKEN',
  },
  {
    effects: [vault],
    idempotencyScope: ({ body }) => parseEmbedToken(body.token)?.widgetId,
    load: ({ body }, { table }) => load(body, table),
    answer: async (request, { table, repeatable, commit, vault }) => {
      const { caller, loaded, meta } = request;
      if (loaded.account) return openForNewApplicant(caller, loaded.account, request, { table, commit });
      const subject = await shownSubject(caller, loaded.applicant, request, vault);
      const session = await openForApplicant(caller, loaded.applicant, meta, { table, repeatable });
      const { applicantId, expiresAt } = session;
      const view = resumedSessionView(session, caller.widget.config);
      return { status: 200, body: { success: true, data: { ...view, applicantId, expiresAt, subject } } } as const;
    },
  },
);
