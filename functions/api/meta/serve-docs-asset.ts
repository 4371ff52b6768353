import { brotliDecompressSync } from 'node:zlib';
import { ApiError } from '#shared/errors/api-error';
import { acceptedWeights } from '#shared/http/accepted-weights';
import { serve } from '#shared/http/serve';
import { docsScript } from '#web/docs-assets';
import { serveDocsAsset } from './serve-docs-asset.contract.ts';

const HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' } as const;

/**
 * GET /v1/docs/{asset}
 *
 * The script is compressed by the build, because a megabyte takes a function a second. For a caller that does not accept
 * that, which no browser is, it is unpacked.
 */
export const handler = serve(serveDocsAsset, {
  answer: ({ path, meta }) => {
    const { name, packed } = docsScript();
    if (path.asset !== name) throw new ApiError('ROUTE_NOT_FOUND');
    if ((acceptedWeights(meta.headers['accept-encoding']).get('br') ?? 0) > 0) {
      const headers = { ...HEADERS, 'Content-Encoding': 'br' };
      return { status: 200, body: packed, isBase64: true, headers } as const;
    }
    const script = brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
    return { status: 200, body: script, headers: HEADERS } as const;
  },
});
