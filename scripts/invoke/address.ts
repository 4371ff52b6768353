import { serviceTable } from '#shared/db/client';
import type { Environment } from '#shared/platform/environments';
import { createAddressFor } from '#tests/support/addresses';
import { withSecret } from './secret.ts';

/** Signs the sample callback of the source of visits. It authorises nothing. */
export const ADDRESS_TEST_SECRET = 'callback-secret-of-the-local-cloud';

/** A pending verification that cost nothing and that nobody has booked. Reads this process's environment. */
export const addressVerificationOf = async (accountId: string, environment: Environment): Promise<string> =>
  (await createAddressFor({ accountId }, { environment }, serviceTable())).reference;

/**
 * Makes a function in this process accept the callbacks of a source of visits, because the stage local has no source.
 *
 * @returns the environment that names its configuration.
 */
export const withAddressSecret = async (): Promise<Record<string, string>> => ({
  SOURCES_SECRET_NAME: await withSecret('kyb-service/local/sources', {
    visits: { baseUrl: 'https://visits.example', apiKey: 'none', callbackSecret: ADDRESS_TEST_SECRET },
  }),
});
