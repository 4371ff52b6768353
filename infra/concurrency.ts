import type { Contract } from '#shared/http/contract';
import type { CapabilityName } from '#shared/platform/capabilities';
import type { StageConfig } from './stage-config.ts';

/**
 * The capabilities by which an endpoint waits for a service of others, for up to 29 seconds: forty calls a second to one
 * that hangs fill a quota of 1,000.
 */
const WAITING: ReadonlySet<CapabilityName> = new Set(['sources', 'payments', 'model']);

/** The endpoints that hash a password, for a tenth of a second of a processor: a flood of them keeps every other out. */
const HASHING: ReadonlySet<string> = new Set(['log-in', 'sign-up', 'reset-password']);

/**
 * The share of the account's quota that each of them has. All sixteen together leave half of it to the others. Of
 * 1,000, thirty log-ins at once are 300 a second.
 */
const SHARE = 0.03;

/**
 * How many executions of an endpoint's function are reserved, and run at most; undefined for no limit. API Gateway
 * answers a call beyond them with 503. Functions behind queues are limited by `maxConcurrency` of their consumers.
 */
export const reservedConcurrencyOf = (
  { name, touches }: Pick<Contract, 'name' | 'touches'>,
  { lambdaConcurrency }: Pick<StageConfig, 'lambdaConcurrency'>,
): number | undefined => {
  if (lambdaConcurrency === undefined) return undefined;
  const mayStarve = HASHING.has(name) || touches.uses?.some((use) => WAITING.has(use)) === true;
  return mayStarve ? Math.floor(lambdaConcurrency * SHARE) : undefined;
};
