import { env } from './env.ts';

/**
 * Where callers reach the API, without `/v1` and without a slash at its end, from `API_URL`: a setting of the stage, as
 * nothing that a request says of its own address can be believed. It is also the issuer of our access tokens, whose
 * public keys stand at `<issuer>/.well-known/jwks.json`.
 */
export const apiUrl = (): string => env('API_URL');
