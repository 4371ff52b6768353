import type { WriteOperation } from '#shared/db/expressions';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import { changeWrite, type RegistrationChange } from '#shared/webhooks/registrations/registration-repository';
import { breakerResetWrite } from './breaker-store.ts';

/**
 * The writes of its owner's change to a registration; refused when there is none within the scope. The history of its
 * endpoint ends with a new endpoint, and when it is activated: the breaker closes, and the days of failures count anew.
 */
export const registrationChangeWrites = (
  scope: Omit<Scope, 'via'>,
  registrationId: string,
  change: RegistrationChange,
  nowMs: number,
): readonly WriteOperation[] => [
  changeWrite(scope, registrationId, change),
  ...(change.endpoint !== undefined || change.isActive === true ? [breakerResetWrite(registrationId, nowMs)] : []),
];

/** The writes by which an operator reactivates a registration, whatever its environment. */
export const reactivationWrites = (
  accountId: string,
  registrationId: string,
  nowMs: number,
): readonly WriteOperation[] =>
  registrationChangeWrites({ accountId, environments: ENVIRONMENTS }, registrationId, { isActive: true }, nowMs);
