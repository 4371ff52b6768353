import { describe, expect, test } from 'vitest';
import { EVENTS } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { SUBJECT_FIELDS, subjectOf } from '#shared/platform/subject-ids';
import { followRequest, noteSubject, traced, tracedBody, traceOfMessage } from '#shared/platform/trace';

const NOW_MS = Date.UTC(2026, 10, 23, 18, 0, 0);
const id = (prefix: Parameters<typeof newId>[0]) => newId(prefix, NOW_MS);

describe("the ids of a value's subject", () => {
  test('are those of listed kinds, by their kind, wherever they are', () => {
    const [accountId, applicantId, sessionId, deliveryId] = [id('usr'), id('app'), id('wses'), id('whd')];
    expect(
      subjectOf({
        success: true,
        environment: 'live',
        data: { id: applicantId, sessionId, account: { accountId } },
        d: deliveryId,
      }),
    ).toStrictEqual({ environment: 'live', deliveryId, applicantId, sessionId, accountId });
  });

  test('distinguish a vendor from a company, and name the outermost of several of a kind', () => {
    const [vendorId, companyId, inner] = [id('cmp'), id('cmp'), id('cmp')];
    expect(subjectOf({ vendorId, companyId, data: { id: inner } })).toStrictEqual({ vendorId, companyId });
  });

  test.each([
    ['a token', { token: 'elt_4fZ2kYb0Q9sVx7LmNwEr' }],
    ['a secret key', { secretKey: 'live_sk_01KAJ3VYB2M9D5H7N1P3Q8S6TW' }],
    ['a session of an account', { sessionId: 'ses_01KAJ3VYB2M9D5H7N1P3Q8S6TW' }],
    ['an address', { email: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW@example.com' }],
    ['an invalid environment', { environment: 'ada@example.com' }],
    ['ids in a list', { data: [{ id: 'app_01KAJ3VYB2M9D5H7N1P3Q8S6TW' }] }],
    ['a text', 'app_01KAJ3VYB2M9D5H7N1P3Q8S6TW'],
    ['nothing', undefined],
  ])('never include %s', (_, value) => {
    expect(subjectOf(value)).toStrictEqual({});
  });

  test('have a closed list of fields', () => {
    expect([...SUBJECT_FIELDS].sort()).toMatchInlineSnapshot(`
      [
        "accountId",
        "alertId",
        "applicantId",
        "attachmentId",
        "chatId",
        "clearanceId",
        "companyId",
        "deliveryId",
        "disputeId",
        "environment",
        "eventId",
        "exportId",
        "monitoringEventId",
        "noteId",
        "obligationId",
        "reference",
        "registrationId",
        "sessionId",
        "transactionId",
        "vendorId",
        "widgetId",
      ]
    `);
  });
});

describe('work under a trace', () => {
  const lines: Record<string, unknown>[] = [];
  const log = makeLogger({}, (line) => lines.push(JSON.parse(line)));
  const logged = () => {
    log.info('REQUEST_ANSWERED');
    return lines.at(-1) ?? {};
  };

  test('has its ids on every line, keeps those found first, and leaves none outside of it', async () => {
    const [accountId, other, applicantId] = [id('usr'), id('usr'), id('app')];
    const line = await traced({ requestId: 'req-1', accountId }, async () => {
      await Promise.resolve();
      noteSubject({ accountId: other, data: { id: applicantId } });
      return logged();
    });
    expect(line).toMatchObject({ requestId: 'req-1', accountId, applicantId });
    noteSubject({ applicantId });
    expect(logged()).not.toHaveProperty('requestId');
  });

  test('passes its request on in events and messages, where it is found again', () => {
    const event = {
      type: 'kyb.applicant.created',
      accountId: id('usr'),
      environment: 'sandbox',
      widgetId: id('wgt'),
      data: EVENTS['kyb.applicant.created'].example,
    } as const;
    const { item, body } = traced({ requestId: 'req-1=' }, () => {
      const operation = emit(event, NOW_MS);
      return { item: operation.kind === 'put' ? operation.item : undefined, body: tracedBody({ deliveryId: 'x' }) };
    });
    expect(item).toMatchObject({ requestId: 'req-1=' });
    expect(JSON.parse(body)).toStrictEqual({ deliveryId: 'x', requestId: 'req-1=' });
    expect(traceOfMessage(JSON.stringify({ 'detail-type': 'x', detail: item }))).toMatchObject({
      requestId: 'req-1=',
      accountId: event.accountId,
      eventId: item?.['eventId'],
      environment: 'sandbox',
    });
    expect(tracedBody({ deliveryId: 'x' })).toBe('{"deliveryId":"x"}');
  });

  test('may turn out to follow another request than the one that woke it', () => {
    const line = traced({ requestId: 'req-1' }, () => {
      followRequest('req-2');
      return logged();
    });
    expect(line).toMatchObject({ requestId: 'req-2' });
  });

  test.each(['', 'no json', 'null', '[1]', '{"requestId":5}', '{"requestId":"ada@example.com or more"}'])(
    'takes no ids from a message %j',
    (body) => {
      expect(traceOfMessage(body)).toStrictEqual({});
    },
  );
});
