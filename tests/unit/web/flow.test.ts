import { describe, expect, test } from 'vitest';
import { ERRORS } from '#shared/errors/errors';
import { beginningOf } from '#web/page/beginning';
import { endingOf } from '#web/page/ends';
import { pageMemory } from '#web/page/memory';
import { redirectTo } from '#web/page/redirects';

const HOUR_MS = 60 * 60_000;

describe('a page that remembers', () => {
  const known = { sessionId: 'wses_1', applicantId: 'app_1', atMs: 1_000 };

  test.each([
    ['nothing', {}, 'new'],
    ['an opening without a response', { openingKey: 'k', atMs: 1_000 }, 'new'],
    ['a session from a moment ago', known, 'go_on'],
    ['a session from an hour ago', { ...known, atMs: 1_000 - HOUR_MS - 1 }, 'ask'],
    ['a session that was left', { ...known, ended: 'left' }, 'ask'],
    ['a session that was submitted', { ...known, ended: 'submitted' }, 'ask'],
  ] as const)('with %s begins accordingly', (_, remembered, beginning) => {
    expect(beginningOf(remembered, 1_000)).toBe(beginning);
  });

  test('keeps drafts and the session apart, even in one store', () => {
    const entries = new Map<string, string>();
    const store = {
      getItem: (name: string) => entries.get(name) ?? null,
      setItem: (name: string, text: string) => void entries.set(name, text),
      removeItem: (name: string) => void entries.delete(name),
    };
    const memory = pageMemory('kyb:x', { session: store, drafts: store, tab: store });
    memory.restart({ sessionId: 'wses_1' });
    memory.keepDrafts({ m: { f: 'typed' } });
    memory.keepTabSession({ sessionId: 'wses_1', saved: {}, attachments: {} });
    memory.keepDrafts({});
    expect(memory.recall()).toMatchObject({ sessionId: 'wses_1' });
    expect(memory.tabSession()).toMatchObject({ sessionId: 'wses_1' });
    memory.forget();
    expect(entries.size).toBe(0);
  });
});

describe('an end', () => {
  const codes = ['LEFT', 'HTTP_429', 'HTTP_500', 'PAGE_FAILED', ...Object.keys(ERRORS)];

  test.each(codes)('by %s says what can be done, and offers nobody what is impossible', (code) => {
    for (const canResume of [true, false]) {
      for (const isPersonal of [true, false]) {
        const { title, text, next } = endingOf(code, { canResume, isPersonal });
        expect(title && text).toBeTruthy();
        if (!canResume) expect(next).not.toBe('go_on');
        if (isPersonal) expect(next).not.toBe('start_again');
      }
    }
  });
});

describe('an address that the browser is sent to', () => {
  test('names the applicant, and no session', () => {
    const state = { applicantId: 'app_1', sessionId: 'wses_1' };
    expect(redirectTo('https://a.example/x?y=1', state, { status: 'submitted', referenceId: 'ref_1' })).toBe(
      'https://a.example/x?y=1&applicantId=app_1&status=submitted&referenceId=ref_1',
    );
  });
});
