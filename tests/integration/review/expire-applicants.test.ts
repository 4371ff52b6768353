import { beforeAll, describe, expect, test } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { handler as decideHandler } from '#functions/api/kyb/decide-applicant';
import { decideApplicant } from '#functions/api/kyb/decide-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { fileKeys } from '#shared/files/keys';
import { applicantTransition, findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { addFile } from '#shared/onboarding/embed/attach-file';
import { expireApplicants } from '#shared/onboarding/expiry/expire-applicants';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { type Attachment, attachmentAttributes, attachmentKey } from '#shared/onboarding/sessions/embed-session';
import { findEmbedSession, reopenFor, sessionUnanswered } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { assess } from '#tests/integration/assessment/run';
import {
  applicantOf as applicantById,
  type Submitted,
  sessionOf,
  submitSession,
  submitted,
} from '#tests/integration/assessment/submissions';
import { embedEndpoint } from '#tests/integration/embed/call';
import { complete, openedSession } from '#tests/integration/embed/session';
import { endpoint } from '#tests/support/call';
import { outboxEventsOf } from '#tests/support/outbox';
import { sweepOnly } from '#tests/support/swept-files';
import { inReview } from './applicants.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTH_AGO = () => Date.now() - 31 * DAY_MS;

const callOpen = embedEndpoint(openEmbedSession, openHandler);
const decide = endpoint(decideApplicant, decideHandler);

type Opened = Awaited<ReturnType<typeof openedSession>>;

const applicantOf = async ({ account, applicant }: Opened) => {
  const found = await findOwnedApplicant(serviceTable(), account, applicant.id);
  if (!found) throw new Error('There is no such applicant');
  return found;
};

const expire = (table: Table = serviceTable(), nowMs = Date.now()) =>
  expireApplicants({ table, clock: () => nowMs, log: makeLogger({}, () => {}), metrics: () => {} });

const expiredEventsOf = ({ applicant }: Opened) => outboxEventsOf(applicant.id, 'kyb.applicant.expired');

/** When the applicant is looked at next; undefined when it is not. */
const idleCheckOf = async (applicantId: string) =>
  (await serviceTable().get(applicantKeys.applicant(applicantId)))?.['gsi4sk'];

const isWatched = async ({ applicant }: Opened) => (await idleCheckOf(applicant.id)) !== undefined;

const openAgain = ({ widget, applicant }: Opened) =>
  callOpen({ body: { token: widget.embedLinkToken, applicantId: applicant.id } });

/** Handles what earlier tests left due, so that it does not affect this one. */
beforeAll(() => expire());

describe('An applicant without activity for 30 days', () => {
  test('expires with its session, by the service, and one event names it', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    await expire();
    const { status, timeline, updatedAt } = await applicantOf(idle);
    expect([status, timeline.at(-1)]).toEqual(['expired', { status: 'expired', at: updatedAt, by: 'service' }]);
    expect((await expiredEventsOf(idle)).map(({ data }) => data)).toEqual([
      {
        applicantId: idle.applicant.id,
        widgetId: idle.widget.id,
        environment: 'sandbox',
        referenceId: 'c-7',
        createdBy: 'account',
        expiredAt: updatedAt,
      },
    ]);
    expect(await isWatched(idle)).toBe(false);
  });

  test('is not revived: opening, saving, reading, submitting and abandoning are a 409', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    await expire();
    const answers = { businessName: 'Ada Foods Ltd' };
    const calls = [
      await openAgain(idle),
      await idle.save('business_profile', answers),
      await idle.read(),
      await idle.submit(),
      await idle.abandon(),
    ];
    expect(calls.map(({ status, body }) => [status, body.code])).toEqual(calls.map(() => [409, 'APPLICANT_NOT_OPEN']));
    expect((await applicantOf(idle)).status).toBe('expired');
  });

  test('expires even if it was abandoned', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    const nowMs = MONTH_AGO();
    await serviceTable().transact([
      sessionUnanswered(idle.session.id, 'abandon'),
      applicantTransition(idle.applicant.id, 'abandon', { by: 'applicant', nowMs }),
    ]);
    await expire();
    expect((await applicantOf(idle)).timeline.map(({ status }) => status)).toEqual(['created', 'abandoned', 'expired']);
  });
});

describe('The files of an expired applicant', () => {
  /** Attaches a file, uploaded at a given time. */
  const attach = async (
    { widget, session }: Opened,
    moduleId: 'cac_verification' | 'tin_verification',
    atMs: number,
  ) => {
    const current = await findEmbedSession(serviceTable(), session.id);
    if (!current) throw new Error('There is no such session');
    const [id, uploadedAt] = [newId('att', atMs), isoTime(atMs)];
    const about = {
      filename: 'a.pdf',
      mimeType: 'application/pdf',
      size: 9,
      activeContent: false,
      sha256: 'ab'.repeat(32),
    };
    const attachment: Attachment = { id, ...about, uploadedAt };
    const isStarted = Object.keys(current.attachments).length > 0;
    const { operations } = addFile(widget, { session: current, isStarted }, { moduleId, attachment }, atMs);
    expect(await serviceTable().transact(operations)).toEqual({ written: true });
    return attachment;
  };

  const attachmentsOf = async ({ session }: Opened) =>
    (await findEmbedSession(serviceTable(), session.id))?.attachments;

  const sweep = async ({ session }: Opened) => {
    const removed: string[] = [];
    await sweepOnly([session.id], async (key) => void removed.push(key));
    return removed.sort();
  };

  test('are removed once if they were never submitted, and the applicant no longer names them', async () => {
    const atMs = MONTH_AGO();
    const idle = await openedSession({}, atMs);
    const files = [
      await attach(idle, 'cac_verification', atMs + 1000),
      await attach(idle, 'cac_verification', atMs + 2000),
      await attach(idle, 'tin_verification', atMs + 3000),
    ];
    expect(await sweep(idle)).toEqual([]);
    await expire();
    expect((await applicantOf(idle)).status).toBe('expired');
    expect(await attachmentsOf(idle)).toEqual({});
    expect(await sweep(idle)).toEqual(files.map(({ id }) => attachmentKey(idle.widget, id)).sort());
    expect(await sweep(idle)).toEqual([]);
  });

  test('stay if they had been submitted before, except those uploaded since a resubmission was requested', async () => {
    const atMs = MONTH_AGO();
    const idle = await openedSession({}, atMs);
    const submitted = await attach(idle, 'cac_verification', atMs + 1000);
    const { id, sessionId } = await applicantOf(idle);
    const nowMs = atMs + 2000;
    const requested = { status: 'resubmission_requested', at: isoTime(nowMs), by: 'reviewer' };
    await serviceTable().transact([
      update(applicantKeys.applicant(id), {
        set: { status: requested.status },
        append: { timeline: { entry: requested, maxLength: 200 } },
        when: {},
      }),
      update(embedSessionKeys.embedSession(sessionId), { set: { status: 'submitted' }, when: {} }),
    ]);
    const expiresAt = isoTime(nowMs + DAY_MS);
    await serviceTable().write(reopenFor(sessionId, { modules: ['cac_verification'], expiresAt, nowMs }));
    const added = await attach(idle, 'cac_verification', atMs + 3000);
    await expire();
    expect((await applicantOf(idle)).status).toBe('expired');
    expect(await attachmentsOf(idle)).toEqual({ cac_verification: [submitted] });
    expect(await sweep(idle)).toEqual([attachmentKey(idle.widget, added.id)]);
  });

  test('are removed however many a session has', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    const files = MODULE_IDS.flatMap((moduleId) =>
      Array.from({ length: 10 }, () => {
        const attachment = {
          filename: 'n'.repeat(120),
          mimeType: 'application/pdf',
          size: 4_000_000,
          activeContent: false,
          sha256: 'ab'.repeat(32),
        };
        return { moduleId, attachment: { id: newId('att', 0), ...attachment, uploadedAt: idle.session.createdAt } };
      }),
    );
    const set = Object.assign({}, ...files.map((file) => attachmentAttributes(file.moduleId, file.attachment)));
    await serviceTable().write(update(embedSessionKeys.embedSession(idle.session.id), { set, when: {} }));
    await expire();
    expect(await attachmentsOf(idle)).toEqual({});
    expect(await sweep(idle)).toHaveLength(190);
  });

  test('need no removal if there are none', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    await expire();
    expect(await serviceTable().get(fileKeys.removal(idle.session.id))).toBeUndefined();
  });
});

describe('An applicant that was active', () => {
  test('does not expire 30 days after its creation, and is checked again 30 days after its last activity', async () => {
    const active = await openedSession({}, MONTH_AGO());
    await openAgain(active);
    await active.save('business_profile', { businessName: 'Ada Foods Ltd' });
    await expire();
    expect((await applicantOf(active)).status).toBe('in_progress');
    const session = await findEmbedSession(serviceTable(), active.session.id);
    const dueAt = new Date(Date.parse(session?.lastActiveAt ?? '') + 30 * DAY_MS).toISOString();
    expect(await idleCheckOf(active.applicant.id)).toBe(dueAt);
  });

  test('is not checked once it has submitted', async () => {
    const session = await openedSession();
    expect(await isWatched(session)).toBe(true);
    await complete(session);
    await session.submit();
    expect(await isWatched(session)).toBe(false);
  });

  test('at the moment of expiry either stays or expires, and its session agrees', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    const [, opened] = await Promise.all([expire(), openAgain(idle)]);
    const { status } = await applicantOf(idle);
    expect([opened.status, status]).toEqual(opened.status === 200 ? [200, 'created'] : [409, 'expired']);
    expect(await expiredEventsOf(idle)).toHaveLength(opened.status === 200 ? 0 : 1);
  });

  test('between the check and the write is not expired', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    const table = serviceTable();
    const late: Table = {
      ...table,
      transact: async (operations) => {
        await openAgain(idle);
        return table.transact(operations);
      },
    };
    await expire(late);
    expect((await applicantOf(idle)).status).toBe('created');
    await expire();
    expect((await applicantOf(idle)).status).toBe('created');
  });
});

describe('An applicant that must resubmit, and is inactive for 30 days,', () => {
  type Reopened = Pick<Submitted, 'applicantId' | 'sessionId'>;

  /** A run over one session only, whose day is later than those of the other tests. */
  const expireOnly = ({ applicantId }: Reopened, nowMs: number) => {
    const { pk } = applicantKeys.applicant(applicantId);
    const table = serviceTable();
    // Other tests leave more sessions that are due by then than one sweep looks at.
    const query: Table['query'] = async (range) => {
      for (let after = range.after; ; ) {
        const page = await table.query({ ...range, limit: 1_000, ...(after && { after }) });
        const items = page.items.filter((item) => item.pk === pk);
        if (items.length > 0 || !page.next) return { ...page, items };
        after = page.next;
      }
    };
    return expire({ ...table, query }, nowMs);
  };

  /** Makes each of these runs, and expects only the one after 30 days without activity to expire it. */
  const expectToExpire = async (reopened: Reopened): Promise<void> => {
    const { lastActiveAt } = (await findEmbedSession(serviceTable(), reopened.sessionId)) ?? {};
    const idleFromMs = Date.parse(lastActiveAt ?? '') + 30 * DAY_MS;
    await expireOnly(reopened, idleFromMs - 60_000);
    expect((await applicantById(reopened)).status).toBe('resubmission_requested');
    await expireOnly(reopened, idleFromMs + 1);
    expect((await applicantById(reopened)).status).toBe('expired');
    expect((await findEmbedSession(serviceTable(), reopened.sessionId))?.status).toBe('expired');
    expect(await outboxEventsOf(reopened.applicantId, 'kyb.applicant.expired')).toHaveLength(1);
  };

  test('expires after a reviewer asked for it', async () => {
    const { account, submission, path } = await inReview();
    expect(await idleCheckOf(submission.applicantId)).toBeUndefined();
    const body = { decision: 'request_resubmission', reason: 'Wrong number.', modules: ['cac_verification'] };
    expect((await decide(account, { ...path, body })).status).toBe(200);
    await expectToExpire(submission);
  });

  test('expires after its assessment asked for it', async () => {
    const submission = await submitted({ subject: { businessName: 'SANDBOX_RESUBMIT Ltd' } });
    expect(await idleCheckOf(submission.applicantId)).toBeUndefined();
    await assess(submission);
    expect((await applicantById(submission)).status).toBe('resubmission_requested');
    await expectToExpire(submission);
  });

  test('does not expire once it has resubmitted', async () => {
    const submission = await submitted({ subject: { businessName: 'SANDBOX_RESUBMIT Ltd' } });
    await assess(submission);
    await submitSession(submission.widget, await sessionOf(submission));
    await expireOnly(submission, Date.now() + 31 * DAY_MS);
    expect((await applicantById(submission)).status).toBe('submitted');
  });
});

describe('A run', () => {
  test('at the same moment as two others expires each applicant once', async () => {
    const idle = await Promise.all(Array.from({ length: 4 }, () => openedSession({}, MONTH_AGO())));
    await Promise.all([expire(), expire(), expire()]);
    for (const one of idle) {
      expect((await applicantOf(one)).status).toBe('expired');
      expect(await expiredEventsOf(one)).toHaveLength(1);
    }
  });

  test.each(['before', 'after'] as const)(
    'that dies %s each write reports the failure, and the next one finishes its work',
    async (when) => {
      const idle = await Promise.all(Array.from({ length: 3 }, () => openedSession({}, MONTH_AGO())));
      const table = serviceTable();
      const dying: Table = {
        ...table,
        transact: async (operations) => {
          if (when === 'after') await table.transact(operations);
          throw new Error('The function was killed');
        },
      };
      await expect(expire(dying)).rejects.toThrow('The function was killed');
      // What a run failed at is set aside for a quarter of an hour.
      await expire(serviceTable(), Date.now() + 16 * 60_000);
      for (const one of idle) {
        expect((await applicantOf(one)).status).toBe('expired');
        expect(await expiredEventsOf(one)).toHaveLength(1);
      }
    },
  );

  test('that cannot read the list for an hour fails each time, and catches up afterwards', async () => {
    const idle = await openedSession({}, MONTH_AGO());
    const down: Table = { ...serviceTable(), query: () => Promise.reject(new Error('The table is not available')) };
    for (let run = 0; run < 6; run++) await expect(expire(down)).rejects.toThrow('The table is not available');
    expect((await applicantOf(idle)).status).toBe('created');
    await expire();
    expect((await applicantOf(idle)).status).toBe('expired');
  });

  test('writes nothing when nothing is due', async () => {
    await expire();
    const table = serviceTable();
    const writes: string[] = [];
    const watched: Table = {
      ...table,
      write: (operation) => {
        writes.push(operation.kind);
        return table.write(operation);
      },
      transact: (operations) => {
        writes.push('transaction');
        return table.transact(operations);
      },
    };
    await openedSession();
    await expire(watched);
    expect(writes).toEqual([]);
  });
});
