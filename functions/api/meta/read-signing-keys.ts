import { readPublicKeySet } from '#shared/http/caller/public-keys';
import { serve } from '#shared/http/serve';
import { readSigningKeys } from './read-signing-keys.contract.ts';

/** `GET /.well-known/jwks.json`: the public keys of access tokens; empty until the first token is issued. */
export const handler = serve(readSigningKeys, {
  load: (_, { table }) => readPublicKeySet(table),
  answer: ({ loaded }) => loaded,
});
