import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DELIVERY_STATUSES,
  DELIVERY_TRANSITIONS,
  type DeliveryStatus,
  type DeliveryTransition,
  nextDeliveryStatus,
  OPEN_DELIVERY_STATUSES,
} from '#shared/webhooks/deliveries/records/delivery-states';

const CHANGES = Object.keys(DELIVERY_TRANSITIONS) as DeliveryTransition[];
const ENDED: readonly DeliveryStatus[] = ['delivered', 'failed', 'skipped'];

/** Every change that the machine allows, one per line. */
const ALLOWED = [
  'pending -claim-> delivering',
  'retrying -claim-> delivering',
  'delivering -reclaim-> delivering',
  'delivering -postpone-> pending',
  'delivering -postpone_retry-> retrying',
  'delivering -succeed-> delivered',
  'delivering -retry-> retrying',
  'delivering -fail-> failed',
  'pending -skip-> skipped',
  'retrying -skip-> skipped',
  'delivering -skip-> skipped',
  'delivered -resend-> pending',
  'failed -resend-> pending',
  'skipped -resend-> pending',
  'failed -recover-> pending',
  'failed -recover_retry-> retrying',
];

const follow = (changes: readonly DeliveryTransition[]): DeliveryStatus =>
  changes.reduce<DeliveryStatus>((status, change) => nextDeliveryStatus(status, change) ?? status, 'pending');

describe('the delivery state machine', () => {
  test('allows these changes and no others', () => {
    const found = CHANGES.flatMap((change) =>
      DELIVERY_STATUSES.map((from) => ({ from, change, to: nextDeliveryStatus(from, change) })),
    ).filter(({ to }) => to !== undefined);
    expect(found.map(({ from, change, to }) => `${from} -${change}-> ${to}`).sort()).toEqual([...ALLOWED].sort());
  });

  test('takes a delivery through its retries to its end', () => {
    expect(follow(['claim', 'succeed'])).toBe('delivered');
    expect(follow(['claim', 'retry', 'claim', 'retry', 'claim', 'fail'])).toBe('failed');
    expect(follow(['claim', 'postpone', 'claim', 'retry', 'skip'])).toBe('skipped');
  });

  test('leaves an end only by a request of its owner or an operator, whatever messages repeat or arrive late', () => {
    const byMessages = CHANGES.filter((change) => !['resend', 'recover', 'recover_retry'].includes(change));
    const changes = fc.array(fc.constantFrom(...byMessages), { maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom(...ENDED), changes, (ended, late) => {
        const end = late.reduce<DeliveryStatus>(
          (status, change) => nextDeliveryStatus(status, change) ?? status,
          ended,
        );
        expect(end).toBe(ended);
      }),
    );
  });

  test('allows an attempt only for a claimed delivery', () => {
    for (const change of ['succeed', 'retry', 'fail'] as const) {
      expect(DELIVERY_TRANSITIONS[change].from).toEqual(['delivering']);
    }
  });

  test('has an open status for each that is not an end', () => {
    expect([...OPEN_DELIVERY_STATUSES, ...ENDED].sort()).toEqual([...DELIVERY_STATUSES].sort());
  });

  test('can end from every open status', () => {
    for (const status of OPEN_DELIVERY_STATUSES) expect(nextDeliveryStatus(status, 'skip')).toBe('skipped');
  });
});
