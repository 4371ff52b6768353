import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { webhooksExamples } from '#functions/api/webhooks/examples';
import { FEED_POSITION, fromPositionText, MAX_POSITION_LENGTH, toPositionText } from '#shared/events/feed-position';

const number = fc.integer({ min: 0, max: 999_999_999_999 });

describe('the position in an event feed', () => {
  test('is read from the text that was written for it', () => {
    const position = fc
      .record({ live: number, sandbox: number }, { requiredKeys: [] })
      .filter(({ live, sandbox }) => live !== undefined || sandbox !== undefined);
    fc.assert(
      fc.property(position, (given) => {
        const text = toPositionText(given);
        expect(text).toMatch(FEED_POSITION);
        expect(text.length).toBeLessThanOrEqual(MAX_POSITION_LENGTH);
        expect(fromPositionText(text)).toStrictEqual({ ...given });
      }),
    );
  });

  test.each([
    '',
    'live',
    'live-',
    'live-x',
    '12',
    'live-1_live-2',
    'sandbox-1_live-2',
    '_sandbox-1',
    'live--1',
    'live-1e3',
  ])('is not %j', (text) => {
    expect(text).not.toMatch(FEED_POSITION);
  });

  test('cannot be longer than a number in the feed', () => {
    expect(`live-${'9'.repeat(13)}`).not.toMatch(FEED_POSITION);
  });
});

interface FeedExample {
  readonly data: readonly { readonly environment: 'live' | 'sandbox' }[];
  readonly nextAfter: string;
}

describe('the example of the feed in the API document', () => {
  const { data = [], nextAfter = '' } = (webhooksExamples['list-events']?.response ?? {}) as Partial<FeedExample>;

  test('ends after its own events, counted in their environments', () => {
    const countOf = (wanted: string): number => data.filter(({ environment }) => environment === wanted).length;
    expect(data).not.toHaveLength(0);
    expect(nextAfter).toMatch(FEED_POSITION);
    expect(fromPositionText(nextAfter)).toStrictEqual({ live: countOf('live'), sandbox: countOf('sandbox') });
  });
});
