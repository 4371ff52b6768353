import { describe, expect, test } from 'vitest';
import { LOG_QUERIES, queryText } from '#infra/log-queries';
import { LOG_CODES } from '#shared/platform/log-codes';
import { type LogFields, makeLogger } from '#shared/platform/logger';
import { SUBJECT_FIELDS, type SubjectField } from '#shared/platform/subject-ids';
import { fieldsNamedIn, insightsRows } from '#tests/support/logs-insights';

/** Every field that a line may have besides ids: the compiler requires each one. */
const FIELDS: Readonly<Record<Exclude<keyof LogFields, SubjectField> | '@timestamp' | 'code', true>> = {
  '@timestamp': true,
  code: true,
  requestId: true,
  clientRequestId: true,
  messageId: true,
  route: true,
  statusCode: true,
  errorCode: true,
  errorName: true,
  errorStack: true,
  errorCause: true,
  durationMs: true,
  addressHash: true,
  moduleId: true,
  attempt: true,
  eventType: true,
  status: true,
  reason: true,
  mailId: true,
  source: true,
  surface: true,
  count: true,
  paths: true,
};

const named = LOG_QUERIES.map((query) => [query.question, query] as const);

describe('the saved queries', () => {
  test('answer ten questions, each once', () => {
    expect(new Set(named.map(([question]) => question)).size).toBe(10);
    // CloudFormation, AWS::Logs::QueryDefinition, `Name`: slashes make folders.
    for (const [question] of named) expect(question).toMatch(/^[^:*/]{10,150}\?$/);
  });

  test.each(named)('%s names only fields that lines have', (_, query) => {
    const unknown = [...fieldsNamedIn(queryText(query))].filter(
      (field) => !SUBJECT_FIELDS.has(field) && !Object.hasOwn(FIELDS, field),
    );
    expect(unknown).toEqual([]);
  });

  test.each(named)('%s names only codes that lines have', (_, query) => {
    const codes = queryText(query).match(/"[A-Z_]+"/g) ?? [];
    for (const code of codes) expect(Object.keys(LOG_CODES)).toContain(code.slice(1, -1));
    for (const [, prefixes = ''] of queryText(query).matchAll(/code like \/\^\(([^)]*)\)/g))
      for (const prefix of prefixes.split('|'))
        expect(
          Object.keys(LOG_CODES).some((code) => code.startsWith(prefix)),
          prefix,
        ).toBe(true);
  });

  test.each(named)('%s has every parameter that it names, and runs once they are filled in', (_, query) => {
    const { parameters = {} } = query;
    expect([...new Set([...queryText(query).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))]).toEqual(
      Object.keys(parameters),
    );
    const values = Object.fromEntries(Object.entries(parameters).map(([name, { example }]) => [name, example]));
    expect(insightsRows(queryText(query, values), [])).toEqual([]);
    if (Object.keys(parameters).length > 0) expect(() => insightsRows(queryText(query), [])).toThrow('Not understood');
  });
});

describe('the interpreter of queries', () => {
  const lines: Record<string, unknown>[] = [];
  const log = makeLogger({}, (line) => lines.push(JSON.parse(line)));
  log.info('REQUEST_ANSWERED', { route: 'GET /v1/me', statusCode: 200, requestId: 'a' });
  log.info('REQUEST_ANSWERED', { route: 'GET /v1/me', statusCode: 404, requestId: 'b' });
  log.info('REQUEST_ANSWERED', { route: 'GET /v1/me', statusCode: 404, requestId: 'c', durationMs: 7 });
  log.error('REQUEST_FAILED', { route: 'GET /v1/wallet', statusCode: 500, requestId: 'd' });
  for (const [second, line] of lines.entries()) line['time'] = `2026-11-23T18:00:0${second}.000Z`;

  test.each<[string, readonly object[]]>([
    ['filter requestId = "b"\n| fields requestId, statusCode', [{ requestId: 'b', statusCode: 404 }]],
    ['filter code in ["REQUEST_FAILED", "MAIL_SENT"]\n| fields requestId', [{ requestId: 'd' }]],
    ['filter route like /wallet$/\n| fields requestId', [{ requestId: 'd' }]],
    ['filter durationMs >= 7\n| fields requestId', [{ requestId: 'c' }]],
    ['fields requestId, @timestamp\n| sort @timestamp desc\n| limit 1', [expect.objectContaining({ requestId: 'd' })]],
    [
      'stats count(*) as calls, latest(requestId) as last, max(statusCode) as worst by route\n| sort calls desc',
      [
        { route: 'GET /v1/me', calls: 3, last: 'c', worst: 404 },
        { route: 'GET /v1/wallet', calls: 1, last: 'd', worst: 500 },
      ],
    ],
  ])('answers %j', (query, rows) => {
    expect(insightsRows(query, lines)).toEqual(rows);
  });

  test.each([
    'filter a = "b" or c = "d"',
    'filter a == "b"',
    'parse @message "a"',
    'stats avg(a) as b by c',
    'sort a',
    'limit x',
    'fields a as b',
    'filter accountId = "{{accountId}}"',
  ])('refuses %j, which it does not know', (query) => {
    expect(() => insightsRows(query, lines)).toThrow('Not understood');
  });
});
