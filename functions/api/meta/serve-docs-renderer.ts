import { brotliDecompressSync } from 'node:zlib';
import { acceptedWeights } from '#shared/http/accepted-weights';
import { serve } from '#shared/http/serve';
import { docsRenderer } from '#web/docs-assets';
import { serveDocsRenderer } from './serve-docs-renderer.contract.ts';

/** For a year, the longest that caches honour. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * GET /v1/docs/renderer.js
 *
 * The build has compressed the script, because a function takes a second for a megabyte. It is unpacked for a caller that
 * does not accept Brotli, as every browser does. It may be kept for ever at the address that has its hash.
 */
export const handler = serve(serveDocsRenderer, {
  answer: ({ query, meta }) => {
    const { version, packed } = docsRenderer();
    const headers = {
      'Cache-Control': query.version === version ? FOR_EVER : 'no-cache',
      Vary: 'Accept-Encoding',
    };
    if ((acceptedWeights(meta.headers['accept-encoding']).get('br') ?? 0) > 0) {
      return { status: 200, body: packed, isBase64: true, headers: { ...headers, 'Content-Encoding': 'br' } } as const;
    }
    return { status: 200, body: brotliDecompressSync(Buffer.from(packed, 'base64')).toString(), headers } as const;
  },
});
