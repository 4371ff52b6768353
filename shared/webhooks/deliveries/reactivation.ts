import type { WriteOperation } from '#shared/db/expressions';
import { reactivationWrite } from '#shared/webhooks/registrations/registration-repository';
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
  reactivationWrite(accountId, registrationId),
  breakerResetWrite(registrationId, nowMs),
];
