import type { ProofContext, ProvenCredential } from './account-caller.ts';
import { isSecretKey } from './api-key-access.ts';
import { proveApiKey } from './api-key-caller.ts';
import type { Credential } from './credential.ts';
import { proveAccessToken } from './session-caller.ts';

/**
 * Proves the credential of an account. Its form distinguishes a secret key from an access token. A key is not accepted
 * as a cookie, because browsers must not hold one. Any other text fails like an invalid token.
 *
 * @throws ApiError UNAUTHENTICATED, without a reason; API_KEY_NOT_ALLOWED.
 */
export const proveCredential = ({ text, carriedBy }: Credential, context: ProofContext): Promise<ProvenCredential> =>
  carriedBy === 'header' && isSecretKey(text) ? proveApiKey(text, context) : proveAccessToken(text, context);
