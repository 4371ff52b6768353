import { update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import { breakerResetWrite } from './breaker-store.ts';

/**
 * The writes that let a deactivated registration receive again; refused when there is none. What its endpoint did so far
 * is forgotten.
 */
export const reactivationWrites = (
  accountId: string,
  registrationId: string,
  nowMs: number,
): readonly WriteOperation[] => [
  update(keys.registration(accountId, registrationId), {
    set: { isActive: true },
    remove: ['deactivatedAt', 'deactivationReason'],
    when: { pk: 'exists' },
  }),
  breakerResetWrite(registrationId, nowMs),
];
