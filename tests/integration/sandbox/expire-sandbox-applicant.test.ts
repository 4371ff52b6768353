import { describe, expect, test } from 'vitest';
import { handler as attachHandler } from '#functions/api/embed/attach-file';
import { attachFile } from '#functions/api/embed/attach-file.contract';
import { handler } from '#functions/api/sandbox/expire-sandbox-applicant';
import { expireSandboxApplicant } from '#functions/api/sandbox/expire-sandbox-applicant.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { attachmentKey } from '#shared/onboarding/sessions/embed-session';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { setBalance } from '#tests/integration/assessment/submissions';
import { embedEndpoint } from '#tests/integration/embed/call';
import { complete, openedSessionOf } from '#tests/integration/embed/session';
import { inReview } from '#tests/integration/review/applicants';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { memoryFiles } from '#tests/support/memory-files';
import { multipart } from '#tests/support/multipart-request';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { outboxEventsOf } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { sweepOnly } from '#tests/support/swept-files';

const call = endpoint(expireSandboxApplicant, handler);
const table = serviceTable();

const opened = async () => {
  const account = await signedInAccount();
  const session = await openedSessionOf(account);
  const path = { pathParameters: { id: session.applicant.id } };
  return { ...session, account, expire: () => call(account, path), path };
};

describe('Expiring a sandbox applicant', () => {
  test('has all the effects of 30 days without activity: on status, session, event, and the list of idle sessions', async () => {
    const { applicant, expire, read } = await opened();
    const { status, body } = await expire();
    expect([status, body.data.id, body.data.status]).toStrictEqual([200, applicant.id, 'expired']);
    const refused = await read();
    expect([refused.status, refused.body.code]).toStrictEqual([409, 'APPLICANT_NOT_OPEN']);
    const events = await outboxEventsOf(applicant.id, 'kyb.applicant.expired');
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ applicantId: applicant.id, environment: 'sandbox', expiredAt: body.data.updatedAt }),
    ]);
    const stored = await table.get(applicantKeys.applicant(applicant.id));
    expect(stored).toMatchObject({ status: 'expired', updatedAt: body.data.updatedAt });
    expect(stored?.['timeline']).toEqual(
      expect.arrayContaining([{ status: 'expired', at: body.data.updatedAt, by: 'service' }]),
    );
    expect(stored).not.toHaveProperty('gsi4sk');
  });

  test('again, or twenty times at once, changes nothing more: one event', async () => {
    const { applicant, expire } = await opened();
    const responses = await Promise.all(Array.from({ length: 20 }, expire));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const again = await expire();
    expect([again.status, again.body.data.status]).toStrictEqual([200, 'expired']);
    expect(await outboxEventsOf(applicant.id, 'kyb.applicant.expired')).toHaveLength(1);
  });

  test('removes the files that were never submitted', async () => {
    const { widget, session, expire } = await opened();
    const attach = embedEndpoint(attachFile, attachHandler.with({ attachmentUploads: memoryFiles().store }));
    const fields = { token: widget.embedLinkToken, moduleId: 'cac_verification' };
    const { body, headers } = await multipart(fields, Buffer.from('%PDF-1.7\n%%EOF\n'));
    const attached = await attach({ pathParameters: { sessionId: session.id }, body, headers });
    expect(attached.status).toBe(201);

    expect((await expire()).status).toBe(200);
    const removed: string[] = [];
    await sweepOnly([session.id], async (key) => void removed.push(key));
    expect(removed).toEqual([attachmentKey(widget, attached.body.data.attachments.cac_verification[0].id)]);
  });

  test('works for one that was abandoned, and with a key of the sandbox', async () => {
    const { account, abandon, path } = await opened();
    expect((await abandon()).status).toBe(200);
    const { body } = await call(await apiKeyFor(account), path);
    expect(body.data.status).toBe('expired');
  });

  test('is limited by account: 120 a minute', async () => {
    const { headers } = await (await opened()).expire();
    expect(headers).toMatchObject({ 'RateLimit-Limit': '120', 'RateLimit-Remaining': '119' });
  });
});

describe('Expiring a sandbox applicant refuses', () => {
  test('one in live, with the same 404 as for one that never existed', async () => {
    const account = await signedInAccount();
    await openWalletsFor(account);
    await setBalance(account.accountId, 'live', 1_000_000);
    const widget = await createWidgetFor(account, { environment: 'live' });
    const { applicant } = await createApplicantFor(account, widget);
    const missing = await call(account, { pathParameters: { id: newId('app', Date.now()) } });
    const live = await call(account, { pathParameters: { id: applicant.id } });
    expect([live.status, live.body.code]).toStrictEqual([404, 'APPLICANT_NOT_FOUND']);
    expect(live.response.body).toBe(missing.response.body);
    expect(await table.get(applicantKeys.applicant(applicant.id))).toMatchObject({ status: 'created' });
  });

  test('one that waits for a reviewer', async () => {
    const { account, path, submission } = await inReview();
    const { status, body } = await call(account, path);
    expect([status, body.code, body.details]).toStrictEqual([
      409,
      'ILLEGAL_STATE',
      [{ path: 'status', message: 'The applicant is requires_review' }],
    ]);
    expect(await outboxEventsOf(submission.applicantId, 'kyb.applicant.expired')).toHaveLength(0);
  });

  test('one that is submitted at the same time: either happens, never both', async () => {
    const session = await opened();
    await complete(session);
    const [expired, submitted] = await Promise.all([session.expire(), session.submit()]);
    const outcome = [expired.status, submitted.status];
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual(outcome);
    const stored = await table.get(applicantKeys.applicant(session.applicant.id));
    expect(stored?.['status']).toBe(expired.status === 200 ? 'expired' : 'submitted');
  });

  test('one that was erased', async () => {
    const { applicant, expire } = await opened();
    const erased = { set: { erasedAt: isoTime(Date.now()) }, when: {} };
    await table.write(update(applicantKeys.applicant(applicant.id), erased));
    const { status, body } = await expire();
    expect([status, body.details[0].path]).toStrictEqual([409, 'erasedAt']);
  });
});

securitySuite({
  contract: expireSandboxApplicant,
  handler,
  request: async (account) => ({
    pathParameters: { id: (await openedSessionOf(account)).applicant.id },
  }),
  missing: () => ({ pathParameters: { id: newId('app', Date.now()) } }),
});
