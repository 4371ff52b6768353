import { describe, expect, test } from 'vitest';
import { EVENTS, type EventDefinition } from '#shared/events/catalogue';
import { directCheckEvent, type VerificationEvent } from '#shared/verification/direct-check-event';

const NOW_MS = Date.parse('2026-11-21T14:03:27.412Z');

const COMPLETED = {
  accountId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
  environment: 'sandbox',
  companyId: 'cmp_01KAJ3Z4T7B0D2F5H8K1M3P6R9',
  status: 'passed',
  reasonCodes: [],
} as const;

const itemOf = (completed: Parameters<typeof directCheckEvent>[0]) => {
  const operation = directCheckEvent(completed, NOW_MS);
  if (operation.kind !== 'put') throw new Error('An event is an item of its own');
  return operation.item;
};

describe('the event of a direct check', () => {
  const direct = Object.entries<EventDefinition>(EVENTS).filter(([, definition]) => definition.direct !== undefined);

  test.each(direct)('%s is the one that the catalogue shows', (event, { direct: shown }) => {
    const { verificationReference, companyId, moduleId } = shown as Record<string, string>;
    const completed = { ...COMPLETED, event, verificationReference, companyId, moduleId };
    expect(itemOf(completed as never)['data']).toStrictEqual(shown);
  });

  test('belongs to no widget, so that it goes to every registration of the account', () => {
    const event: VerificationEvent = 'verification.address.completed';
    const item = itemOf({ ...COMPLETED, event, verificationReference: 'addr_1', moduleId: 'address_verification' });
    expect(item).toMatchObject({
      type: event,
      accountId: COMPLETED.accountId,
      environment: 'sandbox',
      widgetId: null,
      occurredAt: '2026-11-21T14:03:27.412Z',
    });
  });
});
