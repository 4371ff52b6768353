import { env } from './env.ts';

/**
 * The API's public address, without `/v1` and without a slash at its end, from `API_URL`: a setting of the stage,
 * because a request's own statement of its address cannot be trusted. It is also the issuer of our access tokens, whose
 * public keys are at `<issuer>/.well-known/jwks.json`.
 */
export const apiUrl = (): string => env('API_URL');
