import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { visibilitySeconds } from '#shared/consumers/consumer';
import { MAX_RECEIVES, retryPauseSeconds, STUCK_RECEIVES } from '#shared/events/message-retry';

const DAY_SECONDS = 86_400;
/** How long the service's queues keep a message. */
const RETENTION_SECONDS = 4 * DAY_SECONDS;

/** How long a message is retried if every try fails at once. */
const livesForSeconds = (random: number, receives = MAX_RECEIVES): number =>
  Array.from({ length: receives }, (_, index) => retryPauseSeconds(index + 1, random)).reduce((a, b) => a + b, 0);

describe('a message that fails because of the service', () => {
  test('returns after 2, 4, 8 seconds, and finally every five minutes', () => {
    const pauses = [1, 2, 3, 8, 9, 50, MAX_RECEIVES].map((receives) => retryPauseSeconds(receives, 0));
    expect(pauses).toStrictEqual([2, 4, 8, 256, 300, 300, 300]);
  });

  test('returns at most a fifth earlier, at random, and never at once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (receives, random) => {
          const [pause, longest] = [retryPauseSeconds(receives, random), retryPauseSeconds(receives, 0)];
          expect(Number.isInteger(pause)).toBe(true);
          expect(pause).toBeLessThanOrEqual(longest);
          expect(pause).toBeGreaterThanOrEqual(Math.max(1, Math.floor(longest * 0.8)));
        },
      ),
    );
  });

  test('is retried for at least a day, and goes to the dead letters before its queue drops it', () => {
    expect(livesForSeconds(1)).toBeGreaterThan(DAY_SECONDS);
    expect(livesForSeconds(0)).toBeLessThan(RETENTION_SECONDS / 2);
  });

  test('raises an alarm after about four minutes', () => {
    const minutes = livesForSeconds(0, STUCK_RECEIVES - 1) / 60;
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThan(6);
  });

  test.each(CONSUMERS.filter(({ trigger }) => trigger.kind === 'queue'))(
    'and kills its worker each time is retried for more than four hours ($name)',
    (consumer) => {
      expect(MAX_RECEIVES * visibilitySeconds(consumer)).toBeGreaterThan(4 * 3_600);
    },
  );
});

describe('a worker that is killed', () => {
  const queueConsumers = CONSUMERS.filter(({ trigger }) => trigger.kind === 'queue');

  test.each(queueConsumers)('is waited for no longer than its timeout and a moment ($name)', (consumer) => {
    expect(visibilitySeconds(consumer)).toBeGreaterThan(consumer.timeoutSeconds);
    expect(visibilitySeconds(consumer)).toBeLessThanOrEqual(consumer.timeoutSeconds + 20);
  });

  test('delays a decision by less than three minutes', () => {
    const assessing = queueConsumers.find(({ name }) => name === 'assess-applicant');
    expect(assessing && visibilitySeconds(assessing)).toBeLessThan(180);
  });
});
