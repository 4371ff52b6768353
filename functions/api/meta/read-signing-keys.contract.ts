import { publicKeySetSchema } from '#shared/http/caller/public-keys';
import { contract } from '#shared/http/contract';

/** The public keys that access tokens verify with. */
export const readSigningKeys = contract({
  name: 'read-signing-keys',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/.well-known/jwks.json',
  summary: 'Public keys of access tokens',
  description:
    'A JSON Web Key Set (RFC 7517). The `kid` of a token names its key; while keys are rotated the set holds two.',
  caller: 'public',
  success: { 200: publicKeySetSchema },
  cacheSeconds: 300,
  touches: { reads: ['signingKeys'] },
});
