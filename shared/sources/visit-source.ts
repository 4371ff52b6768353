import { effect } from '#shared/platform/effect';
import type { Environment } from '#shared/platform/environments';
import type { ReadSecret } from '#shared/platform/secrets';
import type { VisitsConfig } from './config.ts';
import { readSourcesConfig, simulatesLiveSources } from './sources-of-stage.ts';

/** The stage's access to the source of visits. */
export interface VisitSource {
  /** Whether visits can be booked in an environment; always in the sandbox. */
  readonly canBook: (environment: Environment) => Promise<boolean>;
  /** The secrets that may sign its callbacks; none if it is not configured. */
  readonly callbackSecrets: () => Promise<readonly string[]>;
}

const secretsOf = (config: VisitsConfig | undefined): readonly string[] =>
  config ? [config.callbackSecret, ...(config.previousCallbackSecret ? [config.previousCallbackSecret] : [])] : [];

/**
 * The {@link VisitSource} of this stage. It reads only what is needed: the sandbox needs no secret.
 *
 * Its functions throw SecretUnavailable and SourcesMisconfigured.
 */
export const makeVisitSource = (read?: ReadSecret): VisitSource => ({
  canBook: async (environment) =>
    environment === 'sandbox' || simulatesLiveSources() || (await readSourcesConfig(read)).visits !== undefined,
  callbackSecrets: async () => secretsOf((await readSourcesConfig(read)).visits),
});

/** The effect of the capability `sources` for endpoints that deal with visits. */
export const visitSource = effect('sources', makeVisitSource());
