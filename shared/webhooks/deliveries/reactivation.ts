import type { WriteOperation } from '#shared/db/expressions';
import type { Scope } from '#shared/platform/scope';
import {
  changeWrite,
  type RegistrationChange,
  reactivationWrite,
} from '#shared/webhooks/registrations/registration-repository';
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

/**
 * The writes of its owner's change to a registration; refused when there is none within the scope. The history of its
 * endpoint ends with a new endpoint, and when it is activated: the breaker closes, and the days of failures count anew.
 */
export const registrationChangeWrites = (
  scope: Scope,
  registrationId: string,
  change: RegistrationChange,
  nowMs: number,
): readonly WriteOperation[] => [
  changeWrite(scope, registrationId, change),
  ...(change.endpoint !== undefined || change.isActive === true ? [breakerResetWrite(registrationId, nowMs)] : []),
];
