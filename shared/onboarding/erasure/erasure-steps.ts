import * as v from 'valibot';
import { eraseVisit } from '#shared/addresses/erase-visit';
import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { eraseCheck } from '#shared/direct-checks/erase-check';
import { verificationsOfApplicant } from '#shared/direct-checks/verifications-of-applicant';
import { type Copy, forgetCopy, someCopiesOf } from '#shared/erasure/copies';
import { eraseEvent, eventsAbout } from '#shared/events/erase-events';
import { eventSchema } from '#shared/events/outbox';
import { newRemoval, scheduleRemoval } from '#shared/files/file-removal';
import { forgetAnswer, forgetAnswerUntil } from '#shared/http/idempotency/idempotency';
import type { ItemFamily } from '#shared/key-families';
import { eraseKeptMail } from '#shared/mails/kept-mail';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { notesOf, readNoteErasures } from '#shared/onboarding/notes/note-repository';
import { attachmentKey } from '#shared/onboarding/sessions/embed-session';
import { eraseSession, findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { allEnded } from '#shared/platform/all-ended';
import { evidenceKeysOf, removeEvidence } from '#shared/verification/erase-evidence';
import { eraseDeliveries } from '#shared/webhooks/deliveries/erase-deliveries';
import { readEveryRegistrationId } from '#shared/webhooks/registrations/registration-repository';
import { assessmentSpans, eventSpans } from './erased-spans.ts';

/** The effects of an erasure step. */
export interface StepEffects {
  readonly table: Table;
  readonly nowMs: number;
}

/** An applicant whose own record is erased. @property hasGaps whether its timeline may lack entries. */
export type ErasedApplicant = Applicant & Required<Pick<Applicant, 'erasedAt'>> & { readonly hasGaps: boolean };

/**
 * One part of an erasure: what these families store about an applicant. It can be repeated, and interrupted anywhere:
 * what is erased already is left alone.
 *
 * @property erase returns whether this part is complete; false while something cannot be erased yet.
 */
export interface ErasureStep {
  readonly families: readonly ItemFamily[];
  readonly erase: (applicant: ErasedApplicant, effects: StepEffects) => Promise<boolean>;
}

const writeAll = async (table: Table, writes: readonly (WriteOperation | undefined)[]): Promise<boolean> => {
  const results = await allEnded(writes.map(async (write) => (write ? (await table.write(write)).written : true)));
  return results.every(Boolean);
};

const concerned = ({ id: applicantId, accountId, environment }: Applicant) => ({ applicantId, accountId, environment });

const verificationsOf = (applicant: ErasedApplicant, table: Table) =>
  verificationsOfApplicant(table, concerned(applicant), assessmentSpans(applicant));

/**
 * Erases the answers and the files. The removal of the files is scheduled first, because only the session names them.
 */
const answers: ErasureStep = {
  families: ['embedSession', 'fileRemoval'],
  erase: async (applicant, { table, nowMs }) => {
    const session = await findEmbedSession(table, applicant.sessionId);
    if (!session) return true;
    const files = Object.values(session.attachments).flat();
    const named = files.filter(({ filename }) => filename !== '');
    if (named.length > 0) {
      const keys = files.map(({ id }) => attachmentKey(applicant, id));
      await table.write(scheduleRemoval(newRemoval({ removalId: applicant.id, prefix: 'attachments', keys }, nowMs)));
    }
    return (await table.write(eraseSession(session))).written;
  },
};

const checks: ErasureStep = {
  families: ['directCheck'],
  erase: async (applicant, { table }) => {
    const found = await verificationsOf(applicant, table);
    return writeAll(table, found.checks.map(eraseCheck));
  },
};

const visits: ErasureStep = {
  families: ['addressVerification'],
  erase: async (applicant, { table, nowMs }) => {
    const found = await verificationsOf(applicant, table);
    return writeAll(
      table,
      found.visits.map((visit) => eraseVisit(visit, nowMs)),
    );
  },
};

/** Maximum number of evidence items that are deleted at once. */
const EVIDENCE_AT_ONCE = 25;

/** Erases the responses of sources, and the clearances of list entries. */
const evidence: ErasureStep = {
  families: ['evidence'],
  erase: async (applicant, { table }) => {
    for (;;) {
      const keys = await evidenceKeysOf(table, applicant, EVIDENCE_AT_ONCE);
      if (keys.length === 0) return true;
      await writeAll(table, keys.map(removeEvidence));
    }
  },
};

/** Erases the notes of reviewers, with the stored responses that repeat them. */
const notes: ErasureStep = {
  families: ['applicantNotes', 'idempotency'],
  erase: async (applicant, { table }) => {
    const writes = await readNoteErasures(table, notesOf(applicant));
    // A write that is refused has nothing left to erase.
    await writeAll(table, writes);
    return true;
  },
};

/** Erases the account's reference for the applicant from events and webhooks. */
const events: ErasureStep = {
  families: ['outbox', 'delivery'],
  erase: async (applicant, { table, nowMs }) => {
    const [found, registrationIds] = await allEnded([
      verificationsOf(applicant, table),
      readEveryRegistrationId(table, applicant.accountId),
    ]);
    let isAll = true;
    for (const span of eventSpans(applicant, found.visits)) {
      for (const item of await eventsAbout(table, concerned(applicant), span)) {
        const [areErased] = await allEnded([
          // The event is passed as it was sent: the id of a delivery must not depend on what is erased.
          eraseDeliveries(table, v.parse(eventSchema, item), registrationIds, nowMs),
          eraseEvent(table, item),
        ]);
        if (!areErased) isAll = false;
      }
    }
    return isAll;
  },
};

const eraseCopy = async ({ kind, heldBy, expiresAtSeconds }: Copy, table: Table): Promise<void> => {
  for (const key of heldBy) {
    // The write refuses when the response has expired, or a later request has used the key.
    await table.write(kind === 'mail' ? eraseKeptMail(key) : forgetAnswerUntil(key, expiresAtSeconds));
  }
};

const copies: ErasureStep = {
  families: ['applicantErasure', 'keptMail', 'idempotency'],
  erase: async (applicant, { table }) => {
    const { keptAnswer, createdAt } = applicant;
    if (keptAnswer) await table.write(forgetAnswer(keptAnswer, Date.parse(createdAt)));
    for (;;) {
      const some = await someCopiesOf(table, applicant.id);
      if (some.length === 0) return true;
      for (const copy of some) {
        await eraseCopy(copy, table);
        await table.write(forgetCopy(copy));
      }
    }
  },
};

/**
 * Every part of an erasure except the applicant's own record, which is erased first. Each family that stores something
 * about an applicant has its step here, or a test that gives the reason why it stores nothing.
 */
export const ERASURE_STEPS: readonly ErasureStep[] = [answers, checks, visits, evidence, notes, events, copies];

/** The families that are erased at once, before the steps. */
export const ERASED_AT_ONCE = [
  'applicant',
  'applicantList',
  'applicantsOfReference',
  'applicantsOfTag',
] as const satisfies readonly ItemFamily[];
