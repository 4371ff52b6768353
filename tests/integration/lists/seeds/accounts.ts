import { DEFAULT_RATES } from '#shared/wallet/rates';
import { newestFirst, type Seed } from '#tests/integration/lists/seed';
import { apiKeyFor } from '#tests/support/accounts';

/** An account has at most two pairs in an environment, because a rotation ends all but the newest. */
const listApiKeys: Seed = async ({ table, account, at }, length) => {
  const keys = [];
  for (let number = 1; number <= Math.ceil(length / 20); number++) {
    keys.push(await apiKeyFor(account, 'live', { table, nowMs: at(number), expiresInHours: 24 }));
  }
  const alive = keys
    .slice(keys.length % 2 === 0 ? -2 : -1)
    .map(({ keyId }, index) => ({ id: keyId, number: index + 1 }));
  return { named: 'id', reads: [{ ids: newestFirst(alive) }] };
};

/** A closed list. */
const readPricingRates: Seed = async () => ({
  named: 'actionKey',
  reads: [{ ids: DEFAULT_RATES.map(({ actionKey }) => actionKey) }],
});

/** The lists of an account that are in no other file. */
export const accountSeeds = { 'list-api-keys': listApiKeys, 'read-pricing-rates': readPricingRates };
