import type { AddressOutcome, VisitResult } from '#shared/addresses/address-outcome';
import { findAddressVerification } from '#shared/addresses/address-repository';
import { endAddressVerification, hasEndedAs } from '#shared/addresses/end-address-verification';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { unixSeconds } from '#shared/platform/clock';
import { verifySignature } from '#shared/signatures/signature';
import { visitSource } from '#shared/sources/visit-source';
import { receiveAddressCallback } from './receive-address-callback.contract.ts';

interface Report {
  readonly status: AddressOutcome['status'];
  readonly result?: VisitResult | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly photos?: readonly string[] | undefined;
}

const outcomeOf = ({ status, result, reason, location = '', photos = [] }: Report): AddressOutcome =>
  status === 'failed' || result === undefined
    ? { status: 'failed', reason: reason ?? null }
    : { status: 'completed', result, reason: reason ?? null, location, photos };

/**
 * POST /v1/callbacks/address: receives how a visit ended. Nothing is parsed or read before the signature is verified. A
 * simulated visit of the sandbox does not belong to the source.
 */
export const handler = serve(receiveAddressCallback, {
  effects: [visitSource],
  prove: async ({ rawBody: body, headers, nowMs }, { sources: { callbackSecrets } }) => {
    const header = headers['x-service-signature'];
    const nowSeconds = unixSeconds(nowMs);
    const secrets = await callbackSecrets();
    if (!secrets.some((secret) => verifySignature({ header, body, secret, nowSeconds }).valid)) {
      throw new ApiError('INVALID_CALLBACK_SIGNATURE', { failedCredential: 'bad_signature' });
    }
  },
  load: ({ body }, { table }) => findAddressVerification(table, body.reference),
  answer: async ({ body, loaded: verification, meta }, { table, log, metrics }) => {
    if (verification?.environment !== 'live') {
      log.warn('ADDRESS_CALLBACK_REFUSED', { reason: 'unknown_reference' });
      throw new ApiError('ADDRESS_VERIFICATION_NOT_FOUND');
    }
    const outcome = outcomeOf(body);
    const latest = await endAddressVerification(verification, outcome, { table, log, metrics }, meta.nowMs);
    if (!hasEndedAs(latest, outcome)) {
      log.warn('ADDRESS_CALLBACK_REFUSED', { reference: latest.reference, reason: 'ended_otherwise' });
      throw new ApiError('ADDRESS_VERIFICATION_ENDED');
    }
    return { success: true };
  },
});
