import type { WriteOperation } from '#shared/db/expressions';
import { ENVIRONMENTS } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import { breakerResetWrite } from '#shared/webhooks/deliveries/limits/breaker-store';
import { hostIdOf, hostOf } from '#shared/webhooks/deliveries/records/host-of-endpoint';
import {
  changeWrite,
  type RegistrationChange,
  type ShownRegistration,
} from '#shared/webhooks/registrations/registration-repository';

/**
 * The writes of its owner's change to a registration. They refuse when there is none within the scope. The history of
 * its endpoint ends with a new endpoint, and when the registration is activated: its breaker and that of its host
 * close, and the days of failures count anew. The allowance of a host that never answered stays as it is.
 *
 * @param read the writes also refuse when the registration has changed from this.
 */
export const registrationChangeWrites = (
  scope: Omit<Scope, 'via'>,
  registrationId: string,
  change: RegistrationChange,
  nowMs: number,
  read?: ShownRegistration,
): readonly WriteOperation[] => {
  const endpoint = change.endpoint ?? read?.endpoint;
  const ended = change.endpoint !== undefined || change.isActive === true;
  return [
    changeWrite(scope, registrationId, change, read),
    ...(ended ? [breakerResetWrite(registrationId, nowMs)] : []),
    ...(ended && endpoint !== undefined ? [breakerResetWrite(hostIdOf(scope.accountId, hostOf(endpoint)), nowMs)] : []),
  ];
};

/** The writes by which an operator reactivates a registration, whatever its environment. */
export const reactivationWrites = (
  accountId: string,
  registrationId: string,
  nowMs: number,
): readonly WriteOperation[] =>
  registrationChangeWrites({ accountId, environments: ENVIRONMENTS }, registrationId, { isActive: true }, nowMs);
