import { randomUUID } from 'node:crypto';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import { type Applicant, fromApplicantItem } from '#shared/onboarding/applicants/applicant';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import type { Subject } from '#shared/onboarding/applicants/subject';
import { saveAnswers } from '#shared/onboarding/embed/save-answers';
import { sessionSubmission } from '#shared/onboarding/embed/session-submission';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import {
  attachmentAttributes,
  type EmbedSession,
  fromEmbedSessionItem,
  withAttachment,
} from '#shared/onboarding/sessions/embed-session';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import type { WidgetConfigInput } from '#shared/onboarding/widgets/widget-config';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { post } from '#shared/wallet/ledger';
import type { LedgerEntry } from '#shared/wallet/ledger-entry';
import { loadWallet, type Wallet } from '#shared/wallet/wallet';
import { readLedger } from '#tests/support/ledgers';
import { configWithModules, createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { recorder } from './recorder.ts';

/** The default answers of every applicant of these tests. None of them may ever be logged or emitted. */
export const ANSWERS = {
  business_profile: { businessName: 'Adire Textiles Ltd' },
  cac_verification: { registrationNumber: 'RC7654321' },
  tin_verification: { tin: '87654321-0003' },
  bank_account_verification: { bankCode: '011', accountNumber: '0000014579' },
  directors_kyc: { fullNames: ['Folake Adeyemi'], nationalIdNumbers: ['98765432101'] },
  ubo_verification: { fullNames: ['Folake Adeyemi'] },
  shareholders_kyc: { fullNames: ['Chidi Okafor'] },
  address_verification: { street: '14 Marina Road', city: 'Lagos', state: 'Lagos' },
  utility_bill_verification: { meterNumber: '45678901234', provider: 'EKO' },
  cac_status_report: { registrationNumber: 'RC7654321' },
  memart_verification: { registrationNumber: 'RC7654321' },
  tax_clearance_verification: { certificateNumber: 'TCC/2026/77' },
  scuml_verification: { certificateNumber: 'SC-7788' },
  social_media_verification: { website: 'adire-textiles.ng' },
  document_upload: { documentType: 'licence' },
} as const satisfies SessionAnswers;

/** Options of an applicant that has submitted. */
export interface SubmissionOverrides {
  /** An account with wallets. Default: a new one. */
  readonly accountId?: string;
  readonly modules?: readonly ModuleId[];
  readonly config?: WidgetConfigInput;
  readonly environment?: Environment;
  readonly subject?: Subject;
  readonly referenceId?: string;
  /** Replaces {@link ANSWERS} by module. */
  readonly answers?: SessionAnswers;
  /** The balance of the wallet once the session is paid. */
  readonly balanceKobo?: number;
}

/** A submitted applicant, and the message about it. */
export interface Submitted {
  readonly accountId: string;
  readonly widget: Widget;
  readonly applicantId: string;
  readonly sessionId: string;
  readonly submissionReference: string;
  /** The submission's event as it is sent. */
  readonly event: ServiceEvent;
}

const DEFAULT_MODULES = ['business_profile', 'cac_verification', 'tin_verification'] as const;

/** Credits or debits a wallet until this is its balance. */
export const setBalance = async (accountId: string, environment: Environment, balanceKobo: number): Promise<void> => {
  const wallet = await loadWallet(serviceTable(), { accountId, environment });
  const differenceKobo = balanceKobo - wallet.balanceKobo;
  if (differenceKobo === 0) return;
  const { operations } = post(
    wallet,
    [
      {
        type: differenceKobo > 0 ? 'credit' : 'debit',
        amountKobo: Math.abs(differenceKobo),
        actionKey: null,
        description: 'Set by a test',
        reference: null,
      },
    ],
    Date.now(),
  );
  const result = await serviceTable().transact(operations);
  if (!result.written) throw new Error('The balance was not set');
};

/** Submits a session over a test's own table, which may break. A session that is submitted already stays as it is. */
export const submit = async (
  table: Pick<Table, 'transact'>,
  widget: Widget,
  session: EmbedSession,
  nowMs: number,
): Promise<EmbedSession> => {
  const { submitted, operations } = sessionSubmission(widget, session, nowMs);
  if (submitted === session) return session;
  const { written } = await table.transact(operations);
  if (!written) throw new Error('The submission was refused');
  return submitted;
};

/** Submits a session as the embedded runtime does. */
export const submitSession = async (widget: Widget, session: EmbedSession) => {
  const { table, events } = recorder();
  const submitted = await submit(table, widget, session, Date.now());
  const [event] = await events();
  if (!event || submitted.referenceId === null) throw new Error('The session was submitted before');
  return { submissionReference: submitted.referenceId, event };
};

/** Attaches a file to the module that requires one, as if it had been uploaded. */
const withFile = async (session: EmbedSession): Promise<EmbedSession> => {
  const attachment = {
    id: newId('att', Date.now()),
    filename: 'licence.pdf',
    mimeType: 'application/pdf',
    activeContent: false,
    sha256: 'ab'.repeat(32),
    size: 1024,
    uploadedAt: isoTime(Date.now()),
  };
  const key = embedSessionKeys.embedSession(session.id);
  await serviceTable().write(update(key, { set: attachmentAttributes('document_upload', attachment), when: {} }));
  return withAttachment(session, 'document_upload', attachment);
};

/** Answers a session, module by module, as the embedded runtime does. */
export const response = async (
  widget: Widget,
  session: EmbedSession,
  answers: SessionAnswers,
): Promise<EmbedSession> => {
  let saved = session;
  for (const moduleId of session.moduleOrder) {
    const given = answers[moduleId];
    if (!given) continue;
    const save = saveAnswers(widget, saved, { moduleId, given, open: session.moduleOrder }, Date.now());
    const { written } = await serviceTable().transact(save.operations);
    if (!written) throw new Error('The answers were not saved');
    ({ saved } = save);
  }
  return session.moduleOrder.includes('document_upload') ? withFile(saved) : saved;
};

/** Takes an applicant all the way to its submission. */
export const submitted = async (overrides: SubmissionOverrides = {}): Promise<Submitted> => {
  const { modules = DEFAULT_MODULES, environment = 'sandbox', subject = {}, referenceId, balanceKobo } = overrides;
  const { accountId = newId('usr', Date.now()) } = overrides;
  await openWalletsFor({ accountId });
  if (environment === 'live') await setBalance(accountId, 'live', 10_000_000);
  const config = overrides.config ?? configWithModules(...modules);
  const widget = await createWidgetFor({ accountId }, { environment, config });
  const created = await createApplicantFor({ accountId }, widget, { subject, ...(referenceId && { referenceId }) });
  const session = await response(widget, created.session, { ...ANSWERS, ...overrides.answers });
  const result = await submitSession(widget, session);
  if (balanceKobo !== undefined) await setBalance(accountId, environment, balanceKobo);
  return { accountId, widget, applicantId: created.applicant.id, sessionId: session.id, ...result };
};

/** The body of the queue message that a rule of the bus makes of an event. */
export const messageBody = (event: ServiceEvent): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': event.type,
    source: 'kyb-service',
    account: '000000000000',
    time: event.occurredAt,
    region: 'eu-west-1',
    resources: [],
    detail: event,
  });

/** An applicant as it is stored. */
export const applicantOf = async ({ applicantId }: Pick<Submitted, 'applicantId'>): Promise<Applicant> => {
  const item = await serviceTable().get(applicantKeys.applicant(applicantId));
  if (!item) throw new Error('There is no such applicant');
  return fromApplicantItem(item);
};

/** An applicant's session as it is stored. */
export const sessionOf = async ({ sessionId }: Pick<Submitted, 'sessionId'>): Promise<EmbedSession> => {
  const item = await serviceTable().get(embedSessionKeys.embedSession(sessionId));
  if (!item) throw new Error('There is no such session');
  return fromEmbedSessionItem(item);
};

/** The wallet that paid. */
export const walletOf = ({ accountId, widget }: Submitted): Promise<Wallet> =>
  loadWallet(serviceTable(), { accountId, environment: widget.environment });

/** The debits for an applicant's checks, in order, without that for its session. */
export const checkDebitsOf = async ({ accountId, widget, applicantId }: Submitted): Promise<readonly LedgerEntry[]> => {
  const ledger = await readLedger({ accountId, environment: widget.environment });
  return ledger.filter(({ reference, actionKey }) => reference === applicantId && actionKey !== 'kyb_session_base');
};
