import { env } from './env.ts';

/**
 * The API's public address from `API_URL`, without `/v1` and without a trailing slash. It is a setting of the stage
 * because the address that a request states cannot be trusted. It is also the issuer of our access tokens, whose public
 * keys are at `<issuer>/.well-known/jwks.json`.
 */
export const apiUrl = (): string => env('API_URL');
