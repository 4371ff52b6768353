import { afterEach, describe, expect, test, vi } from 'vitest';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { env, once, optionalEnv } from '#shared/platform/env';

afterEach(() => vi.unstubAllEnvs());

describe('settings', () => {
  test('are read at each call', () => {
    vi.stubEnv('TEST_SETTING', 'one');
    expect([env('TEST_SETTING'), optionalEnv('TEST_SETTING')]).toStrictEqual(['one', 'one']);
    vi.stubEnv('TEST_SETTING', 'two');
    expect(env('TEST_SETTING')).toBe('two');
  });

  test.each([undefined, ''])(
    'that are missing or empty stop a function with an error that names them (%j)',
    (value) => {
      vi.stubEnv('TEST_SETTING', value);
      expect(() => env('TEST_SETTING')).toThrow('TEST_SETTING');
      expect(optionalEnv('TEST_SETTING')).toBeUndefined();
    },
  );
});

describe('once', () => {
  test('makes its value at the first call and keeps it, even if it is undefined', () => {
    const make = vi.fn(() => undefined);
    const get = once(make);
    expect(make).not.toHaveBeenCalled();
    expect([get(), get()]).toStrictEqual([undefined, undefined]);
    expect(make).toHaveBeenCalledOnce();
  });

  test('tries again after a failure', () => {
    const make = vi
      .fn(() => 'made')
      .mockImplementationOnce(() => {
        throw new Error('not yet');
      });
    const get = once(make);
    expect(get).toThrow('not yet');
    expect([get(), get()]).toStrictEqual(['made', 'made']);
    expect(make).toHaveBeenCalledTimes(2);
  });
});

describe('moments', () => {
  test('are ISO 8601 in UTC with milliseconds, and whole Unix seconds that never run ahead', () => {
    expect(isoTime(1_795_269_804_007)).toBe('2026-11-21T14:03:24.007Z');
    expect([unixSeconds(1_795_269_804_000), unixSeconds(1_795_269_804_999)]).toStrictEqual([
      1_795_269_804, 1_795_269_804,
    ]);
  });
});
