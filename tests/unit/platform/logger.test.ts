import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOG_CODES } from '#shared/platform/log-codes';
import { errorFields, makeLogger } from '#shared/platform/logger';

afterEach(() => vi.unstubAllEnvs());

const collecting = () => {
  const lines: string[] = [];
  return { lines, sink: (line: string) => lines.push(line) };
};

describe('a log line', () => {
  test('is one line of JSON with its time, level, code, stage and function', () => {
    vi.stubEnv('STAGE', 'prod');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'create-widget');
    const { lines, sink } = collecting();
    makeLogger({}, sink).warn('SECRET_STALE', { reason: 'two\nlines' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
    expect(JSON.parse(lines[0] ?? '')).toStrictEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'warn',
      code: 'SECRET_STALE',
      stage: 'prod',
      function: 'create-widget',
      reason: 'two\nlines',
    });
  });

  test.each(['info', 'warn', 'error'] as const)('has the level %s that it was written with', (level) => {
    const { lines, sink } = collecting();
    makeLogger({}, sink)[level]('REQUEST_ANSWERED');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level });
  });

  test("has the fields that were bound before it, and none of its siblings'", () => {
    const { lines, sink } = collecting();
    const log = makeLogger({ requestId: 'r-1' }, sink);
    log.with({ accountId: 'usr_1' }).info('REQUEST_ANSWERED', { statusCode: 200 });
    log.info('REQUEST_ANSWERED');
    const [child, parent] = lines.map((line) => JSON.parse(line));
    expect(child).toMatchObject({ requestId: 'r-1', accountId: 'usr_1', statusCode: 200 });
    expect(parent).toMatchObject({ requestId: 'r-1' });
    expect(parent).not.toHaveProperty('accountId');
  });
});

describe('the fields of a log line are a closed list', () => {
  test('without a place for a body, a header, an address or a name', () => {
    const log = makeLogger({}, () => undefined);
    // @ts-expect-error: no such field
    log.info('REQUEST_ANSWERED', { body: {} });
    // @ts-expect-error: no such field
    log.info('REQUEST_ANSWERED', { headers: {} });
    // @ts-expect-error: no such field
    log.info('REQUEST_ANSWERED', { email: 'ada@example.com' });
    // @ts-expect-error: no such field
    log.info('REQUEST_ANSWERED', { sourceIp: '10.0.0.1' });
    // @ts-expect-error: no such code
    log.info('WHATEVER');
    expect(Object.keys(LOG_CODES)).not.toContain('WHATEVER');
  });
});

describe('the log of an unexpected error', () => {
  const SECRET = 'whsec_s3cr3t of ada@example.com';

  test('consists of its class, the class of its cause and its place, never a message', () => {
    const error = new TypeError(SECRET, { cause: new RangeError(SECRET) });
    const fields = errorFields(error);
    expect(fields).toMatchObject({ errorName: 'TypeError', errorCause: 'RangeError' });
    expect(fields.errorStack).toMatch(/^\s+at .*logger\.test\.ts:\d+:\d+\)?/);
    expect(JSON.stringify(fields)).not.toContain('s3cr3t');
  });

  test('leaves out a message whose lines look like stack frames', () => {
    const disguised = `failed\n    at ${SECRET} (file:///x.ts:1:2)\n    at ${SECRET}:3:4`;
    expect(JSON.stringify(errorFields(new Error(disguised)))).not.toContain('s3cr3t');
  });

  test('leaves out the message, whatever it is, and keeps the place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const marked = `${text}§§${text}`;
        const fields = errorFields(new Error(marked));
        expect(JSON.stringify(fields)).not.toContain('§§');
        expect(fields.errorStack).toMatch(/logger\.test\.ts/);
      }),
    );
  });

  test('keeps the place if the message was changed after the throw', () => {
    const error = new Error('first');
    error.message = SECRET;
    const fields = errorFields(error);
    expect(fields.errorStack).toMatch(/logger\.test\.ts/);
    expect(JSON.stringify(fields)).not.toContain('s3cr3t');
  });

  test.each([
    ['a text', 'string'],
    [undefined, 'undefined'],
    [null, 'object'],
    [{ secret: 1 }, 'object'],
  ])('of a thrown %j consists of its type', (thrown, errorName) => {
    expect(errorFields(thrown)).toStrictEqual({ errorName });
  });

  test('has at most eight frames', () => {
    const deep = (levels: number): Error => (levels === 0 ? new Error('deep') : deep(levels - 1));
    expect(errorFields(deep(20)).errorStack?.split('\n')).toHaveLength(8);
  });
});
