import { findOwnAddressVerification } from '#shared/addresses/address-repository';
import { addressView } from '#shared/addresses/address-view';
import { endAddressVerification, hasEndedAs } from '#shared/addresses/end-address-verification';
import { outcomeByStreet, requestedOutcome } from '#shared/addresses/simulated-visit';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { walletRecord } from '#shared/wallet/wallet';
import { completeSandboxAddressVerification } from './complete-sandbox-address-verification.contract.ts';

/** POST /v1/sandbox/address-verifications/{reference}/complete */
export const handler = serve(completeSandboxAddressVerification, {
  load: async ({ caller, path }, { table }) => {
    // What is outside the caller's scope is treated as missing.
    if (!caller.environments.includes('sandbox')) return undefined;
    const owner = { accountId: caller.accountId, environment: 'sandbox' } as const;
    const { key, from } = walletRecord(owner);
    // Read along, because a refund starts from it.
    const [verification, wallet] = await Promise.all([
      findOwnAddressVerification(table, owner, path.reference),
      table.get(key),
    ]);
    return verification && { verification, wallet: wallet && from(wallet) };
  },
  answer: async ({ body, loaded, meta }, { table, log, metrics }) => {
    if (!loaded) throw new ApiError('ADDRESS_VERIFICATION_NOT_FOUND');
    const { verification, wallet } = loaded;
    const outcome =
      body.outcome === undefined ? outcomeByStreet(verification) : requestedOutcome(verification, body.outcome);
    const latest = await endAddressVerification(verification, outcome, { table, log, metrics }, meta.nowMs, { wallet });
    if (body.outcome !== undefined && !hasEndedAs(latest, outcome)) throw new ApiError('ADDRESS_VERIFICATION_ENDED');
    return { entity: addressView(latest) };
  },
});
