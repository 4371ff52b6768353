import type { WriteOperation } from '#shared/db/expressions';
import { reactivationWrite } from '#shared/webhooks/registrations/registration-repository';
import { breakerResetWrite } from './breaker-store.ts';

/** The writes that reactivate a registration; refused when there is none. Its endpoint's history is cleared. */
export const reactivationWrites = (
  accountId: string,
  registrationId: string,
  nowMs: number,
): readonly WriteOperation[] => [
  reactivationWrite(accountId, registrationId),
  breakerResetWrite(registrationId, nowMs),
];
