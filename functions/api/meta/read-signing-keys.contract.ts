import { publicKeySetSchema } from '#shared/http/caller/public-keys';
import { contract } from '#shared/http/contract';

/** Returns the public keys that verify access tokens. */
export const readSigningKeys = contract({
  name: 'read-signing-keys',
  group: 'meta',
  method: 'GET',
  answersHead: true,
  route: '/.well-known/jwks.json',
  summary: 'Read the signing keys',
  description:
    'Returns the public keys that verify access tokens, as a JSON Web Key Set (RFC 7517). The `kid` of a ' +
    'token identifies its key. During a key rotation the set contains two keys.',
  caller: 'public',
  success: { 200: publicKeySetSchema },
  cacheSeconds: 300,
  touches: { reads: ['signingKeys'] },
});
