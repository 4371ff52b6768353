import { EXAMPLES } from '#functions/api/examples';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Contract } from '#shared/http/contract';
import { placeholdersIn } from '#shared/http/request-example';
import { walletKeys } from '#shared/wallet/keys';
import { apiKeyFor } from './accounts.ts';
import type { TestRequest } from './call.ts';
import { type ExampleSecrets, type ExampleWorld, exampleWorld } from './example-world.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { bodyOf, contentTypeOf, credentialOf } from './sample-event.ts';

/** By endpoint, data that its usual response shows although no placeholder names it. */
const ALSO_NEEDED: Readonly<Record<string, (world: ExampleWorld) => Promise<unknown>>> = {
  'list-api-keys': async ({ account }) => {
    await apiKeyFor(await account(), 'sandbox');
    await apiKeyFor(await account(), 'live');
  },
  // Without a price, the request would change nothing once an earlier one has set the price.
  'set-pricing-rate': () => {
    const actionKey = 'chat_per_1k_tokens';
    return serviceTable().write(put({ ...walletKeys.rate(actionKey), actionKey, priceKobo: 10_000 }, {}));
  },
  // The pair that is replaced, which works for another day.
  'rotate-api-keys': async ({ account }) => apiKeyFor(await account()),
};

/** Options for the data behind an example. */
export interface ExampleOptions {
  /**
   * How long ago an address that waits for its code signed up. Default: five minutes, when another mail is due and the
   * code is still valid.
   */
  readonly signedUpSecondsAgo?: number;
}

/**
 * The request of an endpoint's example, without an idempotency key. It first creates the data that the request names.
 * For a GET, it also creates the data that the response shows.
 *
 * @throws RangeError for an endpoint without an example.
 * @throws UserError for a placeholder that cannot be created.
 */
export const exampleRequest = async (
  contract: Contract,
  secrets: ExampleSecrets,
  { signedUpSecondsAgo = 300 }: ExampleOptions = {},
): Promise<TestRequest> => {
  const { name, method } = contract;
  const example = EXAMPLES[name];
  if (!example) throw new RangeError(`There is no example of ${name}`);
  const { path, query, headers, response } = example;
  const request = {
    ...(path && { pathParameters: path }),
    ...(query && { query }),
    headers: {
      ...credentialOf(contract),
      'content-type': contentTypeOf(contract, example),
      ...headers,
    },
    body: bodyOf(contract, example),
  };
  const read = method === 'GET' ? placeholdersIn(JSON.stringify(response ?? {})).map((needed) => `<${needed}>`) : [];
  const text = JSON.stringify({ ...request, read });
  const hasPassword = placeholdersIn(text).some((needed) => needed === 'EMAIL' || needed === 'REFRESH_TOKEN');
  const world = exampleWorld({ secrets, hasPassword, signedUpSecondsAgo });
  await ALSO_NEEDED[name]?.(world);
  const filled = await fillPlaceholders(text, world.sources);
  const { read: _, ...sent } = JSON.parse(filled.text) as TestRequest & { readonly read: unknown };
  return sent;
};
